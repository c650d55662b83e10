// Gaussian blurs against convolutions in double precision.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFilters
import QuartzMath
import TestClaims
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

  /// The convolution with a sampled Gaussian, with all of its tail.
  private func convolve(
    _ colors: [SIMD4<Double>],
    _ width: Int,
    _ height: Int,
    _ sigma: Double,
    clamped: Bool
  ) -> [SIMD4<Double>] {
    let radius = max(Int((sigma * 9).rounded(.up)), 64)
    let values = (-radius...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let total = values.reduce(0, +)
    // The weights below each distance, from the one that is furthest to the left on.
    let below = values.reduce(into: [0.0]) { $0.append($0[$0.count - 1] + $1 / total) }
    func pass(_ from: [SIMD4<Double>], _ length: Int, _ step: Int, _ start: Int) -> [SIMD4<Double>]
    {
      (0..<length).map { at in
        var sum = SIMD4<Double>.zero
        for index in 0..<length {
          sum += from[start + index * step] * (values[index - at + radius] / total)
        }
        guard clamped else { return sum }
        sum += from[start] * below[radius - at]
        return sum + from[start + (length - 1) * step] * (1 - below[radius + length - at])
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

  @Test(.shows("CIGaussianBlur"), arguments: sigmas, [FilterBlurEdges.transparent, .clamped])
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

  @Test
  func blurIsContinuousAcrossLevels() throws {
    // From 4 pixels on a standard deviation is halved, and so on: no jump is seen there.
    let (node, _) = try picture(31, 23)
    let rect = PixelRect(width: 31, height: 23)
    func blurred(_ sigma: Double) throws -> FilterBuffer {
      try FilterExecutor().render(
        FilterNode(.gaussianBlur(FilterBlur(sigma: sigma)), node),
        in: rect
      )
    }
    func difference(_ a: Double, _ b: Double) throws -> Float {
      let (first, second) = (try blurred(a), try blurred(b))
      return (0..<rect.area).reduce(0) { most, index in
        let rest = first.pixels[index] - second.pixels[index]
        return max(most, max(rest.max(), -rest.min()))
      }
    }
    for sigma in [4, 8, 16, 32, 64.0] {
      #expect(try difference(sigma * (1 - 1e-12), sigma) * 255 <= 0.32)
    }
    // An animation from 0 to 5: no step changes more than its neighbours allow.
    var before = try difference(0, 0.01)
    for step in 2...500 {
      let change = try difference(Double(step - 1) / 100, Double(step) / 100)
      #expect(change <= before + 0.005, "step \(step)")
      before = change
    }
  }

  @Test
  func tailsEndAtThreeSigma() throws {
    // filters.md 4: a white edge's tail at 3 sigma is 4 encoded levels in linear light.
    let white = FilterNode(.constant(.white)).cropped(to: FilterRect(0, 0, 400, 400))
    let blurred = FilterNode(.gaussianBlur(FilterBlur(sigma: 20)), white)
    let result = try FilterExecutor().render(blurred, in: PixelRect(-62, 200, -58, 201))
    #expect(result[-61, 200] == .zero)
    let expected = 0.5 * erfc(59.5 / 20 / 2.squareRoot())
    #expect(abs(Double(result[-60, 200].w) - expected) < 1e-4)
    #expect((4...5).contains((encoded(expected) * 255).rounded()))
  }
}
