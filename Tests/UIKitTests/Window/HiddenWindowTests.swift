// Windows in real time, shown and hidden.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import TestClaims
import Testing
import UIKit

@Suite("Windows in real time", .serialized)
@MainActor
struct HiddenWindowTests {
  /// Their pictures have a pixel for each point, whatever screen the tests before had.
  init() { UIScreen.setMain(UIScreen(size: CGSize(width: 40, height: 40), scale: 1)) }

  /// Turns the run loop until something is so; ten seconds at most.
  private func wait(until isDone: () -> Bool) {
    let end = Date(timeIntervalSinceNow: 10)
    while !isDone(), Date() < end {
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
    }
  }

  private func inRealTime(_ body: () throws -> Void) rethrows {
    UIWindow.defaultOutput = .realTime
    defer { UIWindow.defaultOutput = .pictures }
    try body()
  }

  @Test(
    "A hidden window has presentations, begin times and completions, by one line for a process",
    .shows("CALayer.presentation()", "UIView.animate(withDuration:animations:completion:)")
  )
  func hidden() throws {
    try inRealTime { () throws in
      let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 40, height: 40))
      let view = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
      window.addSubview(view)
      CATransaction.flush()
      #expect(window.isHidden && view.layer.presentation()?.position.x == 10)
      #expect(throws: CAContextError.self) { try window.image() }
      var isOver: Bool?
      let start = CACurrentMediaTime()
      UIView.animate(withDuration: 0.05) {
        view.center.x = 30
      } completion: {
        isOver = $0
      }
      CATransaction.flush()
      let animation = try #require(view.layer.animation(forKey: "position"))
      #expect(animation.beginTime >= start)
      wait { isOver != nil }
      #expect(isOver == true && CACurrentMediaTime() - start >= 0.05)
      #expect(view.layer.presentation()?.position.x == 30)
    }
  }

  @Test(
    "A window that is hidden again goes on, and shows the same tree when it comes back",
    .shows("UIWindow", "UIView.isHidden")
  )
  func again() throws {
    try inRealTime { () throws in
      let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      window.backgroundColor = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
      let context = window.context
      window.isHidden = false
      #expect(window.context === context && context != nil)
      #expect(try pixel(window.image(), 5, 5) == [0, 255, 0, 255])
      window.isHidden = true
      #expect(window.context === context)
      var isOver = false
      UIView.animate(withDuration: 0.02) {
        window.alpha = 0.5
      } completion: { _ in
        isOver = true
      }
      wait { isOver }
      #expect(isOver)
      window.alpha = 1
      window.isHidden = false
      #expect(try pixel(window.image(), 5, 5) == [0, 255, 0, 255])
      window.isHidden = true
    }
  }

  @Test(
    "Layers of a hidden window have presentations and completions, which follow its clock",
    .shows("CALayer.presentation()", "UIView.animate(withDuration:animations:completion:)")
  )
  func pictures() throws {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 40, height: 40))
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
    window.addSubview(view)
    CATransaction.flush()
    let context = try #require(window.context)
    #expect(window.isHidden && view.layer.presentation()?.position.x == 10)
    #expect(throws: CAContextError.self) { try window.image() }
    var isOver: Bool?
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
      view.center.x = 30
    } completion: {
      isOver = $0
    }
    try context.advance(to: 0.5)
    #expect(view.layer.presentation()?.position.x == 20 && isOver == nil)
    // It comes to show what it was, and goes on when it is hidden again.
    view.backgroundColor = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
    window.isHidden = false
    #expect(window.context === context)
    #expect(try pixel(window.image(), 29, 10) == [0, 255, 0, 255])
    window.isHidden = true
    #expect(window.context === context)
    try context.advance(to: 1)
    #expect(view.layer.presentation()?.position.x == 30 && isOver == true)
  }

  @Test("A hidden window does not take the current time from one that shows", .shows("UIWindow"))
  func currentTime() throws {
    let shown = makeWindow()
    _ = try shown.image(at: 3)
    let hidden = UIWindow(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    #expect(hidden.context != nil && CACurrentMediaTime() == 3)
    hidden.isHidden = false
    #expect(CACurrentMediaTime() == 0)
    hidden.isHidden = true
  }

  @Test("A change of the output counts while a window is hidden", .shows("UIWindow"))
  func outputs() {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    let first = window.context
    window.output = .realTime
    #expect(window.context != nil && window.context !== first && window.isHidden)
    window.output = .server(path: "/nowhere")
    #expect(window.context == nil && window.contextError == nil)
    window.output = .pictures
    window.isHidden = false
    let shown = window.context
    window.output = .realTime
    #expect(window.context === shown && shown != nil)
    window.isHidden = true
    #expect(window.context != nil && window.context !== shown)
  }
}
