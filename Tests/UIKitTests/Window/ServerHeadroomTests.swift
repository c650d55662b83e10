// The headroom of a server's screen, as windows of a program on it hear of it.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzGLES
import QuartzPlan
import QuartzServer
import QuartzWire
import Synchronization
import TestClaims
import Testing
import UIKit

/// A screen that shows nothing, and says how bright it is.
private final class BrightScreen: Screen, Sendable {
  let name = "bright"
  let refreshRate = 60.0
  let isFlipping = false
  let isStale = false
  let descriptors: [Int32] = []
  private let light: Mutex<Double>
  private let drawn = Mutex(0)

  init(_ headroom: Double) { light = Mutex(headroom) }

  var headroom: Double {
    get { light.withLock { $0 } }
    set { light.withLock { $0 = newValue } }
  }

  /// How many pictures were drawn.
  var pictures: Int { drawn.withLock { $0 } }

  func draw(_ picture: ScreenPicture?, by backend: any RenderBackend) throws(RenderError) {
    drawn.withLock { $0 += 1 }
  }

  func flip() throws(ScreenError) {}
  func takeFlip() throws(ScreenError) -> ScreenFlip? { nil }
  func takeNews() -> [String] { [] }
}

@MainActor
@Suite("The headroom of a server's screen", .serialized)
struct ServerHeadroomTests {
  /// Leaves the main thread to others until a condition holds.
  private func wait(until isDone: () -> Bool) async throws -> Bool {
    // because: a busy machine takes its time to draw a frame.
    for _ in 0..<1000 where !isDone() { try await Task.sleep(nanoseconds: 20_000_000) }
    return isDone()
  }

  /// Law A2: the current headroom is the output's, which is that of the screen that shows it.
  @Test(
    "The headroom follows the server's screen",
    .shows("UIScreen.currentEDRHeadroom", "UIScreen.brightnessDidChangeNotification")
  )
  func headroomFollowsTheScreen() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("quartz-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let light = BrightScreen(3.5)
    var options = ServerOptions()
    options.renderer = .software
    let server = try RenderServer(options, screen: light)
    defer { server.stop() }
    let path = folder.appendingPathComponent("s").path
    try server.listen(at: SocketPath(path))
    defer { UIScreen.setMain(UIScreen(size: CGSize(width: 8, height: 8), scale: 1)) }
    let screen = UIScreen(size: CGSize(width: 8, height: 8), scale: 1)
    screen.dynamicRange = .extended(headroom: 2)
    UIScreen.setMain(screen)
    let told = Mutex(0)
    let observer = NotificationCenter.default.addObserver(
      forName: UIScreen.brightnessDidChangeNotification,
      object: screen,
      queue: nil
    ) { _ in told.withLock { $0 += 1 } }
    defer { NotificationCenter.default.removeObserver(observer) }
    #expect(screen.currentEDRHeadroom == 2)
    let window = UIWindow(frame: screen.bounds, output: .server(path: path))
    window.makeKeyAndVisible()
    #expect(window.contextError == nil)
    CATransaction.flush()
    #expect(try await wait { screen.currentEDRHeadroom == 3.5 })
    #expect(window.context?.headroom == 3.5 && told.withLock { $0 } == 1)
    // Another monitor, with the next picture.
    light.headroom = 1.25
    window.backgroundColor = .red
    CATransaction.flush()
    #expect(try await wait { screen.currentEDRHeadroom == 1.25 })
    #expect(screen.potentialEDRHeadroom == 1.25 && told.withLock { $0 } == 2)
    // Beyond what there is: the largest.
    light.headroom = 1000
    window.backgroundColor = .blue
    CATransaction.flush()
    #expect(try await wait { screen.currentEDRHeadroom == 64 })
    window.isHidden = true
  }

  /// A context of standard range has no headroom, whatever the screen says.
  @Test("A window of standard range stays at 1")
  func standardWindowsStay() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("quartz-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var options = ServerOptions()
    options.renderer = .software
    let light = BrightScreen(4)
    let server = try RenderServer(options, screen: light)
    defer { server.stop() }
    let path = folder.appendingPathComponent("s").path
    try server.listen(at: SocketPath(path))
    let screen = UIScreen(size: CGSize(width: 8, height: 8), scale: 1)
    UIScreen.setMain(screen)
    let window = UIWindow(frame: screen.bounds, output: .server(path: path))
    window.makeKeyAndVisible()
    CATransaction.flush()
    #expect(try await wait { light.pictures > 0 })
    // News of the screen would have come before the picture.
    _ = try window.image()
    await Task.yield()
    #expect(screen.currentEDRHeadroom == 1 && window.context?.headroom == 1)
    window.isHidden = true
  }
}
