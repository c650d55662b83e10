// Where lines, glyphs and decorations are.
// Licensed under the MIT license; see LICENSE.

import CoreText
import QuartzMath
import QuartzText
import Testing

/// A string in Liberation Sans of 20.48 points, so that 100 units of the font are a point.
func sample(
  _ string: String,
  _ attributes: [NSAttributedString.Key: Any] = [:]
) -> NSMutableAttributedString {
  let font = CTFontCreateWithName("LiberationSans", 20.48, nil)
  return NSMutableAttributedString(
    string: string,
    attributes: [.font: font].merging(attributes) { $1 }
  )
}

/// The layout of a string, black if it does not say otherwise.
func layout(
  _ string: NSAttributedString,
  _ options: TextLayoutOptions = TextLayoutOptions()
) throws -> TextLayout {
  TextLayout(string, in: options, defaults: .coreText)
}

/// Pango's positions are rounded to 2^-20 em, a line of these tests has less than 64 of them.
let precision = 64 * 20.48 * 0x1p-20

extension TextLayout {
  /// The code units at which lines begin.
  var starts: [Int] { lines.map(\.range.lowerBound) }

  /// Where glyphs of a line are, by the code unit that they stand for.
  func x(of unit: Int) -> Double? { glyphs.first { $0.cluster == unit }?.position.x }

  /// The glyphs of a line from the left to the right, by the code unit.
  func units(line: Int) -> [Int] {
    lines[line].runs.flatMap { runs[$0].glyphs.map { glyphs[$0].cluster } }
  }
}

@Suite struct TextLayoutTests {
  // Units of Liberation Sans 2: a 1139, b 1139, space 569, i 455, l 455, ellipsis 2048.
  @Test func lineHasTheMeasuresOfItsFont() throws {
    let layout = try layout(sample("ab ab"))
    let line = try #require(layout.lines.first)
    #expect(layout.lines.count == 1 && line.range == 0..<5)
    #expect(abs(line.width - (4 * 11.39 + 5.69)) < precision)
    #expect(abs(line.ascent - 18.54) < 1e-9)
    #expect(abs(line.descent - 4.34) < 1e-9)
    #expect(abs(line.leading - 0.67) < 1e-9)
    #expect(line.origin == Point(0, line.ascent))
    #expect(layout.size == Size(line.width, line.ascent + line.descent))
    #expect(layout.glyphs.map(\.cluster) == [0, 1, 2, 3, 4])
  }

  @Test func lineOfTwoFontsIsAsHighAsBoth() throws {
    let string = sample("a")
    string.append(sample("b", [.font: CTFontCreateWithName("LiberationSans", 40.96, nil)]))
    let line = try #require(try layout(string).lines.first)
    #expect(abs(line.ascent - 37.08) < 1e-9 && abs(line.descent - 8.68) < 1e-9)
  }

