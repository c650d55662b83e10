// Labels and text fields.
// Licensed under the MIT license; see LICENSE.

import Foundation
import TestClaims
import Testing

@testable import UIKit

@MainActor
@Suite("UILabel")
struct UILabelTests {
  private func label(_ text: String, lines: Int = 1) -> UILabel {
    let label = UILabel()
    label.text = text
    label.numberOfLines = lines
    return label
  }

  @Test("Labels and image views take no touches (H4)")
  func interaction() {
    #expect(!UILabel().isUserInteractionEnabled)
    #expect(!UIImageView(image: nil).isUserInteractionEnabled)
    #expect(UIView().isUserInteractionEnabled)
    #expect(UIControl().isUserInteractionEnabled)
  }

  @Test(
    "Sizes are those of the text, rounded up to pixels (view-layer.md 5)",
    .shows("UILabel", "UILabel.text", "UIView.sizeToFit()", "UIView.intrinsicContentSize")
  )
  func sizes() {
    let label = label("Some text")
    let text = "Some text".size(withAttributes: [.font: UIFont.systemFont(ofSize: 17)])
    label.sizeToFit()
    let scale = label.traitCollection.displayScale
    #expect(label.bounds.width == (text.width * scale).rounded(.up) / scale)
    #expect(label.bounds.height == (text.height * scale).rounded(.up) / scale)
    #expect(label.intrinsicContentSize == label.bounds.size)
    #expect(UILabel().intrinsicContentSize == .zero)
  }

  @Test(
    "Lines break at the width, and there are not more than wanted",
    .shows("UILabel.numberOfLines", "UIView.sizeThatFits(_:)")
  )
  func lines() {
    let text = "Several words that do not fit one line of that width"
    let high = label(text, lines: 0).sizeThatFits(CGSize(width: 100, height: 0))
    let two = label(text, lines: 2).sizeThatFits(CGSize(width: 100, height: 0))
    let one = label(text).sizeThatFits(CGSize(width: 100, height: 0))
    #expect(high.width <= 100 && two.width <= 100 && one.width > 100)
    #expect(high.height > two.height && two.height > one.height)
    #expect(abs(two.height - 2 * one.height) <= 3)
    let broken = label("a\nb\nc", lines: 2).sizeThatFits(CGSize(width: 100, height: 0))
    #expect(broken.height == two.height)
  }

  @Test(
    "Text that does not fit ends in an ellipsis, within the bounds",
    .shows("UILabel.lineBreakMode")
  )
  func truncation() throws {
    let label = label("Several words that do not fit one line")
    label.bounds.size = CGSize(width: 80, height: 25)
    let box = label.box(LabelRoom(width: 80, height: 25, lines: 1))
    #expect(box.layout.isTruncated && box.layout.lines.count == 1 && box.size.width <= 80)
    label.lineBreakMode = .byClipping
    #expect(!label.box(LabelRoom(width: 80, height: 25, lines: 1)).layout.isTruncated)
    label.lineBreakMode = .byTruncatingTail
    label.numberOfLines = 2
    let two = label.box(LabelRoom(width: 80, height: 100, lines: 2))
    #expect(two.layout.isTruncated && two.layout.lines.count == 2)
    label.numberOfLines = 0
    let low = label.box(LabelRoom(width: 80, height: 50, lines: 0))
    #expect(low.layout.isTruncated && low.size.height <= 50)
  }

