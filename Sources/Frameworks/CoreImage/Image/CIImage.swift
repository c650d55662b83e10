// An image: a recipe for pixels.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
import CoreVideo
import ImageIO
package import QuartzFilters

/// An image: a recipe for pixels, which a ``CIContext`` draws.
///
/// It never changes and may be used from any thread. Coordinates are in pixels, y up: the bottom
/// left corner of an image of pixels is the origin. Outside of its ``extent`` it is transparent.
///
/// ```swift
/// let dots = CIImage(color: .red)
///   .cropped(to: CGRect(x: 0, y: 0, width: 40, height: 40))
///   .applyingGaussianBlur(sigma: 4)
/// ```
///
/// **Differences**: images of textures, depth maps and RAW files are absent.
// Safe because: nothing of it changes, and properties are values of property lists.
open class CIImage: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  package final let node: FilterNode
  final let details: ImageDetails

  /// Creates the image of a node.
  package init(_ node: FilterNode) {
    self.node = node
    details = ImageDetails()
  }

  init(_ node: FilterNode, _ details: ImageDetails) {
    self.node = node
    self.details = details
  }

  // MARK: From pixels

  /// Creates an image of a Core Graphics image.
  public convenience init(cgImage image: CGImage) {
    self.init(cgImage: image, options: nil)
  }

  // `Any` because: options are of many types.

  /// Creates an image of a Core Graphics image.
  ///
  /// - Parameters:
  ///   - image: Pixels in any format; they are kept with as many bits as they have.
  ///   - options: ``CIImageOption/colorSpace`` in place of the image's own,
  ///     ``CIImageOption/nearestSampling`` and ``CIImageOption/properties``.
  public convenience init(cgImage image: CGImage, options: [CIImageOption: Any]? = nil) {
    let options = options ?? [:]
    let picture = ImagePixels.picture(of: image, colorSpace: options[.colorSpace])
    var details = ImageDetails()
    details.cgImage = image
    details.colorSpace =
      options[.colorSpace].map { $0 as? CGColorSpace } ?? image.colorSpace
    details.properties = options[.properties] as? [String: Any] ?? [:]
    details.isNearest = (options[.nearestSampling] as? Bool) ?? false
    details.headroom = image.contentHeadroom
    self.init(picture.map { FilterNode(.picture($0)) } ?? .empty, details)
  }

  /// Creates an image of a file's first picture; nil if there is none or it is damaged.
  public convenience init?(contentsOf url: URL) {
    self.init(contentsOf: url, options: nil)
  }

  /// Creates an image of a file's first picture; nil if there is none or it is damaged.
  ///
  /// - Parameters:
  ///   - url: A local file of a format that `ImageIO` reads.
  ///   - options: As of ``init(data:options:)``.
  public convenience init?(contentsOf url: URL, options: [CIImageOption: Any]? = nil) {
    guard let source = CGImageSourceCreateWithURL(url, nil) else { return nil }
    self.init(source, options ?? [:], url)
  }

  /// Creates an image of the first picture in some data; nil if there is none or it is damaged.
  public convenience init?(data: Data) {
    self.init(data: data, options: nil)
  }

  /// Creates an image of the first picture in some data; nil if there is none or it is damaged.
  ///
  /// - Parameters:
  ///   - data: A file of a format that `ImageIO` reads.
  ///   - options: As of ``init(cgImage:options:)``, and ``CIImageOption/applyOrientationProperty``.
  public convenience init?(data: Data, options: [CIImageOption: Any]? = nil) {
    self.init(CGImageSourceCreateWithData(data, nil), options ?? [:], nil)
  }

  private convenience init?(
    _ source: CGImageSource?,
    _ options: [CIImageOption: Any],
    _ url: URL?
  ) {
    let now: CFDictionary = [kCGImageSourceShouldCacheImmediately: true]
    guard let source, let image = CGImageSourceCreateImageAtIndex(source, 0, now) else {
      return nil
    }
    let found = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) ?? [:]
    let whole = CIImage(cgImage: image, options: options)
    var details = whole.details
    details.url = url
    details.properties = options[.properties] as? [String: Any] ?? found
    let number = found[kCGImagePropertyOrientation] as? Int ?? 1
    let applies = options[.applyOrientationProperty] as? Bool ?? false
    let orientation = applies ? CGImagePropertyOrientation(rawValue: UInt32(clamping: number)) : nil
    if let orientation, orientation != .up {
      details.cgImage = nil
      details.properties[kCGImagePropertyOrientation] = NSNumber(value: 1)
      self.init(whole.oriented(orientation).node, details)
    } else {
      self.init(whole.node, details)
    }
  }

  /// Creates an image of pixels in memory.
  ///
  /// A format or a size that does not fit the data makes an empty image, with a line on the
  /// standard error.
  ///
  /// - Parameters:
  ///   - data: The pixels, row by row from the top.
  ///   - bytesPerRow: From the start of one row to the next.
  ///   - size: In pixels.
  ///   - format: The layout of a pixel.
  ///   - colorSpace: The space of the components; nil if they are in the working space.
  public convenience init(
    bitmapData data: Data,
    bytesPerRow: Int,
    size: CGSize,
    format: CIFormat,
    colorSpace: CGColorSpace?
  ) {
    let bitmap = BitmapReader(
      data: data,
      bytesPerRow: bytesPerRow,
      size: size,
      format: format,
      colorSpace: colorSpace
    )
    guard let picture = bitmap?.picture else {
      Diagnostics.report(
        "a bitmap of \(size.width) x \(size.height) pixels does not fit \(data.count) bytes",
        from: "CoreImage"
      )
      self.init(.empty)
      return
    }
    var details = ImageDetails()
    details.colorSpace = colorSpace
    self.init(FilterNode(.picture(picture)), details)
  }

  // MARK: Without pixels

  /// Creates an image of one colour, without end.
  public convenience init(color: CIColor) {
    self.init(FilterNode(.constant(FilterColor(color.straight))))
  }

  /// Returns an image without pixels.
  open class func empty() -> CIImage { CIImage(.empty) }

  // MARK: Archives and copies

  /// Creates an image from an archive; nil if the archive is damaged.
  public required convenience init?(coder: NSCoder) {
    guard let image = ImageArchive.image(coder) else { return nil }
    self.init(image.node, image.details)
  }

  /// Archives the pixels, in 8 bits of sRGB; an image without end is archived as an empty one.
  open func encode(with coder: NSCoder) {
    ImageArchive.encode(self, coder)
  }

  /// Whether archives of the class are safe to read; true unless a subclass overrides it.
  open class var supportsSecureCoding: Bool { true }

  /// Returns the image itself, which cannot change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Facts

  /// The rectangle outside of which the image is transparent, in pixels, y up.
  ///
  /// It is `CGRect.infinite` for an image without end, and the null rectangle for one without
  /// pixels.
  open var extent: CGRect { node.extent.cgRect }

  /// The properties of the file that the image was read from, or those that were set.
  open var properties: [String: Any] { details.properties }

  /// The file that the image was read from.
  open var url: URL? { details.url }

  /// The colour space of the pixels that the image was made of; nil for one that was filtered.
  open var colorSpace: CGColorSpace? { details.colorSpace }

  /// The Core Graphics image that the image was made of; nil for one that was filtered.
  open var cgImage: CGImage? { details.cgImage }

  /// The extent, as text.
  open override var description: String { "<CIImage: extent \(extent)>" }
}

