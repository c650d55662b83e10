// Attributed strings of pages.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import TestClaims
import Testing

@testable import UIKit

@Suite("Attributed strings of pages")
struct HTMLTextTests {
  private func read(_ page: String) throws -> NSAttributedString {
    try NSAttributedString(
      data: Data(page.utf8),
      options: [.documentType: NSAttributedString.DocumentType.html],
      documentAttributes: nil
    )
  }

  private func value<Value>(
    _ key: NSAttributedString.Key,
    of word: String,
    in text: NSAttributedString
  ) -> Value? {
    let range = (text.string as NSString).range(of: word)
    guard range.location != NSNotFound else { return nil }
    return text.attributes(at: range.location, effectiveRange: nil)[key] as? Value
  }

  @Test(
    "Words, paragraphs, headings, breaks and lists"
  )
  func structure() throws {
    #expect(try read("one\n  two<b> three</b>").string == "one two three")
    #expect(try read("<p>One</p>\n<p>Two<br>Three</p>").string == "One\nTwo\nThree\n")
    #expect(try read("<h1>Head</h1>text").string == "Head\ntext")
    let list = "<ul><li>a</li><li>b<ol start=3><li>c<li>d</ol></li></ul>end"
    #expect(try read(list).string == "\t\u{2022}\ta\n\t\u{2022}\tb\n\t3\tc\n\t4\td\nend")
    #expect(try read("<pre>a\n  b</pre>").string == "a\n  b\n")
    #expect(try read("a &amp; b &#x41;&#66; &nope; &lt;c&gt;").string == "a & b AB &nope; <c>")
    #expect(try read("x<script>if (a<b) '</p>'</script>y<!-- <b> -->z").string == "xyz")
  }

  @Test("Looks follow elements and styles")
  func looks() throws {
    let text = try read(
      """
      plain <b>bold</b> <i>slanted</i> <u>under</u> <s>struck</s>
      <a href="https://example.com/a?b=1&amp;c=2">link</a>
      <span style="color: #ff8000; font-size: 20px; text-align: center">orange</span>
      <font color="blue">blue</font> <h2>second</h2>
      """
    )
    let plain: UIFont? = value(.font, of: "plain", in: text)
    #expect(plain == .systemFont(ofSize: 12))
    let bold: UIFont? = value(.font, of: "bold", in: text)
    #expect(bold == .systemFont(ofSize: 12, weight: .bold))
    let slanted: UIFont? = value(.font, of: "slanted", in: text)
    #expect(slanted?.fontDescriptor.symbolicTraits.contains(.traitItalic) == true)
    #expect(value(.underlineStyle, of: "under", in: text) == NSUnderlineStyle.single.rawValue)
    #expect(value(.strikethroughStyle, of: "struck", in: text) == NSUnderlineStyle.single.rawValue)
    #expect(value(.link, of: "link", in: text) == URL(string: "https://example.com/a?b=1&c=2"))
    let orange: UIColor? = value(.foregroundColor, of: "orange", in: text)
    #expect(orange == UIColor(red: 1, green: 128.0 / 255, blue: 0, alpha: 1))
    let large: UIFont? = value(.font, of: "orange", in: text)
    #expect(large?.pointSize == 15)
    let blue: UIColor? = value(.foregroundColor, of: "blue", in: text)
    #expect(blue == UIColor(red: 0, green: 0, blue: 1, alpha: 1))
    let second: UIFont? = value(.font, of: "second", in: text)
    #expect(second == .systemFont(ofSize: 18, weight: .bold))
  }

  @Test("Kinds and encodings are found, or refused", .shows("NSAttributedString.DocumentType"))
  func kinds() throws {
    let page = Data("<!DOCTYPE html><b>x</b>".utf8)
    var facts: NSDictionary?
    let text = try NSAttributedString(data: page, documentAttributes: &facts)
    #expect(text.string == "x")
    #expect(facts?["DocumentType"] as? String == "NSHTML")
    let plain = try NSAttributedString(data: Data("a <b>".utf8), documentAttributes: nil)
    #expect(plain.string == "a <b>")
    let latin = try NSAttributedString(data: Data([0xE9]), documentAttributes: nil)
    #expect(latin.string == "\u{E9}")
    #expect(throws: CocoaError.self) {
      _ = try NSAttributedString(data: Data("{\\rtf1 x}".utf8), documentAttributes: nil)
    }
    #expect(throws: CocoaError.self) {
      _ = try NSAttributedString(
        data: Data([0xFF, 0xFE, 0xFF]),
        options: [.characterEncoding: String.Encoding.utf8.rawValue],
        documentAttributes: nil
      )
    }
    #expect(throws: CocoaError.self) {
      _ = try NSAttributedString(data: Data(count: 8 << 20 | 1), documentAttributes: nil)
    }
  }

  @Test("Pages that are broken, deep or cut anywhere are read")
  func hostile() throws {
    let page = "<p align=center>a<b style='color:red'>b<i>c</b>&amp;</i><ul><li>d<!--e--></p>"
    for count in 0...page.utf8.count {
      _ = try read(String(decoding: page.utf8.prefix(count), as: UTF8.self))
    }
    let deep = String(repeating: "<div><b>", count: 20_000) + "x"
    #expect(try read(deep).string == "x")
    #expect(try read(String(repeating: "<", count: 50_000)).length == 50_000)
    #expect(try read(String(repeating: "&", count: 50_000)).length == 50_000)
    _ = try read("<span style='font-size:1e999px;color:rgb(1e9,-1,nan)'>x</span>")
    _ = try read("<p " + String(repeating: "a='", count: 10_000))
    var random = SystemRandomNumberGenerator()
    let signs = Array("<>/='\"&;# abp!-\n")
    for _ in 0..<300 {
      let text = (0..<80).map { _ in signs.randomElement(using: &random) ?? "<" }
      _ = try read(String(text))
    }
  }
}
