// The assignment of a folder's packages to the planes of a wallpaper.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// The packages of a wallpaper's folder by their planes, and the folder's data about them.
struct WallpaperFiles {
  private(set) var packages: [CAWallpaper.Plane: String] = [:]
  private(set) var name: String
  private(set) var isAppearanceAware = false
  private(set) var screen: ScreenClass?
  private(set) var warnings: [CAPackage.Warning] = []
  /// The unchanged bytes of Wallpaper.plist.
  private(set) var list: Data?

  /// The largest property list that is read, in bytes.
  private static let listLimit = 1 << 20

  /// Finds the packages of a wallpaper's folder, first by Wallpaper.plist, then by their names.
  ///
  /// - Throws: `CAPackageError` if the list is malformed or there is no package.
  init(_ folder: any PackageSource) throws(CAPackageError) {
    let title = folder.name.split(separator: "/").last.map(String.init) ?? folder.name
    let found = Self.packageNames(try folder.fileNames())
    var said = WallpaperList()
    if case .inside(let path) = folder.location(of: WallpaperList.fileName) {
      let file = folder.displayName(WallpaperList.fileName)
      let bytes = try folder.read(path, file: WallpaperList.fileName, limit: Self.listLimit)
      said = try WallpaperList(bytes, file: file)
      list = bytes
    }
    name = said.name ?? title.withoutExtension
    isAppearanceAware = said.isAppearanceAware
    for plane in CAWallpaper.Plane.allCases {
      guard let wanted = said.packages[plane] else { continue }
      if found.contains(wanted) {
        packages[plane] = wanted
      } else {
        warnings.append(
          CAPackage.Warning(
            file: folder.displayName(WallpaperList.fileName),
            elementPath: "",
            message: "the package \(wanted.shortened) is missing"
          )
        )
      }
    }
    if packages.isEmpty { packages = Self.planes(among: found) }
    guard let first = packages.values.min() else {
      throw .notAPackage(path: folder.name, reason: "the wallpaper has no layer package")
    }
    screen =
      ScreenClass(title) ?? said.screenClass.flatMap { ScreenClass($0) } ?? ScreenClass(first)
  }

  /// Finds the packages of a folder that is not a wallpaper's but has packages named like planes.
  ///
  /// - Parameters:
  ///   - packages: The names of the packages.
  ///   - title: The wallpaper's name.
  init?(packages names: [String], title: String) {
    packages = Self.planes(among: names)
    guard !packages.isEmpty else { return nil }
    name = title.withoutExtension
    screen = ScreenClass(title) ?? names.first.flatMap { ScreenClass($0) }
  }

  /// Creates the files of a single package; its folder is the wallpaper's.
  init(wholePackage title: String) {
    packages = [.whole: ""]
    name = title.withoutExtension
  }

  /// Returns the folders that are packages, by the names of the files in them.
  static func packageNames(_ files: [String]) -> [String] {
    var names: Set<String> = []
    for file in files {
      let parts = file.split(separator: "/")
      guard let index = parts.firstIndex(where: { $0.lowercased().hasSuffix(".ca") }),
        index < parts.count - 1
      else { continue }
      names.insert(parts[...index].joined(separator: "/"))
    }
    return names.sorted()
  }

  private static func planes(among names: [String]) -> [CAWallpaper.Plane: String] {
    var planes: [CAWallpaper.Plane: String] = [:]
    for plane in [CAWallpaper.Plane.background, .foreground, .floating] {
      planes[plane] = names.first { name in
        let title = (name.split(separator: "/").last.map(String.init) ?? name).lowercased()
        return title.contains("_\(plane.rawValue)") || title == "\(plane.rawValue).ca"
      }
    }
    guard planes.isEmpty else { return planes }
    let only = names.count == 1 ? names.first : nil
    planes[.whole] = names.first { $0.lowercased().hasSuffix("wallpaper.ca") } ?? only
    return planes
  }
}

extension String {
  /// A file's name without the letters after its last point.
  var withoutExtension: String {
    guard let point = lastIndex(of: "."), point > startIndex else { return self }
    return String(self[..<point])
  }
}
