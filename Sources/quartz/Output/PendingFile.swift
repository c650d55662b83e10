// A file that is written piece by piece and gets its name when it is complete.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Glibc

/// A file in the making, in the folder where it will be.
///
/// Until `publish` it has no name at all where the file system can do that (`O_TMPFILE`), so nothing is
/// left of it however the program ends; elsewhere it has a temporary one, which goes when the value does.
struct PendingFile: ~Copyable {
  private let path: String
  private let target: String
  private let descriptor: Int32
  /// The name that the file has until then; nil if it has none.
  private var temporary: String?
  /// Whether the file is a device or a pipe, which is written as it is.
  private let isDirect: Bool

  /// - Throws: `OutputError` if nothing can be written there.
  init(path: String) throws(OutputError) {
    let opened = try Self.open(path)
    self.path = path
    (descriptor, target, temporary, isDirect) = opened
  }

  deinit {
    close(descriptor)
    if let temporary { unlink(temporary) }
  }

  private typealias Opened = (
    descriptor: Int32, target: String, temporary: String?, isDirect: Bool
  )

  private static func open(_ path: String) throws(OutputError) -> Opened {
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG {
      guard status.st_mode & S_IFMT != S_IFDIR else { throw OutputError(path: path, code: EISDIR) }
      let descriptor = Glibc.open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw OutputError(path: path, code: errno) }
      return (descriptor, path, nil, true)
    }
    // A link stays a link: what it leads to is replaced.
    var target = path
    if exists, let real = realpath(path, nil) {
      target = String(cString: real)
      free(real)
    }
    let mask = umask(0)
    umask(mask)
    let mode = exists ? status.st_mode & 0o777 : 0o666 & ~mask
    let folder = target.lastIndex(of: "/").map { $0 == target.startIndex ? "/" : target[..<$0] }
    var descriptor = Glibc.open(String(folder ?? "."), unnamed | O_RDWR | O_CLOEXEC, 0o600)
    var temporary: String?
    if descriptor < 0 {
      var template = Array("\(target).XXXXXX".utf8CString)
      descriptor = mkstemp(&template)
      guard descriptor >= 0 else { throw OutputError(path: path, code: errno) }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    _ = fchmod(descriptor, mode)
    return (descriptor, target, temporary, false)
  }

  /// `O_TMPFILE` of fcntl.h, a macro that Swift does not import.
  private static let unnamed: Int32 = 0o20_000_000 | O_DIRECTORY

  /// A name by which other programs of the user can open the file.
  var openName: String { "/proc/\(getpid())/fd/\(descriptor)" }

  /// Whether nobody has written anything.
  var isEmpty: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_size == 0
  }

  /// Appends bytes.
  func write(_ bytes: Data) throws(OutputError) {
    let code = Writing.write(bytes, to: descriptor)
    guard code == 0 else { throw OutputError(path: path, code: code) }
  }

  /// Gives the file its name; what had the name is replaced.
  mutating func publish() throws(OutputError) {
    if isDirect { return }
    if temporary == nil { temporary = try link() }
    guard let name = temporary else { return }
    guard rename(name, target) == 0 else { throw OutputError(path: path, code: errno) }
    temporary = nil
  }

  /// Gives a file without a name a temporary one, because a link replaces nothing.
  private func link() throws(OutputError) -> String {
    for _ in 0..<16 {
      let name = "\(target).\(String(UInt32.random(in: 0 ... .max), radix: 36))"
      let source = "/proc/self/fd/\(descriptor)"
      if linkat(AT_FDCWD, source, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 { return name }
      guard errno == EEXIST else { break }
    }
    throw OutputError(path: path, code: errno)
  }
}
