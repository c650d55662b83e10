// Windows, screens and the numbers of views.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import QuartzServer
import QuartzWire
import TestClaims
import Testing
@testable import UIKit

@Suite("Windows", .serialized)
@MainActor
struct WindowTests {
  @Test(
    "Screens have the sizes and scales of devices by name",
    .shows("UIScreen", "UIScreen.bounds", "UIScreen.scale", "UIScreen.nativeBounds")
  )
  func devices() throws {
    let phone = try #require(UIScreen(device: "iPhone 15"))
    #expect(phone.bounds.size == CGSize(width: 393, height: 852) && phone.scale == 3)
    #expect(phone.nativeBounds.size == CGSize(width: 1179, height: 2556))
    #expect(UIScreen(device: "Toaster") == nil)
    #expect(Set(UIScreen.deviceNames).count == UIScreen.deviceNames.count)
    let odd = UIScreen(size: CGSize(width: -3, height: CGFloat.nan), scale: 0)
    #expect(odd.bounds.size == CGSize(width: 1, height: 1) && odd.scale == 1)
  }

  @Test(
    "A window shows its tree, at its screen's scale, and follows its size",
    .shows(
      "UIWindow",
      "UIWindow.makeKeyAndVisible()",
      "UIWindow.isKeyWindow",
      "UIApplication.keyWindow",
      "UIView.isHidden"
    )
  )
  func pictures() throws {
    UIScreen.setMain(UIScreen(size: CGSize(width: 20, height: 10), scale: 2))
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.backgroundColor = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
    #expect(window.isHidden && window.context != nil)
    #expect(throws: CAContextError.self) { try window.image() }
    window.makeKeyAndVisible()
    #expect(window.isKeyWindow && UIApplication.shared.keyWindow === window)
    var image = try window.image()
    #expect(image.width == 40 && image.height == 20 && pixel(image, 39, 19) == [0, 0, 255, 255])
    window.frame.size = CGSize(width: 30, height: 30)
    image = try window.image()
    #expect(image.width == 60 && pixel(image, 59, 59) == [0, 0, 255, 255])
    window.isHidden = true
    #expect(window.context != nil && !window.isKeyWindow)
  }

  @Test("Responders have the undo manager of their window", .shows("UIResponder.undoManager"))
  func undoManagers() {
    let (window, view) = (UIWindow(frame: CGRect(x: 0, y: 0, width: 9, height: 9)), UIView())
    #expect(view.undoManager == nil)
    window.addSubview(view)
    #expect(view.undoManager != nil && view.undoManager === window.undoManager)
    #expect(window.undoManager !== UIWindow(frame: window.frame).undoManager)
  }

  @Test("A window that cannot have an output says why, and does not trap")
  func noOutput() {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 1e9, height: 1e9))
    window.makeKeyAndVisible()
    #expect(window.context == nil && window.contextError != nil)
    let early = UIWindow(frame: .zero)
    #expect(early.context == nil && early.contextError == nil)
    early.frame.size = CGSize(width: 10, height: 10)
    #expect(early.context != nil && early.isHidden)
    #expect(throws: CAContextError.self) { try window.image() }
    window.isHidden = true
    let server = UIWindow(
      frame: CGRect(x: 0, y: 0, width: 10, height: 10),
      output: .server(path: "/nowhere/quartzd.sock")
    )
    server.makeKeyAndVisible()
    #expect(server.contextError != nil)
  }

  @Test(
    "A window on a server shows what a window of the process does, and its animations end",
    .shows("UIWindow", "UIView.animate(withDuration:animations:completion:)")
  )
  func server() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("quartz-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var options = ServerOptions()
    options.renderer = .software
    let server = try RenderServer(options)
    defer { server.stop() }
    let path = folder.appendingPathComponent("s").path
    try server.listen(at: SocketPath(path))
    var shown: [[Pixels]] = []
    for output in [UIWindow.Output.pictures, .server(path: path, isRealTime: false)] {
      let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 40, height: 20), output: output)
      let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      view.backgroundColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
      view.layer.cornerRadius = 4
      window.addSubview(view)
      window.isHidden = false
      _ = try window.image(at: 0)
      var isOver = false
      UIView.animate(withDuration: 1) {
        view.center.x = 35
        view.alpha = 0.5
      } completion: {
        isOver = $0
      }
      shown.append(
        try [0.25, 0.5, 1].map {
          try #require(Pixels(UIImage(cgImage: try window.image(at: $0))))
        }
      )
      #expect(isOver && window.contextError == nil)
      window.isHidden = true
    }
    #expect(shown[0].map(\.bytes) == shown[1].map(\.bytes))
    #expect(Set(shown[1].map(\.bytes)).count == 3)
  }

  @Test("A window on a clock of the program's follows it")
  func clock() throws {
    final class Hand: CAContext.Clock {
      var currentTime = 0.0
    }
    let hand = Hand()
    let window = UIWindow(
      frame: CGRect(x: 0, y: 0, width: 10, height: 10),
      output: .clock(hand)
    )
    window.makeKeyAndVisible()
    let view = UIView()
    window.addSubview(view)
    _ = try window.image()
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { view.alpha = 0 }
    _ = try window.image()
    hand.currentTime = 0.5
    #expect(view.layer.presentation()?.opacity == 0.5)
  }

  /// The bytes of memory that the process has now.
  private static var residentBytes: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let fields = text.split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4096 : 0
  }

  @Test("A view with its layer takes at most 700 bytes")
  func bytes() async {
    // A process of its own, because tests on other threads take memory meanwhile.
    await #expect(processExitsWith: .success) { @MainActor in
      let count = 10_000
      var kept: [[UIView]] = []
      // Memory that was free before counts in the first of them.
      let measured = (0..<5).map { _ in
        let before = Self.residentBytes
        kept.append(
          (0..<count).map { _ in UIView(frame: CGRect(x: 1, y: 2, width: 3, height: 4)) }
        )
        return (Self.residentBytes - before) / count
      }
      let bytes = measured.sorted()[2]
      #expect(bytes <= 700, "\(measured) bytes")
    }
  }

  @Test("A thousand views call for layout and drawing as often as they must")
  func thousand() throws {
    final class Laying: UIView {
      // Safe because: tests of one suite run one after the other.
      nonisolated(unsafe) static var count = 0
      override func layoutSubviews() { Laying.count += 1 }
    }
    let window = makeWindow()
    let root = Laying(frame: window.bounds)
    for index in 0..<999 {
      let view = Laying(frame: CGRect(x: Double(index % 100), y: 0, width: 2, height: 2))
      view.backgroundColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
      root.addSubview(view)
    }
    window.addSubview(root)
    Laying.count = 0
    _ = try window.image()
    #expect(Laying.count == 1000)
    _ = try window.image()
    #expect(Laying.count == 1000)
    #expect(root.subviews.allSatisfy { $0.layer.contents == nil })
  }
}
