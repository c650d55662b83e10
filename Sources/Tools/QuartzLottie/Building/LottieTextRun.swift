// The glyphs of a text as its animators change them, at any frame.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// A text with its animators.
final class LottieTextRun {
  let document: LottieTextDocument
  let layout: LottieTextLayout
  private let text: LottieText
  /// The boxes, start and width, of words and lines.
  private let words: [(start: Double, end: Double)]
  private let lines: [(start: Double, end: Double)]
  private var known: [Double: State] = [:]
  private static let largestKnownCount = 4000

  init(_ text: LottieText, _ document: LottieTextDocument, _ faces: LottieFaces) {
    self.text = text
    self.document = document
    let layout = LottieTextLayout(document, faces)
    self.layout = layout
    func boxes(_ count: Int, _ place: (LottieTextLayout.Glyph) -> Int)
      -> [(start: Double, end: Double)]
    {
      var boxes = Array(repeating: (start: Double.infinity, end: -Double.infinity), count: count)
      for glyph in layout.glyphs {
        let index = place(glyph)
        guard boxes.indices.contains(index) else { continue }
        boxes[index].start = min(boxes[index].start, glyph.origin.x)
        boxes[index].end = max(boxes[index].end, glyph.origin.x + glyph.advance)
      }
      return boxes
    }
    words = boxes(layout.wordCount, \.word)
    lines = boxes(layout.lineCount, \.line)
  }

  // MARK: Key frames

  /// The key frames of the places of glyphs.
  var matrixTimes: [Double] {
    let moved = text.animators.flatMap(\.matrixTimes)
    let path = text.path.map { $0.outline.times + $0.margins.first.times + $0.margins.last.times }
    return moved + (moved.isEmpty ? [] : text.grouping.alignment.times) + (path ?? [])
  }

  func times(_ property: KeyPath<LottieTextAnimator, NumberTrack?>) -> [Double] {
    text.animators.flatMap { $0.times($0[keyPath: property]) }
  }

  // MARK: Values

  /// The values of all glyphs at a frame.
  struct State {
    var factors: [[Double]]
    var shifts: [LottiePoint]
    var path: LottieTextLine?
  }

  /// The values that all glyphs share at a frame.
  func state(at frame: Double) -> State {
    if let state = known[frame] { return state }
    let factors = text.animators.map { self.factors($0.selector, at: frame) }
    let path = text.path.map { path in
      var contour = path.outline.value(at: frame)
      if path.isReversed { contour = contour.reversed }
      return LottieTextLine(
        contour,
        first: path.margins.first.number(at: frame),
        last: path.margins.last.number(at: frame)
      )
    }
    let state = State(factors: factors, shifts: shifts(factors, at: frame), path: path)
    if known.count < Self.largestKnownCount { known[frame] = state }
    return state
  }

  private func factors(
    _ selector: LottieTextAnimator.Selector?,
    at frame: Double
  ) -> [Double] {
    guard let selector else { return Array(repeating: 1, count: layout.glyphs.count) }
    let count =
      switch selector.basis {
      case .characters: layout.glyphs.count
      case .charactersWithoutSpaces: layout.shownCount
      case .words: layout.wordCount
      case .lines: layout.lineCount
      }
    let selection = TextSelection(selector, count: count, at: frame)
    return layout.glyphs.map { glyph in
      let unit =
        switch selector.basis {
        case .characters: glyph.index
        case .charactersWithoutSpaces: glyph.indexWithoutSpaces
        case .words: glyph.word
        case .lines: glyph.line
        }
      return selection.factor(of: unit)
    }
  }

  /// The moves of glyphs by tracking and by the spacing of lines.
  private func shifts(_ factors: [[Double]], at frame: Double) -> [LottiePoint] {
    var shifts = Array(repeating: LottiePoint.zero, count: layout.glyphs.count)
    for (animator, factors) in zip(text.animators, factors) {
      if let tracking = animator.tracking?.number(at: frame), tracking != 0 {
        addTracking(tracking, factors, to: &shifts)
      }
      guard let spacing = animator.lineSpacing?.point(at: frame), spacing != .zero else { continue }
      var (line, move) = (0, LottiePoint.zero)
      for (index, glyph) in layout.glyphs.enumerated() {
        if glyph.line != line {
          move += spacing * factors[index]
          line = glyph.line
        }
        shifts[index] += move
      }
    }
    return shifts
  }

  private func addTracking(_ tracking: Double, _ factors: [Double], to shifts: inout [LottiePoint])
  {
    var start = 0
    while start < layout.glyphs.count {
      let line = layout.glyphs[start].line
      let end = layout.glyphs[start...].firstIndex { $0.line != line } ?? layout.glyphs.count
      var (before, moves) = (0.0, [Double]())
      for index in start..<end {
        if index > start { before += tracking * factors[index] }
        moves.append(before)
      }
      let back = [0, before, before / 2][document.justification]
      for index in start..<end { shifts[index].x += moves[index - start] - back }
      start = end
    }
  }

