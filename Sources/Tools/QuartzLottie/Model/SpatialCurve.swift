// The way of a point between two keyframes, at constant speed.
// Licensed under the MIT license; see LICENSE.
//
// Eased time is a share of the curve's length. The curve is cut into equal parts of its parameter,
// whose lengths are integrated by a rule of five points; within a part Newton's steps find the
// parameter of a length. The error is far below 1e-4 of a unit for curves of a thousand units.

/// A cubic curve by its length.
struct SpatialCurve: Equatable, Sendable {
  private static let partCount = 64
  /// Nodes and weights of Gauss and Legendre on 0...1.
  private static let rule: [(node: Double, weight: Double)] = [
    (0.046910077030668, 0.1184634425280945), (0.2307653449471585, 0.2393143352496833),
    (0.5, 0.2844444444444444), (0.7692346550528415, 0.2393143352496833),
    (0.953089922969332, 0.1184634425280945),
  ]

  let start: SIMD4<Double>
  let startHandle: SIMD4<Double>
  let endHandle: SIMD4<Double>
  let end: SIMD4<Double>
  /// The length up to the end of each part.
  private let lengths: [Double]

  /// - Returns: Nil if the way is a straight line, which takes no account of lengths.
  init?(
    from start: SIMD4<Double>,
    to end: SIMD4<Double>,
    out: SIMD4<Double>,
    into: SIMD4<Double>
  ) {
    let chord = end - start
    func isAlong(_ tangent: SIMD4<Double>) -> Bool {
      let size = (tangent * tangent).sum()
      if size == 0 { return true }
      let length = (chord * chord).sum()
      guard length > 0 else { return false }
      let product = (chord * tangent).sum()
      return size * length - product * product <= 1e-12 * size * length
    }
    if isAlong(out), isAlong(into) { return nil }
    self.start = start
    self.end = end
    startHandle = start + out
    endHandle = end + into
    var (lengths, sum): ([Double], Double) = ([], 0)
    for part in 0..<Self.partCount {
      sum += Self.length(
        start,
        start + out,
        end + into,
        end,
        Double(part) / Double(Self.partCount),
        Double(part + 1) / Double(Self.partCount)
      )
      lengths.append(sum)
    }
    guard sum.isFinite, sum > 0 else { return nil }
    self.lengths = lengths
  }

  private static func derivative(
    _ a: SIMD4<Double>,
    _ b: SIMD4<Double>,
    _ c: SIMD4<Double>,
    _ d: SIMD4<Double>,
    _ u: Double
  ) -> SIMD4<Double> {
    let v = 1 - u
    return 3 * v * v * (b - a) + 6 * v * u * (c - b) + 3 * u * u * (d - c)
  }

  private static func length(
    _ a: SIMD4<Double>,
    _ b: SIMD4<Double>,
    _ c: SIMD4<Double>,
    _ d: SIMD4<Double>,
    _ from: Double,
    _ to: Double
  ) -> Double {
    rule.reduce(0) { sum, point in
      let speed = derivative(a, b, c, d, from + (to - from) * point.node)
      return sum + (speed * speed).sum().squareRoot() * point.weight * (to - from)
    }
  }

  /// The curve's parameter at a share of its length, which is held to 0...1.
  func parameter(at share: Double) -> Double {
    guard share > 0, let total = lengths.last else { return 0 }
    guard share < 1 else { return 1 }
    let wanted = share * total
    var (low, high) = (0, lengths.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if lengths[middle] < wanted { low = middle + 1 } else { high = middle }
    }
    let before = low > 0 ? lengths[low - 1] : 0
    let begin = Double(low) / Double(Self.partCount)
    let step = 1 / Double(Self.partCount)
    let size = lengths[low] - before
    var u = begin + (size > 0 ? (wanted - before) / size : 0) * step
    for _ in 0..<4 {
      let speed = derivative(at: u)
      let velocity = (speed * speed).sum().squareRoot()
      guard velocity > 1e-12 else { break }
      let length = Self.length(start, startHandle, endHandle, end, begin, u)
      u = min(max(u - (before + length - wanted) / velocity, begin), begin + step)
    }
    return u
  }

  /// The change of the point with the parameter.
  func derivative(at u: Double) -> SIMD4<Double> {
    Self.derivative(start, startHandle, endHandle, end, u)
  }

  /// The point at a share of the length.
  func point(at share: Double) -> SIMD4<Double> {
    let u = parameter(at: share)
    let v = 1 - u
    return v * v * v * start + 3 * v * v * u * startHandle + 3 * v * u * u * endHandle
      + u * u * u * end
  }
}
