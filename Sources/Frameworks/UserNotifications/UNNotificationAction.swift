// Actions of a person on notifications, by their categories.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzSharing

/// How an action behaves.
public struct UNNotificationActionOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// The options of these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The device is unlocked first.
  public static let authenticationRequired = Self(rawValue: 1 << 0)
  /// It destroys something.
  public static let destructive = Self(rawValue: 1 << 1)
  /// The program comes to the front.
  public static let foreground = Self(rawValue: 1 << 2)
}

/// How the notifications of a category behave.
public struct UNNotificationCategoryOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// The options of these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The delegate hears of notifications that are taken away.
  public static let customDismissAction = Self(rawValue: 1 << 0)
  /// Cars show them.
  public static let allowInCarPlay = Self(rawValue: 1 << 1)
  /// The title is shown where the rest is hidden.
  public static let hiddenPreviewsShowTitle = Self(rawValue: 1 << 2)
  /// The second title is shown where the rest is hidden.
  public static let hiddenPreviewsShowSubtitle = Self(rawValue: 1 << 3)
  /// They are read out.
  public static let allowAnnouncement = Self(rawValue: 1 << 4)
}

/// The image of an action.
public final class UNNotificationActionIcon: NSObject, NSCopying, Sendable {
  private let name: String
  private let isSystems: Bool

  private init(_ name: String, isSystems: Bool) {
    self.name = name
    self.isSystems = isSystems
    super.init()
  }

  /// An image of the program's bundle, whose alpha is drawn in the colour of the text.
  public convenience init(templateImageName: String) {
    self.init(templateImageName, isSystems: false)
  }

  /// A symbol of the system.
  public convenience init(systemImageName: String) { self.init(systemImageName, isSystems: true) }

  /// Returns itself: it does not change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the other object is the same image.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationActionIcon else { return false }
    return name == other.name && isSystems == other.isSystems
  }

  /// A number that equal images share.
  public override var hash: Int { name.hashValue }
}

/// An action of a person on a notification.
///
/// **Differences**: nothing shows it; see ``UNUserNotificationCenter``.
open class UNNotificationAction: NSObject, NSCopying {
  /// The name.
  public let identifier: String
  /// The title.
  public let title: String
  /// How it behaves.
  public let options: UNNotificationActionOptions
  /// The image; nil if there is none.
  public let icon: UNNotificationActionIcon?

  /// Creates an action.
  public convenience init(
    identifier: String,
    title: String,
    options: UNNotificationActionOptions = []
  ) { self.init(identifier: identifier, title: title, options: options, icon: nil) }

  /// Creates an action with an image.
  public init(
    identifier: String,
    title: String,
    options: UNNotificationActionOptions = [],
    icon: UNNotificationActionIcon?
  ) {
    self.identifier = identifier
    self.title = title
    self.options = options
    self.icon = icon
    super.init()
  }

  /// Returns itself: it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the other object is the same action.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationAction else { return false }
    return type(of: self) == type(of: other) && identifier == other.identifier
      && title == other.title && options == other.options && icon == other.icon
  }

  /// A number that equal actions share.
  open override var hash: Int { identifier.hashValue }
}

/// An action with a text that a person types.
open class UNTextInputNotificationAction: UNNotificationAction {
  /// The title of the button that ends the typing.
  public let textInputButtonTitle: String
  /// The text that is shown before something is typed.
  public let textInputPlaceholder: String

  /// Creates an action.
  public convenience init(
    identifier: String,
    title: String,
    options: UNNotificationActionOptions = [],
    textInputButtonTitle: String,
    textInputPlaceholder: String
  ) {
    self.init(
      identifier: identifier,
      title: title,
      options: options,
      icon: nil,
      textInputButtonTitle: textInputButtonTitle,
      textInputPlaceholder: textInputPlaceholder
    )
  }

