// Colours that may lie outside of 0...1, straight and premultiplied.
// Licensed under the MIT license; see LICENSE.

/// The rules that functions of extended colours share.
package enum ExtendedColor {
  /// The largest finite half-precision number.
  package static let largest: Float = 65504

  /// A premultiplied colour, straight; clear for an alpha that is not above 0.
  @inline(__always)
  package static func straight(_ color: SIMD4<Float>) -> SIMD4<Float> {
    guard color.w > 0 else { return .zero }
    var result = color / color.w
    result.w = color.w
    return result
  }

  /// A straight colour, premultiplied.
  @inline(__always)
  package static func premultiplied(_ color: SIMD4<Float>) -> SIMD4<Float> {
    var result = color * color.w
    result.w = color.w
    return result
  }

  /// The result of a colour filter within its limits.
  ///
  /// Alpha is kept in 0...1. Red, green and blue are kept within what is finite, and from 0 on
  /// unless a component of `original` is below 0. NaN becomes 0.
  @inline(__always)
  package static func kept(
    _ color: SIMD4<Float>,
    from original: SIMD4<Float>
  ) -> SIMD4<Float> {
    let isNegative = original.x < 0 || original.y < 0 || original.z < 0
    let low = SIMD4<Float>(SIMD3(repeating: isNegative ? -largest : 0), 0)
    let high = SIMD4<Float>(SIMD3(repeating: largest), 1)
    var result = color.replacing(with: 0, where: color .!= color)
    result = result.replacing(with: low, where: result .< low)
    return result.replacing(with: high, where: result .> high)
  }
}
