// The content of a line: clusters of paragraphs, and an ellipsis if something is left out.
// Licensed under the MIT license; see LICENSE.

/// The content of a line, in the order of the text.
struct LineContent {
  /// Neighbouring clusters.
  struct Piece {
    /// The paragraph, or the ellipsis, that the clusters are of.
    var text: ShapedText
    var clusters: Range<Int>
    /// The level of an ellipsis, which takes it from its neighbours; nil for that of the items.
    var level: UInt8?
    /// The code unit that an ellipsis stands at.
    var unit: Int?

    var width: Double { clusters.reduce(0) { $0 + text.clusters[$1].advance } }
  }

  var pieces: [Piece]
  var isTruncated = false

  init(_ text: ShapedText, _ clusters: Range<Int>) {
    pieces = [Piece(text: text, clusters: clusters)]
  }

  fileprivate init(truncated pieces: [Piece]) {
    self.pieces = pieces
    isTruncated = true
  }
}

/// Shortens text that does not fit a line.
///
/// Widths are counted cluster by cluster, in the order of the text: the omitted part is one stretch
/// of the text, even where its scripts run both ways. Tabs count as nothing.
struct Truncator {
  let mode: TextTruncation
  /// The width of the line, in points.
  let width: Double

  private static let tolerance = 1e-6

  /// The line that shows the part of `text` from cluster `start` on that fits.
  ///
  /// - Parameters:
  ///   - text: The paragraph of the line.
  ///   - start: The first cluster of the line.
  ///   - end: The end of the text that the line stands for.
  ///   - last: The last paragraph of the string, if the line stands for everything up to there.
  /// - Returns: The line, with an ellipsis unless all fits.
  func line(_ text: ShapedText, from start: Int, to end: Int, last: ShapedText?) -> LineContent {
    let head = LineContent.Piece(text: text, clusters: start..<end)
    guard let last else {
      let isShort = fits([head.withoutTrailingWhite])
      return isShort ? LineContent(text, start..<end) : shortened(head, head)
    }
    let tail = LineContent.Piece(text: last, clusters: 0..<last.clusters.count)
    switch mode {
    case .none: return LineContent(text, start..<end)
    case .end:
      let whole = [head.withoutTrailingWhite, ellipsis(after: head)]
      return fits(whole) ? LineContent(truncated: whole) : shortened(head, head)
    case .start:
      let whole = [ellipsis(before: tail), tail]
      return fits(whole) ? LineContent(truncated: whole) : shortened(tail, tail)
    case .middle:
      let whole = [head.withoutTrailingWhite, ellipsis(after: head), tail]
      return fits(whole) ? LineContent(truncated: whole) : shortened(head, tail)
    }
  }

  private func fits(_ pieces: [LineContent.Piece]) -> Bool {
    pieces.reduce(0) { $0 + $1.width } <= width + Self.tolerance
  }

  /// Returns as much of the beginning of `head` and of the end of `tail` as fits, and an ellipsis.
  private func shortened(_ head: LineContent.Piece, _ tail: LineContent.Piece) -> LineContent {
    switch mode {
    case .none: LineContent(head.text, head.clusters)
    case .end: shortenedAtEnd(head)
    case .start: shortenedAtStart(tail)
    case .middle: shortenedInMiddle(head, tail)
    }
  }

  private func shortenedAtEnd(_ head: LineContent.Piece) -> LineContent {
    let dots = ellipsis(after: head)
    let prefix = prefix(of: head, within: width - dots.width)
    return LineContent(truncated: [prefix, ellipsis(after: prefix, orBefore: head)])
  }

  private func shortenedAtStart(_ tail: LineContent.Piece) -> LineContent {
    let dots = ellipsis(before: tail)
    let suffix = suffix(of: tail, within: width - dots.width)
    return LineContent(truncated: [ellipsis(before: suffix, orAfter: tail), suffix])
  }

