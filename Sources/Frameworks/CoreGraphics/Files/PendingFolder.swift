// Folders that appear whole or not at all.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import Foundation
import Glibc
import QuartzFaults

/// A folder in the making, beside the place where it will be.
///
/// It has a temporary name (`Temporaries`) until `publish`, and goes if that never comes.
package struct PendingFolder: ~Copyable {
  private let path: String
  /// Nil once the folder has its name.
  private var temporary: String?
  /// Holds the lock on it.
  private let descriptor: Int32

  /// Makes a folder that will be at `path`.
  ///
  /// - Throws: `FileError` if nothing can be made there.
  package init(path: String) throws(FileError) {
    var opened: Int32 = -1
    let made = Temporaries.make(beside: path) { name in
      guard mkdir(name, 0o777) == 0 else { return errno == EEXIST ? .again : .failed(errno) }
      opened = Fault.descriptor { open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
      guard opened >= 0 else {
        let code = errno
        rmdir(name)
        // Somebody may have taken it for a leftover.
        return code == ENOENT ? .again : .failed(code)
      }
      if Temporaries.lock(opened) { return .made }
      close(opened)
      return .again
    }
    switch made {
    case .success(let name): temporary = name
    case .failure(let failure): throw FileError(path: path, code: failure.code)
    }
    descriptor = opened
    self.path = path
  }

  deinit {
    // First: looking through the folder takes a descriptor, and there may be no other.
    close(descriptor)
    if let temporary {
      Temporaries.remove(temporary)
      Temporaries.forget(temporary)
    }
  }

  /// Writes a file into the folder, and makes the folders in its name.
  ///
  /// - Parameter name: The file's place in the folder.
  package func write(_ bytes: Data, to name: String) throws(FileError) {
    guard let temporary else { throw FileError(path: "\(path)/\(name)", code: ENOENT) }
    if Fault.strikes(.disk) { throw FileError(path: "\(path)/\(name)", code: ENOSPC) }
    var folder = temporary
    for part in name.split(separator: "/").dropLast() {
      folder += "/\(part)"
      guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
        throw FileError(path: "\(path)/\(name)", code: errno)
      }
    }
    let place = "\(temporary)/\(name)"
    let file = Fault.descriptor { open(place, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) }
    guard file >= 0 else { throw FileError(path: "\(path)/\(name)", code: errno) }
    let code = bytes.withUnsafeBytes { FileWriting.write($0, to: file) }
    let closing = close(file) == 0 ? 0 : errno
    guard code == 0, closing == 0 else {
      throw FileError(path: "\(path)/\(name)", code: code != 0 ? code : closing)
    }
  }

  /// Gives the folder its name; a folder that has it changes places with this one and is removed.
  ///
  /// - Parameter isReplacing: Whether there may be such a folder.
  package mutating func publish(isReplacing: Bool) throws(FileError) {
    if Fault.strikes(.disk) { throw FileError(path: path, code: ENOSPC) }
    guard let temporary else { return }
    if isReplacing, quartz_exchange(temporary, path) == 0 {
      // The temporary name is the old folder's now.
      Temporaries.remove(temporary)
    } else if isReplacing, errno != ENOENT {
      try replaceInSteps(temporary)
    } else if rename(temporary, path) != 0 {
      throw FileError(path: path, code: errno)
    }
    self.temporary = nil
    Temporaries.forget(temporary)
  }

  /// Replaces a folder where the file system cannot exchange two names.
  private func replaceInSteps(_ temporary: String) throws(FileError) {
    let old = temporary + ".old"
    guard rename(path, old) == 0 else { throw FileError(path: path, code: errno) }
    guard rename(temporary, path) == 0 else {
      let code = errno
      // The old folder keeps its name if the new one cannot be moved.
      rename(old, path)
      throw FileError(path: path, code: code)
    }
    Temporaries.remove(old)
  }
}
