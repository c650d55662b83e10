// Paths as chords on a grid.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

/// The grid that points of some paths are moved to.
struct PathGrid {
  /// Coordinates are -side...side.
  static let side: Int64 = 1 << 28
  /// The greatest distance of a curve from its chords, in parts of the longer side of the paths'
  /// bounds.
  private static let flatness = 0x1p-19

  private let center: Point
  /// Steps of the grid in a unit of the paths.
  private let scale: Double
  /// The greatest distance of a curve from its chords, in units of the paths.
  let tolerance: Double

  /// Nil if no point of the paths is finite, or they are too large for numbers.
  init?(_ paths: [Path]) {
    var (minX, minY) = (Double.infinity, Double.infinity)
    var (maxX, maxY) = (-Double.infinity, -Double.infinity)
    for point in paths.lazy.flatMap(\.points) where point.x.isFinite && point.y.isFinite {
      (minX, minY) = (min(minX, point.x), min(minY, point.y))
      (maxX, maxY) = (max(maxX, point.x), max(maxY, point.y))
    }
    let extent = max(maxX - minX, maxY - minY)
    // Below, the steps of the grid would be below those of numbers.
    guard extent.isFinite, extent > 0x1p-500, extent < 0x1p500 else { return nil }
    center = Point(minX + (maxX - minX) / 2, minY + (maxY - minY) / 2)
    scale = Double(Self.side) * 2 / extent
    tolerance = extent * Self.flatness
  }

  func point(_ point: Point) -> GridPoint {
    func step(_ value: Double) -> Int64 {
      let side = Double(Self.side)
      return Int64(min(max((value * scale).rounded(), -side), side))
    }
    return GridPoint(x: step(point.x - center.x), y: step(point.y - center.y))
  }

  func point(_ point: GridPoint) -> Point {
    Point(center.x + Double(point.x) / scale, center.y + Double(point.y) / scale)
  }
}

/// An element of a path by its control points: two of a line, three of a quadratic curve, four of a
/// cubic one.
struct PathSegment {
  var points: [Point]

  /// The point at a parameter in 0...1.
  func point(at t: Double) -> Point {
    var rest = points
    while rest.count > 1 { rest = zip(rest, rest.dropFirst()).map { Self.between($0, $1, t) } }
    return rest[0]
  }

  /// The part between two parameters, perhaps against its direction.
  func part(_ start: Double, _ end: Double) -> PathSegment {
    // The control points of a part are the blossoms of its ends (Ramshaw 1989).
    let degree = points.count - 1
    return PathSegment(
      points: (0...degree).map { ends in
        var rest = points
        for step in 0..<degree {
          let t = step < ends ? end : start
          rest = zip(rest, rest.dropFirst()).map { Self.between($0, $1, t) }
        }
        return rest[0]
      }
    )
  }

  private static func between(_ one: Point, _ other: Point, _ t: Double) -> Point {
    Point(one.x + (other.x - one.x) * t, one.y + (other.y - one.y) * t)
  }

  /// The most chords of one curve.
  private static let chordLimit = 1024.0

  /// Returns the number of chords that stay within `tolerance` of the curve (Wang 1984).
  func chordCount(_ tolerance: Double) -> Int {
    let degree = points.count - 1
    guard degree > 1 else { return 1 }
    var bend = 0.0
    for index in 0..<degree - 1 {
      let x = points[index].x - 2 * points[index + 1].x + points[index + 2].x
      let y = points[index].y - 2 * points[index + 1].y + points[index + 2].y
      bend = max(bend, (x * x + y * y).squareRoot())
    }
    let count = (Double(degree * (degree - 1)) / 8 * bend / tolerance).squareRoot().rounded(.up)
    return Int(min(max(count, 1), Self.chordLimit))
  }
}

/// The elements of some paths, and their chords.
struct PathChords {
  let grid: PathGrid
  private(set) var segments: [PathSegment] = []
  private(set) var pieces: [PathPiece] = []

  init(_ grid: PathGrid) {
    self.grid = grid
  }

  /// Appends the chords of a path.
  ///
  /// Subpaths are cut off at a point that is not finite.
  ///
  /// - Parameters:
  ///   - number: 0 or 1.
  ///   - isArea: Whether open subpaths are closed.
  mutating func append(
    _ path: Path,
    number: UInt8,
    isArea: Bool,
    _ budget: Budget
  ) throws(Budget.Spent) {
    var next = 0
    var start: Point?
    var current: Point?
    for element in path.elements {
      let points = path.points[next..<next + element.pointCount]
      next += element.pointCount
      guard points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else {
        current = nil
        continue
      }
      switch element {
      case .move:
        if isArea { try close(current, start, number, budget) }
        start = points.first
      case .line, .quad, .cubic:
        if let current { try append([current] + points, number, budget) }
      case .close: try close(current, start, number, budget)
      }
      switch element {
      case .close: current = current == nil ? nil : start
      case .move: current = points.last
      case .line, .quad, .cubic: current = current == nil ? nil : points.last
      }
    }
    if isArea { try close(current, start, number, budget) }
  }

  private mutating func close(
    _ current: Point?,
    _ start: Point?,
    _ number: UInt8,
    _ budget: Budget
  ) throws(Budget.Spent) {
    guard let current, let start, current != start else { return }
    try append([current, start], number, budget)
  }

  private mutating func append(
    _ points: [Point],
    _ number: UInt8,
    _ budget: Budget
  ) throws(Budget.Spent) {
    let segment = PathSegment(points: points)
    let count = segment.chordCount(grid.tolerance)
    let element = Int32(segments.count)
    segments.append(segment)
    guard pieces.count + count <= budget.pieces else { throw Budget.Spent() }
    var last = grid.point(points[0])
    for step in 1...count {
      let (start, end) = (Double(step - 1) / Double(count), Double(step) / Double(count))
      let point = grid.point(step == count ? points[points.count - 1] : segment.point(at: end))
      guard point != last else { continue }
      pieces.append(
        PathPiece(
          from: last,
          to: point,
          source: PieceSource(element: element, path: number, start: start, end: end)
        )
      )
      last = point
    }
  }
}
