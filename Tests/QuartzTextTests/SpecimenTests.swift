// A page with everything on it.
// Licensed under the MIT license; see LICENSE.

import CoreText
import QuartzMath
import QuartzText
import Testing

/// A page for the eye: `QUARTZ_SPECIMEN=/path/to.png swift test --filter Specimen`.
@Suite struct SpecimenTests {
  // Long because: a page is a list of lines.
  @Test func pageIsDrawn() throws {
    let page = try #require(TextCanvas(900, 640))
    var y = 10.0
    func font(_ size: Double, _ name: String = "Helvetica") -> CTFont {
      CTFontCreateWithName(name, size, nil)
    }
    func put(
      _ string: NSAttributedString,
      _ options: TextLayoutOptions,
      x: Double = 10
    ) throws -> TextLayout {
      let layout = TextLayout(string, in: options, defaults: .coreText)
      page.draw(layout, at: Point(x, y))
      return layout
    }
    func text(_ string: String, _ size: Double, _ name: String = "Helvetica")
      -> NSMutableAttributedString
    {
      NSMutableAttributedString(string: string, attributes: [.font: font(size, name)])
    }
    for (line, size) in [
      ("Hamburgefonstiv AVATAR fi ffl 0123 (Helvetica)", 28.0),
      ("العربية: مرحبا بالعالم، لا إله", 28), ("עברית: שָׁלוֹם עוֹלָם (abc) 123", 28),
      ("हिन्दी: क्षत्रिय नमस्ते दुनिया", 28), ("ไทย: สวัสดีชาวโลก น้ำ กำลัง", 28),
      ("Zalgo: e\u{301}\u{323} a\u{308}\u{304} o\u{302}\u{301}\u{328} Việt Nam", 28),
      ("Emoji: 😀🎉👩‍👩‍👧🇩🇪👍🏽 ❤️ mixed עברית and العربية text", 28),
    ] {
      y += try put(text(line, size), TextLayoutOptions(width: 880)).size.height + 4
    }
    let pangram = "The quick brown fox jumps over the lazy dog, and then it sleeps in the shade. "
    let top = y
    for (column, alignment) in [
      CTTextAlignment.left, .center, .right, .justified,
    ].enumerated() {
      let options = TextLayoutOptions(width: 200, alignment: alignment)
      y = top
      y += try put(text(pangram, 17, "Times"), options, x: 10 + 220 * Double(column)).size.height
    }
    y += 10
    for truncation in [TextTruncation.end, .middle, .start] {
      let options = TextLayoutOptions(width: 300, isWrapped: false, truncation: truncation)
      y += try put(text(pangram, 20), options).size.height
    }
    let arabic = "هذا نص طويل جدا لا يتسع له السطر الواحد abc def ويجب أن يقطع"
    y += try put(
      text(arabic, 22),
      TextLayoutOptions(width: 300, height: 70, truncation: .end)
    ).size.height
    let rich = text("Kern ", 24)
    rich.append(NSAttributedString(string: "AVATAR fi", attributes: [.font: font(24), .kern: 6]))
    for (name, style) in [
      (" single", 1), (" thick", 2), (" double", 9), (" dots", 0x101), (" dashes", 0x201),
    ] {
      rich.append(
        NSAttributedString(
          string: name,
          attributes: [.font: font(24), .underlineStyle: style]
        )
      )
    }
    rich.append(
      NSAttributedString(
        string: " struck",
        attributes: [
          .font: font(24, "Courier-Bold"), .strikethroughStyle: 1,
          .foregroundColor: CGColor(red: 0.8, green: 0.1, blue: 0.1, alpha: 1),
        ]
      )
    )
    rich.append(
      NSAttributedString(
        string: " back",
        attributes: [
          .font: font(24, "Helvetica-BoldOblique"), .baselineOffset: 6,
          .backgroundColor: CGColor(red: 1, green: 0.9, blue: 0.4, alpha: 1),
        ]
      )
    )
    y += try put(rich, TextLayoutOptions(width: 880)).size.height + 6
    var matrix = CGAffineTransform(a: 1, b: 0, c: 0.3, d: 1, tx: 0, ty: 0)
    let slanted = CTFontCreateWithName("Times", 30, &matrix)
    y += try put(
      NSAttributedString(string: "Slanted\tby\ta matrix", attributes: [.font: slanted]),
      TextLayoutOptions(width: 880)
    ).size.height
    #expect(y < 640)
    #expect(page.ink > 10_000)
    if let path = ProcessInfo.processInfo.environment["QUARTZ_SPECIMEN"] {
      try #require(page.context.makeImage()).pngData().write(to: URL(fileURLWithPath: path))
    }
  }
}
