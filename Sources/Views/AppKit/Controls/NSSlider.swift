// Sliders.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzCore
import QuartzInteraction

/// A knob on a horizontal track, for a number in a range.
@preconcurrency
@MainActor
open class NSSlider: NSControl {
  private static let knobSize: CGFloat = 18
  private static let trackHeight: CGFloat = 4

  private let track = CALayer()
  private let filled = CALayer()
  private let knob = CALayer()
  private var value = 0.0

  /// Creates a slider from 0 to 1.
  public override init(frame frameRect: NSRect) {
    super.init(frame: frameRect)
    prepare()
  }

  /// Creates a slider from an archive; nothing is read.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
  }

  /// Creates a slider from 0 to 1, 24 points high.
  public convenience init(target: Any?, action: Selector?) {
    self.init(frame: NSRect(x: 0, y: 0, width: 100, height: 24))
    self.target = target as AnyObject?
    self.action = action
  }

  private func prepare() {
    track.backgroundColor = NSColor(white: 0.8, alpha: 1).cgColor
    filled.backgroundColor = NSColor.controlAccentColor.cgColor
    knob.backgroundColor = NSColor.white.cgColor
    knob.borderColor = NSColor(white: 0.7, alpha: 1).cgColor
    knob.borderWidth = 1
    knob.cornerRadius = NSSlider.knobSize / 2
    for layer in [track, filled] { layer.cornerRadius = NSSlider.trackHeight / 2 }
  }

  /// The least value; 0 by default.
  open var minValue = 0.0 {
    didSet { doubleValue = value }
  }

  /// The greatest value; 1 by default.
  open var maxValue = 1.0 {
    didSet { doubleValue = value }
  }

  /// The value, kept in the range; NaN changes nothing.
  open override var doubleValue: Double {
    get { value }
    set {
      guard !newValue.isNaN, !minValue.isNaN, !maxValue.isNaN else { return }
      value = min(max(newValue, minValue), max(minValue, maxValue))
      needsDisplay = true
    }
  }

  /// The part of the range before the value.
  private var part: Double {
    let range = maxValue - minValue
    return range > 0 && range.isFinite ? (value - minValue) / range : 0
  }

  private func moveKnob(to event: NSEvent) {
    let x = convert(event.locationInWindow, from: nil).x - bounds.minX
    let way = bounds.width - NSSlider.knobSize
    if way > 0 {
      doubleValue = minValue + (maxValue - minValue) * ((x - NSSlider.knobSize / 2) / way)
    }
    if isContinuous { sendAction(action, to: target) }
  }

  /// Moves the knob to the pointer.
  open override func mouseDown(with event: NSEvent) {
    guard follow(event) else { return }
    moveKnob(to: event)
  }

  /// Moves the knob with the pointer.
  open override func mouseDragged(with event: NSEvent) {
    guard followDrag(event) != nil, isEnabled else { return }
    moveKnob(to: event)
  }

  /// Calls the method, if it was not called during the drag.
  open override func mouseUp(with event: NSEvent) {
    guard followUp(event) != nil, isEnabled, !isContinuous else { return }
    sendAction(action, to: target)
  }

  override var answers: GestureRules.Control { .slider }

  /// Places the knob.
  open override func updateLayer() {
    guard let layer else { return }
    for part in [track, filled, knob] where part.superlayer !== layer { layer.addSublayer(part) }
    let (size, height) = (NSSlider.knobSize, NSSlider.trackHeight)
    let way = max(bounds.width - size, 0)
    let y = bounds.midY - height / 2
    let x = bounds.minX + way * part
    track.frame = CGRect(x: bounds.minX, y: y, width: bounds.width, height: height)
    filled.frame = CGRect(x: bounds.minX, y: y, width: way * part + size / 2, height: height)
    knob.frame = CGRect(x: x, y: bounds.midY - size / 2, width: size, height: size)
    layer.opacity = Float(alphaValue) * (isEnabled ? 1 : 0.5)
  }
}
