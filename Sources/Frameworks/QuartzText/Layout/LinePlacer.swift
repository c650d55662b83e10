// Placement of a line's glyphs.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzMath

/// Places the glyphs of one line, relative to the left end of its baseline.
struct LinePlacer {
  /// Clusters of one item and one style.
  private struct Run {
    var piece: Int
    var clusters: Range<Int>
    var level: UInt8
    var item: Int
    var style: Int
    var isTrailing: Bool

    func isContinued(by next: Run) -> Bool {
      piece == next.piece && item == next.item && style == next.style && level == next.level
        && isTrailing == next.isTrailing
    }
  }

  let content: LineContent
  let breaker: LineBreaker
  /// Between the leading edge of the box and the line.
  let indent: Double
  /// Piece after piece: how far each cluster moves the pen.
  private var advances: [[Double]] = []
  private var runs: [Run] = []
  private let baseLevel: UInt8
  /// Without white space at the end.
  private(set) var width = 0.0
  private(set) var trailingWhitespaceWidth = 0.0
  private(set) var ascent = 0.0
  private(set) var descent = 0.0
  private(set) var leading = 0.0

  init(_ content: LineContent, breaker: LineBreaker, indent: Double) {
    self.content = content
    self.breaker = breaker
    self.indent = indent
    baseLevel = content.pieces.first?.text.isRightToLeft ?? false ? 1 : 0
    advanceInTextOrder()
    splitIntoRuns()
    measure()
  }

  private mutating func advanceInTextOrder() {
    var x = 0.0
    for piece in content.pieces {
      advances.append(
        piece.clusters.map { index in
          let cluster = piece.text.clusters[index]
          let advance = breaker.advance(
            in: piece.text,
            of: index,
            before: piece.clusters.upperBound,
            at: indent + x
          )
          x += advance
          if cluster.flags.contains(.white) {
            trailingWhitespaceWidth += advance
          } else {
            trailingWhitespaceWidth = 0
          }
          return advance
        }
      )
    }
    width = x - trailingWhitespaceWidth
  }

  /// The number of clusters at the end of the last piece that are white space.
  private var trailingCount: Int {
    guard let last = content.pieces.last else { return 0 }
    return last.clusters.reversed().prefix { last.text.clusters[$0].flags.contains(.white) }.count
  }

  private mutating func splitIntoRuns() {
    let trailing = trailingCount
    for (number, piece) in content.pieces.enumerated() {
      let isLast = number == content.pieces.count - 1
      let trailingStart = piece.clusters.upperBound - (isLast ? trailing : 0)
      for index in piece.clusters {
        let cluster = piece.text.clusters[index]
        let isTrailing = index >= trailingStart
        // White space at the end of a line and tabs have the direction of the paragraph
        // (UAX #9, rule L1).
        let isReset = isTrailing || cluster.flags.contains(.tab)
        let own = piece.level ?? piece.text.items[Int(cluster.item)].level
        let next = Run(
          piece: number,
          clusters: index..<index + 1,
          level: isReset ? baseLevel : own,
          item: Int(cluster.item),
          style: Int(cluster.style),
          isTrailing: isTrailing
        )
        if runs.last?.isContinued(by: next) == true {
          runs[runs.count - 1].clusters =
            runs[runs.count - 1].clusters
            .lowerBound..<index + 1
        } else {
          runs.append(next)
        }
      }
    }
  }

  private mutating func measure() {
    for run in runs {
      let text = content.pieces[run.piece].text
      let style = text.styles[run.style]
      // The font that the character of a room happens to be in does not count.
      let font = style.room == nil ? text.items[run.item].font : style.font
      grow(font, style.baselineOffset)
      guard let room = style.room else { continue }
      ascent = max(ascent, room.ascent + style.baselineOffset)
      descent = max(descent, room.descent - style.baselineOffset)
    }
    if runs.isEmpty, let text = content.pieces.first?.text {
      grow(text.emptyStyle.font, text.emptyStyle.baselineOffset)
    }
  }

  private mutating func grow(_ font: CTFont, _ offset: Double) {
    ascent = max(ascent, font.face.metrics.ascent * font.size + offset)
    descent = max(descent, font.face.metrics.descent * font.size - offset)
    leading = max(leading, font.face.metrics.leading * font.size)
  }

