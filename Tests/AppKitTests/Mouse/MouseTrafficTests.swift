// Callbacks that change things, odd events, and recognisers of the program's own.
// Licensed under the MIT license; see LICENSE.

import AppKit
import TestClaims
import Testing

/// Recognises a button that goes down and up again in the left half of a view.
@MainActor
private final class LeftHalf: NSGestureRecognizer {
  var words: [String] = []
  var prevents = true
  var waits: NSGestureRecognizer?

  override func mouseDown(with event: NSEvent) { words.append("down") }

  override func mouseDragged(with event: NSEvent) {
    words.append("dragged")
    if location(in: view).x > 50 { state = .failed }
  }

  override func mouseUp(with event: NSEvent) {
    words.append("up")
    state = .recognized
  }

  override func reset() { words.append("reset") }
  override func canPrevent(_ preventedGestureRecognizer: NSGestureRecognizer) -> Bool { prevents }
  override func canBePrevented(by preventingGestureRecognizer: NSGestureRecognizer) -> Bool {
    prevents
  }
  override func shouldRequireFailure(of otherGestureRecognizer: NSGestureRecognizer) -> Bool {
    otherGestureRecognizer === waits
  }
}

/// A pan that counts the events that it hears of.
@MainActor
private final class EchoPan: NSPanGestureRecognizer {
  var count = 0

  override func mouseDown(with event: NSEvent) {
    count += 1
    super.mouseDown(with: event)
  }

  override func mouseDragged(with event: NSEvent) {
    count += 1
    super.mouseDragged(with: event)
  }
}

@MainActor
@Suite("AppKit: traffic of the mouse", .serialized)
struct MouseTrafficTests {
  @Test(
    "Events of a button go to the view where it went down, those of another one to theirs",
    .shows(
      "NSResponder.rightMouseDown(with:)",
      "NSResponder.rightMouseDragged(with:)",
      "NSResponder.rightMouseUp(with:)"
    )
  )
  func buttons() {
    let stage = MouseStage()
    stage.add("a", NSRect(x: 0, y: 0, width: 100, height: 100))
    stage.add("b", NSRect(x: 100, y: 0, width: 100, height: 100))
    stage.down(50, 50, at: 0)
    stage.down(150, 50, at: 0.1, button: 1)
    stage.drag(300, 300, at: 0.2)
    stage.drag(300, 310, at: 0.3, button: 1)
    stage.up(300, 310, at: 0.4, button: 1)
    stage.up(300, 310, at: 0.5)
    #expect(stage.taken() == "a.D b.D1 a.M b.M1 b.U1 a.U")
  }

  @Test(
    "A recogniser that is removed or turned off, and a view that is, hear no more",
    .shows("NSView.removeGestureRecognizer(_:)", "NSGestureRecognizer.isEnabled")
  )
  func removals() throws {
    let stage = MouseStage()
    var inner: LogView? = stage.add("c", NSRect(x: 0, y: 0, width: 100, height: 100))
    let pan = stage.add("p", NSPanGestureRecognizer())
    // In its own action.
    stage.onAction = { if $0.state == .began { $0.view?.removeGestureRecognizer($0) } }
    stage.down(50, 50, at: 0)
    stage.drag(60, 50, at: 0.1)
    stage.drag(70, 50, at: 0.2)
    stage.up(70, 50, at: 0.3)
    #expect(stage.taken() == "c.D p=B p=X" && pan.view == nil && pan.state == .possible)
    stage.onAction = nil
    stage.root.addGestureRecognizer(pan)
    stage.down(50, 50, at: 1)
    stage.drag(60, 50, at: 1.1)
    pan.isEnabled = false
    #expect(pan.state == .possible)
    pan.isEnabled = true
    stage.drag(70, 50, at: 1.2)
    stage.up(70, 50, at: 1.3)
    #expect(stage.taken() == "c.D p=B p=X")
    // The view goes while it handles an event; the recogniser around it keeps the button.
    weak let freed = inner
    inner?.onEvent = { [weak inner] _ in inner?.removeFromSuperview() }
    inner = nil
    stage.down(50, 50, at: 2)
    #expect(freed == nil)
    stage.drag(60, 50, at: 2.1)
    stage.up(60, 50, at: 2.2)
    #expect(stage.taken() == "c.D p=B p=E")
    // A view with an active recogniser of its own.
    let other = stage.add("e", NSRect(x: 0, y: 0, width: 100, height: 100))
    stage.add("q", NSPanGestureRecognizer(), to: other)
    stage.down(50, 50, at: 3)
    stage.drag(60, 50, at: 3.1)
    other.removeFromSuperview()
    stage.drag(70, 50, at: 3.2)
    stage.up(70, 50, at: 3.3)
    #expect(stage.taken() == "e.D q=B q=X")
  }

  @Test("A window that closes breaks gestures off")
  func closing() {
    let stage = MouseStage()
    stage.add("p", NSPanGestureRecognizer())
    stage.down(50, 50, at: 0.1)
    stage.drag(60, 50, at: 0.2)
    stage.window.close()
    stage.up(60, 50, at: 0.3)
    #expect(stage.taken() == "v.D p=B p=X")
  }

