// Pages that fingers turn.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import Testing

@testable import UIKit

/// A test's own window: nothing comes between its making and the test.
@MainActor
private struct PageControllerStage {
  private final class Page: UIViewController {
    let number: Int
    let journal: Journal

    init(_ number: Int, _ journal: Journal) {
      (self.number, self.journal) = (number, journal)
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidAppear(_ animated: Bool) { journal.note("\(number) appears") }
    override func viewDidDisappear(_ animated: Bool) { journal.note("\(number) disappears") }
  }

  private final class Book: UIPageViewControllerDataSource, UIPageViewControllerDelegate {
    let pages: [Page]
    let journal: Journal

    init(_ journal: Journal) {
      self.journal = journal
      pages = (0..<3).map { Page($0, journal) }
    }

    private func page(_ controller: UIViewController, _ way: Int) -> UIViewController? {
      let index = ((controller as? Page)?.number ?? 0) + way
      return pages.indices.contains(index) ? pages[index] : nil
    }

    func pageViewController(
      _ pageViewController: UIPageViewController,
      viewControllerBefore viewController: UIViewController
    ) -> UIViewController? { page(viewController, -1) }

    func pageViewController(
      _ pageViewController: UIPageViewController,
      viewControllerAfter viewController: UIViewController
    ) -> UIViewController? { page(viewController, 1) }

    func pageViewController(
      _ pageViewController: UIPageViewController,
      willTransitionTo pendingViewControllers: [UIViewController]
    ) { journal.note("to \(pendingViewControllers.compactMap { ($0 as? Page)?.number })") }

    func pageViewController(
      _ pageViewController: UIPageViewController,
      didFinishAnimating finished: Bool,
      previousViewControllers: [UIViewController],
      transitionCompleted completed: Bool
    ) {
      let old = previousViewControllers.compactMap { ($0 as? Page)?.number }
      journal.note("from \(old) \(completed)")
    }
  }

  private let journal = Journal()
  private let book: Book
  private let pages: UIPageViewController
  private let window: UIWindow
  private var app: UIApplication { UIApplication.shared }

  init() {
    book = Book(journal)
    pages = UIPageViewController(transitionStyle: .scroll, navigationOrientation: .horizontal)
    pages.dataSource = book
    pages.delegate = book
    pages.setViewControllers([book.pages[0]], direction: .forward, animated: false)
    window = makeWindow(CGSize(width: 200, height: 200), pages)
    window.layoutIfNeeded()
    CATransaction.flush()
    _ = journal.take()
  }

  private func drag(from start: CGFloat, to end: CGFloat, time: Double, rest: Double = 0) {
    app.touchBegan(at: CGPoint(x: start, y: 100), time: time)
    for part in 1...4 {
      let x = start + (end - start) * CGFloat(part) / 4
      app.touchMoved(to: CGPoint(x: x, y: 100), time: time + 0.02 * Double(part))
    }
    app.touchEnded(time: time + 0.08 + rest)
    try? window.context?.advance(to: time + 2)
  }

  private var shown: Int? { (pages.viewControllers?.first as? Page)?.number }

  private func x(_ number: Int) -> CGFloat {
    let view = book.pages[number].view
    return view.flatMap { $0.window == nil ? nil : $0.convert(.zero, to: window).x } ?? .nan
  }

  func turns() {
    #expect(x(0) == 0 && shown == 0)
    drag(from: 180, to: 60, time: 0)
    #expect(shown == 1 && x(1) == 0 && book.pages[0].parent == nil)
    #expect(journal.take() == ["to [1]", "0 disappears", "1 appears", "from [0] true"])
    drag(from: 180, to: 60, time: 3)
    #expect(shown == 2)
    _ = journal.take()
    // There is none after the last one.
    drag(from: 180, to: 60, time: 6)
    #expect(shown == 2 && x(2) == 0 && journal.take().isEmpty)
    drag(from: 20, to: 140, time: 9)
    #expect(shown == 1 && journal.take().first == "to [1]")
  }

  func returns() {
    drag(from: 180, to: 120, time: 0, rest: 0.5)
    #expect(shown == 0 && x(0) == 0 && book.pages[1].parent == nil)
    #expect(journal.take() == ["to [1]", "0 appears", "1 disappears", "from [0] false"])
  }

