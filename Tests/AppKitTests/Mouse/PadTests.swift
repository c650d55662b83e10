// Gestures of two fingers on a pad.
// Licensed under the MIT license; see LICENSE.

import AppKit
import TestClaims
import Testing

/// Decides about magnifications itself, and never by itself.
@MainActor
private final class PadWatcher: NSGestureRecognizer {
  var words: [String] = []

  override func magnify(with event: NSEvent) { words.append("magnify \(event.magnification)") }
  override func rotate(with event: NSEvent) { words.append("rotate \(event.rotation)") }
}

@MainActor
@Suite("AppKit: gestures on a pad", .serialized)
struct PadTests {
  @Test(
    "A view under the pointer gets the events of a gesture from its start to its end",
    .shows(
      "NSResponder.magnify(with:)",
      "NSResponder.rotate(with:)",
      "NSResponder.smartMagnify(with:)",
      "NSEvent.EventType.magnify",
      "NSEvent.EventType.rotate",
      "NSEvent.EventType.smartMagnify",
      "NSEvent.magnification",
      "NSEvent.rotation",
      "NSEvent.phase",
      "NSEvent.Phase"
    )
  )
  func views() {
    let stage = MouseStage()
    let inner = stage.add("c", NSRect(x: 0, y: 0, width: 100, height: 100))
    var amounts: [CGFloat] = []
    inner.onEvent = {
      amounts.append($0.type == .rotate ? CGFloat($0.rotation) : $0.magnification)
    }
    stage.pad(.magnify, .changed, 1, at: 0.1)
    stage.pad(.magnify, .ended, 1, at: 0.1)
    #expect(stage.taken() == "")
    stage.pad(.magnify, .began, 0.25, at: 0.1)
    stage.pad(.magnify, .changed, 0.5, at: 0.2, x: 300)
    stage.pad(.rotate, .began, 10, at: 0.3)
    stage.pad(.magnify, .ended, 0, at: 0.4, x: 300)
    stage.pad(.rotate, .cancelled, 0, at: 0.5, x: 300)
    stage.pad(.smartMagnify, [], 0, at: 0.6)
    stage.pad(.smartMagnify, [], 0, at: 0.6, x: 300)
    #expect(stage.taken() == "c.Z1 c.Z4 c.R1 c.Z8 c.R16 c.S v.S")
    #expect(amounts == [0.25, 0.5, 10, 0, 0, 0])
    let odd: [(NSEvent.EventType, NSEvent.Phase, CGFloat)] = [
      (.magnify, [], 0.1), (.magnify, [.began, .ended], 0), (.rotate, .began, .nan),
      (.magnify, .began, .infinity), (.mouseMoved, .began, 0),
    ]
    for (type, phase, amount) in odd {
      let event = NSEvent.padEvent(
        with: type,
        location: .zero,
        timestamp: 0,
        windowNumber: 0,
        phase: phase,
        amount: amount
      )
      #expect(event == nil)
    }
  }

  @Test(
    "A magnification begins with the first event and sums them up; the deepest view is first",
    .shows(
      "NSMagnificationGestureRecognizer",
      "NSMagnificationGestureRecognizer.magnification"
    )
  )
  func magnification() {
    let stage = MouseStage()
    let inner = stage.add("c", NSRect(x: 0, y: 0, width: 100, height: 100))
    stage.add("o", NSMagnificationGestureRecognizer())
    let pinch = stage.add("z", NSMagnificationGestureRecognizer(), to: inner)
    var values: [CGFloat] = []
    stage.onAction = {
      values.append(($0 as? NSMagnificationGestureRecognizer)?.magnification ?? -1)
    }
    stage.pad(.magnify, .began, 0.25, at: 0.1)
    stage.pad(.magnify, .changed, 0.5, at: 0.2)
    #expect(pinch.location(in: nil) == NSPoint(x: 50, y: 50))
    pinch.magnification = 2
    pinch.magnification = .nan
    stage.pad(.magnify, .changed, -0.5, at: 0.3)
    stage.pad(.magnify, .ended, 0.125, at: 0.4)
    #expect(stage.taken() == "z=B z=C z=C z=E" && values == [0.25, 0.75, 1.5, 1.625])
    #expect(pinch.magnification == 0 && pinch.state == .possible)
    stage.pad(.magnify, .began, 0.25, at: 1, x: 200)
    stage.pad(.magnify, .cancelled, 0, at: 1.1, x: 200)
    #expect(stage.taken() == "o=B o=X")
    let judge = MouseJudge()
    judge.begins = { _ in false }
    for view in [stage.root, inner] { view.gestureRecognizers[0].delegate = judge }
    stage.pad(.magnify, .began, 0.25, at: 2)
    stage.pad(.magnify, .ended, 0, at: 2.1)
    #expect(stage.taken() == "c.Z1 c.Z8")
    // Buttons and turns are nothing to it.
    judge.begins = { _ in true }
    stage.click(50, 50, at: 3)
    stage.pad(.rotate, .began, 1, at: 4)
    stage.pad(.rotate, .ended, 1, at: 4.1)
    #expect(stage.taken() == "c.D c.U c.R1 c.R8")
  }

