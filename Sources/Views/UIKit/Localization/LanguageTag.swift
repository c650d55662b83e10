// Names of languages, and the choice between those that a program has.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// The parts of a language's name, such as `zh-Hant-HK` or `de_AT`, in small letters.
struct LanguageTag: Hashable, Sendable {
  /// The language; old codes are replaced.
  private(set) var language = ""
  /// The script; that of the region for Chinese, and empty where none was said.
  private(set) var script = ""
  /// The region; empty where none was said.
  private(set) var region = ""

  private static let newCodes = ["iw": "he", "in": "id", "ji": "yi", "no": "nb", "tl": "fil"]

  init(_ name: String) {
    let plain = name.prefix { $0 != "." && $0 != "@" }
    for (index, part) in plain.split(whereSeparator: { $0 == "-" || $0 == "_" }).enumerated() {
      let part = part.lowercased()
      if index == 0 {
        language = Self.newCodes[part] ?? part
      } else if part.count == 4, script.isEmpty, region.isEmpty {
        script = part
      } else if part.count < 4, region.isEmpty {
        region = part
      }
    }
    if language == "zh", script.isEmpty {
      script = ["tw", "hk", "mo"].contains(region) ? "hant" : "hans"
    }
  }

  /// How well a text in a language serves somebody who asked for this one; 0 if it does not.
  func score(of other: LanguageTag) -> Int {
    guard !language.isEmpty, language == other.language else { return 0 }
    if !script.isEmpty, !other.script.isEmpty, script != other.script { return 0 }
    if region == other.region { return 4 }
    // Spanish of Latin America is one for all its countries.
    if language == "es", other.region == "419", !region.isEmpty, region != "es" { return 3 }
    return other.region.isEmpty ? 2 : 1
  }

  /// The best of some languages for those that a person prefers, the first one first, or nil.
  static func best(of available: [String], for preferred: [String]) -> String? {
    for wish in preferred {
      let tag = LanguageTag(wish)
      let scored = available.map { ($0, tag.score(of: LanguageTag($0))) }.filter { $0.1 > 0 }
      let best = scored.min { ($1.1, $0.0) < ($0.1, $1.0) }
      if let best { return best.0 }
    }
    return nil
  }
}
