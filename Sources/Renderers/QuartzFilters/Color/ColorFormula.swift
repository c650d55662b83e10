// The formulas of colour filters that are neither matrices nor curves.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

/// A formula of one straight colour.
package enum ColorFormula: Hashable, Sendable {
  /// Saturation for the colours that have little of it: 1 + amount (1 - s)^2, s being the
  /// difference of the greatest and the least component. Apple has not published its formula.
  case vibrance(Double)
  /// Ten factors for each of red, green, blue: r, g, b, r r, g g, b b, r g, g b, b r, 1.
  case crossPolynomial([Double])
  /// Grey: the greatest of red, green and blue.
  case maximumComponent
  /// Grey: the least of red, green and blue.
  case minimumComponent
  /// White, as opaque as the colour is light.
  case maskToAlpha
  /// a + b x + c x^2 + d x^3 of alpha.
  case alphaPolynomial(SIMD4<Double>)
  /// Lights darker by 1 - highlight, shadows lighter by shadow, the more the nearer to white and to
  /// black. Apple has not published its formula.
  case highlightShadow(highlight: Double, shadow: Double)
  /// The factor of that formula for the light of the colour, as an opaque grey.
  case highlightShadowGain(highlight: Double, shadow: Double)
  /// Light made darker; hues stay.
  indirect case tone(ReferenceWhiteCurve)

  func color(_ color: SIMD4<Float>) -> SIMD4<Float> {
    switch self {
    case .vibrance(let amount):
      let weights = SIMD4<Float>(SIMD4(ColorMatrix.luminanceWeights, 0))
      let gray = (color * weights).sum()
      let range = ColorFormula.greatest(color) - ColorFormula.least(color)
      let rest = 1 - min(max(range, 0), 1)
      var result = SIMD4(repeating: gray)
      result += (color - gray) * (1 + Float(amount) * rest * rest)
      result.w = color.w
      return result
    case .crossPolynomial(let factors):
      guard factors.count == 30 else { return color }
      let (r, g, b) = (color.x, color.y, color.z)
      let terms = [r, g, b, r * r, g * g, b * b, r * g, g * b, b * r, 1]
      func sum(_ start: Int) -> Float {
        terms.indices.reduce(0) { $0 + Float(factors[start + $1]) * terms[$1] }
      }
      return SIMD4(sum(0), sum(10), sum(20), color.w)
    case .maximumComponent:
      let gray = ColorFormula.greatest(color)
      return SIMD4(gray, gray, gray, color.w)
    case .minimumComponent:
      let gray = ColorFormula.least(color)
      return SIMD4(gray, gray, gray, color.w)
    case .alphaPolynomial(let factors):
      var result = color
      result.w = min(max(ColorCurve.polynomial(factors).value(at: color.w), 0), 1)
      return result
    case .highlightShadow(let highlight, let shadow):
      var result = color * ColorFormula.gain(color, highlight, shadow)
      result.w = color.w
      return result
    case .highlightShadowGain(let highlight, let shadow):
      return SIMD4(SIMD3(repeating: ColorFormula.gain(color, highlight, shadow)), 1)
    case .tone(let curve):
      let light = SIMD3<Double>(SIMD3(color.x, color.y, color.z))
      var result = color * Float(curve.factor(ReferenceWhiteCurve.largest(light)))
      result.w = color.w
      return result
    case .maskToAlpha:
      let weights = SIMD4<Float>(SIMD4(ColorMatrix.luminanceWeights, 0))
      return SIMD4(1, 1, 1, min(max((color * weights).sum(), 0), 1) * color.w)
    }
  }

  private static func gain(_ color: SIMD4<Float>, _ highlight: Double, _ shadow: Double) -> Float {
    let weights = SIMD4<Float>(SIMD4(ColorMatrix.luminanceWeights, 0))
    let light = min(max((color * weights).sum(), 0), 1)
    let dark = 1 - light
    let down = 1 - Float(1 - highlight) * light * light / 2
    return down * (1 + Float(shadow) * 2 * dark * dark * dark * dark)
  }

  private static func greatest(_ color: SIMD4<Float>) -> Float {
    max(color.x, max(color.y, color.z))
  }

  private static func least(_ color: SIMD4<Float>) -> Float {
    min(color.x, min(color.y, color.z))
  }
}
