// Font files that do not come from the machine's configuration: of a folder, or in memory.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import CQuartzPango
import Foundation
import Glibc

/// The source of a collection's fonts.
enum FontSource: Sendable, CustomStringConvertible {
  /// The directories of fontconfig's configuration, without the files that it rejects.
  case system
  /// A folder by its real path, and no others.
  case folder(String)
  case files([MemoryFont])
  case none

  var description: String {
    switch self {
    case .system: "the fonts of this machine"
    case .folder(let path): "the fonts of \(path.oneLine) alone"
    case .files: "the fonts that the document has"
    case .none: "no fonts"
    }
  }

  /// The name of a font file: of files in memory the one that the document gives them.
  func shownName(of file: String) -> String {
    guard case .files(let memory) = self else { return file }
    return memory.first { $0.path == file }?.name ?? file
  }
}

/// The font files of a folder.
struct FontFolder {
  /// As the caller wrote it, for messages.
  let name: String
  /// Absolute and free of symbolic links.
  let path: String
  /// The paths of the files that have the name of a font file, in order.
  private(set) var files: [String] = []
  /// Tells folders with other files apart.
  private(set) var identity: String

  /// The largest number of files and folders, and the largest depth of folders.
  private static let entryLimit = 20_000
  private static let depthLimit = 16
  /// Names of files that must be fonts end with one of these.
  private static let fileTypes: Set<String> = ["ttf", "otf", "ttc", "otc", "pfb", "t1"]

  init(_ url: URL) throws(FontCollectionError) {
    name = url.isFileURL ? url.path.oneLine : "\(url)".oneLine
    guard url.isFileURL, let real = realpath(url.path, nil) else {
      guard url.isFileURL, errno != ENOENT else { throw .missing(path: name) }
      throw .unreadable(path: name, reason: String(cString: strerror(errno)))
    }
    path = String(cString: real)
    free(real)
    identity = path
    guard FontRules.canName(path) else {
      throw .unreadable(path: name, reason: "fontconfig reads no path with such characters")
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw .unreadable(path: name, reason: String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .notFolder(path: name) }
    try list()
  }

  /// The name of a file of the folder in messages.
  func shownName(of file: String) -> String {
    (name + file.dropFirst(path.count)).oneLine
  }

  /// Whether FreeType reads a font in the file.
  static func isFont(_ path: String) -> Bool {
    var (library, face): (FT_Library?, FT_Face?) = (nil, nil)
    guard FT_Init_FreeType(&library) == 0 else { return false }
    defer { FT_Done_FreeType(library) }
    guard FT_New_Face(library, path, 0, &face) == 0 else { return false }
    FT_Done_Face(face)
    return true
  }

  private mutating func list() throws(FontCollectionError) {
    var open = [(path: path, depth: 0)]
    var (count, found) = (0, [String]())
    while let folder = open.popLast() {
      guard let stream = opendir(folder.path) else {
        let reason = String(cString: strerror(errno))
        throw .unreadable(path: shownName(of: folder.path), reason: reason)
      }
      defer { closedir(stream) }
      while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          // Bounds: names end with a zero within the record.
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        guard name != ".", name != ".." else { continue }
        count += 1
        guard count <= Self.entryLimit else {
          let reason = "more than \(Self.entryLimit) files in a folder of fonts"
          throw .unreadable(path: self.name, reason: reason)
        }
        let path = "\(folder.path)/\(name)"
        var status = stat()
        guard stat(path, &status) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFDIR {
          if folder.depth < Self.depthLimit { open.append((path, folder.depth + 1)) }
        } else if Self.isFontName(name) {
          found.append(
            "\(path)\n\(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
          )
        }
      }
    }
    found.sort()
    identity += "\n" + found.joined(separator: "\n")
    files = found.map { String($0.prefix { $0 != "\n" }) }
    for file in files where access(file, R_OK) != 0 {
      let reason = String(cString: strerror(errno))
      throw .unreadable(path: shownName(of: file), reason: reason)
    }
  }

  /// Whether a file's name is one of fonts.
  static func isFontName(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    return fileTypes.contains(name[name.index(after: dot)...].lowercased())
  }
}

/// A font file in memory, which the libraries open by a path.
///
/// The memory stays as long as the object, and a collection keeps it as long as the process.
final class MemoryFont: Sendable {
  let name: String
  /// The path that opens the memory.
  let path: String
  /// Tells files with other bytes apart.
  let identity: String
  private let descriptor: Int32

  /// Nil if the system has no room, or for no bytes.
  init?(_ bytes: Data, name: String) {
    guard !bytes.isEmpty else { return nil }
    descriptor = quartz_make_sealed_memory("font", bytes.count)
    guard descriptor >= 0 else { return nil }
    path = "/proc/self/fd/\(descriptor)"
    self.name = name
    identity = "\(name) \(bytes.count) \(String(FontHash.hash(bytes), radix: 16))"
    let isWritten = bytes.withUnsafeBytes { bytes in
      var written = 0
      // Bounds: `written` never exceeds the count; `pwrite` takes no more than it is given.
      while written < bytes.count {
        let part = pwrite(
          descriptor,
          bytes.baseAddress.map { $0 + written },
          bytes.count - written,
          off_t(written)
        )
        if part < 0 && errno == EINTR { continue }
        guard part > 0 else { return false }
        written += part
      }
      return true
    }
    guard isWritten else { return nil }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}

/// FNV-1a, 64 bits.
enum FontHash {
  static let start: UInt64 = 0xCBF2_9CE4_8422_2325

  static func hash(_ bytes: some Sequence<UInt8>, from start: UInt64 = start) -> UInt64 {
    bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

extension String {
  /// At most 200 characters without control characters, for messages of one line.
  var oneLine: String {
    let clean = unicodeScalars.prefix(200).map { scalar in
      scalar.properties.generalCategory == .control ? "\u{FFFD}" : String(scalar)
    }
    return clean.joined() + (unicodeScalars.dropFirst(200).isEmpty ? "" : "…")
  }
}
