// A paragraph as shaped: clusters of glyphs in the order of the text, not broken into lines yet.
// Licensed under the MIT license; see LICENSE.

/// A paragraph as shaped.
///
/// Columns: clusters in the order of the text; glyphs item after item, within an item from the left
/// to the right. Lengths are in points.
struct ShapedText: Sendable {
  /// UTF-16 code units of the string, with the paragraph's terminator.
  var range: Range<Int>
  var isRightToLeft: Bool
  var clusters: ContiguousArray<Cluster> = []
  var items: [ShapedItem] = []
  var glyphs: ContiguousArray<ShapedGlyph> = []
  /// The style of text without glyphs, as an empty paragraph.
  var emptyStyle: TextStyle
  /// The styles that clusters name.
  var styles: [TextStyle] = []
}

/// Neighbouring characters of one font and one direction.
struct ShapedItem: Sendable {
  var font: CTFont
  /// The embedding level of the bidirectional algorithm: odd from right to left.
  var level: UInt8
}

/// A letter with its marks, or letters that share a glyph; carets and line breaks lie between
/// clusters.
struct Cluster: Sendable {
  /// The first UTF-16 code unit in the string.
  var unit: Int32
  var item: Int32
  var style: Int32
  var firstGlyph: Int32
  var glyphCount: Int32
  var flags: Flags
  /// The first character.
  var character: UInt32
  /// With kern; of a tab 0.
  var advance: Double

  struct Flags: OptionSet, Sendable {
    var rawValue: UInt8
    /// A line may break before it, between words.
    static let wordBreak = Flags(rawValue: 1)
    /// A line may break before it, perhaps within a word.
    static let characterBreak = Flags(rawValue: 2)
    /// It hangs over the edge at the end of a line.
    static let white = Flags(rawValue: 4)
    static let tab = Flags(rawValue: 8)
    /// A line ends after it.
    static let forcedBreak = Flags(rawValue: 16)
    /// A space between words, which justification widens.
    static let space = Flags(rawValue: 32)
  }
}

/// A glyph relative to the pen.
struct ShapedGlyph: Sendable {
  var glyph: GlyphID
  /// Rightwards.
  var x: Double
  /// Upwards.
  var y: Double
  var advance: Double
}
