// One-line diagnostics of problems that must not stop the program.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Synchronization

/// A line that is reported once, however often.
final class TextDiagnostic: Sendable {
  private let text: String
  private let isReported = Atomic<Bool>(false)

  init(_ text: String) {
    self.text = text
  }

  func report() {
    guard !isReported.exchange(true, ordering: .relaxed) else { return }
    Diagnostics.report(text, from: "CoreText")
  }
}

/// Families that text was asked for and that are not there; each is said once.
final class MissingFamilies: Sendable {
  static let shared = MissingFamilies()

  private let said = Mutex<Set<String>>([])
  /// Documents with endless names do not fill the memory or the terminal.
  private static let limit = 256

  /// Reports that another family is shown for `family`, unless that was said before.
  func report(_ family: String, shown: String, of source: FontSource) {
    let isNew = said.withLock { said in
      said.count < Self.limit && said.insert(FontIndex.compact(family)).inserted
    }
    guard isNew else { return }
    Diagnostics.report(
      "there is no font of the family \"\(family.oneLine)\" in \(source); "
        + "text in it is shown in \"\(shown.oneLine)\"",
      from: "CoreText"
    )
  }
}