  /// Widens the spaces between words so that the line gets that wide; a line without any stays.
  ///
  /// Text before a tab does not move: only spaces after the last tab are widened.
  mutating func justify(to target: Double) {
    var gaps: [(piece: Int, index: Int)] = []
    var isAtEnd = true
    search: for number in content.pieces.indices.reversed() {
      let piece = content.pieces[number]
      for (index, cluster) in piece.clusters.enumerated().reversed() {
        let flags = piece.text.clusters[cluster].flags
        if flags.contains(.tab) { break search }
        if isAtEnd, flags.contains(.white) { continue }
        isAtEnd = false
        if flags.contains(.space) { gaps.append((number, index)) }
      }
    }
    guard !gaps.isEmpty, target > width, target.isFinite else { return }
    let extra = (target - width) / Double(gaps.count)
    for gap in gaps { advances[gap.piece][gap.index] += extra }
    width = target
  }
}

extension LinePlacer {
  /// Appends the runs, glyphs and decorations to a layout, where the baseline begins at (0, 0).
  func emit(into layout: inout TextLayout) {
    let lineStart = layout.glyphs.count
    var x = baseLevel == 1 ? -trailingWhitespaceWidth : 0
    for run in inVisualOrder() {
      let start = x
      let text = content.pieces[run.piece].text
      let style = text.styles[run.style]
      let font = text.items[run.item].font
      x = emit(run, at: x, from: lineStart, into: &layout)
      guard !run.isTrailing else { continue }
      let decorator = Decorator(start: start, end: x, font: font, style: style)
      decorator.emit(ascent: ascent, descent: descent, into: &layout)
    }
  }

  /// Emits a run of a line whose glyphs begin at `lineStart`; returns where the pen is
  /// afterwards.
  private func emit(
    _ run: Run,
    at start: Double,
    from lineStart: Int,
    into layout: inout TextLayout
  ) -> Double {
    let piece = content.pieces[run.piece]
    let text = piece.text
    let style = text.styles[run.style]
    let isReversed = run.level % 2 == 1
    let first = layout.glyphs.count
    var x = start
    for offset in 0..<run.clusters.count {
      let index =
        isReversed
        ? run.clusters.upperBound - 1 - offset : run.clusters.lowerBound + offset
      let cluster = text.clusters[index]
      let advance = advances[run.piece][index - piece.clusters.lowerBound]
      let glyphs = text.glyphs[Int(cluster.firstGlyph)...].prefix(Int(cluster.glyphCount))
      let extra = advance - glyphs.reduce(0) { $0 + $1.advance }
      // Kern and justification come after a cluster: at its left where text runs to the left.
      // A room has all of its advance.
      var pen = isReversed && style.room == nil ? x + extra : x
      var rest = advance
      for (number, glyph) in glyphs.enumerated() {
        // Pango's number for "shows nothing"; a room has a place, whatever its glyph.
        let isRoom = style.room != nil && number == 0
        if isRoom || glyph.glyph != GlyphID.max >> 4 {
          let width = glyph.advance + (number == glyphs.count - 1 ? extra : 0)
          layout.glyphs.append(
            PlacedGlyph(
              glyph: isRoom ? 0 : glyph.glyph,
              position: Point(pen + glyph.x, -glyph.y - style.baselineOffset),
              advance: width,
              cluster: piece.unit ?? Int(cluster.unit)
            )
          )
          rest -= width
        }
        pen += glyph.advance
      }
      // A tab has no glyph: its advance is that of the glyph before it in the line.
      if rest != 0, layout.glyphs.count > lineStart {
        layout.glyphs[layout.glyphs.count - 1].trailingAdvance += rest
      }
      x += advance
    }
    guard layout.glyphs.count > first else { return x }
    layout.runs.append(
      GlyphRun(
        font: text.items[run.item].font,
        color: style.color,
        stroke: style.stroke,
        room: style.room,
        isRightToLeft: isReversed,
        glyphs: first..<layout.glyphs.count
      )
    )
    return x
  }

  /// From the left to the right: from the highest level down to the lowest odd one, each run of
  /// that level or a higher one is turned around (UAX #9, rule L2).
  private func inVisualOrder() -> [Run] {
    var result = runs
    guard let highest = result.map(\.level).max(), highest > 0 else { return result }
    for level in stride(from: highest, through: 1, by: -1) {
      var start = 0
      while start < result.count {
        guard result[start].level >= level else {
          start += 1
          continue
        }
        var end = start + 1
        while end < result.count, result[end].level >= level { end += 1 }
        result[start..<end].reverse()
        start = end
      }
    }
    return result
  }
}
