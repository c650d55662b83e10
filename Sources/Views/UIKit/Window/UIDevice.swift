// The device.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// The device that the program runs on.
@preconcurrency
@MainActor
open class UIDevice: NSObject {
  nonisolated private static let instance = onViewThread { UIDevice() }

  /// The device.
  open class var current: UIDevice { instance }

  /// The name of the machine.
  open var name: String { ProcessInfo.processInfo.hostName }
  /// The device that the main screen is of; `Linux` for a screen made from numbers.
  open var model: String { UIScreen.main.deviceName ?? "Linux" }
  /// The same as `model`.
  open var localizedModel: String { model }
  /// `Linux`.
  open var systemName: String { "Linux" }
  /// The version of the system.
  open var systemVersion: String {
    let version = ProcessInfo.processInfo.operatingSystemVersion
    return "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
  }
  /// The kind of device that the main screen is of; a phone for a screen made from numbers.
  open var userInterfaceIdiom: UIUserInterfaceIdiom {
    UIScreen.main.deviceName?.hasPrefix("iPad") == true ? .pad : .phone
  }

  /// The way in which the device is held: by the sides of the main screen.
  open var orientation: UIDeviceOrientation {
    let size = UIScreen.main.bounds.size
    return size.width > size.height ? .landscapeLeft : .portrait
  }

  /// Whether `orientation` is kept up to date: it always is.
  open var isGeneratingDeviceOrientationNotifications: Bool { true }

  /// Does nothing, because `orientation` is always up to date.
  open func beginGeneratingDeviceOrientationNotifications() {}

  /// Does nothing.
  open func endGeneratingDeviceOrientationNotifications() {}

  /// Whether the device runs several programs at once: true.
  open var isMultitaskingSupported: Bool { true }

  /// Posted when the device is turned: never by itself.
  nonisolated public static let orientationDidChangeNotification = Notification.Name(
    "UIDeviceOrientationDidChangeNotification"
  )
  /// Whether the charge of the battery is known: it is not.
  open var batteryLevel: Float { -1 }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}
