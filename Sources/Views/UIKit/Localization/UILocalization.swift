// The languages in which a program shows its texts.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Synchronization

/// The languages that texts are chosen by.
///
/// ```swift
/// UILocalization.preferredLanguages = ["de"]  // for the pictures of a test
/// ```
///
/// `NSLocalizedString`, `String(localized:)` and the formats of texts ask for them at each call. A
/// label keeps the text that it was given, so they are set before screens are made.
///
/// **Differences**: an addition. Foundation's own `Bundle.localizedString(forKey:value:table:)` and
/// `Locale.preferredLanguages` do not follow it: on Linux they know English only.
public enum UILocalization {
  private static let chosen = Mutex<[String]?>(nil)

  /// The languages, the best one first, as `de` or `zh-Hant`; any thread may read them.
  ///
  /// By default those of the program's argument `-AppleLanguages "(de, en)"`, else those of the
  /// user default `AppleLanguages`, else those of the variables `LANGUAGE`, `LC_ALL`, `LC_MESSAGES`
  /// and `LANG`, else English. An empty list brings that back.
  public static var preferredLanguages: [String] {
    get { chosen.withLock { $0 } ?? ofProcess }
    set { chosen.withLock { $0 = newValue.isEmpty ? nil : newValue } }
  }

  /// The locale of numbers in texts: that of the first language, where one was chosen.
  static var locale: Locale {
    let languages = chosen.withLock { $0 } ?? (ofProcess == english ? nil : ofProcess)
    return languages?.first.map { Locale(identifier: $0) } ?? .current
  }

  private static let english = ["en"]

  private static let ofProcess: [String] = {
    let arguments = CommandLine.arguments
    if let index = arguments.firstIndex(of: "-AppleLanguages"), index + 1 < arguments.count {
      let said = names(inList: arguments[index + 1])
      if !said.isEmpty { return said }
    }
    let stored = UserDefaults.standard.array(forKey: "AppleLanguages") as? [String] ?? []
    if !stored.isEmpty { return stored }
    let said = names(inEnvironment: ProcessInfo.processInfo.environment)
    return said.isEmpty ? english : said
  }()

  /// The names of a list as property lists write it: `(de, "en-GB")`.
  static func names(inList text: String) -> [String] {
    text.split { "(), \"\n\t".contains($0) }.map { String($0) }
  }

  /// The names that the variables of a Unix process say; empty where they say none.
  static func names(inEnvironment variables: [String: String]) -> [String] {
    func value(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }
    guard let locale = value("LC_ALL") ?? value("LC_MESSAGES") ?? value("LANG") else { return [] }
    let name = locale.prefix { $0 != "." && $0 != "@" }
    guard name != "C", name != "POSIX" else { return [] }
    let list = value("LANGUAGE")?.split(separator: ":").map { String($0) } ?? []
    return (list + [String(name)]).map { $0.replacing("_", with: "-") }
  }
}
