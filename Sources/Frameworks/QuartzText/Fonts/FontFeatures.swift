// Features of fonts: figures of one width, small capitals, fractions and others.
// Licensed under the MIT license; see LICENSE.
//
// Core Text names features by types and selectors of Apple's own tables, or by tags of OpenType.
// Fonts here are shaped by HarfBuzz, which knows the tags, so types and selectors are translated.

public import CoreGraphics
import Foundation

/// The features of a font that differ from its own: an array of dictionaries.
///
/// Each has a type and a selector, or the tag of OpenType with a value.
public let kCTFontFeatureSettingsAttribute: CFString = "NSCTFontFeatureSettingsAttribute"
/// In a feature, its type: a number.
public let kCTFontFeatureTypeIdentifierKey: CFString = "CTFeatureTypeIdentifier"
/// In a feature, the setting of the type: a number.
public let kCTFontFeatureSelectorIdentifierKey: CFString = "CTFeatureSelectorIdentifier"
/// In a feature, the tag of OpenType, as "smcp": a string of four characters.
public let kCTFontOpenTypeFeatureTag: CFString = "CTFeatureOpenTypeTag"
/// In a feature with a tag, 0 for off and 1 for on, or the number of an alternative: a number.
public let kCTFontOpenTypeFeatureValue: CFString = "CTFeatureOpenTypeValue"

/// The type of ligatures.
public let kLigaturesType = 1
/// Ligatures that are usual.
public let kCommonLigaturesOnSelector = 2
/// No ligatures that are usual.
public let kCommonLigaturesOffSelector = 3
/// Ligatures that are rare.
public let kRareLigaturesOnSelector = 4
/// No ligatures that are rare.
public let kRareLigaturesOffSelector = 5
/// Ligatures of old prints.
public let kHistoricalLigaturesOnSelector = 20
/// No ligatures of old prints.
public let kHistoricalLigaturesOffSelector = 21

/// The type of the widths of figures.
public let kNumberSpacingType = 6
/// Figures of one width.
public let kMonospacedNumbersSelector = 0
/// Figures as wide as they are.
public let kProportionalNumbersSelector = 1

/// The type of places above and below the line.
public let kVerticalPositionType = 10
/// On the line.
public let kNormalPositionSelector = 0
/// Above the line.
public let kSuperiorsSelector = 1
/// Below the line.
public let kInferiorsSelector = 2
/// Letters of ordinal numbers, above the line.
public let kOrdinalsSelector = 3
/// Below the line, as in formulas of chemistry.
public let kScientificInferiorsSelector = 4

/// The type of fractions.
public let kFractionsType = 11
/// Figures with a slash as they are.
public let kNoFractionsSelector = 0
/// Figures above each other.
public let kVerticalFractionsSelector = 1
/// Figures at a slanted bar.
public let kDiagonalFractionsSelector = 2

/// The type of extras of prints.
public let kTypographicExtrasType = 14
/// Zeros with a slash.
public let kSlashedZeroOnSelector = 4
/// Zeros without a slash.
public let kSlashedZeroOffSelector = 5

/// The type of the heights of figures.
public let kNumberCaseType = 21
/// Figures with ascenders and descenders.
public let kLowerCaseNumbersSelector = 0
/// Figures as high as capitals.
public let kUpperCaseNumbersSelector = 1

/// The type of forms for the capitals around them.
public let kCaseSensitiveLayoutType = 33
/// Marks at the height of capitals.
public let kCaseSensitiveLayoutOnSelector = 0
/// Marks at the height of small letters.
public let kCaseSensitiveLayoutOffSelector = 1

/// The type of numbered sets of other forms.
public let kStylisticAlternativesType = 35
/// The first set of other forms; set n has 2 n for on and 2 n + 1 for off, up to 20.
public let kStylisticAltOneOnSelector = 2
/// Not the first set of other forms.
public let kStylisticAltOneOffSelector = 3

/// The type of forms that depend on their neighbours.
public let kContextualAlternatesType = 36
/// Forms that depend on their neighbours.
public let kContextualAlternatesOnSelector = 0
/// No forms that depend on their neighbours.
public let kContextualAlternatesOffSelector = 1

