// Finding cameras and microphones.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzVideo

/// Whether a program may use devices of a medium.
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
  /// The first camera or microphone of the machine; nil if there is none, and for other media.
  ///
  /// The first microphone is the one that a sound server has chosen, if one runs.
  public class func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
    devices(mediaType).first
  }

  /// The devices of a medium; none of other media than pictures and sound.
  private class func devices(_ mediaType: AVMediaType) -> [AVCaptureDevice] {
    switch mediaType {
    case .video: cameras(CameraDescription.all())
    case .audio: microphones(MicrophoneDescription.all())
    default: []
    }
  }

  /// The first device of a kind, a medium and a position; nil if there is none.
  ///
  /// - `mediaType`: Nil stands for any medium.
  /// - `position`: `.unspecified` stands for any position; nobody knows those of devices.
  public class func `default`(
    _ deviceType: DeviceType,
    for mediaType: AVMediaType?,
    position: Position
  ) -> AVCaptureDevice? {
    DiscoverySession(deviceTypes: [deviceType], mediaType: mediaType, position: position)
      .devices.first
  }

  /// Whether the program may use cameras, or microphones.
  ///
  /// **Differences**: it may use those whose files it can open; others are not listed.
  public class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
    .authorized
  }

  /// Asks whether the program may use cameras, or microphones, and calls back on another thread.
  public class func requestAccess(
    for mediaType: AVMediaType,
    completionHandler handler: @escaping @Sendable (Bool) -> Void
  ) {
    DispatchQueue.global().async { handler(true) }
  }

  /// Asks whether the program may use cameras, or microphones: it may.
  public class func requestAccess(for mediaType: AVMediaType) async -> Bool { true }

  /// The devices of some kinds.
  ///
  /// **Differences**: it lists the devices that were there when it was made.
  open class DiscoverySession: NSObject {
    /// The cameras, then the microphones, each in the order of their numbers.
    public let devices: [AVCaptureDevice]

    /// Looks for devices.
    ///
    /// - Parameters:
    ///   - deviceTypes: The kinds.
    ///   - mediaType: Nil stands for any medium.
    ///   - position: `.unspecified` stands for any; nobody knows those of devices.
    public init(deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position) {
      func isWanted(_ medium: AVMediaType, _ types: [DeviceType]) -> Bool {
        (mediaType ?? medium) == medium && position == .unspecified
          && deviceTypes.contains { types.contains($0) }
      }
      let hasCameras = isWanted(.video, [.external, .builtInWideAngleCamera])
      devices =
        (hasCameras ? AVCaptureDevice.devices(.video) : [])
        + (isWanted(.audio, [.microphone]) ? AVCaptureDevice.devices(.audio) : [])
    }

    /// The class, with its module for a class of the program, and the address.
    open override var description: String { objectText }
  }
}
