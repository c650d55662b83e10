// Pictures that are functions of the position: generators.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// A picture without inputs; positions and lengths in pixels, y up.
package enum FilterPattern: Hashable, Sendable {
  /// The first colour where floor(x/w) + floor(y/w), from the centre, is even; `sharpness` 1 has
  /// hard edges, 0 sine waves.
  case checkerboard(FilterColor, FilterColor, center: SIMD2<Double>, width: Double, Double)
  /// The second colour on [0, w) from the centre, the first on [w, 2 w), and so on.
  case stripes(FilterColor, FilterColor, center: SIMD2<Double>, width: Double, Double)
  /// From the first colour at one point to the second at another; `isSmooth` eases both ends.
  case linearGradient(
    FilterColor,
    FilterColor,
    from: SIMD2<Double>,
    to: SIMD2<Double>,
    isSmooth: Bool
  )
  /// From the first colour at a radius to the second at another.
  case radialGradient(
    FilterColor,
    FilterColor,
    center: SIMD2<Double>,
    radii: SIMD2<Double>
  )
  /// From the first colour in the centre to the second at the radius, like a Gaussian whose
  /// standard deviation is a third of it.
  case gaussianGradient(FilterColor, FilterColor, center: SIMD2<Double>, radius: Double)
  /// A rectangle with round corners; a width of a line draws its outline, inside the rectangle.
  case roundedRectangle(FilterColor, FilterRect, radius: Double, line: Double?)
  /// Four random numbers for each pixel, the same in every run. Apple's numbers are not known.
  case noise

  /// The rectangle outside which the pattern is transparent.
  var extent: FilterRect {
    if case .roundedRectangle(_, let rect, _, _) = self { rect } else { .infinite }
  }

  /// Draws the pattern: colours are mixed premultiplied, in the working space.
  func draw(into target: FilterBuffer, _ space: FilterSpace) {
    func fill(_ value: (Double, Double) -> SIMD4<Float>) {
      target.fill { x, y in value(Double(x) + 0.5, Double(y) + 0.5) }
    }
    func mix(_ a: FilterColor, _ b: FilterColor, _ share: (Double, Double) -> Double) {
      let (a, b) = (a.premultiplied(in: space), b.premultiplied(in: space))
      fill { x, y in
        let part = share(x, y)
        return part <= 0 ? a : part >= 1 ? b : a + (b - a) * Float(part)
      }
    }
    switch self {
    case .checkerboard(let even, let odd, let center, let width, let sharpness):
      let width = max(width, 1e-6)
      mix(even, odd) { x, y in
        let (u, v) = ((x - center.x) / width, (y - center.y) / width)
        if sharpness >= 1 { return (u.rounded(.down) + v.rounded(.down)).isOdd ? 1 : 0 }
        return FilterPattern.wave(-sin(.pi * u) * sin(.pi * v), sharpness)
      }
    case .stripes(let second, let first, let center, let width, let sharpness):
      let width = max(width, 1e-6)
      mix(second, first) { x, _ in
        let u = (x - center.x) / width
        if sharpness >= 1 { return u.rounded(.down).isOdd ? 0 : 1 }
        return FilterPattern.wave(sin(.pi * u), sharpness)
      }
    case .linearGradient(let a, let b, let start, let end, let isSmooth):
      let along = end - start
      let length = (along * along).sum()
      mix(a, b) { x, y in
        guard length > 0 else { return 1 }
        let t = ((SIMD2(x, y) - start) * along).sum() / length
        return isSmooth ? FilterPattern.eased(t) : t
      }
    case .radialGradient(let a, let b, let center, let radii):
      mix(a, b) { x, y in
        let distance = hypot(x - center.x, y - center.y)
        if radii.x == radii.y { return distance < radii.x ? 0 : 1 }
        return (distance - radii.x) / (radii.y - radii.x)
      }
    case .gaussianGradient(let a, let b, let center, let radius):
      let end = exp(-4.5)
      mix(a, b) { x, y in
        let t = radius > 0 ? hypot(x - center.x, y - center.y) / radius : 1
        return t < 1 ? 1 - (exp(-4.5 * t * t) - end) / (1 - end) : 1
      }
    case .roundedRectangle(let color, let rect, let radius, let line):
      let color = color.premultiplied(in: space)
      let half = SIMD2(rect.width, rect.height) / 2
      let radius = min(radius, half.min())
      fill { x, y in
        let p = SIMD2(abs(x - rect.center.x), abs(y - rect.center.y)) - half + radius
        let inside = min(max(p.x, p.y), 0)
        let distance = hypot(max(p.x, 0), max(p.y, 0)) + inside - radius
        // Measured on Apple's pictures: filters.md 4.
        var alpha = min(max(0.75 - 1.5 * distance, 0), 1)
        if let line { alpha -= min(max(0.75 - 1.5 * (distance + line), 0), 1) }
        return color * Float(alpha)
      }
    case .noise:
      target.fill { x, y in
        let bits = FilterPattern.hash(x, y)
        let bytes = SIMD4(bits, bits >> 16, bits >> 32, bits >> 48) & 0xFFFF
        var color = SIMD4<Float>(bytes) / 65535
        color *= color.w
        color.w = Float(bytes.w) / 65535
        return color
      }
    }
  }

  /// 0...1 from a wave between -1 and 1, the steeper the sharper.
  private static func wave(_ value: Double, _ sharpness: Double) -> Double {
    min(max(0.5 + value * 0.5 / max(1 - max(sharpness, 0), 1e-3), 0), 1)
  }

  /// 3 t^2 - 2 t^3, from 0 to 1.
  static func eased(_ t: Double) -> Double {
    let t = min(max(t, 0), 1)
    return t * t * (3 - 2 * t)
  }

  /// A random number for a pair (SplitMix64's mixing).
  static func hash(_ x: Int, _ y: Int) -> UInt64 {
    var mixed =
      UInt64(bitPattern: Int64(x)) &* 0x9E37_79B9_7F4A_7C15
      ^ (UInt64(bitPattern: Int64(y)) &* 0xC2B2_AE3D_27D4_EB4F &+ 0x1656_67B1_9E37_79F9)
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension Double {
  /// Whether a whole number is odd.
  fileprivate var isOdd: Bool { truncatingRemainder(dividingBy: 2) != 0 }
}
