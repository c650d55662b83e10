// Layout into a box, paragraph by paragraph and line by line.
// Licensed under the MIT license; see LICENSE.
//
// Pango splits a paragraph into items of one script, font and direction, finds fonts and shapes.
// Everything after that happens here, on clusters: breaking lines, tabs, truncation, alignment and
// the order of display. Pango has a layout of its own, but it copies the rest of a paragraph at
// each line (so that a long one takes quadratic time), puts half of the kern before a glyph, where
// Core Text puts all of it behind, and truncates within a paragraph only.
//
//     string --paragraphs--> UTF-8 --Pango--> clusters --breaker--> lines --placer--> glyphs
//                                                        truncator ^
//
// Lines are placed with x = 0 at their left ends and moved at the end, when the width of the box is
// known for boxes that are as wide as their text. Paragraphs are shaped as lines are needed: text
// below the box costs nothing.

package import Foundation
import QuartzMath

extension TextLayout {
  /// Lays out a string.
  ///
  /// Any thread may do so; the fonts are shared, so that threads wait for one another while
  /// paragraphs are shaped. The result depends on the string, the options, the defaults and the
  /// installed fonts alone.
  ///
  /// - Parameters:
  ///   - string: With attributes of Core Text or of AppKit and UIKit. Values of the wrong type are
  ///     ignored.
  ///   - options: The box.
  ///   - defaults: The font and colour of text without them.
  package init(_ string: NSAttributedString, in options: TextLayoutOptions, defaults: TextDefaults)
  {
    var builder = TextLayoutBuilder(options)
    let units = ContiguousArray(string.string.utf16)
    let runs = string.styledRuns(defaults, count: units.count)
    if !units.isEmpty, !runs.isEmpty {
      units.withUnsafeBufferPointer { builder.layOut($0, runs) }
    }
    self = builder.finished()
  }
}

extension TextLayout {
  /// One line of neighbouring clusters of a paragraph, its baseline beginning at x = 0.
  ///
  /// - Parameters:
  ///   - text: The paragraph.
  ///   - clusters: Those that the line shows.
  ///   - units: The UTF-16 code units that it stands for.
  ///   - style: Of the paragraph.
  ///   - indent: From where tab stops count to the line.
  init(
    _ text: ShapedText,
    _ clusters: Range<Int>,
    _ units: Range<Int>,
    _ style: CTParagraphStyle.Values,
    indent: Double
  ) {
    self.init()
    let breaker = LineBreaker(.never, style)
    let placer = LinePlacer(LineContent(text, clusters), breaker: breaker, indent: indent)
    let metrics = LineHeight(placer, style)
    placer.emit(into: &self)
    let line = TextLine(
      range: units,
      origin: Point(0, metrics.ascent),
      width: placer.width,
      trailingWhitespaceWidth: placer.trailingWhitespaceWidth,
      ascent: metrics.ascent,
      descent: metrics.descent,
      leading: metrics.leading,
      isRightToLeft: text.isRightToLeft,
      isTruncated: false,
      runs: runs.indices,
      decorations: decorations.indices
    )
    lines = [line]
    move(line: 0, by: 0)
    size = Size(line.width, metrics.ascent + metrics.descent)
  }
}

/// Lays out one string.
private struct TextLayoutBuilder {
  /// A line whose place is known, but not yet whether it is the last one that fits.
  private struct Pending {
    var text: ShapedText
    var paragraph: Paragraph
    var clusters: Range<Int>
    var indent: Double
    /// The span that the line stands in.
    var box: TextShape.Span
    /// The line if all of it shows.
    var placer: LinePlacer
    /// The y of its top.
    var y: Double
  }

  /// The settings of a paragraph.
  private struct Paragraph {
    var style: CTParagraphStyle.Values
    var breaker: LineBreaker
    var truncation: TextTruncation
    var isRightToLeft: Bool
  }

  /// The final move of a line.
  private struct Shift {
    /// Between the leading edge and the line.
    var indent: Double
    /// From there to where lines end, at the leading side of the trailing edge.
    var trailing: Double
    var alignment: CTTextAlignment
    /// The left edge of the span that the line stands in.
    var left: Double
    /// Its width; infinite for a box that is as wide as its text.
    var width: Double
  }

