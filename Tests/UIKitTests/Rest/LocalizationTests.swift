// Texts of a program's languages, from files.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing

@testable import UIKit

/// A folder with files of texts, which goes with the test.
@MainActor
private struct TextFolder: ~Copyable {
  let url: URL

  init(_ files: [String: String]) throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    for (name, text) in files {
      let file = url.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(text.utf8).write(to: file)
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func `in`(_ languages: [String], _ body: () -> Void) {
    UILocalization.preferredLanguages = languages
    defer { UILocalization.preferredLanguages = [] }
    withImageFolder(url, body)
  }
}

private let filesRule = """
  <?xml version="1.0" encoding="UTF-8"?>
  <plist version="1.0"><dict>
  <key>n files</key><dict>
    <key>NSStringLocalizedFormatKey</key><string>%#@files@ in %#@dirs@</string>
    <key>files</key><dict>
      <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
      <key>NSStringFormatValueTypeKey</key><string>d</string>
      <key>zero</key><string>Nothing</string>
      <key>one</key><string>%d file</string>
      <key>other</key><string>%d files</string>
    </dict>
    <key>dirs</key><dict>
      <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
      <key>NSStringFormatValueTypeKey</key><string>d</string>
      <key>one</key><string>%d folder</string>
      <key>other</key><string>%d folders</string>
    </dict>
  </dict></dict></plist>
  """

private let catalogue = """
  {"sourceLanguage": "en", "version": "1.0", "strings": {
    "Welcome": {"localizations": {"de": {"stringUnit": {"state": "translated",
      "value": "Willkommen"}}}},
    "%lld apples": {"localizations": {
      "en": {"variations": {"plural": {
        "one": {"stringUnit": {"state": "translated", "value": "%lld apple"}},
        "other": {"stringUnit": {"state": "translated", "value": "%lld apples"}}}}},
      "pl": {"variations": {"plural": {
        "one": {"stringUnit": {"value": "%lld jabłko"}},
        "few": {"stringUnit": {"value": "%lld jabłka"}},
        "many": {"stringUnit": {"value": "%lld jabłek"}},
        "other": {"stringUnit": {"value": "%lld jabłka"}}}}}}},
    "tap": {"localizations": {"en": {"variations": {"device": {
      "ipad": {"stringUnit": {"value": "Tap the iPad"}},
      "other": {"stringUnit": {"value": "Tap"}}}}}}},
    "%@ has %lld birds": {"localizations": {"en": {
      "stringUnit": {"value": "%1$@ has %#@birds@"},
      "substitutions": {"birds": {"argNum": 2, "formatSpecifier": "lld", "variations": {"plural": {
        "one": {"stringUnit": {"value": "%arg bird"}},
        "other": {"stringUnit": {"value": "%arg birds"}}}}}}}}}
  }}
  """

@MainActor
@Suite(.serialized) struct LocalizationTests {
  @Test("Texts of nibs are in the language of the program")
  func nibs() throws {
    let folder = try TextFolder([
      "de.lproj/Card.strings": "\"a1.text\" = \"Karte\";",
      "en.lproj/Card.strings": "\"a1.text\" = \"Card\";",
    ])
    let nib = NibObjects(owner: nil, bundle: nil, storyboard: nil)
    folder.in(["de"]) {
      #expect(nib.text("a1.text", "card", table: "Card") == "Karte")
      #expect(nib.text("a2.text", "other", table: "Card") == "other")
    }
    folder.in(["en"]) { #expect(nib.text("a1.text", "card", table: "Card") == "Card") }
  }

  @Test func aTextIsThatOfTheLanguage() throws {
    let folder = try TextFolder([
      "en.lproj/Localizable.strings": "\"hello\" = \"Hello\"; \"only\" = \"English only\";",
      "de.lproj/Localizable.strings": "/* A remark */ \"hello\" = \"Hallo\";",
      "de.lproj/Other.strings": "\"hello\" = \"Servus\";",
    ])
    folder.in(["de-AT", "en"]) {
      #expect(NSLocalizedString("hello", comment: "") == "Hallo")
      #expect(NSLocalizedString("hello", tableName: "Other", comment: "") == "Servus")
      #expect(NSLocalizedString("hello", tableName: "Absent", comment: "") == "hello")
      #expect(NSLocalizedString("only", comment: "") == "English only")
      #expect(NSLocalizedString("none", value: "instead", comment: "") == "instead")
      #expect(String(localized: "hello") == "Hallo")
      #expect(String(localized: "none \("x") 100%") == "none x 100%")
    }
    folder.in(["en"]) { #expect(NSLocalizedString("hello", comment: "") == "Hello") }
    folder.in(["fr"]) { #expect(NSLocalizedString("hello", comment: "") == "Hello") }
  }

  @Test func aBundleOfALanguageHasItsTexts() throws {
    let folder = try TextFolder([
      "en.lproj/Localizable.strings": "\"hello\" = \"Hello\";",
      "de.lproj/Localizable.strings": "\"hello\" = \"Hallo\";",
    ])
    let bundle = try #require(
      Bundle(path: folder.url.appendingPathComponent("de.lproj").path)
    )
    folder.in(["en"]) {
      #expect(NSLocalizedString("hello", bundle: bundle, comment: "") == "Hallo")
    }
  }

  @Test func nounsFollowNumbers() throws {
    let folder = try TextFolder(["en.lproj/Localizable.stringsdict": filesRule])
    folder.in(["en"]) {
      let format = NSLocalizedString("n files", comment: "")
      let counts = [(0, 1), (1, 2), (1200, 1)]
      let texts = counts.map { files, folders in
        String.localizedStringWithFormat(format, files, folders)
      }
      #expect(texts == ["Nothing in 1 folder", "1 file in 2 folders", "1,200 files in 1 folder"])
      let (one, two) = (1, 2)
      #expect(String(format: format, one, two) == "1 file in 2 folders")
      #expect(NSString.localizedStringWithFormat(format, one, two) == "1 file in 2 folders")
      let plain = NSString(string: format)
      #expect(NSString.localizedStringWithFormat(plain, one, two) == "1 file in 2 folders")
    }
  }

  @Test func cataloguesHavePluralsAndDevices() throws {
    let folder = try TextFolder(["Localizable.xcstrings": catalogue])
    let one = 1
    let many = 5
    folder.in(["pl"]) {
      let texts = [1, 3, 5].map { String(localized: "\($0) apples") }
      #expect(texts == ["1 jabłko", "3 jabłka", "5 jabłek"])
      // A text that lacks in a language is that of the catalogue's own.
      #expect(NSLocalizedString("Welcome", comment: "") == "Welcome")
    }
    folder.in(["de"]) { #expect(NSLocalizedString("Welcome", comment: "") == "Willkommen") }
    folder.in(["en"]) {
      #expect(String(localized: "\(one) apples") == "1 apple")
      let format = NSLocalizedString("%lld apples", comment: "")
      #expect(String.localizedStringWithFormat(format, many) == "5 apples")
      #expect(String(localized: "\("Ann") has \(one) birds") == "Ann has 1 bird")
      #expect(String(localized: "\("Ann") has \(many) birds") == "Ann has 5 birds")
      UITraitCollection(userInterfaceIdiom: .phone).performAsCurrent {
        #expect(NSLocalizedString("tap", comment: "") == "Tap")
      }
      UITraitCollection(userInterfaceIdiom: .pad).performAsCurrent {
        #expect(NSLocalizedString("tap", comment: "") == "Tap the iPad")
      }
    }
  }

  @Test func damagedFilesAreLeftOut() throws {
    let folder = try TextFolder([
      "en.lproj/Localizable.strings": "\"hello\" = ",
      "en.lproj/Localizable.stringsdict": "<plist><dict><key>a</key>",
      "Localizable.xcstrings": "{\"strings\": [1, {}]}",
      "Second.xcstrings": "{\"strings\": {\"k\": {\"localizations\": {\"en\": 4}}}}",
    ])
    folder.in(["en"]) {
      #expect(NSLocalizedString("hello", comment: "") == "hello")
      #expect(NSLocalizedString("k", tableName: "Second", comment: "") == "k")
      #expect(NSLocalizedString("k", tableName: "../Second", comment: "") == "k")
    }
  }

  @Test func filesThatNestVariablesWithoutEndAreFilled() throws {
    let rule = filesRule.replacing("%d file<", with: "%#@files@%#@files@%#@files@%#@files@<")
    let folder = try TextFolder(["en.lproj/Localizable.stringsdict": rule])
    folder.in(["en"]) {
      let one = 1
      let format = NSLocalizedString("n files", comment: "")
      #expect(String.localizedStringWithFormat(format, one).count < 1_000_000)
    }
  }
}
