// The files of a package: found by name, never outside of its folder, read within limits.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Glibc

/// A package's folder.
///
/// Nothing outside of it is ever opened, not through a link either.
struct PackageFolder {
  /// As the caller wrote it, for messages.
  let name: String
  /// Absolute and free of symbolic links.
  private let realPath: String

  init(_ url: URL) throws(CAPackageError) {
    let path = url.path
    // A trailing slash adds nothing to messages.
    name = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    guard url.isFileURL else { throw .notAPackage(path: "\(url)", reason: "it is not a file URL") }
    guard let real = PackageFolder.resolved(path) else {
      let code = errno
      throw code == ENOENT
        ? .missing(path: name) : .unreadable(path: name, reason: String(cString: strerror(code)))
    }
    var status = stat()
    guard stat(real, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw .notAPackage(path: name, reason: "it is not a folder")
    }
    realPath = real
  }

  /// How a file is named in messages.
  func displayName(_ file: String) -> String {
    "\(name)/\(file)"
  }

  /// Where a name leads.
  enum Place {
    /// A path without symbolic links, inside of the package.
    case inside(String)
    case outside
    case nowhere
  }

  /// Follows a name relative to the folder.
  func place(of file: String) -> Place {
    guard PackageFolder.isRelative(file) else { return .outside }
    guard let real = PackageFolder.resolved(realPath + "/" + file) else { return .nowhere }
    return real.hasPrefix(realPath + "/") ? .inside(real) : .outside
  }

  /// Whether a name stays in the folder as long as there are no links: no root, no `..`, no NUL, no URL.
  private static func isRelative(_ file: String) -> Bool {
    guard !file.isEmpty, !file.hasPrefix("/"), !file.utf8.contains(0) else { return false }
    if let scheme = file.firstIndex(of: ":"), file[scheme...].hasPrefix("://") { return false }
    return !file.split(separator: "/").contains("..")
  }

  /// The name of a file whose letters differ in case only, if there is exactly one way to find it.
  func otherCase(of file: String) -> String? {
    var folder = realPath
    var found: [String] = []
    for part in file.split(separator: "/") {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      let match =
        names.sorted().first { $0 == part }
        ?? names.sorted().first { $0.lowercased() == part.lowercased() }
      guard let match else { return nil }
      found.append(match)
      folder += "/" + match
    }
    return found.isEmpty ? nil : found.joined(separator: "/")
  }

  /// The bytes of a regular file.
  ///
  /// - Parameters:
  ///   - path: A real path inside of the package.
  ///   - file: The name for messages.
  func read(_ path: String, file: String, limit: Int) throws(CAPackageError) -> Data {
    func unreadable(_ reason: String) -> CAPackageError {
      .unreadable(path: displayName(file), reason: reason)
    }
    // Without O_NONBLOCK opening a pipe would wait for a writer.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw unreadable(String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw unreadable("not a regular file")
    }
    guard status.st_size <= limit else {
      throw .limit(file: displayName(file), line: nil, what: "bytes in a file", limit: limit)
    }
    var bytes = Data(count: Int(status.st_size))
    let count = bytes.withUnsafeMutableBytes { PackageFolder.fill($0, from: descriptor) }
    guard let count else { throw unreadable(String(cString: strerror(errno))) }
    return bytes.prefix(count)
  }

  /// Reads until the memory is full or the file ends; nil for an error.
  private static func fill(_ memory: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Int?
  {
    var count = 0
    // Bounds: `count` never exceeds the memory's size, `read` never returns more than it was asked for.
    while count < memory.count, let base = memory.baseAddress {
      let part = Glibc.read(descriptor, base + count, memory.count - count)
      if part < 0 && errno == EINTR { continue }
      if part < 0 { return nil }
      if part == 0 { break }
      count += part
    }
    return count
  }

  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
