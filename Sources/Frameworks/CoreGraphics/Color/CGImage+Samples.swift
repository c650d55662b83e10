// Pictures with more than 8 bits a component, in the spaces of their files.
// Licensed under the MIT license; see LICENSE.

package import Foundation

extension CGImage {
  /// The numbers that components are.
  package enum Samples: Sendable {
    /// Integers of 16 bits, of the machine's byte order.
    case integers16
    /// Halves, of the machine's byte order.
    case halves
    /// `Float`.
    case floats

    fileprivate var bits: Int { self == .floats ? 32 : 16 }

    fileprivate var bitmapInfo: CGBitmapInfo {
      switch self {
      case .integers16: .byteOrder16Little
      case .halves: [.byteOrder16Little, .floatComponents]
      case .floats: [.byteOrder32Little, .floatComponents]
      }
    }
  }

  /// An image of R, G, B and alpha, or something unused, whose rows touch.
  ///
  /// - Parameters:
  ///   - data: Four numbers for each pixel; the caller vouches for as many as the size needs.
  ///   - size: In pixels, at least 1 each.
  ///   - samples: The kind of numbers.
  ///   - space: A space of RGB.
  ///   - alpha: `last`, `premultipliedLast` or `noneSkipLast`.
  ///   - tags: The uniform type identifier of the file that they come from, and the factor from
  ///     reference white to the brightest light, 0 if it is not known.
  package convenience init(
    samples data: Data,
    size: (width: Int, height: Int),
    _ samples: Samples,
    space: CGColorSpace,
    alpha: CGImageAlphaInfo,
    tags: (type: CFString?, headroom: Float) = (nil, 0)
  ) {
    let info = samples.bitmapInfo.union(CGBitmapInfo(alpha))
    let bits = samples.bits
    let layout = ImageFormat(
      bitsPerComponent: bits,
      bitsPerPixel: 4 * bits,
      model: .rgb,
      bitmapInfo: info
    )
    guard let layout, space.model == .rgb, size.width > 0, size.height > 0,
      data.count >= size.width * size.height * bits / 2
    else { preconditionFailure("\(data.count) bytes for \(size.width) x \(size.height) pixels") }
    let description = Description(
      width: size.width,
      height: size.height,
      bitsPerComponent: bits,
      bitsPerPixel: 4 * bits,
      bytesPerRow: size.width * bits / 2,
      space: space,
      bitmapInfo: info,
      type: tags.type
    )
    self.init(
      tags.headroom >= 1 ? description.tagged(min(tags.headroom, 65504)) : description,
      ImageBytes(data: data, offset: 0, rowBytes: size.width * bits / 2, format: layout)
    )
  }
}
