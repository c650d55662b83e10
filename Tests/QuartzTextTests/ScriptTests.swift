// Scripts: both directions, marks, other fonts; the same result everywhere.
// Licensed under the MIT license; see LICENSE.

import CoreText
import Foundation
import QuartzMath
import QuartzText
import Synchronization
import Testing

@Suite struct ScriptTests {
  @Test func hebrewRunsToTheLeft() throws {
    let result = try layout(sample("אבג"))
    #expect(result.units(line: 0) == [2, 1, 0])
    #expect(result.lines[0].isRightToLeft && result.runs.allSatisfy(\.isRightToLeft))
  }

  @Test func numbersAndEnglishKeepTheirOrderInHebrew() throws {
    // As written: alef, space, 1, 2, space, a, b; as shown, from the left: a b, space, 1 2, ...
    let result = try layout(sample("א 12 ab"))
    #expect(result.units(line: 0) == [5, 6, 4, 2, 3, 1, 0])
    let english = try self.layoutUnits("ab אב c")
    #expect(english == [0, 1, 2, 4, 3, 5, 6])
  }

  private func layoutUnits(_ text: String) throws -> [Int] {
    try layout(sample(text)).units(line: 0)
  }

  @Test func bracketsAreMirrored() throws {
    let font = CTFontCreateWithName("LiberationSans", 20.48, nil).face
    let result = try layout(sample("(א)"))
    #expect(result.glyphs.map(\.glyph).first == font.glyph(for: "("))
    #expect(result.glyphs.map(\.cluster) == [2, 1, 0])
  }

  @Test func spacesAtTheEndOfALineHangOverItsEnd() throws {
    let result = try layout(sample("אב אב"), TextLayoutOptions(width: 30))
    #expect(result.lines.count == 2)
    let line = result.lines[0]
    #expect(abs(line.origin.x + line.width - 30) < precision)
    // The space is at the left of the line, outside of it.
    #expect((result.x(of: 2) ?? 0) < line.origin.x)
  }

  @Test func kernOfHebrewLiesAtTheLeft() throws {
    let plain = try layout(sample("אב"))
    let kerned = try layout(sample("אב", [.kern: 5]))
    let gap = { (layout: TextLayout) in
      (layout.x(of: 0) ?? 0) - (layout.x(of: 1) ?? 0)
    }
    #expect(abs(gap(kerned) - gap(plain) - 5) < precision)
    #expect(abs(kerned.size.width - plain.size.width - 10) < precision)
  }

  @Test func marksStayOnTheirLetters() throws {
    // Fewer lines than letters would need, and none begins with a mark.
    let text = sample("x\u{301}\u{323}y\u{301}", [.kern: 3])
    let plain = try layout(sample("xy", [.kern: 3]))
    let result = try layout(text)
    #expect(Set(result.glyphs.map(\.cluster)) == [0, 3])
    #expect(abs((result.x(of: 3) ?? 0) - (plain.x(of: 1) ?? -1)) < precision)
    #expect(try layout(text, TextLayoutOptions(width: 0)).starts == [0, 3])
  }

  @Test func lettersOfArabicJoin() throws {
    let joined = try layout(sample("بب"))
    let apart = try layout(sample("ب"))
    #expect(joined.glyphs.count == 2)
    #expect(!joined.glyphs.contains { $0.glyph == apart.glyphs[0].glyph })
  }

  @Test(arguments: [
    ("Arabic", "مرحبا"), ("Devanagari", "क्षत्रिय"), ("Thai", "สวัสดี"), ("Hebrew", "שָׁלוֹם"),
    ("Tamil", "தமிழ்"), ("Georgian", "გამარჯობა"),
  ])
  func scriptComesFromTheFontsThatHaveIt(script: String, text: String) throws {
    guard
      CTFontCopyFamilyName(CTFontCreateWithName("Noto Sans \(script)", 12, nil))
        == "Noto Sans \(script)"
    else { return print("skipped: fonts-noto-core is not installed") }
    let result = try layout(sample(text))
    #expect(result.glyphs.allSatisfy { $0.glyph != 0 })
    #expect(Set(result.runs.map(\.font.size)) == [20.48])
    #expect(result.drawItems().count >= 1)
  }

  @Test func thaiBreaksBetweenWords() throws {
    // "hello" and "world of people" without a space; no break within a word of the dictionary.
    let text = "สวัสดีชาวโลก"
    let result = try layout(sample(text), TextLayoutOptions(width: 70))
    #expect(result.starts == [0, 6])
  }

  @Test func characterThatNoFontHasIsABox() throws {
    // A private one.
    let result = try layout(sample("a\u{F8F0}b"))
    #expect(result.glyphs.count == 3 && result.glyphs[1].glyph == 0)
    #expect(result.glyphs[1].advance > 0)
  }

  @Test func sameResultTwiceAndOnManyThreads() throws {
    let text = "Hamburg مرحبا 123 שלום नमस्ते 😀 office, and so on until it wraps"
    let options = TextLayoutOptions(width: 150, alignment: .justified)
    let expected = try layout(sample(text)).fingerprint
    let wrapped = try layout(sample(text), options).fingerprint
    let results = Mutex<[Int: String]>([:])
    DispatchQueue.concurrentPerform(iterations: 16) { index in
      let string = sample(text)
      let result = TextLayout(
        string,
        in: index % 2 == 0 ? TextLayoutOptions() : options,
        defaults: TextDefaults(font: CTFontCreateWithName("Helvetica", 12, nil), color: .black)
      )
      results.withLock { $0[index] = result.fingerprint }
    }
    let all = results.withLock { $0 }
    for (index, fingerprint) in all {
      #expect(fingerprint == (index % 2 == 0 ? expected : wrapped))
    }
    #expect(all.count == 16)
  }
}

extension TextLayout {
  /// Everything that shows, as text.
  fileprivate var fingerprint: String {
    drawItems().map { item in
      switch item {
      case .fill(let path, _): "\(path.points)"
      case .rect(let rect, _): "\(rect)"
      case .image(let image, let rect, _): "\(image.width) \(rect)"
      }
    }.joined()
  }
}
