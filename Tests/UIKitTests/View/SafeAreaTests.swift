// The safe area: windows, views, containers with bars, and scroll views.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import TestClaims
import Testing
import UIKit

/// A view that notes what it is told.
@MainActor
private final class Telling: UIView {
  var told: [UIEdgeInsets] = []
  var margins = 0

  override func safeAreaInsetsDidChange() {
    super.safeAreaInsetsDidChange()
    told.append(safeAreaInsets)
  }

  override func layoutMarginsDidChange() { margins += 1 }
}

/// A controller that notes what it is told.
@MainActor
private final class TellingController: UIViewController {
  var told: [UIEdgeInsets] = []
  var margins = 0

  override func loadView() { view = Telling(frame: .zero) }

  override func viewSafeAreaInsetsDidChange() {
    super.viewSafeAreaInsetsDidChange()
    told.append(view.safeAreaInsets)
  }

  override func viewLayoutMarginsDidChange() {
    super.viewLayoutMarginsDidChange()
    margins += 1
  }
}

@Suite("Safe areas", .serialized)
@MainActor
struct SafeAreaTests {
  private let window: UIWindow

  /// A window of 390 x 844 points with a safe area of 47 at the top and 34 at the bottom.
  init() throws {
    UIApplication.shared.resetInput()
    UIScreen.setMain(try #require(UIScreen(device: "iPhone 13")))
    window = UIWindow(frame: UIScreen.main.bounds)
  }

  private func insets(_ top: CGFloat, _ bottom: CGFloat) -> UIEdgeInsets {
    UIEdgeInsets(top: top, left: 0, bottom: bottom, right: 0)
  }

  @Test(
    "A view is told of the safe area when it enters a window, moves, or changes its size",
    .shows("UIView.safeAreaInsets", "UIView.safeAreaInsetsDidChange()")
  )
  func views() {
    let (outer, inner) = (Telling(), Telling(frame: CGRect(x: 0, y: 10, width: 100, height: 100)))
    outer.frame = window.bounds
    outer.addSubview(inner)
    #expect(outer.told.isEmpty && inner.told.isEmpty)
    window.addSubview(outer)
    window.makeKeyAndVisible()
    #expect(outer.told == [insets(47, 34)] && inner.told == [insets(37, 0)])
    inner.center.y += 20
    #expect(inner.told == [insets(37, 0), insets(17, 0)])
    inner.frame.size.height = 900
    #expect(inner.told.last == insets(17, 34))
    outer.frame.origin.y = 100
    outer.layoutIfNeeded()
    #expect(outer.told.last == insets(0, 34) && inner.told.last?.top == 0)
    let other = Telling(frame: window.bounds)
    window.addSubview(other)
    #expect(other.told == [insets(47, 34)])
    outer.addSubview(other)
    #expect(other.told.count == 2)
    window.isHidden = true
  }

  @Test(
    "A controller is told of the safe area and of the margins that follow it",
    .shows(
      "UIViewController.viewSafeAreaInsetsDidChange()",
      "UIViewController.viewLayoutMarginsDidChange()",
      "UIViewController.additionalSafeAreaInsets",
      "UIView.layoutMarginsDidChange()"
    )
  )
  func controllers() throws {
    let controller = TellingController()
    window.rootViewController = controller
    window.makeKeyAndVisible()
    #expect(controller.told == [insets(47, 34)] && controller.margins == 1)
    #expect(controller.view.layoutMargins.top == 47)
    controller.additionalSafeAreaInsets.top = 10
    #expect(controller.told.last == insets(57, 34) && controller.margins == 2)
    controller.view.layoutMargins.top = 20
    #expect(controller.margins == 3)
    let guide = controller.topLayoutGuide
    #expect(guide.length == 57 && controller.bottomLayoutGuide.length == 34)
    window.isHidden = true
  }

  @Test(
    "The inset of a scroll view follows the safe area, its content and its bouncing",
    .shows(
      "UIScrollView.adjustedContentInset",
      "UIScrollView.contentInsetAdjustmentBehavior",
      "UIScrollView.alwaysBounceVertical"
    )
  )
  func scrollViews() {
    let scroll = UIScrollView(frame: window.bounds)
    window.addSubview(scroll)
    window.makeKeyAndVisible()
    #expect(scroll.adjustedContentInset == .zero)
    scroll.contentSize = CGSize(width: 390, height: 2000)
    #expect(scroll.adjustedContentInset == insets(47, 34) && scroll.contentOffset.y == -47)
    let row = Telling(frame: CGRect(x: 0, y: 0, width: 390, height: 40))
    scroll.addSubview(row)
    #expect(row.told.isEmpty && row.safeAreaInsets == .zero)
    scroll.contentSize.height = 100
    #expect(scroll.adjustedContentInset == .zero && scroll.contentOffset.y == 0)
    scroll.alwaysBounceVertical = true
    #expect(scroll.adjustedContentInset == insets(47, 34))
    scroll.contentInsetAdjustmentBehavior = .never
    #expect(scroll.adjustedContentInset == .zero)
    window.isHidden = true
  }

  @Test(
    "The root of a window made with the screen's size has its insets at once",
    .shows("UITableViewController")
  )
  func tableController() {
    let controller = UITableViewController(style: .plain)
    window.rootViewController = controller
    window.makeKeyAndVisible()
    controller.tableView.contentSize.height = 3000
    #expect(controller.tableView.adjustedContentInset == insets(47, 34))
    #expect(controller.tableView.contentOffset.y == -47)
    window.isHidden = true
  }

  @Test(
    "A view fills the stack's view under a translucent bar, whose height is in its safe area",
    .shows(
      "UINavigationController",
      "UINavigationBar.isTranslucent",
      "UIViewController.edgesForExtendedLayout",
      "UIViewController.extendedLayoutIncludesOpaqueBars"
    )
  )
  func navigation() throws {
    let controller = TellingController()
    let navigation = UINavigationController(rootViewController: controller)
    window.rootViewController = navigation
    window.makeKeyAndVisible()
    window.layoutIfNeeded()
    let (all, below) = (window.bounds, CGRect(x: 0, y: 91, width: 390, height: 753))
    #expect(navigation.navigationBar.isTranslucent)
    #expect(navigation.navigationBar.frame.height == 91)
    #expect(controller.view.convert(controller.view.bounds, to: nil) == all)
    #expect(controller.view.safeAreaInsets == insets(91, 34))
    #expect(controller.told.last == insets(91, 34))
    #expect(navigation.view.safeAreaInsets == insets(47, 34))
    navigation.navigationBar.isTranslucent = false
    window.layoutIfNeeded()
    #expect(controller.view.convert(controller.view.bounds, to: nil) == below)
    #expect(controller.told.last == insets(0, 34))
    controller.extendedLayoutIncludesOpaqueBars = true
    window.layoutIfNeeded()
    #expect(controller.view.convert(controller.view.bounds, to: nil) == all)
    controller.edgesForExtendedLayout = [.left, .right]
    window.layoutIfNeeded()
    #expect(controller.view.convert(controller.view.bounds, to: nil) == below)
    navigation.isNavigationBarHidden = true
    window.layoutIfNeeded()
    #expect(controller.view.convert(controller.view.bounds, to: nil) == all)
    #expect(controller.told.last == insets(47, 34))
    window.isHidden = true
  }

  @Test(
    "A table under bars begins below them, whatever its length, and shows through",
    .shows("UIViewController.automaticallyAdjustsScrollViewInsets", "UITabBar.isTranslucent")
  )
  func tableUnderBars() throws {
    let table = UITableViewController(style: .plain)
    let tabs = UITabBarController()
    tabs.viewControllers = [UINavigationController(rootViewController: table)]
    window.rootViewController = tabs
    window.makeKeyAndVisible()
    window.layoutIfNeeded()
    #expect(table.tableView.adjustedContentInset == insets(91, 83))
    #expect(table.tableView.contentOffset.y == -91)
    tabs.tabBar.isTranslucent = false
    window.layoutIfNeeded()
    #expect(table.tableView.adjustedContentInset == insets(91, 0))
    #expect(table.tableView.frame.height == 761)
    window.isHidden = true
  }

  @Test(
    "Pushing again before a pop is over leaves the pushed view in place",
    .shows(
      "UINavigationController.pushViewController(_:animated:)",
      "UINavigationController.popViewController(animated:)"
    )
  )
  func quickStack() throws {
    let (one, two) = (UIViewController(), UIViewController())
    let navigation = UINavigationController(rootViewController: one)
    window.rootViewController = navigation
    window.makeKeyAndVisible()
    navigation.pushViewController(two, animated: false)
    navigation.popViewController(animated: true)
    _ = try window.image(at: 0.1)
    navigation.pushViewController(two, animated: true)
    _ = try window.image(at: 0.36)
    #expect(two.view.window === window)
    _ = try window.image(at: 1)
    #expect(two.view.window === window && one.view.superview == nil)
    #expect(two.view.convert(two.view.bounds, to: nil) == window.bounds)
    window.isHidden = true
  }

  @Test(
    "Dismissing twice is dismissing once; what the completion presents stays",
    .shows("UIViewController.dismiss(animated:completion:)")
  )
  func doubleDismiss() throws {
    let (root, card, next) = (UIViewController(), UIViewController(), UIViewController())
    window.rootViewController = root
    window.makeKeyAndVisible()
    root.present(card, animated: false)
    var ends: [String] = []
    root.dismiss(animated: true) {
      ends.append("first")
      root.present(next, animated: false)
    }
    _ = try window.image(at: 0.1)
    root.dismiss(animated: true) { ends.append("second") }
    _ = try window.image(at: 2)
    #expect(ends == ["first", "second"])
    #expect(root.presentedViewController === next && next.view.window === window)
    #expect(card.view.window == nil)
    window.isHidden = true
  }

  @Test(
    "Editing ends by force though the delegate refuses, and is told to be over",
    .shows("UIView.endEditing(_:)")
  )
  func forcedEnd() {
    final class Refusing: NSObject, UITextFieldDelegate {
      var ended = 0
      func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { false }
      func textFieldDidEndEditing(_ textField: UITextField) { ended += 1 }
    }
    let (field, delegate) = (UITextField(frame: window.bounds), Refusing())
    field.delegate = delegate
    window.addSubview(field)
    window.makeKeyAndVisible()
    field.becomeFirstResponder()
    #expect(!window.endEditing(false) && field.isEditing && field.isFirstResponder)
    #expect(window.endEditing(true) && !field.isEditing && !field.isFirstResponder)
    #expect(delegate.ended == 1)
    window.isHidden = true
  }
}
