// Random and hostile paths: no trap, and time and memory that are bounded.
// Licensed under the MIT license; see LICENSE.
//
// `scripts/sanitize` runs these under the address sanitizer, with more random paths.

import Glibc
import QuartzMath
import QuartzRaster
import TestRandom
import Testing

@Suite struct HostilePathTests {
  private let area = PixelRect(-20, -10, 108, 118)

  /// More rounds for who has the time.
  private var rounds: Int {
    getenv("QUARTZ_FUZZ_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 400
  }

  private static func coordinate(_ generator: inout SeededGenerator) -> Double {
    let unit = Double(generator.next() >> 11) * 0x1p-53
    switch generator.next() % 24 {
    case 0: return [.nan, .infinity, -.infinity, 1e300, -1e300][Int(generator.next() % 5)]
    case 1: return (unit - 0.5) * 1e30
    case 2: return (unit - 0.5) * 1e9
    case 3, 4: return (unit - 0.5) * 1e4
    case 5...9: return (unit * 128).rounded()
    case 10, 11: return 64 + unit * 1e-3
    default: return unit * 160 - 30
    }
  }

  private static func path(_ generator: inout SeededGenerator) -> Path {
    var path = Path()
    func point() -> Point { Point(coordinate(&generator), coordinate(&generator)) }
    for _ in 0..<(1 + generator.next() % 40) {
      switch generator.next() % 8 {
      case 0: path.move(to: point())
      case 1: path.close()
      case 2, 3: path.quad(to: point(), control: point())
      case 4, 5: path.cubic(to: point(), control1: point(), control2: point())
      default:
        if path.isEmpty { path.move(to: point()) }
        path.line(to: point())
      }
    }
    return path
  }

  private func expectSound(_ mask: CoverageMask) {
    #expect(area.contains(mask.bounds))
    #expect(mask.byteSize <= area.area * 18 + 4096)
  }

  @Test func randomPaths() {
    var generator = SeededGenerator(seed: 7)
    var rasterizer = PathRasterizer()
    var mask = CoverageMask()
    for round in 0..<rounds {
      let path = Self.path(&generator)
      let transform: Affine =
        round % 5 == 0
        ? Affine(
          Self.coordinate(&generator),
          0,
          Self.coordinate(&generator),
          1,
          0,
          Self.coordinate(&generator)
        ) : .identity
      for rule in [FillRule.nonZero, .evenOdd] {
        rasterizer.fill(path, rule: rule, transform: transform, in: area, into: &mask)
        expectSound(mask)
      }
      let style = StrokeStyle(
        width: round % 7 == 0 ? Self.coordinate(&generator) : Double(round % 30) / 3,
        cap: LineCap(rawValue: UInt8(round % 3)) ?? .butt,
        join: LineJoin(rawValue: UInt8(round / 3 % 3)) ?? .miter,
        miterLimit: round % 11 == 0 ? Self.coordinate(&generator) : 10,
        dash: round % 4 == 0 ? [3, Double(round % 9), abs(Self.coordinate(&generator))] : [],
        dashPhase: round % 8 == 0 ? Self.coordinate(&generator) : 0
      )
      rasterizer.stroke(path, style: style, transform: transform, in: area, into: &mask)
      expectSound(mask)
      if round % 10 == 0 { ask(path, &generator) }
    }
  }

  /// The questions that can be asked of a path.
  private func ask(_ path: Path, _ generator: inout SeededGenerator) {
    let measure = PathMeasure(path)
    #expect(measure.length >= 0)
    _ = measure.position(at: Self.coordinate(&generator))
    _ = measure.trimmed(from: 0.2, to: Self.coordinate(&generator))
    _ = path.contains(Point(Self.coordinate(&generator), 5), rule: .evenOdd)
    _ = path.reversed.bounds
  }

  @Test func nothingFinite() {
    var path = Path()
    path.move(to: Point(.nan, 0))
    path.line(to: Point(10, 10))
    path.line(to: Point(50, 10))
    path.line(to: Point(10, 50))
    #expect(CoverageMask.filling(path).isEmpty)
    // A piece that is not finite is left out, the others stay.
    path.move(to: Point(10, 10))
    path.line(to: Point(50, 10))
    path.line(to: Point(.infinity, 20))
    path.line(to: Point(50, 50))
    path.line(to: Point(10, 50))
    #expect(CoverageMask.filling(path) == CoverageMask(PixelRect(10, 10, 50, 50)))
    #expect(CoverageMask.filling(path, .nonZero, .scale(.nan, 1)).isEmpty)
  }

  @Test func hugeRect() {
    for size in [1e5, 1e9, 1e30, 1e300] {
      var path = Path()
      path.addRect(Rect(-size, -size, 2 * size, 2 * size))
      #expect(CoverageMask.filling(path, in: area) == CoverageMask(area))
      guard size < 1e10 else { continue }
      path.addRect(Rect(-size, -size, size + 10, 2 * size))
      let half = CoverageMask(PixelRect(10, area.minY, area.maxX, area.maxY))
      #expect(CoverageMask.filling(path, .evenOdd, in: area) == half)
    }
  }

  @Test func hugeCurves() {
    // The visible part of a circle of a million pixels is nearly a straight edge.
    var path = Path()
    path.addEllipse(in: Rect(-2e6 + 50, -1e6, 2e6, 2e6))
    let mask = CoverageMask.filling(path, in: PixelRect(0, 0, 128, 128))
    #expect(mask.coverage(x: 40, y: 64) == 255)
    #expect(mask.coverage(x: 60, y: 64) == 0)
    #expect(abs(mask.area - 128 * 50) < 3)
  }

  /// A million lines, a hundred thousand of them across the whole picture.
  @Test func millionLines() {
    var generator = SeededGenerator(seed: 7)
    var path = Path()
    path.move(to: Point(64, 64))
    for index in 0..<1_000_000 {
      let x = Double(generator.next() % 1_000_000) / 1e4
      let y = Double(generator.next() % 1_000_000) / 1e4
      if index % 100 == 0 {
        path.line(to: Point(x, y))
      } else {
        path.line(to: Point(50 + x / 60, 50 + y / 60))
      }
    }
    let start = clock()
    let mask = CoverageMask.filling(path, .evenOdd)
    // because: a bound for any machine and sanitizer; it is a second or two
    #expect(Double(clock() - start) / Double(CLOCKS_PER_SEC) < 120)
    #expect(mask.byteSize < 128 * 128 * 18)
  }

  /// Too many lines in a few pixels to be told apart; the others stay exact.
  @Test func denseCluster() {
    var generator = SeededGenerator(seed: 7)
    var path = Path()
    path.move(to: Point(20, 20))
    for _ in 0..<20_000 {
      path.line(
        to: Point(
          20 + Double(generator.next() % 4096) / 1024,
          20 + Double(generator.next() % 4096) / 1024
        )
      )
    }
    path.close()
    var both = path
    both.addRect(Rect(50, 10, 20, 30))
    let block = PixelRect(20, 20, 24, 24)
    for rule in [FillRule.nonZero, .evenOdd] {
      let mask = CoverageMask.filling(path, rule)
      #expect(block.contains(mask.bounds))
      let beside = CoverageMask.filling(both, rule)
      #expect(
        beside.clipped(to: PixelRect(40, 0, 128, 128)) == CoverageMask(PixelRect(50, 10, 70, 40))
      )
      #expect(beside.clipped(to: block) == mask)
    }
  }

