// Numbers to numbers: the curves of colour filters.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// A curve for one component of a straight colour.
package enum ColorCurve: Hashable, Sendable {
  case identity
  /// x^p; 0 for what is below 0.
  case power(Double)
  /// a + b x + c x^2 + d x^3.
  case polynomial(SIMD4<Double>)
  /// The nearest of so many values, evenly from 0 to 1; at least 2.
  case steps(Double)
  /// 1 from this value on, 0 below.
  case threshold(Double)
  /// Light to sRGB-encoded values.
  case encode
  /// sRGB-encoded values to light.
  case decode
  /// Values at even distances from 0 to 1, with lines between; the end values beyond.
  case samples([Float])
  /// The same, with the first and the last line going on beyond.
  case open([Float])

  package func value(at x: Float) -> Float {
    switch self {
    case .identity: return x
    case .power(let power): return powf(max(x, 0), Float(power))
    case .polynomial(let factors):
      let f = SIMD4<Float>(factors)
      return f.x + x * (f.y + x * (f.z + x * f.w))
    case .steps(let count):
      let last = Float(max(count.rounded(), 2) - 1)
      return (x * last).rounded() / last
    case .threshold(let limit): return x >= Float(limit) ? 1 : 0
    case .encode: return FilterSpace.encoded(x)
    case .decode: return FilterSpace.light(x)
    case .samples(let values):
      return values.withUnsafeBufferPointer { ColorCurve.sample($0, at: x) }
    case .open(let values):
      guard values.count > 1, x < 0 || x > 1 else { return ColorCurve.samples(values).value(at: x) }
      let last = values.count - 1
      let (low, high) = x < 0 ? (0, 1) : (last - 1, last)
      return values[low] + (values[high] - values[low]) * (x * Float(last) - Float(low))
    }
  }

  @inline(__always)
  static func sample(_ values: UnsafeBufferPointer<Float>, at x: Float) -> Float {
    guard values.count > 1 else { return values.first ?? x }
    let last = values.count - 1
    // NaN goes to the beginning.
    let position = x > 0 ? min(x, 1) * Float(last) : 0
    let index = min(Int(position), last - 1)
    return values[index] + (values[index + 1] - values[index]) * (position - Float(index))
  }

  /// The values at even distances from 0 to 1, for renderers that read tables.
  package func samples(_ count: Int) -> [Float] {
    guard count > 1 else { return [value(at: 0)] }
    return (0..<count).map { value(at: Float($0) / Float(count - 1)) }
  }

  /// The curve through points, as samples: monotone between them (Fritsch and Carlson, 1980).
  ///
  /// - Parameters:
  ///   - points: By x, which rise from point to point; outside of them the curve is level.
  ///   - isOpen: Whether it goes on below 0 and above 1 as it begins and ends.
  package static func through(
    _ points: [SIMD2<Double>],
    isOpen: Bool = false,
    samples count: Int = 1025
  ) -> ColorCurve {
    let curve = MonotoneCurve(points)
    let values = (0..<count).map { Float(curve.value(at: Double($0) / Double(count - 1))) }
    return isOpen ? .open(values) : .samples(values)
  }
}

/// A cubic curve through points that does not overshoot between two of them.
package struct MonotoneCurve: Sendable {
  private let points: [SIMD2<Double>]
  private let slopes: [Double]

  /// Points that are not finite, or not to the right of those before, are left out.
  package init(_ points: [SIMD2<Double>]) {
    var kept: [SIMD2<Double>] = []
    for point in points where point.x.isFinite && point.y.isFinite {
      if let last = kept.last, point.x <= last.x { continue }
      kept.append(point)
    }
    let pieces = zip(kept, kept.dropFirst()).map { a, b in (b.y - a.y) / (b.x - a.x) }
    var slopes: [Double] = []
    for index in kept.indices {
      guard index > 0, index < pieces.count else {
        slopes.append(index == 0 ? pieces.first ?? 0 : pieces.last ?? 0)
        continue
      }
      let (before, after) = (pieces[index - 1], pieces[index])
      // The harmonic mean; level at a turning point.
      slopes.append(before * after > 0 ? 2 * before * after / (before + after) : 0)
    }
    self.points = kept
    self.slopes = slopes
  }

  package func value(at x: Double) -> Double {
    guard let first = points.first, let last = points.last else { return x }
    if !(x > first.x) { return first.y }
    if x >= last.x { return last.y }
    let next = points.firstIndex { $0.x > x } ?? points.count - 1
    let (a, b) = (points[next - 1], points[next])
    let width = b.x - a.x
    let t = (x - a.x) / width
    let (t2, t3) = (t * t, t * t * t)
    let start = (2 * t3 - 3 * t2 + 1) * a.y + (t3 - 2 * t2 + t) * width * slopes[next - 1]
    return start + (3 * t2 - 2 * t3) * b.y + (t3 - t2) * width * slopes[next]
  }
}
