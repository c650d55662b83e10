// The kernel of the blend modes again, in plain Swift: what it must equal, bit for bit.
// Licensed under the MIT license; see LICENSE.

/// `qk_blend_words`, one pixel after the other; half-precision pixels are blended with it.
package enum ReferenceBlend {
  package static func words(
    _ pixels: inout [UInt32],
    _ mode: BlendMode,
    _ source: [SIMD4<Float>],
    opacity: Float,
    coverage: [UInt8],
    isOpaque: Bool
  ) {
    for index in pixels.indices where coverage[index] != 0 {
      var below = PixelWord.color(pixels[index])
      if isOpaque { below.w = 1 }
      var color = mixed(mode, source[index] * opacity, below, coverage[index])
      if isOpaque { color.w = 1 }
      pixels[index] = PixelWord.word(color)
    }
  }

  /// `color` blended over `below`, as much as `cover` of 255 says.
  @inline(__always)
  static func mixed(
    _ mode: BlendMode,
    _ color: SIMD4<Float>,
    _ below: SIMD4<Float>,
    _ cover: UInt8
  ) -> SIMD4<Float> {
    let result = mode.blend(color, over: below)
    guard cover != 255 else { return result }
    let share = Float(cover) * (1 / 255)
    return below * (1 - share) + result * share
  }
}
