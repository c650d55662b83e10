// Frame ticks of an output, for display links.
// Licensed under the MIT license; see LICENSE.
//
// A render server sends the ticks of the contexts that it draws; frames drawn in this process have
// a tick of their own. One thread for each source waits for the ticks and delivers them. Without
// listeners it sleeps, and nothing wakes it.

import Foundation
import Glibc
import QuartzFaults
import QuartzModel
import QuartzSharing
import QuartzWire

/// The start of a frame.
struct FrameTick: Equatable, Sendable {
  /// In seconds of the output's clock.
  var time: Double
  /// Seconds to the next frame.
  var period: Double
}

/// A source of ticks.
protocol TickSource: AnyObject, Sendable {
  /// Waits for the next tick and returns it.
  func next() -> FrameTick
  /// Waits for the next tick for listeners that may want fewer, and returns it.
  func next(at rates: FrameRateWish) -> FrameTick
}

extension TickSource {
  /// Ticks of a fixed rate are for all.
  func next(at rates: FrameRateWish) -> FrameTick { next() }
}

/// Sixty ticks a second of the monotonic clock.
final class LocalTicks: TickSource {
  static let rate = 60.0

  func next() -> FrameTick {
    let period = 1 / LocalTicks.rate
    let number = (MonotonicClock.now / period).rounded(.down) + 1
    let time = number * period
    var target = timespec()
    target.tv_sec = Int(time)
    target.tv_nsec = min(Int((time - Double(target.tv_sec)) * 1e9), 999_999_999)
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &target, nil) == EINTR {}
    return FrameTick(time: time, period: period)
  }
}

/// The ticks of a context that a server draws, over a connection of their own.
///
/// Without the server the ticks go on by themselves, until there is a server again.
final class ServerTicks: TickSource {
  private let connection: ServerConnection
  private let token: @Sendable () -> UInt64
  private let local = LocalTicks()

  init(path: String, token: @escaping @Sendable () -> UInt64) throws(WireError) {
    var options = ServerConnection.Options()
    options.clientName = ProcessInfo.processInfo.processName + ", frames"
    connection = try ServerConnection(path: path, options: options)
    self.token = token
  }

  func next() -> FrameTick { next(at: .none) }

  func next(at rates: FrameRateWish) -> FrameTick {
    do {
      if !connection.isConnected { try connection.reconnect() }
      let frame = try connection.awaitFrame(token(), at: rates)
      return FrameTick(time: frame.time, period: frame.period)
    } catch {
      return local.next()
    }
  }
}

/// A receiver of ticks.
protocol TickListener: AnyObject, Sendable {
  /// Takes a tick, on the tick thread; it must return soon.
  ///
  /// - Returns: The call to make once all listeners have taken the tick; or nil.
  func tick(_ tick: FrameTick) -> (() -> Void)?
  /// The ticks a second that it wants.
  var rates: FrameRateWish { get }
}

extension TickListener {
  /// All of them.
  var rates: FrameRateWish { .none }
}

/// The thread that waits for a source's ticks.
final class TickThread: Sendable {
  /// The ticks of frames drawn in this process.
  static let local = TickThread(LocalTicks())

  private struct State {
    var listeners: [any TickListener] = []
    var isStarted = false
    var isOver = false
  }

  private let source: any TickSource
  // The thread retains both until this object is gone.
  private let state = Monitor(State())

  init(_ source: any TickSource) {
    self.source = source
  }

  deinit {
    state.change { $0.isOver = true }
  }

  /// Adds a listener, which gets every tick from the next one on.
  func add(_ listener: any TickListener) {
    state.change { [source, shared = state] state in
      guard !state.listeners.contains(where: { $0 === listener }) else { return }
      state.listeners.append(listener)
      guard !state.isStarted else { return }
      do throws(ThreadError) {
        try SystemThread.detach(name: "quartz-ticks") { TickThread.run(source, shared) }
        state.isStarted = true
      } catch {
        // The next listener tries again.
        Diagnostics.report("no thread for display links: \(String(cString: strerror(error.code)))")
      }
    }
  }

  /// Removes a listener; one tick may still be pending.
  func remove(_ listener: any TickListener) {
    state.withLock { state in state.listeners.removeAll { $0 === listener } }
  }

  private static func run(_ source: any TickSource, _ state: Monitor<State>) {
    while true {
      let isOver = state.wait(
        until: { !$0.listeners.isEmpty || $0.isOver },
        then: { $0.isOver }
      )
      if isOver { return }
      var demands = FrameDemands()
      for listener in state.withLock({ $0.listeners }) { demands.add(listener.rates) }
      let tick = source.next(at: demands.wish)
      let calls = state.withLock { $0.listeners }.compactMap { $0.tick(tick) }
      for call in calls { call() }
    }
  }
}
