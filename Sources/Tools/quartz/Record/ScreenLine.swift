// The frames of a screen on their way from the thread that gets them to the one that writes.
// Licensed under the MIT license; see LICENSE.

import QuartzModel
import QuartzSharing

/// A frame that a server drew.
struct ScreenFrame: Sendable {
  /// The time that it shows, in seconds of the context's clock.
  var time: Double
  var pixels: PixelBuffer
}

/// The reason why a recording ends.
enum ScreenEnd: Equatable, Sendable {
  /// `--duration` or `--frames`.
  case limit
  /// A signal.
  case request
  /// The program has no context any more.
  case program
  case server(String)
}

/// Frames that wait to be written, in order; a few, so that a server never waits for a disk.
final class ScreenLine: Sendable {
  /// The ends of a recording; nil is none.
  struct Limits: Sendable {
    /// Of the context's clock.
    var seconds: Double?
    var frames: Int?
    /// Frames a second.
    var rate: Double?
  }

  private struct State {
    var frames: [ScreenFrame] = []
    var end: ScreenEnd?
    var firstTime: Double?
    var lastTime: Double?
    var lastTick: Double?
    var count = 0
    var missed = 0
  }

  /// The most frames that wait: half of those that a server lends.
  private static let most = 8
  /// The tolerance of comparisons of times in seconds: clocks are in nanoseconds.
  private static let tolerance = 1e-6

  private let limits: Limits
  private let state = Monitor(State())

  init(_ limits: Limits) {
    self.limits = limits
  }

  /// Whether more frames are wanted.
  var isOpen: Bool { state.change { $0.end == nil } }

  /// Frames that were lost, since the writer or this program was too slow.
  var missed: Int { state.change { $0.missed } }

  /// The time of the last frame of the server, whether it was kept or not.
  var lastTick: Double? { state.change { $0.lastTick } }

  var end: ScreenEnd? { state.change { $0.end } }

  /// Ends the recording; frames that wait are still written.
  func finish(_ end: ScreenEnd) {
    state.change { $0.end = $0.end ?? end }
  }

  /// Adds a frame, unless it comes too soon or is the first that is not wanted.
  ///
  /// - Parameter period: Seconds between two frames of the server; nil if it has no clock.
  func add(_ frame: ScreenFrame, period: Double?) {
    state.change { state in
      guard state.end == nil else { return }
      let first = state.firstTime ?? frame.time
      if let seconds = limits.seconds, frame.time - first > seconds - Self.tolerance {
        return state.end = .limit
      }
      // A stepped clock may stand, or be set back.
      if let last = state.lastTick, frame.time <= last { return }
      if let period, let last = state.lastTick {
        state.missed += max(Int(((frame.time - last) / period).rounded()) - 1, 0)
      }
      state.firstTime = first
      state.lastTick = frame.time
      if let rate = limits.rate, let last = state.lastTime,
        frame.time - last < 1 / rate - Self.tolerance
      {
        return
      }
      guard state.frames.count < Self.most else { return state.missed += 1 }
      state.frames.append(frame)
      state.lastTime = frame.time
      state.count += 1
      if state.count == limits.frames { state.end = .limit }
    }
  }

  /// Waits for the next frame; nil after the last.
  func next() -> ScreenFrame? {
    state.wait(until: { !$0.frames.isEmpty || $0.end != nil }, then: { _ in })
    return state.change { $0.frames.isEmpty ? nil : $0.frames.removeFirst() }
  }
}
