// Scroll views: drags by injected touches, motion by the clock, and the order of callbacks.
// Licensed under the MIT license; see LICENSE.

import TestClaims
import Testing
import UIKit

/// A delegate that records its calls.
@MainActor
private final class Recorder: UIScrollViewDelegate {
  var calls: [String] = []
  var target: ((CGPoint) -> CGPoint)?
  var velocity = CGPoint.zero
  var zoomed: UIView?

  private func note(_ call: String) { if calls.last != call { calls.append(call) } }

  func scrollViewDidScroll(_ scrollView: UIScrollView) { note("scroll") }
  func scrollViewDidZoom(_ scrollView: UIScrollView) { note("zoom") }
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { note("will drag") }

  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView,
    withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {
    self.velocity = velocity
    note("will end drag")
    if let target { targetContentOffset.pointee = target(targetContentOffset.pointee) }
  }

  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    note("end drag \(decelerate)")
  }

  func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) { note("will decelerate") }
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { note("end decelerate") }
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { note("end animation") }
  func viewForZooming(in scrollView: UIScrollView) -> UIView? { zoomed }

  func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {
    note("will zoom")
  }

  func scrollViewDidEndZooming(
    _ scrollView: UIScrollView,
    with view: UIView?,
    atScale scale: CGFloat
  ) { note("end zoom \(scale)") }
}

@MainActor
@Suite("Scroll views", .serialized)
struct ScrollViewTests {
  @MainActor
  private struct Stage {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    let scroll: UIScrollView
    let recorder = Recorder()

    init(content: CGSize = CGSize(width: 320, height: 5000)) {
      scroll = UIScrollView(frame: window.bounds)
      scroll.contentSize = content
      scroll.delegate = recorder
      window.addSubview(scroll)
      window.makeKeyAndVisible()
      scroll.layoutIfNeeded()
    }

    var y: CGFloat { scroll.contentOffset.y }

    /// Drags from the middle; the finger is lifted while it moves.
    func drag(by way: CGPoint, duration: Double = 0.2) {
      let start = CGPoint(x: 160, y: 240)
      UIApplication.shared.drag(
        from: start,
        to: CGPoint(x: start.x + way.x, y: start.y + way.y),
        duration: duration,
        in: window
      )
    }

    func picture(at time: Double) throws { _ = try window.image(at: time) }
  }

  @Test(
    "A drag moves the content after 10 points; the callbacks come in UIKit's order",
    .shows(
      "UIScrollView.contentOffset",
      "UIScrollView",
      "UIScrollView.isTracking",
      "UIScrollView.isDragging",
      "UIScrollView.isDecelerating",
      "UIScrollViewDelegate.scrollViewDidScroll(_:)",
      "UIScrollViewDelegate.scrollViewWillBeginDragging(_:)",
      "UIScrollViewDelegate.scrollViewWillEndDragging(_:withVelocity:targetContentOffset:)",
      "UIScrollViewDelegate.scrollViewDidEndDragging(_:willDecelerate:)"
    )
  )
  func drag() throws {
    let stage = Stage()
    let app = UIApplication.shared
    app.touchBegan(at: CGPoint(x: 160, y: 400), time: 0, in: stage.window)
    #expect(stage.scroll.isTracking)
    #expect(!stage.scroll.isDragging)
    app.touchMoved(to: CGPoint(x: 160, y: 395), time: 0.02)
    #expect(stage.y == 0)
    app.touchMoved(to: CGPoint(x: 160, y: 370), time: 0.04)
    // 30 points of finger, less the 10 before the drag.
    #expect(stage.y == 20)
    #expect(stage.scroll.isDragging)
    app.touchMoved(to: CGPoint(x: 150, y: 300), time: 0.2)
    #expect(stage.scroll.contentOffset == CGPoint(x: 0, y: 90))
    // The finger rests before it is lifted.
    app.touchMoved(to: CGPoint(x: 150, y: 300), time: 0.5)
    app.touchEnded(time: 0.6)
    #expect(!stage.scroll.isTracking)
    #expect(!stage.scroll.isDragging)
    #expect(!stage.scroll.isDecelerating)
    #expect(stage.recorder.calls == ["will drag", "scroll", "will end drag", "end drag false"])
    #expect(stage.y == 90)
  }

