// Wallpaper.plist: the list of a wallpaper's packages.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// The parts of Wallpaper.plist that concern pictures.
struct WallpaperList {
  static let fileName = "Wallpaper.plist"

  /// The names of the packages by plane; plain names inside of the wallpaper's folder.
  private(set) var packages: [CAWallpaper.Plane: String] = [:]
  private(set) var name: String?
  private(set) var isAppearanceAware = false
  private(set) var screenClass: String?

  /// The names of the keys of packages; the irregular one is correct.
  private static let keys: [(key: String, plane: CAWallpaper.Plane)] = [
    ("backgroundAnimationFileName", .background),
    ("foregroundAnimationFileName", .foreground),
    ("floatingAnimationFileName", .floating),
    ("floatingAnimationFileNameKey", .floating),
    ("assetFileName", .whole),
  ]

  init() {}

  /// - Throws: `CAPackageError.malformed` for bytes that are not a property list.
  init(_ bytes: Data, file: String) throws(CAPackageError) {
    guard let list = try? PropertyListSerialization.propertyList(from: bytes, format: nil),
      let keys = list as? [String: Any]
    else {
      throw .malformed(file: file, line: 1, column: nil, reason: "not a property list")
    }
    func entry(_ path: String...) -> [String: Any]? {
      path.reduce(keys as [String: Any]?) { $0?[$1] as? [String: Any] }
    }
    let assets = entry("assets", "lockAndHome", "default")
    for (key, plane) in Self.keys {
      if let name = assets?[key] as? String, !name.isEmpty { packages[plane] = name }
    }
    name = keys["name"] as? String ?? assets?["name"] as? String
    isAppearanceAware = keys["appearanceAware"] as? Bool ?? false
    screenClass = keys["logicalScreenClass"] as? String
  }
}

/// A class of screens in file names: `390w-844h@3x~iphone`.
struct ScreenClass: Equatable {
  /// In points.
  var width: Double
  var height: Double
  /// Pixels per point.
  var scale: Double?

  /// Reads the class at the end of a text, or before its extension; nil if there is none.
  init?(_ text: String) {
    let pattern = /(?:^|-)([0-9]{1,5})w-([0-9]{1,5})h(?:@([0-9])x)?/
    guard let match = text.matches(of: pattern).last, let width = Double(match.1),
      let height = Double(match.2), width > 0, height > 0
    else { return nil }
    self.width = width
    self.height = height
    scale = match.3.flatMap { Double($0) }
  }
}
