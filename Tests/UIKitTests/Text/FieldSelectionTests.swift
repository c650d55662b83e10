// The caret and the selection of text fields.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import TestRandom
import Testing

@testable import UIKit

/// A test's own window: nothing comes between its making and the test.
@MainActor
private struct FieldSelectionStage {
  private final class Listener: UITextFieldDelegate {
    var calls: [String] = []
    var refuses = false

    func textField(
      _ textField: UITextField,
      shouldChangeCharactersIn range: NSRange,
      replacementString string: String
    ) -> Bool {
      calls.append("\(range.location),\(range.length) \(string)")
      return !refuses
    }

    func textFieldDidChangeSelection(_ textField: UITextField) {
      let range = textField.selectedTextRange.map { "\($0.start.offset)-\($0.end.offset)" }
      calls.append("selects \(range ?? "none")")
    }
  }

  private let window = makeWindow(CGSize(width: 300, height: 100))
  private let field = UITextField(frame: CGRect(x: 10, y: 10, width: 200, height: 30))
  private let listener = Listener()
  private var app: UIApplication { UIApplication.shared }

  init() {
    window.addSubview(field)
    window.makeKey()
    field.text = "one two"
    field.delegate = listener
    field.becomeFirstResponder()
    field.layoutIfNeeded()
    CATransaction.flush()
  }

  private func key(_ name: String, _ flags: UIKeyModifierFlags = []) {
    let key = UIKey(characters: name, modifierFlags: flags)
    app.keyDown(key)
    app.keyUp(key)
  }

  private var selected: String {
    let range = field.selectedTextRange
    return "\(range?.start.offset ?? -1)-\(range?.end.offset ?? -1)"
  }

  func keys() {
    #expect(selected == "7-7")
    key("UIKeyInputLeftArrow")
    #expect(selected == "6-6")
    key("UIKeyInputLeftArrow", .alternate)
    #expect(selected == "4-4")
    key("UIKeyInputLeftArrow", [.alternate, .shift])
    #expect(selected == "0-4")
    key("UIKeyInputRightArrow")
    #expect(selected == "4-4")
    key("UIKeyInputRightArrow", .alternate)
    #expect(selected == "7-7")
    key("UIKeyInputHome")
    #expect(selected == "0-0")
    key("UIKeyInputLeftArrow")
    #expect(selected == "0-0")
    key("UIKeyInputEnd", .shift)
    #expect(selected == "0-7")
    key("UIKeyInputPageUp")
    #expect(field.text == "one two")
  }

  func typing() {
    key("UIKeyInputHome")
    listener.calls = []
    app.type("a")
    #expect(field.text == "aone two" && selected == "1-1")
    #expect(listener.calls == ["0,0 a", "selects 1-1"])
    key("UIKeyInputRightArrow", [.alternate, .shift])
    app.type("b")
    #expect(field.text == "ab two" && selected == "2-2")
    key("\u{8}")
    #expect(field.text == "a two" && selected == "1-1")
    key("UIKeyInputDelete")
    #expect(field.text == "atwo" && selected == "1-1")
    listener.refuses = true
    app.type("c")
    key("\u{8}")
    #expect(field.text == "atwo" && selected == "1-1")
    field.text = "new"
    #expect(selected == "3-3", "\(selected)")
  }

  func characters() {
    field.text = "a👨‍👩‍👧e\u{301}"
    let length = "a👨‍👩‍👧e\u{301}".utf16.count
    key("UIKeyInputLeftArrow")
    #expect(selected == "\(length - 2)-\(length - 2)")
    key("UIKeyInputLeftArrow")
    #expect(selected == "1-1")
    key("UIKeyInputDelete")
    #expect(field.text == "ae\u{301}")
    // A place within a character is that of its begin.
    let end = field.endOfDocument
    field.selectedTextRange = field.position(from: end, offset: -1).flatMap {
      field.textRange(from: $0, to: $0)
    }
    #expect(selected == "1-1")
  }

  func pasteboard() {
    UIPasteboard.general.string = nil
    key("a", .command)
    #expect(selected == "0-7")
    key("c", .command)
    #expect(UIPasteboard.general.string == "one two" && field.text == "one two")
    key("UIKeyInputRightArrow")
    key("v", .command)
    #expect(field.text == "one twoone two")
    key("UIKeyInputLeftArrow", [.alternate, .shift])
    key("x", .control)
    #expect(field.text == "one twoone " && UIPasteboard.general.string == "two")
    field.isSecureTextEntry = true
    key("a", .command)
    key("x", .command)
    #expect(field.text == "one twoone " && UIPasteboard.general.string == "two")
  }

