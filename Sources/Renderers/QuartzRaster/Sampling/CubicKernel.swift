// The cubic filter for images that grow and, widened, for those that shrink.
// Licensed under the MIT license; see LICENSE.
//
// Of the cubics of Keys (Cubic Convolution Interpolation for Digital Image Processing, 1981) the
// one with a = -1/2, which is Catmull and Rom's spline: it goes through the texels, reproduces
// quadratic functions, and has a little overshoot, which is cut off at 0 and, for colours, at
// alpha.

/// Catmull-Rom weights.
package enum CubicKernel {
  /// The weights of the texels at -1, 0, 1 and 2 for a place at `t`, 0...1.
  @inline(__always)
  static func weights(_ t: Float) -> SIMD4<Float> {
    let (square, cube) = (t * t, t * t * t)
    return SIMD4(
      -0.5 * t + square - 0.5 * cube,
      1 - 2.5 * square + 1.5 * cube,
      0.5 * t + 2 * square - 1.5 * cube,
      -0.5 * square + 0.5 * cube
    )
  }

  /// The colour between 16 texels.
  ///
  /// `texel` is asked for those at -1 to 2 around the place.
  @inline(__always)
  package static func word(_ x: Float, _ y: Float, _ texel: (Int, Int) -> UInt32) -> UInt32 {
    let (columns, rows) = (weights(x), weights(y))
    var sum = SIMD4<Float>.zero
    for j in 0..<4 {
      var line = PixelWord.levels(texel(-1, j - 1)) * columns[0]
      for i in 1..<4 { line += PixelWord.levels(texel(i - 1, j - 1)) * columns[i] }
      sum += line * rows[j]
    }
    return PixelWord.word(levels: settled(sum))
  }

  /// The weight at a distance, in Double; 0 from 2 on.
  static func weight(_ distance: Double) -> Double {
    let x = abs(distance)
    if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
    return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0
  }

  /// Levels without overshoot: alpha in 0...255, colours in 0...alpha.
  @inline(__always)
  static func settled(_ levels: SIMD4<Float>) -> SIMD4<Float> {
    let alpha = levels.w > 0 ? (levels.w < 255 ? levels.w : 255) : 0
    func color(_ v: Float) -> Float { v > 0 ? (v < alpha ? v : alpha) : 0 }
    return SIMD4(color(levels.x), color(levels.y), color(levels.z), alpha)
  }
}
