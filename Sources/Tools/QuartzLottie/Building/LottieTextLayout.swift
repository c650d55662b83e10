// Places of glyphs.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// The glyphs of a text at their places.
struct LottieTextLayout {
  /// A glyph.
  struct Glyph {
    var contours: [Contour]
  }

  private struct Unit {
    var character: String
    var advance: Double
    var contours: [Contour]
    var isSpace: Bool
  }

  private(set) var glyphs: [Glyph] = []
  /// The characters without outlines.
  private(set) var missing = ""
  private let text: LottieTextDocument

  init(_ text: LottieTextDocument, _ document: LottieDocument) {
    self.text = text
    let font = document.fonts.first { $0.name == text.font }
    let content = text.isCapital ? text.text.uppercased() : text.text
    var lines: [[Unit]] = []
    for line in Self.lines(content) {
      let units = line.map { unit(String($0), font, document) }
      lines += text.box.map { Self.wrapped(units, $0.size.x, spacing) } ?? [units]
    }
    let height = text.lineHeight.flatMap { $0 > 0 ? $0 : nil } ?? text.size * 1.2
    var base = -text.baselineShift
    if let box = text.box { base += box.origin.y + (font?.ascent ?? 75) / 100 * text.size }
    for line in lines {
      place(line, at: base)
      base += height
    }
  }

  private var spacing: Double { text.tracking / 1000 * text.size }

  private static func lines(_ text: String) -> [Substring] {
    let breaks: Set<Character> = ["\u{3}", "\r", "\n", "\r\n"]
    return text.split(omittingEmptySubsequences: false) { breaks.contains($0) }
  }

  private mutating func unit(
    _ character: String,
    _ font: LottieFont?,
    _ document: LottieDocument
  ) -> Unit {
    let key = LottieGlyph.Key(
      character: character,
      family: font?.family ?? "",
      style: font?.style ?? ""
    )
    let scale = text.size / 100
    guard let glyph = document.glyphs[key] else {
      if !missing.contains(character) { missing += character }
      return Unit(character: character, advance: 0, contours: [], isSpace: character == " ")
    }
    return Unit(
      character: character,
      advance: glyph.advance * scale,
      contours: glyph.contours.map { $0.transformed(.scale(LottiePoint(scale, scale))) },
      isSpace: character == " "
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
    for unit in line {
      let matrix = LottieMatrix.move(LottiePoint(x, base))
      glyphs.append(Glyph(contours: unit.contours.map { $0.transformed(matrix) }))
      x += unit.advance + spacing
    }
  }
}
