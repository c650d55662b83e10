// The caret, the selection and marked text of text views and text fields.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import TestClaims
import TestRandom
import Testing

@testable import UIKit

/// A text view of 100 x 120 points in a window of its own, with the keys.
@MainActor
private struct TextStage {
  final class Listener: UITextViewDelegate {
    var calls: [String] = []
    var refuses = false

    func textView(
      _ textView: UITextView,
      shouldChangeTextIn range: NSRange,
      replacementText text: String
    ) -> Bool {
      calls.append("\(range.location),\(range.length) \(text)")
      return !refuses
    }

    func textViewDidBeginEditing(_ textView: UITextView) { calls.append("begins") }
    func textViewDidEndEditing(_ textView: UITextView) { calls.append("ends") }
    func textViewDidChange(_ textView: UITextView) { calls.append("changes") }
    func textViewDidChangeSelection(_ textView: UITextView) {
      let range = textView.selectedRange
      calls.append("selects \(range.location),\(range.length)")
    }
  }

  let window = makeWindow(CGSize(width: 200, height: 200))
  let view = UITextView(frame: CGRect(x: 10, y: 10, width: 100, height: 120))
  let listener = Listener()
  var app: UIApplication { UIApplication.shared }

  init(_ text: String, isEditing: Bool = true) {
    view.font = .systemFont(ofSize: 20)
    view.text = text
    view.delegate = listener
    window.addSubview(view)
    window.makeKey()
    if isEditing { view.becomeFirstResponder() }
    window.layoutIfNeeded()
    CATransaction.flush()
    listener.calls = []
  }

  func key(_ name: String, _ flags: UIKeyModifierFlags = []) {
    let key = UIKey(characters: name, modifierFlags: flags)
    app.keyDown(key)
    app.keyUp(key)
  }

  var selected: String {
    "\(view.selectedRange.location),\(view.selectedRange.length)"
  }

  func caret(_ offset: Int) -> CGRect { view.caretRect(for: UITextPosition(offset)) }

  /// The middle of the caret before a character, in the window.
  func point(_ offset: Int) -> CGPoint {
    let rect = caret(offset)
    return view.convert(CGPoint(x: rect.minX, y: rect.midY), to: window)
  }
}

