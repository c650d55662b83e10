// A folder that appears whole or not at all.
// Licensed under the MIT license; see LICENSE.

import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// A folder that is written under another name and renamed when it is complete.
struct OutputFolder {
  let path: String
  private let temporary: String
  private let replaces: Bool

  /// - Parameters:
  ///   - path: The folder.
  ///   - replaces: Whether a folder that holds something gives way.
  init(_ path: String, replaces: Bool) throws(PortError) {
    self.path = path
    self.replaces = replaces
    var status = stat()
    if lstat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else { throw PortError("\(path): is no folder") }
      let names: [String]
      do { names = try FileManager.default.contentsOfDirectory(atPath: path) } catch {
        throw Folder.error(path)
      }
      guard names.isEmpty || replaces else {
        throw PortError("\(path): is not empty; --force replaces it")
      }
    }
    let parent = (path as NSString).deletingLastPathComponent
    do {
      try FileManager.default.createDirectory(
        atPath: parent.isEmpty ? "." : parent,
        withIntermediateDirectories: true
      )
    } catch {
      throw PortError("\(parent): cannot be made")
    }
    var template = Array((path + ".port-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw Folder.error(path) }
    temporary = template.withUnsafeBufferPointer { buffer in
      String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    chmod(temporary, 0o755)
  }

  func makeFolder(_ name: String) throws(PortError) {
    guard mkdir(temporary + "/" + name, 0o755) == 0 || errno == EEXIST else {
      throw Folder.error(name)
    }
  }

  func write(_ bytes: [UInt8], _ name: String, mode: mode_t) throws(PortError) {
    let whole = temporary + "/" + name
    do { try Data(bytes).write(to: URL(fileURLWithPath: whole)) } catch {
      throw PortError("\(name): cannot be written (\((error as NSError).localizedDescription))")
    }
    chmod(whole, mode | 0o600)
  }

  func link(_ name: String, to target: String) throws(PortError) {
    guard symlink(target, temporary + "/" + name) == 0 else { throw Folder.error(name) }
  }

  /// Gives the folder its name.
  func finish() throws(PortError) {
    var old: String?
    var status = stat()
    if lstat(path, &status) == 0 {
      if rmdir(path) != 0 {
        guard replaces else { throw Folder.error(path) }
        let aside = temporary + ".old"
        guard rename(path, aside) == 0 else { throw Folder.error(path) }
        old = aside
      }
    }
    guard rename(temporary, path) == 0 else {
      let error = Folder.error(path)
      if let old { rename(old, path) }
      throw error
    }
    if let old { try? FileManager.default.removeItem(atPath: old) }
  }

  /// Removes the unfinished folder.
  func abandon() { try? FileManager.default.removeItem(atPath: temporary) }
}
