// The timing of a step between two keyframes.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// A cubic curve from (0, 0) to (1, 1): x is the share of time, y that of the change.
struct Easing: Equatable, Sendable {
  /// The handle that leaves the beginning.
  var out = SIMD2<Double>(0, 0)
  /// The handle that arrives at the end.
  var into = SIMD2<Double>(1, 1)

  static let linear = Easing()

  init() {}

  /// - Parameters:
  ///   - out: Its x is held to 0...1; y is free.
  ///   - into: The same.
  init(out: SIMD2<Double>, into: SIMD2<Double>) {
    self.out = SIMD2(min(max(out.x, 0), 1), out.y)
    self.into = SIMD2(min(max(into.x, 0), 1), into.y)
  }

  var isLinear: Bool { out.x == out.y && into.x == into.y }

  /// Whether the curve leaves 0...1 on its way.
  var overshoots: Bool { out.y < 0 || out.y > 1 || into.y < 0 || into.y > 1 }

  /// The share of the change at a share of time, exact to 1e-9.
  func value(at time: Double) -> Double {
    if isLinear || time <= 0 || time >= 1 { return min(max(time, 0), 1) }
    let u = parameter(at: time)
    return Self.curve(u, out.y, into.y)
  }

  private static func curve(_ u: Double, _ first: Double, _ second: Double) -> Double {
    let v = 1 - u
    return 3 * v * v * u * first + 3 * v * u * u * second + u * u * u
  }

  /// The curve's parameter where x is `time`: steps of Newton's, within an interval that halves.
  private func parameter(at time: Double) -> Double {
    var (low, high, u) = (0.0, 1.0, time)
    for _ in 0..<80 {
      let x = Self.curve(u, out.x, into.x) - time
      if abs(x) < 1e-13 { return u }
      if x < 0 { low = u } else { high = u }
      let v = 1 - u
      let slope =
        3 * v * v * out.x + 6 * v * u * (into.x - out.x) + 3 * u * u * (1 - into.x)
      let next = u - x / slope
      u = next > low && next < high ? next : (low + high) / 2
      if high - low < 1e-13 { return u }
    }
    return u
  }
}

extension Easing {
  /// The cosine of a count of half turns.
  static func cosine(_ halves: Double) -> Double { cos(halves * .pi) }
}
