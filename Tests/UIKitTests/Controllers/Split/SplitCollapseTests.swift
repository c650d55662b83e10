// Columns that become one, and the way back.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import TestClaims
import Testing

@testable import UIKit

@Suite("Columns that become one", .serialized)
@MainActor
struct SplitCollapseTests {
  private func phone(_ style: UISplitViewController.Style = .doubleColumn) -> SplitStage {
    SplitStage(style, SplitStage.phone)
  }

  @Test(
    "On a phone the columns are one stack, with the innermost column on top",
    .shows(
      "UISplitViewController.isCollapsed",
      "UISplitViewControllerDelegate.splitViewControllerDidCollapse(_:)"
    )
  )
  func oneStack() {
    let stage = phone(.tripleColumn)
    #expect(stage.split.isCollapsed && stage.split.isShowing(.secondary))
    #expect(stage.stack(.primary)?.viewControllers == [stage.list, stage.notes, stage.text])
    #expect(stage.sides(.primary) == [0, 375] && stage.sides(.secondary) == nil)
    #expect(stage.split.viewControllers == [stage.stack(.primary)].compactMap { $0 })
    #expect(
      stage.journal.take() == ["top secondary", "collapsed", "text will appear", "text did appear"]
    )
    #expect(stage.text.splitViewController === stage.split)
    // There is no button for columns.
    #expect(stage.stack(.primary)?.navigationBar.columnItems.isEmpty == true)
  }

  @Test(
    "The delegate chooses the column on top, and columns above wait for their turn",
    .shows(
      "UISplitViewControllerDelegate.splitViewController(_:topColumnForCollapsingToProposedTopColumn:)"
    )
  )
  func topColumn() {
    let stage = SplitStage(.tripleColumn, SplitStage.phone) { $0.listener.top = .primary }
    let stack = stage.stack(.primary)
    #expect(stack?.viewControllers == [stage.list] && stage.split.isShowing(.primary))
    _ = stage.journal.take()
    stage.split.show(.secondary)
    #expect(stack?.viewControllers == [stage.list, stage.notes, stage.text])
    stage.advance(1)
    #expect(
      stage.journal.take() == [
        "show secondary", "list will disappear", "text will appear", "list did disappear",
        "text did appear",
      ]
    )
    stack?.popViewController(animated: false)
    #expect(stage.split.isShowing(.supplementary))
    stage.split.show(.secondary)
    #expect(stack?.topViewController === stage.text)
    stage.split.hide(.supplementary)
    #expect(stack?.viewControllers == [stage.list])
    stage.split.hide(.primary)
    #expect(stack?.viewControllers == [stage.list])
    // A column without a controller counts as the proposed one.
    let other = SplitStage(.doubleColumn, SplitStage.phone) { $0.listener.top = .supplementary }
    #expect(other.split.isShowing(.secondary))
  }

  @Test(
    "With room the columns are apart again, with what was put on the stack",
    .shows(
      "UISplitViewControllerDelegate.splitViewControllerDidExpand(_:)",
      "UISplitViewControllerDelegate.splitViewController(_:displayModeForExpandingToProposedDisplayMode:)"
    )
  )
  func expands() {
    let stage = phone(.tripleColumn)
    let more = SplitPage("more", stage.journal)
    stage.stack(.primary)?.pushViewController(more, animated: false)
    #expect(stage.split.isShowing(.secondary))
    _ = stage.journal.take()
    stage.listener.expanded = .twoBesideSecondary
    stage.resize(SplitStage.across)
    #expect(!stage.split.isCollapsed && stage.mode == .twoBesideSecondary)
    #expect(stage.stack(.primary)?.viewControllers == [stage.list])
    #expect(stage.stack(.supplementary)?.viewControllers == [stage.notes])
    #expect(stage.stack(.secondary)?.viewControllers == [stage.text, more])
    #expect(stage.sides(.primary) == [0, 320] && stage.sides(.secondary) == [640, 1024])
    let lines = stage.journal.take()
    #expect(lines.first == "expand to oneBesideSecondary" && lines.last == "expanded")
    for name in ["list", "notes", "more"] { #expect(lines.contains("\(name) did appear")) }
    // And back, with the stack as it was.
    stage.resize(SplitStage.phone)
    #expect(stage.stack(.primary)?.viewControllers == [stage.list, stage.notes, stage.text, more])
    let back = stage.journal.take()
    for name in ["list", "notes"] { #expect(back.contains("\(name) did disappear")) }
    #expect(back.last == "collapsed")
    #expect(stage.sides(.primary) == [0, 375])
  }

  @Test("A column that was taken from the stack is there again with room")
  func poppedColumn() {
    let stage = phone()
    stage.stack(.primary)?.popViewController(animated: false)
    #expect(stage.stack(.primary)?.viewControllers == [stage.list])
    stage.resize(SplitStage.across)
    #expect(stage.stack(.secondary)?.viewControllers == [stage.text])
    #expect(stage.sides(.secondary) == [320, 1024])
    // Once it is set anew while it waits, the new one is there.
    let other = phone()
    let new = SplitPage("new", other.journal)
    other.stack(.primary)?.popViewController(animated: false)
    other.split.setViewController(new, for: .secondary)
    #expect(other.stack(.primary)?.viewControllers == [other.list])
    other.split.show(.secondary)
    #expect(other.stack(.primary)?.viewControllers == [other.list, new])
    other.resize(SplitStage.across)
    #expect(other.stack(.secondary)?.viewControllers == [new])
  }

  @Test(
    "The compact column shows alone where there is one",
    .shows("UISplitViewController.Column.compact")
  )
  func compactColumn() {
    let tabs = UITabBarController()
    let stage = SplitStage { $0.split.setViewController(tabs, for: .compact) }
    #expect(tabs.parent === stage.split && tabs.viewIfLoaded?.window == nil)
    _ = stage.journal.take()
    stage.resize(SplitStage.phone)
    #expect(stage.split.isShowing(.compact) && tabs.view.window === stage.window)
    #expect(tabs.view.bounds.size == SplitStage.phone && stage.sides(.primary) == nil)
    #expect(stage.split.viewControllers == [tabs])
    #expect(
      stage.journal.take() == [
        "top compact", "list will disappear", "text will disappear", "list did disappear",
        "text did disappear", "collapsed",
      ]
    )
    // Another one comes in its place; without one the stack does.
    let other = SplitPage("other", stage.journal)
    stage.split.setViewController(other, for: .compact)
    #expect(other.view.window === stage.window && tabs.parent == nil)
    stage.split.setViewController(nil, for: .compact)
    #expect(stage.stack(.primary)?.viewControllers == [stage.list, stage.text])
    #expect(stage.sides(.primary) == [0, 375])
    stage.resize(SplitStage.across)
    #expect(stage.sides(.primary) == [0, 320] && stage.sides(.secondary) == [320, 1024])
  }

  @Test(
    "A program's traits decide about the columns; without them the size of the window does",
    .shows("UISplitViewController.traitCollection")
  )
  func traits() {
    let stage = SplitStage()
    #expect(stage.split.traitCollection.horizontalSizeClass == .regular)
    stage.split.chosenClass = .compact
    stage.split.view.setNeedsLayout()
    stage.settle()
    #expect(stage.split.isCollapsed && stage.sides(.primary) == [0, 1024])
    stage.split.chosenClass = .unspecified
    stage.split.view.setNeedsLayout()
    stage.settle()
    #expect(!stage.split.isCollapsed && stage.sides(.primary) == [0, 320])
    // A large phone across has room, another one and half of a tablet have not.
    let sizes = [
      (736, 414), (667, 375), (852, 393), (896, 414), (414, 896), (507, 768), (678, 768),
    ]
    let collapsed = sizes.map { width, height in
      stage.resize(CGSize(width: width, height: height))
      return stage.split.isCollapsed
    }
    #expect(collapsed == [false, true, true, false, true, true, false])
    stage.resize(CGSize(width: 736, height: 414))
    #expect(stage.sides(.primary) == [0, 294])
  }

  @Test(
    "Details come into the secondary column, or on the stack",
    .shows(
      "UIViewController.showDetailViewController(_:sender:)",
      "UISplitViewControllerDelegate.splitViewController(_:showDetail:sender:)",
      "UIViewController.splitViewController"
    )
  )
  func details() {
    let stage = SplitStage()
    let new = SplitPage("new", stage.journal)
    stage.list.showDetailViewController(new, sender: nil)
    #expect(stage.split.viewController(for: .secondary) === new)
    #expect(new.navigationController === stage.stack(.secondary) && stage.text.parent == nil)
    #expect(stage.sides(.secondary) == [320, 1024])
    stage.listener.takesShown = true
    stage.list.showDetailViewController(UIViewController(), sender: nil)
    #expect(stage.split.viewController(for: .secondary) === new)

    let phone = SplitStage(.doubleColumn, SplitStage.phone) { $0.listener.top = .primary }
    let detail = SplitPage("detail", phone.journal)
    phone.list.showDetailViewController(detail, sender: nil)
    phone.advance(1)
    #expect(phone.stack(.primary)?.viewControllers == [phone.list, detail])
    phone.list.show(phone.notes, sender: nil)
    #expect(phone.stack(.primary)?.viewControllers == [phone.list, detail, phone.notes])
    phone.resize(SplitStage.across)
    #expect(phone.stack(.secondary)?.viewControllers == [detail, phone.notes])
    // The compact column has no stack: the controller comes over it.
    let compact = UIViewController()
    let alone = SplitStage(.doubleColumn, SplitStage.phone) {
      $0.split.setViewController(compact, for: .compact)
    }
    let shown = UIViewController()
    compact.showDetailViewController(shown, sender: nil)
    alone.advance(1)
    #expect(compact.presentedViewController === shown)
  }

  @Test(
    "The split view itself shows a controller in the primary column, or on the stack",
    .shows("UISplitViewControllerDelegate.splitViewController(_:show:sender:)")
  )
  func shows() {
    let stage = SplitStage()
    let new = SplitPage("new", stage.journal)
    stage.split.show(new, sender: nil)
    #expect(stage.split.viewController(for: .primary) === new && stage.list.parent == nil)
    #expect(stage.sides(.primary) == [0, 320])
    stage.resize(SplitStage.phone)
    stage.split.show(stage.list, sender: nil)
    #expect(stage.stack(.primary)?.viewControllers == [new, stage.text, stage.list])
    stage.listener.takesShown = true
    stage.split.show(stage.notes, sender: nil)
    #expect(stage.stack(.primary)?.topViewController === stage.list)
  }

  @Test("M8: controllers that are nil, in two columns, or around the split view")
  func hostileControllers() {
    let stage = SplitStage(.tripleColumn)
    let split = stage.split
    // One that changes its column.
    split.setViewController(stage.text, for: .supplementary)
    #expect(split.viewController(for: .secondary) == nil)
    #expect(split.viewController(for: .supplementary) === stage.text && stage.notes.parent == nil)
    stage.settle()
    #expect(stage.stack(.supplementary)?.viewControllers == [stage.text])
    // The stack around it, which is its own.
    let stack = stage.stack(.supplementary)
    split.setViewController(stack, for: .supplementary)
    #expect(split.viewController(for: .supplementary) === stack)
    #expect(stack?.viewControllers == [stage.text] && stage.sides(.supplementary) == [0, 320])
    split.setViewController(stack, for: .secondary)
    #expect(stage.stack(.secondary) === stack && stage.stack(.supplementary) == nil)
    // One of a stack.
    split.setViewController(stage.text, for: .primary)
    #expect(stack?.viewControllers == [] && stage.stack(.primary)?.viewControllers == [stage.text])
    let around = UINavigationController(rootViewController: UIViewController())
    stage.window.rootViewController = around
    around.setViewControllers([split], animated: false)
    split.setViewController(around, for: .primary)
    split.setViewController(split, for: .secondary)
    #expect(split.viewController(for: .primary) === stage.text && split.parent === around)
    for column in [UISplitViewController.Column.primary, .supplementary, .secondary] {
      split.setViewController(nil, for: column)
    }
    stage.settle()
    #expect(split.viewControllers.isEmpty && split.children.isEmpty)
    split.show(.primary)
    split.hide(.primary)
    stage.resize(SplitStage.phone)
    #expect(split.isCollapsed && split.viewControllers.isEmpty)
    split.setViewController(stage.text, for: .secondary)
    #expect(stage.sides(.secondary) == [0, 375])
    split.setViewController(stage.list, for: .primary)
    #expect(stage.sides(.primary) == [0, 375] && stage.sides(.secondary) == nil)
    #expect(stage.stack(.primary)?.viewControllers == [stage.list, stage.text])
    // A column that the style lacks.
    let two = SplitStage()
    two.split.setViewController(two.notes, for: .supplementary)
    two.split.show(.supplementary)
    #expect(two.split.viewController(for: .supplementary) == nil)
    #expect(two.mode == .oneBesideSecondary)
  }

  @Test("M8: the first column is replaced and taken away while there is one")
  func replacedWhileCollapsed() {
    let stage = phone(.tripleColumn)
    let new = SplitPage("new", stage.journal)
    stage.split.setViewController(new, for: .primary)
    #expect(stage.stack(.primary)?.viewControllers == [new, stage.notes, stage.text])
    #expect(stage.sides(.primary) == [0, 375])
    stage.split.setViewController(nil, for: .supplementary)
    #expect(stage.stack(.primary)?.viewControllers == [new, stage.text])
    stage.split.setViewController(nil, for: .primary)
    #expect(stage.stack(.secondary)?.viewControllers == [stage.text])
    #expect(stage.sides(.secondary) == [0, 375])
    stage.resize(SplitStage.across)
    #expect(stage.sides(.secondary)?.last == 1024 && stage.text.view.window != nil)
  }

  @Test("A window that changes its size back and forth loses nothing")
  func backAndForth() {
    let stage = SplitStage(.tripleColumn)
    for _ in 0..<3 {
      stage.resize(SplitStage.phone)
      stage.split.show(.primary)
      stage.resize(SplitStage.upright)
      stage.split.show(.primary)
      stage.resize(SplitStage.across)
    }
    stage.advance(9)
    #expect(stage.stack(.primary)?.viewControllers == [stage.list])
    #expect(stage.stack(.supplementary)?.viewControllers == [stage.notes])
    #expect(stage.stack(.secondary)?.viewControllers == [stage.text])
    let lines = stage.journal.take()
    for page in [stage.list, stage.notes, stage.text] {
      let came = lines.filter { $0 == "\(page.name) did appear" }.count
      let went = lines.filter { $0 == "\(page.name) did disappear" }.count
      let isThere = page.viewIfLoaded?.window != nil
      #expect(came - went == (isThere ? 1 : 0) && page.hasAppeared == isThere)
    }
  }
}
