// Lengths along paths: trimming, dashes, motion.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

/// A position on a path.
package struct PathPosition: Equatable, Sendable {
  package var point: Point
  /// The direction of travel, of length 1; (1, 0) if the path has no length there.
  package var tangent: Point
}

/// A path with its lengths, for trimming, dashing and motion along it.
///
/// Lengths are in the path's own space and right to a millionth of a piece's length; moves have
/// none, closes that of their line. Pieces that are not finite are left out.
package struct PathMeasure: Sendable {
  /// The length of all subpaths together.
  package private(set) var length = 0.0

  /// A part of a curve that is short enough for a single rule of integration.
  private struct Section: Sendable {
    var startT: Double
    var endT: Double
    /// From the beginning of the path.
    var startLength: Double
    var endLength: Double
  }

  private struct Piece: Sendable {
    var curve: Curve
    var subpath: Int
    /// The indexes of the sections.
    var sections: Range<Int>
    var startLength: Double
    var endLength: Double
    /// Whether the piece is the line of a close.
    var isClosing: Bool
  }

  private struct Subpath: Sendable {
    var start: Point
    var pieces: Range<Int>
    var isClosed: Bool
  }

  private var subpaths: [Subpath] = []
  private var pieces: [Piece] = []
  private var sections: [Section] = []

  /// The memory of its columns, in bytes.
  package var byteCount: Int {
    subpaths.count * MemoryLayout<Subpath>.stride + pieces.count * MemoryLayout<Piece>.stride
      + sections.count * MemoryLayout<Section>.stride
  }

  package init(_ path: Path) {
    path.forEachStep { step in
      if case .move(let to) = step {
        subpaths.append(
          Subpath(start: to, pieces: pieces.count..<pieces.count, isClosed: false)
        )
      } else if let curve = step.curve, let last = subpaths.last {
        var isClosing = false
        if case .close = step { isClosing = true }
        // A step after a close, without a move, begins where the close ended.
        if last.isClosed {
          subpaths.append(
            Subpath(start: curve.from, pieces: pieces.count..<pieces.count, isClosed: false)
          )
        }
        append(curve, isClosing: isClosing)
      }
    }
  }

  private mutating func append(_ curve: Curve, isClosing: Bool) {
    let (firstSection, start) = (sections.count, length)
    let polynomial = curve.polynomial
    switch curve.degree {
    case .line:
      let end = length + curve.from.distance(to: curve.to)
      if end.isFinite { length = end }
      sections.append(Section(startT: 0, endT: 1, startLength: start, endLength: length))
    case .quad, .cubic:
      measure(polynomial, 0, 1, polynomial.length(from: 0, to: 1), depth: 0)
    }
    let index = subpaths.count - 1
    pieces.append(
      Piece(
        curve: curve,
        subpath: index,
        sections: firstSection..<sections.count,
        startLength: start,
        endLength: length,
        isClosing: isClosing
      )
    )
    subpaths[index].pieces = subpaths[index].pieces.lowerBound..<pieces.count
    subpaths[index].isClosed = isClosing
  }

  /// Adds sections until the rule agrees with itself on halves.
  private mutating func measure(
    _ curve: CurvePolynomial,
    _ t0: Double,
    _ t1: Double,
    _ whole: Double,
    depth: Int
  ) {
    let middle = (t0 + t1) / 2
    let (first, second) = (curve.length(from: t0, to: middle), curve.length(from: middle, to: t1))
    let halves = first + second
    guard abs(halves - whole) <= 1e-7 * halves || depth == 12 || !halves.isFinite else {
      measure(curve, t0, middle, first, depth: depth + 1)
      measure(curve, middle, t1, second, depth: depth + 1)
      return
    }
    let start = length
    if halves.isFinite { length += halves }
    sections.append(Section(startT: t0, endT: t1, startLength: start, endLength: length))
  }

  // MARK: - Positions

  /// The position at a length from the beginning, clamped to the path; nil for a path without
  /// pieces.
  package func position(at distance: Double) -> PathPosition? {
    guard !pieces.isEmpty else { return nil }
    let distance = distance > 0 ? min(distance, length) : 0
    var index = pieces.firstIndex(from: 0, to: pieces.count) { $0.endLength >= distance }
    index = min(index, pieces.count - 1)
    let curve = pieces[index].curve
    let t = parameter(of: pieces[index], at: distance)
    let polynomial = curve.polynomial
    let point = t >= 1 ? curve.to : polynomial.point(at: t)
    return PathPosition(point: point, tangent: tangent(curve, polynomial, t))
  }

  private func tangent(_ curve: Curve, _ polynomial: CurvePolynomial, _ t: Double) -> Point {
    // Where the derivative vanishes the curve goes on towards its next point.
    let ends = curve.from.vector(to: curve.to)
    for vector in [
      polynomial.derivative(at: t), polynomial.point(at: t).vector(to: curve.to), ends,
    ] {
      let length = vector.length
      if length > 0, length.isFinite { return Point(vector.x / length, vector.y / length) }
    }
    return Point(1, 0)
  }

  /// The parameter of a piece's curve at a length from the beginning of the path.
  private func parameter(of piece: Piece, at distance: Double) -> Double {
    if distance <= piece.startLength { return 0 }
    if distance >= piece.endLength { return 1 }
    if piece.curve.degree == .line {
      return (distance - piece.startLength) / (piece.endLength - piece.startLength)
    }
    let range = piece.sections
    let index = sections.firstIndex(from: range.lowerBound, to: range.upperBound) {
      $0.endLength >= distance
    }
    let section = sections[min(index, range.upperBound - 1)]
    return CurvePolynomial.parameter(
      piece.curve.polynomial,
      section.startT,
      section.endT,
      target: distance - section.startLength,
      of: section.endLength - section.startLength
    )
  }

  // MARK: - Parts

  /// Returns the part between two fractions of the length, clamped to 0...1: strokeStart and
  /// strokeEnd.
  ///
  /// Subpaths that are not cut stay closed if they are. Empty if `start` is not less than `end`.
  package func trimmed(from start: Double, to end: Double) -> Path {
    let start = start > 0 ? min(start, 1) : 0
    let end = end > 0 ? min(end, 1) : 0
    var result = Path()
    guard start < end else { return result }
    let (first, last) = (start * length, end * length)
    for subpath in subpaths {
      guard let pieces = bounds(of: subpath), pieces.end >= first, pieces.start <= last else {
        continue
      }
      if pieces.start >= first, pieces.end <= last {
        append(subpath, to: &result)
      } else if pieces.end > first, pieces.start < last {
        append(subpath, max(first, pieces.start), min(last, pieces.end), to: &result, joins: false)
      }
    }
    return result
  }

  /// Where a subpath begins and ends, in lengths of the path; nil for a lonely move.
  private func bounds(of subpath: Subpath) -> (start: Double, end: Double)? {
    guard let first = subpath.pieces.first, let last = subpath.pieces.last else { return nil }
    return (pieces[first].startLength, pieces[last].endLength)
  }

  /// Appends all of a subpath.
  private func append(_ subpath: Subpath, to result: inout Path) {
    result.move(to: subpath.start)
    for index in subpath.pieces {
      if pieces[index].isClosing { result.close() } else { result.append(pieces[index].curve) }
    }
  }

  /// Appends what lies between two lengths as an open subpath, or after the current point.
  ///
  /// The two lengths lie in the subpath. A part without length is a very short line, so that it has
  /// a direction.
  private func append(
    _ subpath: Subpath,
    _ first: Double,
    _ last: Double,
    to result: inout Path,
    joins: Bool
  ) {
    let range = subpath.pieces
    var index = pieces.firstIndex(from: range.lowerBound, to: range.upperBound) {
      $0.endLength > first
    }
    index = min(index, range.upperBound - 1)
    var isFirst = !joins
    repeat {
      let piece = pieces[index]
      let t0 = parameter(of: piece, at: first)
      let t1 = parameter(of: piece, at: last)
      let part = piece.curve.part(from: t0, to: max(t1, t0))
      if isFirst { result.move(to: part.from) }
      isFirst = false
      if first == last, !joins {
        let tangent = tangent(piece.curve, piece.curve.polynomial, t0)
        let tiny = 1e-7 * max(1, max(abs(part.from.x), abs(part.from.y)))
        return result.line(
          to: Point(part.from.x + tangent.x * tiny, part.from.y + tangent.y * tiny)
        )
      }
      result.append(part)
      index += 1
    } while index < range.upperBound && pieces[index].startLength < last
  }
}

