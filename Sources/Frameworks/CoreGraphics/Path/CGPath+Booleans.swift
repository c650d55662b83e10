// The Boolean operations of paths.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzMath

extension CGPath {
  /// The area of both paths.
  ///
  /// The result does not cut itself and looks the same by either rule. Curves stay curves. Where
  /// paths cut one another, points are exact to 2^-18 of the longer side of their common bounds;
  /// thinner parts may be left out. Open subpaths count as closed, and points that are not finite
  /// end their subpath.
  ///
  /// Time grows with the number of curves and crossings. A path whose parts cross some millions of
  /// times gives an empty path and one line on the standard error, rather than take minutes.
  ///
  /// - Parameters:
  ///   - other: Another path.
  ///   - rule: The fill rule of both paths.
  public func union(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    combined(other, rule) { $0 || $1 }
  }

  /// The area that both paths have; else as `union`.
  public func intersection(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    combined(other, rule) { $0 && $1 }
  }

  /// The area of this path without that of another one; else as `union`.
  public func subtracting(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    combined(other, rule) { $0 && !$1 }
  }

  /// The area that one of the paths has and the other has not; else as `union`.
  public func symmetricDifference(
    _ other: CGPath,
    using rule: CGPathFillRule = .winding
  ) -> CGPath {
    combined(other, rule) { $0 != $1 }
  }

  /// The area of this path, as an outline that does not cut itself; else as `union`.
  public func normalized(using rule: CGPathFillRule = .winding) -> CGPath {
    combined(CGPath(Path()), rule) { inside, _ in inside }
  }

  /// Whether the areas of both paths have more in common than their edges.
  public func intersects(_ other: CGPath, using rule: CGPathFillRule = .winding) -> Bool {
    !intersection(other, using: rule).isEmpty
  }

  /// The parts of this path's lines that lie in the area of another one, or on its edge.
  ///
  /// Open subpaths stay open.
  public func lineIntersection(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    lines(other, rule, keepsInside: true)
  }

  /// The parts of this path's lines that lie outside of the area of another one.
  ///
  /// Open subpaths stay open.
  public func lineSubtracting(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    lines(other, rule, keepsInside: false)
  }

  /// The connected parts of the area, each with its holes, as paths like those of `normalized`.
  ///
  /// Parts that touch in a point are two.
  public func componentsSeparated(using rule: CGPathFillRule = .winding) -> [CGPath] {
    guard let area = PathArea(path, Path(), rule, { inside, _ in inside }) else { return [] }
    return area.components.map { CGPath(PathOutline.path($0, area.chords)) }
  }

  /// The path with lines in the place of curves.
  ///
  /// - Parameter threshold: The greatest distance between a curve and its lines; a threshold that
  ///   is not positive and finite counts as 2^-19 of the path's longer side, and no curve gets more
  ///   than 1024 lines.
  public func flattened(threshold: CGFloat) -> CGPath {
    let path = path
    let usual = PathGrid([path])?.tolerance ?? 1
    let tolerance = threshold > 0 && threshold.isFinite ? Double(threshold) : usual
    var result = Path()
    var next = 0
    for element in path.elements {
      let points = path.points[next..<next + element.pointCount]
      next += element.pointCount
      switch (element, result.current, points.last) {
      case (.move, _, let end?): result.move(to: end)
      case (.line, _, let end?): result.line(to: end)
      case (.quad, let start?, let end?), (.cubic, let start?, let end?):
        let segment = PathSegment(points: [start] + points)
        let isFinite = segment.points.allSatisfy { $0.x.isFinite && $0.y.isFinite }
        let count = isFinite ? segment.chordCount(tolerance) : 1
        for step in 1..<max(count, 1) {
          result.line(to: segment.point(at: Double(step) / Double(count)))
        }
        result.line(to: end)
      case (.close, _, _): result.close()
      default: break
      }
    }
    return CGPath(result)
  }

