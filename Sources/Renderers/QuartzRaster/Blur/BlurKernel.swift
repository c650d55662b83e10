// How often a picture is halved for a blur, and the kernel for what is left of it.
// Licensed under the MIT license; see LICENSE.

/// The plan of a blur for one standard deviation.
package struct BlurKernel: Equatable, Sendable {
  /// How often the picture is halved.
  package let levels: Int
  /// The distance of the last pixel that has a weight.
  package let radius: Int
  /// The weights of the pixels at the distances from 0 on, in 32768ths; with both sides their sum
  /// is 32768.
  ///
  /// Whole numbers, so that every renderer has the same sums. Those beyond the radius are 0.
  package let weights: SIMD32<Int32>

  /// The sum of all weights.
  static let one: Int32 = 32768
  /// From this many pixels on a standard deviation is halved.
  static let largestDirect = 4.0
  /// In standard deviations; beyond, a Gaussian has 6e-5 of its weight.
  static let cut = 4.0

  /// - Parameter sigma: Standard deviation in pixels; not above 0, or not a number: no blur.
  package init(sigma: Double) {
    let shape = BlurKernel.shape(sigma: sigma)
    levels = shape.levels
    var weights = SIMD32<Int32>.zero
    // A kernel that is nothing but its centre is no blur.
    var (radius, others) = (0, Int32(0))
    for distance in 0...shape.radius {
      weights[distance] = Int32((shape.weights[distance] * Double(BlurKernel.one)).rounded())
      if weights[distance] > 0 { radius = distance }
      if distance > 0 { others += weights[distance] }
    }
    // The centre takes what rounding left.
    weights[0] = BlurKernel.one - 2 * others
    self.radius = radius
    self.weights = weights
  }

  /// Calls `body` with the weights one after the other.
  func withWeights(_ body: (UnsafePointer<Int32>) -> Void) {
    withUnsafeBytes(of: weights) { bytes in
      // A vector is its 32 numbers.
      if let start = bytes.baseAddress { body(start.assumingMemoryBound(to: Int32.self)) }
    }
  }

  /// The number of halvings, the radius, and the weights at the distances from 0 to it before they
  /// are rounded; those beyond are 0.
  package static func shape(
    sigma: Double
  ) -> (levels: Int, radius: Int, weights: SIMD32<Double>) {
    var values = SIMD32<Double>.zero
    values[0] = 1
    guard sigma > 0 else { return (0, 0, values) }
    var (levels, scale) = (0, 1.0)
    while sigma / scale >= BlurKernel.largestDirect {
      levels += 1
      scale *= 2
    }
    let variance = sigma * sigma - 2 * (scale * scale - 1) / 3
    let sigma = variance.squareRoot() / scale
    let radius = Int((sigma * BlurKernel.cut).rounded(.up))
    // g(k) = q^(k k), q = exp(-1 / (2 sigma^2)): each step multiplies by q^(2 k + 1).
    let q = BlurKernel.exponential(-1 / (2 * sigma * sigma))
    var (value, factor, sum) = (1.0, q, 0.0)
    // Bounds: the standard deviation is below 4, so the radius is at most 16.
    for distance in 0..<radius {
      value *= factor
      factor *= q * q
      values[distance + 1] = value
      sum += value
    }
    sum = sum * 2 + 1
    for distance in 0...radius { values[distance] /= sum }
    return (levels, radius, values)
  }

  /// e to the x, x <= 0, the same on every machine.
  private static func exponential(_ x: Double) -> Double {
    guard x > -700 else { return 0 }
    // By halving, a series, and squaring: the error is below 1e-13.
    let small = x / 1024
    var sum = 1.0
    for n in stride(from: 12.0, through: 1, by: -1) { sum = 1 + sum * small / n }
    for _ in 0..<10 { sum *= sum }
    return sum
  }
}
