// The grammatical categories of numbers, by language.
// Licensed under the MIT license; see LICENSE.
//
// Languages have up to six forms of a noun beside a number. The Unicode CLDR says by rules which
// number takes which form. A rule is a text such as `v = 0 and i % 10 = 2..4 and i % 100 != 12..14`
// about these values of a number as it is written:
//
//     n  the number without its sign        v  the count of its decimals
//     i  its whole part                     f  its decimals as a whole number
//                                           t  the same without zeros at the end
//
// The table below holds the rules of CLDR 44 (common/supplemental/plurals.xml), without the
// conditions on compact notation, which formats here do not use; it was not compared with the file.

import Foundation

/// The form of a noun beside a number.
enum PluralCategory: String, CaseIterable, Sendable {
  case zero, one, two, few, many, other
}

/// A number as rules see it.
struct PluralOperands {
  private var values: [Character: Double] = [:]
  /// Whether it is a number.
  private(set) var isUsable = true

  /// - Parameters:
  ///   - number: The number.
  ///   - decimals: The count of decimals with which it is written; nil for as many as it has.
  init(_ number: Double, decimals: Int? = nil) {
    guard number.isFinite else {
      isUsable = false
      return
    }
    let size = abs(number)
    let digits =
      decimals.map { String(format: "%.\(min(max($0, 0), 15))f", locale: nil, arguments: [size]) }
      ?? String(describing: size)
    var fraction = digits.split(separator: ".").dropFirst().first.map { String($0) } ?? ""
    if decimals == nil && fraction == "0" || fraction.contains("e") { fraction = "" }
    values["n"] = size
    values["i"] = size.rounded(.down)
    values["v"] = Double(fraction.count)
    values["f"] = Double(fraction) ?? 0
    while fraction.last == "0" { fraction.removeLast() }
    values["t"] = Double(fraction) ?? 0
  }

  subscript(operand: Character) -> Double { values[operand] ?? 0 }
}

/// One comparison of a rule: an operand, by a modulus, with ranges.
private struct PluralRelation {
  let operand: Character
  let modulus: Double?
  let isEqual: Bool
  let ranges: [ClosedRange<Double>]

  /// - Parameter text: As `i % 10 = 2..4,7`.
  init?(_ text: Substring) {
    let words = text.split(separator: " ")
    guard words.count == 3 || words.count == 5, let operand = words[0].first else { return nil }
    self.operand = operand
    modulus = words.count == 5 ? Double(words[2]) : nil
    isEqual = words[words.count - 2] == "="
    ranges = words[words.count - 1].split(separator: ",").compactMap { part in
      let ends = part.split(separator: ".").compactMap { Double($0) }
      guard let first = ends.first, let last = ends.last, first <= last else { return nil }
      return first...last
    }
  }

  func holds(for number: PluralOperands) -> Bool {
    var value = number[operand]
    if let modulus { value = value.truncatingRemainder(dividingBy: modulus) }
    let isIn = value == value.rounded() && ranges.contains { $0.contains(value) }
    return isIn == isEqual
  }
}

/// The rules of a language.
struct PluralRules: Sendable {
  /// The rule of each category, in their order; a number of none takes `other`.
  private let rules: [(category: PluralCategory, text: String)]

  /// The rules of a language's tag, such as `de` or `pt-PT`; those of a language without forms for
  /// one that is not known.
  init(language: String) {
    let tag = LanguageTag(language)
    let names = ["\(tag.language)-\(tag.region)", tag.language]
    rules = names.lazy.compactMap { PluralRules.byLanguage[$0] }.first ?? []
  }

  /// The category of a number.
  func category(_ number: PluralOperands) -> PluralCategory {
    guard number.isUsable else { return .other }
    return rules.first { Self.holds($0.text, number) }?.category ?? .other
  }

  private static func holds(_ rule: String, _ number: PluralOperands) -> Bool {
    rule.split(separator: "|").contains { alternative in
      alternative.split(separator: "&").allSatisfy {
        PluralRelation($0)?.holds(for: number) ?? false
      }
    }
  }

  private typealias Rules = [(category: PluralCategory, text: String)]

  private static let byLanguage: [String: Rules] = {
    var found: [String: Rules] = [:]
    for (languages, rules) in table {
      let kept = rules.map { rule in
        (category: rule.0, text: rule.1.replacing(" and ", with: "&").replacing(" or ", with: "|"))
      }
      for language in languages.split(separator: " ") { found[String(language)] = kept }
    }
    return found
  }()

  private static let million = "i != 0 and i % 1000000 = 0 and v = 0"
  private static let slavicFew = "v = 0 and i % 10 = 2..4 and i % 100 != 12..14"

