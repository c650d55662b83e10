// Which circle of a radial gradient is on top.
// Licensed under the MIT license; see LICENSE.

/// The circles of a radial gradient, the first centre being the origin.
struct RadialGradient: Equatable, Sendable {
  private let x: Double
  private let y: Double
  private let startRadius: Double
  private let growth: Double
  private let a: Double

  /// Nil if the circles are equal or the numbers not finite.
  ///
  /// - Parameters:
  ///   - x: From the first centre to the second one, as is `y`.
  ///   - startRadius: Below 0 counts as 0, as does `endRadius`.
  init?(x: Double, y: Double, startRadius: Double, endRadius: Double) {
    let startRadius = max(startRadius, 0)
    let growth = max(endRadius, 0) - startRadius
    let a = x * x + y * y - growth * growth
    guard a.isFinite, startRadius.isFinite, x != 0 || y != 0 || growth != 0 else { return nil }
    self.x = x
    self.y = y
    self.startRadius = startRadius
    self.growth = growth
    self.a = a
  }

  /// The greatest t within the extent whose circle goes through the point; NaN if there is none.
  @inline(__always)
  func parameter(_ px: Double, _ py: Double, _ extent: GradientExtent) -> Double {
    let b = px * x + py * y + startRadius * growth
    let c = px * px + py * py - startRadius * startRadius
    let discriminant = b * b - a * c
    // Rounding must not open a gap where circles only touch, as all of them do if a is 0.
    guard discriminant >= -1e-12 * (b * b) else { return .nan }
    let root = max(discriminant, 0).squareRoot()
    let q = b < 0 ? b - root : b + root
    let (first, second) = (q / a, c / q)
    let (low, high) = first < second ? (first, second) : (second, first)
    if isPainted(high, extent) { return high }
    return isPainted(low, extent) ? low : .nan
  }

  @inline(__always)
  private func isPainted(_ t: Double, _ extent: GradientExtent) -> Bool {
    (t >= 0 || extent.contains(.beforeStart)) && (t <= 1 || extent.contains(.afterEnd))
      && t.isFinite && startRadius + t * growth >= 0
  }
}
