// A font at a size, as Core Text names it.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import QuartzMath

/// A font at a size, perhaps slanted or stretched by a matrix.
///
/// Measures are in points, y up from the baseline; nothing is hinted or rounded.
///
/// ```swift
/// let font = CTFontCreateWithName("Helvetica-Bold", 24, nil)
/// let string = NSAttributedString(string: "Hello", attributes: [.font: font])
/// ```
///
/// **Differences**: fonts are equal if face, size, matrix and features are.
public final class CTFont: Hashable, Sendable {
  package let face: FontFace
  /// Points per em; more than 0 and finite.
  package let size: Double
  /// From glyphs to glyphs as shown, both in points.
  package let matrix: CGAffineTransform
  /// The features that differ from the face's own.
  let features: [FontFeature]

  /// Sizes that are no positive number become 12.
  package convenience init(
    _ face: FontFace,
    size: Double,
    matrix: CGAffineTransform = .identity
  ) {
    self.init(face, size: size, matrix: matrix, features: [])
  }

  init(_ face: FontFace, size: Double, matrix: CGAffineTransform, features: [FontFeature]) {
    self.face = face
    self.features = features
    self.size = size.isFinite && size > 0 ? min(size, Self.maximumSize) : Self.defaultSize
    let numbers = [matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty]
    self.matrix = numbers.allSatisfy(\.isFinite) ? matrix : .identity
  }

  /// The font at another size.
  package func withSize(_ size: Double) -> CTFont {
    CTFont(face, size: size, matrix: matrix, features: features)
  }

  package static let defaultSize = 12.0
  /// Beyond it numbers of pixels do not fit an `Int32`.
  private static let maximumSize = 1e6

  /// Whether face, size, matrix and features are the same.
  public static func == (left: CTFont, right: CTFont) -> Bool {
    left === right
      || (left.face == right.face && left.size == right.size && left.matrix == right.matrix
        && left.features == right.features)
  }

  /// Feeds face and size into `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(face)
    hasher.combine(size)
  }
}

/// The font of a PostScript name, a full name or a family.
///
/// A name that no font has gives its substitute: of the same widths if there is one (Liberation
/// Sans for Helvetica), in the style that the name ends with (`-BoldItalic`). On a machine without
/// fonts the font has no glyphs, and a line on the standard error says so once.
///
/// - Parameters:
///   - name: In any case of letters.
///   - size: In points; 12 if it is 0.
///   - matrix: Nil for the identity.
public func CTFontCreateWithName(
  _ name: CFString,
  _ size: CGFloat,
  _ matrix: UnsafePointer<CGAffineTransform>?
) -> CTFont {
  let face = TextEngine.current.usableFace(named: name)
  return CTFont(face, size: Double(size), matrix: matrix?.pointee ?? .identity)
}

/// A font at a size.
///
/// - Parameters:
///   - graphicsFont: The face.
///   - size: In points; 12 if it is 0.
///   - matrix: Nil for the identity.
///   - attributes: Its features, and its matrix if `matrix` is nil, are applied.
public func CTFontCreateWithGraphicsFont(
  _ graphicsFont: CGFont,
  _ size: CGFloat,
  _ matrix: UnsafePointer<CGAffineTransform>?,
  _ attributes: CTFontDescriptor?
) -> CTFont {
  let transform = matrix?.pointee ?? attributes?.matrix ?? .identity
  return CTFont(
    graphicsFont.face,
    size: Double(size),
    matrix: transform,
    features: attributes?.features ?? []
  )
}

/// The font without its size; `attributes` receives the omitted attributes.
public func CTFontCopyGraphicsFont(
  _ font: CTFont,
  _ attributes: UnsafeMutablePointer<Unmanaged<CTFontDescriptor>?>?
) -> CGFont {
  attributes?.pointee = Unmanaged.passRetained(CTFontCopyFontDescriptor(font))
  return CGFont(font.face)
}

/// The points per em.
public func CTFontGetSize(_ font: CTFont) -> CGFloat { font.size }

/// Returns the matrix that is applied to glyphs.
public func CTFontGetMatrix(_ font: CTFont) -> CGAffineTransform { font.matrix }

/// From the baseline to the top of lines, in points.
public func CTFontGetAscent(_ font: CTFont) -> CGFloat { font.face.metrics.ascent * font.size }

/// From the baseline to the bottom of lines, in points; positive.
public func CTFontGetDescent(_ font: CTFont) -> CGFloat { font.face.metrics.descent * font.size }

/// Between the bottom of one line and the top of the next, in points.
public func CTFontGetLeading(_ font: CTFont) -> CGFloat { font.face.metrics.leading * font.size }

