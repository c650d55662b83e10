// Images: pixels with a scale, an orientation and a way of being drawn.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import CoreImage
public import Foundation
import Synchronization

/// An image: pixels, their scale, their orientation, and how they are stretched and coloured.
///
/// Images are immutable and may be used from any thread.
///
/// ```swift
/// let dot = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 20)).image { _ in
///   UIColor.red.setFill()
///   UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: 20, height: 20)).fill()
/// }
/// ```
///
/// Images by name come from the main bundle and its asset catalogues, and from `imageFolders`.
// Safe because: nothing changes after an initialiser but the images that are made from it on
// demand, which have a lock.
open class UIImage: NSObject, NSSecureCoding, @unchecked Sendable {
  /// The source of the pixels.
  enum Source {
    case none
    case pixels(CGImage)
    case filtered(CIImage)
  }

  /// The turn of an image from how it is stored to how it is shown.
  public enum Orientation: Int, Hashable, Sendable {
    /// As it is stored.
    case up = 0
    /// Turned by 180 degrees.
    case down = 1
    /// Turned by 90 degrees counterclockwise.
    case left = 2
    /// Turned by 90 degrees clockwise.
    case right = 3
    /// Mirrored from left to right.
    case upMirrored = 4
    /// Mirrored from left to right, then turned by 180 degrees.
    case downMirrored = 5
    /// Mirrored from left to right, then turned by 90 degrees counterclockwise.
    case leftMirrored = 6
    /// Mirrored from left to right, then turned by 90 degrees clockwise.
    case rightMirrored = 7
  }

  /// The way in which the middle of an image with caps fills more room.
  public enum ResizingMode: Int, Hashable, Sendable {
    /// It is repeated.
    case tile = 0
    /// It is stretched.
    case stretch = 1
  }

  /// The meaning of the colours of an image.
  public enum RenderingMode: Int, Hashable, Sendable {
    /// As the place where it is shown says; the original ones in image views.
    case automatic = 0
    /// They are shown.
    case alwaysOriginal = 1
    /// Only alpha counts; the tint colour is shown through it.
    case alwaysTemplate = 2
  }

  /// How the pixels are shown.
  struct Look: Hashable {
    var scale: CGFloat = 1
    var orientation = Orientation.up
    /// Nil for an image that is stretched whole.
    var caps: UIEdgeInsets?
    var resizingMode = ResizingMode.tile
    var alignment = UIEdgeInsets.zero
    var renderingMode = RenderingMode.automatic
    var tint: UIColor?
    var flipsForRightToLeft = false
    var frames: [UIImage]?
    var duration = 0.0
    /// Nil for an image that is no symbol.
    var symbol: SymbolFacts?

    /// Whether only alpha counts; symbols are templates unless they say otherwise.
    var isTemplate: Bool {
      renderingMode == .alwaysTemplate
        || symbol != nil && symbol?.colors.isEmpty == true && renderingMode == .automatic
    }
  }

  /// Images that are made when they are first needed.
  struct Made {
    var upright: CGImage?
    var rendered: CGImage?
    var tinted: (color: CGColor, image: CGImage)?
    /// The images for other traits; nil for an image that was made otherwise.
    var asset: UIImageAsset?
  }

  let source: Source
  let look: Look
  let made = Mutex(Made())

  init(_ source: Source, _ look: Look) {
    self.source = source
    self.look = look
    super.init()
  }

  // MARK: Creating images

  /// An image without pixels and without size.
  public override init() {
    source = .none
    look = Look()
    super.init()
  }

  /// The image of Core Graphics, one pixel for each point.
  public init(cgImage: CGImage) {
    source = .pixels(cgImage)
    look = Look()
    super.init()
  }