  func fingers() throws {
    field.resignFirstResponder()
    #expect(field.selectedTextRange == nil)
    // Between the third character and the fourth one.
    let place = try #require(field.position(from: field.beginningOfDocument, offset: 3))
    let caret = field.caretRect(for: place)
    let point = field.convert(CGPoint(x: caret.minX + 1, y: 15), to: window)
    app.tap(at: point, time: 1)
    #expect(field.isEditing)
    #expect(selected == "3-3")
    app.tap(at: CGPoint(x: 205, y: 25), time: 3)
    #expect(selected == "7-7")
    app.tap(at: CGPoint(x: 11, y: 25), time: 5)
    #expect(selected == "0-0")
    let second = try #require(field.position(from: field.beginningOfDocument, offset: 5))
    let word = field.convert(CGPoint(x: field.caretRect(for: second).minX, y: 15), to: window)
    app.tap(at: word, count: 2, time: 7)
    #expect(selected == "4-7")
    field.layoutIfNeeded()
    let first = try #require(field.position(from: field.beginningOfDocument, offset: 4))
    #expect(field.highlight.frame.minX == field.caretRect(for: first).minX)
  }

  /// The tap that begins editing, for each alignment; the clear button that comes takes room.
  func firstTap() throws {
    for alignment in [NSTextAlignment.left, .center, .right] {
      field.resignFirstResponder()
      field.textAlignment = alignment
      field.clearButtonMode = .whileEditing
      field.layoutIfNeeded()
      // Behind the space, where it shows before editing.
      let place = try #require(field.position(from: field.beginningOfDocument, offset: 4))
      let x = field.caretRect(for: place).minX
      app.tap(at: field.convert(CGPoint(x: x, y: 15), to: window), time: now + 2)
      #expect(field.isEditing)
      #expect(selected == "4-4", "\(alignment)")
      field.layoutIfNeeded()
      #expect(field.caret.frame == field.caretRect(for: place) && !field.caret.isHidden)
    }
    field.resignFirstResponder()
    field.clearsOnBeginEditing = true
    app.tap(at: CGPoint(x: 40, y: 25), time: now + 2)
    #expect(field.text == "" && selected == "0-0")
  }

  private var now: Double { window.context?.currentTime ?? 0 }

  func places() throws {
    let begin = field.beginningOfDocument
    // A space takes room, also where it is the last character.
    let edges = (0...7).map { offset in
      field.position(from: begin, offset: offset).map { field.caretRect(for: $0).minX } ?? 0
    }
    #expect(zip(edges, edges.dropFirst()).allSatisfy { $1 - $0 > 2 }, "\(edges)")
    let third = try #require(field.position(from: begin, offset: 3))
    let range = try #require(field.textRange(from: third, to: begin))
    #expect(field.text(in: range) == "one" && !range.isEmpty)
    #expect(field.offset(from: begin, to: field.endOfDocument) == 7)
    #expect(field.compare(third, to: begin) == .orderedDescending)
    #expect(field.position(from: begin, offset: -1) == nil)
    #expect(field.position(from: third, offset: .max) == nil)
    #expect(field.position(from: begin, offset: 8) == nil)
    field.replace(range, withText: "three")
    #expect(field.text == "three two" && selected == "5-5")
    field.text = ""
    #expect(field.text(in: range) == nil && field.closestPosition(to: .zero)?.offset == 0)
  }

  func random() {
    var random = SeededGenerator(seed: 7)
    let names = [
      "UIKeyInputLeftArrow", "UIKeyInputRightArrow", "UIKeyInputHome", "UIKeyInputEnd",
      "UIKeyInputDelete", "\u{8}", "a", " ", "é", "👨‍👩‍👧", "\u{301}",
    ]
    let flags: [UIKeyModifierFlags] = [[], [], .shift, .alternate, [.shift, .alternate], .command]
    for _ in 0..<600 {
      key(names[random.index(below: names.count)], flags[random.index(below: flags.count)])
      let text = field.text ?? ""
      let (start, end) = (field.selection.range.location, NSMaxRange(field.selection.range))
      #expect(start >= 0 && end <= text.utf16.count)
      #expect(FieldSelection.edge(field.selection.head, in: text) == field.selection.head)
      if text.utf16.count > 60 { field.text = "" }
    }
  }
}

@Suite("Selection in text fields")
@MainActor
struct FieldSelectionTests {
  @Test("Keys move the caret, by characters, words and to the ends, and select with shift")
  func keys() { FieldSelectionStage().keys() }

  @Test("Text comes at the caret, and in the place of what is selected")
  func typing() { FieldSelectionStage().typing() }

  @Test("Characters of several code units are one step")
  func characters() { FieldSelectionStage().characters() }

  @Test("The pasteboard: copy, cut and paste, but not of secret text")
  func pasteboard() { FieldSelectionStage().pasteboard() }

  @Test("A tap puts the caret at the nearest character, two taps select the word")
  func fingers() throws { try FieldSelectionStage().fingers() }

  @Test("C14: the tap that begins editing puts the caret where it is")
  func firstTap() throws { try FieldSelectionStage().firstTap() }

  @Test("Places and ranges")
  func places() throws { try FieldSelectionStage().places() }

  @Test("Random keys: the selection stays within the text, between its characters")
  func random() { FieldSelectionStage().random() }
}
