// Steppers.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzInteraction

/// A control of two buttons that step a value down and up.
///
/// It is always 94 by 32 points. While a finger stays down it steps again after half a second, and
/// then ten times a second.
@preconcurrency
@MainActor
open class UIStepper: UIControl {
  override var answers: GestureRules.Control { .button }

  private static let ownSize = CGSize(width: 94, height: 32)

  private var number = 0.0
  private var least = 0.0
  private var most = 100.0
  private var step = 1.0
  private let minus = UIView()
  private let plusAcross = UIView()
  private let plusDown = UIView()
  private let line = UIView()
  private let plate = UIView()
  /// Whether the finger is on the upper half; nil if there is none.
  private var isUp: Bool?
  /// The next step by itself.
  private var nextStep: ViewClock.Call?
  /// Seconds before the first step by itself, and between those after it.
  private static let firstDelay: TimeInterval = 0.5
  private static let nextDelay: TimeInterval = 0.1

  /// Creates a stepper for 0...100 at 0; its size is always the same.
  public override init(frame: CGRect) {
    super.init(frame: CGRect(origin: frame.origin, size: Self.ownSize))
    prepare()
  }

  /// Creates a stepper from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    for view in subviews { view.removeFromSuperview() }
    prepare()
    if coder.containsValue(forKey: "UIMaxValue") {
      least = coder.decodeDouble(forKey: "UIMinValue")
      most = max(coder.decodeDouble(forKey: "UIMaxValue"), least)
      stepValue = coder.decodeDouble(forKey: "UIStepValue")
      number = clamped(coder.decodeDouble(forKey: "UIValue"))
    }
    coder.finish(self, UIStepper.self)
  }

  /// Archives the stepper with its range and value.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(least, forKey: "UIMinValue")
    coder.encode(most, forKey: "UIMaxValue")
    coder.encode(step, forKey: "UIStepValue")
    coder.encode(number, forKey: "UIValue")
  }

  private func prepare() {
    layer.cornerRadius = 8
    clipsToBounds = true
    for view in [plate, line, minus, plusAcross, plusDown] {
      view.isUserInteractionEnabled = false
      addSubview(view)
    }
    plate.isHidden = true
  }

  private func clamped(_ value: Double) -> Double {
    value.isNaN ? least : min(max(value, least), most)
  }

  /// The value; clamped to the range.
  open var value: Double {
    get { number }
    set {
      number = clamped(newValue)
      setNeedsLayout()
    }
  }

  /// The smallest value; 0 by default.
  open var minimumValue: Double {
    get { least }
    set {
      guard newValue.isFinite else { return }
      least = newValue
      most = max(most, least)
      value = number
    }
  }

  /// The greatest value; 100 by default.
  open var maximumValue: Double {
    get { most }
    set {
      guard newValue.isFinite else { return }
      most = newValue
      least = min(least, most)
      value = number
    }
  }

  /// The step; positive, 1 by default.
  open var stepValue: Double {
    get { step }
    set { if newValue > 0, newValue.isFinite { step = newValue } }
  }

  /// Whether the value steps by itself while a finger stays down; true by default.
  open var autorepeat = true

  /// Whether a step beyond the end of the range leads to the other one; false by default.
  open var wraps = false

  /// Whether `valueChanged` is sent when a finger touches; else when it is lifted; true by default.
  open var isContinuous = true

  /// 94 by 32 points.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { Self.ownSize }

  /// 94 by 32 points.
  open override var intrinsicContentSize: CGSize { Self.ownSize }

  /// Places the parts.
  open override func layoutSubviews() {
    super.layoutSubviews()
    let (half, middle) = (Self.ownSize.width / 2, Self.ownSize.height / 2)
    if backgroundColor == nil { backgroundColor = .tertiarySystemFill }
    line.frame = CGRect(x: half - 0.5, y: 7, width: 1, height: Self.ownSize.height - 14)
    line.backgroundColor = .separator
    minus.frame = CGRect(x: half / 2 - 7, y: middle - 1, width: 14, height: 2)
    plusAcross.frame = CGRect(x: half * 1.5 - 7, y: middle - 1, width: 14, height: 2)
    plusDown.frame = CGRect(x: half * 1.5 - 1, y: middle - 7, width: 2, height: 14)
    let canFall = isEnabled && (wraps || number > least)
    let canRise = isEnabled && (wraps || number < most)
    minus.backgroundColor = canFall ? .label : .tertiaryLabel
    for part in [plusAcross, plusDown] { part.backgroundColor = canRise ? .label : .tertiaryLabel }
    // Where both cross, a translucent colour would be twice as strong.
    plusDown.isHidden = !canRise
    plate.isHidden = isUp == nil
    plate.backgroundColor = .systemFill
    plate.frame = CGRect(x: isUp == true ? half : 0, y: 0, width: half, height: Self.ownSize.height)
  }

  // MARK: Tracking

  /// Steps at a touch.
  open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    isUp = touch.location(in: self).x >= Self.ownSize.width / 2
    if isContinuous { stepOnce(event) }
    if autorepeat { stepLater(Self.firstDelay) }
    setNeedsLayout()
    return true
  }

  /// Steps when the finger is lifted, if not before.
  open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    if !isContinuous, isTouchInside { stepOnce(event) }
    stopStepping()
    setNeedsLayout()
  }

  /// Forgets the touch.
  open override func cancelTracking(with event: UIEvent?) {
    stopStepping()
    setNeedsLayout()
  }

  /// A stepper that leaves its window does not go on.
  open override func didMoveToWindow() {
    super.didMoveToWindow()
    if window == nil { stopStepping() }
  }

  private func stopStepping() {
    isUp = nil
    nextStep?.cancel()
    nextStep = nil
  }

  private func stepLater(_ delay: TimeInterval) {
    nextStep?.cancel()
    // A stepper without a window has no clock.
    guard let window else { return }
    nextStep = ViewClock.call(after: delay, in: window) { [weak self] in
      guard let self, isUp != nil, isContinuous else { return }
      stepOnce(nil)
      stepLater(Self.nextDelay)
    }
  }

  private func stepOnce(_ event: UIEvent?) {
    guard let isUp else { return }
    let old = number
    var next = isUp ? number + step : number - step
    if wraps {
      if next > most { next = least } else if next < least { next = most }
    }
    value = next
    guard number != old else { return }
    send(.valueChanged, event)
    send(.primaryActionTriggered, event)
  }
}
