// Files of texts, and the search for a text in them.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Synchronization

/// A text that was found.
struct FoundText {
  var entry: LocalizedEntry
  /// The language whose rules its numbers follow.
  var language: String
}

/// The files of texts in the folders of bundles.
///
/// A text of the key `k` and the table `T` is looked for in `L.lproj/T.stringsdict`,
/// `L.lproj/T.strings` and `T.xcstrings`, where `L` is the language; then in the same files of
/// the language that the program was written in, of `Base.lproj`, and beside those folders. Files
/// are read once. Those that cannot be read are reported once and left out.
enum StringFiles {
  /// Files larger than this, in bytes, are left out.
  private static let largestFile = 32 << 20

  private static let readTexts = Mutex<[String: [String: LocalizedText]]>([:])
  private static let readCatalogs = Mutex<[String: StringCatalog?]>([:])
  private static let listed = Mutex<[String: [String: URL]]>([:])

  /// Forgets what was read.
  static func forgetAll() {
    readTexts.withLock { $0.removeAll() }
    readCatalogs.withLock { $0.removeAll() }
    listed.withLock { $0.removeAll() }
  }

  /// The text of a key; nil if there is none.
  static func text(_ key: String, table: String?, in bundle: Bundle) -> FoundText? {
    let table = table.flatMap { $0.isEmpty ? nil : $0 } ?? "Localizable"
    guard !table.contains("/"), !table.utf8.contains(0) else { return nil }
    let own = bundle == .main ? AssetCatalog.places(nil) : AssetCatalog.places(bundle)
    let source = bundle.object(forInfoDictionaryKey: "CFBundleDevelopmentRegion") as? String
    for folder in own + [bundle.bundleURL] {
      if let found = text(key, table, in: folder, source) { return found }
    }
    return nil
  }

  private static func text(
    _ key: String,
    _ table: String,
    in folder: URL,
    _ developed: String?
  ) -> FoundText? {
    let folders = languages(in: folder)
    let catalog = catalog(at: folder.appendingPathComponent("\(table).xcstrings"))
    let source = catalog?.source ?? developed ?? "en"
    let available = Set(folders.keys).union(catalog.map { Set($0.texts.keys) } ?? [])
    let names = available.subtracting(["Base", "base"]).sorted()
    let device = device
    var chosen =
      LanguageTag.best(of: names, for: UILocalization.preferredLanguages)
      .map { [$0] } ?? []
    if let name = LanguageTag.best(of: names, for: [source]), name != chosen.first {
      chosen.append(name)
    }
    for language in chosen + available.intersection(["Base", "base"]) {
      let isBase = language.lowercased() == "base"
      var found = folders[language].flatMap { text(key, table, beside: $0) }
      found = found ?? catalog?.texts[language]?[key]
      if let entry = found?.entry(for: device) {
        return FoundText(entry: entry, language: isBase ? source : language)
      }
    }
    guard let entry = text(key, table, beside: folder)?.entry(for: device) else { return nil }
    let isLanguage = folder.pathExtension.lowercased() == "lproj"
    let language = folder.deletingPathExtension().lastPathComponent
    return FoundText(entry: entry, language: isLanguage ? language : source)
  }

  /// The text of a key in the files of a folder; nil if there is none.
  private static func text(_ key: String, _ table: String, beside folder: URL) -> LocalizedText? {
    ["stringsdict", "strings"].lazy.compactMap { kind in
      texts(at: folder.appendingPathComponent("\(table).\(kind)"))[key]
    }.first
  }

  /// The kind of the device, as files name it.
  private static var device: String {
    switch (CurrentTraits.thread ?? CurrentTraits.screen).userInterfaceIdiom {
    case .pad: "ipad"
    case .mac: "mac"
    case .tv: "appletv"
    default: "iphone"
    }
  }

  /// The folders of languages in a folder, by the names of the languages.
  private static func languages(in folder: URL) -> [String: URL] {
    let path = folder.standardizedFileURL.path
    if let known = listed.withLock({ $0[path] }) { return known }
    var found: [String: URL] = [:]
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.lowercased().hasSuffix(".lproj") {
      found[String(name.dropLast(6))] = folder.appendingPathComponent(name)
    }
    listed.withLock { $0[path] = found }
    return found
  }

  /// The bytes of a file; nil if there is none, or if they are too many.
  private static func bytes(of file: URL) -> Data? {
    let facts = try? FileManager.default.attributesOfItem(atPath: file.path)
    guard let facts, facts[.type] as? FileAttributeType != .typeDirectory else { return nil }
    let size = (facts[.size] as? NSNumber)?.intValue ?? 0
    guard size <= largestFile else {
      Diagnostics.report(
        "UIKit: texts: \(file.path): \(size) bytes; expected at most \(largestFile)"
      )
      return nil
    }
    return try? Data(contentsOf: file)
  }

  private static func texts(at file: URL) -> [String: LocalizedText] {
    let path = file.standardizedFileURL.path
    if let known = readTexts.withLock({ $0[path] }) { return known }
    var found: [String: LocalizedText] = [:]
    if var data = bytes(of: file), !data.isEmpty {
      // Xcode wrote these files as UTF-16 for a long time.
      if data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]),
        let text = String(data: data, encoding: .utf16)
      {
        data = Data(text.utf8)
      }
      if let list = try? PropertyListSerialization.propertyList(from: data, format: nil) {
        found = LocalizedText.texts(inPropertyList: list)
      } else {
        Diagnostics.report("UIKit: texts: \(path): it is no property list")
      }
    }
    readTexts.withLock { $0[path] = found }
    return found
  }

  private static func catalog(at file: URL) -> StringCatalog? {
    let path = file.standardizedFileURL.path
    if let known = readCatalogs.withLock({ $0[path] }) { return known }
    var found: StringCatalog?
    if let data = bytes(of: file) {
      found = (try? JSONSerialization.jsonObject(with: data)).flatMap { StringCatalog($0) }
      if found == nil { Diagnostics.report("UIKit: texts: \(path): it is no catalogue of texts") }
    }
    readCatalogs.withLock { $0[path] = .some(found) }
    return found
  }
}
