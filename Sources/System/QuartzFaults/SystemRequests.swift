// Requests to the system, which fail as if the system had refused them where a fault strikes.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import Glibc

extension Fault {
  /// Asks the system for a descriptor.
  ///
  /// - Parameter ask: A call that gives a descriptor, or -1 and `errno`.
  /// - Returns: Its result; -1 and EMFILE where a fault strikes.
  @inline(__always)
  package static func descriptor(_ ask: () -> Int32) -> Int32 {
    guard strikes(.descriptor) else { return ask() }
    errno = EMFILE
    return -1
  }

  /// Asks the system to map memory.
  ///
  /// - Parameter ask: A call of `mmap`.
  /// - Returns: The memory; nil and `errno` if there is none.
  @inline(__always)
  package static func mapping(
    _ ask: () -> UnsafeMutableRawPointer?
  ) -> UnsafeMutableRawPointer? {
    guard strikes(.memory) else {
      let memory = ask()
      return memory == MAP_FAILED ? nil : memory
    }
    errno = ENOMEM
    return nil
  }

  /// Asks the system for a process or a thread.
  ///
  /// - Parameter ask: A call that returns 0, or the number of an error.
  /// - Returns: Its result; EAGAIN where a fault strikes.
  @inline(__always)
  package static func thread(_ ask: () -> Int32) -> Int32 {
    strikes(.thread) ? EAGAIN : ask()
  }
}

/// Repeats a call of the system as long as signals interrupt it.
///
/// - Parameter call: A call that gives -1 and `errno` for an error.
/// - Returns: Its result, which is not -1 with EINTR.
@inline(__always)
package func uninterrupted<Number: SignedInteger>(_ call: () -> Number) -> Number {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

/// The system gives no thread.
package struct ThreadError: Error, Equatable, Sendable {
  /// The error's number.
  package let code: Int32
}

/// A running thread, on which the faults of the thread that started it count.
package struct SystemThread: Sendable {
  private let handle: pthread_t

  private final class Start {
    let name: String
    let fault: Fault?
    let body: @Sendable () -> Void

    init(_ name: String, _ body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
      fault = Fault.ofThread
    }
  }

  /// Starts a thread; `join` or `detach` is to be called once.
  ///
  /// - Parameters:
  ///   - name: Seen in debuggers and `top`; at most 15 bytes count.
  ///   - stackBytes: The size of its stack; nil for the system's default.
  package static func start(
    name: String,
    stackBytes: Int? = nil,
    _ body: @escaping @Sendable () -> Void
  ) throws(ThreadError) -> SystemThread {
    var handle = pthread_t()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    if let stackBytes { pthread_attr_setstacksize(&attributes, stackBytes) }
    let start = Unmanaged.passRetained(Start(name, body))
    let code = Fault.thread {
      pthread_create(
        &handle,
        &attributes,
        { argument in
          guard let argument else { return nil }
          let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
          quartz_name_thread(start.name)
          start.fault?.adopt()
          start.body()
          return nil
        },
        start.toOpaque()
      )
    }
    guard code == 0 else {
      start.release()
      throw ThreadError(code: code)
    }
    return SystemThread(handle: handle)
  }

  /// Starts a thread that nobody waits for.
  package static func detach(
    name: String,
    stackBytes: Int? = nil,
    _ body: @escaping @Sendable () -> Void
  ) throws(ThreadError) {
    pthread_detach(try start(name: name, stackBytes: stackBytes, body).handle)
  }

  /// Waits until the thread's body has returned.
  package func join() {
    pthread_join(handle, nil)
  }

  /// Waits until the thread's body has returned, but no longer than a time.
  ///
  /// - Returns: Whether it has; if not, it can be waited for again.
  package func join(milliseconds: Int32) -> Bool {
    quartz_join_thread(UInt64(handle), milliseconds) == 0
  }
}
