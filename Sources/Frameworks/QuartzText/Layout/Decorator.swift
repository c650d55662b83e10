// Underlines, lines through text and backgrounds, as rectangles.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzMath

/// The decorations of neighbouring glyphs of one style, relative to the line's baseline, y down.
struct Decorator {
  let start: Double
  let end: Double
  let font: CTFont
  let style: TextStyle

  /// Dashes and gaps of a patterned line, in multiples of its thickness; nil for a solid one.
  ///
  /// Patterns begin at the left end of the line of text, so that they go on from run to run.
  private static func pattern(_ bits: Int32) -> [Double]? {
    switch bits & 0x0F00 {
    case CTUnderlineStyleModifiers.patternDot.rawValue: [3, 3]
    case CTUnderlineStyleModifiers.patternDash.rawValue: [10, 5]
    case CTUnderlineStyleModifiers.patternDashDot.rawValue: [10, 3, 3, 3]
    case CTUnderlineStyleModifiers.patternDashDotDot.rawValue: [10, 3, 3, 3, 3, 3]
    default: nil
    }
  }

  /// A pattern with more dashes in one run than this becomes a solid line.
  private static let dashLimit = 10_000.0

  /// Appends the rectangles.
  ///
  /// - Parameters:
  ///   - ascent: Of the line, the top of a background.
  ///   - descent: Of the line, the bottom of a background.
  func emit(ascent: Double, descent: Double, into layout: inout TextLayout) {
    guard end > start else { return }
    if let color = style.background {
      let rect = Rect(start, -ascent, end - start, ascent + descent)
      append(TextDecoration(rect: rect, color: color, isBehindGlyphs: true), to: &layout)
    }
    let metrics = font.face.metrics
    emit(
      style.underline,
      middle: -metrics.underlinePosition * font.size,
      thickness: metrics.underlineThickness * font.size,
      isBehindGlyphs: true,
      into: &layout
    )
    emit(
      style.strikethrough,
      middle: -metrics.strikethroughPosition * font.size,
      thickness: metrics.strikethroughThickness * font.size,
      isBehindGlyphs: false,
      into: &layout
    )
  }

  private func emit(
    _ line: TextStyle.LineStyle,
    middle: Double,
    thickness: Double,
    isBehindGlyphs: Bool,
    into layout: inout TextLayout
  ) {
    guard line.bits & 0xFF != 0 else { return }
    let isThick = line.bits & CTUnderlineStyle.thick.rawValue != 0
    let isDouble = line.bits & 0x08 != 0
    let height = isThick ? 2 * thickness : thickness
    let top = middle - thickness / 2 - style.baselineOffset
    // The second line of a double one lies below, a thickness apart.
    for offset in isDouble ? [0, 2 * height] : [0] {
      for dash in dashes(Self.pattern(line.bits), thickness: thickness) {
        let width = dash.upperBound - dash.lowerBound
        let decoration = TextDecoration(
          rect: Rect(dash.lowerBound, top + offset, width, height),
          color: line.color ?? style.color,
          isBehindGlyphs: isBehindGlyphs
        )
        append(decoration, to: &layout)
      }
    }
  }

  private func dashes(_ pattern: [Double]?, thickness: Double) -> [ClosedRange<Double>] {
    guard let pattern, thickness > 0 else { return [start...end] }
    let period = pattern.reduce(0, +) * thickness
    guard (end - start) / period * Double(pattern.count) < Self.dashLimit else {
      return [start...end]
    }
    var result: [ClosedRange<Double>] = []
    var x = (start / period).rounded(.down) * period
    while x < end {
      for (index, part) in pattern.enumerated() {
        let next = x + part * thickness
        let dash = (max(x, start), min(next, end))
        if index % 2 == 0, dash.0 < dash.1 { result.append(dash.0...dash.1) }
        x = next
      }
    }
    return result
  }

  /// Joins decorations that continue from the previous run.
  private func append(_ decoration: TextDecoration, to layout: inout TextLayout) {
    let first = layout.lines.last?.decorations.upperBound ?? 0
    for index in layout.decorations.indices.suffix(4).reversed() where index >= first {
      if layout.decorations[index].join(decoration) { return }
    }
    layout.decorations.append(decoration)
  }
}

extension TextDecoration {
  /// Grows by `other` if that continues this one at its right; otherwise does nothing.
  fileprivate mutating func join(_ other: TextDecoration) -> Bool {
    guard color == other.color, isBehindGlyphs == other.isBehindGlyphs,
      rect.y == other.rect.y, rect.height == other.rect.height,
      abs(rect.maxX - other.rect.x) < 1e-9
    else { return false }
    rect.width = other.rect.maxX - rect.x
    return true
  }
}
