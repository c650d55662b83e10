// The messages for people while a command runs.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Glibc

/// The standard error, unbuffered.
enum StandardError {
  static func write(_ text: String) {
    // There is nowhere left to report a failure.
    _ = Data(text.utf8).withUnsafeBytes { FileWriting.write($0, to: STDERR_FILENO) }
  }

  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}

/// Reports the number of finished frames: in one line on a terminal; in a few lines elsewhere, if
/// requested.
final class Progress {
  /// The least number of steps for which progress is shown.
  private static let leastCount = 10
  /// The number of lines on outputs where a line cannot be overwritten.
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
  ///   - count: The number of frames.
  ///   - isWanted: Whether progress is shown also in a pipe and for few frames.
  init(count: Int, isWanted: Bool = false) {
    self.count = count
    isTerminal = StandardError.isTerminal
    isShown = isWanted || (count >= Self.leastCount && isTerminal)
  }

  /// Counts a finished frame.
  func advance() {
    done += 1
    guard isShown else { return }
    let passed = ContinuousClock.now - start
    let seconds = Double(passed.components.seconds) + Double(passed.components.attoseconds) * 1e-18
    guard isTerminal else {
      // Once for each tenth of the frames.
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

  /// Clears the line.
  func clear() {
    if isShown && isTerminal { StandardError.write("\r\u{1B}[K") }
  }
}
