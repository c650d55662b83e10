// What people read while a command runs.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Glibc

/// The standard error, unbuffered.
enum StandardError {
  static func write(_ text: String) {
    // Nobody is left to be told of a failure.
    _ = Data(text.utf8).withUnsafeBytes { FileWriting.write($0, to: STDERR_FILENO) }
  }

  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}

/// Says how many frames are done: in one line on a terminal; if it is asked for, in a few lines elsewhere.
final class Progress {
  /// Fewer steps than this are done before anybody looks.
  private static let leastCount = 10
  /// How many lines there are where lines cannot be taken back.
  private static let lineCount = 10
  /// The shortest time between two changes of the line, in seconds.
  private static let interval = 0.1

  private let count: Int
  private let isTerminal: Bool
  private let isShown: Bool
  private let start = ContinuousClock.now
  private var done = 0
  private var lastShown = -Progress.interval

  /// - Parameters:
  ///   - count: How many frames there are.
  ///   - isWanted: Whether it is shown in a pipe, too, and for few frames.
  init(count: Int, isWanted: Bool = false) {
    self.count = count
    isTerminal = StandardError.isTerminal
    isShown = isWanted || (count >= Self.leastCount && isTerminal)
  }

  /// One more frame is done.
  func advance() {
    done += 1
    guard isShown else { return }
    let passed = ContinuousClock.now - start
    let seconds = Double(passed.components.seconds) + Double(passed.components.attoseconds) * 1e-18
    guard isTerminal else {
      // At each tenth of the way.
      if done * Self.lineCount / count > (done - 1) * Self.lineCount / count {
        StandardError.write(text(seconds) + "\n")
      }
      return
    }
    guard seconds - lastShown >= Self.interval || done == count else { return }
    lastShown = seconds
    StandardError.write("\r\u{1B}[K" + text(seconds))
  }

  private func text(_ seconds: Double) -> String {
    let rate = seconds > 0 ? Int(Double(done) / seconds) : 0
    return "frame \(done) of \(count), \(rate) a second"
  }

  /// Takes the line away.
  func clear() {
    if isShown && isTerminal { StandardError.write("\r\u{1B}[K") }
  }
}
