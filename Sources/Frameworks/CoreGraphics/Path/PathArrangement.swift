// The arrangement of paths that cut one another: edges that meet only at their ends.
// Licensed under the MIT license; see LICENSE.
//
// The Boolean operations of paths, in four steps:
//
//   1. Curves become chords (PathChords), and all points lie on a grid of 2^29 steps along the
//      longer side of both paths' bounds. From then on coordinates are integers, and the side of a
//      line that a point lies on never depends on rounding.
//   2. Chords are cut where they cross or touch (`cut`). A crossing is moved to the grid, which
//      moves the pieces by less than a step and may make them cross anew: cutting is repeated until
//      nothing does.
//   3. A line that sweeps over the pieces from left to right (`Sweep`) counts how often each path
//      winds around the places below and above each piece.
//   4. Pieces with the inside of the result on one side alone are its outline. They are walked
//      along, and neighbours that come from one curve become a part of that curve again
//      (PathOutline).
//
// Precision: curves that are not cut do not change; where they are cut, points are less than 2^-18
// of the longer side off (0.004 points in 1000). Thinner parts may be lost.
//
// Hostile paths: n chords can have n^2 crossings. Comparisons and crossings are counted, and beyond
// `Budget` there is no result; points that are not finite are left out. Nothing traps.

import QuartzMath

/// A place on the grid.
struct GridPoint: Hashable, Comparable {
  var x: Int64
  var y: Int64

  /// From left to right, and from below to above.
  static func < (left: GridPoint, right: GridPoint) -> Bool {
    left.x != right.x ? left.x < right.x : left.y < right.y
  }

  static func - (left: GridPoint, right: GridPoint) -> GridPoint {
    GridPoint(x: left.x - right.x, y: left.y - right.y)
  }

  /// Above 0 if `other` lies to the left of this vector.
  ///
  /// Coordinates are below 2^30, so that the products fit.
  func cross(_ other: GridPoint) -> Int64 { x * other.y - y * other.x }
  func dot(_ other: GridPoint) -> Int64 { x * other.x + y * other.y }
}

/// The origin of a piece: a part of an element of a path.
struct PieceSource {
  /// The number of the element among those of all paths; pieces of one element can become one
  /// again.
  var element: Int32
  /// 0 for the first path, 1 for the second.
  var path: UInt8
  /// The part of the element, from the beginning of the piece to its end.
  var start: Double
  var end: Double
}

/// A straight piece of a path.
struct PathPiece {
  var from: GridPoint
  var to: GridPoint
  var source: PieceSource
}

/// The work that paths may cause before there is no result.
struct Budget {
  /// Comparisons of two pieces.
  var comparisons = 200_000_000
  /// Pieces.
  var pieces = 2_000_000

  struct Spent: Error {}

  mutating func compare(_ count: Int) throws(Spent) {
    comparisons -= count
    if comparisons < 0 { throw Spent() }
  }
}

// MARK: - Cutting

enum PathCutter {
  /// Cut pieces move by less than a step of the grid; crossings that remain after so many rounds
  /// are smaller than that.
  private static let roundLimit = 8

  /// Cuts pieces where they cross or touch one another.
  static func cut(
    _ pieces: [PathPiece],
    _ budget: inout Budget
  ) throws(Budget.Spent) -> [PathPiece] {
    var pieces = pieces.filter { $0.from != $0.to }
    for _ in 0..<roundLimit {
      var finder = CrossingFinder(pieces, budget)
      try finder.search()
      budget = finder.budget
      if finder.cuts.isEmpty { break }
      pieces = try split(pieces, finder.cuts, budget)
    }
    return pieces
  }

  private static func split(
    _ pieces: [PathPiece],
    _ cuts: [CrossingFinder.Cut],
    _ budget: Budget
  ) throws(Budget.Spent) -> [PathPiece] {
    guard pieces.count + cuts.count <= budget.pieces else { throw Budget.Spent() }
    var result: [PathPiece] = []
    result.reserveCapacity(pieces.count + cuts.count)
    let sorted = cuts.sorted { $0.piece < $1.piece }
    var next = 0
    for (index, piece) in pieces.enumerated() {
      let first = next
      while next < sorted.count, sorted[next].piece == index { next += 1 }
      guard next > first else {
        result.append(piece)
        continue
      }
      let along = piece.to - piece.from
      let length = Double(along.dot(along))
      let points = Set(sorted[first..<next].map(\.point))
      let splits = points.map { (share: Double(($0 - piece.from).dot(along)) / length, point: $0) }
        .filter { $0.share > 0 && $0.share < 1 }
        .sorted { $0.share < $1.share }
      let source = piece.source
      var last = (share: 0.0, point: piece.from)
      for crossing in splits + [(1.0, piece.to)] where crossing.point != last.point {
        let part = PieceSource(
          element: source.element,
          path: source.path,
          start: source.start + (source.end - source.start) * last.share,
          end: source.start + (source.end - source.start) * crossing.share
        )
        result.append(PathPiece(from: last.point, to: crossing.point, source: part))
        last = crossing
      }
    }
    return result
  }
}

