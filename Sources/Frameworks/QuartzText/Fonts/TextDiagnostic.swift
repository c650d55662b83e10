// One-line diagnostics of problems that must not stop the program.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Synchronization

/// A line that is written to the standard error once, however often it is reported.
final class TextDiagnostic: Sendable {
  private let text: String
  private let isReported = Atomic<Bool>(false)

  init(_ text: String) {
    self.text = text
  }

  func report() {
    guard !isReported.exchange(true, ordering: .relaxed) else { return }
    _ = Data("CoreText: \(text)\n".utf8).withUnsafeBytes {
      FileWriting.write($0, to: STDERR_FILENO)
    }
  }
}
