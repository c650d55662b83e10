// Pixels that are in their final form already are not copied.
// Licensed under the MIT license; see LICENSE.

import Foundation

extension PixelStorage {
  /// Below this many bytes a copy costs nothing that matters.
  private static let leastShared = 4096

  /// Pixels that lie in `data` from byte `offset` on, without a copy.
  ///
  /// The caller vouches that all rows lie in `data`. Nil if rows are not aligned to pixels, if a
  /// colour exceeds its alpha, or if there is little to share: then the pixels must be copied.
  convenience init?(width: Int, height: Int, rowBytes: Int, sharing data: Data, at offset: Int) {
    // `Data` keeps more than a few bytes on the heap, at an address that does not change until it
    // is written to; the data of `SharedBytes` is never written to.
    guard data.count >= PixelStorage.leastShared, rowBytes % 4 == 0 else { return nil }
    let shared = SharedBytes(data)
    guard let start = shared.data.withUnsafeBytes({ $0.baseAddress }) else { return nil }
    let base = start + offset
    guard UInt(bitPattern: base) % 4 == 0 else { return nil }
    var isOpaque = true
    // Bounds: the caller vouches for the rows.
    for y in 0..<height {
      let row = PremultipliedRow(scanning: base + y * rowBytes, width: width)
      guard row.isValid else { return nil }
      isOpaque = isOpaque && row.isOpaque
    }
    self.init(
      width: width,
      height: height,
      rowBytes: rowBytes,
      isOpaque: isOpaque,
      base: base,
      owner: shared
    )
  }
}

/// Keeps bytes alive.
private final class SharedBytes: Sendable {
  let data: Data

  init(_ data: Data) {
    self.data = data
  }
}

/// The facts that hold for all pixels of a row of R, G, B, A bytes.
package struct PremultipliedRow {
  /// Whether no colour exceeds its alpha.
  package let isValid: Bool
  /// Whether every alpha is 255.
  package let isOpaque: Bool

  /// Reads `width` pixels at `row`, which is aligned to 4 bytes.
  package init(scanning row: UnsafeRawPointer, width: Int) {
    var excess: SIMD4<UInt32> = .zero
    var alphas = SIMD4<UInt32>(repeating: .max)
    func look(_ pixels: SIMD4<UInt32>) {
      // Alpha in all four bytes; a byte above it makes the maximum differ from it.
      let high = pixels &>> 24
      let pair = high | high &<< 8
      let alpha = pair | pair &<< 16
      let bytes = unsafeBitCast(pixels, to: SIMD16<UInt8>.self)
      let limits = unsafeBitCast(alpha, to: SIMD16<UInt8>.self)
      let larger = pointwiseMax(bytes, limits)
      excess |= unsafeBitCast(larger, to: SIMD4<UInt32>.self) ^ alpha
      alphas &= alpha
    }
    var x = 0
    // Bounds: four pixels at a time while there are four, then one at a time.
    while x + 4 <= width {
      look((row + x * 4).loadUnaligned(as: SIMD4<UInt32>.self))
      x += 4
    }
    while x < width {
      look(SIMD4(repeating: (row + x * 4).load(as: UInt32.self)))
      x += 1
    }
    isValid = excess == .zero
    isOpaque = alphas == SIMD4(repeating: .max)
  }
}
