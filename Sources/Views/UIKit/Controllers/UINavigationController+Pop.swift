// The way back by a finger from the edge.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzInteraction

/// The recogniser of the way back; pans of scroll views wait for it.
@MainActor
final class PopGestureRecognizer: UIScreenEdgePanGestureRecognizer {
  override func fill(_ settings: inout GestureSettings) {
    super.fill(&settings)
    settings.asksRequirements = true
  }

  override func shouldBeRequiredToFail(by otherGestureRecognizer: UIGestureRecognizer) -> Bool {
    otherGestureRecognizer is ScrollPanGestureRecognizer
  }
}

/// The fingers that go back, and what they have begun.
@MainActor
final class PopGesture: UIGestureRecognizerDelegate {
  /// Faster fingers decide by their direction, in points a second.
  private static let turnSpeed: CGFloat = 300

  private(set) lazy var recognizer = PopGestureRecognizer { [weak self] in
    if let pan = $0 as? UIPanGestureRecognizer { self?.follow(pan) }
  }
  private weak var controller: UINavigationController?
  private var driver: UIPercentDrivenInteractiveTransition?

  init(_ controller: UINavigationController) {
    self.controller = controller
    recognizer.edges = .left
    recognizer.delegate = self
  }

  /// Whether there is a way back that the bar shows.
  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
    guard let controller, controller.viewControllers.count > 1, driver == nil,
      !controller.isNavigationBarHidden,
      let item = controller.topViewController?.navigationItem
    else { return false }
    return !item.hidesBackButton && item.leftBarButtonItem == nil
  }

  private func follow(_ pan: UIPanGestureRecognizer) {
    guard let view = controller?.view else { return }
    let part = pan.translation(in: view).x / max(view.bounds.width, 1)
    switch pan.state {
    case .began:
      let driver = UIPercentDrivenInteractiveTransition()
      guard controller?.popViewController(by: driver) == true else { return }
      self.driver = driver
      driver.update(part)
    case .changed: driver?.update(part)
    case .ended:
      let speed = pan.velocity(in: view).x
      let goesBack = abs(speed) > PopGesture.turnSpeed ? speed > 0 : part > 0.5
      end(goesBack: goesBack)
    case .cancelled, .failed: end(goesBack: false)
    default: break
    }
  }

  private func end(goesBack: Bool) {
    let driver = driver
    self.driver = nil
    if goesBack { driver?.finish() } else { driver?.cancel() }
  }
}

/// The system's motion to the controller below, as an animation that a gesture can drive.
@MainActor
final class PopAnimation: NSObject, UIViewControllerAnimatedTransitioning {
  private let duration: TimeInterval

  init(duration: TimeInterval) { self.duration = duration }

  func transitionDuration(
    using transitionContext: (any UIViewControllerContextTransitioning)?
  ) -> TimeInterval { duration }

  func animateTransition(using transitionContext: any UIViewControllerContextTransitioning) {
    guard let from = transitionContext.view(forKey: .from),
      let to = transitionContext.view(forKey: .to)
    else { return transitionContext.completeTransition(true) }
    let place = to.frame
    let width = transitionContext.containerView.bounds.width
    transitionContext.containerView.insertSubview(to, belowSubview: from)
    to.frame = place.offsetBy(dx: -width / 3, dy: 0)
    UIView.animate(
      withDuration: duration,
      delay: 0,
      options: .curveLinear,
      animations: {
        to.frame = place
        from.frame = from.frame.offsetBy(dx: width, dy: 0)
      },
      completion: { _ in
        transitionContext.completeTransition(!transitionContext.transitionWasCancelled)
      }
    )
  }
}
