// Paths and drawings as pictures and texts.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
import QuartzComparison

extension Snapshotting where Value == CGPath, Format == CGImage {
  /// A path, filled black by the even-odd rule, in the box around it.
  public static var image: Snapshotting { .image() }

  /// A path in black, in the box around it, with y pointing down.
  ///
  /// - Parameters:
  ///   - precision: The share of pixels that must match, 0...1.
  ///   - perceptualPrecision: The nearness of a matching pixel: 1 - Delta E / 100, by CIE 2000.
  ///   - drawingMode: The drawing of the path; strokes are one point wide, and reach half a point
  ///     beyond the box.
  ///   - tolerance: Differences that do not count; only while `perceptualPrecision` is 1.
  ///   - scale: Pixels per unit of the path.
  public static func image(
    precision: Float = 1,
    perceptualPrecision: Float = 1,
    drawingMode: CGPathDrawingMode = .eoFill,
    tolerance: PixelTolerance = .exact,
    scale: CGFloat = 1
  ) -> Snapshotting {
    Snapshotting(
      pathExtension: "png",
      diffing: .image(ComparisonRules(precision, perceptualPrecision, tolerance), .equal)
    ) { path in
      let box = path.boundingBoxOfPath
      let margin: CGFloat = drawingMode.strokes ? 0.5 : 0
      let size = box.isNull ? .zero : box.insetBy(dx: -margin, dy: -margin).size
      return try drawnImage(size: size, scale: scale) { context in
        context.translateBy(x: margin - box.minX, y: margin - box.minY)
        context.addPath(path)
        context.drawPath(using: drawingMode)
      }
    }
  }
}

extension CGPathDrawingMode {
  fileprivate var strokes: Bool {
    switch self {
    case .fill, .eoFill: false
    case .stroke, .fillStroke, .eoFillStroke: true
    @unknown default: true
    }
  }
}

extension Snapshotting where Value == CGPath, Format == String {
  /// The elements of a path, one line each, with at most three decimals.
  public static var elementsDescription: Snapshotting {
    .elementsDescription { shortText($0) }
  }

  /// The elements of a path, one line each, with coordinates by a formatter.
  public static func elementsDescription(numberFormatter: NumberFormatter) -> Snapshotting {
    .elementsDescription { numberFormatter.string(from: NSNumber(value: Double($0))) ?? "\($0)" }
  }

  private static func elementsDescription(_ text: @escaping (CGFloat) -> String) -> Snapshotting {
    SimplySnapshotting.lines.pullback { path in
      var lines = ""
      path.applyWithBlock { element in
        let (name, count) = element.pointee.type.words
        // Bounds: an element has as many points as its type says.
        let points = (0..<count).map { index in
          let point = element.pointee.points[index]
          return "(\(text(point.x)), \(text(point.y)))"
        }
        lines += ([name] + points).joined(separator: " ") + "\n"
      }
      return lines
    }
  }
}

extension CGPathElementType {
  /// The name of the element and the number of its points.
  fileprivate var words: (name: String, count: Int) {
    switch self {
    case .moveToPoint: ("MoveTo", 1)
    case .addLineToPoint: ("LineTo", 1)
    case .addQuadCurveToPoint: ("QuadCurveTo", 2)
    case .addCurveToPoint: ("CurveTo", 3)
    case .closeSubpath: ("Close", 0)
    }
  }
}

extension Snapshotting where Value == (CGContext) -> Void, Format == CGImage {
  /// The picture that a closure draws into an RGBA context whose origin is at the top left, with y
  /// pointing down.
  ///
  ///     assertSnapshot(of: { $0.fillEllipse(in: circle) }, as: .image(size: size, scale: 2))
  ///
  /// - Parameters:
  ///   - size: The size of the picture in points.
  ///   - scale: Pixels per point.
  ///   - precision: The share of pixels that must match, 0...1.
  ///   - perceptualPrecision: The nearness of a matching pixel: 1 - Delta E / 100, by CIE 2000.
  ///   - tolerance: Differences that do not count; only while `perceptualPrecision` is 1.
  public static func image(
    size: CGSize,
    scale: CGFloat = 1,
    precision: Float = 1,
    perceptualPrecision: Float = 1,
    tolerance: PixelTolerance = .exact
  ) -> Snapshotting {
    Snapshotting(
      pathExtension: "png",
      diffing: .image(ComparisonRules(precision, perceptualPrecision, tolerance), .equal)
    ) { draw in
      try drawnImage(size: size, scale: scale, draw)
    }
  }
}
