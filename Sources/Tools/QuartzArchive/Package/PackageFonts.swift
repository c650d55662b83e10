// The fonts that a package brings along.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import QuartzText

/// The files of a package's folder of fonts.
struct PackageFonts {
  /// The name of the folder in the package.
  static let folderName = "fonts"
  /// The most files in it, and the most bytes of one and of all.
  private static let fileLimit = 64
  private static let byteLimit = 64 << 20
  private static let allBytesLimit = 256 << 20

  /// The names of the files from the package, in order.
  let names: [String]
  private let package: any PackageSource

  /// - Throws: `CAPackageError` for a folder that leads out of the package or has too many files.
  init(of package: any PackageSource) throws(CAPackageError) {
    self.package = package
    if case .outside = package.location(of: Self.folderName) {
      throw .unreadable(
        path: package.displayName(Self.folderName),
        reason: "it leads out of the package"
      )
    }
    let folder = try? package.folder(Self.folderName)
    names = (try folder?.fileNames() ?? []).map { "\(Self.folderName)/\($0)" }
    guard names.count <= Self.fileLimit else {
      throw .limit(
        file: package.displayName(Self.folderName),
        line: nil,
        what: "files of fonts in a package",
        limit: Self.fileLimit
      )
    }
  }

  /// Reads the fonts.
  ///
  /// - Returns: The fonts, or nil, and the names of font files that have no font.
  func collection() throws(CAPackageError) -> (fonts: FontCollection?, refused: [String]) {
    var files: [(name: String, bytes: Data)] = []
    var count = 0
    for name in names where FontCollection.isFontName(name) {
      guard case .inside(let path) = package.location(of: name) else { continue }
      let bytes = try package.read(path, file: name, limit: Self.byteLimit)
      count += bytes.count
      guard count <= Self.allBytesLimit else {
        throw .limit(
          file: package.displayName(Self.folderName),
          line: nil,
          what: "bytes of fonts in a package",
          limit: Self.allBytesLimit
        )
      }
      files.append((name, bytes))
    }
    let found = FontCollection.files(files)
    return (found.collection, found.refused)
  }
}
