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

/// Reports the number of finished frames or documents and the time that is left: in one line on a
/// terminal, for everything that takes longer than a second; in some lines elsewhere, if asked for.
final class Progress {
  /// The seconds that pass before progress is shown.
  private static let timeout = 1.0
  /// The number of lines on outputs where a line cannot be overwritten.
  private static let lineCount = 10
  /// The shortest time between two changes of the line, in seconds.
  private static let interval = 0.1

  private let count: Int
  private let unit: String
  private let isTerminal: Bool
  private let isWanted: Bool
  private let start = ContinuousClock.now
  private var done = 0
  // When the line was written last, in seconds from the start; nil before.
  private var lastShown: Double?

  /// - Parameters:
  ///   - count: The number of frames.
  ///   - isWanted: Whether progress is shown also in a pipe and in the first second.
  ///   - unit: The word for what is counted.
  init(count: Int, isWanted: Bool = false, unit: String = "frame") {
    self.count = count
    self.unit = unit
    isTerminal = StandardError.isTerminal
    self.isWanted = isWanted
  }

  /// Creates one that is never shown.
  init(hiddenOf count: Int) {
    self.count = count
    unit = ""
    (isTerminal, isWanted) = (false, false)
  }

  /// Counts a finished frame.
  func advance() {
    done += 1
    guard isWanted || isTerminal else { return }
    let passed = ContinuousClock.now - start
    let seconds = Double(passed.components.seconds) + Double(passed.components.attoseconds) * 1e-18
    guard isTerminal else {
      // Once for each tenth of the frames.
      if done * Self.lineCount / count > (done - 1) * Self.lineCount / count {
        StandardError.write(text(seconds) + "\n")
      }
      return
    }
    guard isWanted || seconds >= Self.timeout else { return }
    if let lastShown, seconds - lastShown < Self.interval, done < count { return }
    lastShown = seconds
    StandardError.write("\r\u{1B}[K" + text(seconds))
  }

  private func text(_ seconds: Double) -> String {
    let rate = seconds > 0 ? Int(Double(done) / seconds) : 0
    let line = "\(unit) \(done) of \(count), \(rate) a second"
    guard done > 0, done < count else { return line }
    return line + ", \(Progress.text(left: seconds / Double(done) * Double(count - done))) left"
  }

  /// A time as text: `7 s`, `2:05`, `1:00:00`.
  static func text(left seconds: Double) -> String {
    let whole = Int(min(max(seconds, 0), 1e9).rounded(.up))
    guard whole >= 60 else { return "\(whole) s" }
    let parts =
      whole < 3600 ? [whole / 60, whole % 60] : [whole / 3600, whole / 60 % 60, whole % 60]
    let words = parts.enumerated().map { $0 > 0 && $1 < 10 ? "0\($1)" : "\($1)" }
    return words.joined(separator: ":")
  }

  /// Clears the line.
  func clear() {
    if lastShown != nil, isTerminal { StandardError.write("\r\u{1B}[K") }
  }
}
