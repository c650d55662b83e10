// Paths as bytes: the elements, then the points that they use.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

extension WireWriter {
  mutating func append(_ path: Path) throws(WireError) {
    guard path.elements.count <= limits.pathElements else {
      throw error(
        "a path of \(path.elements.count) elements, at most \(limits.pathElements) are allowed"
      )
    }
    append(UInt32(path.elements.count))
    for element in path.elements { append(element.rawValue) }
    for point in path.points {
      append(point.x)
      append(point.y)
    }
  }
}

extension WireReader {
  /// Reads a path; drawing without a current point does nothing, as in `Path`.
  mutating func path() throws(WireError) -> Path {
    // The elements are there twice, as is what holds their points, at most three for each.
    let count = try count(
      of: "path elements",
      minimumBytes: 1,
      limit: limits.pathElements,
      memory: 2 * (1 + 3 * MemoryLayout<Point>.stride)
    )
    var elements: [PathElement] = []
    elements.reserveCapacity(count)
    var pointCount = 0
    for _ in 0..<count {
      let element = try choice(PathElement.self)
      elements.append(element)
      pointCount += element.pointCount
    }
    guard pointCount <= remaining / 16 else {
      throw malformed(at: offset, "\(pointCount) points", "\(remaining) bytes")
    }
    var path = Path()
    path.reserve(elements: count, points: pointCount)
    for element in elements {
      switch element {
      case .move: path.move(to: try point())
      case .line: path.line(to: try point())
      case .quad:
        let control = try point()
        path.quad(to: try point(), control: control)
      case .cubic:
        let (first, second) = (try point(), try point())
        path.cubic(to: try point(), control1: first, control2: second)
      case .close: path.close()
      }
    }
    return path
  }

  private mutating func point() throws(WireError) -> Point {
    let (x, y) = try doubles2()
    return Point(x, y)
  }
}
