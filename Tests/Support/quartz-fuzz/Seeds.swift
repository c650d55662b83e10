// The sound files of the repository, which mutations begin with.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// Files below Tests.
enum Seeds {
  /// The folder Tests of the checkout that this program was built in.
  static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The files below a folder of the tests whose names end with one of these, in the order of
  /// names; none of more than 200,000 bytes.
  static func files(_ folder: String, _ extensions: Set<String>) throws -> [(URL, [UInt8])] {
    let root = tests.appending(path: folder)
    let names = try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted()
    return try names.compactMap { name in
      let url = root.appending(path: name)
      guard extensions.contains(url.pathExtension) else { return nil }
      let bytes = [UInt8](try Data(contentsOf: url))
      return bytes.count > 200_000 || bytes.isEmpty ? nil : (url, bytes)
    }
  }
}

/// A folder that goes away with its owner.
final class ScratchFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "quartz-fuzz-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }
}
