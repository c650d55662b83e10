// Files that are shown, and their menus.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import TestClaims
import Testing

@testable import UIKit

/// A controller that lets files be shown over it, and notes what it is told.
private final class Reader: UIViewController, UIDocumentInteractionControllerDelegate {
  var lines: [String] = []

  func documentInteractionControllerViewControllerForPreview(
    _ controller: UIDocumentInteractionController
  ) -> UIViewController? { self }

  func documentInteractionControllerWillBeginPreview(
    _ controller: UIDocumentInteractionController
  ) { lines.append("preview") }

  func documentInteractionControllerDidEndPreview(
    _ controller: UIDocumentInteractionController
  ) { lines.append("end") }

  func documentInteractionControllerWillPresentOptionsMenu(
    _ controller: UIDocumentInteractionController
  ) { lines.append("menu") }

  func documentInteractionControllerDidDismissOptionsMenu(
    _ controller: UIDocumentInteractionController
  ) { lines.append("gone") }
}

@MainActor
@Suite("Files that are shown", .serialized)
struct DocumentInteractionTests {
  private let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("shown-\(UUID().uuidString).txt")
  private let reader = Reader()
  private let window: UIWindow

  init() throws {
    try Data("Hello".utf8).write(to: url)
    window = makeWindow(CGSize(width: 320, height: 480), reader)
    CATransaction.flush()
  }

  private func end() {
    window.isHidden = true
    try? FileManager.default.removeItem(at: url)
  }

  private func page<Page: UIView>(as kind: Page.Type = Page.self) -> Page? {
    let stack = reader.presentedViewController as? UINavigationController
    return stack?.topViewController?.view.subviews.first as? Page
  }

  @Test(
    "A preview shows texts, and of other files their facts",
    .shows("UIDocumentInteractionController", "UIDocumentInteractionControllerDelegate")
  )
  func preview() throws {
    let file = UIDocumentInteractionController(url: url)
    #expect(file.uti == "public.plain-text" && file.name == url.lastPathComponent)
    #expect(!file.presentPreview(animated: false))
    file.delegate = reader
    #expect(file.presentPreview(animated: false))
    window.layoutIfNeeded()
    #expect(page(as: UITextView.self)?.text == "Hello")
    #expect(!file.presentPreview(animated: false))
    file.dismissPreview(animated: false)
    #expect(reader.lines == ["preview", "end"] && reader.presentedViewController == nil)
    file.uti = "public.zip-archive"
    file.name = "Letters"
    #expect(file.presentPreview(animated: false))
    window.layoutIfNeeded()
    #expect(page(as: UILabel.self)?.text?.contains("Letters") == true)
    file.dismissPreview(animated: false)
    let none = UIDocumentInteractionController(url: url.appendingPathExtension("gone"))
    none.delegate = reader
    #expect(!none.presentPreview(animated: false))
    end()
  }

  @Test("The menu is a sheet that copies the file's address; there are no other programs")
  func menu() throws {
    let file = UIDocumentInteractionController(url: url)
    file.delegate = reader
    #expect(!file.presentOpenInMenu(from: .zero, in: reader.view, animated: false))
    #expect(!file.presentOptionsMenu(from: .zero, in: UIView(), animated: false))
    #expect(file.presentOptionsMenu(from: .zero, in: reader.view, animated: false))
    let sheet = try #require(reader.presentedViewController as? UIActivityViewController)
    window.layoutIfNeeded()
    #expect(!file.presentOptionsMenu(from: .zero, in: reader.view, animated: false))
    #expect(sheet.tap(.copyToPasteboard))
    try window.context?.advance(to: 5)
    #expect(reader.lines == ["menu", "gone"] && UIPasteboard.general.url == url)
    end()
  }
}
