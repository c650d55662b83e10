// Previews of Xcode.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// Takes out previews, which Xcode alone runs.
struct PreviewRule: Rule {
  let name = "preview"
  let reason = "Previews are run by Xcode, and need SwiftUI or its macros."
  let limits = "Code that only previews use stays."

  func apply(to file: SourceFile, _ work: inout RuleWork) {
    // A preview of a file that does not parse may be half a one.
    guard file.firstError == nil else { return }
    for node in Previews.all(file) {
      work.remove(file.rangeToRemove(file.range(node)))
    }
  }
}
