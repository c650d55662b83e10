// Features of fonts, by Core Text's types and by tags.
// Licensed under the MIT license; see LICENSE.

import CoreText
import Foundation
import TestClaims
import Testing

@testable import QuartzText

@Suite struct FontFeatureTests {
  /// The glyphs of a text in Noto Sans with features.
  private func glyphs(_ text: String, _ settings: [CFDictionary]) -> [CGGlyph] {
    let plain = CTFontDescriptorCreateWithNameAndSize("NotoSans-Regular", 20)
    let descriptor = CTFontDescriptorCreateCopyWithAttributes(
      plain,
      [kCTFontFeatureSettingsAttribute: settings]
    )
    let font = CTFontCreateWithFontDescriptor(descriptor, 0, nil)
    let line = CTLineCreateWithAttributedString(
      NSAttributedString(
        string: text,
        attributes: [NSAttributedString.Key(kCTFontAttributeName): font]
      )
    )
    return CTLineGetGlyphRuns(line).compactMap { $0 as? CTRun }.flatMap { run in
      var glyphs = [CGGlyph](repeating: 0, count: CTRunGetGlyphCount(run))
      CTRunGetGlyphs(run, CFRange(location: 0, length: 0), &glyphs)
      return glyphs
    }
  }

  private func setting(_ type: Int, _ selector: Int) -> CFDictionary {
    [kCTFontFeatureTypeIdentifierKey: type, kCTFontFeatureSelectorIdentifierKey: selector]
  }

  @Test(
    "Types and selectors name features, and so do tags",
    .shows(
      "kCTFontFeatureSettingsAttribute",
      "kCTFontFeatureTypeIdentifierKey",
      "kCTFontFeatureSelectorIdentifierKey",
      "kCTFontOpenTypeFeatureTag",
      "kCTFontOpenTypeFeatureValue",
      "kVerticalPositionType",
      "kSuperiorsSelector",
      "kNormalPositionSelector"
    )
  )
  func superiors() {
    let (plain, raised) = (glyphs("2", []), glyphs("2", [[kCTFontOpenTypeFeatureTag: "sups"]]))
    #expect(plain != raised && plain.count == 1 && raised.count == 1)
    #expect(glyphs("2", [setting(kVerticalPositionType, kSuperiorsSelector)]) == raised)
    #expect(glyphs("2", [setting(kVerticalPositionType, kNormalPositionSelector)]) == plain)
    let off: CFDictionary = [kCTFontOpenTypeFeatureTag: "sups", kCTFontOpenTypeFeatureValue: 0]
    #expect(glyphs("2", [off]) == plain)
    // The last setting of a tag counts.
    #expect(glyphs("2", [[kCTFontOpenTypeFeatureTag: "sups"], off]) == plain)
    #expect(glyphs("a", [setting(kLowerCaseType, kLowerCaseSmallCapsSelector)]) != glyphs("a", []))
  }

  @Test(
    "Each type has the tags of OpenType",
    .shows(
      "kNumberSpacingType",
      "kMonospacedNumbersSelector",
      "kProportionalNumbersSelector",
      "kLigaturesType",
      "kFractionsType",
      "kNumberCaseType",
      "kStylisticAlternativesType",
      "kLowerCaseType",
      "kLowerCaseSmallCapsSelector",
      "kUpperCaseType"
    ),
    arguments: [
      (kNumberSpacingType, kMonospacedNumbersSelector, "pnum=0 tnum=1"),
      (kNumberSpacingType, kProportionalNumbersSelector, "pnum=1 tnum=0"),
      (kLigaturesType, kCommonLigaturesOffSelector, "clig=0 liga=0"),
      (kFractionsType, kDiagonalFractionsSelector, "afrc=0 frac=1"),
      (kTypographicExtrasType, kSlashedZeroOnSelector, "zero=1"),
      (kNumberCaseType, kLowerCaseNumbersSelector, "lnum=0 onum=1"),
      (kCaseSensitiveLayoutType, kCaseSensitiveLayoutOnSelector, "case=1"),
      (kStylisticAlternativesType, kStylisticAltOneOnSelector, "ss01=1"),
      (kStylisticAlternativesType, 41, "ss20=0"),
      (kContextualAlternatesType, kContextualAlternatesOffSelector, "calt=0"),
      (kLowerCaseType, kLowerCaseSmallCapsSelector, "pcap=0 smcp=1"),
      (kUpperCaseType, kUpperCaseSmallCapsSelector, "c2pc=0 c2sc=1"),
      (kUpperCaseType, kDefaultUpperCaseSelector, "c2pc=0 c2sc=0"),
    ]
  )
  func tags(type: Int, selector: Int, tags: String) {
    let list = FontFeature.list([setting(type, selector)]) ?? []
    #expect(list.map { "\($0.tag)=\($0.value)" }.joined(separator: " ") == tags)
  }

  @Test("Settings that make no sense are left out, and say nothing to Pango")
  func hostile() {
    let strange: [Any] = [
      "tnum", 7, ["x": 1], setting(-1, 0), setting(kNumberSpacingType, 9),
      setting(kNumberSpacingType, .min), setting(kStylisticAlternativesType, 42),
      setting(.max, .max), [kCTFontOpenTypeFeatureTag: "a=1,"],
      [kCTFontOpenTypeFeatureTag: "\"\"\"\""], [kCTFontOpenTypeFeatureTag: "toolong"],
      [kCTFontOpenTypeFeatureTag: "sups", kCTFontOpenTypeFeatureValue: -1],
      [kCTFontOpenTypeFeatureTag: "sups", kCTFontOpenTypeFeatureValue: Double.nan],
      [kCTFontOpenTypeFeatureTag: "sups", kCTFontOpenTypeFeatureValue: 1e300],
      [kCTFontFeatureTypeIdentifierKey: 6.5, kCTFontFeatureSelectorIdentifierKey: 0],
    ]
    #expect(FontFeature.list(strange) == [])
    #expect(FontFeature.list("tnum") == nil && FontFeature.list(nil) == nil)
  }

  @Test("Fonts keep their features in other sizes and styles, and differ by them")
  func copies() throws {
    let settings = [setting(kNumberSpacingType, kMonospacedNumbersSelector)]
    let descriptor = CTFontDescriptorCreateWithAttributes([
      kCTFontNameAttribute: "LiberationSans", kCTFontFeatureSettingsAttribute: settings,
    ])
    let font = CTFontCreateWithFontDescriptor(descriptor, 10, nil)
    let plain = CTFontCreateWithName("LiberationSans", 10, nil)
    #expect(font != plain && font.features.count == 2)
    let larger = CTFontCreateCopyWithAttributes(font, 20, nil, nil)
    #expect(larger.features == font.features)
    let bold = try #require(
      CTFontCreateCopyWithSymbolicTraits(font, 0, nil, .traitBold, .traitBold)
    )
    #expect(bold.features == font.features)
    let again = CTFontCreateWithFontDescriptor(CTFontCopyFontDescriptor(font), 0, nil)
    #expect(again == font)
  }
}
