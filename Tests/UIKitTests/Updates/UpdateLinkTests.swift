// The phases of updates, around events, display links and commits.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import TestClaims
import Testing
import UIKit

@Suite("Update links", .serialized)
@MainActor
struct UpdateLinkTests {
  private var app: UIApplication { UIApplication.shared }

  private static let phases: [UIUpdateActionPhase] = [
    .afterUpdateScheduled, .beforeEventDispatch, .afterEventDispatch,
    .beforeCADisplayLinkDispatch, .afterCADisplayLinkDispatch, .beforeCATransactionCommit,
    .afterCATransactionCommit, .beforeLowLatencyEventDispatch, .afterLowLatencyEventDispatch,
    .beforeLowLatencyCATransactionCommit, .afterLowLatencyCATransactionCommit,
    .afterUpdateComplete,
  ]

  /// The names of the phases that are called, with what lies between them.
  private static let bare = [
    "afterUpdateScheduled", "beforeEventDispatch", "afterEventDispatch",
    "beforeCADisplayLinkDispatch", "afterCADisplayLinkDispatch", "beforeCATransactionCommit",
    "afterCATransactionCommit", "afterUpdateComplete",
  ]

  /// A view that says what happens to it, and moves when it is touched.
  private final class Speaker: UIView {
    var journal: Journal?

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      journal?.note("touch")
      UIView.animate(withDuration: 1) {
        self.alpha = 0.5
        self.journal?.note("animation")
      }
      setNeedsLayout()
    }

