// The segues of a controller, as a storyboard describes them.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
public import QuartzCore

/// A segue of a storyboard, for the code that `quartz port` writes.
///
/// **Differences**: an addition; on iOS segues are read from archives.
@MainActor
public struct NibSegue {
  /// The way in which the destination comes.
  public enum Kind {
    /// As the containers around the source show controllers.
    case show
    /// In place of the details of a split view.
    case showDetail
    /// Onto the stack.
    case push
    /// Over the source, in a style and with a motion; nil for those of the destination.
    case present(UIModalPresentationStyle?, UIModalTransitionStyle?)
    /// In a popover at the sender, or at another view, with its arrow at some edges.
    case popover(NibAnchor?, UIPopoverArrowDirection)
    /// Into a view of the source.
    case embed(UIView)
    /// Back to the controller that has a method.
    case unwind(Selector)
    /// By a class of the program's.
    case custom(@MainActor (String?, UIViewController, UIViewController) -> UIStoryboardSegue)
  }

  /// The identifier of the segue, or nil.
  public var identifier: String?
  /// The way.
  public var kind: Kind
  /// The scene that it leads to; nil for the way back.
  public var destination: String?
  /// Whether it is animated.
  public var isAnimated = true
  /// Makes the destination in place of its class; nil for `init(coder:)`.
  public var creator: (@MainActor (NSCoder) -> UIViewController?)?

  /// A segue.
  public init(_ identifier: String?, _ kind: Kind, to destination: String?) {
    self.identifier = identifier
    self.kind = kind
    self.destination = destination
  }

  /// The segue without animation.
  public var still: NibSegue {
    var segue = self
    segue.isAnimated = false
    return segue
  }

  /// The segue with a closure that makes its destination.
  public func made(_ creator: @escaping @MainActor (NSCoder) -> UIViewController?) -> NibSegue {
    var segue = self
    segue.creator = creator
    return segue
  }

  // `Any` because: senders are of many classes.
  /// Takes the segue if the source allows it, as a touch does.
  public func trigger(_ source: UIViewController?, sender: Any?) {
    guard let source else { return }
    let isAllowed = source.shouldPerformSegue(withIdentifier: identifier ?? "", sender: sender)
    if isAllowed { perform(from: source, sender: sender) }
  }

  // `Any` because: senders are of many classes.
  /// Makes the destination, has the source prepare it, and shows it.
  func perform(from source: UIViewController, sender: Any?) {
    if case .unwind(let action) = kind {
      return Unwinding.perform(self, from: source, action, sender: sender)
    }
    guard let destination,
      let target = source.origin.storyboard?.make(destination, creator)
    else { return }
    let segue: UIStoryboardSegue
    if case .custom(let make) = kind {
      segue = make(identifier, source, target)
    } else {
      segue = UIStoryboardSegue(identifier: identifier, source: source, destination: target)
      segue.performer = { show(target, from: source, sender: sender) }
    }
    if case .popover(let anchor, let edges) = kind { place(target, anchor?.view, edges, sender) }
    source.prepare(for: segue, sender: sender)
    segue.perform()
  }

  // `Any` because: senders are of many classes.
  private func place(
    _ target: UIViewController,
    _ view: UIView?,
    _ edges: UIPopoverArrowDirection,
    _ sender: Any?
  ) {
    target.modalPresentationStyle = .popover
    guard let popover = target.popoverPresentationController else { return }
    popover.permittedArrowDirections = edges
    if let item = sender as? UIBarButtonItem, view == nil {
      popover.barButtonItem = item
    } else if let view = view ?? sender as? UIView {
      popover.sourceView = view
      popover.sourceRect = view.bounds
    }
  }

  // `Any` because: senders are of many classes.
  private func show(_ target: UIViewController, from source: UIViewController, sender: Any?) {
    switch kind {
    case .show: source.show(target, sender: sender)
    case .showDetail: source.showDetailViewController(target, sender: sender)
    case .push: source.navigationController?.pushViewController(target, animated: isAnimated)
    case .present(let style, let motion):
      if let style { target.modalPresentationStyle = style }
      if let motion { target.modalTransitionStyle = motion }
      source.present(target, animated: isAnimated)
    case .popover: source.present(target, animated: isAnimated)
    case .embed(let area):
      source.addChild(target)
      target.view.frame = area.bounds
      target.view.translatesAutoresizingMaskIntoConstraints = true
      target.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      area.addSubview(target.view)
      target.didMove(toParent: source)
    case .unwind, .custom: break
    }
  }
}

