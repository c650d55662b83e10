// Filled paths against counted samples, closed forms, and themselves.
// Licensed under the MIT license; see LICENSE.

import CQuartzAllocations
import Glibc
import QuartzMath
import QuartzRaster
import TestRandom
import Testing

@Suite struct PathFillTests {
  private let area = PixelRect(0, 0, 128, 128)

  @Test(arguments: Figure.allCases, [FillRule.nonZero, .evenOdd])
  func againstSamples(figure: Figure, rule: FillRule) {
    let mask = CoverageMask.filling(figure.path, rule, in: area)
    let oracle = PathOracle(figure.path)
    #expect(MaskDifference(mask, oracle.coverage(area, rule), area).rms <= 1)
    // because: 48 x 48 samples are nearly the area; what is left is the curves' tolerance
    let fine = MaskDifference(mask, oracle.coverage(area, rule, samples: 48), area)
    #expect(fine.rms <= 0.4)
    #expect(fine.largest <= 6)
  }

  /// Polygons whose corners often share places, heights and borders of pixels.
  @Test func randomPolygons() {
    var generator = SeededGenerator(seed: 7)
    let small = PixelRect(0, 0, 24, 24)
    for round in 0..<150 {
      var path = Path()
      let grid = [1, 2, 4, 64][round % 4]
      func point() -> Point {
        func coordinate() -> Double {
          Double(generator.next() % UInt64(28 * grid)) / Double(grid) - 2
        }
        return Point(coordinate(), coordinate())
      }
      for _ in 0..<(1 + round % 3) {
        path.move(to: point())
        for _ in 0..<(2 + generator.next() % 8) { path.line(to: point()) }
      }
      for rule in [FillRule.nonZero, .evenOdd] {
        let mask = CoverageMask.filling(path, rule, in: small)
        // Samples in odd 64ths, so that none lies on an edge between corners of the grid.
        let difference = MaskDifference(
          mask,
          PathOracle(path).coverage(small, rule, samples: 32),
          small
        )
        #expect(difference.rms <= 1.5, "\(path)")
        // because: with several edges in a pixel, 32 rows of samples are off by some 64ths
        #expect(difference.largest <= 16, "\(path)")
      }
    }
  }

  // MARK: - Closed forms

  @Test func polygonAreas() {
    for figure in [Figure.triangle, .star, .wedge] {
      let points = figure.path.points
      var area = 0.0
      for (a, b) in zip(points, points.dropFirst() + points.prefix(1)) {
        area += (a.x * b.y - a.y * b.x) / 2
      }
      // because: each pixel on an edge is rounded to a 255th, which averages out
      #expect(abs(CoverageMask.filling(figure.path).area - abs(area)) < 0.1, "\(figure)")
    }
  }

  @Test(arguments: [0.5, 2, 7.3, 30, 61] as [Double])
  func discArea(radius: Double) {
    var path = Path()
    path.addEllipse(in: Rect(64 - radius, 64 - radius, 2 * radius, 2 * radius))
    // The area inside of the four cubics, by integration.
    let exact = Double.pi * radius * radius * 1.00028001
    // because: bytes are rounded, and lines are half as near as the tolerance at the ends of curves
    #expect(abs(CoverageMask.filling(path).area - exact) < 0.01 + radius * 0.002)
  }

  @Test func wholePixelsAreAllOrNothing() {
    var path = Path()
    path.addRect(Rect(3, 4, 17, 27))
    let mask = CoverageMask.filling(path)
    #expect(mask == CoverageMask(PixelRect(3, 4, 20, 31)))
    #expect(mask.bounds == PixelRect(3, 4, 20, 31))
    // No bytes: one span in each row.
    #expect(mask.byteSize < 1000)
  }

  @Test func fractionalRect() {
    var path = Path()
    path.addRect(Rect(2.25, 3.5, 100, 2.25))
    let mask = CoverageMask.filling(path)
    #expect(mask.bounds == PixelRect(2, 3, 103, 6))
    #expect(mask.coverage(x: 50, y: 3) == 128)
    #expect(mask.coverage(x: 50, y: 4) == 255)
    #expect(mask.coverage(x: 50, y: 5) == 191)
    #expect(mask.coverage(x: 2, y: 4) == 191)
    #expect(mask.coverage(x: 102, y: 4) == 64)
    #expect(mask.coverage(x: 2, y: 3) == 96)
    #expect(mask.coverage(x: 103, y: 4) == 0)
  }

  @Test func overlapsCountOnce() {
    var path = Path()
    for _ in 0..<3 { path.addRect(Rect(10.5, 10.5, 20, 20)) }
    var once = Path()
    once.addRect(Rect(10.5, 10.5, 20, 20))
    #expect(CoverageMask.filling(path) == CoverageMask.filling(once))
    #expect(CoverageMask.filling(path, .evenOdd) == CoverageMask.filling(once))
    path.addRect(Rect(10.5, 10.5, 20, 20))
    #expect(CoverageMask.filling(path, .evenOdd).isEmpty)
  }