/// The type of small letters as small capitals.
public let kLowerCaseType = 37
/// Small letters as they are.
public let kDefaultLowerCaseSelector = 0
/// Small letters as small capitals.
public let kLowerCaseSmallCapsSelector = 1
/// Small letters as capitals that are smaller still.
public let kLowerCasePetiteCapsSelector = 2

/// The type of capitals as small capitals.
public let kUpperCaseType = 38
/// Capitals as they are.
public let kDefaultUpperCaseSelector = 0
/// Capitals as small capitals.
public let kUpperCaseSmallCapsSelector = 1
/// Capitals as capitals that are smaller still.
public let kUpperCasePetiteCapsSelector = 2

/// A feature of OpenType with its setting.
struct FontFeature: Hashable, Sendable {
  /// Four characters of ASCII, none of which ends a feature in Pango's list.
  let tag: String
  /// 0 for off, 1 for on; more for the number of an alternative.
  let value: Int

  /// The settings of an attribute's value, the last of each tag, in order of tags; those that are
  /// not known are left out.
  static func list(_ attribute: Any?) -> [FontFeature]? {
    guard let settings = attribute as? [Any] else { return nil }
    var values: [String: Int] = [:]
    // A font has some dozens of features.
    for case let setting as CFDictionary in settings.prefix(256) {
      for feature in features(of: setting) { values[feature.tag] = feature.value }
    }
    return values.sorted { $0.key < $1.key }.map { FontFeature(tag: $0.key, value: $0.value) }
  }

  /// The setting as Core Text has it.
  var attribute: CFDictionary {
    [kCTFontOpenTypeFeatureTag: tag, kCTFontOpenTypeFeatureValue: value]
  }

  private static func features(of setting: CFDictionary) -> [FontFeature] {
    if let tag = setting[kCTFontOpenTypeFeatureTag] as? String {
      let given = setting[kCTFontOpenTypeFeatureValue]
      let value = given == nil ? 1 : number(given)
      guard tag.utf8.count == 4, tag.utf8.allSatisfy(isOfTag), let value,
        (0...Double(UInt16.max)).contains(value)
      else { return [] }
      return [FontFeature(tag: tag, value: Int(value))]
    }
    guard let type = number(setting[kCTFontFeatureTypeIdentifierKey]),
      let selector = number(setting[kCTFontFeatureSelectorIdentifierKey]),
      let type = Int(exactly: type), let selector = Int(exactly: selector)
    else { return [] }
    return features(type, selector)
  }

  private static func isOfTag(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// The features of a type of which one at most is on, by their selectors, or nil.
  private static let exclusive: [Int: [String?]] = [
    kNumberSpacingType: ["tnum", "pnum"],
    kVerticalPositionType: [nil, "sups", "subs", "ordn", "sinf"],
    kFractionsType: [nil, "afrc", "frac"],
    kNumberCaseType: ["onum", "lnum"],
    kLowerCaseType: [nil, "smcp", "pcap"],
    kUpperCaseType: [nil, "c2sc", "c2pc"],
  ]

  /// Features that are on or off, by their type and the selector for on; that for off follows.
  private static let switches: [Int: [Int: [String]]] = [
    kLigaturesType: [
      kCommonLigaturesOnSelector: ["liga", "clig"], kRareLigaturesOnSelector: ["dlig"],
      kHistoricalLigaturesOnSelector: ["hlig"],
    ],
    kTypographicExtrasType: [kSlashedZeroOnSelector: ["zero"]],
    kCaseSensitiveLayoutType: [kCaseSensitiveLayoutOnSelector: ["case"]],
    kContextualAlternatesType: [kContextualAlternatesOnSelector: ["calt"]],
  ]

  private static func features(_ type: Int, _ selector: Int) -> [FontFeature] {
    if let tags = exclusive[type] {
      guard tags.indices.contains(selector) else { return [] }
      return tags.indices.compactMap { index in
        tags[index].map { FontFeature(tag: $0, value: index == selector ? 1 : 0) }
      }
    }
    let (on, value) = selector % 2 == 0 ? (selector, 1) : (selector - 1, 0)
    if type == kStylisticAlternativesType {
      guard (2...40).contains(on) else { return [] }
      let number = on / 2
      return [FontFeature(tag: number < 10 ? "ss0\(number)" : "ss\(number)", value: value)]
    }
    return switches[type]?[on]?.map { FontFeature(tag: $0, value: value) } ?? []
  }
}