/// The view at which a popover stands; it is not retained.
///
/// **Differences**: an addition, for the code that `quartz port` writes.
@MainActor
public final class NibAnchor {
  weak var view: UIView?

  /// An anchor at a view.
  public init(_ view: UIView) { self.view = view }
}

/// The way back to a controller.
@MainActor
private enum Unwinding {
  // `Any` because: senders are of many classes.
  static func perform(
    _ segue: NibSegue,
    from source: UIViewController,
    _ action: Selector,
    sender: Any?
  ) {
    guard let target = destination(source, action, sender) else { return }
    let made = UIStoryboardSegue(
      identifier: segue.identifier,
      source: source,
      destination: target
    )
    source.prepare(for: made, sender: sender)
    SelectorCall.send(action, to: target, from: made)
    go(from: source, to: target, made, isAnimated: segue.isAnimated)
  }

  // `Any` because: senders are of many classes.
  /// Returns the nearest controller with the method: of those around and below the source on its
  /// stacks, then of those that present them.
  private static func destination(
    _ source: UIViewController,
    _ action: Selector,
    _ sender: Any?
  ) -> UIViewController? {
    func takes(_ controller: UIViewController) -> Bool {
      SelectorCall.responds(controller, to: action)
        && controller.canPerformUnwindSegueAction(action, from: source, sender: sender)
    }
    var next: UIViewController? = source
    while let controller = next {
      if controller !== source, takes(controller) { return controller }
      if let stack = controller as? UINavigationController {
        let below = stack.viewControllers.reversed().filter { $0 !== source }
        if let found = below.first(where: takes) { return found }
      } else {
        let others = controller.children.filter { $0 !== source }
        if let found = others.first(where: takes) { return found }
      }
      next = controller.parent ?? controller.presentingViewController
    }
    return nil
  }

  private static func go(
    from source: UIViewController,
    to target: UIViewController,
    _ segue: UIStoryboardSegue,
    isAnimated: Bool
  ) {
    var shower: UIViewController? = target
    while let controller = shower {
      if controller.presentedViewController != nil, controller.presentedViewController !== target,
        isShown(source, over: controller)
      {
        controller.dismiss(animated: isAnimated)
        break
      }
      shower = controller.parent
    }
    var next: UIViewController? = target
    while let controller = next, let parent = controller.parent {
      parent.unwind(for: segue, towards: controller)
      if let stack = parent as? UINavigationController, stack.topViewController !== controller,
        stack.viewControllers.contains(where: { $0 === controller })
      {
        stack.popToViewController(controller, animated: isAnimated)
      }
      next = parent
    }
  }

  /// Whether a controller is among those that another one presents.
  private static func isShown(_ source: UIViewController, over shower: UIViewController) -> Bool {
    var next: UIViewController? = source
    while let controller = next {
      if controller.presentingViewController === shower { return true }
      next = controller.parent ?? controller.presentingViewController
    }
    return false
  }
}

/// The segues of a cell, which its selection and its accessory begin.
@MainActor
struct CellSegues {
  var selection: ((UIView) -> Void)?
  var accessory: ((UIView) -> Void)?
}

extension NibObjects {
  /// Makes a cell's selection, or its accessory, take a segue.
  public func segue(
    _ segue: NibSegue,
    of cell: UIView,
    isAccessory: Bool = false,
    from controller: UIViewController?
  ) {
    let take: (UIView) -> Void = { [weak controller] in segue.trigger(controller, sender: $0) }
    if let cell = cell as? UITableViewCell {
      if isAccessory {
        cell.parts.segues.accessory = take
      } else {
        cell.parts.segues.selection = take
      }
    } else if let cell = cell as? UICollectionViewCell {
      cell.segues.selection = take
    }
  }

  /// Makes a touch of a control take a segue.
  public func segue(
    _ segue: NibSegue,
    of control: UIControl,
    for event: UIControl.Event,
    from controller: UIViewController?
  ) {
    control.addAction(
      UIAction { [weak controller, weak control] _ in
        segue.trigger(controller, sender: control)
      },
      for: event
    )
  }

  /// Makes a button of a bar take a segue.
  public func segue(
    _ segue: NibSegue,
    of item: UIBarButtonItem,
    from controller: UIViewController?
  ) {
    item.primaryAction = UIAction { [weak controller, weak item] _ in
      segue.trigger(controller, sender: item)
    }
  }

  /// Makes a recogniser take a segue.
  public func segue(
    _ segue: NibSegue,
    of recognizer: UIGestureRecognizer,
    from controller: UIViewController?
  ) {
    recognizer.add { [weak controller] in segue.trigger(controller, sender: $0) }
  }
}
