// Controllers in a stack, of which the last one shows.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzCore

/// Shows the last one of a stack of controllers, under a bar with its title.
open class UINavigationController: UIViewController {
  private var stack: [UIViewController] = []
  private let content = UIView()
  /// Ends the running change of the visible controller, before another one; nil if there is none.
  ///
  /// A change that a gesture calls off is taken back, and any other one stays.
  private var finishRunning: (() -> Void)?

  /// A change of the visible controller.
  private struct Change {
    var old: UIViewController?
    var new: UIViewController?
    var stackBefore: [UIViewController]
    var animated: Bool
    var isPush: Bool
    /// Whether the two appear and disappear.
    var isShown: Bool
    /// The gesture that drives it; nil if time does.
    var driver: UIPercentDrivenInteractiveTransition?
  }

  /// The seconds of the motion.
  private static let duration = 0.35

  /// The seconds in which bars come and go on iOS, for motions of the program's own.
  ///
  /// **Differences**: the bars come and go at once.
  public static let hideShowBarDuration: CGFloat = 0.2

  /// A change of the stack.
  public enum Operation: Int, Sendable {
    /// None.
    case none = 0
    /// A controller is put on the stack.
    case push = 1
    /// Controllers are taken from the stack.
    case pop = 2
  }

  /// The object that is notified of changes and chooses their animations.
  open weak var delegate: (any UINavigationControllerDelegate)?

  /// The recogniser of a finger that goes back from the left edge.
  ///
  /// It begins if there is a controller below, and the bar shows the way back; a delegate of the
  /// program decides instead. Pans of scroll views wait for it.
  open var interactivePopGestureRecognizer: UIGestureRecognizer? { popGesture.recognizer }
  private lazy var popGesture = PopGesture(self)

  /// Removes the controller that shows, by a gesture.
  ///
  /// - Returns: Whether there is one below.
  final func popViewController(by driver: UIPercentDrivenInteractiveTransition) -> Bool {
    finishRunning?()
    guard stack.count > 1 else { return false }
    change(to: Array(stack.dropLast()), animated: true, isPush: false, driver: driver)
    return true
  }

  /// The bar.
  public let navigationBar = UINavigationBar()

  /// Creates a stack with a controller in it.
  public init(rootViewController: UIViewController) {
    super.init(nibName: nil, bundle: nil)
    setViewControllers([rootViewController], animated: false)
  }

