// Words of ten bits for R, G and B as rows of texels.
// Licensed under the MIT license; see LICENSE.

import CQuartzVideo

/// The words of an image, ready to be converted; valid as long as the image is retained.
struct WordSource {
  private let base: UnsafeRawPointer
  private let rowBytes: Int
  private let width: Int
  private let height: Int
  private let hasAlpha: Bool

  private static let bits: UInt32 = 10
  private static let most: UInt32 = 1 << bits - 1

  /// - Parameters:
  ///   - base: The first word, at any address.
  ///   - layout: One plane of words, whose rows were checked.
  init(_ base: UnsafeRawPointer, _ layout: PlaneLayout, width: Int, height: Int) {
    (self.base, rowBytes) = (base, layout.planes[0].rowBytes)
    (self.width, self.height, hasAlpha) = (width, height, layout.hasAlpha)
  }

  private func word(_ x: Int, _ y: Int) -> UInt32 {
    // Bounds: rows have a word for each pixel.
    UInt32(
      littleEndian: base.loadUnaligned(fromByteOffset: y * rowBytes + x * 4, as: UInt32.self)
    )
  }

  /// Writes bytes R, G, B, A: (c * 255 * 2 + 1023) / (2 * 1023), and alpha in steps of 85.
  ///
  /// - Parameter memory: Rows of four bytes a pixel that touch.
  func writeBytes(to memory: UnsafeMutableRawPointer) {
    let bytes = memory.assumingMemoryBound(to: UInt8.self)
    for y in 0..<height {
      for x in 0..<width {
        let (word, pixel) = (word(x, y), bytes + (y * width + x) * 4)
        for channel in 0..<3 as Range<UInt32> {
          let value = word >> (channel * Self.bits) & Self.most
          pixel[Int(channel)] = UInt8((value * 510 + Self.most) / (2 * Self.most))
        }
        pixel[3] = hasAlpha ? UInt8(word >> 30 * 85) : 255
      }
    }
  }

  /// Writes opaque half floats of light.
  ///
  /// - Parameter memory: Rows of eight bytes a pixel that touch.
  func writeHalves(_ tables: PlaneTables, to memory: UnsafeMutableRawPointer) {
    // Samples of one row, as planes of G, B and R.
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: width * 3) { row in
      guard let samples = row.baseAddress else { return }
      var picture = quartz_video_picture()
      (picture.width, picture.height, picture.depth) = (Int32(width), 1, Int32(Self.bits))
      (picture.matrix, picture.is_full_range) = (quartz_video_rgb, true)
      // Bounds: a number for each pixel of a row in each third of the memory.
      let planes = (0..<3).map { UnsafeRawPointer(samples + $0 * width) }
        .map { $0.assumingMemoryBound(to: UInt8.self) }
      (picture.planes.0, picture.planes.1, picture.planes.2) = (planes[0], planes[1], planes[2])
      picture.row_bytes = (width * 2, width * 2, width * 2, 0)
      for y in 0..<height {
        for x in 0..<width {
          let word = word(x, y)
          samples[x] = UInt16(word >> Self.bits & Self.most)
          samples[width + x] = UInt16(word >> (2 * Self.bits) & Self.most)
          samples[2 * width + x] = UInt16(word & Self.most)
        }
        tables.write(picture, to: memory + y * width * 8, rowBytes: width * 8)
      }
    }
  }
}
