// The outline of a stroke.
// Licensed under the MIT license; see LICENSE.
//
// A stroke is the union of simple parts: a rectangle along each line, a cap at each end, and at
// each corner the part of a disc, a miter or a triangle on the outer side. All parts are run around
// in the same direction, so that the non-zero rule makes their union, however they overlap. The
// outline of the whole is the sum of the outlines of the parts, less what cancels: it runs along
// the left side of all lines, around the end, and back along the right side. On the inner side of a
// corner it goes from the end of one rectangle to the corner itself and to the next rectangle:
//
//      left side
//     ------------.          outer side: the join
//                  \
//     ------- p     \
//              \     \
//     -----. -- p     \      inner side: through the corner p, or where the sides cross
//           \    \     \
//
// Where the sides cross before the middle of both lines, the outline takes that shorter way; the
// union is the same.
//
// Curves become lines first. Corners between the lines of one curve are round joins, mostly of a
// single point. As a stroke with round joins is all that is within half of its width from the line,
// it is as near to that of the curve as the lines are to the curve; and a curve may be tighter than
// the stroke is wide. A cusp gets half a disc, which is what a smooth curve has in the limit. A
// curve that is tighter than the stroke is wide sweeps its inner side beyond the middle of its
// turn: there, too, parts of discs lie between the rectangles. Rectangles before and after the turn
// hide them unless it is all that there is of the stroke, as of a dash.
//
// All of this happens in the path's own space; a transform moves the finished outline.

import Glibc
import QuartzMath

struct Stroker: ~Copyable {
  /// The points of all contours of the outline, one after the other.
  private(set) var outline = ScratchBuffer<Point>()
  /// Where each contour ends.
  private(set) var contourEnds = ScratchBuffer<Int32>()

  private var cap = LineCap.butt
  private var join = LineJoin.miter
  private var squaredMiterLimit = 100.0
  private var radius = 0.0
  private var tolerance = 0.0
  /// The largest turn of an outline at a point of a disc.
  private var largestTurn = 0.0
  /// Curves outside of it count as lines.
  private var visible: Rect?

  /// The vertices of the current subpath, at least `closest` apart.
  private var vertices = ScratchBuffer<Vertex>()
  private var closest = 0.0
  /// The direction in which the subpath left its first point.
  private var firstDirection: Point?
  private var hasPieces = false
  /// The right side of the current subpath, in its direction.
  private var rightSide = ScratchBuffer<Point>()

  /// A corner of the subpath; not private, or debug builds lack its metadata in other files.
  struct Vertex: BitwiseCopyable {
    var point: Point
    /// Whether it is between two lines of one curve.
    var isSmooth: Bool
    /// The directions in which the path arrives and goes on: those of the lines, but at the ends of
    /// a curve those of the curve.
    var arrival = Point.zero
    var direction = Point.zero
    /// Of the line to the next vertex.
    var length = 0.0
  }

  /// How often the current curve has been halved.
  private var halvings = 0

  /// The most lines for a curve of which it is not known what is visible.
  private static let mostSteps = 4096.0
  /// The most lines for a curve, or a part of one, that is not halved before, and how often one is:
  /// enough for any curve that is drawn to be seen, and a bound for the others.
  private static let mostStepsInSight = 64.0
  private static let mostHalvings = 1024
  /// Miters longer than this many widths are bevelled.
  private static let longestMiter = 1e6
  /// A bound for the points of discs: six hundred in a turn, which is within a twentieth of a pixel
  /// at a radius of 4000.
  private static let smallestTurn = 0.01
  /// After so many points of an outline arcs are single lines.
  private static let mostRoundPoints = 1 << 23

