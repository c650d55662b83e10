// One-line reports of mistakes that must not stop the program.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Synchronization

/// The destination of lines about unknown inputs and pictures that cannot be made.
package enum ImageDiagnostics {
  private static let sink = Mutex<@Sendable (String) -> Void>(writeToStandardError)

  private static let writeToStandardError: @Sendable (String) -> Void = { line in
    // Nobody is left to be told that nobody reads it.
    _ = Data("CoreImage: \(line)\n".utf8).withUnsafeBytes {
      FileWriting.write($0, to: STDERR_FILENO)
    }
  }

  /// Reports one line; the default destination is the standard error stream.
  package static func report(_ line: String) {
    sink.withLock { $0 }(line)
  }

  /// Redirects the lines; nil restores the standard error stream.
  package static func redirect(to destination: (@Sendable (String) -> Void)?) {
    sink.withLock { $0 = destination ?? writeToStandardError }
  }
}
