// Packages as files, written atomically.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import Glibc
import QuartzCore

/// The files of a package by their names in it.
package struct PackageFiles: Equatable {
  package var files: [String: Data] = [:]
  /// The warnings about content that could not be written, one line each.
  package var warnings: [String] = []
}

extension CAPackage {
  /// Writes the package atomically.
  ///
  /// The same tree gives the same bytes. Reading them gives the same tree, except that colours are
  /// in extended sRGB and pictures are RGBA with 8 bits. Content that was read and has no effect is
  /// written unchanged, and so are states. Values that a state has set are written as the layers
  /// have them, unless its controller has reverted them.
  ///
  /// **Differences**: content that documents cannot represent is skipped with a warning: delegates,
  /// contents other than images, animations and layout managers of a program's own classes.
  ///
  /// - Parameter url: The package's folder. An existing package is replaced; anything else is not.
  /// - Returns: The warnings about skipped content, one line each.
  /// - Throws: `CAPackageError.unwritable`, or `.limit` for a tree that could not be read back.
  @discardableResult
  public func write(to url: URL) throws(CAPackageError) -> [String] {
    let package = try files()
    try PackageFolder.write(package.files, to: url)
    return package.warnings
  }

  /// Returns the document as text.
  public func documentText() throws(CAPackageError) -> String {
    let files = try files()
    return String(decoding: files.files[index.rootDocument] ?? Data(), as: UTF8.self)
  }

  /// Returns all files of the package.
  package func files() throws(CAPackageError) -> PackageFiles {
    var writer = DocumentWriter(preserved: preserved, images: preservedImages)
    let root = try writer.document(rootLayer)
    var package = PackageFiles(files: writer.assets.files, warnings: writer.warnings)
    let fontFiles = try folder.map { folder throws(CAPackageError) in try PackageFonts(of: folder) }
    for name in otherFiles(of: root) + (fontFiles?.names ?? []) where package.files[name] == nil {
      package.files[name] = try otherFile(name)
    }
    do {
      package.files[index.rootDocument] = try MarkupWriter.document(root)
    } catch {
      throw CAPackageError(error, file: index.rootDocument)
    }
    package.files[PackageIndex.fileName] = try fullIndex.data(file: PackageIndex.fileName)
    return package
  }

  private var fullIndex: PackageIndex {
    var index = index
    index.documentWidth = size.width
    index.documentHeight = size.height
    return index
  }

  // MARK: Files that no layer shows

  /// Returns the files of the package that the index and kept elements refer to.
  private func otherFiles(of root: MarkupElement) -> [String] {
    guard folder != nil else { return [] }
    var names = index.assetManifest.map { [$0] } ?? []
    var open = [root]
    while let element = open.popLast() {
      if let source = element.attributes["src"] { names.append(source) }
      open += element.children
    }
    return names
  }

  private func otherFile(_ name: String) throws(CAPackageError) -> Data? {
    guard let folder, case .inside(let path) = folder.location(of: name) else { return nil }
    return try folder.read(path, file: name, limit: CAPackage.otherFileLimit)
  }

  /// The largest file that is copied unread, in bytes.
  private static let otherFileLimit = 256 << 20
}

extension PackageFolder {
  /// Writes a folder with files beside its final path, then renames it.
  static func write(_ files: [String: Data], to url: URL) throws(CAPackageError) {
    let path =
      url.path.count > 1 && url.path.hasSuffix("/") ? String(url.path.dropLast()) : url.path
    guard url.isFileURL else {
      throw .unwritable(path: "\(url)", reason: "it is not a file URL")
    }
    let isReplaced = try holdsPackage(path)
    do {
      var folder = try PendingFolder(path: path)
      for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
        try folder.write(bytes, to: name)
      }
      try folder.publish(isReplacing: isReplaced)
    } catch {
      throw .unwritable(path: error.path, reason: error.reason)
    }
  }

  private static func failure(_ path: String) -> CAPackageError {
    .unwritable(path: path, reason: String(cString: strerror(errno)))
  }

  /// Returns whether a path has a package or an empty folder that may be replaced.
  private static func holdsPackage(_ path: String) throws(CAPackageError) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return false }
      throw failure(path)
    }
    let names = try? FileManager.default.contentsOfDirectory(atPath: path)
    let ours = [PackageIndex.fileName, PackageIndex().rootDocument, WallpaperList.fileName]
    guard status.st_mode & S_IFMT == S_IFDIR, let names,
      names.isEmpty || ours.contains(where: { names.contains($0) })
    else { throw .unwritable(path: path, reason: "something that is no layer package is there") }
    return true
  }
}
