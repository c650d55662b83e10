// Blurs that are no Gaussians, morphology, convolutions, reductions (filters.md 4).
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFilters
import QuartzMath
import TestClaims
import TestRandom
import Testing

@Suite
struct NeighbourhoodTests {
  private let size = 24
  private let area = PixelRect(-30, -30, 54, 54)

  /// Random premultiplied pixels; rows from the bottom.
  private func picture() throws -> (FilterNode, (Int, Int) -> SIMD4<Float>) {
    var random = SeededGenerator(seed: 3)
    var colors: [SIMD4<Float>] = []
    for _ in 0..<size * size {
      var color = SIMD4<Float>(repeating: 0)
      color.w = Float.random(in: 0...1, using: &random)
      for index in 0..<3 { color[index] = Float.random(in: 0...color.w, using: &random) }
      colors.append(color)
    }
    let rows = (0..<size).reversed().flatMap { colors[$0 * size..<($0 + 1) * size] }
    let floats = rows.flatMap { [$0.x, $0.y, $0.z, $0.w] }
    let picture = FilterPicture(width: size, height: size, pixels: .floats(floats, .linear))
    let (side, pixels) = (size, colors)
    return (
      FilterNode(.picture(try #require(picture))),
      { x, y in
        x >= 0 && y >= 0 && x < side && y < side ? pixels[y * side + x] : .zero
      }
    )
  }

  private func compare(
    _ node: FilterNode,
    _ tolerance: Float,
    _ rect: PixelRect? = nil,
    _ expected: (Int, Int) -> SIMD4<Float>
  ) throws {
    let rect = rect ?? area
    let result = try FilterExecutor().render(node, in: rect)
    var worst: Float = 0
    for y in Int(rect.minY)..<Int(rect.maxY) {
      for x in Int(rect.minX)..<Int(rect.maxX) {
        let inside = node.extent.contains(SIMD2(Double(x) + 0.5, Double(y) + 0.5))
        let rest = result[x, y] - (inside ? expected(x, y) : .zero)
        worst = max(worst, max(rest.max(), -rest.min()))
      }
    }
    #expect(worst <= tolerance)
  }

  @Test(
    .shows("CIBoxBlur"),
    arguments: [(40.0, 39, 19.0), (10, 9, 4), (4, 3, 1), (1, 1, 0), (0, 1, 0)]
  )
  func box(radius: Double, width: Int, growth: Double) throws {
    let (image, pixel) = try picture()
    let node = try filtered("CIBoxBlur", ["inputRadius": .number(radius)], image)
    #expect(node.extent == image.extent.grown(growth))
    try compare(node, 1e-5) { x, y in
      var sum = SIMD4<Double>.zero
      for j in y - width / 2...y + width / 2 {
        for i in x - width / 2...x + width / 2 { sum += SIMD4<Double>(pixel(i, j)) }
      }
      return SIMD4<Float>(sum / Double(width * width))
    }
  }

  @Test(.shows("CIDiscBlur"), arguments: [0.0, 1, 4.5, 8])
  func disc(radius: Double) throws {
    let (image, pixel) = try picture()
    let node = try filtered("CIDiscBlur", ["inputRadius": .number(radius)], image)
    #expect(node.extent == image.extent.grown(radius + 2))
    let reach = Int(radius) + 2
    try compare(node, 1e-5) { x, y in
      var (sum, total) = (SIMD4<Double>.zero, 0.0)
      for j in -reach...reach {
        for i in -reach...reach {
          let weight = clamped(radius + 0.5 - hypot(Double(i), Double(j)))
          sum += SIMD4<Double>(pixel(x + i, y + j)) * weight
          total += weight
        }
      }
      return SIMD4<Float>(sum / total)
    }
  }

  @Test(
    .shows("CIMorphologyMaximum", "CIMorphologyMinimum"),
    arguments: [0, 1, 1.5, 3, 7.3],
    [true, false]
  )
  func morphology(radius: Double, isMaximum: Bool) throws {
    let (image, pixel) = try picture()
    let type = isMaximum ? "CIMorphologyMaximum" : "CIMorphologyMinimum"
    let node = try filtered(type, ["inputRadius": .number(radius)], image)
    #expect(node.extent == image.extent.grown(radius))
    let reach = Int(radius)
    // The extent may end within a pixel, which is drawn.
    try compare(node, 0, PixelRect(0, 0, 24, 24)) { x, y in
      var result = pixel(x, y)
      for j in -reach...reach {
        for i in -reach...reach where Double(i * i + j * j) <= radius * radius {
          let other = pixel(x + i, y + j)
          result =
            isMaximum
            ? result.replacing(with: other, where: other .> result)
            : result.replacing(with: other, where: other .< result)
        }
      }
      return result
    }
  }

  @Test(.shows("CIMedianFilter", "CIMedian"))
  func median() throws {
    let (image, pixel) = try picture()
    let node = try filtered("CIMedianFilter", [:], image)
    try compare(node, 0, PixelRect(1, 1, 23, 23)) { x, y in
      var result = SIMD4<Float>.zero
      for index in 0..<4 {
        let values = (0..<9).map { pixel(x + $0 % 3 - 1, y + $0 / 3 - 1)[index] }
        result[index] = values.sorted()[4]
      }
      return result
    }
  }

  @Test(.shows("CIConvolution3X3", "CIConvolution"))
  func convolution() throws {
    let (image, pixel) = try picture()
    let weights: [Double] = [1, 2, 3, 0, 0.5, 0, -1, -2, -3].map { $0 / 8 }
    let node = try filtered("CIConvolution3X3", ["inputWeights": .vector(weights)], image)
    #expect(node.extent == image.extent.grown(1))
    try compare(node, 1e-6) { x, y in
      var sum = SIMD4<Float>.zero
      for index in 0..<9 {
        sum += pixel(x + index % 3 - 1, y + 1 - index / 3) * Float(weights[index])
      }
      sum.w = min(max(sum.w, 0), 1)
      return sum
    }
  }

  @Test(.shows("CIMotionBlur"))
  func motionGrowsBySixRadii() throws {
    let (image, _) = try picture()
    let inputs: [String: FilterInputValue] = ["inputRadius": .number(2), "inputAngle": .number(0)]
    let node = try filtered("CIMotionBlur", inputs, image)
    #expect(node.extent == image.extent.grown(12, 0))
    // It spreads light and loses none but what is cut off.
    let sharp = try FilterExecutor().render(image, in: area)
    let soft = try FilterExecutor().render(node, in: area)
    func sum(_ buffer: FilterBuffer) -> Float {
      (0..<buffer.rect.area).reduce(0) { $0 + buffer.pixels[$1].w }
    }
    #expect(abs(sum(soft) / sum(sharp) - 1) < 0.005)
    let none = try filtered("CIMotionBlur", ["inputRadius": .number(0)], image)
    let same = try FilterExecutor().render(none, in: area)
    for index in 0..<same.rect.area { #expect(same.pixels[index] == sharp.pixels[index]) }
  }

  @Test(.shows("CIAreaAverage", "CIAreaMinimum", "CIAreaMaximum", "CIAreaHistogram"))
  func areas() throws {
    let (image, pixel) = try picture()
    let extent: [String: FilterInputValue] = ["inputExtent": .vector([2, 3, 10, 8])]
    var all: [SIMD4<Double>] = []
    for y in 3..<11 { for x in 2..<12 { all.append(SIMD4<Double>(pixel(x, y))) } }
    func one(_ type: String) throws -> SIMD4<Double> {
      let node = try filtered(type, extent, image)
      #expect(node.extent == FilterRect(0, 0, 1, 1))
      let rect = PixelRect(width: 1, height: 1)
      return SIMD4<Double>(try FilterExecutor().render(node, in: rect)[0, 0])
    }
    let mean = all.reduce(.zero, +) / 80
    let (average, low, high) = (
      try one("CIAreaAverage"), try one("CIAreaMinimum"), try one("CIAreaMaximum")
    )
    for index in 0..<4 {
      #expect(abs(average[index] - mean[index]) < 1e-6)
      #expect(low[index] == all.map { $0[index] }.min())
      #expect(high[index] == all.map { $0[index] }.max())
    }
    var inputs = extent
    inputs["inputCount"] = .number(4)
    let node = try filtered("CIAreaHistogram", inputs, image)
    let counts = try FilterExecutor().render(node, in: PixelRect(width: 4, height: 1))
    for bin in 0..<4 {
      let count = all.filter { min(Int($0.x * 4), 3) == bin }.count
      #expect(abs(counts[bin, 0].x - Float(count) / 80) < 1e-5)
    }
  }

  @Test(.shows("CIPixellate"))
  func pixellateIsTheMean() throws {
    let (image, pixel) = try picture()
    let inputs: [String: FilterInputValue] = [
      "inputScale": .number(8), "inputCenter": .vector([0, 0]),
    ]
    let node = try filtered("CIPixellate", inputs, image)
    try compare(node, 1e-5, PixelRect(0, 0, 24, 24)) { x, y in
      var sum = SIMD4<Float>.zero
      for j in 0..<8 { for i in 0..<8 { sum += pixel(x / 8 * 8 + i, y / 8 * 8 + j) } }
      return sum / 64
    }
  }

  @Test(.shows("CIUnsharpMask", "CISharpenLuminance"))
  func unsharpMaskOfConstantIsUnchanged() throws {
    let image = FilterNode(.constant(FilterColor(0.5, 0.2, 0.7, 0.5)))
      .cropped(to: FilterRect(0, 0, 24, 24))
    let plain = try FilterExecutor().render(image, in: area)
    for type in ["CIUnsharpMask", "CISharpenLuminance"] {
      let node = try filtered(type, ["inputRadius": .number(3)], image)
      #expect(node.extent == image.extent)
      try compare(node, 1e-6) { x, y in plain[x, y] }
    }
  }

  @Test(.shows("CILanczosScaleTransform"))
  func lanczosKeepsConstantsAndScalesExtents() throws {
    let image = FilterNode(.constant(.white)).cropped(to: FilterRect(0, 0, 24, 24))
    let clamped = FilterNode(.clamp, image)
    let node = try filtered("CILanczosScaleTransform", ["inputScale": .number(0.5)], image)
    #expect(node.extent == FilterRect(0, 0, 12, 12))
    let free = try filtered("CILanczosScaleTransform", ["inputScale": .number(0.37)], clamped)
    let result = try FilterExecutor().render(free, in: PixelRect(width: 8, height: 8))
    for index in 0..<64 { #expect(abs(result.pixels[index].x - 1) < 1e-5) }
  }

  @Test(arguments: [FilterBlurEdges.normalized, .clamped])
  func edgesOfBlursOnLayers(edges: FilterBlurEdges) throws {
    // filters.md 2: an opaque picture stays opaque up to its edge.
    let image = FilterNode(.constant(.white)).cropped(to: FilterRect(0, 0, 24, 24))
    let key = edges == .normalized ? "inputNormalizeEdges" : "inputHardEdges"
    for radius in [0.3, 2, 9, 70] {
      let inputs: [String: FilterInputValue] = ["inputRadius": .number(radius), key: .number(1)]
      let node = try filtered("gaussianBlur", inputs, image, layer)
      #expect(node.extent == image.extent)
      let result = try FilterExecutor(space: .encoded).render(node, in: PixelRect(0, 0, 24, 24))
      for index in 0..<576 { #expect(abs(result.pixels[index].w - 1) < 1e-5) }
    }
  }

  @Test
  func variableBlurFollowsItsMask() throws {
    let (image, _) = try picture()
    for (mask, sigma) in [(FilterColor.clear, 0.0), (.white, 6), (FilterColor(1, 1, 1, 0.5), 3)] {
      let cover = FilterNode(.constant(mask))
      let node = try filtered(
        "variableBlur",
        ["inputRadius": .number(6)],
        image,
        layer,
        ["inputMaskImage": cover]
      )
      let blurred = FilterNode(.gaussianBlur(FilterBlur(sigma: sigma)), image)
      let rect = PixelRect(0, 0, 24, 24)
      let expected = try FilterExecutor(space: .encoded).render(blurred, in: rect)
      let result = try FilterExecutor(space: .encoded).render(node, in: rect)
      for index in 0..<576 {
        let rest = result.pixels[index] - expected.pixels[index]
        #expect(max(rest.max(), -rest.min()) < 1e-5)
      }
    }
  }
}
