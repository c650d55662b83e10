// Units of texts, by the tokenizer.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Testing

@testable import UIKit

@Suite("UITextInputStringTokenizer", .serialized)
@MainActor
struct TokenizerTests {
  private func units(_ granularity: UITextGranularity, _ text: String) -> [String] {
    let string = NSString(string: text)
    return TextUnits.ranges(of: granularity, in: text).map {
      string.substring(with: NSRange($0))
    }
  }

  @Test("Texts are taken apart by their characters")
  func parts() {
    #expect(units(.character, "a👍e\u{301}") == ["a", "👍", "e\u{301}"])
    #expect(units(.word, "  One, two-three 4x!") == ["One", "two", "three", "4x"])
    #expect(
      units(.sentence, "One. Two? \"Three!\" 1.5 is\nfour.")
        == ["One. ", "Two? ", "\"Three!\" ", "1.5 is\n", "four."]
    )
    #expect(units(.paragraph, "a\n\nb c\n") == ["a", "b c"])
    #expect(units(.document, "a b") == ["a b"])
    for number in 0..<6 {
      let granularity = UITextGranularity(rawValue: number)
      #expect(granularity.map { units($0, "") } == [])
    }
  }

  @Test("Boundaries, units around places, and the way to the next ones")
  func places() throws {
    let window = makeWindow(CGSize(width: 300, height: 200))
    defer { window.isHidden = true }
    let view = UITextView(frame: window.bounds)
    view.text = "one two"
    window.addSubview(view)
    let tokenizer = view.tokenizer
    let (forward, backward) = (
      UITextDirection.storage(.forward), UITextDirection.layout(.left)
    )
    func place(_ offset: Int) throws -> UITextPosition {
      try #require(view.position(from: view.beginningOfDocument, offset: offset))
    }
    func offset(_ position: UITextPosition?) -> Int? {
      position.map { view.offset(from: view.beginningOfDocument, to: $0) }
    }
    #expect(tokenizer.isPosition(try place(3), atBoundary: .word, inDirection: forward))
    #expect(!tokenizer.isPosition(try place(3), atBoundary: .word, inDirection: backward))
    #expect(tokenizer.isPosition(try place(4), atBoundary: .word, inDirection: backward))
    #expect(tokenizer.isPosition(try place(3), withinTextUnit: .word, inDirection: backward))
    #expect(!tokenizer.isPosition(try place(3), withinTextUnit: .word, inDirection: forward))
    #expect(
      offset(tokenizer.position(from: try place(0), toBoundary: .word, inDirection: forward)) == 3
    )
    #expect(
      offset(tokenizer.position(from: try place(3), toBoundary: .word, inDirection: forward)) == 7
    )
    #expect(
      offset(tokenizer.position(from: try place(7), toBoundary: .word, inDirection: backward)) == 4
    )
    #expect(tokenizer.position(from: try place(7), toBoundary: .word, inDirection: forward) == nil)
    let range = tokenizer.rangeEnclosingPosition(
      try place(5),
      with: .word,
      inDirection: forward
    )
    #expect(range.flatMap { view.text(in: $0) } == "two")
    #expect(
      tokenizer.rangeEnclosingPosition(try place(3), with: .word, inDirection: forward) == nil
    )
  }

  @Test("Lines of a text view are those that show")
  func lines() throws {
    let window = makeWindow(CGSize(width: 300, height: 200))
    defer { window.isHidden = true }
    let view = UITextView(frame: CGRect(x: 0, y: 0, width: 80, height: 200))
    view.text = "words and more words in lines"
    window.addSubview(view)
    view.layoutIfNeeded()
    let end = try #require(
      view.tokenizer.position(
        from: view.beginningOfDocument,
        toBoundary: .line,
        inDirection: .storage(.forward)
      )
    )
    let first = view.offset(from: view.beginningOfDocument, to: end)
    #expect(first > 0 && first < view.text.utf16.count)
  }

  @Test("Glass blurs what is behind it, and takes a colour")
  func glass() {
    let traits = UITraitCollection.current
    let effect = UIGlassEffect(style: .clear)
    #expect(effect.recipe(traits).radius < UIGlassEffect().recipe(traits).radius)
    effect.tintColor = .red
    let view = UIVisualEffectView(effect: effect)
    #expect(view.subviews[0].layer.filters?.count == 2 && !view.subviews[0].isHidden)
    #expect(view.subviews[1].backgroundColor == UIColor.red.withAlphaComponent(0.5))
    view.effect = nil
    #expect(view.subviews[0].isHidden)
    let copy = effect.copy() as? UIGlassEffect
    #expect(copy?.tintColor == .red && copy?.style == .clear)
  }
}
