// Transitions between two pictures that are functions of position and time.
// Licensed under the MIT license; see LICENSE.
//
// Each shows the first input at time 0 and the second, the target, at time 1. The swipe, and the
// bars but for their speed, are measured on Apple's pictures (filters.md 4); the others follow the
// descriptions of Apple's reference, with formulas of ours.

import Glibc

/// The place and the time that all transitions have; lengths in pixels.
package struct FilterTransition: Equatable, Sendable {
  package var kind: Kind
  /// The rectangle that the transition runs over.
  package var extent: FilterRect
  /// 0...1.
  package var time: Double

  package init(_ kind: Kind, extent: FilterRect, time: Double) {
    self.kind = kind
    self.extent = extent
    self.time = time.isFinite ? min(max(time, 0), 1) : 0
  }

  /// The transitions; angles in radians from the x axis, centres in the plane.
  package enum Kind: Equatable, Sendable {
    /// A soft edge moves along the angle, with a bar of a colour upon it.
    case swipe(FilterColor, angle: Double, width: Double, opacity: Double)
    /// Bars of the image slide away, one after the other.
    case bars(angle: Double, width: Double, offset: Double)
    /// A bar of light moves over the image, with the target behind it.
    case copyMachine(FilterColor, angle: Double, width: Double, opacity: Double)
    /// A ring runs outwards, with the target inside; the third input lights it as a sphere map.
    case ripple(center: SIMD2<Double>, width: Double, scale: Double)
    /// The target shows through holes that grow.
    case mod(center: SIMD2<Double>, angle: Double, radius: Double, compression: Double)
    /// A light grows from a point until it is all there is, and fades to the target.
    case flash(FilterColor, center: SIMD2<Double>, FilterFlash)
    /// The image curls up like a page; the third input is its back, and the fourth lights the curl
    /// as a sphere map.
    case pageCurl(angle: Double, radius: Double, FilterPageShadow)
    /// The image folds up to a height, with so many folds and a shadow in them.
    case accordion(height: Double, folds: Double, shadow: Double)
  }

  /// The number of pictures: image, target, and for some more.
  var inputCount: Int {
    switch kind {
    case .pageCurl: 4
    case .ripple: 3
    case .swipe, .bars, .copyMachine, .mod, .flash, .accordion: 2
    }
  }

  /// Whether each pixel reads only the pixels at its own position.
  var isLocal: Bool {
    switch kind {
    case .swipe, .copyMachine, .mod, .flash: true
    case .bars, .ripple, .pageCurl, .accordion: false
    }
  }

  /// The least and the greatest distance of the extent's corners along a direction.
  private func range(_ along: SIMD2<Double>) -> (low: Double, high: Double) {
    guard extent.isFinite else { return (0, 0) }
    let distances = extent.corners.map { ($0 * along).sum() }
    return (distances.min() ?? 0, distances.max() ?? 0)
  }

  /// The distance of the furthest corner from a centre.
  private func radius(_ center: SIMD2<Double>) -> Double {
    guard extent.isFinite else { return 0 }
    return extent.corners.map { ($0 - center).length }.max() ?? 0
  }

  func draw(_ inputs: [FilterBuffer], into result: FilterBuffer, _ space: FilterSpace) {
    let (image, target) = (inputs[0], inputs[1])
    switch kind {
    case .swipe(let color, let angle, let width, let opacity):
      swipe(image, target, into: result, (color.premultiplied(in: space), angle, width, opacity))
    case .copyMachine(let color, let angle, let width, let opacity):
      copy(image, target, into: result, (color.premultiplied(in: space), angle, width, opacity))
    case .bars(let angle, let width, let offset):
      bars(image, target, into: result, (angle, width, offset))
    case .ripple(let center, let width, let scale):
      ripple(inputs, into: result, (center, width, scale))
    case .mod(let center, let angle, let radius, let compression):
      let (c, s) = (cos(angle), sin(angle))
      result.fill { x, y in
        let v = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - center
        let p = SIMD2(c * v.x + s * v.y, c * v.y - s * v.x) * (2 * .pi / max(radius, 1))
        let wave = 0.5 + 0.25 * (cos(p.x) + cos(p.y))
        let height = (wave + min(v.length / max(compression, 1), 1)) / 2
        let share = FilterPattern.eased((time * 1.1 - 0.05 - height) / 0.1 + 0.5)
        return FilterTransition.mix(image[x, y], target[x, y], time < 1 ? share : 1)
      }
    case .flash(let color, let center, let flash):
      let color = color.premultiplied(in: space)
      let furthest = max(radius(center), 1)
      result.fill { x, y in
        let v = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - center
        let (glow, share) = flash.glow(v / furthest, time)
        let below = FilterTransition.mix(image[x, y], target[x, y], share)
        return below + (color - below) * Float(glow)
      }
    case .pageCurl(let angle, let radius, let shadow):
      curl(inputs, into: result, (angle, radius, shadow))
    case .accordion(let height, let folds, let shadow):
      guard extent.isFinite, extent.height > 0 else { return result.copy(from: target) }
      let scale = 1 - time * (1 - min(height / extent.height, 1))
      result.fill { x, y in
        let up = Double(y) + 0.5 - extent.minY
        guard scale > 0, up < extent.height * scale else { return target[x, y] }
        let source = up / scale
        let fold = (source / extent.height * max(folds, 1)).truncatingRemainder(dividingBy: 1)
        let dark = 1 - shadow * time * abs(2 * fold - 1)
        var color = image.linear(SIMD2(Double(x) + 0.5, extent.minY + source))
        let alpha = color.w
        color *= Float(dark)
        color.w = alpha
        return FilterTransition.mix(color, target[x, y], time * time)
      }
    }
  }

  @inline(__always)
  static func mix(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ share: Double) -> SIMD4<Float> {
    a + (b - a) * Float(share)
  }

  private typealias Bar = (color: SIMD4<Float>, angle: Double, width: Double, opacity: Double)

  /// filters.md 4, measured.
  private func swipe(
    _ image: FilterBuffer,
    _ target: FilterBuffer,
    into result: FilterBuffer,
    _ bar: Bar
  ) {
    let along = SIMD2(FilterCatalog.cosine(bar.angle), FilterCatalog.sine(bar.angle))
    let width = max(bar.width, 1e-3)
    let (low, high) = range(along)
    let front = low - width / 2 + time * (high - low + width)
    result.fill { x, y in
      let d = (SIMD2(Double(x) + 0.5, Double(y) + 0.5) * along).sum()
      let share = min(max((d - front) / width + 0.5, 0), 1)
      let light = Float(min(bar.opacity * max(0, 1 - 2 * abs(d - front) / width), 1))
      let below = FilterTransition.mix(target[x, y], image[x, y], share)
      return below * (1 - light) + bar.color * light
    }
  }

  private func copy(
    _ image: FilterBuffer,
    _ target: FilterBuffer,
    into result: FilterBuffer,
    _ bar: Bar
  ) {
    let along = SIMD2(FilterCatalog.cosine(bar.angle), FilterCatalog.sine(bar.angle))
    let width = max(bar.width, 1e-3)
    let (low, high) = range(along)
    let front = low - width / 2 + time * (high - low + width)
    result.fill { x, y in
      let d = (SIMD2(Double(x) + 0.5, Double(y) + 0.5) * along).sum()
      let light = Float(bar.opacity * max(0, 1 - 2 * abs(d - front) / width))
      let below = d < front ? target[x, y] : image[x, y]
      let sum = below + bar.color * light
      return light > 0 ? sum.kept(.zero, below.kept(.one, SIMD4(repeating: .infinity))) : below
    }
  }

  /// Bar b slides by (k - b offset)^2.
  ///
  /// Apple's k(t) is not known; this one lets the last bar leave the extent at time 1.
  private func bars(
    _ image: FilterBuffer,
    _ target: FilterBuffer,
    into result: FilterBuffer,
    _ bars: (angle: Double, width: Double, offset: Double)
  ) {
    let along = SIMD2(FilterCatalog.cosine(bars.angle), FilterCatalog.sine(bars.angle))
    let across = SIMD2(-along.y, along.x)
    let width = max(bars.width, 1)
    let (low, high) = range(along)
    let (start, end) = range(across)
    let last = ((high - low) / width).rounded(.up) - 1
    let k = time * (max(last, 0) * bars.offset + (end - start).squareRoot())
    result.fill { x, y in
      let p = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
      let bar = (((p * along).sum() - low) / width).rounded(.down)
      let way = max(k - bar * bars.offset, 0)
      let source = p - across * (way * way)
      return extent.contains(source) ? image.linear(source) : target[x, y]
    }
  }

  private func ripple(
    _ inputs: [FilterBuffer],
    into result: FilterBuffer,
    _ ring: (center: SIMD2<Double>, width: Double, scale: Double)
  ) {
    let (image, target, shading) = (inputs[0], inputs[1], inputs[2])
    let width = max(ring.width, 1)
    let front = time * (radius(ring.center) + width)
    result.fill { x, y in
      let p = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
      let v = p - ring.center
      let distance = v.length
      let u = (front - distance) / width
      if u <= 0 { return image[x, y] }
      if u >= 1 || distance == 0 { return target[x, y] }
      let way = v / distance
      let source = extent.nearest(p + way * (ring.scale * sin(2 * .pi * u) / 2))
      let color = FilterTransition.mix(
        image.linear(source),
        target.linear(source),
        FilterPattern.eased(u)
      )
      return color.lit(by: shading, slope: way * (cos(2 * .pi * u) * sin(.pi * u)))
    }
  }

  /// A sheet that lies flat up to a line, goes half around a cylinder upon it, and then back.
  private func curl(
    _ inputs: [FilterBuffer],
    into result: FilterBuffer,
    _ page: (angle: Double, radius: Double, shadow: FilterPageShadow)
  ) {
    let (image, target, back, shading) = (inputs[0], inputs[1], inputs[2], inputs[3])
    let along = SIMD2(FilterCatalog.cosine(page.angle), FilterCatalog.sine(page.angle))
    let radius = max(page.radius, 0.01)
    let (low, high) = range(along)
    let reach = max(page.shadow.size * radius, 1e-3)
    // The sheet is gone when the cylinder and its shadow have passed the near corner.
    let line = high + (low - radius - reach - high) * time
    result.fill { x, y in
      let p = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
      let d = (p * along).sum()
      let rest = d - line
      if rest >= radius {
        let dark = page.shadow.amount * max(0, 1 - (rest - radius) / reach)
        return target[x, y].shaded(time > 0 && page.shadow.extent.contains(p) ? 1 - dark : 1)
      }
      // The back: behind the top of the cylinder, or flat on its other side.
      let turn = rest > 0 ? Double.pi - asin(rest / radius) : .pi
      let over = p + along * (radius * turn + max(-rest, 0) - rest)
      if extent.contains(over) {
        let light = rest > 0 ? 0.6 + 0.4 * (1 - rest / radius) : 1
        let color =
          back.rect.isEmpty
          ? FilterTransition.mix(image.linear(over), SIMD4(repeating: image.linear(over).w), 0.6)
          : back.linear(over)
        // The curl leans forwards where its outside is seen, and backwards inside.
        return color.shaded(light).lit(by: shading, slope: along * max(rest / radius, 0))
      }
      if rest <= 0 { return extent.contains(p) ? image[x, y] : target[x, y] }
      let front = p + along * (radius * asin(rest / radius) - rest)
      guard extent.contains(front) else { return target[x, y] }
      return image.linear(front).shaded(1 - 0.5 * rest / radius)
        .lit(by: shading, slope: along * (-rest / radius))
    }
  }
}