  @Test func wordsWrapAndTheirSpacesHang() throws {
    // "aa bb" is 51.25 wide, "aa" 22.78.
    let exact = try layout(sample("aa bb aa bb"), TextLayoutOptions(width: 51.26))
    #expect(exact.starts == [0, 6])
    #expect(abs(exact.lines[0].width - 51.25) < precision)
    #expect(abs(exact.lines[0].trailingWhitespaceWidth - 5.69) < precision)
    let narrow = try layout(sample("aa bb aa bb"), TextLayoutOptions(width: 51.2))
    #expect(narrow.starts == [0, 3, 6, 9])
    #expect(
      try layout(sample("aa bb aa"), TextLayoutOptions(width: 20, isWrapped: false)).starts == [0]
    )
  }

  @Test func boxAsWideAsTheTextDoesNotBreakIt() throws {
    for text in ["The quick brown fox", "office, AVATAR", "مرحبا بالعالم", "नमस्ते दुनिया"] {
      let size = try layout(sample(text)).size
      let again = try layout(sample(text), TextLayoutOptions(width: size.width))
      #expect(again.lines.count == 1 && again.size == size, "\(text)")
    }
  }

  @Test func wordWiderThanTheLineBreaksBetweenCharacters() throws {
    #expect(try layout(sample("aaaa bb"), TextLayoutOptions(width: 23)).starts == [0, 2, 5])
    // A box without width has one cluster in each line; spaces hang.
    #expect(try layout(sample("ab c"), TextLayoutOptions(width: 0)).starts == [0, 1, 3])
    #expect(try layout(sample("ab"), TextLayoutOptions(width: -5)).starts == [0, 1])
  }

  @Test func characterWrappingFillsLines() throws {
    var values = CTParagraphStyle.Values()
    values.lineBreakMode = .byCharWrapping
    let string = sample("aa bbb", [.paragraphStyle: CTParagraphStyle(values)])
    #expect(try layout(string, TextLayoutOptions(width: 45)).starts == [0, 4])
  }

  @Test(arguments: [
    ("a\nb", [0, 2]), ("a\r\nb", [0, 3]), ("a\rb\u{2029}c\u{85}d", [0, 2, 4, 6]),
    ("a\u{2028}b\u{0B}c", [0, 2, 4]), ("a\n", [0]), ("\n\na", [0, 1, 2]), ("", []),
  ])
  func linesEndWhereTheTextSays(text: String, starts: [Int]) throws {
    let layout = try layout(sample(text))
    #expect(layout.starts == starts)
    #expect(layout.lines.last?.range.upperBound ?? 0 == text.utf16.count)
  }

  @Test func alignmentMovesLines() throws {
    // "ab" is 22.78 wide.
    for (alignment, x) in [
      (CTTextAlignment.left, 0), (.right, 77.22), (.center, 38.61), (.natural, 0), (.justified, 0),
    ] {
      let layout = try layout(sample("ab"), TextLayoutOptions(width: 100, alignment: alignment))
      #expect(abs(layout.lines[0].origin.x - x) < precision)
      #expect(abs(layout.glyphs[0].position.x - x) < precision)
    }
    let hebrew = try layout(sample("אב"), TextLayoutOptions(width: 100))
    #expect(hebrew.lines[0].isRightToLeft)
    #expect(abs(hebrew.lines[0].origin.x + hebrew.lines[0].width - 100) < precision)
    let measured = try layout(sample("ab\nabab"), TextLayoutOptions(width: .nan, alignment: .right))
    #expect(abs(measured.lines[0].origin.x - 22.78) < precision)
  }

  @Test func justifiedLinesFillTheWidthButForTheLast() throws {
    // Two words and a space are 51.25 wide in a line of 60.
    let options = TextLayoutOptions(width: 60, alignment: .justified)
    let layout = try layout(sample("aa bb aa bb aa"), options)
    #expect(layout.starts == [0, 6, 12])
    #expect(abs(layout.lines[0].width - 60) < precision)
    #expect(abs((layout.x(of: 3) ?? 0) - (60 - 22.78)) < precision)
    #expect(abs(layout.lines[2].width - 22.78) < precision)
    // A line that ends by force stays as it is, and so does one without a space.
    #expect(abs(try self.layoutWidth("aa bb\u{2028}aa", options) - 51.25) < precision)
    #expect(abs(try self.layoutWidth("aaaa bbbb", options) - 45.56) < precision)
  }

  private func layoutWidth(_ text: String, _ options: TextLayoutOptions) throws -> Double {
    try layout(sample(text), options).lines[0].width
  }

  @Test func indentsAndSpacingsFollowTheParagraphStyle() throws {
    var values = CTParagraphStyle.Values()
    values.firstLineHeadIndent = 10
    values.headIndent = 5
    values.tailIndent = -20
    values.lineSpacing = 3
    values.paragraphSpacing = 7
    values.minimumLineHeight = 30
    let style: [NSAttributedString.Key: Any] = [.paragraphStyle: CTParagraphStyle(values)]
    // 100 - 20 - 10 = 70 holds "aa bb"; and so does 75, but not "aa bb aa".
    let layout = try layout(sample("aa bb aa\nab", style), TextLayoutOptions(width: 100))
    #expect(layout.starts == [0, 6, 9])
    #expect(layout.lines.map(\.origin.x) == [10, 5, 10])
    let pitch = 30 + 0.67 + 3
    for (line, y) in [(0, 0.0), (1, pitch), (2, 2 * pitch + 7)] {
      #expect(abs(layout.lines[line].origin.y - (y + 30 - 4.34)) < 1e-9)
    }
  }

  @Test func tabsGoToTheNextStop() throws {
    let layout = try layout(sample("a\tb\t\tb"))
    let xs = [0, 2, 5].compactMap { layout.x(of: $0) }
    #expect(xs == [0, 28, 84])
  }

  @Test func linesBelowTheBoxAreLeftOut() throws {
    let text = sample(String(repeating: "a\n", count: 50))
    // Lines are 23.55 apart; the third begins at 47.1.
    #expect(try layout(text, TextLayoutOptions(width: 50, height: 47.2)).lines.count == 3)
    #expect(try layout(text, TextLayoutOptions(width: 50, height: 47)).lines.count == 2)
    #expect(try layout(text, TextLayoutOptions(width: 50, height: -1)).lines.count == 1)
    #expect(try layout(text, TextLayoutOptions(width: 50, height: .nan)).lines.count == 50)
  }
}

@Suite struct TextStyleTests {
  @Test func kernComesAfterEachCharacter() throws {
    let plain = try layout(sample("aba"))
    let kerned = sample("aba")
    kerned.addAttribute(.kern, value: 5, range: NSRange(location: 0, length: 2))
    let layout = try layout(kerned)
    for (index, shift) in [0, 5, 10].enumerated() {
      let x = plain.glyphs[index].position.x + Double(shift)
      #expect(abs(layout.glyphs[index].position.x - x) < precision)
    }
    #expect(abs(layout.size.width - plain.size.width - 10) < precision)
  }

