// Laws of touches that the sequences do not reach: classes of programs, responders, queues.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import Testing

@testable import UIKit

/// A view that writes its touches down, with the places of the fingers.
private final class Noting: UIView {
  let journal: Journal
  var onBegan: ((Noting) -> Void)?
  var onMoved: ((Noting) -> Void)?

  init(_ journal: Journal, _ frame: CGRect = CGRect(x: 0, y: 0, width: 200, height: 200)) {
    self.journal = journal
    super.init(frame: frame)
    isMultipleTouchEnabled = true
  }

  required init?(coder: NSCoder) { nil }

  private func note(_ what: String, _ touches: Set<UITouch>) {
    let fingers = touches.map(\.finger).sorted().map(String.init).joined(separator: ",")
    journal.note("\(what) \(fingers)")
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    note("began", touches)
    onBegan?(self)
  }

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    note("moved", touches)
    onMoved?(self)
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    note("ended", touches)
  }

  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    note("cancelled", touches)
  }
}

/// A recogniser of a program: it follows its first finger.
private final class Follower: UIGestureRecognizer {
  var states: [State] = []
  var resets = 0

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    guard state == .possible else {
      for touch in touches { ignore(touch, for: event) }
      return
    }
    state = .began
    states.append(state)
  }

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    state = .changed
    states.append(state)
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    state = .ended
    states.append(state)
  }

  override func reset() { resets += 1 }
}

/// A recogniser of a program that looks on, and never says anything.
private final class Onlooker: UIGestureRecognizer {
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
}

/// A pan of a program that counts what it hears.
private final class CountingPan: UIPanGestureRecognizer {
  var moves = 0

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    moves += 1
    super.touchesMoved(touches, with: event)
  }
}

@Suite("Laws of touches", .serialized)
@MainActor
struct TouchLawTests {
  private let window = makeWindow()
  private let journal = Journal()
  private let view: Noting
  private var app: UIApplication {
    window.makeKey()
    return UIApplication.shared
  }

  init() {
    view = Noting(journal)
    window.addSubview(view)
    CATransaction.flush()
  }

  private func p(_ x: CGFloat, _ y: CGFloat = 50) -> CGPoint { CGPoint(x: x, y: y) }

  private func add<Recognizer: UIGestureRecognizer>(_ make: () -> Recognizer) -> Recognizer {
    let recognizer = make()
    view.addGestureRecognizer(recognizer)
    return recognizer
  }

