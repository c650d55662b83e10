// Paths as a sequence of pieces that know where they begin.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

/// A piece of a path, from the point where the one before ended.
package enum PathStep: Sendable {
  /// Begins a subpath.
  case move(Point)
  case line(from: Point, to: Point)
  case quad(from: Point, control: Point, to: Point)
  case cubic(from: Point, control1: Point, control2: Point, to: Point)
  /// A line back to where the subpath began, which may have no length, and the end of the subpath.
  case close(from: Point, to: Point)
}

extension Point {
  @inline(__always)
  var isFinite: Bool { x.isFinite && y.isFinite }

  /// The point at a share `t` of the way to another one.
  @inline(__always)
  func mixed(with other: Point, _ t: Double) -> Point {
    Point(x + (other.x - x) * t, y + (other.y - y) * t)
  }

  @inline(__always)
  func distance(to other: Point) -> Double {
    let (dx, dy) = (other.x - x, other.y - y)
    return (dx * dx + dy * dy).squareRoot()
  }
}

extension Path {
  /// Calls `body` for each piece, in order.
  ///
  /// Pieces with a point that is not finite are left out, and the next piece begins where the one
  /// before them ended; of a subpath that begins at such a point nothing is left.
  @inline(__always)
  package func forEachStep(_ body: (PathStep) -> Void) {
    // Bounds: a path has as many points as its elements use.
    points.withUnsafeBufferPointer { points in
      var next = 0
      var start = Point.zero
      var current = Point.zero
      var isOpen = false
      for element in elements {
        let first = next
        next += element.pointCount
        var isFinite = true
        for index in first..<next where !points[index].isFinite { isFinite = false }
        if element == .move {
          isOpen = isFinite
          guard isFinite else { continue }
          start = points[first]
          current = start
          body(.move(start))
          continue
        }
        guard isOpen, isFinite else { continue }
        let from = current
        if next > first { current = points[next - 1] }
        switch element {
        case .move: break
        case .line: body(.line(from: from, to: current))
        case .quad: body(.quad(from: from, control: points[first], to: current))
        case .cubic:
          body(
            .cubic(from: from, control1: points[first], control2: points[first + 1], to: current)
          )
        case .close:
          current = start
          body(.close(from: from, to: start))
        }
      }
    }
  }
}
