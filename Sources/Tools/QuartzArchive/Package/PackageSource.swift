// The source of a package's files: a folder, or an archive in memory.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// The target of a name in a package.
enum FileLocation {
  /// A path that `PackageSource.read` takes.
  case inside(String)
  /// Out of the package; nothing was opened.
  case outside
  case nowhere
}

/// The files of a package, found by name and read within limits.
protocol PackageSource {
  /// As the caller wrote it, for messages.
  var name: String { get }
  /// Whether paths of `location(of:)` are those of files.
  var hasFiles: Bool { get }
  /// Resolves a name relative to the package.
  func location(of file: String) -> FileLocation
  /// Returns the name of a file that differs in case only, if there is one.
  func otherCase(of file: String) -> String?
  /// Reads the bytes of a regular file.
  ///
  /// - Parameters:
  ///   - path: A path from `location(of:)`.
  ///   - file: The name for messages.
  func read(_ path: String, file: String, limit: Int) throws(CAPackageError) -> Data
  /// Returns the names of all files below, in order, without links.
  func fileNames() throws(CAPackageError) -> [String]
  /// Returns a folder below.
  ///
  /// - Parameter folder: A part of a name from `fileNames`.
  func folder(_ folder: String) throws(CAPackageError) -> any PackageSource
}

extension PackageSource {
  var hasFiles: Bool { false }

  /// Returns the name of a file in messages.
  func displayName(_ file: String) -> String { "\(name)/\(file)" }
}

extension String {
  /// Whether a name stays in its folder as long as there are no links: no root, no `..`, no NUL, no
  /// URL.
  var staysInFolder: Bool {
    guard !isEmpty, !hasPrefix("/"), !utf8.contains(0) else { return false }
    if let scheme = firstIndex(of: ":"), self[scheme...].hasPrefix("://") { return false }
    return !split(separator: "/").contains("..")
  }
}
