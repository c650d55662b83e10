// Sliders.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzInteraction

/// A control for a number of a range: a track with a thumb.
///
/// The look is plain: a track of 4 points, a white thumb of 28 points with a shadow.
@preconcurrency
@MainActor
open class UISlider: UIControl {
  private static let thumbSide: CGFloat = 28
  private static let trackHeight: CGFloat = 4
  private static let ownHeight: CGFloat = 31
  /// How far beside the thumb a finger may begin, in points.
  private static let reach: CGFloat = 10

  private var number: Float = 0
  private var least: Float = 0
  private var most: Float = 1
  /// The parts, which are faint together where the slider takes no touches.
  private let body = UIView()
  private let minimumTrack = UIImageView(frame: .zero)
  private let maximumTrack = UIImageView(frame: .zero)
  private let thumb = UIImageView(frame: .zero)
  private let leastView = UIImageView(frame: .zero)
  private let mostView = UIImageView(frame: .zero)
  private var thumbImages: [State.RawValue: UIImage] = [:]
  private var leastTracks: [State.RawValue: UIImage] = [:]
  private var mostTracks: [State.RawValue: UIImage] = [:]
  private var leastColor: UIColor?
  private var mostColor: UIColor?
  private var thumbColor: UIColor?
  /// The distance of the finger from the middle of the thumb.
  private var grip: CGFloat = 0

  /// Creates a slider for 0...1 at 0.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }

