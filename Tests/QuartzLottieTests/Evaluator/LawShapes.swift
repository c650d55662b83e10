// Lists of shapes straight from the laws: which style paints which outlines.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// The evaluation of a list of shapes at one frame.
struct LawShapes {
  /// Contours of one element, in the space of the list that was read last.
  final class Piece {
    var contours: [LawContour]
    var isThere = true

    init(_ contours: [LawContour]) {
      self.contours = contours
    }
  }

  final class Style {
    let json: LawJSON
    let pieces: [Piece]
    /// From the style's space to that of the list that was read last.
    var map = LawMap.identity

    init(_ json: LawJSON, _ pieces: [Piece]) {
      self.json = json
      self.pieces = pieces
    }

    /// The outlines in the style's space.
    var contours: [LawContour] {
      let back = map.inverse
      return pieces.filter(\.isThere).flatMap(\.contours).map { $0.mapped(back) }
    }
  }

  indirect enum Node {
    case style(Style)
    /// The opacity is 0...1.
    case group([Node], opacity: Double)
  }

  let frame: Double
  private(set) var pieces: [Piece] = []
  private(set) var styles: [Style] = []
  /// The first is on top.
  private(set) var nodes: [Node] = []

  init(_ items: [LawJSON], at frame: Double) {
    self.frame = frame
    for item in items where !item["hd"].isTrue { read(item) }
  }

  private mutating func read(_ item: LawJSON) {
    let contour: LawContour
    switch item["ty"].text ?? "" {
    case "rc": contour = .rectangle(item, at: frame)
    case "el": contour = .ellipse(item, at: frame)
    case "sr": contour = .star(item, at: frame)
    case "sh": contour = item["ks"].contour(at: frame)
    case "gr":
      let inner = LawShapes(item["it"].list, at: frame)
      let transform = item["it"].list.last ?? LawJSON(nil)
      let opacity = transform["o"].value(at: frame, else: 100) / 100
      return add(inner, LawMap(transform, at: frame), opacity: min(max(opacity, 0), 1))
    case "fl", "st", "gf", "gs":
      let style = Style(item, pieces)
      styles.append(style)
      return nodes.append(.style(style))
    case "rp": return repeated(item)
    default: return modify(item)
    }
    pieces.append(Piece([item["d"].number == 3 ? contour.reversed : contour]))
  }

  private mutating func add(_ inner: LawShapes, _ map: LawMap, opacity: Double) {
    for piece in inner.pieces { piece.contours = piece.contours.map { $0.mapped(map) } }
    for style in inner.styles { style.map = map * style.map }
    pieces += inner.pieces
    styles += inner.styles
    nodes.append(.group(inner.nodes, opacity: opacity))
  }

  /// Law 3.17.
  private mutating func repeated(_ json: LawJSON) {
    let count = Int(json["c"].value(at: frame, else: 0).rounded(.down))
    let offset = json["o"].value(at: frame, else: 0)
    let transform = json["tr"]
    var copies: [LawShapes] = []
    for index in 0..<max(count, 0) {
      var copy = LawShapes([], at: frame)
      copy.take(self)
      let map = LawMap(copy: Double(index) + offset, transform, at: frame)
      let start = transform["so"].value(at: frame, else: 100)
      let end = transform["eo"].value(at: frame, else: 100)
      let opacity = (start + (end - start) * Double(index) / Double(count)) / 100
      var group = LawShapes([], at: frame)
      group.add(copy, map, opacity: min(max(opacity, 0), 1))
      copies.append(group)
    }
    let ordered = json["m"].number == 2 ? copies.reversed() : copies
    (pieces, styles, nodes) = (
      ordered.flatMap(\.pieces), ordered.flatMap(\.styles), ordered.flatMap(\.nodes)
    )
  }

  /// Takes copies of all that another one has.
  private mutating func take(_ other: LawShapes) {
    var known: [ObjectIdentifier: Piece] = [:]
    func copy(_ piece: Piece) -> Piece {
      if let copy = known[ObjectIdentifier(piece)] { return copy }
      let copy = Piece(piece.contours)
      known[ObjectIdentifier(piece)] = copy
      return copy
    }
    func copy(_ nodes: [Node], _ styles: inout [Style]) -> [Node] {
      nodes.map { node in
        switch node {
        case .group(let inner, let opacity): return .group(copy(inner, &styles), opacity: opacity)
        case .style(let style):
          let twin = Style(style.json, style.pieces.map(copy))
          twin.map = style.map
          styles.append(twin)
          return .style(twin)
        }
      }
    }
    pieces = other.pieces.map(copy)
    nodes = copy(other.nodes, &styles)
  }

  // MARK: Modifiers

  private mutating func modify(_ item: LawJSON) {
    func number(_ name: String) -> Double { item[name].value(at: frame, else: 0) }
    switch item["ty"].text ?? "" {
    case "tm":
      let contours = pieces.flatMap(\.contours)
      var parts = LawContour.trimmed(contours, item, at: frame)[...]
      for piece in pieces {
        let count = piece.contours.count
        piece.contours = parts.prefix(count).flatMap(\.self)
        parts = parts.dropFirst(count)
      }
    case "rd": change { [$0.rounded(number("r"))] }
    case "pb": change { [$0.puckered(number("a"))] }
    case "mm": merge(Int(item["mm"].number ?? 1))
    default: break
    }
  }

  private func change(_ body: (LawContour) -> [LawContour]) {
    for piece in pieces { piece.contours = piece.contours.flatMap(body) }
  }

  /// Law 3.15, by the operations of paths.
  private func merge(_ mode: Int) {
    guard mode > 1, let first = pieces.first else { return }
    let paths = pieces.flatMap(\.contours).map { contour -> CGPath in
      let path = CGMutablePath()
      path.add(contour)
      return path
    }
    guard var result = paths.first else { return }
    for path in paths.dropFirst() {
      switch mode {
      case 2: result = result.union(path)
      case 3: result = result.subtracting(path)
      case 4: result = result.intersection(path)
      default: result = result.symmetricDifference(path)
      }
    }
    for piece in pieces { piece.contours = [] }
    first.contours = result.lawContours
  }
}

extension CGPath {
  /// The contours of the path.
  var lawContours: [LawContour] {
    var (result, curves, place): ([LawContour], [LawCurve], LawPoint) = ([], [], .zero)
    func finish(isClosed: Bool) {
      if !curves.isEmpty { result.append(LawContour(curves, isClosed: isClosed)) }
      curves = []
    }
    func point(_ p: CGPoint) -> LawPoint { LawPoint(Double(p.x), Double(p.y)) }
    applyWithBlock { element in
      let points = element.pointee.points
      switch element.pointee.type {
      case .moveToPoint:
        finish(isClosed: false)
        place = point(points[0])
      case .addLineToPoint:
        curves.append(LawCurve(place, place, point(points[0]), point(points[0])))
        place = point(points[0])
      case .addQuadCurveToPoint:
        let (control, end) = (point(points[0]), point(points[1]))
        let (b, c) = (place + (control - place) * 2 / 3, end + (control - end) * 2 / 3)
        curves.append(LawCurve(place, b, c, end))
        place = end
      case .addCurveToPoint:
        curves.append(LawCurve(place, point(points[0]), point(points[1]), point(points[2])))
        place = point(points[2])
      case .closeSubpath:
        if let start = curves.first?.a, start != place {
          curves.append(LawCurve(place, place, start, start))
        }
        finish(isClosed: true)
      @unknown default: break
      }
    }
    finish(isClosed: false)
    return result
  }
}
