// Renderers: closures that draw images.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

/// The format of what a renderer draws.
open class UIGraphicsRendererFormat: NSObject, NSCopying {
  /// The rectangle that is drawn, in points; set by the renderer.
  open internal(set) var bounds = CGRect.zero

  /// The default format.
  public required override init() {
    super.init()
  }

  /// Returns the default format.
  open class func `default`() -> Self { Self() }

  /// Returns the format that suits the screen: the default one.
  open class func preferred() -> Self { Self() }

  // `Any` because: it is NSCopying's.
  /// A format that says the same.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = Self()
    copy.bounds = bounds
    return copy
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

/// The format of an image: transparent or not, the scale, the range of colours.
///
/// The default is not opaque, has the scale of the main screen and the colours of sRGB.
open class UIGraphicsImageRendererFormat: UIGraphicsRendererFormat {
  /// The range of colours of an image.
  public enum Range: Int, Hashable, Sendable {
    /// Not said; colours of sRGB.
    case unspecified = -1
    /// That of the screen: extended if its traits have the gamut P3, else standard.
    case automatic = 0
    /// Colours may leave sRGB; 16 bits of floating point for each component.
    case extended = 1
    /// Colours of sRGB.
    case standard = 2
  }

  /// Pixels of a point; 0 is treated as 1.
  open var scale = CurrentTraits.screenScale
  /// Whether images are opaque; then they begin black.
  open var opaque = false
  /// The range of colours; automatic by default.
  open var preferredRange = Range.automatic

  /// The default format.
  public required init() {
    super.init()
  }

  /// The format that suits traits.
  public convenience init(for traitCollection: UITraitCollection) {
    self.init()
    if traitCollection.displayScale > 0 { scale = traitCollection.displayScale }
    if traitCollection.displayGamut == .P3 { preferredRange = .extended }
  }

  /// Whether images may have light beyond white: whether they have half floats.
  open var supportsHighDynamicRange: Bool {
    switch preferredRange {
    case .extended: true
    case .automatic: CurrentTraits.screen.displayGamut == .P3
    case .standard, .unspecified: false
    }
  }

  /// Whether colours may leave sRGB.
  open var prefersExtendedRange: Bool {
    get { preferredRange == .extended }
    set { preferredRange = newValue ? .extended : .standard }
  }

  // `Any` because: it is NSCopying's.
  /// A format that says the same.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    if let copy = copy as? UIGraphicsImageRendererFormat {
      copy.scale = scale
      copy.opaque = opaque
      copy.preferredRange = preferredRange
    }
    return copy
  }
}

/// The context of a renderer's closure.
open class UIGraphicsRendererContext: NSObject {
  /// The context to draw into, with y down.
  public let cgContext: CGContext
  private let ownFormat: UIGraphicsRendererFormat

  init(_ context: CGContext, _ format: UIGraphicsRendererFormat) {
    cgContext = context
    ownFormat = format
    super.init()
  }

  /// The format of the renderer.
  open var format: UIGraphicsRendererFormat { ownFormat }

  /// Fills a rectangle with the fill colour.
  open func fill(_ rect: CGRect) { fill(rect, blendMode: .normal) }

  /// Fills a rectangle with the fill colour.
  open func fill(_ rect: CGRect, blendMode: CGBlendMode) {
    cgContext.saveGState()
    cgContext.setBlendMode(blendMode)
    cgContext.fill(rect)
    cgContext.restoreGState()
  }

  /// Draws a line of 1 point inside a rectangle with the stroke colour.
  open func stroke(_ rect: CGRect) { stroke(rect, blendMode: .normal) }

  /// Draws a line of 1 point inside a rectangle with the stroke colour.
  open func stroke(_ rect: CGRect, blendMode: CGBlendMode) {
    cgContext.saveGState()
    cgContext.setBlendMode(blendMode)
    cgContext.stroke(rect.insetBy(dx: 0.5, dy: 0.5), width: 1)
    cgContext.restoreGState()
  }

  /// Clips drawing to a rectangle.
  open func clip(to rect: CGRect) { cgContext.clip(to: rect) }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

/// The context of an image renderer's closure.
open class UIGraphicsImageRendererContext: UIGraphicsRendererContext {
  /// The format of the renderer.
  open override var format: UIGraphicsImageRendererFormat {
    super.format as? UIGraphicsImageRendererFormat ?? UIGraphicsImageRendererFormat()
  }

