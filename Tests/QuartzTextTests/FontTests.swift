// Fonts: names, measures, glyphs.
// Licensed under the MIT license; see LICENSE.

import CoreText
import QuartzMath
import QuartzText
import TestClaims
import Testing

@Suite struct FontTests {
  @Test(
    .shows(
      "CTFont",
      "CTFontCreateWithName(_:_:_:)",
      "CTFontCopyPostScriptName(_:)",
      "CTFontCopyFamilyName(_:)",
      "CTFontCopyFullName(_:)"
    )
  ) func nameOfAnInstalledFaceFindsIt() {
    for name in ["LiberationSans-Bold", "liberation sans bold"] {
      let font = CTFontCreateWithName(name, 10, nil)
      #expect(CTFontCopyPostScriptName(font) == "LiberationSans-Bold")
      #expect(CTFontCopyFamilyName(font) == "Liberation Sans")
      #expect(CTFontCopyFullName(font) == "Liberation Sans Bold")
    }
    let font = CTFontCreateWithName("Liberation Serif", 10, nil)
    #expect(CTFontCopyPostScriptName(font) == "LiberationSerif")
  }

  @Test(arguments: [
    ("Helvetica", "LiberationSans"),
    ("Helvetica-BoldOblique", "LiberationSans-BoldItalic"),
    ("TimesNewRomanPS-ItalicMT", "LiberationSerif-Italic"),
    ("Courier-Bold", "LiberationMono-Bold"),
    ("HelveticaNeue", "LiberationSans"),
    ("No Such Font", "LiberationSans"),
    ("", "LiberationSans"),
    ("a,b:c\u{0}d-", "LiberationSans"),
  ])
  func nameNobodyHasGetsItsSubstitute(name: String, face: String) {
    #expect(CTFontCopyPostScriptName(CTFontCreateWithName(name, 10, nil)) == face)
  }

  @Test(
    .shows(
      "CTFontGetUnitsPerEm(_:)",
      "CTFontGetAscent(_:)",
      "CTFontGetDescent(_:)",
      "CTFontGetLeading(_:)",
      "CTFontGetCapHeight(_:)",
      "CTFontGetXHeight(_:)"
    )
  ) func measuresAreThoseOfTheTables() {
    // The numbers of hhea, OS/2 and post of Liberation Sans 2, as `ttx` prints them.
    let font = CTFontCreateWithName("LiberationSans", 2048, nil)
    #expect(CTFontGetUnitsPerEm(font) == 2048)
    #expect(CTFontGetAscent(font) == 1854)
    #expect(CTFontGetDescent(font) == 434)
    #expect(CTFontGetLeading(font) == 67)
    #expect(CTFontGetCapHeight(font) == 1409)
    #expect(CTFontGetXHeight(font) == 1082)
  }
}