  @Test(
    "Text stands in the middle of the height, in its colour",
    .shows("UILabel.textColor", "UILabel.textAlignment")
  )
  func drawing() throws {
    let label = label("\u{2588}\u{2588}")
    label.textColor = .red
    label.frame = CGRect(x: 0, y: 0, width: 100, height: 101)
    let pixels = try #require(shown(label))
    let rows = (0..<101).filter { pixels[3, $0] == Pixels.red }
    let (first, last) = (try #require(rows.first), try #require(rows.last))
    #expect(first > 30 && last < 70)
    label.textAlignment = .right
    let right = try #require(shown(label))
    #expect(right[3, (first + last) / 2] == Pixels.clear)
    #expect(right[97, (first + last) / 2] == Pixels.red)
  }

  @Test(
    "Text shrinks to its width, not below its least factor",
    .shows("UILabel.adjustsFontSizeToFitWidth", "UILabel.minimumScaleFactor")
  )
  func shrinking() {
    let label = label("Several words that do not fit")
    let full = label.intrinsicContentSize.width
    label.adjustsFontSizeToFitWidth = true
    label.minimumScaleFactor = 0.5
    let fitting = label.box(LabelRoom(width: full * 0.7, height: 30, lines: 1))
    #expect(!fitting.layout.isTruncated && fitting.size.width <= full * 0.7)
    #expect(fitting.size.width > full * 0.65)
    let cut = label.box(LabelRoom(width: full * 0.3, height: 30, lines: 1))
    #expect(cut.layout.isTruncated)
  }

  /// The first and the last row of a picture that has ink, of a label of 60 x 40 points.
  private func inkedRows(_ label: UILabel) throws -> ClosedRange<Int> {
    label.frame = CGRect(x: 0, y: 0, width: 60, height: 40)
    let window = makeWindow(CGSize(width: 60, height: 40))
    window.backgroundColor = .white
    window.addSubview(label)
    let image = try window.image()
    let rows = (0..<40).filter { y in (0..<60).contains { pixel(image, $0, y)[0] < 128 } }
    return try #require(rows.first)...#require(rows.last)
  }

  @Test(
    "The baseline of text that shrinks stays, or the text stands in the middle or on top",
    .shows("UILabel.baselineAdjustment", "UIBaselineAdjustment.alignCenters")
  )
  func baselines() throws {
    // No letter goes below the baseline, and all are equally high.
    let label = label("HHHHHHHHHHHH")
    label.font = .systemFont(ofSize: 20)
    label.lineBreakMode = .byClipping
    let full = try inkedRows(label)
    label.adjustsFontSizeToFitWidth = true
    #expect(label.baselineAdjustment == .alignBaselines)
    #expect(try abs(inkedRows(label).upperBound - full.upperBound) <= 1)
    label.baselineAdjustment = .alignCenters
    let middle = try inkedRows(label)
    #expect(middle.upperBound < full.upperBound - 2 && middle.lowerBound > full.lowerBound + 2)
    label.baselineAdjustment = .none
    #expect(try inkedRows(label).lowerBound < middle.lowerBound)
    // Text that fits is where it is without shrinking.
    label.text = "HH"
    let fitting = try inkedRows(label)
    label.baselineAdjustment = .alignBaselines
    #expect(try inkedRows(label) == fitting)
  }

  @Test(
    "Fonts of styles follow the size of text, if they are to",
    .shows(
      "UIContentSizeCategoryAdjusting.adjustsFontForContentSizeCategory",
      "UIFont.preferredFont(forTextStyle:compatibleWith:)"
    )
  )
  func sizesOfText() {
    let large = UITraitCollection(preferredContentSizeCategory: .large)
    let body = UIFont.preferredFont(forTextStyle: .body, compatibleWith: large)
    let scaled = UIFontMetrics(forTextStyle: .body).scaledFont(
      for: .boldSystemFont(ofSize: 20),
      maximumPointSize: 25,
      compatibleWith: large
    )
    let (first, second, third, still) = (label("a"), label("b"), label("c"), label("d"))
    let (field, text) = (UITextField(), UITextView())
    (first.font, second.font, third.font, still.font) = (body, scaled, .systemFont(ofSize: 9), body)
    (field.font, text.font) = (body, body)
    for label in [first, second, third] { label.adjustsFontForContentSizeCategory = true }
    field.adjustsFontForContentSizeCategory = true
    text.adjustsFontForContentSizeCategory = true
    let window = makeWindow()
    window.screen = UIScreen(
      size: CGSize(width: 200, height: 200),
      scale: 1,
      safeArea: .zero,
      traits: UITraitCollection(preferredContentSizeCategory: .extraExtraExtraLarge)
    )
    for view in [first, second, third, still, field, text] { window.addSubview(view) }
    // Sizes: Human Interface Guidelines, "Typography".
    #expect(first.font.pointSize == 23 && still.font.pointSize == 17)
    #expect(second.font.pointSize == 25 && third.font.pointSize == 9)
    #expect(field.font?.pointSize == 23 && text.font?.pointSize == 23)
  }

  @Test("Attributes stay; what has none takes the label's", .shows("UILabel.attributedText"))
  func attributed() throws {
    let label = UILabel()
    let text = NSMutableAttributedString(string: "ab")
    text.addAttribute(.foregroundColor, value: UIColor.red, range: NSRange(location: 0, length: 1))
    label.attributedText = text
    #expect(label.text == "ab")
    let shown = try #require(label.attributedText)
    #expect(shown.attribute(.foregroundColor, at: 0, effectiveRange: nil) as? UIColor == .red)
    #expect(shown.attribute(.foregroundColor, at: 1, effectiveRange: nil) as? UIColor == .label)
    #expect(shown.attribute(.font, at: 1, effectiveRange: nil) as? UIFont == label.font)
    label.textColor = .blue
    let blue = try #require(label.attributedText)
    #expect(blue.attribute(.foregroundColor, at: 0, effectiveRange: nil) as? UIColor == .blue)
  }

  @Test(
    "A highlighted label has its other colour; a disabled one is faint",
    .shows("UILabel.highlightedTextColor", "UILabel.isEnabled")
  )
  func states() throws {
    let label = label("\u{2588}\u{2588}\u{2588}")
    label.textColor = .red
    label.highlightedTextColor = .blue
    label.sizeToFit()
    let middle = Int(label.bounds.height / 2)
    #expect(shown(label)?[5, middle] == Pixels.red)
    label.isHighlighted = true
    #expect(shown(label)?[5, middle] == Pixels.blue)
    label.isEnabled = false
    let alpha = try #require(shown(label)?[5, middle][3])
    #expect(abs(alpha - 128) <= 1)
  }

  @Test("A dynamic colour follows the style of the view")
  func dynamic() throws {
    let label = label("\u{2588}\u{2588}\u{2588}")
    label.sizeToFit()
    let middle = Int(label.bounds.height / 2)
    #expect(shown(label)?[5, middle] == Pixels.black)
    label.overrideUserInterfaceStyle = .dark
    #expect(shown(label)?[5, middle] == Pixels.white)
  }

  @Test("A million characters in a label are bounded, however it treats them")
  func hostile() {
    let texts = [
      String(repeating: "x", count: 1_000_000), String(repeating: "word ", count: 200_000),
      String(repeating: "\n", count: 1_000_000), String(repeating: "\u{301}", count: 1_000_000),
    ]
    for text in texts {
      let label = label(text)
      label.frame = CGRect(x: 0, y: 0, width: 200, height: 40)
      _ = drawn(4, 4) { label.layer.render(in: $0) }
      label.numberOfLines = 0
      #expect(label.sizeThatFits(CGSize(width: 200, height: 0)).height.isFinite)
      label.numberOfLines = 2
      label.lineBreakMode = .byTruncatingMiddle
      _ = drawn(4, 4) { label.layer.render(in: $0) }
    }
    let label = label("text")
    label.font = UIFont.systemFont(ofSize: 1e9)
    label.minimumScaleFactor = .nan
    label.adjustsFontSizeToFitWidth = true
    label.numberOfLines = -3
    label.frame = CGRect(x: 0, y: 0, width: 50, height: 50)
    _ = label.sizeThatFits(CGSize(width: CGFloat.nan, height: .infinity))
    _ = drawn(4, 4) { label.layer.render(in: $0) }
  }
}

@MainActor
@Suite("UITextField")
struct UITextFieldTests {
  private final class Delegate: UITextFieldDelegate {
    var refused = ""
    var calls: [String] = []

