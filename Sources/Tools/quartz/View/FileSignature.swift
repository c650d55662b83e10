// Signs that a file or package was saved.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// The files of a path with their times and sizes, as one number.
///
/// Saving changes it, whether a file is written in place or replaced by another one.
struct FileSignature: Equatable {
  private let digest: Int

  /// The most files of a package that are looked at.
  private static let limit = 4096

  /// Looks at a file, or at all files in a folder.
  init(_ path: String) {
    var hasher = Hasher()
    var paths = [path]
    var count = 0
    while let path = paths.popLast(), count < Self.limit {
      count += 1
      var status = stat()
      guard stat(path, &status) == 0 else { continue }
      hasher.combine(path)
      hasher.combine(status.st_ino)
      hasher.combine(status.st_size)
      hasher.combine(status.st_mtim.tv_sec)
      hasher.combine(status.st_mtim.tv_nsec)
      if status.st_mode & S_IFMT == S_IFDIR { paths.append(contentsOf: Self.entries(path)) }
    }
    digest = hasher.finalize()
  }

  private static func entries(_ folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < limit, let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      // Links are left out with the hidden names: a folder may be in itself by one.
      if !name.hasPrefix("."), entry.pointee.d_type != UInt8(DT_LNK) {
        names.append("\(folder)/\(name)")
      }
    }
    return names.sorted()
  }
}