  @Test(
    "Content goes on by v 0.499 (1 - 0.998^t) after a drag, whatever pictures are requested",
    .shows(
      "UIScrollView.isDecelerating",
      "UIScrollViewDelegate.scrollViewWillBeginDecelerating(_:)",
      "UIScrollViewDelegate.scrollViewDidEndDecelerating(_:)"
    )
  )
  func deceleration() throws {
    var ends: [CGFloat] = []
    for steps in [1, 7, 60] {
      let stage = Stage()
      // 200 points in 0.2 s: 1 point per millisecond.
      stage.drag(by: CGPoint(x: 0, y: -200))
      #expect(stage.scroll.isDecelerating)
      let speed = stage.recorder.velocity.y
      #expect(abs(speed - 1) < 0.05)
      let start = stage.y
      #expect(start == 190)
      for step in 1...steps { try stage.picture(at: 0.2 + 0.5 * Double(step) / Double(steps)) }
      let expected = start + speed * 1000 * 0.499 * (1 - pow(0.998, 500))
      #expect(abs(stage.y - expected) < 0.01)
      try stage.picture(at: 4)
      #expect(!stage.scroll.isDecelerating)
      #expect(abs(stage.y - (start + (speed * 1000 - 10) * 0.499)) < 0.01)
      ends.append(stage.y)
      #expect(
        stage.recorder.calls == [
          "will drag", "scroll", "will end drag", "end drag true", "will decelerate", "scroll",
          "end decelerate",
        ]
      )
    }
    #expect(ends[0] == ends[1])
    #expect(ends[1] == ends[2])
  }

  @Test(
    "Beyond the edge the content follows by the rubber band, and returns",
    .shows("UIScrollView.bounces")
  )
  func bounce() throws {
    let stage = Stage()
    let app = UIApplication.shared
    app.touchBegan(at: CGPoint(x: 160, y: 100), time: 0, in: stage.window)
    app.touchMoved(to: CGPoint(x: 160, y: 210), time: 0.3)
    // 100 points beyond: 55 * 480 / 535.
    #expect(abs(stage.y + 49.34579439252336) < 1e-9)
    app.touchMoved(to: CGPoint(x: 160, y: 210), time: 0.6)
    app.touchEnded(time: 0.8)
    #expect(stage.scroll.isDecelerating)
    try stage.picture(at: 0.9)
    // S13: from rest, 46/37 of the way goes by e^(-9 t), the rest by e^(-46 t).
    let shown = 49.34579439252336 * (46 * exp(-0.9) - 9 * exp(-4.6)) / 37
    #expect(abs(stage.y + shown) < 1e-6)
    try stage.picture(at: 3)
    #expect(stage.y == 0)
    let stiff = Stage()
    stiff.scroll.bounces = false
    stiff.drag(by: CGPoint(x: 0, y: 150))
    #expect(stiff.y == 0)
  }

  @Test("A touch stops the content where it is, and a tap between pages lets it go on to one")
  func touchStops() throws {
    let stage = Stage()
    stage.drag(by: CGPoint(x: 0, y: -200))
    try stage.picture(at: 0.4)
    let app = UIApplication.shared
    app.touchBegan(at: CGPoint(x: 160, y: 240), time: 0.5, in: stage.window)
    #expect(!stage.scroll.isDecelerating)
    let y = stage.y
    let speed = stage.recorder.velocity.y * 1000
    #expect(abs(y - (190 + speed * 0.499 * (1 - pow(0.998, 300)))) < 0.01)
    app.touchEnded(time: 0.55)
    try stage.picture(at: 3)
    #expect(stage.y == y)
    #expect(stage.recorder.calls.last == "end decelerate")
  }

  @Test(
    "Pages: a drag ends at the next page in its direction, or at the nearest",
    .shows("UIScrollView.isPagingEnabled")
  )
  func paging() throws {
    let stage = Stage(content: CGSize(width: 1600, height: 480))
    stage.scroll.isPagingEnabled = true
    stage.drag(by: CGPoint(x: -100, y: 0), duration: 0.1)
    try stage.picture(at: 2)
    #expect(stage.scroll.contentOffset == CGPoint(x: 320, y: 0))
    // Slowly, by less than half a page.
    UIApplication.shared.drag(
      from: CGPoint(x: 200, y: 240),
      to: CGPoint(x: 100, y: 240),
      duration: 2,
      time: 3,
      in: stage.window
    )
    try stage.picture(at: 8)
    #expect(stage.scroll.contentOffset.x == 320)
  }

  @Test(
    "The delegate chooses where the content comes to rest",
    .shows("UIScrollViewDelegate.scrollViewWillEndDragging(_:withVelocity:targetContentOffset:)")
  )
  func target() throws {
    let stage = Stage()
    stage.recorder.target = { CGPoint(x: $0.x, y: ($0.y / 100).rounded() * 100) }
    stage.drag(by: CGPoint(x: 0, y: -200))
    try stage.picture(at: 8)
    #expect(stage.y > 190)
    #expect(stage.y.truncatingRemainder(dividingBy: 100) == 0)
    let wild = Stage()
    wild.recorder.target = { _ in CGPoint(x: 0, y: CGFloat.nan) }
    wild.drag(by: CGPoint(x: 0, y: -200))
    try wild.picture(at: 8)
    #expect(abs(wild.y - (190 + 0.499 * (wild.recorder.velocity.y * 1000 - 10))) < 0.01)
  }

  @Test(
    "A locked direction stays; content that cannot move lets the one around it move",
    .shows("UIScrollView.isDirectionalLockEnabled")
  )
  func directions() throws {
    let stage = Stage(content: CGSize(width: 2000, height: 2000))
    stage.scroll.isDirectionalLockEnabled = true
    stage.drag(by: CGPoint(x: -120, y: -40), duration: 2)
    #expect(stage.scroll.contentOffset.x > 100)
    #expect(stage.y == 0)
    let outer = Stage()
    let inner = UIScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    inner.contentSize = CGSize(width: 3000, height: 480)
    outer.scroll.addSubview(inner)
    outer.drag(by: CGPoint(x: 0, y: -100), duration: 2)
    #expect(outer.y > 80)
    #expect(inner.contentOffset == .zero)
    outer.drag(by: CGPoint(x: -100, y: 0), duration: 2)
    #expect(inner.contentOffset.x > 80)
  }

  @Test(
    "An animated offset takes 0.3 s and ends with its own callback",
    .shows(
      "UIScrollView.setContentOffset(_:animated:)",
      "UIScrollView.scrollRectToVisible(_:animated:)",
      "UIScrollViewDelegate.scrollViewDidEndScrollingAnimation(_:)"
    )
  )
  func animatedOffset() throws {
    let stage = Stage()
    stage.scroll.setContentOffset(CGPoint(x: 0, y: 400), animated: true)
    try stage.picture(at: 0.15)
    #expect(abs(stage.y - 200) < 1e-6)
    try stage.picture(at: 0.31)
    #expect(stage.y == 400)
    #expect(stage.recorder.calls == ["scroll", "end animation"])
    stage.scroll.scrollRectToVisible(CGRect(x: 0, y: 900, width: 10, height: 100), animated: false)
    #expect(stage.y == 520)
    stage.scroll.scrollRectToVisible(CGRect(x: 0, y: 600, width: 10, height: 100), animated: false)
    #expect(stage.y == 520)
    stage.scroll.contentOffset = CGPoint(x: -30, y: 9000)
    #expect(stage.scroll.contentOffset == CGPoint(x: -30, y: 9000))
  }

  @Test(
    "The offset is the origin of the bounds, and animates in blocks like any of a view",
    .shows("UIScrollView.contentOffset")
  )
  func offsetIsBounds() {
    let stage = Stage()
    stage.scroll.bounds.origin = CGPoint(x: 0, y: 70)
    #expect(stage.y == 70)
    #expect(stage.recorder.calls == ["scroll"])
    UIView.animate(withDuration: 1) { stage.scroll.contentOffset.y = 300 }
    #expect(stage.scroll.layer.animationKeys()?.isEmpty == false)
    #expect(stage.y == 300)
  }

  @Test(
    "Insets add room; content at its begin stays there",
    .shows(
      "UIScrollView.contentSize",
      "UIScrollView.contentInset",
      "UIScrollView.adjustedContentInset"
    )
  )
  func insets() {
    let stage = Stage()
    stage.scroll.contentInset = UIEdgeInsets(top: 64, left: 0, bottom: 20, right: 0)
    #expect(stage.scroll.adjustedContentInset.top == 64)
    #expect(stage.y == -64)
    stage.scroll.contentOffset.y = 4540
    stage.scroll.contentSize.height = 1000
    #expect(stage.y == 540)
    stage.scroll.contentSize = CGSize(width: CGFloat.nan, height: -4)
    #expect(stage.scroll.contentSize == .zero)
    #expect(stage.y == -64)
  }

  @Test(
    "Zooming by the program scales the view and the content, within the range",
    .shows(
      "UIScrollView.pinchGestureRecognizer",
      "UIScrollView.zoomScale",
      "UIScrollView.maximumZoomScale",
      "UIScrollView.zoom(to:animated:)",
      "UIScrollViewDelegate.viewForZooming(in:)"
    )
  )
  func zooming() {
    let stage = Stage(content: CGSize(width: 320, height: 480))
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    stage.scroll.addSubview(view)
    stage.recorder.zoomed = view
    stage.scroll.zoomScale = 2
    #expect(stage.scroll.zoomScale == 1)
    #expect(stage.scroll.pinchGestureRecognizer == nil)
    stage.scroll.maximumZoomScale = 3
    #expect(stage.scroll.pinchGestureRecognizer != nil)
    stage.scroll.zoomScale = 2
    #expect(view.transform == CGAffineTransform(scaleX: 2, y: 2))
    #expect(view.frame == CGRect(x: 0, y: 0, width: 640, height: 960))
    #expect(stage.scroll.contentSize == CGSize(width: 640, height: 960))
    #expect(stage.scroll.contentOffset == CGPoint(x: 160, y: 240))
    stage.scroll.zoomScale = 99
    #expect(stage.scroll.zoomScale == 3)
    stage.scroll.zoomScale = .nan
    #expect(stage.scroll.zoomScale == 3)
    stage.scroll.zoom(to: CGRect(x: 0, y: 0, width: 160, height: 240), animated: false)
    #expect(stage.scroll.zoomScale == 2)
    #expect(stage.scroll.contentOffset == .zero)
  }

  @Test(
    "A pinch zooms about its middle, and returns from beyond the range",
    .shows(
      "UIScrollView.isZooming",
      "UIScrollView.zoomScale",
      "UIScrollViewDelegate.scrollViewWillBeginZooming(_:with:)",
      "UIScrollViewDelegate.scrollViewDidEndZooming(_:with:atScale:)"
    )
  )
  func pinch() throws {
    let stage = Stage(content: CGSize(width: 320, height: 480))
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    stage.scroll.addSubview(view)
    stage.recorder.zoomed = view
    stage.scroll.maximumZoomScale = 2
    let app = UIApplication.shared
    app.touchBegan(at: CGPoint(x: 140, y: 240), finger: 0, time: 0, in: stage.window)
    app.touchBegan(at: CGPoint(x: 180, y: 240), finger: 1, time: 0, in: stage.window)
    app.touchMoved(to: CGPoint(x: 130, y: 240), finger: 0, time: 0.1)
    app.touchMoved(to: CGPoint(x: 190, y: 240), finger: 1, time: 0.1)
    #expect(abs(stage.scroll.zoomScale - 1.5) < 1e-6)
    #expect(stage.scroll.isZooming)
    app.touchMoved(to: CGPoint(x: 60, y: 240), finger: 0, time: 0.2)
    app.touchMoved(to: CGPoint(x: 260, y: 240), finger: 1, time: 0.2)
    #expect(stage.scroll.zoomScale > 2)
    #expect(stage.scroll.zoomScale < 4)
    app.touchEnded(finger: 0, time: 0.3)
    app.touchEnded(finger: 1, time: 0.3)
    try stage.picture(at: 1)
    #expect(stage.scroll.zoomScale == 2)
    #expect(!stage.scroll.isZooming)
    #expect(stage.recorder.calls.contains("will zoom"))
    #expect(stage.recorder.calls.last == "end zoom 2.0")
  }

  @Test("A tap selects a row; a drag of the table does not")
  func selectionByTouch() {
    let rows = Rows([100])
    let stage = TableStage(rows)
    let app = UIApplication.shared
    app.tap(at: CGPoint(x: 100, y: 100), in: stage.window)
    #expect(rows.calls == ["select 0.2"])
    app.tap(at: CGPoint(x: 100, y: 10), in: stage.window)
    #expect(rows.calls == ["select 0.2", "deselect 0.2", "select 0.0"])
    app.drag(
      from: CGPoint(x: 100, y: 300),
      to: CGPoint(x: 100, y: 200),
      duration: 1,
      in: stage.window
    )
    #expect(rows.calls.count == 3)
    #expect(stage.table.contentOffset.y >= 90)
    #expect(stage.table.indexPathForSelectedRow?.row == 0)
  }
}
