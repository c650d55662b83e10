// The glyphs of a document's fonts: its own outlines, embedded fonts, fonts of the machine.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzText

/// The glyphs that texts of a document show.
final class LottieFaces {
  /// A font that text is shown with.
  private struct Face {
    var font: CTFont
    /// The name of the font in place of the one that is not there; nil for that one itself.
    var substitute: String?
  }

  /// The size at which glyphs of documents are drawn.
  private static let size = 100.0

  private let document: LottieDocument
  private let files: (String) -> Data?
  private let provided: (LottieFont) -> Data?
  private var faces: [String: Face] = [:]
  private var glyphs: [LottieGlyph.Key: LottieGlyph?] = [:]
  /// Fonts that are shown in place of others, by the names of these; each is said once.
  private(set) var substitutes: [String: String] = [:]

  /// - Parameters:
  ///   - files: The bytes of a file of the document's archive.
  ///   - provided: The bytes of a font that the program gives.
  init(
    _ document: LottieDocument,
    files: @escaping (String) -> Data?,
    provided: @escaping (LottieFont) -> Data?
  ) {
    self.document = document
    self.files = files
    self.provided = provided
  }

  /// The entry of a font by its name in texts.
  func font(named name: String) -> LottieFont {
    document.fonts.first { $0.name == name }
      ?? LottieFont(name: name, family: name, style: "", ascent: nil)
  }

  /// The ascent in percent of the size.
  func ascent(of font: LottieFont) -> Double {
    if let ascent = font.ascent { return ascent }
    // A document with outlines of its own needs no font.
    if !document.glyphs.isEmpty { return 75 }
    return CTFontGetAscent(face(font).font)
  }

  /// The outline of a character; nil if neither the document nor a font has one.
  func glyph(_ character: String, _ font: LottieFont) -> LottieGlyph? {
    let key = LottieGlyph.Key(character: character, family: font.family, style: font.style)
    if let own = document.glyphs[key] { return own }
    let named = LottieGlyph.Key(character: character, family: font.name, style: font.style)
    if let known = glyphs[named] { return known }
    let face = face(font)
    let found = Self.glyph(character, face.font) ?? Self.glyph(character, Self.sans)
    if found != nil, let substitute = face.substitute { substitutes[font.name] = substitute }
    glyphs[named] = found
    return found
  }

  private static var sans: CTFont { CTFontCreateWithName("Helvetica", size, nil) }

  private static func glyph(_ character: String, _ font: CTFont) -> LottieGlyph? {
    let units = Array(character.utf16)
    var glyphs = [CGGlyph](repeating: 0, count: units.count)
    guard CTFontGetGlyphsForCharacters(font, units, &glyphs, units.count) else { return nil }
    var flip = CGAffineTransform(scaleX: 1, y: -1)
    var contours: [Contour] = []
    var advance = 0.0
    for glyph in glyphs where glyph != 0 {
      var one = glyph
      if let path = CTFontCreatePathForGlyph(font, glyph, &flip) { contours += [Contour](path) }
      // Marks above a letter have no advance of their own.
      advance = max(advance, CTFontGetAdvancesForGlyphs(font, .default, &one, nil, 1))
    }
    return LottieGlyph(advance: advance, contours: contours)
  }

  // MARK: Fonts

  private func face(_ font: LottieFont) -> Face {
    if let known = faces[font.name] { return known }
    let found = embedded(font) ?? installed(font) ?? substitute(font)
    faces[font.name] = found
    return found
  }

  /// A font of the program, in the document or its archive.
  private func embedded(_ font: LottieFont) -> Face? {
    var bytes = provided(font)
    if bytes == nil, let path = font.path, !path.isEmpty {
      bytes = path.hasPrefix("data:") ? DataURL.bytes(path).map { Data($0) } : files(path)
    }
    guard let bytes, let fonts = FontCollection.files([(font.name, bytes)]).collection else {
      return nil
    }
    return FontCollection.with(fonts) {
      Face(font: CTFontCreateWithName(font.name, Self.size, nil))
    }
  }

  private func installed(_ font: LottieFont) -> Face? {
    let fonts = FontCollection.current
    let style = font.style.filter { $0 != " " }
    let isPlain = ["", "regular", "normal", "roman", "book"].contains(style.lowercased())
    var names = ["\(font.family)-\(style)", "\(font.family) \(font.style)", font.name]
    if isPlain { names.append(font.family) }
    if let name = names.first(where: { !$0.isEmpty && fonts.contains($0) }) {
      return Face(font: CTFontCreateWithName(name, Self.size, nil))
    }
    guard fonts.familyNames.contains(font.family) else { return nil }
    let descriptor = CTFontDescriptorCreateWithAttributes([
      kCTFontFamilyNameAttribute: font.family, kCTFontStyleNameAttribute: font.style,
    ])
    return Face(font: CTFontCreateWithFontDescriptor(descriptor, Self.size, nil))
  }

  /// The font that the machine has for the name, which ends with the style.
  private func substitute(_ font: LottieFont) -> Face {
    let style = font.style.filter { $0 != " " }
    let family = font.family.isEmpty ? font.name : font.family
    let shown = CTFontCreateWithName(style.isEmpty ? family : "\(family)-\(style)", Self.size, nil)
    return Face(font: shown, substitute: CTFontCopyFullName(shown))
  }
}
