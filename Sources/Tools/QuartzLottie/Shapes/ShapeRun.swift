// The outlines that each style of a tree of shapes paints, at a frame.
// Licensed under the MIT license; see LICENSE.
//
// Lists are read from the first element to the last. An outline is one object that all styles after
// it share, so a modifier changes what styles before it paint, too. It stays in the space of its
// own list; each style keeps the map from there to its list.

/// The outlines of one style.
struct StyleOutline {
  /// In the style's space.
  var contours: [Contour] = []
  /// The frames at which what they depend on has keys.
  var times: [Double] = []
  /// The path with its map, if it is one path that nothing else changes.
  var single: (path: Track<Contour>, matrix: LottieMatrix, isReversed: Bool)?
}

/// The evaluation of a tree at one frame.
struct ShapeRun {
  /// An outline that styles share.
  private final class Outline {
    var contours: [Contour]
    var times: [Double]
    var single: (Track<Contour>, Bool)?

    init(_ contours: [Contour], times: [Double]) {
      self.contours = contours
      self.times = times
    }
  }

  private struct Placed {
    var outline: Outline
    var matrix: LottieMatrix
    /// The key frames of the maps so far.
    var times: [Double]
    var isThere = true
  }

  private let frame: Double
  private var painted: [[Placed]]

  /// The outlines of all styles, by their numbers.
  static func outlines(_ tree: ShapeTree, at frame: Double) -> [StyleOutline] {
    var run = ShapeRun(frame: frame, painted: Array(repeating: [], count: tree.styleCount))
    _ = run.visit(tree.nodes)
    return run.painted.map(Self.outline)
  }

  private static func outline(_ placed: [Placed]) -> StyleOutline {
    var result = StyleOutline()
    for place in placed {
      result.times += place.times + place.outline.times
      guard place.isThere else { continue }
      result.contours += place.outline.contours.map { $0.transformed(place.matrix) }
    }
    if placed.count == 1, placed[0].times.isEmpty, placed[0].isThere,
      let single = placed[0].outline.single
    {
      result.single = (single.0, placed[0].matrix, single.1)
    }
    return result
  }

  private mutating func visit(_ nodes: [ShapeNode]) -> [Placed] {
    var placed: [Placed] = []
    for node in nodes {
      switch node {
      case .geometry(let geometry):
        let outline = Outline([geometry.contour(at: frame)], times: geometry.keyTimes)
        if case .path(let track) = geometry.kind { outline.single = (track, geometry.isReversed) }
        placed.append(Placed(outline: outline, matrix: .identity, times: []))
      case .modifier(let modifier): apply(modifier, to: placed)
      case .style(_, let number): painted[number] = placed
      case .group(let group):
        let matrix = group.matrix(at: frame)
        let times = group.matrixTimes
        let isThere = group.isThere(at: frame)
        placed += visit(group.nodes).map { inner in
          Placed(
            outline: inner.outline,
            matrix: matrix * inner.matrix,
            times: inner.times + times,
            isThere: inner.isThere && isThere
          )
        }
      }
    }
    return placed
  }

  // MARK: Modifiers

  private func apply(_ modifier: ShapeModifier, to placed: [Placed]) {
    let times = modifier.keyTimes
    for place in placed {
      place.outline.single = nil
      place.outline.times += times
    }
    switch modifier.kind {
    case .trim(let start, let end, let offset, let isSequence):
      let range = TrimRange(
        start: start.number(at: frame),
        end: end.number(at: frame),
        offset: offset.number(at: frame)
      )
      trim(placed.filter(\.isThere), range, isSequence: isSequence)
    case .merge(let mode): merge(placed.filter(\.isThere), mode, times)
    case .roundCorners(let radius):
      let radius = radius.number(at: frame)
      change(placed) { [$0.rounded(radius)] }
    case .offset(let amount, let join, let limit):
      let (amount, limit) = (amount.number(at: frame), limit.number(at: frame))
      change(placed) { $0.grown(by: amount, join: join, miterLimit: limit) }
    case .pucker(let amount):
      let amount = amount.number(at: frame)
      change(placed) { [$0.puckered(amount)] }
    case .zigZag(let size, let ridges, let isSmooth):
      let (size, ridges) = (size.number(at: frame), ridges.number(at: frame))
      let smooth = isSmooth.number(at: frame) >= 2
      change(placed) { [$0.zigZagged(size: size, ridges: ridges, isSmooth: smooth)] }
    }
  }

  /// Changes each contour in the space of the modifier's list.
  private func change(_ placed: [Placed], _ body: (Contour) -> [Contour]) {
    for place in placed {
      if place.matrix != .identity, let back = place.matrix.inverse {
        place.outline.contours = place.outline.contours.flatMap { contour in
          body(contour.transformed(place.matrix)).map { $0.transformed(back) }
        }
      } else {
        place.outline.contours = place.outline.contours.flatMap(body)
      }
    }
  }

  private func trim(_ placed: [Placed], _ range: TrimRange, isSequence: Bool) {
    if range.isWhole { return }
    let measured = placed.map { place in
      place.outline.contours.map { MeasuredContour($0, in: place.matrix) }
    }
    var parts = range.cut(measured.flatMap(\.self), isSequence: isSequence)[...]
    for (place, contours) in zip(placed, measured) {
      place.outline.contours = parts.prefix(contours.count).flatMap(\.self)
      parts = parts.dropFirst(contours.count)
    }
  }

  private func merge(_ placed: [Placed], _ mode: Int, _ times: [Double]) {
    guard mode > 1, let first = placed.first, let back = first.matrix.inverse else { return }
    let all = placed.flatMap { place in
      place.outline.contours.map { $0.transformed(place.matrix) }
    }
    first.outline.contours = all.merged(mode: mode).map { $0.transformed(back) }
    first.outline.times += placed.dropFirst().flatMap { $0.times + $0.outline.times }
    for place in placed.dropFirst() { place.outline.contours = [] }
  }
}

extension ShapeModifier {
  /// The key frames of its properties.
  var keyTimes: [Double] {
    switch kind {
    case .trim(let start, let end, let offset, _): start.times + end.times + offset.times
    case .merge: []
    case .roundCorners(let radius): radius.times
    case .offset(let amount, _, let limit): amount.times + limit.times
    case .pucker(let amount): amount.times
    case .zigZag(let size, let ridges, let isSmooth): size.times + ridges.times + isSmooth.times
    }
  }
}

extension LottieMatrix {
  /// The map back; nil if there is none.
  var inverse: LottieMatrix? {
    let determinant = a * d - b * c
    guard abs(determinant) > 1e-18, determinant.isFinite else { return nil }
    return LottieMatrix(
      a: d / determinant,
      b: -b / determinant,
      c: -c / determinant,
      d: a / determinant,
      tx: (c * ty - d * tx) / determinant,
      ty: (b * tx - a * ty) / determinant
    )
  }
}