  @Test("A recogniser that is added while a button is down takes those that come later")
  func additions() {
    let stage = MouseStage()
    let click = NSClickGestureRecognizer()
    let judge = MouseJudge()
    judge.attempts = { _, _ in
      if click.view == nil { stage.add("t", click) }
      return false
    }
    stage.add("a", NSClickGestureRecognizer()).delegate = judge
    stage.click(50, 50, at: 0)
    #expect(stage.taken() == "v.D v.U")
    stage.click(50, 50, at: 1)
    #expect(stage.taken() == "v.D t=E")
    // It leaves its view for another one.
    let inner = stage.add("c", NSRect(x: 0, y: 0, width: 100, height: 100))
    inner.gestureRecognizers = [click]
    #expect(stage.root.gestureRecognizers.count == 1 && click.view === inner)
    inner.gestureRecognizers = []
    #expect(click.view == nil)
  }

  @Test("Events that nobody waits for, that repeat, or have odd numbers, do no harm")
  func odd() {
    let stage = MouseStage()
    let click = stage.add("t", NSClickGestureRecognizer())
    stage.up(50, 50, at: 0.1)
    stage.drag(50, 50, at: 0.1, button: 7)
    stage.up(50, 50, at: 0.1, button: 7)
    #expect(stage.taken() == "")
    // A button that goes down twice is taken away first.
    stage.down(50, 50, at: 0.2)
    stage.down(60, 50, at: 0.3)
    stage.up(60, 50, at: 0.4)
    #expect(stage.taken() == "v.D v.D t=E")
    // Times that go back, and that are none.
    stage.down(50, 50, at: 5)
    stage.up(50, 50, at: 4)
    #expect(stage.taken() == "v.D t=E")
    stage.down(50, 50, at: .nan)
    stage.up(50, 50, at: -.infinity)
    #expect(stage.taken() == "v.D t=E")
    stage.down(.nan, 50, at: 6)
    stage.down(500, 50, at: 6)
    stage.up(50, 50, at: 6.1)
    #expect(stage.taken() == "" && click.state == .possible)
    for (button, x) in [(1, 0.0), (32, 0), (-1, 0), (2, .infinity)] {
      let event = NSEvent.otherMouseEvent(
        with: .otherMouseDown,
        buttonNumber: button,
        location: NSPoint(x: x, y: 0),
        timestamp: 0,
        windowNumber: 1,
        clickCount: 1
      )
      #expect(event == nil)
    }
  }

  @Test("An event that is sent while another is handled comes after it")
  func nestedEvents() {
    let stage = MouseStage()
    stage.add("t", NSClickGestureRecognizer())
    let inner = stage.add("c", NSRect(x: 0, y: 0, width: 100, height: 100))
    stage.onAction = { [weak stage] _ in
      stage?.onAction = nil
      stage?.click(150, 50, at: 1)
      stage?.write("later")
    }
    stage.click(50, 50, at: 0)
    #expect(stage.taken() == "c.D t=E later v.D t=E")
    inner.onEvent = { [weak stage, weak inner] _ in
      inner?.onEvent = nil
      stage?.up(50, 50, at: 2.1)
      stage?.write("first")
    }
    stage.down(50, 50, at: 2)
    #expect(stage.taken() == "c.D first t=E")
  }

  @Test(
    "A class of the program hears of events and sets its state",
    .shows(
      "NSGestureRecognizer.mouseDown(with:)",
      "NSGestureRecognizer.mouseDragged(with:)",
      "NSGestureRecognizer.mouseUp(with:)",
      "NSGestureRecognizer.reset()",
      "NSGestureRecognizer.canPrevent(_:)",
      "NSGestureRecognizer.canBePrevented(by:)",
      "NSGestureRecognizer.shouldRequireFailure(of:)",
      "NSGestureRecognizer.State.recognized"
    )
  )
  func subclasses() {
    let stage = MouseStage()
    let own = stage.add("n", LeftHalf())
    let click = stage.add("t", NSClickGestureRecognizer())
    stage.down(20, 50, at: 0)
    stage.drag(30, 50, at: 0.05)
    stage.up(30, 50, at: 0.1)
    #expect(stage.taken() == "v.D v.M n=E")
    #expect(own.words == ["down", "dragged", "up", "reset"])
    own.words = []
    stage.down(20, 50, at: 1)
    stage.drag(60, 50, at: 1.05)
    stage.drag(20, 50, at: 1.06)
    stage.up(20, 50, at: 1.1)
    #expect(stage.taken() == "v.D v.M v.M t=E" && own.words == ["down", "dragged", "reset"])
    own.prevents = false
    stage.click(20, 50, at: 2)
    #expect(stage.taken() == "v.D n=E t=E")
    (own.prevents, own.waits) = (true, click)
    stage.click(20, 50, at: 3)
    #expect(stage.taken() == "v.D t=E")
    // A subclass of a class here goes on by itself.
    let pans = MouseStage()
    let pan = pans.add("p", EchoPan())
    pans.down(50, 50, at: 0)
    pans.drag(60, 50, at: 0.1)
    pans.up(60, 50, at: 0.2)
    #expect(pans.taken() == "v.D p=B p=E" && pan.count == 2)
  }

  @Test(
    "A recogniser calls a closure; without a target it calls nobody",
    .shows("NSGestureRecognizer.State.began", "NSGestureRecognizer.State.changed")
  )
  func closures() {
    let stage = MouseStage()
    var states: [NSGestureRecognizer.State] = []
    stage.root.addGestureRecognizer(NSPanGestureRecognizer { states.append($0.state) })
    stage.root.addGestureRecognizer(NSPanGestureRecognizer())
    stage.down(50, 50, at: 0)
    stage.drag(60, 50, at: 0.1)
    stage.drag(61, 50, at: 0.2)
    stage.up(60, 50, at: 0.3)
    #expect(states == [.began, .changed, .ended])
  }
}
