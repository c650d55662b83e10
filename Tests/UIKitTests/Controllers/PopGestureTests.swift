// Going back by a finger from the edge.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import Testing
import UIKit

/// A controller with a scroll view that scrolls sideways, which writes its appearances down.
private final class Page: UIViewController {
  let name: String
  let journal: Journal
  let scroll = UIScrollView()

  init(_ name: String, _ journal: Journal) {
    self.name = name
    self.journal = journal
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    scroll.frame = CGRect(x: 0, y: 0, width: 200, height: 200)
    scroll.contentSize = CGSize(width: 900, height: 100)
    scroll.contentInsetAdjustmentBehavior = .never
    view.addSubview(scroll)
  }

  override func viewWillAppear(_ animated: Bool) { journal.note("\(name) will appear") }
  override func viewDidAppear(_ animated: Bool) { journal.note("\(name) did appear") }
  override func viewWillDisappear(_ animated: Bool) { journal.note("\(name) will disappear") }
  override func viewDidDisappear(_ animated: Bool) { journal.note("\(name) did disappear") }
}

/// A test's own window: nothing comes between its making and the test.
@MainActor
private struct PopGestureStage {
  private let journal = Journal()
  private let first: Page
  private let second: Page
  private let navigation: UINavigationController
  private let window: UIWindow
  private var app: UIApplication { UIApplication.shared }

  init() {
    first = Page("first", journal)
    second = Page("second", journal)
    navigation = UINavigationController(rootViewController: first)
    window = makeWindow(CGSize(width: 200, height: 200), navigation)
    navigation.pushViewController(second, animated: false)
    window.layoutIfNeeded()
    CATransaction.flush()
    _ = journal.take()
  }

  private func p(_ x: CGFloat) -> CGPoint { CGPoint(x: x, y: 150) }

  private func x(_ controller: UIViewController) -> CGFloat {
    controller.view.layer.presentation()?.convert(.zero, to: nil).x ?? .nan
  }

  func goesBack() throws {
    app.touchBegan(at: p(5), time: 0)
    app.touchMoved(to: p(25), time: 0.1)
    app.touchMoved(to: p(115), time: 0.5)
    // 110 of the finger less the first ten are half of the width.
    try window.context?.advance(to: 0.51)
    #expect(abs(x(second) - 100) < 0.5)
    #expect(navigation.topViewController === first)
    #expect(second.scroll.contentOffset == .zero)
    app.touchMoved(to: p(125), time: 0.6)
    app.touchEnded(time: 1)
    try window.context?.advance(to: 3)
    #expect(navigation.viewControllers == [first])
    #expect(second.view.superview == nil && second.parent == nil && x(first) == 0)
    #expect(
      journal.take() == [
        "second will disappear", "first will appear", "second did disappear", "first did appear",
      ]
    )
  }

  func callsOff() throws {
    app.touchBegan(at: p(5), time: 0)
    app.touchMoved(to: p(105), time: 0.1)
    app.touchMoved(to: p(65), time: 0.2)
    app.touchEnded(time: 0.2)
    try window.context?.advance(to: 3)
    #expect(navigation.viewControllers == [first, second])
    #expect(navigation.topViewController === second && x(second) == 0)
    #expect(first.view.superview == nil)
    #expect(
      journal.take() == [
        "second will disappear", "first will appear", "first will disappear", "second will appear",
        "second did appear", "first did disappear",
      ]
    )
    // A flick decides by its direction.
    app.touchBegan(at: p(5), time: 4)
    app.touchMoved(to: p(25), time: 4.02)
    app.touchMoved(to: p(55), time: 4.04)
    app.touchEnded(time: 4.05)
    try window.context?.advance(to: 6)
    #expect(navigation.viewControllers == [first])
  }

  func scrollViewsWait() {
    second.scroll.contentOffset = CGPoint(x: 300, y: 0)
    app.touchBegan(at: p(5), time: 0)
    app.touchMoved(to: p(45), time: 0.1)
    #expect(!second.scroll.isDragging && navigation.topViewController === first)
    app.touchCancelled(time: 0.2)
    #expect(navigation.topViewController === first)
  }

  func noWayBack() {
    second.scroll.contentOffset = CGPoint(x: 300, y: 0)
    for prepare in [
      { second.navigationItem.hidesBackButton = true },
      { navigation.isNavigationBarHidden = true },
    ] {
      prepare()
      window.layoutIfNeeded()
      app.touchBegan(at: p(5), time: 0)
      app.touchMoved(to: p(45), time: 0.1)
      #expect(second.scroll.isDragging && navigation.topViewController === second)
      app.touchEnded(time: 1)
    }
    #expect(navigation.interactivePopGestureRecognizer?.view === navigation.view)
  }
}

@Suite("Going back from the edge")
@MainActor
struct PopGestureTests {
  @Test("A finger from the edge moves both views, and goes back when it is far enough")
  func goesBack() throws { try PopGestureStage().goesBack() }

  @Test("A finger that turns back leaves all as it was")
  func callsOff() throws { try PopGestureStage().callsOff() }

  @Test("M8: pans of scroll views wait for the edge, and have the finger elsewhere")
  func scrollViewsWait() { PopGestureStage().scrollViewsWait() }

  @Test("Without a way back in the bar, and at the first controller, the finger scrolls")
  func noWayBack() { PopGestureStage().noWayBack() }
}
