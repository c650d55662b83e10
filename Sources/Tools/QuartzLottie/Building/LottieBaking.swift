// Values at so many times that what lies between is close to the straight way.
// Licensed under the MIT license; see LICENSE.

/// A value that can be sampled.
protocol Bakeable: Equatable {
  /// The value between two others, as an animation shows it; nil if it shows none.
  static func between(_ start: Self, _ end: Self) -> Self?
  /// How far values are apart, where 1 is the largest difference that is not seen.
  func distance(to other: Self) -> Double
}

enum LottieBaking {
  /// Frames between two samples at a jump.
  static let moment = 1e-6
  /// Samples of all properties of a document.
  static let largestSampleCount = 2_000_000
  /// The shortest way between two samples in frames, on which a value that is still not close to
  /// the straight way jumps.
  private static let shortestWay = 1.0 / 1024
  /// The most samples between two frames, where the budget of a property has as many.
  static let mostBetween = 64
  /// That of values that take long to make.
  static let mostCostlyBetween = 31
  /// The samples between frames that each property has at least.
  private static let leastBetween = 7
  /// The budget of a property.
  private static let budget = 20_000

  /// A value at a frame.
  struct Sample<Value> {
    var frame: Double
    var value: Value
  }

  /// Samples a value at whole frames, at given ones, and between them where it is curved.
  ///
  /// - Parameters:
  ///   - range: The frames outside of which the value does not change.
  ///   - times: Frames with samples of their own.
  ///   - shown: The frames that are shown; nil for all. Others have no samples, but for the first
  ///     and the last, so that a sample's place among them does not depend on what is shown.
  ///   - most: The most samples between two frames.
  static func samples<Value: Bakeable>(
    _ range: ClosedRange<Double>,
    _ times: [Double],
    shown: ClosedRange<Double>? = nil,
    most: Int = mostBetween,
    _ value: (Double) -> Value
  ) -> [Sample<Value>] {
    var frames = times.filter(range.contains) + [range.lowerBound, range.upperBound]
    let first = range.lowerBound.rounded(.up)
    for step in 0...max(Int(range.upperBound - first), 0) {
      let frame = first + Double(step)
      if range.contains(frame) { frames.append(frame) }
    }
    frames.sort()
    let most = min(max(budget / frames.count, leastBetween), most)
    let window = shown.map { part(of: frames, around: $0) }
    if let window {
      let ends = (frames[0], frames[frames.count - 1])
      frames = frames.filter { window.contains($0) || $0 == ends.0 || $0 == ends.1 }
    }
    var result: [Sample<Value>] = []
    for frame in frames where result.last?.frame != frame {
      let sample = Sample(frame: frame, value: value(frame))
      if let last = result.last {
        let isShown = window.map { last.frame < $0.upperBound && frame > $0.lowerBound } ?? true
        if isShown { result += samples(between: last, sample, most, value) }
      }
      result.append(sample)
    }
    return simplified(result)
  }

  /// The frames from the last one before a range to the first one behind it.
  ///
  /// - Parameter frames: At least one, sorted.
  private static func part(
    of frames: [Double],
    around range: ClosedRange<Double>
  ) -> ClosedRange<Double> {
    let first = frames.last { $0 < range.lowerBound } ?? frames[0]
    return first...max(frames.first { $0 > range.upperBound } ?? frames[frames.count - 1], first)
  }

