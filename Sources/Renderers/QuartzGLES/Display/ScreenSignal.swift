// Pixels of a screen that is brighter than SDR white.
// Licensed under the MIT license; see LICENSE.
//
//     sRGB, encoded ─▶ light, 1 is 203 nits ─▶ primaries of BT.2020 ─▶ clipped ─▶ PQ, ten bits
//
// Both curves are tables: of the picture's half floats an entry for each value there is; of PQ
// entries that are 1/2048 of an octave apart, of which the nearest is less than 0.03 of a code
// away.

import QuartzFilters
import QuartzMath

/// Tables that make pixels of XR30 of half floats: PQ of BT.2020's primaries, of full range.
struct ScreenSignal: Sendable {
  /// The greatest code of a component.
  static let most: UInt32 = 1023
  /// The bits of the smallest light that has an entry: 2 to the power of -24, which is code 0.
  private static let firstBits = Float(sign: .plus, exponent: -24, significand: 1).bitPattern
  /// The bits of a number beside those that choose its entry.
  private static let restBits: UInt32 = 12
  /// The light of half floats by their bits; those that are no numbers have none.
  private static let lights: [Float] = (0...0xFFFF).map { bits in
    let value = Double(Float(Float16(bitPattern: UInt16(bits))))
    return value.isNaN ? 0 : Float(FilterSpace.light(min(max(value, -65_504), 65_504)))
  }

  private let codes: [UInt32]
  /// The brightest light, relative to SDR white.
  private let peak: Float
  private let columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)

  /// - Parameter peak: In nits; brighter components are clipped.
  init(peak: Double) {
    self.peak = Float(peak / ReferenceWhiteCurve.whiteNits)
    columns = (
      SIMD3<Float>(WideLight.of([1, 0, 0])), SIMD3<Float>(WideLight.of([0, 1, 0])),
      SIMD3<Float>(WideLight.of([0, 0, 1]))
    )
    codes = (0...ScreenSignal.entry(self.peak)).map { entry in
      let bits = ScreenSignal.firstBits + UInt32(entry) << ScreenSignal.restBits
      let nits = Double(Float(bitPattern: bits)) * ReferenceWhiteCurve.whiteNits
      let signal = PerceptualQuantizer.signal(min(nits, peak))
      return UInt32((signal * Double(ScreenSignal.most)).rounded())
    }
  }

  /// The nearest entry of light that is not below the first one.
  @inline(__always)
  private static func entry(_ light: Float) -> Int {
    Int((light.bitPattern - firstBits + 1 << (restBits - 1)) >> restBits)
  }

  @inline(__always)
  private func code(_ light: Float) -> UInt32 {
    // Bounds: the last entry is the peak's.
    codes[ScreenSignal.entry(min(max(light, Float(bitPattern: ScreenSignal.firstBits)), peak))]
  }

  /// A pixel of four half floats, premultiplied, over black: blue in the lowest ten bits, then
  /// green and red.
  @inline(__always)
  func word(_ halves: UInt64) -> UInt32 {
    // Bounds: there is an entry for each half float.
    let lights = ScreenSignal.lights
    var light = columns.0 * lights[Int(halves & 0xFFFF)]
    light += columns.1 * lights[Int(halves >> 16 & 0xFFFF)]
    light += columns.2 * lights[Int(halves >> 32 & 0xFFFF)]
    return code(light.x) << 20 | code(light.y) << 10 | code(light.z)
  }
}
