// Pictures in doubles, and how they are laid over one another.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// A picture, premultiplied, 0...1.
struct LawSurface {
  let width: Int
  let height: Int
  var pixels: [SIMD4<Double>]

  init(_ width: Int, _ height: Int) {
    (self.width, self.height) = (width, height)
    pixels = Array(repeating: .zero, count: width * height)
  }

  /// Lays a picture over this one (law 1.22).
  ///
  /// - Parameter share: The part of the picture that is taken, 0...1, for each pixel.
  mutating func add(_ other: LawSurface, mode: Int = 0, _ share: (Int) -> Double) {
    for index in pixels.indices {
      let source = other.pixels[index] * share(index)
      if source.w == 0 { continue }
      pixels[index] = LawBlending.over(pixels[index], source, mode)
    }
  }

  mutating func paint(_ coverage: [Double], mode: Int = 0, _ color: (Int) -> SIMD4<Double>) {
    for index in pixels.indices where coverage[index] > 0 {
      let color = color(index)
      var source = color * color.w
      source.w = color.w
      pixels[index] = LawBlending.over(pixels[index], source * coverage[index], mode)
    }
  }

  /// The coverage of a filled or stroked path, 0...1.
  ///
  /// - Parameter body: Paints white; the space has y down.
  func coverage(_ body: (CGContext) -> Void) -> [Double] {
    var bytes = [UInt8](repeating: 0, count: width * height * 4)
    bytes.withUnsafeMutableBytes { memory in
      guard
        let context = CGContext(
          data: memory.baseAddress,
          width: width,
          height: height,
          bitsPerComponent: 8,
          bytesPerRow: width * 4,
          space: CGColorSpace(name: CGColorSpace.sRGB) ?? CGColorSpaceCreateDeviceRGB(),
          bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
        )
      else { return }
      let white = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
      context.translateBy(x: 0, y: CGFloat(height))
      context.scaleBy(x: 1, y: -1)
      context.setFillColor(white)
      context.setStrokeColor(white)
      body(context)
    }
    return stride(from: 3, to: bytes.count, by: 4).map { Double(bytes[$0]) / 255 }
  }
}

enum LawBlending {
  /// Premultiplied source over premultiplied backdrop in a mode.
  static func over(_ back: SIMD4<Double>, _ source: SIMD4<Double>, _ mode: Int) -> SIMD4<Double> {
    if mode == 16 {
      return (back + source).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1))
    }
    let plain = source + back * (1 - source.w)
    guard mode != 0, back.w > 0, source.w > 0 else { return plain }
    let (b, s) = (back / back.w, source / source.w)
    var result = back * (1 - source.w) + source * (1 - back.w)
    for axis in 0..<3 { result[axis] += back.w * source.w * mixed(b[axis], s[axis], mode) }
    result.w = plain.w
    return result
  }

  /// The separable modes of the compositing specification of the web.
  private static func mixed(_ b: Double, _ s: Double, _ mode: Int) -> Double {
    switch mode {
    case 1: return b * s
    case 2: return b + s - b * s
    case 3: return mixed(s, b, 8)
    case 4: return min(b, s)
    case 5: return max(b, s)
    case 6: return b == 0 ? 0 : s >= 1 ? 1 : min(1, b / (1 - s))
    case 7: return b >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - b) / s)
    case 8: return s <= 0.5 ? b * 2 * s : b + (2 * s - 1) - b * (2 * s - 1)
    case 9:
      if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
      let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
      return b + (2 * s - 1) * (d - b)
    case 10: return abs(b - s)
    case 11: return b + s - 2 * b * s
    default: return s
    }
  }
}
