// The lines on the standard error stream.
// Licensed under the MIT license; see LICENSE.

@testable import QuartzCore
import Synchronization

/// The lines that were reported meanwhile.
func reports(_ body: () throws -> Void) rethrows -> [String] {
  let collected = ReportedLines()
  Diagnostics.redirect { line in collected.lines.withLock { $0.append(line) } }
  defer { Diagnostics.redirect(to: nil) }
  try body()
  return collected.lines.withLock { $0 }
}

private final class ReportedLines: Sendable {
  let lines = Mutex<[String]>([])
}
