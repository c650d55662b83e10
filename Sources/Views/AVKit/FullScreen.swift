// The full screen of a player that is part of another controller's view.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import UIKit

/// A controller that has a player's view while it fills the screen.
@MainActor
final class FullScreenController: UIViewController {
  private let stage: UIView
  private let giveBack: () -> Void

  /// - Parameters:
  ///   - stage: The view, which moves here when the controller appears.
  ///   - giveBack: Called when the controller was dismissed, for whatever reason.
  init(_ stage: UIView, giveBack: @escaping () -> Void) {
    self.stage = stage
    self.giveBack = giveBack
    super.init(nibName: nil, bundle: nil)
    modalPresentationStyle = .fullScreen
    modalTransitionStyle = .crossDissolve
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .black
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    view.take(stage)
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    // Another controller may lie over this one.
    if presentedViewController == nil { giveBack() }
  }
}

extension UIView {
  /// Takes a view out of where it is, below all others here, as large as this one.
  func take(_ view: UIView) {
    guard view.superview !== self else { return }
    view.removeFromSuperview()
    insertSubview(view, at: 0)
    view.fill(self)
  }
}

/// The coordinator of the way into the full screen, or out of it.
@MainActor
final class FullScreenCoordinator: NSObject, UIViewControllerTransitionCoordinator {
  typealias Block = (any UIViewControllerTransitionCoordinatorContext) -> Void

  private let from: UIViewController
  private let to: UIViewController?
  private let window: UIWindow
  private var animations: [Block] = []
  private var completions: [Block] = []
  private enum Stage { case waiting, running, over }
  private var stage = Stage.waiting

  init(from: UIViewController, to: UIViewController?, in window: UIWindow) {
    (self.from, self.to, self.window) = (from, to, window)
  }

  /// That of presentations, in seconds.
  let transitionDuration: TimeInterval = 0.4
  var isAnimated: Bool { true }
  var presentationStyle: UIModalPresentationStyle { .fullScreen }
  var initiallyInteractive: Bool { false }
  var isInteractive: Bool { false }
  var isCancelled: Bool { false }
  var percentComplete: CGFloat { stage == .over ? 1 : 0 }
  var completionVelocity: CGFloat { 1 }
  var containerView: UIView { window }
  var targetTransform: CGAffineTransform { .identity }

  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? {
    key == .from ? from : key == .to ? to : nil
  }

  func view(forKey key: UITransitionContextViewKey) -> UIView? {
    key == .from ? from.viewIfLoaded : key == .to ? to?.viewIfLoaded : nil
  }

  func animate(alongsideTransition animation: Block?, completion: Block?) -> Bool {
    guard stage != .over else { return false }
    if let completion { completions.append(completion) }
    if let animation {
      if stage == .running { play([animation]) } else { animations.append(animation) }
    }
    return true
  }

  /// No gesture drives it, so that nothing changes.
  func notifyWhenInteractionChanges(_ handler: @escaping Block) {}

  private func play(_ blocks: [Block]) {
    guard !blocks.isEmpty else { return }
    UIView.animate(withDuration: transitionDuration) { [self] in
      for block in blocks { block(self) }
    }
  }

  /// Begins the animations.
  func begin() {
    stage = .running
    play(animations)
    animations = []
  }

  /// Calls the completions.
  func end() {
    stage = .over
    let completions = completions
    self.completions = []
    for completion in completions { completion(self) }
  }
}
