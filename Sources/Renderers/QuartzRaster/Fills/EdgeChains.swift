// The edges of a path, as chains that go down the picture.
// Licensed under the MIT license; see LICENSE.
//
// A contour is cut where it turns from down to up or back. A chain is the part between two cuts; it
// crosses any height at most once, whatever its shape:
//
//        A                 A-B-C goes down: one chain, direction 1
//         \       E        C-D-E goes up: one chain, direction -1, read from E down
//          B     / \       E-A goes down again
//           \   D   ...
//            \ /
//             C
//
// Horizontal lines belong to the chain before them. So where a chain ends inside of a row of pixels
// another one begins in the same pixel, and the sweep finds them together.
//
// Coordinates are pixels from the upper left corner of the area, rounded to 1/4096. So a path moved
// by whole pixels has the same coverage to the last bit. Chains are clamped to the area. Parts
// beyond its left side move onto that side, because they change the winding of all pixels to their
// right. Parts beyond the right side, above or below move onto the borders too, where they have no
// effect.

import QuartzMath

/// A part of a contour that only goes down, or only up, and how far the sweep has got with it.
struct EdgeChain: BitwiseCopyable {
  /// The point above or at the top of the current row, and the lowest one.
  var cursor: Int32
  var last: Int32
  /// From a point to the one below it: 1 or -1.
  var step: Int32
  /// The winding that the chain adds to the points right of it: 1 or -1.
  var direction: Int32
  /// The next chain that begins in the same row; negative for none.
  var next: Int32
  /// The cursor when the current row began.
  var rowCursor: Int32
  /// Where the chain's part of the current row begins and, if it reaches the row's end, ends.
  var rowX: Double
  var rowY: Double
  var endX: Double
  /// dx/dy of the line at the cursor; NaN if not known yet.
  var slope: Double
}

struct EdgeChains: ~Copyable {
  var points = ScratchBuffer<Point>()
  var chains = ScratchBuffer<EdgeChain>()
  /// For each row of pixels the first chain that begins there; negative for none.
  var rowHeads = ScratchBuffer<Int32>()
  /// The rows that chains touch.
  private(set) var firstRow: Int32 = .max
  private(set) var endRow: Int32 = 0

  /// The size of the area.
  private(set) var width = 0.0
  private(set) var height = 0.0

  /// Where the contour began and where it is, before clamping.
  private var start = Point.zero
  private(set) var current = Point.zero
  private var isOpen = false
  /// The first point of the chain being built, and its direction; 0 as long as it is horizontal.
  private var chainStart = 0
  private var chainDirection: Int32 = 0

  /// The largest coordinate; those beyond count as this.
  static let limit = 1e9

  /// After so many points nothing more is added.
  private(set) var mostPoints = Int.max

  /// Whether contours were cut short, as there were too many points.
  var isFull: Bool { points.count > mostPoints }

  /// Forgets all contours and sets the size of the area in pixels.
  mutating func reset(width: Int32, height: Int32, mostPoints: Int = .max) {
    self.mostPoints = mostPoints
    points.removeAll()
    chains.removeAll()
    rowHeads.fill(-1, count: Int(height))
    firstRow = .max
    endRow = 0
    self.width = Double(width)
    self.height = Double(height)
    isOpen = false
  }

  /// A coordinate on the grid of 1/4096; of what lies beyond the limit, the limit.
  @inline(__always)
  static func snapped(_ value: Double) -> Double {
    let value = value > -limit ? (value < limit ? value : limit) : -limit
    // Adding a number whose last bit stands for 1/4096 rounds to it, ties to even.
    let rounder = 0x1.8p40
    return (value + rounder) - rounder
  }

  @inline(__always)
  static func snapped(_ point: Point) -> Point { Point(snapped(point.x), snapped(point.y)) }

  // MARK: - Contours

  /// Begins a contour at a snapped point; ends the one before.
  mutating func move(to point: Point) {
    closeContour()
    start = point
    current = point
    isOpen = true
    chainStart = points.count
    chainDirection = 0
    points.append(clamped(point))
  }