@Suite("Selection in text views", .serialized)
@MainActor
struct TextSelectionTests {
  @Test(
    "Places rise along a line and from line to line, and points lead back to them",
    .shows("UITextView.closestPosition(to:)"),
    arguments: ["one two three four", "ab\ncd\n\nef", "a\n", "", "\n\n", "fi e\u{301}👨‍👩‍👧 שלום ab"]
  )
  func places(_ text: String) throws {
    let stage = TextStage(text)
    var edges = [0]
    for character in text { edges.append(edges[edges.count - 1] + character.utf16.count) }
    var last = CGPoint(x: -1, y: -1)
    for edge in edges {
      let rect = stage.caret(edge)
      #expect(rect.width == 2 && rect.height > 15 && rect.minX.isFinite)
      #expect(rect.minY >= last.y)
      // Directions are mixed in the last text: there x does not rise.
      if rect.minY == last.y, !text.hasPrefix("fi") { #expect(rect.minX > last.x) }
      last = rect.origin
      let found = try #require(
        stage.view.closestPosition(to: CGPoint(x: rect.minX, y: rect.midY))
      )
      #expect(stage.caret(found.offset) == rect, "\(edge) is \(found.offset)")
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
    if text.count < 10 {
      let height = stage.caret(0).height
      #expect(last.y >= 8 + CGFloat(lines - 1) * height * 0.9)
    }
    #expect(stage.view.closestPosition(to: CGPoint(x: -50, y: -50))?.offset == 0)
    #expect(stage.view.closestPosition(to: CGPoint(x: CGFloat.nan, y: 0))?.offset == 0)
    let end = stage.view.closestPosition(to: CGPoint(x: 1e6, y: 1e6))
    #expect(end?.offset == text.utf16.count || text.hasPrefix("fi"))
  }

  @Test("Arrows move by characters, words and lines, and up and down return to their x")
  func keys() {
    let stage = TextStage("nnnnnn\ni\nnnnnnn")
    stage.view.selectedRange = NSRange(location: 4, length: 0)
    stage.key("UIKeyInputDownArrow")
    #expect(stage.selected == "8,0")
    stage.key("UIKeyInputDownArrow")
    #expect(stage.selected == "13,0")
    stage.key("UIKeyInputDownArrow")
    #expect(stage.selected == "15,0")
    stage.key("UIKeyInputHome")
    #expect(stage.selected == "9,0")
    stage.key("UIKeyInputUpArrow", .shift)
    #expect(stage.selected == "7,2")
    stage.key("UIKeyInputLeftArrow")
    #expect(stage.selected == "7,0")
    stage.key("UIKeyInputEnd")
    #expect(stage.selected == "8,0")
    stage.key("UIKeyInputRightArrow", [.alternate, .shift])
    #expect(stage.selected == "8,7")
    stage.key("UIKeyInputUpArrow")
    stage.key("UIKeyInputUpArrow")
    stage.key("UIKeyInputUpArrow")
    #expect(stage.selected == "0,0")
    stage.key("a", .command)
    #expect(stage.selected == "0,15")
    UIPasteboard.general.string = nil
    stage.key("x", .command)
    #expect(stage.view.text == "" && UIPasteboard.general.string == "nnnnnn\ni\nnnnnnn")
    stage.key("v", .command)
    stage.key("UIKeyInputLeftArrow")
    stage.key("UIKeyInputDelete")
    #expect(stage.view.text == "nnnnnn\ni\nnnnnn" && stage.selected == "14,0")
  }

  @Test("Keys scroll the caret into view")
  func scrolling() {
    let stage = TextStage((0..<40).map(String.init).joined(separator: "\n"))
    stage.key("a", .command)
    stage.key("UIKeyInputRightArrow")
    #expect(stage.view.bounds.contains(stage.caret(stage.view.text.utf16.count)))
    for _ in 0..<39 { stage.key("UIKeyInputUpArrow") }
    #expect(stage.view.bounds.contains(stage.caret(0)) && stage.view.contentOffset.y < 10)
  }

  @Test("C14: a tap puts the caret at its lift, two taps select the word, three the paragraph")
  func taps() {
    let stage = TextStage("one two\nthree", isEditing: false)
    stage.app.touchBegan(at: stage.point(2), time: 1)
    #expect(!stage.view.isFirstResponder)
    stage.app.touchEnded(time: 1.05)
    #expect(stage.view.isFirstResponder && stage.selected == "2,0")
    #expect(stage.listener.calls == ["begins", "selects 2,0"])
    stage.app.tap(at: stage.point(5), count: 2, time: 3)
    #expect(stage.selected == "4,3")
    stage.app.tap(at: stage.point(5), count: 3, time: 5)
    #expect(stage.selected == "0,8")
    stage.app.tap(at: CGPoint(x: 100, y: 120), time: 7)
    #expect(stage.selected == "13,0")
  }

  @Test("A long press takes the caret along; a tap and a press select words; both do not scroll")
  func presses() {
    let stage = TextStage("one two\nthree\n\n\n\n\n\n\n\n\n\nend")
    stage.app.touchBegan(at: stage.point(1), time: 1)
    stage.app.touchMoved(to: stage.point(1), time: 1.6)
    #expect(stage.selected == "1,0")
    stage.app.touchMoved(to: stage.point(10), time: 1.7)
    #expect(stage.selected == "10,0")
    stage.app.touchEnded(time: 1.8)
    #expect(stage.view.contentOffset.y == 0)
    stage.app.tap(at: stage.point(5), time: 3)
    stage.app.touchBegan(at: stage.point(5), time: 3.2)
    stage.app.touchMoved(to: stage.point(5), time: 3.45)
    #expect(stage.selected == "4,3")
    stage.app.touchMoved(to: stage.point(10), time: 3.5)
    #expect(stage.selected == "4,9")
    stage.app.touchMoved(to: stage.point(1), time: 3.6)
    #expect(stage.selected == "0,7")
    stage.app.touchEnded(time: 3.7)
    #expect(stage.selected == "0,7" && stage.view.contentOffset.y == 0)
    // A quick drag scrolls.
    stage.app.drag(
      from: CGPoint(x: 50, y: 100),
      to: CGPoint(x: 50, y: 40),
      duration: 0.1,
      time: 6
    )
    #expect(stage.view.contentOffset.y > 0 && stage.selected == "0,7")
  }

  @Test(
    "Text that is not edited is selected and copied, and not changed; or not even that",
    .shows("UITextView.isEditable", "UITextView.isSelectable")
  )
  func readOnly() {
    let stage = TextStage("one two", isEditing: false)
    stage.view.isEditable = false
    stage.app.keyboardHeight = 50
    defer { stage.app.keyboardHeight = 0 }
    stage.app.tap(at: stage.point(2), time: 1)
    #expect(!stage.view.isFirstResponder)
    stage.app.tap(at: stage.point(5), count: 2, time: 3)
    #expect(stage.view.isFirstResponder && stage.selected == "4,3")
    #expect(stage.window.keyboard.height == 0)
    UIPasteboard.general.string = nil
    stage.key("c", .command)
    stage.key("x", .command)
    stage.key("v", .command)
    stage.key("UIKeyInputDelete")
    stage.app.type("a")
    #expect(stage.view.text == "one two" && UIPasteboard.general.string == "two")
    #expect(!stage.listener.calls.contains("begins"))
    stage.view.resignFirstResponder()
    #expect(!stage.listener.calls.contains("ends"))
    stage.view.isSelectable = false
    stage.app.tap(at: stage.point(5), count: 2, time: 5)
    #expect(!stage.view.isFirstResponder && !stage.view.becomeFirstResponder())
  }

  @Test("The selection lies behind the text, the caret over it, while the view has the keys")
  func pictures() throws {
    let stage = TextStage("ii\nii")
    stage.view.tintColor = .blue
    stage.view.textColor = .clear
    stage.view.selectedRange = NSRange(location: 1, length: 3)
    stage.view.layoutIfNeeded()
    let tint = [UInt8(204), 204, 255, 255]
    stage.window.backgroundColor = .white
    func color(_ rect: CGRect) throws -> [UInt8] {
      let place = stage.view.convert(CGPoint(x: rect.minX + 1, y: rect.midY), to: stage.window)
      return pixel(try stage.window.image(), Int(place.x), Int(place.y))
    }
    // From the second letter to the end of the line, and one letter of the next line.
    #expect(try color(stage.caret(1)) == tint)
    #expect(try color(CGRect(x: 90, y: stage.caret(1).midY, width: 0, height: 0)) == tint)
    #expect(try color(stage.caret(3)) == tint)
    #expect(try color(stage.caret(4).offsetBy(dx: 1, dy: 0)) == [255, 255, 255, 255])
    stage.view.selectedRange = NSRange(location: 4, length: 0)
    #expect(try color(stage.caret(4)) == [0, 0, 255, 255])
    stage.view.resignFirstResponder()
    #expect(try color(stage.caret(4)) == [255, 255, 255, 255])
  }

  @Test("Random keys and taps: the selection stays in the text, between its characters")
  func random() {
    let stage = TextStage("")
    var random = SeededGenerator(seed: 3)
    let names = [
      "UIKeyInputLeftArrow", "UIKeyInputRightArrow", "UIKeyInputUpArrow", "UIKeyInputDownArrow",
      "UIKeyInputHome", "UIKeyInputEnd", "UIKeyInputDelete", "\u{8}", "a", " ", "\r", "é",
      "👨‍👩‍👧", "\u{301}", "ש", "long word ",
    ]
    let flags: [UIKeyModifierFlags] = [[], [], .shift, .alternate, [.shift, .alternate], .command]
    for step in 0..<500 {
      if random.index(below: 8) == 0 {
        let point = CGPoint(x: random.index(below: 120), y: random.index(below: 140))
        stage.app.tap(at: point, count: 1 + random.index(below: 3), time: Double(step) * 4 + 4)
      } else {
        stage.key(names[random.index(below: names.count)], flags[random.index(below: flags.count)])
      }
      let text: String = stage.view.text
      let selection = stage.view.selection
      #expect(NSMaxRange(selection.range) <= text.utf16.count)
      #expect(FieldSelection.edge(selection.head, in: text) == selection.head)
      let rect = stage.caret(selection.head)
      #expect(rect.minX.isFinite && rect.minY.isFinite && rect.height > 0)
      if text.utf16.count > 80 { stage.view.text = "" }
    }
  }
}

@Suite("Marked text", .serialized)
@MainActor
struct MarkedTextTests {
  private func marks(_ input: any UITextInput) -> String {
    input.markedTextRange.map { "\($0.start.offset),\($0.range.length)" } ?? "none"
  }

