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
  /// Times that the way between two frames is halved.
  private static let deepest = 3

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
  static func samples<Value: Bakeable>(
    _ range: ClosedRange<Double>,
    _ times: [Double],
    _ value: (Double) -> Value
  ) -> [Sample<Value>] {
    var frames = times.filter(range.contains) + [range.lowerBound, range.upperBound]
    let first = range.lowerBound.rounded(.up)
    for step in 0...max(Int(range.upperBound - first), 0) {
      let frame = first + Double(step)
      if range.contains(frame) { frames.append(frame) }
    }
    frames.sort()
    var result: [Sample<Value>] = []
    for frame in frames where result.last?.frame != frame {
      let sample = Sample(frame: frame, value: value(frame))
      if let last = result.last { refine(last, sample, deepest, value, &result) }
      result.append(sample)
    }
    return simplified(result)
  }

  private static func refine<Value: Bakeable>(
    _ start: Sample<Value>,
    _ end: Sample<Value>,
    _ depth: Int,
    _ value: (Double) -> Value,
    _ result: inout [Sample<Value>]
  ) {
    guard end.frame - start.frame > 2 * moment else { return }
    let middle = Sample(
      frame: (start.frame + end.frame) / 2,
      value: value((start.frame + end.frame) / 2)
    )
    let between = Value.between(start.value, end.value)
    if let between, between.distance(to: middle.value) <= 1 { return }
    guard depth > 0 else {
      // Nothing lies between: the value stays until the end.
      if between == nil {
        result.append(Sample(frame: end.frame - moment, value: start.value))
      }
      return
    }
    refine(start, middle, depth - 1, value, &result)
    result.append(middle)
    refine(middle, end, depth - 1, value, &result)
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

  func distance(to other: Self) -> Double {
    let linear = [a - other.a, b - other.b, c - other.c, d - other.d].map(abs).max() ?? 0
    return max(linear * 1000, max(abs(tx - other.tx), abs(ty - other.ty)) * 50)
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
    return largest * 50
  }
}
