// Files that appear whole or not at all: every file that this package writes.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Glibc
import QuartzFaults

/// A file in the making, in the folder where it will be.
///
/// Opening the name gives the old file or the complete new one. Until `publish` the file has no
/// name if the file system supports that, so nothing is left of it however the program ends.
/// Otherwise it has a temporary name (`Temporaries`).
///
/// A symbolic link is followed: its target is replaced. An existing file's permissions stay. A
/// special file (a pipe, a device) cannot be replaced, so it is written in place.
///
/// A limit on the size of files fails a write with an error, as a full disk does; no signal ends
/// the program.
package struct PendingFile: ~Copyable {
  /// As the caller wrote it, for messages.
  private let path: String
  private let target: String
  private var descriptor: Int32
  /// The name that the file has until it is complete; nil if it has none.
  private var temporary: String?
  /// Whether the file is a device or a pipe, which is written as it is.
  private let isDirect: Bool

  /// Opens a file that will be at `path`.
  ///
  /// - Throws: `FileError` if nothing can be written there.
  package init(path: String) throws(FileError) {
    // All at once at the end: a value that is not copied cannot be left half made.
    let opened = try Self.opened(path)
    self.path = path
    (descriptor, target, temporary, isDirect) = opened
  }

  deinit {
    if let temporary {
      unlink(temporary)
      Temporaries.forget(temporary)
    }
    if descriptor >= 0 { close(descriptor) }
  }

  private typealias Opened = (
    descriptor: Int32, target: String, temporary: String?, isDirect: Bool
  )

  private static func opened(_ path: String) throws(FileError) -> Opened {
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG {
      guard status.st_mode & S_IFMT != S_IFDIR else { throw FileError(path: path, code: EISDIR) }
      let descriptor = Fault.descriptor { open(path, O_WRONLY | O_CLOEXEC) }
      guard descriptor >= 0 else { throw FileError(path: path, code: errno) }
      return (descriptor, path, nil, true)
    }
    // A link stays a link: its target is replaced.
    var target = path
    if exists, let real = realpath(path, nil) {
      target = String(cString: real)
      free(real)
    }
    let folder = Temporaries.split(target).folder
    Temporaries.sweep(folder)
    // Without /proc it could not get a name later.
    let canName = access("/proc/self/fd", X_OK) == 0
    var descriptor =
      canName ? Fault.descriptor { open(folder, unnamed | O_RDWR | O_CLOEXEC, 0o666) } : -1
    var temporary: String?
    if descriptor < 0 { (descriptor, temporary) = try openNamed(target, path) }
    if exists { _ = fchmod(descriptor, status.st_mode & 0o777) }
    return (descriptor, target, temporary, false)
  }

  /// `O_TMPFILE` of fcntl.h, a macro that Swift does not import.
  private static let unnamed: Int32 = 0o20_000_000 | O_DIRECTORY

  /// Opens a file with a temporary name, where files without one cannot be had.
  private static func openNamed(
    _ target: String,
    _ path: String
  ) throws(FileError) -> (Int32, String) {
    var descriptor: Int32 = -1
    let made = Temporaries.make(beside: target) { name in
      descriptor = Fault.descriptor { open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
      guard descriptor >= 0 else { return errno == EEXIST ? .again : .failed(errno) }
      if Temporaries.lock(descriptor) { return .made }
      close(descriptor)
      return .again
    }
    switch made {
    case .success(let name): return (descriptor, name)
    case .failure(let failure): throw FileError(path: path, code: failure.code)
    }
  }

  /// The file's descriptor, which stays its own; for programs that are started with it.
  package var openDescriptor: Int32 { descriptor }

  /// A name by which other programs of the user can open the file.
  package var openName: String { "/proc/\(getpid())/fd/\(descriptor)" }

  /// The bytes so far, for as long as `body` runs; nil if they cannot be had.
  package func withBytes<Result>(
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let count = Int(status.st_size)
    guard count > 0 else { return body(UnsafeRawBufferPointer(start: nil, count: 0)) }
    // Bounds: the file has this size, and nobody else can make it shorter.
    guard let memory = Fault.mapping({ mmap(nil, count, PROT_READ, MAP_SHARED, descriptor, 0) })
    else { return nil }
    defer { munmap(memory, count) }
    return body(UnsafeRawBufferPointer(start: memory, count: count))
  }

  /// Whether the file is a device or a pipe, so that written bytes cannot be read back.
  package var isStream: Bool { isDirect }

  // MARK: Writing

  /// Appends bytes.
  package func write(_ bytes: Data) throws(FileError) {
    if Fault.strikes(.disk) { throw FileError(path: path, code: ENOSPC) }
    let code = bytes.withUnsafeBytes { FileWriting.write($0, to: descriptor) }
    guard code == 0 else { throw FileError(path: path, code: code) }
  }

  /// Appends bytes.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    if Fault.strikes(.disk) { throw FileError(path: path, code: ENOSPC) }
    let code = bytes.withUnsafeBytes { FileWriting.write($0, to: descriptor) }
    guard code == 0 else { throw FileError(path: path, code: code) }
  }

  /// Gives the file its name, and replaces a file of that name.
  ///
  /// - Parameter isSynced: Whether the bytes are brought to the disk first. Some file systems
  ///   report only then that there is no room; one file of many need not wait for that.
  package mutating func publish(isSynced: Bool = true) throws(FileError) {
    // Some file systems do not know fsync; that is no reason to fail.
    if isSynced, !isDirect, fsync(descriptor) != 0, errno != EINVAL, errno != EROFS {
      throw FileError(path: path, code: errno)
    }
    if Fault.strikes(.disk) { throw FileError(path: path, code: ENOSPC) }
    if isDirect { return try closeDescriptor() }
    if temporary == nil, try !linkTemporary() { return }
    try closeDescriptor()
    guard let name = temporary else { return }
    guard rename(name, target) == 0 else { throw FileError(path: path, code: errno) }
    temporary = nil
    Temporaries.forget(name)
    if isSynced { Self.syncFolder(of: target) }
  }

  /// Gives a file without a name its final one if that is free, or a temporary one, because a link
  /// replaces nothing.
  ///
  /// - Returns: Whether the name is a temporary one.
  private mutating func linkTemporary() throws(FileError) -> Bool {
    let source = "/proc/self/fd/\(descriptor)"
    if linkat(AT_FDCWD, source, AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 { return false }
    // The lock is taken first: a sweep may find the name as soon as it exists.
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
    let made = Temporaries.make(beside: target) { name in
      if linkat(AT_FDCWD, source, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 { return .made }
      return errno == EEXIST ? .again : .failed(errno)
    }
    switch made {
    case .success(let name): temporary = name
    case .failure(let failure): throw FileError(path: path, code: failure.code)
    }
    return true
  }

  /// Makes the new name last through a loss of power; the file is complete without it.
  private static func syncFolder(of target: String) {
    let folder = Temporaries.split(target).folder
    let descriptor = Fault.descriptor { open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }

  /// Some file systems report a full disk only when a file is closed.
  private mutating func closeDescriptor() throws(FileError) {
    let descriptor = descriptor
    self.descriptor = -1
    guard close(descriptor) == 0 else { throw FileError(path: path, code: errno) }
  }
}

extension PendingFile {
  /// Writes a file: all of it, or nothing.
  package static func write(
    _ bytes: Data,
    to path: String,
    isSynced: Bool = true
  ) throws(FileError) {
    var file = try PendingFile(path: path)
    try file.write(bytes)
    try file.publish(isSynced: isSynced)
  }

  /// Looks whether a file can be made in the folder that is to hold it.
  package static func check(_ path: String) throws(FileError) {
    guard access(Temporaries.split(path).folder, W_OK | X_OK) == 0 else {
      throw FileError(path: path, code: errno)
    }
  }
}

/// Bytes into descriptors.
package enum FileWriting {
  /// Writes all bytes of some memory.
  ///
  /// Neither a limit on the size of files nor a pipe without a reader ends the program: both are
  /// errors.
  ///
  /// - Returns: 0, or the error's number.
  package static func write(_ memory: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var done = 0
    return withoutSignals {
      // Bounds: `done` never exceeds the count; `write` takes no more than it is given.
      while done < memory.count, let base = memory.baseAddress {
        let part = uninterrupted { Glibc.write(descriptor, base + done, memory.count - done) }
        guard part >= 0 else { return errno }
        done += part
      }
      return 0
    }
  }

  /// Calls of the system that write, without the signals by which they could end the program.
  ///
  /// - Parameter calls: Returns 0, or the error's number.
  /// - Returns: The same.
  package static func withoutSignals(_ calls: () -> Int32) -> Int32 {
    var signals = sigset_t()
    var before = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGXFSZ)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let code = calls()
    if code == EFBIG || code == EPIPE { takeSignal(&signals, unless: before) }
    return code
  }

  /// Takes the signal that a write has sent to this thread, so that it does not come later.
  private static func takeSignal(_ signals: inout sigset_t, unless before: sigset_t) {
    var before = before
    // A program that blocks these signals may wait for them.
    if sigismember(&before, SIGXFSZ) == 1 { sigdelset(&signals, SIGXFSZ) }
    if sigismember(&before, SIGPIPE) == 1 { sigdelset(&signals, SIGPIPE) }
    var now = timespec()
    _ = uninterrupted { sigtimedwait(&signals, nil, &now) }
  }
}
