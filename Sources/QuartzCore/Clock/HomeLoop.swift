// The run loop of a thread, in any mode.
// Licensed under the MIT license; see LICENSE.
//
// Commits, tiles and ends of animations must be handled whenever a thread's run loop runs: in its
// default mode, in tracking modes, and in modes that a program defined. Run loops take calls only
// for modes by name. So a call is added to all modes that its run loop has at that time, and is
// checked until it was made. If the loop runs in a mode added since, the call is added there too.

import CQuartzLinux
import Dispatch
import Foundation
import Synchronization

/// The run loop of a thread.
// Safe because: run loops take calls and timers, and say their modes, on any thread; what this
// holds of one is kept.
final class HomeLoop: @unchecked Sendable {
  let loop: RunLoop
  private let core: quartz_run_loop?

  /// Modes of .common on Apple's platforms besides the default one: while a touch or a mouse button
  /// is tracked, and while a modal panel is open.
  private static let trackingModes = [
    "UITrackingRunLoopMode", "NSEventTrackingRunLoopMode", "NSModalPanelRunLoopMode",
  ]

  /// Creates the one of the calling thread.
  init() {
    loop = RunLoop.current
    core = quartz_current_run_loop()
    quartz_retain_run_loop(core)
    for mode in HomeLoop.trackingModes { quartz_add_common_mode(core, mode) }
  }

  deinit {
    quartz_release_run_loop(core)
  }

  /// The run loop of the calling thread.
  static var current: HomeLoop { TransactionStack.current.home }

  /// Whether this is the run loop of the calling thread.
  var isHere: Bool { HomeLoop.current === self }

  /// The common modes and all modes that something was ever added to.
  private var modes: Set<RunLoop.Mode> {
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
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { name in
      guard let base = name.baseAddress else { return nil }
      quartz_copy_current_mode(core, base, size)
      return base[0] == 0 ? nil : RunLoop.Mode(rawValue: String(cString: base))
    }
  }

  /// Calls `body` once, on this run loop's thread, in any mode; from any thread.
  ///
  /// - Parameter delay: The least delay in seconds.
  @discardableResult
  func perform(after delay: Double = 0, _ body: @escaping () -> Void) -> Call {
    let call = Call(body)
    let modes = modes
    schedule(call, modes, after: delay)
    follow(call, modes, after: delay + HomeLoop.firstLook, HomeLoop.firstLook)
    return call
  }

  private func schedule(_ call: Call, _ modes: Set<RunLoop.Mode>, after delay: Double) {
    // A call from another thread is an event: it ends a run loop that waits for one.
    if delay <= 0, isHere {
      loop.perform(inModes: Array(modes)) { call.make() }
      quartz_wake_run_loop(core)
      return
    }
    let timer = Timer(timeInterval: max(delay, 0), repeats: false) { _ in call.make() }
    call.timer.withLock { $0 = KeptTimer(timer: timer) }
    for mode in modes { loop.add(timer, forMode: mode) }
  }

  // Seconds until a pending call is first checked, and the longest time between two checks.
  private static let firstLook = 0.01
  private static let longestPause = 4.0

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
      if let mode = currentMode, modes.insert(mode).inserted {
        schedule(call, [mode], after: 0)
      }
      let pause = min(pause * 2, HomeLoop.longestPause)
      follow(call, modes, after: pause, pause)
    }
  }

  /// A timer that is retained until its call is over.
  // Safe because: run loops let timers be invalidated from any thread.
  fileprivate struct KeptTimer: @unchecked Sendable {
    var timer: Timer?
  }

  /// A call that is made on a run loop's thread.
  // Safe because: the body is called, and let go of, by the one thread that ends the call.
  final class Call: @unchecked Sendable {
    private var body: (() -> Void)?
    private let over = Atomic(false)
    fileprivate let timer = Mutex(KeptTimer())

    fileprivate init(_ body: @escaping () -> Void) {
      self.body = body
    }

    /// Whether it was made or cancelled.
    var isOver: Bool { over.load(ordering: .acquiring) }

    fileprivate func make() {
      guard !over.exchange(true, ordering: .acquiringAndReleasing) else { return }
      let body = body
      self.body = nil
      body?()
    }

    /// Cancels the call.
    func cancel() {
      guard !over.exchange(true, ordering: .acquiringAndReleasing) else { return }
      body = nil
      timer.withLock { kept in
        kept.timer?.invalidate()
        kept.timer = nil
      }
    }
  }
}
