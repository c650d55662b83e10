// Temporary names of files and folders that are not complete yet.
// Licensed under the MIT license; see LICENSE.
//
// A file in the making has no name if the file system supports that (O_TMPFILE): nothing is left of
// it however the program ends. Otherwise, and for folders, there is a temporary name:
//
//     .<name>.quartz-<random>.tmp
//
// Its writer holds a lock on it (flock), which the system releases however the program ends. A
// program that can take the lock knows that the file will not be completed, and removes it. This
// holds across machines and process namespaces. Each program looks once in each folder that it
// writes to. A program that is asked to end removes its own with `removeAll(then:)`.

import Foundation
import Glibc
import QuartzFaults
import Synchronization

package enum Temporaries {
  private struct State {
    var names: Set<String> = []
    var sweptFolders: Set<String> = []
  }

  private static let state = Mutex(State())
  private static let mark = ".quartz-"
  private static let end = ".tmp"

  /// The result of one attempt to make a temporary.
  enum Attempt {
    case made
    /// The name is taken.
    case again
    case failed(Int32)
  }

  /// Finds a free name beside `target` and calls `make` with it.
  ///
  /// - Parameter make: Makes something under the name that it is given.
  /// - Returns: The name, or the number of an error.
  static func make(beside target: String, _ make: (String) -> Attempt) -> Result<String, Failure> {
    let (folder, name) = split(target)
    sweep(folder)
    // Names have up to 255 bytes.
    let start = String(decoding: name.utf8.prefix(180), as: UTF8.self)
    for _ in 0..<16 {
      let random = String(UInt64.random(in: 0 ... .max), radix: 36)
      let path = "\(folder)/.\(start)\(mark)\(random)\(end)"
      // The name is noted before it exists: a signal may come at any time.
      state.withLock { _ = $0.names.insert(path) }
      switch make(path) {
      case .made: return .success(path)
      case .again: forget(path)
      case .failed(let code):
        forget(path)
        return .failure(Failure(code: code))
      }
    }
    return .failure(Failure(code: EEXIST))
  }

  struct Failure: Error {
    let code: Int32
  }

  /// Makes a folder in that of temporary files, and removes those of ended programs there.
  ///
  /// The folder is this program's for as long as it runs. `removeAll(then:)` removes it.
  ///
  /// - Parameter name: A part of the folder's name.
  /// - Returns: The folder's path, without links.
  /// - Throws: `FileError`.
  package static func folder(named name: String) throws(FileError) -> String {
    let parent = NSTemporaryDirectory()
    guard let real = realpath(parent, nil) else { throw FileError(path: parent, code: errno) }
    defer { free(real) }
    let made = make(beside: String(cString: real) + "/" + name) { path in
      guard mkdir(path, 0o700) == 0 else { return errno == EEXIST ? .again : .failed(errno) }
      let descriptor = Fault.descriptor { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
      guard descriptor >= 0 else {
        let code = errno
        rmdir(path)
        return .failed(code)
      }
      // The lock is held as long as the descriptor is open, which nobody closes.
      if lock(descriptor) { return .made }
      close(descriptor)
      return .again
    }
    do {
      return try made.get()
    } catch {
      throw FileError(path: parent, code: error.code)
    }
  }

  /// Says that a name is gone: it was removed, or is another one now.
  static func forget(_ path: String) {
    state.withLock { _ = $0.names.remove(path) }
  }

  /// Removes all of them and then ends the program with `end`, while other threads wait.
  package static func removeAll(then end: () -> Never) -> Never {
    state.withLock { state in
      for path in state.names { remove(path) }
      end()
    }
  }

  /// Takes the lock of something new; false if it was taken for a leftover and removed meanwhile.
  static func lock(_ descriptor: Int32) -> Bool {
    _ = uninterrupted { flock(descriptor, LOCK_EX) }
    var status = stat()
    // A removed file has no links, and no program can open it.
    return fstat(descriptor, &status) == 0 && status.st_nlink > 0
  }

  /// The folder and the last part of a path.
  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let folder = slash == path.startIndex ? "/." : String(path[..<slash])
    return (folder, String(path[path.utf8.index(after: slash)...]))
  }

  // MARK: Leftovers

  /// Removes leftovers of ended programs from a folder, on the first call for it.
  static func sweep(_ folder: String) {
    let isNew = state.withLock { $0.sweptFolders.insert(folder).inserted }
    guard isNew, !Fault.strikes(.descriptor), let entries = opendir(folder) else { return }
    defer { closedir(entries) }
    var leftovers: [String] = []
    while let entry = readdir(entries) {
      // Bounds: the kernel ends each name with a zero.
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasPrefix("."), name.hasSuffix(end), name.contains(mark) { leftovers.append(name) }
    }
    for name in leftovers { removeLeftover("\(folder)/\(name)") }
  }

  private static func removeLeftover(_ path: String) {
    let descriptor = Fault.descriptor { open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
      flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else { return }
    remove(path)
  }

  /// Removes a file, or a folder with all that is in it.
  static func remove(_ path: String) {
    guard unlink(path) != 0, errno == EISDIR || errno == EPERM else { return }
    try? FileManager.default.removeItem(atPath: path)
  }
}
