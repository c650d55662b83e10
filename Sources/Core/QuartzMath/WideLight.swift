// Light in the primaries of BT.2020.
// Licensed under the MIT license; see LICENSE.

/// Linear components of light.
package enum WideLight {
  /// Light of sRGB's primaries in those of BT.2020; both whites are D65.
  ///
  /// The rows are those of ITU-R BT.2087-0, section 2.
  package static func of(_ light: SIMD3<Double>) -> SIMD3<Double> {
    let red = (SIMD3(0.6274038959, 0.3292830384, 0.0433130657) * light).sum()
    let green = (SIMD3(0.0690972894, 0.9195403951, 0.0113623156) * light).sum()
    let blue = (SIMD3(0.0163914389, 0.0880133079, 0.8955952532) * light).sum()
    return SIMD3(red, green, blue)
  }
}