  private let options: TextLayoutOptions
  private let width: Double
  private let height: Double
  private var layout = TextLayout()
  private var shifts: [Shift] = []
  private var pending: Pending?
  /// The top of the next line.
  private var y = 0.0
  private var isFull = false
  /// The places beside one another that are still free at `y`, and how high the lines in the others
  /// are.
  private var spans: [TextShape.Span] = []
  private var rowHeight = 0.0

  init(_ options: TextLayoutOptions) {
    self.options = options
    width = options.width.isNaN ? .infinity : max(0, options.width)
    height = options.height.isNaN ? .infinity : max(0, options.height)
  }

  mutating func layOut(_ units: UnsafeBufferPointer<UInt16>, _ runs: [StyledRun]) {
    var run = 0
    var previous: CTParagraphStyle.Values?
    for (body, range) in ParagraphRanges(units) {
      while run + 1 < runs.count, runs[run].range.upperBound <= range.lowerBound { run += 1 }
      let style = runs[run].style.paragraph ?? CTParagraphStyle.Values()
      let text = TextEngine.shape(
        units,
        body: body,
        range: range,
        runs: runs,
        firstRun: run,
        direction: style.baseWritingDirection
      )
      if let previous {
        y += max(0, previous.paragraphSpacing) + max(0, style.paragraphSpacingBefore)
      }
      previous = style
      layOut(text, paragraph(style, isRightToLeft: text.isRightToLeft))
      if isFull { break }
    }
    guard let pending else { return }
    let hasMore = isFull && options.truncation != .none
    let last = hasMore ? lastParagraph(units, runs, after: pending) : nil
    emit(pending, last: last, end: hasMore ? units.count : nil)
  }

  func finished() -> TextLayout {
    var result = self
    result.moveLines()
    return result.layout
  }

  private func paragraph(_ style: CTParagraphStyle.Values, isRightToLeft: Bool) -> Paragraph {
    var mode = options.isWrapped ? LineBreaker.Mode.words : .never
    var truncation = options.truncation
    switch style.lineBreakMode {
    case .byWordWrapping: break
    case .byCharWrapping: mode = options.isWrapped ? .characters : .never
    case .byClipping: mode = .never
    case .byTruncatingHead: (mode, truncation) = (.never, .start)
    case .byTruncatingTail: (mode, truncation) = (.never, .end)
    case .byTruncatingMiddle: (mode, truncation) = (.never, .middle)
    }
    return Paragraph(
      style: style,
      breaker: LineBreaker(mode, style),
      truncation: truncation,
      isRightToLeft: isRightToLeft
    )
  }

  private mutating func layOut(_ text: ShapedText, _ paragraph: Paragraph) {
    var start = 0
    repeat {
      let style = paragraph.style
      let indent = max(0, start == 0 ? style.firstLineHeadIndent : style.headIndent)
      guard let box = nextBox(text, start, style) else { return }
      let end = paragraph.breaker.lineEnd(
        in: text,
        from: start,
        indent: indent,
        width: lineEnd(style, box.width) - indent
      )
      let placer = LinePlacer(
        LineContent(text, start..<end),
        breaker: paragraph.breaker,
        indent: indent
      )
      append(
        Pending(
          text: text,
          paragraph: paragraph,
          clusters: start..<end,
          indent: indent,
          box: box,
          placer: placer,
          y: y
        )
      )
      start = end
    } while start < text.clusters.count && !isFull
  }

  /// Returns the span of the next line; nil if there is none, and then no further line fits.
  private mutating func nextBox(
    _ text: ShapedText,
    _ start: Int,
    _ style: CTParagraphStyle.Values
  ) -> TextShape.Span? {
    guard let shape = options.shape else { return TextShape.Span(left: 0, width: width) }
    if !spans.isEmpty { return spans.removeFirst() }
    // The height is that of a line that is like its beginning throughout.
    let first = LinePlacer(
      LineContent(text, start..<min(start + 1, text.clusters.count)),
      breaker: LineBreaker(.never, style),
      indent: 0
    )
    let metrics = LineHeight(first, style)
    let height = metrics.ascent + metrics.descent
    while y + height <= self.height + 1e-6, height > 0 {
      spans = shape.spans(from: y, to: y + height)
      if !spans.isEmpty { return spans.removeFirst() }
      y += max(height / 8, self.height / 1000)
    }
    isFull = true
    return nil
  }

