// The values of properties straight from the laws, in doubles.
// Licensed under the MIT license; see LICENSE.
//
// The evaluator shares nothing with the product: JSON is read by Foundation, easings are halved,
// lengths are sums by the rule of Simpson, and each value is worked out anew for each frame.

import Foundation

/// A value of JSON with forgiving access.
struct LawJSON {
  let raw: Any?

  init(_ raw: Any?) {
    self.raw = raw is NSNull ? nil : raw
  }

  init(text: String) throws {
    self.init(try JSONSerialization.jsonObject(with: Data(text.utf8)))
  }

  subscript(_ name: String) -> LawJSON { LawJSON((raw as? [String: Any])?[name]) }

  var isThere: Bool { raw != nil }
  var list: [LawJSON] { (raw as? [Any])?.map { LawJSON($0) } ?? [] }
  var text: String? { raw as? String }
  var number: Double? { (raw as? NSNumber)?.doubleValue }
  var isTrue: Bool { (number ?? 0) != 0 }

  /// A list of numbers, or one number.
  var numbers: [Double]? {
    if let number { return [number] }
    return (raw as? [Any])?.compactMap { ($0 as? NSNumber)?.doubleValue }
  }
}

/// A point with y down.
typealias LawPoint = SIMD2<Double>

enum LawEasing {
  /// The share of a change at a share of time (law 2.3).
  static func value(_ out: LawPoint, _ into: LawPoint, at time: Double) -> Double {
    func curve(_ u: Double, _ a: Double, _ b: Double) -> Double {
      3 * (1 - u) * (1 - u) * u * a + 3 * (1 - u) * u * u * b + u * u * u
    }
    let (x1, x2) = (min(max(out.x, 0), 1), min(max(into.x, 0), 1))
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if curve(middle, x1, x2) < time { low = middle } else { high = middle }
    }
    return curve((low + high) / 2, out.y, into.y)
  }
}

/// The place between two keys.
private struct LawStep {
  var key: LawJSON
  var end: LawJSON
  /// The share of the time; nil for a hold.
  var share: Double

  /// The eased share of a component.
  func eased(_ component: Int) -> Double {
    func handle(_ name: String, _ part: String, _ missing: Double) -> Double {
      guard let list = key[name][part].numbers, !list.isEmpty else { return missing }
      return component < list.count ? list[component] : list[0]
    }
    return LawEasing.value(
      LawPoint(handle("o", "x", 0), handle("o", "y", 0)),
      LawPoint(handle("i", "x", 1), handle("i", "y", 1)),
      at: share
    )
  }
}

extension LawJSON {
  var isKeyed: Bool { self["k"].list.first?["t"].isThere == true }

  /// The key that holds at a frame with the next one; no next one for a constant value.
  private func step(at frame: Double) -> (value: LawJSON, step: LawStep?) {
    let keys = self["k"].list
    func value(_ index: Int) -> LawJSON {
      if keys[index]["s"].isThere || index == 0 { return keys[index]["s"] }
      return keys[index - 1]["e"]
    }
    guard let index = keys.lastIndex(where: { ($0["t"].number ?? 0) <= frame }) else {
      return (value(0), nil)
    }
    guard index + 1 < keys.count, !keys[index]["h"].isTrue else { return (value(index), nil) }
    let (start, end) = (keys[index]["t"].number ?? 0, keys[index + 1]["t"].number ?? 0)
    let share = (frame - start) / (end - start)
    let last = keys[index]["e"].isThere ? keys[index]["e"] : value(index + 1)
    return (value(index), LawStep(key: keys[index], end: last, share: share))
  }

  /// The numbers of a property at a frame (laws 2.1 to 2.8).
  ///
  /// - Parameter isPlace: Whether the ways between keys may be curves in space.
  func values(at frame: Double, isPlace: Bool = false) -> [Double]? {
    guard isKeyed else { return isThere ? self["k"].numbers ?? numbers : nil }
    let (value, step) = step(at: frame)
    guard let start = value.numbers else { return nil }
    guard let step, let end = step.end.numbers else { return start }
    if isPlace, let way = Self.way(start, end, step.key) {
      let share = min(max(step.eased(0), 0), 1)
      let point = way.point(at: way.parameter(atLength: way.length(0, 1) * share))
      return [point.x, point.y]
    }
    return zip(start, end).enumerated().map { index, pair in
      pair.0 + (pair.1 - pair.0) * step.eased(isPlace ? 0 : index)
    }
  }

  private static func way(_ start: [Double], _ end: [Double], _ key: LawJSON) -> LawCurve? {
    guard let to = key["to"].numbers, let from = key["ti"].numbers, to.count >= 2,
      from.count >= 2, start.count >= 2, end.count >= 2,
      to[0] != 0 || to[1] != 0 || from[0] != 0 || from[1] != 0
    else { return nil }
    let (a, d) = (LawPoint(start[0], start[1]), LawPoint(end[0], end[1]))
    return LawCurve(a, a + LawPoint(to[0], to[1]), d + LawPoint(from[0], from[1]), d)
  }

