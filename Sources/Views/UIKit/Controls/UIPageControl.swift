// Page controls.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzInteraction

/// A row of dots, one for each page, of which the present one stands out.
///
/// A touch on the right half leads to the next page, one on the left half to the one before. A
/// finger that moves along the dots leads through the pages: one for each distance of two dots.
///
/// **Differences**: all dots have one size, and the row is centred; it does not scroll where it is
/// wider than the control.
@preconcurrency
@MainActor
open class UIPageControl: UIControl {
  override var answers: GestureRules.Control { .button }

  /// The look behind the dots.
  public enum BackgroundStyle: Int, Hashable, Sendable {
    /// A plate while a finger leads through the pages.
    case automatic = 0
    /// A plate.
    case prominent = 1
    /// None.
    case minimal = 2
  }

  /// The way in which a finger changes the page.
  public enum InteractionState: Int, Hashable, Sendable {
    /// None does.
    case none = 0
    /// A tap leads to the next page or the one before.
    case discrete = 1
    /// A finger that moves leads through the pages.
    case continuous = 2
  }

  private static let dotSide: CGFloat = 7
  /// The distance between two dots or images, in points.
  private static let gap: CGFloat = 9
  /// The room above and below them together, in points.
  private static let heightAround: CGFloat = 19
  /// The room at each end of the row, in points.
  private static let margin: CGFloat = 16
  /// More dots than that are not drawn: they would not fit any screen.
  private static let mostDots = 256

  private var dots: [UIImageView] = []
  private var plate: UIView?
  private var commonImage: UIImage?
  private var images: [Int: UIImage] = [:]
  /// The place and the page at which a finger came down; nil while there is none.
  private var start: (x: CGFloat, page: Int)?
  private var pages = 0
  private var current = 0
  private var hidesAlone = false
  private var dotColor: UIColor?
  private var currentColor: UIColor?

  /// Creates a control without pages.
  public override init(frame: CGRect) {
    super.init(frame: frame)
  }

