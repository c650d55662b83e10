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

  /// Plays the click of a key: nothing sounds here, as on a device that is silent.
  open func playInputClick() {}

  // MARK: The battery

  /// Whether the battery has power from outside.
  public enum BatteryState: Int, Sendable {
    /// There is no battery, or it is not watched.
    case unknown = 0
    /// It has none.
    case unplugged = 1
    /// It is charged.
    case charging = 2
    /// It is full.
    case full = 3
  }

  /// Posted when the charge of a watched battery changed by a hundredth or more.
  nonisolated public static let batteryLevelDidChangeNotification = Notification.Name(
    "UIDeviceBatteryLevelDidChangeNotification"
  )
  /// Posted when a watched battery got power from outside, lost it, or is full.
  nonisolated public static let batteryStateDidChangeNotification = Notification.Name(
    "UIDeviceBatteryStateDidChangeNotification"
  )

  final let battery = BatteryWatch()

  /// Whether the battery is watched; false by default.
  ///
  /// **Differences**: it is looked at each minute, in the kernel's list of batteries.
  open var isBatteryMonitoringEnabled: Bool {
    get { battery.isOn }
    set { battery.isOn = newValue }
  }

  /// The charge of the battery, in 0...1; -1 where there is none, or where it is not watched.
  open var batteryLevel: Float { battery.current.level }

  /// Whether the battery has power from outside; not known where it is not watched.
  open var batteryState: BatteryState { battery.current.state }

  /// A number that is the same for all programs of a vendor on this machine.
  ///
  /// It is made from the number of the machine and from the bundle's identifier without its last
  /// part, or else the name of the program.
  open var identifierForVendor: UUID? { VendorIdentifier.own }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}
