// Accessibility: the settings of a person, and facts on views for its helpers.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import Synchronization

/// The settings of accessibility, and what programs tell its helpers.
///
/// Linux has no screen reader for these views; nothing is switched on but the playing of films,
/// unless a program or a test sets `settings`. `quartz mcp` shows the elements to coding agents.
///
/// **Differences**: `Settings` and `settings` are additions.
public enum UIAccessibility {
  /// The settings that a person makes on a device.
  public struct Settings: Hashable, Sendable {
    /// Whether the user prefers reduced motion.
    public var isReduceMotionEnabled = false
    /// Whether cross-fades are preferred to motions.
    public var prefersCrossFadeTransitions = false
    /// Whether the user prefers opaque backgrounds.
    public var isReduceTransparencyEnabled = false
    /// Whether the user prefers darker colours.
    public var isDarkerSystemColorsEnabled = false
    /// Whether the user prefers bold text.
    public var isBoldTextEnabled = false
    /// Whether the screen shows greys.
    public var isGrayscaleEnabled = false
    /// Whether the colours are inverted.
    public var isInvertColorsEnabled = false
    /// Whether more than colour has to tell things apart.
    public var shouldDifferentiateWithoutColor = false
    /// Whether switches show a mark for on and off.
    public var isOnOffSwitchLabelsEnabled = false
    /// Whether buttons have shapes.
    public var buttonShapesEnabled = false
    /// Whether films start by themselves.
    public var isVideoAutoplayEnabled = true
    /// Whether a screen reader speaks.
    public var isVoiceOverRunning = false
    /// Whether switches control the device.
    public var isSwitchControlRunning = false
    /// Whether one program alone may be used.
    public var isGuidedAccessEnabled = false

    /// Creates the settings of a new device.
    public init() {}
  }

  private static let stored = Mutex(Settings())
  private static var current: Settings { stored.withLock { $0 } }

  /// The settings, which any thread may read; a change posts the notifications of what changed.
  public static var settings: Settings {
    get { current }
    set {
      let old = stored.withLock { settings in
        defer { settings = newValue }
        return settings
      }
      for (field, name) in notifications where old[keyPath: field] != newValue[keyPath: field] {
        NotificationCenter.default.post(name: name, object: nil)
      }
    }
  }

  private static var notifications: [(KeyPath<Settings, Bool>, Foundation.Notification.Name)] {
    [
      (\.isReduceMotionEnabled, reduceMotionStatusDidChangeNotification),
      (\.isReduceTransparencyEnabled, reduceTransparencyStatusDidChangeNotification),
      (\.isDarkerSystemColorsEnabled, darkerSystemColorsStatusDidChangeNotification),
      (\.isBoldTextEnabled, boldTextStatusDidChangeNotification),
      (\.isGrayscaleEnabled, grayscaleStatusDidChangeNotification),
      (\.isInvertColorsEnabled, invertColorsStatusDidChangeNotification),
      (\.isVoiceOverRunning, voiceOverStatusDidChangeNotification),
      (\.isSwitchControlRunning, switchControlStatusDidChangeNotification),
      (\.isGuidedAccessEnabled, guidedAccessStatusDidChangeNotification),
    ]
  }

  /// Whether the user prefers reduced motion.
  public static var isReduceMotionEnabled: Bool { current.isReduceMotionEnabled }
  /// Whether cross-fades are preferred to motions.
  public static var prefersCrossFadeTransitions: Bool {
    current.prefersCrossFadeTransitions
  }
  /// Whether the user prefers opaque backgrounds.
  public static var isReduceTransparencyEnabled: Bool {
    current.isReduceTransparencyEnabled
  }
  /// Whether the user prefers darker colours.
  public static var isDarkerSystemColorsEnabled: Bool {
    current.isDarkerSystemColorsEnabled
  }
  /// Whether the user prefers bold text.
  public static var isBoldTextEnabled: Bool { current.isBoldTextEnabled }
  /// Whether the screen shows greys.
  public static var isGrayscaleEnabled: Bool { current.isGrayscaleEnabled }
  /// Whether the colours are inverted.
  public static var isInvertColorsEnabled: Bool { current.isInvertColorsEnabled }
  /// Whether more than colour has to tell things apart.
  public static var shouldDifferentiateWithoutColor: Bool {
    current.shouldDifferentiateWithoutColor
  }
  /// Whether switches show a mark for on and off.
  public static var isOnOffSwitchLabelsEnabled: Bool {
    current.isOnOffSwitchLabelsEnabled
  }
  /// Whether buttons have shapes.
  public static var buttonShapesEnabled: Bool { current.buttonShapesEnabled }
  /// Whether films start by themselves.
  public static var isVideoAutoplayEnabled: Bool { current.isVideoAutoplayEnabled }
  /// Whether a screen reader speaks.
  public static var isVoiceOverRunning: Bool { current.isVoiceOverRunning }
  /// Whether switches control the device.
  public static var isSwitchControlRunning: Bool { current.isSwitchControlRunning }
  /// Whether one program alone may be used.
  public static var isGuidedAccessEnabled: Bool { current.isGuidedAccessEnabled }