  /// Creates a control from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    for view in subviews { view.removeFromSuperview() }
    numberOfPages = Int(coder.decodeInt64(forKey: "UINumberOfPages"))
    currentPage = Int(coder.decodeInt64(forKey: "UICurrentPage"))
    coder.finish(self, UIPageControl.self)
  }

  /// Archives the control with its pages.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(Int64(pages), forKey: "UINumberOfPages")
    coder.encode(Int64(current), forKey: "UICurrentPage")
  }

  /// The number of pages; 0 by default.
  open var numberOfPages: Int {
    get { pages }
    set {
      pages = max(newValue, 0)
      images = images.filter { $0.key < pages }
      currentPage = current
      invalidateIntrinsicContentSize()
    }
  }

  /// The present page, from 0; clamped to the valid range.
  open var currentPage: Int {
    get { current }
    set {
      current = min(max(newValue, 0), max(pages - 1, 0))
      setNeedsLayout()
    }
  }

  /// Whether it shows nothing for one page; false by default.
  open var hidesForSinglePage: Bool {
    get { hidesAlone }
    set {
      hidesAlone = newValue
      setNeedsLayout()
    }
  }

  /// The colour of the other dots; nil, the default, for a faint one.
  open var pageIndicatorTintColor: UIColor? {
    get { dotColor }
    set {
      dotColor = newValue
      setNeedsLayout()
    }
  }

  /// The colour of the present page's dot; nil, the default, for that of text.
  open var currentPageIndicatorTintColor: UIColor? {
    get { currentColor }
    set {
      currentColor = newValue
      setNeedsLayout()
    }
  }

  // MARK: Looks

  /// The look behind the dots; automatic by default.
  open var backgroundStyle = BackgroundStyle.automatic {
    didSet { setNeedsLayout() }
  }

  /// The image in place of the dots of all pages; nil, the default, for dots.
  ///
  /// Templates, and so symbols, take the colour of the dot. Images are shown in their own size.
  open var preferredIndicatorImage: UIImage? {
    get { commonImage }
    set {
      commonImage = newValue
      imagesChanged()
    }
  }

  /// Returns the image of a page alone; nil if it has none.
  open func indicatorImage(forPage page: Int) -> UIImage? { images[page] }

  /// Sets the image of a page alone; nil takes it back.
  ///
  /// A page that there is not is ignored.
  open func setIndicatorImage(_ image: UIImage?, forPage page: Int) {
    guard page >= 0, page < pages else { return }
    images[page] = image
    imagesChanged()
  }

  private func imagesChanged() {
    invalidateIntrinsicContentSize()
    setNeedsLayout()
  }

  // MARK: Size

  /// The room of one page: that of a dot, or of the largest image.
  private var roomOfPage: CGSize {
    var room = CGSize(width: Self.dotSide, height: Self.dotSide)
    for image in images.values + [commonImage].compactMap({ $0 }) {
      room.width = max(room.width, image.size.width)
      room.height = max(room.height, image.size.height)
    }
    return room
  }

  /// The distance from one page to the next, in points.
  private var pitch: CGFloat { roomOfPage.width + Self.gap }

  /// The size that dots or images of that number of pages fit.
  open func size(forNumberOfPages pageCount: Int) -> CGSize {
    let count = CGFloat(min(max(pageCount, 0), Self.mostDots))
    let room = roomOfPage
    let width = count > 0 ? (count - 1) * (room.width + Self.gap) + room.width : 0
    return CGSize(width: width + 2 * Self.margin, height: room.height + Self.heightAround)
  }

  /// The size that the dots fit.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { self.size(forNumberOfPages: pages) }

  /// The size that the dots fit.
  open override var intrinsicContentSize: CGSize { size(forNumberOfPages: pages) }

  /// Places the dots.
  open override func layoutSubviews() {
    super.layoutSubviews()
    let count = hidesAlone && pages == 1 ? 0 : min(pages, Self.mostDots)
    while dots.count > count { dots.removeLast().removeFromSuperview() }
    while dots.count < count {
      let dot = UIImageView(frame: .zero)
      dots.append(dot)
      addSubview(dot)
    }
    let (room, pitch) = (roomOfPage, pitch)
    let width = CGFloat(max(count - 1, 0)) * pitch + room.width
    var x = ((bounds.width - width) / 2).rounded()
    placePlate(from: x, width: count > 0 ? width : 0)
    for (index, dot) in dots.enumerated() {
      let image = images[index] ?? commonImage
      let size = image?.size ?? CGSize(width: Self.dotSide, height: Self.dotSide)
      dot.frame = CGRect(
        x: x + ((room.width - size.width) / 2).rounded(),
        y: ((bounds.height - size.height) / 2).rounded(),
        width: size.width,
        height: size.height
      )
      show(index == current ? currentColor ?? .label : dotColor ?? .tertiaryLabel, image, in: dot)
      x += pitch
    }
  }

  private func show(_ color: UIColor, _ image: UIImage?, in dot: UIImageView) {
    let isAsAutomatic = image?.renderingMode == .automatic
    let template = isAsAutomatic ? image?.withRenderingMode(.alwaysTemplate) : image
    if dot.image != template { dot.image = template }
    if dot.tintColor != color { dot.tintColor = color }
    dot.backgroundColor = image == nil ? color : nil
    dot.layer.cornerRadius = image == nil ? Self.dotSide / 2 : 0
  }

  /// Shows the plate behind a row, or hides it.
  private func placePlate(from x: CGFloat, width: CGFloat) {
    let isShown: Bool
    switch backgroundStyle {
    case .automatic: isShown = interactionState == .continuous
    case .prominent: isShown = true
    case .minimal: isShown = false
    }
    plate?.isHidden = !isShown || width <= 0
    guard isShown, width > 0 else { return }
    let shown = plate ?? UIView(frame: .zero)
    if plate == nil {
      plate = shown
      shown.isUserInteractionEnabled = false
      shown.backgroundColor = .tertiarySystemFill
      insertSubview(shown, at: 0)
    }
    let height = roomOfPage.height + Self.heightAround
    shown.frame = CGRect(
      x: x - Self.margin,
      y: ((bounds.height - height) / 2).rounded(),
      width: width + 2 * Self.margin,
      height: height
    )
    shown.layer.cornerRadius = height / 2
  }

  /// Leads to the next page.
  open override func accessibilityIncrement() { turn(by: 1) }

  /// Leads to the page before.
  open override func accessibilityDecrement() { turn(by: -1) }

  private func turn(by pages: Int, _ event: UIEvent? = nil) { turn(to: current + pages, event) }

  private func turn(to page: Int, _ event: UIEvent?) {
    guard isEnabled else { return }
    let old = current
    currentPage = page
    if current != old { send(.valueChanged, event) }
  }

  // MARK: Fingers

  /// Whether a finger that moves along the dots leads through the pages; true by default.
  open var allowsContinuousInteraction = true

  /// The way in which a finger changes the page just now; none outside of such a change.
  open private(set) var interactionState = InteractionState.none {
    didSet { if interactionState != oldValue { setNeedsLayout() } }
  }

  /// A finger came down.
  open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    start = (touch.location(in: self).x, current)
    return true
  }

  /// Leads through the pages.
  open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    let x = touch.location(in: self).x
    guard allowsContinuousInteraction, let start, x.isFinite else { return true }
    let most = CGFloat(pages)
    let steps = Int(min(max((x - start.x) / pitch, -most), most).rounded())
    if steps != 0 { interactionState = .continuous }
    if interactionState == .continuous { turn(to: start.page + steps, event) }
    return true
  }

  /// Leads to the next page or the one before, unless the finger led through the pages.
  open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    defer { endInteraction() }
    guard interactionState == .none, let touch, isTouchInside else { return }
    interactionState = .discrete
    turn(by: touch.location(in: self).x >= bounds.midX ? 1 : -1, event)
  }

  /// Stops leading through the pages.
  open override func cancelTracking(with event: UIEvent?) {
    super.cancelTracking(with: event)
    endInteraction()
  }

  private func endInteraction() {
    start = nil
    interactionState = .none
  }
}
