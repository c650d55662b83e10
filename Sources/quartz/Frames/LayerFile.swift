// Packages and archives by path.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzArchive

enum LayerFile {
  /// Whether a path is that of a keyed archive: by its name, for one that does not exist yet too.
  static func isArchive(_ path: String) -> Bool {
    URL(fileURLWithPath: path).pathExtension == "caar"
  }

  /// The largest archive that is read, in bytes.
  private static let archiveLimit = 1 << 30

  static func read(_ path: String) throws(CAPackageError) -> CAPackage {
    guard isArchive(path) else {
      return try CAPackage(contentsOf: URL(fileURLWithPath: path, isDirectory: true))
    }
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let size = attributes?[.size] as? Int else { throw .missing(path: path) }
    guard attributes?[.type] as? FileAttributeType == .typeRegular else {
      throw .unreadable(path: path, reason: "not a regular file")
    }
    guard size <= archiveLimit else {
      throw .limit(file: path, line: nil, what: "bytes in an archive", limit: archiveLimit)
    }
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw .unreadable(path: path, reason: error.localizedDescription)
    }
    return try CAPackage(archive: data, name: path)
  }

  /// The most warnings that are shown one by one.
  private static let shownWarnings = 20

  static func report(_ warnings: [String]) {
    for warning in warnings.prefix(shownWarnings) {
      StandardError.write("quartz: warning: \(warning)\n")
    }
    let rest = warnings.count - shownWarnings
    if rest > 0 { StandardError.write("quartz: warning: and \(rest) more like these\n") }
  }
}
