// Controllers in a stack, of which the last one shows.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzCore

/// Shows the last one of a stack of controllers, under a bar with its title.
open class UINavigationController: UIViewController {
  private var stack: [UIViewController] = []
  private let content = UIView()
  /// Ends the running change of the visible controller; nil if there is none.
  private var finishRunning: (() -> Void)?

  /// The seconds of the motion.
  private static let duration = 0.35

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
  public required init?(coder: NSCoder) { super.init(coder: coder) }

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

  /// Sets the controllers.
  open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
    var seen: [UIViewController] = []
    for controller in viewControllers
    where !seen.contains(where: { $0 === controller }) && controller !== self {
      seen.append(controller)
    }
    change(to: seen, animated: animated, isPush: seen.count >= stack.count)
  }

  /// Pushes a controller; a controller that is already in the stack is refused.
  open func pushViewController(_ viewController: UIViewController, animated: Bool) {
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
    updateBar()
  }

  open override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let area: CGRect = view.bounds
    navigationBar.frame = CGRect(x: 0, y: 0, width: area.width, height: bar.height)
    content.frame = CGRect(origin: .zero, size: area.size)
    content.ownExtras.barInsets.top = isNavigationBarHidden ? 0 : UINavigationBar.height
    content.tellSafeArea()
    if let top = topViewController { top.viewIfLoaded?.frame = place(of: top) }
  }

  private var bar: ContainerBar {
    ContainerBar(
      edge: .top,
      height: isNavigationBarHidden ? 0 : UINavigationBar.height + view.safeAreaInsets.top,
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
    navigationBar.show(
      topViewController?.navigationItem,
      back: below.map { $0.navigationItem.title ?? "Back" }
    )
  }

  override func childTitleChanged(_ child: UIViewController) {
    child.navigationItem.title = child.title
  }

  private func change(to new: [UIViewController], animated: Bool, isPush: Bool) {
    finishRunning?()
    let (old, oldStack) = (topViewController, stack)
    for controller in new where controller.parent !== self { addChild(controller) }
    stack = new
    let top = topViewController
    let gone = oldStack.filter { old in !new.contains { $0 === old } }
    for controller in gone { controller.willMove(toParent: nil) }
    if isViewLoaded, top !== old {
      replace(old, by: top, animated: animated && hasAppeared, isPush: isPush)
    }
    for controller in gone { controller.removeFromParent() }
    for controller in new where !oldStack.contains(where: { $0 === controller }) {
      controller.didMove(toParent: self)
    }
    if isViewLoaded { updateBar() }
  }

  private func replace(
    _ old: UIViewController?,
    by new: UIViewController?,
    animated: Bool,
    isPush: Bool
  ) {
    let isShown = hasAppeared
    if isShown {
      old?.beginAppearance(isAppearing: false, animated: animated)
      new?.beginAppearance(isAppearing: true, animated: animated)
    }
    if let new { delegate?.navigationController(self, willShow: new, animated: animated) }
    let area = new.map { place(of: $0) } ?? content.bounds
    if animated, let old, let new,
      let animator = delegate?.navigationController(
        self,
        animationControllerFor: isPush ? .push : .pop,
        from: old,
        to: new
      )
    {
      return replace(old, by: new, animator)
    }
    func right(_ frame: CGRect) -> CGRect { frame.offsetBy(dx: area.width, dy: 0) }
    func left(_ frame: CGRect) -> CGRect { frame.offsetBy(dx: -area.width / 3, dy: 0) }
    if let view = new?.view {
      if isPush { content.addSubview(view) } else { content.insertSubview(view, at: 0) }
      view.frame = animated ? (isPush ? right(area) : left(area)) : area
    }
    var isOver = false
    let end = { (finished: Bool) in
      guard !isOver else { return }
      isOver = true
      self.finishRunning = nil
      old?.viewIfLoaded?.removeFromSuperview()
      guard isShown else { return }
      old?.endAppearance()
      new?.endAppearance()
      if let new { self.delegate?.navigationController(self, didShow: new, animated: animated) }
    }
    guard animated else { return end(true) }
    let oldArea = old.map { place(of: $0) } ?? area
    // Another change, before this one is over, begins at its end.
    finishRunning = { end(true) }
    UIView.animate(
      withDuration: UINavigationController.duration,
      animations: {
        new?.viewIfLoaded?.frame = area
        old?.viewIfLoaded?.frame = isPush ? left(oldArea) : right(oldArea)
      },
      completion: end
    )
  }

  /// Replaces a controller's view by the program's animation.
  private func replace(
    _ old: UIViewController,
    by new: UIViewController,
    _ animator: any UIViewControllerAnimatedTransitioning
  ) {
    let stackBefore = stack.contains { $0 === old } ? nil : stack + [old]
    new.view.frame = place(of: new)
    let transition = ControllerTransition(
      ControllerTransition.Parts(from: old, to: new, fromView: old.view, toView: new.view),
      in: content,
      animator: animator,
      driver: delegate?.navigationController(self, interactionControllerFor: animator)
    ) { [self] didComplete in
      if didComplete {
        if new.view.superview !== content { content.addSubview(new.view) }
        old.view.removeFromSuperview()
      } else {
        new.view.removeFromSuperview()
        if old.view.superview !== content { content.addSubview(old.view) }
        takeBack(old, new, stackBefore)
      }
      old.endAppearance()
      new.endAppearance()
      if didComplete { delegate?.navigationController(self, didShow: new, animated: true) }
    }
    transition.start()
  }

  /// Restores the stack after a transition that was called off.
  private func takeBack(
    _ old: UIViewController,
    _ new: UIViewController,
    _ stackBefore: [UIViewController]?
  ) {
    new.beginAppearance(isAppearing: false, animated: true)
    old.beginAppearance(isAppearing: true, animated: true)
    if let stackBefore {
      addChild(old)
      stack = stackBefore
      old.didMove(toParent: self)
    } else {
      stack.removeAll { $0 === new }
      new.willMove(toParent: nil)
      new.removeFromParent()
    }
    updateBar()
  }
}