  /// Goes on to a snapped point.
  @inline(__always)
  mutating func line(to point: Point) {
    let from = current
    current = point
    if isInside(from), isInside(point) {
      append(point)
    } else {
      appendClamped(from, point)
    }
  }

  /// Ends the contour where it began; no effect without one.
  mutating func closeContour() {
    guard isOpen else { return }
    line(to: start)
    endChain()
    isOpen = false
  }

  @inline(__always)
  private func isInside(_ point: Point) -> Bool {
    point.x >= 0 && point.x <= width && point.y >= 0 && point.y <= height
  }

  @inline(__always)
  private func clamped(_ point: Point) -> Point {
    Point(min(max(point.x, 0), width), min(max(point.y, 0), height))
  }

  /// Appends a point of the area and cuts the contour there if it turns.
  @inline(__always)
  private mutating func append(_ point: Point) {
    // Bounds: a contour has at least the point that began it.
    let last = points.base[points.count - 1]
    let direction: Int32 = point.y > last.y ? 1 : point.y < last.y ? -1 : 0
    if direction == 0 {
      if point.x == last.x { return }
    } else if direction != chainDirection {
      if chainDirection != 0 { endChain() }
      chainDirection = direction
    }
    points.append(point)
  }

  /// Makes a chain of the points since the last cut; the next one begins at the last point.
  private mutating func endChain() {
    let end = points.count - 1
    let (first, direction) = (chainStart, chainDirection)
    chainStart = end
    guard direction != 0, !isBeyondRight(first, end) else { return }
    let isDown = direction > 0
    let (top, bottom) = isDown ? (first, end) : (end, first)
    let (topY, bottomY) = (points.base[top].y, points.base[bottom].y)
    // Bounds: 0 <= topY < bottomY <= height, so `row` is a row of the area.
    let row = Int32(topY)
    let index = Int32(chains.count)
    chains.append(
      EdgeChain(
        cursor: Int32(top),
        last: Int32(bottom),
        step: direction,
        direction: direction,
        next: rowHeads.base[Int(row)],
        rowCursor: 0,
        rowX: 0,
        rowY: 0,
        endX: 0,
        slope: .nan
      )
    )
    rowHeads.base[Int(row)] = index
    firstRow = min(firstRow, row)
    let lastRow = Int32(bottomY)
    endRow = max(endRow, Double(lastRow) < bottomY ? lastRow + 1 : lastRow)
  }

  /// Whether a chain lies on the right side of the area, where it has no effect.
  private func isBeyondRight(_ first: Int, _ end: Int) -> Bool {
    for index in first...end where points.base[index].x < width { return false }
    return true
  }

  // MARK: - Clamping

  /// Appends the line to a point that is, or comes from, outside of the area.
  private mutating func appendClamped(_ from: Point, _ to: Point) {
    let isBeside =
      (from.x <= 0 && to.x <= 0) || (from.x >= width && to.x >= width)
      || (from.y <= 0 && to.y <= 0) || (from.y >= height && to.y >= height)
    guard !isBeside else { return append(clamped(to)) }
    // The line's shares at which it crosses the borders, in order.
    var shares = SIMD4(
      share(from.x, to.x, 0),
      share(from.x, to.x, width),
      share(from.y, to.y, 0),
      share(from.y, to.y, height)
    )
    for _ in 0..<4 {
      let share = shares.min()
      guard share < 1 else { break }
      shares.replace(with: 2, where: shares .== share)
      append(clamped(EdgeChains.snapped(from.mixed(with: to, share))))
    }
    append(clamped(to))
  }

  /// At which share of the way from `a` to `b` the value `border` is passed; 2 if it is not.
  private func share(_ a: Double, _ b: Double, _ border: Double) -> Double {
    guard (a < border) != (b < border), a != border, b != border else { return 2 }
    return (border - a) / (b - a)
  }
}
