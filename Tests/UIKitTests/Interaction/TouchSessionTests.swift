// Touches as text; places of one event; presses and events that delegates refuse.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import Testing

@testable import UIKit

/// Writes the places of its touches down.
private final class TouchDrawing: UIView {
  var lines: [String] = []

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { note(touches, event) }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { note(touches, event) }
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { note(touches, event) }

  private func note(_ touches: Set<UITouch>, _ event: UIEvent?) {
    for touch in touches {
      let all = event?.coalescedTouches(for: touch) ?? []
      let places = all.map {
        "\(Int($0.previousLocation(in: self).x))>\(Int($0.location(in: self).x))"
      }
      lines.append(
        "\(touch.phase.rawValue) \(touch.type.rawValue) " + places.joined(separator: " ")
      )
      if all.last !== touch { lines.append("the last is another touch") }
    }
  }
}

/// A recogniser that counts keys.
private final class KeyCounter: UIGestureRecognizer {
  var began = 0
  var ended = 0
  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent) {
    began += presses.count
  }
  override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent) {
    ended += presses.count
  }
}

/// A delegate that refuses.
private final class Refuser: UIGestureRecognizerDelegate {
  var presses = true
  var events = true
  var asked: [String] = []

  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldReceive press: UIPress
  ) -> Bool {
    asked.append("press \(press.key?.characters ?? "")")
    return presses
  }

  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldReceive event: UIEvent
  ) -> Bool {
    asked.append("event \(event.type.rawValue)")
    return events
  }

  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldReceive touch: UITouch
  ) -> Bool {
    asked.append("touch")
    return true
  }
}

/// A test's own window: nothing comes between its making and the test.
@MainActor
private struct TouchSessionStage {
  private let window = makeWindow()
  private let view = TouchDrawing(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
  private var app: UIApplication { UIApplication.shared }

  init() {
    window.addSubview(view)
    window.makeKey()
    CATransaction.flush()
  }

  private func p(_ x: CGFloat, _ y: CGFloat = 50) -> CGPoint { CGPoint(x: x, y: y) }

  func coalesced() {
    app.touchBegan(at: p(10), time: 0)
    app.touchMoved(along: [p(12), p(15), p(20)], time: 0.1)
    app.touchMoved(to: p(30), time: 0.2)
    app.touchMoved(along: [], time: 0.3)
    app.touchMoved(along: [p(.nan), p(31)], time: 0.3)
    app.touchEnded(time: 0.4)
    #expect(
      view.lines == [
        "0 0 10>10", "1 0 10>12 12>15 10>20", "1 0 20>30", "1 0 30>31", "3 0 31>31",
      ]
    )
  }

  func receiving() {
    let (counter, refuser) = (KeyCounter(), Refuser())
    counter.delegate = refuser
    window.addGestureRecognizer(counter)
    app.tap(at: p(50))
    #expect(refuser.asked == ["event 0", "touch"])
    refuser.asked = []
    app.type("a")
    #expect(refuser.asked == ["event 3", "press a"] && counter.began == 1 && counter.ended == 1)
    refuser.presses = false
    app.type("b")
    #expect(counter.began == 1 && counter.ended == 1)
    refuser.events = false
    refuser.asked = []
    app.type("c")
    app.tap(at: p(50), time: 5)
    #expect(refuser.asked == ["event 3", "event 0"] && counter.began == 1)
  }

  func record() throws {
    app.touchBegan(at: p(10), finger: 1, time: 0.25, type: .pencil)
    app.touchMoved(along: [p(12.5), p(15)], finger: 1, time: 0.5)
    app.touchEnded(finger: 1, time: 0.75)
    app.mouseMoved(to: p(60), time: 1)
    app.mouseDown(button: 2, time: 1)
    app.mouseUp(time: 1.125)
    app.turnWheel(up: -2, at: p(60))
    app.type("a+")
    let text = """
      down 1 10,50 kind=pencil t=0.25
      move 1 12.5,50 + move 1 15,50 t=0.5
      up 1 t=0.75
      point 60,50 t=1
      down -1 60,50 btn=2 kind=pointer t=1
      up -1 t=1.125
      wheel 0,-2 60,50 t=1.125
      key a t=1.125
      key %2B t=1.125
      """
    let session = window.touchSession
    #expect(session.description == text && session.duration == 1.125)
    #expect(try UITouchSession(text) == session)
    let lines = view.lines
    let other = makeWindow()
    let drawing = TouchDrawing(frame: view.frame)
    other.addSubview(drawing)
    CATransaction.flush()
    session.replay(in: other)
    #expect(drawing.lines == lines && !lines.isEmpty)
    #expect(other.touchSession == session)
    other.beginTouchSession()
    #expect(other.touchSession.isEmpty)
  }

  func nonsense() throws {
    try UITouchSession("up 7 t=1; move 8 5,5; down 1 20,20 t=.5; down 1 30,30; up 1").replay(
      in: window
    )
    #expect(view.lines == ["0 0 20>20", "0 0 30>30", "3 0 30>30"])
    #expect(try UITouchSession("# nothing\n;;").isEmpty)
    #expect(try UITouchSession("").duration == 0)
  }
}

@Suite("Sessions of touches")
@MainActor
struct TouchSessionTests {
  @Test("D15: an event has all places since the last one; the last one is the touch")
  func coalesced() { TouchSessionStage().coalesced() }

  @Test("D7: a delegate is asked for events before touches, and for keys")
  func receiving() { TouchSessionStage().receiving() }

  @Test("A window's touches are text, which makes them again")
  func record() throws { try TouchSessionStage().record() }

  @Test("A session whose times go back, whose fingers are unknown, and that is empty")
  func nonsense() throws { try TouchSessionStage().nonsense() }

  @Test(
    "Text that is no session says which step is none",
    arguments: [
      ("down 1 5,5 t=0; move 1", "step 2: \"move 1\": a place x,y was expected"),
      ("down x 5,5", "step 1: \"down x 5,5\": the number of a finger was expected"),
      ("down 1 nan,5", "step 1: \"down 1 nan,5\": a place x,y was expected"),
      ("wait t=-1", "step 1: \"wait t=-1\": a time t=SECONDS was expected"),
      ("wait t=inf", "step 1: \"wait t=inf\": a time t=SECONDS was expected"),
      (
        "wait\n# no step\njump 3",
        "step 2: \"jump 3\": "
          + "down, move, up, cancel, point, wheel, key or wait was expected"
      ),
      ("up 1 +", "step 1: \"\": down, move, up, cancel, point, wheel, key or wait was expected"),
      (
        "down 1 5,5 kind=foot",
        "step 1: \"down 1 5,5 kind=foot\": "
          + "kind=finger or indirect or pencil or pointer was expected"
      ),
      ("key %ZZ", "step 1: \"key %ZZ\": the characters of a key was expected"),
    ]
  )
  func damaged(_ text: String, _ message: String) {
    let error = #expect(throws: (any Error).self) { try UITouchSession(text) }
    #expect(error.map { "\($0)" } == message)
  }
}
