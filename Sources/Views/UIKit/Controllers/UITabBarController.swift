// Controllers behind tabs.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore

/// Decides about tabs and is notified of them.
@preconcurrency
@MainActor
public protocol UITabBarControllerDelegate: AnyObject {
  /// Whether a tab may be selected; true by default.
  func tabBarController(
    _ tabBarController: UITabBarController,
    shouldSelect viewController: UIViewController
  ) -> Bool
  /// A tab was tapped.
  func tabBarController(
    _ tabBarController: UITabBarController,
    didSelect viewController: UIViewController
  )
  /// Returns the motion from one controller to another; nil, the default, for none.
  func tabBarController(
    _ tabBarController: UITabBarController,
    animationControllerForTransitionFrom fromVC: UIViewController,
    to toVC: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)?
  /// Returns the object that drives a motion, as a gesture does; nil, the default, for time.
  func tabBarController(
    _ tabBarController: UITabBarController,
    interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)?
  /// Returns the orientations; by default those of a controller.
  func tabBarControllerSupportedInterfaceOrientations(
    _ tabBarController: UITabBarController
  ) -> UIInterfaceOrientationMask
  /// Returns the orientation of a presentation; upright by default.
  func tabBarControllerPreferredInterfaceOrientationForPresentation(
    _ tabBarController: UITabBarController
  ) -> UIInterfaceOrientation
}

extension UITabBarControllerDelegate {
  /// Nil.
  public func tabBarController(
    _ tabBarController: UITabBarController,
    animationControllerForTransitionFrom fromVC: UIViewController,
    to toVC: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
  /// Nil.
  public func tabBarController(
    _ tabBarController: UITabBarController,
    interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
  /// Those of a controller.
  public func tabBarControllerSupportedInterfaceOrientations(
    _ tabBarController: UITabBarController
  ) -> UIInterfaceOrientationMask { tabBarController.usualOrientations }
  /// Upright.
  public func tabBarControllerPreferredInterfaceOrientationForPresentation(
    _ tabBarController: UITabBarController
  ) -> UIInterfaceOrientation { .portrait }
  /// True.
  public func tabBarController(
    _ tabBarController: UITabBarController,
    shouldSelect viewController: UIViewController
  ) -> Bool { true }
  /// Does nothing.
  public func tabBarController(
    _ tabBarController: UITabBarController,
    didSelect viewController: UIViewController
  ) {}
}

/// Shows one of several controllers, which tabs choose.
open class UITabBarController: UIViewController, UITabBarDelegate {
  private var controllers: [UIViewController] = []
  private var index = NSNotFound
  private let content = UIView()
  /// Ends the motion that runs, before another one; nil while none runs.
  private var finishRunning: (() -> Void)?

  /// The bar of the tabs.
  public let tabBar = UITabBar()

  /// The object that decides about tabs and is notified of them.
  open weak var delegate: (any UITabBarControllerDelegate)?

  /// The controllers, in the order of their tabs.
  open var viewControllers: [UIViewController]? {
    get { controllers }
    set { setViewControllers(newValue, animated: false) }
  }

  /// Sets the controllers; the selected one stays if it is among them.
  open func setViewControllers(_ viewControllers: [UIViewController]?, animated: Bool) {
    finishRunning?()
    let selected = selectedViewController
    let new = viewControllers ?? []
    for old in controllers where !new.contains(where: { $0 === old }) {
      if old === selected { hideSelected() }
      old.willMove(toParent: nil)
      old.removeFromParent()
    }
    controllers = new
    for controller in new where controller.parent !== self {
      addChild(controller)
      controller.didMove(toParent: self)
    }
    tabBar.items = new.map { $0.tabBarItem }
    let kept = new.firstIndex { $0 === selected }
    index = kept ?? NSNotFound
    if kept == nil, !new.isEmpty { selectedIndex = 0 }
    tabBar.selectedItem = selectedViewController?.tabBarItem
  }

  /// The index of the selected controller; `NSNotFound` if there is none.
  ///
  /// The delegate may have a motion for a change.
  open var selectedIndex: Int {
    get { index }
    set {
      guard controllers.indices.contains(newValue), newValue != index else { return }
      finishRunning?()
      // The end of a motion is the program's, too.
      guard controllers.indices.contains(newValue), newValue != index else { return }
      let (old, new) = (selectedViewController, controllers[newValue])
      if isViewLoaded, hasAppeared, let old,
        let animator = delegate?.tabBarController(
          self,
          animationControllerForTransitionFrom: old,
          to: new
        )
      {
        return replace(old, by: new, at: newValue, animator)
      }
      hideSelected()
      index = newValue
      tabBar.selectedItem = new.tabBarItem
      showSelected()
    }
  }

  /// Selects a controller by the program's motion.
  private func replace(
    _ old: UIViewController,
    by new: UIViewController,
    at newIndex: Int,
    _ animator: any UIViewControllerAnimatedTransitioning
  ) {
    let oldIndex = index
    index = newIndex
    tabBar.selectedItem = new.tabBarItem
    old.beginAppearance(isAppearing: false, animated: true)
    new.beginAppearance(isAppearing: true, animated: true)
    new.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    new.view.frame = place(of: new)
    let transition = ControllerTransition(
      ControllerTransition.Parts(from: old, to: new, fromView: old.view, toView: new.view),
      in: content,
      animator: animator,
      driver: delegate?.tabBarController(self, interactionControllerFor: animator)
    ) { [self] didComplete in
      finishRunning = nil
      let (gone, shown) = didComplete ? (old, new) : (new, old)
      if !didComplete {
        new.beginAppearance(isAppearing: false, animated: true)
        old.beginAppearance(isAppearing: true, animated: true)
        index = oldIndex
        tabBar.selectedItem = old.tabBarItem
      }
      if gone.viewIfLoaded?.superview === content { gone.viewIfLoaded?.removeFromSuperview() }
      if shown.view.superview !== content { content.addSubview(shown.view) }
      old.endAppearance()
      new.endAppearance()
    }
    finishRunning = { transition.endNow() }
    transition.start()
  }

  open override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
    delegate?.tabBarControllerSupportedInterfaceOrientations(self) ?? usualOrientations
  }

  open override var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation {
    delegate?.tabBarControllerPreferredInterfaceOrientationForPresentation(self) ?? .portrait
  }

  /// The selected controller.
  open var selectedViewController: UIViewController? {
    get { controllers.indices.contains(index) ? controllers[index] : nil }
    set {
      if let found = controllers.firstIndex(where: { $0 === newValue }) { selectedIndex = found }
    }
  }

  open override func viewDidLoad() {
    super.viewDidLoad()
    tabBar.delegate = self
    content.frame = view.bounds
    content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.addSubview(content)
    view.addSubview(tabBar)
    showSelected()
  }

  open override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let height = UITabBar.height + view.safeAreaInsets.bottom
    let area: CGRect = view.bounds
    tabBar.frame = CGRect(
      x: area.minX,
      y: area.maxY - height,
      width: area.width,
      height: height
    )
    content.ownExtras.barInsets.bottom = UITabBar.height
    content.tellSafeArea()
    if let selected = selectedViewController { selected.viewIfLoaded?.frame = place(of: selected) }
  }

