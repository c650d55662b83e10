// Lines that a program breaks itself, and the runs of lines.
// Licensed under the MIT license; see LICENSE.

import CoreText
import QuartzText
import TestClaims
import Testing

private let plain = CTFontCreateWithName("LiberationSans", 20, nil)
private let bold = CTFontCreateWithName("LiberationSans-Bold", 20, nil)

private func text(_ string: String, _ more: [NSAttributedString.Key: Any] = [:])
  -> NSAttributedString
{
  NSAttributedString(string: string, attributes: [.font: plain].merging(more) { $1 })
}

private func runs(_ line: CTLine) -> [CTRun] {
  CTLineGetGlyphRuns(line).compactMap { $0 as? CTRun }
}

private func positions(_ run: CTRun, _ range: CFRange = CFRangeMake(0, 0)) -> [CGPoint] {
  var points = [CGPoint](repeating: .zero, count: CTRunGetGlyphCount(run))
  CTRunGetPositions(run, range, &points)
  return points
}

private func advances(_ run: CTRun) -> [CGFloat] {
  var sizes = [CGSize](repeating: .zero, count: CTRunGetGlyphCount(run))
  CTRunGetAdvances(run, CFRangeMake(0, 0), &sizes)
  return sizes.map(\.width)
}

private func width(_ line: CTLine) -> Double { CTLineGetTypographicBounds(line, nil, nil, nil) }

@Suite struct TypesetterTests {
  private let words = (0..<40).map { "word\($0)" }.joined(separator: " ")

