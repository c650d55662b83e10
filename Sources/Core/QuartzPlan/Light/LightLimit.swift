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
  /// A colour with a headroom beyond the limit is mapped from it, or clipped in the mode that maps
  /// nothing. One without a headroom and brighter than SDR white counts as an untagged one of an
  /// extended space.
  ///
  /// - Parameter headroom: That of the colour; 0 for none.
  func mapped(_ color: SIMD3<Double>, headroom tag: Float = 0) -> SIMD3<Double> {
    var source = tag
    if tag == 0, mode == .ifSupported, !LightMath.isStandard(color) {
      source = Float(ReferenceWhiteCurve.defaultHeadroom)
    }
    guard let curve = curve(from: source) else { return clipped(color) }
    return clipped(LightMath.mapped(color, curve))
  }

  /// The curve of colours of a headroom; nil for those that are clipped alone.
  func curve(from headroom: Float) -> ReferenceWhiteCurve? {
    guard mode != .never, headroom > 1 else { return nil }
    return ReferenceWhiteCurve(from: Double(headroom), to: self.headroom)
  }

  /// A colour within the limit, which it keeps when it is asked for once more.
  func mapped(_ color: Color) -> Color {
    let shown = mapped(SIMD3(color.red, color.green, color.blue), headroom: color.headroom)
    return Color(shown.x, shown.y, shown.z, color.alpha, headroom: 1)
  }

  /// A straight, encoded colour that ends at the limit.
  func clipped(_ color: SIMD3<Double>) -> SIMD3<Double> {
    color.clamped(lowerBound: SIMD3(repeating: -top), upperBound: SIMD3(repeating: top))
  }
}

extension Color {
  /// Premultiplied components with an opacity folded in.
  ///
  /// For outputs of standard range as `premultiplied(opacity:)`, but for colours with a headroom,
  /// which are mapped before; for others not rounded, and within a limit.
  @inline(__always)
  func premultiplied(opacity: Double, _ light: LightLimit) -> SIMD4<Float> {
    if light.isExtended { return extended(opacity: opacity, light) }
    guard headroom > 1 else { return premultiplied(opacity: opacity) }
    return light.mapped(self).premultiplied(opacity: opacity)
  }

  private func extended(opacity: Double, _ light: LightLimit) -> SIMD4<Float> {
    let alpha = min(max(self.alpha * opacity, 0), 1)
    guard alpha > 0, !red.isNaN, !green.isNaN, !blue.isNaN else { return .zero }
    let color = light.mapped(SIMD3(red, green, blue), headroom: headroom)
    return SIMD4<Float>(SIMD4(color * alpha, alpha))
  }
}

extension OutputRange {
  /// An opacity as plans of this range have it: in 255ths, or as it is.
  func opacity(_ opacity: Double) -> Float { isExtended ? Float(opacity) : opacity.asByte }
}
