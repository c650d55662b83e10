// Where the server's time comes from, and what wakes it when a frame is due.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import Glibc
import QuartzFaults
import Synchronization

/// The time of contexts with a real clock.
///
/// It is injected, so that tests and export step it.
package protocol FrameClock: AnyObject, Sendable {
  /// Seconds of the clock.
  var now: Double { get }
  /// Makes what wakes one thread at times of the clock.
  func makeTimer() throws(SystemError) -> any FrameTimer
}

/// Wakes a thread that polls it.
///
/// A thread asks to be woken once for the next frame that is due, or not at all while nothing moves; a
/// timer never wakes anybody who did not ask.
package protocol FrameTimer: AnyObject, Sendable {
  /// Readable from the time that was scheduled until `acknowledge` or the next `schedule`.
  var descriptor: Int32 { get }
  /// Asks to be woken at an absolute time of the clock; nil takes the request back.
  func schedule(_ time: Double?)
  /// Takes note of having been woken.
  func acknowledge()
}

/// CLOCK_MONOTONIC.
package final class RealClock: FrameClock {
  package init() {}

  package var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  package func makeTimer() throws(SystemError) -> any FrameTimer { try RealTimer() }
}

/// A timer of the kernel's, of CLOCK_MONOTONIC.
private final class RealTimer: FrameTimer {
  let descriptor: Int32

  init() throws(SystemError) {
    descriptor = Fault.descriptor { quartz_make_timer() }
    guard descriptor >= 0 else { throw SystemError("timerfd_create") }
  }

  deinit {
    close(descriptor)
  }

  func schedule(_ time: Double?) {
    guard let time else {
      quartz_set_timer(descriptor, 0)
      return
    }
    // A century is as good as for ever and fits the timer; zero would mean never.
    let nanoseconds = min(max(time, 0), 3e9) * 1e9
    quartz_set_timer(descriptor, max(UInt64(nanoseconds.rounded(.up)), 1))
  }

  func acknowledge() {
    quartz_clear_event(descriptor)
  }
}

/// A clock that stands still until it is set.
package final class SteppedClock: FrameClock {
  private struct Alarm {
    var scheduled: Double?
    let event: WakeEvent
  }

  private struct State {
    var now: Double
    var alarms: [Int: Alarm] = [:]
    var lastAlarm = 0
  }

  private let state: Mutex<State>

  package init(_ now: Double = 0) {
    state = Mutex(State(now: now))
  }

  package var now: Double { state.withLock { $0.now } }

  /// The first time that a timer is to wake somebody at; nil while all sleep for good.
  package var scheduled: Double? {
    state.withLock { $0.alarms.values.compactMap(\.scheduled).min() }
  }

  /// Sets the clock; those are woken who wait for what has come.
  package func set(_ time: Double) {
    state.withLock { state in
      state.now = time
      for alarm in state.alarms.values { SteppedClock.raiseIfDue(alarm, time) }
    }
  }

  package func makeTimer() throws(SystemError) -> any FrameTimer {
    let event = try WakeEvent()
    let number = state.withLock { state in
      state.lastAlarm += 1
      state.alarms[state.lastAlarm] = Alarm(event: event)
      return state.lastAlarm
    }
    return SteppedTimer(self, number, event)
  }

  fileprivate func schedule(_ number: Int, _ time: Double?) {
    state.withLock { state in
      state.alarms[number]?.scheduled = time
      guard let alarm = state.alarms[number] else { return }
      alarm.event.clear()
      SteppedClock.raiseIfDue(alarm, state.now)
    }
  }

  fileprivate func acknowledge(_ number: Int) {
    state.withLock { state in
      guard let alarm = state.alarms[number] else { return }
      alarm.event.clear()
      if let scheduled = alarm.scheduled, scheduled <= state.now {
        state.alarms[number]?.scheduled = nil
      }
    }
  }

  fileprivate func remove(_ number: Int) {
    state.withLock { $0.alarms[number] = nil }
  }

  private static func raiseIfDue(_ alarm: Alarm, _ now: Double) {
    if let scheduled = alarm.scheduled, scheduled <= now { alarm.event.raise() }
  }
}

/// One sleeper of a stepped clock.
private final class SteppedTimer: FrameTimer {
  private let clock: SteppedClock
  private let number: Int
  private let event: WakeEvent

  init(_ clock: SteppedClock, _ number: Int, _ event: WakeEvent) {
    self.clock = clock
    self.number = number
    self.event = event
  }

  deinit {
    clock.remove(number)
  }

  var descriptor: Int32 { event.descriptor }

  func schedule(_ time: Double?) {
    clock.schedule(number, time)
  }

  func acknowledge() {
    clock.acknowledge(number)
  }
}
