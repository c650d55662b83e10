// The patterns that are colours in a context: each is drawn once, however many layers show it.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzModel

/// A drawn pattern that layers show.
final class DrawnPattern {
  let color: CGColor
  let scale: Double
  let isYUp: Bool
  /// The value of the row of colours.
  let value: PropertyValue
  let image: ImageID
  fileprivate(set) var uses = 1

  fileprivate init(
    _ color: CGColor,
    scale: Double,
    isYUp: Bool,
    value: PropertyValue,
    image: ImageID
  ) {
    (self.color, self.scale, self.isYUp) = (color, scale, isYUp)
    (self.value, self.image) = (value, image)
  }
}

/// The patterns that the layers of a context show.
struct PatternTable {
  private var patterns: [DrawnPattern] = []

  /// Counts one more use of a layer's pattern for a colour, and draws it if needed.
  ///
  /// - Parameters:
  ///   - row: The row of the colour.
  ///   - layer: A layer; its `contentsScale` gives the pixels per point.
  ///   - images: The table in which the pattern's picture is used.
  /// - Returns: The pattern; nil if there is none, or it cannot be drawn, which a diagnostic
  ///   reports.
  mutating func use(
    _ row: PropertyID,
    of layer: CALayer,
    _ images: inout ImageTable
  ) -> DrawnPattern? {
    guard let color = layer.pattern(row) else { return nil }
    let name = PropertyTable[row].name
    let scale = layer.number(.contentsScale)
    let isYUp = layer.isContentYUp
    let known = patterns.first {
      $0.scale == scale && $0.isYUp == isYUp && $0.color == color
    }
    if let known {
      known.uses += 1
      return known
    }
    guard let tile = PatternTile(color, scale: scale, isYUp: isYUp),
      let image = images.use(tile.image, for: "\(name) of layer \(layer.label)")
    else {
      Diagnostics.report(
        "layer \(layer.label): \(name) has a pattern that cannot be shown: it is turned, or "
          + "its size is no finite number"
      )
      return nil
    }
    let pattern = DrawnPattern(
      color,
      scale: scale,
      isYUp: isYUp,
      value: .pattern(image, cell: tile.cell),
      image: image
    )
    patterns.append(pattern)
    return pattern
  }

  /// Counts one use less; a pattern without uses is removed, and its picture with it.
  mutating func release(_ pattern: DrawnPattern, _ images: inout ImageTable) {
    pattern.uses -= 1
    guard pattern.uses == 0 else { return }
    patterns.removeAll { $0 === pattern }
    images.release(pattern.image)
  }
}

extension CALayer {
  /// The rows that show patterns.
  static let patternRows: [PropertyID] = [
    .backgroundColor, .borderColor, .fillColor, .strokeColor,
  ]

  /// Returns the colour of a row, if it is a pattern and the row shows it.
  final func pattern(_ row: PropertyID) -> CGColor? {
    guard let color = objects[row] as? CGColor, color.pattern != nil,
      CALayer.patternRows.contains(row)
    else { return nil }
    return color
  }

  /// Whether some row shows a pattern.
  final var hasPatterns: Bool { CALayer.patternRows.contains { pattern($0) != nil } }

  /// Reports a colour that is a pattern in a row that shows none.
  final func reportPattern(_ row: PropertyID, _ object: Any?) {
    // Text is drawn by the layer itself, with any colour.
    guard row != .foregroundColor, !CALayer.patternRows.contains(row) else { return }
    let colors = object as? [Any] ?? [object as Any]
    guard colors.contains(where: { ($0 as? CGColor)?.pattern != nil }) else { return }
    Diagnostics.report(
      "layer \(label): \(PropertyTable[row].name) is a pattern, which is not shown: backgrounds, borders, "
        + "paths and texts show patterns"
    )
  }

  /// Marks patterns to be drawn anew.
  final func patternsChanged() {
    for row in CALayer.patternRows where pattern(row) != nil {
      link.journal?.valueChanged(self, row, from: values.value(row))
    }
  }
}
