// One line of a path: vertices with handles.
// Licensed under the MIT license; see LICENSE.

/// A point, or a way between two, in pixels with y down.
typealias LottiePoint = SIMD2<Double>

/// Vertices with handles relative to them, joined by cubic curves.
struct Contour: Equatable, Sendable {
  var vertices: [LottiePoint] = []
  /// The handles of the curves that arrive, relative to their vertices.
  var into: [LottiePoint] = []
  /// The handles of the curves that leave, relative to their vertices.
  var out: [LottiePoint] = []
  var isClosed = false

  init(isClosed: Bool = false) {
    self.isClosed = isClosed
  }

  mutating func add(
    _ vertex: LottiePoint,
    into handle: LottiePoint = .zero,
    out leaving: LottiePoint = .zero
  ) {
    vertices.append(vertex)
    into.append(handle)
    out.append(leaving)
  }

  /// How many curves there are.
  var segmentCount: Int {
    vertices.count < 2 ? 0 : isClosed ? vertices.count : vertices.count - 1
  }

  /// A curve by its index.
  func segment(_ index: Int) -> CubicSegment {
    let next = index + 1 < vertices.count ? index + 1 : 0
    return CubicSegment(
      vertices[index],
      vertices[index] + out[index],
      vertices[next] + into[next],
      vertices[next]
    )
  }

  var segments: [CubicSegment] { (0..<segmentCount).map(segment) }

  /// A contour of curves that follow one another.
  ///
  /// - Parameter isClosed: Whether the last one ends where the first one begins.
  init(_ segments: [CubicSegment], isClosed: Bool) {
    self.isClosed = isClosed
    guard let first = segments.first, let last = segments.last else { return }
    add(
      first.start,
      into: isClosed ? last.second - last.end : .zero,
      out: first.first - first.start
    )
    for (index, segment) in segments.enumerated() {
      if index + 1 < segments.count {
        let next = segments[index + 1]
        add(segment.end, into: segment.second - segment.end, out: next.first - next.start)
      } else if !isClosed {
        add(segment.end, into: segment.second - segment.end)
      }
    }
  }

  /// The same line from its other end; a closed one keeps its first vertex.
  var reversed: Contour {
    var result = Contour(isClosed: isClosed)
    guard !vertices.isEmpty else { return result }
    let order =
      isClosed
      ? [0] + Array(stride(from: vertices.count - 1, to: 0, by: -1))
      : Array(vertices.indices.reversed())
    for index in order { result.add(vertices[index], into: out[index], out: into[index]) }
    return result
  }

  /// The contour under a transform.
  func transformed(_ matrix: LottieMatrix) -> Contour {
    if matrix == .identity { return self }
    var result = self
    for index in vertices.indices {
      result.vertices[index] = matrix.apply(vertices[index])
      result.into[index] = matrix.applyLinear(into[index])
      result.out[index] = matrix.applyLinear(out[index])
    }
    return result
  }

  var isFinite: Bool {
    vertices.allSatisfy(\.isFiniteAndSmall) && into.allSatisfy(\.isFiniteAndSmall)
      && out.allSatisfy(\.isFiniteAndSmall)
  }
}

extension Contour: Mixable {
  static func mix(_ start: Contour, _ end: Contour, _ share: SIMD4<Double>) -> Contour {
    guard start.vertices.count == end.vertices.count else { return start }
    var result = start
    for index in start.vertices.indices {
      result.vertices[index] += (end.vertices[index] - start.vertices[index]) * share.x
      result.into[index] += (end.into[index] - start.into[index]) * share.x
      result.out[index] += (end.out[index] - start.out[index]) * share.x
    }
    return result
  }

  static func jumps(_ start: Contour, _ end: Contour) -> Bool {
    start.vertices.count != end.vertices.count
  }
}

/// A cubic curve.
struct CubicSegment: Equatable, Sendable {
  var start: LottiePoint
  var first: LottiePoint
  var second: LottiePoint
  var end: LottiePoint

  init(_ start: LottiePoint, _ first: LottiePoint, _ second: LottiePoint, _ end: LottiePoint) {
    self.start = start
    self.first = first
    self.second = second
    self.end = end
  }

  /// A straight line with its handles on its ends.
  var isLine: Bool { first == start && second == end }

  func point(at u: Double) -> LottiePoint {
    let v = 1 - u
    return v * v * v * start + 3 * v * v * u * first + 3 * v * u * u * second + u * u * u * end
  }

  func derivative(at u: Double) -> LottiePoint {
    let v = 1 - u
    return 3 * v * v * (first - start) + 6 * v * u * (second - first) + 3 * u * u * (end - second)
  }

  /// The part between two parameters.
  func part(_ from: Double, _ to: Double) -> CubicSegment {
    if isLine { return CubicSegment(line: mixed(start, end, from), mixed(start, end, to)) }
    let a = point(at: from)
    let d = point(at: to)
    let third = (to - from) / 3
    return CubicSegment(a, a + derivative(at: from) * third, d - derivative(at: to) * third, d)
  }

  init(line start: LottiePoint, _ end: LottiePoint) {
    self.init(start, start, end, end)
  }
}

/// The point at a share of a line.
func mixed(_ start: LottiePoint, _ end: LottiePoint, _ share: Double) -> LottiePoint {
  start + (end - start) * share
}

extension LottiePoint {
  /// The largest coordinate that is drawn.
  static let largest = 1e9

  var length: Double { (self * self).sum().squareRoot() }

  var isFiniteAndSmall: Bool { abs(x) <= Self.largest && abs(y) <= Self.largest }

  /// The direction; zero for a point without one.
  var normalized: LottiePoint {
    let length = length
    return length > 0 ? self / length : .zero
  }

  /// Turned by a quarter from x to y.
  var turned: LottiePoint { LottiePoint(-y, x) }

  func cross(_ other: LottiePoint) -> Double { x * other.y - y * other.x }
}