/// Finds where pieces cross, by halving the plane until few pieces are left in a part.
private struct CrossingFinder {
  struct Cut {
    var piece: Int
    var point: GridPoint
  }

  private struct Box {
    var minX: Int64
    var minY: Int64
    var maxX: Int64
    var maxY: Int64
  }

  private let pieces: [PathPiece]
  private(set) var budget: Budget
  private(set) var cuts: [Cut] = []

  private static let fewPieces = 12
  private static let depthLimit = 56

  init(_ pieces: [PathPiece], _ budget: Budget) {
    self.pieces = pieces
    self.budget = budget
  }

  mutating func search() throws(Budget.Spent) {
    let limit = PathGrid.side + 1
    let all = Box(minX: -limit, minY: -limit, maxX: limit, maxY: limit)
    var open: [(box: Box, pieces: [Int32], depth: Int)] = [
      (all, pieces.indices.map { Int32($0) }, 0)
    ]
    while let part = open.popLast() {
      let count = part.pieces.count
      guard count > Self.fewPieces, part.depth < Self.depthLimit else {
        try compareAll(part.pieces)
        continue
      }
      // Across its longer side first; the other way if most pieces go through both halves.
      let isWide = part.box.maxX - part.box.minX >= part.box.maxY - part.box.minY
      var isHalved = false
      for isAcross in [isWide, !isWide] where !isHalved {
        try budget.compare(2 * count)
        let (first, second) = Self.halves(part.box, isAcross: isAcross)
        let one = part.pieces.filter { touches(pieces[Int($0)], first) }
        let other = part.pieces.filter { touches(pieces[Int($0)], second) }
        guard one.count + other.count <= count * 2 - count / 4 else { continue }
        open.append((first, one, part.depth + 1))
        open.append((second, other, part.depth + 1))
        isHalved = true
      }
      if !isHalved { try compareAll(part.pieces) }
    }
  }

  private static func halves(_ box: Box, isAcross: Bool) -> (Box, Box) {
    var (first, second) = (box, box)
    if isAcross {
      let middle = (box.minX + box.maxX) >> 1
      first.maxX = middle
      second.minX = middle
    } else {
      let middle = (box.minY + box.maxY) >> 1
      first.maxY = middle
      second.minY = middle
    }
    return (first, second)
  }

  private func touches(_ piece: PathPiece, _ box: Box) -> Bool {
    guard min(piece.from.x, piece.to.x) <= box.maxX, max(piece.from.x, piece.to.x) >= box.minX,
      min(piece.from.y, piece.to.y) <= box.maxY, max(piece.from.y, piece.to.y) >= box.minY
    else { return false }
    // The corners that lie furthest to its left and to its right.
    let along = piece.to - piece.from
    let (isUp, isRightwards) = (along.y >= 0, along.x >= 0)
    let left = GridPoint(x: isUp ? box.minX : box.maxX, y: isRightwards ? box.maxY : box.minY)
    let right = GridPoint(x: isUp ? box.maxX : box.minX, y: isRightwards ? box.minY : box.maxY)
    return along.cross(left - piece.from) >= 0 && along.cross(right - piece.from) <= 0
  }

  private mutating func compareAll(_ part: [Int32]) throws(Budget.Spent) {
    try budget.compare(part.count * part.count / 2)
    for first in part.indices {
      for second in part.indices[(first + 1)...] {
        compare(Int(part[first]), Int(part[second]))
      }
    }
    guard cuts.count <= budget.pieces else { throw Budget.Spent() }
  }

  private mutating func compare(_ first: Int, _ second: Int) {
    let (one, other) = (pieces[first], pieces[second])
    guard min(one.from.x, one.to.x) <= max(other.from.x, other.to.x),
      min(other.from.x, other.to.x) <= max(one.from.x, one.to.x),
      min(one.from.y, one.to.y) <= max(other.from.y, other.to.y),
      min(other.from.y, other.to.y) <= max(one.from.y, one.to.y)
    else { return }
    let (along, across) = (one.to - one.from, other.to - other.from)
    let (start, end) = (along.cross(other.from - one.from), along.cross(other.to - one.from))
    let (from, to) = (across.cross(one.from - other.from), across.cross(one.to - other.from))
    // Ends that lie on the other piece, also where both lie on one line.
    if start == 0 { cut(first, at: other.from) }
    if end == 0 { cut(first, at: other.to) }
    if from == 0 { cut(second, at: one.from) }
    if to == 0 { cut(second, at: one.to) }
    guard start.signum() * end.signum() < 0, from.signum() * to.signum() < 0 else { return }
    let share = Double(start) / (Double(start) - Double(end))
    let point = GridPoint(
      x: other.from.x + Int64((Double(across.x) * share).rounded()),
      y: other.from.y + Int64((Double(across.y) * share).rounded())
    )
    cut(first, at: point)
    cut(second, at: point)
  }