  /// Creates a slider from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    for view in subviews { view.removeFromSuperview() }
    prepare()
    if coder.containsValue(forKey: "UIMaxValue") {
      least = coder.decodeFloat(forKey: "UIMinValue")
      most = max(coder.decodeFloat(forKey: "UIMaxValue"), least)
      number = clamped(coder.decodeFloat(forKey: "UIValue"))
    }
    coder.finish(self, UISlider.self)
  }

  /// Archives the slider with its range and value.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(least, forKey: "UIMinValue")
    coder.encode(most, forKey: "UIMaxValue")
    coder.encode(number, forKey: "UIValue")
  }

  private func prepare() {
    body.isUserInteractionEnabled = false
    addSubview(body)
    for view in [maximumTrack, minimumTrack, leastView, mostView, thumb] { body.addSubview(view) }
    for track in [maximumTrack, minimumTrack] {
      track.layer.cornerRadius = Self.trackHeight / 2
      track.clipsToBounds = true
    }
    thumb.layer.cornerRadius = Self.thumbSide / 2
    thumb.layer.shadowOpacity = 0.2
    thumb.layer.shadowRadius = 3
    thumb.layer.shadowOffset = CGSize(width: 0, height: 2)
  }

  // MARK: Values

  private func clamped(_ value: Float) -> Float {
    value.isNaN ? least : min(max(value, least), most)
  }

  /// The value; clamped to the range.
  open var value: Float {
    get { number }
    set { setValue(newValue, animated: false) }
  }

  /// The smallest value; the others are at least that.
  open var minimumValue: Float {
    get { least }
    set {
      guard newValue.isFinite else { return }
      least = newValue
      most = max(most, least)
      value = number
    }
  }

  /// The greatest value; the others are at most that.
  open var maximumValue: Float {
    get { most }
    set {
      guard newValue.isFinite else { return }
      most = newValue
      least = min(least, most)
      value = number
    }
  }

  /// Whether `valueChanged` is sent while the thumb moves; true by default.
  open var isContinuous = true

  /// Sets the value; animated, the thumb moves there.
  open func setValue(_ value: Float, animated: Bool) {
    number = clamped(value)
    guard animated else { return setNeedsLayout() }
    UIView.animate(withDuration: 0.2) { [self] in placeParts() }
  }

  private var share: CGFloat { most > least ? CGFloat((number - least) / (most - least)) : 0 }

  // MARK: Looks

  /// The colour of the track below the value; nil, the default, for the tint.
  open var minimumTrackTintColor: UIColor? {
    get { leastColor }
    set {
      leastColor = newValue
      setNeedsLayout()
    }
  }
  /// The colour of the track above the value; nil, the default, for grey.
  open var maximumTrackTintColor: UIColor? {
    get { mostColor }
    set {
      mostColor = newValue
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
  /// The image at the end of the smallest value; nil if there is none.
  open var minimumValueImage: UIImage? {
    get { leastView.image }
    set {
      leastView.image = newValue
      setNeedsLayout()
    }
  }
  /// The image at the end of the greatest value; nil if there is none.
  open var maximumValueImage: UIImage? {
    get { mostView.image }
    set {
      mostView.image = newValue
      setNeedsLayout()
    }
  }

  /// Sets the image of the thumb for a state; nil for that of the normal one.
  open func setThumbImage(_ image: UIImage?, for state: State) {
    thumbImages[state.rawValue] = image
    setNeedsLayout()
  }
  /// Sets the image of the track below the value for a state.
  open func setMinimumTrackImage(_ image: UIImage?, for state: State) {
    leastTracks[state.rawValue] = image
    setNeedsLayout()
  }
  /// Sets the image of the track above the value for a state.
  open func setMaximumTrackImage(_ image: UIImage?, for state: State) {
    mostTracks[state.rawValue] = image
    setNeedsLayout()
  }
  /// The image of the thumb for a state, or for the normal one; nil for the plain look.
  open func thumbImage(for state: State) -> UIImage? { image(thumbImages, state) }
  /// The image of the track below the value for a state.
  open func minimumTrackImage(for state: State) -> UIImage? { image(leastTracks, state) }
  /// The image of the track above the value for a state.
  open func maximumTrackImage(for state: State) -> UIImage? { image(mostTracks, state) }
  /// The image of the thumb in the present state.
  open var currentThumbImage: UIImage? { thumbImage(for: state) }
  /// The image of the track below the value in the present state.
  open var currentMinimumTrackImage: UIImage? { minimumTrackImage(for: state) }
  /// The image of the track above the value in the present state.
  open var currentMaximumTrackImage: UIImage? { maximumTrackImage(for: state) }

  private func image(_ images: [State.RawValue: UIImage], _ state: State) -> UIImage? {
    images[state.rawValue] ?? images[State.normal.rawValue]
  }

  // MARK: Geometry

  /// The rectangle of the image at the smallest value.
  open func minimumValueImageRect(forBounds bounds: CGRect) -> CGRect {
    let size = leastView.image?.size ?? .zero
    return CGRect(
      x: bounds.minX,
      y: bounds.midY - size.height / 2,
      width: size.width,
      height: size.height
    )
  }

  /// The rectangle of the image at the greatest value.
  open func maximumValueImageRect(forBounds bounds: CGRect) -> CGRect {
    let size = mostView.image?.size ?? .zero
    return CGRect(
      x: bounds.maxX - size.width,
      y: bounds.midY - size.height / 2,
      width: size.width,
      height: size.height
    )
  }

  /// The rectangle of the track.
  open func trackRect(forBounds bounds: CGRect) -> CGRect {
    let (left, right) = (minimumValueImage?.size.width, maximumValueImage?.size.width)
    // Two points beside the thumb at its ends, or five between track and image.
    let start = bounds.minX + (left.map { $0 + 5 } ?? 2)
    let end = bounds.maxX - (right.map { $0 + 5 } ?? 2)
    let height = currentMinimumTrackImage?.size.height ?? Self.trackHeight
    return CGRect(
      x: start,
      y: (bounds.midY - height / 2).rounded(),
      width: max(end - start, 0),
      height: height
    )
  }

  /// The rectangle of the thumb at a value.
  open func thumbRect(forBounds bounds: CGRect, trackRect rect: CGRect, value: Float) -> CGRect {
    let size = currentThumbImage?.size ?? CGSize(width: Self.thumbSide, height: Self.thumbSide)
    let share = most > least ? CGFloat((clamped(value) - least) / (most - least)) : 0
    // The thumb hangs two points over the track, as far as it fits.
    let room = max(rect.width + 4 - size.width, 0)
    return CGRect(
      x: rect.minX - 2 + room * share,
      y: bounds.midY - size.height / 2,
      width: size.width,
      height: size.height
    )
  }

  /// As wide as it is, 31 points high.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: bounds.width, height: Self.ownHeight)
  }

  /// 31 points high.
  open override var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: Self.ownHeight)
  }

  /// Adds a tenth of the range.
  open override func accessibilityIncrement() { adjust(by: 0.1) }

  /// Takes a tenth of the range away.
  open override func accessibilityDecrement() { adjust(by: -0.1) }

  private func adjust(by share: Float) {
    guard isEnabled else { return }
    let old = number
    value = number + share * (most - least)
    if number != old { send(.valueChanged, nil) }
  }

  /// Places the parts.
  open override func layoutSubviews() {
    super.layoutSubviews()
    placeParts()
  }

  private func placeParts() {
    body.frame = CGRect(origin: .zero, size: bounds.size)
    let track = trackRect(forBounds: bounds)
    let place = thumbRect(forBounds: bounds, trackRect: track, value: number)
    let split = min(max(place.midX, track.minX), track.maxX)
    minimumTrack.frame = CGRect(
      x: track.minX,
      y: track.minY,
      width: split - track.minX,
      height: track.height
    )
    maximumTrack.frame = CGRect(
      x: split,
      y: track.minY,
      width: track.maxX - split,
      height: track.height
    )
    // The right half of a round track ends round, and begins straight under the thumb.
    thumb.frame = place
    leastView.frame = minimumValueImageRect(forBounds: bounds)
    mostView.frame = maximumValueImageRect(forBounds: bounds)
    show(minimumTrack, currentMinimumTrackImage, leastColor ?? tintColor)
    show(maximumTrack, currentMaximumTrackImage, mostColor ?? .systemGray4)
    show(thumb, currentThumbImage, thumbColor ?? .white)
    let isPlain = currentThumbImage == nil
    thumb.layer.shadowOpacity = isPlain ? 0.2 : 0
    body.alpha = isEnabled ? 1 : 0.5
  }

  private func show(_ view: UIImageView, _ image: UIImage?, _ color: UIColor) {
    if view.image !== image { view.image = image }
    view.backgroundColor = image == nil ? color : nil
  }

  /// Shows the tint.
  open override func tintColorDidChange() {
    super.tintColorDidChange()
    setNeedsLayout()
  }

  // MARK: Tracking

  private var thumbPlace: CGRect {
    thumbRect(forBounds: bounds, trackRect: trackRect(forBounds: bounds), value: number)
  }

  override var answers: GestureRules.Control { .slider }

  override func isOnKnob(_ place: CGPoint) -> Bool {
    thumbPlace.insetBy(dx: -Self.reach, dy: -Self.reach).contains(place)
  }

  /// Follows a touch on the thumb.
  open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    let point = touch.location(in: self)
    guard isOnKnob(point) else { return false }
    grip = point.x - thumbPlace.midX
    return true
  }

  /// Moves the thumb with the touch.
  open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    let track = trackRect(forBounds: bounds)
    let first = thumbRect(forBounds: bounds, trackRect: track, value: least).midX
    let last = thumbRect(forBounds: bounds, trackRect: track, value: most).midX
    guard last > first else { return true }
    let share = (touch.location(in: self).x - grip - first) / (last - first)
    let old = number
    number = clamped(least + Float(min(max(share, 0), 1)) * (most - least))
    setNeedsLayout()
    if isContinuous, number != old { send(.valueChanged, event) }
    return true
  }

  /// Tells of the value if it was not told before.
  open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    if !isContinuous { send(.valueChanged, event) }
  }
}
