// Coverage by counting samples, and paths to count them for.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzRaster

/// A path as very short lines, and which points it winds around: by its own arithmetic, slowly.
struct PathOracle {
  /// Lines of closed contours.
  private(set) var lines: [(Point, Point)] = []

  /// - Parameter pieces: The lines that stand for a curve.
  init(_ path: Path, transform: Affine = .identity, pieces: Int = 100) {
    var start = Point.zero
    var current = Point.zero
    var next = 0
    func place(_ index: Int) -> Point { transform.transform(path.points[index]) }
    func add(_ point: Point) {
      lines.append((current, point))
      current = point
    }
    for element in path.elements {
      switch element {
      case .move:
        add(start)
        start = place(next)
        current = start
      case .line: add(place(next))
      case .quad, .cubic:
        let from = current
        let control1 = place(next)
        let control2 = element == .quad ? control1 : place(next + 1)
        let to = place(next + element.pointCount - 1)
        for index in 1...pieces {
          let t = Double(index) / Double(pieces)
          let s = 1 - t
          let weights =
            element == .quad
            ? (s * s, 2 * s * t, 0, t * t) : (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
          add(
            Point(
              weights.0 * from.x + weights.1 * control1.x + weights.2 * control2.x
                + weights.3 * to.x,
              weights.0 * from.y + weights.1 * control1.y + weights.2 * control2.y
                + weights.3 * to.y
            )
          )
        }
      case .close: add(start)
      }
      next += element.pointCount
    }
    add(start)
  }

  /// Where the path crosses rows of samples, from the left, with the change of the winding.
  private func crossings(
    rows: Int,
    height: (Int) -> Double,
    row: (Double) -> Double
  ) -> [[(x: Double, direction: Int)]] {
    var result = [[(x: Double, direction: Int)]](repeating: [], count: rows)
    for (a, b) in lines where a.y != b.y {
      let first = Int(min(max(row(min(a.y, b.y)) - 1, 0), Double(rows)))
      let last = Int(min(max(row(max(a.y, b.y)) + 2, 0), Double(rows)))
      for index in first..<last {
        let y = height(index)
        guard (a.y <= y) != (b.y <= y) else { continue }
        let x = a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x)
        result[index].append((x, a.y <= y ? 1 : -1))
      }
    }
    return result.map { $0.sorted { $0.x < $1.x } }
  }

  /// The shares of the samples of each pixel that are inside, `samples` by `samples` of them.
  func coverage(_ rect: PixelRect, _ rule: FillRule, samples: Int = 16) -> [Double] {
    let width = Int(rect.width)
    var result = [Double](repeating: 0, count: rect.area)
    let rows = crossings(
      rows: Int(rect.height) * samples,
      height: { Double(rect.minY) + (Double($0) + 0.5) / Double(samples) },
      row: { ($0 - Double(rect.minY)) * Double(samples) - 0.5 }
    )
    for (row, crossings) in rows.enumerated() {
      var index = 0
      var winding = 0
      for column in 0..<width * samples where !crossings.isEmpty {
        let x = Double(rect.minX) + (Double(column) + 0.5) / Double(samples)
        while index < crossings.count, crossings[index].x <= x {
          winding += crossings[index].direction
          index += 1
        }
        if rule.contains(Int32(winding)) {
          result[row / samples * width + column / samples] += 1 / Double(samples * samples)
        }
      }
    }
    return result
  }
}

/// How far a mask is from coverages, in 255ths.
struct MaskDifference {
  var largest = 0.0
  /// Over all pixels.
  var rms = 0.0

  init(_ mask: CoverageMask, _ coverage: [Double], _ rect: PixelRect) {
    let bytes = mask.rowBytes(rect)
    for (byte, coverage) in zip(bytes, coverage) {
      let difference = abs(Double(byte) - coverage * 255)
      largest = max(largest, difference)
      rms += difference * difference
    }
    rms = (rms / Double(max(bytes.count, 1))).squareRoot()
  }
}

extension CoverageMask {
  /// The covered area in pixels.
  var area: Double {
    var sum = 0.0
    forEachSpan(in: bounds) { _, _, length, coverage in
      switch coverage {
      case .constant(let value): sum += Double(value) * Double(length)
      case .bytes(let bytes): for index in 0..<Int(length) { sum += Double(bytes[index]) }
      }
    }
    return sum / 255
  }

