// Threads of the server, and their errors.
// Licensed under the MIT license; see LICENSE.

import QuartzFaults

/// A thread of the server's that can be waited for.
final class ServerThread: Sendable {
  private let thread: SystemThread

  /// Starts a thread.
  ///
  /// - Parameter name: The name in debuggers and `top`; at most 15 bytes count.
  init(name: String, body: @escaping @Sendable () -> Void) throws(SystemError) {
    do throws(ThreadError) {
      thread = try SystemThread.start(name: name, body)
    } catch {
      throw SystemError(error)
    }
  }

  /// Starts a thread that nobody waits for.
  ///
  /// - Parameter name: The name in debuggers and `top`; at most 15 bytes count.
  static func detach(
    name: String,
    body: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    do throws(ThreadError) {
      try SystemThread.detach(name: name, body)
    } catch {
      throw SystemError(error)
    }
  }

  /// Waits until the thread's body has returned.
  ///
  /// Call it once.
  func join() {
    thread.join()
  }

  /// Waits until the thread's body has returned, but no longer than a time.
  ///
  /// - Returns: Whether it has; if not, it can be waited for again.
  func join(milliseconds: Int32) -> Bool { thread.join(milliseconds: milliseconds) }
}

extension SystemError {
  fileprivate init(_ error: ThreadError) { self.init("pthread_create", code: error.code) }
}
