// Warnings about files of layers.
// Licensed under the MIT license; see LICENSE.

import QuartzDocuments

extension LayerFile {
  /// The largest number of warnings that are shown one by one.
  private static let shownWarnings = 20

  static func report(_ warnings: [String]) {
    for warning in warnings.prefix(shownWarnings) {
      StandardError.write("quartz: warning: \(warning)\n")
    }
    let rest = warnings.count - shownWarnings
    if rest > 0 { StandardError.write("quartz: warning: and \(rest) more like these\n") }
  }
}