  /// The rules of CLDR by the tags of languages; those with one form have none.
  private static let table: [(String, [(PluralCategory, String)])] = [
    (
      "ast de en et fi fy gl ia io ji lij nl sc sv sw ur yi",
      [(.one, "i = 1 and v = 0")]
    ),
    (
      "af an asa az bal bem bez bg brx ce cgg chr ckb dv ee el eo eu fo fur gsw ha haw hu jgo ka"
        + " kaj kk kl ks ku ky lb lg mas ml mn mr nah nb nd ne nn no nr ny nyn om or os pap ps rm"
        + " rof sd sn so sq ss ssy st syr ta te teo tig tk tn tr ts ug uz ve vo vun wae xh xog",
      [(.one, "n = 1")]
    ),
    ("am as bn doi fa gu hi kn pcm zu", [(.one, "i = 0 or n = 1")]),
    ("ff hy kab", [(.one, "i = 0,1")]),
    ("ak bho csw guw ln mg nso pa ti wa", [(.one, "n = 0..1")]),
    ("si", [(.one, "n = 0,1 or i = 0 and f = 1")]),
    ("da", [(.one, "n = 1 or t != 0 and i = 0,1")]),
    (
      "is",
      [(.one, "t = 0 and i % 10 = 1 and i % 100 != 11 or t % 10 = 1 and t % 100 != 11")]
    ),
    (
      "mk",
      [(.one, "v = 0 and i % 10 = 1 and i % 100 != 11 or f % 10 = 1 and f % 100 != 11")]
    ),
    (
      "ceb fil tl",
      [(.one, "v = 0 and i = 1,2,3 or v = 0 and i % 10 != 4,6,9 or v != 0 and f % 10 != 4,6,9")]
    ),
    ("tzm", [(.one, "n = 0..1 or n = 11..99")]),
    ("fr", [(.one, "i = 0,1"), (.many, million)]),
    ("pt", [(.one, "i = 0..1"), (.many, million)]),
    ("ca it lld pt-pt scn vec", [(.one, "i = 1 and v = 0"), (.many, million)]),
    ("es", [(.one, "n = 1"), (.many, million)]),
    (
      "lv prg",
      [
        (.zero, "n % 10 = 0 or n % 100 = 11..19 or v = 2 and f % 100 = 11..19"),
        (
          .one,
          "n % 10 = 1 and n % 100 != 11 or v = 2 and f % 10 = 1 and f % 100 != 11"
            + " or v != 2 and f % 10 = 1"
        ),
      ]
    ),
    ("lag", [(.zero, "n = 0"), (.one, "i = 0,1 and n != 0")]),
    ("ksh", [(.zero, "n = 0"), (.one, "n = 1")]),
    ("he iw", [(.one, "i = 1 and v = 0 or i = 0 and v != 0"), (.two, "i = 2 and v = 0")]),
    ("iu naq sat se sma smi smj smn sms", [(.one, "n = 1"), (.two, "n = 2")]),
    ("shi", [(.one, "i = 0 or n = 1"), (.few, "n = 2..10")]),
    (
      "mo ro",
      [(.one, "i = 1 and v = 0"), (.few, "v != 0 or n = 0 or n != 1 and n % 100 = 1..19")]
    ),
    (
      "bs hr sh sr",
      [
        (.one, "v = 0 and i % 10 = 1 and i % 100 != 11 or f % 10 = 1 and f % 100 != 11"),
        (.few, slavicFew + " or f % 10 = 2..4 and f % 100 != 12..14"),
      ]
    ),
    (
      "gd",
      [(.one, "n = 1,11"), (.two, "n = 2,12"), (.few, "n = 3..10,13..19")]
    ),
    (
      "sl",
      [
        (.one, "v = 0 and i % 100 = 1"), (.two, "v = 0 and i % 100 = 2"),
        (.few, "v = 0 and i % 100 = 3..4 or v != 0"),
      ]
    ),
    (
      "dsb hsb",
      [
        (.one, "v = 0 and i % 100 = 1 or f % 100 = 1"),
        (.two, "v = 0 and i % 100 = 2 or f % 100 = 2"),
        (.few, "v = 0 and i % 100 = 3..4 or f % 100 = 3..4"),
      ]
    ),
    ("cs sk", [(.one, "i = 1 and v = 0"), (.few, "i = 2..4 and v = 0"), (.many, "v != 0")]),
    (
      "pl",
      [
        (.one, "i = 1 and v = 0"), (.few, slavicFew),
        (
          .many,
          "v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9"
            + " or v = 0 and i % 100 = 12..14"
        ),
      ]
    ),
    (
      "be",
      [
        (.one, "n % 10 = 1 and n % 100 != 11"), (.few, "n % 10 = 2..4 and n % 100 != 12..14"),
        (.many, "n % 10 = 0 or n % 10 = 5..9 or n % 100 = 11..14"),
      ]
    ),
    (
      "lt",
      [
        (.one, "n % 10 = 1 and n % 100 != 11..19"), (.few, "n % 10 = 2..9 and n % 100 != 11..19"),
        (.many, "f != 0"),
      ]
    ),
    (
      "ru uk",
      [
        (.one, "v = 0 and i % 10 = 1 and i % 100 != 11"), (.few, slavicFew),
        (.many, "v = 0 and i % 10 = 0 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 11..14"),
      ]
    ),
    (
      "mt",
      [
        (.one, "n = 1"), (.two, "n = 2"), (.few, "n = 0 or n % 100 = 3..10"),
        (.many, "n % 100 = 11..19"),
      ]
    ),
    (
      "ga",
      [(.one, "n = 1"), (.two, "n = 2"), (.few, "n = 3..6"), (.many, "n = 7..10")]
    ),
    (
      "gv",
      [
        (.one, "v = 0 and i % 10 = 1"), (.two, "v = 0 and i % 10 = 2"),
        (.few, "v = 0 and i % 100 = 0,20,40,60,80"), (.many, "v != 0"),
      ]
    ),
    (
      "ar ars",
      [
        (.zero, "n = 0"), (.one, "n = 1"), (.two, "n = 2"), (.few, "n % 100 = 3..10"),
        (.many, "n % 100 = 11..99"),
      ]
    ),
    (
      "cy",
      [(.zero, "n = 0"), (.one, "n = 1"), (.two, "n = 2"), (.few, "n = 3"), (.many, "n = 6")]
    ),
  ]
}
