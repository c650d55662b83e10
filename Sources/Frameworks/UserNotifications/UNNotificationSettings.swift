// The settings of notifications.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// The kinds of notifications that a program asks for.
public struct UNAuthorizationOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// The options of these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// A number on the icon.
  public static let badge = Self(rawValue: 1 << 0)
  /// Sounds.
  public static let sound = Self(rawValue: 1 << 1)
  /// Texts.
  public static let alert = Self(rawValue: 1 << 2)
  /// Notifications in cars.
  public static let carPlay = Self(rawValue: 1 << 3)
  /// Sounds though the device is silent.
  public static let criticalAlert = Self(rawValue: 1 << 4)
  /// A button to the program's own settings.
  public static let providesAppNotificationSettings = Self(rawValue: 1 << 5)
  /// Notifications without a question, which make no sound.
  public static let provisional = Self(rawValue: 1 << 6)
  /// Notifications that are read out.
  public static let announcement = Self(rawValue: 1 << 7)
  /// Notifications whatever a person concentrates on.
  public static let timeSensitive = Self(rawValue: 1 << 8)
}

/// How a program that is in front has a notification shown.
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// The options of these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The number on the icon changes.
  public static let badge = Self(rawValue: 1 << 0)
  /// It sounds.
  public static let sound = Self(rawValue: 1 << 1)
  /// Its text is shown; the name before `banner` and `list`.
  public static let alert = Self(rawValue: 1 << 2)
  /// It is among those that were delivered.
  public static let list = Self(rawValue: 1 << 3)
  /// Its text is shown at the edge of the screen.
  public static let banner = Self(rawValue: 1 << 4)
}

/// Whether a program may notify.
public enum UNAuthorizationStatus: Int, Sendable {
  /// It has not asked yet.
  case notDetermined = 0
  /// It may not.
  case denied = 1
  /// It may.
  case authorized = 2
  /// It may without a sound.
  case provisional = 3
  /// It may for a while.
  case ephemeral = 4
}

/// Whether a kind of notifications is on.
public enum UNNotificationSetting: Int, Sendable {
  /// The program did not ask for it, or nothing shows it.
  case notSupported = 0
  /// It is off.
  case disabled = 1
  /// It is on.
  case enabled = 2
}

/// Where the text of a notification is shown.
public enum UNAlertStyle: Int, Sendable {
  /// Nowhere.
  case none = 0
  /// At the edge of the screen.
  case banner = 1
  /// In the middle of it.
  case alert = 2
}

/// When texts are shown while a device is locked.
public enum UNShowPreviewsSetting: Int, Sendable {
  /// Always.
  case always = 0
  /// When the person was recognised.
  case whenAuthenticated = 1
  /// Never.
  case never = 2
}

/// The kinds of notifications that the program may use.
///
/// A kind that was granted is enabled. One that was refused is disabled. One that was not asked for
/// is not supported.
///
/// **Differences**: no place of the screen shows notifications, so those of the lock screen, of the
/// list and of cars are not supported, and the style is none.
public final class UNNotificationSettings: NSObject, NSCopying, Sendable {
  /// Whether the program may notify.
  public let authorizationStatus: UNAuthorizationStatus
  private let asked: UNAuthorizationOptions

  init(_ status: UNAuthorizationStatus, asked: UNAuthorizationOptions) {
    authorizationStatus = status
    self.asked = asked
    super.init()
  }

  private func setting(_ option: UNAuthorizationOptions) -> UNNotificationSetting {
    guard authorizationStatus != .notDetermined, asked.contains(option) else {
      return .notSupported
    }
    return authorizationStatus == .denied ? .disabled : .enabled
  }

  /// Sounds; those of provisional notifications are off.
  public var soundSetting: UNNotificationSetting {
    authorizationStatus == .provisional && asked.contains(.sound) ? .disabled : setting(.sound)
  }
  /// The number on the icon.
  public var badgeSetting: UNNotificationSetting { setting(.badge) }
  /// Texts.
  public var alertSetting: UNNotificationSetting { setting(.alert) }
  /// The list of notifications: not supported.
  public var notificationCenterSetting: UNNotificationSetting { .notSupported }
  /// The lock screen: not supported.
  public var lockScreenSetting: UNNotificationSetting { .notSupported }
  /// Cars: not supported.
  public var carPlaySetting: UNNotificationSetting { .notSupported }
  /// Sounds though the device is silent.
  public var criticalAlertSetting: UNNotificationSetting { setting(.criticalAlert) }
  /// Notifications that are read out: not supported.
  public var announcementSetting: UNNotificationSetting { .notSupported }
  /// Notifications whatever a person concentrates on.
  public var timeSensitiveSetting: UNNotificationSetting { setting(.timeSensitive) }
  /// Notifications that are kept for a time of the day: not supported.
  public var scheduledDeliverySetting: UNNotificationSetting { .notSupported }
  /// Messages between people: not supported.
  public var directMessagesSetting: UNNotificationSetting { .notSupported }
  /// Where texts are shown: nowhere.
  public var alertStyle: UNAlertStyle { .none }
  /// When texts are shown while the device is locked: never.
  public var showPreviewsSetting: UNShowPreviewsSetting { .never }
  /// Whether the settings have a button to the program's own.
  public var providesAppNotificationSettings: Bool {
    asked.contains(.providesAppNotificationSettings)
  }

  /// Returns itself: it does not change.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}
