// A colour matrix in whole numbers, the same in every renderer.
// Licensed under the MIT license; see LICENSE.
//
// A pixel of premultiplied bytes c, alpha a becomes straight numbers of 12 bits, 4080 being 1:
//
//     x = (4080 c + a / 2) / a, at most 4080, for red, green and blue (0 where a is 0),
//     and 16 a for alpha.
//
// Each row of the matrix gives, in 2^shift of these,
//
//     y = (row · x + bias + 2^(shift - 1)) >> shift, kept in 0 ... 4080;
//
// the result's alpha is A = (y + 8) >> 4, its other bytes are (y A + 2040) / 4080. Quotients are
// rounded down. `shift` is as large as sums of 31 bits allow, so the weights' rounding is below
// 0.13 of a level of 255 for rows whose sum is at most 2. The identity gives the pixel that it was.

import CQuartzKernels

/// A 4 x 5 matrix for straight colours of 12 bits.
package struct ColorMatrixKernel: Equatable, Sendable {
  /// The weights of red, green, blue and alpha for each component of the result, times 2^`shift`.
  package let red: SIMD4<Int32>
  package let green: SIMD4<Int32>
  package let blue: SIMD4<Int32>
  package let alpha: SIMD4<Int32>
  /// The bias of each component, in 4080ths times 2^`shift`; a whole number of Float.
  package let bias: SIMD4<Int32>
  /// The scale of weights and biases as a power of 2, 1...17.
  package let shift: Int32

  /// The number that stands for 1.
  package static let one: Int32 = 4080
  /// The matrix that changes nothing.
  package static let identity = ColorMatrixKernel(
    red: SIMD4(1, 0, 0, 0),
    green: SIMD4(0, 1, 0, 0),
    blue: SIMD4(0, 0, 1, 0),
    alpha: SIMD4(0, 0, 0, 1),
    bias: .zero
  )
  /// The largest weight; results are clamped long before.
  static let largestWeight = 20_000.0

  /// Rounds a matrix.
  ///
  /// Numbers that are not finite count as 0, larger ones than 20,000 as that.
  ///
  /// - Parameters:
  ///   - red: The weights of the result's red.
  ///   - green: The weights of its green.
  ///   - blue: The weights of its blue.
  ///   - alpha: The weights of its alpha.
  ///   - bias: The number that is added to each component, 1 being the largest value of a
  ///     component.
  package init(
    red: SIMD4<Double>,
    green: SIMD4<Double>,
    blue: SIMD4<Double>,
    alpha: SIMD4<Double>,
    bias: SIMD4<Double>
  ) {
    let (red, green) = (ColorMatrixKernel.limited(red), ColorMatrixKernel.limited(green))
    let (blue, alpha) = (ColorMatrixKernel.limited(blue), ColorMatrixKernel.limited(alpha))
    let bias = ColorMatrixKernel.limited(bias)
    func size(_ row: SIMD4<Double>, _ bias: Double) -> Double {
      abs(bias) + abs(row.x) + abs(row.y) + abs(row.z) + abs(row.w)
    }
    let largest = max(
      1,
      max(size(red, bias.x), size(green, bias.y)),
      max(size(blue, bias.z), size(alpha, bias.w))
    )
    // Sums stay below 2^30, so that adding a half and the rounding of weights fit as well.
    var shift: Int32 = 17
    while shift > 1, largest * Double(ColorMatrixKernel.one) * Double(1 << shift) >= 0x1p30 {
      shift -= 1
    }
    self.shift = shift
    func whole(_ value: Double, _ scale: Double) -> Int32 { Int32((value * scale).rounded()) }
    func whole(_ row: SIMD4<Double>) -> SIMD4<Int32> {
      let one = Double(1 << shift)
      return SIMD4(whole(row.x, one), whole(row.y, one), whole(row.z, one), whole(row.w, one))
    }
    self.red = whole(red)
    self.green = whole(green)
    self.blue = whole(blue)
    self.alpha = whole(alpha)
    var sums = SIMD4<Int32>.zero
    for index in 0..<4 {
      // GLSL gets it as a Float.
      let scale = Double(ColorMatrixKernel.one) * Double(1 << shift)
      sums[index] = Int32(Float(whole(bias[index], scale)))
    }
    self.bias = sums
  }

  /// Rounds a matrix of four rows.
  package init(rows: [SIMD4<Double>], bias: SIMD4<Double>) {
    self.init(red: rows[0], green: rows[1], blue: rows[2], alpha: rows[3], bias: bias)
  }

  private static func limited(_ row: SIMD4<Double>) -> SIMD4<Double> {
    var row = row
    for index in 0..<4 {
      let value = row[index].isFinite ? row[index] : 0
      row[index] = min(max(value, -largestWeight), largestWeight)
    }
    return row
  }

  /// The result for one pixel: R, G, B, A from the lowest byte, premultiplied.
  package func pixel(_ word: UInt32) -> UInt32 {
    var result: UInt32 = 0
    withUnsafePointer(to: word) { run(from: $0, to: &result, count: 1) }
    return result
  }

  /// Replaces premultiplied colours of extended range by their results, in Float.
  ///
  /// Nothing is limited to 1 but alpha. Results below 0 stay if a component of the colour was below
  /// 0; else they become 0.
  package func run(extended colors: UnsafeMutablePointer<SIMD4<Float>>, count: Int) {
    let scale = 1 / Float(Int32(1) << shift)
    let (r, g) = (SIMD4<Float>(red) * scale, SIMD4<Float>(green) * scale)
    let (b, a) = (SIMD4<Float>(blue) * scale, SIMD4<Float>(alpha) * scale)
    let bias = SIMD4<Float>(bias) * (scale / Float(ColorMatrixKernel.one))
    for index in 0..<count {
      let color = colors[index]
      let straight = ExtendedColor.straight(color)
      func row(_ weights: SIMD4<Float>) -> Float {
        weights.x * straight.x + weights.y * straight.y + weights.z * straight.z
          + weights.w * straight.w
      }
      let result = SIMD4(row(r), row(g), row(b), row(a)) + bias
      colors[index] = ExtendedColor.premultiplied(ExtendedColor.kept(result, from: straight))
    }
  }

  /// Replaces pixels by their results; `source` and `target` may be the same.
  package func run(
    from source: UnsafePointer<UInt32>,
    to target: UnsafeMutablePointer<UInt32>,
    count: Int
  ) {
    var matrix = qk_matrix()
    func set(_ row: SIMD4<Int32>) -> (Int32, Int32, Int32, Int32) { (row.x, row.y, row.z, row.w) }
    matrix.red = set(red)
    matrix.green = set(green)
    matrix.blue = set(blue)
    matrix.alpha = set(alpha)
    matrix.bias = set(bias)
    matrix.shift = shift
    qk_color_matrix(target, source, Int32(count), &matrix)
  }
}
