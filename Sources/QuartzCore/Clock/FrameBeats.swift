// Frame ticks of an output, for display links.
// Licensed under the MIT license; see LICENSE.
//
// A render server sends the beats of the contexts that it draws; frames drawn in this process have
// a beat of their own. One thread for each source waits for the beats and delivers them. Without
// listeners it sleeps, and nothing wakes it.

import Foundation
import Glibc
import QuartzFaults
import QuartzWire

/// The begin of a frame.
struct FrameBeat: Equatable, Sendable {
  /// In seconds of the output's clock.
  var time: Double
  /// Seconds to the next frame.
  var period: Double
}

/// A source of beats.
protocol BeatSource: AnyObject, Sendable {
  /// Waits for the next beat and returns it.
  func next() -> FrameBeat
}

/// Sixty beats a second of the monotonic clock.
final class LocalBeats: BeatSource {
  static let rate = 60.0

  func next() -> FrameBeat {
    let period = 1 / LocalBeats.rate
    let number = (MonotonicClock.now / period).rounded(.down) + 1
    let time = number * period
    var target = timespec()
    target.tv_sec = Int(time)
    target.tv_nsec = min(Int((time - Double(target.tv_sec)) * 1e9), 999_999_999)
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &target, nil) == EINTR {}
    return FrameBeat(time: time, period: period)
  }
}

/// The beats of a context that a server draws, over a connection of their own.
///
/// Without the server the beats go on by themselves, until there is a server again.
final class ServerBeats: BeatSource {
  private let connection: ServerConnection
  private let token: @Sendable () -> UInt64
  private let local = LocalBeats()

  init(path: String, token: @escaping @Sendable () -> UInt64) throws(WireError) {
    var options = ServerConnection.Options()
    options.clientName = ProcessInfo.processInfo.processName + ", frames"
    connection = try ServerConnection(path: path, options: options)
    self.token = token
  }

  func next() -> FrameBeat {
    do {
      if !connection.isConnected { try connection.reconnect() }
      let frame = try connection.awaitFrame(token())
      return FrameBeat(time: frame.time, period: frame.period)
    } catch {
      return local.next()
    }
  }
}

/// A receiver of beats.
protocol BeatListener: AnyObject, Sendable {
  /// Takes a beat, on the beat thread; it must return soon.
  func beat(_ beat: FrameBeat)
}

/// The thread that waits for a source's beats.
final class BeatThread: Sendable {
  /// The beats of frames drawn in this process.
  static let local = BeatThread(LocalBeats())

  private let state: State

  // The state shared by the thread and the listeners; the thread retains it until it is the only
  // owner.
  // Safe because: everything in it is read and written with the lock of the condition held.
  private final class State: @unchecked Sendable {
    let condition = NSCondition()
    let source: any BeatSource
    var listeners: [any BeatListener] = []
    var isStarted = false
    var isOver = false

    init(_ source: any BeatSource) {
      self.source = source
    }
  }

  init(_ source: any BeatSource) {
    state = State(source)
  }

  deinit {
    state.condition.lock()
    state.isOver = true
    state.condition.signal()
    state.condition.unlock()
  }

  /// Adds a listener, which gets every beat from the next one on.
  func add(_ listener: any BeatListener) {
    state.condition.lock()
    defer { state.condition.unlock() }
    guard !state.listeners.contains(where: { $0 === listener }) else { return }
    state.listeners.append(listener)
    state.condition.signal()
    guard !state.isStarted else { return }
    let state = state
    do throws(ThreadError) {
      try SystemThread.detach(name: "quartz-beats") { BeatThread.run(state) }
      state.isStarted = true
    } catch {
      // The next listener tries again.
      Diagnostics.report("no thread for display links: \(String(cString: strerror(error.code)))")
    }
  }

  /// Removes a listener; one beat may still be pending.
  func remove(_ listener: any BeatListener) {
    state.condition.lock()
    state.listeners.removeAll { $0 === listener }
    state.condition.unlock()
  }

  private static func run(_ state: State) {
    while true {
      state.condition.lock()
      while state.listeners.isEmpty && !state.isOver { state.condition.wait() }
      let isOver = state.isOver
      state.condition.unlock()
      if isOver { return }
      let beat = state.source.next()
      state.condition.lock()
      let listeners = state.listeners
      state.condition.unlock()
      for listener in listeners { listener.beat(beat) }
    }
  }
}