  /// The image as it is drawn so far.
  open var currentImage: UIImage {
    guard cgContext.colorSpace != nil, let image = cgContext.makeImage() else { return UIImage() }
    return UIImage(cgImage: image, scale: format.usableScale, orientation: .up)
  }
}

/// An object that draws with closures; see `UIGraphicsImageRenderer`.
open class UIGraphicsRenderer: NSObject {
  private let ownFormat: UIGraphicsRendererFormat

  /// A renderer of a rectangle, in points, with the default format.
  public convenience init(bounds: CGRect) {
    self.init(bounds: bounds, format: UIGraphicsRendererFormat())
  }

  /// A renderer of a rectangle, in points.
  public init(bounds: CGRect, format: UIGraphicsRendererFormat) {
    let own = format.copy() as? UIGraphicsRendererFormat ?? format
    own.bounds = bounds
    ownFormat = own
    super.init()
  }

  /// The format, which the renderer copied.
  open var format: UIGraphicsRendererFormat { ownFormat }

  /// Whether images may be drawn: true.
  open var allowsImageOutput: Bool { true }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

/// An object that draws images with closures.
///
/// ```swift
/// let renderer = UIGraphicsImageRenderer(size: CGSize(width: 100, height: 40))
/// let button = renderer.image { context in
///   UIColor.systemBlue.setFill()
///   context.fill(renderer.format.bounds)
/// }
/// ```
///
/// An image that is empty, not finite, or larger than 16384 pixels a side or 512 MiB has no pixels;
/// its closure is called, and draws nothing.
open class UIGraphicsImageRenderer: UIGraphicsRenderer {
  /// A closure that draws.
  public typealias DrawingActions = (_ rendererContext: UIGraphicsImageRendererContext) -> Void

  /// A renderer of images of a size in points, with the default format.
  public convenience init(size: CGSize) {
    self.init(size: size, format: UIGraphicsImageRendererFormat())
  }

  /// A renderer of images of a size in points.
  public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) {
    self.init(bounds: CGRect(origin: .zero, size: size), format: format)
  }

  /// A renderer of a rectangle, in points, with the default format.
  public convenience init(bounds: CGRect) {
    self.init(bounds: bounds, format: UIGraphicsImageRendererFormat())
  }

  /// A renderer of a rectangle, in points, whose origin is the upper left corner of images.
  public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
    super.init(bounds: bounds, format: format)
  }

  /// The format, which the renderer copied.
  open override var format: UIGraphicsImageRendererFormat {
    super.format as? UIGraphicsImageRendererFormat ?? UIGraphicsImageRendererFormat()
  }

  /// The image that `actions` draws.
  open func image(actions: DrawingActions) -> UIImage {
    var image = UIImage()
    draw(actions) { image = $0.currentImage }
    return image
  }

  /// The PNG file of the image that `actions` draws; empty for an image without pixels.
  open func pngData(actions: DrawingActions) -> Data { image(actions: actions).pngData() ?? Data() }

  /// The JPEG file of the image that `actions` draws; empty for an image without pixels.
  open func jpegData(
    withCompressionQuality compressionQuality: CGFloat,
    actions: DrawingActions
  ) -> Data {
    image(actions: actions).jpegData(compressionQuality: compressionQuality) ?? Data()
  }

  /// Calls `drawingActions` and, before its context goes, `completionActions`.
  ///
  /// **Differences**: nothing is thrown.
  open func runDrawingActions(
    _ drawingActions: DrawingActions,
    completionActions: DrawingActions? = nil
  ) throws {
    draw(drawingActions) { completionActions?($0) }
  }

  private func draw(_ actions: DrawingActions, _ completion: DrawingActions) {
    let format = format
    let canvas = ImageCanvas(
      size: format.bounds.size,
      origin: format.bounds.origin,
      scale: format.usableScale,
      isOpaque: format.opaque,
      isExtended: format.supportsHighDynamicRange
    )
    guard let context = canvas?.context ?? CGContext.nowhere else { return }
    let rendererContext = UIGraphicsImageRendererContext(context, format)
    UIGraphicsPushContext(context)
    actions(rendererContext)
    UIGraphicsPopContext()
    completion(rendererContext)
  }
}

extension UIGraphicsImageRendererFormat {
  /// The scale where it is a positive number; else 1.
  var usableScale: CGFloat { scale > 0 && scale.isFinite ? scale : 1 }
}
