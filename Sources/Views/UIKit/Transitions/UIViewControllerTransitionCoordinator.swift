// Animations that accompany a transition between controllers.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

/// The facts of a transition: its views, its duration, and how far it is.
@preconcurrency
@MainActor
public protocol UIViewControllerTransitionCoordinatorContext: NSObjectProtocol {
  /// Whether the transition is animated.
  var isAnimated: Bool { get }
  /// The way in which the controller is presented; `none` in a stack or a rotation.
  var presentationStyle: UIModalPresentationStyle { get }
  /// Whether a gesture began the transition.
  var initiallyInteractive: Bool { get }
  /// Whether a gesture drives the transition now.
  var isInteractive: Bool { get }
  /// Whether it was called off.
  var isCancelled: Bool { get }
  /// The duration, in seconds.
  var transitionDuration: TimeInterval { get }
  /// How far an interactive transition is, in 0...1.
  var percentComplete: CGFloat { get }
  /// The speed at which the rest of the transition is animated.
  var completionVelocity: CGFloat { get }
  /// The view that the transition takes place in.
  var containerView: UIView { get }
  /// The rotation of the interface: the identity.
  var targetTransform: CGAffineTransform { get }
  /// Returns a controller; nil if the transition has none of that name.
  func viewController(
    forKey key: UITransitionContextViewControllerKey
  ) -> UIViewController?
  /// Returns a view; nil for a view that stays in place.
  func view(forKey key: UITransitionContextViewKey) -> UIView?
}

/// Runs animations beside a transition.
@preconcurrency
@MainActor
public protocol UIViewControllerTransitionCoordinator:
  UIViewControllerTransitionCoordinatorContext
{
  /// Runs animations with the duration of the transition.
  ///
  /// - Parameters:
  ///   - animation: Changes views.
  ///   - completion: Called after the transition.
  /// - Returns: Whether the animations run: false once the transition has finished.
  @discardableResult
  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool
  /// Calls a block when a gesture no longer drives the transition.
  func notifyWhenInteractionChanges(
    _ handler: @escaping (any UIViewControllerTransitionCoordinatorContext) -> Void
  )
}

extension UIViewControllerTransitionCoordinator {
  /// Runs animations with the duration of the transition.
  @discardableResult
  public func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool {
    animate(alongsideTransition: animation, completion: nil)
  }
}

/// The coordinator of one transition.
@MainActor
final class TransitionCoordinator: NSObject, UIViewControllerTransitionCoordinator {
  typealias Block = (any UIViewControllerTransitionCoordinatorContext) -> Void

  /// The transition, up to its end; nil for a change of size.
  var context: ControllerTransition?
  private let view: UIView?
  private var animations: [Block] = []
  private var completions: [Block] = []
  private var handlers: [Block] = []
  private enum Stage { case waiting, running, over }
  private var stage = Stage.waiting
  private(set) var transitionDuration: TimeInterval = 0
  var percentComplete: CGFloat = 0

  init(view: UIView? = nil) { self.view = view }

  var isAnimated: Bool { context != nil }
  var presentationStyle: UIModalPresentationStyle { context?.presentationStyle ?? .none }
  private(set) var initiallyInteractive = false
  var isInteractive: Bool { context?.isInteractive ?? false }
  var isCancelled: Bool { context?.transitionWasCancelled ?? false }
  var completionVelocity: CGFloat { 1 }
  var containerView: UIView { context?.containerView ?? view ?? UIView() }
  var targetTransform: CGAffineTransform { .identity }

  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? {
    context?.viewController(forKey: key)
  }

  func view(forKey key: UITransitionContextViewKey) -> UIView? { context?.view(forKey: key) }

  func animate(alongsideTransition animation: Block?, completion: Block?) -> Bool {
    guard stage != .over else { return false }
    if let completion { completions.append(completion) }
    if let animation {
      if stage == .running { play([animation]) } else { animations.append(animation) }
    }
    return true
  }

  func notifyWhenInteractionChanges(_ handler: @escaping Block) { handlers.append(handler) }

  /// Begins the animations that wait.
  func run(_ duration: TimeInterval) {
    guard stage == .waiting else { return }
    transitionDuration = duration.isFinite ? max(duration, 0) : 0
    initiallyInteractive = isInteractive
    stage = .running
    play(animations)
    animations = []
  }

  private func play(_ blocks: [Block]) {
    guard !blocks.isEmpty else { return }
    guard transitionDuration > 0 else { return blocks.forEach { $0(self) } }
    UIView.animate(withDuration: transitionDuration) { blocks.forEach { $0(self) } }
  }

  /// Tells that the gesture ended.
  func tellInteraction() {
    let told = handlers
    handlers = []
    told.forEach { $0(self) }
  }

  /// Calls the completions; animations that come later are refused.
  func finish() {
    run(0)
    stage = .over
    tellInteraction()
    let told = completions
    completions = []
    told.forEach { $0(self) }
    context = nil
  }
}
