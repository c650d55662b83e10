// Pictures that show a difference.
// Licensed under the MIT license; see LICENSE.

package import CoreGraphics
import QuartzMath

/// Pictures that show how two others differ.
package enum ComparisonPicture {
  /// How much brighter than the difference it is shown.
  package static let amplification = 16
  /// Pixels between pictures, and around them.
  private static let gap = 8
  /// The greys between pictures and of the squares behind translucent ones, in bytes.
  private static let (paper, light, dark): (UInt8, UInt8, UInt8) = (0x60, 0xFF, 0xDD)
  private static let squareSide = 8

  /// The differences of the channels, amplified, on black; that of alpha shows in all of them.
  ///
  /// - Returns: Nil if the sizes differ.
  package static func difference(_ one: CGImage, _ other: CGImage) -> CGImage? {
    guard one.width == other.width, one.height == other.height else { return nil }
    let (left, right) = (one.pixelStorage, other.pixelStorage)
    let (width, height) = (one.width, one.height)
    return CGImage(
      PixelStorage(width: width, height: height) { target in
        // Bounds: all three have `width` pixels of four bytes in `height` rows.
        for y in 0..<height {
          let (a, b) = (left.base + y * left.rowBytes, right.base + y * right.rowBytes)
          for x in 0..<width {
            let p = a.loadUnaligned(fromByteOffset: x * 4, as: SIMD4<UInt8>.self)
            let q = b.loadUnaligned(fromByteOffset: x * 4, as: SIMD4<UInt8>.self)
            let steps = pointwiseMax(p, q) &- pointwiseMin(p, q)
            let shown = pointwiseMax(steps, SIMD4(repeating: steps.w))
            var pixel = SIMD4<UInt8>(repeating: 255)
            for channel in 0..<3 {
              pixel[channel] = UInt8(min(Int(shown[channel]) * amplification, 255))
            }
            target.storeBytes(of: pixel, toByteOffset: (y * width + x) * 4, as: SIMD4<UInt8>.self)
          }
        }
        return true
      }
    )
  }

  /// Reference, actual picture and their amplified difference, from left to right, on squares that
  /// show what is translucent.
  ///
  /// - Returns: Nil if that would be larger than a picture can be.
  package static func sideBySide(reference: CGImage, actual: CGImage) -> CGImage? {
    let images = [reference, actual] + (difference(reference, actual).map { [$0] } ?? [])
    let width = images.reduce(gap) { $0 + $1.width + gap }
    let height = 2 * gap + (images.map(\.height).max() ?? 0)
    guard width <= CGImage.maximumSide, height <= CGImage.maximumSide else { return nil }
    return CGImage(
      PixelStorage(width: width, height: height) { target in
        for index in target.indices { target[index] = index % 4 == 3 ? 255 : paper }
        var left = gap
        for image in images {
          draw(image, in: target, rowBytes: width * 4, x: left, y: gap)
          left += image.width + gap
        }
        return true
      }
    )
  }

  private static func draw(
    _ image: CGImage,
    in target: UnsafeMutableRawBufferPointer,
    rowBytes: Int,
    x left: Int,
    y top: Int
  ) {
    let pixels = image.pixelStorage
    // Bounds: the caller has made room for the picture at (left, top).
    for y in 0..<pixels.height {
      let source = (pixels.base + y * pixels.rowBytes).assumingMemoryBound(to: UInt8.self)
      for x in 0..<pixels.width {
        let isLight = (x / squareSide + y / squareSide).isMultiple(of: 2)
        let rest = Int(isLight ? light : dark) * (255 - Int(source[x * 4 + 3]))
        let offset = (top + y) * rowBytes + (left + x) * 4
        for channel in 0..<3 {
          target[offset + channel] = UInt8(
            min(Int(source[x * 4 + channel]) + (rest + 127) / 255, 255)
          )
        }
      }
    }
  }

  /// Pictures of one size in rows, from the top left, without gaps.
  ///
  /// - Returns: Nil if there are none, or they differ in size, or the sheet would be too large.
  package static func sheet(_ images: [CGImage], columns: Int) -> CGImage? {
    guard let first = images.first, columns > 0 else { return nil }
    let (width, height) = (first.width, first.height)
    guard images.allSatisfy({ $0.width == width && $0.height == height }) else { return nil }
    let (columns, rows) = (min(columns, images.count), (images.count + columns - 1) / columns)
    guard width * columns <= CGImage.maximumSide, height * rows <= CGImage.maximumSide else {
      return nil
    }
    let rowBytes = width * columns * 4
    return CGImage(
      PixelStorage(width: width * columns, height: height * rows) { target in
        target.initializeMemory(as: UInt8.self, repeating: 0)
        guard let base = target.baseAddress else { return false }
        for (index, image) in images.enumerated() {
          let pixels = image.pixelStorage
          let (x, y) = (index % columns * width, index / columns * height)
          // Bounds: the sheet has `columns` x `rows` places of the pictures' size.
          for row in 0..<height {
            (base + (y + row) * rowBytes + x * 4).copyMemory(
              from: pixels.base + row * pixels.rowBytes,
              byteCount: width * 4
            )
          }
        }
        return images.allSatisfy(\.pixelStorage.isOpaque) && images.count == columns * rows
      }
    )
  }
}