  static func filling(
    _ path: Path,
    _ rule: FillRule = .nonZero,
    _ transform: Affine = .identity,
    in rect: PixelRect = PixelRect(0, 0, 128, 128)
  ) -> CoverageMask {
    var rasterizer = PathRasterizer()
    var mask = CoverageMask()
    rasterizer.fill(path, rule: rule, transform: transform, in: rect, into: &mask)
    return mask
  }

  static func stroking(
    _ path: Path,
    _ style: StrokeStyle,
    in rect: PixelRect = PixelRect(0, 0, 128, 128)
  ) -> CoverageMask {
    var rasterizer = PathRasterizer()
    var mask = CoverageMask()
    rasterizer.stroke(path, style: style, in: rect, into: &mask)
    return mask
  }
}

/// Paths that are known by name.
enum Figure: String, CaseIterable {
  case triangle, circle, ellipse, roundedRect, continuousRect, star, pentagram, ring, eight, wedge
  case spiral, blades, quads

  var path: Path {
    var path = Path()
    switch self {
    case .triangle:
      path.move(to: Point(10.3, 12.8))
      path.line(to: Point(117.9, 40.1))
      path.line(to: Point(33.2, 120.7))
      path.close()
    case .circle: path.addEllipse(in: Rect(14.2, 17.7, 97, 97))
    case .ellipse: path.addEllipse(in: Rect(3.5, 40.25, 120.1, 33.3))
    case .roundedRect:
      path.addRoundedRect(Rect(10.5, 20.25, 100, 80.5), cornerWidth: 17, cornerHeight: 23)
    case .continuousRect: path.addContinuousRoundedRect(Rect(8.3, 9.6, 110, 90), radius: 25)
    case .star: path = Figure.star(Point(64, 64), 7, outer: 58, inner: 24, step: 1)
    case .pentagram: path = Figure.star(Point(63.3, 65.1), 5, outer: 60, inner: nil, step: 2)
    case .ring:
      path.addEllipse(in: Rect(10, 10, 108, 108))
      var inner = Path()
      inner.addEllipse(in: Rect(30.4, 33.1, 60, 60))
      path.append(inner.transformed(by: Affine(-1, 0, 0, 1, 120.8, 0)))
    case .eight:
      path.move(to: Point(20, 30))
      path.cubic(to: Point(108, 98), control1: Point(140, -20), control2: Point(-20, 140))
      path.cubic(to: Point(20, 30), control1: Point(160, 60), control2: Point(-30, 70))
    case .wedge:
      path.move(to: Point(2.1, 64.3))
      path.line(to: Point(125.4, 63.1))
      path.line(to: Point(125.7, 65.4))
      path.close()
    case .spiral:
      path.move(to: Point(64, 64))
      for index in 1..<160 {
        let angle = Double(index) * 0.37
        path.line(
          to: Point(64 + cos(angle) * Double(index) * 0.38, 64 + sin(angle) * Double(index) * 0.38)
        )
      }
    case .blades:
      for index in 0..<24 {
        let angle = Double(index) * 0.2617993877991494 + 0.05
        path.move(to: Point(64, 64))
        path.line(to: Point(64 + 60 * cos(angle), 64 + 60 * sin(angle)))
        path.line(to: Point(64 + 60 * cos(angle + 0.3), 64 + 60 * sin(angle + 0.3)))
        path.close()
      }
    case .quads:
      path.move(to: Point(5, 100))
      path.quad(to: Point(60, 100), control: Point(30, -60))
      path.quad(to: Point(122, 90), control: Point(90, 200))
      path.quad(to: Point(5, 100), control: Point(64, 64))
    }
    return path
  }

  /// A star with `count` points; with an inner radius twice as many corners, else every `step`th.
  static func star(
    _ center: Point,
    _ count: Int,
    outer: Double,
    inner: Double?,
    step: Int
  ) -> Path {
    var path = Path()
    for index in 0..<(inner == nil ? count : count * 2) {
      let share = Double(index * step) / Double(inner == nil ? count : count * 2)
      let angle = share * 2 * Double.pi - Double.pi / 2
      let radius = index % 2 == 1 ? inner ?? outer : outer
      let point = Point(center.x + radius * cos(angle), center.y + radius * sin(angle))
      if index == 0 { path.move(to: point) } else { path.line(to: point) }
    }
    path.close()
    return path
  }
}
