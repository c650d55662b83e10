// Files beside a document.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// The files that a document can name.
protocol LottieFiles: Sendable {
  /// Returns the bytes of a file; nil if it cannot be read.
  ///
  /// - Parameter path: Relative; it does not lead out of the folder.
  func data(of path: String) -> Data?
}

/// The files of a document that has none.
struct NoLottieFiles: LottieFiles {
  func data(of path: String) -> Data? { nil }
}

/// The files of a folder; links are not followed.
struct FolderFiles: LottieFiles {
  let folder: URL
  private static let largestSize = 1 << 28

  func data(of path: String) -> Data? {
    var url = folder
    for part in path.split(separator: "/") {
      url.appendPathComponent(String(part))
      let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
      guard attributes?[.type] as? FileAttributeType != .typeSymbolicLink else { return nil }
    }
    return try? Self.read(url, limit: Self.largestSize)
  }

  /// Reads a regular file.
  static func read(_ url: URL, limit: Int) throws(LottieError) -> Data {
    // A document itself may be a link; its target is read.
    let path = url.resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let attributes, let size = attributes[.size] as? Int else {
      throw .unreadable(path: url.path, reason: "there is no such file")
    }
    guard attributes[.type] as? FileAttributeType == .typeRegular else {
      throw .unreadable(path: url.path, reason: "not a regular file")
    }
    guard size <= limit else { throw .limit(what: "bytes", limit: limit) }
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw .unreadable(path: url.path, reason: error.localizedDescription)
    }
  }
}
