// Pictures in pictures, which are not supported.
// Licensed under the MIT license; see LICENSE.

public import AVFoundation
public import Foundation

/// A controller of a film that goes on in a small window over other programs.
///
/// ```swift
/// guard AVPictureInPictureController.isPictureInPictureSupported() else { return }
/// ```
///
/// **Differences**: there is no such window here, so it is not supported, as on a device without
/// it, and no controller can be created.
@preconcurrency
@MainActor
open class AVPictureInPictureController: NSObject {
  /// Whether the device can show a picture in picture; false here.
  nonisolated open class func isPictureInPictureSupported() -> Bool { false }

  /// The layer whose film it shows.
  public let playerLayer: AVPlayerLayer
  /// The object that hears of the picture.
  open weak var delegate: (any AVPictureInPictureControllerDelegate)?
  /// Whether the picture begins when the program leaves the screen; false by default.
  open var canStartPictureInPictureAutomaticallyFromInline = false
  /// Whether people can only play and pause; false by default.
  open var requiresLinearPlayback = false

  /// Creates a controller for a layer; nil where pictures in pictures are not supported.
  ///
  /// - Parameter playerLayer: A layer with a player.
  public init?(playerLayer: AVPlayerLayer) { nil }

  /// Whether the picture can be shown now; false here.
  open var isPictureInPicturePossible: Bool { false }
  /// Whether the picture shows; false here.
  open var isPictureInPictureActive: Bool { false }
  /// Whether the system has hidden the picture that shows; false here.
  open var isPictureInPictureSuspended: Bool { false }

  /// Shows the picture, if it is possible.
  open func startPictureInPicture() {}

  /// Ends the picture, if it shows.
  open func stopPictureInPicture() {}
}

/// An object that hears of a picture in picture; none shows here, so no method is called.
@preconcurrency
@MainActor
public protocol AVPictureInPictureControllerDelegate: AnyObject {
  /// Called before the picture shows.
  func pictureInPictureControllerWillStartPictureInPicture(
    _ pictureInPictureController: AVPictureInPictureController
  )
  /// Called when the picture shows.
  func pictureInPictureControllerDidStartPictureInPicture(
    _ pictureInPictureController: AVPictureInPictureController
  )
  /// Called when the picture cannot be shown.
  func pictureInPictureController(
    _ pictureInPictureController: AVPictureInPictureController,
    failedToStartPictureInPictureWithError error: any Error
  )
  /// Called before the picture ends.
  func pictureInPictureControllerWillStopPictureInPicture(
    _ pictureInPictureController: AVPictureInPictureController
  )
  /// Called when the picture has ended.
  func pictureInPictureControllerDidStopPictureInPicture(
    _ pictureInPictureController: AVPictureInPictureController
  )
  /// Called before the picture ends, for the program to show the film again.
  ///
  /// - Parameters:
  ///   - pictureInPictureController: The controller.
  ///   - completionHandler: To be called with whether the program shows it.
  func pictureInPictureController(
    _ pictureInPictureController: AVPictureInPictureController,
    restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
      @escaping (Bool) -> Void
  )
}

extension AVPictureInPictureControllerDelegate {
  /// Does nothing.
  public func pictureInPictureControllerWillStartPictureInPicture(
    _ pictureInPictureController: AVPictureInPictureController
  ) {}
  /// Does nothing.
  public func pictureInPictureControllerDidStartPictureInPicture(
    _ pictureInPictureController: AVPictureInPictureController
  ) {}
  /// Does nothing.
  public func pictureInPictureController(
    _ pictureInPictureController: AVPictureInPictureController,
    failedToStartPictureInPictureWithError error: any Error
  ) {}
  /// Does nothing.
  public func pictureInPictureControllerWillStopPictureInPicture(
    _ pictureInPictureController: AVPictureInPictureController
  ) {}
  /// Does nothing.
  public func pictureInPictureControllerDidStopPictureInPicture(
    _ pictureInPictureController: AVPictureInPictureController
  ) {}
  /// Tells that the program does not.
  public func pictureInPictureController(
    _ pictureInPictureController: AVPictureInPictureController,
    restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
      @escaping (Bool) -> Void
  ) { completionHandler(false) }
}