  /// Replaces the outline with that of a stroke without dashes.
  ///
  /// - Parameters:
  ///   - tolerance: How far the outline may be from the true one.
  ///   - visible: The visible part of the stroke.
  ///   - mostPoints: After so many points nothing more is added.
  mutating func stroke(
    _ path: Path,
    _ style: StrokeStyle,
    tolerance: Double,
    visible: Rect?,
    mostPoints: Int = .max
  ) {
    self.mostPoints = mostPoints
    outline.removeAll()
    contourEnds.removeAll()
    guard style.width > 0, style.width.isFinite, tolerance > 0 else { return }
    (cap, join) = (style.cap, style.join)
    radius = style.width / 2
    let limit = style.miterLimit > 1 ? min(style.miterLimit, Stroker.longestMiter) : 1
    squaredMiterLimit = limit * limit
    self.tolerance = tolerance
    closest = tolerance / 64
    let turn = 2 * acos(max(1 - tolerance / max(radius, tolerance), 0))
    largestTurn = max(turn, Stroker.smallestTurn)
    // As far as a miter or the corner of a square cap can reach, and a bit.
    let reach = radius * max(limit, 1.5) + tolerance
    self.visible = visible.map {
      Rect($0.minX - reach, $0.minY - reach, abs($0.width) + 2 * reach, abs($0.height) + 2 * reach)
    }
    vertices.removeAll()
    path.forEachStep { step in
      if !isFull { add(step) }
    }
    if isFull { return }
    finish(isClosed: false)
  }

  private var mostPoints = Int.max

  /// Whether the outline was cut short, as it had too many points.
  var isFull: Bool { outline.count + vertices.count > mostPoints }

  // MARK: - Subpaths

  private mutating func add(_ step: PathStep) {
    switch step {
    case .move(let to):
      finish(isClosed: false)
      begin(at: to)
    case .close(let from, let to):
      hasPieces = true
      if from != to { add(to, isSmooth: false) }
      finish(isClosed: true)
      begin(at: to)
    case .line(_, let to):
      hasPieces = true
      add(to, isSmooth: false)
    case .quad, .cubic:
      hasPieces = true
      halvings = 0
      if let curve = step.curve { add(curve) }
    }
  }

  private mutating func begin(at point: Point) {
    vertices.append(Vertex(point: point, isSmooth: false))
    firstDirection = nil
    hasPieces = false
  }

  /// Adds a curve with corners at its ends.
  private mutating func add(_ curve: Curve) {
    let start = vertices.count - 1
    add(curve, depth: 0)
    // Bounds: a subpath has the vertex that began it.
    guard vertices.count - 1 > start, let ends = curve.endDirections(closest) else { return }
    vertices.base[start].direction = ends.start
    vertices.base[vertices.count - 1].arrival = ends.end
  }

  /// Adds the lines of a curve; its end becomes a corner.
  private mutating func add(_ curve: Curve, depth: Int) {
    if isFull { return }
    let steps = curve.steps(tolerance: tolerance)
    if let visible {
      let hull = curve.controlBounds
      let isVisible =
        hull.max.x > visible.minX && hull.min.x < visible.maxX
        && hull.max.y > visible.minY && hull.min.y < visible.maxY
      guard isVisible else { return add(curve.to, isSmooth: false) }
      if steps > Stroker.mostStepsInSight, depth < 24, halvings < Stroker.mostHalvings {
        halvings += 1
        let (first, second) = curve.split(at: 0.5)
        add(first, depth: depth + 1)
        markSmooth()
        return add(second, depth: depth + 1)
      }
    }
    let most = visible == nil ? Stroker.mostSteps : Stroker.mostStepsInSight
    let count = Int(min(steps, most).rounded(.up))
    curve.polynomial.forEachPoint(of: count) { add($0, isSmooth: true) }
    add(curve.to, isSmooth: false)
  }

  private mutating func markSmooth() {
    vertices.base[vertices.count - 1].isSmooth = true
  }

  /// Goes on to a point; one too near to the last vertex is none.
  private mutating func add(_ point: Point, isSmooth: Bool) {
    // Bounds: a subpath has the vertex that began it.
    let last = vertices.base + (vertices.count - 1)
    if firstDirection == nil, point != last.pointee.point {
      firstDirection = last.pointee.point.vector(to: point).normalized
    }
    let length = last.pointee.point.distance(to: point)
    guard length > closest else {
      if !isSmooth { last.pointee.isSmooth = false }
      return
    }
    guard length.isFinite else { return }
    let vector = last.pointee.point.vector(to: point)
    last.pointee.direction = Point(vector.x / length, vector.y / length)
    last.pointee.length = length
    let direction = last.pointee.direction
    vertices.append(Vertex(point: point, isSmooth: isSmooth, arrival: direction))
  }