/// The facts of an image that are not pixels.
struct ImageDetails {
  // `Any` because: properties are of many types.
  var properties: [String: Any] = [:]
  var url: URL?
  var colorSpace: CGColorSpace?
  var cgImage: CGImage?
  var pixelBuffer: CVPixelBuffer?
  /// Whether transforms read the nearest pixel.
  var isNearest = false
  /// See ``CIImage/contentHeadroom``.
  var headroom: Float = 0

  /// The properties inherited by derived images.
  var derived: ImageDetails {
    var result = ImageDetails()
    result.properties = properties
    result.isNearest = isNearest
    result.headroom = headroom
    return result
  }
}

/// The names of options for making images.
public struct CIImageOption: RawRepresentable, Hashable, Sendable {
  /// The name.
  public var rawValue: String

  /// Creates the option of a name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// A `CGColorSpace` in place of the image's own, or NSNull for components that are in the working
  /// space already.
  public static let colorSpace = CIImageOption(rawValue: "kCIImageColorSpace")
  /// The properties in place of the file's, a dictionary.
  public static let properties = CIImageOption(rawValue: "kCIImageProperties")
  /// Whether the picture is turned as its orientation says, a Bool; false by default.
  public static let applyOrientationProperty = CIImageOption(
    rawValue: "kCIImageApplyOrientationProperty"
  )
  /// Whether transforms read the nearest pixel, a Bool; false by default.
  public static let nearestSampling = CIImageOption(rawValue: "kCIImageNearestSampling")
}

extension CIImage {
  /// Black everywhere.
  public class var black: CIImage { CIImage(color: .black) }
  /// White everywhere.
  public class var white: CIImage { CIImage(color: .white) }
  /// Grey everywhere.
  public class var gray: CIImage { CIImage(color: .gray) }
  /// Red everywhere.
  public class var red: CIImage { CIImage(color: .red) }
  /// Green everywhere.
  public class var green: CIImage { CIImage(color: .green) }
  /// Blue everywhere.
  public class var blue: CIImage { CIImage(color: .blue) }
  /// Cyan everywhere.
  public class var cyan: CIImage { CIImage(color: .cyan) }
  /// Magenta everywhere.
  public class var magenta: CIImage { CIImage(color: .magenta) }
  /// Yellow everywhere.
  public class var yellow: CIImage { CIImage(color: .yellow) }
  /// Transparent everywhere.
  public class var clear: CIImage { CIImage(color: .clear) }
}
