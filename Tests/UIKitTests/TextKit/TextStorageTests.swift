// Text storages and layout managers, alone and in text views.
// Licensed under the MIT license; see LICENSE.

import Testing
import UIKit

@MainActor
private final class Recorder: NSTextStorageDelegate {
  var lines: [String] = []
  var change: ((NSTextStorage) -> Void)?

  func textStorage(
    _ textStorage: NSTextStorage,
    didProcessEditing editedMask: NSTextStorage.EditActions,
    range editedRange: NSRange,
    changeInLength delta: Int
  ) {
    lines.append("\(editedMask.rawValue) \(editedRange.location),\(editedRange.length) \(delta)")
    change?(textStorage)
  }
}

/// Keeps its text elsewhere, as storages of programs do.
private final class OwnStorage: NSTextStorage {
  private let backing = NSMutableAttributedString(string: "", attributes: nil)

  override var string: String { backing.string }

  override func attributes(
    at location: Int,
    effectiveRange range: NSRangePointer?
  ) -> [NSAttributedString.Key: Any] { backing.attributes(at: location, effectiveRange: range) }

  override func replaceCharacters(in range: NSRange, with str: String) {
    backing.replaceCharacters(in: range, with: str)
    edited(.editedCharacters, range: range, changeInLength: str.utf16.count - range.length)
  }

  override func setAttributes(_ attrs: [NSAttributedString.Key: Any]?, range: NSRange) {
    backing.setAttributes(attrs, range: range)
    edited(.editedAttributes, range: range, changeInLength: 0)
  }
}

private let key = NSAttributedString.Key("key")

@Suite("Text storages")
@MainActor
struct TextStorageTests {
  @Test("Changes are told of with their range and length")
  func reports() {
    let storage = NSTextStorage(string: "hello")
    let recorder = Recorder()
    storage.delegate = recorder
    storage.replaceCharacters(in: NSRange(location: 1, length: 2), with: "XYZ")
    #expect(storage.string == "hXYZlo")
    #expect(recorder.lines == ["2 1,3 1"])
    storage.addAttribute(key, value: 1, range: NSRange(location: 0, length: 2))
    #expect(recorder.lines.last == "1 0,2 0")
    storage.beginEditing()
    storage.deleteCharacters(in: NSRange(location: 0, length: 1))
    storage.append(NSAttributedString(string: "!"))
    #expect(recorder.lines.count == 2)
    storage.endEditing()
    #expect(recorder.lines.count == 3)
    #expect(storage.string == "XYZlo!")
    #expect(storage.editedMask.isEmpty && storage.changeInLength == 0)
  }

  @Test("Neighbours may have different objects as values, which Foundation cannot compare")
  func neighbours() {
    let storage = NSTextStorage(string: "abcdef")
    for place in 0..<6 {
      let size = CGFloat(10 + place)
      storage.addAttribute(
        .font,
        value: UIFont.systemFont(ofSize: size),
        range: NSRange(location: place, length: 1)
      )
    }
    storage.deleteCharacters(in: NSRange(location: 2, length: 2))
    storage.insert(
      NSAttributedString(string: "z", attributes: [.font: UIFont.systemFont(ofSize: 30)]),
      at: 1
    )
    let sizes = (0..<storage.length).map { place -> CGFloat in
      let font = storage.attribute(.font, at: place, effectiveRange: nil) as? UIFont
      return font?.pointSize ?? 0
    }
    #expect(storage.string == "azbef")
    #expect(sizes == [10, 30, 11, 14, 15])
  }

  @Test("Ranges beyond the text are cut to it")
  func hostileRanges() {
    let storage = NSTextStorage(string: "abc")
    storage.replaceCharacters(in: NSRange(location: 2, length: 50), with: "d")
    #expect(storage.string == "abd")
    storage.addAttribute(key, value: 1, range: NSRange(location: -5, length: 50))
    storage.deleteCharacters(in: NSRange(location: 70, length: 1))
    #expect(storage.string == "abd")
  }

  @Test("Changes by the delegate do not tell it again")
  func nested() {
    let storage = NSTextStorage(string: "abc")
    let recorder = Recorder()
    storage.delegate = recorder
    recorder.change = {
      $0.addAttribute(key, value: 1, range: NSRange(location: 0, length: $0.length))
    }
    storage.append(NSAttributedString(string: "d"))
    #expect(recorder.lines.count == 1)
    #expect(storage.attribute(key, at: 3, effectiveRange: nil) as? Int == 1)
  }

