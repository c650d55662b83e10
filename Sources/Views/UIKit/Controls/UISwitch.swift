// Switches.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzInteraction

/// A control that is on or off.
///
/// It is always 51 by 31 points: a capsule, green when it is on, with a white thumb.
@preconcurrency
@MainActor
open class UISwitch: UIControl {
  private static let ownSize = CGSize(width: 51, height: 31)
  private static let thumbSide: CGFloat = 27
  private static let margin: CGFloat = 2

  /// The parts, which are faint together where the switch takes no touches.
  private let body = UIView()
  private let track = UIView()
  private let thumb = UIView()
  private var isSwitchedOn = false
  private var onColor: UIColor?
  private var thumbColor: UIColor?
  /// Whether it was on when the touch came down that is followed.
  private var wasOn = false
  /// Whether that touch has dragged the thumb to the other end.
  private var hasDragged = false

  /// Creates a switch that is off; its size is always the same.
  public override init(frame: CGRect) {
    super.init(frame: CGRect(origin: frame.origin, size: Self.ownSize))
    prepare()
  }

  /// Creates a switch from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    for view in subviews { view.removeFromSuperview() }
    prepare()
    isSwitchedOn = coder.decodeBool(forKey: "UISwitchOn")
    coder.finish(self, UISwitch.self)
  }

  /// Archives the switch with its state.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(isSwitchedOn, forKey: "UISwitchOn")
  }

  private func prepare() {
    body.isUserInteractionEnabled = false
    addSubview(body)
    for view in [track, thumb] { body.addSubview(view) }
    track.layer.cornerRadius = Self.ownSize.height / 2
    thumb.layer.cornerRadius = Self.thumbSide / 2
    thumb.layer.shadowOpacity = 0.15
    thumb.layer.shadowRadius = 3
    thumb.layer.shadowOffset = CGSize(width: 0, height: 2)
  }

  /// Whether it is on.
  open var isOn: Bool {
    get { isSwitchedOn }
    set { setOn(newValue, animated: false) }
  }

  /// Sets the state without sending an event; animated, the thumb moves.
  open func setOn(_ on: Bool, animated: Bool) {
    isSwitchedOn = on
    guard animated else { return setNeedsLayout() }
    UIView.animate(withDuration: 0.2) { [self] in placeParts() }
  }

  /// The colour when it is on; nil, the default, for green.
  open var onTintColor: UIColor? {
    get { onColor }
    set {
      onColor = newValue
      setNeedsLayout()
    }
  }

  /// The colour of the thumb; nil, the default, for white.
  open var thumbTintColor: UIColor? {
    get { thumbColor }
    set {
      thumbColor = newValue
      setNeedsLayout()
    }
  }

  /// 51 by 31 points.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { Self.ownSize }

  /// 51 by 31 points.
  open override var intrinsicContentSize: CGSize { Self.ownSize }

  /// Places the parts.
  open override func layoutSubviews() {
    super.layoutSubviews()
    placeParts()
  }

  private func placeParts() {
    body.frame = CGRect(origin: .zero, size: Self.ownSize)
    track.frame = body.frame
    let x = isSwitchedOn ? Self.ownSize.width - Self.margin - Self.thumbSide : Self.margin
    thumb.frame = CGRect(x: x, y: Self.margin, width: Self.thumbSide, height: Self.thumbSide)
    track.backgroundColor = isSwitchedOn ? onColor ?? .systemGreen : .systemGray5
    thumb.backgroundColor = thumbColor ?? .white
    body.alpha = isEnabled ? 1 : 0.5
  }

  // MARK: Tracking

  override var answers: GestureRules.Control { .toggle }

  override func isOnKnob(_ place: CGPoint) -> Bool {
    let reach = InteractionConstants.thumbReach
    return thumb.frame.insetBy(dx: -reach, dy: -reach).contains(place)
  }

  /// Follows any touch.
  open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    wasOn = isSwitchedOn
    hasDragged = false
    return true
  }

  /// Moves the thumb when the finger is at the other end.
  open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    let x = touch.location(in: self).x
    if isSwitchedOn ? x < Self.ownSize.width * 0.25 : x > Self.ownSize.width * 0.75,
      abs(x - touch.previousLocation(in: self).x) > 0
    {
      hasDragged = true
      setOn(!isSwitchedOn, animated: true)
    }
    return true
  }

  /// Switches at a touch that has not dragged the thumb; sends the event if the state is another.
  open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    if !hasDragged, isTouchInside { setOn(!isSwitchedOn, animated: true) }
    guard isSwitchedOn != wasOn else { return }
    send(.valueChanged, event)
    send(.primaryActionTriggered, event)
  }

  /// Takes the thumb back.
  open override func cancelTracking(with event: UIEvent?) {
    if isSwitchedOn != wasOn { setOn(wasOn, animated: true) }
  }
}