  /// The frame of a controller's view: all of this one's, or the part above the bar.
  private func place(of controller: UIViewController) -> CGRect {
    let height = UITabBar.height + view.safeAreaInsets.bottom
    let bar = ContainerBar(edge: .bottom, height: height, isTranslucent: tabBar.isTranslucent)
    return frame(of: controller, in: content.bounds, [bar])
  }

  override func childExtentChanged(_ child: UIViewController) { viewIfLoaded?.setNeedsLayout() }

  private func hideSelected() {
    guard isViewLoaded, let old = selectedViewController else { return }
    if hasAppeared { old.beginAppearance(isAppearing: false, animated: false) }
    old.viewIfLoaded?.removeFromSuperview()
    if hasAppeared { old.endAppearance() }
  }

  private func showSelected() {
    guard isViewLoaded, let new = selectedViewController else { return }
    new.view.frame = place(of: new)
    new.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    if hasAppeared { new.beginAppearance(isAppearing: true, animated: false) }
    content.addSubview(new.view)
    if hasAppeared { new.endAppearance() }
  }

  /// A tab was tapped.
  open func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {
    guard let tapped = controllers.firstIndex(where: { $0.tabBarItem === item }) else { return }
    let controller = controllers[tapped]
    guard delegate?.tabBarController(self, shouldSelect: controller) ?? true else {
      tabBar.selectedItem = selectedViewController?.tabBarItem
      return
    }
    selectedIndex = tapped
    delegate?.tabBarController(self, didSelect: controller)
  }

  override func childTitleChanged(_ child: UIViewController) {
    if child.tabBarItem.title == nil { child.tabBarItem.title = child.title }
  }
}

extension UIViewController {
  /// The nearest controller of tabs around this one.
  public var tabBarController: UITabBarController? { ancestor() }

  /// The nearest controller of a stack around this one.
  public var navigationController: UINavigationController? { ancestor() }

  private func ancestor<Controller: UIViewController>() -> Controller? {
    var next = parent
    while let candidate = next {
      if let found = candidate as? Controller { return found }
      next = candidate.parent
    }
    return nil
  }
}
