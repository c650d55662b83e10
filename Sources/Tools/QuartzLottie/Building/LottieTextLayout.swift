// Places of glyphs.
// Licensed under the MIT license; see LICENSE.

/// The glyphs of a text at their places.
struct LottieTextLayout {
  /// A glyph.
  struct Glyph {
    /// The outlines about the glyph's origin on the base line.
    var contours: [Contour]
    /// The place of the glyph's origin.
    var origin: LottiePoint
    var advance: Double
    /// The index among all characters, and among those that are no spaces.
    var index: Int
    var indexWithoutSpaces: Int
    var word: Int
    var line: Int
    var isFirstOfLine: Bool
  }

  private struct Unit {
    var character: String
    var advance: Double
    var contours: [Contour]

    var isSpace: Bool { character == " " }
  }

  private(set) var glyphs: [Glyph] = []
  private(set) var lineCount = 0
  private(set) var wordCount = 0
  private(set) var shownCount = 0
  /// The characters without outlines.
  private(set) var missing = ""
  let lineHeight: Double
  private let text: LottieTextDocument

  init(_ text: LottieTextDocument, _ faces: LottieFaces) {
    self.text = text
    lineHeight = text.lineHeight.flatMap { $0 > 0 ? $0 : nil } ?? text.size * 1.2
    let font = faces.font(named: text.font)
    let content = text.isCapital ? text.text.uppercased() : text.text
    var lines: [[Unit]] = []
    for line in Self.lines(content) {
      let units = line.map { unit(String($0), font, faces) }
      lines += text.box.map { Self.wrapped(units, $0.size.x, spacing) } ?? [units]
    }
    var base = -text.baselineShift
    if let box = text.box { base += box.origin.y + faces.ascent(of: font) / 100 * text.size }
    for line in lines {
      place(line, at: base)
      base += lineHeight
    }
  }

  private var spacing: Double { text.tracking / 1000 * text.size }

  private static func lines(_ text: String) -> [Substring] {
    let breaks: Set<Character> = ["\u{3}", "\r", "\n", "\r\n"]
    return text.split(omittingEmptySubsequences: false) { breaks.contains($0) }
  }

  private mutating func unit(
    _ character: String,
    _ font: LottieFont,
    _ faces: LottieFaces
  ) -> Unit {
    let scale = text.size / 100
    guard let glyph = faces.glyph(character, font) else {
      if character != " ", !missing.contains(character) { missing += character }
      return Unit(character: character, advance: 0, contours: [])
    }
    return Unit(
      character: character,
      advance: glyph.advance * scale,
      contours: glyph.contours.map { $0.transformed(.scale(LottiePoint(scale, scale))) }
    )
  }

  /// Breaks a line at spaces; words that are wider than the box break inside.
  private static func wrapped(_ units: [Unit], _ width: Double, _ spacing: Double) -> [[Unit]] {
    var (lines, line, length, lastSpace): ([[Unit]], [Unit], Double, Int?) = ([], [], 0, nil)
    for unit in units {
      if length + unit.advance > width, !unit.isSpace, !line.isEmpty {
        let cut = lastSpace.map { $0 + 1 } ?? line.count
        lines.append(Array(line[..<cut]))
        line = Array(line[cut...])
        length = line.reduce(0) { $0 + $1.advance + spacing }
        lastSpace = nil
      }
      if unit.isSpace { lastSpace = line.count }
      line.append(unit)
      length += unit.advance + spacing
    }
    return lines + [line]
  }

  private mutating func place(_ line: [Unit], at base: Double) {
    let shown = line.prefix((line.lastIndex { !$0.isSpace } ?? -1) + 1)
    let advances = shown.reduce(0) { $0 + $1.advance }
    let width = advances + spacing * Double(max(shown.count - 1, 0))
    let (start, room) = text.box.map { ($0.origin.x, $0.size.x) } ?? (0, 0)
    var x =
      switch text.justification {
      case 1: start + room - width
      case 2: start + (room - width) / 2
      default: start
      }
    // A space belongs to the word before it.
    var isAfterSpace = true
    for (index, unit) in line.enumerated() {
      if isAfterSpace, !unit.isSpace { wordCount += 1 }
      glyphs.append(
        Glyph(
          contours: unit.contours,
          origin: LottiePoint(x, base),
          advance: unit.advance,
          index: glyphs.count,
          indexWithoutSpaces: shownCount,
          word: max(wordCount - 1, 0),
          line: lineCount,
          isFirstOfLine: index == 0
        )
      )
      if !unit.isSpace { shownCount += 1 }
      isAfterSpace = unit.isSpace
      x += unit.advance + spacing
    }
    lineCount += 1
  }
}
