// The formulas of the blend modes in Float: the meaning of BlendMode, and the reference of its
// kernels.
// Licensed under the MIT license; see LICENSE.
//
// Everything stays premultiplied, scaled by Sa Da where a formula wants straight colours, so that
// nothing is divided that need not be. The order of operations is part of the meaning:
// BlendKernelsBody.h does the same ones, and a test holds the two equal, bit for bit.

extension BlendMode {
  /// Blends `source` over `destination` with full coverage; both are premultiplied.
  ///
  /// Colours outside of 0...alpha (extended range) are taken as they are; the result is clamped
  /// only where the mode's formula says so. NaN stays NaN, or vanishes; nothing traps.
  package func blend(_ source: SIMD4<Float>, over destination: SIMD4<Float>) -> SIMD4<Float> {
    let (s, d) = (source, destination)
    let (sa, da) = (s.w, d.w)
    switch self {
    case .normal: return s + d * (1 - sa)
    case .clear: return .zero
    case .copy: return s
    case .sourceIn: return s * da
    case .sourceOut: return s * (1 - da)
    case .sourceAtop: return s * da + d * (1 - sa)
    case .destinationOver: return s * (1 - da) + d
    case .destinationIn: return d * sa
    case .destinationOut: return d * (1 - sa)
    case .destinationAtop: return s * (1 - da) + d * sa
    case .xor: return s * (1 - da) + d * (1 - sa)
    case .plusLighter:
      let sum = s + d
      return SIMD4(least(1, sum.x), least(1, sum.y), least(1, sum.z), least(1, sum.w))
    case .plusDarker:
      let alpha = least(1, sa + da)
      let rest = alpha - ((da - d) + (sa - s))
      return SIMD4(most(0, rest.x), most(0, rest.y), most(0, rest.z), alpha)
    case .hue, .saturation, .color, .luminosity:
      var mixed = nonSeparable(s * da, d * sa, sa * da)
      mixed = s * (1 - da) + d * (1 - sa) + mixed
      mixed.w = sa + da - sa * da
      return mixed
    case .maximum:
      return SIMD4(most(s.x, d.x), most(s.y, d.y), most(s.z, d.z), most(sa, da))
    case .minimum:
      return SIMD4(least(s.x, d.x), least(s.y, d.y), least(s.z, d.z), least(sa, da))
    case .sourceMinusDestination, .destinationMinusSource:
      let rest = self == .sourceMinusDestination ? s - d : d - s
      return SIMD4(most(rest.x, 0), most(rest.y, 0), most(rest.z, 0), sa + da - sa * da)
    case .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .softLight,
      .hardLight, .difference, .exclusion, .linearBurn, .linearDodge, .linearLight, .vividLight,
      .pinLight, .subtract, .divide:
      return SIMD4(
        separable(s.x, d.x, sa, da),
        separable(s.y, d.y, sa, da),
        separable(s.z, d.z, sa, da),
        sa + da - sa * da
      )
    }
  }

  /// One channel of a separable mode; normal for those that are not.
  @inline(__always)
  private func separable(_ s: Float, _ d: Float, _ sa: Float, _ da: Float) -> Float {
    let rest = s * (1 - da) + d * (1 - sa)
    switch self {
    case .multiply: return rest + s * d
    case .screen: return s + d - s * d
    case .darken: return s + d - most(s * da, d * sa)
    case .lighten: return s + d - least(s * da, d * sa)
    case .difference: return s + d - 2 * least(s * da, d * sa)
    case .exclusion: return s + d - 2 * (s * d)
    case .hardLight: return rest + BlendMode.hardLight(s, d, sa, da)
    case .overlay: return rest + BlendMode.hardLight(d, s, da, sa)
    case .colorDodge: return rest + BlendMode.colorDodge(s, d, sa, da)
    case .colorBurn: return rest + BlendMode.colorBurn(s, d, sa, da)
    case .softLight: return rest + BlendMode.softLight(s, d, sa, da)
    case .linearBurn: return rest + BlendMode.kept(s * da + d * sa - sa * da, sa * da)
    case .linearDodge: return rest + BlendMode.kept(s * da + d * sa, sa * da)
    case .linearLight: return rest + BlendMode.kept(2 * (s * da) + d * sa - sa * da, sa * da)
    case .vividLight: return rest + BlendMode.vividLight(s, d, sa, da)
    case .pinLight: return rest + BlendMode.pinLight(s, d, sa, da)
    case .subtract: return rest + BlendMode.kept(d * sa - s * da, sa * da)
    case .divide: return rest + BlendMode.divide(s, d, sa, da)
    case .normal, .hue, .saturation, .color, .luminosity, .clear, .copy, .sourceIn, .sourceOut,
      .sourceAtop, .destinationOver, .destinationIn, .destinationOut, .destinationAtop, .xor,
      .plusDarker, .plusLighter, .maximum, .minimum, .sourceMinusDestination,
      .destinationMinusSource:
      return s + d * (1 - sa)
    }
  }

  // Each of these is Sa Da B(D / Da, S / Sa).