  /// The samples between two others: in the middle of each way that is not straight, the longest
  /// ways first.
  ///
  /// - Parameter most: The most samples; jumps need one more each.
  private static func samples<Value: Bakeable>(
    between start: Sample<Value>,
    _ end: Sample<Value>,
    _ most: Int,
    _ value: (Double) -> Value
  ) -> [Sample<Value>] {
    var found: [Sample<Value>] = []
    var ways = [(start, end)]
    var (next, left) = (0, most)
    while next < ways.count {
      let (start, end) = ways[next]
      next += 1
      let length = end.frame - start.frame
      guard length > 2 * moment else { continue }
      let frame = (start.frame + end.frame) / 2
      let middle = Sample(frame: frame, value: value(frame))
      let straight = Value.between(start.value, end.value)
      if let straight, straight.distance(to: middle.value) <= 1 { continue }
      if length > shortestWay, left > 0 {
        left -= 1
        found.append(middle)
        ways += [(start, middle), (middle, end)]
      } else if straight == nil || length <= shortestWay {
        // Nothing lies between: the value stays until the end.
        found.append(Sample(frame: end.frame - moment, value: start.value))
      }
    }
    return found.sorted { $0.frame < $1.frame }
  }

  /// The samples without those that lie on the way between their neighbours.
  private static func simplified<Value: Bakeable>(
    _ samples: [Sample<Value>]
  ) -> [Sample<Value>] {
    var result: [Sample<Value>] = []
    for (index, sample) in samples.enumerated() {
      let isSame =
        index > 0 && index + 1 < samples.count && samples[index - 1].value == sample.value
        && samples[index + 1].value == sample.value
      if !isSame { result.append(sample) }
    }
    if result.count == 2, result[0].value == result[1].value { result.removeLast() }
    return result
  }
}

extension SIMD4: Bakeable where Scalar == Double {
  static func between(_ start: Self, _ end: Self) -> Self? { (start + end) / 2 }

  /// 1/50 of a pixel; other units are scaled to that.
  func distance(to other: Self) -> Double {
    let difference = self - other
    return max(max(abs(difference.x), abs(difference.y)), max(abs(difference.z), abs(difference.w)))
      * 50
  }
}

extension NumberList: Bakeable {
  static func between(_ start: Self, _ end: Self) -> Self? {
    start.numbers.count == end.numbers.count ? mix(start, end, SIMD4(repeating: 0.5)) : nil
  }

  /// 1/510 of a colour.
  func distance(to other: Self) -> Double {
    zip(numbers, other.numbers).reduce(0) { max($0, abs($1.0 - $1.1)) } * 510
  }
}

extension LottieMatrix: Bakeable {
  static func between(_ start: Self, _ end: Self) -> Self? {
    LottieMatrix(
      a: (start.a + end.a) / 2,
      b: (start.b + end.b) / 2,
      c: (start.c + end.c) / 2,
      d: (start.d + end.d) / 2,
      tx: (start.tx + end.tx) / 2,
      ty: (start.ty + end.ty) / 2
    )
  }

  /// 1/200 of a pixel, of points up to 20 pixels away.
  func distance(to other: Self) -> Double {
    let linear = [a - other.a, b - other.b, c - other.c, d - other.d].map(abs).max() ?? 0
    return max(linear * 4000, max(abs(tx - other.tx), abs(ty - other.ty)) * 200)
  }
}

extension [Contour]: Bakeable {
  static func between(_ start: Self, _ end: Self) -> Self? {
    guard start.count == end.count else { return nil }
    for (a, b) in zip(start, end)
    where a.vertices.count != b.vertices.count || a.isClosed != b.isClosed {
      return nil
    }
    return zip(start, end).map { Contour.mix($0, $1, SIMD4(repeating: 0.5)) }
  }

  /// 1/200 of a pixel.
  func distance(to other: Self) -> Double {
    guard count == other.count else { return .infinity }
    var largest = 0.0
    for (a, b) in zip(self, other) {
      guard a.vertices.count == b.vertices.count else { return .infinity }
      for index in a.vertices.indices {
        let vertex = a.vertices[index] - b.vertices[index]
        let into = a.into[index] - b.into[index]
        let out = a.out[index] - b.out[index]
        largest = Swift.max(largest, abs(vertex.x), abs(vertex.y))
        largest = Swift.max(largest, abs(into.x + vertex.x), abs(into.y + vertex.y))
        largest = Swift.max(largest, abs(out.x + vertex.x), abs(out.y + vertex.y))
      }
    }
    return largest * 200
  }
}
