// Arrangements of columns and changes of them.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import TestClaims
import Testing

@testable import UIKit

@Suite("Columns beside each other", .serialized)
@MainActor
struct SplitModeTests {
  @Test(
    "Controllers get stacks around them, and two columns are beside each other across",
    .shows(
      "UISplitViewController.init(style:)",
      "UISplitViewController.setViewController(_:for:)",
      "UISplitViewController.viewController(for:)",
      "UISplitViewController.viewControllers",
      "UISplitViewController.displayMode",
      "UISplitViewController.splitBehavior"
    )
  )
  func twoColumns() throws {
    let stage = SplitStage()
    let split = stage.split
    #expect(stage.sides(.primary) == [0, 320] && stage.sides(.secondary) == [320, 1024])
    #expect(stage.mode == .oneBesideSecondary && split.splitBehavior == .tile)
    #expect(split.viewController(for: .primary) === stage.list)
    let stacks = split.viewControllers.compactMap { $0 as? UINavigationController }
    #expect(stacks.map(\.viewControllers) == [[stage.list], [stage.text]])
    #expect(stacks.allSatisfy { $0.parent === split } && stage.text.splitViewController === split)
    #expect(split.primaryColumnWidth == 320 && split.supplementaryColumnWidth == 0)
    #expect(!split.isCollapsed && split.isShowing(.primary) && !split.isShowing(.supplementary))
    #expect(
      stage.journal.take() == [
        "list will appear", "text will appear", "list did appear", "text did appear",
      ]
    )
    // A stack of the program's stays as it is.
    let own = UINavigationController(rootViewController: UIViewController())
    split.setViewController(own, for: .secondary)
    #expect(split.viewController(for: .secondary) === own && own.parent === split)
    #expect(stage.sides(.secondary) == [320, 1024])
    #expect(stage.journal.take() == ["text will disappear", "text did disappear"])
    #expect(stage.text.parent == nil && stage.text.splitViewController == nil)
  }

  @Test(
    "Automatic: upright the secondary column alone, in three columns by the room",
    .shows("UISplitViewController.DisplayMode.automatic")
  )
  func automatic() {
    let upright = SplitStage(.doubleColumn, SplitStage.upright)
    #expect(upright.mode == .secondaryOnly && upright.split.splitBehavior == .overlay)
    #expect(upright.sides(.primary) == nil && upright.sides(.secondary) == [0, 768])
    let three = SplitStage(.tripleColumn)
    #expect(three.mode == .oneBesideSecondary && three.split.splitBehavior == .displace)
    #expect(three.sides(.supplementary) == [0, 320] && three.sides(.primary) == nil)
    let large = SplitStage(.tripleColumn, CGSize(width: 1366, height: 1024))
    #expect(large.mode == .twoBesideSecondary && large.split.splitBehavior == .tile)
    #expect(large.sides(.primary) == [0, 375] && large.sides(.supplementary) == [375, 750])
    #expect(large.sides(.secondary) == [750, 1366])
    let wide = SplitStage { $0.split.preferredSecondaryColumnWidth = 800 }
    #expect(wide.mode == .secondaryOnly && wide.split.splitBehavior == .overlay)
  }

  @Test(
    "Preferred modes of three columns put them where they belong",
    .shows(
      "UISplitViewController.preferredDisplayMode",
      "UISplitViewController.DisplayMode.secondaryOnly",
      "UISplitViewController.DisplayMode.oneBesideSecondary",
      "UISplitViewController.DisplayMode.oneOverSecondary",
      "UISplitViewController.DisplayMode.twoBesideSecondary",
      "UISplitViewController.DisplayMode.twoOverSecondary",
      "UISplitViewController.DisplayMode.twoDisplaceSecondary"
    )
  )
  func preferredModes() {
    let stage = SplitStage(.tripleColumn)
    func sides(_ mode: UISplitViewController.DisplayMode) -> [[CGFloat]?] {
      stage.split.preferredDisplayMode = mode
      stage.settle()
      #expect(stage.mode == mode)
      return [.primary, .supplementary, .secondary].map { stage.sides($0) }
    }
    #expect(sides(.secondaryOnly) == [nil, nil, [0, 1024]])
    #expect(sides(.oneBesideSecondary) == [nil, [0, 320], [320, 1024]])
    #expect(sides(.oneOverSecondary) == [nil, [0, 320], [0, 1024]])
    #expect(sides(.twoBesideSecondary) == [[0, 320], [320, 640], [640, 1024]])
    #expect(sides(.twoOverSecondary) == [[0, 320], [320, 640], [0, 1024]])
    #expect(sides(.twoDisplaceSecondary) == [[0, 320], [320, 640], [640, 1344]])
    stage.split.preferredDisplayMode = .automatic
    #expect(stage.mode == .oneBesideSecondary)
  }

  @Test(
    "A preferred behaviour turns modes into its own, and two columns have no modes of three",
    .shows("UISplitViewController.preferredSplitBehavior", "UISplitViewController.SplitBehavior")
  )
  func preferredBehaviors() {
    let stage = SplitStage(.tripleColumn)
    stage.split.preferredSplitBehavior = .overlay
    #expect(stage.mode == .secondaryOnly)
    stage.split.preferredDisplayMode = .twoBesideSecondary
    #expect(stage.mode == .twoOverSecondary && stage.split.splitBehavior == .overlay)
    stage.split.preferredSplitBehavior = .displace
    #expect(stage.mode == .twoDisplaceSecondary)
    stage.split.preferredSplitBehavior = .tile
    #expect(stage.mode == .twoBesideSecondary)
    let two = SplitStage()
    two.split.preferredDisplayMode = .twoOverSecondary
    #expect(two.mode == .oneOverSecondary)
    two.split.preferredSplitBehavior = .displace
    #expect(two.mode == .oneBesideSecondary && two.split.splitBehavior == .tile)
  }

  @Test(
    "Columns are shown and hidden by a motion, and their controllers and the delegate hear of it",
    .shows(
      "UISplitViewController.show(_:)",
      "UISplitViewController.hide(_:)",
      "UISplitViewController.isShowing(_:)",
      "UISplitViewControllerDelegate.splitViewController(_:willChangeTo:)",
      "UISplitViewControllerDelegate.splitViewController(_:willShow:)",
      "UISplitViewControllerDelegate.splitViewController(_:willHide:)"
    )
  )
  func showsAndHides() {
    let stage = SplitStage()
    _ = stage.journal.take()
    stage.split.hide(.primary)
    stage.settle()
    #expect(stage.mode == .secondaryOnly && !stage.split.isShowing(.primary))
    #expect(
      stage.journal.take() == ["to secondaryOnly", "hide primary", "list will disappear"]
    )
    stage.advance(0.175)
    let half = stage.shownX(.primary)
    #expect(half < 0 && half > -320)
    #expect(abs(stage.shownX(.secondary) - half - 320) < 0.5)
    stage.advance(1)
    #expect(stage.sides(.primary) == nil && stage.sides(.secondary) == [0, 1024])
    #expect(stage.journal.take() == ["list did disappear"])
    stage.split.show(.primary)
    stage.settle()
    stage.advance(1.1)
    #expect(stage.shownX(.primary) < 0 && stage.shownX(.primary) > -320)
    stage.advance(2)
    #expect(stage.sides(.primary) == [0, 320] && stage.sides(.secondary) == [320, 1024])
    #expect(
      stage.journal.take() == [
        "to oneBesideSecondary", "show primary", "list will appear", "list did appear",
      ]
    )
    // Nothing changes, and nobody hears of it.
    stage.split.show(.primary)
    stage.split.show(.secondary)
    stage.split.hide(.secondary)
    #expect(stage.journal.take().isEmpty)
  }

  @Test("Three columns: the primary one brings the inner one along, which takes it away")
  func threeColumns() {
    let stage = SplitStage(.tripleColumn)
    let split = stage.split
    split.show(.primary)
    #expect(stage.mode == .twoDisplaceSecondary)
    split.show(.secondary)
    #expect(stage.mode == .oneBesideSecondary)
    split.hide(.supplementary)
    #expect(stage.mode == .secondaryOnly)
    split.show(.primary)
    #expect(stage.mode == .twoDisplaceSecondary)
    split.hide(.supplementary)
    #expect(stage.mode == .secondaryOnly)
    split.show(.supplementary)
    #expect(stage.mode == .oneBesideSecondary)
    split.hide(.primary)
    #expect(stage.mode == .oneBesideSecondary)
  }

  @Test("A change during a motion ends it first; all is as the last one wants it")
  func rapidChanges() {
    let stage = SplitStage()
    for step in 0..<7 {
      if step % 2 == 0 { stage.split.hide(.primary) } else { stage.split.show(.primary) }
      stage.advance(0.05 * Double(step))
    }
    stage.advance(3)
    stage.settle()
    #expect(stage.mode == .secondaryOnly && stage.sides(.primary) == nil)
    #expect(stage.sides(.secondary) == [0, 1024] && stage.split.change == nil)
    let lines = stage.journal.take()
    #expect(lines.filter { $0 == "list did appear" }.count == 4)
    #expect(lines.filter { $0 == "list did disappear" }.count == 4)
    #expect(lines.last == "list did disappear")
  }

  @Test(
    "Turning the view arranges the columns anew",
    .shows("UISplitViewController.viewWillTransition(to:with:)")
  )
  func turns() {
    let stage = SplitStage()
    stage.resize(SplitStage.upright)
    #expect(stage.mode == .secondaryOnly && stage.sides(.secondary) == [0, 768])
    stage.split.show(.primary)
    #expect(stage.mode == .oneOverSecondary)
    stage.resize(SplitStage.across)
    stage.advance(1)
    #expect(stage.mode == .oneBesideSecondary)
    #expect(stage.sides(.primary) == [0, 320] && stage.sides(.secondary) == [320, 1024])
    #expect(stage.split.dimming.alpha == 0)
    // The preferred mode stays.
    stage.split.preferredDisplayMode = .oneOverSecondary
    stage.resize(SplitStage.upright)
    stage.resize(SplitStage.across)
    #expect(stage.mode == .oneOverSecondary)
  }

  @Test("Within an animation block a preferred mode comes by a motion")
  func animatedPreference() {
    let stage = SplitStage()
    UIView.animate(withDuration: 0.2) { stage.split.preferredDisplayMode = .secondaryOnly }
    stage.settle()
    stage.advance(0.1)
    #expect(stage.shownX(.primary) < 0 && stage.shownX(.primary) > -320)
    stage.advance(1)
    #expect(stage.sides(.primary) == nil)
    stage.split.preferredDisplayMode = .oneBesideSecondary
    stage.settle()
    #expect(stage.shownX(.primary) == 0)
  }

  @Test("M8: a delegate that changes the mode while it hears of a change is heard after it")
  func changesWithin() {
    let stage = SplitStage()
    _ = stage.journal.take()
    stage.listener.willChange = { mode in
      if mode == .secondaryOnly { stage.split.preferredDisplayMode = .oneOverSecondary }
    }
    stage.split.preferredDisplayMode = .secondaryOnly
    #expect(stage.mode == .oneOverSecondary)
    #expect(
      stage.journal.take() == [
        "to secondaryOnly", "hide primary", "list will disappear", "list did disappear",
        "to oneOverSecondary", "show primary", "list will appear", "list did appear",
      ]
    )
    // One that never rests is broken off.
    stage.listener.willChange = { mode in
      stage.split.preferredDisplayMode = mode == .secondaryOnly ? .oneOverSecondary : .secondaryOnly
    }
    stage.split.preferredDisplayMode = .secondaryOnly
    stage.listener.willChange = nil
    stage.settle()
    let isShown = stage.sides(.primary) != nil
    #expect(isShown == (stage.mode == .oneOverSecondary) && !stage.split.isBusy)
    // A delegate and a controller that hide the column that is about to show.
    stage.split.preferredDisplayMode = .secondaryOnly
    stage.listener.willChange = { mode in
      if mode != .secondaryOnly { stage.split.hide(.primary) }
    }
    stage.split.show(.primary)
    stage.advance(5)
    #expect(stage.mode == .secondaryOnly && stage.sides(.primary) == nil)
    stage.listener.willChange = nil
    stage.list.willAppear = { stage.split.hide(.primary) }
    stage.split.show(.primary)
    stage.advance(7)
    #expect(stage.mode == .secondaryOnly && stage.sides(.primary) == nil)
    // One whose column is given to another while it appears.
    let other = SplitPage("other", stage.journal)
    stage.list.willAppear = { stage.split.setViewController(other, for: .primary) }
    stage.split.show(.primary)
    stage.advance(9)
    #expect(stage.sides(.primary) == [0, 320] && other.hasAppeared && !stage.list.hasAppeared)
    #expect(stage.list.viewIfLoaded?.window == nil && stage.list.parent == nil)
  }

  @Test(
    "The button is in the bar of the outermost column, and turns columns on and off",
    .shows(
      "UISplitViewController.displayModeButtonItem",
      "UISplitViewController.displayModeButtonVisibility",
      "UISplitViewControllerDelegate.targetDisplayModeForAction(in:)"
    )
  )
  func button() {
    let stage = SplitStage()
    let item = stage.split.displayModeButtonItem
    func items(_ column: UISplitViewController.Column) -> [UIBarButtonItem] {
      stage.stack(column)?.navigationBar.columnItems ?? []
    }
    #expect(items(.primary) == [item] && items(.secondary).isEmpty)
    stage.settle()
    #expect(item.shownView?.isDescendant(of: stage.stack(.primary)?.view ?? UIView()) == true)
    // A tap on its place.
    stage.app.touchBegan(at: CGPoint(x: 26, y: 22), time: 0)
    stage.app.touchEnded(time: 0.05)
    stage.advance(1)
    #expect(stage.mode == .secondaryOnly && items(.secondary) == [item] && items(.primary).isEmpty)
    #expect(stage.text.navigationItem.leftBarButtonItems == nil)
    item.perform()
    stage.advance(2)
    #expect(stage.mode == .oneBesideSecondary)
    stage.listener.target = .oneOverSecondary
    item.perform()
    #expect(stage.mode == .oneOverSecondary)
    stage.split.displayModeButtonVisibility = .never
    #expect(items(.primary).isEmpty && items(.secondary).isEmpty)
    stage.split.displayModeButtonVisibility = .automatic
    stage.split.presentsWithGesture = false
    #expect(items(.primary).isEmpty)
    stage.split.displayModeButtonVisibility = .always
    #expect(items(.primary) == [item])
  }

  @Test(
    "Three columns may have a button that leaves the secondary one alone",
    .shows("UISplitViewController.showsSecondaryOnlyButton")
  )
  func secondaryOnlyButton() {
    let stage = SplitStage(.tripleColumn) { $0.split.showsSecondaryOnlyButton = true }
    let items = stage.stack(.secondary)?.navigationBar.columnItems
    #expect(items == [stage.split.secondaryOnlyItem])
    items?.first?.perform()
    #expect(stage.mode == .secondaryOnly)
    stage.advance(1)
    let alone = stage.stack(.secondary)?.navigationBar.columnItems
    #expect(alone == [stage.split.displayModeButtonItem])
  }

  @Test(
    "The primary column at the trailing edge, and where lines run to the left",
    .shows("UISplitViewController.primaryEdge")
  )
  func edges() {
    let trailing = SplitStage { $0.split.primaryEdge = .trailing }
    #expect(trailing.sides(.primary) == [704, 1024] && trailing.sides(.secondary) == [0, 704])
    let mirrored = SplitStage { $0.split.view.semanticContentAttribute = .forceRightToLeft }
    #expect(mirrored.sides(.primary) == [704, 1024] && mirrored.sides(.secondary) == [0, 704])
    let both = SplitStage {
      $0.split.primaryEdge = .trailing
      $0.split.view.semanticContentAttribute = .forceRightToLeft
    }
    #expect(both.sides(.primary) == [0, 320])
  }

  @Test("The safe area and the margins of the columns are those of their places")
  func safeArea() {
    let stage = SplitStage {
      $0.split.additionalSafeAreaInsets = UIEdgeInsets(top: 10, left: 44, bottom: 20, right: 40)
    }
    func insets(_ page: UIViewController) -> UIEdgeInsets { page.view.safeAreaInsets }
    let bar = UINavigationBar.height
    #expect(insets(stage.list) == UIEdgeInsets(top: 10 + bar, left: 44, bottom: 20, right: 0))
    #expect(insets(stage.text) == UIEdgeInsets(top: 10 + bar, left: 0, bottom: 20, right: 40))
    #expect(stage.list.view.layoutMargins.left == 60 && stage.text.view.layoutMargins.left == 20)
    stage.split.preferredDisplayMode = .oneOverSecondary
    stage.settle()
    #expect(insets(stage.text) == UIEdgeInsets(top: 10 + bar, left: 44, bottom: 20, right: 40))
  }

  @Test(
    "Widths that the program sets are those of the columns",
    .shows(
      "UISplitViewController.primaryColumnWidth",
      "UISplitViewController.supplementaryColumnWidth",
      "UISplitViewController.preferredSupplementaryColumnWidth",
      "UISplitViewController.preferredSupplementaryColumnWidthFraction",
      "UISplitViewController.minimumSupplementaryColumnWidth",
      "UISplitViewController.maximumSupplementaryColumnWidth",
      "UISplitViewController.preferredSecondaryColumnWidth",
      "UISplitViewController.automaticDimension"
    )
  )
  func widths() {
    let stage = SplitStage(.tripleColumn) { $0.split.preferredDisplayMode = .twoBesideSecondary }
    let split = stage.split
    split.preferredPrimaryColumnWidth = 200
    split.preferredSupplementaryColumnWidthFraction = 0.25
    stage.settle()
    #expect(stage.sides(.primary) == [0, 200] && stage.sides(.supplementary) == [200, 456])
    #expect(split.primaryColumnWidth == 200 && split.supplementaryColumnWidth == 256)
    split.minimumSupplementaryColumnWidth = 300
    #expect(split.supplementaryColumnWidth == 300)
    split.maximumSupplementaryColumnWidth = 310
    split.preferredSupplementaryColumnWidth = 400
    #expect(split.supplementaryColumnWidth == 310)
    for hostile in [CGFloat.nan, -3, .infinity] {
      split.preferredPrimaryColumnWidth = hostile
      split.preferredSupplementaryColumnWidth = hostile
      stage.settle()
      #expect(stage.sides(.primary) == [0, 320] && stage.sides(.supplementary) == [320, 620])
    }
    split.preferredPrimaryColumnWidth = UISplitViewController.automaticDimension
    #expect(split.primaryColumnWidth == 320)
  }
}