  /// A finger that comes down in the middle of a turn, and is lifted there.
  func heldTurn() throws {
    app.touchBegan(at: CGPoint(x: 180, y: 100), time: 0)
    for part in 1...4 {
      app.touchMoved(to: CGPoint(x: 180 - 15 * CGFloat(part), y: 100), time: 0.02 * Double(part))
    }
    app.touchEnded(time: 0.08)
    for frame in 1...4 { _ = try window.image(at: 0.08 + Double(frame) / 60) }
    let place = x(1)
    #expect(place > 20 && place < 140)
    app.touchBegan(at: CGPoint(x: 100, y: 100), time: 0.16)
    // The pages stay under the finger, and the turn is not over.
    let held = x(1)
    #expect(abs(held - place) < 30 && shown == 0 && journal.take() == ["to [1]"])
    _ = try window.image(at: 1)
    #expect(x(1) == held && x(0) == held - 200)
    app.touchEnded(time: 1.5)
    var last = held
    for frame in 1...60 {
      _ = try window.image(at: 1.5 + Double(frame) / 60)
      guard frame < 50, x(1).isFinite else { continue }
      // It goes to the nearer page, and nowhere else.
      #expect(held < 100 ? x(1) <= last : x(1) >= last)
      last = x(1)
    }
    let isTurned = held < 100
    #expect(shown == (isTurned ? 1 : 0) && journal.take().last == "from [0] \(isTurned)")
    #expect(x(isTurned ? 1 : 0) == 0)
  }

  /// A finger that drags on from the middle of a turn, back and forth.
  func draggedTurn() throws {
    app.touchBegan(at: CGPoint(x: 180, y: 100), time: 0)
    for part in 1...4 {
      app.touchMoved(to: CGPoint(x: 180 - 15 * CGFloat(part), y: 100), time: 0.02 * Double(part))
    }
    app.touchEnded(time: 0.08)
    for frame in 1...4 { _ = try window.image(at: 0.08 + Double(frame) / 60) }
    app.touchBegan(at: CGPoint(x: 60, y: 100), time: 0.16)
    let held = x(1)
    app.touchMoved(to: CGPoint(x: 80, y: 100), time: 0.3)
    // Less ten points of hysteresis.
    #expect(abs(x(1) - held - 10) < 1e-6)
    app.touchMoved(to: CGPoint(x: 100, y: 100), time: 0.4)
    #expect(abs(x(1) - held - 30) < 1e-6)
    app.touchMoved(to: CGPoint(x: 160, y: 100), time: 0.42)
    app.touchEnded(time: 0.43)
    try window.context?.advance(to: 3)
    #expect(shown == 0 && x(0) == 0)
    let ends = journal.take()
    #expect(ends.count { $0.hasPrefix("from") } == ends.count { $0.hasPrefix("to") })
    #expect(ends.last == "from [0] false")
  }

  /// A finger that stops a turn of the program.
  func heldProgram() throws {
    var ends: [Bool] = []
    pages.setViewControllers([book.pages[2]], direction: .forward, animated: true) {
      ends.append($0)
    }
    for frame in 1...6 { _ = try window.image(at: Double(frame) / 60) }
    app.touchBegan(at: CGPoint(x: 100, y: 100), time: 0.1)
    let held = x(2)
    #expect(held > 20 && held < 180 && ends == [] && shown == 0)
    app.touchEnded(time: 0.5)
    try window.context?.advance(to: 3)
    #expect(ends.count == 1 && shown == (ends == [true] ? 2 : 0) && x(shown ?? 0) == 0)
  }

  func program() throws {
    var ends: [Bool] = []
    pages.setViewControllers([book.pages[2]], direction: .forward, animated: false) {
      ends.append($0)
    }
    #expect(shown == 2 && x(2) == 0)
    #expect(journal.take() == ["0 disappears", "2 appears"])
    pages.setViewControllers([book.pages[0]], direction: .reverse, animated: true) {
      ends.append($0)
    }
    try window.context?.advance(to: 0.15)
    try window.context?.advance(to: 1)
    #expect(shown == 0 && x(0) == 0 && ends == [true, true])
    #expect(journal.take() == ["2 disappears", "0 appears"])
    let lines = Diagnostics.lines {
      pages.setViewControllers(book.pages, direction: .forward, animated: false)
      pages.setViewControllers(nil, direction: .forward, animated: false)
    }
    #expect(lines.count == 1 && pages.viewControllers?.isEmpty == true)
  }
}

@Suite("Page view controllers")
@MainActor
struct PageControllerTests {
  @Test("A flick turns the page, and the pages appear and disappear")
  func turns() { PageControllerStage().turns() }

  @Test("A short drag leaves the page, and says so")
  func returns() { PageControllerStage().returns() }

  @Test("S4: a finger holds pages in the middle of a turn, which goes on when it is lifted")
  func heldTurn() throws { try PageControllerStage().heldTurn() }

  @Test("A finger drags pages on from the middle of a turn")
  func draggedTurn() throws { try PageControllerStage().draggedTurn() }

  @Test("A finger holds pages that the program turns")
  func heldProgram() throws { try PageControllerStage().heldProgram() }

  @Test("The program turns pages, at once or by a motion")
  func program() throws { try PageControllerStage().program() }
}