  @Test func coincidentPoints() {
    var path = Path()
    path.move(to: Point(20, 20))
    for _ in 0..<100_000 { path.line(to: Point(20, 20)) }
    for _ in 0..<1000 {
      path.cubic(to: Point(20, 20), control1: Point(20, 20), control2: Point(20, 20))
    }
    #expect(CoverageMask.filling(path).isEmpty)
    var rasterizer = PathRasterizer()
    var mask = CoverageMask()
    rasterizer.stroke(path, style: StrokeStyle(width: 10, cap: .square), in: area, into: &mask)
    #expect(mask == CoverageMask(PixelRect(15, 15, 25, 25)))
  }

  @Test func tinyDashes() {
    var path = Path()
    path.move(to: Point(0, 20))
    path.line(to: Point(1e9, 20))
    var rasterizer = PathRasterizer()
    var mask = CoverageMask()
    // More dashes than can be told apart: the line is whole.
    let style = StrokeStyle(width: 4, dash: [1e-9, 1e-9])
    rasterizer.stroke(path, style: style, in: area, into: &mask)
    #expect(mask == CoverageMask(PixelRect(0, 18, area.maxX, 22)))
  }

  /// Each dash is a disc larger than the picture.
  @Test func wideDashes() {
    var path = Path()
    path.move(to: Point(0, 20))
    path.line(to: Point(1e5, 20))
    var rasterizer = PathRasterizer()
    var mask = CoverageMask()
    let style = StrokeStyle(width: 1e4, cap: .round, dash: [1, 4])
    rasterizer.stroke(path, style: style, in: area, into: &mask)
    #expect(mask == CoverageMask(area))
  }
}
