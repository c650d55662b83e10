// Pictures compared in the light that their own colour spaces mean.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzMath

/// Two pictures of which at least one has more than 8 bits in sRGB.
struct LightPair {
  let one: LightRows
  let other: LightRows

  /// Nil if `pixelStorage` says all that there is about both.
  init?(_ one: CGImage, _ other: CGImage) {
    let (left, right) = (one.ownLight, other.ownLight)
    guard left != nil || right != nil else { return nil }
    self.one = left ?? LightRows(one.pixelStorage)
    self.other = right ?? LightRows(other.pixelStorage)
  }
}

extension ImageComparison {
  /// Half a step of 16 bits, in 1/255: what is nearer is equal but for rounding.
  private static let leastDistance = 0.5 / 257

  /// Compares a band of rows; without rules for colours as they are seen there is no use for it.
  mutating func addLight(_ pair: LightPair, _ rows: Range<Int>) {
    var colors = PerceptualTally(largest: rules.largestDeltaE ?? 0)
    let memory = UnsafeMutableBufferPointer<SIMD4<Float>>.allocate(capacity: width * 2)
    defer { memory.deallocate() }
    memory.initialize(repeating: .zero)
    let left = UnsafeMutableBufferPointer(rebasing: memory[..<width])
    let right = UnsafeMutableBufferPointer(rebasing: memory[width...])
    // Bounds: both rows have `width` pixels; distances are 1...255.
    for y in rows {
      pair.one.read(row: y, into: left)
      pair.other.read(row: y, into: right)
      for x in 0..<width where left[x] != right[x] {
        guard let distance = Self.distance(left[x], right[x]) else { continue }
        count += 1
        histogram[distance] += 1
        let pixel = PixelRect(Int32(x), Int32(y), Int32(x + 1), Int32(y + 1))
        bounds = bounds.isEmpty ? pixel : bounds.union(pixel)
        colors.add(left[x], right[x])
      }
    }
    colors.finish()
    (mismatches, largestDeltaE) = (colors.mismatches, colors.largestDeltaE)
  }

  /// The largest difference of a channel, premultiplied and encoded as sRGB is, at least 1 and at
  /// most 255; nil if there is none.
  private static func distance(_ one: SIMD4<Float>, _ other: SIMD4<Float>) -> Int? {
    let (p, q) = (encoded(one), encoded(other))
    let most = (p - q).replacing(with: q - p, where: p .< q).max() * 255
    guard most >= leastDistance else { return nil }
    return Int(min(max(most.rounded(), 1), 255))
  }

  private static func encoded(_ pixel: SIMD4<Float>) -> SIMD4<Double> {
    let (curve, alpha) = (TransferCurve.sRGB, Double(pixel.w))
    return SIMD4(
      curve.encode(Double(pixel.x)) * alpha,
      curve.encode(Double(pixel.y)) * alpha,
      curve.encode(Double(pixel.z)) * alpha,
      alpha
    )
  }
}
