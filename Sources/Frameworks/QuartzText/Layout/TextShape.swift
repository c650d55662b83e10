// Text in other things than boxes.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzMath

/// A figure that lines stand in, in the space of a layout: y down.
struct TextShape: Hashable, Sendable {
  /// A part of a row.
  struct Span: Hashable, Sendable {
    var left: Double
    var width: Double
  }

  /// A straight edge, from above to below.
  private struct Edge: Hashable, Sendable {
    var top: Point
    var bottom: Point
    /// 1 or -1: how the winding number grows at its right.
    var winding: Int

    func x(at y: Double) -> Double {
      let height = bottom.y - top.y
      return height > 0 ? top.x + (bottom.x - top.x) * ((y - top.y) / height) : top.x
    }
  }

  private let edges: [Edge]
  private let isEvenOdd: Bool
  /// Narrower places have no line, in points.
  private static let narrowest = 1.0

  /// The area of a path.
  ///
  /// - Parameters:
  ///   - path: In user space, y up; closed subpaths, and lines in place of curves.
  ///   - box: The bounds of the path; its top left corner is the origin of the layout.
  ///   - isEvenOdd: The rule of filling.
  init(_ path: CGPath, in box: CGRect, isEvenOdd: Bool) {
    self.isEvenOdd = isEvenOdd
    var edges: [Edge] = []
    var (start, current) = (Point(0, 0), Point(0, 0))
    func add(_ from: Point, _ to: Point) {
      guard from.y.isFinite, from.x.isFinite, to.x.isFinite, to.y.isFinite, from != to else {
        return
      }
      let isDown = from.y <= to.y
      edges.append(
        Edge(top: isDown ? from : to, bottom: isDown ? to : from, winding: isDown ? 1 : -1)
      )
    }
    path.flattened(threshold: 0.1).applyWithBlock { element in
      func point() -> Point {
        let point = element.pointee.points[0]
        return Point(Double(point.x - box.minX), Double(box.maxY - point.y))
      }
      switch element.pointee.type {
      case .moveToPoint:
        add(current, start)
        start = point()
        current = start
      case .addLineToPoint:
        let end = point()
        add(current, end)
        current = end
      case .closeSubpath:
        add(current, start)
        current = start
      case .addQuadCurveToPoint, .addCurveToPoint: break
      }
    }
    add(current, start)
    self.edges = edges
  }

  /// The places that are inside at all heights between two, from the left to the right.
  func spans(from top: Double, to bottom: Double) -> [Span] {
    let middle = (top + bottom) / 2
    /// The parts of the row that edges occupy, from the left.
    var taken: [(left: Double, right: Double)] = []
    /// The places where edges cross the middle of the row.
    var crossings: [(x: Double, winding: Int)] = []
    for edge in edges where edge.top.y < bottom && edge.bottom.y > top {
      let (first, second) = (
        edge.x(at: max(edge.top.y, top)), edge.x(at: min(edge.bottom.y, bottom))
      )
      taken.append((min(first, second), max(first, second)))
      if edge.top.y <= middle, edge.bottom.y > middle {
        crossings.append((edge.x(at: middle), edge.winding))
      }
    }
    taken.sort { $0.left < $1.left }
    crossings.sort { $0.x < $1.x }
    var spans: [Span] = []
    var (end, winding, next) = (-Double.infinity, 0, 0)
    for part in taken {
      if part.left - end >= Self.narrowest, end.isFinite {
        while next < crossings.count, crossings[next].x <= (end + part.left) / 2 {
          winding += crossings[next].winding
          next += 1
        }
        if isEvenOdd ? winding & 1 != 0 : winding != 0 {
          spans.append(Span(left: end, width: part.left - end))
        }
      }
      end = max(end, part.right)
    }
    return spans
  }
}
