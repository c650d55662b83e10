// Colours of layers as the samples of a film brighter than white.
// Licensed under the MIT license; see LICENSE.
//
//     sRGB, encoded ─▶ light, 1 is 203 nits ─▶ primaries of BT.2020 ─▶ PQ or HLG ─▶ Y', Cb, Cr
//
// Every step is single precision, with tables for the curves: of what comes in, an entry for each
// value there is; of PQ and HLG entries that are 1/128 of an octave apart, with straight lines
// between them. The lines are below a thousandth of a 10-bit code away from the curves.
//
// ITU-R BT.2020, studio range in 10 bits:
//
//     Y' = 64 + 876 (0.2627 R' + 0.6780 G' + 0.0593 B')
//     Cb = 512 + 896 (B' - Y')/1.8814    Cr = 512 + 896 (R' - Y')/1.4746
//
// Cb and Cr of an even column are half of it and a quarter of the columns beside it, of the mean of
// two rows; they are rounded afterwards.

import CoreGraphics
import Glibc
import QuartzMath

/// How the light of a film brighter than white is encoded.
package enum FilmTransfer: String, CaseIterable, Sendable {
  /// SMPTE ST 2084, of up to 10,000 nits.
  case pq
  /// ITU-R BT.2100, HLG, of up to 1000 nits.
  case hlg

  /// FFmpeg's name.
  package var name: String {
    switch self {
    case .pq: "smpte2084"
    case .hlg: "arib-std-b67"
    }
  }
}

/// A function of 0...1 by a table that is as dense near 0 as anywhere.
struct OctaveTable: Sendable {
  private static let octaves = 40
  private static let steps = 128
  private static let stepBits = 7
  /// The bits of the smallest argument that has an entry: 2 to the power of -40.
  private static let firstBits = Float(sign: .plus, exponent: -octaves, significand: 1).bitPattern

  private let values: [Float]

  init(_ function: (Double) -> Double) {
    values = (0...Self.octaves * Self.steps + 1).map { entry in
      let bits = Self.firstBits + UInt32(entry) << (23 - Self.stepBits)
      return Float(function(Double(Float(bitPattern: bits))))
    }
  }

  /// The value at a number; those below 2 to the power of -40 count as it, those above 1 as 1.
  @inline(__always)
  func callAsFunction(_ number: Float) -> Float {
    let held = min(max(number, Float(bitPattern: Self.firstBits)), 1)
    let place = held.bitPattern - Self.firstBits
    let shift = UInt32(23 - Self.stepBits)
    let entry = Int(place >> shift)
    let share = Float(place & (1 << shift - 1)) * (1 / Float(UInt32(1) << shift))
    // Bounds: 1 has the entry before the last.
    return values[entry] + (values[entry + 1] - values[entry]) * share
  }
}

/// Tables that make encoded colours of sRGB components of PQ or HLG with the primaries of BT.2020.
struct BrightColors: Sendable {
  private let transfer: FilmTransfer
  /// The light of bytes.
  private let bytes: [Float]
  /// The light of half floats by their bits; those that are no numbers have none.
  private let halves: [Float]
  private let matrix: [Float]
  private let encode: OctaveTable
  /// HLG's factor from the screen's light to the camera's, by the luminance of the screen.
  private let camera: OctaveTable?

  /// The weights of BT.2020's luminance.
  private static let weights = SIMD3<Float>(0.2627, 0.6780, 0.0593)
  private static let tables = (pq: BrightColors(making: .pq), hlg: BrightColors(making: .hlg))

  /// The tables for a curve; they are made once.
  static func of(_ transfer: FilmTransfer) -> BrightColors {
    transfer == .pq ? tables.pq : tables.hlg
  }

  private init(making transfer: FilmTransfer) {
    self.transfer = transfer
    func light(_ encoded: Double) -> Float {
      let light = TransferCurve.sRGB.decode(abs(encoded))
      return Float(encoded < 0 ? -light : light)
    }
    bytes = (0...255).map { light(Double($0) / 255) }
    halves = (0...0xFFFF).map { bits in
      let value = Double(Float(Float16(bitPattern: UInt16(bits))))
      return value.isNaN ? 0 : light(min(max(value, -65_504), 65_504))
    }
    let product = Primaries.rec2020.toXYZ.inverse * Primaries.sRGB.toXYZ
    let columns = [product * [1, 0, 0], product * [0, 1, 0], product * [0, 0, 1]]
    matrix = (0..<3).flatMap { row in columns.map { Float($0[row]) } }
    switch transfer {
    case .pq:
      encode = OctaveTable { PerceptualQuantizer.signal($0 * PerceptualQuantizer.greatestNits) }
      camera = nil
    case .hlg:
      encode = OctaveTable { HybridLogGamma.signal($0) }
      camera = OctaveTable { luminance in
        HybridLogGamma.scenePerNit(luminance * HybridLogGamma.greatestNits)
          * HybridLogGamma.greatestNits
      }
    }
  }

  /// The nits of the signal 1.
  var greatestNits: Float {
    Float(transfer == .pq ? PerceptualQuantizer.greatestNits : HybridLogGamma.greatestNits)
  }

  /// The light of a pixel of four bytes, premultiplied, over black; 1 is reference white.
  @inline(__always)
  func light(bytes pixel: UInt32) -> SIMD3<Float> {
    SIMD3(
      bytes[Int(pixel & 0xFF)],
      bytes[Int(pixel >> 8 & 0xFF)],
      bytes[Int(pixel >> 16 & 0xFF)]
    )
  }

  /// The light of a pixel of four half floats, premultiplied, over black; 1 is reference white.
  @inline(__always)
  func light(halves pixel: UInt64) -> SIMD3<Float> {
    SIMD3(
      halves[Int(pixel & 0xFFFF)],
      halves[Int(pixel >> 16 & 0xFFFF)],
      halves[Int(pixel >> 32 & 0xFFFF)]
    )
  }

  /// The nits of light, in the primaries of BT.2020; colours outside of them are held.
  @inline(__always)
  func nits(_ light: SIMD3<Float>) -> SIMD3<Float> {
    let (r, g, b) = (light.x, light.y, light.z)
    let own = SIMD3(
      matrix[0] * r + matrix[1] * g + matrix[2] * b,
      matrix[3] * r + matrix[4] * g + matrix[5] * b,
      matrix[6] * r + matrix[7] * g + matrix[8] * b
    )
    let most = SIMD3<Float>(repeating: greatestNits)
    let white = Float(ReferenceWhiteCurve.whiteNits)
    return (own * white).clamped(lowerBound: .zero, upperBound: most)
  }

  /// Y', in 0...1, and Cb and Cr, in -0.5...0.5, of nits.
  @inline(__always)
  func components(_ nits: SIMD3<Float>) -> SIMD3<Float> {
    var share = nits * (1 / greatestNits)
    if let camera {
      let luminance = (share * Self.weights).sum()
      share *= luminance > 0 ? camera(luminance) : 0
    }
    let signal = SIMD3(encode(share.x), encode(share.y), encode(share.z))
    // The table ends above 0.
    let held = signal.replacing(with: 0, where: share .<= 0)
    let luma = (held * Self.weights).sum()
    return SIMD3(luma, (held.z - luma) * (1 / 1.8814), (held.x - luma) * (1 / 1.4746))
  }
}