  private func combined(
    _ other: CGPath,
    _ rule: CGPathFillRule,
    _ operation: @escaping (Bool, Bool) -> Bool
  ) -> CGPath {
    guard let area = PathArea(path, other.path, rule, operation) else { return CGPath(Path()) }
    return CGPath(PathOutline.path(area.loops, area.chords))
  }

  private func lines(_ other: CGPath, _ rule: CGPathFillRule, keepsInside: Bool) -> CGPath {
    guard let cut = CutPaths(path, other.path, areAreas: (false, true)) else {
      return CGPath(Path())
    }
    return CGPath(
      PathOutline.lines(cut.edges, cut.chords, keepsInside: keepsInside) { rule.isInside($0.y) }
    )
  }
}

extension CGPathFillRule {
  fileprivate func isInside(_ winding: Int32) -> Bool {
    switch self {
    case .winding: winding != 0
    case .evenOdd: winding & 1 != 0
    }
  }
}

/// The edges of two paths, cut where they meet, with the winding numbers beside each.
private struct CutPaths {
  let chords: PathChords
  let edges: [PathEdge]

  /// Nil if there is nothing, or too much, which is reported.
  ///
  /// - Parameter areAreas: Whether each path means its area, and not its lines alone.
  init?(_ first: Path, _ second: Path, areAreas: (Bool, Bool)) {
    guard let grid = PathGrid([first, second]) else { return nil }
    var (chords, budget) = (PathChords(grid), Budget())
    do {
      try chords.append(first, number: 0, isArea: areAreas.0, budget)
      try chords.append(second, number: 1, isArea: areAreas.1, budget)
      let pieces = try PathCutter.cut(chords.pieces, &budget)
      var edges = PathSweep.merged(pieces, isArea: areAreas)
      try PathSweep.wind(&edges, &budget)
      (self.chords, self.edges) = (chords, edges)
    } catch {
      Diagnostics.report(
        "a path crosses itself too often for an operation on its area",
        from: "CoreGraphics"
      )
      return nil
    }
  }
}

/// The result of an operation on the areas of two paths.
private struct PathArea {
  let chords: PathChords
  let loops: [OutlineLoop]

  /// Nil if there is nothing, or too much.
  init?(
    _ first: Path,
    _ second: Path,
    _ rule: CGPathFillRule,
    _ operation: (Bool, Bool) -> Bool
  ) {
    guard let cut = CutPaths(first, second, areAreas: (true, true)) else { return nil }
    chords = cut.chords
    loops = PathOutline.loops(cut.edges) { operation(rule.isInside($0.x), rule.isInside($0.y)) }
  }

  /// The loops around areas, each with the loops around its holes.
  var components: [[OutlineLoop]] {
    let outer = loops.filter { $0.area > 0 }.sorted { $0.area < $1.area }
    var result = outer.map { [$0] }
    let corners = outer.map(\.corners)
    for hole in loops where hole.area < 0 {
      // A hole lies in the smallest loop around it.
      guard let index = outer.indices.first(where: { contains(corners[$0], hole) }) else {
        continue
      }
      result[index].append(hole)
    }
    return result
  }

  /// Whether a loop surrounds a hole, whose corners may lie on it.
  private func contains(_ corners: [GridPoint], _ hole: OutlineLoop) -> Bool {
    for point in hole.corners {
      var isInside = false
      var isOnEdge = false
      for (index, to) in corners.enumerated() {
        let from = corners[index == 0 ? corners.count - 1 : index - 1]
        let side = (to - from).cross(point - from)
        let isWithin =
          min(from.x, to.x) <= point.x && point.x <= max(from.x, to.x)
          && min(from.y, to.y) <= point.y && point.y <= max(from.y, to.y)
        if side == 0, isWithin { isOnEdge = true }
        if (from.y > point.y) != (to.y > point.y), (side > 0) == (to.y > from.y) {
          isInside.toggle()
        }
      }
      if !isOnEdge { return isInside }
    }
    return false
  }
}
