// The thread that has the windows of a program's contexts.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzFaults
import QuartzSharing
import QuartzWindow

/// One thread for all windows: it waits for events, and draws a frame of each at its refresh.
///
/// It begins with the first window, and sleeps while there is none.
final class WindowThread: Sendable {
  fileprivate typealias Request = @Sendable (WindowLoop) -> Void

  private struct Requests {
    var waiting: [Request] = []
    var isStarted = false
  }

  private static let shared = WindowThread()

  private let requests = Monitor(Requests())

  /// Opens a window, and waits until it is there.
  static func open(
    _ body: @escaping @Sendable (WindowSystem) throws(WindowError) -> ShownContext
  ) throws(WindowError) -> ShownContext {
    let answer = Monitor<Result<ShownContext, WindowError>?>(nil)
    let isRunning = shared.add { loop in
      let result = loop.open(body)
      answer.change { $0 = result }
    }
    guard isRunning else { throw .refused(reason: "no thread for windows") }
    return try answer.wait(until: { $0 != nil }, then: { $0 ?? .failure(.displayLost) }).get()
  }

  /// Does something on the thread, if there ever was a window.
  static func perform(_ body: @escaping @Sendable () -> Void) { _ = shared.add { _ in body() } }

  /// - Returns: Whether there is a thread that will do it.
  private func add(_ request: @escaping Request) -> Bool {
    defer { WindowSystem.wake() }
    return requests.change { requests in
      guard startIfNeeded(&requests) else { return false }
      requests.waiting.append(request)
      return true
    }
  }

  private func startIfNeeded(_ requests: inout Requests) -> Bool {
    if requests.isStarted { return true }
    do throws(ThreadError) {
      try SystemThread.detach(name: "quartz-windows") { WindowLoop(WindowThread.shared).run() }
      requests.isStarted = true
    } catch {
      // The next window tries again.
      Diagnostics.report("no thread for windows: \(String(cString: strerror(error.code)))")
    }
    return requests.isStarted
  }

  /// Takes all requests; without any it waits for one, if the caller has nothing else to do.
  fileprivate func takeRequests(waiting: Bool) -> [Request] {
    requests.wait(until: { !waiting || !$0.waiting.isEmpty }) { requests in
      defer { requests.waiting = [] }
      return requests.waiting
    }
  }
}

/// The work of the thread; its windows are used there alone.
private final class WindowLoop {
  private let thread: WindowThread
  private var system: WindowSystem?
  private var windows: [ShownContext] = []
  private var isLost = false

  init(_ thread: WindowThread) { self.thread = thread }

  func open(
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

  func run() {
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
    for request in thread.takeRequests(waiting: windows.isEmpty) { request(self) }
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
