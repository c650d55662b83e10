// The ellipsis: that it is there, that it fits, and what it leaves.
// Licensed under the MIT license; see LICENSE.

import CoreText
import QuartzMath
import QuartzText
import Testing

@Suite struct TruncationTests {
  private static let ellipsis = CTFontCreateWithName("LiberationSans", 20.48, nil).face
    .glyph(for: "\u{2026}")

  /// Returns the visible text, with dots for the ellipsis.
  private func shown(_ text: String, _ layout: TextLayout, line: Int = 0) -> String {
    let units = Array(text.utf16)
    let glyphs = layout.lines[line].runs.flatMap { layout.runs[$0].glyphs }
      .map { layout.glyphs[$0] }
    return glyphs.map { glyph in
      glyph.glyph == Self.ellipsis
        ? "…" : String(decoding: [units[glyph.cluster]], as: UTF16.self)
    }.joined()
  }

  private func options(
    _ width: Double,
    _ mode: TextTruncation,
    height: Double = .infinity,
    isWrapped: Bool = false
  ) -> TextLayoutOptions {
    TextLayoutOptions(width: width, height: height, isWrapped: isWrapped, truncation: mode)
  }

  // Letters are 11.39 wide, the ellipsis is 20.48.
  @Test(arguments: [
    (TextTruncation.end, 70.0, "abde…"), (.start, 70, "…dehg"), (.middle, 70, "ab…hg"),
    (.middle, 66.1, "ab…hg"), (.middle, 60, "a…hg"), (.end, 100, "abdeabdehg"),
    (.end, 20, "…"), (.start, 0, "…"), (.middle, -1, "…"),
  ])
  func oneLineKeepsWhatFits(mode: TextTruncation, width: Double, expected: String) throws {
    let text = width == 100 ? "abdeabde" : "abdeabdehg"
    let layout = try layout(sample(text), options(width, mode))
    let isCut = width < 100
    #expect(shown(text, layout) == (isCut ? expected : text))
    #expect(layout.isTruncated == isCut && layout.lines[0].isTruncated == isCut)
    if width > 20.48 { #expect(layout.lines[0].width <= width + precision) }
  }

  @Test func longestPrefixStays() throws {
    let text = "The quick brown fox jumps over the lazy dog"
    for width in stride(from: 30.0, to: 400, by: 7.3) {
      for mode in [TextTruncation.end, .start, .middle] {
        let layout = try layout(sample(text), options(width, mode))
        let line = layout.lines[0]
        #expect(line.isTruncated && line.width <= width + precision)
        // No letter is wider than 19.4: another one could not have fitted in more than that.
        #expect(line.width > width - 19.4)
      }
    }
  }

  @Test func textThatFitsHasNoEllipsis() throws {
    for mode in [TextTruncation.end, .start, .middle] {
      // White space at the end needs no room.
      let layout = try layout(sample("ab "), options(22.79, mode))
      #expect(!layout.isTruncated && layout.lines[0].range == 0..<3)
    }
  }

  @Test func lastLineOfABoxStandsForTheRest() throws {
    let text = "aa bb aa bb aa bb aa bb"
    // Two lines of 23.55 fit 50 points, and lines hold two words.
    let end = try layout(sample(text), options(62, .end, height: 50, isWrapped: true))
    #expect(end.starts == [0, 6] && end.lines[1].range == 6..<23)
    #expect(shown(text, end, line: 1) == "aa b…")
    let start = try layout(sample(text), options(62, .start, height: 50, isWrapped: true))
    #expect(shown(text, start, line: 1) == "…a bb")
    let all = try layout(sample(text), options(62, .end, height: 94, isWrapped: true))
    #expect(all.lines.count == 4 && !all.isTruncated)
  }

  @Test func lineBeforeFurtherParagraphsHasAnEllipsis() throws {
    let text = "ab\ncd\nef"
    for (mode, expected) in [(TextTruncation.end, "ab…"), (.start, "…ef"), (.middle, "ab…ef")] {
      let layout = try layout(sample(text), options(80, mode, height: 24, isWrapped: true))
      #expect(layout.lines.count == 1 && layout.lines[0].range == 0..<8)
      #expect(shown(text, layout) == expected)
    }
  }

  @Test func paragraphStyleTruncatesItsParagraphAlone() throws {
    var values = CTParagraphStyle.Values()
    values.lineBreakMode = .byTruncatingTail
    let string = sample("abdeabdehg\n", [.paragraphStyle: CTParagraphStyle(values)])
    string.append(sample("aa bb aa"))
    let layout = try layout(string, TextLayoutOptions(width: 60))
    #expect(layout.starts == [0, 11, 17])
    #expect(layout.lines.map(\.isTruncated) == [true, false, false])
  }

  @Test func ellipsisStandsAtTheLeftOfHebrew() throws {
    let text = "אבגדהוזחטיכלמנ"
    let layout = try layout(sample(text), options(60, .end))
    let units = layout.units(line: 0)
    // From the left: the ellipsis, then letters in falling order down to the first one.
    #expect(units.last == 0 && units.dropFirst() == units.dropFirst().sorted(by: >)[...])
    let first = try #require(layout.lines[0].runs.first)
    #expect(layout.glyphs[layout.runs[first].glyphs.lowerBound].glyph == Self.ellipsis)
    #expect(abs(layout.lines[0].origin.x + layout.lines[0].width - 60) < precision)
  }

  @Test func middleOfAWordAgainstTheParagraphStaysInItsOrder() throws {
    // An English word in a Hebrew paragraph: its parts stay left and right of the ellipsis.
    var values = CTParagraphStyle.Values()
    values.baseWritingDirection = .rightToLeft
    let text = "abdeabdehg"
    let string = sample(text, [.paragraphStyle: CTParagraphStyle(values)])
    #expect(shown(text, try layout(string, options(70, .middle))) == "ab…hg")
  }
}
