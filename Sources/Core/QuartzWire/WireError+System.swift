// Errors of system calls.
// Licensed under the MIT license; see LICENSE.

import Glibc

extension WireError {
  /// Returns the error of a call that has just failed, from `errno`.
  static func system(_ call: String, path: String = "") -> WireError {
    .system(call: call, path: path, code: errno)
  }

  /// Returns the system's message for an errno.
  static func text(of code: Int32) -> String {
    // The text is in thread-local memory and is copied at once.
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}