    func textField(
      _ textField: UITextField,
      shouldChangeCharactersIn range: NSRange,
      replacementString string: String
    ) -> Bool {
      calls.append("\(range.location)+\(range.length):\(string)")
      return string != refused || string.isEmpty
    }
  }

  @Test(
    "Keys change the end of the text, if the delegate lets them",
    .shows(
      "UITextField",
      "UITextField.text",
      "UITextField.delegate",
      "UITextFieldDelegate.textField(_:shouldChangeCharactersIn:replacementString:)",
      "UIKeyInput.insertText(_:)",
      "UIKeyInput.deleteBackward()",
      "UIKeyInput.hasText",
      "UIControl.Event.editingChanged"
    )
  )
  func typing() {
    let field = UITextField()
    let delegate = Delegate()
    delegate.refused = "x"
    field.delegate = delegate
    var changes = 0
    field.addAction(UIAction { _ in changes += 1 }, for: .editingChanged)
    field.insertText("a")
    field.insertText("x")
    field.insertText("\u{1F468}\u{200D}\u{1F469}")
    #expect(field.text == "a\u{1F468}\u{200D}\u{1F469}")
    field.deleteBackward()
    #expect(field.text == "a")
    field.deleteBackward()
    field.deleteBackward()
    #expect(field.text == "" && !field.hasText)
    #expect(delegate.calls == ["0+0:a", "1+0:x", "1+0:\u{1F468}\u{200D}\u{1F469}", "1+5:", "0+1:"])
    #expect(changes == 4)
    field.insertText("two\nlines")
    #expect(field.text == "two lines")
  }

