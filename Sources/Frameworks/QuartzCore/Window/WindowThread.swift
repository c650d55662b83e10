// The thread that has the windows of a program's contexts.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzFaults
import QuartzWindow

/// One thread for all windows: it waits for events, and draws a frame of each at its refresh.
///
/// It begins with the first window, and sleeps while there is none.
// Safe because: what other threads use is read and written with the condition's lock held.
final class WindowThread: @unchecked Sendable {
  private static let shared = WindowThread()

  private let condition = NSCondition()
  private var requests: [() -> Void] = []
  private var isStarted = false
  // On the thread alone.
  private var system: WindowSystem?
  private var windows: [ShownContext] = []
  private var isLost = false

  /// The result of opening a window, for the thread that waits for it.
  // Safe because: it is written before the semaphore is signalled, and read afterwards.
  private final class Answer: @unchecked Sendable {
    var result: Result<ShownContext, WindowError> = .failure(.displayLost)
    let isThere = DispatchSemaphore(value: 0)
  }

  /// Opens a window, and waits until it is there.
  static func open(
    _ body: @escaping @Sendable (WindowSystem) throws(WindowError) -> ShownContext
  ) throws(WindowError) -> ShownContext {
    let answer = Answer()
    let isRunning = shared.add {
      answer.result = shared.open(body)
      answer.isThere.signal()
    }
    guard isRunning else { throw .refused(reason: "no thread for windows") }
    answer.isThere.wait()
    return try answer.result.get()
  }

  /// Does something on the thread, if there ever was a window.
  static func perform(_ body: @escaping @Sendable () -> Void) { _ = shared.add(body) }

  /// - Returns: Whether there is a thread that will do it.
  private func add(_ body: @escaping @Sendable () -> Void) -> Bool {
    condition.lock()
    defer {
      condition.unlock()
      WindowSystem.wake()
    }
    guard startIfNeeded() else { return false }
    requests.append(body)
    condition.signal()
    return true
  }

  private func startIfNeeded() -> Bool {
    if isStarted { return true }
    do throws(ThreadError) {
      try SystemThread.detach(name: "quartz-windows") { WindowThread.shared.run() }
      isStarted = true
    } catch {
      // The next window tries again.
      Diagnostics.report("no thread for windows: \(String(cString: strerror(error.code)))")
    }
    return isStarted
  }

  // MARK: On the thread

  private func open(
    _ body: (WindowSystem) throws(WindowError) -> ShownContext
  ) -> Result<ShownContext, WindowError> {
    do throws(WindowError) {
      if isLost { throw .displayLost }
      let name = ProcessInfo.processInfo.processName
      let system: WindowSystem
      if let made = self.system { system = made } else { system = try WindowSystem(program: name) }
      self.system = system
      let window = try body(system)
      windows.append(window)
      return .success(window)
    } catch {
      return .failure(error)
    }
  }

  private func run() {
    var nextFrame = 0.0
    while true {
      takeRequests()
      windows.removeAll { $0.closeIfOver() }
      guard let system, !windows.isEmpty else { continue }
      if let event = system.wait(max(nextFrame - WindowSystem.now, 0)) {
        take(event)
        continue
      }
      let now = WindowSystem.now
      guard now >= nextFrame else { continue }
      var period = 1.0
      for window in windows {
        window.settle()
        window.showFrame(at: now)
        period = min(period, window.period)
      }
      nextFrame = max(nextFrame + period, WindowSystem.now)
    }
  }

  /// Does what others asked for; without windows, it waits for that.
  private func takeRequests() {
    condition.lock()
    while requests.isEmpty, windows.isEmpty { condition.wait() }
    let taken = requests
    requests = []
    condition.unlock()
    for request in taken { request() }
  }

  private func take(_ event: WindowEvent) {
    if case .displayLost = event.kind {
      isLost = true
      for window in windows { window.lose() }
      return
    }
    for window in windows where event.window == 0 || event.window == window.window?.number {
      window.take(event)
    }
  }
}
