// Paths as values, for CGPath, the wire and the rasteriser.
// Licensed under the MIT license; see LICENSE.

/// The kinds of elements of a path, each with its number of points.
public enum PathElement: UInt8, CaseIterable, Sendable {
  /// One point: begins a subpath.
  case move
  /// One point.
  case line
  /// Two points: control, end.
  case quad
  /// Three points: control, control, end.
  case cubic
  /// No point: a line back to where the subpath began.
  case close

  /// How many points of the path belong to the element.
  @inline(__always)
  public var pointCount: Int {
    switch self {
    case .move, .line: 1
    case .quad: 2
    case .cubic: 3
    case .close: 0
    }
  }
}

/// Subpaths of lines and Bézier curves.
///
/// Two columns: the elements in order, and the points that they use, in the same order. The owner
/// of a path names its space. Points need not be finite; the rasteriser drops those that are not.
public struct Path: Equatable, Hashable, Sendable {
  /// The elements in order.
  public private(set) var elements: [PathElement] = []
  /// The points of all elements, in the order of these.
  public private(set) var points: [Point] = []
  /// Where the current subpath began; nil without one.
  private var start: Point?
  /// Where the next element begins; nil without a subpath.
  public private(set) var current: Point?

  /// A path without elements.
  public init() {}

  /// Whether it has no elements.
  public var isEmpty: Bool { elements.isEmpty }

  /// Makes room for so many elements and points.
  public mutating func reserve(elements: Int, points: Int) {
    self.elements.reserveCapacity(elements)
    self.points.reserveCapacity(points)
  }

  /// Begins a subpath at a point.
  public mutating func move(to point: Point) {
    elements.append(.move)
    points.append(point)
    start = point
    current = point
  }

  /// Draws nothing without a current point, as all the elements below.
  public mutating func line(to point: Point) {
    guard current != nil else { return }
    begin()
    elements.append(.line)
    points.append(point)
    current = point
  }

  /// Draws a quadratic Bézier curve from the current point.
  public mutating func quad(to point: Point, control: Point) {
    guard current != nil else { return }
    begin()
    elements.append(.quad)
    points.append(control)
    points.append(point)
    current = point
  }

  /// Draws a cubic Bézier curve from the current point.
  public mutating func cubic(to point: Point, control1: Point, control2: Point) {
    guard current != nil else { return }
    begin()
    elements.append(.cubic)
    points.append(control1)
    points.append(control2)
    points.append(point)
    current = point
  }

  /// Closes the current subpath, once; the next element begins where it began.
  public mutating func close() {
    guard let start, elements.last != .close else { return }
    elements.append(.close)
    current = start
  }

  /// The elements of another path after those of this one.
  public mutating func append(_ other: Path) {
    guard !other.isEmpty else { return }
    elements += other.elements
    points += other.points
    start = other.start
    current = other.current
  }

  /// The path with each point mapped.
  public func transformed(by transform: Affine) -> Path {
    var result = self
    for index in points.indices {
      result.points[index] = transform.transform(points[index])
    }
    result.start = start.map(transform.transform)
    result.current = current.map(transform.transform)
    return result
  }

  /// The smallest rectangle around all points, control points included; nil without points.
  public var controlBounds: Rect? {
    guard let first = points.first else { return nil }
    var (minX, minY, maxX, maxY) = (first.x, first.y, first.x, first.y)
    for point in points.dropFirst() {
      minX = min(minX, point.x)
      minY = min(minY, point.y)
      maxX = max(maxX, point.x)
      maxY = max(maxY, point.y)
    }
    return Rect(minX, minY, maxX - minX, maxY - minY)
  }

  /// A subpath that goes on after a close begins with a move of its own.
  private mutating func begin() {
    guard elements.last == .close, let start else { return }
    elements.append(.move)
    points.append(start)
  }
}
