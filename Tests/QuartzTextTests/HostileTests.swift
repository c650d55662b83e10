// Text and boxes that nobody should make: a defined result in bounded time.
// Licensed under the MIT license; see LICENSE.

import CoreText
import QuartzMath
import QuartzText
import Testing

@Suite struct HostileTests {
  private static let parts = [
    "words": "word and ", "one word": "x", "Arabic": "سلام ", "marks": "\u{301}",
    "paragraphs": "a\n", "empty paragraphs": "\n", "line separators": "\u{2028}", "tabs": "\t",
    "controls": "\u{202E}a\u{202B}", "two directions": "a\u{5D0}", "Thai": "ก",
    "one emoji": "\u{1F468}\u{200D}", "zeros": "\u{0}",
  ]

  /// Each would take minutes if the time grew with the square of the length.
  @Test(arguments: parts.keys.sorted())
  func longTextsAreLaidOut(name: String) throws {
    let part = try #require(Self.parts[name])
    let text = sample(String(repeating: part, count: 20_000 / part.unicodeScalars.count))
    let all = try layout(text, TextLayoutOptions(width: 200))
    #expect(all.lines.last?.range.upperBound == text.length)
    for (line, next) in zip(all.lines, all.lines.dropFirst()) {
      #expect(line.range.upperBound == next.range.lowerBound)
    }
    #expect(all.size.width <= 200.001)
    let cut = try layout(text, TextLayoutOptions(width: 200, height: 50, truncation: .end))
    #expect(cut.lines.count <= 2 && cut.size.width <= 200.001)
  }

  @Test func millionCharactersAreLaidOut() throws {
    let text = sample(String(repeating: "word and ", count: 111_111))
    let layout = try layout(text, TextLayoutOptions(width: 300, height: 100, truncation: .end))
    #expect(layout.isTruncated && layout.lines.last?.range.upperBound == 999_999)
  }

  @Test func partsOfALongParagraphJoin() throws {
    // Longer than a part: the same words at the same distances as in short text.
    let text = sample(String(repeating: "ab ", count: 12_000))
    let layout = try layout(text, TextLayoutOptions(width: .infinity, isWrapped: false))
    #expect(layout.lines.count == 1)
    let width = 12_000 * (2 * 11.39 + 5.69) - 5.69
    #expect(abs(layout.size.width - width) < 36_000 * 20.48 * 0x1p-20)
    #expect(layout.glyphs.map(\.cluster) == Array(0..<36_000))
  }

  @Test func controlsHaveNoWidthAndBrokenSurrogatesShow() throws {
    let plain = try layout(sample("ab"))
    #expect(try layout(sample("a\u{0}\u{1}\u{7F}\u{9F}b")).size.width == plain.size.width)
    let units: [unichar] = [0x61, 0xD800, 0xDC00 + 0x3FF, 0xDC01, 0xD801, 0x62]
    let broken = sample(NSString(characters: units, length: 6) as String)
    let layout = try layout(broken)
    #expect(layout.lines[0].range.upperBound == broken.length)
    #expect(layout.glyphs.count >= 4)
  }

  @Test func stylesMayEndWithinALetter() throws {
    // Within a surrogate pair, before a mark, within a joined emoji, at each place of a word.
    let text = "a\u{1D11E}e\u{301}\u{1F468}\u{200D}\u{1F469}بببffi"
    let length = text.utf16.count
    let big = CTFontCreateWithName("LiberationSerif", 30, nil)
    for start in 0..<length {
      for end in start + 1...length {
        let string = sample(text)
        string.addAttribute(.font, value: big, range: NSRange(location: start, length: end - start))
        string.addAttribute(.kern, value: 1, range: NSRange(location: 0, length: end))
        for width in [Double.infinity, 0] {
          let result = try layout(string, TextLayoutOptions(width: width))
          #expect(result.lines.last?.range.upperBound == length)
        }
      }
    }
  }

  @Test func numbersThatAreNoneHaveDefinedResults() throws {
    for size in [Double.nan, .infinity, -.infinity, 0, -3, 1e300, 1e-300] {
      let font = CTFontCreateWithName("Helvetica", size, nil)
      let layout = try layout(sample("ab c", [.font: font]), TextLayoutOptions(width: 100))
      #expect(layout.size.width.isFinite && layout.size.height.isFinite)
      #expect(layout.lines.last?.range.upperBound == 4)
    }
    var matrix = CGAffineTransform(a: .nan, b: 0, c: 0, d: .infinity, tx: 0, ty: 0)
    #expect(CTFontGetMatrix(CTFontCreateWithName("Helvetica", 1, &matrix)).isIdentity)
    for width in [Double.nan, .infinity, -.infinity, 0, -1, 1e300, 1e-300] {
      for height in [Double.nan, .infinity, -.infinity, 0, 1e300] {
        for mode in [TextTruncation.none, .end, .start, .middle] {
          let options = TextLayoutOptions(width: width, height: height, truncation: mode)
          let layout = try layout(sample("ab c\nd"), options)
          #expect(layout.size.width.isFinite && layout.size.height.isFinite)
          #expect(layout.glyphs.allSatisfy { $0.position.x.isFinite && $0.position.y.isFinite })
        }
      }
    }
  }

  @Test func attributesOfTheWrongTypeAreLeftOut() throws {
    let plain = try layout(NSAttributedString(string: "ab"))
    for key in [
      kCTFontAttributeName, kCTForegroundColorAttributeName, kCTParagraphStyleAttributeName,
      kCTUnderlineStyleAttributeName, kCTKernAttributeName,
    ] {
      let string = NSAttributedString(
        string: "ab",
        attributes: [NSAttributedString.Key(rawValue: key): "nonsense"]
      )
      #expect(try layout(string).glyphs == plain.glyphs)
    }
  }

  @Test(arguments: [1e10, -1e10, 1e300, -1e300, .nan, .infinity, -1])
  func stylesOfLinesThatAreNone(number: Double) throws {
    let text = sample("ab", [.underlineStyle: number, .strikethroughStyle: number])
    #expect(try layout(text).lines.count == 1)
  }

  @Test func numbersOfStylesAreCutOff() throws {
    var values = CTParagraphStyle.Values()
    values.headIndent = 1e300
    values.lineSpacing = 1e300
    values.lineHeightMultiple = -4
    values.defaultTabInterval = 1e-300
    let style = CTParagraphStyle(values)
    let text = sample("a\tb c\nd", [.paragraphStyle: style, .kern: 1e300, .underlineStyle: 0x301])
    let layout = try layout(text, TextLayoutOptions(width: 50))
    #expect(layout.lines.last?.range.upperBound == 7)
    #expect(layout.decorations.count < 20_000)
  }
}
