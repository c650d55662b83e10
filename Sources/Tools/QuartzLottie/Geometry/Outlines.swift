// Rectangles, ellipses, stars and polygons as contours.
// Licensed under the MIT license; see LICENSE.

import Foundation

extension Contour {
  /// The handle of a cubic curve that is a quarter of a circle, for a radius of 1.
  static let quarterHandle = 0.5519150244935106

  /// A rectangle from its upper right corner, clockwise; with rounded corners from the lower end of
  /// the upper right one.
  init(rectangleAt center: LottiePoint, size: LottiePoint, radius: Double) {
    self.init(isClosed: true)
    let half = size / 2
    let radius = min(max(radius, 0), abs(half.x), abs(half.y))
    let (x, y) = (LottiePoint(half.x, 0), LottiePoint(0, half.y))
    guard radius > 0 else {
      for corner in [x - y, x + y, y - x, -x - y] { add(center + corner) }
      return
    }
    let handle = radius * Self.quarterHandle
    let right = LottiePoint(half.x < 0 ? -1 : 1, 0)
    let down = LottiePoint(0, half.y < 0 ? -1 : 1)
    // Each corner by the direction along the edge to it, and by that of the edge after it.
    let corners = [(x + y, down, -right), (y - x, -right, -down), (-x - y, -down, right)]
    let last = x - y
    add(center + last + down * radius, into: -down * handle)
    for (corner, way, next) in corners {
      add(center + corner - way * radius, out: way * handle)
      add(center + corner + next * radius, into: -next * handle)
    }
    add(center + last - right * radius, out: right * handle)
  }

  /// An ellipse from its top, clockwise.
  init(ellipseAt center: LottiePoint, size: LottiePoint) {
    self.init(isClosed: true)
    let (x, y) = (LottiePoint(size.x / 2, 0), LottiePoint(0, size.y / 2))
    let handle = Self.quarterHandle
    add(center - y, into: -x * handle, out: x * handle)
    add(center + x, into: -y * handle, out: y * handle)
    add(center + y, into: x * handle, out: -x * handle)
    add(center - x, into: y * handle, out: -y * handle)
  }

  /// Points of a star that are drawn.
  static let largestPointCount = 5_000.0

  /// A polygon of whole points, clockwise from the top.
  init(polygonAt shape: StarValues) {
    self.init(isClosed: true)
    let count = shape.points.rounded(.down)
    guard count >= 3 else { return }
    let handle = 2 * .pi * shape.outer / (4 * count) * shape.outerRoundness / 100
    for index in 0..<Int(count) {
      let angle = (shape.rotation - 90 + 360 * Double(index) / count) * .pi / 180
      add(corner: shape.center, angle, shape.outer, handle)
    }
  }

  /// A star, clockwise from the top; points that are not whole have a part of one.
  init(starAt shape: StarValues) {
    self.init(isClosed: true)
    let count = shape.points
    guard count >= 2 else { return }
    let part = count - count.rounded(.down)
    let half = 180 / count
    let outer = 2 * .pi * shape.outer / (4 * count) * shape.outerRoundness / 100
    let inner = 2 * .pi * shape.inner / (4 * count) * shape.innerRoundness / 100
    var angle = shape.rotation - 90
    var isOuter = true
    if part > 0 {
      angle += half * (1 - part)
      let radius = shape.inner + part * (shape.outer - shape.inner)
      add(corner: shape.center, angle * .pi / 180, radius, outer * part)
      angle += half * part
      isOuter = false
    }
    let total = 2 * Int(count.rounded(.up))
    while vertices.count < total {
      let (radius, handle) = isOuter ? (shape.outer, outer) : (shape.inner, inner)
      add(corner: shape.center, angle * .pi / 180, radius, handle)
      angle += half
      isOuter.toggle()
    }
  }

  private mutating func add(
    corner center: LottiePoint,
    _ angle: Double,
    _ radius: Double,
    _ handle: Double
  ) {
    let way = LottiePoint(cos(angle), sin(angle))
    add(center + way * radius, into: -way.turned * handle, out: way.turned * handle)
  }
}

/// A star's values at a time; angles in degrees, roundness in percent.
struct StarValues {
  var center: LottiePoint
  var points: Double
  var rotation: Double
  var outer: Double
  var inner: Double
  var outerRoundness: Double
  var innerRoundness: Double
}

extension ShapeGeometry {
  /// The outline at a frame.
  func contour(at frame: Double) -> Contour {
    let contour =
      switch kind {
      case .rectangle(let position, let size, let radius):
        Contour(
          rectangleAt: position.point(at: frame),
          size: size.point(at: frame),
          radius: radius.number(at: frame)
        )
      case .ellipse(let position, let size):
        Contour(ellipseAt: position.point(at: frame), size: size.point(at: frame))
      case .star(let star): star.contour(at: frame)
      case .path(let track): track.value(at: frame)
      }
    return isReversed ? contour.reversed : contour
  }

  /// All properties that it depends on, by their key frames.
  var keyTimes: [Double] {
    switch kind {
    case .rectangle(let a, let b, let c): a.times + b.times + c.times
    case .ellipse(let a, let b): a.times + b.times
    case .star(let star):
      star.points.times + star.position.times + star.rotation.times + star.outerRadius.times
        + star.innerRadius.times + star.outerRoundness.times + star.innerRoundness.times
    case .path(let track): track.times
    }
  }
}

extension ShapeStar {
  func contour(at frame: Double) -> Contour {
    let values = StarValues(
      center: position.point(at: frame),
      points: min(points.number(at: frame), Contour.largestPointCount),
      rotation: rotation.number(at: frame),
      outer: outerRadius.number(at: frame),
      inner: innerRadius.number(at: frame),
      outerRoundness: outerRoundness.number(at: frame),
      innerRoundness: innerRoundness.number(at: frame)
    )
    return isPolygon ? Contour(polygonAt: values) : Contour(starAt: values)
  }
}

extension Track {
  /// The frames of all keys, and moments before those at which the value jumps.
  var times: [Double] {
    guard isAnimated else { return [] }
    var times: [Double] = []
    for (index, key) in keys.enumerated() {
      if index > 0 {
        let before = keys[index - 1]
        if before.isHold || before.time == key.time || Value.jumps(before.value, key.value) {
          times.append(key.time - LottieBaking.moment)
        }
      }
      times.append(key.time)
    }
    return times
  }
}
