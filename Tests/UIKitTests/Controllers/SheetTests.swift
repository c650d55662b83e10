// Sheets: heights, fingers, dismissal.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import Testing

@testable import UIKit

/// A test's own window: nothing comes between its making and the test.
@MainActor
private struct SheetStage {
  private final class Decider: UISheetPresentationControllerDelegate {
    var calls: [String] = []
    var dismisses = true

    func presentationControllerShouldDismiss(_ controller: UIPresentationController) -> Bool {
      dismisses
    }
    func presentationControllerWillDismiss(_ controller: UIPresentationController) {
      calls.append("will")
    }
    func presentationControllerDidDismiss(_ controller: UIPresentationController) {
      calls.append("did")
    }
    func presentationControllerDidAttemptToDismiss(_ controller: UIPresentationController) {
      calls.append("attempt")
    }
    func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
      _ sheet: UISheetPresentationController
    ) {
      calls.append(sheet.selectedDetentIdentifier == .large ? "large" : "medium")
    }
  }

  private let root = UIViewController()
  private let shown = UIViewController()
  private let window: UIWindow
  private let decider = Decider()
  private let sheet: UISheetPresentationController?
  private var app: UIApplication { UIApplication.shared }

  init() {
    window = makeWindow(CGSize(width: 200, height: 400), root)
    shown.modalPresentationStyle = .pageSheet
    sheet = shown.sheetPresentationController
    sheet?.detents = [.medium(), .large()]
    sheet?.delegate = decider
    CATransaction.flush()
  }

  private func present() {
    root.present(shown, animated: false)
    window.layoutIfNeeded()
    CATransaction.flush()
  }

  private func p(_ y: CGFloat) -> CGPoint { CGPoint(x: 100, y: y) }
  private func wait(_ time: Double) { try? window.context?.advance(to: time) }
  private var frame: CGRect { shown.view.frame }

  private func drag(_ start: CGFloat, _ end: CGFloat, time: Double, rest: Double = 0.3) {
    app.touchBegan(at: p(start), time: time)
    app.touchMoved(to: p(start + (end > start ? 10 : -10)), time: time + 0.05)
    app.touchMoved(to: p(end), time: time + 0.1)
    app.touchEnded(time: time + 0.1 + rest)
  }

  func heights() {
    present()
    #expect(frame == CGRect(x: 0, y: 200, width: 200, height: 200))
    sheet?.selectedDetentIdentifier = .large
    #expect(frame == CGRect(x: 0, y: 10, width: 200, height: 390))
    sheet?.detents = [
      .custom { 0.25 * $0.maximumDetentValue }, .custom { _ in nil }, .custom { _ in .nan },
    ]
    #expect(frame.height == 97.5 && frame.maxY == 400)
    sheet?.detents = []
    #expect(frame.height == 390)
    #expect(shown.presentationController === sheet && shown.view.layer.cornerRadius == 10)
  }

  func detents() {
    present()
    app.touchBegan(at: p(250), time: 0)
    app.touchMoved(to: p(240), time: 0.1)
    app.touchMoved(to: p(190), time: 0.2)
    #expect(frame.minY == 150 && frame.height == 250)
    app.touchMoved(to: p(120), time: 0.3)
    app.touchEnded(time: 1)
    wait(3)
    #expect(frame.minY == 10 && sheet?.selectedDetentIdentifier == .large)
    #expect(decider.calls == ["large"])
    // Above the greatest one it follows by the rubber band: 40 points are 20.9.
    app.touchBegan(at: p(100), time: 4)
    app.touchMoved(to: p(50), time: 4.1)
    #expect(abs(frame.minY - (10 - 20.85)) < 0.1)
    app.touchEnded(time: 5)
    wait(7)
    #expect(frame.minY == 10 && decider.calls == ["large"])
  }

  func dismissal() {
    present()
    drag(250, 340, time: 0)
    wait(2)
    #expect(frame.minY == 200 && root.presentedViewController === shown)
    drag(250, 370, time: 3)
    wait(5)
    #expect(root.presentedViewController == nil && shown.view.superview == nil)
    #expect(decider.calls == ["will", "did"])
    present()
    app.touchBegan(at: p(250), time: 6)
    app.touchMoved(to: p(261), time: 6.01)
    app.touchMoved(to: p(280), time: 6.02)
    app.touchEnded(time: 6.025)
    wait(8)
    #expect(root.presentedViewController == nil)
    present()
    app.tap(at: p(50), time: 9)
    wait(11)
    #expect(root.presentedViewController == nil)
  }

  func stays() {
    shown.isModalInPresentation = true
    present()
    drag(250, 380, time: 0)
    wait(2)
    #expect(frame.minY == 200 && decider.calls == ["attempt"])
    shown.isModalInPresentation = false
    decider.dismisses = false
    app.tap(at: p(50), time: 3)
    wait(5)
    #expect(frame.minY == 200 && decider.calls == ["attempt", "attempt"])
  }

  func content() {
    let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 200, height: 390))
    scroll.contentSize = CGSize(width: 200, height: 2000)
    scroll.contentInsetAdjustmentBehavior = .never
    shown.view.addSubview(scroll)
    present()
    drag(300, 250, time: 0)
    wait(2)
    #expect(sheet?.selectedDetentIdentifier == .large || frame.minY == 200)
    sheet?.selectedDetentIdentifier = .large
    window.layoutIfNeeded()
    drag(200, 150, time: 3)
    // The sheet cannot grow: the content moves.
    #expect(scroll.contentOffset.y == 40 && frame.minY == 10)
    drag(150, 180, time: 5)
    #expect(scroll.contentOffset.y == 20 && frame.minY == 10)
    scroll.contentOffset = .zero
    app.touchBegan(at: p(150), time: 7)
    app.touchMoved(to: p(190), time: 7.1)
    #expect(scroll.contentOffset == .zero && frame.minY == 40)
    app.touchEnded(time: 8)
    sheet?.prefersScrollingExpandsWhenScrolledToEdge = false
    sheet?.selectedDetentIdentifier = .medium
    window.layoutIfNeeded()
    drag(300, 250, time: 9)
    #expect(scroll.contentOffset.y == 40 && frame.minY == 200)
  }

  func undimmed() {
    final class Counter: UIView {
      var began = 0
      override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { began += 1 }
    }
    let counter = Counter(frame: CGRect(x: 0, y: 0, width: 200, height: 400))
    root.view.addSubview(counter)
    sheet?.largestUndimmedDetentIdentifier = .medium
    present()
    app.tap(at: p(50), time: 0)
    #expect(counter.began == 1 && root.presentedViewController === shown)
    sheet?.selectedDetentIdentifier = .large
    app.tap(at: p(5), time: 2)
    wait(4)
    #expect(counter.began == 1 && root.presentedViewController == nil)
  }
}

@Suite("Sheets")
@MainActor
struct SheetTests {
  @Test("Detents are heights: half of the screen, all but ten points, the program's")
  func heights() { SheetStage().heights() }

  @Test("A finger moves the sheet after ten points, and it goes to the nearest detent")
  func detents() { SheetStage().detents() }

  @Test("The sheet goes below half of its least height, by a flick, and by a tap beside it")
  func dismissal() { SheetStage().dismissal() }

  @Test("A sheet that may not go returns, and says that one tried")
  func stays() { SheetStage().stays() }

  @Test("M11: content at its top leaves ways down to the sheet, and ways up while it can grow")
  func content() { SheetStage().content() }

  @Test("Views below a sheet that does not dim get touches")
  func undimmed() { SheetStage().undimmed() }
}