// MARK: - Dashes

extension PathMeasure {
  /// A path with more dashes than these stays whole.
  private static let mostDashes = 200_000.0

  /// Dashes as open subpaths, with lengths and phase as in `StrokeStyle`.
  ///
  /// A dash that goes through the beginning of a closed subpath is one dash. A closed subpath that
  /// lies in a dash wholly stays closed.
  package func dashed(_ lengths: [Double], phase: Double) -> Path {
    var result = Path()
    let pattern = DashPattern(lengths, phase: phase)
    for subpath in subpaths {
      guard let bounds = bounds(of: subpath) else { continue }
      let length = bounds.end - bounds.start
      guard let pattern, length > 0,
        self.length / pattern.period * Double(pattern.lengths.count) <= PathMeasure.mostDashes
      else {
        append(subpath, to: &result)
        continue
      }
      dash(subpath, pattern, bounds.start, bounds.end, to: &result)
    }
    return result
  }

  private func dash(
    _ subpath: Subpath,
    _ pattern: DashPattern,
    _ start: Double,
    _ end: Double,
    to result: inout Path
  ) {
    var (index, rest) = (pattern.firstIndex, pattern.firstRest)
    // On a closed subpath the first dash waits for the last one, which may lead into it.
    let isFirstOn = index % 2 == 0
    var waiting: (Double, Double)?
    if subpath.isClosed, isFirstOn {
      if rest >= end - start { return append(subpath, to: &result) }
      waiting = (start, start + rest)
    }
    var position = start
    while position < end || (position == end && rest == 0) {
      let next = min(position + rest, end)
      let isOn = index % 2 == 0
      let isCut = position + rest > end
      if isOn, position > start || waiting == nil {
        let leadsOn = waiting != nil && (isCut || next == end)
        append(subpath, position, next, to: &result, joins: false)
        if leadsOn, let first = waiting {
          append(subpath, first.0, first.1, to: &result, joins: true)
          waiting = nil
        }
      }
      position = next
      if isCut { break }
      index = (index + 1) % pattern.lengths.count
      rest = pattern.lengths[index]
    }
    if let first = waiting { append(subpath, first.0, first.1, to: &result, joins: false) }
  }
}

