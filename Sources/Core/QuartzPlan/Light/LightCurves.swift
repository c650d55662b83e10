// The tables by which opaque images of half floats are made darker.
// Licensed under the MIT license; see LICENSE.

import CQuartzVideo
import QuartzFilters
import QuartzMath
import QuartzModel
import QuartzRaster

/// The curve of one mapping, as tables.
///
/// They are 1e-5 away from the formulas of `LightMapper` at most, so that a half float is one that
/// the formula would have been rounded to, or its neighbour. A texel takes a hundredth of the time.
struct LightCurves {
  /// Light by the bits of a half float; what is not finite counts as `readFinite` says.
  private static let light: [Float] = (0...UInt16.max).map { bits in
    var color = SIMD4<Float>.zero
    let texel = [bits, 0, 0, 0]
    texel.withUnsafeBytes { bytes in
      if let base = bytes.baseAddress { HalfPixels.readFinite(base, to: &color, count: 1) }
    }
    return Float(FilterSpace.light(Double(color.x)))
  }

  /// The matrix in whose components headrooms are measured, row by row.
  private static let rows: (Float, Float, Float, Float, Float, Float, Float, Float, Float) = {
    let (r, g, b) = (WideLight.of([1, 0, 0]), WideLight.of([0, 1, 0]), WideLight.of([0, 0, 1]))
    return (
      Float(r.x), Float(g.x), Float(b.x), Float(r.y), Float(g.y), Float(b.y), Float(r.z),
      Float(g.z), Float(b.z)
    )
  }()

  /// Steps of the square root of a share.
  private static let steps = 4096

  private let gain: [Float]
  private let beyond: [Float]
  private let encode: [Float]
  private let most: Float
  private let range: Float
  private let top: Float
  private let bottom: Float

  /// The tables of a mapping; nil for one without a curve.
  init?(_ mapping: LightMapping) {
    guard case .curve(let source) = mapping.method,
      let curve = ReferenceWhiteCurve(from: Double(source), to: Double(mapping.target))
    else { return nil }
    func table(_ value: (Double) -> Double) -> [Float] {
      (0...Self.steps).map { step in
        let root = Double(step) / Double(Self.steps)
        return Float(value(root * root))
      }
    }
    // Curves bend up to the brightest light that they are laid to.
    let most = min(max(Double(source), 1), ReferenceWhiteCurve.brightestContent)
    // Components of sRGB are up to 1.7 times the largest one in BT.2020's primaries.
    let range = Double(mapping.target) * 2
    gain = table { curve.factor($0 * most) }
    beyond = table { curve.factor(most / $0) }
    encode = table { FilterSpace.encoded($0 * range) }
    (self.most, self.range) = (Float(most), Float(range))
    top = Float(FilterSpace.encoded(Double(mapping.target)))
    bottom = mapping.isBytes ? 0 : -top
  }

  /// Maps a row of opaque texels.
  ///
  /// - Parameters:
  ///   - halves: R, G, B and a fourth number that does not count, for each texel.
  ///   - colors: Gets R, G, B, 1, encoded.
  func map(
    _ halves: UnsafeRawPointer,
    to colors: UnsafeMutablePointer<SIMD4<Float>>,
    count: Int
  ) {
    gain.withUnsafeBufferPointer { gain in
      beyond.withUnsafeBufferPointer { beyond in
        encode.withUnsafeBufferPointer { encode in
          Self.light.withUnsafeBufferPointer { light in
            var mapping = quartz_light_mapping()
            mapping.decode = light.baseAddress
            (mapping.gain, mapping.most) = (gain.baseAddress, most)
            mapping.beyond = beyond.baseAddress
            (mapping.encode, mapping.range) = (encode.baseAddress, range)
            mapping.to_2020 = Self.rows
            (mapping.bottom, mapping.top) = (bottom, top)
            let texels = halves.assumingMemoryBound(to: UInt16.self)
            // Bounds: four numbers for each of `count` texels on both sides; rows of halves begin
            // at even addresses.
            colors.withMemoryRebound(to: Float.self, capacity: 4 * count) {
              quartz_light_map(&mapping, texels, Int32(count), $0)
            }
          }
        }
      }
    }
  }
}