  /// The image of Core Graphics.
  ///
  /// - Parameters:
  ///   - cgImage: The pixels as they are stored.
  ///   - scale: Pixels of a point; values that are not positive are treated as 1.
  ///   - orientation: The turn from how they are stored to how they are shown.
  public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
    source = .pixels(cgImage)
    look = Look(scale: Self.checked(scale), orientation: orientation)
    super.init()
  }

  /// The image of Core Image, one pixel for each point.
  public init(ciImage: CIImage) {
    source = .filtered(ciImage)
    look = Look()
    super.init()
  }

  /// The image of Core Image.
  ///
  /// - Parameters:
  ///   - ciImage: The pixels, made when they are first drawn.
  ///   - scale: Pixels of a point; values that are not positive are treated as 1.
  ///   - orientation: The turn from how they are stored to how they are shown.
  public init(ciImage: CIImage, scale: CGFloat, orientation: Orientation) {
    source = .filtered(ciImage)
    look = Look(scale: Self.checked(scale), orientation: orientation)
    super.init()
  }

  /// The image of a file's bytes, with the orientation that they say; nil if they hold none.
  ///
  /// - Parameters:
  ///   - data: A file of one of Image I/O's formats; of several images, the first.
  ///   - scale: Pixels of a point; values that are not positive are treated as 1.
  public init?(data: Data, scale: CGFloat = 1) {
    guard let stored = StoredImage(data) else { return nil }
    source = .pixels(stored.image)
    look = Look(scale: Self.checked(scale), orientation: stored.orientation)
    super.init()
  }

  /// The image of a file; nil if there is none.
  ///
  /// On screens of 2 and 3 pixels a point, a file whose name ends in `@2x` or `@3x` before its
  /// extension is taken first.
  public init?(contentsOfFile path: String) {
    guard let file = ImageFile.best(at: path), let stored = StoredImage(path: file.path) else {
      return nil
    }
    source = .pixels(stored.image)
    look = Look(scale: file.scale, orientation: stored.orientation)
    super.init()
  }

  /// The image of an archive; nil if it holds none.
  public required init?(coder: NSCoder) {
    guard let png = coder.object(of: NSData.self, forKey: "UIImageData"),
      let stored = StoredImage(png as Data)
    else { return nil }
    source = .pixels(stored.image)
    look = Look(
      scale: Self.checked(CGFloat(coder.decodeDouble(forKey: "UIScale"))),
      orientation: Orientation(rawValue: Int(coder.decodeInt64(forKey: "UIImageOrientation")))
        ?? .up,
      renderingMode: RenderingMode(rawValue: Int(coder.decodeInt64(forKey: "UIRenderingMode")))
        ?? .automatic
    )
    super.init()
  }

  /// The image of a literal; an empty one if there is no file of that name.
  public required init(imageLiteralResourceName name: String) {
    let found = ImageFile.named(name, in: nil, scale: CurrentTraits.screenScale)
    source = found.map { .pixels($0.image) } ?? .none
    look = Look(scale: found?.scale ?? 1, orientation: found?.orientation ?? .up)
    super.init()
  }

  private static func checked(_ scale: CGFloat) -> CGFloat {
    scale > 0 && scale.isFinite ? scale : 1
  }

  /// Whether archives may be read safely: true.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the pixels as PNG, the scale, the orientation and the rendering mode.
  open func encode(with coder: NSCoder) {
    guard let image = storedImage, let png = image.fileBytes("public.png") else { return }
    coder.encode(png as NSData, forKey: "UIImageData")
    coder.encode(Double(look.scale), forKey: "UIScale")
    coder.encode(Int64(look.orientation.rawValue), forKey: "UIImageOrientation")
    coder.encode(Int64(look.renderingMode.rawValue), forKey: "UIRenderingMode")
  }

  // MARK: Properties

  /// The size as it is shown, in points: the pixels by the scale, with sides exchanged for
  /// orientations that turn by 90 degrees.
  open var size: CGSize {
    let stored = storedSize
    let size = CGSize(width: stored.width / look.scale, height: stored.height / look.scale)
    return look.orientation.exchangesSides
      ? CGSize(width: size.height, height: size.width) : size
  }

  /// The pixels as they are stored; nil for images of Core Image.
  open var cgImage: CGImage? {
    switch source {
    case .pixels(let image): image
    case .filtered: nil
    case .none: look.frames?.first?.cgImage
    }
  }

  /// The image of Core Image that it was made of; nil for others.
  open var ciImage: CIImage? {
    if case .filtered(let image) = source { return image }
    return nil
  }

  /// Pixels of a point.
  open var scale: CGFloat { look.scale }
  /// The turn from how the pixels are stored to how they are shown.
  open var imageOrientation: Orientation { look.orientation }
  /// The parts at the edges that are not stretched, in points; zero for an image without caps.
  open var capInsets: UIEdgeInsets { look.caps ?? .zero }
  /// The way in which the middle of an image with caps fills more room.
  open var resizingMode: ResizingMode { look.resizingMode }
  /// The parts at the edges that do not count where images are aligned, in points.
  open var alignmentRectInsets: UIEdgeInsets { look.alignment }
  /// The meaning of the colours.
  open var renderingMode: RenderingMode { look.renderingMode }
  /// The images of an animation; nil for an image that does not move.
  open var images: [UIImage]? { look.frames }
  /// The seconds of one run of the animation; 0 for an image that does not move.
  open var duration: TimeInterval { look.duration }
  /// Whether the image is mirrored where layout goes from right to left.
  open var flipsForRightToLeftLayoutDirection: Bool { look.flipsForRightToLeft }
  /// Whether it is a symbol.
  open var isSymbolImage: Bool { look.symbol != nil }

  /// A format to draw images like this one.
  open var imageRendererFormat: UIGraphicsImageRendererFormat {
    let format = UIGraphicsImageRendererFormat()
    format.scale = look.scale
    format.opaque = cgImage?.isOpaqueByKind ?? false
    if isHighDynamicRange { format.preferredRange = .extended }
    return format
  }

  // MARK: Drawing

  /// Draws the image at its own size into the current context.
  open func draw(at point: CGPoint) { draw(at: point, blendMode: .normal, alpha: 1) }

  /// Draws the image at its own size into the current context.
  ///
  /// - Parameters:
  ///   - point: Where the upper left corner lies.
  ///   - blendMode: How its colours go with those below.
  ///   - alpha: 0 for nothing, 1 for all of it.
  open func draw(at point: CGPoint, blendMode: CGBlendMode, alpha: CGFloat) {
    draw(in: CGRect(origin: point, size: size), blendMode: blendMode, alpha: alpha)
  }

  /// Draws the image into a rectangle of the current context.
  open func draw(in rect: CGRect) { draw(in: rect, blendMode: .normal, alpha: 1) }

  /// Draws the image into a rectangle of the current context.
  ///
  /// Templates are drawn with the fill colour, or with the image's own tint if it has one.
  ///
  /// - Parameters:
  ///   - rect: Filled; images with caps fill it as their resizing mode says.
  ///   - blendMode: How its colours go with those below.
  ///   - alpha: 0 for nothing, 1 for all of it.
  open func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    draw(in: context, rect, blendMode: blendMode, alpha: alpha)
  }

  /// Fills a rectangle of the current context with copies of the image, from the upper left corner
  /// of the context on.
  open func drawAsPattern(in rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.saveGState()
    UIColor(patternImage: self).setFill()
    context.fill(rect)
    context.restoreGState()
  }

  // MARK: Equality

  // `Any?` because: it is NSObject's.
  /// Whether both have the same pixels and are shown in the same way.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIImage else { return false }
    if other === self { return true }
    guard look == other.look else { return false }
    switch (source, other.source) {
    case (.pixels(let one), .pixels(let two)): return one === two
    case (.filtered(let one), .filtered(let two)): return one === two
    case (.none, .none): return look.frames != nil
    default: return false
    }
  }

  /// Equal images have equal hashes.
  open override var hash: Int { look.hashValue }

  /// The size and the scale.
  open override var description: String {
    let size = size
    return "<UIImage {\(Double(size.width)), \(Double(size.height))} scale \(Double(look.scale))>"
  }
}

extension UIImage: _ExpressibleByImageLiteral {}

/// The type of image literals.
public typealias _ImageLiteralType = UIImage

extension CIImage {
  /// The image of a view's image, as it is shown; nil for one without pixels.
  public convenience init?(image: UIImage) {
    guard let pixels = image.shownImage else { return nil }
    self.init(cgImage: pixels)
  }
}
