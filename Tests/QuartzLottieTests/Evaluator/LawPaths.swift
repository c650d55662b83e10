// Outlines and their modifiers straight from the laws.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// A cubic curve.
struct LawCurve {
  var a: LawPoint
  var b: LawPoint
  var c: LawPoint
  var d: LawPoint

  init(_ a: LawPoint, _ b: LawPoint, _ c: LawPoint, _ d: LawPoint) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
  }

  /// The points of de Casteljau's construction at a parameter.
  private func split(_ u: Double) -> (LawCurve, LawCurve) {
    func mix(_ p: LawPoint, _ q: LawPoint) -> LawPoint { p + (q - p) * u }
    let (ab, bc, cd) = (mix(a, b), mix(b, c), mix(c, d))
    let (abc, bcd) = (mix(ab, bc), mix(bc, cd))
    let middle = mix(abc, bcd)
    return (LawCurve(a, ab, abc, middle), LawCurve(middle, bcd, cd, d))
  }

  func point(at u: Double) -> LawPoint { split(u).0.d }

  func part(_ start: Double, _ end: Double) -> LawCurve {
    guard start < 1 else { return LawCurve(d, d, d, d) }
    return split(start).1.split((end - start) / (1 - start)).0
  }

  private func speed(_ u: Double) -> Double {
    let v = 1 - u
    let way = 3 * v * v * (b - a) + 6 * v * u * (c - b) + 3 * u * u * (d - c)
    return (way * way).sum().squareRoot()
  }

  /// The length between two parameters by Simpson's rule.
  func length(_ start: Double, _ end: Double) -> Double {
    let count = 64
    let step = (end - start) / Double(count)
    var sum = speed(start) + speed(end)
    for index in 1..<count { sum += speed(start + step * Double(index)) * (index % 2 == 0 ? 2 : 4) }
    return sum * step / 3
  }

  func parameter(atLength length: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<42 {
      let middle = (low + high) / 2
      if self.length(0, middle) < length { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}

/// Vertices with handles relative to them.
struct LawContour {
  var vertices: [LawPoint]
  var into: [LawPoint]
  var out: [LawPoint]
  var isClosed: Bool

  init(vertices: [LawPoint], into: [LawPoint], out: [LawPoint], isClosed: Bool) {
    (self.vertices, self.into, self.out, self.isClosed) = (vertices, into, out, isClosed)
  }

  init(_ json: LawJSON) {
    func points(_ name: String) -> [LawPoint] {
      json[name].list.compactMap(\.numbers).map { LawPoint($0[0], $0[1]) }
    }
    self.init(
      vertices: points("v"),
      into: points("i"),
      out: points("o"),
      isClosed: json["c"].isTrue
    )
  }

  /// A contour of curves that follow one another.
  init(_ curves: [LawCurve], isClosed: Bool) {
    vertices = curves.map(\.a)
    out = curves.map { $0.b - $0.a }
    into = [.zero] + curves.map { $0.c - $0.d }
    self.isClosed = isClosed
    if isClosed {
      into[0] = into.removeLast()
    } else if let last = curves.last {
      vertices.append(last.d)
      out.append(.zero)
    }
  }

  var curves: [LawCurve] {
    guard vertices.count > 1 else { return [] }
    return (0..<(isClosed ? vertices.count : vertices.count - 1)).map { index in
      let next = (index + 1) % vertices.count
      return LawCurve(
        vertices[index],
        vertices[index] + out[index],
        vertices[next] + into[next],
        vertices[next]
      )
    }
  }

  func mapped(_ map: LawMap) -> LawContour {
    LawContour(
      vertices: vertices.map { map($0) },
      into: into.map(map.linear),
      out: out.map(map.linear),
      isClosed: isClosed
    )
  }

  var reversed: LawContour {
    let order =
      isClosed ? [0] + vertices.indices.dropFirst().reversed() : vertices.indices.reversed()
    return LawContour(
      vertices: order.map { vertices[$0] },
      into: order.map { out[$0] },
      out: order.map { into[$0] },
      isClosed: isClosed
    )
  }
}

extension CGMutablePath {
  func add(_ contour: LawContour) {
    guard let first = contour.vertices.first, contour.vertices.count > 1 else { return }
    move(to: CGPoint(x: first.x, y: first.y))
    for curve in contour.curves {
      addCurve(
        to: CGPoint(x: curve.d.x, y: curve.d.y),
        control1: CGPoint(x: curve.b.x, y: curve.b.y),
        control2: CGPoint(x: curve.c.x, y: curve.c.y)
      )
    }
    if contour.isClosed { closeSubpath() }
  }
}

// MARK: Shapes

extension LawContour {
  private static let handle = 0.5519150244935106

  /// A rectangle, from its upper right corner, clockwise (law 3.9).
  static func rectangle(_ json: LawJSON, at frame: Double) -> LawContour {
    let center = json["p"].point(at: frame, isPlace: true)
    let half = json["s"].point(at: frame) / 2
    let radius = min(max(json["r"].value(at: frame, else: 0), 0), abs(half.x), abs(half.y))
    let corners = [LawPoint(1, -1), LawPoint(1, 1), LawPoint(-1, 1), LawPoint(-1, -1)]
    var result = LawContour(vertices: [], into: [], out: [], isClosed: true)
    // Each corner is reached along one way and left along the next one.
    let ways = [LawPoint(1, 0), LawPoint(0, 1), LawPoint(-1, 0), LawPoint(0, -1)]
    for index in 0..<4 {
      let corner = center + corners[index] * half
      guard radius > 0 else {
        result.add(corner)
        continue
      }
      let (arrive, leave) = (ways[index] * radius, ways[(index + 1) % 4] * radius)
      result.add(corner - arrive, out: arrive * handle)
      result.add(corner + leave, into: -leave * handle)
    }
    // It starts where the arc of the upper right corner ends.
    return radius > 0 ? result.startingOneLater : result
  }

  private mutating func add(_ p: LawPoint, into i: LawPoint = .zero, out o: LawPoint = .zero) {
    vertices.append(p)
    into.append(i)
    out.append(o)
  }

  private var startingOneLater: LawContour {
    func moved(_ list: [LawPoint]) -> [LawPoint] { Array(list.dropFirst()) + list.prefix(1) }
    return LawContour(
      vertices: moved(vertices),
      into: moved(into),
      out: moved(out),
      isClosed: isClosed
    )
  }

  /// From the top, clockwise (law 3.10).
  static func ellipse(_ json: LawJSON, at frame: Double) -> LawContour {
    let center = json["p"].point(at: frame, isPlace: true)
    let half = json["s"].point(at: frame) / 2
    var result = LawContour(vertices: [], into: [], out: [], isClosed: true)
    for quarter in 0..<4 {
      let angle = Double(quarter) * .pi / 2
      let way = LawPoint(sin(angle), -cos(angle))
      let along = LawPoint(cos(angle), sin(angle)) * half * handle
      result.add(center + way * half, into: -along, out: along)
    }
    return result
  }

  /// A star or a polygon with whole points (law 3.11).
  static func star(_ json: LawJSON, at frame: Double) -> LawContour {
    let isStar = json["sy"].number != 2
    let count = (json["pt"].value(at: frame, else: 5)).rounded(.down)
    let center = json["p"].point(at: frame, isPlace: true)
    var result = LawContour(vertices: [], into: [], out: [], isClosed: true)
    let vertices = Int(count) * (isStar ? 2 : 1)
    for index in 0..<vertices {
      let isInner = isStar && index % 2 == 1
      let radius = json[isInner ? "ir" : "or"].value(at: frame, else: 0)
      let roundness = json[isInner ? "is" : "os"].value(at: frame, else: 0) / 100
      let angle =
        (json["r"].value(at: frame, else: 0) - 90 + Double(index) * 360 / Double(vertices))
        * .pi / 180
      let along =
        LawPoint(-sin(angle), cos(angle)) * (2 * .pi * radius / (4 * count) * roundness)
      result.add(center + LawPoint(cos(angle), sin(angle)) * radius, into: -along, out: along)
    }
    return result
  }
}

// MARK: Modifiers

extension LawContour {
  /// Law 3.16.
  func rounded(_ radius: Double) -> LawContour {
    guard radius > 0, vertices.count > 1 else { return self }
    var result = LawContour(vertices: [], into: [], out: [], isClosed: isClosed)
    for index in vertices.indices {
      let isEnd = !isClosed && (index == 0 || index == vertices.count - 1)
      guard !isEnd, into[index] == .zero, out[index] == .zero else {
        result.add(vertices[index], into: into[index], out: out[index])
        continue
      }
      let before = vertices[(index + vertices.count - 1) % vertices.count] - vertices[index]
      let after = vertices[(index + 1) % vertices.count] - vertices[index]
      func cut(_ way: LawPoint) -> LawPoint {
        let length = (way * way).sum().squareRoot()
        return length > 0 ? way / length * min(radius, length / 2) : .zero
      }
      let (back, ahead) = (cut(before), cut(after))
      result.add(vertices[index] + back, out: -back * Self.handle)
      result.add(vertices[index] + ahead, into: -ahead * Self.handle)
    }
    return result
  }

  /// Law 3.19.
  func puckered(_ percent: Double) -> LawContour {
    guard !vertices.isEmpty else { return self }
    let center = vertices.reduce(.zero, +) / Double(vertices.count)
    let share = percent / 100
    var result = self
    for index in vertices.indices {
      let vertex = vertices[index] + (center - vertices[index]) * share
      func control(_ handle: LawPoint) -> LawPoint {
        let point = vertices[index] + handle
        return point + (center - point) * -share - vertex
      }
      result.vertices[index] = vertex
      result.into[index] = control(into[index])
      result.out[index] = control(out[index])
    }
    return result
  }

  /// The part of a line between two lengths from its start.
  private static func cut(_ curves: [LawCurve], _ from: Double, _ to: Double) -> [LawCurve] {
    var (result, place): ([LawCurve], Double) = ([], 0)
    for curve in curves {
      let length = curve.length(0, 1)
      let (start, end) = (max(from - place, 0), min(to - place, length))
      if end > start, length > 0 {
        result.append(curve.part(curve.parameter(atLength: start), curve.parameter(atLength: end)))
      }
      place += length
    }
    return result
  }

  /// Law 3.14 for all contours of a list.
  static func trimmed(
    _ contours: [LawContour],
    _ json: LawJSON,
    at frame: Double
  ) -> [[LawContour]] {
    let ends = ["s", "e"].map { json[$0].value(at: frame, else: $0 == "s" ? 0 : 100) / 100 }
    let (a, b) = (min(max(min(ends[0], ends[1]), 0), 1), min(max(max(ends[0], ends[1]), 0), 1))
    if b - a >= 1 { return contours.map { [$0] } }
    if a == b { return contours.map { _ in [] } }
    var shift = (json["o"].value(at: frame, else: 0) / 360).truncatingRemainder(dividingBy: 1)
    if shift < 0 { shift += 1 }
    let curves = contours.map(\.curves)
    let lengths = curves.map { $0.reduce(0) { $0 + $1.length(0, 1) } }
    let isSequence = json["m"].number == 2
    let total = lengths.reduce(0, +)
    var (result, place): ([[LawContour]], Double) = ([], 0)
    for index in contours.indices {
      let whole = isSequence ? total : lengths[index]
      let base = isSequence ? place : 0
      place += lengths[index]
      let (from, to) = ((a + shift) * whole - base, (b + shift) * whole - base)
      let late = cut(curves[index], max(from, 0), min(to, lengths[index]))
      let early = cut(curves[index], max(from - whole, 0), min(to - whole, lengths[index]))
      let isJoined = contours[index].isClosed && !early.isEmpty && !late.isEmpty
      if isJoined, from - whole <= 0, to >= lengths[index] {
        // Both parts touch the start of the line.
        let isWhole = isSequence && from <= 0
        result.append(isWhole ? [contours[index]] : [LawContour(late + early, isClosed: false)])
      } else {
        let parts = [late, early].filter { !$0.isEmpty }
        let isAll = isSequence && from <= 0 && to >= lengths[index]
        let isAllEarly = isSequence && from - whole <= 0 && to - whole >= lengths[index]
        result.append(
          isAll || isAllEarly ? [contours[index]] : parts.map { LawContour($0, isClosed: false) }
        )
      }
    }
    return result
  }
}
