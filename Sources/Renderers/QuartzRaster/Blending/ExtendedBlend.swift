// The blend modes on colours that may lie outside of 0...1.
// Licensed under the MIT license; see LICENSE.
//
// Modes whose formula has a meaning for any number work on the values as they are. All others are
// defined on 0...1 only: both colours are clamped for the part that is mixed, and what either
// exceeds by is added where the other one is not,
//
//     R = B(S', D') + (S - S') (1 - Da) + (D - D') (1 - Sa),   S' = clamp(S, 0, Sa), D' alike.
//
// plusLighter is limited by the headroom of the output instead of 1.

extension BlendMode {
  /// Whether the formula has a meaning for colours outside of 0...1.
  package var isUnlimited: Bool {
    switch self {
    case .normal, .clear, .copy, .sourceIn, .sourceOut, .sourceAtop, .destinationOver,
      .destinationIn, .destinationOut, .destinationAtop, .xor, .multiply, .darken, .lighten,
      .maximum, .minimum, .difference:
      true
    case .screen, .overlay, .colorDodge, .colorBurn, .softLight, .hardLight, .exclusion, .hue,
      .saturation, .color, .luminosity, .plusDarker, .plusLighter, .linearBurn, .linearDodge,
      .linearLight, .vividLight, .pinLight, .subtract, .divide, .sourceMinusDestination,
      .destinationMinusSource:
      false
    }
  }

  /// Blends premultiplied colours of extended range with full coverage.
  ///
  /// Alphas are in 0...1. All numbers are finite, and so is the result.
  ///
  /// - Parameters:
  ///   - source: The colour above.
  ///   - destination: The colour below.
  ///   - limit: The largest component of `plusLighter`: the headroom of the output, encoded.
  package func blendExtended(
    _ source: SIMD4<Float>,
    over destination: SIMD4<Float>,
    limit: Float
  ) -> SIMD4<Float> {
    if isUnlimited { return blend(source, over: destination) }
    let (sa, da) = (source.w, destination.w)
    if self == .plusLighter {
      let sum = source + destination
      let most = SIMD4<Float>(limit, limit, limit, 1)
      return sum.replacing(with: most, where: sum .> most)
    }
    let (s, d) = (BlendMode.clamped(source), BlendMode.clamped(destination))
    let mixed = blend(s, over: d)
    let addsRest: Bool
    switch self {
    case .plusDarker, .sourceMinusDestination, .destinationMinusSource: addsRest = false
    default: addsRest = true
    }
    guard addsRest else { return mixed }
    return mixed + (source - s) * (1 - da) + (destination - d) * (1 - sa)
  }

  /// A premultiplied colour within 0...alpha.
  @inline(__always)
  private static func clamped(_ color: SIMD4<Float>) -> SIMD4<Float> {
    let most = SIMD4<Float>(repeating: color.w)
    let positive = color.replacing(with: 0, where: color .< 0)
    return positive.replacing(with: most, where: positive .> most)
  }
}
