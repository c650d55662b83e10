// A controller in the place of a letter by mail.
// Licensed under the MIT license; see LICENSE.

public import Foundation
public import UIKit

/// A controller for a letter that a person sends by mail.
///
/// ```swift
/// guard MFMailComposeViewController.canSendMail() else { return }
/// let mail = MFMailComposeViewController()
/// mail.mailComposeDelegate = self
/// mail.setToRecipients(["editor@example.org"])
/// present(mail, animated: true)
/// ```
///
/// **Differences**: there is no account for mail, so nothing can be sent, as on a device without
/// one. A controller that is shown all the same says so, with what the program has written, and a
/// person can cancel. Changes show at once.
@preconcurrency
@MainActor
open class MFMailComposeViewController: UINavigationController {
  /// The object that hears of the end, and dismisses the controller.
  ///
  /// **Differences**: a controller without one dismisses itself.
  open weak var mailComposeDelegate: (any MFMailComposeViewControllerDelegate)?

  /// Whether there is an account that sends mail; false here.
  open class func canSendMail() -> Bool { false }

  private var subject = ""
  private var sender = ""
  private var to: [String] = []
  private var cc: [String] = []
  private var bcc: [String] = []
  private var body = ""
  private var isHTML = false
  private var attachments: [(name: String, size: Int)] = []
  private lazy var page = ComposePage(
    title: "New Message",
    note: "Nothing can be sent: there is no account for mail here.",
    parts: { [weak self] in self?.parts ?? [] },
    cancel: { [weak self] in self?.finish() }
  )

  /// Creates a controller with an empty letter.
  public convenience init() { self.init(nibName: nil, bundle: nil) }

  /// Creates a controller with an empty letter; no nib is used.
  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init(nibName: nil, bundle: nil)
    setViewControllers([page], animated: false)
  }

  /// Controllers of letters are made in code.
  public required init?(coder: NSCoder) { nil }

  // MARK: The letter

  /// Sets the subject; empty by default.
  open func setSubject(_ subject: String) {
    self.subject = subject
    update()
  }

  /// Sets the addresses that the letter goes to; none by nil.
  open func setToRecipients(_ toRecipients: [String]?) {
    to = toRecipients ?? []
    update()
  }

  /// Sets the addresses that get a copy; none by nil.
  open func setCcRecipients(_ ccRecipients: [String]?) {
    cc = ccRecipients ?? []
    update()
  }

  /// Sets the addresses that get a copy that the others do not hear of; none by nil.
  open func setBccRecipients(_ bccRecipients: [String]?) {
    bcc = bccRecipients ?? []
    update()
  }

  /// Sets the text.
  ///
  /// **Differences**: the controller shows the source of HTML.
  ///
  /// - Parameters:
  ///   - body: The text.
  ///   - isHTML: Whether it is HTML.
  open func setMessageBody(_ body: String, isHTML: Bool) {
    (self.body, self.isHTML) = (body, isHTML)
    update()
  }

  /// Adds a file.
  ///
  /// **Differences**: the controller keeps its name and its size alone.
  ///
  /// - Parameters:
  ///   - attachment: The bytes of the file.
  ///   - mimeType: The kind of the file, as `image/png`.
  ///   - filename: Its name, without a folder.
  open func addAttachmentData(_ attachment: Data, mimeType: String, fileName filename: String) {
    attachments.append((filename, attachment.count))
    update()
  }

  /// Sets the address that the letter comes from, if an account has it.
  open func setPreferredSendingEmailAddress(_ emailAddress: String) {
    sender = emailAddress
    update()
  }

  private func update() { page.show() }

  private var parts: [(name: String, text: String)] {
    [
      ("From", sender), ("To", to.joined(separator: ", ")), ("Cc", cc.joined(separator: ", ")),
      ("Bcc", bcc.joined(separator: ", ")), ("Subject", subject),
      ("Attachments", attachments.map { "\($0.name) (\($0.size) bytes)" }.joined(separator: ", ")),
      (isHTML ? "HTML" : "Text", body),
    ]
  }

  private func finish() {
    if let mailComposeDelegate {
      mailComposeDelegate.mailComposeController(self, didFinishWith: .cancelled, error: nil)
    } else {
      dismiss(animated: true)
    }
  }
}

/// An object that hears of the end of a letter.
@preconcurrency
@MainActor
public protocol MFMailComposeViewControllerDelegate: AnyObject {
  /// Called when a person is done; the delegate dismisses the controller.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - result: The fate of the letter; `.cancelled` here.
  ///   - error: The reason why it was not sent or saved; nil here.
  func mailComposeController(
    _ controller: MFMailComposeViewController,
    didFinishWith result: MFMailComposeResult,
    error: (any Error)?
  )
}

extension MFMailComposeViewControllerDelegate {
  /// Does nothing; the controller stays.
  public func mailComposeController(
    _ controller: MFMailComposeViewController,
    didFinishWith result: MFMailComposeResult,
    error: (any Error)?
  ) {}
}

/// The fate of a letter.
public enum MFMailComposeResult: Int, Sendable {
  /// The person cancelled.
  case cancelled = 0
  /// It is among the drafts.
  case saved = 1
  /// It waits to be sent.
  case sent = 2
  /// It was neither saved nor sent.
  case failed = 3
}

/// The domain of `MFMailComposeError`.
public let MFMailComposeErrorDomain = "MFMailComposeErrorDomain"

/// The reason why a letter was not sent or saved.
///
/// **Differences**: none arises here, since nothing is sent.
public struct MFMailComposeError: _BridgedStoredNSError {
  /// The kind of an error.
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    /// The error that has these kinds.
    public typealias _ErrorType = MFMailComposeError

    /// It could not be saved.
    case saveFailed = 0
    /// It could not be sent.
    case sendFailed = 1
  }

  /// The same as an `NSError`.
  public let _nsError: NSError

  /// Creates an error.
  ///
  /// - Parameter error: One of this domain and of a known kind; the program ends for another one.
  public init(_nsError error: NSError) {
    precondition(
      error.domain == MFMailComposeErrorDomain && Code(rawValue: error.code) != nil,
      "MFMailComposeError: \(error.domain) \(error.code) is no error of \(MFMailComposeErrorDomain)"
    )
    _nsError = error
  }

  /// `MFMailComposeErrorDomain`.
  public static var _nsErrorDomain: String { MFMailComposeErrorDomain }
  /// `MFMailComposeErrorDomain`.
  public static var errorDomain: String { MFMailComposeErrorDomain }

  /// It could not be saved.
  public static var saveFailed: Code { .saveFailed }
  /// It could not be sent.
  public static var sendFailed: Code { .sendFailed }
}