  // MARK: Notifications

  /// A notification for assistive technologies.
  public struct Notification: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: UInt32
    /// Creates a notification.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Another screen shows.
    public static let screenChanged = Self(rawValue: 1000)
    /// Parts of the screen changed.
    public static let layoutChanged = Self(rawValue: 1001)
    /// An announcement to speak.
    public static let announcement = Self(rawValue: 1008)
    /// A page was scrolled.
    public static let pageScrolled = Self(rawValue: 1009)
  }

  // `Any?` because: a text or an element is taken.
  /// Tells helpers of accessibility: an agent, if the program runs under `quartz mcp`, and nobody
  /// otherwise.
  public static func post(notification: Notification, argument: Any?) {
    guard AgentLink.isOpen else { return }
    let text = argument as? String ?? (argument as? NSAttributedString)?.string
    AgentNotices.add(notification, text)
    guard notification == .announcement, let text else { return }
    NotificationCenter.default.post(
      name: announcementDidFinishNotification,
      object: nil,
      userInfo: [
        announcementStringValueUserInfoKey: text,
        announcementWasSuccessfulUserInfoKey: NSNumber(value: true),
      ]
    )
  }

  /// Posted when `isReduceMotionEnabled` changed.
  public static let reduceMotionStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityReduceMotionStatusDidChangeNotification"
  )
  /// Posted when `isReduceTransparencyEnabled` changed.
  public static let reduceTransparencyStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityReduceTransparencyStatusDidChangeNotification"
  )
  /// Posted when `isDarkerSystemColorsEnabled` changed.
  public static let darkerSystemColorsStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityDarkerSystemColorsStatusDidChangeNotification"
  )
  /// Posted when `isBoldTextEnabled` changed.
  public static let boldTextStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityBoldTextStatusDidChangeNotification"
  )
  /// Posted when `isGrayscaleEnabled` changed.
  public static let grayscaleStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityGrayscaleStatusDidChangeNotification"
  )
  /// Posted when `isInvertColorsEnabled` changed.
  public static let invertColorsStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityInvertColorsStatusDidChangeNotification"
  )
  /// Posted when `isVoiceOverRunning` changed.
  public static let voiceOverStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityVoiceOverStatusDidChangeNotification"
  )
  /// Posted when `isSwitchControlRunning` changed.
  public static let switchControlStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilitySwitchControlStatusDidChangeNotification"
  )
  /// Posted when `isGuidedAccessEnabled` changed.
  public static let guidedAccessStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityGuidedAccessStatusDidChangeNotification"
  )
}

/// The kinds of an element.
public struct UIAccessibilityTraits: OptionSet, Sendable {
  /// The bits of the kinds.
  public let rawValue: UInt64
  /// Creates a set.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  /// None.
  public static let none: Self = []
  /// A button.
  public static let button = Self(rawValue: 1 << 0)
  /// A link.
  public static let link = Self(rawValue: 1 << 1)
  /// A picture.
  public static let image = Self(rawValue: 1 << 2)
  /// Something that is selected.
  public static let selected = Self(rawValue: 1 << 3)
  /// Something that plays a sound itself.
  public static let playsSound = Self(rawValue: 1 << 4)
  /// A key of a keyboard.
  public static let keyboardKey = Self(rawValue: 1 << 5)
  /// A text that does not change.
  public static let staticText = Self(rawValue: 1 << 6)
  /// A summary.
  public static let summaryElement = Self(rawValue: 1 << 7)
  /// Something that cannot be used now.
  public static let notEnabled = Self(rawValue: 1 << 8)
  /// Something that changes often.
  public static let updatesFrequently = Self(rawValue: 1 << 9)
  /// A field for searching.
  public static let searchField = Self(rawValue: 1 << 10)
  /// Something that starts a film or a sound.
  public static let startsMediaSession = Self(rawValue: 1 << 11)
  /// Something with a value that can be changed.
  public static let adjustable = Self(rawValue: 1 << 12)
  /// Something that takes touches itself.
  public static let allowsDirectInteraction = Self(rawValue: 1 << 13)
  /// Something that turns a page.
  public static let causesPageTurn = Self(rawValue: 1 << 14)
  /// Something that is switched on and off.
  public static let toggleButton = Self(rawValue: 1 << 17)
  /// Something that can be zoomed.
  public static let supportsZoom = Self(rawValue: 1 << 18)
  /// A bar of tabs.
  public static let tabBar = Self(rawValue: 1 << 15)
  /// A heading.
  public static let header = Self(rawValue: 1 << 16)
}