  @Test("A storage of a program, with its layout manager and container, is a text view's")
  func ownStorage() {
    let storage = OwnStorage()
    let manager = NSLayoutManager()
    let container = NSTextContainer(size: CGSize(width: 100, height: 100))
    manager.addTextContainer(container)
    storage.addLayoutManager(manager)
    storage.append(NSAttributedString(string: "one"))
    let view = UITextView(
      frame: CGRect(x: 0, y: 0, width: 100, height: 100),
      textContainer: container
    )
    #expect(view.text == "one" && view.textStorage === storage)
    #expect(view.layoutManager === manager)
    storage.replaceCharacters(in: NSRange(location: 0, length: 0), with: "> ")
    #expect(view.text == "> one")
    view.selectedRange = NSRange(location: 5, length: 0)
    view.insertText("!")
    #expect(storage.string == "> one!" && view.text == "> one!")
    view.text = "new"
    #expect(storage.string == "new")
  }
}

@Suite("Text views and their storage", .serialized)
@MainActor
struct TextViewStorageTests {
  private func makeView(_ text: String) -> UITextView {
    let window = makeWindow()
    let view = UITextView(frame: CGRect(x: 0, y: 0, width: 150, height: 150))
    view.font = .systemFont(ofSize: 20)
    view.text = text
    window.addSubview(view)
    window.layoutIfNeeded()
    return view
  }

  @Test("Changes of the storage change the text and its layout")
  func storageToView() {
    let view = makeView("a")
    let storage = view.textStorage
    let before = view.sizeThatFits(CGSize(width: 150, height: 0)).height
    storage.append(NSAttributedString(string: "\nb\nc"))
    #expect(view.text == "a\nb\nc")
    let after = view.sizeThatFits(CGSize(width: 150, height: 0)).height
    let line = UIFont.systemFont(ofSize: 20).lineHeight
    #expect(after - before > line && after - before < 2 * line + 2)
    view.selectedRange = NSRange(location: 5, length: 0)
    storage.deleteCharacters(in: NSRange(location: 1, length: 4))
    #expect(view.text == "a" && view.selectedRange == NSRange(location: 1, length: 0))
  }

  @Test("Typed text reaches the storage as one change, and its delegate may colour it")
  func viewToStorage() {
    let view = makeView("ab")
    let storage = view.textStorage
    let recorder = Recorder()
    storage.delegate = recorder
    recorder.change = { storage in
      storage.addAttribute(
        .foregroundColor,
        value: UIColor.red,
        range: NSRange(location: 0, length: storage.length)
      )
    }
    view.selectedRange = NSRange(location: 1, length: 0)
    view.insertText("X")
    #expect(storage.string == "aXb")
    #expect(recorder.lines == ["3 1,1 1"])
    let color = view.attributedText.attribute(.foregroundColor, at: 2, effectiveRange: nil)
    #expect(color as? UIColor == .red)
    #expect(view.selectedRange == NSRange(location: 2, length: 0))
    view.font = .systemFont(ofSize: 30)
    let font = storage.attribute(.font, at: 0, effectiveRange: nil) as? UIFont
    #expect(font?.pointSize == 30)
  }

  @Test("Typed text has the typing attributes until the selection changes")
  func typing() {
    let view = makeView("ab")
    view.typingAttributes = [.font: UIFont.systemFont(ofSize: 20), .foregroundColor: UIColor.red]
    view.insertText("c")
    #expect(view.text == "abc")
    func color(_ place: Int) -> UIColor? {
      view.attributedText.attribute(.foregroundColor, at: place, effectiveRange: nil) as? UIColor
    }
    #expect(color(2) == .red && color(1) == .label)
    #expect(view.typingAttributes[.foregroundColor] as? UIColor == .red)
    view.selectedRange = NSRange(location: 1, length: 0)
    #expect(view.typingAttributes[.foregroundColor] as? UIColor == .label)
    view.insertText("x")
    #expect(view.text == "axbc" && color(1) == .label && color(3) == .red)
  }
}

@Suite("Layout managers", .serialized)
@MainActor
struct LayoutManagerTests {
  private let font = UIFont.systemFont(ofSize: 20)

  @MainActor
  private struct Stack {
    let storage: NSTextStorage
    let manager = NSLayoutManager()
    let container: NSTextContainer

    init(_ text: String, _ font: UIFont, width: CGFloat) {
      storage = NSTextStorage(string: text, attributes: [.font: font])
      container = NSTextContainer(size: CGSize(width: width, height: 1000))
      manager.addTextContainer(container)
      storage.addLayoutManager(manager)
    }
  }

