// The patterns that are colours in a context: each is drawn once, however many layers show it.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzModel

/// A drawn pattern that layers show.
final class DrawnPattern {
  fileprivate let style: PatternStyle
  /// The value of the row of colours.
  let value: PropertyValue
  let image: ImageID
  fileprivate(set) var uses = 1

  fileprivate init(_ style: PatternStyle, value: PropertyValue, image: ImageID) {
    (self.style, self.value, self.image) = (style, value, image)
  }
}

/// A pattern as a layer shows it.
struct PatternStyle {
  let color: CGColor
  /// Pixels a point.
  let scale: Double
  let isYUp: Bool

  /// Nil unless the row of the layer shows a pattern.
  fileprivate init?(_ row: PropertyID, of layer: CALayer) {
    guard let color = layer.pattern(row) else { return nil }
    (self.color, scale, isYUp) = (color, layer.number(.contentsScale), layer.isContentYUp)
  }

  fileprivate func isSame(as other: PatternStyle) -> Bool {
    scale == other.scale && isYUp == other.isYUp && color == other.color
  }

  /// Returns its tile, drawn by the program; nil if it cannot be drawn.
  func drawnTile() -> PatternTile? { PatternTile(color, scale: scale, isYUp: isYUp) }
}

/// The patterns that the layers of a context show.
struct PatternTable {
  private var patterns: [DrawnPattern] = []
  /// The tiles drawn for the next commit; none for a pattern that cannot be drawn.
  private var tiles: [(style: PatternStyle, tile: PatternTile?)] = []

  /// The pattern of a layer's colour, if it needs drawing before `use`.
  func undrawn(_ row: PropertyID, of layer: CALayer) -> PatternStyle? {
    guard let style = PatternStyle(row, of: layer), known(style) == nil,
      !tiles.contains(where: { $0.style.isSame(as: style) })
    else { return nil }
    return style
  }

  private func known(_ style: PatternStyle) -> DrawnPattern? {
    patterns.first { $0.style.isSame(as: style) }
  }

  /// Keeps a drawn pattern for the next commit.
  mutating func keep(_ tile: PatternTile?, of style: PatternStyle) {
    tiles.append((style, tile))
  }

  /// Forgets what was drawn and is not used: the commit is made.
  mutating func forgetTiles() { tiles.removeAll() }

  /// Counts one more use of the pattern that a layer has as a colour, which was drawn.
  ///
  /// - Parameters:
  ///   - row: The row of the colour.
  ///   - layer: A layer.
  ///   - images: Where the picture of the pattern is used.
  /// - Returns: The pattern; nil if there is none, or it cannot be drawn, which a diagnostic says.
  mutating func use(
    _ row: PropertyID,
    of layer: CALayer,
    _ images: inout ImageTable
  ) -> DrawnPattern? {
    guard let style = PatternStyle(row, of: layer) else { return nil }
    let name = PropertyTable[row].name
    if let known = known(style) {
      known.uses += 1
      return known
    }
    guard let tile = tiles.first(where: { $0.style.isSame(as: style) })?.tile,
      let image = images.use(tile.image, for: "\(name) of layer \(layer.label)")
    else {
      Diagnostics.report(
        "layer \(layer.label): \(name) has a pattern that cannot be shown: it is turned, or "
          + "its size is no finite number"
      )
      return nil
    }
    let pattern = DrawnPattern(style, value: .pattern(image, cell: tile.cell), image: image)
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
    guard CALayer.patternRows.contains(row), let color = objects[row] as? CGColor,
      color.pattern != nil
    else { return nil }
    return color
  }

  /// Whether some row shows a pattern.
  final var hasPatterns: Bool { CALayer.patternRows.contains { pattern($0) != nil } }

  /// Reports a colour that is a pattern in a row that shows none.
  final func reportPattern(_ row: PropertyID, _ object: Any?) {
    guard PropertyTable[row].type == .color || object is [Any] else { return }
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
