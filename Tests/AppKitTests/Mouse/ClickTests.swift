// Clicks, presses and pans, and which of them the view's events go to.
// Licensed under the MIT license; see LICENSE.

import AppKit
import TestClaims
import Testing

@MainActor
@Suite("AppKit: clicks, presses, pans", .serialized)
struct ClickTests {
  private func double() -> NSClickGestureRecognizer {
    let recognizer = NSClickGestureRecognizer()
    recognizer.numberOfClicksRequired = 2
    return recognizer
  }

  @Test(
    "A click is recognised when the button goes up; the view hears of the button's going down alone",
    .shows(
      "NSClickGestureRecognizer",
      "NSView.addGestureRecognizer(_:)",
      "NSView.gestureRecognizers",
      "NSGestureRecognizer.init(target:action:)",
      "NSGestureRecognizer.target",
      "NSGestureRecognizer.action",
      "NSGestureRecognizer.state",
      "NSGestureRecognizer.view",
      "NSGestureRecognizer.location(in:)"
    )
  )
  func click() {
    let stage = MouseStage()
    let inner = stage.add("c", NSRect(x: 100, y: 100, width: 100, height: 100))
    inner.flips = true
    let click = stage.add("t", NSClickGestureRecognizer())
    #expect(stage.root.gestureRecognizers == [click] && click.view === stage.root)
    stage.down(110, 120, at: 0.1)
    stage.drag(112, 120, at: 0.15)
    #expect(click.state == .possible && stage.taken() == "c.D c.M")
    var place = NSPoint.zero
    stage.onAction = { place = $0.location(in: inner) }
    stage.up(115, 120, at: 0.2)
    #expect(stage.taken() == "t=E")
    #expect(place == NSPoint(x: 10, y: 80) && click.location(in: nil) == NSPoint(x: 110, y: 120))
    #expect(click.state == .possible)
    // Too far, and too long.
    stage.down(110, 120, at: 1)
    stage.drag(160, 120, at: 1.1)
    stage.up(110, 120, at: 1.2)
    #expect(stage.taken() == "c.D c.M c.U")
    stage.down(110, 120, at: 2)
    stage.up(110, 120, at: 2.8)
    #expect(stage.taken() == "c.D c.U")
  }

  @Test(
    "A click waits for a double click where a delegate says so, and comes with it where none does",
    .shows(
      "NSClickGestureRecognizer.numberOfClicksRequired",
      "NSGestureRecognizer.delegate",
      "NSGestureRecognizerDelegate.gestureRecognizer(_:shouldRequireFailureOf:)",
      "NSEvent.doubleClickInterval"
    )
  )
  func doubleClick() throws {
    let stage = MouseStage()
    let single = stage.add("t", NSClickGestureRecognizer())
    let twice = stage.add("d", double())
    stage.click(50, 50, at: 0)
    stage.click(50, 50, at: 0.5)
    #expect(stage.taken() == "v.D t=E v.D t=E d=E")
    let judge = MouseJudge()
    judge.requires = { $0 === single && $1 === twice }
    single.delegate = judge
    stage.click(50, 50, at: 2)
    stage.click(50, 50, at: 2.5)
    #expect(stage.taken() == "v.D v.U v.D d=E")
    stage.click(50, 50, at: 4)
    #expect(stage.taken() == "v.D v.U")
    try stage.wait(until: 4.1 + NSEvent.doubleClickInterval - 0.01)
    #expect(stage.taken() == "")
    try stage.wait(until: 4.1 + NSEvent.doubleClickInterval + 0.01)
    #expect(stage.taken() == "t=E")
    // The second click is too late.
    stage.click(50, 50, at: 6)
    stage.click(50, 50, at: 6.7)
    try stage.wait(until: 8)
    #expect(stage.taken() == "v.D v.U t=E v.D v.U t=E")
  }

  @Test(
    "A press begins by the window's clock; a pointer that moves before that presses nothing",
    .shows(
      "NSPressGestureRecognizer",
      "NSPressGestureRecognizer.minimumPressDuration",
      "NSPressGestureRecognizer.allowableMovement"
    )
  )
  func press() throws {
    let stage = MouseStage()
    let press = stage.add("l", NSPressGestureRecognizer())
    #expect(press.minimumPressDuration == 0.5 && press.allowableMovement == 10)
    // Events without times have those of the clock.
    stage.down(50, 50, at: 0)
    try stage.wait(until: 0.49)
    #expect(stage.taken() == "v.D" && press.state == .possible)
    try stage.wait(until: 0.51)
    #expect(stage.taken() == "l=B" && press.state == .began)
    stage.drag(90, 50, at: 0)
    stage.up(90, 50, at: 0)
    #expect(stage.taken() == "l=C l=E")
    stage.down(50, 50, at: 1)
    stage.drag(61, 50, at: 1.1)
    try stage.wait(until: 2)
    stage.up(61, 50, at: 2.1)
    #expect(stage.taken() == "v.D v.M v.U")
    press.minimumPressDuration = 0.2
    press.allowableMovement = 50
    stage.down(50, 50, at: 3)
    stage.drag(90, 50, at: 3.1)
    stage.up(90, 50, at: 3.3)
    #expect(stage.taken() == "v.D v.M l=B l=E")
  }

