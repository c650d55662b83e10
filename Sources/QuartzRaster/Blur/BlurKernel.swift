// How often a picture is halved for a blur, and the kernel for what is left of it.
// Licensed under the MIT license; see LICENSE.

/// The plan of a blur for one standard deviation.
package struct BlurKernel: Equatable, Sendable {
  /// How often the picture is halved.
  package let levels: Int
  /// The weights of the pixels at the distances 0...radius, in 32768ths; with both sides their sum
  /// is 32768.
  ///
  /// Whole numbers, so that every renderer has the same sums.
  package let weights: [Int32]

  package var radius: Int { weights.count - 1 }

  /// The sum of all weights.
  static let one: Int32 = 32768
  /// The largest radius: weights end there whatever the standard deviation is.
  package static let largestRadius = 16
  /// From this many pixels on a standard deviation is halved.
  static let largestDirect = 4.0
  /// In standard deviations; beyond, a Gaussian has 6e-5 of its weight.
  static let cut = 4.0

  /// - Parameter sigma: Standard deviation in pixels; not above 0, or not a number: no blur.
  package init(sigma: Double) {
    let shape = BlurKernel.shape(sigma: sigma)
    levels = shape.levels
    var weights = shape.weights.map { Int32(($0 * Double(BlurKernel.one)).rounded()) }
    // A kernel that is nothing but its centre is no blur.
    weights.removeLast(weights.count - 1 - (weights.lastIndex { $0 > 0 } ?? 0))
    // The centre takes what rounding left.
    weights[0] = BlurKernel.one - 2 * weights.dropFirst().reduce(0, +)
    self.weights = weights
  }

  /// The number of halvings, and the weights at the distances from 0 on before they are rounded.
  package static func shape(sigma: Double) -> (levels: Int, weights: [Double]) {
    guard sigma > 0 else { return (0, [1]) }
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
    var (values, value, factor) = ([1.0], 1.0, q)
    for _ in 0..<radius {
      value *= factor
      factor *= q * q
      values.append(value)
    }
    let sum = values.dropFirst().reduce(0, +) * 2 + 1
    return (levels, values.map { $0 / sum })
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