    override func layoutSubviews() {
      super.layoutSubviews()
      journal?.note("layout")
    }
  }

  private final class Ticks {
    let journal: Journal
    init(_ journal: Journal) { self.journal = journal }

    @MainActor func step(_ link: CADisplayLink) { journal.note("display link") }
  }

  /// A window with a view, a link to all phases and the journal of both, empty.
  private func stage() -> (UIWindow, Speaker, UIUpdateLink, Journal) {
    let (window, journal) = (makeWindow(), Journal())
    let view = Speaker(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    window.addSubview(view)
    _ = try? window.image()
    view.journal = journal
    let link = UIUpdateLink(view: view)
    for phase in Self.phases { link.addAction(to: phase) { _, _ in journal.note("\(phase)") } }
    return (window, view, link, journal)
  }

  @Test(
    "A touch, display links, an animation and layout are one update, in the order of the phases",
    .shows(
      "UIUpdateLink",
      "UIUpdateLink.init(view:)",
      "UIUpdateLink.addAction(to:handler:)",
      "UIUpdateLink.isEnabled",
      "UIUpdateActionPhase"
    )
  )
  func order() throws {
    let (window, view, link, journal) = stage()
    let context = try #require(window.context)
    let ticks = context.displayLink(
      target: Ticks(journal),
      selector: { t in
        { link in
          MainActor.assumeIsolated { t.step(link) }
        }
      }
    )
    ticks.add(to: .current, forMode: .common)
    link.isEnabled = true
    app.touchBegan(at: CGPoint(x: 5, y: 5))
    #expect(
      journal.take() == [
        "afterUpdateScheduled", "beforeEventDispatch", "touch", "animation", "afterEventDispatch",
        "beforeCADisplayLinkDispatch", "display link", "afterCADisplayLinkDispatch",
        "beforeCATransactionCommit", "layout", "afterCATransactionCommit", "afterUpdateComplete",
      ]
    )
    link.isEnabled = false
    app.touchEnded()
    _ = try window.image(at: 0.5)
    #expect(journal.take() == ["display link"], "a link that is off is not in the way")
    ticks.invalidate()
    withExtendedLifetime(view) {}
  }

  @Test("A picture is an update, and so is a commit; a commit without changes is none")
  func pictures() throws {
    let (window, view, link, journal) = stage()
    link.isEnabled = true
    _ = try window.image(at: 1)
    #expect(journal.take() == Self.bare)
    CATransaction.flush()
    #expect(journal.take().isEmpty)
    view.setNeedsLayout()
    CATransaction.flush()
    let inner = Array(Self.bare.prefix(6)) + ["layout"] + Array(Self.bare.suffix(2))
    #expect(journal.take() == inner)
    view.backgroundColor = .red
    CATransaction.flush()
    #expect(journal.take() == Self.bare, "each commit is told, not only the first")
  }

  @Test(
    "Actions know the time of the frame, and nobody else does",
    .shows(
      "UIUpdateInfo",
      "UIUpdateInfo.modelTime",
      "UIUpdateLink.currentUpdateInfo",
      "UIUpdateInfo.current(for:)"
    )
  )
  func times() throws {
    let (window, view, link, _) = stage()
    var times: [[Double]] = []
    link.addAction { link, info in
      times.append([
        info.modelTime, info.completionDeadlineTime, info.estimatedPresentationTime,
      ])
      #expect(link.currentUpdateInfo === info && UIUpdateInfo.current(for: view) === info)
      #expect(!info.isImmediatePresentationExpected && !info.isPerformingLowLatencyPhases)
    }
    link.isEnabled = true
    for time in [0.25, 0.5] { _ = try window.image(at: time) }
    #expect(times == [[0.25, 0.25, 0.25], [0.5, 0.5, 0.5]])
    #expect(link.currentUpdateInfo == nil && UIUpdateInfo.current(for: view) == nil)
  }

  @Test("Changes of an action before the commit go with its update")
  func changesGoWithTheUpdate() throws {
    let (window, view, link, _) = stage()
    link.addAction(to: .beforeCATransactionCommit) { [weak view] _, info in
      view?.backgroundColor = info.modelTime < 1 ? .red : .blue
    }
    link.isEnabled = true
    #expect(pixel(try window.image(at: 0.5), 50, 50) == [255, 0, 0, 255])
    #expect(pixel(try window.image(at: 2), 50, 50) == [0, 0, 255, 255])
  }

  @Test("Links of a view rest while it has no window, and follow it to another one")
  func windows() throws {
    let (window, view, link, journal) = stage()
    link.isEnabled = true
    view.removeFromSuperview()
    _ = try window.image(at: 1)
    _ = journal.take()
    _ = try window.image(at: 2)
    #expect(journal.take().isEmpty)
    let other = UIWindow(frame: window.bounds)
    other.isHidden = false
    other.addSubview(view)
    _ = try other.image(at: 1)
    _ = journal.take()
    _ = try other.image(at: 2)
    #expect(journal.take() == Self.bare)
    _ = try window.image(at: 3)
    #expect(journal.take().isEmpty, "a picture of another window")
    other.isHidden = true
  }

  @Test(
    "A link of a scene follows every window; methods are called by name; released links are silent",
    .shows("UIUpdateLink.init(windowScene:)", "UIUpdateLink.addAction(target:selector:)")
  )
  func scenes() throws {
    final class Named {
      var count = 0
      func update(_ link: UIUpdateLink, _ info: UIUpdateInfo) { count += 1 }
    }
    let window = makeWindow()
    let (named, journal) = (Named(), Journal())
    var link: UIUpdateLink? = UIUpdateLink(
      windowScene: try #require(window.windowScene),
      actionTarget: named,
      selector: Selector("update:info:", Named.update)
    )
    link?.addAction(to: .afterUpdateComplete) { link, _ in
      journal.note("first")
      link.addAction(to: .afterUpdateComplete) { _, _ in journal.note("later") }
      link.isEnabled = false
    }
    link?.addAction(to: .afterUpdateComplete) { _, _ in journal.note("never: it was turned off") }
    link?.isEnabled = true
    _ = try window.image(at: 1)
    #expect(named.count == 1 && journal.take() == ["first"])
    link?.isEnabled = true
    link = nil
    _ = try window.image(at: 2)
    #expect(named.count == 1 && journal.lines.isEmpty)
  }

  /// In real time a passive link waits, and a continuous one has an update with each frame, in
  /// which the display links of the program are called.
  @Test(
    "Continuous updates come with frames, around the calls of all display links",
    .shows("UIUpdateLink.requiresContinuousUpdates", "UIUpdateLink.preferredFrameRateRange")
  )
  func continuous() throws {
    UIApplication.shared.resetInput()
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
    window.output = .realTime
    window.makeKeyAndVisible()
    CATransaction.flush()
    let journal = Journal()
    let link = UIUpdateLink(view: window)
    for phase in Self.phases { link.addAction(to: phase) { _, _ in journal.note("\(phase)") } }
    link.isEnabled = true
    RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.1))
    #expect(journal.take().isEmpty)
    let context = try #require(window.context)
    let ticks = (0..<2).map { _ in
      let ticks = context.displayLink(
        target: Ticks(journal),
        selector: { t in
          { link in
            MainActor.assumeIsolated { t.step(link) }
          }
        }
      )
      ticks.add(to: .current, forMode: .common)
      return ticks
    }
    link.requiresContinuousUpdates = true
    let end = Date(timeIntervalSinceNow: 10)
    while journal.lines.filter({ $0 == "display link" }).count < 8, Date() < end {
      RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.02))
    }
    link.isEnabled = false
    for link in ticks { link.invalidate() }
    window.isHidden = true
    // Each update has all phases; a late thread only leaves calls of display links out.
    let updates = journal.take().split(separator: "afterUpdateComplete")
    #expect(updates.count >= 4)
    for update in updates {
      let links = update.filter { $0 == "display link" }.count
      #expect(
        Array(update) == Array(Self.bare.prefix(4))
          + Array(repeating: "display link", count: links) + Array(Self.bare[4..<7])
      )
    }
    #expect(updates.contains { $0.filter { $0 == "display link" }.count == 2 })
  }
}