/// Lengths of dashes and gaps in turns, an even number of them.
private struct DashPattern {
  var lengths: [Double]
  var period: Double
  /// The index of the length that a subpath begins in, and the rest of that length.
  var firstIndex = 0
  var firstRest = 0.0

  /// Nil if there is nothing to dash by.
  init?(_ lengths: [Double], phase: Double) {
    self.lengths = lengths.count % 2 == 0 ? lengths : lengths + lengths
    period = self.lengths.reduce(0, +)
    guard period > 0, period.isFinite, phase.isFinite, lengths.allSatisfy({ $0 >= 0 }) else {
      return nil
    }
    var offset = phase.truncatingRemainder(dividingBy: period)
    if offset < 0 { offset += period }
    while firstIndex < self.lengths.count - 1, offset >= self.lengths[firstIndex],
      self.lengths[firstIndex] > 0 || offset > 0
    {
      offset -= self.lengths[firstIndex]
      firstIndex += 1
    }
    firstRest = max(self.lengths[firstIndex] - offset, 0)
  }
}

extension Array {
  /// The first index of a range whose element passes, if all after it do, too; else the range's
  /// end.
  fileprivate func firstIndex(from: Int, to: Int, where passes: (Element) -> Bool) -> Int {
    var (low, high) = (from, to)
    while low < high {
      let middle = (low + high) / 2
      if passes(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

// MARK: - Integration

extension CurvePolynomial {
  /// The length between two parameters, by the Gauss-Legendre rule with eight points.
  fileprivate func length(from t0: Double, to t1: Double) -> Double {
    let (middle, half) = ((t0 + t1) / 2, (t1 - t0) / 2)
    func pair(_ position: Double, _ weight: Double) -> Double {
      weight
        * (derivative(at: middle - half * position).length
          + derivative(at: middle + half * position).length)
    }
    // Abramowitz and Stegun, table 25.4.
    return half
      * (pair(0.183_434_642_495_649_8, 0.362_683_783_378_362_0)
        + pair(0.525_532_409_916_328_9, 0.313_706_645_877_887_3)
        + pair(0.796_666_477_413_626_7, 0.222_381_034_453_374_5)
        + pair(0.960_289_856_497_536_2, 0.101_228_536_290_376_3))
  }

  /// The parameter between t0 and t1 up to which the length is `target`, of `whole` between them.
  fileprivate static func parameter(
    _ curve: CurvePolynomial,
    _ t0: Double,
    _ t1: Double,
    target: Double,
    of whole: Double
  ) -> Double {
    guard whole > 0 else { return t0 }
    // Newton's method, kept between the bounds known so far.
    var (low, high) = (t0, t1)
    var t = t0 + (t1 - t0) * target / whole
    for _ in 0..<16 {
      let error = curve.length(from: t0, to: t) - target
      if abs(error) <= 1e-10 * whole { break }
      if error > 0 { high = t } else { low = t }
      let speed = curve.derivative(at: t).length
      let next = t - error / speed
      t = next > low && next < high ? next : (low + high) / 2
    }
    return t
  }
}
