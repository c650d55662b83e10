// Strokes against counted samples of what they are, and closed forms.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzRaster
import Testing

@Suite struct PathStrokeTests {
  private let area = PixelRect(0, 0, 128, 128)

  private func stroking(
    _ path: Path,
    _ style: StrokeStyle,
    _ transform: Affine = .identity,
    in rect: PixelRect = PixelRect(0, 0, 128, 128)
  ) -> CoverageMask {
    var rasterizer = PathRasterizer()
    var mask = CoverageMask()
    rasterizer.stroke(path, style: style, transform: transform, in: rect, into: &mask)
    return mask
  }

  /// Corners of all kinds, cusps, tight curves, closed and open subpaths.
  private enum Line: CaseIterable {
    case corners, closed, smooth, tight, cusp, doubled, dots

    var path: Path {
      var path = Path()
      switch self {
      case .corners:
        path.move(to: Point(15.3, 20.1))
        for (x, y) in [(60.2, 24.7), (20.6, 60.9), (100.3, 50.2), (96.1, 110.4), (110.2, 50.1)] {
          path.line(to: Point(x, y))
        }
      case .closed:
        path.move(to: Point(30, 30))
        path.line(to: Point(100.5, 40.2))
        path.line(to: Point(60.1, 100.9))
        path.close()
        path.addEllipse(in: Rect(70, 70, 40, 40))
      case .smooth:
        path.move(to: Point(15, 100))
        path.cubic(to: Point(110, 30), control1: Point(30, -40), control2: Point(90, 160))
        path.quad(to: Point(20, 30), control: Point(100, 10))
      case .tight:
        // Curvature radii below half of the width.
        path.move(to: Point(60, 20))
        path.cubic(to: Point(66, 20), control1: Point(63, 130), control2: Point(65, 130))
        path.move(to: Point(20, 90))
        path.quad(to: Point(110, 100), control: Point(40, 20))
      case .cusp:
        path.move(to: Point(25, 100))
        path.cubic(to: Point(100, 100), control1: Point(175, 10), control2: Point(-50, 10))
      case .doubled:
        path.move(to: Point(20, 64))
        path.line(to: Point(100, 64))
        path.line(to: Point(60, 64))
        path.line(to: Point(60, 110))
        path.line(to: Point(60, 110))
      case .dots:
        path.move(to: Point(30.5, 30.5))
        path.line(to: Point(30.5, 30.5))
        path.move(to: Point(80, 30))
        path.close()
        // A lonely move draws nothing.
        path.move(to: Point(64, 90))
      }
      return path
    }
  }

  @Test(arguments: Line.allCases, [LineJoin.miter, .round, .bevel])
  private func againstSamples(line: Line, join: LineJoin) {
    for (cap, width) in [(LineCap.butt, 9.5), (.round, 14), (.square, 3.2)] {
      let style = StrokeStyle(width: width, cap: cap, join: join, miterLimit: 4)
      let mask = stroking(line.path, style)
      let oracle = PathOracle(StrokePieces(line.path, style).path)
      let difference = MaskDifference(mask, oracle.coverage(area, .nonZero), area)
      #expect(difference.rms <= 1, "\(line) \(style)")
      // because: sixteen rows of samples see a level edge to a sixteenth of a pixel
      #expect(difference.largest <= 18, "\(line) \(style)")
    }
  }

  @Test func capAreas() {
    var path = Path()
    path.move(to: Point(20.3, 30.6))
    path.line(to: Point(90.5, 101.2))
    let distance = (70.2 * 70.2 + 70.6 * 70.6).squareRoot()
    for (cap, extra) in [(LineCap.butt, 0), (.square, 12 * 12), (.round, Double.pi * 36)] {
      let mask = stroking(path, StrokeStyle(width: 12, cap: cap))
      #expect(abs(mask.area - (distance * 12 + extra)) < 0.1, "\(cap)")
    }
  }

