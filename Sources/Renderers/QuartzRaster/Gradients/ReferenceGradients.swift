// The kernels of gradients again, in plain Swift: what they must equal, bit for bit.
// Licensed under the MIT license; see LICENSE.

package import CQuartzKernels

/// The parameters and colours of gradients, one pixel after the other.
package enum ReferenceGradients {
  package static func axial(_ first: Float, _ step: Float, _ index: Int) -> Float {
    first + step * Float(index)
  }

  /// The angle of (x, y) from the x axis towards the y axis, in turns, 0..<1; 0 at the origin.
  ///
  /// The error is below 1e-6 turns: a minimax polynomial for the first eighth (Abramowitz and
  /// Stegun 4.4.49: below 2e-8 radians, plus rounding), the others by symmetry.
  package static func conic(_ x: Float, _ y: Float) -> Float {
    let (ax, ay) = (abs(x), abs(y))
    let (low, high) = ax < ay ? (ax, ay) : (ay, ax)
    let q = high > 0 ? low / high : 0
    let z = q * q
    var p: Float = 0.002_866_225_7 * z - 0.016_165_736_7
    p = p * z + 0.042_909_613_8
    p = p * z - 0.075_289_640_0
    p = p * z + 0.106_562_639_3
    p = p * z - 0.142_088_994_4
    p = p * z + 0.199_935_508_5
    p = p * z - 0.333_331_452_8
    p = p * z + 1
    var turn = q * p * 0.159_154_943_091_895_35
    if ax < ay { turn = 0.25 - turn }
    if x < 0 { turn = 0.5 - turn }
    if y < 0 { turn = 1 - turn }
    return turn < 1 ? turn : 0
  }

  /// The greatest t within the extent whose circle goes through the point; NaN if there is none.
  package static func radial(_ c: qk_circles, _ x: Double, _ y: Double) -> Float {
    let b = x * c.x + y * c.y + c.radius * c.growth
    let rest = x * x + y * y - c.radius * c.radius
    let discriminant = b * b - c.a * rest
    // Rounding must not open a gap where circles only touch, as all of them do if a is 0.
    guard discriminant >= -1e-12 * (b * b) else { return .nan }
    let root = (discriminant > 0 ? discriminant : 0).squareRoot()
    let q = b < 0 ? b - root : b + root
    let (first, second) = (q / c.a, rest / q)
    let (low, high) = first < second ? (first, second) : (second, first)
    if isPainted(high, c) { return Float(high) }
    return isPainted(low, c) ? Float(low) : .nan
  }

  private static func isPainted(_ t: Double, _ c: qk_circles) -> Bool {
    (c.before != 0 || t >= 0) && (c.after != 0 || t <= 1) && t - t == 0
      && c.radius + t * c.growth >= 0
  }

  /// The colour at t, clear where the gradient is not.
  package static func color(
    _ ramp: GradientRamp,
    _ extent: GradientExtent,
    _ t: Float
  ) -> SIMD4<Float> {
    guard t == t, t >= 0 || extent.contains(.beforeStart), t <= 1 || extent.contains(.afterEnd)
    else { return .zero }
    return ramp.color(at: t)
  }
}