  /// Carets stand at the sums of the advances, and are found again at their places.
  @Test(.shows("CTLineGetOffsetForStringIndex(_:_:_:)", "CTLineGetStringIndexForPosition(_:_:)"))
  func carets() {
    let string = "Wave To"
    let line = CTLineCreateWithAttributedString(text(string))
    #expect(CTLineGetOffsetForStringIndex(line, 0, nil) == 0)
    #expect(abs(CTLineGetOffsetForStringIndex(line, 7, nil) - width(line)) < 1e-9)
    #expect(
      CTLineGetOffsetForStringIndex(line, 99, nil) == CTLineGetOffsetForStringIndex(line, 7, nil)
    )
    var before: CGFloat = -1
    for index in 0...string.utf16.count {
      var second: CGFloat = -1
      let caret = CTLineGetOffsetForStringIndex(line, index, &second)
      #expect(caret > before && second == caret)
      #expect(CTLineGetStringIndexForPosition(line, CGPoint(x: caret + 0.1, y: 5)) == index)
      before = caret
    }
    #expect(CTLineGetStringIndexForPosition(line, CGPoint(x: -50, y: 0)) == 0)
    #expect(CTLineGetStringIndexForPosition(line, CGPoint(x: CGFloat.nan, y: 0)) == kCFNotFound)
    let empty = CTLineCreateWithAttributedString(text(""))
    #expect(CTLineGetStringIndexForPosition(empty, .zero) == kCFNotFound)
  }

  /// The box around the ink lies within the line's measures, and a space has none.
  @Test(.shows("CTLineGetImageBounds(_:_:)")) func imageBounds() {
    let line = CTLineCreateWithAttributedString(text("Hg"))
    let box = CTLineGetImageBounds(line, nil)
    #expect(box.minX > 0 && box.maxX < width(line))
    // The g of 20 points reaches below the baseline, the H as high as capitals do.
    #expect(box.minY < -3 && abs(box.maxY - CTFontGetCapHeight(plain)) < 0.5)
    #expect(CTLineGetImageBounds(CTLineCreateWithAttributedString(text("  ")), nil).isNull)
  }

  /// Lines as a program makes them are those that a framesetter makes.
  @Test(
    .shows(
      "CTTypesetterCreateLine(_:_:)",
      "CTTypesetterSuggestLineBreak(_:_:_:)",
      "CTFramesetterCreateWithTypesetter(_:)",
      "CTFramesetterGetTypesetter(_:)"
    )
  ) func linesAsInAFrame() throws {
    let string = text(words + "\n\nThe second paragraph is shorter.\r\nThe end")
    let typesetter = CTTypesetterCreateWithAttributedString(string)
    let path = CGPath(rect: CGRect(x: 0, y: 0, width: 150, height: 2000), transform: nil)
    let framesetter = CTFramesetterCreateWithTypesetter(typesetter)
    #expect(CTFramesetterGetTypesetter(framesetter) === typesetter)
    let frame = CTFramesetterCreateFrame(framesetter, CFRangeMake(0, 0), path, nil)
    var start = 0
    for case let line as CTLine in CTFrameGetLines(frame) {
      let count = CTTypesetterSuggestLineBreak(typesetter, start, 150)
      let own = CTTypesetterCreateLine(typesetter, CFRangeMake(start, count))
      #expect(CTLineGetStringRange(own) == CTLineGetStringRange(line))
      #expect(abs(width(own) - width(line)) < 1e-9)
      #expect(CTLineGetTrailingWhitespaceWidth(own) == CTLineGetTrailingWhitespaceWidth(line))
      #expect(runs(own).map { positions($0) } == runs(line).map { positions($0) })
      start += count
    }
    #expect(start == string.length)
  }

  @Test(.shows("CTTypesetterSuggestLineBreak(_:_:_:)", "CTTypesetterSuggestClusterBreak(_:_:_:)"))
  func breaksBetweenWordsAndCharacters() {
    let typesetter = CTTypesetterCreateWithAttributedString(text("one two three"))
    let all = width(CTTypesetterCreateLine(typesetter, CFRangeMake(0, 0)))
    let two = width(CTTypesetterCreateLine(typesetter, CFRangeMake(0, 7)))
    #expect(CTTypesetterSuggestLineBreak(typesetter, 0, all + 0.1) == 13)
    // The space after the last word hangs over the edge.
    #expect(CTTypesetterSuggestLineBreak(typesetter, 0, two + 0.1) == 8)
    #expect(CTTypesetterSuggestLineBreak(typesetter, 4, two) == 4)
    #expect(CTTypesetterSuggestClusterBreak(typesetter, 0, two + 12) == 9)
    // Each line has something.
    #expect(CTTypesetterSuggestLineBreak(typesetter, 8, 1) == 1)
    for start in [-1, 13, 14, Int.max] {
      #expect(CTTypesetterSuggestLineBreak(typesetter, start, 100) == 0)
    }
    #expect(CTTypesetterSuggestLineBreak(typesetter, 0, .nan) == 13)
  }

  @Test(
    .shows(
      "CTTypesetterCreateLineWithOffset(_:_:_:)",
      "CTTypesetterSuggestLineBreakWithOffset(_:_:_:_:)",
      "CTTypesetterSuggestClusterBreakWithOffset(_:_:_:_:)"
    )
  ) func tabsCountFromTheOffset() {
    let typesetter = CTTypesetterCreateWithAttributedString(text("\tx"))
    let near = CTTypesetterCreateLineWithOffset(typesetter, CFRangeMake(0, 0), 0)
    let far = CTTypesetterCreateLineWithOffset(typesetter, CFRangeMake(0, 0), 10)
    // Tab stops are 28 points apart.
    #expect(abs(width(near) - width(far) - 10) < 1e-9)
    #expect(CTTypesetterSuggestLineBreakWithOffset(typesetter, 0, 20, 10) == 1)
    #expect(CTTypesetterSuggestClusterBreakWithOffset(typesetter, 0, 40, 0) == 2)
  }

  /// Ranges that no line of the string has.
  @Test(.shows("CTTypesetterCreateWithAttributedString(_:)", "CTLineGetGlyphCount(_:)"))
  func anyPartMakesALine() {
    let typesetter = CTTypesetterCreateWithAttributedString(text("a\u{301}b\nc"))
    for (start, count, found) in [
      (1, 1, 1), (0, 5, 5), (2, 2, 2), (4, 9, 1), (9, 9, 0), (-3, 2, 2),
    ] {
      let line = CTTypesetterCreateLine(typesetter, CFRangeMake(start, count))
      #expect(CTLineGetStringRange(line).length == found, "\(start), \(count)")
    }
    let empty = CTTypesetterCreateWithAttributedString(text(""))
    #expect(CTLineGetGlyphCount(CTTypesetterCreateLine(empty, CFRangeMake(0, 0))) == 0)
    #expect(CTTypesetterSuggestLineBreak(empty, 0, 100) == 0)
    #expect(CTTypesetterCreateWithAttributedStringAndOptions(text("a"), nil) != nil)
  }
}

