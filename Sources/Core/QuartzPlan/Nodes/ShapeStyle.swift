// The style of a shape layer, from its current values.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzRaster

/// The path of a shape layer and how it is drawn.
struct ShapeStyle {
  /// In the layer's space, points.
  let path: Path
  /// The part of it that is stroked; the path if nothing is.
  let strokedPath: Path
  /// Around all of the points of each.
  private let box: Rect
  private let strokedBox: Rect
  var rule: FillRule
  var fillColor: Color?
  var strokeColor: Color?
  /// In the place of the colours.
  private var fillPattern: PatternBox?
  private var strokePattern: PatternBox?
  var style: StrokeStyle

  /// The largest cost of finding the point of a curve at a length, in steps of outlines.
  static let stepsOfMeasure = 64

  /// Nil if there is no path, one of which nothing can be drawn, or no budget left to look at it.
  ///
  /// - Parameters:
  ///   - measures: The lengths of paths of earlier plans.
  ///   - slot: The layer.
  ///   - value: The values of its rows.
  ///   - spend: Spends steps of outlines; false if there are not so many.
  init?(
    _ measures: MeasuredPaths,
    for slot: Int32,
    _ value: (PropertyID) -> PropertyValue,
    spend: (Int) -> Bool
  ) {
    guard let path = value(.path).path, spend(path.points.count / 4), let box = path.boundsInRange
    else { return nil }
    func number(_ id: PropertyID) -> Double { value(id).finiteNumber ?? .nan }
    func name(_ id: PropertyID) -> UInt8 { value(id).name ?? 0 }
    self.box = box
    self.path = path
    rule = name(.fillRule) == ShapeFillRule.evenOdd.rawValue ? .evenOdd : .nonZero
    fillColor = value(.fillColor).visibleColor
    strokeColor = value(.strokeColor).visibleColor
    (fillPattern, strokePattern) = (value(.fillColor).pattern, value(.strokeColor).pattern)
    style = StrokeStyle(
      width: number(.lineWidth),
      cap: LineCap(rawValue: name(.lineCap)) ?? .butt,
      join: LineJoin(rawValue: name(.lineJoin)) ?? .miter,
      miterLimit: number(.miterLimit),
      dash: value(.lineDashPattern).numbers ?? [],
      dashPhase: value(.lineDashPhase).finiteNumber ?? 0
    )
    // Of the path's length, 0...1.
    let start = min(max(number(.strokeStart), 0), 1)
    let end = min(max(number(.strokeEnd), 0), 1)
    if !(style.width > 0 && style.width.isInCoordinateRange && start < end) {
      (strokeColor, strokePattern) = (nil, nil)
    }
    let isStroked = strokeColor != nil || strokePattern != nil
    let isWhole = !isStroked || start == 0 && end == 1
    if !isWhole, !spend(path.elements.count * ShapeStyle.stepsOfMeasure) { return nil }
    strokedPath =
      isWhole ? path : measures.measure(of: path, for: slot).trimmed(from: start, to: end)
    strokedBox = isWhole ? box : strokedPath.boundsInRange ?? box
  }

  var parts: NodeParts {
    var parts: NodeParts = []
    if fillColor != nil || fillPattern != nil { parts.insert(.fill) }
    if strokeColor != nil || strokePattern != nil { parts.insert(.stroke) }
    return parts
  }

  /// The pattern of the fill or of the stroke; nil for a colour.
  func pattern(_ part: NodeParts) -> PatternBox? { part == .fill ? fillPattern : strokePattern }

  /// Holds all that the fill, the stroke or both can touch.
  func bounds(_ part: NodeParts) -> Rect {
    guard part.contains(.stroke), parts.contains(.stroke) else { return box }
    let reach = style.reach
    let line = Rect(
      strokedBox.x - reach,
      strokedBox.y - reach,
      strokedBox.width + 2 * reach,
      strokedBox.height + 2 * reach
    )
    return part.contains(.fill) && parts.contains(.fill) ? line.union(box) : line
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