  @Test func miterLimit() {
    // A right angle has a miter of √2 widths. Two squares of 25 at the corner: one is in both
    // lines, one in none.
    var path = Path()
    path.move(to: Point(20, 20))
    path.line(to: Point(80, 20))
    path.line(to: Point(80, 80))
    let bevelled = stroking(path, StrokeStyle(width: 10, miterLimit: 1.41))
    let mitered = stroking(path, StrokeStyle(width: 10, miterLimit: 1.42))
    #expect(abs(bevelled.area - (2 * 600 - 12.5)) < 0.05)
    #expect(abs(mitered.area - 2 * 600) < 0.05)
    #expect(mitered.coverage(x: 84, y: 15) == 255)
    #expect(bevelled.coverage(x: 84, y: 15) == 0)
  }

  @Test func ringArea() {
    var path = Path()
    path.addEllipse(in: Rect(14, 14, 100, 100))
    let mask = stroking(path, StrokeStyle(width: 20))
    // because: the circle's cubics are 0.00014 radii too large, the sides as near as the tolerance
    #expect(abs(mask.area - Double.pi * (60 * 60 - 40 * 40)) < 3)
  }

  /// A turn that is tighter than the stroke is wide: the inner side sweeps what lies beyond its
  /// middle.
  @Test func tightTurnArea() {
    var path = Path()
    path.addArc(center: Point(64, 64), radius: 3, start: 0.3, sweep: Double.pi / 2)
    let mask = stroking(path, StrokeStyle(width: 30))
    // Two quarters of discs, opposite to each other.
    let expected = Double.pi / 4 * (18 * 18 + 12 * 12)
    // because: the parts of discs are about corners of the lines that stand for the arc
    #expect(abs(mask.area - expected) < expected / 100, "\(mask.area), not \(expected)")
    let (x, y) = (64 - 8 * cos(0.3 + Double.pi / 4), 64 - 8 * sin(0.3 + Double.pi / 4))
    #expect(mask.coverage(x: Int32(x), y: Int32(y)) == 255)
  }

  @Test func nonUniformTransform() {
    // A circle's ring becomes an ellipse's: twice as wide where it is wide.
    var path = Path()
    path.addEllipse(in: Rect(12, 24, 40, 80))
    let transform = Affine.scale(2, 1)
    let style = StrokeStyle(width: 8)
    let mask = stroking(path, style, transform)
    let oracle = PathOracle(StrokePieces(path, style).path, transform: transform)
    #expect(MaskDifference(mask, oracle.coverage(area, .nonZero), area).rms <= 1)
    #expect(mask.coverage(x: 30, y: 64) == 255)
    #expect(mask.coverage(x: 64, y: 30) == 0)
  }

  @Test func mirroredTransform() {
    let style = StrokeStyle(width: 7, cap: .square)
    let mask = stroking(Line.corners.path, style).rowBytes(area)
    let mirrored = stroking(Line.corners.path, style, Affine(-1, 0, 0, 1, 128, 0)).rowBytes(area)
    for index in mask.indices {
      // because: corners of the outline are rounded to the grid of 1/4096 on both sides of it
      #expect(abs(Int(mask[index]) - Int(mirrored[index / 128 * 128 + 127 - index % 128])) <= 1)
    }
  }

  @Test func hairline() {
    var path = Path()
    path.move(to: Point(10, 20.5))
    path.line(to: Point(110, 20.5))
    let mask = stroking(path, StrokeStyle(width: 0.1))
    #expect(mask.coverage(x: 50, y: 20) == 26)
    #expect(mask.bounds == PixelRect(10, 20, 110, 21))
    #expect(stroking(path, StrokeStyle(width: 0)).isEmpty)
    #expect(stroking(path, StrokeStyle(width: -3)).isEmpty)
    #expect(stroking(path, StrokeStyle(width: .nan)).isEmpty)
    #expect(stroking(path, StrokeStyle(width: 1), .scale(0, 1)).isEmpty)
  }

  @Test func selfCrossingCountsOnce() {
    var path = Path()
    path.move(to: Point(20.3, 20.3))
    path.line(to: Point(100.3, 100.3))
    path.line(to: Point(20.3, 100.3))
    path.line(to: Point(100.3, 20.3))
    let mask = stroking(path, StrokeStyle(width: 10))
    #expect(mask.coverage(x: 60, y: 60) == 255)
    #expect(mask.forAllCoverages { $0 <= 255 })
  }

