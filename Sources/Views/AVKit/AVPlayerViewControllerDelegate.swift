// The delegates of controllers of players.
// Licensed under the MIT license; see LICENSE.

public import UIKit

/// An object that hears of a player's full screen.
///
/// **Differences**: what Apple's protocol says of pictures in pictures is not here, because there
/// are none.
@preconcurrency
@MainActor
public protocol AVPlayerViewControllerDelegate: AnyObject {
  /// Called before a player that is part of another controller's view fills the screen.
  ///
  /// It is not called for a controller that the program presents.
  ///
  /// - Parameters:
  ///   - playerViewController: The controller.
  ///   - coordinator: Runs animations beside the way into the full screen.
  func playerViewController(
    _ playerViewController: AVPlayerViewController,
    willBeginFullScreenPresentationWithAnimationCoordinator coordinator:
      any UIViewControllerTransitionCoordinator
  )

  /// Called before the full screen ends by a button of the controls or by the end of the film.
  ///
  /// - Parameters:
  ///   - playerViewController: The controller, which fills the screen or was presented.
  ///   - coordinator: Runs animations beside the way out of the full screen.
  func playerViewController(
    _ playerViewController: AVPlayerViewController,
    willEndFullScreenPresentationWithAnimationCoordinator coordinator:
      any UIViewControllerTransitionCoordinator
  )
}

extension AVPlayerViewControllerDelegate {
  /// Does nothing.
  public func playerViewController(
    _ playerViewController: AVPlayerViewController,
    willBeginFullScreenPresentationWithAnimationCoordinator coordinator:
      any UIViewControllerTransitionCoordinator
  ) {}

  /// Does nothing.
  public func playerViewController(
    _ playerViewController: AVPlayerViewController,
    willEndFullScreenPresentationWithAnimationCoordinator coordinator:
      any UIViewControllerTransitionCoordinator
  ) {}
}
