// Lengths along cubic curves.
// Licensed under the MIT license; see LICENSE.

extension CubicSegment {
  private static let nodes: [(Double, Double)] = [
    (0.046910077030668, 0.1184634425280945), (0.2307653449471585, 0.2393143352496833),
    (0.5, 0.2844444444444444), (0.7692346550528415, 0.2393143352496833),
    (0.953089922969332, 0.1184634425280945),
  ]
  private static let partCount = 16

  /// The length between two parameters, by a rule of five points in each of some parts.
  func length(from start: Double = 0, to end: Double = 1) -> Double {
    if isLine { return (self.end - self.start).length * lineShare(start, end) }
    let parts = max(Int((Double(Self.partCount) * (end - start)).rounded(.up)), 1)
    let step = (end - start) / Double(parts)
    var sum = 0.0
    for part in 0..<parts {
      let begin = start + Double(part) * step
      for (node, weight) in Self.nodes {
        sum += derivative(at: begin + node * step).length * weight * step
      }
    }
    return sum
  }

  /// The share of a line's length between two parameters of it as a cubic curve.
  private func lineShare(_ start: Double, _ end: Double) -> Double {
    func share(_ u: Double) -> Double { u * u * (3 - 2 * u) }
    return share(end) - share(start)
  }

  /// The parameter at which a length is reached.
  func parameter(at length: Double, of total: Double) -> Double {
    guard length > 0, total > 0 else { return 0 }
    guard length < total else { return 1 }
    var (low, high, u) = (0.0, 1.0, length / total)
    for _ in 0..<60 {
      let difference = self.length(to: u) - length
      if abs(difference) < 1e-9 * total { return u }
      if difference < 0 { low = u } else { high = u }
      let next = u - difference / lineOrCurveSpeed(at: u)
      u = next > low && next < high ? next : (low + high) / 2
    }
    return u
  }

  private func lineOrCurveSpeed(at u: Double) -> Double { derivative(at: u).length }
}
