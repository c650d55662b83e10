// Recognisers of gestures; the numbers are those of fact E1.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import TestClaims
import Testing
import UIKit

@Suite("Recognisers", .serialized)
@MainActor
struct GestureTests {
  private let window = makeWindow()
  private let view: Touched
  private let journal: Journal
  /// The application, with the suite's window in front; tests of other suites come between.
  private var app: UIApplication {
    window.makeKey()
    return UIApplication.shared
  }

  private final class Touched: UIView {
    let journal: Journal
    init(_ journal: Journal) {
      self.journal = journal
      super.init(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    }
    required init?(coder: NSCoder) { nil }
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      journal.note("view began")
    }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
      journal.note("view moved")
    }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
      journal.note("view ended")
    }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
      journal.note("view cancelled")
    }
  }

  init() {
    journal = Journal()
    view = Touched(journal)
    window.addSubview(view)
    CATransaction.flush()
  }

  private func add<Recognizer: UIGestureRecognizer>(
    _ recognizer: Recognizer,
    _ name: String
  ) -> Recognizer {
    let journal = journal
    recognizer.addTarget(
      Target { journal.note("\(name) \($0.state)") }.kept,
      action: "call:"
    )
    view.addGestureRecognizer(recognizer)
    return recognizer
  }

  /// A target with a closure.
  private final class Target: SelectorTarget {
    // Safe because: tests of one suite run one after the other.
    nonisolated(unsafe) static var all: [Target] = []
    let body: @MainActor (UIGestureRecognizer) -> Void
    init(_ body: @escaping @MainActor (UIGestureRecognizer) -> Void) { self.body = body }
    var kept: Target {
      Target.all.append(self)
      return self
    }
    nonisolated func method(for selector: Selector) -> Method? {
      guard selector == "call:" else { return nil }
      return { [body] sender, _ in
        // Safe because: it is handed over within the thread.
        nonisolated(unsafe) let sender = sender
        onViewThread { if let sender = sender as? UIGestureRecognizer { body(sender) } }
      }
    }
  }

  private func p(_ x: CGFloat, _ y: CGFloat = 100) -> CGPoint { CGPoint(x: x, y: y) }

  @Test(
    "R3: a tap fails after 45 points",
    .shows(
      "UITapGestureRecognizer",
      "UIGestureRecognizer.addTarget(_:action:)",
      "UIGestureRecognizer.cancelsTouchesInView"
    )
  )
  func tap() {
    _ = add(UITapGestureRecognizer(), "tap")
    app.touchBegan(at: p(50))
    app.touchMoved(to: p(95))
    app.touchEnded()
    #expect(journal.take() == ["view began", "view moved", "tap ended", "view cancelled"])
    app.touchBegan(at: p(50), time: 2)
    app.touchMoved(to: p(95.5))
    app.touchEnded()
    #expect(journal.take() == ["view began", "view moved", "view ended"])
  }

  @Test(
    "R14 R15: a pan begins at 10 points, and its translation counts from there",
    .shows(
      "UIPanGestureRecognizer",
      "UIPanGestureRecognizer.translation(in:)",
      "UIPanGestureRecognizer.setTranslation(_:in:)",
      "UIGestureRecognizer.location(in:)",
      "UIGestureRecognizer.state",
      "UIGestureRecognizer.State.possible",
      "UIGestureRecognizer.State.began",
      "UIGestureRecognizer.State.changed",
      "UIGestureRecognizer.State.ended"
    )
  )
  func pan() {
    let pan = add(UIPanGestureRecognizer(), "pan")
    app.touchBegan(at: p(50), time: 0)
    app.touchMoved(to: p(59.5), time: 0.05)
    #expect(pan.state == .possible && journal.take() == ["view began", "view moved"])
    app.touchMoved(to: p(60), time: 0.1)
    #expect(journal.take() == ["pan began", "view cancelled"])
    #expect(pan.translation(in: view) == .zero)
    app.touchMoved(to: p(90), time: 0.15)
    #expect(pan.translation(in: view).x == 30 && pan.location(in: view) == p(90))
    pan.setTranslation(.zero, in: view)
    app.touchMoved(to: p(95), time: 0.2)
    #expect(pan.translation(in: view).x == 5)
    app.touchEnded(time: 0.2)
    #expect(journal.take() == ["pan changed", "pan changed", "pan ended"])
    #expect(pan.state == .possible)
  }

  @Test(
    "E1: the velocity is that of the last 100 ms, and a finger that rests has none",
    .shows("UIPanGestureRecognizer.velocity(in:)")
  )
  func velocity() {
    let pan = add(UIPanGestureRecognizer(), "pan")
    app.touchBegan(at: p(0), time: 0)
    for step in 1...10 { app.touchMoved(to: p(CGFloat(step) * 5), time: 0.02 * Double(step)) }
    #expect(abs(pan.velocity(in: view).x - 250) < 1e-6)
    for step in 1...10 {
      app.touchMoved(to: p(50 + CGFloat(step) * 10), time: 0.2 + 0.02 * Double(step))
    }
    #expect(abs(pan.velocity(in: view).x - 500) < 1e-6)
    var last = CGPoint(x: 1, y: 1)
    pan.addTarget(
      Target { last = ($0 as? UIPanGestureRecognizer)?.velocity(in: nil) ?? last }.kept,
      action: "call:"
    )
    app.touchEnded(time: 0.6)
    #expect(last == .zero)
  }

  @Test(
    "E1: a long press begins after 0.5 s, by the window's clock, within 10 points",
    .shows(
      "UILongPressGestureRecognizer",
      "UILongPressGestureRecognizer.minimumPressDuration",
      "UILongPressGestureRecognizer.allowableMovement"
    )
  )
  func longPress() throws {
    let press = add(UILongPressGestureRecognizer(), "press")
    app.touchBegan(at: p(50), time: 0)
    _ = try window.image(at: 0.49)
    #expect(press.state == .possible)
    _ = try window.image(at: 0.5)
    #expect(press.state == .began)
    app.touchMoved(to: p(90), time: 0.6)
    app.touchEnded(time: 0.7)
    #expect(
      journal.take() == [
        "view began", "press began", "view cancelled", "press changed", "press ended",
      ]
    )
    app.touchBegan(at: p(50), time: 2)
    app.touchMoved(to: p(61), time: 2.1)
    app.touchEnded(time: 3)
    #expect(journal.take() == ["view began", "view moved", "view ended"])
  }

  @Test(
    "E1: the first one that recognises makes the others fail, unless a delegate says otherwise",
    .shows(
      "UIGestureRecognizerDelegate",
      "UIGestureRecognizerDelegate.gestureRecognizer(_:shouldRecognizeSimultaneouslyWith:)",
      "UIGestureRecognizer.delegate"
    )
  )
  func first() {
    final class Both: UIGestureRecognizerDelegate {
      func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
      ) -> Bool { true }
    }
    let one = add(UIPanGestureRecognizer(), "one")
    let two = add(UIPanGestureRecognizer(), "two")
    app.drag(from: p(20), to: p(120), steps: 2)
    #expect(journal.take().filter { $0.hasPrefix("two") }.isEmpty)
    let both = Both()
    one.delegate = both
    app.drag(from: p(20), to: p(120), steps: 2, time: 2)
    #expect(
      journal.take().filter { $0.hasPrefix("two") } == ["two began", "two changed", "two ended"]
    )
    #expect(two.state == .possible)
  }

  @Test(
    "A tap that waits for a double tap comes when that has failed",
    .shows("UITapGestureRecognizer.numberOfTapsRequired", "UIGestureRecognizer.require(toFail:)")
  )
  func doubleTap() throws {
    let double = UITapGestureRecognizer()
    double.numberOfTapsRequired = 2
    _ = add(double, "double")
    let single = add(UITapGestureRecognizer(), "single")
    single.require(toFail: double)
    app.tap(at: p(50), time: 0)
    #expect(!journal.take().contains("single ended"))
    _ = try window.image(at: 0.4)
    // D11: the view waits for the end of its touch as long as the double tap does.
    #expect(journal.take() == ["single ended", "view cancelled"])
    app.tap(at: p(50), count: 2, time: 2)
    _ = try window.image(at: 3)
    let lines = journal.take()
    #expect(lines.contains("double ended") && !lines.contains("single ended"))
  }

  @Test(
    "cancelsTouchesInView, delaysTouchesBegan and recognisers that are off",
    .shows(
      "UIGestureRecognizer.cancelsTouchesInView",
      "UIGestureRecognizer.delaysTouchesBegan",
      "UIGestureRecognizer.isEnabled"
    )
  )
  func switches() {
    let tap = add(UITapGestureRecognizer(), "tap")
    tap.cancelsTouchesInView = false
    app.tap(at: p(50))
    #expect(journal.take() == ["view began", "tap ended", "view ended"])
    tap.isEnabled = false
    app.tap(at: p(50))
    #expect(journal.take() == ["view began", "view ended"])
    tap.isEnabled = true
    let pan = add(UIPanGestureRecognizer(), "pan")
    pan.delaysTouchesBegan = true
    tap.isEnabled = false
    app.drag(from: p(20), to: p(60), steps: 2, time: 1)
    #expect(!journal.take().contains("view began"))
    app.touchBegan(at: p(20), time: 2)
    #expect(journal.take() == [])
    app.touchEnded(time: 2.1)
    #expect(journal.take() == ["view began", "view ended"])
  }

  @Test(
    "A delegate and a view keep a recogniser from receiving and from beginning",
    .shows(
      "UIGestureRecognizerDelegate.gestureRecognizer(_:shouldReceive:)",
      "UIGestureRecognizerDelegate.gestureRecognizerShouldBegin(_:)"
    )
  )
  func refusals() {
    final class No: UIGestureRecognizerDelegate {
      var receives = false
      func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldReceive touch: UITouch
      ) -> Bool { receives }
      func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { false }
    }
    let tap = add(UITapGestureRecognizer(), "tap")
    let no = No()
    tap.delegate = no
    app.tap(at: p(50))
    no.receives = true
    app.tap(at: p(50))
    #expect(journal.take() == ["view began", "view ended", "view began", "view ended"])
  }

  @Test(
    "Pinches and turns measure two fingers",
    .shows(
      "UIRotationGestureRecognizer.rotation",
      "UIPinchGestureRecognizer",
      "UIPinchGestureRecognizer.scale",
      "UIRotationGestureRecognizer",
      "UIView.removeGestureRecognizer(_:)"
    )
  )
  func twoFingers() {
    let pinch = add(UIPinchGestureRecognizer(), "pinch")
    app.touchBegan(at: p(80), finger: 0)
    app.touchBegan(at: p(120), finger: 1)
    app.touchMoved(to: p(140), finger: 1, time: 0.1)
    #expect(pinch.state == .began && pinch.scale == 1.5)
    pinch.scale = 1
    app.touchMoved(to: p(200), finger: 1, time: 0.2)
    #expect(pinch.scale == 2)
    app.touchEnded(finger: 1, time: 0.3)
    app.touchEnded(finger: 0, time: 0.3)
    #expect(journal.take().suffix(1) == ["pinch ended"])
    view.removeGestureRecognizer(pinch)
    let turn = add(UIRotationGestureRecognizer(), "turn")
    app.touchBegan(at: p(100, 100), finger: 0, time: 1)
    app.touchBegan(at: p(150, 100), finger: 1, time: 1)
    app.touchMoved(to: p(100, 150), finger: 1, time: 1.1)
    #expect(abs(turn.rotation - .pi / 2) < 1e-9)
    app.touchEnded(finger: 1, time: 1.2)
    app.touchEnded(finger: 0, time: 1.2)
    #expect(journal.take().last == "turn ended")
  }

  @Test(
    "Swipes have a direction and are quick",
    .shows(
      "UISwipeGestureRecognizer",
      "UISwipeGestureRecognizer.direction",
      "UISwipeGestureRecognizer.Direction"
    )
  )
  func swipe() {
    let swipe = add(UISwipeGestureRecognizer(), "swipe")
    swipe.direction = .left
    app.drag(from: p(150), to: p(60), duration: 0.2)
    #expect(journal.take().contains("swipe ended"))
    app.drag(from: p(60), to: p(150), duration: 0.2, time: 1)
    app.drag(from: p(150), to: p(60), duration: 2, time: 2)
    #expect(!journal.take().contains("swipe ended"))
  }

  @Test(
    "A drag from the edge is one, from the middle it is not",
    .shows("UIScreenEdgePanGestureRecognizer", "UIScreenEdgePanGestureRecognizer.edges")
  )
  func edge() {
    let pan = UIScreenEdgePanGestureRecognizer()
    pan.edges = .left
    _ = add(pan, "edge")
    app.drag(from: p(5), to: p(100), time: 0)
    #expect(journal.take().contains("edge ended"))
    app.drag(from: p(50), to: p(100), time: 1)
    #expect(!journal.take().contains("edge began"))
  }

  @Test(
    "A pointer hovers, and a button drags",
    .shows("UIHoverGestureRecognizer", "UIView.addGestureRecognizer(_:)")
  )
  func hover() {
    let hover = UIHoverGestureRecognizer()
    let small = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    let journal = journal
    hover.addTarget(Target { journal.note("hover \($0.state)") }.kept, action: "call:")
    small.addGestureRecognizer(hover)
    window.addSubview(small)
    app.mouseMoved(to: CGPoint(x: 10, y: 10))
    app.mouseMoved(to: CGPoint(x: 20, y: 10))
    #expect(hover.location(in: small) == CGPoint(x: 20, y: 10))
    app.mouseMoved(to: CGPoint(x: 150, y: 150))
    #expect(journal.take() == ["hover began", "hover changed", "hover ended"])
    app.mouseDown()
    app.mouseMoved(to: CGPoint(x: 160, y: 150))
    app.mouseUp()
    #expect(journal.take() == ["view began", "view moved", "view ended"])
  }

  @Test(
    "A recogniser or its view that goes away in its own call is no problem",
    .shows("UIGestureRecognizer.view", "UIView.removeGestureRecognizer(_:)")
  )
  func goingAway() {
    let tap = add(UITapGestureRecognizer(), "tap")
    let view = view
    tap.addTarget(
      Target {
        view.removeGestureRecognizer($0)
        view.removeFromSuperview()
      }.kept,
      action: "call:"
    )
    app.tap(at: p(50))
    app.tap(at: p(50))
    #expect(tap.view == nil && view.superview == nil)
  }

  @Test("A selector that nobody has gives one line with class and name")
  func unknownSelector() {
    let lines = Diagnostics.lines {
      view.addGestureRecognizer(UITapGestureRecognizer(target: view, action: "missing:"))
      app.tap(at: p(50))
    }
    #expect(lines == ["Touched has no method for the selector \"missing:\""])
  }
}
