// The pixels of a picture for screens that GL cannot draw to.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzPlan

/// A picture, read once from its renderer for all screens.
final class PictureCopy {
  private var words: [UInt32] = []
  private var halves: [UInt64] = []
  private var hasWords = false
  private var hasHalves = false

  /// Forgets the picture, and keeps the memory for the next one.
  func forget() { (hasWords, hasHalves) = (false, false) }

  /// The pixels R, G, B, A, red in the lowest byte, in rows from the top; light above 1 is clipped.
  func words(of picture: ScreenPicture, from backend: any RenderBackend) throws(RenderError)
    -> [UInt32]
  {
    if hasWords { return words }
    if picture.range.isExtended {
      words = try halves(of: picture, from: backend).map(PictureCopy.word)
    } else {
      try read(picture, from: backend, &words)
    }
    hasWords = true
    return words
  }

  /// The pixels of a picture of extended range, red in the lowest 16 bits, in rows from the top.
  func halves(of picture: ScreenPicture, from backend: any RenderBackend) throws(RenderError)
    -> [UInt64]
  {
    if !hasHalves { try read(picture, from: backend, &halves) }
    hasHalves = true
    return halves
  }

  private func read<Pixel: FixedWidthInteger>(
    _ picture: ScreenPicture,
    from backend: any RenderBackend,
    _ pixels: inout [Pixel]
  ) throws(RenderError) {
    let count = picture.width * picture.height
    if pixels.count != count { pixels = [Pixel](repeating: 0, count: count) }
    let rect = PixelRect(width: Int32(picture.width), height: Int32(picture.height))
    let rowBytes = picture.width * picture.range.pixelBytes
    var failure: RenderError?
    pixels.withUnsafeMutableBytes { bytes in
      do throws(RenderError) {
        try backend.read(picture.context, rect, into: bytes, rowBytes: rowBytes)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
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

  /// A pixel of bytes R, G, B, A as B, G, R, X.
  @inline(__always)
  static func swapped(_ pixel: UInt32) -> UInt32 {
    pixel & 0xFF00_FF00 | pixel << 16 & 0xFF_0000 | pixel >> 16 & 0xFF
  }

  /// Writes pixels in a screen's form, and black around them.
  ///
  /// - Parameters:
  ///   - columns: Pixels of a row of the picture.
  ///   - rowBytes: From one row of the memory to the next.
  ///   - form: The screen's form of a pixel.
  @inline(__always)
  static func write<Pixel>(
    _ pixels: [Pixel],
    columns: Int,
    _ placement: ScreenPlacement,
    to memory: UnsafeMutableRawBufferPointer,
    rowBytes: Int,
    form: (Pixel) -> UInt32
  ) {
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    // Bounds: the place lies on the screen, whose rows the memory has, and in the picture.
    for y in 0..<placement.height {
      let row = memory.baseAddress.map { $0 + (placement.y + y) * rowBytes + placement.x * 4 }
      guard let row = row?.assumingMemoryBound(to: UInt32.self) else { return }
      for x in 0..<placement.width { row[x] = form(pixels[y * columns + x]) }
    }
  }
}
