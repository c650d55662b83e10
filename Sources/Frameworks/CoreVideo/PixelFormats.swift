// Formats of pixels and where their planes lie.
// Licensed under the MIT license; see LICENSE.

/// One plane of alpha or grey, 8 bits.
public let kCVPixelFormatType_OneComponent8: OSType = 0x4c30_3038  // L008
/// A, R, G, B bytes.
public let kCVPixelFormatType_32ARGB: OSType = 0x0000_0020
/// B, G, R, A bytes.
public let kCVPixelFormatType_32BGRA: OSType = 0x4247_5241  // BGRA
/// R, G, B, A bytes.
public let kCVPixelFormatType_32RGBA: OSType = 0x5247_4241  // RGBA
/// R, G, B, A in floating point of 16 bits, premultiplied; colours may leave 0...1.
public let kCVPixelFormatType_64RGBAHalf: OSType = 0x5247_6841  // RGhA
/// Numbers of 32 bits, the lowest byte first: two bits of alpha, then R, G, B of 10, premultiplied.
public let kCVPixelFormatType_ARGB2101010LEPacked: OSType = 0x6c31_3072  // l10r
/// Numbers of 32 bits, the lowest byte first: two bits of 0, then R, G, B of 10; a component c
/// stands for (c - 384) / 510.
public let kCVPixelFormatType_30RGBLEPackedWideGamut: OSType = 0x7733_3072  // w30r
/// Planes of Y, Cb, Cr of 8 bits, 16...235 and 16...240; Cb and Cr once for 2 x 2 pixels.
public let kCVPixelFormatType_420YpCbCr8Planar: OSType = 0x7934_3230  // y420
/// Planes of Y, Cb, Cr of 8 bits, 0...255; Cb and Cr once for 2 x 2 pixels.
public let kCVPixelFormatType_420YpCbCr8PlanarFullRange: OSType = 0x6634_3230  // f420
/// Planes of Y and of pairs of Cb, Cr, of 8 bits, 16...235 and 16...240; a pair for 2 x 2 pixels.
public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3076  // 420v
/// Planes of Y and of pairs of Cb, Cr, of 8 bits, 0...255; a pair for 2 x 2 pixels.
public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = 0x3432_3066  // 420f
/// Planes of Y and of pairs of Cb, Cr, of the upper 10 of 16 bits, 64...940 and 64...960; a pair
/// for 2 x 2 pixels.
public let kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3230  // x420
/// Planes of Y and of pairs of Cb, Cr, of the upper 10 of 16 bits, 0...1023; a pair for 2 x 2
/// pixels.
public let kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: OSType = 0x7866_3230  // xf20

/// The places of the planes of a picture in its memory.
struct PixelPlanes: Sendable, Equatable {
  /// A rectangle of elements.
  struct Plane: Sendable, Equatable {
    /// In elements, which are pixels or pairs of Cb and Cr.
    var width: Int
    /// In rows.
    var height: Int
    /// Bytes to the first row.
    var offset: Int
    /// Bytes from a row to the next.
    var rowBytes: Int
  }

  /// Rows begin at multiples of this many bytes, as wide vectors and devices like.
  static let alignment = 64
  /// The longest side in pixels.
  static let maximumSide = 16384

  var planes: [Plane]
  var byteCount: Int
  /// Whether the format is one of planes, also if it has only one.
  var isPlanar: Bool

  /// The planes of a picture; nil if the format is not known.
  ///
  /// - Parameters:
  ///   - width: In pixels, 1...`maximumSide`.
  ///   - height: In pixels, 1...`maximumSide`.
  ///   - alignment: A power of two: bytes.
  init?(_ format: OSType, width: Int, height: Int, alignment: Int = PixelPlanes.alignment) {
    guard let sizes = PixelPlanes.elements(of: format) else { return nil }
    planes = []
    var offset = 0
    for (bytes, divisor) in sizes {
      let columns = (width + divisor - 1) / divisor
      let rows = (height + divisor - 1) / divisor
      let rowBytes = (columns * bytes + alignment - 1) / alignment * alignment
      planes.append(Plane(width: columns, height: rows, offset: offset, rowBytes: rowBytes))
      offset += rowBytes * rows
    }
    byteCount = offset
    isPlanar = sizes.count > 1
  }

  /// The bytes of an element of each plane, and how many pixels it has along each side.
  private static func elements(of format: OSType) -> [(bytes: Int, divisor: Int)]? {
    switch format {
    case kCVPixelFormatType_OneComponent8: [(1, 1)]
    case kCVPixelFormatType_32ARGB, kCVPixelFormatType_32BGRA, kCVPixelFormatType_32RGBA,
      kCVPixelFormatType_ARGB2101010LEPacked, kCVPixelFormatType_30RGBLEPackedWideGamut:
      [(4, 1)]
    case kCVPixelFormatType_64RGBAHalf: [(8, 1)]
    case kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8PlanarFullRange:
      [(1, 1), (1, 2), (1, 2)]
    case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
      kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
      [(1, 1), (2, 2)]
    case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
      kCVPixelFormatType_420YpCbCr10BiPlanarFullRange:
      [(2, 1), (4, 2)]
    default: nil
    }
  }
}
