// Programs of gestures and touches: cards, pages, zooming, drawing, a dial, a menu.
// Licensed under the MIT license; see LICENSE.

import Testing
import UIKitTesting

@testable import UIKitPrograms

@MainActor
@Suite("Programs of gestures")
struct GestureProgramTests {
  nonisolated static let file: StaticString = #filePath

  @Test("Swipe cards: a short pan returns the card, a long one takes it away")
  func swipeCards() throws {
    let program = SwipeCardsViewController()
    let stage = try ProgramStage(program)
    defer { stage.end() }
    let first = program.cards[0]
    let center = first.center
    try stage.drag(CGPoint(x: 120, y: 120), CGPoint(x: 150, y: 120), lifts: false)
    #expect(first.center.x > center.x && first.transform.b > 0)
    try stage.lift()
    try stage.wait(1)
    #expect(first.center == center && first.transform == .identity && program.cards.count == 4)

    // R15: the first ten points of a way do not count.
    let length = (99.0 * 99 + 9 * 9).squareRoot()
    let end = CGPoint(x: 199 + 10 * 99 / length, y: 111 - 10 * 9 / length)
    try stage.drag(CGPoint(x: 100, y: 120), end, lifts: false)
    // Sums of steps are not exact.
    #expect(abs(first.center.x - center.x - 99) < 1e-9)
    #expect(abs(first.center.y - center.y + 9) < 1e-9)
    try stage.check("swipe-cards")
    try stage.lift()
    try stage.wait(1)
    #expect(program.cards.map(\.titleLabel.text) == ["Oslo", "Kyoto", "Lima"])
    #expect(program.countLabel.text == "1 liked" && first.superview == nil)
    #expect(program.cards[0].center == center && program.cards[0].transform == .identity)

    try stage.drag(CGPoint(x: 120, y: 120), CGPoint(x: 20, y: 120))
    try stage.wait(1)
    #expect(program.cards.count == 2 && program.countLabel.text == "1 liked")
  }

  @Test("Pager: a flick turns the page, and the dots turn it, too")
  func pager() throws {
    let program = PagerViewController()
    let stage = try ProgramStage(program)
    defer { stage.end() }
    #expect(program.scrollView.contentSize == CGSize(width: 720, height: 220))
    try stage.drag(CGPoint(x: 200, y: 100), CGPoint(x: 60, y: 100), duration: 0.15)
    try stage.wait(1.5)
    #expect(program.scrollView.contentOffset.x == 240 && program.pageControl.currentPage == 1)
    try stage.tap(CGPoint(x: 230, y: 240))
    try stage.wait(1)
    #expect(program.scrollView.contentOffset.x == 480 && program.pageControl.currentPage == 2)
    try stage.drag(CGPoint(x: 60, y: 100), CGPoint(x: 150, y: 100), lifts: false)
    try stage.check("pager")
    try stage.lift()
    try stage.wait(1.5)
    #expect(program.pageControl.currentPage == 1)
  }

  @Test("Photo zoom: a double tap and two fingers zoom, and a small photo stays in the middle")
  func photoZoom() throws {
    let image = UIImage.landscape(size: CGSize(width: 480, height: 320))
    let program = PhotoZoomViewController(image: image)
    let stage = try ProgramStage(program)
    defer { stage.end() }
    let view = program.scrollView
    #expect(view.zoomScale == 0.5 && view.contentInset.top == 50)
    #expect(program.imageView.convert(program.imageView.bounds, to: nil).midY == 130)
    UIApplication.shared.tap(at: CGPoint(x: 180, y: 90), count: 2, in: stage.window)
    try stage.wait(1)
    #expect(view.zoomScale == 1.5 && view.contentInset == .zero)
    // The sun, at 360, 80 in the photo, is what was tapped: it is in the middle, as far as it can.
    #expect(program.imageView.convert(CGPoint(x: 360, y: 80), to: nil).x == 120)
    try stage.check("photo-zoom")
    UIApplication.shared.tap(at: CGPoint(x: 120, y: 130), count: 2, in: stage.window)
    try stage.wait(1)
    #expect(view.zoomScale == 0.5)
  }

