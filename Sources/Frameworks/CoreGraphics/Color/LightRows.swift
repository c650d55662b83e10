// Pictures in the light that their own colour spaces mean.
// Licensed under the MIT license; see LICENSE.

/// Rows of an image in linear light: red, green, blue and alpha, straight, of sRGB's primaries.
///
/// Colours outside sRGB leave 0...1, and steps are as fine as those of the image; `pixelStorage`
/// has neither.
package struct LightRows: Sendable {
  package let width: Int
  package let height: Int
  private let fill: @Sendable (Int, UnsafeMutableBufferPointer<SIMD4<Float>>) -> Void

  /// Rows that `fill` writes: row `y` from the top, `width` pixels.
  init(
    width: Int,
    height: Int,
    fill: @escaping @Sendable (Int, UnsafeMutableBufferPointer<SIMD4<Float>>) -> Void
  ) {
    self.width = width
    self.height = height
    self.fill = fill
  }

  /// Rows of pixels in their final form.
  package init(_ pixels: PixelStorage) {
    self.init(width: pixels.width, height: pixels.height) { y, target in
      let row = pixels.base + y * pixels.rowBytes
      // Bounds: both rows have `width` pixels; the table has an entry for each byte.
      for x in target.indices {
        let pixel = row.loadUnaligned(fromByteOffset: x * 4, as: SIMD4<UInt8>.self)
        guard pixel.w < 255 else {
          target[x] = SIMD4(
            Self.ofByte[Int(pixel.x)],
            Self.ofByte[Int(pixel.y)],
            Self.ofByte[Int(pixel.z)],
            1
          )
          continue
        }
        let alpha = Double(pixel.w)
        func light(_ byte: UInt8) -> Float {
          alpha > 0 ? Float(TransferCurve.sRGB.decode(Double(byte) / alpha)) : 0
        }
        target[x] = SIMD4(light(pixel.x), light(pixel.y), light(pixel.z), Float(alpha / 255))
      }
    }
  }

  private static let ofByte = (0...255).map { Float(TransferCurve.sRGB.decode(Double($0) / 255)) }

  /// Writes row `y` from the top to `width` pixels.
  package func read(row y: Int, into target: UnsafeMutableBufferPointer<SIMD4<Float>>) {
    precondition((0..<height).contains(y) && target.count == width)
    fill(y, target)
  }
}

extension CGImage {
  /// The image in the light of its own colour space; nil if it has 8 bits in sRGB, or is a mask:
  /// then `pixelStorage` is complete.
  package var ownLight: LightRows? {
    guard let source else { return makeLight?() }
    guard !isMask, let space = colorSpace else { return nil }
    return source.light(description, space)
  }
}

extension ImageBytes {
  /// The rows in the light that `space` means; nil if they have 8 bits in sRGB.
  ///
  /// The caller vouches that the bytes hold all rows.
  func light(_ description: CGImage.Description, _ space: CGColorSpace) -> LightRows? {
    let conversion = LightConversion(
      format,
      space,
      description.decode?.values,
      pixelCount: description.width * description.height
    )
    guard let conversion else { return nil }
    return LightRows(width: description.width, height: description.height) { y, target in
      data.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        // Bounds: the bytes hold all rows, as was checked when the image was made.
        conversion.convertRow(from: start + offset + y * rowBytes, to: target)
      }
    }
  }
}
