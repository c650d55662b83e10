// Split views of the classic interface.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import TestClaims
import Testing

@testable import UIKit

/// A classic split view with two stacks, in a window.
@MainActor
private final class ClassicStage: UISplitViewControllerDelegate {
  let journal = Journal()
  let split = UISplitViewController()
  let list: SplitPage
  let text: SplitPage
  let primary: UINavigationController
  let secondary: UINavigationController
  let window: UIWindow
  var leavesOut = false
  var separated: UIViewController?
  var collapsing: UIViewController?
  var expanding: UIViewController?

  init(_ size: CGSize = SplitStage.across) {
    list = SplitPage("list", journal)
    text = SplitPage("text", journal)
    primary = UINavigationController(rootViewController: list)
    secondary = UINavigationController(rootViewController: text)
    UIApplication.shared.resetInput()
    UIScreen.setMain(UIScreen(size: size, scale: 1))
    window = UIWindow(frame: CGRect(origin: .zero, size: size))
    split.viewControllers = [primary, secondary]
    split.delegate = self
    window.rootViewController = split
    window.makeKeyAndVisible()
    settle()
  }

  func splitViewController(
    _ splitViewController: UISplitViewController,
    collapseSecondary secondaryViewController: UIViewController,
    onto primaryViewController: UIViewController
  ) -> Bool {
    journal.note("collapse")
    return leavesOut
  }
  func splitViewController(
    _ splitViewController: UISplitViewController,
    separateSecondaryFrom primaryViewController: UIViewController
  ) -> UIViewController? {
    journal.note("separate")
    return separated
  }
  func primaryViewController(
    forCollapsing splitViewController: UISplitViewController
  ) -> UIViewController? { collapsing }
  func primaryViewController(
    forExpanding splitViewController: UISplitViewController
  ) -> UIViewController? { expanding }

  func settle() {
    window.layoutIfNeeded()
    CATransaction.flush()
  }

  func resize(_ size: CGSize) {
    window.frame = CGRect(origin: .zero, size: size)
    settle()
  }

  func sides(_ controller: UIViewController) -> [CGFloat]? {
    guard let view = controller.viewIfLoaded, view.window === window else { return nil }
    let frame = view.convert(view.bounds, to: window)
    return [frame.minX, frame.maxX]
  }
}

@Suite("Classic split views", .serialized)
@MainActor
struct ClassicSplitTests {
  @Test(
    "Two controllers as they are: beside each other across, the second alone upright",
    .shows(
      "UISplitViewController",
      "UISplitViewController.viewControllers",
      "UISplitViewController.Style"
    )
  )
  func twoControllers() {
    let stage = ClassicStage()
    #expect(stage.split.style == .unspecified)
    #expect(stage.split.viewControllers == [stage.primary, stage.secondary])
    #expect(stage.sides(stage.primary) == [0, 320] && stage.sides(stage.secondary) == [320, 1024])
    #expect(stage.split.displayMode == .oneBesideSecondary)
    stage.resize(SplitStage.upright)
    #expect(stage.split.displayMode == .secondaryOnly && stage.sides(stage.primary) == nil)
    stage.split.displayModeButtonItem.perform()
    #expect(stage.split.displayMode == .oneOverSecondary)
    #expect(stage.sides(stage.secondary) == [0, 768])
    #expect(stage.primary.navigationBar.columnItems.isEmpty)
    // More than two, and one twice.
    let more = [stage.secondary, stage.secondary, stage.primary, UIViewController()]
    stage.split.viewControllers = more
    #expect(stage.split.viewControllers == [stage.secondary, stage.primary])
    stage.resize(SplitStage.across)
    #expect(stage.sides(stage.secondary) == [0, 320] && stage.sides(stage.primary) == [320, 1024])
    stage.split.viewControllers = [stage.list]
    #expect(stage.split.viewControllers == [stage.list] && stage.list.parent === stage.split)
    #expect(stage.primary.parent == nil && stage.secondary.parent == nil)
  }

  @Test(
    "The primary stack takes the controllers of the secondary one, and gives them back",
    .shows(
      "UIViewController.collapseSecondaryViewController(_:for:)",
      "UIViewController.separateSecondaryViewController(for:)",
      "UISplitViewControllerDelegate.splitViewController(_:collapseSecondary:onto:)",
      "UISplitViewControllerDelegate.splitViewController(_:separateSecondaryFrom:)"
    )
  )
  func collapses() {
    let stage = ClassicStage()
    _ = stage.journal.take()
    stage.resize(SplitStage.phone)
    #expect(stage.split.isCollapsed && stage.split.viewControllers == [stage.primary])
    #expect(stage.primary.viewControllers == [stage.list, stage.text])
    #expect(stage.sides(stage.primary) == [0, 375] && stage.split.isShowing(.secondary))
    #expect(stage.split.displayModeButtonItem.isHidden)
    let more = UIViewController()
    stage.primary.pushViewController(more, animated: false)
    stage.resize(SplitStage.across)
    #expect(stage.split.viewControllers == [stage.primary, stage.secondary])
    #expect(stage.primary.viewControllers == [stage.list])
    #expect(stage.secondary.viewControllers == [stage.text, more])
    #expect(stage.sides(stage.secondary) == [320, 1024])
    let calls = stage.journal.take().filter { $0 == "collapse" || $0 == "separate" }
    #expect(calls == ["collapse", "separate"])
    // One that was taken from the stack comes back.
    stage.resize(SplitStage.phone)
    stage.primary.popToRootViewController(animated: false)
    stage.resize(SplitStage.across)
    #expect(stage.secondary.viewControllers == [stage.text, more])
    #expect(stage.secondary.parent === stage.split)
  }

