// What people read while a command runs.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Glibc

/// The standard error, unbuffered.
enum StandardError {
  static func write(_ text: String) {
    // Nobody is left to be told of a failure.
    _ = Writing.write(Data(text.utf8), to: STDERR_FILENO)
  }

  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}

/// A line that counts on a terminal; nothing in a pipe.
struct Progress {
  /// Fewer steps than this are done before anybody looks.
  private static let leastCount = 10

  let count: Int
  private let isShown: Bool

  init(count: Int) {
    self.count = count
    isShown = count >= Self.leastCount && StandardError.isTerminal
  }

  func show(_ done: Int) {
    guard isShown else { return }
    StandardError.write("\rframe \(done) of \(count)")
  }

  /// Takes the line away.
  func clear() {
    if isShown { StandardError.write("\r\u{1B}[K") }
  }
}
