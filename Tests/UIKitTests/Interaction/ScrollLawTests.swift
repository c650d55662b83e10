// Laws of scroll views that the sequences do not reach: zooming with places, keyboards, pads.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import Testing

@testable import UIKit

/// Zooms its first subview, and writes calls down.
private final class Zoomer: UIScrollViewDelegate {
  var calls: [String] = []
  func viewForZooming(in scrollView: UIScrollView) -> UIView? { scrollView.subviews.first }
  func scrollViewDidZoom(_ scrollView: UIScrollView) { calls.append("zoom") }
  func scrollViewDidScroll(_ scrollView: UIScrollView) { calls.append("scroll") }
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { calls.append("rest") }
}

/// A test's own window: nothing comes between its making and the test.
@MainActor
private struct ScrollLawStage {
  private let window = makeWindow(CGSize(width: 400, height: 400))
  private let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 400, height: 400))
  private let zoomer = Zoomer()
  private var app: UIApplication { UIApplication.shared }

  init() {
    scroll.contentSize = CGSize(width: 800, height: 800)
    scroll.addSubview(UIView(frame: CGRect(x: 0, y: 0, width: 800, height: 800)))
    scroll.minimumZoomScale = 0.5
    scroll.maximumZoomScale = 4
    scroll.delegate = zoomer
    window.addSubview(scroll)
    CATransaction.flush()
  }

  private func p(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }

  private func down(_ places: CGPoint...) {
    let changes = places.enumerated().map {
      UIApplication.FingerChange(phase: .began, finger: $0 + 1, point: $1)
    }
    app.touchesChanged(changes, time: 0, in: window)
  }

  private func move(_ places: CGPoint..., time: Double) {
    let changes = places.enumerated().map {
      UIApplication.FingerChange(phase: .moved, finger: $0 + 1, point: $1)
    }
    app.touchesChanged(changes, time: time, in: window)
  }

  private func close(_ one: CGPoint, _ other: CGPoint) -> Bool {
    abs(one.x - other.x) < 1e-9 && abs(one.y - other.y) < 1e-9
  }

  func zoomPoint() {
    // The middle stays at 100, 50.
    down(p(50, 50), p(150, 50))
    move(p(0, 50), p(200, 50), time: 0.1)
    #expect(scroll.zoomScale == 2 && scroll.contentSize == CGSize(width: 1600, height: 1600))
    #expect(close(scroll.contentOffset, p(100, 50)))
    #expect(scroll.subviews.first?.frame == CGRect(x: 0, y: 0, width: 1600, height: 1600))
    #expect(zoomer.calls == ["scroll", "zoom"])
  }

  func zoomBand() throws {
    down(p(190, 200), p(210, 200))
    move(p(120, 200), p(280, 200), time: 0.1)
    #expect(abs(scroll.zoomScale - 5.115) < 0.001)
    app.touchEnded(finger: 1, time: 0.2)
    app.touchEnded(finger: 2, time: 0.2)
    #expect(scroll.isZoomBouncing)
    try window.context?.advance(to: 0.6)
    #expect(scroll.zoomScale == 4 && !scroll.isZoomBouncing && !scroll.isZooming)
  }

  func zoomLimit() {
    scroll.bouncesZoom = false
    down(p(190, 200), p(210, 200))
    move(p(120, 200), p(280, 200), time: 0.1)
    #expect(scroll.zoomScale == 4 && !scroll.isZoomBouncing)
  }

  func zoomAndDrag() {
    scroll.contentOffset = p(200, 200)
    down(p(150, 200), p(250, 200))
    // The drag begins with ten points of hysteresis; the pinch has not begun yet.
    move(p(150, 180), p(250, 180), time: 0.05)
    #expect(scroll.isDragging && !scroll.isZooming)
    #expect(close(scroll.contentOffset, p(200, 210)))
    move(p(100, 180), p(300, 180), time: 0.1)
    // 400, 390 of the content is between the fingers, at 200, 180.
    #expect(scroll.zoomScale == 2 && scroll.isDragging)
    #expect(close(scroll.contentOffset, p(600, 600)))
    move(p(130, 150), p(330, 150), time: 0.15)
    #expect(scroll.zoomScale == 2 && close(scroll.contentOffset, p(570, 630)))
    // A finger that is lifted is no way; the other one drags.
    app.touchEnded(finger: 2, time: 0.2)
    move(p(120, 160), time: 0.25)
    #expect(close(scroll.contentOffset, p(580, 620)))
    app.touchEnded(finger: 1, time: 1)
    #expect(!scroll.isDragging && !scroll.isZooming)
  }

  func zoomWithoutBounces() {
    scroll.bounces = false
    down(p(150, 200), p(250, 200))
    move(p(140, 200), p(260, 200), time: 0.05)
    move(p(300, 390), p(420, 390), time: 0.1)
    #expect(scroll.isZooming && scroll.contentOffset == .zero)
  }

  func zoomEndsMotion() throws {
    scroll.contentOffset = p(0, 0)
    down(p(150, 200), p(250, 200))
    move(p(150, 240), p(250, 240), time: 0.05)
    move(p(190, 280), p(210, 280), time: 0.1)
    app.touchEnded(finger: 1, time: 0.11)
    app.touchEnded(finger: 2, time: 0.11)
    try window.context?.advance(to: 5)
    #expect(scroll.zoomScale == 0.5 && !scroll.isDecelerating)
    #expect(scroll.contentOffset == .zero)
  }

  // MARK: Wheels and pads

  func padPan() {
    var states: [String] = []
    let pan = UIPanGestureRecognizer { recognizer in
      guard let pan = recognizer as? UIPanGestureRecognizer else { return }
      let way = pan.translation(in: nil)
      states.append("\(pan.state) \(Int(way.x)),\(Int(way.y)) \(pan.numberOfTouches)")
    }
    pan.allowedScrollTypesMask = .continuous
    scroll.subviews.first?.addGestureRecognizer(pan)
    app.scrollPad(by: p(1, 2), phase: .began, at: p(50, 50), time: 0, in: window)
    app.scrollPad(by: p(3, 4), phase: .moved, at: p(50, 50), time: 0.1, in: window)
    #expect(pan.state == .changed && pan.velocity(in: nil) == p(30, 40))
    #expect(pan.location(in: window) == p(50, 50))
    app.scrollPad(by: .zero, phase: .ended, at: p(50, 50), time: 0.12, in: window)
    #expect(states == ["began 1,2 0", "changed 4,6 0", "ended 4,6 0"])
    #expect(pan.state == .possible && scroll.contentOffset == .zero)
    // A wheel with steps is another kind, and scrolls.
    app.turnWheel(up: -1, at: p(50, 50), in: window)
    #expect(states.count == 3 && scroll.contentOffset == p(0, 30))
    pan.allowedScrollTypesMask = .all
    app.turnWheel(up: -1, at: p(50, 50), in: window)
    #expect(states.suffix(2) == ["began 0,-30 0", "ended 0,-30 0"])
    #expect(scroll.contentOffset == p(0, 30))
  }

  func padRefused() {
    final class Refuser: UIGestureRecognizerDelegate {
      var types: [UIEvent.EventType] = []
      func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldReceive event: UIEvent
      ) -> Bool {
        types.append(event.type)
        return false
      }
    }
    var states: [UIGestureRecognizer.State] = []
    let pan = UIPanGestureRecognizer { states.append($0.state) }
    pan.allowedScrollTypesMask = .all
    scroll.subviews.first?.addGestureRecognizer(pan)
    app.scrollPad(by: p(1, 2), phase: .began, at: p(50, 50), in: window)
    pan.isEnabled = false
    app.scrollPad(by: p(1, 2), phase: .moved, at: p(50, 50), in: window)
    #expect(states == [.began, .cancelled])
    pan.isEnabled = true
    let refuser = Refuser()
    pan.delegate = refuser
    app.scrollPad(by: p(0, -9), phase: .moved, at: p(50, 50), in: window)
    #expect(states.count == 2 && refuser.types == [.scroll])
    #expect(scroll.contentOffset.y > 0)
    pan.delegate = nil
    app.scrollPad(by: p(.nan, 0), phase: .began, at: p(50, 50), in: window)
    app.scrollPad(by: p(1, 0), phase: .ended, at: p(50, 50), in: window)
    #expect(states.count == 2)
  }

  func padPinch() {
    app.magnifyPad(by: 0.5, phase: .began, at: p(100, 100), time: 0, in: window)
    #expect(abs(scroll.zoomScale - 1.5) < 1e-9 && close(scroll.contentOffset, p(50, 50)))
    app.magnifyPad(by: 1, phase: .moved, at: p(100, 100), time: 0.1, in: window)
    #expect(abs(scroll.zoomScale - 3) < 1e-9)
    app.magnifyPad(by: 0, phase: .ended, at: p(100, 100), time: 0.2, in: window)
    #expect(!scroll.isZooming)
    var angles: [CGFloat] = []
    let turn = UIRotationGestureRecognizer {
      angles.append(($0 as? UIRotationGestureRecognizer)?.rotation ?? 0)
    }
    scroll.addGestureRecognizer(turn)
    app.rotatePad(by: 0.25, phase: .began, at: p(100, 100), in: window)
    app.rotatePad(by: 0.5, phase: .moved, at: p(100, 100), in: window)
    app.rotatePad(by: 0, phase: .cancelled, at: p(100, 100), in: window)
    #expect(angles == [0.25, 0.75, 0.75])
  }
}

