// Text as laid out: lines of positioned glyphs.
// Licensed under the MIT license; see LICENSE.

package import CoreGraphics
package import QuartzMath

/// Lines of positioned glyphs: a value that any thread may draw.
///
/// The space is that of the box: points, origin at its top left corner, y down. Columns: runs,
/// glyphs and decorations of all lines follow one another, and each line and run names its part.
package struct TextLayout: Sendable {
  /// From the top.
  package internal(set) var lines: [TextLine] = []
  /// Line after line, within a line from the left to the right.
  package internal(set) var runs: [GlyphRun] = []
  /// Run after run, within a run from the left to the right.
  package internal(set) var glyphs: [PlacedGlyph] = []
  /// Line after line; behind glyphs or over them as each says.
  package internal(set) var decorations: [TextDecoration] = []
  /// The space that the text takes: the width of the widest line with its indents, without the
  /// white space at its end; from the top of the first line to the bottom of the last one.
  package internal(set) var size = Size.zero
  /// Whether an ellipsis stands for part of the text.
  package internal(set) var isTruncated = false

  init() {}
}

/// A line of text.
package struct TextLine: Hashable, Sendable {
  /// UTF-16 code units of the string, with white space and the end of the paragraph; for a
  /// truncated line, all that it stands for.
  package var range: Range<Int>
  /// The left end of the baseline.
  package var origin: Point
  /// The sum of the advances, without white space at the end.
  package var width: Double
  /// The advances of the white space at the end; it hangs over the edge.
  package var trailingWhitespaceWidth: Double
  /// Above the baseline.
  package var ascent: Double
  /// Below the baseline.
  package var descent: Double
  /// Between the descent and the next line.
  package var leading: Double
  package var isRightToLeft: Bool
  package var isTruncated: Bool
  package var runs: Range<Int>
  package var decorations: Range<Int>
}

/// Glyphs of one font, one colour and one direction.
package struct GlyphRun: Hashable, Sendable {
  package var font: CTFont
  /// Nil for the fill colour of the context.
  package var color: CGColor?
  /// A line around the glyphs.
  package var stroke: TextStyle.Stroke?
  /// The room that each of the glyphs takes without being drawn; nil for glyphs that show.
  package var room: TextRoom?
  package var isRightToLeft: Bool
  package var glyphs: Range<Int>
}

/// A glyph in its place.
package struct PlacedGlyph: Hashable, Sendable {
  package var glyph: GlyphID
  /// The origin of the glyph.
  package var position: Point
  /// The distance that the glyph moves the pen, with kern and justification.
  package var advance: Double
  /// How far what shows nothing moves the pen before the next glyph of the line: tabs.
  package var trailingAdvance = 0.0
  /// The first UTF-16 code unit of the characters that it stands for; of an ellipsis, of what it
  /// replaces.
  package var cluster: Int
}

/// A rectangle that goes with text: an underline or a part of one, a line through it, a background.
package struct TextDecoration: Hashable, Sendable {
  package var rect: Rect
  /// Nil for the fill colour of the context.
  package var color: CGColor?
  /// Whether glyphs lie over it: true of backgrounds and underlines.
  package var isBehindGlyphs: Bool
}