/// The units of the grid that the font was drawn on.
public func CTFontGetUnitsPerEm(_ font: CTFont) -> UInt32 {
  UInt32(clamping: font.face.metrics.unitsPerEm)
}

/// The number of glyphs.
public func CTFontGetGlyphCount(_ font: CTFont) -> Int { font.face.glyphCount }

/// The height of flat capital letters, in points.
public func CTFontGetCapHeight(_ font: CTFont) -> CGFloat {
  font.face.metrics.capHeight * font.size
}

/// The height of flat small letters, in points.
public func CTFontGetXHeight(_ font: CTFont) -> CGFloat { font.face.metrics.xHeight * font.size }

/// Returns the position of an underline's middle, in points; negative below the baseline.
public func CTFontGetUnderlinePosition(_ font: CTFont) -> CGFloat {
  font.face.metrics.underlinePosition * font.size
}

/// Returns the thickness of an underline, in points.
public func CTFontGetUnderlineThickness(_ font: CTFont) -> CGFloat {
  font.face.metrics.underlineThickness * font.size
}

/// Degrees against the clock; negative for fonts that lean to the right.
public func CTFontGetSlantAngle(_ font: CTFont) -> CGFloat { font.face.metrics.italicAngle }

/// Around the outlines of all glyphs, laid over one another; in points.
public func CTFontGetBoundingBox(_ font: CTFont) -> CGRect {
  CGRect(font.face.metrics.bounds, scale: font.size)
}

/// The name that finds the font again.
public func CTFontCopyPostScriptName(_ font: CTFont) -> CFString { font.face.names.postScript }

/// The name of the family.
public func CTFontCopyFamilyName(_ font: CTFont) -> CFString { font.face.names.family }

/// The name for people: family and style.
public func CTFontCopyFullName(_ font: CTFont) -> CFString { font.face.names.full }

// MARK: - Glyphs

/// The glyphs that the font shows for UTF-16 code units, each by itself.
///
/// The glyph of a surrogate pair stands at its first unit, and 0 at its second.
///
/// - Parameters:
///   - font: The font.
///   - characters: `count` code units.
///   - glyphs: Receives `count` glyphs, 0 for characters that the font lacks.
///   - count: Not negative.
/// - Returns: Whether the font has all of them.
public func CTFontGetGlyphsForCharacters(
  _ font: CTFont,
  _ characters: UnsafePointer<UniChar>,
  _ glyphs: UnsafeMutablePointer<CGGlyph>,
  _ count: Int
) -> Bool {
  // Bounds: the caller vouches for `count` units and room for `count` glyphs.
  let units = UnsafeBufferPointer(start: characters, count: max(0, count))
  var isComplete = true
  var index = 0
  while index < units.count {
    var scalar = Unicode.Scalar(units[index])
    var length = 1
    if UTF16.isLeadSurrogate(units[index]), index + 1 < units.count,
      UTF16.isTrailSurrogate(units[index + 1])
    {
      let pair = UTF16.EncodedScalar([units[index], units[index + 1]])
      scalar = UTF16.decode(pair)
      length = 2
      glyphs[index + 1] = 0
    }
    let glyph = scalar.map { font.face.glyph(for: $0) } ?? 0
    glyphs[index] = CGGlyph(truncatingIfNeeded: glyph)
    isComplete = isComplete && glyph != 0
    index += length
  }
  return isComplete
}

/// Returns the advances of glyphs, in points.
///
/// - Parameters:
///   - font: The font.
///   - orientation: Lines across; lines downwards are absent.
///   - glyphs: `count` glyphs.
///   - advances: Receives `count` advances; nil for the sum alone.
///   - count: Not negative.
/// - Returns: The sum of the widths.
@discardableResult
public func CTFontGetAdvancesForGlyphs(
  _ font: CTFont,
  _ orientation: CTFontOrientation,
  _ glyphs: UnsafePointer<CGGlyph>,
  _ advances: UnsafeMutablePointer<CGSize>?,
  _ count: Int
) -> Double {
  var sum = 0.0
  // Bounds: the caller vouches for `count` glyphs and room for `count` sizes.
  for index in 0..<max(0, count) {
    let width = font.face.advance(GlyphID(glyphs[index])) * font.size
    let advance = CGSize(width: width * font.matrix.a, height: width * font.matrix.b)
    advances?[index] = advance
    sum += advance.width
  }
  return sum
}

/// A UTF-16 code unit.
public typealias UniChar = UInt16

/// The direction of lines that advances are meant for.
public enum CTFontOrientation: UInt32, Hashable, Sendable {
  /// The orientation of the font, which is across.
  case `default` = 0
  /// Across.
  case horizontal = 1
}
