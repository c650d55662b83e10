// One face of one font file: its metrics, outlines and colour glyphs.
// Licensed under the MIT license; see LICENSE.

import CQuartzPango
package import QuartzMath
import Synchronization

/// The number of a glyph in its font; 0 is the one for characters that the font lacks.
package typealias GlyphID = UInt32

/// A face of a font file.
///
/// All lengths are in em: times the size in points they are points. y points up from the baseline.
/// Nothing is hinted or rounded to pixels. There is one object per face and collection, so equal
/// faces of a collection are identical. A face may be used from any thread; requests for outlines
/// of the same face wait for one another.
package final class FontFace: Sendable {
  /// The identity of a face.
  struct Key: Hashable, Sendable {
    /// An absolute path.
    var file: String
    /// The number of the face in the file, and in the upper 16 bits that of the named instance.
    var index: Int32
  }

  /// The names that a font declares.
  struct Names: Sendable {
    var family: String
    var style: String
    var full: String
    var postScript: String
  }

  let key: Key
  package let metrics: FontMetrics
  let names: Names
  /// The engine that shapes text in this face; nil for a face of no collection.
  let engine: TextEngine?
  /// Whether glyphs may be pictures or have layers of colour.
  package let hasColor: Bool
  /// Whether no glyph has an outline.
  let hasBitmapsOnly: Bool
  private let glyphs: Mutex<GlyphStore>
  /// The description that requests this face from Pango.
  // Safe because: nobody changes the description once the face exists; the face frees it.
  nonisolated(unsafe) let description: OpaquePointer

  /// The face that `key` names; nil if FreeType cannot read it.
  ///
  /// - Parameters:
  ///   - key: The file and the face in it.
  ///   - names: The names of the face in fontconfig.
  ///   - description: The face takes it over.
  ///   - library: Used by one thread at a time.
  ///   - engine: The engine of the face's collection.
  init?(
    key: Key,
    names: Names,
    description: OpaquePointer,
    library: FT_Library,
    engine: TextEngine? = nil
  ) {
    var face: FT_Face?
    guard FT_New_Face(library, key.file, FT_Long(key.index), &face) == 0, let face else {
      pango_font_description_free(description)
      return nil
    }
    self.key = key
    self.names = names
    self.engine = engine
    self.description = description
    metrics = FontMetrics(face)
    hasColor = quartz_face_has_color(face) != 0
    hasBitmapsOnly = quartz_face_is_scalable(face) == 0
    glyphs = Mutex(GlyphStore(face: face, unitsPerEm: Double(metrics.unitsPerEm)))
  }

  /// A face without glyphs, with the measures of Liberation Sans.
  private init() {
    key = Key(file: "", index: 0)
    names = Names(family: "", style: "", full: "", postScript: "")
    engine = nil
    metrics = FontMetrics()
    hasColor = false
    hasBitmapsOnly = false
    glyphs = Mutex(GlyphStore(face: nil, unitsPerEm: Double(metrics.unitsPerEm)))
    description = pango_font_description_new()
  }

  /// The face of a machine without fonts: text takes a line's height and shows nothing.
  static let empty = FontFace()

  deinit {
    pango_font_description_free(description)
  }

  /// The outline of a glyph, in em, y up; empty for a glyph without one or not in the font.
  package func outline(_ glyph: GlyphID) -> Path {
    glyphs.withLock { $0.outline(glyph) }
  }

  /// The picture or the layers that a glyph of a colour font shows instead of its outline.
  package func colorGlyph(_ glyph: GlyphID) -> ColorGlyph? {
    hasColor ? glyphs.withLock { $0.colorGlyph(glyph) } : nil
  }

  /// Returns the advance of a glyph along a line, in em; 0 for a glyph not in the font.
  package func advance(_ glyph: GlyphID) -> Double {
    glyphs.withLock { $0.advance(glyph) }
  }

  /// The glyph that the font shows for a character by itself; 0 if it has none.
  package func glyph(for character: Unicode.Scalar) -> GlyphID {
    glyphs.withLock { $0.glyph(for: character) }
  }

  /// The number of glyphs in the font.
  package var glyphCount: Int {
    glyphs.withLock { $0.count }
  }
}

