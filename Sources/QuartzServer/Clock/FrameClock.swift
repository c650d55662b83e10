// Where the server's time comes from, and what wakes it when a frame is due.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import Glibc
import Synchronization

/// The time of contexts with a real clock.
///
/// It is injected, so that tests and export step it.
///
/// The server asks to be woken once for the next frame that is due, or not at all while nothing
/// moves; a clock never wakes anybody who did not ask.
package protocol FrameClock: AnyObject, Sendable {
  /// Seconds of the clock.
  var now: Double { get }
  /// Readable from the time that was scheduled until `acknowledge` or the next `schedule`.
  var descriptor: Int32 { get }
  /// Asks to be woken at an absolute time of the clock; nil takes the request back.
  func schedule(_ time: Double?)
  /// Takes note of having been woken.
  func acknowledge()
}

/// CLOCK_MONOTONIC.
package final class RealClock: FrameClock {
  package let descriptor: Int32

  package init() throws(SystemError) {
    descriptor = quartz_make_timer()
    guard descriptor >= 0 else { throw SystemError("timerfd_create") }
  }

  deinit {
    close(descriptor)
  }

  package var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  package func schedule(_ time: Double?) {
    guard let time else {
      quartz_set_timer(descriptor, 0)
      return
    }
    // A century is as good as for ever and fits the timer; zero would mean never.
    let nanoseconds = min(max(time, 0), 3e9) * 1e9
    quartz_set_timer(descriptor, max(UInt64(nanoseconds.rounded(.up)), 1))
  }

  package func acknowledge() {
    quartz_clear_event(descriptor)
  }
}

/// A clock that stands still until it is set.
package final class SteppedClock: FrameClock {
  private struct State {
    var now: Double
    var scheduled: Double?
  }

  private let state: Mutex<State>
  private let event: WakeEvent

  package init(_ now: Double = 0) throws(SystemError) {
    state = Mutex(State(now: now))
    event = try WakeEvent()
  }

  package var now: Double { state.withLock { $0.now } }
  package var descriptor: Int32 { event.descriptor }

  /// What the server asked to be woken at; nil while it sleeps for good.
  package var scheduled: Double? { state.withLock { $0.scheduled } }

  /// Sets the clock; the server is woken if what it waits for has come.
  package func set(_ time: Double) {
    state.withLock { state in
      state.now = time
      raiseIfDue(state)
    }
  }

  package func schedule(_ time: Double?) {
    state.withLock { state in
      state.scheduled = time
      event.clear()
      raiseIfDue(state)
    }
  }

  package func acknowledge() {
    state.withLock { state in
      event.clear()
      if let scheduled = state.scheduled, scheduled <= state.now { state.scheduled = nil }
    }
  }

  private func raiseIfDue(_ state: State) {
    if let scheduled = state.scheduled, scheduled <= state.now { event.raise() }
  }
}
