// Controls: views with a value that call a method.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzCore
import QuartzInteraction

/// A view with a value, which calls a method of its target when the value changes.
///
/// **Differences**: the look is plain: light, flat, blue where it is on. Cells do not exist.
@preconcurrency
@MainActor
open class NSControl: NSView {
  /// Creates a control.
  public override init(frame frameRect: NSRect) { super.init(frame: frameRect) }

  /// Creates a control from an archive; nothing is read.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// The object whose method is called; nil for the first responder in the chain that has it.
  ///
  /// It is not retained.
  open weak var target: AnyObject?

  /// The method that is called; nil if there is none.
  open var action: Selector?

  /// Whether the control receives events; true by default.
  open var isEnabled = true {
    didSet { if isEnabled != oldValue { needsDisplay = true } }
  }

  /// Whether the method is called during a drag, too; true by default.
  open var isContinuous = true

  private var storedTag = 0

  /// A number for the program's own use; 0 by default.
  open override var tag: Int {
    get { storedTag }
    set { storedTag = newValue }
  }

  /// The value as a number.
  open var doubleValue: Double {
    get { number }
    set { number = newValue }
  }

  private var number = 0.0

  /// The button that the control follows.
  final var tracker = ControlTracker()

  /// The answers that the control gives to recognisers around it.
  var answers: GestureRules.Control { .plain }

  /// Tells it that a recogniser took the button that it followed.
  func trackingWasCancelled() {}

  override func mouseWasTaken(_ button: Int) {
    guard tracker.touch == button else { return }
    tracker.stop()
    trackingWasCancelled()
  }

  /// The value as a number.
  open var floatValue: Float {
    get { Float(doubleValue) }
    set { doubleValue = Double(newValue) }
  }

  /// The value as a whole number; NaN is 0, and numbers that are too large the nearest.
  open var integerValue: Int {
    get { doubleValue.isNaN ? 0 : Int(max(min(doubleValue, 1e15), -1e15)) }
    set { doubleValue = Double(newValue) }
  }

  /// The value as a text.
  open var stringValue: String {
    get { "\(doubleValue)" }
    set { doubleValue = Double(newValue) ?? 0 }
  }

  /// Calls a method of a target.
  ///
  /// - Returns: Whether it was called.
  @discardableResult
  open func sendAction(_ action: Selector?, to target: Any?) -> Bool {
    guard let action else { return false }
    return NSApplication.shared.sendAction(action, to: target, from: self)
  }

  /// Controls give their layers a look instead of drawing.
  open override var wantsUpdateLayer: Bool { true }

  /// Makes a layer for a text of a control, in the middle of its height.
  final func makeLabel(_ color: NSColor) -> CATextLayer {
    let label = CATextLayer()
    label.fontSize = 13
    label.alignmentMode = .center
    label.truncationMode = .end
    label.foregroundColor = color.cgColor
    label.actions = ["contents": NSNull(), "bounds": NSNull(), "position": NSNull()]
    return label
  }

  /// Places a text in the middle of a rectangle.
  final func place(_ label: CATextLayer, in rect: NSRect) {
    let height = min(label.preferredFrameSize().height, rect.height)
    label.contentsScale = layer?.contentsScale ?? 1
    label.frame = CGRect(
      x: rect.minX,
      y: rect.midY - height / 2,
      width: rect.width,
      height: height
    )
  }
}