  @Test(arguments: Line.allCases)
  private func asAPath(line: Line) {
    let style = StrokeStyle(width: 11, cap: .round)
    let mask = stroking(line.path, style).rowBytes(area)
    let filled = CoverageMask.filling(line.path.stroked(style, tolerance: PathRasterizer.tolerance))
      .rowBytes(area)
    for (a, b) in zip(mask, filled) { #expect(abs(Int(a) - Int(b)) <= 3) }
  }

  // MARK: - Dashes

  /// A line of 100 along y = 20 from x = 10.
  private var straight: Path {
    var path = Path()
    path.move(to: Point(10, 20))
    path.line(to: Point(110, 20))
    return path
  }

  /// The runs of covered pixels in row 20.
  private func runs(_ style: StrokeStyle, _ path: Path? = nil) -> [ClosedRange<Int32>] {
    let mask = stroking(path ?? straight, style)
    var result: [ClosedRange<Int32>] = []
    for x in 0..<128 as Range<Int32> where mask.coverage(x: x, y: 20) == 255 {
      if let last = result.last, last.upperBound == x - 1 {
        result[result.count - 1] = last.lowerBound...x
      } else {
        result.append(x...x)
      }
    }
    return result
  }

  @Test func dashes() {
    #expect(
      runs(StrokeStyle(width: 4, dash: [30, 10])) == [10...39, 50...79, 90...109]
    )
    #expect(
      runs(StrokeStyle(width: 4, dash: [30, 10], dashPhase: 15)) == [10...24, 35...64, 75...104]
    )
    #expect(
      runs(StrokeStyle(width: 4, dash: [30, 10], dashPhase: -5)) == [15...44, 55...84, 95...109]
    )
    // An odd list is used twice, so dashes and gaps change places.
    #expect(runs(StrokeStyle(width: 4, dash: [20])) == [10...29, 50...69, 90...109])
    #expect(
      runs(StrokeStyle(width: 4, dash: [10, 20, 30])) == [10...19, 40...69, 80...99]
    )
    // Invalid dash patterns give no dashes.
    for dash in [[0, 0], [-1, 5], [.nan, 1], [.infinity], []] as [[Double]] {
      #expect(runs(StrokeStyle(width: 4, dash: dash)) == [10...109])
    }
  }

  @Test func dashesWithoutLength() {
    #expect(runs(StrokeStyle(width: 4, dash: [0, 25])).isEmpty)
    #expect(
      runs(StrokeStyle(width: 4, cap: .square, dash: [0, 25]))
        == [8...11, 33...36, 58...61, 83...86, 108...111]
    )
    // They have the direction of the line.
    var path = Path()
    path.move(to: Point(20, 20))
    path.line(to: Point(60, 60))
    let mask = stroking(path, StrokeStyle(width: 20, cap: .square, dash: [0, 1000]))
    #expect(mask.coverage(x: 20, y: 7) == 255)
    #expect(mask.coverage(x: 11, y: 11) == 0)
    #expect(abs(mask.area - 400) < 0.1)
  }

  @Test func dashThroughTheStart() {
    var path = Path()
    path.addRect(Rect(20, 20, 80, 80))
    // 320 around; the dash from 310 to 330 is one, with a join at the corner.
    let dashed = PathMeasure(path).dashed([20, 20], phase: 10)
    #expect(dashed.elements.filter { $0 == .move }.count == 8)
    let mask = stroking(path, StrokeStyle(width: 10, dash: [20, 20], dashPhase: 10))
    #expect(mask.coverage(x: 15, y: 15) == 255)
    #expect(abs(mask.area - 8 * 200) < 0.1)
    // A dash that is longer than the subpath leaves it closed.
    #expect(PathMeasure(path).dashed([400, 1], phase: 0) == path)
  }

  @Test func dashesOfEachSubpathBeginAnew() {
    var path = straight
    path.move(to: Point(10, 60))
    path.line(to: Point(110, 60))
    let mask = stroking(path, StrokeStyle(width: 4, dash: [30, 10], dashPhase: 5))
    for x in 0..<128 as Range<Int32> {
      #expect(mask.coverage(x: x, y: 20) == mask.coverage(x: x, y: 60))
    }
  }
}

extension CoverageMask {
  fileprivate func forAllCoverages(_ passes: (UInt8) -> Bool) -> Bool {
    rowBytes(bounds).allSatisfy(passes)
  }
}
