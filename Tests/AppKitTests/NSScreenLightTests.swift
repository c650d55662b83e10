// Screens brighter than white.
// Licensed under the MIT license; see LICENSE.

import AppKit
import Foundation
import Synchronization
import TestClaims
import Testing

@MainActor
@Suite("Screens brighter than white", .serialized)
struct NSScreenLightTests {
  @Test(
    "The largest component is the headroom of the windows' outputs",
    .shows(
      "NSScreen.maximumExtendedDynamicRangeColorComponentValue",
      "NSScreen.maximumPotentialExtendedDynamicRangeColorComponentValue",
      "NSScreen.maximumReferenceExtendedDynamicRangeColorComponentValue",
      "NSApplication.didChangeScreenParametersNotification"
    )
  )
  func headroom() throws {
    let before = NSScreen.screens
    defer { NSScreen.setScreens(before) }
    let screen = NSScreen(frame: NSRect(x: 0, y: 0, width: 64, height: 64), backingScaleFactor: 1)
    #expect(screen.maximumExtendedDynamicRangeColorComponentValue == 1)
    screen.dynamicRange = .extended(headroom: 4)
    #expect(screen.maximumExtendedDynamicRangeColorComponentValue == 4)
    NSScreen.setScreens([screen])
    let window = NSWindow(
      contentRect: NSRect(x: 0, y: 0, width: 8, height: 8),
      styleMask: .borderless,
      backing: .buffered,
      defer: false
    )
    window.orderFront(nil)
    defer { window.close() }
    #expect(window.context?.dynamicRange == .extended(headroom: 4))
    let count = Mutex(0)
    let observer = NotificationCenter.default.addObserver(
      forName: NSApplication.didChangeScreenParametersNotification,
      object: NSApplication.shared,
      queue: nil
    ) { _ in count.withLock { $0 += 1 } }
    defer { NotificationCenter.default.removeObserver(observer) }
    screen.dynamicRange = .extended(headroom: 2)
    #expect(window.context?.headroom == 2)
    #expect(screen.maximumExtendedDynamicRangeColorComponentValue == 2)
    #expect(screen.maximumPotentialExtendedDynamicRangeColorComponentValue == 2)
    #expect(screen.maximumReferenceExtendedDynamicRangeColorComponentValue == 0)
    #expect(count.withLock { $0 } == 1)
    try window.context?.setHeadroom(.nan)
    #expect(screen.maximumExtendedDynamicRangeColorComponentValue == 1)
    #expect(count.withLock { $0 } == 2)
  }
}