  private func field(_ text: String, in window: UIWindow) -> UITextField {
    let field = UITextField(frame: CGRect(x: 0, y: 0, width: 200, height: 40))
    field.text = text
    window.addSubview(field)
    window.makeKey()
    field.becomeFirstResponder()
    return field
  }

  /// The steps of an input method that composes a character.
  private func compose(_ input: any UITextInput, _ text: () -> String?, _ selected: () -> String) {
    input.setMarkedText("n", selectedRange: NSRange(location: 1, length: 0))
    #expect(text() == "an" && marks(input) == "1,1" && selected() == "2,0")
    input.setMarkedText("nihao", selectedRange: NSRange(location: 2, length: 3))
    #expect(text() == "anihao" && marks(input) == "1,5" && selected() == "3,3")
    input.setMarkedText("niha", selectedRange: NSRange(location: -1, length: 99))
    #expect(text() == "aniha" && marks(input) == "1,4" && selected() == "1,4")
    input.insertText("你好")
    #expect(text() == "a你好" && marks(input) == "none" && selected() == "3,0")
    input.setMarkedText("x", selectedRange: NSRange(location: 1, length: 0))
    input.unmarkText()
    #expect(text() == "a你好x" && marks(input) == "none")
    input.setMarkedText("yz", selectedRange: NSRange(location: 2, length: 0))
    input.deleteBackward()
    #expect(text() == "a你好xy" && marks(input) == "4,1")
    input.deleteBackward()
    #expect(text() == "a你好x" && marks(input) == "none")
    input.setMarkedText("q", selectedRange: NSRange(location: 1, length: 0))
    input.setMarkedText(nil, selectedRange: NSRange(location: 0, length: 0))
    #expect(text() == "a你好x" && marks(input) == "none")
    input.setMarkedText("zz", selectedRange: NSRange(location: 2, length: 0))
    input.selectedTextRange = input.textRange(
      from: input.beginningOfDocument,
      to: input.beginningOfDocument
    )
    #expect(text() == "a你好xzz" && marks(input) == "none" && selected() == "0,0")
  }

