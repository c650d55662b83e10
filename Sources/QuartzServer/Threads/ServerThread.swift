// A thread that can be waited for.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import Glibc

/// A thread of the server's.
final class ServerThread: Sendable {
  private let handle: pthread_t

  private final class Start {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }
  }

  /// Starts a thread.
  ///
  /// - Parameter name: The name in debuggers and `top`; at most 15 bytes count.
  init(name: String, body: @escaping @Sendable () -> Void) throws(SystemError) {
    let start = Unmanaged.passRetained(Start(name: name, body: body))
    var handle = pthread_t()
    let code = pthread_create(
      &handle,
      nil,
      { argument in
        guard let argument else { return nil }
        let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
        quartz_name_thread(start.name)
        start.body()
        return nil
      },
      start.toOpaque()
    )
    guard code == 0 else {
      start.release()
      errno = code
      throw SystemError("pthread_create")
    }
    self.handle = handle
  }

  /// Waits until the thread's body has returned.
  ///
  /// Call it once.
  func join() {
    pthread_join(handle, nil)
  }
}
