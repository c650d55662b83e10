// Transitions between controllers that a program animates.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import TestClaims
import Testing
import UIKit

@Suite("Transitions of controllers", .serialized)
@MainActor
struct ControllerTransitionTests {
  /// Slides the view that comes in from the right, or the one that goes out to it, in 1 s.
  private final class Slide: NSObject, UIViewControllerAnimatedTransitioning {
    let isBack: Bool
    let journal: Journal

    init(isBack: Bool = false, _ journal: Journal) {
      (self.isBack, self.journal) = (isBack, journal)
    }

    func transitionDuration(
      using transitionContext: (any UIViewControllerContextTransitioning)?
    ) -> TimeInterval { 1 }

    func animateTransition(using context: any UIViewControllerContextTransitioning) {
      let (from, to) = (context.view(forKey: .from), context.view(forKey: .to))
      let keys = [from == nil ? "-" : "from", to == nil ? "-" : "to"].joined(separator: " ")
      journal.note("animate \(keys)")
      let right = context.containerView.bounds.offsetBy(dx: 100, dy: 0)
      if let to {
        if isBack {
          context.containerView.insertSubview(to, at: 0)
        } else {
          context.containerView.addSubview(to)
          to.frame = right
        }
      }
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
        if self.isBack {
          from?.frame = right
        } else {
          to?.frame = context.containerView.bounds
        }
      } completion: { _ in
        context.completeTransition(!context.transitionWasCancelled)
      }
    }

