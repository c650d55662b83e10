// A controller in the place of a message to telephones.
// Licensed under the MIT license; see LICENSE.

public import Foundation
public import UIKit

/// The key of an attachment's address, a `URL`.
public let MFMessageComposeViewControllerAttachmentURL =
  "MFMessageComposeViewControllerAttachmentURL"
/// The key of an attachment's name, a `String`.
public let MFMessageComposeViewControllerAttachmentAlternateFilename =
  "MFMessageComposeViewControllerAttachmentAlternateFilename"
/// The key of whether messages can be sent, a Boolean, in a notification of a change.
public let MFMessageComposeViewControllerTextMessageAvailabilityKey =
  "MFMessageComposeViewControllerTextMessageAvailabilityKey"

extension NSNotification.Name {
  /// Posted when messages can be sent, or no longer.
  ///
  /// **Differences**: never posted, since it does not change.
  public static let MFMessageComposeViewControllerTextMessageAvailabilityDidChange =
    NSNotification.Name("MFMessageComposeViewControllerTextMessageAvailabilityDidChange")
}

/// A controller for a message that a person sends to telephones.
///
/// ```swift
/// guard MFMessageComposeViewController.canSendText() else { return }
/// let message = MFMessageComposeViewController()
/// message.messageComposeDelegate = self
/// message.body = "Here I am."
/// present(message, animated: true)
/// ```
///
/// **Differences**: nothing can be sent, as on a device without messages. A controller that is
/// shown all the same says so, with what the program has written, and a person can cancel.
/// Changes show at once. Messages of the module Messages are absent.
@preconcurrency
@MainActor
open class MFMessageComposeViewController: UINavigationController {
  /// The object that hears of the end, and dismisses the controller.
  ///
  /// **Differences**: a controller without one dismisses itself; it is nil when the object is gone.
  open weak var messageComposeDelegate: (any MFMessageComposeViewControllerDelegate)?

  /// Whether messages can be sent; false here.
  open class func canSendText() -> Bool { false }
  /// Whether messages have subjects; false here.
  open class func canSendSubject() -> Bool { false }
  /// Whether messages have attachments; false here.
  open class func canSendAttachments() -> Bool { false }
  /// Whether attachments of a kind can be sent; false here.
  ///
  /// - Parameter uti: The kind, as `public.png`.
  open class func isSupportedAttachmentUTI(_ uti: String) -> Bool { false }

  /// The numbers or addresses that the message goes to; nil by default.
  open var recipients: [String]? { didSet { update() } }
  /// The text; nil by default.
  open var body: String? { didSet { update() } }
  /// The subject; nil by default.
  open var subject: String? { didSet { update() } }
  /// The attachments, each with its address and its name by their keys; nil if there are none.
  ///
  /// Those that were added as data have a name alone.
  open var attachments: [[AnyHashable: Any]]? {
    files.isEmpty ? nil : files.map(\.entry)
  }

  /// An attachment.
  private struct File {
    var url: URL?
    var name: String

    var entry: [AnyHashable: Any] {
      var entry: [AnyHashable: Any] = [
        MFMessageComposeViewControllerAttachmentAlternateFilename: name
      ]
      entry[MFMessageComposeViewControllerAttachmentURL] = url
      return entry
    }
  }

  private var files: [File] = []
  private lazy var page = ComposePage(
    title: "New Message",
    note: "Nothing can be sent: there is no service for messages here.",
    parts: { [weak self] in self?.parts ?? [] },
    cancel: { [weak self] in self?.finish() }
  )

  /// Creates a controller with an empty message.
  public convenience init() { self.init(nibName: nil, bundle: nil) }

  /// Creates a controller with an empty message; no nib is used.
  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init(nibName: nil, bundle: nil)
    setViewControllers([page], animated: false)
  }

  /// Controllers of messages are made in code.
  public required init?(coder: NSCoder) { nil }

  // MARK: Attachments

  /// Does what it says: a person can attach nothing here.
  open func disableUserAttachments() {}

  /// Adds a file.
  ///
  /// - Parameters:
  ///   - attachmentURL: The address of the file.
  ///   - alternateFilename: The name that the receiver sees; nil for that of the file.
  /// - Returns: Whether it is the address of a file that can be read.
  @discardableResult
  open func addAttachmentURL(
    _ attachmentURL: URL,
    withAlternateFilename alternateFilename: String?
  ) -> Bool {
    guard attachmentURL.isFileURL,
      FileManager.default.isReadableFile(atPath: attachmentURL.path)
    else { return false }
    files.append(
      File(url: attachmentURL, name: alternateFilename ?? attachmentURL.lastPathComponent)
    )
    update()
    return true
  }

  /// Adds a file.
  ///
  /// **Differences**: the controller keeps its name alone.
  ///
  /// - Parameters:
  ///   - attachmentData: The bytes of the file.
  ///   - uti: The kind of the file, as `public.png`.
  ///   - filename: The name that the receiver sees.
  /// - Returns: Whether it was added, which is true.
  @discardableResult
  open func addAttachmentData(
    _ attachmentData: Data,
    typeIdentifier uti: String,
    filename: String
  ) -> Bool {
    files.append(File(url: nil, name: filename))
    update()
    return true
  }

  private func update() { page.show() }

  private var parts: [(name: String, text: String)] {
    [
      ("To", (recipients ?? []).joined(separator: ", ")), ("Subject", subject ?? ""),
      ("Attachments", files.map(\.name).joined(separator: ", ")), ("Text", body ?? ""),
    ]
  }

  private func finish() {
    if let messageComposeDelegate {
      messageComposeDelegate.messageComposeViewController(self, didFinishWith: .cancelled)
    } else {
      dismiss(animated: true)
    }
  }
}

/// An object that hears of the end of a message.
@preconcurrency
@MainActor
public protocol MFMessageComposeViewControllerDelegate: AnyObject {
  /// Called when a person is done; the delegate dismisses the controller.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - result: The fate of the message; `.cancelled` here.
  func messageComposeViewController(
    _ controller: MFMessageComposeViewController,
    didFinishWith result: MessageComposeResult
  )
}

/// The fate of a message.
public enum MessageComposeResult: Int, Sendable {
  /// The person cancelled.
  case cancelled = 0
  /// It was sent, or waits to be.
  case sent = 1
  /// It was not sent.
  case failed = 2
}
