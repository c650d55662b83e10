// Pixels of four half-precision numbers.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels

/// Spans of half-precision pixels, which may lie at any address, as colours and back.
enum HalfPixels {
  static func read(
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
}