  @Test(
    "A pan begins after three points and takes the button from the view",
    .shows(
      "NSPanGestureRecognizer",
      "NSPanGestureRecognizer.translation(in:)",
      "NSPanGestureRecognizer.setTranslation(_:in:)",
      "NSPanGestureRecognizer.velocity(in:)"
    )
  )
  func pan() {
    let stage = MouseStage()
    let flipped = stage.add("c", NSRect(x: 0, y: 0, width: 200, height: 200))
    flipped.flips = true
    let pan = stage.add("p", NSPanGestureRecognizer())
    stage.down(50, 50, at: 0.1)
    stage.drag(50, 52.5, at: 0.11)
    #expect(stage.taken() == "c.D c.M")
    stage.drag(50, 53, at: 0.12)
    #expect(stage.taken() == "p=B" && pan.translation(in: nil) == .zero)
    stage.drag(54, 58, at: 0.14)
    #expect(pan.translation(in: nil) == NSPoint(x: 4, y: 5))
    #expect(pan.translation(in: stage.root) == NSPoint(x: 4, y: 5))
    #expect(pan.translation(in: flipped) == NSPoint(x: 4, y: -5))
    let velocity = pan.velocity(in: flipped)
    // From 50, 50 at 0.10 to 54, 58 at 0.14.
    #expect(abs(velocity.x - 100) < 1e-9 && abs(velocity.y + 200) < 1e-9)
    pan.setTranslation(NSPoint(x: 10, y: 20), in: flipped)
    pan.setTranslation(NSPoint(x: CGFloat.nan, y: 0), in: nil)
    #expect(pan.translation(in: nil) == NSPoint(x: 10, y: -20))
    stage.drag(55, 59, at: 0.16)
    #expect(pan.translation(in: nil) == NSPoint(x: 11, y: -19))
    stage.up(55, 59, at: 0.17)
    #expect(stage.taken() == "p=C p=C p=E")
    #expect(pan.translation(in: nil) == .zero && pan.velocity(in: nil) == .zero)
  }

  @Test(
    "Masks say which buttons count; all of a mask are needed",
    .shows(
      "NSClickGestureRecognizer.buttonMask",
      "NSPanGestureRecognizer.buttonMask",
      "NSPressGestureRecognizer.buttonMask",
      "NSEvent.buttonNumber",
      "NSEvent.EventType.otherMouseDown",
      "NSEvent.EventType.otherMouseDragged",
      "NSEvent.EventType.otherMouseUp",
      "NSResponder.otherMouseDown(with:)",
      "NSResponder.otherMouseDragged(with:)",
      "NSResponder.otherMouseUp(with:)"
    )
  )
  func masks() throws {
    let stage = MouseStage()
    stage.add("r", NSClickGestureRecognizer()).buttonMask = 2
    stage.add("o", NSPanGestureRecognizer()).buttonMask = 1 << 4
    stage.add("l", NSPressGestureRecognizer()).buttonMask = 4
    stage.click(50, 50, at: 0)
    stage.click(50, 50, at: 1, button: 1)
    #expect(stage.taken() == "v.D v.U v.D1 r=E")
    stage.down(50, 50, at: 2, button: 4)
    stage.drag(60, 50, at: 2.1, button: 4)
    stage.up(60, 50, at: 2.2, button: 4)
    #expect(stage.taken() == "v.D4 o=B o=E")
    stage.down(50, 50, at: 3, button: 2)
    try stage.wait(until: 4)
    stage.up(50, 50, at: 4, button: 2)
    stage.down(50, 50, at: 5, button: 3)
    stage.drag(70, 50, at: 5.1, button: 3)
    stage.up(70, 50, at: 5.2, button: 3)
    #expect(stage.taken() == "v.D2 l=B l=E v.D3 v.M3 v.U3")
    let both = MouseStage()
    both.add("b", NSClickGestureRecognizer()).buttonMask = 3
    both.add("q", NSPanGestureRecognizer()).buttonMask = 3
    both.click(50, 50, at: 0)
    both.click(50, 50, at: 1, button: 1)
    #expect(both.taken() == "v.D v.U v.D1 v.U1")
    both.down(50, 50, at: 2)
    both.down(50, 50, at: 2.1, button: 1)
    both.up(50, 50, at: 2.2, button: 1)
    both.up(50, 50, at: 2.3)
    #expect(both.taken() == "v.D v.D1 v.U1 b=E")
    both.down(50, 50, at: 4)
    both.drag(80, 50, at: 4.1)
    both.down(80, 50, at: 4.2, button: 1)
    both.drag(90, 50, at: 4.3)
    both.up(90, 50, at: 4.4, button: 1)
    both.up(90, 50, at: 4.5)
    #expect(both.taken() == "v.D v.M v.D1 q=B q=E")
    let none = MouseStage()
    none.add("n", NSClickGestureRecognizer()).buttonMask = 0
    none.click(50, 50, at: 0)
    #expect(none.taken() == "v.D v.U")
  }