  /// Returns the end of lines in a width, from the leading edge.
  private func lineEnd(_ style: CTParagraphStyle.Values, _ width: Double) -> Double {
    style.tailIndent > 0 ? min(style.tailIndent, width) : max(0, width + style.tailIndent)
  }

  /// Takes the line if it begins, and with truncation ends, in the box.
  private mutating func append(_ line: Pending) {
    let metrics = LineHeight(line.placer, line.paragraph.style)
    let isFirst = pending == nil && layout.lines.isEmpty
    let isWhole = options.truncation != .none || options.keepsWholeLines
    let limit = isWhole ? y + metrics.ascent + metrics.descent : y
    let fits = isWhole ? limit <= height + 1e-6 : limit < height
    guard (isFirst && !options.keepsWholeLines) || fits else {
      isFull = true
      return
    }
    if let pending { emit(pending, last: nil, end: nil) }
    pending = line
    // The text after lines beside one another begins below the tallest of them.
    rowHeight = max(rowHeight, metrics.ascent + metrics.descent + metrics.leading)
    guard spans.isEmpty else { return }
    y += rowHeight
    rowHeight = 0
  }

  /// Emits a line; the last one that fits stands for everything up to `end`.
  private mutating func emit(_ line: Pending, last: ShapedText?, end: Int?) {
    var placer = line.placer
    if let content = truncated(line, last: last, end: end) {
      placer = LinePlacer(content, breaker: line.paragraph.breaker, indent: line.indent)
    }
    let style = line.paragraph.style
    let isTruncated = placer.content.isTruncated
    let trailing = lineEnd(style, line.box.width)
    let alignment = alignment(of: line)
    let isLast = line.clusters.upperBound == line.text.clusters.count
    let isForced =
      line.clusters.last.map { line.text.clusters[$0].flags.contains(.forcedBreak) } ?? true
    if alignment == .justified, !isLast, !isForced, !isTruncated {
      placer.justify(to: trailing - line.indent)
    }
    let metrics = LineHeight(placer, style)
    let first = (runs: layout.runs.count, decorations: layout.decorations.count)
    placer.emit(into: &layout)
    let lower = line.clusters.lowerBound
    let lowerUnit =
      lower == 0 ? line.text.range.lowerBound : Int(line.text.clusters[lower].unit)
    let upper = line.clusters.upperBound
    let upperUnit =
      upper < line.text.clusters.count
      ? Int(line.text.clusters[upper].unit) : line.text.range.upperBound
    layout.lines.append(
      TextLine(
        range: lowerUnit..<(end ?? upperUnit),
        origin: Point(0, line.y + metrics.ascent),
        width: placer.width,
        trailingWhitespaceWidth: placer.trailingWhitespaceWidth,
        ascent: metrics.ascent,
        descent: metrics.descent,
        leading: metrics.leading,
        isRightToLeft: line.paragraph.isRightToLeft,
        isTruncated: isTruncated,
        runs: first.runs..<layout.runs.count,
        decorations: first.decorations..<layout.decorations.count
      )
    )
    shifts.append(
      Shift(
        indent: line.indent,
        trailing: trailing,
        alignment: alignment,
        left: line.box.left,
        width: line.box.width
      )
    )
    layout.isTruncated = layout.isTruncated || isTruncated
  }
}

// MARK: - Truncation

