// Controllers: loading, appearances, children, presenting, containers.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import TestClaims
import Testing
import UIKit

@Suite("Controllers", .serialized)
@MainActor
struct ControllerTests {
  private class Noting: UIViewController {
    let name: String
    let journal: Journal
    init(_ name: String, _ journal: Journal) {
      (self.name, self.journal) = (name, journal)
      super.init(nibName: nil, bundle: nil)
      title = name
    }
    required init?(coder: NSCoder) { nil }
    override func loadView() {
      journal.note("\(name) loadView")
      super.loadView()
    }
    override func viewDidLoad() { journal.note("\(name) viewDidLoad") }
    override func viewWillAppear(_ animated: Bool) { journal.note("\(name) willAppear") }
    override func viewIsAppearing(_ animated: Bool) { journal.note("\(name) isAppearing") }
    override func viewDidAppear(_ animated: Bool) { journal.note("\(name) didAppear") }
    override func viewWillDisappear(_ animated: Bool) { journal.note("\(name) willDisappear") }
    override func viewDidDisappear(_ animated: Bool) { journal.note("\(name) didDisappear") }
    override func viewWillLayoutSubviews() { journal.note("\(name) willLayout") }
    override func viewDidLayoutSubviews() { journal.note("\(name) didLayout") }
    override func willMove(toParent parent: UIViewController?) {
      journal.note("\(name) willMove(toParent: \(parent == nil ? "-" : "parent"))")
    }
    override func didMove(toParent parent: UIViewController?) {
      journal.note("\(name) didMove(toParent: \(parent == nil ? "-" : "parent"))")
    }
  }

  private let journal = Journal()

