// Timing functions: cubic Bézier curves from (0, 0) to (1, 1).
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

/// A timing curve with the control points (0, 0), `first`, `second`, (1, 1).
///
/// x is the fraction of time and its control points are meant to lie in 0...1; y is the fraction of
/// the way and may leave 0...1.
package struct TimingFunction: Equatable, Hashable, Sendable {
  package var first: Point
  package var second: Point

  package init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    first = Point(x1, y1)
    second = Point(x2, y2)
  }

  package static let linear = TimingFunction(0, 0, 1, 1)
  package static let easeIn = TimingFunction(0.42, 0, 1, 1)
  package static let easeOut = TimingFunction(0, 0, 0.58, 1)
  package static let easeInEaseOut = TimingFunction(0.42, 0, 0.58, 1)
  /// The curve of implicit animations.
  package static let `default` = TimingFunction(0.25, 0.1, 0.25, 1)

  /// The five named curves, by the names that archives use.
  package static let named: [String: TimingFunction] = [
    "linear": .linear, "easeIn": .easeIn, "easeOut": .easeOut, "easeInEaseOut": .easeInEaseOut,
    "default": .default,
  ]

  /// Whether the control points can be used: finite, x in 0...1.
  package var isValid: Bool {
    first.y.isFinite && second.y.isFinite && (0...1).contains(first.x) && (0...1).contains(second.x)
  }

  /// The fraction of the change at the fraction `time`, which is clamped to 0...1.
  package func value(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    guard time < 1 else { return 1 }
    if first.x == first.y && second.x == second.y { return time }
    let s = parameter(forX: time)
    return TimingFunction.polynomial(first.y, second.y, s)
  }

  /// The curve's parameter where its x is `x`, by Newton's method kept within a bracket.
  ///
  /// x(s) does not decrease, so a bracket always holds the root; 1e-12 is far too small to show in
  /// a pixel or an 8-bit colour.
  private func parameter(forX x: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    var s = x
    for _ in 0..<60 {
      let error = TimingFunction.polynomial(first.x, second.x, s) - x
      if abs(error) < 1e-12 { break }
      if error > 0 { high = s } else { low = s }
      let slope = TimingFunction.slope(first.x, second.x, s)
      let next = s - error / slope
      s = slope > 1e-9 && next > low && next < high ? next : (low + high) / 2
    }
    return s
  }

  private static func polynomial(_ p1: Double, _ p2: Double, _ s: Double) -> Double {
    let c = 3 * p1
    let b = 3 * (p2 - p1) - c
    let a = 1 - c - b
    return ((a * s + b) * s + c) * s
  }

  private static func slope(_ p1: Double, _ p2: Double, _ s: Double) -> Double {
    let c = 3 * p1
    let b = 3 * (p2 - p1) - c
    let a = 1 - c - b
    return (3 * a * s + 2 * b) * s + c
  }
}
