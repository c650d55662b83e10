// Letters and messages: what their controllers keep and show, and what their delegates hear.
// Licensed under the MIT license; see LICENSE.

import Foundation
import MessageUI
import TestClaims
import Testing
import UIKit

@MainActor
@Suite(.serialized)
struct ComposeTests {
  /// Notes what controllers tell, and dismisses them.
  private final class Told: MFMailComposeViewControllerDelegate,
    MFMessageComposeViewControllerDelegate
  {
    var mails: [MFMailComposeResult] = []
    var messages: [MessageComposeResult] = []

    func mailComposeController(
      _ controller: MFMailComposeViewController,
      didFinishWith result: MFMailComposeResult,
      error: (any Error)?
    ) {
      #expect(error == nil)
      mails.append(result)
      controller.dismiss(animated: false)
    }

    func messageComposeViewController(
      _ controller: MFMessageComposeViewController,
      didFinishWith result: MessageComposeResult
    ) {
      messages.append(result)
      controller.dismiss(animated: false)
    }
  }

  /// Shows a controller, and hands over it and the controller below.
  private func shown(
    _ controller: UINavigationController,
    _ body: (UIViewController) throws -> Void
  ) rethrows {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    defer { window.isHidden = true }
    let root = UIViewController()
    window.rootViewController = root
    window.makeKeyAndVisible()
    root.present(controller, animated: false)
    controller.view.layoutIfNeeded()
    try body(root)
  }

  private func views<View: UIView>(in view: UIView) -> [View] {
    ((view as? View).map { [$0] } ?? []) + view.subviews.flatMap { self.views(in: $0) }
  }

  private func texts(_ controller: UINavigationController) -> [String] {
    let labels: [UILabel] = controller.topViewController.map { views(in: $0.view) } ?? []
    return labels.compactMap(\.text)
  }

  private func cancel(_ controller: UINavigationController) throws {
    let labels: [UILabel] = views(in: controller.navigationBar)
    let label = try #require(labels.first { $0.text == "Cancel" })
    let window = try #require(controller.view.window)
    let place = label.convert(CGPoint(x: label.bounds.midX, y: label.bounds.midY), to: window)
    UIApplication.shared.tap(at: place, in: window)
  }

  @Test func nothingCanBeSent() {
    #expect(!MFMailComposeViewController.canSendMail())
    #expect(!MFMessageComposeViewController.canSendText())
    #expect(!MFMessageComposeViewController.canSendSubject())
    #expect(!MFMessageComposeViewController.canSendAttachments())
    #expect(!MFMessageComposeViewController.isSupportedAttachmentUTI("public.png"))
  }

  @Test func aMailShowsWhatIsWrittenAndIsCancelled() throws {
    let (told, mail) = (Told(), MFMailComposeViewController())
    mail.mailComposeDelegate = told
    mail.setSubject("Proofs")
    mail.setToRecipients(["a@example.org", "b@example.org"])
    mail.setCcRecipients(["c@example.org"])
    mail.setBccRecipients(nil)
    mail.setPreferredSendingEmailAddress("me@example.org")
    try shown(mail) { root in
      mail.setMessageBody("They are done.", isHTML: false)
      mail.addAttachmentData(Data(count: 12), mimeType: "image/png", fileName: "page.png")
      let texts = texts(mail)
      #expect(texts.contains("Nothing can be sent: there is no account for mail here."))
      let letter = """
        From: me@example.org
        To: a@example.org, b@example.org
        Cc: c@example.org
        Subject: Proofs
        Attachments: page.png (12 bytes)
        Text: They are done.
        """
      #expect(texts.contains(letter))
      #expect(mail.topViewController?.title == "New Message")
      try cancel(mail)
      #expect(told.mails == [.cancelled])
      #expect(root.presentedViewController == nil)
    }
  }

  @Test func aMessageKeepsWhatIsWrittenAndIsCancelled() throws {
    let (told, message) = (Told(), MFMessageComposeViewController())
    message.messageComposeDelegate = told
    #expect(message.recipients == nil && message.body == nil && message.subject == nil)
    message.recipients = ["+49 1", "+49 2"]
    message.body = "Here I am."
    message.subject = "Hello"
    message.disableUserAttachments()
    try shown(message) { root in
      #expect(texts(message).contains("To: +49 1, +49 2\nSubject: Hello\nText: Here I am."))
      try cancel(message)
      #expect(told.messages == [.cancelled])
      #expect(root.presentedViewController == nil)
    }
    #expect(message.recipients == ["+49 1", "+49 2"] && message.body == "Here I am.")
    #expect(message.subject == "Hello")
  }

  @Test func attachmentsHaveNamesAndAddresses() throws {
    let message = MFMessageComposeViewController()
    #expect(message.attachments == nil)
    let file = URL(fileURLWithPath: #filePath)
    #expect(message.addAttachmentURL(file, withAlternateFilename: nil))
    #expect(message.addAttachmentURL(file, withAlternateFilename: "b.txt"))
    #expect(message.addAttachmentData(Data([1]), typeIdentifier: "public.data", filename: "c"))
    #expect(!message.addAttachmentURL(file.appendingPathExtension("a"), withAlternateFilename: nil))
    let web = try #require(URL(string: "https://example.org/a"))
    #expect(!message.addAttachmentURL(web, withAlternateFilename: nil))
    let found = try #require(message.attachments)
    let names = found.map {
      $0[MFMessageComposeViewControllerAttachmentAlternateFilename] as? String
    }
    #expect(names == [file.lastPathComponent, "b.txt", "c"])
    #expect(
      found.map { $0[MFMessageComposeViewControllerAttachmentURL] as? URL } == [file, file, nil]
    )
  }

  @Test func controllersWithoutADelegateDismissThemselves() throws {
    let mail = MFMailComposeViewController()
    try shown(mail) { root in
      try cancel(mail)
      #expect(mail.isBeingDismissed || root.presentedViewController == nil)
    }
    let message = MFMessageComposeViewController()
    try shown(message) { root in
      try cancel(message)
      #expect(message.isBeingDismissed || root.presentedViewController == nil)
    }
  }

  @Test func longPartsAreCut() {
    let mail = MFMailComposeViewController()
    mail.setMessageBody("<p>" + String(repeating: "a", count: 1_000_000), isHTML: true)
    shown(mail) { _ in
      let longest = texts(mail).map(\.count).max() ?? 0
      #expect(longest < 600)
      #expect(texts(mail).contains { $0.hasPrefix("HTML: <p>aaa") && $0.hasSuffix("a…") })
    }
  }

  @Test func delegatesMayLeaveTheEndOut() throws {
    final class Silent: MFMailComposeViewControllerDelegate {}
    let (silent, mail) = (Silent(), MFMailComposeViewController())
    mail.mailComposeDelegate = silent
    try shown(mail) { root in
      try cancel(mail)
      #expect(root.presentedViewController === mail)
    }
  }

  @Test func classesBelowAreMadeAlike() {
    final class Own: MFMailComposeViewController {}
    #expect(Own().viewControllers.count == 1)
  }

  @Test func errorsAreCaughtByTheirKinds() {
    do {
      throw MFMailComposeError(.sendFailed)
    } catch MFMailComposeError.saveFailed {
      Issue.record("another kind")
    } catch MFMailComposeError.sendFailed {
    } catch {
      Issue.record(error)
    }
    #expect(MFMailComposeError.errorDomain == "MFMailComposeErrorDomain")
    #expect(MFMailComposeResult(rawValue: 2) == .sent && MessageComposeResult(rawValue: 1) == .sent)
  }
}
