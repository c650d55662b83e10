// Parts of contours by their length.
// Licensed under the MIT license; see LICENSE.

/// A contour with the lengths of its curves.
struct MeasuredContour {
  let contour: Contour
  let lengths: [Double]
  let total: Double
  /// The curves, in the space in which lengths count.
  private let measured: [CubicSegment]

  /// - Parameter matrix: To the space in which lengths count.
  init(_ contour: Contour, in matrix: LottieMatrix) {
    self.contour = contour
    measured = contour.transformed(matrix).segments
    lengths = measured.map { $0.length() }
    total = lengths.reduce(0, +)
  }

  /// The curves between two lengths.
  func segments(from start: Double, to end: Double) -> [CubicSegment] {
    var (result, before): ([CubicSegment], Double) = ([], 0)
    for (index, length) in lengths.enumerated() {
      defer { before += length }
      guard length > 0, before < end, before + length > start else { continue }
      let from = measured[index].parameter(at: start - before, of: length)
      let to = measured[index].parameter(at: end - before, of: length)
      guard to > from else { continue }
      let segment = contour.segment(index)
      result.append(from == 0 && to == 1 ? segment : segment.cut(from, to))
    }
    return result
  }
}

extension CubicSegment {
  /// The part between two parameters; lines stay lines.
  fileprivate func cut(_ from: Double, _ to: Double) -> CubicSegment {
    isLine ? CubicSegment(line: point(at: from), point(at: to)) : part(from, to)
  }
}

/// The share of lengths that is kept.
struct TrimRange {
  /// 0...1.
  let start: Double
  /// At most 1 more than the start.
  let end: Double

  /// - Parameters:
  ///   - start: Percent, as `end`; held to 0...100.
  ///   - offset: Degrees, of any number of turns.
  init(start: Double, end: Double, offset: Double) {
    let low = min(max(min(start, end) / 100, 0), 1)
    let high = min(max(max(start, end) / 100, 0), 1)
    var shift = (offset / 360).truncatingRemainder(dividingBy: 1)
    if shift < 0 { shift += 1 }
    if !shift.isFinite { shift = 0 }
    let begin = low + shift >= 1 ? low + shift - 1 : low + shift
    self.start = begin
    self.end = begin + high - low
  }

  var isEmpty: Bool { end <= start }
  var isWhole: Bool { end - start >= 1 }

  /// The kept parts of contours, each list the parts of one.
  ///
  /// - Parameter isSequence: Whether all are one length, rather than each by itself.
  func cut(_ contours: [MeasuredContour], isSequence: Bool) -> [[Contour]] {
    if isEmpty { return contours.map { _ in [] } }
    guard isSequence else {
      return contours.map { cut($0, start * $0.total, end * $0.total, $0.total) }
    }
    let total = contours.reduce(0) { $0 + $1.total }
    var before = 0.0
    return contours.map { contour in
      defer { before += contour.total }
      return cut(contour, start * total - before, end * total - before, total)
    }
  }

  /// - Parameter turn: The length after which the kept part comes round.
  private func cut(
    _ contour: MeasuredContour,
    _ start: Double,
    _ end: Double,
    _ turn: Double
  ) -> [Contour] {
    let limit = contour.total
    guard limit > 0 else { return [] }
    let ranges = [(start, end), (start - turn, end - turn)].map { (max($0, 0), min($1, limit)) }
    let pieces = ranges.filter { $1 > $0 + limit * 1e-12 }
    if pieces.contains(where: { $0.0 <= 0 && $0.1 >= limit }) { return [contour.contour] }
    let segments = pieces.map { contour.segments(from: $0.0, to: $0.1) }
    let isJoined =
      contour.contour.isClosed && pieces.count == 2 && pieces[0].1 >= limit && pieces[1].0 <= 0
    if isJoined { return [Contour(segments[0] + segments[1], isClosed: false)] }
    return segments.filter { !$0.isEmpty }.map { Contour($0, isClosed: false) }
  }
}