  @Test(
    "A rotation is counterclockwise in radians, and goes on beside a magnification",
    .shows(
      "NSRotationGestureRecognizer",
      "NSRotationGestureRecognizer.rotation",
      "NSRotationGestureRecognizer.rotationInDegrees"
    )
  )
  func rotation() {
    let stage = MouseStage()
    let turn = stage.add("o", NSRotationGestureRecognizer())
    stage.add("z", NSMagnificationGestureRecognizer())
    stage.pad(.rotate, .began, 45, at: 0.1)
    stage.pad(.magnify, .began, 0.5, at: 0.1)
    stage.pad(.rotate, .changed, 45, at: 0.2)
    // Degrees become radians and are summed up, each with the rounding of a Double.
    #expect(abs(turn.rotation - .pi / 2) < 1e-12 && abs(turn.rotationInDegrees - 90) < 1e-12)
    turn.rotationInDegrees = 180
    #expect(abs(turn.rotation - .pi) < 1e-12)
    stage.pad(.rotate, .ended, 0, at: 0.3)
    stage.pad(.magnify, .ended, 0, at: 0.3)
    #expect(stage.taken() == "o=B z=B o=C o=E z=E")
    // A button that is used meanwhile is nothing to it.
    stage.add("p", NSPanGestureRecognizer())
    stage.pad(.rotate, .began, 45, at: 1)
    stage.down(50, 50, at: 1.1)
    stage.drag(80, 50, at: 1.2)
    stage.pad(.rotate, .ended, 45, at: 1.3)
    stage.up(80, 50, at: 1.4)
    #expect(stage.taken() == "o=B v.D p=B o=E p=E")
  }

  @Test(
    "A recogniser of the program delays a gesture until it has failed",
    .shows(
      "NSGestureRecognizer.delaysMagnificationEvents",
      "NSGestureRecognizer.delaysRotationEvents",
      "NSGestureRecognizer.magnify(with:)",
      "NSGestureRecognizer.rotate(with:)"
    )
  )
  func delays() {
    let stage = MouseStage()
    let watcher = stage.add("w", PadWatcher())
    watcher.delaysMagnificationEvents = true
    stage.pad(.magnify, .began, 0.25, at: 0.1)
    stage.pad(.rotate, .began, 5, at: 0.2)
    #expect(stage.taken() == "v.R1" && watcher.words == ["magnify 0.25", "rotate 5.0"])
    watcher.state = .failed
    #expect(stage.taken() == "v.Z1")
    stage.pad(.magnify, .ended, 0, at: 0.3)
    stage.pad(.rotate, .ended, 0, at: 0.4)
    #expect(stage.taken() == "v.Z8 v.R8")
    (watcher.delaysMagnificationEvents, watcher.delaysRotationEvents) = (false, true)
    stage.pad(.rotate, .began, 5, at: 1)
    stage.pad(.magnify, .began, 0.25, at: 1.1)
    #expect(stage.taken() == "v.Z1")
    watcher.state = .ended
    stage.pad(.rotate, .ended, 0, at: 1.2)
    stage.pad(.magnify, .ended, 0, at: 1.3)
    #expect(stage.taken() == "w=E")
  }
}
