// The pixels of a picture for screens that GL cannot draw to.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzPlan

/// A picture, read once from its renderer for all screens.
final class PictureCopy {
  /// R, G, B, A, red in the lowest byte, in rows from the top.
  private(set) var pixels: [UInt32] = []
  private var isRead = false

  /// Forgets the picture, and keeps the memory for the next one.
  func forget() { isRead = false }

  /// Reads a picture, unless it was since the last call of `forget`.
  func read(_ picture: ScreenPicture, from backend: any RenderBackend) throws(RenderError) {
    guard !isRead else { return }
    let count = picture.width * picture.height
    if pixels.count != count { pixels = [UInt32](repeating: 0, count: count) }
    let rect = PixelRect(width: Int32(picture.width), height: Int32(picture.height))
    let rowBytes = picture.width * picture.range.pixelBytes
    func take(_ bytes: UnsafeMutableRawBufferPointer) throws(RenderError) {
      try backend.read(picture.context, rect, into: bytes, rowBytes: rowBytes)
    }
    var failure: RenderError?
    if picture.range.isExtended {
      var halves = [UInt64](repeating: 0, count: count)
      halves.withUnsafeMutableBytes { bytes in
        do throws(RenderError) { try take(bytes) } catch { failure = error }
      }
      for index in 0..<count { pixels[index] = PictureCopy.word(halves[index]) }
    } else {
      pixels.withUnsafeMutableBytes { bytes in
        do throws(RenderError) { try take(bytes) } catch { failure = error }
      }
    }
    if let failure { throw failure }
    isRead = true
  }

  /// Returns a pixel of four half floats as bytes R, G, B, A, red in the lowest byte.
  static func word(_ halves: UInt64) -> UInt32 {
    var word: UInt32 = 0
    for channel in 0..<4 as Range<UInt64> {
      let bits = UInt16(truncatingIfNeeded: halves >> (channel * 16))
      let value = Float(Float16(bitPattern: bits))
      let level = value > 0 ? min(value, 1) * 255 : 0
      word |= UInt32(level.rounded()) << UInt32(channel * 8)
    }
    return word
  }

  /// Writes R, G, B, A as B, G, R, X, and black around them.
  ///
  /// - Parameters:
  ///   - columns: Pixels of a row of the picture.
  ///   - rowBytes: From one row of the memory to the next.
  static func write(
    _ pixels: [UInt32],
    columns: Int,
    _ placement: ScreenPlacement,
    to memory: UnsafeMutableRawBufferPointer,
    rowBytes: Int
  ) {
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    // Bounds: the place lies on the screen, whose rows the memory has, and in the picture.
    for y in 0..<placement.height {
      let row = memory.baseAddress.map { $0 + (placement.y + y) * rowBytes + placement.x * 4 }
      guard let row = row?.assumingMemoryBound(to: UInt32.self) else { return }
      for x in 0..<placement.width {
        let pixel = pixels[y * columns + x]
        row[x] = pixel & 0xFF00_FF00 | pixel << 16 & 0xFF_0000 | pixel >> 16 & 0xFF
      }
    }
  }
}