  /// Cuts a piece at a place on it, or beside it by less than a step, unless that is one of its
  /// ends.
  private mutating func cut(_ piece: Int, at point: GridPoint) {
    let (from, to) = (pieces[piece].from, pieces[piece].to)
    guard point != from, point != to else { return }
    let along = to - from
    let crossing = (point - from).dot(along)
    guard crossing > 0, crossing < along.dot(along) else { return }
    cuts.append(Cut(piece: piece, point: point))
  }
}

// MARK: - Sweeping

/// A piece and the areas on both sides of it, from its left end to its right end.
struct PathEdge {
  var left: GridPoint
  var right: GridPoint
  /// The growth of the paths' winding numbers from below the edge to above it.
  var growth: SIMD2<Int32>
  /// The winding numbers below.
  var below = SIMD2<Int32>(0, 0)
  /// The source of one of the pieces that lie here, and whether it runs from right to left.
  var source: PieceSource
  var isReversed: Bool

  var above: SIMD2<Int32> { below &+ growth }
}

enum PathSweep {
  /// One edge for all pieces that lie upon one another.
  ///
  /// - Parameter isArea: Whether each path is an area; pieces of lines change no winding number.
  static func merged(_ pieces: [PathPiece], isArea: (Bool, Bool)) -> [PathEdge] {
    var edges: [PathEdge] = pieces.map { piece in
      let isReversed = piece.to < piece.from
      // The left of a piece that runs to the right is above it.
      let growth: Int32 = isReversed ? -1 : 1
      let (first, second) = (isArea.0 ? growth : 0, isArea.1 ? growth : 0)
      return PathEdge(
        left: isReversed ? piece.to : piece.from,
        right: isReversed ? piece.from : piece.to,
        growth: piece.source.path == 0 ? SIMD2(first, 0) : SIMD2(0, second),
        source: piece.source,
        isReversed: isReversed
      )
    }
    edges.sort { one, other in
      one.left != other.left
        ? one.left < other.left
        : one.right != other.right
          ? one.right < other.right : one.source.element < other.source.element
    }
    var result: [PathEdge] = []
    result.reserveCapacity(edges.count)
    for edge in edges {
      if let last = result.last, last.left == edge.left, last.right == edge.right {
        result[result.count - 1].growth &+= edge.growth
        // A line that lies on the edge of an area stays a line.
        if !isArea.0, edge.source.path == 0 {
          result[result.count - 1].source = edge.source
          result[result.count - 1].isReversed = edge.isReversed
        }
      } else {
        result.append(edge)
      }
    }
    return result
  }

  /// Finds the winding numbers below each of some edges that meet only at their ends.
  static func wind(_ edges: inout [PathEdge], _ budget: inout Budget) throws(Budget.Spent) {
    // Edges are sorted by their left ends. Ends come before beginnings at one place.
    let ends = edges.indices.sorted { edges[$0].right < edges[$1].right }
    var nextEnd = 0
    var next = 0
    /// From below to above.
    var open: [Int] = []
    while next < edges.count {
      let crossing = edges[next].left
      while nextEnd < ends.count, edges[ends[nextEnd]].right <= crossing {
        try remove(ends[nextEnd], from: &open, edges, &budget)
        nextEnd += 1
      }
      var last = next
      while last < edges.count, edges[last].left == crossing { last += 1 }
      let new = (next..<last).sorted { one, other in
        (edges[one].right - crossing).cross(edges[other].right - crossing) > 0
      }
      let position = firstAbove(crossing, open, edges)
      try budget.compare(open.count / 16 + new.count)
      var winding = position > 0 ? edges[open[position - 1]].above : SIMD2(0, 0)
      for edge in new {
        edges[edge].below = winding
        winding = edges[edge].above
      }
      open.insert(contentsOf: new, at: position)
      next = last
    }
  }

  /// The first of some edges, which all reach over `crossing`, that lies above it.
  private static func firstAbove(_ crossing: GridPoint, _ open: [Int], _ edges: [PathEdge]) -> Int {
    var (low, high) = (0, open.count)
    while low < high {
      let middle = (low + high) / 2
      let edge = edges[open[middle]]
      if (edge.right - edge.left).cross(crossing - edge.left) < 0 {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }

  private static func remove(
    _ edge: Int,
    from open: inout [Int],
    _ edges: [PathEdge],
    _ budget: inout Budget
  ) throws(Budget.Spent) {
    // Edges that end at the same place lie side by side, below the edges above that place.
    var index = firstAbove(edges[edge].right, open, edges) - 1
    while index >= 0, open[index] != edge {
      try budget.compare(1)
      index -= 1
    }
    // The order may differ where rounding has left a crossing of less than a step.
    if index < 0 { index = open.firstIndex(of: edge) ?? -1 }
    if index >= 0 { open.remove(at: index) }
    try budget.compare(open.count / 16)
  }
}
