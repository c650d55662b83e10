// The run loop of a thread, in any mode.
// Licensed under the MIT license; see LICENSE.
//
// Commits, tiles and ends of animations are to come whenever a thread's run loop runs: in its
// default mode, while something is tracked, and in modes that a program made for itself. Run loops
// take calls for modes by name alone. So a call goes to all modes that its run loop has by then,
// and is looked after until it was made: if the loop runs in a mode made since, the call goes there
// too.
//
// A run loop takes two descriptors for each mode and some for itself, and ends the program if it
// does not get them. So it is made only where there are enough; without one nothing comes by
// itself.

import CQuartzLinux
import Dispatch
import Foundation
import QuartzFaults
import QuartzSharing
import Synchronization

/// The run loop of a thread; the main queue, where the main thread gave its run loop up.
///
/// Run loops take calls and timers, and say their modes, on any thread; what this holds of one is
/// kept.
final class HomeLoop: Sendable {
  /// A run loop, by both of its names.
  private struct RetainedLoop {
    let loop: RunLoop
    let core: quartz_run_loop?
    // Retained, so that no other thread is taken for it: the numbers of threads come again.
    let thread = Thread.current

    /// That of the calling thread, made with its modes; retained.
    static func current() -> RetainedLoop {
      let retained = RetainedLoop(loop: RunLoop.current, core: quartz_current_run_loop())
      quartz_retain_run_loop(retained.core)
      let tracking = HomeLoop.trackingModes.map { RunLoop.Mode(rawValue: $0) }
      let timer = Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
      for mode in tracking + [.common, .default] { retained.loop.add(timer, forMode: mode) }
      timer.invalidate()
      for mode in HomeLoop.trackingModes { quartz_add_common_mode(retained.core, mode) }
      return retained
    }
  }

  // Made on the loop's own thread; nil while there is none.
  private let made = Guarded<RetainedLoop?>(nil)
  private let isWanted: Bool
  /// Whether it is the main queue.
  let isMainQueue: Bool
  private let hasReported = Atomic(false)
  // Calls of the main queue that may still come, and when: seconds of the monotonic clock.
  private let pending = Guarded<[(call: Call, time: Double)]>([])

  /// Modes of .common on Apple's platforms, in addition to the default one: while a touch or a
  /// mouse button is tracked, and while a modal panel is open.
  private static let trackingModes = [
    "UITrackingRunLoopMode", "NSEventTrackingRunLoopMode", "NSModalPanelRunLoopMode",
  ]

  /// That of the calling thread.
  ///
  /// - Parameter isWanted: Whether the thread runs its run loop at all.
  init(isWanted: Bool = true) {
    self.isWanted = isWanted
    isMainQueue = false
    makeIfNeeded()
  }

  private init(mainQueue: Void) {
    isWanted = false
    isMainQueue = true
  }

  /// The main queue.
  static let mainQueue = HomeLoop(mainQueue: ())

  /// Whether `.common` includes a mode by itself.
  static func isCommon(_ mode: RunLoop.Mode) -> Bool {
    mode == .default || trackingModes.contains(mode.rawValue)
  }

  deinit {
    made.withLock { quartz_release_run_loop($0?.core) }
  }

  /// The run loop of the calling thread.
  static var current: HomeLoop { TransactionStack.current.home }

  /// Whether it is that of the calling thread.
  var isHere: Bool { TransactionStack.existing?.existingHome === self }

  // MARK: Making it

  /// Run loops are made one after the other, so that no two count on the same descriptors.
  private static let making = Guarded(())
  /// Descriptors that a run loop takes with its modes, and the threads that look after calls; and
  /// some that other threads may take meanwhile.
  private static let descriptorCount = 32

  /// Makes the calling thread's run loop and its modes, if there are descriptors for all of it.
  private func makeIfNeeded() {
    guard isWanted, made.withLock({ $0 == nil }) else { return }
    HomeLoop.making.withLock { _ in
      guard HomeLoop.hasDescriptors else {
        if hasReported.exchange(true, ordering: .relaxed) { return }
        return Diagnostics.report(
          "too few descriptors for a run loop: changes are sent by CATransaction.flush() alone"
        )
      }
      made.withLock { $0 = RetainedLoop.current() }
    }
  }