  @Test("G15 G18: states of a recogniser of the program are wishes; an ignored finger goes on")
  func custom() {
    let journal = journal
    let follower = add { Follower { journal.note("action \($0.state)") } }
    app.touchBegan(at: p(50), finger: 1, time: 0)
    app.touchBegan(at: p(90), finger: 2, time: 0.1)
    app.touchMoved(to: p(60), finger: 1, time: 0.2)
    app.touchMoved(to: p(99), finger: 2, time: 0.3)
    #expect(follower.numberOfTouches == 1 && follower.location(in: view) == p(60))
    app.touchEnded(finger: 1, time: 0.4)
    #expect(follower.state == .possible && follower.resets == 1)
    app.touchEnded(finger: 2, time: 0.5)
    #expect(follower.states == [.began, .changed, .ended])
    #expect(
      journal.take() == [
        "action began", "began 2", "action changed", "moved 2", "action ended", "ended 2",
      ]
    )
  }

  @Test("D11: an end that a silent recogniser of the program held back comes when that is over")
  func silentRecognizer() {
    let onlooker = add { Onlooker() }
    app.touchBegan(at: p(50), time: 0)
    app.touchEnded(time: 0.1)
    #expect(journal.take() == ["began 0", "ended 0"])
    onlooker.delaysTouchesBegan = true
    app.touchBegan(at: p(50), time: 1)
    app.touchMoved(to: p(60), time: 1.1)
    #expect(journal.take().isEmpty)
    app.touchEnded(time: 1.2)
    #expect(journal.take() == ["began 0", "ended 0"])
  }

  @Test("A move is told once, also if an action takes a recogniser away")
  func moveOnce() {
    let pan = add { UIPanGestureRecognizer() }
    pan.cancelsTouchesInView = false
    let press = add { UILongPressGestureRecognizer() }
    let view = view
    let closure = UIPanGestureRecognizer { _ in view.removeGestureRecognizer(press) }
    closure.cancelsTouchesInView = false
    view.addGestureRecognizer(closure)
    app.touchBegan(at: p(50), time: 0)
    app.touchMoved(to: p(80), time: 0.1)
    app.touchCancelled(time: 0.2)
    #expect(journal.take() == ["began 0", "moved 0", "cancelled 0"])
  }

  @Test("A pan of the program that calls super pans")
  func subclass() {
    let pan = add { CountingPan() }
    app.touchBegan(at: p(50), time: 0)
    app.touchMoved(to: p(58), time: 0.1)
    #expect(pan.state == .possible)
    app.touchMoved(to: p(90), time: 0.2)
    #expect(pan.state == .began && pan.translation(in: view).x == 30 && pan.moves == 2)
    app.touchEnded(time: 0.3)
    #expect(pan.state == .possible && pan.numberOfTouches == 0)
  }

  @Test("G19: a pan that follows a finger takes no pencil")
  func exclusiveKinds() {
    let pan = add { UIPanGestureRecognizer() }
    app.touchBegan(at: p(50), finger: 1, time: 0)
    app.touchMoved(to: p(70), finger: 1, time: 0.1)
    app.touchBegan(at: p(90), finger: 2, time: 0.2, type: .pencil)
    #expect(pan.numberOfTouches == 1)
    app.touchEnded(finger: 2, time: 0.3)
    app.touchEnded(finger: 1, time: 0.4)
    #expect(journal.take() == ["began 1", "cancelled 1", "began 2", "ended 2"])
  }

  @Test("D16: touches that a view leaves alone go to its controller and the window")
  func responders() {
    final class Controller: UIViewController {
      var began = 0
      override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        began += 1
        super.touchesBegan(touches, with: event)
      }
    }
    final class Window: UIWindow {
      var began = 0
      override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { began += 1 }
    }
    let controller = Controller()
    let window = Window(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    window.rootViewController = controller
    controller.view.addSubview(UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100)))
    window.makeKeyAndVisible()
    CATransaction.flush()
    UIApplication.shared.tap(at: p(50), in: window)
    #expect(controller.began == 1 && window.began == 1)
  }

  @Test("D20: a tap that an action makes comes when the event is done")
  func queue() {
    let other = Noting(journal, CGRect(x: 0, y: 100, width: 200, height: 100))
    window.addSubview(other)
    CATransaction.flush()
    let (app, journal) = (app, journal)
    _ = add {
      UITapGestureRecognizer { _ in
        journal.note("action")
        app.tap(at: CGPoint(x: 50, y: 150))
        journal.note("action ends")
      }
    }
    app.tap(at: p(50))
    #expect(
      journal.take() == [
        "began 0", "action", "action ends", "cancelled 0", "began 0", "ended 0",
      ]
    )
  }

  @Test("S18: tracking, dragging and decelerating")
  func flags() throws {
    let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    scroll.contentSize = CGSize(width: 200, height: 5000)
    window.addSubview(scroll)
    CATransaction.flush()
    var flags: [String] = []
    func note() {
      flags.append(
        [scroll.isTracking, scroll.isDragging, scroll.isDecelerating].map { $0 ? "1" : "0" }
          .joined()
      )
    }
    app.touchBegan(at: p(50, 150), time: 0)
    note()
    try window.context?.advance(to: 0.1)
    note()
    app.touchMoved(to: p(50, 130), time: 0.12)
    note()
    app.touchEnded(time: 0.13)
    note()
    try window.context?.advance(to: 9)
    note()
    #expect(flags == ["100", "100", "110", "001", "000"])
  }

  @Test("D17: a view that removes itself in a call hears of nothing more but its end")
  func leaving() {
    view.onMoved = { $0.removeFromSuperview() }
    app.touchBegan(at: p(50), time: 0)
    app.touchMoved(to: p(55), time: 0.1)
    app.touchMoved(to: p(60), time: 0.2)
    app.touchEnded(time: 0.3)
    #expect(journal.take() == ["began 0", "moved 0", "cancelled 0"])
  }

  @Test("A view that is gone, and a delegate that adds recognisers while it is asked")
  func meddling() {
    final class Adder: UIGestureRecognizerDelegate {
      func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        gestureRecognizer.view?.addGestureRecognizer(UITapGestureRecognizer())
        gestureRecognizer.view?.gestureRecognizers?.first?.isEnabled = false
        return true
      }
    }
    let adder = Adder()
    let (first, tap) = (add { UITapGestureRecognizer() }, add { UITapGestureRecognizer() })
    tap.delegate = adder
    first.delegate = adder
    app.tap(at: p(50), time: 0)
    #expect(view.gestureRecognizers?.count ?? 0 > 2 && !first.isEnabled)
    var lost: Noting? = Noting(journal)
    lost?.onBegan = { $0.removeFromSuperview() }
    if let lost { window.addSubview(lost) }
    lost = nil
    CATransaction.flush()
    _ = journal.take()
    app.tap(at: p(50), time: 2)
    app.tap(at: p(50), time: 4)
    #expect(journal.take().first == "began 0")
  }

  @Test("G4: recognisers that wait for each other are reported, and the first one goes on")
  func cycle() {
    let (one, two) = (add { UITapGestureRecognizer() }, add { UITapGestureRecognizer() })
    let lines = Diagnostics.lines {
      one.require(toFail: two)
      two.require(toFail: one)
      two.require(toFail: one)
    }
    #expect(lines.count == 1)
    app.tap(at: p(50), time: 0)
    #expect(journal.take() == ["began 0", "cancelled 0"])
    app.tap(at: p(50), time: 2)
    #expect(journal.take() == ["began 0", "cancelled 0"])
  }
}
