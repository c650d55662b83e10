// Gaussian blurs against convolutions in double precision.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFilters
import QuartzMath
import TestRandom
import Testing

@Suite
struct GaussianBlurTests {
  /// Premultiplied random pixels with hard edges.
  private func picture(_ width: Int, _ height: Int) throws -> (FilterNode, [SIMD4<Double>]) {
    var random = SeededGenerator(seed: 7)
    var floats: [Float] = []
    var colors: [SIMD4<Double>] = []
    for _ in 0..<width * height {
      let alpha = random.once(in: 3) ? Float.random(in: 0...1, using: &random) : 1
      var color = SIMD4<Float>(repeating: alpha)
      for index in 0..<3 { color[index] *= random.once(in: 2) ? 0 : 1 }
      floats += [color.x, color.y, color.z, color.w]
      colors.append(SIMD4<Double>(color))
    }
    let picture = try #require(
      FilterPicture(width: width, height: height, pixels: .floats(floats, .linear))
    )
    return (FilterNode(.picture(picture)), colors)
  }

  /// The weights of a sampled Gaussian with all of its tail.
  private func weights(_ sigma: Double) -> [Double] {
    let radius = Int((sigma * 9).rounded(.up)) + 1
    let values = (-radius...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = values.reduce(0, +)
    return values.map { $0 / sum }
  }

  private func convolve(
    _ colors: [SIMD4<Double>],
    _ width: Int,
    _ height: Int,
    _ sigma: Double,
    clamped: Bool
  ) -> [SIMD4<Double>] {
    let weights = weights(sigma)
    let radius = weights.count / 2
    func pass(_ from: [SIMD4<Double>], _ length: Int, _ step: Int, _ start: Int) -> [SIMD4<Double>]
    {
      (0..<length).map { at in
        var sum = SIMD4<Double>.zero
        for (tap, weight) in weights.enumerated() {
          var index = at + tap - radius
          if index < 0 || index >= length {
            guard clamped else { continue }
            index = min(max(index, 0), length - 1)
          }
          sum += from[start + index * step] * weight
        }
        return sum
      }
    }
    var across: [SIMD4<Double>] = []
    for y in 0..<height { across += pass(colors, width, 1, y * width) }
    var result = across
    for x in 0..<width {
      let column = pass(across, height, width, x)
      for y in 0..<height { result[y * width + x] = column[y] }
    }
    return result
  }

  /// Issue 21: 40 sigmas from 0.1 to 100.
  static let sigmas = (0..<40).map { 0.1 * pow(1000, Double($0) / 39) }

  @Test(arguments: sigmas, [FilterBlurEdges.transparent, .clamped])
  func blurIsConvolution(sigma: Double, edges: FilterBlurEdges) throws {
    let (width, height) = (31, 23)
    let (node, colors) = try picture(width, height)
    let blurred = FilterNode(.gaussianBlur(FilterBlur(sigma: sigma, edges: edges)), node)
    let result = try FilterExecutor().render(blurred, in: PixelRect(width: 31, height: 23))
    let expected = convolve(colors, width, height, sigma, clamped: edges == .clamped)
    var worst = 0.0
    for y in 0..<height {
      for x in 0..<width {
        // Rows of pictures go down, those of buffers up.
        let rest = SIMD4<Double>(result[x, y]) - expected[(height - 1 - y) * width + x]
        for index in 0..<4 { worst = max(worst, abs(rest[index])) }
      }
    }
    // The bound of GaussianBlur.swift for the pyramid: 0.32 levels of 255 in the plane.
    #expect(worst * 255 <= 0.32, "sigma \(sigma)")
  }
}
