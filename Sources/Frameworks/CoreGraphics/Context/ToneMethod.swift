// Ways to make images darker that programs choose: BT.2446 and the curve of OpenEXR's viewer.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzMath

/// One way to make light darker.
protocol ToneMethod {
  /// Light of sRGB's primaries, relative to reference white, as it is shown: at most white.
  func shown(_ light: SIMD3<Double>) -> SIMD3<Double>
}

/// ITU-R BT.2446-1, method A: from a picture of 1000 nits to a screen of 100.
struct BroadcastTone: ToneMethod {
  /// The peak of the picture, in nits.
  private static let peak = 1000.0
  /// That of the screen.
  private static let target = 100.0
  private static let toWide = Primaries.rec2020.toXYZ.inverse * Primaries.sRGB.toXYZ
  private static let fromWide = Primaries.sRGB.toXYZ.inverse * Primaries.rec2020.toXYZ
  /// The weights of luma: ITU-R BT.2020-2, table 4.
  private static let luma: SIMD3<Double> = [0.2627, 0.6780, 0.0593]

  /// The constant of the logarithmic curve for a peak.
  private static func rho(_ nits: Double) -> Double { 1 + 32 * pow(nits / 10_000, 1 / 2.4) }

  func shown(_ light: SIMD3<Double>) -> SIMD3<Double> {
    let nits = Self.toWide * light * ReferenceWhiteCurve.whiteNits
    func encoded(_ nits: Double) -> Double { pow(min(max(nits / Self.peak, 0), 1), 1 / 2.4) }
    let color = SIMD3(encoded(nits.x), encoded(nits.y), encoded(nits.z))
    let luma = (color * Self.luma).sum()
    guard luma > 0 else { return .zero }
    let mapped = Self.mapped(luma)
    // Chroma shrinks with the luma, and red takes some of it away.
    let factor = mapped / (1.1 * luma)
    let cb = factor * (color.z - luma) / 1.8814
    let cr = factor * (color.x - luma) / 1.4746
    let y = mapped - max(0.1 * cr, 0)
    let red = y + 1.4746 * cr
    let blue = y + 1.8814 * cb
    let green = (y - Self.luma.x * red - Self.luma.z * blue) / Self.luma.y
    let result = SIMD3(red, green, blue).clamped(lowerBound: .zero, upperBound: .one)
    let shown = SIMD3(pow(result.x, 2.4), pow(result.y, 2.4), pow(result.z, 2.4))
    return (Self.fromWide * shown).clamped(lowerBound: .zero, upperBound: .one)
  }

  /// The luma on the screen of a luma of the picture.
  private static func mapped(_ luma: Double) -> Double {
    let high = rho(peak)
    let perceived = log(1 + (high - 1) * luma) / log(high)
    let curve: Double
    if perceived <= 0.7399 {
      curve = 1.0770 * perceived
    } else if perceived < 0.9909 {
      curve = -1.1510 * perceived * perceived + 2.7811 * perceived - 0.6302
    } else {
      curve = 0.5 * perceived + 0.5
    }
    let low = rho(target)
    return (pow(low, curve) - 1) / (low - 1)
  }
}

/// The curve of OpenEXR's `exrdisplay`: exposure, a knee and a gamma of 2.2.
struct ViewerTone: ToneMethod {
  /// Light that is taken away, as a share of white.
  private let defog: Double
  private let exposure: Double
  /// The light where the knee begins.
  private let low: Double
  /// The bend of the knee.
  private let bend: Double

  /// Stops from middle grey to the viewer's, and from there to its white.
  private static let middleStops = 2.47393
  private static let whiteStops = 3.5

  /// - Parameters:
  ///   - defog: 0...0.01.
  ///   - exposure: In stops, -10...10.
  ///   - kneeLow: In stops, -2.85...3.
  ///   - kneeHigh: In stops, 3.5...7.5: light that becomes white.
  init(defog: Double, exposure: Double, kneeLow: Double, kneeHigh: Double) {
    func within(_ value: Double, _ range: ClosedRange<Double>, _ usual: Double) -> Double {
      value.isNaN ? usual : min(max(value, range.lowerBound), range.upperBound)
    }
    self.defog = within(defog, 0...0.01, 0)
    self.exposure = exp2(within(exposure, -10...10, 0) + Self.middleStops)
    low = exp2(within(kneeLow, -2.85...3, 0))
    let high = exp2(within(kneeHigh, 3.5...7.5, 5))
    bend = Self.bend(from: high - low, to: exp2(Self.whiteStops) - low)
  }

  private static func knee(_ x: Double, _ bend: Double) -> Double { log(x * bend + 1) / bend }

  /// The bend of the knee that takes `x` to `y`.
  private static func bend(from x: Double, to y: Double) -> Double {
    var (small, large) = (0.0, 1.0)
    while knee(x, large) > y, large < 1e6 { (small, large) = (large, large * 2) }
    for _ in 0..<50 {
      let middle = (small + large) / 2
      if knee(x, middle) < y { large = middle } else { small = middle }
    }
    return (small + large) / 2
  }

  func shown(_ light: SIMD3<Double>) -> SIMD3<Double> {
    func shown(_ component: Double) -> Double {
      var x = max(component - defog, 0) * exposure
      if x > low { x = low + Self.knee(x - low, bend) }
      let encoded = pow(x / exp2(Self.whiteStops), 1 / 2.2)
      return TransferCurve.sRGB.decode(min(max(encoded, 0), 1))
    }
    return SIMD3(shown(light.x), shown(light.y), shown(light.z))
  }
}

/// Cuts off each component at white.
struct ClippedTone: ToneMethod {
  func shown(_ light: SIMD3<Double>) -> SIMD3<Double> {
    light.clamped(lowerBound: .zero, upperBound: .one)
  }
}