  @Test(
    "A field in a window becomes the first responder, and ends when another one does",
    .shows(
      "UITextField.isEditing",
      "UIControl.Event.editingDidBegin",
      "UIControl.Event.editingDidEnd"
    )
  )
  func editing() {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    let (one, two) = (UITextField(), UITextField())
    window.addSubview(one)
    window.addSubview(two)
    var events: [String] = []
    one.addAction(UIAction { _ in events.append("begin") }, for: .editingDidBegin)
    one.addAction(UIAction { _ in events.append("end") }, for: .editingDidEnd)
    #expect(one.becomeFirstResponder() && one.isEditing)
    #expect(two.becomeFirstResponder())
    #expect(!one.isEditing && two.isEditing)
    #expect(events == ["begin", "end"])
    #expect(!UITextField().becomeFirstResponder())
  }

  @Test(
    "The placeholder shows while there is no text; secrets are dots",
    .shows(
      "UITextField.isSecureTextEntry",
      "UITextField.placeholder",
      "UITextField.borderStyle",
      "UITextField.BorderStyle.roundedRect"
    )
  )
  func showing() throws {
    let field = UITextField(frame: CGRect(x: 0, y: 0, width: 200, height: 40))
    field.placeholder = "Name"
    field.borderStyle = .roundedRect
    field.layoutIfNeeded()
    let labels = field.subviews.compactMap { $0 as? UILabel }
    let holder = try #require(labels.first { $0.text == "Name" })
    #expect(!holder.isHidden)
    #expect(holder.frame == CGRect(x: 7, y: 0, width: 186, height: 40))
    field.text = "secret"
    field.isSecureTextEntry = true
    field.layoutIfNeeded()
    #expect(holder.isHidden)
    #expect(labels.contains { $0.text == "\u{2022}\u{2022}\u{2022}\u{2022}\u{2022}\u{2022}" })
  }
}

@MainActor
@Suite("UITextView")
struct UITextViewTests {
  private final class Delegate: UITextViewDelegate {
    var changes = 0
    var isOpen = true

    func textViewDidChange(_ textView: UITextView) { changes += 1 }
    func textView(
      _ textView: UITextView,
      shouldChangeTextIn range: NSRange,
      replacementText text: String
    ) -> Bool { isOpen }
  }

  @Test(
    "Keys change the text at the selection, if the delegate lets them",
    .shows(
      "UITextView",
      "UITextView.text",
      "UITextView.selectedRange",
      "UITextViewDelegate.textView(_:shouldChangeTextIn:replacementText:)",
      "UITextViewDelegate.textViewDidChange(_:)"
    )
  )
  func typing() {
    let view = UITextView()
    let delegate = Delegate()
    view.delegate = delegate
    view.text = "abc"
    view.selectedRange = NSRange(location: 1, length: 1)
    view.insertText("XY")
    #expect(view.text == "aXYc" && view.selectedRange == NSRange(location: 3, length: 0))
    view.deleteBackward()
    #expect(view.text == "aXc" && delegate.changes == 2)
    delegate.isOpen = false
    view.insertText("no")
    #expect(view.text == "aXc")
    view.selectedRange = NSRange(location: -5, length: 1 << 40)
    #expect(view.selectedRange == NSRange(location: 0, length: 3))
  }

  @Test(
    "The content is as high as the text; the part at the offset shows",
    .shows("UITextView.font", "UITextView.textColor")
  )
  func scrolling() throws {
    let view = UITextView(frame: CGRect(x: 0, y: 0, width: 100, height: 60))
    view.font = .systemFont(ofSize: 20)
    view.textColor = .red
    view.text = String(repeating: "\u{2588}\n", count: 50)
    view.layoutIfNeeded()
    let line = UIFont.systemFont(ofSize: 20).lineHeight
    #expect(view.contentSize.height > 49 * line && view.contentSize.height < 60 * line)
    let before = view.layer.sublayers?.compactMap { $0.contents as? CGImage }.count
    view.contentOffset.y = 20 * line
    view.layoutIfNeeded()
    #expect(view.subviews.first?.frame == view.bounds)
    #expect(before != nil)
    let pixels = try #require(shown(view))
    #expect((0..<60).contains { pixels[8, $0] == Pixels.red })
  }

  @Test("A million characters in a text view are bounded")
  func hostile() {
    let view = UITextView(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
    view.text = String(repeating: "word ", count: 200_000)
    view.layoutIfNeeded()
    #expect(view.contentSize.height.isFinite)
    for size in [CGSize.zero, CGSize(width: 1e9, height: 1e9)] {
      view.frame.size = size
      view.layoutIfNeeded()
    }
  }
}
