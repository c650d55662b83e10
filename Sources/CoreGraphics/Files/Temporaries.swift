// Names that files and folders have only until they are complete.
// Licensed under the MIT license; see LICENSE.
//
// A file in the making has no name where the file system can do that (O_TMPFILE): nothing is left of it
// however the program ends. Elsewhere, and for folders, there is a name for a while:
//
//     .<name>.quartz-<random>.tmp
//
// Who makes one holds a lock on it (flock), which ends with the program, whatever ends that. So whoever
// can take the lock of such a file knows that nobody will complete it, on other machines and in
// other process namespaces too, and removes it. Each program looks once in each folder that it writes to.
// A program that is told to end removes its own with `removeAll(then:)`.

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

  /// What a step of making one returned.
  enum Attempt {
    case made
    /// The name is taken.
    case again
    case failed(Int32)
  }

  /// Finds a free name beside `target` and has `make` take it.
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
      // Before it is there: a signal may come at any time.
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

  /// Says that a name is gone: it was removed, or is another one now.
  static func forget(_ path: String) {
    state.withLock { _ = $0.names.remove(path) }
  }

  /// Removes all of them and then ends the program with `end`, before any other thread gets on.
  package static func removeAll(then end: () -> Never) -> Never {
    state.withLock { state in
      for path in state.names { remove(path) }
      end()
    }
  }

  /// Takes the lock of something new; false if it was taken for a leftover and removed meanwhile.
  static func lock(_ descriptor: Int32) -> Bool {
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    var status = stat()
    // A file without a name has no links, and nobody can take it for anything.
    return fstat(descriptor, &status) == 0 && status.st_nlink > 0
  }

  /// The folder and the last part of a path.
  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let folder = slash == path.startIndex ? "/." : String(path[..<slash])
    return (folder, String(path[path.utf8.index(after: slash)...]))
  }

  // MARK: Leftovers

  /// Removes what programs that are gone have left in a folder, the first time that it is asked to.
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