  /// From a glyph's own space, with its origin at 0, to that of the layer.
  func matrix(of index: Int, _ state: State, at frame: Double) -> LottieMatrix {
    let glyph = layout.glyphs[index]
    let place = glyph.origin + state.shifts[index]
    var (move, back) = (LottiePoint.zero, LottiePoint.zero)
    var (scale, turn, skew, axis) = (LottiePoint(1, 1), 0.0, 0.0, 0.0)
    for (animator, factors) in zip(text.animators, state.factors) {
      let factor = factors[index]
      if let track = animator.position { move += track.point(at: frame) * factor }
      if let track = animator.anchor { back += track.point(at: frame) * factor }
      if let track = animator.scale {
        scale *= LottiePoint(1, 1) + (track.point(at: frame) / 100 - LottiePoint(1, 1)) * factor
      }
      if let track = animator.rotation { turn += track.number(at: frame) * factor }
      if let track = animator.skew { skew += track.number(at: frame) * factor }
      if let track = animator.skewAxis { axis += track.number(at: frame) * factor }
    }
    let anchor = anchor(of: glyph, at: frame)
    var matrix = LottieMatrix.move(place + anchor)
    if let path = state.path {
      let middle = LottiePoint(place.x + glyph.advance / 2, place.y)
      let isSpread = text.path?.isSpread == true
      let run = lines.indices.contains(glyph.line) ? lines[glyph.line] : (0, 0)
      let along = path.place(
        middle.x,
        run,
        justification: document.justification,
        isSpread: isSpread
      )
      let turned: LottieMatrix =
        text.path?.isPerpendicular == true
        ? .rotation(atan2(along.way.y, along.way.x) * 180 / .pi) : .identity
      matrix =
        .move(along.point) * turned
        * .move(LottiePoint(anchor.x - glyph.advance / 2, place.y + anchor.y))
    }
    matrix = matrix * .move(move) * .rotation(turn)
    if skew != 0 { matrix = matrix * .skew(skew, axis: axis) }
    return matrix * .scale(scale) * .move(-back - anchor)
  }

  /// The point that a glyph turns about, from its origin.
  private func anchor(of glyph: LottieTextLayout.Glyph, at frame: Double) -> LottiePoint {
    let box =
      switch text.grouping.unit {
      case .character: (glyph.origin.x, glyph.origin.x + glyph.advance)
      case .word: words.indices.contains(glyph.word) ? words[glyph.word] : (0, 0)
      case .line: lines.indices.contains(glyph.line) ? lines[glyph.line] : (0, 0)
      case .all: (lines.map(\.start).min() ?? 0, lines.map(\.end).max() ?? 0)
      }
    let alignment = text.grouping.alignment.point(at: frame)
    let width = box.1 - box.0
    return LottiePoint(
      (box.0 + box.1) / 2 - glyph.origin.x + alignment.x / 200 * width,
      alignment.y / 100 * layout.lineHeight
    )
  }

  /// 0...1.
  func opacity(of index: Int, _ state: State, at frame: Double) -> Double {
    var opacity = 1.0
    for (animator, factors) in zip(text.animators, state.factors) {
      guard let track = animator.opacity else { continue }
      opacity *= 1 + (track.number(at: frame) / 100 - 1) * factors[index]
    }
    return min(max(opacity, 0), 1)
  }

  /// A colour that animators change.
  func color(
    _ color: SIMD4<Double>,
    _ property: KeyPath<LottieTextAnimator, NumberTrack?>,
    of index: Int,
    _ state: State,
    at frame: Double
  ) -> SIMD4<Double> {
    var color = color
    for (animator, factors) in zip(text.animators, state.factors) {
      guard let track = animator[keyPath: property] else { continue }
      let other = track.value(at: frame)
      color += (SIMD4(other.x, other.y, other.z, color.w) - color) * factors[index]
    }
    return color
  }

  /// Pixels.
  func strokeWidth(of index: Int, _ state: State, at frame: Double) -> Double {
    var width = document.strokeWidth
    for (animator, factors) in zip(text.animators, state.factors) {
      if let track = animator.strokeWidth { width += track.number(at: frame) * factors[index] }
    }
    return max(width, 0)
  }
}

/// A line that glyphs follow.
struct LottieTextLine {
  private let measured: MeasuredContour
  private let first: Double
  private let last: Double

  /// - Parameters:
  ///   - first: Pixels along the line before the text.
  ///   - last: The same after it.
  init(_ contour: Contour, first: Double, last: Double) {
    measured = MeasuredContour(contour, in: .identity)
    self.first = first
    self.last = measured.total + last
  }

  /// The place along the line of what is at an x on a straight base line, and the way there.
  ///
  /// - Parameter run: The start and the end of the straight line of text.
  func place(
    _ x: Double,
    _ run: (start: Double, end: Double),
    justification: Int,
    isSpread: Bool
  ) -> (point: LottiePoint, way: LottiePoint) {
    if isSpread, run.end > run.start {
      return place(at: first + (x - run.start) / (run.end - run.start) * (last - first))
    }
    return place(at: [first, last, (first + last) / 2][justification] + x)
  }

  private func place(at length: Double) -> (point: LottiePoint, way: LottiePoint) {
    guard measured.total > 0 else { return (measured.contour.vertices.first ?? .zero, .zero) }
    var length = length
    if measured.contour.isClosed {
      length = length.truncatingRemainder(dividingBy: measured.total)
      if length < 0 { length += measured.total }
    }
    var before = 0.0
    for (index, own) in measured.lengths.enumerated() where own > 0 {
      let isLast = before + own >= measured.total - 1e-9
      if length <= before + own || isLast {
        let segment = measured.contour.segment(index)
        let rest = length - before
        let u = segment.parameter(at: min(max(rest, 0), own), of: own)
        let way = segment.derivative(at: min(max(u, 1e-4), 1 - 1e-4)).normalized
        // Beyond an end the line goes on straight.
        let beyond = rest < 0 ? rest : max(rest - own, 0)
        return (segment.point(at: u) + way * beyond, way)
      }
      before += own
    }
    return (.zero, .zero)
  }
}