    func animationEnded(_ transitionCompleted: Bool) {
      journal.note("ended \(transitionCompleted)")
    }
  }

  private final class Delegate: NSObject, UIViewControllerTransitioningDelegate,
    UINavigationControllerDelegate
  {
    let journal: Journal
    var driver: UIPercentDrivenInteractiveTransition?

    init(_ journal: Journal) { self.journal = journal }

    func animationController(
      forPresented presented: UIViewController,
      presenting: UIViewController,
      source: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { Slide(journal) }

    func animationController(
      forDismissed dismissed: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { Slide(isBack: true, journal) }

    func interactionControllerForDismissal(
      using animator: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? { driver }

    func navigationController(
      _ navigationController: UINavigationController,
      didShow viewController: UIViewController,
      animated: Bool
    ) { journal.note("shows \(viewController.title ?? "")") }

    func navigationController(
      _ navigationController: UINavigationController,
      animationControllerFor operation: UINavigationController.Operation,
      from fromVC: UIViewController,
      to toVC: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? {
      journal.note("\(operation)")
      return Slide(isBack: operation == .pop, journal)
    }

    func navigationController(
      _ navigationController: UINavigationController,
      interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? { driver }
  }

  private let journal = Journal()
  private static let side = CGSize(width: 100, height: 100)

  private static func controller(_ color: UIColor, _ title: String = "") -> UIViewController {
    let controller = UIViewController()
    controller.view.backgroundColor = color
    controller.title = title
    return controller
  }

  private static let red: [UInt8] = [255, 0, 0, 255]
  private static let blue: [UInt8] = [0, 0, 255, 255]

  @Test(
    "A controller comes and goes by the animations of its delegate",
    .shows(
      "UIViewControllerAnimatedTransitioning",
      "UIViewControllerAnimatedTransitioning.animateTransition(using:)",
      "UIViewControllerAnimatedTransitioning.animationEnded(_:)",
      "UIViewControllerTransitioningDelegate",
      "UIViewControllerTransitioningDelegate.animationController(forPresented:presenting:source:)",
      "UIViewControllerTransitioningDelegate.animationController(forDismissed:)",
      "UIViewControllerContextTransitioning.containerView",
      "UIViewControllerContextTransitioning.completeTransition(_:)",
      "UIViewControllerContextTransitioning.view(forKey:)",
      "UITransitionContextViewKey.from",
      "UITransitionContextViewKey.to",
      "UIViewController.transitioningDelegate"
    ),
    arguments: [true, false]
  )
  func presented(covers: Bool) throws {
    let (root, next) = (Self.controller(.red), Self.controller(.blue))
    let window = makeWindow(Self.side, root)
    let delegate = Delegate(journal)
    next.transitioningDelegate = delegate
    next.modalPresentationStyle = covers ? .fullScreen : .custom
    root.present(next, animated: true) { self.journal.note("presented") }
    #expect(journal.take() == [covers ? "animate from to" : "animate - to"])
    #expect(root.presentedViewController === next)
    let half = try window.image(at: 0.5)
    #expect(pixel(half, 25, 50) == Self.red)
    #expect(pixel(half, 75, 50) == Self.blue)
    let whole = try window.image(at: 1.1)
    #expect(journal.take() == ["presented", "ended true"])
    #expect(pixel(whole, 5, 50) == Self.blue)
    #expect((root.view.window == nil) == covers)

    next.dismiss(animated: true) { self.journal.note("dismissed") }
    #expect(journal.take() == [covers ? "animate from to" : "animate from -"])
    let back = try window.image(at: 1.6)
    #expect(pixel(back, 25, 50) == Self.red)
    #expect(pixel(back, 75, 50) == Self.blue)
    let end = try window.image(at: 2.3)
    #expect(journal.take() == ["dismissed", "ended true"])
    #expect(pixel(end, 75, 50) == Self.red)
    #expect(root.presentedViewController == nil)
    #expect(next.view.window == nil)
    #expect(window.subviews == [root.view])
  }

  @Test(
    "A gesture drives a dismissal, which goes back or on to its end",
    .shows(
      "UIPercentDrivenInteractiveTransition.percentComplete",
      "UIPercentDrivenInteractiveTransition",
      "UIPercentDrivenInteractiveTransition.update(_:)",
      "UIPercentDrivenInteractiveTransition.finish()",
      "UIPercentDrivenInteractiveTransition.cancel()",
      "UIViewControllerTransitioningDelegate.interactionControllerForDismissal(using:)",
      "UIViewControllerContextTransitioning.transitionWasCancelled"
    ),
    arguments: [true, false]
  )
  func driven(isCancelled: Bool) throws {
    let (root, next) = (Self.controller(.red), Self.controller(.blue))
    let window = makeWindow(Self.side, root)
    let delegate = Delegate(journal)
    next.transitioningDelegate = delegate
    next.modalPresentationStyle = .fullScreen
    root.present(next, animated: false)
    _ = try window.image(at: 0.1)
    let driver = UIPercentDrivenInteractiveTransition()
    delegate.driver = driver
    next.dismiss(animated: true)
    // The time does not move it, the gesture does.
    #expect(pixel(try window.image(at: 5), 10, 50) == Self.blue)
    driver.update(0.4)
    #expect(driver.percentComplete == 0.4)
    let driven = try window.image(at: 6)
    #expect(pixel(driven, 35, 50) == Self.red)
    #expect(pixel(driven, 45, 50) == Self.blue)
    if isCancelled {
      driver.cancel()
      let back = try window.image(at: 6.2)
      #expect(pixel(back, 15, 50) == Self.red)
      #expect(pixel(back, 25, 50) == Self.blue)
      _ = try window.image(at: 7)
      #expect(journal.take() == ["animate from to", "ended false"])
      #expect(root.presentedViewController === next)
      #expect(pixel(try window.image(at: 7.1), 5, 50) == Self.blue)
    } else {
      driver.finish()
      let on = try window.image(at: 6.2)
      #expect(pixel(on, 55, 50) == Self.red)
      #expect(pixel(on, 65, 50) == Self.blue)
      _ = try window.image(at: 7)
      #expect(journal.take() == ["animate from to", "ended true"])
      #expect(root.presentedViewController == nil)
      #expect(pixel(try window.image(at: 7.1), 95, 50) == Self.red)
    }
  }

  @Test(
    "A stack asks its delegate, and restores itself after a pop that was called off",
    .shows(
      "UINavigationController.delegate",
      "UINavigationController.Operation",
      "UINavigationController.Operation.pop",
      "UINavigationController.isNavigationBarHidden",
      "UINavigationControllerDelegate.navigationController(_:animationControllerFor:from:to:)",
      "UINavigationControllerDelegate.navigationController(_:interactionControllerFor:)",
      "UINavigationControllerDelegate.navigationController(_:didShow:animated:)"
    )
  )
  func stack() throws {
    let (first, second) = (Self.controller(.red, "first"), Self.controller(.blue, "second"))
    let navigation = UINavigationController(rootViewController: first)
    navigation.isNavigationBarHidden = true
    let window = makeWindow(Self.side, navigation)
    _ = try window.image(at: 0)
    let delegate = Delegate(journal)
    navigation.delegate = delegate
    navigation.pushViewController(second, animated: true)
    #expect(journal.take() == ["push", "animate from to"])
    #expect(pixel(try window.image(at: 0.5), 75, 50) == Self.blue)
    _ = try window.image(at: 1.1)
    #expect(journal.take() == ["shows second", "ended true"])

    let driver = UIPercentDrivenInteractiveTransition()
    delegate.driver = driver
    navigation.popViewController(animated: true)
    driver.update(0.5)
    #expect(pixel(try window.image(at: 1.2), 25, 50) == Self.red)
    driver.cancel()
    _ = try window.image(at: 2)
    #expect(journal.take() == ["pop", "animate from to", "ended false"])
    #expect(navigation.viewControllers == [first, second])
    #expect(second.parent === navigation)
    #expect(pixel(try window.image(at: 2.1), 25, 50) == Self.blue)
  }

  @Test(
    "Views change beside a transition, and beside a change of the window's size",
    .shows(
      "UIViewControllerTransitionCoordinator",
      "UIViewControllerTransitionCoordinator.animate(alongsideTransition:completion:)",
      "UIViewController.transitionCoordinator",
      "UIViewControllerTransitionCoordinatorContext.isAnimated",
      "UIViewControllerTransitionCoordinatorContext.transitionDuration",
      "UIViewControllerTransitionCoordinatorContext.viewController(forKey:)",
      "UITransitionContextViewControllerKey.to"
    )
  )
  func coordinated() throws {
    final class Turning: UIViewController {
      var sizes: [CGSize] = []
      var completions = 0
      override func viewWillTransition(
        to size: CGSize,
        with coordinator: any UIViewControllerTransitionCoordinator
      ) {
        super.viewWillTransition(to: size, with: coordinator)
        sizes.append(size)
        coordinator.animate(alongsideTransition: { _ in self.view.alpha = 0.5 }) { _ in
          self.completions += 1
        }
      }
    }
    let root = Turning()
    let window = makeWindow(Self.side, root)
    window.frame.size = CGSize(width: 60, height: 100)
    #expect(root.sizes == [CGSize(width: 60, height: 100)])
    #expect(root.view.alpha == 0.5)
    #expect(root.completions == 1)
    #expect(root.transitionCoordinator == nil)

    let next = Self.controller(.blue)
    let delegate = Delegate(journal)
    next.transitioningDelegate = delegate
    next.modalPresentationStyle = .custom
    root.present(next, animated: true)
    let coordinator = try #require(next.transitionCoordinator)
    #expect(coordinator.isAnimated && coordinator.transitionDuration == 1)
    #expect(coordinator.viewController(forKey: .to) === next)
    var ended = 0
    coordinator.animate(alongsideTransition: { _ in root.view.alpha = 0 }) { _ in ended += 1 }
    #expect(root.view.layer.animation(forKey: "opacity")?.duration == 1)
    _ = try window.image(at: 1.1)
    #expect(ended == 1)
    #expect(next.transitionCoordinator == nil)
    #expect(!coordinator.animate(alongsideTransition: nil, completion: nil))
  }
}