  /// Creates an action with an image.
  public init(
    identifier: String,
    title: String,
    options: UNNotificationActionOptions = [],
    icon: UNNotificationActionIcon?,
    textInputButtonTitle: String,
    textInputPlaceholder: String
  ) {
    self.textInputButtonTitle = textInputButtonTitle
    self.textInputPlaceholder = textInputPlaceholder
    super.init(identifier: identifier, title: title, options: options, icon: icon)
  }

  /// Whether the other object is the same action.
  open override func isEqual(_ object: Any?) -> Bool {
    guard super.isEqual(object), let other = object as? UNTextInputNotificationAction else {
      return false
    }
    return textInputButtonTitle == other.textInputButtonTitle
      && textInputPlaceholder == other.textInputPlaceholder
  }
}

/// Notifications with the same actions.
public final class UNNotificationCategory: NSObject, NSCopying, Sendable {
  /// The name; contents have it.
  public let identifier: String
  /// The actions of a person.
  public var actions: [UNNotificationAction] { held.value }
  // Actions do not change.
  private let held: Transferred<[UNNotificationAction]>
  /// The intents of its notifications.
  public let intentIdentifiers: [String]
  /// The text in the place of a hidden one; empty for the system's own.
  public let hiddenPreviewsBodyPlaceholder: String
  /// The format of the line for several of its notifications; empty for the system's own.
  public let categorySummaryFormat: String
  /// How its notifications behave.
  public let options: UNNotificationCategoryOptions

  /// Creates a category.
  ///
  /// - Parameters:
  ///   - identifier: The name.
  ///   - actions: The actions of a person.
  ///   - intentIdentifiers: The intents of its notifications.
  ///   - hiddenPreviewsBodyPlaceholder: The text in the place of a hidden one.
  ///   - categorySummaryFormat: The format of the line for several of its notifications.
  ///   - options: How its notifications behave.
  public init(
    identifier: String,
    actions: [UNNotificationAction],
    intentIdentifiers: [String],
    hiddenPreviewsBodyPlaceholder: String?,
    categorySummaryFormat: String?,
    options: UNNotificationCategoryOptions = []
  ) {
    self.identifier = identifier
    held = Transferred(actions)
    self.intentIdentifiers = intentIdentifiers
    self.hiddenPreviewsBodyPlaceholder = hiddenPreviewsBodyPlaceholder ?? ""
    self.categorySummaryFormat = categorySummaryFormat ?? ""
    self.options = options
    super.init()
  }

  /// Creates a category.
  public convenience init(
    identifier: String,
    actions: [UNNotificationAction],
    intentIdentifiers: [String],
    options: UNNotificationCategoryOptions = []
  ) {
    self.init(
      identifier: identifier,
      actions: actions,
      intentIdentifiers: intentIdentifiers,
      hiddenPreviewsBodyPlaceholder: nil,
      categorySummaryFormat: nil,
      options: options
    )
  }

  /// Creates a category with a text in the place of hidden ones.
  public convenience init(
    identifier: String,
    actions: [UNNotificationAction],
    intentIdentifiers: [String],
    hiddenPreviewsBodyPlaceholder: String,
    options: UNNotificationCategoryOptions = []
  ) {
    self.init(
      identifier: identifier,
      actions: actions,
      intentIdentifiers: intentIdentifiers,
      hiddenPreviewsBodyPlaceholder: hiddenPreviewsBodyPlaceholder,
      categorySummaryFormat: nil,
      options: options
    )
  }

  /// Returns itself: it does not change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the other object is the same category.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationCategory else { return false }
    return identifier == other.identifier && actions == other.actions
      && intentIdentifiers == other.intentIdentifiers
      && hiddenPreviewsBodyPlaceholder == other.hiddenPreviewsBodyPlaceholder
      && categorySummaryFormat == other.categorySummaryFormat && options == other.options
  }

  /// A number that equal categories share.
  public override var hash: Int { identifier.hashValue }
}