  @Test("Photo zoom: two fingers")
  func pinch() throws {
    let image = UIImage.landscape(size: CGSize(width: 480, height: 320))
    let program = PhotoZoomViewController(image: image)
    let stage = try ProgramStage(program)
    defer { stage.end() }
    let app = UIApplication.shared
    var time = stage.time
    app.touchBegan(at: CGPoint(x: 100, y: 130), finger: 0, time: time, in: stage.window)
    app.touchBegan(at: CGPoint(x: 140, y: 130), finger: 1, time: time, in: stage.window)
    for step in 1...20 {
      time += 0.02
      app.touchMoved(to: CGPoint(x: 100 - step * 3, y: 130), finger: 0, time: time)
      app.touchMoved(to: CGPoint(x: 140 + step * 3, y: 130), finger: 1, time: time)
    }
    app.touchEnded(finger: 0, time: time)
    app.touchEnded(finger: 1, time: time)
    try stage.wait(2)
    #expect(program.scrollView.zoomScale > 1 && program.scrollView.zoomScale <= 2)
  }

  @Test("Sketchpad: strokes in the colours of the palette, and undo")
  func sketchpad() throws {
    let program = SketchpadViewController()
    let stage = try ProgramStage(program)
    defer { stage.end() }
    try stage.drag(CGPoint(x: 30, y: 40), CGPoint(x: 120, y: 160), CGPoint(x: 210, y: 40))
    try stage.tap(program.palette.arrangedSubviews[1])
    try stage.drag(CGPoint(x: 40, y: 180), CGPoint(x: 200, y: 180))
    try stage.tap(program.palette.arrangedSubviews[3])
    try stage.drag(CGPoint(x: 20, y: 20), CGPoint(x: 220, y: 200))
    #expect(program.canvas.strokes.map(\.color) == [.black, .systemRed, .systemBlue])
    #expect(program.canvas.strokes[0].points.count == 21)
    try stage.tap(program.palette.arrangedSubviews[4])
    #expect(program.canvas.strokes.count == 2)
    try stage.check("sketchpad")
    #expect(program.canvas.snapshotImage().size == CGSize(width: 240, height: 210))
  }

  @Test("Dial: it follows the finger round, and stops at its ends")
  func dial() throws {
    let program = DialViewController()
    let stage = try ProgramStage(program)
    defer { stage.end() }
    #expect(program.dial.frame == CGRect(x: 40, y: 50, width: 160, height: 160))
    #expect(program.label.text == "4.0")
    // Straight above the middle is half of the way.
    try stage.drag(CGPoint(x: 50, y: 130), CGPoint(x: 120, y: 60))
    #expect(program.label.text == "5.5" && program.dial.accessibilityValue == "50 %")
    try stage.drag(CGPoint(x: 190, y: 130), CGPoint(x: 160, y: 205), CGPoint(x: 130, y: 205))
    #expect(program.dial.value == 11)
    program.dial.value = -3
    #expect(program.dial.value == 0)
    try stage.drag(CGPoint(x: 120, y: 60), CGPoint(x: 190, y: 100))
    try stage.check("dial")
    program.dial.isEnabled = false
    let before = program.dial.value
    try stage.tap(CGPoint(x: 50, y: 130))
    #expect(program.dial.value == before && abs(program.dial.alpha - 0.4) < 1e-6)
  }

  @Test("Side menu: pulled in from the edge, it closes by a choice and by a tap beside it")
  func sideMenu() throws {
    let program = SideMenuViewController()
    let stage = try ProgramStage(program)
    defer { stage.end() }
    #expect(program.menu.view.frame.maxX == 0)
    try stage.drag(CGPoint(x: 2, y: 150), CGPoint(x: 60, y: 150), duration: 1)
    try stage.wait(1)
    #expect(!program.isOpen && program.menu.view.frame.maxX == 0)
    try stage.drag(CGPoint(x: 2, y: 150), CGPoint(x: 140, y: 150))
    try stage.wait(1)
    #expect(program.isOpen && program.menu.view.frame.maxX == 160)
    try stage.check("side-menu")
    try stage.tap(CGPoint(x: 60, y: 110))
    try stage.wait(1)
    #expect(program.titleLabel.text == "Settings" && !program.isOpen)
    program.setOpen(true)
    try stage.wait(1)
    try stage.tap(CGPoint(x: 210, y: 130))
    try stage.wait(1)
    #expect(!program.isOpen && program.titleLabel.text == "Settings")
  }
}
