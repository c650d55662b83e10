// The fonts that were drawn with.
// Licensed under the MIT license; see LICENSE.

import Glibc
import Synchronization

/// Notes the faces whose glyphs are drawn while it is the current one of a thread or task.
package final class FontUse: Sendable {
  @TaskLocal static var current: FontUse?

  private let faces = Mutex<Set<FontFace>>([])

  private init() {}

  func note(_ face: FontFace) {
    faces.withLock { _ = $0.insert(face) }
  }

  /// Adds the faces that `body` draws with to those of before.
  ///
  /// An enclosing call of this function gets them too.
  package static func faces(
    in before: Set<FontFace> = [],
    _ body: () throws -> Void
  ) rethrows -> Set<FontFace> {
    let (outer, use) = (current, FontUse())
    try $current.withValue(use, operation: body)
    let found = use.faces.withLock { $0 }
    if let outer { for face in found { outer.note(face) } }
    return before.union(found)
  }
}

extension FontFace {
  /// The font's name and the file that it comes from, as text that is the same on machines with the
  /// same file: `LiberationSans LiberationSans-Regular.ttf 1f0c…`.
  ///
  /// The last word is a hash (FNV-1a, 64 bits) of the file's bytes; `unreadable` if they cannot be
  /// read.
  package var fileText: String {
    let file = engine?.source.shownName(of: key.file) ?? key.file
    let name = file.split(separator: "/").last.map(String.init) ?? key.file
    let index = key.index == 0 ? "" : "#\(key.index)"
    return "\(names.postScript) \(name)\(index) \(FontFileHashes.shared.text(of: key.file))"
  }
}

/// The hashes of font files; each is read once.
private final class FontFileHashes: Sendable {
  static let shared = FontFileHashes()

  private let known = Mutex<[String: String]>([:])

  func text(of path: String) -> String {
    known.withLock { known in
      if let text = known[path] { return text }
      let text = Self.hash(path).map { String($0, radix: 16) } ?? "unreadable"
      known[path] = text
      return text
    }
  }

  private static func hash(_ path: String) -> UInt64? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var hash = FontHash.start
    return withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer -> UInt64? in
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count < 0 { return nil }
        if count == 0 { return hash }
        // Bounds: `read` gives no more than the buffer holds.
        hash = FontHash.hash(buffer[..<count], from: hash)
      }
    }
  }
}