  /// Makes the outline of the current subpath.
  private mutating func finish(isClosed: Bool) {
    defer {
      vertices.truncate(to: 0)
      hasPieces = false
    }
    guard hasPieces, isInSight else { return }
    var count = vertices.count
    if isClosed, count > 1 {
      // The line back to the first vertex, unless the path is there already.
      let first = vertices.base[0].point
      if vertices.base[count - 1].point.distance(to: first) <= closest {
        count -= 1
      } else {
        add(first, isSmooth: false)
      }
    }
    guard count > 1 else { return dot(vertices.base[0].point, firstDirection ?? Point(1, 0)) }
    rightSide.truncate(to: 0)
    if isClosed { closedOutline(count) } else { openOutline(count) }
  }

  /// Whether the current subpath has vertices around which something may be visible.
  private var isInSight: Bool {
    guard let visible else { return vertices.count > 0 }
    var (minX, minY) = (Double.infinity, Double.infinity)
    var (maxX, maxY) = (-Double.infinity, -Double.infinity)
    for index in 0..<vertices.count {
      let point = vertices.base[index].point
      (minX, minY) = (min(minX, point.x), min(minY, point.y))
      (maxX, maxY) = (max(maxX, point.x), max(maxY, point.y))
    }
    return maxX >= visible.minX && minX <= visible.maxX && maxY >= visible.minY
      && minY <= visible.maxY
  }

  /// Two contours: the left side and the right one.
  private mutating func closedOutline(_ count: Int) {
    // Either way, the vertex that is not counted is where the subpath began.
    vertices.base[0].arrival = vertices.base[count].arrival
    for index in 0..<count {
      corner(vertices.base[(index + count - 1) % count], vertices.base[index])
    }
    endContour()
    appendRightSide()
    endContour()
  }

  /// One contour: the left side, a cap, the right side, a cap.
  private mutating func openOutline(_ count: Int) {
    let (start, end) = (vertices.base[0], vertices.base[count - 1])
    let backwards = Point(-start.direction.x, -start.direction.y)
    outline.append(start.point.left(start.direction, radius))
    rightSide.append(start.point.left(backwards, radius))
    for index in 1..<(count - 1) { corner(vertices.base[index - 1], vertices.base[index]) }
    outline.append(end.point.left(end.arrival, radius))
    addCap(end.point, end.arrival)
    outline.append(end.point.left(end.arrival, -radius))
    appendRightSide()
    addCap(start.point, backwards)
    endContour()
  }

  private mutating func appendRightSide() {
    var index = rightSide.count
    while index > 0 {
      index -= 1
      outline.append(rightSide.base[index])
    }
  }

  private mutating func endContour() {
    contourEnds.append(Int32(outline.count))
  }

  // MARK: - Corners and caps

  /// The values that both sides of a corner need.
  private struct Corner {
    var point: Point
    /// Before and after the corner.
    var directions: (Point, Point)
    /// From the corner to where the left sides cross.
    var bisector: Point
    var turn: Double
    var isLeftInner: Bool
    /// Whether the inner sides cross before the middle of both lines.
    var crossesEarly: Bool
    var isMitered: Bool
    var isRound: Bool
    /// Whether it is between two lines of one curve.
    var isSmooth: Bool
  }

  /// Both sides of the corner between the lines that begin at two vertices.
  private mutating func corner(_ before: Vertex, _ vertex: Vertex) {
    let (d0, d1) = (vertex.arrival, vertex.direction)
    let cross = d0.x * d1.y - d0.y * d1.x
    let dot = d0.x * d1.x + d0.y * d1.y
    // tan(turn / 2): the sides cross radius times that before the corner.
    let halfTangent = dot > -1 ? abs(cross) / (1 + dot) : .infinity
    let turn = atan2(abs(cross), dot)
    let isRound = vertex.isSmooth || join == .round
    let fitsMiter = join == .miter && 2 <= squaredMiterLimit * (1 + dot)
    let scale = radius / (1 + dot)
    let corner = Corner(
      point: vertex.point,
      directions: (d0, d1),
      bisector: Point(-(d0.y + d1.y) * scale, (d0.x + d1.x) * scale),
      turn: turn,
      isLeftInner: cross > 0,
      crossesEarly: radius * halfTangent <= min(before.length, vertex.length) / 2,
      isMitered: isRound ? turn <= largestTurn : fitsMiter || turn < 1e-6,
      isRound: isRound,
      isSmooth: vertex.isSmooth
    )
    addSide(of: corner, isLeft: true)
    addSide(of: corner, isLeft: false)
  }

