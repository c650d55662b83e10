// Glyphs: outlines, advances, pictures.
// Licensed under the MIT license; see LICENSE.

import CoreText
import QuartzMath
import QuartzText
import Testing

@Suite struct GlyphTests {
  private let font = CTFontCreateWithName("LiberationSans", 2048, nil)

  @Test func advancesAreThoseOfTheTable() {
    // hmtx of Liberation Sans: A 1366, i 455, space 569, W 1933; cmap: 36, 76, 3, 58.
    var glyphs = [CGGlyph](repeating: 0, count: 4)
    let characters = Array("Ai W".utf16)
    #expect(CTFontGetGlyphsForCharacters(font, characters, &glyphs, 4))
    #expect(glyphs == [36, 76, 3, 58])
    var advances = [CGSize](repeating: .zero, count: 4)
    let sum = CTFontGetAdvancesForGlyphs(font, .default, glyphs, &advances, 4)
    #expect(advances.map(\.width) == [1366, 455, 569, 1933])
    #expect(sum == 4323)
  }

  @Test func layoutHasTheSameAdvancesAtEverySize() throws {
    for size in [1, 9.7, 12, 2048, 100_000] {
      let font = CTFontCreateWithName("LiberationSans", size, nil)
      let string = NSAttributedString(string: "Ai W", attributes: [.font: font])
      let layout = TextLayout(string, in: TextLayoutOptions(), defaults: .coreText)
      for (glyph, units) in zip(layout.glyphs, [1366, 455, 569, 1933]) {
        // Pango rounds to 2^-20 em.
        #expect(abs(glyph.advance / size - Double(units) / 2048) <= 0x1p-20)
      }
    }
  }

  @Test func surrogatePairsHaveOneGlyphAndBrokenOnesNone() {
    var glyphs = [CGGlyph](repeating: 7, count: 5)
    // U+1D11E, a lonely half, A.
    let characters: [UInt16] = [0xD834, 0xDD1E, 0xD834, 0xDC00 - 1, 0x41]
    #expect(!CTFontGetGlyphsForCharacters(font, characters, &glyphs, 5))
    #expect(glyphs == [0, 0, 0, 0, 36])
  }

  @Test func outlineIsInUnitsOfTheFont() {
    // glyf of Liberation Sans: "l" is a bar of 4 points from (138, 0) to (318, 1484).
    var glyph: CGGlyph = 0
    _ = CTFontGetGlyphsForCharacters(font, Array("l".utf16), &glyph, 1)
    let outline = font.outline(GlyphID(glyph))
    #expect(outline.controlBounds == Rect(138, 0, 180, 1484))
    #expect(outline.elements.filter { $0 == .line }.count >= 3)
    #expect(outline.elements.last == .close)
  }

  @Test func matrixMapsOutlineAndAdvance() {
    var matrix = CGAffineTransform(a: 2, b: 0, c: 0.5, d: 1, tx: 0, ty: 0)
    let slanted = CTFontCreateWithName("LiberationSans", 2048, &matrix)
    let glyph: CGGlyph = 79
    #expect(slanted.outline(79).controlBounds == Rect(276, 0, 360 + 742, 1484))
    let width = CTFontGetAdvancesForGlyphs(slanted, .default, [glyph], nil, 1)
    #expect(width == 2 * CTFontGetAdvancesForGlyphs(font, .default, [glyph], nil, 1))
  }

  @Test func glyphThatTheFontLacksIsEmpty() {
    #expect(font.outline(60_000).isEmpty)
    #expect(font.face.advance(.max) == 0)
    #expect(font.face.colorGlyph(36) == nil)
  }

  @Test func emojiIsAPictureInItsPlace() throws {
    let emoji = CTFontCreateWithName("NotoColorEmoji", 20, nil)
    guard CTFontCopyPostScriptName(emoji) == "NotoColorEmoji" else {
      return print("skipped: fonts-noto-color-emoji is not installed")
    }
    let string = NSAttributedString(
      string: "a\u{1F600}b",
      attributes: [.font: CTFontCreateWithName("Helvetica", 20, nil)]
    )
    let layout = TextLayout(string, in: TextLayoutOptions(), defaults: .coreText)
    #expect(layout.runs.map(\.font.face.hasColor) == [false, true, false])
    // hmtx: 2550 of 2048 units, whichever rules the machine has.
    #expect(layout.glyphs[1].advance == 20.0 * 2550 / 2048)
    let images = layout.drawItems().compactMap { item in
      if case .image(let image, let rect, _) = item { (image, rect) } else { nil }
    }
    let (image, rect) = try #require(images.first)
    #expect(images.count == 1)
    #expect(image.width == 136 && image.height == 128)
    #expect(rect.minX >= layout.glyphs[1].position.x - 1)
    #expect(rect.maxX <= layout.glyphs[2].position.x + 1)
    #expect(abs(rect.width / rect.height - 136.0 / 128) < 1e-9)
    // The face is yellow in its middle: premultiplied, red first.
    let pixels = image.pixelStorage
    let middle = pixels.withBytes { bytes in
      (0..<4).map { bytes[50 * pixels.rowBytes + 68 * 4 + $0] }
    }
    #expect(middle[0] > 200 && middle[1] > 150 && middle[2] < 120 && middle[3] == 255)
  }
}
