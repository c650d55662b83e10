// One-line reports of mistakes that must not stop the program.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Glibc
import Synchronization

/// The destination of lines about mistakes of callers, about lost servers and about files that
/// cannot be read: one for all modules.
package enum Diagnostics {
  private struct Destinations {
    /// Nil is the standard error stream.
    var redirected: (@Sendable (String) -> Void)?
    /// The lines of threads that collect theirs, for each call of `lines(during:)`.
    var collected: [pthread_t: [[String]]] = [:]
  }

  private static let destinations = Mutex(Destinations())

  /// The modules of views, whose lines begin with their names: programs read them there.
  private static let named = ["UIKit: ", "AppKit: "]

  /// Reports one line; the default destination is the standard error stream.
  ///
  /// - Parameter module: Begins the line on the standard error stream, unless a module of views
  ///   does.
  package static func report(_ line: String, from module: String = "QuartzCore") {
    let thread = pthread_self()
    let write: (@Sendable (String) -> Void)? = destinations.withLock { destinations in
      if let last = destinations.collected[thread]?.indices.last {
        destinations.collected[thread]?[last].append(line)
        return { _ in }
      }
      return destinations.redirected
    }
    if let write { return write(line) }
    // Nobody is left to report to.
    let isNamed = named.contains { line.hasPrefix($0) }
    let text = isNamed ? line : "\(module): \(line)"
    _ = Data("\(text)\n".utf8).withUnsafeBytes {
      FileWriting.write($0, to: STDERR_FILENO)
    }
  }

  /// Redirects the lines of threads that do not collect theirs; nil restores the standard error
  /// stream.
  package static func redirect(to destination: (@Sendable (String) -> Void)?) {
    destinations.withLock { $0.redirected = destination }
  }

  /// Collects the lines that the calling thread reports while a function runs.
  package static func lines(during body: () throws -> Void) rethrows -> [String] {
    let thread = pthread_self()
    destinations.withLock { $0.collected[thread, default: []].append([]) }
    do {
      try body()
    } catch {
      _ = endCollection(of: thread)
      throw error
    }
    return endCollection(of: thread)
  }

  private static func endCollection(of thread: pthread_t) -> [String] {
    destinations.withLock { destinations in
      let lines = destinations.collected[thread]?.popLast()
      if destinations.collected[thread]?.isEmpty ?? false {
        destinations.collected[thread] = nil
      }
      return lines ?? []
    }
  }
}
