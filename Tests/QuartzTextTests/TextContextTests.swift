// Text in contexts.
// Licensed under the MIT license; see LICENSE.

import CoreText
import QuartzMath
import QuartzText
import TestClaims
import Testing

@Suite struct TextContextTests {
  private func makeContext(_ width: Int, _ height: Int) throws -> CGContext {
    try #require(
      CGContext(
        data: nil,
        width: width,
        height: height,
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
  }

  /// R, G, B, A from the top left corner.
  private func pixel(_ context: CGContext, _ x: Int, _ y: Int) throws -> [UInt8] {
    let bytes = try #require(context.data).assumingMemoryBound(to: UInt8.self)
    return (0..<4).map { bytes[y * context.bytesPerRow + x * 4 + $0] }
  }

  /// The rectangle around what is drawn, from the top left corner.
  private func inked(_ context: CGContext) throws -> [Int]? {
    var box: [Int]?
    for y in 0..<context.height {
      for x in 0..<context.width where try pixel(context, x, y)[3] > 0 {
        let old = box ?? [x, y, x + 1, y + 1]
        box = [min(old[0], x), old[1], max(old[2], x + 1), y + 1]
      }
    }
    return box
  }

  // "l" of Liberation Sans: from 138 to 318 and from 0 to 1484 units; at 2048 points per em
  // divided by 64 units are 1/64 pixel.
  private let font = CTFontCreateWithName("LiberationSans", 64, nil)
  private let bar = [4, 60 - 47, 10, 60]

  @Test(.shows("CTFontDrawGlyphs(_:_:_:_:_:)")) func glyphIsDrawnUprightOnItsBaseline() throws {
    let context = try makeContext(40, 80)
    context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
    CTFontDrawGlyphs(font, [79], [CGPoint(x: 0, y: 20)], 1, context)
    // From x = 4.31 to 9.94 and 46.4 above the baseline, which is 60 pixels below the top.
    #expect(try inked(context) == bar)
    #expect(try pixel(context, 6, 40) == [255, 0, 0, 255])
    // 0.69 of column 4 is covered.
    #expect(abs(Int(try pixel(context, 4, 40)[3]) - 175) <= 1)
  }

  @Test(
    .shows("CTLineDraw(_:_:)", "CTLineCreateWithAttributedString(_:)", "CGContext.textPosition")
  ) func lineIsDrawnAtTheTextPosition() throws {
    let context = try makeContext(40, 80)
    let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    let string = NSAttributedString(
      string: "l\n",
      attributes: [.font: font, .foregroundColor: red]
    )
    context.textPosition = CGPoint(x: 0, y: 20)
    CTLineDraw(CTLineCreateWithAttributedString(string), context)
    #expect(try inked(context) == bar)
    #expect(try pixel(context, 6, 40) == [255, 0, 0, 255])
  }

  @Test(.shows("kCTForegroundColorFromContextAttributeName"))
  func lineTakesTheColourOfTheContextIfItSaysSo() throws {
    let context = try makeContext(40, 80)
    context.setFillColor(red: 0, green: 1, blue: 0, alpha: 1)
    context.textPosition = CGPoint(x: 0, y: 20)
    let fromContext = NSAttributedString.Key(
      rawValue: kCTForegroundColorFromContextAttributeName
    )
    let string = NSAttributedString(string: "l", attributes: [.font: font, fromContext: true])
    CTLineDraw(CTLineCreateWithAttributedString(string), context)
    #expect(try pixel(context, 6, 40) == [0, 255, 0, 255])
    // Without it, black; the context keeps its colour.
    let black = NSAttributedString(string: "l", attributes: [.font: font])
    CTLineDraw(CTLineCreateWithAttributedString(black), context)
    #expect(try pixel(context, 6, 40) == [0, 0, 0, 255])
    context.fill(CGRect(x: 30, y: 0, width: 5, height: 5))
    #expect(try pixel(context, 32, 78) == [0, 255, 0, 255])
  }

  @Test(.shows("CGContext.textMatrix")) func textMatrixTurnsText() throws {
    let context = try makeContext(80, 40)
    // A quarter turn against the clock: the bar lies to the left of the position.
    context.textMatrix = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 60, ty: 20)
    CTFontDrawGlyphs(font, [79], [.zero], 1, context)
    #expect(try inked(context) == [60 - 47, 20 - 10, 60, 20 - 4])
  }

