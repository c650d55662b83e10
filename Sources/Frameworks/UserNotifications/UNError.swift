// Errors of notifications.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// The domain of the errors of notifications.
public let UNErrorDomain = "UNErrorDomain"

/// An error of notifications.
public struct UNError: CustomNSError, LocalizedError, Hashable, Sendable {
  /// The kind of an error.
  public enum Code: Int, Sendable {
    /// The program may not notify.
    case notificationsNotAllowed = 1
    /// The address of an attachment is no file that can be read.
    case attachmentInvalidURL = 100
    /// The type of an attachment is not known.
    case attachmentUnrecognizedType = 101
    /// An attachment is too large.
    case attachmentInvalidFileSize = 102
    /// An attachment is not in the store.
    case attachmentNotInDataStore = 103
    /// An attachment could not be moved.
    case attachmentMoveIntoDataStoreFailed = 104
    /// An attachment is damaged.
    case attachmentCorrupt = 105
    /// A notification is never due.
    case notificationInvalidNoDate = 1400
    /// A notification says nothing.
    case notificationInvalidNoContent = 1401
    /// An object may not give content.
    case contentProvidingObjectNotAllowed = 1500
    /// An object gave content that is none.
    case contentProvidingInvalid = 1501
    /// A number on the icon is less than 0.
    case badgeInputInvalid = 1600
  }

  /// The kind.
  public let code: Code
  private let text: String

  init(_ code: Code, _ text: String) {
    self.code = code
    self.text = text
  }

  /// `UNErrorDomain`.
  public static var errorDomain: String { UNErrorDomain }
  /// The number of the kind.
  public var errorCode: Int { code.rawValue }
  /// The text that says the expected and the found.
  public var errorDescription: String? { text }
  /// The description under `NSLocalizedDescriptionKey`.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: text] }
}
