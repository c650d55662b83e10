// Random paths with every way to stroke them, for other renderers to draw the same.
// Licensed under the MIT license; see LICENSE.

import BenchScenes
import QuartzMath
import QuartzRaster

extension PathPicture {
  static let generatedPaths = 200
  /// Of each path, beside its fill.
  private static let strokesPerPath = 6

  /// Lines and curves that cross themselves, of one to four subpaths, open and closed.
  ///
  /// Each path is filled, with either rule in turns, and stroked in a few of the ways that there are,
  /// so that all paths together show each of those at least twice.
  static var generated: [PathPicture] {
    var random = SplitMix(seed: 11)
    let strokes = StrokeSetting.all
    var pictures: [PathPicture] = []
    for index in 0..<generatedPaths {
      let path = path(&random)
      let name = "generated-\(index)"
      let rule = index % 2 == 0 ? FillRule.nonZero : .evenOdd
      pictures.append(PathPicture(name: name + "-fill", path: path, rule: rule))
      for turn in 0..<strokesPerPath {
        // A step that has no factor in common with the number of settings reaches all of them.
        let number = (index * strokesPerPath + turn) * 7 % strokes.count
        let setting = strokes[number]
        pictures.append(
          PathPicture(
            name: "\(name)-stroke-\(number)",
            path: path,
            stroke: setting.style,
            trim: setting.trim
          )
        )
      }
    }
    return pictures
  }

  private static func path(_ random: inout SplitMix) -> Path {
    func point() -> Point { Point(random.fineUnit() * 276 - 10, random.fineUnit() * 276 - 10) }
    var path = Path()
    for _ in 0...random.index(below: 4) {
      path.move(to: point())
      for _ in 0...random.index(below: 6) {
        switch random.index(below: 3) {
        case 0: path.line(to: point())
        case 1: path.quad(to: point(), control: point())
        default: path.cubic(to: point(), control1: point(), control2: point())
        }
      }
      if random.index(below: 2) == 0 { path.close() }
    }
    return path
  }
}

/// A way to stroke: all values of each property, with all of the others.
private struct StrokeSetting {
  var style: StrokeStyle
  /// strokeStart and strokeEnd.
  var trim: ClosedRange<Double>?

  static var all: [StrokeSetting] {
    let joins: [(LineJoin, Double)] = [
      (.miter, 10), (.miter, 4), (.miter, 1.5), (.round, 10), (.bevel, 10),
    ]
    let dashes: [([Double], Double)] = [([], 0), ([24, 11], 5), ([15, 6, 3], -4)]
    let trims: [ClosedRange<Double>?] = [nil, 0...0.6, 0.25...0.875]
    var settings: [StrokeSetting] = []
    for cap in [LineCap.butt, .round, .square] {
      for (join, limit) in joins {
        for width in [0.5, 2, 9, 30] {
          for (dash, phase) in dashes {
            let style = StrokeStyle(
              width: width,
              cap: cap,
              join: join,
              miterLimit: limit,
              dash: dash,
              dashPhase: phase
            )
            settings += trims.map { StrokeSetting(style: style, trim: $0) }
          }
        }
      }
    }
    return settings
  }
}

extension SplitMix {
  fileprivate mutating func index(below count: Int) -> Int { Int(fineUnit() * Double(count)) }
}