  @Test func kernEndsLigatures() throws {
    let font = CTFontCreateWithName("Noto Serif", 20, nil)
    guard CTFontCopyFamilyName(font) == "Noto Serif" else {
      return print("skipped: fonts-noto-core is not installed")
    }
    // Noto Serif has a glyph for "ffi".
    func count(_ attributes: [NSAttributedString.Key: Any]) throws -> Int {
      try layout(sample("ffi", attributes.merging([.font: font]) { $1 })).glyphs.count
    }
    #expect(try count([:]) == 1)
    #expect(try count([.kern: 1]) == 3)
    #expect(try count([.kern: 0]) == 1)
    #expect(try count([.ligature: 0]) == 3)
  }

  @Test func numbersOfEveryTypeCount() throws {
    let values: [Any] = [2, 2.0, Float(2), Int32(2), CGFloat(2), NSNumber(value: 2), UInt8(2)]
    let width = try layout(sample("ab", [.kern: 2])).size.width
    for value in values {
      #expect(try layout(sample("ab", [.kern: value])).size.width == width)
    }
    let plain = try layout(sample("ab")).size.width
    for value in [Double.nan, Double.infinity, "2", [2]] as [Any] {
      #expect(try layout(sample("ab", [.kern: value])).size.width == plain)
    }
  }

  @Test func colourChangesNoPosition() throws {
    let text = "Lorem ipsum office مرحبا"
    let plain = try layout(sample(text))
    let colored = sample(text)
    let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    for range in [NSRange(location: 2, length: 6), NSRange(location: 20, length: 2)] {
      colored.addAttribute(.foregroundColor, value: red, range: range)
    }
    let layout = try layout(colored)
    #expect(layout.glyphs == plain.glyphs)
    let marked = layout.runs.filter { $0.color == red }
      .flatMap { $0.glyphs.map { layout.glyphs[$0].cluster } }
    #expect(Set(marked) == [2, 3, 4, 5, 6, 7, 20, 21])
  }

  @Test func underlineIsOneRectangleUnderItsWord() throws {
    let string = sample("Lorem ipsum dolor")
    let word = NSRange(location: 6, length: 5)
    let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    let underline = NSAttributedString.Key(rawValue: kCTUnderlineStyleAttributeName)
    string.addAttribute(underline, value: CTUnderlineStyle.single.rawValue, range: word)
    string.addAttribute(.foregroundColor, value: red, range: NSRange(location: 6, length: 5))
    let layout = try layout(string)
    let line = try #require(layout.decorations.first)
    #expect(layout.decorations.count == 1 && line.color == red)
    // post of Liberation Sans: thickness 150, and FreeType's middle of the line at -217 - 75 + 75.
    let font = CTFontCreateWithName("LiberationSans", 20.48, nil)
    let middle = layout.lines[0].origin.y - CTFontGetUnderlinePosition(font)
    #expect(abs(line.rect.y + line.rect.height / 2 - middle) < 1e-9)
    #expect(abs(line.rect.height - 1.5) < 1e-9)
    #expect(abs(line.rect.minX - (layout.x(of: 6) ?? 0)) < 1e-9)
    #expect(abs(line.rect.maxX - (layout.x(of: 11) ?? 0)) < 1e-9)
  }

  @Test func stylesOfLinesDiffer() throws {
    func rects(_ style: Int) throws -> [Rect] {
      try layout(sample("abab", [.underlineStyle: style])).decorations.map(\.rect)
    }
    let single = try rects(1)
    #expect(single.count == 1)
    #expect(try rects(2).map(\.height) == [2 * single[0].height])
    let double = try rects(9)
    #expect(double.count == 2 && double[0] == single[0])
    #expect(abs(double[1].minY - double[0].maxY - single[0].height) < 1e-9)
    // Dashes are 10 thicknesses of 1.5 and gaps 5: three in 45.56 points, the last one cut.
    let dashes = try rects(0x201)
    #expect(dashes.map(\.minX) == [0, 22.5, 45])
    #expect(abs(dashes[2].maxX - single[0].maxX) < 1e-9)
    #expect(try rects(0).isEmpty)
  }

  @Test func backgroundAndStrikethroughLieBehindAndOver() throws {
    let yellow = CGColor(red: 1, green: 1, blue: 0, alpha: 1)
    let string = sample("ab", [.backgroundColor: yellow, .strikethroughStyle: 1])
    let layout = try layout(string)
    let line = layout.lines[0]
    let (back, strike) = (layout.decorations[0], layout.decorations[1])
    #expect(back.rect == Rect(0, 0, line.width, line.ascent + line.descent))
    #expect(back.color == yellow && back.isBehindGlyphs)
    #expect(!strike.isBehindGlyphs && strike.color == .black)
    #expect(strike.rect.y < line.origin.y && strike.rect.y > line.origin.y - line.ascent / 2)
    let kinds = layout.drawItems().map { item in
      switch item {
      case .fill: "fill"
      case .rect: "rect"
      case .image: "image"
      }
    }
    #expect(kinds == ["rect", "fill", "rect"])
  }

  @Test func baselineOffsetRaisesGlyphs() throws {
    let string = sample("ab")
    string.addAttribute(.baselineOffset, value: 4, range: NSRange(location: 1, length: 1))
    let layout = try layout(string)
    #expect(layout.glyphs[1].position.y == layout.glyphs[0].position.y - 4)
    #expect(abs(layout.lines[0].ascent - 22.54) < 1e-9)
  }
}
