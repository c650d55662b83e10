// The log of a server, for tests.
// Licensed under the MIT license; see LICENSE.

import Logging
import Synchronization

/// A log that is kept.
struct RecordedLog: LogHandler {
  final class Lines: Sendable {
    private let recorded = Mutex<[String]>([])

    var lines: [String] { recorded.withLock { $0 } }

    /// A logger that writes here.
    var logger: Logger { Logger(label: "test") { _ in RecordedLog(lines: self) } }

    fileprivate func add(_ line: String) {
      recorded.withLock { $0.append(line) }
    }
  }

  fileprivate let lines: Lines
  var logLevel = Logger.Level.notice
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    lines.add("\(event.message)")
  }
}
