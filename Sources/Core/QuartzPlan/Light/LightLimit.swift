// The light that a layer may show on an output, and its colours within it.
// Licensed under the MIT license; see LICENSE.
//
// On an output of standard range every limit is 1 and nothing is looked at. On an extended one the
// limit T of a layer follows from its wishes and the output's headroom (`LayerLight.limit`).
// Contents and colours beyond T are mapped or clipped before anything is made of them: groups,
// filters, masks and opacities see mapped values. Components below 0, colours outside of sRGB, stay
// on extended outputs.

import QuartzFilters
import QuartzMath
import QuartzModel

/// The limit of one layer.
struct LightLimit: Equatable {
  let isExtended: Bool
  /// The brightest light, relative to SDR white; at least 1.
  let headroom: Double
  /// The same, encoded.
  let top: Double
  let mode: ToneMapMode
  /// The headroom of contents that do not say their own; 0 for none.
  let contentsHeadroom: Double

  private init() {
    (isExtended, headroom, top, mode, contentsHeadroom) = (false, 1, 1, .automatic, 0)
  }

  /// That of any layer on an output of standard range, where layers that say nothing about their
  /// contents look alike.
  static let standard = LightLimit()

  init(_ light: LayerLight?, on range: OutputRange) {
    guard range.isExtended || light != nil else {
      self = .standard
      return
    }
    isExtended = range.isExtended
    let limit = light?.limit(on: Double(range.headroom)) ?? 1
    headroom = limit
    top = limit == 1 ? 1 : FilterSpace.encoded(limit)
    mode = light?.mode ?? .automatic
    contentsHeadroom = light?.headroom ?? 0
  }

  /// A straight, encoded colour within the limit.
  ///
  /// Colours carry no headroom: those with a component above 1 count as untagged ones of an
  /// extended space.
  func mapped(_ color: SIMD3<Double>) -> SIMD3<Double> {
    let largest = max(color.x, color.y, color.z)
    if largest > 1, mode == .ifSupported,
      let curve = ReferenceWhiteCurve(from: ReferenceWhiteCurve.defaultHeadroom, to: headroom)
    {
      return clipped(LightMath.mapped(color, curve))
    }
    return clipped(color)
  }

  private func clipped(_ color: SIMD3<Double>) -> SIMD3<Double> {
    color.clamped(lowerBound: SIMD3(repeating: -top), upperBound: SIMD3(repeating: top))
  }
}

/// Light of encoded colours of sRGB's primaries.
enum LightMath {
  /// A straight, encoded colour through a curve.
  ///
  /// All components of light have one factor, so that hues stay.
  static func mapped(_ color: SIMD3<Double>, _ curve: ReferenceWhiteCurve) -> SIMD3<Double> {
    var light = SIMD3(
      FilterSpace.light(color.x),
      FilterSpace.light(color.y),
      FilterSpace.light(color.z)
    )
    light *= curve.factor(ReferenceWhiteCurve.largest(light))
    return SIMD3(
      FilterSpace.encoded(light.x),
      FilterSpace.encoded(light.y),
      FilterSpace.encoded(light.z)
    )
  }
}

extension Color {
  /// Premultiplied components with an opacity folded in.
  ///
  /// For outputs of standard range as `premultiplied(opacity:)`; for others not rounded, and within
  /// a limit.
  @inline(__always)
  func premultiplied(opacity: Double, _ light: LightLimit) -> SIMD4<Float> {
    light.isExtended
      ? extended(opacity: opacity, light) : premultiplied(opacity: opacity)
  }

  private func extended(opacity: Double, _ light: LightLimit) -> SIMD4<Float> {
    let alpha = min(max(self.alpha * opacity, 0), 1)
    guard alpha > 0, !red.isNaN, !green.isNaN, !blue.isNaN else { return .zero }
    let color = light.mapped(SIMD3(red, green, blue))
    return SIMD4<Float>(SIMD4(color * alpha, alpha))
  }
}

extension OutputRange {
  /// An opacity as plans of this range have it: in 255ths, or as it is.
  func opacity(_ opacity: Double) -> Float { isExtended ? Float(opacity) : opacity.asByte }
}
