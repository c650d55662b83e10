// A frame of a film brighter than white.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

/// The pixels of a picture that becomes a frame.
package enum BrightRows {
  /// R, G, B, A bytes of sRGB, premultiplied: white has 203 nits.
  case bytes(UnsafeRawPointer, rowBytes: Int)
  /// R, G, B, A half floats of extended sRGB, encoded, premultiplied: 1 has 203 nits.
  case halves(UnsafeRawPointer, rowBytes: Int)
}

/// Planes of Y', Cb and Cr of 10 bits, for an encoder; the lower byte of a sample comes first.
///
/// It is written by the thread that draws it before it is handed over, and that thread takes it
/// again only when nobody else holds it.
package final class BrightFrame: EncoderFrame {
  /// Even.
  package let width: Int
  /// Even.
  package let height: Int
  private let colors: BrightColors
  private let memory: UnsafeMutableBufferPointer<UInt16>
  // Cb and Cr of two rows.
  private var chroma: [SIMD2<Float>]
  /// The nits of the brightest component of a pixel.
  package private(set) var brightest: Float = 0
  /// The nits of the brightest component, on average of all pixels.
  package private(set) var average: Float = 0

  /// - Parameters:
  ///   - width: In pixels; even, and above 0.
  ///   - height: The same.
  package init(_ transfer: FilmTransfer, width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    colors = BrightColors.of(transfer)
    memory = .allocate(capacity: FilmPixels.yuv420Wide.byteCount(width, height) / 2)
    memory.initialize(repeating: 0)
    chroma = [SIMD2<Float>](repeating: .zero, count: width * 2)
  }

  deinit { memory.deallocate() }

  package var byteCount: Int { memory.count * 2 }

  package func write(to encoder: FilmEncoder) throws {
    try encoder.add(UnsafeRawBufferPointer(memory))
  }

  /// Calls `body` with the frame as the encoder gets it.
  package func withBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try body(UnsafeRawBufferPointer(memory))
  }

  /// Takes a picture of the frame's size.
  package func update(from rows: BrightRows) {
    (brightest, average) = (0, 0)
    var sum = 0.0
    for pair in 0..<height / 2 {
      var rowSum: Float = 0
      for half in 0..<2 {
        let y = pair * 2 + half
        switch rows {
        case .bytes(let base, let rowBytes):
          let row = base + y * rowBytes
          convert(y, half, &rowSum) { colors, x in
            // Bounds: the row has `width` pixels of four bytes.
            colors.light(bytes: row.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self))
          }
        case .halves(let base, let rowBytes):
          let row = base + y * rowBytes
          convert(y, half, &rowSum) { colors, x in
            // Bounds: the row has `width` pixels of eight bytes.
            colors.light(halves: row.loadUnaligned(fromByteOffset: x * 8, as: UInt64.self))
          }
        }
      }
      sum += Double(rowSum)
      storeChroma(pair)
    }
    average = Float(sum / Double(width * height))
  }

  /// Converts a row: its Y', and its Cb and Cr for later.
  @inline(__always)
  private func convert(
    _ y: Int,
    _ half: Int,
    _ sum: inout Float,
    _ light: (BrightColors, Int) -> SIMD3<Float>
  ) {
    let colors = colors
    var most = brightest
    // Bounds: Y' has `height` rows of `width` samples, `chroma` two of them.
    for x in 0..<width {
      let nits = colors.nits(light(colors, x))
      let largest = nits.max()
      most = max(most, largest)
      sum += largest
      let components = colors.components(nits)
      memory[y * width + x] = UInt16(64 + 876 * components.x + 0.5).littleEndian
      chroma[half * width + x] = SIMD2(components.y, components.z)
    }
    brightest = most
  }

  /// Stores Cb and Cr of two rows.
  private func storeChroma(_ pair: Int) {
    let (columns, luma) = (width / 2, width * height)
    let cb = luma + pair * columns
    let cr = cb + columns * (height / 2)
    // Bounds: columns before the first count as the first; the last is even.
    for column in 0..<columns {
      let x = column * 2
      let left = mean(max(x - 1, 0))
      let sum = (left + mean(x + 1)) * 0.25 + mean(x) * 0.5
      let code = sum * 896 + 512.5
      memory[cb + column] = UInt16(code.x).littleEndian
      memory[cr + column] = UInt16(code.y).littleEndian
    }
  }

  @inline(__always)
  private func mean(_ x: Int) -> SIMD2<Float> { (chroma[x] + chroma[width + x]) * 0.5 }
}