@Suite struct RunTests {
  /// Runs end where attributes do, also those that change nothing.
  @Test(
    .shows(
      "CTLineGetGlyphRuns(_:)",
      "CTRunGetStringRange(_:)",
      "CTRunGetGlyphCount(_:)",
      "CTRunGetAttributes(_:)"
    )
  ) func runsByAttributes() throws {
    let string = NSMutableAttributedString(attributedString: text("plain bold marked"))
    string.addAttribute(.font, value: bold, range: NSRange(location: 6, length: 4))
    let mark = NSAttributedString.Key(rawValue: "mark")
    string.addAttribute(mark, value: 7, range: NSRange(location: 11, length: 6))
    let line = CTLineCreateWithAttributedString(string)
    string.addAttribute(mark, value: 8, range: NSRange(location: 0, length: 17))
    let runs = runs(line)
    #expect(
      runs.map { CTRunGetStringRange($0) } == [
        CFRangeMake(0, 6), CFRangeMake(6, 4), CFRangeMake(10, 1), CFRangeMake(11, 6),
      ]
    )
    #expect(runs.map { CTRunGetGlyphCount($0) } == [6, 4, 1, 6])
    let fonts = runs.map { CTRunGetAttributes($0)[kCTFontAttributeName] as? CTFont }
    #expect(fonts == [plain, bold, plain, plain])
    #expect(runs.map { CTRunGetAttributes($0)["mark"] as? Int } == [nil, nil, nil, 7])
    #expect(runs.allSatisfy { CTRunGetStatus($0) == [] })
  }

  @Test(
    .shows(
      "CTFontGetGlyphsForCharacters(_:_:_:_:)",
      "CTRunGetGlyphs(_:_:_:)",
      "CTRunGetGlyphsPtr(_:)",
      "CTRunGetPositions(_:_:_:)",
      "CTRunGetPositionsPtr(_:)",
      "CTRunGetAdvances(_:_:_:)",
      "CTRunGetAdvancesPtr(_:)",
      "CTRunGetTypographicBounds(_:_:_:_:_:)",
      "CTRunGetStringIndicesPtr(_:)"
    )
  ) func glyphsAndWhereTheyAre() throws {
    let line = CTLineCreateWithAttributedString(text("Hill", [.baselineOffset: 3, .kern: 2]))
    let run = try #require(runs(line).first)
    var characters = Array("Hill".utf16)
    var expected = [CGGlyph](repeating: 0, count: 4)
    #expect(CTFontGetGlyphsForCharacters(plain, &characters, &expected, 4))
    let pointer = try #require(CTRunGetGlyphsPtr(run))
    #expect((0..<4).map { pointer[$0] } == expected)
    var part = [CGGlyph](repeating: 0, count: 4)
    CTRunGetGlyphs(run, CFRangeMake(1, 2), &part)
    #expect(part == [expected[1], expected[2], 0, 0])
    // Each glyph is where those before it end; y is up.
    var x: CGFloat = 0
    for (position, advance) in zip(positions(run), advances(run)) {
      #expect(abs(position.x - x) < 1e-9 && abs(position.y - 3) < 1e-9)
      x += advance
    }
    var ascent: CGFloat = 0
    let whole = CTRunGetTypographicBounds(run, CFRangeMake(0, 0), &ascent, nil, nil)
    #expect(abs(whole - width(line)) < 1e-9 && ascent == CTFontGetAscent(plain))
    let last = CTRunGetTypographicBounds(run, CFRangeMake(3, 9), nil, nil, nil)
    #expect(abs(last - Double(advances(run)[3])) < 1e-9)
    let indices = try #require(CTRunGetStringIndicesPtr(run))
    #expect((0..<4).map { indices[$0] } == [0, 1, 2, 3])
    #expect(CTRunGetPositionsPtr(run)?[1].x == positions(run)[1].x)
    #expect(CTRunGetAdvancesPtr(run)?[1].width == advances(run)[1])
    #expect(CTRunGetTextMatrix(run) == .identity)
  }

  @Test(
    .shows(
      "CTRunGetStatus(_:)",
      "CTRunGetStringIndices(_:_:_:)",
      "CTRunStatus",
      "CTRunStatus.rightToLeft"
    )
  ) func textToTheLeft() throws {
    let line = CTLineCreateWithAttributedString(text("ab \u{5D0}\u{5D1}\u{5D2}"))
    let runs = runs(line)
    let right = try #require(runs.last)
    #expect(CTRunGetStatus(right) == .rightToLeft && CTRunGetStatus(runs[0]) == [])
    #expect(CTRunGetStringRange(right) == CFRangeMake(3, 3))
    var indices = [CFIndex](repeating: 0, count: 3)
    CTRunGetStringIndices(right, CFRangeMake(0, 0), &indices)
    #expect(indices == [5, 4, 3])
    #expect(positions(right).map(\.x) == positions(right).map(\.x).sorted())
  }

  /// Tabs have no glyph of their own.
  @Test(.shows("CTRunGetTypographicBounds(_:_:_:_:_:)")) func widthsOfRunsAreThatOfTheLine() {
    for string in ["a\tb", "fi\u{301}x", "one two", "\u{5D0}\tb c"] {
      let line = CTLineCreateWithAttributedString(text(string, [.kern: 1]))
      let sum = runs(line).reduce(0) {
        $0 + CTRunGetTypographicBounds($1, CFRangeMake(0, 0), nil, nil, nil)
      }
      #expect(abs(sum - width(line)) < 1e-6, "\(string)")
    }
  }

  private func picture(_ draw: (CGContext) -> Void) throws -> [UInt8] {
    let context = try #require(
      CGContext(
        data: nil,
        width: 120,
        height: 40,
        bitsPerComponent: 8,
        bytesPerRow: 480,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
    context.textMatrix = CGAffineTransform(a: 1, b: 0, c: 0.2, d: 1, tx: 0, ty: 0)
    context.textPosition = CGPoint(x: 5, y: 10)
    draw(context)
    let bytes = try #require(context.data).assumingMemoryBound(to: UInt8.self)
    return (0..<120 * 40 * 4).map { bytes[$0] }
  }

  @Test(.shows("CTRunDraw(_:_:_:)", "CTLineDraw(_:_:)")) func runsDrawTheirLine() throws {
    let string = NSMutableAttributedString(attributedString: text("Red green"))
    let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    string.addAttribute(.foregroundColor, value: red, range: NSRange(location: 0, length: 3))
    let line = CTLineCreateWithAttributedString(string)
    let whole = try picture { CTLineDraw(line, $0) }
    #expect(whole.contains { $0 > 0 })
    let byRuns = try picture { context in
      for run in runs(line) { CTRunDraw(run, context, CFRangeMake(0, 0)) }
    }
    #expect(byRuns == whole)
    // A part of a run stays where it is.
    let run = try #require(runs(line).last)
    let byParts = try picture { context in
      CTRunDraw(runs(line)[0], context, CFRangeMake(0, 0))
      let count = CTRunGetGlyphCount(run)
      for index in 0..<count { CTRunDraw(run, context, CFRangeMake(index, 1)) }
    }
    #expect(byParts == whole)
  }

  @Test(.shows("CTRunGetImageBounds(_:_:_:)")) func imageBounds() throws {
    let line = CTLineCreateWithAttributedString(text("l l"))
    let run = try #require(runs(line).first)
    // "l" of Liberation Sans: from 138 to 318 and from 0 to 1484 of 2048 units.
    let first = CTRunGetImageBounds(run, nil, CFRangeMake(0, 1))
    #expect(abs(first.minX - 138.0 / 2048 * 20) < 1e-3 && abs(first.minY) < 1e-3)
    #expect(abs(first.height - 1484.0 / 2048 * 20) < 1e-3)
    #expect(CTRunGetImageBounds(run, nil, CFRangeMake(1, 1)).isNull)
    let whole = CTRunGetImageBounds(run, nil, CFRangeMake(0, 0))
    #expect(abs(whole.maxX - positions(run)[2].x - 318.0 / 2048 * 20) < 1e-3)
  }
}
