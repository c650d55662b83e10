// Intervals of a program's own functions.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Synchronization

/// The time that functions of demos take, on any thread, by the clock of traces.
public enum Signposts {
  private static let intervals = Mutex<[Trace.Span]>([])

  /// The number of the calling thread in intervals.
  public static var thread: Int { Int(truncatingIfNeeded: pthread_self()) }

  /// Calls a function, and keeps its interval.
  ///
  /// - Parameter name: The function, as a profile shows it.
  public static func measure<Value>(_ name: String, _ work: () throws -> Value) rethrows -> Value {
    let begin = Trace.now
    defer {
      let span = Trace.Span(
        name: name,
        process: Int(getpid()),
        thread: thread,
        begin: begin,
        duration: Trace.now - begin,
        pixels: nil
      )
      intervals.withLock { $0.append(span) }
    }
    return try work()
  }

  /// Returns the intervals since the last call.
  public static func take() -> [Trace.Span] {
    intervals.withLock { intervals in
      defer { intervals = [] }
      return intervals
    }
  }
}