extension TextLayoutBuilder {
  /// Returns the shortened content of the line; nil if all of it shows.
  private func truncated(_ line: Pending, last: ShapedText?, end: Int?) -> LineContent? {
    let truncator = Truncator(
      mode: line.paragraph.truncation,
      width: lineEnd(line.paragraph.style, line.box.width) - line.indent
    )
    guard truncator.mode != .none, truncator.width.isFinite else { return nil }
    let start = line.clusters.lowerBound
    if end != nil {
      // The line stands for the rest of its paragraph, and perhaps for further ones.
      let rest = line.text.clusters.count
      return truncator.line(line.text, from: start, to: rest, last: last)
    }
    guard line.paragraph.breaker.mode == .never else { return nil }
    return truncator.line(line.text, from: start, to: line.clusters.upperBound, last: nil)
  }

  /// The last paragraph of the string, if it is not that of the line.
  private func lastParagraph(
    _ units: UnsafeBufferPointer<UInt16>,
    _ runs: [StyledRun],
    after line: Pending
  ) -> ShapedText? {
    guard line.text.range.upperBound < units.count else { return nil }
    var last: (body: Range<Int>, range: Range<Int>)?
    for paragraph in ParagraphRanges(units) where !paragraph.body.isEmpty || last == nil {
      last = paragraph
    }
    guard let last, last.range.lowerBound >= line.text.range.upperBound,
      let run = runs.firstIndex(where: { $0.range.upperBound > last.range.lowerBound })
    else { return nil }
    return TextEngine.shape(
      units,
      body: last.body,
      range: last.range,
      runs: runs,
      firstRun: run,
      direction: line.text.isRightToLeft ? .rightToLeft : .leftToRight
    )
  }
}

// MARK: - Alignment

extension TextLayoutBuilder {
  private func alignment(of line: Pending) -> CTTextAlignment {
    let style = line.paragraph.style.alignment
    return style == .natural ? options.alignment : style
  }

  /// Moves every line to its place, now that the width of the text is known.
  private mutating func moveLines() {
    var natural = 0.0
    for (line, shift) in zip(layout.lines, shifts) {
      natural = max(natural, shift.indent + line.width)
    }
    for index in layout.lines.indices {
      let line = layout.lines[index]
      let shift = shifts[index]
      let box = shift.width.isFinite ? shift.width : natural
      let trailing = shift.trailing.isFinite ? shift.trailing : box
      let leading = line.isRightToLeft ? box - trailing : shift.indent
      let room = trailing - shift.indent - line.width
      let inset = leading + room * line.leftShare(shift.alignment)
      layout.move(line: index, by: shift.left + inset)
    }
    let bottom = layout.lines.last.map { $0.origin.y + $0.descent } ?? 0
    layout.size = Size(natural, bottom)
  }
}

extension TextLine {
  /// Returns the share of the room beside the line that is at its left.
  fileprivate func leftShare(_ alignment: CTTextAlignment) -> Double {
    switch alignment {
    case .left: 0
    case .right: 1
    case .center: 0.5
    case .natural, .justified: isRightToLeft ? 1 : 0
    }
  }
}

extension TextLayout {
  /// Moves a line that begins at x = 0 and y = 0 of its baseline to its place.
  fileprivate mutating func move(line index: Int, by x: Double) {
    lines[index].origin.x = x
    let origin = lines[index].origin
    for run in lines[index].runs {
      for glyph in runs[run].glyphs {
        glyphs[glyph].position.x += origin.x
        glyphs[glyph].position.y += origin.y
      }
    }
    for decoration in lines[index].decorations {
      decorations[decoration].rect.x += origin.x
      decorations[decoration].rect.y += origin.y
    }
  }
}

/// The height of a line by its paragraph style.
private struct LineHeight {
  var ascent: Double
  var descent: Double
  var leading: Double

  /// The style's changes of the height apply to the top of the line.
  init(_ line: LinePlacer, _ style: CTParagraphStyle.Values) {
    var height = line.ascent + line.descent
    if style.lineHeightMultiple > 0 { height *= style.lineHeightMultiple }
    height = max(height, style.minimumLineHeight)
    if style.maximumLineHeight > 0 { height = min(height, style.maximumLineHeight) }
    ascent = height - line.descent
    descent = line.descent
    leading = line.leading + max(0, style.lineSpacing)
  }
}
