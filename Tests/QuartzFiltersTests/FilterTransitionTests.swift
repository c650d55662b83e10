// Transitions, blends and distortions (filters.md 4).
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFilters
import QuartzMath
import TestClaims
import Testing

@Suite
struct FilterTransitionTests {
  private let extent = FilterRect(0, 0, 60, 40)
  private let area = PixelRect(0, 0, 60, 40)

  private func flat(_ color: FilterColor) -> FilterNode {
    FilterNode(.constant(color)).cropped(to: extent)
  }

  private func transition(
    _ type: String,
    _ inputs: [String: FilterInputValue],
    _ time: Double
  ) throws -> FilterBuffer {
    var inputs = inputs
    inputs["inputTime"] = .number(time)
    if FilterAttributes.named(type)?.input("inputExtent") != nil {
      inputs["inputExtent"] = .vector([0, 0, 60, 40])
    }
    let target = ["inputTargetImage": flat(FilterColor(0, 0, 1))]
    let node = try filtered(type, inputs, flat(FilterColor(1, 0, 0)), .coreImage, target)
    return try FilterExecutor().render(node, in: area)
  }

  static let names = FilterCatalog.coreImageNames.filter { $0.hasSuffix("Transition") }

  @Test(
    .shows(
      "CIAccordionFoldTransition",
      "CIBarsSwipeTransition",
      "CICopyMachineTransition",
      "CIDisintegrateWithMaskTransition",
      "CIDissolveTransition",
      "CIFlashTransition",
      "CIModTransition",
      "CIPageCurlTransition",
      "CIPageCurlWithShadowTransition",
      "CIRippleTransition",
      "CISwipeTransition"
    ),
    arguments: names
  )
  func transitionsBeginAndEnd(type: String) throws {
    let mask: [String: FilterNode] = [
      "inputTargetImage": flat(FilterColor(0, 0, 1)),
      "inputMaskImage": FilterNode(
        .pattern(.linearGradient(.black, .white, from: .zero, to: SIMD2(60, 0), isSmooth: false))
      ),
    ]
    for (time, expected) in [(0.0, SIMD4<Float>(1, 0, 0, 1)), (1, SIMD4(0, 0, 1, 1))] {
      var inputs: [String: FilterInputValue] = ["inputTime": .number(time)]
      if FilterAttributes.named(type)?.input("inputExtent") != nil {
        inputs["inputExtent"] = .vector([0, 0, 60, 40])
      }
      let node = try filtered(type, inputs, flat(FilterColor(1, 0, 0)), .coreImage, mask)
      let result = try FilterExecutor().render(node, in: area)
      for index in 0..<result.rect.area {
        let rest = result.pixels[index] - expected
        #expect(max(rest.max(), -rest.min()) < 1e-4, "\(type) at \(time), pixel \(index)")
        if max(rest.max(), -rest.min()) >= 1e-4 { break }
      }
    }
  }

  @Test(.shows("CISwipeTransition"), arguments: [0, 0.7, Double.pi], [0.1, 0.5, 0.83])
  func swipe(angle: Double, time: Double) throws {
    let (width, opacity) = (25.0, 0.6)
    let inputs: [String: FilterInputValue] = [
      "inputAngle": .number(angle), "inputWidth": .number(width),
      "inputOpacity": .number(opacity), "inputColor": .color(SIMD4(0, 1, 0, 1)),
    ]
    let result = try transition("CISwipeTransition", inputs, time)
    let corners = [(0.0, 0.0), (60, 0), (60, 40), (0, 40)]
    let distances = corners.map { $0.0 * cos(angle) + $0.1 * sin(angle) }
    let (low, high) = (distances.min() ?? 0, distances.max() ?? 0)
    let c = low - width / 2 + time * (high - low + width)
    for y in 0..<40 {
      for x in 0..<60 {
        let d = (Double(x) + 0.5) * cos(angle) + (Double(y) + 0.5) * sin(angle)
        let q = clamped((d - c) / width + 0.5)
        let b = opacity * max(0, 1 - 2 * abs(d - c) / width)
        // Image red, target blue, bar green.
        let expected = SIMD4(q * (1 - b), b, (1 - q) * (1 - b), 1)
        let rest = SIMD4<Double>(result[x, y]) - expected
        #expect(max(rest.max(), -rest.min()) < 1e-5)
      }
    }
  }

