// The cost of outlines, counted before it is spent.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzRaster
import TestRandom
import Testing

@Suite struct AllowanceTests {
  private let bounds = PixelRect(width: 400, height: 400)

  /// Curves across the area, each of dozens of lines.
  private func curves(_ count: Int) -> Path {
    var random = SeededGenerator(seed: 1)
    func point() -> Point {
      Point(.random(in: 0...400, using: &random), .random(in: 0...400, using: &random))
    }
    var path = Path()
    path.move(to: point())
    for _ in 0..<count { path.cubic(to: point(), control1: point(), control2: point()) }
    return path
  }

  private let styles = [
    StrokeStyle(width: 30, cap: .round, join: .round),
    StrokeStyle(width: 2, dash: [1, 2]),
  ]

  /// More curves beyond the allowance cost no more points.
  @Test func fillsEndAtTheAllowance() {
    var rasterizer = PathRasterizer()
    var mask = CoverageMask()
    rasterizer.allowance = 8000
    for count in [500, 5000] {
      rasterizer.fill(curves(count), rule: .nonZero, in: bounds, into: &mask)
      #expect(rasterizer.steps == 8001)
      #expect(mask.isEmpty)
    }
    rasterizer.allowance = .max
    rasterizer.fill(curves(5), rule: .nonZero, in: bounds, into: &mask)
    let steps = rasterizer.steps
    #expect(!mask.isEmpty)
    rasterizer.allowance = steps
    rasterizer.fill(curves(5), rule: .nonZero, in: bounds, into: &mask)
    #expect(!mask.isEmpty && rasterizer.steps == steps)
  }

  @Test func strokesEndAtTheAllowance() {
    var rasterizer = PathRasterizer()
    var mask = CoverageMask()
    for style in styles {
      rasterizer.allowance = 8000
      for count in [500, 5000] {
        rasterizer.stroke(curves(count), style: style, in: bounds, into: &mask)
        #expect(rasterizer.steps == 8001)
        #expect(mask.isEmpty)
      }
      rasterizer.allowance = .max
      rasterizer.stroke(curves(5), style: style, in: bounds, into: &mask)
      #expect(!mask.isEmpty)
    }
  }

  @Test func outlinesOfTooManyPointsAreNone() throws {
    let path = curves(50)
    for style in styles {
      #expect(throws: TooManyPoints.self) {
        try path.stroked(style, tolerance: 1.0 / 64, mostPoints: 40)
      }
      let whole = path.stroked(style)
      let same = try path.stroked(style, tolerance: 1.0 / 64, mostPoints: 1 << 20)
      #expect(whole == same)
    }
    #expect(throws: TooManyPoints.self) {
      try path.flattened(tolerance: 1.0 / 64, mostPoints: 40)
    }
    let lines = try path.flattened(tolerance: 1.0 / 64, mostPoints: 1 << 20)
    #expect(lines.points.count > 200)
  }
}
