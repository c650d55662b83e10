// Fills and strokes paths: a thousand stars, and one long curve.
// Licensed under the MIT license; see LICENSE.

import BenchScenes
import Glibc
import QuartzMath
import QuartzRaster

/// Paths onto 1024 x 1024 white pixels, a quarter of a pixel further in each of eight frames.
///
/// Peers/path_bench.py draws the same with Skia and Cairo: same generator, same order of numbers.
enum PathBench {
  static let all: [Bench] = [stars, cachedStars, curve]

  private static let side: Int32 = 1024
  private static let starCount = 1000

  /// Stars of seven points in 48 pixels.
  private static let stars = Bench(name: "path/stars") { _ in
    let canvas = Canvas(side: side)
    let stars = Star.random(starCount, side: Double(side))
    let star = Star.path
    var painter = Painter()
    return { frame in
      canvas.clear()
      for box in stars {
        let place = Affine.translation(box.x + Double(frame % 8) * 0.25, box.y)
        painter.fill(star, place, canvas.bounds)
        painter.mask.paint(box.source, onto: canvas.pixels, stride: Int(side), in: canvas.bounds)
      }
    }
  }

  /// The same stars, each from a mask that is kept and moved by whole pixels.
  private static let cachedStars = Bench(name: "path/stars cached") { _ in
    let canvas = Canvas(side: side)
    let stars = Star.random(starCount, side: Double(side))
    var painter = Painter()
    let masks = stars.map { box in
      painter.fill(Star.path, .translation(box.x, box.y), canvas.bounds)
      return painter.mask
    }
    return { frame in
      canvas.clear()
      for (box, mask) in zip(stars, masks) {
        mask.offset(x: Int32(frame % 8), y: 0)
          .paint(box.source, onto: canvas.pixels, stride: Int(side), in: canvas.bounds)
      }
    }
  }

  /// A curve of 2000 lines, 4 pixels wide with round joins and caps.
  private static let curve = Bench(name: "path/curve") { _ in
    let canvas = Canvas(side: side)
    let path = longCurve(2000, side: Double(side))
    let style = StrokeStyle(width: 4, cap: .round, join: .round)
    let source = SourceOver.source([0.1, 0.2, 0.6, 1])
    var painter = Painter()
    return { frame in
      canvas.clear()
      painter.stroke(path, style, .translation(Double(frame % 8) * 0.25, 0), canvas.bounds)
      painter.mask.paint(source, onto: canvas.pixels, stride: Int(side), in: canvas.bounds)
    }
  }

  /// A rosette: three turns of a circle whose radius swings twenty-nine times.
  private static func longCurve(_ count: Int, side: Double) -> Path {
    var path = Path()
    for index in 0...count {
      let turn = Double(index) / Double(count) * 2 * Double.pi
      let radius = side * (0.3 + 0.18 * sin(29 * turn))
      let point = Point(
        side / 2 + radius * cos(3 * turn),
        side / 2 + radius * sin(3 * turn)
      )
      if index == 0 { path.move(to: point) } else { path.line(to: point) }
    }
    return path
  }
}

/// A rasterizer and its mask.
private struct Painter: ~Copyable {
  private var rasterizer = PathRasterizer()
  private(set) var mask = CoverageMask()

  mutating func fill(_ path: Path, _ transform: Affine, _ bounds: PixelRect) {
    rasterizer.fill(path, rule: .nonZero, transform: transform, in: bounds, into: &mask)
  }

  mutating func stroke(
    _ path: Path,
    _ style: StrokeStyle,
    _ transform: Affine,
    _ bounds: PixelRect
  ) {
    rasterizer.stroke(path, style: style, transform: transform, in: bounds, into: &mask)
  }
}

/// The pixels that are drawn onto.
private final class Canvas {
  let pixels: UnsafeMutablePointer<UInt32>
  let bounds: PixelRect

  init(side: Int32) {
    bounds = PixelRect(width: side, height: side)
    pixels = .allocate(capacity: bounds.area)
  }

  deinit {
    pixels.deallocate()
  }

  func clear() {
    pixels.update(repeating: 0xFFFF_FFFF, count: bounds.area)
  }
}

/// A star of the scene.
private struct Star {
  /// The place of its upper left corner.
  var x: Double
  var y: Double
  var source: PixelSource

  /// Fourteen corners in 48 x 48 pixels.
  static let path: Path = {
    var path = Path()
    for index in 0..<14 {
      let angle = Double(index) / 14 * 2 * Double.pi - Double.pi / 2
      let radius = index % 2 == 0 ? 24.0 : 10
      let point = Point(24 + radius * cos(angle), 24 + radius * sin(angle))
      if index == 0 { path.move(to: point) } else { path.line(to: point) }
    }
    path.close()
    return path
  }()

  static func random(_ count: Int, side: Double) -> [Star] {
    var random = SplitMix(seed: 7)
    func unit() -> Double { random.unit() }
    return (0..<count).map { _ in
      let (x, y) = (unit() * (side - 50), unit() * (side - 49))
      let color = SIMD4(Float(unit()), Float(unit()), Float(unit()), 1)
      return Star(x: x, y: y, source: SourceOver.source(color))
    }
  }
}