  @Test(.shows("CIDissolveTransition"))
  func dissolveIsLinear() throws {
    let result = try transition("CIDissolveTransition", [:], 0.3)
    #expect(abs(result[5, 5].x - 0.7) < 1e-6)
    #expect(abs(result[5, 5].z - 0.3) < 1e-6)
  }

  @Test(.shows("CIRippleTransition"))
  func frontsOfRipples() throws {
    // Target inside of the ring, image outside.
    let inputs: [String: FilterInputValue] = [
      "inputCenter": .vector([0, 20]), "inputWidth": .number(10),
    ]
    let result = try transition("CIRippleTransition", inputs, 0.5)
    let front = 0.5 * (hypot(60, 20) + 10)
    for x in 0..<60 {
      let distance = hypot(Double(x) + 0.5, 0.5)
      if distance > front { #expect(result[x, 20] == SIMD4(1, 0, 0, 1)) }
      if distance < front - 10 { #expect(result[x, 20] == SIMD4(0, 0, 1, 1)) }
    }
  }

  @Test
  func blendsOfOpaqueColors() throws {
    let formulas: [(FilterBlend, (Double, Double) -> Double)] = [
      (.mode(.linearBurn), { max($0 + $1 - 1, 0) }), (.mode(.linearDodge), { min($0 + $1, 1) }),
      (.mode(.linearLight), { clamped($0 + 2 * $1 - 1) }), (.mode(.subtract), { max($0 - $1, 0) }),
      (.mode(.pinLight), { $1 <= 0.5 ? min($0, 2 * $1) : max($0, 2 * $1 - 1) }),
      (.mode(.divide), { $1 > 0 ? clamped($0 / $1) : ($0 > 0 ? 1 : 0) }),
      (.mode(.maximum), { max($0, $1) }), (.mode(.minimum), { min($0, $1) }),
      (.product, { $0 * $1 }),
      (.absoluteDifference, { abs($0 - $1) }), (.plusLighterClamped, { min($0 + $1, 1) }),
      (.plusDarkerClamped, { max($0 + $1 - 1, 0) }), (.mode(.multiply), { $0 * $1 }),
      (.mode(.screen), { $0 + $1 - $0 * $1 }),
      (.mode(.sourceMinusDestination), { max($1 - $0, 0) }),
      (.mode(.destinationMinusSource), { max($0 - $1, 0) }),
      (.darkenOver, { min($0, $1) }), (.lightenOver, { max($0, $1) }),
    ]
    for (blend, formula) in formulas {
      for below in stride(from: 0.0, through: 1, by: 1 / 16) {
        for source in stride(from: 0.0, through: 1, by: 1 / 16) {
          let s = SIMD4(SIMD3(repeating: Float(source)), 1)
          let d = SIMD4(SIMD3(repeating: Float(below)), 1)
          let result = blend.blend(s, over: d)
          // Alpha adds up like the colours where the blend is one of components.
          let isComponent = blend == .plusDarkerClamped || blend == .product
          #expect(isComponent || result.w == 1)
          #expect(abs(Double(result.x) - formula(below, source)) < 1e-5, "\(blend)")
        }
      }
    }
  }

  @Test
  func blendsOfClearSourcesChangeNothing() {
    for blend in FilterBlend.compositing.values {
      if case .mode = blend { continue }
      let below = SIMD4<Float>(0.2, 0.4, 0.1, 0.5)
      switch blend {
      case .mode(.minimum), .plusDarkerClamped, .product, .mode(.sourceMinusDestination): continue
      default: #expect(blend.blend(.zero, over: below) == below, "\(blend)")
      }
    }
  }

  @Test
  func namesOfCompositingFilters() {
    // filters.md 2.
    let names = """
      destIn destOut destOver destAtop sourceIn sourceOut sourceAtop xor clear copy plusL plusD
      maximum minimum subtractS subtractD linearBurnBlendMode linearDodgeBlendMode
      linearLightBlendMode pinLightBlendMode subtractBlendMode divideBlendMode darkenSourceOver
      lightenSourceOver normalBlendMode multiplyBlendMode
      """.split { $0 == " " || $0 == "\n" }
    for name in names { #expect(FilterBlend(compositingName: String(name)) != nil, "\(name)") }
    #expect(FilterBlend(compositingName: "nothing") == nil)
    #expect(FilterBlend(coreImageName: "CIMultiplyBlendMode") == .mode(.multiply))
  }

  @Test(.shows("CIPinchDistortion", "CIBumpDistortion", "CITwirlDistortion"))
  func distortionsEndAtTheirRadius() {
    let center = SIMD2(10.0, 20)
    let maps: [FilterDisplacement] = [
      .pinch(center: center, radius: 15, scale: 0.5),
      .bump(center: center, radius: 15, scale: -0.5),
      .twirl(center: center, radius: 15, angle: 3),
    ]
    for map in maps {
      for step in 0..<16 {
        let way = SIMD2(cos(Double(step)), sin(Double(step)))
        #expect(map.source(of: center + way * 15.01) == center + way * 15.01)
        // No step at the edge: the map is continuous there.
        let near = map.source(of: center + way * 14.99) ?? .zero
        let rest = near - (center + way * 14.99)
        #expect(hypot(rest.x, rest.y) < 0.01)
      }
    }
  }

  @Test(.shows("CIPerspectiveTransform", "CIPerspectiveCorrection"))
  func perspectiveOfItsOwnCornersIsTheImage() throws {
    let image = FilterNode(
      .pattern(.checkerboard(.white, .black, center: .zero, width: 5, 1))
    ).cropped(to: extent)
    let inputs: [String: FilterInputValue] = [
      "inputBottomLeft": .vector([0, 0]), "inputBottomRight": .vector([60, 0]),
      "inputTopRight": .vector([60, 40]), "inputTopLeft": .vector([0, 40]),
    ]
    let expected = try FilterExecutor().render(image, in: area)
    for type in ["CIPerspectiveTransform", "CIPerspectiveCorrection"] {
      let result = try FilterExecutor().render(try filtered(type, inputs, image), in: area)
      for index in 0..<result.rect.area {
        #expect(abs(result.pixels[index].x - expected.pixels[index].x) < 1e-4)
      }
    }
  }

  @Test(.shows("CIAffineTile"))
  func tilesRepeat() throws {
    let image = FilterNode(
      .pattern(.linearGradient(.black, .white, from: .zero, to: SIMD2(8, 0), isSmooth: false))
    ).cropped(to: FilterRect(0, 0, 8, 8))
    let inputs: [String: FilterInputValue] = ["inputTransform": .vector([1, 0, 0, 1, 0, 0])]
    let node = try filtered("CIAffineTile", inputs, image)
    #expect(node.extent == .infinite)
    let result = try FilterExecutor().render(node, in: PixelRect(-16, -16, 32, 32))
    let tile = try FilterExecutor().render(image, in: PixelRect(0, 0, 8, 8))
    for y in -16..<32 {
      for x in -16..<32 {
        #expect(abs(result[x, y].x - tile[((x % 8) + 8) % 8, 0].x) < 1e-6)
      }
    }
  }

  @Test(.shows("CIBlendWithMask", "CIBlendWithAlphaMask"))
  func premultipliedMasks() throws {
    // A mask of half alpha lets half through, black and clear nothing (filters.md 4).
    let images: [String: FilterNode] = [
      "inputBackgroundImage": flat(FilterColor(0, 0, 1)),
      "inputMaskImage": flat(FilterColor(1, 1, 1, 0.5)),
    ]
    let red = flat(FilterColor(1, 0, 0))
    for type in ["CIBlendWithMask", "CIBlendWithAlphaMask"] {
      let node = try filtered(type, [:], red, .coreImage, images)
      let result = try FilterExecutor().render(node, in: area)[3, 3]
      #expect(abs(result.x - 0.5) < 1e-6 && abs(result.z - 0.5) < 1e-6)
    }
  }
}
