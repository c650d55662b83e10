// Files and folders that hold layer packages, whatever their form.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import Glibc

/// The content of a path: a package, a wallpaper, or an archive of packages and wallpapers.
///
/// It reads `.ca` packages, `.wallpaper` folders, and zips (such as `.tendies` files) or folders
/// with such items at any depth. Archives are read in memory; nothing is unpacked to a disk.
///
///     for item in try CAContainer(contentsOf: url).items { print(item.name) }
public final class CAContainer {
  /// An item of a container.
  public struct Item: Equatable, Sendable {
    /// The kinds of items.
    public enum Kind: String, Sendable {
      /// A layer package, a folder or file `.ca`.
      case package
      /// A folder of packages, one for each plane.
      case wallpaper
    }

    /// The kind of the item.
    public let kind: Kind
    /// The path in the container; empty for the container itself.
    public let path: String
  }

  private let source: any PackageSource
  /// The items of the container, in the order of paths.
  public let items: [Item]

  /// Lists the items of a path, without reading packages.
  ///
  /// - Throws: `CAPackageError` for a path that is missing, has no such item or is dangerous.
  public convenience init(contentsOf url: URL) throws(CAPackageError) {
    try self.init(try Self.source(url))
  }

  /// Lists the items of a zip archive.
  ///
  /// - Parameters:
  ///   - archive: The archive's bytes.
  ///   - name: The archive's name in errors.
  public convenience init(archive: Data, name: String) throws(CAPackageError) {
    try self.init(ZipFolder(try ZipArchive(archive, name: name)))
  }

  private init(_ source: any PackageSource) throws(CAPackageError) {
    self.source = source
    items = try Self.items(of: source)
    guard !items.isEmpty else {
      throw .notAPackage(
        path: source.name,
        reason: "there is no index.xml, main.caml, .ca or .wallpaper in it"
      )
    }
  }

  /// The largest archive that is read, in bytes.
  private static let archiveLimit = ZipLimits().bytes

  private static func source(_ url: URL) throws(CAPackageError) -> any PackageSource {
    let path = url.path
    var status = stat()
    guard stat(path, &status) == 0 else {
      let code = errno
      throw code == ENOENT
        ? .missing(path: path) : .unreadable(path: path, reason: String(cString: strerror(code)))
    }
    if status.st_mode & S_IFMT == S_IFDIR { return try PackageFolder(url) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(path: path, reason: "not a regular file")
    }
    guard status.st_size <= archiveLimit else {
      throw .limit(file: path, line: nil, what: "bytes in an archive", limit: archiveLimit)
    }
    let bytes: Data
    do {
      bytes = try Data(contentsOf: url)
    } catch {
      throw .unreadable(path: path, reason: error.localizedDescription)
    }
    return ZipFolder(try ZipArchive(bytes, name: path))
  }

  // MARK: Looking

  private static func items(of source: any PackageSource) throws(CAPackageError) -> [Item] {
    let own = [PackageIndex.fileName, PackageIndex().rootDocument]
    if own.contains(where: { source.holds($0) }) || source.name.hasSuffix(".ca") {
      return [Item(kind: .package, path: "")]
    }
    let files = try source.fileNames().filter { !isLitter($0) }
    if source.holds(WallpaperList.fileName) || source.name.hasSuffix(".wallpaper") {
      return [Item(kind: .wallpaper, path: "")]
    }
    var wallpapers: Set<String> = []
    for file in files {
      let parts = file.split(separator: "/")
      guard let index = parts.firstIndex(where: { $0.lowercased().hasSuffix(".wallpaper") }),
        index < parts.count - 1
      else { continue }
      wallpapers.insert(parts[...index].joined(separator: "/"))
    }
    if !wallpapers.isEmpty {
      return wallpapers.sorted().map { Item(kind: .wallpaper, path: $0) }
    }
    // Without wallpapers: folders that have planes, then single packages.
    let packages = WallpaperFiles.packageNames(files)
    let folders = Dictionary(grouping: packages) { $0.folderName }
    return folders.sorted { $0.key < $1.key }.flatMap { folder, packages in
      let planes = WallpaperFiles(packages: packages, title: folder)?.packages ?? [:]
      return planes.isEmpty || planes[.whole] != nil
        ? packages.map { Item(kind: .package, path: $0) }
        : [Item(kind: .wallpaper, path: folder)]
    }
  }

  /// Returns whether a file is one that systems leave behind in archives.
  private static func isLitter(_ file: String) -> Bool {
    let parts = file.split(separator: "/")
    return parts.first == "__MACOSX" || parts.last == ".DS_Store"
      || parts.contains { $0.hasPrefix("._") }
  }

  // MARK: Reading

  /// Reads a package of the container.
  ///
  /// - Parameter index: The index in `items`.
  /// - Throws: `CAPackageError` for a package that is malformed or dangerous, and for an item that
  ///   is not a package.
  public func package(at index: Int) throws(CAPackageError) -> CAPackage {
    let item = items[index]
    guard item.kind == .package else {
      throw .notAPackage(path: source.displayName(item.path), reason: "it is a wallpaper")
    }
    return try CAPackage(source: try source.folder(item.path))
  }

  /// Reads a wallpaper of the container; a package counts as a wallpaper of a single plane.
  ///
  /// - Parameters:
  ///   - index: The index in `items`.
  ///   - planes: The planes to show, from back to front; planes that it does not have are skipped.
  /// - Throws: `CAPackageError` for packages that are malformed or dangerous.
  public func wallpaper(
    at index: Int,
    planes: [CAWallpaper.Plane] = CAWallpaper.usualOrder
  ) throws(CAPackageError) -> CAWallpaper {
    let item = items[index]
    let folder = try source.folder(item.path)
    return try CAWallpaper(folder, try files(of: item, folder), order: planes)
  }

  private func files(
    of item: Item,
    _ folder: any PackageSource
  ) throws(CAPackageError) -> WallpaperFiles {
    let title = item.path.isEmpty ? source.name.lastPathPart : item.path.lastPathPart
    switch item.kind {
    case .package: return WallpaperFiles(wholePackage: title)
    case .wallpaper:
      if !title.lowercased().hasSuffix(".wallpaper"), !folder.holds(WallpaperList.fileName) {
        let files = try folder.fileNames().filter { !Self.isLitter($0) }
        let packages = WallpaperFiles.packageNames(files).filter { !$0.contains("/") }
        if let found = WallpaperFiles(packages: packages, title: title) { return found }
      }
      return try WallpaperFiles(folder)
    }
  }
}

extension PackageSource {
  fileprivate func holds(_ file: String) -> Bool {
    if case .inside = location(of: file) { true } else { false }
  }
}

extension String {
  fileprivate var lastPathPart: String { split(separator: "/").last.map(String.init) ?? self }

  fileprivate var folderName: String {
    split(separator: "/").dropLast().joined(separator: "/")
  }
}
