// Pixels of four half-precision numbers.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels

/// Spans of half-precision pixels, which may lie at any address, as colours and back.
package enum HalfPixels {
  package static func read(
    _ pixels: UnsafeRawPointer,
    to colors: UnsafeMutablePointer<SIMD4<Float>>,
    count: Int
  ) {
    // Bounds: four numbers for each of `count` pixels on both sides.
    colors.withMemoryRebound(to: Float.self, capacity: count * 4) {
      qk_floats_from_halves($0, pixels, Int32(count * 4))
    }
  }

  static func write(
    _ colors: UnsafePointer<SIMD4<Float>>,
    to pixels: UnsafeMutableRawPointer,
    count: Int
  ) {
    // Bounds: four numbers for each of `count` pixels on both sides.
    colors.withMemoryRebound(to: Float.self, capacity: count * 4) {
      qk_halves_from_floats(pixels, $0, Int32(count * 4))
    }
  }

  /// Reads pixels of which some numbers may not be finite: NaN becomes 0, infinities ±65504.
  package static func readFinite(
    _ pixels: UnsafeRawPointer,
    to colors: UnsafeMutablePointer<SIMD4<Float>>,
    count: Int
  ) {
    read(pixels, to: colors, count: count)
    let largest = SIMD4<Float>(repeating: 65504)
    for index in 0..<count {
      let color = colors[index].replacing(with: 0, where: colors[index] .!= colors[index])
      colors[index] = color.clamped(lowerBound: -largest, upperBound: largest)
    }
  }

  /// The colour of one pixel.
  package static func color(_ pixel: UnsafeRawPointer) -> SIMD4<Float> {
    var color = SIMD4<Float>.zero
    read(pixel, to: &color, count: 1)
    return color
  }

  /// Writes colours of which some may not be finite: NaN becomes 0, all others are kept within
  /// ±65504.
  package static func writeFinite(
    _ colors: UnsafePointer<SIMD4<Float>>,
    to pixels: UnsafeMutableRawPointer,
    count: Int
  ) {
    // Bounds: four numbers for each of `count` pixels on both sides.
    colors.withMemoryRebound(to: Float.self, capacity: count * 4) {
      qk_halves_from_floats(pixels, $0, Int32(count * 4))
    }
    _ = qk_half_make_finite(pixels, count * 4)
  }

  /// Replaces NaN by 0 and infinities by ±65504.
  ///
  /// - Parameters:
  ///   - halves: The numbers, at any address.
  ///   - count: The number of them.
  /// - Returns: Whether there were any.
  @discardableResult
  package static func makeFinite(_ halves: UnsafeMutableRawPointer, count: Int) -> Bool {
    qk_half_make_finite(halves, count) != 0
  }
}
