// The one curve by which light brighter than an output can show is made darker.
// Licensed under the MIT license; see LICENSE.
//
// The Reference White Tone Mapping Operator of SMPTE ST 2094-50 (candidate draft 2, "default tone
// mapping"). Everything is in light relative to reference white, and in stops (log2).
//
//   Two alternates are laid between reference white and the brightest light of the content: one for
//   an output that is no brighter than white, one for an output of headroom 8/3 (less for contents
//   that are not very bright). Each is a quadratic Bezier curve from white to the brightest light,
//   sampled at eight points; between them the gain is a cubic Hermite curve. Below white the gain
//   is constant, so the tones of ordinary pictures keep their relations. Other headrooms mix the
//   gains of the two.
//
// The gain is that of the largest component in the primaries of BT.2020; all components are scaled
// alike, so hues stay.

import Glibc

/// Gains of light from one headroom to a smaller one.
package struct ReferenceWhiteCurve: Hashable, Sendable {
  /// The headroom that is assumed of contents in PQ and HLG: 1000 nits over 203.
  package static let defaultHeadroom = 1000.0 / 203
  /// No headroom is greater: the largest number of 16 bits.
  package static let greatestHeadroom = 65504.0
  /// The brightest content that curves are laid to: 10,000 nits, the most of PQ.
  ///
  /// Eight points, even in the curve's parameter, are too far apart for more; brighter light is as
  /// bright as that.
  package static let brightestContent = 10_000.0 / 203
  /// The most that contents use of a brighter display which prefer a constrained range.
  ///
  /// Core Animation's own number depends on the mean light and is not documented.
  package static let constrainedHeadroom = 2.0
  /// The nits of reference white: ITU-R BT.2408-7, section 2.1.
  package static let whiteNits = 203.0

  /// Points of one alternate: light, gain in stops, slope of the gain.
  private struct Alternate: Hashable, Sendable {
    static let count = 8
    var light: SIMD8<Double> = .zero
    var gain: SIMD8<Double> = .zero
    var slope: SIMD8<Double> = .zero

    /// - Parameters:
    ///   - source: Stops of the content.
    ///   - white: The light that reference white becomes.
    ///   - brightest: The light that the brightest light becomes.
    init(source: Double, white: Double, brightest: Double) {
      // The standard's constant of the bend.
      let bend = 0.65
      let start: SIMD2<Double> = [1, white]
      let middle: SIMD2<Double> = [
        (1 - bend) + bend * brightest / white, (1 - bend) * white + bend * brightest,
      ]
      let end: SIMD2<Double> = [exp2(source), brightest]
      for index in 0..<Self.count {
        let t = Double(index) / Double(Self.count - 1)
        let s = 1 - t
        let point = s * s * start + 2 * s * t * middle + t * t * end
        let change = 2 * s * (middle - start) + 2 * t * (end - middle)
        light[index] = point.x
        gain[index] = log2(point.y / point.x)
        slope[index] =
          (point.x * (change.y / change.x) - point.y) / (M_LN2 * point.x * point.y)
      }
    }

    func stops(_ x: Double) -> Double {
      if x <= light[0] { return gain[0] }
      let last = Self.count - 1
      if x >= light[last] { return gain[last] + log2(light[last] / x) }
      var index = 0
      while x >= light[index + 1] { index += 1 }
      let width = light[index + 1] - light[index]
      let t = (x - light[index]) / width
      let (t2, t3) = (t * t, t * t * t)
      let from = (2 * t3 - 3 * t2 + 1) * gain[index] + (t3 - 2 * t2 + t) * width * slope[index]
      let to =
        (3 * t2 - 2 * t3) * gain[index + 1] + (t3 - t2) * width * slope[index + 1]
      return from + to
    }
  }

  /// The alternate for outputs no brighter than white; nil where it does not count.
  private let standard: Alternate?
  private let standardWeight: Double
  /// The alternate for brighter outputs; nil where it does not count.
  private let bright: Alternate?
  private let brightWeight: Double

  /// The curve from `source` to `target`, both as factors of reference white; nil where nothing is
  /// to be done as the target is bright enough.
  ///
  /// Headrooms below 1 and those that are not numbers count as 1, those above that of 10,000 nits
  /// as that.
  package init?(from source: Double, to target: Double) {
    func stops(_ headroom: Double) -> Double {
      headroom > 1 ? log2(min(headroom, Self.brightestContent)) : 0
    }
    let (source, target) = (stops(source), stops(target))
    guard source > target else { return nil }
    let share = min(source / log2(Self.defaultHeadroom), 1)
    let middle = log2(8.0 / 3) * share
    let dark = Alternate(source: source, white: 1 - 0.5 * share, brightest: 1)
    let light = Alternate(source: source, white: 1, brightest: exp2(middle))
    if target <= 0 {
      (standard, standardWeight, bright, brightWeight) = (dark, 1, nil, 0)
    } else if target <= middle {
      let mix = target / middle
      (standard, standardWeight, bright, brightWeight) = (dark, 1 - mix, light, mix)
    } else {
      let rest = (source - target) / (source - middle)
      (standard, standardWeight, bright, brightWeight) = (nil, 0, light, rest)
    }
  }

  /// The factor for light whose largest component, in BT.2020's primaries, is `light`.
  ///
  /// Not a number counts as none.
  package func factor(_ light: Double) -> Double {
    let light = light > 0 ? min(light, Self.greatestHeadroom) : 0
    var stops = 0.0
    if let standard { stops += standardWeight * standard.stops(light) }
    if let bright { stops += brightWeight * bright.stops(light) }
    return exp2(stops)
  }

  /// Light of sRGB's primaries made darker; components may leave 0...1 and keep their signs.
  package func callAsFunction(_ light: SIMD3<Double>) -> SIMD3<Double> {
    light * factor(Self.largest(light))
  }

  /// The largest component in BT.2020's primaries of light of sRGB's.
  package static func largest(_ light: SIMD3<Double>) -> Double {
    let wide = WideLight.of(light)
    return max(wide.x, wide.y, wide.z)
  }
}