  private func shortenedInMiddle(
    _ head: LineContent.Piece,
    _ tail: LineContent.Piece
  ) -> LineContent {
    let room = width - ellipsis(after: head).width
    let isOneText = head.text.range == tail.text.range
    // The beginning gets half of the room, the end the rest, and the beginning what the end leaves.
    var prefix = prefix(of: head, within: room / 2)
    var rest = tail
    if isOneText { rest.clusters = prefix.clusters.upperBound..<tail.clusters.upperBound }
    let suffix = suffix(of: rest, within: room - prefix.width)
    var longest = head
    if isOneText { longest.clusters = head.clusters.lowerBound..<suffix.clusters.lowerBound }
    prefix = self.prefix(of: longest, within: room - suffix.width)
    var dots = ellipsis(after: prefix, orBefore: head)
    dots.level = level(between: prefix, and: suffix)
    return LineContent(truncated: [prefix, dots, suffix])
  }

  private func prefix(of piece: LineContent.Piece, within room: Double) -> LineContent.Piece {
    var result = piece
    var x = 0.0
    var end = piece.clusters.lowerBound
    for index in piece.clusters {
      x += piece.text.clusters[index].advance
      if x > room + Self.tolerance { break }
      end = index + 1
    }
    result.clusters = piece.clusters.lowerBound..<end
    return result
  }

  private func suffix(of piece: LineContent.Piece, within room: Double) -> LineContent.Piece {
    var result = piece
    var x = 0.0
    var start = piece.clusters.upperBound
    for index in piece.clusters.reversed() {
      x += piece.text.clusters[index].advance
      if x > room + Self.tolerance { break }
      start = index
    }
    result.clusters = start..<piece.clusters.upperBound
    return result
  }
}

// MARK: - The ellipsis

extension Truncator {
  /// In the style of the last cluster of a piece.
  private func ellipsis(after piece: LineContent.Piece) -> LineContent.Piece {
    ellipsis(piece.text, piece.clusters.last, unit: piece.endUnit)
  }

  /// In the style of the first cluster of a piece.
  private func ellipsis(before piece: LineContent.Piece) -> LineContent.Piece {
    ellipsis(piece.text, piece.clusters.first, unit: piece.text.range.lowerBound)
  }

  private func ellipsis(
    after piece: LineContent.Piece,
    orBefore other: LineContent.Piece
  ) -> LineContent.Piece {
    let unit = piece.endUnit
    return ellipsis(piece.text, piece.clusters.last ?? other.clusters.first, unit: unit)
  }

  private func ellipsis(
    before piece: LineContent.Piece,
    orAfter other: LineContent.Piece
  ) -> LineContent.Piece {
    let unit = piece.text.range.lowerBound
    return ellipsis(piece.text, piece.clusters.first ?? other.clusters.last, unit: unit)
  }

  private func ellipsis(_ text: ShapedText, _ cluster: Int?, unit: Int) -> LineContent.Piece {
    var style = cluster.map { text.styles[Int(text.clusters[$0].style)] } ?? text.emptyStyle
    style.room = nil
    let units: [UInt16] = [0x2026]
    let shaped = units.withUnsafeBufferPointer {
      TextEngine.shape(
        $0,
        body: 0..<1,
        range: 0..<1,
        runs: [StyledRun(range: 0..<1, style: style)],
        firstRun: 0,
        direction: text.isRightToLeft ? .rightToLeft : .leftToRight
      )
    }
    return LineContent.Piece(
      text: shaped,
      clusters: 0..<shaped.clusters.count,
      level: text.isRightToLeft ? 1 : 0,
      unit: unit
    )
  }

  /// The level of both neighbours if they agree, or the paragraph's.
  private func level(between head: LineContent.Piece, and tail: LineContent.Piece) -> UInt8 {
    let base: UInt8 = head.text.isRightToLeft ? 1 : 0
    guard let before = head.clusters.last.map({ head.text.level(of: $0) }),
      let after = tail.clusters.first.map({ tail.text.level(of: $0) })
    else { return base }
    return before == after ? before : base
  }
}

extension LineContent.Piece {
  /// Without the white space at the end, which hangs over the edge, and without a forced break.
  fileprivate var withoutTrailingWhite: Self {
    var result = self
    while let last = result.clusters.last, text.clusters[last].flags.contains(.white) {
      result.clusters = clusters.lowerBound..<last
    }
    return result
  }

  /// The first code unit after the clusters.
  fileprivate var endUnit: Int {
    clusters.upperBound < text.clusters.count
      ? Int(text.clusters[clusters.upperBound].unit) : text.range.upperBound
  }
}

extension ShapedText {
  /// The embedding level of a cluster.
  func level(of cluster: Int) -> UInt8 { items[Int(clusters[cluster].item)].level }
}
