// The files of a package, found by name, only inside of its folder, and read within limits.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Glibc
import QuartzFaults

/// A package's folder.
///
/// Nothing outside of it is ever opened, not even through a link.
struct PackageFolder: PackageSource {
  /// As the caller wrote it, for messages.
  let name: String
  var hasFiles: Bool { true }
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

  /// Resolves a name relative to the folder.
  func location(of file: String) -> FileLocation {
    guard file.staysInFolder else { return .outside }
    guard let real = PackageFolder.resolved(realPath + "/" + file) else { return .nowhere }
    return real.hasPrefix(realPath + "/") ? .inside(real) : .outside
  }

  /// Returns the name of a file that differs in case only, if exactly one matches.
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

  /// Reads the bytes of a regular file.
  ///
  /// - Parameters:
  ///   - path: A real path inside of the package.
  ///   - file: The name for messages.
  func read(_ path: String, file: String, limit: Int) throws(CAPackageError) -> Data {
    func unreadable(_ reason: String) -> CAPackageError {
      .unreadable(path: displayName(file), reason: reason)
    }
    // Without O_NONBLOCK opening a pipe would wait for a writer.
    let descriptor = Fault.descriptor { open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW) }
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

  /// The largest number of files and folders in a search.
  private static let searchLimit = 10_000
  /// The largest nesting depth of folders.
  private static let searchDepth = 32

  func fileNames() throws(CAPackageError) -> [String] {
    var names: [String] = []
    var open = [(name: "", depth: 0)]
    var count = 0
    while let folder = open.popLast() {
      let path = folder.name.isEmpty ? realPath : realPath + "/" + folder.name
      for entry in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
        count += 1
        guard count <= Self.searchLimit else {
          throw .limit(file: name, line: nil, what: "files in a folder", limit: Self.searchLimit)
        }
        let name = folder.name.isEmpty ? entry : folder.name + "/" + entry
        var status = stat()
        guard lstat(realPath + "/" + name, &status) == 0 else { continue }
        switch status.st_mode & S_IFMT {
        case S_IFREG: names.append(name)
        case S_IFDIR where folder.depth < Self.searchDepth: open.append((name, folder.depth + 1))
        default: continue
        }
      }
    }
    return names.sorted()
  }

  func folder(_ folder: String) throws(CAPackageError) -> any PackageSource {
    if folder.isEmpty { return self }
    return try PackageFolder(URL(fileURLWithPath: name + "/" + folder, isDirectory: true))
  }

  /// Reads until the memory is full or the file ends; nil for an error.
  private static func fill(_ memory: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Int?
  {
    var count = 0
    // Bounds: `count` never exceeds the memory's size, `read` never returns more than it was asked
    // for.
    while count < memory.count, let base = memory.baseAddress {
      let part = uninterrupted {
        Glibc.read(descriptor, base + count, memory.count - count)
      }
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
