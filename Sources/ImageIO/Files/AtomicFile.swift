// Files that appear under their name when they are complete, or not at all.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// A file in the making.
///
/// Bytes go to a temporary file in the folder of the final one. `commit` brings them to the disk and
/// gives the file its name in one step: whoever opens the name gets the old file or the new one,
/// complete. A file that is not committed leaves nothing behind.
///
/// A symbolic link is followed: what it points to is replaced. An existing file's permissions stay.
/// What is no ordinary file (a pipe, a device) is written to as it is, for it cannot be replaced.
package struct AtomicFile: ~Copyable {
  /// As the caller wrote it, for messages.
  private let path: String
  private let target: String
  /// Nil for what is no ordinary file, and once the file has its name.
  private var temporary: String?
  private var descriptor: Int32

  /// Opens a file that will be at `path`.
  package init(path: String) throws(ImageFileError) {
    // All at once at the end: a value that is not copied cannot be left half made.
    let opened = try Self.opened(path)
    self.path = path
    target = opened.target
    temporary = opened.temporary
    descriptor = opened.descriptor
  }

  private static func opened(
    _ path: String
  ) throws(ImageFileError) -> (descriptor: Int32, temporary: String?, target: String) {
    var status = stat()
    let exists = stat(path, &status) == 0
    let kind = exists ? status.st_mode & S_IFMT : S_IFREG
    guard kind != S_IFDIR else { throw .cannotWrite(path: path, code: EISDIR) }
    guard kind == S_IFREG else {
      let descriptor = open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .cannotWrite(path: path, code: errno) }
      return (descriptor, nil, path)
    }
    let target = exists ? resolved(path) : path
    let (descriptor, temporary) = try openTemporary(beside: target, for: path)
    if exists { _ = fchmod(descriptor, status.st_mode & 0o777) }
    return (descriptor, temporary, target)
  }

  private static func resolved(_ path: String) -> String {
    guard let name = realpath(path, nil) else { return path }
    defer { free(name) }
    return String(cString: name)
  }

  private static func openTemporary(
    beside target: String,
    for path: String
  ) throws(ImageFileError) -> (Int32, String) {
    let folder = target.utf8.lastIndex(of: UInt8(ascii: "/")).map { target[...$0] } ?? ""
    for _ in 0..<16 {
      let suffix = String(UInt32.random(in: 0 ... .max), radix: 16)
      let name = "\(folder).quartz-\(suffix).tmp"
      let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 { return (descriptor, name) }
      guard errno == EEXIST else { throw .cannotWrite(path: path, code: errno) }
    }
    throw .cannotWrite(path: path, code: EEXIST)
  }

  /// Appends bytes.
  package mutating func write(_ bytes: [UInt8]) throws(ImageFileError) {
    var start = 0
    while start < bytes.count {
      // Bounds: start is below the count, and no more than the rest is written.
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress.map { $0 + start }, bytes.count - start)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw .cannotWrite(path: path, code: errno)
      }
      start += count
    }
  }

  /// Brings the bytes to the disk and gives the file its name.
  package mutating func commit() throws(ImageFileError) {
    guard let temporary else {
      try closeDescriptor()
      return
    }
    // Some file systems do not know fsync; that is no reason to fail.
    if fsync(descriptor) != 0, errno != EINVAL, errno != EROFS {
      throw .cannotWrite(path: path, code: errno)
    }
    try closeDescriptor()
    guard rename(temporary, target) == 0 else { throw .cannotWrite(path: path, code: errno) }
    self.temporary = nil
    Self.syncFolder(of: target)
  }

  /// Makes the new name last through a loss of power; the file is complete without it.
  private static func syncFolder(of target: String) {
    let folder = target.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(target[...$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }

  private mutating func closeDescriptor() throws(ImageFileError) {
    let descriptor = descriptor
    self.descriptor = -1
    guard descriptor < 0 || close(descriptor) == 0 else {
      throw .cannotWrite(path: path, code: errno)
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if let temporary { unlink(temporary) }
  }
}
