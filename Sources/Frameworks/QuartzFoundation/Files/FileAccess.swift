// Accesses of files that go on now.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzSharing

/// A file that is read or written.
struct FileAccess {
  /// The parts of the path, without links.
  let path: [String]
  let isWriting: Bool

  init(_ url: URL, isWriting: Bool) {
    path = url.standardizedFileURL.resolvingSymlinksInPath().pathComponents
    self.isWriting = isWriting
  }

  /// Whether both are the same file, or one lies in the other.
  func meets(_ other: FileAccess) -> Bool {
    path.starts(with: other.path) || other.path.starts(with: path)
  }
}

/// Accesses of one block.
private final class RunningAccess {
  let files: [FileAccess]
  let purpose: String
  private let thread = ObjectIdentifier(Thread.current)

  init(_ files: [FileAccess], _ purpose: String) { (self.files, self.purpose) = (files, purpose) }

  /// Whether two blocks may not run at the same time.
  func excludes(_ other: RunningAccess) -> Bool {
    guard purpose != other.purpose, thread != other.thread else { return false }
    return files.contains { file in
      other.files.contains { $0.meets(file) && ($0.isWriting || file.isWriting) }
    }
  }
}

extension FileAccess {
  private static let running = Monitor<[RunningAccess]>([])

  /// Calls a block once no other one uses the files in a way that excludes it.
  static func perform(_ files: [FileAccess], _ purpose: String, _ body: () -> Void) {
    let own = RunningAccess(files, purpose)
    running.wait(until: { !$0.contains { $0.excludes(own) } }, then: { $0.append(own) })
    body()
    running.change { running in running.removeAll { $0 === own } }
  }
}
