// The files of a folder, and their checks.
// Licensed under the MIT license; see LICENSE.

import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// A folder that is read, with everything in it.
struct Folder {
  enum Item {
    case file(size: Int, mode: mode_t)
    case folder
    /// A symbolic link, with its text.
    case link(String)
  }

  /// The whole path, without links.
  let path: String
  /// The items by their paths, with `/`, in order.
  let items: [(path: String, item: Item)]

  /// In bytes; a source beyond it is a mistake, and would take minutes.
  static let largestSource = 32 << 20
  /// Folders in folders.
  private static let greatestDepth = 100
  private static let greatestCount = 200_000
  /// Folders that tools make.
  private static let skipped: Set = [
    ".git", ".hg", ".svn", ".build", ".swiftpm", "DerivedData", "xcuserdata", ".DS_Store",
    "Package.resolved",
  ]

  /// Lists a folder.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - output: A folder that is left out, or nil.
  init(_ path: String, leavingOut output: String?) throws(PortError) {
    guard let whole = realpath(path, nil) else { throw Folder.error(path) }
    defer { free(whole) }
    let top = String(cString: whole)
    self.path = top
    let output = output.map(Folder.withoutLinks)
    var items: [(path: String, item: Item)] = []
    var waiting = [""]
    while let folder = waiting.popLast() {
      guard folder.split(separator: "/").count <= Folder.greatestDepth else {
        throw PortError("\(folder): more than \(Folder.greatestDepth) folders in each other")
      }
      for name in try Folder.names(folder.isEmpty ? top : top + "/" + folder).reversed() {
        let own = folder.isEmpty ? name : folder + "/" + name
        let whole = top + "/" + own
        guard !Folder.skipped.contains(name), !name.hasPrefix(".build"), whole != output else {
          continue
        }
        let item = try Folder.item(whole, own, top: top)
        items.append((own, item))
        if case .folder = item { waiting.append(own) }
        guard items.count <= Folder.greatestCount else {
          throw PortError("\(path): more than \(Folder.greatestCount) files")
        }
      }
    }
    self.items = items.sorted { $0.path < $1.path }
  }

  /// Returns a path without links; its last part need not be there.
  private static func withoutLinks(_ path: String) -> String {
    let url = URL(fileURLWithPath: path).standardizedFileURL
    guard let parent = realpath(url.deletingLastPathComponent().path, nil) else { return url.path }
    defer { free(parent) }
    return String(cString: parent) + "/" + url.lastPathComponent
  }

  /// Returns an error with the reason of the last call.
  static func error(_ path: String) -> PortError {
    PortError("\(path): \(String(cString: strerror(errno)))")
  }

  private static func names(_ path: String) throws(PortError) -> [String] {
    guard let stream = opendir(path) else { throw error(path) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let bytes = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        // Bounds: the name ends with a zero within the field.
        pointer.withMemoryRebound(to: UInt8.self, capacity: 256) { start in
          Array(UnsafeBufferPointer(start: start, count: strlen(start)))
        }
      }
      guard let name = String(validating: bytes, as: UTF8.self) else {
        throw PortError(
          "\(path): a name in it is not UTF-8: \(String(decoding: bytes, as: UTF8.self))"
        )
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  private static func item(
    _ path: String,
    _ name: String,
    top: String
  ) throws(PortError) -> Item {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw error(path) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file(size: Int(status.st_size), mode: status.st_mode & 0o7777)
    case S_IFDIR: return .folder
    case S_IFLNK: return .link(try target(path, name, top: top))
    default: throw PortError("\(name): is neither a file nor a folder nor a link")
    }
  }

  /// Returns the text of a link that leads to a place within the folder.
  private static func target(
    _ path: String,
    _ name: String,
    top: String
  ) throws(PortError) -> String {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink(path, &bytes, bytes.count)
    guard count > 0 else { throw error(path) }
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    guard let whole = realpath(path, nil) else {
      throw PortError("\(name): a link to \(text): \(String(cString: strerror(errno)))")
    }
    defer { free(whole) }
    guard !text.hasPrefix("/"), (String(cString: whole) + "/").hasPrefix(top + "/") else {
      throw PortError("\(name): a link to \(text), which is outside of the folder")
    }
    return text
  }

  /// Returns the bytes of a file.
  func read(_ name: String) throws(PortError) -> [UInt8] {
    do {
      return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
    } catch {
      throw PortError("\(name): cannot be read (\((error as NSError).localizedDescription))")
    }
  }

  /// Returns the bytes of a source.
  func readSource(_ name: String, size: Int) throws(PortError) -> [UInt8] {
    guard size <= Folder.largestSource else {
      throw PortError("\(name): \(size) bytes; a source has at most \(Folder.largestSource)")
    }
    let bytes = try read(name)
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw PortError("\(name): is not UTF-8")
    }
    return bytes
  }
}
