// Pictures of high dynamic range as those that everything can show.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

extension LightRows {
  /// Premultiplied sRGB bytes of the rows.
  ///
  /// Light is made darker by `curve`, if there is one; what leaves 0...1 then is cut off. Colours
  /// are rounded to bytes and then multiplied with alpha, as those of other images.
  func standardPixels(_ curve: ReferenceWhiteCurve?) -> PixelStorage {
    let encoder = SRGBByteEncoder.shared
    let table = curve.map { GainTable($0) }
    return PixelStorage(width: width, height: height) { target in
      let row = UnsafeMutableBufferPointer<SIMD4<Float>>.allocate(capacity: width)
      row.initialize(repeating: .zero)
      defer { row.deallocate() }
      var opaque: UInt8 = 255
      // Bounds: four bytes for each pixel of each row.
      for y in 0..<height {
        read(row: y, into: row)
        for x in 0..<width {
          var light = row[x]
          if let table { light = table(light) }
          let alpha = UInt8((min(max(light.w, 0), 1) * 255).rounded())
          opaque &= alpha
          let word =
            UInt32(multiply(encoder(light.x), alpha))
            | UInt32(multiply(encoder(light.y), alpha)) << 8
            | UInt32(multiply(encoder(light.z), alpha)) << 16 | UInt32(alpha) << 24
          let offset = (y * width + x) * 4
          target.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt32.self)
        }
      }
      return opaque == 255
    }
  }

  /// The largest component of all pixels that are not clear, in BT.2020's primaries, and its mean.
  func brightness() -> (largest: Double, mean: Double) {
    let row = UnsafeMutableBufferPointer<SIMD4<Float>>.allocate(capacity: width)
    row.initialize(repeating: .zero)
    defer { row.deallocate() }
    var (largest, sum) = (0.0, 0.0)
    for y in 0..<height {
      read(row: y, into: row)
      for pixel in row where pixel.w > 0 {
        let light = ReferenceWhiteCurve.largest(
          SIMD3(Double(pixel.x), Double(pixel.y), Double(pixel.z))
        )
        largest = max(largest, light)
        sum += max(light, 0)
      }
    }
    return (largest, sum / Double(width * height))
  }
}

/// The factors of a curve, by light up to the greatest that matters.
///
/// Steps are even in the square root of the light over the greatest, up to 10,000 nits; between two
/// the factor is a straight line. It differs from the curve by less than one part in 10,000.
struct GainTable: Sendable {
  private let factors: [Float]
  private let curve: ReferenceWhiteCurve
  private static let steps = 4096
  /// 10,000 nits.
  private static let most = PerceptualQuantizer.greatestNits / ReferenceWhiteCurve.whiteNits

  init(_ curve: ReferenceWhiteCurve) {
    self.curve = curve
    factors = (0...Self.steps).map { step in
      let share = Double(step) / Double(Self.steps)
      return Float(curve.factor(share * share * Self.most))
    }
  }

  /// Straight light and alpha, made darker.
  func callAsFunction(_ light: SIMD4<Float>) -> SIMD4<Float> {
    let color = SIMD3(Double(light.x), Double(light.y), Double(light.z))
    let most = ReferenceWhiteCurve.largest(color)
    guard most > 0 else { return light }
    var factor: Float
    if most < Self.most {
      let place = (most / Self.most).squareRoot() * Double(Self.steps)
      let index = min(Int(place), Self.steps - 1)
      let rest = Float(place - Double(index))
      factor = factors[index] + (factors[index + 1] - factors[index]) * rest
    } else {
      factor = Float(curve.factor(most))
    }
    if !factor.isFinite { factor = 0 }
    return SIMD4(SIMD3(light.x, light.y, light.z) * factor, light.w)
  }
}
