// Plural categories, languages, formats.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing

@testable import UIKit

@Suite struct PluralTests {
  private func categories(_ language: String, _ numbers: [Double]) -> [String] {
    let rules = PluralRules(language: language)
    return numbers.map { rules.category(PluralOperands($0)).rawValue }
  }

  @Test func languagesCountAsCLDRSays() {
    #expect(categories("en", [0, 1, 2, 1.5]) == ["other", "one", "other", "other"])
    #expect(categories("de-AT", [0, 1, 2]) == ["other", "one", "other"])
    #expect(categories("fr", [0, 1, 1.5, 2, 1_000_000]) == ["one", "one", "one", "other", "many"])
    #expect(categories("pt", [0, 1, 2]) == ["one", "one", "other"])
    #expect(categories("pt-PT", [0, 1, 2]) == ["other", "one", "other"])
    #expect(
      categories("ru", [1, 2, 5, 11, 12, 21, 22, 111, 1.5])
        == ["one", "few", "many", "many", "many", "one", "few", "many", "other"]
    )
    #expect(
      categories("pl", [1, 2, 5, 12, 21, 22]) == ["one", "few", "many", "many", "many", "few"]
    )
    #expect(
      categories("ar", [0, 1, 2, 3, 10, 11, 99, 100, 102, 103])
        == ["zero", "one", "two", "few", "few", "many", "many", "other", "other", "few"]
    )
    #expect(categories("cs", [1, 3, 5, 1.5]) == ["one", "few", "other", "many"])
    #expect(categories("he", [1, 2, 3]) == ["one", "two", "other"])
    #expect(categories("sl", [1, 2, 3, 5, 101]) == ["one", "two", "few", "other", "one"])
    #expect(categories("ja", [0, 1, 2]) == ["other", "other", "other"])
    #expect(categories("zh-Hans", [1]) == ["other"])
    #expect(categories("hi", [0, 1, 2]) == ["one", "one", "other"])
    #expect(categories("lv", [0, 1, 2, 11]) == ["zero", "one", "other", "zero"])
    #expect(
      categories("cy", [0, 1, 2, 3, 6, 7]) == ["zero", "one", "two", "few", "many", "other"]
    )
    #expect(categories("", [1]) == ["other"])
  }

  @Test func numbersThatAreNoneAreOther() {
    for number in [Double.nan, .infinity, -.infinity] {
      #expect(categories("en", [number]) == ["other"])
    }
    #expect(categories("en", [-1]) == ["one"])
  }

  @Test func decimalsAreThoseThatAreWritten() {
    let rules = PluralRules(language: "en")
    #expect(rules.category(PluralOperands(1, decimals: 0)) == .one)
    #expect(rules.category(PluralOperands(1, decimals: 1)) == .other)
    #expect(PluralOperands(1.5, decimals: 2)["f"] == 50)
    #expect(PluralOperands(1.5, decimals: 2)["t"] == 5)
    #expect(PluralOperands(0.999, decimals: 2)["i"] == 0)
  }

  @Test func theBestLanguageIsChosen() {
    func best(_ available: [String], _ preferred: [String]) -> String? {
      LanguageTag.best(of: available, for: preferred)
    }
    #expect(best(["en", "de"], ["de-AT", "en"]) == "de")
    #expect(best(["en", "de", "de-AT"], ["de-AT"]) == "de-AT")
    #expect(best(["zh-Hans", "zh-Hant"], ["zh-TW"]) == "zh-Hant")
    #expect(best(["zh-hans", "zh-hant"], ["zh_CN"]) == "zh-hans")
    #expect(best(["es", "es-419"], ["es-MX"]) == "es-419")
    #expect(best(["es", "es-419"], ["es-ES"]) == "es")
    #expect(best(["nb"], ["no"]) == "nb")
    #expect(best(["en"], ["fr"]) == nil)
    #expect(best([], ["fr"]) == nil)
  }

  @Test func variablesOfAProcessNameLanguages() {
    func names(_ variables: [String: String]) -> [String] {
      UILocalization.names(inEnvironment: variables)
    }
    #expect(names(["LANG": "de_DE.UTF-8"]) == ["de-DE"])
    #expect(names(["LANG": "de_DE.UTF-8", "LANGUAGE": "fr:en"]) == ["fr", "en", "de-DE"])
    #expect(names(["LANG": "de_DE", "LC_ALL": "C.UTF-8"]) == [])
    #expect(names([:]) == [])
    #expect(UILocalization.names(inList: "(de, \"en-GB\")") == ["de", "en-GB"])
  }

  @Test func formatsAreTakenApart() {
    #expect(
      FormatPiece.pieces(of: "50%% of %2$@ in %#@q1.files@ %")
        == [
          .text("50% of "), .value(position: 2, body: "", kind: "@"), .text(" in "),
          .variable(position: nil, name: "q1.files"), .text(" %"),
        ]
    )
    #expect(FormatPiece.pieces(of: "%05.2lf") == [.value(position: nil, body: "05.2l", kind: "f")])
    #expect(FormatPiece.pieces(of: "%0$d") == [.text("%0$d")])
    #expect(FormatPiece.pieces(of: "%#@open") == [.text("%#@open")])
  }
}