  /// Creates an empty stack.
  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
  }

  /// Creates an empty stack from an archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    coder.finish(self, UINavigationController.self)
  }

  /// The controllers, with the visible one last.
  open var viewControllers: [UIViewController] {
    get { stack }
    set { setViewControllers(newValue, animated: false) }
  }

  /// The controller that shows.
  open var topViewController: UIViewController? { stack.last }

  /// The visible controller, or the one that it presents.
  open var visibleViewController: UIViewController? {
    topViewController?.presentedViewController ?? topViewController
  }

  /// Whether the bar is hidden; false by default.
  open var isNavigationBarHidden = false {
    didSet {
      navigationBar.isHidden = isNavigationBarHidden
      viewIfLoaded?.setNeedsLayout()
    }
  }

  /// Hides or shows the bar.
  open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
    isNavigationBarHidden = hidden
  }

  /// The bar with the tools of the controller that shows, at the bottom.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var toolbar: UIToolbar! {
    if let ownToolbar { return ownToolbar }
    let bar = UIToolbar(frame: .zero)
    ownToolbar = bar
    return bar
  }
  private var ownToolbar: UIToolbar?

  /// Whether the bar with tools is hidden; true by default.
  open var isToolbarHidden = true {
    didSet { if isToolbarHidden != oldValue { viewIfLoaded?.setNeedsLayout() } }
  }

  /// Hides or shows the bar with tools.
  open func setToolbarHidden(_ hidden: Bool, animated: Bool) { isToolbarHidden = hidden }

  /// Whether the bar with tools shows.
  private var showsTools: Bool {
    !isToolbarHidden && topViewController?.hidesBottomBarWhenPushed != true
  }

  /// Shows the tools of a controller, if it is the one that shows.
  final func toolsChanged(_ controller: UIViewController) {
    if controller === topViewController, !isToolbarHidden {
      toolbar.items = controller.toolbarItems
    }
  }

  /// Pushes a controller.
  open override func show(_ vc: UIViewController, sender: Any?) {
    pushViewController(vc, animated: true)
  }

  open override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
    delegate?.navigationControllerSupportedInterfaceOrientations(self) ?? usualOrientations
  }

  open override var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation {
    delegate?.navigationControllerPreferredInterfaceOrientationForPresentation(self) ?? .portrait
  }

  open override func collapseSecondaryViewController(
    _ secondaryViewController: UIViewController,
    for splitViewController: UISplitViewController
  ) { takeSecondary(secondaryViewController, for: splitViewController, animated: false) }

  open override func separateSecondaryViewController(
    for splitViewController: UISplitViewController
  ) -> UIViewController? { giveBackSecondary(for: splitViewController) }

  private func layOutTools() {
    guard showsTools else {
      ownToolbar?.removeFromSuperview()
      content.ownExtras.barInsets.bottom = 0
      return
    }
    if toolbar.superview !== view { view.addSubview(toolbar) }
    if toolbar.items != topViewController?.toolbarItems {
      toolbar.items = topViewController?.toolbarItems
    }
    let area: CGRect = view.bounds
    let height = UIToolbar.height + view.safeAreaInsets.bottom
    toolbar.frame = CGRect(x: 0, y: area.height - height, width: area.width, height: height)
    content.ownExtras.barInsets.bottom = UIToolbar.height
  }

  /// Sets the controllers.
  open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
    var seen: [UIViewController] = []
    for controller in viewControllers
    where !seen.contains(where: { $0 === controller }) && controller !== self {
      seen.append(controller)
    }
    finishRunning?()
    change(to: seen, animated: animated, isPush: seen.count >= stack.count)
  }

  /// Pushes a controller; a controller that is already in the stack is refused.
  open func pushViewController(_ viewController: UIViewController, animated: Bool) {
    finishRunning?()
    let index = stack.firstIndex { $0 === viewController }
    guard viewController !== self, index == nil else {
      return Diagnostics.report(
        "UIKit: UINavigationController.pushViewController(_:animated:): "
          + "\(type(of: viewController)) "
          + (index.map { "is already in the stack, at index \($0)" } ?? "cannot contain itself")
      )
    }
    change(to: stack + [viewController], animated: animated, isPush: true)
  }

  /// Removes the controller that shows, unless it is the only one.
  @discardableResult
  open func popViewController(animated: Bool) -> UIViewController? {
    finishRunning?()
    guard stack.count > 1, let last = stack.last else { return nil }
    change(to: Array(stack.dropLast()), animated: animated, isPush: false)
    return last
  }

  /// Removes the controllers above one.
  @discardableResult
  open func popToViewController(
    _ viewController: UIViewController,
    animated: Bool
  ) -> [UIViewController]? {
    finishRunning?()
    guard let index = stack.firstIndex(where: { $0 === viewController }) else { return nil }
    let removed = Array(stack[(index + 1)...])
    change(to: Array(stack[...index]), animated: animated, isPush: false)
    return removed
  }

  /// Removes all controllers but the first.
  @discardableResult
  open func popToRootViewController(animated: Bool) -> [UIViewController]? {
    stack.first.flatMap { popToViewController($0, animated: animated) }
  }

  open override func viewDidLoad() {
    super.viewDidLoad()
    content.clipsToBounds = true
    view.addSubview(content)
    view.addSubview(navigationBar)
    navigationBar.goBack = { [weak self] in self?.popViewController(animated: true) }
    if let top = topViewController { content.addSubview(top.view) }
    view.addGestureRecognizer(popGesture.recognizer)
    updateBar()
  }

  open override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let area: CGRect = view.bounds
    navigationBar.frame = CGRect(x: 0, y: 0, width: area.width, height: bar.height)
    content.frame = CGRect(origin: .zero, size: area.size)
    content.ownExtras.barInsets.top = isNavigationBarHidden ? 0 : navigationBar.contentHeight
    layOutTools()
    content.tellSafeArea()
    if let top = topViewController { top.viewIfLoaded?.frame = place(of: top) }
  }

  private var bar: ContainerBar {
    ContainerBar(
      edge: .top,
      height: isNavigationBarHidden ? 0 : navigationBar.contentHeight + view.safeAreaInsets.top,
      isTranslucent: navigationBar.isTranslucent
    )
  }

  /// The frame of a controller's view: all of this one's, or the part below the bar.
  private func place(of controller: UIViewController) -> CGRect {
    frame(of: controller, in: content.bounds, [bar])
  }

  override func childExtentChanged(_ child: UIViewController) { viewIfLoaded?.setNeedsLayout() }

  private func updateBar() {
    let below = stack.count > 1 ? stack[stack.count - 2] : nil
    navigationBar.show(topViewController?.navigationItem, below: below?.navigationItem)
    if !isToolbarHidden { view.setNeedsLayout() }
  }

  override func childTitleChanged(_ child: UIViewController) {
    child.navigationItem.title = child.title
  }

  private func change(
    to new: [UIViewController],
    animated: Bool,
    isPush: Bool,
    driver: UIPercentDrivenInteractiveTransition? = nil
  ) {
    let (old, oldStack) = (topViewController, stack)
    for controller in new where controller.parent !== self { addChild(controller) }
    stack = new
    let top = topViewController
    let gone = oldStack.filter { !new.contains($0) }
    for controller in gone { controller.willMove(toParent: nil) }
    if isViewLoaded, top !== old {
      replace(
        Change(
          old: old,
          new: top,
          stackBefore: oldStack,
          animated: animated && hasAppeared,
          isPush: isPush,
          isShown: hasAppeared,
          driver: driver
        )
      )
    }
    // The change may have been taken back already.
    for controller in gone where !stack.contains(controller) { controller.removeFromParent() }
    for controller in new where !oldStack.contains(controller) && stack.contains(controller) {
      controller.didMove(toParent: self)
    }
    if isViewLoaded { updateBar() }
  }

  private func replace(_ change: Change) {
    let (old, new, animated) = (change.old, change.new, change.animated)
    if change.isShown {
      old?.beginAppearance(isAppearing: false, animated: animated)
      new?.beginAppearance(isAppearing: true, animated: animated)
    }
    if let new { delegate?.navigationController(self, willShow: new, animated: animated) }
    if animated, let old, let new,
      let animator = delegate?.navigationController(
        self,
        animationControllerFor: change.isPush ? .push : .pop,
        from: old,
        to: new
      )
    {
      let driver = delegate?.navigationController(self, interactionControllerFor: animator)
      return replace(old, by: new, change, animator, driver ?? change.driver)
    }
    if let driver = change.driver, let old, let new {
      let motion = PopAnimation(duration: UINavigationController.duration)
      return replace(old, by: new, change, motion, driver)
    }
    slide(change)
  }

  /// Replaces a controller's view by the system's motion, or at once.
  private func slide(_ change: Change) {
    let (old, new, isPush) = (change.old, change.new, change.isPush)
    let area = new.map { place(of: $0) } ?? content.bounds
    func right(_ frame: CGRect) -> CGRect { frame.offsetBy(dx: area.width, dy: 0) }
    func left(_ frame: CGRect) -> CGRect { frame.offsetBy(dx: -area.width / 3, dy: 0) }
    if let view = new?.view {
      if isPush { content.addSubview(view) } else { content.insertSubview(view, at: 0) }
      view.frame = change.animated ? (isPush ? right(area) : left(area)) : area
    }
    let end = {
      self.finishRunning = nil
      self.end(change)
    }
    guard change.animated else { return end() }
    let oldArea = old.map { place(of: $0) } ?? area
    let motion = ViewMotion(
      of: [old?.viewIfLoaded, new?.viewIfLoaded],
      duration: UINavigationController.duration,
      animations: {
        new?.viewIfLoaded?.frame = area
        old?.viewIfLoaded?.frame = isPush ? left(oldArea) : right(oldArea)
      },
      completion: end
    )
    finishRunning = motion.finish
  }

  /// Ends a change that stays.
  private func end(_ change: Change) {
    showOnlyTop(change)
    guard change.isShown else { return }
    change.old?.endAppearance()
    change.new?.endAppearance()
    if let new = change.new, new === topViewController {
      delegate?.navigationController(self, didShow: new, animated: change.animated)
    }
  }

  /// Removes the views of a change but that of the top controller, and views that have got into
  /// another container meanwhile.
  private func showOnlyTop(_ change: Change) {
    let top = topViewController
    for controller in [change.old, change.new] where controller !== top {
      guard let view = controller?.viewIfLoaded, view.isDescendant(of: content) else { continue }
      view.removeFromSuperview()
    }
    if let view = top?.view, view.superview !== content { content.addSubview(view) }
  }

  /// Replaces a controller's view by the program's animation.
  private func replace(
    _ old: UIViewController,
    by new: UIViewController,
    _ change: Change,
    _ animator: any UIViewControllerAnimatedTransitioning,
    _ driver: (any UIViewControllerInteractiveTransitioning)?
  ) {
    new.view.frame = place(of: new)
    let transition = ControllerTransition(
      ControllerTransition.Parts(from: old, to: new, fromView: old.view, toView: new.view),
      in: content,
      animator: animator,
      driver: driver
    ) { [self] didComplete in
      finishRunning = nil
      guard !didComplete, canTakeBack(old, new) else { return end(change) }
      takeBack(old, new, to: change.stackBefore)
      showOnlyTop(change)
      old.endAppearance()
      new.endAppearance()
    }
    finishRunning = { transition.endNow() }
    transition.start()
  }

  /// Whether a change can be called off: not one whose controllers have gone elsewhere.
  private func canTakeBack(_ old: UIViewController, _ new: UIViewController) -> Bool {
    topViewController === new && (old.parent == nil || old.parent === self)
  }

  /// Restores the stack after a transition that was called off.
  private func takeBack(
    _ old: UIViewController,
    _ new: UIViewController,
    to stackBefore: [UIViewController]
  ) {
    new.beginAppearance(isAppearing: false, animated: true)
    old.beginAppearance(isAppearing: true, animated: true)
    let restored = stackBefore.filter { $0.parent == nil || $0.parent === self }
    let leaving = stack.filter { !restored.contains($0) }
    let returning = restored.filter { !stack.contains($0) }
    for controller in leaving { controller.willMove(toParent: nil) }
    for controller in returning { addChild(controller) }
    stack = restored
    for controller in leaving { controller.removeFromParent() }
    for controller in returning { controller.didMove(toParent: self) }
    updateBar()
  }
}
