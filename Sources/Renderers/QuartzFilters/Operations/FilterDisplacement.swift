// Pictures whose pixels come from elsewhere: distortions, perspective, tiles.
// Licensed under the MIT license; see LICENSE.
//
// A distortion says for each position of the result where in the picture its colour is. A renderer
// may call `source(of:)` once for each pixel and keep the map. Apple has published the inputs of
// its distortions and no formula; those here are ours: they agree with the descriptions, leave what
// is beyond the radius as it is, and have no step at the edge.

import Glibc
package import QuartzMath

/// A map from positions of the result to positions of the picture, in pixels, y up.
package enum FilterDisplacement: Equatable, Sendable {
  /// Towards the centre: v (1 + s (1 - t)^2), with t = |v| / radius.
  case pinch(center: SIMD2<Double>, radius: Double, scale: Double)
  /// Out of the plane: v (1 - s (1 - t^2)^2); a negative scale goes into it.
  case bump(center: SIMD2<Double>, radius: Double, scale: Double)
  /// Turned by angle (1 - t)^2.
  case twirl(center: SIMD2<Double>, radius: Double, angle: Double)
  /// Turned by angle e^(-3 t^2), without end.
  case vortex(center: SIMD2<Double>, radius: Double, angle: Double)
  /// A hole that pushes the picture outwards: v (1 - r^2 / |v|^2); transparent inside.
  case hole(center: SIMD2<Double>, radius: Double)
  /// The pixels of a circle's edge, repeated outwards.
  case circleSplash(center: SIMD2<Double>, radius: Double)
  /// A wedge of the picture, mirrored around the centre.
  case kaleidoscope(center: SIMD2<Double>, count: Double, angle: Double)
  /// Another plane; the map is from the result to the picture.
  case perspective(Homography, extent: FilterRect)
  /// The picture's rectangle repeated without end, under a map from the picture to the result.
  case tile(FilterRect, Affine)

  /// The position in the picture, or nil where there is none.
  package func source(of position: SIMD2<Double>) -> SIMD2<Double>? {
    switch self {
    case .pinch(let center, let radius, let scale):
      let v = position - center
      let t = v.length / radius
      return t < 1 ? center + v * (1 + scale * (1 - t) * (1 - t)) : position
    case .bump(let center, let radius, let scale):
      let v = position - center
      let t = (v * v).sum() / (radius * radius)
      return t < 1 ? center + v * (1 - scale * (1 - t) * (1 - t)) : position
    case .twirl(let center, let radius, let angle):
      let v = position - center
      let t = v.length / radius
      return t < 1 ? center + v.turned(angle * (1 - t) * (1 - t)) : position
    case .vortex(let center, let radius, let angle):
      let v = position - center
      guard radius > 0 else { return position }
      return center + v.turned(angle * exp(-3 * (v * v).sum() / (radius * radius)))
    case .hole(let center, let radius):
      let v = position - center
      let square = (v * v).sum()
      return square > radius * radius ? center + v * (1 - radius * radius / square) : nil
    case .circleSplash(let center, let radius):
      let v = position - center
      return v.length > radius ? center + v * (radius / v.length) : position
    case .kaleidoscope(let center, let count, let angle):
      let v = position - center
      let wedge = 2 * Double.pi / max(count.rounded(.down), 1)
      var turn = (atan2(v.y, v.x) - angle).truncatingRemainder(dividingBy: wedge)
      if turn < 0 { turn += wedge }
      turn = min(turn, wedge - turn) + angle
      return center + SIMD2(cos(turn), sin(turn)) * v.length
    case .perspective(let map, let extent):
      let p = map.transform(position.x, position.y)
      guard p.z > 1e-9 else { return nil }
      let source = SIMD2(p.x, p.y) / p.z
      return extent.grown(1).contains(source) ? source : nil
    case .tile(let rect, let map):
      guard let inverse = map.inverse, !rect.isEmpty else { return nil }
      let p = inverse.transform(Point(position.x, position.y))
      func wrapped(_ value: Double, _ start: Double, _ length: Double) -> Double {
        let rest = (value - start).truncatingRemainder(dividingBy: length)
        return start + (rest < 0 ? rest + length : rest)
      }
      return SIMD2(
        wrapped(p.x, rect.minX, rect.width),
        wrapped(p.y, rect.minY, rect.height)
      )
    }
  }

  /// The rectangle that is not as it was; infinite if there is none.
  private var circle: FilterRect {
    switch self {
    case .pinch(let center, let radius, _), .bump(let center, let radius, _),
      .twirl(let center, let radius, _):
      let radius = max(radius, 0)
      return FilterRect(center.x - radius, center.y - radius, 2 * radius, 2 * radius)
    default: return .infinite
    }
  }

  func extent(_ input: FilterRect) -> FilterRect {
    guard !input.isEmpty else { return .empty }
    switch self {
    case .pinch, .bump, .twirl:
      // The edge may move inside of the circle; only pictures that it cuts change their extent.
      let circle = circle
      return circle.intersects(input) && !input.contains(circle) ? input.union(circle) : input
    case .vortex, .circleSplash, .kaleidoscope, .tile: return .infinite
    case .hole(let center, let radius):
      let hole = FilterRect(center.x - radius, center.y - radius, 2 * radius, 2 * radius)
      return input.union(hole).grown(radius)
    case .perspective(let map, _):
      guard input.isFinite, let forward = map.inverse else { return .infinite }
      return forward.bounds(of: input)
    }
  }

  /// The part of the picture that a part of the result reads.
  func needed(_ rect: FilterRect, _ extent: FilterRect) -> FilterRect {
    switch self {
    case .pinch(_, _, let scale), .bump(_, _, let scale):
      guard circle.intersects(rect) else { return rect.grown(1) }
      // No source is further from the centre than 1 + |s| times the circle.
      return rect.union(circle.grown(circle.width / 2 * abs(scale) + 1)).grown(1)
    case .twirl:
      return circle.intersects(rect) ? rect.union(circle).grown(1) : rect.grown(1)
    case .perspective(let map, _):
      return map.bounds(of: rect).grown(2)
    case .vortex, .hole, .circleSplash, .kaleidoscope, .tile:
      return extent
    }
  }
}

