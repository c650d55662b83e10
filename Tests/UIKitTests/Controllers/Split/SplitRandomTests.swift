// Split views under random changes.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import TestClaims
import Testing

@testable import UIKit

/// Changes a split view at random, and checks that it is as it says.
@MainActor
private final class RandomSplit {
  private typealias Column = UISplitViewController.Column

  let stage: SplitStage
  private var pages: [SplitPage]
  private var state: UInt64
  private var time = 0.0
  private(set) var steps: [String] = []
  private var split: UISplitViewController { stage.split }

  init(_ style: UISplitViewController.Style, seed: UInt64) {
    stage = SplitStage(style)
    pages = [stage.list, stage.notes, stage.text]
    state = seed &* 2 &+ 1
  }

  /// A number in 0..<`count`: the upper bits of a linear congruence.
  private func number(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(count))
  }

  private func pick<Element>(_ elements: [Element]) -> Element { elements[number(elements.count)] }

  private var column: Column { pick([.primary, .supplementary, .secondary, .compact]) }

  private var stack: UINavigationController? {
    split.front.map { stage.stack($0) } ?? stage.stack(column)
  }

  private func newPage() -> SplitPage {
    let page = SplitPage("page \(pages.count)", stage.journal)
    pages.append(page)
    return page
  }

  func step() {
    let kind = number(10)
    steps.append("\(kind)")
    switch kind {
    case 0: split.show(column)
    case 1: split.hide(column)
    case 2: split.preferredDisplayMode = pick([.automatic, .secondaryOnly, .oneBesideSecondary])
    case 3: split.preferredDisplayMode = pick([.twoOverSecondary, .twoDisplaceSecondary])
    case 4: split.preferredSplitBehavior = pick([.automatic, .tile, .overlay, .displace])
    case 5, 6: stage.resize(pick([SplitStage.across, SplitStage.upright, SplitStage.phone]))
    case 7:
      let page: SplitPage? = pick([nil, newPage(), pick(pages)])
      split.setViewController(page, for: column)
    case 8: stack?.pushViewController(newPage(), animated: number(2) == 0)
    default: stack?.popViewController(animated: number(2) == 0)
    }
    time += pick([0, 0.1, 2])
    stage.advance(time)
  }

  /// Ends all motions, and checks.
  func check(_ comment: Comment) {
    time += 3
    stage.settle()
    stage.advance(time)
    stage.settle()
    #expect(!split.isBusy && split.change == nil && split.waiting == nil, comment)
    let shown = split.front.map { [$0] } ?? split.shownColumns(in: split.mode)
    for (column, entry) in split.entries {
      let isThere = entry.shown.viewIfLoaded?.window != nil
      #expect(isThere == shown.contains(column), comment)
      #expect(entry.shown.parent === split, comment)
      if !split.isCollapsed, column != .compact {
        #expect(entry.stack?.viewControllers.first === entry.controller, comment)
      }
    }
    #expect(split.children.count == split.entries.count, comment)
    for page in pages {
      let isThere = page.viewIfLoaded?.window != nil
      #expect(page.hasAppeared == isThere, comment)
    }
    if split.isCollapsed, let front = split.front, split.entries[front] != nil {
      #expect(stage.sides(front) == [0, stage.window.bounds.width], comment)
    }
    checkOrder(comment)
  }

  /// Checks that each page hears of appearances in an order that a container may cause.
  private func checkOrder(_ comment: Comment) {
    let next = [
      "did disappear": ["will appear"],
      "will appear": ["did appear", "will disappear"],
      "did appear": ["will disappear"],
      "will disappear": ["did disappear", "will appear"],
    ]
    for page in pages {
      var last = "did disappear"
      for line in stage.journal.lines where line.hasPrefix(page.name + " ") {
        let event = String(line.dropFirst(page.name.count + 1))
        #expect(next[last]?.contains(event) == true, "\(page.name): \(event) after \(last)")
        last = event
      }
      #expect(last == (page.hasAppeared ? "did appear" : "did disappear"), comment)
    }
  }
}

@Suite("Split views at random", .serialized)
@MainActor
struct SplitRandomTests {
  @Test(
    "After random changes the columns and the appearances are as the mode says",
    .shows("UISplitViewController"),
    arguments: 0..<12
  )
  func randomChanges(seed: Int) {
    let random = RandomSplit(seed % 3 == 0 ? .doubleColumn : .tripleColumn, seed: UInt64(seed))
    for round in 0..<12 {
      for _ in 0..<5 { random.step() }
      random.check("seed \(seed), round \(round): \(random.steps.joined(separator: " "))")
    }
  }
}