/// The shadow of a page that curls.
package struct FilterPageShadow: Hashable, Sendable {
  /// A part of the curl's radius.
  package var size: Double
  /// A part of black.
  package var amount: Double
  /// Where the shadow falls.
  package var extent: FilterRect

  package init(size: Double = 0, amount: Double = 0, extent: FilterRect = .infinite) {
    self.size = size
    self.amount = amount
    self.extent = extent
  }
}

/// The look of a flash.
package struct FilterFlash: Hashable, Sendable {
  /// How far rays go beyond the light, in its own size.
  package var striationRadius: Double
  package var striationStrength: Double
  package var striationContrast: Double
  /// The part of the light's strength at which the target begins to show.
  package var fadeThreshold: Double

  package init(
    striationRadius: Double,
    striationStrength: Double,
    striationContrast: Double,
    fadeThreshold: Double
  ) {
    self.striationRadius = striationRadius
    self.striationStrength = striationStrength
    self.striationContrast = striationContrast
    self.fadeThreshold = fadeThreshold
  }

  /// The light at a position, and how much of the target lies below it.
  func glow(_ v: SIMD2<Double>, _ time: Double) -> (Double, Double) {
    if time >= 0.5 { return (FilterPattern.eased((1 - time) * 2), 1) }
    let size = time * 2
    // Rays: a wave of the angle with periods that have no common divisor.
    let angle = atan2(v.y, v.x)
    let wave = (sin(angle * 17) + sin(angle * 29 + 1) + sin(angle * 43 + 2)) / 3
    let ray = max(0, 0.5 + wave * striationContrast / 2) * striationStrength
    let reach = size * (1.2 + ray * max(striationRadius - 1, 0) * size) + 1e-9
    let light = min(max((reach - v.length) / (0.5 * reach + 1e-9), 0), 1) * min(size * 4, 1)
    let full = FilterPattern.eased(max(light, (size - 0.8) / 0.2))
    return (full, full >= fadeThreshold ? 1 : 0)
  }
}

extension SIMD4<Float> {
  /// Red, green and blue times a factor; alpha stays.
  fileprivate func shaded(_ factor: Double) -> SIMD4<Float> {
    var result = self * Float(factor)
    result.w = w
    return result
  }

  /// The colour under the light of a sphere map, if there is one: that of the point of the sphere
  /// whose surface has a slope of -1...1 along each axis.
  fileprivate func lit(by map: FilterBuffer, slope: SIMD2<Double>) -> Self {
    guard !map.rect.isEmpty else { return self }
    let rect = map.rect
    let middle =
      SIMD2(
        Double(rect.minX) + Double(rect.maxX),
        Double(rect.minY) + Double(rect.maxY)
      ) / 2
    let reach = SIMD2(Double(map.width), Double(map.height)) / 2
    let light = map.linear(middle + slope * reach * 0.98)
    return light + self * (1 - light.w)
  }
}