  @Test("The delegate leaves the secondary controller out, and gives another one back")
  func delegateDecides() {
    let stage = ClassicStage()
    stage.leavesOut = true
    stage.resize(SplitStage.phone)
    #expect(stage.primary.viewControllers == [stage.list])
    stage.resize(SplitStage.across)
    #expect(stage.secondary.viewControllers == [stage.text])
    #expect(stage.sides(stage.secondary) == [320, 1024])
    stage.resize(SplitStage.phone)
    let new = SplitPage("new", stage.journal)
    stage.separated = new
    stage.resize(SplitStage.across)
    #expect(stage.split.viewControllers == [stage.primary, new])
    #expect(stage.sides(new) == [320, 1024] && stage.secondary.parent == nil)
  }

  @Test(
    "The delegate chooses other primary controllers",
    .shows(
      "UISplitViewControllerDelegate.primaryViewController(forCollapsing:)",
      "UISplitViewControllerDelegate.primaryViewController(forExpanding:)"
    )
  )
  func otherPrimary() {
    let stage = ClassicStage()
    let other = UINavigationController(rootViewController: UIViewController())
    stage.collapsing = other
    stage.expanding = stage.primary
    stage.resize(SplitStage.phone)
    #expect(stage.split.viewControllers == [other] && other.viewControllers.last === stage.text)
    #expect(stage.sides(other) == [0, 375])
    stage.resize(SplitStage.across)
    #expect(stage.split.viewControllers == [stage.primary, stage.secondary])
    #expect(stage.sides(stage.primary) == [0, 320] && other.parent == nil)
    #expect(stage.secondary.viewControllers == [stage.text])
    #expect(stage.sides(stage.secondary) == [320, 1024])
    // The secondary one alone.
    stage.collapsing = stage.secondary
    stage.expanding = nil
    stage.resize(SplitStage.phone)
    #expect(stage.split.viewControllers == [stage.secondary])
    #expect(stage.sides(stage.secondary) == [0, 375])
    stage.resize(SplitStage.across)
    #expect(stage.sides(stage.primary) == [0, 320] && stage.sides(stage.secondary) == [320, 1024])
  }

  @Test("Details replace the secondary controller, or come on the primary stack")
  func details() {
    let stage = ClassicStage()
    let new = SplitPage("new", stage.journal)
    stage.list.showDetailViewController(new, sender: nil)
    #expect(stage.split.viewControllers == [stage.primary, new])
    #expect(stage.sides(new) == [320, 1024] && new.parent === stage.split)
    stage.leavesOut = true
    stage.resize(SplitStage.phone)
    let detail = UINavigationController(rootViewController: stage.text)
    stage.list.showDetailViewController(detail, sender: nil)
    #expect(stage.primary.viewControllers == [stage.list, stage.text])
    stage.text.showDetailViewController(new, sender: nil)
    #expect(stage.primary.viewControllers == [stage.list, stage.text, new])
    stage.resize(SplitStage.across)
    #expect(stage.split.viewControllers == [stage.primary, detail])
    #expect(detail.viewControllers == [stage.text, new])
    #expect(stage.primary.viewControllers == [stage.list])
  }

  @Test("M8: controllers are set while there is one column")
  func setWhileCollapsed() {
    let stage = ClassicStage(SplitStage.phone)
    let first = UINavigationController(rootViewController: UIViewController())
    let second = SplitPage("second", stage.journal)
    stage.split.viewControllers = [first, second]
    #expect(stage.split.viewControllers == [first] && stage.sides(first) == [0, 375])
    #expect(stage.secondary.viewControllers == [stage.text] && stage.primary.parent == nil)
    stage.resize(SplitStage.across)
    #expect(stage.split.viewControllers == [first, second] && stage.sides(second) == [320, 1024])
    stage.resize(SplitStage.phone)
    stage.split.viewControllers = []
    #expect(stage.split.viewControllers.isEmpty && stage.split.children.isEmpty)
    stage.split.viewControllers = [stage.primary]
    #expect(stage.sides(stage.primary) == [0, 375])
  }

  @Test(
    "The delegate says the orientations; old names stand for modes",
    .shows(
      "UISplitViewControllerDelegate.splitViewControllerSupportedInterfaceOrientations(_:)"
    )
  )
  func orientations() {
    let stage = SplitStage()
    #expect(stage.split.supportedInterfaceOrientations == .landscape)
    stage.split.delegate = nil
    #expect(stage.split.supportedInterfaceOrientations == .allButUpsideDown)
    #expect(stage.split.preferredInterfaceOrientationForPresentation == .portrait)
    #expect(UISplitViewController.DisplayMode(rawValue: 2) == .oneBesideSecondary)
  }
}
