// How two pictures are put together: the modes of Core Graphics and those that only filters have.
// Licensed under the MIT license; see LICENSE.
//
// S and D are the premultiplied colours of source and destination, Sa and Da their alphas. The
// modes on straight colours follow the formula of BlendMode:
//
//     R = S (1 - Da) + D (1 - Sa) + Sa Da B(D / Da, S / Sa)      Ra = Sa + Da - Sa Da

package import QuartzRaster

/// A way to blend a source over a destination.
package enum FilterBlend: Hashable, Sendable {
  case mode(BlendMode)
  /// S + D, not clamped but for alpha.
  case addition
  /// S x D in each component, alpha too.
  case product
  /// The greater, and the lesser, of each premultiplied component.
  case maximum
  case minimum
  /// S - D and D - S, in each premultiplied component, at least 0; alpha is the source-over one.
  case sourceMinusDestination
  case destinationMinusSource
  /// |S - D|; the extents align at the origin.
  case absoluteDifference
  /// The lesser, or the greater, of D and of S over D.
  case darkenOver
  case lightenOver
  /// The sum less 1 and the sum, clamped to 0...1, in each premultiplied component.
  case plusDarkerClamped
  case plusLighterClamped
  // Modes on straight colours; B(b, s).
  /// b + s - 1
  case linearBurn
  /// b + s
  case linearDodge
  /// b + 2 s - 1
  case linearLight
  /// Burn with 2 s, or dodge with 2 s - 1.
  case vividLight
  /// The lesser of b and 2 s, or the greater of b and 2 s - 1.
  case pinLight
  /// b - s
  case subtract
  /// b / s
  case divide

  /// Blends premultiplied colours.
  package func blend(_ s: SIMD4<Float>, over d: SIMD4<Float>) -> SIMD4<Float> {
    switch self {
    case .mode(let mode): return mode.blend(s, over: d)
    case .addition:
      var sum = s + d
      sum.w = min(sum.w, 1)
      return sum
    case .product: return s * d
    case .maximum: return s.replacing(with: d, where: d .> s)
    case .minimum: return s.replacing(with: d, where: d .< s)
    case .sourceMinusDestination, .destinationMinusSource:
      let rest = self == .sourceMinusDestination ? s - d : d - s
      var result = rest.replacing(with: 0, where: .!(rest .> SIMD4<Float>.zero))
      result.w = s.w + d.w - s.w * d.w
      return result
    case .absoluteDifference:
      let rest = s - d
      var result = rest.replacing(with: -rest, where: rest .< SIMD4<Float>.zero)
      result.w = max(s.w, d.w)
      return result
    case .darkenOver:
      let over = s + d * (1 - s.w)
      var result = over.replacing(with: d, where: d .< over)
      result.w = over.w
      return result
    case .lightenOver:
      let over = s + d * (1 - s.w)
      return over.replacing(with: d, where: d .> over)
    case .plusDarkerClamped: return (s + d - 1).kept(.zero, .one)
    case .plusLighterClamped: return (s + d).kept(.zero, .one)
    case .linearBurn, .linearDodge, .linearLight, .vividLight, .pinLight, .subtract, .divide:
      let (sa, da) = (s.w, d.w)
      var result = s * (1 - da) + d * (1 - sa)
      if sa > 0, da > 0 {
        let (source, below) = (s / sa, d / da)
        for index in 0..<3 {
          result[index] += sa * da * min(max(straight(below[index], source[index]), 0), 1)
        }
      }
      result.w = sa + da - sa * da
      return result
    }
  }

  /// One component of a mode on straight colours, before it is clamped.
  @inline(__always)
  private func straight(_ b: Float, _ s: Float) -> Float {
    switch self {
    case .linearBurn: return b + s - 1
    case .linearDodge: return b + s
    case .linearLight: return b + 2 * s - 1
    case .vividLight:
      if s <= 0.5 { return s > 0 ? 1 - min(1, (1 - b) / (2 * s)) : (b >= 1 ? 1 : 0) }
      return s < 1 ? min(1, b / (2 * (1 - s))) : (b > 0 ? 1 : 0)
    case .pinLight: return s <= 0.5 ? min(b, 2 * s) : max(b, 2 * s - 1)
    case .subtract: return b - s
    case .divide: return s > 0 ? b / s : (b > 0 ? 1 : 0)
    default: return s
    }
  }

  /// The extent of the result for those of source and destination.
  func extent(_ source: FilterRect, _ destination: FilterRect) -> FilterRect {
    switch self {
    case .mode(let mode):
      switch mode {
      case .clear: return .empty
      case .copy, .sourceOut: return source
      case .sourceIn, .destinationIn: return source.intersection(destination)
      case .sourceAtop, .destinationOut: return destination
      case .destinationAtop: return source
      default: return source.union(destination)
      }
    case .product, .minimum, .plusDarkerClamped: return source.intersection(destination)
    default: return source.union(destination)
    }
  }
}