  @Test("Without a view, lines break in the container, and the padding is at both sides")
  func alone() {
    let stack = Stack("mmm mmm mmm", font, width: 80)
    #expect(stack.manager.numberOfGlyphs == 11)
    var lines: [NSRange] = []
    var tops: [CGFloat] = []
    stack.manager.enumerateLineFragments(forGlyphRange: NSRange(location: 0, length: 11)) {
      rect,
      _,
      _,
      range,
      _ in
      lines.append(range)
      tops.append(rect.minY)
      #expect(rect.width == 80 && rect.minX == 0)
    }
    #expect(lines.count == 3 && lines.first?.location == 0)
    #expect(lines.reduce(0) { $0 + $1.length } == 11)
    #expect(tops.first == 0 && tops == tops.sorted())
    let used = stack.manager.usedRect(for: stack.container)
    #expect(abs(used.height - 3 * font.lineHeight) < 3 && used.width <= 80 && used.width > 40)
    stack.container.size = CGSize(width: 500, height: 1000)
    let wide = stack.manager.usedRect(for: stack.container)
    #expect(abs(wide.height - font.lineHeight) < 2)
    let plain = NSAttributedString(string: "mmm mmm mmm", attributes: [.font: font]).size()
    #expect(abs(wide.width - plain.width - 10) < 0.1)
    stack.container.lineFragmentPadding = 0
    #expect(abs(stack.manager.usedRect(for: stack.container).width - plain.width) < 0.1)
  }

  @Test("Points lead to characters, and characters to rectangles")
  func points() {
    let stack = Stack("abcdef\nghi", font, width: 500)
    for place in [0, 3, 5, 7, 9] {
      let rect = stack.manager.boundingRect(
        forGlyphRange: NSRange(location: place, length: 1),
        in: stack.container
      )
      #expect(rect.width > 3 && rect.height > 15)
      var fraction: CGFloat = -1
      let found = stack.manager.characterIndex(
        for: CGPoint(x: rect.minX + rect.width / 4, y: rect.midY),
        in: stack.container,
        fractionOfDistanceBetweenInsertionPoints: &fraction
      )
      #expect(found == place)
      #expect(abs(fraction - 0.25) < 0.02)
      #expect(
        stack.manager.glyphIndex(for: CGPoint(x: rect.midX, y: rect.midY), in: stack.container)
          == place
      )
      let at = stack.manager.location(forGlyphAt: place)
      #expect(abs(at.x - rect.minX) < 0.01 && at.y > 10 && at.y < font.lineHeight)
    }
    let manager = stack.manager
    #expect(manager.glyphIndex(for: CGPoint(x: CGFloat.nan, y: 0), in: stack.container) == 0)
    #expect(manager.glyphIndex(for: CGPoint(x: 1e9, y: 0), in: stack.container) == 5)
    var line = NSRange()
    let second = manager.lineFragmentRect(forGlyphAt: 8, effectiveRange: &line)
    #expect(line == NSRange(location: 7, length: 3) && second.minY > 15)
  }

  @Test("Ranges are cut to the text, and hold whole characters")
  func ranges() {
    let stack = Stack("a👍b", font, width: 100)
    var actual = NSRange()
    let glyphs = stack.manager.glyphRange(
      forCharacterRange: NSRange(location: 2, length: 500),
      actualCharacterRange: &actual
    )
    #expect(glyphs == NSRange(location: 1, length: 3) && actual == glyphs)
    #expect(stack.manager.glyphRange(for: stack.container) == NSRange(location: 0, length: 4))
    let empty = Stack("", font, width: 100)
    #expect(empty.manager.usedRect(for: empty.container).width == 10)
    #expect(empty.manager.glyphIndex(for: .zero, in: empty.container) == 0)
    #expect(empty.manager.lineFragmentRect(forGlyphAt: 7, effectiveRange: nil) == .zero)
    let lone = NSLayoutManager()
    #expect(lone.numberOfGlyphs == 0 && lone.location(forGlyphAt: 3) == .zero)
  }

  @Test("That of a text view agrees with its carets")
  func ofView() {
    let window = makeWindow()
    let view = UITextView(frame: CGRect(x: 0, y: 0, width: 150, height: 150))
    view.font = font
    view.text = "hello world"
    window.addSubview(view)
    window.layoutIfNeeded()
    let rect = view.layoutManager.boundingRect(
      forGlyphRange: NSRange(location: 6, length: 5),
      in: view.textContainer
    )
    let position = view.position(from: view.beginningOfDocument, offset: 6)
    let caret = position.map { view.caretRect(for: $0) } ?? .zero
    // The view has 8 points above its container.
    #expect(abs(caret.minX - rect.minX) < 0.01 && abs(caret.minY - rect.minY - 8) < 0.01)
    view.layoutManager.ensureLayout(for: view.textContainer)
    view.text = "hi"
    #expect(view.layoutManager.numberOfGlyphs == 2)
  }
}
