// Asset catalogues, read as folders.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import Synchronization

/// The sets of the asset catalogues in a folder: images, colours and data by name.
///
/// A catalogue is a folder `Name.xcassets` with folders for each set, as Xcode writes them; the
/// package manager on Linux copies it as it is. Sets that are not as expected are reported once and
/// left out.
struct AssetCatalog {
  /// A kind of set; the raw value is the extension of its folder.
  enum Kind: String, Hashable {
    case image = "imageset"
    case color = "colorset"
    case data = "dataset"
  }

  private struct Key: Hashable {
    var kind: Kind
    var name: String
  }

  private var sets: [Key: URL] = [:]

  /// Folders and files of a catalogue beyond this number are left out.
  private static let largestCount = 100_000
  /// Folders deeper than this are left out.
  private static let deepest = 16
  /// Descriptions larger than this, in bytes, are left out.
  private static let largestDescription = 1 << 20

  private static let known = Mutex<[String: AssetCatalog]>([:])
  private static let reported = Mutex<Set<String>>([])

  /// The sets of the catalogues in a folder; read once.
  static func inFolder(_ folder: URL) -> AssetCatalog {
    let path = folder.standardizedFileURL.path
    if let found = known.withLock({ $0[path] }) { return found }
    let made = AssetCatalog(folder)
    known.withLock { $0[path] = made }
    return made
  }

  /// Forgets what was read.
  static func forgetAll() {
    known.withLock { $0.removeAll() }
    reported.withLock { $0.removeAll() }
  }

  private init(_ folder: URL) {
    var count = 0
    for name in AssetCatalog.names(in: folder) where name.hasSuffix(".xcassets") {
      read(folder.appendingPathComponent(name), prefix: "", depth: 0, &count)
    }
  }

  private static func names(in folder: URL) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? []
  }

  /// Whether a path is a folder and no link to one.
  private static func isFolder(_ url: URL) -> Bool {
    let facts = try? FileManager.default.attributesOfItem(atPath: url.path)
    return facts?[.type] as? FileAttributeType == .typeDirectory
  }

  private mutating func read(_ folder: URL, prefix: String, depth: Int, _ count: inout Int) {
    guard depth < Self.deepest else {
      return Self.report(folder, "folders deeper than \(Self.deepest) are left out")
    }
    for name in Self.names(in: folder) {
      count += 1
      guard count <= Self.largestCount else {
        return Self.report(folder, "more than \(Self.largestCount) files; the rest is left out")
      }
      let url = folder.appendingPathComponent(name)
      guard Self.isFolder(url) else { continue }
      let stem = url.deletingPathExtension().lastPathComponent
      if let kind = Kind(rawValue: url.pathExtension) {
        sets[Key(kind: kind, name: prefix + stem)] = url
      } else if url.pathExtension.isEmpty {
        let provides =
          (Self.description(of: url, mayBeAbsent: true)?["properties"] as? [String: Any])?[
            "provides-namespace"
          ] as? Bool
        let inner = provides == true ? "\(prefix)\(name)/" : prefix
        read(url, prefix: inner, depth: depth + 1, &count)
      }
    }
  }

  /// The folder of a set; nil if there is none.
  func folder(_ kind: Kind, _ name: String) -> URL? { sets[Key(kind: kind, name: name)] }

  /// The folders to look in for a bundle; for none, those that programs added come first.
  static func places(_ bundle: Bundle?) -> [URL] {
    let own = [(bundle ?? .main).resourceURL].compactMap { $0 }
    return bundle == nil ? ImageFile.imageFolders + own : own
  }

  /// The folder of a set in the catalogues of a bundle; nil if there is none.
  static func find(_ kind: Kind, _ name: String, in bundle: Bundle?) -> URL? {
    guard !name.isEmpty, !name.utf8.contains(0) else { return nil }
    return places(bundle).lazy.compactMap { inFolder($0).folder(kind, name) }.first
  }

  // `Any` because: it is what JSON is.
  /// The description of a set; nil if there is none that can be read.
  static func description(of set: URL, mayBeAbsent: Bool = false) -> [String: Any]? {
    let file = set.appendingPathComponent("Contents.json")
    let facts = try? FileManager.default.attributesOfItem(atPath: file.path)
    guard let size = (facts?[.size] as? NSNumber)?.intValue else {
      if !mayBeAbsent { report(set, "there is no Contents.json") }
      return nil
    }
    guard size <= largestDescription else {
      report(file, "\(size) bytes; expected at most \(largestDescription)")
      return nil
    }
    guard let data = try? Data(contentsOf: file),
      let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    else {
      report(file, "it is no JSON object")
      return nil
    }
    return object
  }

  /// The file that a set names; nil for a name that leads out of the set.
  static func file(_ name: String, in set: URL) -> URL? {
    guard !name.isEmpty, !name.contains("/"), name != "..", !name.utf8.contains(0) else {
      report(set, "the file name \(name.debugDescription) leads out of the set")
      return nil
    }
    return set.appendingPathComponent(name)
  }

  /// Reports what is wrong with a file, once.
  static func report(_ url: URL, _ what: String) {
    let isNew = reported.withLock { $0.count < 1000 && $0.insert(url.path + what).inserted }
    if isNew { Diagnostics.report("UIKit: asset catalogue: \(url.path): \(what)") }
  }

  // MARK: Choosing

  // `Any` because: it is what JSON is.
  /// How well a row of a set suits traits; nil if it does not.
  ///
  /// A row for a kind of device or a look is better than one for all.
  static func suits(_ row: [String: Any], _ traits: UITraitCollection) -> Int? {
    var score = 0
    switch row["idiom"] as? String {
    case nil, "universal": break
    case "iphone":
      guard traits.userInterfaceIdiom != .pad else { return nil }
      score += 1
    case "ipad":
      guard traits.userInterfaceIdiom == .pad else { return nil }
      score += 1
    default: return nil
    }
    for appearance in row["appearances"] as? [[String: Any]] ?? [] {
      let value = appearance["value"] as? String
      switch appearance["appearance"] as? String {
      case "luminosity":
        let isDark = traits.userInterfaceStyle == .dark
        guard value == (isDark ? "dark" : "light") else { return nil }
      case "contrast":
        guard value == "high", traits.accessibilityContrast == .high else { return nil }
      default: return nil
      }
      score += 2
    }
    return score
  }
}