  func value(at frame: Double, else other: Double) -> Double {
    values(at: frame)?.first ?? other
  }

  /// The point of a property that is a place or a size.
  func point(at frame: Double, else other: LawPoint = .zero, isPlace: Bool = false) -> LawPoint {
    guard let values = values(at: frame, isPlace: isPlace), values.count >= 2 else { return other }
    return LawPoint(values[0], values[1])
  }

  /// The outline of a property at a frame (law 2.10).
  func contour(at frame: Double) -> LawContour {
    guard isKeyed else { return LawContour(self["k"]) }
    let (value, step) = step(at: frame)
    let start = LawContour(value.list.first ?? value)
    guard let step else { return start }
    let end = LawContour(step.end.list.first ?? step.end)
    guard start.vertices.count == end.vertices.count else { return start }
    let share = step.eased(0)
    func mixed(_ a: [LawPoint], _ b: [LawPoint]) -> [LawPoint] {
      zip(a, b).map { $0 + ($1 - $0) * share }
    }
    return LawContour(
      vertices: mixed(start.vertices, end.vertices),
      into: mixed(start.into, end.into),
      out: mixed(start.out, end.out),
      isClosed: start.isClosed
    )
  }
}

// MARK: Transforms

/// A map of the plane: columns of the linear part, then the move.
struct LawMap {
  var x = LawPoint(1, 0)
  var y = LawPoint(0, 1)
  var move = LawPoint.zero

  static let identity = LawMap()

  func callAsFunction(_ point: LawPoint) -> LawPoint { x * point.x + y * point.y + move }
  func linear(_ way: LawPoint) -> LawPoint { x * way.x + y * way.y }

  /// The map that does `inner` first.
  static func * (outer: LawMap, inner: LawMap) -> LawMap {
    LawMap(x: outer.linear(inner.x), y: outer.linear(inner.y), move: outer(inner.move))
  }

  static func moved(_ by: LawPoint) -> LawMap { LawMap(move: by) }

  static func turned(_ degrees: Double) -> LawMap {
    let angle = degrees * .pi / 180
    return LawMap(x: LawPoint(cos(angle), sin(angle)), y: LawPoint(-sin(angle), cos(angle)))
  }

  static func scaled(_ by: LawPoint) -> LawMap {
    LawMap(x: LawPoint(by.x, 0), y: LawPoint(0, by.y))
  }

  static func skewed(_ degrees: Double) -> LawMap {
    LawMap(y: LawPoint(-tan(degrees * .pi / 180), 1))
  }

  var inverse: LawMap {
    let area = x.x * y.y - x.y * y.x
    let back = LawMap(x: LawPoint(y.y, -x.y) / area, y: LawPoint(-y.x, x.x) / area)
    return LawMap(x: back.x, y: back.y, move: -back.linear(move))
  }

  /// The transform of a layer or a group at a frame (law 3.6).
  init(_ json: LawJSON, at frame: Double, isOriented: Bool = false) {
    func angle(_ name: String) -> Double { json[name].value(at: frame, else: 0) }
    func place(_ frame: Double) -> LawPoint {
      json["p"]["s"].isTrue
        ? LawPoint(
          json["p"]["x"].value(at: frame, else: 0),
          json["p"]["y"].value(at: frame, else: 0)
        ) : json["p"].point(at: frame, isPlace: true)
    }
    var map = LawMap.moved(place(frame))
    if isOriented {
      let way = place(frame + 1e-4) - place(frame - 1e-4)
      map = map * .turned(atan2(way.y, way.x) * 180 / .pi)
    }
    let axis = angle("sa")
    map = map * .turned(angle("r")) * .turned(-axis) * .skewed(angle("sk")) * .turned(axis)
    let scale = json["s"].point(at: frame, else: LawPoint(100, 100)) / 100
    self = map * .scaled(scale) * .moved(-json["a"].point(at: frame, isPlace: true))
  }

  init(x: LawPoint = LawPoint(1, 0), y: LawPoint = LawPoint(0, 1), move: LawPoint = .zero) {
    (self.x, self.y, self.move) = (x, y, move)
  }

  /// The map of copy `k` of a repeater (law 3.17).
  init(copy k: Double, _ json: LawJSON, at frame: Double) {
    let scale = json["s"].point(at: frame, else: LawPoint(100, 100)) / 100
    let anchor = json["a"].point(at: frame, isPlace: true)
    self =
      .moved(json["p"].point(at: frame, isPlace: true) * k) * .moved(anchor)
      * .turned(json["r"].value(at: frame, else: 0) * k)
      * .scaled(LawPoint(pow(scale.x, k), pow(scale.y, k))) * .moved(-anchor)
  }
}
