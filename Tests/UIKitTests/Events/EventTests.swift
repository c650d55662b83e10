// Injected events, responders and their chain.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import TestClaims
import Testing
import UIKit

@Suite("Events", .serialized)
@MainActor
struct EventTests {
  private var app: UIApplication { UIApplication.shared }

  private class Noting: UIView {
    var journal: Journal?
    var name = ""
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      journal?.note("\(name) began \(touches.count)")
    }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
      journal?.note("\(name) ended \(touches.first?.tapCount ?? 0)")
    }
  }

  @Test(
    "A touch stays with the view that it began in, and is in its coordinates",
    .shows("UITouch.location(in:)", "UITouch.previousLocation(in:)", "UITouch")
  )
  func touches() {
    final class Placed: UIView {
      var places: [CGPoint] = []
      var before: [CGPoint] = []
      override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        places += touches.map { $0.location(in: self) }
        before += touches.map { $0.previousLocation(in: self) }
      }
    }
    let window = makeWindow()
    let view = Placed(frame: CGRect(x: 50, y: 50, width: 20, height: 20))
    window.addSubview(view)
    app.touchBegan(at: CGPoint(x: 55, y: 55))
    app.touchMoved(to: CGPoint(x: 150, y: 160), time: 0.1)
    #expect(view.places == [CGPoint(x: 100, y: 110)] && view.before == [CGPoint(x: 5, y: 5)])
    app.touchEnded()
    app.touchMoved(to: .zero)
    #expect(view.places.count == 1)
  }

  /// ZL-D-13.13.
  @Test(
    "Only one finger reaches a view without multiple touch, and taps are counted",
    .shows("UIView.isMultipleTouchEnabled", "UITouch.tapCount")
  )
  func multiple() {
    let window = makeWindow()
    let journal = Journal()
    let view = Noting(frame: window.bounds)
    (view.name, view.journal) = ("view", journal)
    window.addSubview(view)
    app.touchBegan(at: CGPoint(x: 5, y: 5), finger: 0)
    app.touchBegan(at: CGPoint(x: 105, y: 5), finger: 1)
    app.touchEnded(finger: 1)
    app.touchEnded(finger: 0)
    #expect(journal.take() == ["view began 1", "view ended 1"])
    view.isMultipleTouchEnabled = true
    app.touchBegan(at: CGPoint(x: 5, y: 105), finger: 0, time: 1)
    app.touchBegan(at: CGPoint(x: 105, y: 5), finger: 1, time: 2)
    app.touchEnded(finger: 1, time: 2)
    app.touchEnded(finger: 0, time: 2)
    #expect(journal.take().count == 4)
    app.tap(at: CGPoint(x: 50, y: 50), count: 3, time: 5)
    #expect(
      journal.take().filter { $0.contains("ended") } == [
        "view ended 1", "view ended 2", "view ended 3",
      ]
    )
  }

  @Test(
    "Touches go up the chain: views, controller, window, application",
    .shows("UIResponder.next", "UIResponder.touchesBegan(_:with:)")
  )
  func chain() {
    final class Controller: UIViewController {
      var count = 0
      override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { count += 1 }
    }
    let controller = Controller()
    let window = makeWindow(CGSize(width: 100, height: 100), controller)
    let inner = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    controller.view.addSubview(inner)
    app.tap(at: CGPoint(x: 10, y: 10))
    #expect(controller.count == 1)
    #expect(inner.next === controller.view && controller.view.next === controller)
    #expect(controller.next === window && window.next === app)
  }

  @Test(
    "The first responder gets keys and shakes",
    .shows(
      "UIResponder.becomeFirstResponder()",
      "UIResponder.isFirstResponder",
      "UIResponder.canBecomeFirstResponder",
      "UIResponder.pressesBegan(_:with:)",
      "UIResponder.pressesEnded(_:with:)",
      "UIResponder.motionEnded(_:with:)",
      "UIEvent.EventSubtype.motionShake"
    )
  )
  func keys() {
    final class Field: UIView {
      var journal: Journal?
      override var canBecomeFirstResponder: Bool { true }
      override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        journal?.note("down \(presses.first?.key?.characters ?? "")")
      }
      override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        journal?.note("up")
      }
      override func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
        journal?.note("shake \(motion == .motionShake)")
      }
    }
    let window = makeWindow()
    let (one, other) = (Field(), Field())
    let journal = Journal()
    one.journal = journal
    #expect(!one.becomeFirstResponder())
    window.addSubview(one)
    window.addSubview(other)
    #expect(one.becomeFirstResponder() && one.isFirstResponder)
    app.type("a")
    app.shake()
    #expect(journal.take() == ["down a", "up", "shake true"])
    #expect(other.becomeFirstResponder() && !one.isFirstResponder)
    other.removeFromSuperview()
    #expect(!other.isFirstResponder && window.becomeFirstResponder() == false)
  }

  @Test("The accelerometer tells what is injected")
  func accelerometer() {
    final class Listener: UIAccelerometerDelegate {
      var values: [Double] = []
      func accelerometer(
        _ accelerometer: UIAccelerometer,
        didAccelerate acceleration: UIAcceleration
      ) {
        values += [acceleration.x, acceleration.y, acceleration.z]
      }
    }
    let listener = Listener()
    UIAccelerometer.shared.delegate = listener
    app.accelerate(x: 0.5, y: -1, z: 0)
    #expect(listener.values == [0.5, -1, 0])
  }

  @Test(
    "Events that are ignored reach nobody, and hostile ones neither",
    .shows(
      "UIApplication.beginIgnoringInteractionEvents()",
      "UIApplication.endIgnoringInteractionEvents()"
    )
  )
  func ignored() {
    let window = makeWindow()
    let journal = Journal()
    let view = Noting(frame: window.bounds)
    view.journal = journal
    window.addSubview(view)
    app.beginIgnoringInteractionEvents()
    app.tap(at: CGPoint(x: 5, y: 5))
    app.endIgnoringInteractionEvents()
    app.endIgnoringInteractionEvents()
    app.touchBegan(at: CGPoint(x: CGFloat.nan, y: 0))
    app.touchEnded(finger: 77)
    app.drag(from: .zero, to: CGPoint(x: CGFloat.infinity, y: 0), duration: .nan, steps: -4)
    app.resetInput()
    #expect(journal.take().filter { $0.contains("began") }.count == 1)
  }

  @Test("A touch to the picture that shows it is one frame")
  func latency() throws {
    final class Lit: UIView {
      override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        backgroundColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
      }
    }
    let window = makeWindow()
    let view = Lit(frame: window.bounds)
    window.addSubview(view)
    _ = try window.image()
    app.touchBegan(at: CGPoint(x: 5, y: 5), time: 0.1)
    #expect(pixel(try window.image(), 5, 5) == [255, 0, 0, 255])
  }

  @Test("Timers and links by selectors follow the window's clock")
  func timers() throws {
    final class Player: UIResponder {
      var ticks = 0
      var frames = 0
      func tick(_ timer: Timer) { ticks += 1 }
      func frame(_ link: CADisplayLink) { frames += 1 }
    }
    let window = makeWindow()
    let player = Player()
    let timer = Timer.scheduledTimer(
      timeInterval: 0.25,
      target: player,
      selector: Selector("tick:", Player.tick),
      userInfo: nil,
      repeats: true
    )
    let link = CADisplayLink(target: player, selector: Selector("frame:", Player.frame))
    link.add(to: .main, forMode: .common)
    _ = try window.image(at: 1)
    #expect(player.ticks == 4 && player.frames == 1)
    timer.invalidate()
    link.invalidate()
    _ = try window.image(at: 2)
    #expect(player.ticks == 4 && player.frames == 1)
  }
}
