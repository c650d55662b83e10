// Files that are there whole or not at all.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Glibc

/// Why a file was not written.
struct OutputError: Error, Equatable, CustomStringConvertible {
  let path: String
  let code: Int32

  var description: String { "\(path): \(String(cString: strerror(code)))" }
}

enum OutputFile {
  /// Writes a file: beside its final name first, then it takes that name.
  ///
  /// Whatever goes wrong, the final name has its old content, or none. Devices and pipes are written
  /// directly; there is nothing of theirs to keep.
  static func write(_ bytes: Data, to path: String) throws(OutputError) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      guard status.st_mode & S_IFMT != S_IFDIR else {
        throw OutputError(path: path, code: EISDIR)
      }
      let descriptor = open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw OutputError(path: path, code: errno) }
      try finish(bytes, descriptor, path)
      return
    }
    // A link stays a link: what it leads to is replaced.
    let target = resolved(path) ?? path
    var template = Array("\(target).XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw OutputError(path: path, code: errno) }
    do throws(OutputError) {
      try adoptMode(of: target, descriptor, path)
      try finish(bytes, descriptor, path)
      guard rename(template, target) == 0 else { throw OutputError(path: path, code: errno) }
    } catch {
      unlink(template)
      throw error
    }
  }

  /// Looks whether a file can be made in the folder that is to hold it.
  static func check(_ path: String) throws(OutputError) {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) }
    guard access(folder ?? ".", W_OK | X_OK) == 0 else {
      throw OutputError(path: path, code: errno)
    }
  }

  /// Gives a new file the mode of the one it replaces, or what the user's mask allows.
  private static func adoptMode(
    of target: String,
    _ descriptor: Int32,
    _ path: String
  ) throws(OutputError) {
    var status = stat()
    let mask = umask(0)
    umask(mask)
    let mode = stat(target, &status) == 0 ? status.st_mode & 0o777 : 0o666 & ~mask
    guard fchmod(descriptor, mode) == 0 else {
      let code = errno
      close(descriptor)
      throw OutputError(path: path, code: code)
    }
  }

  /// Writes all bytes and closes the descriptor.
  private static func finish(
    _ bytes: Data,
    _ descriptor: Int32,
    _ path: String
  ) throws(OutputError) {
    let code = Writing.write(bytes, to: descriptor)
    // Some file systems tell of a full disk only when a file is closed.
    let closing = close(descriptor) == 0 ? 0 : errno
    guard code == 0, closing == 0 else {
      throw OutputError(path: path, code: code != 0 ? code : closing)
    }
  }

  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
