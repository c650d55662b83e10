// Requests, and what becomes of them: notifications and the answers to them.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzSharing

/// A content and its time, for `UNUserNotificationCenter.add(_:withCompletionHandler:)`.
///
/// **Differences**: it is no `NSSecureCoding`.
public final class UNNotificationRequest: NSObject, NSCopying, Sendable {
  /// The name; a later request of the same name takes its place.
  public let identifier: String
  /// The content.
  public var content: UNNotificationContent { held.value.content }
  /// When it is due; nil is at once.
  public var trigger: UNNotificationTrigger? { held.value.trigger }

  private struct Parts {
    var content: UNNotificationContent
    var trigger: UNNotificationTrigger?
  }

  // Neither changes: the content is a copy.
  private let held: Transferred<Parts>

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - identifier: The name.
  ///   - content: The content, of which it keeps a copy.
  ///   - trigger: When it is due; nil is at once.
  public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
    self.identifier = identifier
    held = Transferred(Parts(content: UNNotificationContent(content.values), trigger: trigger))
    super.init()
  }

  /// Returns itself: it does not change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the other object is a request of the same name, content and trigger.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationRequest else { return false }
    return identifier == other.identifier && content == other.content && trigger == other.trigger
  }

  /// A number that equal requests share.
  public override var hash: Int { identifier.hashValue }
}

/// A request that was due.
public final class UNNotification: NSObject, NSCopying, Sendable {
  /// When it was due.
  public let date: Date
  /// The request.
  public let request: UNNotificationRequest

  init(_ request: UNNotificationRequest, at date: Date) {
    self.request = request
    self.date = date
    super.init()
  }

  /// Returns itself: it does not change.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The action of a person who opens a notification.
public let UNNotificationDefaultActionIdentifier =
  "com.apple.UNNotificationDefaultActionIdentifier"

/// The action of a person who takes a notification away.
public let UNNotificationDismissActionIdentifier =
  "com.apple.UNNotificationDismissActionIdentifier"

/// An act of a person on a notification.
// Safe because: nothing changes after `init`.
open class UNNotificationResponse: NSObject, NSCopying, @unchecked Sendable {
  /// The notification.
  public let notification: UNNotification
  /// The identifier of the action that was chosen, or one of the two of the system's own.
  public let actionIdentifier: String

  init(_ notification: UNNotification, _ actionIdentifier: String) {
    self.notification = notification
    self.actionIdentifier = actionIdentifier
    super.init()
  }

  /// Returns itself: it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A text of a person as the answer to a notification.
// Safe because: nothing changes after `init`.
open class UNTextInputNotificationResponse: UNNotificationResponse, @unchecked Sendable {
  /// The text.
  public let userText: String

  init(_ notification: UNNotification, _ actionIdentifier: String, text: String) {
    userText = text
    super.init(notification, actionIdentifier)
  }
}
