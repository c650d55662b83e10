// Pixels in bytes to floats of the same encoding, and back.
// Licensed under the MIT license; see LICENSE.

/// Premultiplied pixels of four bytes, in the order red, green, blue, alpha.
package enum FilterBytes {
  /// Reads pixels.
  package static func decode(
    _ bytes: UnsafeRawPointer,
    to pixels: UnsafeMutablePointer<SIMD4<Float>>,
    _ count: Int
  ) {
    for index in 0..<count {
      let word = bytes.loadUnaligned(fromByteOffset: index * 4, as: SIMD4<UInt8>.self)
      pixels[index] = SIMD4<Float>(word) / 255
    }
  }

  /// Rounds pixels to bytes; colours are at most as large as alpha, and no number is 0.
  package static func encode(
    _ pixels: UnsafePointer<SIMD4<Float>>,
    to bytes: UnsafeMutableRawPointer,
    _ count: Int
  ) {
    for index in 0..<count {
      var pixel = pixels[index]
      pixel.replace(with: 0, where: .!(pixel .> 0))
      pixel = pointwiseMin(pixel, SIMD4(repeating: min(pixel.w, 1)))
      let word = SIMD4<UInt8>(truncatingIfNeeded: SIMD4<Int32>(pixel * 255 + 0.5))
      bytes.storeBytes(of: word, toByteOffset: index * 4, as: SIMD4<UInt8>.self)
    }
  }
}
