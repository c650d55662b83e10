// How two pictures are put together: the modes of Core Graphics and those that only filters have.
// Licensed under the MIT license; see LICENSE.
//
// S and D are the premultiplied colours of source and destination.

package import QuartzRaster

/// A way to blend a source over a destination.
package enum FilterBlend: Hashable, Sendable {
  case mode(BlendMode)
  /// S + D, not clamped but for alpha.
  case addition
  /// S x D in each component, alpha too.
  case product
  /// |S - D|; the extents align at the origin.
  case absoluteDifference
  /// The lesser, or the greater, of D and of S over D.
  case darkenOver
  case lightenOver
  /// The sum less 1 and the sum, clamped to 0...1, in each premultiplied component.
  case plusDarkerClamped
  case plusLighterClamped

  /// Blends premultiplied colours.
  package func blend(_ s: SIMD4<Float>, over d: SIMD4<Float>) -> SIMD4<Float> {
    switch self {
    case .mode(let mode): return mode.blend(s, over: d)
    case .addition:
      var sum = s + d
      sum.w = min(sum.w, 1)
      return sum
    case .product: return s * d
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
      case .minimum: return source.intersection(destination)
      default: return source.union(destination)
      }
    case .product, .plusDarkerClamped: return source.intersection(destination)
    default: return source.union(destination)
    }
  }
}