  @Test func layoutIsDrawnFromTheTop() throws {
    let context = try makeContext(40, 80)
    let string = NSAttributedString(string: "l", attributes: [.font: font])
    let result = try layout(string)
    // Ascent 57.94: the baseline is as far below the top of the context.
    result.draw(in: context, by: Affine(1, 0, 0, -1, 0, 80))
    #expect(try inked(context) == [4, 57 - 46, 10, 58])
  }

  @Test func emojiIsDrawnUpright() throws {
    let emoji = CTFontCreateWithName("NotoColorEmoji", 60, nil)
    guard CTFontCopyPostScriptName(emoji) == "NotoColorEmoji" else {
      return print("skipped: fonts-noto-color-emoji is not installed")
    }
    // A red heart is wide at its top and pointed at its bottom.
    let context = try makeContext(90, 90)
    context.textPosition = CGPoint(x: 5, y: 25)
    let clear = CGColor(red: 0, green: 0, blue: 0, alpha: 0.5)
    let string = NSAttributedString(
      string: "\u{2764}\u{FE0F}",
      attributes: [.font: emoji, .foregroundColor: clear]
    )
    CTLineDraw(CTLineCreateWithAttributedString(string), context)
    let box = try #require(try inked(context))
    func width(_ y: Int) throws -> Int {
      try (0..<90).filter { try pixel(context, $0, y)[3] > 60 }.count
    }
    let height = box[3] - box[1]
    #expect(try width(box[1] + height / 4) > 2 * (try width(box[3] - height / 10)))
    // The alpha of the text's colour counts.
    let middle = try pixel(context, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    #expect(abs(Int(middle[3]) - 128) <= 1 && middle[0] > 90 && middle[1] < 50)
  }

  @Test(
    .shows(
      "CTLineGetTypographicBounds(_:_:_:_:)",
      "CTLineGetTrailingWhitespaceWidth(_:)",
      "CTLineGetPenOffsetForFlush(_:_:_:)"
    )
  ) func lineKnowsItsMeasures() throws {
    let string = sample("ab\n ")
    let line = CTLineCreateWithAttributedString(string)
    var (ascent, descent, leading): (CGFloat, CGFloat, CGFloat) = (0, 0, 0)
    let width = CTLineGetTypographicBounds(line, &ascent, &descent, &leading)
    #expect(abs(width - (22.78 + 5.69)) < precision)
    #expect(abs(CTLineGetTrailingWhitespaceWidth(line) - 5.69) < precision)
    #expect(abs(ascent - 18.54) < 1e-9 && abs(descent - 4.34) < 1e-9)
    #expect(abs(leading - 0.67) < 1e-9)
    #expect(abs(CTLineGetPenOffsetForFlush(line, 0.5, 42.78) - 10) < precision)
    #expect(CTLineGetPenOffsetForFlush(line, 1, 10) == 0)
    let empty = CTLineCreateWithAttributedString(NSAttributedString(string: ""))
    #expect(CTLineGetTypographicBounds(empty, nil, nil, nil) == 0)
  }

  @Test(.shows("CTFontCreatePathForGlyph(_:_:_:)")) func pathOfAGlyphIsItsOutline() throws {
    let font = CTFontCreateWithName("LiberationSans", 2048, nil)
    let path = try #require(CTFontCreatePathForGlyph(font, 79, nil))
    #expect(path.boundingBox == CGRect(x: 138, y: 0, width: 180, height: 1484))
    var half = CGAffineTransform(scaleX: 0.5, y: 0.5)
    let smaller = try #require(CTFontCreatePathForGlyph(font, 79, &half))
    #expect(smaller.boundingBox == CGRect(x: 69, y: 0, width: 90, height: 742))
    #expect(CTFontCreatePathForGlyph(font, 3, nil) == nil)
  }
}