@Suite("Laws of scroll views")
@MainActor
struct ScrollLawTests {
  @Test("S24: the point of the content between the fingers stays there")
  func zoomPoint() { ScrollLawStage().zoomPoint() }

  @Test("S25: a pinch beyond the limits follows by the band of the logarithm, and returns")
  func zoomBand() throws { try ScrollLawStage().zoomBand() }

  @Test("S25: without a band the scale stays within its limits")
  func zoomLimit() { ScrollLawStage().zoomLimit() }

  @Test("S7: content follows the middle of two fingers while they zoom, and one finger after that")
  func zoomAndDrag() { ScrollLawStage().zoomAndDrag() }

  @Test("S7: content without bounces stays in its range under two fingers")
  func zoomWithoutBounces() { ScrollLawStage().zoomWithoutBounces() }

  @Test("S24: a pinch that ends in a bounce tells of each end of a motion once")
  func zoomEndsMotion() throws { try ScrollLawStage().zoomEndsMotion() }

  @Test("R20: a pad drives a pan without touches, and its way is the sum of the steps")
  func padPan() { ScrollLawStage().padPan() }

  @Test("R20: a recogniser that is turned off, a delegate that refuses, and input that starts anew")
  func padRefused() { ScrollLawStage().padRefused() }

  @Test("A pad zooms content, and turns what takes rotations")
  func padPinch() { ScrollLawStage().padPinch() }
}
