// What a shape layer draws, as its values of the moment say.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzRaster

/// The path of a shape layer and how it is drawn.
struct ShapeLook {
  /// In the layer's space, points.
  let path: Path
  /// Around all of its points.
  private let box: Rect
  var rule: FillRule
  var fillColor: Color?
  var strokeColor: Color?
  var style: StrokeStyle
  /// The part of the path's length that is stroked, 0...1.
  var start: Double
  var end: Double

  /// Nil if there is no path, or one of which nothing can be drawn.
  init?(_ value: (PropertyID) -> PropertyValue) {
    guard let path = value(.path).path, let box = path.nearBounds else { return nil }
    func number(_ id: PropertyID) -> Double { value(id).finiteNumber ?? .nan }
    func name(_ id: PropertyID) -> UInt8 { value(id).name ?? 0 }
    self.box = box
    self.path = path
    rule = name(.fillRule) == ShapeFillRule.evenOdd.rawValue ? .evenOdd : .nonZero
    fillColor = value(.fillColor).visibleColor
    strokeColor = value(.strokeColor).visibleColor
    style = StrokeStyle(
      width: number(.lineWidth),
      cap: LineCap(rawValue: name(.lineCap)) ?? .butt,
      join: LineJoin(rawValue: name(.lineJoin)) ?? .miter,
      miterLimit: number(.miterLimit),
      dash: value(.lineDashPattern).numbers ?? [],
      dashPhase: value(.lineDashPhase).finiteNumber ?? 0
    )
    start = min(max(number(.strokeStart), 0), 1)
    end = min(max(number(.strokeEnd), 0), 1)
    if !drawsStroke { strokeColor = nil }
  }

  private var drawsStroke: Bool { style.width > 0 && style.width.isNear && start < end }

  var parts: NodeParts {
    var parts: NodeParts = []
    if fillColor != nil { parts.insert(.fill) }
    if strokeColor != nil { parts.insert(.stroke) }
    return parts
  }

  /// The part of the path that is stroked.
  var strokedPath: Path {
    guard start > 0 || end < 1 else { return path }
    return PathMeasure(path).trimmed(from: start, to: end)
  }

  /// Holds all that the stroke, or only the fill, can touch.
  func bounds(_ part: NodeParts) -> Rect {
    guard part.contains(.stroke), strokeColor != nil else { return box }
    let reach = style.reach
    return Rect(
      box.x - reach,
      box.y - reach,
      box.width + 2 * reach,
      box.height + 2 * reach
    )
  }
}

extension StrokeStyle {
  /// How far from the path the stroke can reach.
  var reach: Double {
    var factor = cap == .square ? 2.0.squareRoot() : 1
    if join == .miter, miterLimit > factor { factor = min(miterLimit, 1e6) }
    return width / 2 * factor
  }
}

extension PropertyValue {
  /// A colour that is not clear, with finite components.
  var visibleColor: Color? {
    guard let color = finiteColor, color.alpha > 0 else { return nil }
    return color
  }
}
