// Views that show images.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzCore

/// A view that shows an image, or several one after the other.
///
/// The layer shows the pixels themselves: there is no bitmap of the view's own, except for an image
/// with caps whose middle is repeated. `contentMode` places the image; templates take the tint
/// colour.
///
/// ```swift
/// let view = UIImageView(image: UIImage(named: "Ship"))
/// view.contentMode = .scaleAspectFit
/// ```
@preconcurrency
@MainActor
open class UIImageView: UIView, UIAccessibilityContentSizeCategoryImageAdjusting {
  /// The name of the animation of images, as `layer.animation(forKey:)` takes it.
  static let animationKey = "contents"

  private var shown: UIImage?
  private var shownHighlighted: UIImage?
  /// The image that shows: one of the two, as the preferred configuration makes it.
  private var current: UIImage?
  private var symbolChoice: UIImage.SymbolConfiguration?
  private var highlighted = false
  private var frames: [UIImage]?
  private var highlightedFrames: [UIImage]?
  private var frameDuration: TimeInterval = 0
  private var repeats = 0
  /// The size of the repeated middle's bitmap, if there is one.
  private var tiledSize: CGSize?

  /// Creates a view of an image, of its size.
  public init(image: UIImage?) {
    super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    isUserInteractionEnabled = false
    shown = image
    update()
  }

  /// Creates a view of an image, and of another one for while it is highlighted.
  public init(image: UIImage?, highlightedImage: UIImage?) {
    let size = (image ?? highlightedImage)?.size ?? .zero
    super.init(frame: CGRect(origin: .zero, size: size))
    isUserInteractionEnabled = false
    shown = image
    shownHighlighted = highlightedImage
    update()
  }