  private mutating func addSide(of corner: Corner, isLeft: Bool) {
    let side = isLeft ? 1.0 : -1.0
    let p = corner.point
    let isInner = isLeft == corner.isLeftInner
    if isInner ? corner.crossesEarly : corner.isMitered {
      let bisector = corner.bisector
      return append(Point(p.x + side * bisector.x, p.y + side * bisector.y), isLeft: isLeft)
    }
    append(p.left(corner.directions.0, side * radius), isLeft: isLeft)
    let turn = isLeft ? -corner.turn : corner.turn
    if !isInner {
      if corner.isRound { arc(p, corner.directions.0, turn: turn, side: side, isLeft: isLeft) }
    } else {
      append(p, isLeft: isLeft)
      if corner.isSmooth {
        // A part of a disc, from the corner back to it.
        append(p.left(corner.directions.1, side * radius), isLeft: isLeft)
        arc(p, corner.directions.1, turn: turn, side: side, isLeft: isLeft)
        append(p.left(corner.directions.0, side * radius), isLeft: isLeft)
        append(p, isLeft: isLeft)
      }
    }
    append(p.left(corner.directions.1, side * radius), isLeft: isLeft)
  }

  @inline(__always)
  private mutating func append(_ point: Point, isLeft: Bool) {
    if isLeft { outline.append(point) } else { rightSide.append(point) }
  }

  /// The points between the ends of an arc around `center` that begins left of `direction`, or
  /// right with side -1, and turns by `turn` radians.
  private mutating func arc(
    _ center: Point,
    _ direction: Point,
    turn: Double,
    side: Double,
    isLeft: Bool
  ) {
    let count = Int((abs(turn) / largestTurn).rounded(.up))
    guard count > 1, outline.count + rightSide.count < Stroker.mostRoundPoints else { return }
    let step = turn / Double(count)
    // Two thirds of the distance of the chords, outwards: as in CurvePolynomial.
    let distance = radius * (1 + (1 - cos(step / 2)) * 2 / 3) * side
    let (x, y) = (-direction.y * distance, direction.x * distance)
    let (cosine, sine) = (cos(step), sin(step))
    var (c, s) = (1.0, 0.0)
    for _ in 1..<count {
      (c, s) = (c * cosine - s * sine, s * cosine + c * sine)
      append(Point(center.x + x * c - y * s, center.y + x * s + y * c), isLeft: isLeft)
    }
  }

  /// The points of a cap between its left and its right end.
  private mutating func addCap(_ end: Point, _ direction: Point) {
    switch cap {
    case .butt: break
    case .square:
      let corner = Point(end.x + direction.x * radius, end.y + direction.y * radius)
      outline.append(corner.left(direction, radius))
      outline.append(corner.left(direction, -radius))
    case .round: arc(end, direction, turn: -.pi, side: 1, isLeft: true)
    }
  }

  /// A subpath without length: both caps.
  private mutating func dot(_ center: Point, _ direction: Point) {
    guard cap != .butt else { return }
    let reversed = Point(-direction.x, -direction.y)
    outline.append(center.left(direction, radius))
    addCap(center, direction)
    outline.append(center.left(reversed, radius))
    addCap(center, reversed)
    endContour()
  }
}

extension Point {
  /// The point `distance` to the left of a direction (from x towards y).
  @inline(__always)
  fileprivate func left(_ direction: Point, _ distance: Double) -> Point {
    Point(x - direction.y * distance, y + direction.x * distance)
  }

  /// The direction, of length 1; nil for a vector that has none.
  fileprivate var normalized: Point? {
    let largest = max(abs(x), abs(y))
    guard largest > 0, largest.isFinite else { return nil }
    let (x, y) = (x / largest, y / largest)
    let length = Point(x, y).length
    return Point(x / length, y / length)
  }
}

extension Curve {
  /// The directions at both ends; control points nearer to an end than `closest` do not count.
  fileprivate func endDirections(_ closest: Double) -> (start: Point, end: Point)? {
    func direction(_ vectors: (Point, Point, Point)) -> Point? {
      if vectors.0.length > closest { return vectors.0.normalized }
      return (vectors.1.length > closest ? vectors.1 : vectors.2).normalized
    }
    let whole = from.vector(to: to)
    guard
      let start = direction((from.vector(to: control1), from.vector(to: control2), whole)),
      let end = direction((control2.vector(to: to), control1.vector(to: to), whole))
    else { return nil }
    return (start, end)
  }
}
