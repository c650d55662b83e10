// The clock of the server, and the timers that wake it when a frame is due.
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
  /// Makes a timer that wakes one thread at times of the clock.
  func makeTimer() throws(SystemError) -> any FrameTimer
}

/// A timer that wakes a thread that polls it.
///
/// A thread schedules one wake-up for the next due frame, or none while nothing moves. A timer
/// never wakes a thread that scheduled none.
package protocol FrameTimer: AnyObject, Sendable {
  /// Readable from the time that was scheduled until `acknowledge` or the next `schedule`.
  var descriptor: Int32 { get }
  /// Asks to be woken at an absolute time of the clock; nil cancels the request.
  func schedule(_ time: Double?)
  /// Acknowledges a wake-up.
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
    guard let time, !time.isNaN else {
      quartz_set_timer(descriptor, 0)
      return
    }
    // A century stands for ever and fits the timer; zero would mean never.
    let nanoseconds = min(max(time, 0), 3e9) * 1e9
    quartz_set_timer(descriptor, max(UInt64(nanoseconds.rounded(.up)), 1))
  }

  func acknowledge() {
    quartz_clear_event(descriptor)
  }
}

/// A clock that is stopped until it is set.
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

  /// The earliest scheduled time of all timers; nil if none is scheduled.
  package var scheduled: Double? {
    state.withLock { $0.alarms.values.compactMap(\.scheduled).min() }
  }

  /// Sets the clock and wakes the threads whose scheduled time has come.
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

/// A timer of a stepped clock.
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