  /// Whether so many descriptors can be had now: they are taken, and given back.
  private static var hasDescriptors: Bool {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: descriptorCount) { taken in
      var count = 0
      defer { for index in 0..<count { close(taken[index]) } }
      while count < descriptorCount {
        // The first is a copy of nothing in particular.
        let source = count == 0 ? Fault.descriptor { quartz_make_event() } : dup(taken[0])
        guard source >= 0 else { return false }
        taken[count] = source
        count += 1
      }
      return true
    }
  }

  // MARK: Calls

  /// The common modes and all that something was ever added to.
  private func modes(_ core: quartz_run_loop?) -> Set<RunLoop.Mode> {
    var modes: Set<RunLoop.Mode> = [.common, .default]
    withUnsafeMutablePointer(to: &modes) { modes in
      quartz_each_mode(core, modes) { context, name in
        guard let context, let name else { return }
        context.assumingMemoryBound(to: Set<RunLoop.Mode>.self).pointee
          .insert(RunLoop.Mode(rawValue: String(cString: name)))
      }
    }
    return modes
  }

  /// The mode in which the run loop runs; nil while it does not run.
  private var currentMode: RunLoop.Mode? {
    let size = 1024
    guard let core = made.withLock({ $0?.core }) else { return nil }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { name in
      guard let base = name.baseAddress else { return nil }
      quartz_copy_current_mode(core, base, size)
      return base[0] == 0 ? nil : RunLoop.Mode(rawValue: String(cString: base))
    }
  }

  /// Calls `body` once, on this run loop's thread, in any mode; from any thread.
  ///
  /// - Parameter delay: Seconds until then, at least.
  /// - Returns: Nil if there is no run loop, and the call will not be made.
  @discardableResult
  func perform(after delay: Double = 0, _ body: @escaping () -> Void) -> Call? {
    let call = Call(body)
    if isMainQueue {
      performOnMainQueue(call, after: max(delay, 0))
      return call
    }
    if isHere { makeIfNeeded() }
    guard let retained = made.withLock({ $0 }) else { return nil }
    let modes = modes(retained.core)
    schedule(call, retained, modes, after: delay)
    follow(call, modes, after: delay + HomeLoop.firstLook, HomeLoop.firstLook)
    return call
  }

  /// Makes a call on the main queue; or earlier, if what runs there now runs its thread's run loop.
  private func performOnMainQueue(_ call: Call, after delay: Double) {
    let time = DispatchTime.now() + min(delay, HomeLoop.longestDelay)
    DispatchQueue.main.asyncAfter(deadline: time) { call.make() }
    if isHere { followThread() }
    pending.withLock {
      $0.removeAll { $0.call.isOver }
      $0.append((call, MonotonicClock.now + delay))
    }
    guard let retained = made.withLock({ $0 }) else { return }
    offer(call, retained, after: delay)
  }

  /// Makes a call of the main queue when a thread runs its run loop, if it serves the queue then.
  private func offer(_ call: Call, _ retained: RetainedLoop, after delay: Double) {
    let turn = Call { [weak self] in
      if quartz_is_on_main_queue() != 0 { call.make() } else { self?.leaveThread() }
    }
    schedule(turn, retained, modes(retained.core), after: delay)
  }

  /// Lets go of the calling thread, which ran its run loop for somebody else.
  ///
  /// Offers that it took are made again when a thread serves the main queue.
  private func leaveThread() {
    let old = made.withLock { made -> RetainedLoop? in
      guard made?.thread === Thread.current else { return nil }
      defer { made = nil }
      return made
    }
    quartz_release_run_loop(old?.core)
  }

  /// Takes the run loop of the calling thread, which serves the main queue now, with the calls that
  /// wait for it.
  func followThread() {
    if made.withLock({ $0?.thread === Thread.current }) { return }
    let new = HomeLoop.making.withLock { _ in
      HomeLoop.hasDescriptors ? RetainedLoop.current() : nil
    }
    guard let new else { return }
    let old = made.withLock { made in
      defer { made = new }
      return made
    }
    quartz_release_run_loop(old?.core)
    for (call, time) in pending.withLock({ $0 }) where !call.isOver {
      offer(call, new, after: max(time - MonotonicClock.now, 0))
    }
  }

  private func schedule(
    _ call: Call,
    _ retained: RetainedLoop,
    _ modes: Set<RunLoop.Mode>,
    after delay: Double
  ) {
    // A call from another thread is an event: a run loop that was to wait for one ends then.
    if delay <= 0, isHere {
      retained.loop.perform(inModes: Array(modes)) { call.make() }
      quartz_wake_run_loop(retained.core)
      return
    }
    // Foundation's initialiser by interval fires a timer that does not repeat at once.
    let date = Date(timeIntervalSinceNow: min(max(delay, 0), HomeLoop.longestDelay))
    let timer = Timer(fire: date, interval: 0, repeats: false) { _ in call.make() }
    call.timer.withLock { $0 = timer }
    for mode in modes { retained.loop.add(timer, forMode: mode) }
  }

  // Seconds until a pending call is first checked, and the longest time between two checks.
  private static let firstLook = 0.01
  private static let longestPause = 4.0
  // In seconds; times of the main queue are nanoseconds in 64 bits.
  private static let longestDelay = 1e9

  /// Checks later whether a call waits in other modes than the one that the loop runs in.
  private func follow(
    _ call: Call,
    _ modes: Set<RunLoop.Mode>,
    after delay: Double,
    _ pause: Double
  ) {
    DispatchQueue.global().asyncAfter(deadline: .now() + delay) { [weak self] in
      guard let self, !call.isOver else { return }
      var modes = modes
      if let mode = currentMode, modes.insert(mode).inserted, let retained = made.withLock({ $0 }) {
        schedule(call, retained, [mode], after: 0)
      }
      let pause = min(pause * 2, HomeLoop.longestPause)
      follow(call, modes, after: pause, pause)
    }
  }

  /// A call that is made on a run loop's thread.
  final class Call: Sendable {
    // Called, and let go of, by the one thread that ends the call.
    private let body: Guarded<(() -> Void)?>
    private let over = Atomic(false)
    // Retained until the call is over; run loops let timers be invalidated from any thread.
    fileprivate let timer = Guarded<Timer?>(nil)

    fileprivate init(_ body: @escaping () -> Void) {
      self.body = Guarded(body)
    }

    /// Whether it was made or cancelled.
    var isOver: Bool { over.load(ordering: .acquiring) }

    private func takeBody() -> (() -> Void)? {
      body.withLock { body in
        defer { body = nil }
        return body
      }
    }

    fileprivate func make() {
      guard !over.exchange(true, ordering: .acquiringAndReleasing) else { return }
      takeBody()?()
    }

    /// Cancels the call.
    func cancel() {
      guard !over.exchange(true, ordering: .acquiringAndReleasing) else { return }
      _ = takeBody()
      timer.withLock { timer in
        timer?.invalidate()
        timer = nil
      }
    }
  }
}
