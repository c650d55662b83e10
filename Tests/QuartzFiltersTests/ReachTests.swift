// The stated reach of each filter is true: what it reads, and what a change of its input changes.
// Licensed under the MIT license; see LICENSE.

import QuartzFilters
import QuartzMath
import Testing

@Suite
struct ReachTests {
  private static let extent = FilterRect(0, 0, 40, 32)

  /// Filters that have other numbers than their defaults, so that they reach somewhere.
  private static let inputs: [String: FilterInputValue] = [
    "inputRadius": .number(5), "inputWidth": .number(7), "inputTime": .number(0.4),
    "inputCenter": .vector([18, 14]), "inputExtent": .vector([0, 0, 40, 32]),
    "inputTransform": .vector([0.9, 0.2, -0.2, 0.9, 3, 1]), "inputAngle": .number(0.6),
    "inputBottomLeft": .vector([2, 1]), "inputBottomRight": .vector([38, 4]),
    "inputTopRight": .vector([36, 30]), "inputTopLeft": .vector([5, 28]),
    "inputRectangle": .vector([3, 2, 20.5, 17]), "inputIntensity": .number(0.7),
  ]

  static let names = (FilterCatalog.coreImageNames + FilterCatalog.layerTypes).filter {
    (try? node($0, image)) != nil
  }

  /// A picture with detail everywhere.
  private static let image = FilterNode(.pattern(.noise)).cropped(to: extent)

  private static func node(_ type: String, _ image: FilterNode) throws -> FilterNode {
    let other = FilterNode(
      .pattern(.linearGradient(.black, .white, from: .zero, to: SIMD2(40, 9), isSmooth: false))
    ).cropped(to: extent)
    var images: [String: FilterNode] = [:]
    for key in [
      "inputTargetImage", "inputBackgroundImage", "inputMaskImage", "inputMask", "inputTexture",
      "inputDisplacementImage", "inputImage2", "inputGradientImage",
    ] { images[key] = other }
    var known = inputs
    if let attributes = FilterAttributes.named(type) {
      known = known.filter { attributes.input($0.key) != nil }
    }
    let context = FilterAttributes.named(type) == nil ? layer : .coreImage
    return try filtered(type, known, image, context, images)
  }

  private func difference(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> Float {
    let rest = a - b
    return max(rest.max(), -rest.min())
  }

  @Test(arguments: names)
  func partsAreLikeTheWhole(type: String) throws {
    let node = try ReachTests.node(type, ReachTests.image)
    let whole = try FilterExecutor().render(node, in: PixelRect(-12, -12, 52, 44))
    var worst: Float = 0
    for part in [PixelRect(3, 5, 12, 9), PixelRect(-12, 20, 4, 31), PixelRect(30, -6, 44, 3)] {
      let piece = try FilterExecutor().render(node, in: part)
      for y in Int(part.minY)..<Int(part.maxY) {
        for x in Int(part.minX)..<Int(part.maxX) {
          worst = max(worst, difference(piece[x, y], whole[x, y]))
        }
      }
    }
    #expect(worst < 1e-5)
  }

  @Test(arguments: names)
  func changesStayInReach(type: String) throws {
    let changed = FilterRect(13, 9, 5, 4)
    let patch = FilterNode(.constant(.white)).cropped(to: changed)
    let before = try ReachTests.node(type, ReachTests.image)
    let after = try ReachTests.node(type, patch.over(ReachTests.image))
    // The changed rectangle, followed through the graph from the picture to the result.
    var reached: [ObjectIdentifier: FilterRect] = [:]
    func reach(_ node: FilterNode, _ image: FilterNode) -> FilterRect {
      if node === image { return changed }
      if let known = reached[ObjectIdentifier(node)] { return known }
      var result = FilterRect.empty
      for (index, input) in node.inputs.enumerated() {
        let part = reach(input, image)
        result = result.union(
          node.operation.affected(by: part, of: index, extent: input.extent)
        )
      }
      reached[ObjectIdentifier(node)] = result
      return result
    }
    let affected = reach(before, ReachTests.image).roundedOut
    let area = PixelRect(-12, -12, 52, 44)
    let (first, second) = (
      try FilterExecutor().render(before, in: area), try FilterExecutor().render(after, in: area)
    )
    var worst: Float = 0
    for y in -12..<44 {
      for x in -12..<52 where !affected.contains(SIMD2(Double(x) + 0.5, Double(y) + 0.5)) {
        worst = max(worst, difference(first[x, y], second[x, y]))
      }
    }
    #expect(worst < 1e-5)
  }
}
