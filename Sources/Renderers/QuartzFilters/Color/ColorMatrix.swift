// Colours to colours by a matrix.
// Licensed under the MIT license; see LICENSE.

/// A 4 x 5 matrix for straight (not premultiplied) colours.
///
/// Each row gives one component of the result: the sum of red, green, blue and alpha, weighted,
/// and a bias.
package struct ColorMatrix: Hashable, Sendable {
  package var red: SIMD4<Double>
  package var green: SIMD4<Double>
  package var blue: SIMD4<Double>
  package var alpha: SIMD4<Double>
  package var bias: SIMD4<Double>

  /// Numbers that are not finite count as 0.
  package init(
    red: SIMD4<Double> = SIMD4(1, 0, 0, 0),
    green: SIMD4<Double> = SIMD4(0, 1, 0, 0),
    blue: SIMD4<Double> = SIMD4(0, 0, 1, 0),
    alpha: SIMD4<Double> = SIMD4(0, 0, 0, 1),
    bias: SIMD4<Double> = .zero
  ) {
    self.red = red.finite
    self.green = green.finite
    self.blue = blue.finite
    self.alpha = alpha.finite
    self.bias = bias.finite
  }

  /// The matrix of 20 numbers, row by row, the bias last in each; nil for another number of them.
  package init?(rows: [Double]) {
    guard rows.count == 20 else { return nil }
    func row(_ at: Int) -> SIMD4<Double> {
      SIMD4(rows[at * 5], rows[at * 5 + 1], rows[at * 5 + 2], rows[at * 5 + 3])
    }
    self.init(
      red: row(0),
      green: row(1),
      blue: row(2),
      alpha: row(3),
      bias: SIMD4(rows[4], rows[9], rows[14], rows[19])
    )
  }

  /// Weights for red, green and blue of each component; alpha stays.
  package init(
    _ red: SIMD3<Double>,
    _ green: SIMD3<Double>,
    _ blue: SIMD3<Double>,
    bias: SIMD3<Double> = .zero
  ) {
    self.init(
      red: SIMD4(red, 0),
      green: SIMD4(green, 0),
      blue: SIMD4(blue, 0),
      bias: SIMD4(bias, 0)
    )
  }

  package static let identity = ColorMatrix()

  /// Each component but alpha multiplied and moved.
  package static func scale(_ factor: Double, offset: Double = 0) -> ColorMatrix {
    scale(SIMD3(repeating: factor), offset: SIMD3(repeating: offset))
  }

  package static func scale(
    _ factors: SIMD3<Double>,
    offset: SIMD3<Double> = .zero
  ) -> ColorMatrix {
    ColorMatrix(
      SIMD3(factors.x, 0, 0),
      SIMD3(0, factors.y, 0),
      SIMD3(0, 0, factors.z),
      bias: offset
    )
  }

  /// The luminance of ITU-R BT.709, times a colour.
  package static func luminance(times color: SIMD3<Double> = SIMD3(1, 1, 1)) -> ColorMatrix {
    let weights = ColorMatrix.luminanceWeights
    return ColorMatrix(weights * color.x, weights * color.y, weights * color.z)
  }

  /// The weights of ITU-R BT.709.
  package static let luminanceWeights = SIMD3(0.2126, 0.7152, 0.0722)

  /// L + a (x - L).
  package static func saturation(_ amount: Double) -> ColorMatrix {
    luminance().mixed(with: .identity, amount)
  }

  /// As much of `other` as `amount` says, the rest of this one.
  package func mixed(with other: ColorMatrix, _ amount: Double) -> ColorMatrix {
    func mix(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD4<Double> { a + (b - a) * amount }
    return ColorMatrix(
      red: mix(red, other.red),
      green: mix(green, other.green),
      blue: mix(blue, other.blue),
      alpha: mix(alpha, other.alpha),
      bias: mix(bias, other.bias)
    )
  }

  /// The matrix that does the same as this one and then `next`, if nothing is clamped between.
  package func followed(by next: ColorMatrix) -> ColorMatrix {
    func row(_ weights: SIMD4<Double>, _ bias: Double) -> (SIMD4<Double>, Double) {
      let sum =
        red * weights.x + green * weights.y + blue * weights.z + alpha * weights.w
      return (sum, (self.bias * weights).sum() + bias)
    }
    let (r, rb) = row(next.red, next.bias.x)
    let (g, gb) = row(next.green, next.bias.y)
    let (b, bb) = row(next.blue, next.bias.z)
    let (a, ab) = row(next.alpha, next.bias.w)
    return ColorMatrix(red: r, green: g, blue: b, alpha: a, bias: SIMD4(rb, gb, bb, ab))
  }

  /// The 20 numbers, row by row, the bias last in each.
  package var rows: [Double] {
    [(red, bias.x), (green, bias.y), (blue, bias.z), (alpha, bias.w)].flatMap { row, bias in
      [row.x, row.y, row.z, row.w, bias]
    }
  }

  /// Whether premultiplied colours may be multiplied as they are: alpha stays and nothing is added.
  package var keepsPremultiplication: Bool {
    alpha == SIMD4(0, 0, 0, 1) && bias == .zero && red.w == 0 && green.w == 0 && blue.w == 0
  }
}

extension SIMD4<Double> {
  /// The vector with 0 for what is not finite.
  fileprivate var finite: SIMD4<Double> {
    var result = self
    for index in 0..<4 where !result[index].isFinite { result[index] = 0 }
    return result
  }
}
