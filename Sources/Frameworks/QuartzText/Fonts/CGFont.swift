// A font without a size, as Core Graphics names it.
// Licensed under the MIT license; see LICENSE.

import CQuartzPango
public import CoreGraphics
import QuartzMath

/// The number of a glyph in its font; 0 is the one for characters that the font lacks.
public typealias CGGlyph = UInt16

/// A font without a size.
///
/// Numbers are in units of the font, `unitsPerEm` to the em, y up.
///
/// ```swift
/// textLayer.font = CGFont("Helvetica")
/// ```
///
/// **Differences**: it comes with `CoreText` and with `QuartzCore`, not with `CoreGraphics`, which
/// needs no text libraries. A name that no font has gives its substitute, as `CTFontCreateWithName`
/// does; nil comes only from a machine without fonts. Fonts out of data providers are absent.
public final class CGFont: Hashable, Sendable {
  package let face: FontFace

  package init(_ face: FontFace) {
    self.face = face
  }

  /// The font of a PostScript name, a full name or a family; or its substitute.
  public convenience init?(_ name: CFString) {
    guard let face = TextEngine.current.face(named: name) else { return nil }
    self.init(face)
  }

  /// The name that finds the font again.
  public var postScriptName: CFString? { face.names.postScript }

  /// The name for people.
  public var fullName: CFString? { face.names.full }

  /// The units of the grid that the font was drawn on.
  public var unitsPerEm: Int32 { Int32(clamping: face.metrics.unitsPerEm) }

  /// The number of glyphs.
  public var numberOfGlyphs: Int { face.glyphCount }

  /// From the baseline to the top of lines.
  public var ascent: Int32 { units(face.metrics.ascent) }

  /// From the baseline to the bottom of lines; negative.
  public var descent: Int32 { units(-face.metrics.descent) }

  /// Between the bottom of one line and the top of the next.
  public var leading: Int32 { units(face.metrics.leading) }

  /// The height of flat capital letters.
  public var capHeight: Int32 { units(face.metrics.capHeight) }

  /// The height of flat small letters.
  public var xHeight: Int32 { units(face.metrics.xHeight) }

  /// Degrees against the clock; negative for fonts that lean to the right.
  public var italicAngle: CGFloat { face.metrics.italicAngle }

  /// Around the outlines of all glyphs, laid over one another.
  public var fontBBox: CGRect { CGRect(face.metrics.bounds, scale: unitsPerEmScale) }

  /// Whether both are the same face.
  public static func == (left: CGFont, right: CGFont) -> Bool { left.face == right.face }

  /// Feeds the face into `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(face)
  }

  private var unitsPerEmScale: Double { Double(face.metrics.unitsPerEm) }

  private func units(_ em: Double) -> Int32 {
    Int32(clamping: Int((em * unitsPerEmScale).rounded()))
  }
}

extension CGRect {
  /// A rectangle in em at a size.
  init(_ rect: Rect, scale: Double) {
    self.init(
      x: rect.x * scale,
      y: rect.y * scale,
      width: rect.width * scale,
      height: rect.height * scale
    )
  }
}
