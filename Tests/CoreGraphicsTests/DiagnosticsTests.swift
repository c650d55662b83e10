// Lines on the standard error stream.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Testing

@Suite struct DiagnosticsTests {
  /// In a process of its own, whose stream it is.
  @Test func linesBeginWithOneModule() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      Diagnostics.report("a layer has no name")
      Diagnostics.report("an image has no pixels", from: "CoreImage")
      Diagnostics.report("UIKit: UITableView.reloadData(): there are no rows")
      Diagnostics.report("AppKit: NSView.addSubview(_:): the view is its own")
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      text.split(separator: "\n") == [
        "QuartzCore: a layer has no name", "CoreImage: an image has no pixels",
        "UIKit: UITableView.reloadData(): there are no rows",
        "AppKit: NSView.addSubview(_:): the view is its own",
      ]
    )
  }
}
