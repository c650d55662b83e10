// Finding cameras.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzVideo

/// Whether a program may use the cameras.
public enum AVAuthorizationStatus: Int, Sendable {
  /// Nobody was asked.
  case notDetermined = 0
  /// Nobody may allow it.
  case restricted = 1
  /// It may not.
  case denied = 2
  /// It may.
  case authorized = 3
}

extension AVCaptureDevice {
  /// The first camera of the machine; nil if there is none, and for other media than pictures.
  public class func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
    guard mediaType == .video else { return nil }
    return cameras(CameraDescription.all()).first
  }

  /// The first camera of a kind, a medium and a position; nil if there is none.
  ///
  /// - `mediaType`: Nil stands for any medium.
  /// - `position`: `.unspecified` stands for any position; nobody knows those of cameras.
  public class func `default`(
    _ deviceType: DeviceType,
    for mediaType: AVMediaType?,
    position: Position
  ) -> AVCaptureDevice? {
    DiscoverySession(deviceTypes: [deviceType], mediaType: mediaType, position: position)
      .devices.first
  }

  /// Whether the program may use the cameras.
  ///
  /// **Differences**: it may use those whose files it can open; others are not listed.
  public class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
    .authorized
  }

  /// Asks whether the program may use the cameras, and calls back on another thread.
  public class func requestAccess(
    for mediaType: AVMediaType,
    completionHandler handler: @escaping @Sendable (Bool) -> Void
  ) {
    DispatchQueue.global().async { handler(true) }
  }

  /// Asks whether the program may use the cameras: it may.
  public class func requestAccess(for mediaType: AVMediaType) async -> Bool { true }

  /// The cameras of some kinds.
  ///
  /// **Differences**: it lists the cameras that were there when it was made.
  open class DiscoverySession: NSObject {
    /// The cameras, in the order of their numbers.
    public let devices: [AVCaptureDevice]

    /// Looks for cameras.
    ///
    /// - Parameters:
    ///   - deviceTypes: The kinds.
    ///   - mediaType: Nil stands for any medium.
    ///   - position: `.unspecified` stands for any; nobody knows those of cameras.
    public init(deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position) {
      let isKnown = deviceTypes.contains { [.external, .builtInWideAngleCamera].contains($0) }
      let isWanted = isKnown && (mediaType ?? .video) == .video && position == .unspecified
      devices = isWanted ? AVCaptureDevice.cameras(CameraDescription.all()) : []
    }

    /// The class, with its module for a class of the program, and the address.
    open override var description: String { objectText }
  }
}