  @inline(__always)
  private static func hardLight(_ s: Float, _ d: Float, _ sa: Float, _ da: Float) -> Float {
    2 * s <= sa ? 2 * (s * d) : sa * da - 2 * ((da - d) * (sa - s))
  }

  @inline(__always)
  private static func colorDodge(_ s: Float, _ d: Float, _ sa: Float, _ da: Float) -> Float {
    let full = sa * da
    if d <= 0 { return 0 }
    return s < sa ? least(full, d * sa * sa / (sa - s)) : full
  }

  @inline(__always)
  private static func colorBurn(_ s: Float, _ d: Float, _ sa: Float, _ da: Float) -> Float {
    let full = sa * da
    if d >= da { return full }
    return s > 0 ? full - least(full, (da - d) * sa * sa / s) : 0
  }

  /// Limited to 0...limit.
  @inline(__always)
  private static func kept(_ value: Float, _ limit: Float) -> Float {
    most(least(value, limit), 0)
  }

  @inline(__always)
  private static func vividLight(_ s: Float, _ d: Float, _ sa: Float, _ da: Float) -> Float {
    2 * s <= sa ? colorBurn(2 * s, d, sa, da) : colorDodge(2 * s - sa, d, sa, da)
  }

  @inline(__always)
  private static func pinLight(_ s: Float, _ d: Float, _ sa: Float, _ da: Float) -> Float {
    2 * s <= sa ? least(d * sa, 2 * (s * da)) : most(d * sa, 2 * (s * da) - sa * da)
  }

  @inline(__always)
  private static func divide(_ s: Float, _ d: Float, _ sa: Float, _ da: Float) -> Float {
    let full = sa * da
    if d <= 0 { return 0 }
    return s > 0 ? least(full, d * sa * sa / s) : full
  }

  @inline(__always)
  private static func softLight(_ s: Float, _ d: Float, _ sa: Float, _ da: Float) -> Float {
    let below = da > 0 ? SourceOver.unit(d / da) : 0
    if 2 * s <= sa { return d * (sa - (sa - 2 * s) * (1 - below)) }
    let curve = below <= 0.25 ? ((16 * below - 12) * below + 4) * below : below.squareRoot()
    return d * sa + (2 * s - sa) * da * (curve - below)
  }

  /// The mixed part of a mode that looks at all channels; colours and `limit` scaled by Sa Da.
  @inline(__always)
  private func nonSeparable(
    _ s: SIMD4<Float>,
    _ d: SIMD4<Float>,
    _ limit: Float
  ) -> SIMD4<Float> {
    let (ls, ld) = (BlendMode.luminosity(s), BlendMode.luminosity(d))
    switch self {
    case .hue:
      let saturated = BlendMode.setSaturation(s, BlendMode.saturation(d))
      return BlendMode.setLuminosity(saturated, ld, limit)
    case .saturation:
      let saturated = BlendMode.setSaturation(d, BlendMode.saturation(s))
      return BlendMode.setLuminosity(saturated, ld, limit)
    case .color: return BlendMode.setLuminosity(s, ld, limit)
    default: return BlendMode.setLuminosity(d, ls, limit)
    }
  }

  // PDF 32000-1, 11.3.5.3: Lum, Sat, SetLum with ClipColor, SetSat.

  @inline(__always)
  private static func luminosity(_ c: SIMD4<Float>) -> Float {
    0.3 * c.x + 0.59 * c.y + 0.11 * c.z
  }

  @inline(__always)
  private static func lowest(_ c: SIMD4<Float>) -> Float { least(least(c.x, c.y), c.z) }

  @inline(__always)
  private static func highest(_ c: SIMD4<Float>) -> Float { most(most(c.x, c.y), c.z) }

  @inline(__always)
  private static func saturation(_ c: SIMD4<Float>) -> Float { highest(c) - lowest(c) }

  @inline(__always)
  private static func setSaturation(_ c: SIMD4<Float>, _ saturation: Float) -> SIMD4<Float> {
    let low = lowest(c)
    let range = highest(c) - low
    let scale = range > 0 ? saturation / range : 0
    return (c - low) * scale
  }

  @inline(__always)
  private static func setLuminosity(
    _ c: SIMD4<Float>,
    _ light: Float,
    _ limit: Float
  ) -> SIMD4<Float> {
    let moved = c + (light - luminosity(c))
    let center = luminosity(moved)
    let (low, high) = (lowest(moved), highest(moved))
    // Grey has no room to be moved in, but for rounding.
    let up = low < center ? center / (center - low) : 0
    let raised = low < 0 ? center + (moved - center) * up : moved
    let down = high > center ? (limit - center) / (high - center) : 0
    return high > limit ? center + (raised - center) * down : raised
  }
}

/// The lesser number; `b` if one is NaN.
@inline(__always)
private func least(_ a: Float, _ b: Float) -> Float { a < b ? a : b }

/// The greater number; `b` if one is NaN.
@inline(__always)
private func most(_ a: Float, _ b: Float) -> Float { a > b ? a : b }
