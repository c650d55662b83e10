// One import gives layers, paths and views.
// Licensed under the MIT license; see LICENSE.

import AppKit
import Testing

@Suite("AppKit's exports")
struct AppKitExportTests {
  @Test("Layers and paths come with AppKit")
  func layers() {
    let layer = CALayer()
    layer.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(layer.position == CGPoint(x: 2.5, y: 4))
  }
}
