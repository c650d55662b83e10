// From edges back to paths.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

/// A step along an edge.
private struct OutlineStep {
  var from: GridPoint
  var to: GridPoint
  var element: Int32
  /// The part of the element, in the direction of the step.
  var start: Double
  var end: Double

  init(_ edge: PathEdge, isForward: Bool) {
    (from, to) = isForward ? (edge.left, edge.right) : (edge.right, edge.left)
    element = edge.source.element
    let keeps = isForward != edge.isReversed
    (start, end) =
      keeps ? (edge.source.start, edge.source.end) : (edge.source.end, edge.source.start)
  }

  /// Whether the other step continues along the same element.
  func isContinued(by next: OutlineStep) -> Bool {
    element == next.element && abs(end - next.start) < 1e-9
      && (end - start).sign == (next.end - next.start).sign
  }
}

/// A closed outline: its steps, and twice its area in steps of the grid, above 0 against the clock.
struct OutlineLoop {
  fileprivate var steps: [OutlineStep]
  var area: Double
  var length: Double

  /// The corners, on the grid.
  var corners: [GridPoint] { steps.map(\.from) }
}

enum PathOutline {
  /// The loops around the inside of some edges, which lies to the left of them.
  ///
  /// - Parameter isInside: Whether a place with these winding numbers is inside.
  static func loops(
    _ edges: [PathEdge],
    isInside: (SIMD2<Int32>) -> Bool
  ) -> [OutlineLoop] {
    var steps: [OutlineStep] = []
    for edge in edges {
      let (below, above) = (isInside(edge.below), isInside(edge.above))
      if below != above { steps.append(OutlineStep(edge, isForward: above)) }
    }
    // Steps by where they begin, around each place against the clock.
    steps.sort { one, other in
      one.from != other.from
        ? one.from < other.from : Self.isBefore(one.to - one.from, other.to - other.from)
    }
    var first: [GridPoint: Int] = [:]
    for (index, step) in steps.enumerated() where first[step.from] == nil {
      first[step.from] = index
    }
    var isUsed = [Bool](repeating: false, count: steps.count)
    var loops: [OutlineLoop] = []
    for start in steps.indices where !isUsed[start] {
      var loop: [OutlineStep] = []
      var index = start
      while true {
        isUsed[index] = true
        loop.append(steps[index])
        let next = following(steps[index], steps, first)
        if next == start { break }
        guard let next, !isUsed[next] else {
          // A crossing of less than a step of the grid that rounding has left.
          loop = []
          break
        }
        index = next
      }
      if let loop = closed(loop) { loops.append(loop) }
    }
    return loops
  }

  /// The step to take where another one ends: the first one, turning from the way back with the
  /// clock, so that the same part of the inside lies beside both.
  private static func following(
    _ step: OutlineStep,
    _ steps: [OutlineStep],
    _ first: [GridPoint: Int]
  ) -> Int? {
    guard let start = first[step.to] else { return nil }
    let back = step.from - step.to
    var best: Int?
    var beforeBack: Int?
    var index = start
    while index < steps.count, steps[index].from == step.to {
      // The last one before the way back, or the last one of all.
      if isBefore(steps[index].to - steps[index].from, back) { beforeBack = index }
      best = index
      index += 1
    }
    return beforeBack ?? best
  }

  /// Whether a direction comes before another one, against the clock from the negative x axis on.
  private static func isBefore(_ one: GridPoint, _ other: GridPoint) -> Bool {
    func half(_ direction: GridPoint) -> Int {
      direction.y < 0 || (direction.y == 0 && direction.x < 0) ? 0 : 1
    }
    let (first, second) = (half(one), half(other))
    return first != second ? first < second : one.cross(other) > 0
  }

  /// A loop, unless it is thinner than curves are exact.
  private static func closed(_ steps: [OutlineStep]) -> OutlineLoop? {
    guard steps.count > 1 else { return nil }
    var (area, length) = (0.0, 0.0)
    let origin = steps[0].from
    for step in steps {
      let (one, other) = (step.from - origin, step.to - origin)
      area += Double(one.cross(other))
      let along = step.to - step.from
      length += Double(along.dot(along)).squareRoot()
    }
    // 2^10 steps of the grid are the tolerance of chords.
    return abs(area) > length * 0x1p10 ? OutlineLoop(steps: steps, area: area, length: length) : nil
  }

  /// The loops as a path.
  static func path(_ loops: [OutlineLoop], _ chords: PathChords) -> Path {
    var path = Path()
    for loop in loops {
      append(loop.steps, chords, isClosed: true, to: &path)
    }
    return path
  }

  /// Lines that lie within an area or, if `keepsInside` is false, outside of it.
  static func lines(
    _ edges: [PathEdge],
    _ chords: PathChords,
    keepsInside: Bool,
    isInside: (SIMD2<Int32>) -> Bool
  ) -> Path {
    var steps: [OutlineStep] = []
    for edge in edges where edge.source.path == 0 {
      let touches = isInside(edge.below) || isInside(edge.above)
      if touches == keepsInside { steps.append(OutlineStep(edge, isForward: !edge.isReversed)) }
    }
    steps.sort { $0.element != $1.element ? $0.element < $1.element : $0.start < $1.start }
    var path = Path()
    var first = 0
    while first < steps.count {
      var last = first + 1
      while last < steps.count, steps[last - 1].to == steps[last].from { last += 1 }
      append(Array(steps[first..<last]), chords, isClosed: false, to: &path)
      first = last
    }
    return path
  }

  private static func append(
    _ steps: [OutlineStep],
    _ chords: PathChords,
    isClosed: Bool,
    to path: inout Path
  ) {
    // A loop begins where an element begins, if there is such a place.
    var steps = steps
    if isClosed,
      let cut = steps.indices.dropFirst().first(where: {
        !steps[$0 - 1].isContinued(by: steps[$0])
      })
    {
      steps = Array(steps[cut...] + steps[..<cut])
    }
    guard let start = steps.first else { return }
    path.move(to: chords.point(of: start.element, start.start, start.from))
    var first = 0
    while first < steps.count {
      var last = first
      while last + 1 < steps.count, steps[last].isContinued(by: steps[last + 1]) { last += 1 }
      let isEnd = isClosed && last == steps.count - 1
      append(steps[first], steps[last], chords, isEnd: isEnd, to: &path)
      first = last + 1
    }
    if isClosed { path.close() }
  }

  /// Appends the part of an element from one step to another one.
  private static func append(
    _ first: OutlineStep,
    _ last: OutlineStep,
    _ chords: PathChords,
    isEnd: Bool,
    to path: inout Path
  ) {
    let segment = chords.segments[Int(first.element)]
    let end = chords.point(of: last.element, last.end, last.to)
    switch segment.points.count {
    case 3:
      let part = segment.part(first.start, last.end)
      path.quad(to: end, control: part.points[1])
    case 4:
      let part = segment.part(first.start, last.end)
      path.cubic(to: end, control1: part.points[1], control2: part.points[2])
    default:
      // The last line of a loop is its closing.
      if !isEnd { path.line(to: end) }
    }
  }
}

extension PathChords {
  /// A place on an element: its ends are where they were, and where it is cut is on the grid.
  fileprivate func point(of element: Int32, _ t: Double, _ point: GridPoint) -> Point {
    let points = segments[Int(element)].points
    return t == 0 ? points[0] : t == 1 ? points[points.count - 1] : grid.point(point)
  }
}
