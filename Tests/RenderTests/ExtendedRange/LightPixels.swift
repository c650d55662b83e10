// Pixels of extended outputs, for tests.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzModel
import QuartzRaster

/// The half floats of a frame of extended range.
struct LightPixels: Equatable {
  let width: Int
  let height: Int
  /// R, G, B, A as bits, rows touching.
  private let halves: Data

  init?(_ pixels: PixelBuffer) {
    guard let halves = pixels.halfData else { return nil }
    (width, height, self.halves) = (pixels.width, pixels.height, halves)
  }

  /// The premultiplied, encoded colour of a pixel.
  subscript(x: Int, y: Int) -> SIMD4<Float> {
    halves.withUnsafeBytes { bytes in
      bytes.baseAddress.map { HalfPixels.color($0 + (y * width + x) * 8) } ?? .zero
    }
  }

  /// The nearest half-precision number.
  static func half(_ value: Float) -> Float {
    var (color, bits) = (SIMD4<Float>(repeating: value), SIMD4<UInt16>.zero)
    withUnsafeMutableBytes(of: &bits) { bytes in
      if let base = bytes.baseAddress { HalfPixels.writeFinite(&color, to: base, count: 1) }
    }
    return withUnsafeBytes(of: &bits) { bytes in
      bytes.baseAddress.map { HalfPixels.color($0).x } ?? 0
    }
  }

  /// The greatest difference from a picture of bytes, in 255ths, colours clamped to 0...1.
  func difference(from picture: Picture) -> Int {
    var greatest = 0
    for y in 0..<height {
      for x in 0..<width {
        let (color, bytes) = (self[x, y], picture[x, y])
        for channel in 0..<4 {
          let value = Int((min(max(color[channel], 0), 1) * 255).rounded())
          greatest = max(greatest, abs(value - Int(bytes[channel])))
        }
      }
    }
    return greatest
  }
}

extension CGColor {
  /// An opaque colour of extended sRGB, encoded.
  static func extended(_ red: Double, _ green: Double, _ blue: Double) -> CGColor {
    let space = CGColorSpace(name: CGColorSpace.extendedSRGB) ?? CGColorSpaceCreateDeviceRGB()
    let components = [CGFloat(red), CGFloat(green), CGFloat(blue), 1]
    return CGColor(colorSpace: space, components: components)
      ?? CGColor(red: 0, green: 0, blue: 0, alpha: 0)
  }

  /// White so many times as bright as SDR white, encoded as A1.5 says.
  static var twiceWhite: CGColor { extended(1.353256, 1.353256, 1.353256) }
  static var fourfoldWhite: CGColor { extended(1.824796, 1.824796, 1.824796) }
}

extension CGImage {
  /// An image of one grey in PQ, 16 bits: of 1000 nits, or of 203, which is SDR white.
  static func pq(code: UInt16, width: Int = 8, height: Int = 8) -> CGImage? {
    guard let space = CGColorSpace(name: CGColorSpace.itur_2100_PQ) else { return nil }
    let samples = [UInt16](repeating: code, count: width * height * 4)
    return CGImage(
      samples: samples.withUnsafeBytes { Data($0) },
      size: (width, height),
      .integers16,
      space: space,
      alpha: .noneSkipLast
    )
  }
}
