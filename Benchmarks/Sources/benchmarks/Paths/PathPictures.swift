// Paths and what we make of them, in files, for other renderers to draw the same.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzRaster

/// A path that is filled or stroked, in 256 x 256 pixels.
///
/// Peers/path_bench.py reads the files and draws the same with Skia and Cairo.
struct PathPicture {
  var name: String
  var path: Path
  var rule = FillRule.nonZero
  /// Nil for a fill.
  var stroke: StrokeStyle?
  /// The shares of the path's length between which it is stroked; nil for all of it.
  var trim: ClosedRange<Double>?

  static let side: Int32 = 256

  /// Writes NAME.json, the path and how it is drawn, and NAME.bin, its coverage, of all pictures.
  static func write(to directory: String) -> Bool {
    var rasterizer = PathRasterizer()
    var mask = CoverageMask()
    let area = PixelRect(width: side, height: side)
    for picture in all + generated {
      if let stroke = picture.stroke {
        let path = picture.trim.map {
          PathMeasure(picture.path).trimmed(from: $0.lowerBound, to: $0.upperBound)
        }
        rasterizer.stroke(path ?? picture.path, style: stroke, in: area, into: &mask)
      } else {
        rasterizer.fill(picture.path, rule: picture.rule, in: area, into: &mask)
      }
      let name = directory + "/" + picture.name
      guard write(mask.rowBytes(area), to: name + ".bin"),
        write(Array(picture.json.utf8), to: name + ".json")
      else { return false }
    }
    return true
  }

  private static func write(_ bytes: [UInt8], to name: String) -> Bool {
    guard let file = fopen(name, "w") else { return false }
    defer { fclose(file) }
    return fwrite(bytes, 1, bytes.count, file) == bytes.count
  }

  private var json: String {
    let elements = path.elements.map { "\"\($0)\"" }.joined(separator: ", ")
    let points = path.points.map { "[\($0.x), \($0.y)]" }.joined(separator: ", ")
    var text = "{\"elements\": [\(elements)], \"points\": [\(points)], \"rule\": \"\(rule)\""
    if let stroke {
      text +=
        ", \"width\": \(stroke.width), \"cap\": \"\(stroke.cap)\", \"join\": \"\(stroke.join)\""
      text += ", \"miter\": \(stroke.miterLimit), \"dash\": \(stroke.dash)"
      text += ", \"phase\": \(stroke.dashPhase)"
    }
    if let trim { text += ", \"trim\": [\(trim.lowerBound), \(trim.upperBound)]" }
    return text + "}"
  }

  // MARK: - The pictures

  static var all: [PathPicture] {
    var pictures = [
      PathPicture(name: "circle", path: circle),
      PathPicture(name: "rounded", path: rounded),
      PathPicture(name: "continuous", path: continuous),
      PathPicture(name: "star", path: star(7, 110, 40)),
      PathPicture(name: "pentagram", path: pentagram),
      PathPicture(name: "pentagram-even-odd", path: pentagram, rule: .evenOdd),
      PathPicture(name: "eight", path: eight),
      PathPicture(name: "eight-even-odd", path: eight, rule: .evenOdd),
    ]
    for join in [LineJoin.miter, .round, .bevel] {
      for cap in [LineCap.butt, .round, .square] {
        let style = StrokeStyle(width: 13, cap: cap, join: join)
        pictures.append(PathPicture(name: "corners-\(join)-\(cap)", path: corners, stroke: style))
      }
    }
    for width in [0.5, 1, 3, 30] {
      let style = StrokeStyle(width: width)
      pictures.append(PathPicture(name: "curves-\(width)", path: eight, stroke: style))
    }
    let dashed = StrokeStyle(
      width: 9,
      cap: .round,
      join: .round,
      dash: [20, 15, 3, 15],
      dashPhase: 7
    )
    pictures.append(PathPicture(name: "dashed-circle", path: circle, stroke: dashed))
    let butts = StrokeStyle(width: 9, dash: [24, 11], dashPhase: 5)
    pictures.append(PathPicture(name: "dashed-corners", path: corners, stroke: butts))
    pictures.append(
      PathPicture(name: "star-stroked", path: star(9, 110, 60), stroke: StrokeStyle(width: 7))
    )
    return pictures
  }

  private static var circle: Path {
    var path = Path()
    path.addEllipse(in: Rect(20.3, 24.6, 210, 205))
    return path
  }

  private static var rounded: Path {
    var path = Path()
    path.addRoundedRect(Rect(12.4, 30.8, 230, 190), cornerWidth: 40, cornerHeight: 60)
    return path
  }

  private static var continuous: Path {
    var path = Path()
    path.addContinuousRoundedRect(Rect(12.4, 30.8, 230, 190), radius: 50)
    return path
  }

  private static func star(_ count: Int, _ outer: Double, _ inner: Double) -> Path {
    var path = Path()
    for index in 0..<(2 * count) {
      let angle = Double(index) / Double(count) * Double.pi - Double.pi / 2
      let radius = index % 2 == 0 ? outer : inner
      let point = Point(128.4 + radius * cos(angle), 128.1 + radius * sin(angle))
      if index == 0 { path.move(to: point) } else { path.line(to: point) }
    }
    path.close()
    return path
  }

  private static var pentagram: Path {
    var path = Path()
    for index in 0..<5 {
      let angle = Double(index) * 0.8 * Double.pi - Double.pi / 2
      let point = Point(128 + 120 * cos(angle), 134 + 120 * sin(angle))
      if index == 0 { path.move(to: point) } else { path.line(to: point) }
    }
    path.close()
    return path
  }

  private static var eight: Path {
    var path = Path()
    path.move(to: Point(40, 60))
    path.cubic(to: Point(216, 196), control1: Point(280, -40), control2: Point(-40, 280))
    path.quad(to: Point(216, 40), control: Point(270, 120))
    path.cubic(to: Point(40, 60), control1: Point(150, 250), control2: Point(-40, 200))
    path.close()
    return path
  }

  private static var corners: Path {
    var path = Path()
    path.move(to: Point(30, 40))
    for (x, y) in [(120.3, 50.1), (40.6, 110.2), (220.5, 90.7), (180.1, 220.9), (205.4, 120.6)] {
      path.line(to: Point(x, y))
    }
    path.move(to: Point(30.2, 140.4))
    path.line(to: Point(120.6, 170.3))
    path.line(to: Point(50.1, 230.8))
    path.close()
    return path
  }
}