  @Test func oppositeWindingsInOnePixel() {
    // A mean winding of 0 in the pixel, but half of it is inside.
    var path = Path()
    path.addRect(Rect(10, 10, 0.25, 1))
    path.addRect(Rect(10.75, 10, -0.25, 1))
    #expect(CoverageMask.filling(path).coverage(x: 10, y: 10) == 128)
    #expect(CoverageMask.filling(path, .evenOdd).coverage(x: 10, y: 10) == 128)
  }

  @Test func sharedEdgeOfOneColour() {
    // Two shapes of one path that meet inside of pixels leave no seam.
    var path = Path()
    path.move(to: Point(10, 10))
    path.line(to: Point(70.3, 10))
    path.line(to: Point(40.7, 90))
    path.line(to: Point(10, 90))
    path.close()
    path.move(to: Point(70.3, 10))
    path.line(to: Point(100, 10))
    path.line(to: Point(100, 90))
    path.line(to: Point(40.7, 90))
    path.close()
    var whole = Path()
    whole.addRect(Rect(10, 10, 90, 80))
    #expect(CoverageMask.filling(path) == CoverageMask.filling(whole))
  }

  // MARK: - The same path in other ways

  @Test(arguments: Figure.allCases, [FillRule.nonZero, .evenOdd])
  func movedByWholePixels(figure: Figure, rule: FillRule) {
    let mask = CoverageMask.filling(figure.path, rule)
    for (x, y) in [(1, 0), (0, 1), (1000, -700), (-129, 4093)] as [(Int32, Int32)] {
      let moved = CoverageMask.filling(
        figure.path,
        rule,
        .translation(Double(x), Double(y)),
        in: area.offset(x: x, y: y)
      )
      #expect(moved == mask.offset(x: x, y: y))
    }
  }

  @Test(arguments: Figure.allCases)
  func largerAreaChangesNothing(figure: Figure) {
    let mask = CoverageMask.filling(figure.path)
    let large = CoverageMask.filling(figure.path, in: PixelRect(-300, -200, 700, 900))
    #expect(large.clipped(to: area) == mask)
  }

  @Test(arguments: Figure.allCases, [FillRule.nonZero, .evenOdd])
  func partOfTheArea(figure: Figure, rule: FillRule) {
    let whole = CoverageMask.filling(figure.path, rule)
    for part in [PixelRect(40, 30, 90, 100), PixelRect(0, 63, 128, 65), PixelRect(60, 0, 70, 128)] {
      let clipped = whole.clipped(to: part).rowBytes(part)
      let alone = CoverageMask.filling(figure.path, rule, in: part).rowBytes(part)
      // because: where an edge is cut at the border is rounded to the grid of 1/4096
      for (a, b) in zip(clipped, alone) { #expect(abs(Int(a) - Int(b)) <= 1) }
    }
  }

  @Test(arguments: Figure.allCases, [FillRule.nonZero, .evenOdd])
  func reversed(figure: Figure, rule: FillRule) {
    let mask = CoverageMask.filling(figure.path, rule).rowBytes(area)
    let other = CoverageMask.filling(figure.path.reversed, rule).rowBytes(area)
    // because: points of curves are rounded to the grid from the other end
    for (a, b) in zip(mask, other) { #expect(abs(Int(a) - Int(b)) <= 1) }
  }

  @Test(arguments: Figure.allCases, [FillRule.nonZero, .evenOdd])
  func turnedByQuarters(figure: Figure, rule: FillRule) {
    let mask = CoverageMask.filling(figure.path, rule).rowBytes(area)
    let turned = CoverageMask.filling(figure.path, rule, Affine(0, 1, -1, 0, 128, 0)).rowBytes(area)
    let mirrored = CoverageMask.filling(figure.path, rule, Affine(-1, 0, 0, 1, 128, 0))
      .rowBytes(area)
    var largest = 0
    for y in 0..<128 {
      for x in 0..<128 {
        let here = Int(mask[y * 128 + x])
        largest = max(largest, abs(here - Int(turned[x * 128 + 127 - y])))
        largest = max(largest, abs(here - Int(mirrored[y * 128 + 127 - x])))
      }
    }
    // because: places where lines leave rows are rounded, not those where they leave columns
    #expect(largest <= 1)
  }

  // MARK: - Memory

  @Test func costIsThePerimeter() {
    var path = Path()
    path.addEllipse(in: Rect(10, 10, 4000, 4000))
    let mask = CoverageMask.filling(path, in: PixelRect(0, 0, 4096, 4096))
    // An edge is at most some bytes in each row, not 4000.
    #expect(mask.byteSize < 300_000)
    #expect(abs(mask.area - Double.pi * 4_000_000 * 1.00028001) < 100)
  }

  @Test(.enabled(if: quartz_allocation_count() >= 0)) func noAllocations() {
    var rasterizer = PathRasterizer()
    var mask = CoverageMask()
    let figures = Figure.allCases.map(\.path)
    let style = StrokeStyle(width: 5, cap: .round, join: .round)
    func draw() {
      for path in figures {
        rasterizer.fill(path, rule: .nonZero, in: area, into: &mask)
        rasterizer.fill(path, rule: .evenOdd, in: area, into: &mask)
        rasterizer.stroke(path, style: style, in: area, into: &mask)
      }
    }
    draw()
    let before = quartz_allocation_count()
    draw()
    #expect(quartz_allocation_count() - before == 0)
  }
}