extension SIMD2<Double> {
  var length: Double { (self * self).sum().squareRoot() }

  /// The vector turned from the x axis towards the y axis, by radians.
  func turned(_ angle: Double) -> SIMD2<Double> {
    let (c, s) = (cos(angle), sin(angle))
    return SIMD2(c * x - s * y, s * x + c * y)
  }
}

extension Homography {
  /// The bounds of a rectangle's image; infinite where the horizon cuts it.
  func bounds(of rect: FilterRect) -> FilterRect {
    guard rect.isFinite else { return .infinite }
    var points: [SIMD2<Double>] = []
    for corner in rect.corners {
      let p = transform(corner.x, corner.y)
      guard p.z > 1e-9 else { return .infinite }
      points.append(SIMD2(p.x, p.y) / p.z)
    }
    let low = points.reduce(points[0]) { SIMD2(min($0.x, $1.x), min($0.y, $1.y)) }
    let high = points.reduce(points[0]) { SIMD2(max($0.x, $1.x), max($0.y, $1.y)) }
    return FilterRect(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y)
  }

  /// The map of a rectangle's corners (bottom left, bottom right, top right, top left) to four
  /// points; nil if three of them are on a line.
  static func mapping(_ rect: FilterRect, to q: [SIMD2<Double>]) -> Homography? {
    guard q.count == 4, rect.width > 0, rect.height > 0, rect.isFinite else { return nil }
    // Heckbert, Fundamentals of Texture Mapping (1989), 2.2.3: the unit square to four points.
    let sum = q[0] - q[1] + q[2] - q[3]
    let (d1, d2) = (q[1] - q[2], q[3] - q[2])
    let determinant = d1.x * d2.y - d2.x * d1.y
    guard abs(determinant) > 1e-12 else { return nil }
    let g = (sum.x * d2.y - d2.x * sum.y) / determinant
    let h = (d1.x * sum.y - sum.x * d1.y) / determinant
    let across = q[1] - q[0] + q[1] * g
    let up = q[3] - q[0] + q[3] * h
    let unit = Homography(
      SIMD3(across.x, across.y, g),
      SIMD3(up.x, up.y, h),
      SIMD3(q[0].x, q[0].y, 1)
    )
    return Homography.translation(-rect.minX, -rect.minY)
      * Homography.scale(1 / rect.width, 1 / rect.height) * unit
  }
}

