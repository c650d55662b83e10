// Glyphs of a font as paths and into contexts.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
import QuartzMath

/// The outline of a glyph in points, y up; nil for a glyph that has none.
///
/// - Parameters:
///   - font: The font.
///   - glyph: The glyph.
///   - matrix: Applied after the font's own matrix; nil for the identity.
public func CTFontCreatePathForGlyph(
  _ font: CTFont,
  _ glyph: CGGlyph,
  _ matrix: UnsafePointer<CGAffineTransform>?
) -> CGPath? {
  let outline = font.outline(GlyphID(glyph))
  guard !outline.isEmpty else { return nil }
  return CGPath(matrix.map { outline.transformed(by: Affine($0.pointee)) } ?? outline)
}

/// Draws glyphs at positions, both as the context's text matrix maps them, with its fill colour.
///
/// - Parameters:
///   - font: The font.
///   - glyphs: `count` glyphs.
///   - positions: `count` points; the origins of the glyphs.
///   - count: Not negative.
///   - context: Draws as its text drawing mode says.
public func CTFontDrawGlyphs(
  _ font: CTFont,
  _ glyphs: UnsafePointer<CGGlyph>,
  _ positions: UnsafePointer<CGPoint>,
  _ count: Int,
  _ context: CGContext
) {
  var layout = TextLayout()
  // Bounds: the caller vouches for `count` glyphs and positions.
  for index in 0..<max(0, count) {
    layout.glyphs.append(
      PlacedGlyph(
        glyph: GlyphID(glyphs[index]),
        position: Point(Double(positions[index].x), -Double(positions[index].y)),
        advance: 0,
        cluster: index
      )
    )
  }
  layout.runs = [
    GlyphRun(font: font, color: nil, isRightToLeft: false, glyphs: layout.glyphs.indices)
  ]
  layout.draw(layout.runs[0], in: context, by: Affine.scale(1, -1) * Affine(context.textMatrix))
}
