// Errors of system calls.
// Licensed under the MIT license; see LICENSE.

import Glibc

extension WireError {
  /// The error that `errno` names, of a call that has just failed.
  static func system(_ call: String, path: String = "") -> WireError {
    .system(call: call, path: path, code: errno)
  }

  /// The system's words for an errno.
  static func text(of code: Int32) -> String {
    // The text is in memory of this thread and is copied at once.
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}
