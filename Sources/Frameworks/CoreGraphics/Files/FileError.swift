// The error of a file that was not written.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// The error of a file that was not written; the text is one line and names the file.
package struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// As the caller wrote it.
  package let path: String
  /// The number of the system's error.
  package let code: Int32

  package init(path: String, code: Int32) {
    self.path = path
    self.code = code
  }

  package var description: String { "\(path): \(reason)" }

  /// The system's words.
  package var reason: String { String(cString: strerror(code)) }
}
