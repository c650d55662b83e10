// Buttons.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzCore
import QuartzInteraction

/// A button with a title, which is pressed or switched.
@preconcurrency
@MainActor
open class NSButton: NSControl {
  /// The effects of a press.
  public enum ButtonType: UInt, Sendable {
    /// It is lit while it is pressed.
    case momentaryLight = 0
    /// It stays pressed until the next press.
    case pushOnPushOff = 1
    /// It switches.
    case toggle = 2
    /// It switches a mark.
    case `switch` = 3
    /// It is pushed in while it is pressed.
    case momentaryPushIn = 7
  }

  /// Whether a button is on.
  public struct StateValue: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int
    /// Creates a state from its number.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Off.
    public static let off = StateValue(rawValue: 0)
    /// On.
    public static let on = StateValue(rawValue: 1)
    /// Neither.
    public static let mixed = StateValue(rawValue: -1)
  }

  private lazy var label = makeLabel(.controlTextColor)
  private var type = ButtonType.momentaryPushIn

  /// Creates a button.
  public override init(frame frameRect: NSRect) { super.init(frame: frameRect) }

  /// Creates a button from an archive; nothing is read.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Creates a button with a title, 24 points high.
  public convenience init(title: String, target: Any?, action: Selector?) {
    self.init(frame: NSRect(x: 0, y: 0, width: 100, height: 24))
    self.title = title
    self.target = target as AnyObject?
    self.action = action
  }

  /// The title.
  open var title = "Button" {
    didSet { needsDisplay = true }
  }

  /// An image instead of the title; nil if there is none.
  open var image: NSImage? {
    didSet { needsDisplay = true }
  }

  /// Whether there is a border; true by default.
  open var isBordered = true {
    didSet { needsDisplay = true }
  }

  /// Whether nothing shows, though presses count; false by default.
  open var isTransparent = false {
    didSet { needsDisplay = true }
  }

  /// Whether the button is pressed.
  open var isHighlighted = false {
    didSet { if isHighlighted != oldValue { needsDisplay = true } }
  }

  /// Whether the button is on.
  open var state = StateValue.off {
    didSet { if state != oldValue { needsDisplay = true } }
  }

  /// The state as a number.
  open override var doubleValue: Double {
    get { Double(state.rawValue) }
    set { state = newValue == 0 || newValue.isNaN ? .off : .on }
  }

  /// Sets what a press does.
  open func setButtonType(_ type: ButtonType) { self.type = type }

  private var switches: Bool { type == .pushOnPushOff || type == .toggle || type == .switch }

  /// Presses the button.
  open func performClick(_ sender: Any?) {
    guard isEnabled else { return }
    if switches { state = state == .on ? .off : .on }
    sendAction(action, to: target)
  }

  /// Shows the button pressed.
  open override func mouseDown(with event: NSEvent) {
    if follow(event) { isHighlighted = true }
  }

  /// Shows the button pressed while the pointer is on it.
  open override func mouseDragged(with event: NSEvent) {
    if let isInside = followDrag(event) { isHighlighted = isInside && isEnabled }
  }

  /// Presses the button, if the pointer is still on it.
  open override func mouseUp(with event: NSEvent) {
    isHighlighted = false
    if followUp(event) == .upInside { performClick(self) }
  }

  override var answers: GestureRules.Control { .button }

  override func trackingWasCancelled() { isHighlighted = false }

  /// Gives the layer the look of the state.
  open override func updateLayer() {
    guard let layer else { return }
    label.isHidden = isTransparent
    layer.contents = isTransparent ? nil : image
    layer.contentsGravity = .center
    let isOn = isHighlighted || (switches && state == .on)
    let fill = isOn ? NSColor.controlAccentColor : .controlColor
    layer.backgroundColor = isTransparent || !isBordered ? nil : fill.cgColor
    layer.borderWidth = isTransparent || !isBordered ? 0 : 1
    layer.borderColor = NSColor(white: 0.75, alpha: 1).cgColor
    layer.cornerRadius = isBordered ? 5 : 0
    layer.opacity = Float(alphaValue) * (isEnabled ? 1 : 0.5)
    if label.superlayer !== layer { layer.addSublayer(label) }
    label.string = image == nil ? title : ""
    label.foregroundColor = (isOn && isBordered ? NSColor.white : .controlTextColor).cgColor
    place(label, in: bounds)
  }
}
