// Links and attachments of text views that are tapped, and addresses that are found.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import Testing

@testable import UIKit

@MainActor
private final class Listener: UITextViewDelegate {
  var lines: [String] = []
  var allows = false

  func textView(
    _ textView: UITextView,
    shouldInteractWith URL: URL,
    in characterRange: NSRange,
    interaction: UITextItemInteraction
  ) -> Bool {
    lines.append(
      "\(URL.absoluteString) \(characterRange.location),\(characterRange.length) "
        + "\(interaction.rawValue)"
    )
    return allows
  }

  func textView(
    _ textView: UITextView,
    shouldInteractWith textAttachment: NSTextAttachment,
    in characterRange: NSRange,
    interaction: UITextItemInteraction
  ) -> Bool {
    lines.append("attachment \(characterRange.location),\(characterRange.length)")
    return allows
  }
}

@MainActor
private final class NewListener: UITextViewDelegate {
  var lines: [String] = []

  func textView(
    _ textView: UITextView,
    primaryActionFor textItem: UITextItem,
    defaultAction: UIAction
  ) -> UIAction? {
    guard case .link(let url) = textItem.content else { return nil }
    lines.append("asked \(textItem.range.location),\(textItem.range.length)")
    return UIAction { [weak self] _ in self?.lines.append("performed \(url.absoluteString)") }
  }
}

@Suite("Links in text views", .serialized)
@MainActor
struct TextLinkTests {
  private let window = makeWindow()
  private let view = UITextView(frame: CGRect(x: 0, y: 0, width: 200, height: 150))

  private func show(_ text: NSAttributedString) {
    view.isEditable = false
    view.font = .systemFont(ofSize: 20)
    view.attributedText = text
    window.addSubview(view)
    window.layoutIfNeeded()
    CATransaction.flush()
  }

  /// The middle of a character, in the view.
  private func middle(_ place: Int) -> CGPoint {
    let rect = view.layoutManager.boundingRect(
      forGlyphRange: NSRange(location: place, length: 1),
      in: view.textContainer
    )
    return CGPoint(x: rect.midX, y: rect.midY + 8)
  }

  private func tap(_ point: CGPoint) {
    if let item = view.item(at: point) { view.open(item) }
  }

  private var linked: NSAttributedString {
    NSAttributedString(string: "see here now").changingAttributes(
      in: NSRange(location: 4, length: 4)
    ) { $0[.link] = "https://example.org/a" }
  }

  @Test("A tap on a link asks with its address and range, one beside it does not")
  func asks() {
    let listener = Listener()
    view.delegate = listener
    show(linked)
    tap(middle(5))
    #expect(listener.lines == ["https://example.org/a 4,4 0"])
    tap(middle(1))
    tap(middle(10))
    tap(CGPoint(x: 190, y: 140))
    tap(CGPoint(x: CGFloat.nan, y: 10))
    #expect(listener.lines.count == 1)
  }

  @Test("The action of the delegate takes the place of opening")
  func primaryAction() {
    let listener = NewListener()
    view.delegate = listener
    show(linked)
    tap(middle(4))
    #expect(listener.lines == ["asked 4,4", "performed https://example.org/a"])
  }

  @Test("A tap on an attachment asks with it")
  func attachment() throws {
    let listener = Listener()
    view.delegate = listener
    let attachment = NSTextAttachment(data: nil, ofType: nil)
    attachment.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
    show(NSAttributedString(attachment: attachment))
    tap(CGPoint(x: 25, y: 28))
    #expect(listener.lines == ["attachment 0,1"])
  }

  @Test("Links have the tint colour, or the attributes that are set; other text keeps its own")
  func look() {
    view.tintColor = .red
    show(linked)
    func color(_ place: Int) -> UIColor? {
      view.shownBox.string.attribute(.foregroundColor, at: place, effectiveRange: nil) as? UIColor
    }
    #expect(color(5) == .red && color(1) == .label)
    view.linkTextAttributes = [.foregroundColor: UIColor.green, .underlineStyle: 1]
    #expect(color(5) == .green)
    #expect(
      view.shownBox.string.attribute(.underlineStyle, at: 4, effectiveRange: nil) as? Int == 1
    )
    // The text itself does not change.
    let own = view.attributedText.attribute(.foregroundColor, at: 5, effectiveRange: nil)
    #expect(own as? UIColor == .label)
  }

  @Test(
    "Addresses are words with a beginning or an @, without the punctuation around them",
    arguments: [
      ("go to https://a.org/x?y=1, now", "https://a.org/x?y=1 6,19"),
      ("(www.example.com)", "http://www.example.com 1,15"),
      ("mail me@host.org.", "mailto:me@host.org 5,11"),
      ("https://a.org/b_(c)", "https://a.org/b_(c) 0,19"),
      ("👍 http://a.b", "http://a.b 3,10"), ("a@b c.d www. http:// @x.y x@.y", ""),
      ("", ""), ("3.5 a:b ...", ""),
    ]
  )
  func detection(_ text: String, _ expected: String) {
    let found = TextLinks.found(in: text).map {
      "\($0.url.absoluteString) \($0.range.location),\($0.range.length)"
    }
    #expect(found.joined(separator: " ") == expected)
  }

  @Test("Addresses are found in views that are not edited alone")
  func detectorTypes() {
    let listener = Listener()
    view.delegate = listener
    view.dataDetectorTypes = [.link]
    show(NSAttributedString(string: "x http://a.b"))
    tap(middle(5))
    #expect(listener.lines == ["http://a.b 2,10 0"])
    view.isEditable = true
    #expect(view.item(at: middle(5)) == nil)
    view.isEditable = false
    view.dataDetectorTypes = []
    #expect(view.item(at: middle(5)) == nil)
  }
}
