// A descriptor by which one thread wakes another one.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import Glibc
import QuartzFaults

/// The failure of a system call that the server needs.
package struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The call that failed.
  package let call: String
  package let code: Int32

  /// Creates the error of a call that has just failed.
  init(_ call: String) {
    self.init(call, code: errno)
  }

  init(_ call: String, code: Int32) {
    self.call = call
    self.code = code
  }

  package var description: String {
    "\(call): " + (strerror(code).map { String(cString: $0) } ?? "error \(code)")
  }
}

/// An event that is raised by any thread and waited for with `poll`.
///
/// It stays raised until cleared.
final class WakeEvent: Sendable {
  /// Readable while the event is raised.
  let descriptor: Int32

  init() throws(SystemError) {
    descriptor = Fault.descriptor { quartz_make_event() }
    guard descriptor >= 0 else { throw SystemError("eventfd") }
  }

  deinit {
    close(descriptor)
  }

  func raise() {
    quartz_raise_event(descriptor)
  }

  func clear() {
    quartz_clear_event(descriptor)
  }
}