extension FilterBuffer {
  /// Draws a picture through a distortion.
  func displace(_ source: FilterBuffer, _ map: FilterDisplacement, _ extent: FilterRect) {
    if case .tile = map, let pixels = extent.pixels {
      // At a seam the pixel on the other side is that of the next tile.
      fill { x, y in
        guard let p = map.source(of: SIMD2(Double(x) + 0.5, Double(y) + 0.5)) else { return .zero }
        return source.wrapped(p, pixels)
      }
      return
    }
    fill { x, y in
      guard let p = map.source(of: SIMD2(Double(x) + 0.5, Double(y) + 0.5)) else { return .zero }
      return source.linear(p)
    }
  }

  /// The colour at a position of a tile, with its opposite edges next to each other.
  private func wrapped(_ position: SIMD2<Double>, _ tile: PixelRect) -> SIMD4<Float> {
    let (x, y) = (position.x - 0.5, position.y - 0.5)
    guard abs(x) < 1e9, abs(y) < 1e9 else { return .zero }
    let (left, bottom) = (x.rounded(.down), y.rounded(.down))
    let (u, v) = (Float(x - left), Float(y - bottom))
    func at(_ column: Int, _ line: Int) -> SIMD4<Float> {
      func inside(_ value: Int, _ start: Int32, _ length: Int32) -> Int {
        let rest = (value - Int(start)) % Int(length)
        return Int(start) + (rest < 0 ? rest + Int(length) : rest)
      }
      return self[inside(column, tile.minX, tile.width), inside(line, tile.minY, tile.height)]
    }
    let (c, l) = (Int(left), Int(bottom))
    let a = at(c, l) + (at(c + 1, l) - at(c, l)) * u
    let b = at(c, l + 1) + (at(c + 1, l + 1) - at(c, l + 1)) * u
    return a + (b - a) * v
  }

  /// Draws a picture displaced by what another one shows.
  func displace(_ source: FilterBuffer, by map: FilterBuffer, _ kind: FilterMapDisplacement) {
    fill { x, y in
      let offset = kind.offset(map, x, y)
      return source.linear(SIMD2(Double(x) + 0.5 + offset.x, Double(y) + 0.5 + offset.y))
    }
  }
}

/// Displacements by the pixels of the second input, with the greatest one in pixels.
package enum FilterMapDisplacement: Hashable, Sendable {
  /// By (red - 1/2, green - 1/2) times the scale.
  case values(scale: Double)
  /// Like glass as thick as the texture is light: by its slope times the scale.
  case slopes(scale: Double)

  var reach: Double {
    switch self {
    case .values(let scale): abs(scale) / 2 + 2
    case .slopes(let scale): abs(scale) + 2
    }
  }

  func offset(_ map: FilterBuffer, _ x: Int, _ y: Int) -> SIMD2<Double> {
    switch self {
    case .values(let scale):
      let color = map[x, y]
      guard color.w > 0 else { return .zero }
      func shift(_ value: Float) -> Double { Double(min(max(value, 0), 1)) - 0.5 }
      return SIMD2(shift(color.x), shift(color.y)) * scale
    case .slopes(let scale):
      func height(_ x: Int, _ y: Int) -> Double {
        Double(FilterMask.luminance.share(map[x, y]))
      }
      let across = height(x + 1, y) - height(x - 1, y)
      return SIMD2(across, height(x, y + 1) - height(x, y - 1)) * (scale / 2)
    }
  }
}