  /// Creates a view without an image.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
  }

  /// Creates a view from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    isUserInteractionEnabled = false
    shown = coder.object(of: UIImage.self, forKey: "UIImage")
    update()
    coder.finish(self, UIImageView.self)
  }

  /// Archives the view with its image.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(shown, forKey: "UIImage")
  }

  // MARK: Images

  /// The image; nil if there is none.
  ///
  /// An animated image runs from the start when it is set.
  open var image: UIImage? {
    get { shown }
    set {
      shown = newValue
      update()
      invalidateIntrinsicContentSize()
    }
  }

  /// The image while the view is highlighted; nil for `image`.
  open var highlightedImage: UIImage? {
    get { shownHighlighted }
    set {
      shownHighlighted = newValue
      if highlighted { update() }
    }
  }

  /// Whether the highlighted image is shown.
  open var isHighlighted: Bool {
    get { highlighted }
    set {
      guard newValue != highlighted else { return }
      highlighted = newValue
      update()
    }
  }

  /// The size, the weight and the colours of symbols in the view; nil, the default, for those that
  /// symbols have by themselves.
  ///
  /// The values that an image has by a configuration of its own count first; `image` stays the
  /// image that was set. Images that are no symbols are shown as they are.
  ///
  /// **Differences**: a symbol of 17 points, of regular weight or of medium scale says nothing of
  /// its own about that.
  open var preferredSymbolConfiguration: UIImage.SymbolConfiguration? {
    get { symbolChoice }
    set {
      symbolChoice = newValue
      updateSymbol()
    }
  }

  // MARK: Animation

  /// The images that `startAnimating()` shows one after the other, in place of `image`.
  open var animationImages: [UIImage]? {
    get { frames }
    set {
      frames = newValue
      stopAnimating()
    }
  }

  /// The images of the animation while the view is highlighted.
  open var highlightedAnimationImages: [UIImage]? {
    get { highlightedFrames }
    set {
      highlightedFrames = newValue
      stopAnimating()
    }
  }

  /// The seconds of one run; 0, the default, for 1/30 s for each image.
  open var animationDuration: TimeInterval {
    get { frameDuration }
    set { frameDuration = newValue }
  }

  /// The number of runs; 0, the default, for no end.
  open var animationRepeatCount: Int {
    get { repeats }
    set { repeats = newValue }
  }

  /// Shows the images one after the other from the first one on; does nothing without any.
  open func startAnimating() {
    let own = highlighted ? highlightedFrames ?? frames : frames
    if let own {
      animate(own, duration: frameDuration, repeats: repeats)
    } else if let image = current, let images = image.images {
      animate(images, duration: image.duration, repeats: repeats)
    }
  }

  /// Shows `image` again.
  open func stopAnimating() { layer.removeAnimation(forKey: Self.animationKey) }

  /// Whether images are shown one after the other.
  open var isAnimating: Bool { layer.animation(forKey: Self.animationKey) != nil }

  private func animate(_ images: [UIImage], duration: TimeInterval, repeats: Int) {
    let values = images.compactMap { $0.shownImage(tint: tintColor) }
    guard !values.isEmpty else { return stopAnimating() }
    let animation = CAKeyframeAnimation(keyPath: "contents")
    animation.values = values
    animation.calculationMode = .discrete
    animation.duration =
      duration > 0 && duration.isFinite ? duration : Double(values.count) / 30
    animation.repeatCount = repeats > 0 ? Float(repeats) : .infinity
    layer.add(animation, forKey: Self.animationKey)
  }

  // MARK: Size

  /// The size of the image; zero without one.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { grownSize ?? .zero }

  /// The size of the image; -1 by -1 without one.
  open override var intrinsicContentSize: CGSize { grownSize ?? super.intrinsicContentSize }

  /// The size of the image as it grows with text; nil without one.
  private var grownSize: CGSize? {
    guard let size = current?.size else { return nil }
    let growth = growsWithText ? traitCollection.imageGrowth : 1
    return CGSize(width: size.width * growth, height: size.height * growth)
  }

  /// Whether the image grows with the sizes of text for accessibility; false by default.
  ///
  /// The size that the view asks for grows as body text does; its content mode scales the image.
  ///
  /// **Differences**: the measure is a choice. Symbols with a style of text grow by themselves, and
  /// by this again.
  open var adjustsImageSizeForAccessibilityContentSizeCategory: Bool {
    get { growsWithText }
    set {
      guard newValue != growsWithText else { return }
      growsWithText = newValue
      invalidateIntrinsicContentSize()
    }
  }
  private var growsWithText = false

  // MARK: Light

  /// The light that the image may show; unspecified, the default, for that of the traits.
  ///
  /// It becomes the `preferredDynamicRange` of the layer. Only outputs of extended range show light
  /// beyond white.
  open var preferredImageDynamicRange: UIImage.DynamicRange {
    get { preferredRange }
    set {
      preferredRange = newValue
      updateRange()
    }
  }
  private var preferredRange = UIImage.DynamicRange.unspecified

  /// The light that the image may show in fact, never unspecified.
  ///
  /// It is the view's own wish, or that of the traits; without both it is the standard range.
  open var imageDynamicRange: UIImage.DynamicRange {
    let wish = preferredRange == .unspecified ? traitCollection.imageDynamicRange : preferredRange
    return wish == .unspecified ? .standard : wish
  }

  /// Gives the layer the range.
  private func updateRange() {
    let range = imageDynamicRange.ofLayers
    // A layer whose range does not change takes no storage for it.
    if layer.preferredDynamicRange != range { layer.preferredDynamicRange = range }
  }

  // MARK: Showing

  /// Makes the repeated middle of an image with caps for the new size.
  open override func layoutSubviews() {
    super.layoutSubviews()
    if tiledSize != nil, tiledSize != bounds.size { update() }
  }

  /// Gives templates the new tint.
  open override func tintColorDidChange() {
    super.tintColorDidChange()
    if current?.look.isTemplate == true { update() }
  }

  /// Gives templates the tint of the new style.
  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    if growsWithText, previousTraitCollection?.imageGrowth != traitCollection.imageGrowth {
      invalidateIntrinsicContentSize()
    }
    updateRange()
    if symbolChoice != nil, current?.isSymbolImage == true { return updateSymbol() }
    if current?.look.isTemplate == true || current?.look.tint != nil { update() }
  }

  /// Shows a symbol as the preferred configuration makes it now.
  private func updateSymbol() {
    let old = current?.size
    update()
    if current?.size != old { invalidateIntrinsicContentSize() }
  }

  /// Returns an image as it is to show, for the current traits.
  private func resolved(_ image: UIImage?) -> UIImage? {
    guard let symbolChoice else { return image }
    return image?.preferring(symbolChoice)
  }

  /// Gives the layer the image.
  private func update() {
    current = highlighted ? shownHighlighted ?? shown : shown
    if symbolChoice != nil { asCurrentTraits { current = resolved(current) } }
    tiledSize = nil
    guard let image = current else {
      layer.contents = nil
      return stopAnimating()
    }
    var pixels: CGImage?
    asCurrentTraits { pixels = image.shownImage(tint: tintColor) }
    var center = CGRect(x: 0, y: 0, width: 1, height: 1)
    if let caps = image.look.caps, let whole = pixels {
      let parts = CapParts(whole, caps: caps, scale: image.scale)
      if image.resizingMode == .tile, !parts.isTilingStretching {
        tiledSize = bounds.size
        pixels = tiled(image)
        setNeedsLayout()
      } else {
        center = parts.contentsCenter
      }
    }
    contentScaleFactor = image.scale
    updateRange()
    layer.contents = pixels
    layer.contentsCenter = center
    if image.images != nil, frames == nil {
      startAnimating()
    } else {
      stopAnimating()
    }
  }

  /// The image at the size of the view; nil for a size without pixels, or for a size above the
  /// limit.
  private func tiled(_ image: UIImage) -> CGImage? {
    let canvas = ImageCanvas(
      size: bounds.size,
      scale: image.scale,
      isOpaque: false,
      isExtended: image.isHighDynamicRange
    )
    guard let canvas else { return nil }
    asCurrentTraits {
      canvas.context.setFillColor(tintColor.cgColor)
      image.draw(
        in: canvas.context,
        CGRect(origin: .zero, size: bounds.size),
        blendMode: .normal,
        alpha: 1
      )
    }
    return canvas.context.makeImage()
  }
}