  @Test(
    "A root controller is loaded, appears and is laid out, in that order",
    .shows(
      "UIViewController",
      "UIViewController.loadView()",
      "UIViewController.viewDidLoad()",
      "UIViewController.viewWillAppear(_:)",
      "UIViewController.viewIsAppearing(_:)",
      "UIViewController.viewDidAppear(_:)",
      "UIViewController.viewWillLayoutSubviews()",
      "UIViewController.viewDidLayoutSubviews()",
      "UIViewController.viewWillDisappear(_:)",
      "UIViewController.viewDidDisappear(_:)",
      "UIViewController.isViewLoaded",
      "UIViewController.view",
      "UIWindow.rootViewController"
    )
  )
  func root() throws {
    let controller = Noting("root", journal)
    #expect(!controller.isViewLoaded)
    let window = makeWindow(CGSize(width: 100, height: 100), controller)
    _ = try window.image()
    #expect(
      journal.take() == [
        "root loadView", "root viewDidLoad", "root willAppear", "root isAppearing",
        "root didAppear", "root willLayout", "root didLayout",
      ]
    )
    #expect(controller.view.frame == window.bounds)
    window.isHidden = true
    #expect(journal.take() == ["root willDisappear", "root didDisappear"])
  }

  @Test(
    "Children: hooks, appearances with the parent, and cycles refused",
    .shows(
      "UIViewController.addChild(_:)",
      "UIViewController.removeFromParent()",
      "UIViewController.willMove(toParent:)",
      "UIViewController.didMove(toParent:)",
      "UIViewController.parent",
      "UIViewController.children"
    )
  )
  func children() {
    let (parent, child) = (Noting("parent", journal), Noting("child", journal))
    let window = makeWindow(CGSize(width: 100, height: 100), parent)
    _ = journal.take()
    parent.addChild(child)
    parent.view.addSubview(child.view)
    child.didMove(toParent: parent)
    #expect(
      journal.take() == [
        "child willMove(toParent: parent)", "child loadView", "child viewDidLoad",
        "child willAppear", "child isAppearing", "child didAppear",
        "child didMove(toParent: parent)",
      ]
    )
    child.addChild(parent)
    #expect(parent.parent == nil && child.parent === parent && child.children.isEmpty)
    window.isHidden = true
    #expect(journal.take().contains("child willDisappear"))
    child.willMove(toParent: nil)
    child.view.removeFromSuperview()
    child.removeFromParent()
    #expect(child.parent == nil && journal.take().last == "child didMove(toParent: -)")
  }

  @Test(
    "Presented controllers appear, cover, and go again",
    .shows(
      "UIViewController.present(_:animated:completion:)",
      "UIViewController.dismiss(animated:completion:)",
      "UIViewController.presentedViewController",
      "UIViewController.presentingViewController",
      "UIViewController.modalPresentationStyle",
      "UIModalPresentationStyle.fullScreen"
    )
  )
  func presenting() throws {
    let (root, modal) = (Noting("root", journal), Noting("modal", journal))
    let window = makeWindow(CGSize(width: 100, height: 100), root)
    modal.modalPresentationStyle = .fullScreen
    _ = try window.image()
    _ = journal.take()
    let journal = journal
    root.present(modal, animated: true) { journal.note("presented") }
    #expect(root.presentedViewController === modal && modal.presentingViewController === root)
    _ = try window.image(at: 0.5)
    let lines = journal.take().filter { !$0.contains("Layout") && !$0.contains("oad") }
    #expect(
      lines == [
        "modal willAppear", "root willDisappear", "modal isAppearing", "modal didAppear",
        "root didDisappear", "presented",
      ]
    )
    #expect(root.view.superview == nil && modal.view.frame == window.bounds)
    root.present(UIViewController(), animated: false)
    modal.dismiss(animated: false) { journal.note("dismissed") }
    #expect(journal.take().filter { !$0.contains("Layout") }.last == "dismissed")
    #expect(root.view.superview === window && root.presentedViewController == nil)
  }

  @Test(
    "Tabs choose controllers, by finger too",
    .shows(
      "UITabBarController",
      "UITabBarController.viewControllers",
      "UITabBarController.selectedIndex",
      "UITabBarController.selectedViewController",
      "UITabBarController.delegate",
      "UITabBarControllerDelegate.tabBarController(_:didSelect:)",
      "UIViewController.tabBarController"
    )
  )
  func tabs() throws {
    final class Listener: UITabBarControllerDelegate {
      var chosen: [String] = []
      func tabBarController(
        _ tabBarController: UITabBarController,
        didSelect viewController: UIViewController
      ) {
        chosen.append(viewController.title ?? "")
      }
    }
    let tabs = UITabBarController()
    let (one, two) = (Noting("one", journal), Noting("two", journal))
    tabs.viewControllers = [one, two]
    let listener = Listener()
    tabs.delegate = listener
    let window = makeWindow(CGSize(width: 200, height: 200), tabs)
    _ = try window.image()
    #expect(tabs.selectedIndex == 0 && one.view.window === window && two.tabBarController === tabs)
    _ = journal.take()
    UIApplication.shared.tap(at: CGPoint(x: 150, y: 180))
    #expect(tabs.selectedViewController === two && listener.chosen == ["two"])
    #expect(one.view.superview == nil && two.view.window === window)
    #expect(
      journal.take().filter { !$0.contains("oad") && !$0.contains("Layout") } == [
        "one willDisappear", "one didDisappear", "two willAppear", "two isAppearing",
        "two didAppear",
      ]
    )
    tabs.selectedIndex = 99
    #expect(tabs.selectedIndex == 1)
  }

  @Test(
    "A stack pushes and pops, by the button back too",
    .shows(
      "UINavigationController",
      "UINavigationController.init(rootViewController:)",
      "UINavigationController.pushViewController(_:animated:)",
      "UINavigationController.popViewController(animated:)",
      "UINavigationController.viewControllers",
      "UINavigationController.topViewController"
    )
  )
  func stack() throws {
    let (one, two) = (Noting("one", journal), Noting("two", journal))
    let navigation = UINavigationController(rootViewController: one)
    let window = makeWindow(CGSize(width: 200, height: 200), navigation)
    _ = try window.image()
    navigation.pushViewController(two, animated: true)
    navigation.pushViewController(two, animated: true)
    #expect(navigation.viewControllers.count == 2 && navigation.topViewController === two)
    _ = try window.image(at: 1)
    #expect(two.view.window === window && one.view.superview == nil)
    UIApplication.shared.tap(at: CGPoint(x: 20, y: 20), time: 1.1)
    _ = try window.image(at: 2)
    #expect(navigation.topViewController === one && one.view.window === window)
    #expect(navigation.popViewController(animated: false) == nil && two.parent == nil)
  }

  @Test(
    "Alerts show their texts and call the button that is tapped",
    .shows(
      "UIAlertView",
      "UIAlertView.show()",
      "UIAlertView.isVisible",
      "UIAlertController",
      "UIAlertController.init(title:message:preferredStyle:)",
      "UIAlertController.addAction(_:)",
      "UIAlertController.Style.alert",
      "UIAlertAction",
      "UIAlertAction.init(title:style:handler:)"
    )
  )
  func alerts() throws {
    final class Listener: UIAlertViewDelegate {
      var index = -1
      func alertView(_ alertView: UIAlertView, clickedButtonAt buttonIndex: Int) {
        index = buttonIndex
      }
    }
    let root = UIViewController()
    let window = makeWindow(CGSize(width: 320, height: 480), root)
    let listener = Listener()
    let old = UIAlertView(
      title: "Inside",
      message: nil,
      delegate: listener,
      cancelButtonTitle: "OK"
    )
    old.show()
    _ = try window.image()
    #expect(UIAlertView.visible?.title == "Inside" && old.isVisible)
    // The one row of a card of 20 + 44 and a title.
    UIApplication.shared.tap(at: CGPoint(x: 160, y: 250))
    #expect(listener.index == 0 && !old.isVisible && UIAlertView.visible == nil)
    var chosen = ""
    let alert = UIAlertController(title: "Sure?", message: "Really.", preferredStyle: .alert)
    let action = UIAlertAction(title: "Yes", style: .default) { chosen = $0.title ?? "" }
    alert.addAction(action)
    root.present(alert, animated: true)
    _ = try window.image(at: 1)
    #expect(alert.view.window === window && root.view.window === window)
    alert.tap(action)
    _ = try window.image(at: 2)
    #expect(chosen == "Yes" && alert.viewIfLoaded?.window == nil)
  }
}