extension FontFace: Hashable {
  package static func == (left: FontFace, right: FontFace) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// The measures of a face, in em, y up.
package struct FontMetrics: Hashable, Sendable {
  /// The grid that the font was drawn on.
  package var unitsPerEm: Int
  /// Above the baseline.
  package var ascent: Double
  /// Below the baseline; positive.
  package var descent: Double
  /// Between the descent of one line and the ascent of the next.
  package var leading: Double
  /// The middle of an underline; negative below the baseline.
  package var underlinePosition: Double
  package var underlineThickness: Double
  /// The middle of a line through the glyphs.
  package var strikethroughPosition: Double
  package var strikethroughThickness: Double
  package var capHeight: Double
  package var xHeight: Double
  /// Degrees against the clock; negative for faces that lean to the right.
  package var italicAngle: Double
  /// Around the outlines of all glyphs.
  package var bounds: Rect

  /// The measures of Liberation Sans.
  fileprivate init() {
    (unitsPerEm, ascent, descent, leading) = (2048, 0.905, 0.212, 0.033)
    (underlinePosition, underlineThickness) = (-0.106, 0.073)
    (strikethroughPosition, strikethroughThickness) = (0.259, 0.05)
    (capHeight, xHeight, italicAngle) = (0.729, 0.528, 0)
    bounds = Rect(0, 0, 0, 0)
  }

  /// Reads the tables of a face; values that the font lacks are derived from its ascent.
  init(_ face: FT_Face) {
    let record = face.pointee
    let head = face.table(FT_SFNT_HEAD, as: TT_Header.self)
    let lines = face.table(FT_SFNT_HHEA, as: TT_HoriHeader.self)
    let windows = face.table(FT_SFNT_OS2, as: TT_OS2.self)
    let post = face.table(FT_SFNT_POST, as: TT_Postscript.self)
    // A font of bitmaps has no measures in its record, but in its tables.
    let isScalable = quartz_face_is_scalable(face) != 0
    let units = isScalable ? Int(record.units_per_EM) : Int(head?.Units_Per_EM ?? 0)
    unitsPerEm = units > 0 ? units : 1000
    let em = 1 / Double(unitsPerEm)
    let ascender = isScalable ? Int(record.ascender) : Int(lines?.Ascender ?? 0)
    let descender = isScalable ? Int(record.descender) : Int(lines?.Descender ?? 0)
    let height = isScalable ? Int(record.height) : ascender - descender + Int(lines?.Line_Gap ?? 0)
    ascent = Double(ascender) * em
    descent = -Double(descender) * em
    leading = Double(max(0, height - ascender + descender)) * em
    let thickness = Double(post?.underlineThickness ?? record.underline_thickness) * em
    underlineThickness = thickness > 0 ? thickness : 0.05
    let position = Double(record.underline_position) * em
    underlinePosition = position != 0 ? position : -0.1
    strikethroughThickness =
      (windows?.yStrikeoutSize ?? 0) > 0
      ? Double(windows?.yStrikeoutSize ?? 0) * em : underlineThickness
    let hasHeights = (windows?.version ?? 0) >= 2 && windows?.version != 0xFFFF
    let x = hasHeights ? Double(windows?.sxHeight ?? 0) * em : 0
    let cap = hasHeights ? Double(windows?.sCapHeight ?? 0) * em : 0
    xHeight = x > 0 ? x : ascent * 0.5
    capHeight = cap > 0 ? cap : ascent * 0.75
    strikethroughPosition =
      (windows?.yStrikeoutPosition ?? 0) > 0
      ? Double(windows?.yStrikeoutPosition ?? 0) * em - strikethroughThickness / 2
      : xHeight / 2
    italicAngle = Double(post?.italicAngle ?? 0) / 65536
    let box = record.bbox
    bounds = Rect(
      Double(box.xMin) * em,
      Double(box.yMin) * em,
      Double(box.xMax - box.xMin) * em,
      Double(box.yMax - box.yMin) * em
    )
  }
}

extension FT_Face {
  /// A copy of a table of an OpenType font; nil if the face has none.
  fileprivate func table<Table>(_ tag: FT_Sfnt_Tag, as type: Table.Type) -> Table? {
    FT_Get_Sfnt_Table(self, tag)?.assumingMemoryBound(to: type).pointee
  }
}
