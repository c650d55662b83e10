// Glyphs of layers of colour, out of a font made for the test.
// Licensed under the MIT license; see LICENSE.

import CQuartzPango
import Foundation
import QuartzMath
@testable import QuartzText
import Testing

@Suite struct LayerGlyphTests {
  private func openFace() throws -> FontFace {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    var library: FT_Library?
    #expect(FT_Init_FreeType(&library) == 0)
    let face = FontFace(
      key: FontFace.Key(file: folder.appending(path: "Fixtures/layers.ttf").path, index: 0),
      names: FontFace.Names(family: "", style: "", full: "", postScript: ""),
      description: try #require(pango_font_description_new()),
      library: try #require(library)
    )
    return try #require(face)
  }

  @Test func layersHaveTheColoursOfThePalette() throws {
    let face = try openFace()
    guard case .layers(let layers) = try #require(face.colorGlyph(1)) else {
      Issue.record("the glyph is no stack of layers")
      return
    }
    #expect(layers.map(\.outline.controlBounds) == [Rect(0, 0, 1, 1), Rect(0.25, 0.25, 0.5, 0.5)])
    #expect(layers.map(\.color) == [Color(1, 0, 51.0 / 255, 128.0 / 255), nil])
    // A glyph without layers has its outline alone.
    #expect(face.colorGlyph(2) == nil && face.outline(2).controlBounds == Rect(0, 0, 1, 1))
  }

  @Test func measuresComeFromTheTables() throws {
    let face = try openFace()
    #expect(face.metrics.unitsPerEm == 1000)
    #expect(face.metrics.ascent == 0.8 && face.metrics.descent == 0.2)
    #expect(face.advance(1) == 1 && face.glyph(for: "A") == 1 && face.glyph(for: "B") == 0)
  }

  @Test func fileThatIsNoFontIsNone() throws {
    var library: FT_Library?
    #expect(FT_Init_FreeType(&library) == 0)
    let face = FontFace(
      key: FontFace.Key(file: #filePath, index: 0),
      names: FontFace.Names(family: "", style: "", full: "", postScript: ""),
      description: try #require(pango_font_description_new()),
      library: try #require(library)
    )
    #expect(face == nil)
  }
}