  @Test(
    "An input method composes in a text field",
    .shows("UITextInput.setMarkedText(_:selectedRange:)", "UITextInput.markedTextRange")
  )
  func inField() {
    let window = makeWindow()
    let field = field("a", in: window)
    compose(field, { field.text }) {
      "\(field.selection.range.location),\(field.selection.range.length)"
    }
    field.setMarkedText("zz", selectedRange: NSRange(location: 2, length: 0))
    field.resignFirstResponder()
    #expect(marks(field) == "none" && field.text == "zza你好xzz")
  }

  @Test("An input method composes in a text view", .shows("UITextView.markedTextRange"))
  func inView() {
    let stage = TextStage("a")
    compose(stage.view, { stage.view.text }) { stage.selected }
    stage.view.setMarkedText("zz", selectedRange: NSRange(location: 2, length: 0))
    stage.view.resignFirstResponder()
    #expect(marks(stage.view) == "none" && stage.view.text == "zza你好xzz")
  }

  @Test("The delegate is asked for marked text; a refusal leaves all as it is")
  func delegates() {
    let stage = TextStage("ab")
    stage.view.setMarkedText("c", selectedRange: NSRange(location: 1, length: 0))
    #expect(stage.listener.calls.first == "2,0 c")
    stage.listener.refuses = true
    stage.view.setMarkedText("cd", selectedRange: NSRange(location: 0, length: 0))
    stage.view.insertText("x")
    #expect(stage.view.text == "abc" && marks(stage.view) == "2,1" && stage.selected == "3,0")
    stage.view.text = "new"
    #expect(marks(stage.view) == "none")
  }

  @Test("Marked text has a line under it, or the attributes that are set")
  func looks() throws {
    let window = makeWindow()
    let field = field("", in: window)
    field.textColor = .clear
    field.font = .systemFont(ofSize: 20)
    field.setMarkedText("mm", selectedRange: NSRange(location: 0, length: 2))
    field.layoutIfNeeded()
    let shown = try #require(field.label.attributedText)
    #expect(shown.attribute(.underlineStyle, at: 1, effectiveRange: nil) != nil)
    field.markedTextStyle = [.backgroundColor: UIColor.red]
    field.layoutIfNeeded()
    let other = try #require(field.label.attributedText)
    #expect(other.attribute(.underlineStyle, at: 1, effectiveRange: nil) == nil)
    #expect(other.attribute(.backgroundColor, at: 0, effectiveRange: nil) as? UIColor == .red)
    field.unmarkText()
    field.layoutIfNeeded()
    let plain = try #require(field.label.attributedText)
    #expect(plain.attribute(.backgroundColor, at: 0, effectiveRange: nil) == nil)
    let stage = TextStage("")
    stage.view.setMarkedText("mm", selectedRange: NSRange(location: 0, length: 2))
    #expect(!stage.view.box(width: 90).layout.decorations.isEmpty)
    stage.view.unmarkText()
    #expect(stage.view.box(width: 90).layout.decorations.isEmpty)
  }
}