  @Test(
    "Of recognisers of views in each other the deepest comes first; a delegate lets both",
    .shows(
      "NSGestureRecognizerDelegate.gestureRecognizer(_:shouldRecognizeSimultaneouslyWith:)",
      "NSGestureRecognizerDelegate.gestureRecognizerShouldBegin(_:)",
      "NSGestureRecognizerDelegate.gestureRecognizer(_:shouldAttemptToRecognizeWith:)"
    )
  )
  func nested() {
    let stage = MouseStage()
    let inner = stage.add("c", NSRect(x: 0, y: 0, width: 100, height: 100))
    stage.add("o", NSClickGestureRecognizer())
    let deep = stage.add("i", NSClickGestureRecognizer(), to: inner)
    stage.click(50, 50, at: 0)
    stage.click(150, 50, at: 1)
    #expect(stage.taken() == "c.D i=E v.D o=E")
    let judge = MouseJudge()
    deep.delegate = judge
    judge.together = { _, _ in true }
    stage.click(50, 50, at: 2)
    #expect(stage.taken() == "c.D i=E o=E")
    judge.together = { _, _ in false }
    judge.begins = { _ in false }
    stage.click(50, 50, at: 3)
    #expect(stage.taken() == "c.D o=E")
    judge.begins = { _ in true }
    judge.attempts = { $1.locationInWindow.x > 60 }
    stage.click(50, 50, at: 4)
    stage.click(70, 50, at: 5)
    #expect(stage.taken() == "c.D o=E c.D i=E")
  }

  @Test(
    "A recogniser that delays a button holds it back until it has failed",
    .shows(
      "NSGestureRecognizer.delaysPrimaryMouseButtonEvents",
      "NSGestureRecognizer.delaysSecondaryMouseButtonEvents",
      "NSGestureRecognizer.delaysOtherMouseButtonEvents"
    )
  )
  func delays() throws {
    let stage = MouseStage()
    let twice = stage.add("d", double())
    #expect(!twice.delaysPrimaryMouseButtonEvents)
    twice.delaysPrimaryMouseButtonEvents = true
    twice.buttonMask = 1
    stage.click(50, 50, at: 0)
    stage.click(50, 50, at: 0.3)
    #expect(stage.taken() == "d=E")
    var places: [NSPoint] = []
    stage.root.onEvent = { places.append($0.locationInWindow) }
    stage.down(50, 50, at: 2)
    stage.drag(52, 50, at: 2.05)
    stage.up(53, 50, at: 2.1)
    try stage.wait(until: 2.55)
    #expect(stage.taken() == "")
    try stage.wait(until: 2.65)
    #expect(stage.taken() == "v.D v.U")
    #expect(places == [NSPoint(x: 50, y: 50), NSPoint(x: 53, y: 50)])
    // It fails while the button is down.
    stage.down(50, 50, at: 4)
    stage.drag(60, 50, at: 4.1)
    stage.drag(99, 50, at: 4.2)
    stage.drag(98, 50, at: 4.3)
    stage.up(98, 50, at: 4.4)
    #expect(stage.taken() == "v.D v.M v.U")
    // Other buttons have their own.
    let every = MouseStage()
    let own = every.add("n", AllButtons())
    (own.delaysSecondaryMouseButtonEvents, own.delaysOtherMouseButtonEvents) = (true, false)
    every.down(50, 50, at: 0)
    every.down(50, 50, at: 0.1, button: 1)
    every.down(50, 50, at: 0.2, button: 2)
    #expect(every.taken() == "v.D v.D2")
    own.state = .failed
    #expect(every.taken() == "v.D1")
    for button in 0...2 { every.up(50, 50, at: 1, button: button) }
    (own.delaysSecondaryMouseButtonEvents, own.delaysOtherMouseButtonEvents) = (false, true)
    every.down(50, 50, at: 2, button: 1)
    every.down(50, 50, at: 2.1, button: 2)
    #expect(every.taken() == "v.U v.U1 v.U2 v.D1")
    own.state = .ended
    for button in 1...2 { every.up(50, 50, at: 3, button: button) }
    #expect(every.taken() == "n=E")
  }
}

/// A recogniser that takes all buttons, and decides nothing by itself.
@MainActor
private final class AllButtons: NSGestureRecognizer {}
