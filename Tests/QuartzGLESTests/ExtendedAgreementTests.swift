// Outputs of extended range: both renderers draw the same half floats, within what rounding can do.
// Licensed under the MIT license; see LICENSE.

import QuartzFilters
import QuartzMath
import QuartzModel
import QuartzRaster
import QuartzSoftware
import TestRandom
import Testing

@testable import QuartzGLES
@testable import QuartzPlan

/// Draws the plan with both renderers.
///
/// - Parameter blends: The most draws that cover a pixel. Each may be one unit of the last place
///   off, since drivers round as they do when they store half floats, and one more comes of sums.
private func expectUnits(
  _ plan: RenderPlan,
  _ images: [(ImageID, PixelBuffer)] = [],
  blends: Int,
  named name: String = "",
  with backend: GLESBackend,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let difference = try halfDifference(plan, images, with: backend)
  #expect(
    difference.units <= blends + 1,
    "\(name): \(difference)",
    sourceLocation: sourceLocation
  )
}

/// Draws the plan with both renderers, which agree within 1/255 of max(1, |v|).
private func expectAgreement(
  _ plan: RenderPlan,
  _ images: [(ImageID, PixelBuffer)] = [],
  named name: String = "",
  with backend: GLESBackend,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let difference = try halfDifference(plan, images, with: backend)
  #expect(
    difference.relative <= 1.0 / 255,
    "\(name): \(difference)",
    sourceLocation: sourceLocation
  )
}

private func halfDifference(
  _ plan: RenderPlan,
  _ images: [(ImageID, PixelBuffer)],
  with backend: GLESBackend
) throws -> HalfDifference {
  let reference = try TargetHalves(plan, images, with: SoftwareBackend(threads: 1))
  return HalfDifference(
    reference: reference,
    actual: try TargetHalves(plan, images, with: backend)
  )
}

@Suite(.enabled(if: GLMachine.isAvailable, GLMachine.reason))
struct ExtendedAgreementTests {
  let backend: GLESBackend

  init() throws {
    backend = try debugBackend()
  }

  /// A premultiplied colour of -1...5, straight.
  private func color(
    _ numbers: inout SeededGenerator,
    alpha: ClosedRange<Float> = 0.2...1
  ) -> SIMD4<Float> {
    let alpha = numbers.number(alpha)
    let color = SIMD4(numbers.number(-1...5), numbers.number(-1...5), numbers.number(-1...5), 1)
    return SIMD4<Float>(SIMD4<Float16>(color * alpha))
  }

  /// Flat colours over each other: n of them, at most n + 1 units apart.
  @Test(arguments: [1, 3, 12])
  func flatColorsAddUp(count: Int) throws {
    var numbers = SeededGenerator(seed: UInt64(count))
    var sketch = GLESPlanSketch(64, 64, clear: [0.5, 2, -0.25, 1])
    for _ in 0..<count {
      // Colours of one sign: their sums lose no digits.
      let shade = color(&numbers)
      let positive = shade.replacing(with: 0.25, where: shade .< 0)
      sketch.extendedSolid(SketchShape(0, 0, 64, 64), positive)
    }
    try expectUnits(sketch.extended(), blends: count, with: backend)
  }

  private func makeImages() throws -> [(ImageID, PixelBuffer)] {
    [
      (ImageID(1), try .smooth(31, 22)),
      (
        ImageID(2),
        try .halves(40, 30) { x, y in
          let (s, t) = (Float(x) / 39, Float(y) / 29)
          return SIMD4(4 * s, 2 - 3 * t, s * t, 1)
        }
      ),
      (
        ImageID(7),
        try .halves(300, 260) { x, y in
          let alpha = Float((x + y) % 97) / 96
          return SIMD4(Float(x) / 60, Float(y) / 200, 1, 1) * alpha
        }
      ),
    ]
  }

  /// Random shapes, images of bytes and of halves, borders, clips: edges and mixed texels.
  @Test(arguments: 0..<12 as Range<UInt64>)
  func randomScenes(seed: UInt64) throws {
    let images = try makeImages()
    var numbers = SeededGenerator(seed: seed &+ 900)
    var sketch = randomSketch(seed: seed, count: 24, images)
    for _ in 0..<10 {
      let (x, y) = (numbers.number(0...120), numbers.number(0...90))
      let shape = SketchShape(x, y, x + 30.25, y + 21.5, radius: numbers.number(0...9))
      sketch.extendedSolid(shape, color(&numbers))
    }
    try expectAgreement(sketch.extended(), images, named: "\(seed)", with: backend)
  }

  @Test func randomScenesOfOtherDrivers() throws {
    let backends = [
      try debugBackend { $0.allowsBGRA = false }, try debugBackend { $0.textureSide = 64 },
      try debugBackend { $0.weighsPixels = false },
      try debugBackend { $0.allowsBlendingInShader = false },
    ]
    let images = try makeImages()
    for (seed, backend) in backends.enumerated() {
      let sketch = randomSketch(seed: UInt64(seed), count: 24, images)
      try expectAgreement(sketch.extended(), images, named: "driver \(seed)", with: backend)
    }
  }

  // MARK: Groups

  private func addGroup(to sketch: inout GLESPlanSketch, _ frame: PixelRect) -> Int32 {
    sketch.begin(frame)
    sketch.extendedSolid(
      SketchShape(10.5, 8, 60, 44.25, radius: 9),
      [3.5, -0.25, 0.125, 0.875]
    )
    sketch.extendedSolid(SketchShape(30, 20, 70, 52), [0, 0.25, 1.75, 0.5])
    return sketch.end()
  }

  @Test(arguments: [true, false])
  func blendModes(fetches: Bool) throws {
    let backend = try debugBackend { $0.allowsBlendingInShader = fetches }
    for mode in CompositingMode.allCases {
      var sketch = GLESPlanSketch(80, 60, clear: [0.75, 1.5, 0.25, 1])
      let group = addGroup(to: &sketch, PixelRect(0, 0, 80, 60))
      sketch.begin(PixelRect(0, 8, 64, 48), reason: .maskShape)
      sketch.solid(SketchShape(6, 12.5, 50, 33, radius: 8), [0, 0, 0, 0.75])
      let mask = sketch.end()
      let clip = sketch.clip(SketchShape(3.5, 3, 67, 48, radius: 11))
      sketch.composite(group, opacity: 0.9, clip: clip, blend: mode)
      sketch.composite(group, opacity: 0.4, mask: mask, blend: mode)
      let plan = sketch.extended(headroom: 4)
      try expectAgreement(plan, named: "\(mode)", with: backend)
    }
  }

  // MARK: Effects

  @Test(arguments: [0.6, 2.5, 7, 21] as [Float])
  func blurs(sigma: Float) throws {
    var sketch = GLESPlanSketch(100, 70, clear: [0.25, 0.25, 0.25, 1])
    let frame = PixelRect(-4, -3, 90, 66)
    let source = addGroup(to: &sketch, PixelRect(0, 0, 80, 60))
    let blurred = sketch.effect(.blur(sigma: [sigma, sigma / 2], .color), of: source, frame: frame)
    sketch.composite(blurred, opacity: 1)
    try expectAgreement(sketch.extended(), named: "\(sigma)", with: backend)
  }

  /// The alpha of a surface is bytes, in every range.
  @Test(arguments: [0, 3] as [Float])
  func shadowsOfSurfaces(sigma: Float) throws {
    var sketch = GLESPlanSketch(100, 70, clear: [0.25, 0.25, 0.25, 1])
    let source = addGroup(to: &sketch, PixelRect(0, 0, 80, 60))
    let frame = PixelRect(-10, -10, 90, 70)
    let shown = sigma > 0 ? sketch.blur(source, sigma: [sigma, sigma], frame: frame) : source
    let place = sigma > 0 ? SketchShape(-5, -5, 95, 75) : SketchShape(0, 0, 80, 60)
    sketch.coverage(place, nil, surface: shown, [2, 1, 3, 1], copies: sigma > 0)
    try expectAgreement(sketch.extended(), named: "\(sigma)", with: backend)
  }

  private static let kernels: [ColorMatrixKernel] = [
    .identity,
    ColorMatrixKernel(
      rows: [[1.5, 0.25, 0, 0], [-1, 1, 0, 0], [0, 0, -2, 0], [0, 0, 0, 0.5]],
      bias: [0.5, 0, 1, 0.25]
    ),
  ]

  @Test(arguments: kernels.indices)
  func matrices(index: Int) throws {
    var sketch = GLESPlanSketch(80, 60, clear: [0.25, 0.25, 0.25, 1])
    let frame = PixelRect(0, 0, 80, 60)
    let source = addGroup(to: &sketch, frame)
    let matrix = ExtendedAgreementTests.kernels[index]
    sketch.composite(sketch.effect(.colorMatrix(matrix), of: source, frame: frame), opacity: 1)
    try expectAgreement(sketch.extended(), with: backend)
  }

  private static let steps: [ColorStep] = [
    .gain([2, 0.5, 1.25]), .sepia(0.75), .vibrance(0.5), .power(0.6), .power(1.8), .encode, .decode,
    .maximumComponent, .minimumComponent, .maskToAlpha,
  ]

  @Test(arguments: steps.indices)
  func colors(index: Int) throws {
    var sketch = GLESPlanSketch(80, 60, clear: [0.25, 0.25, 0.25, 1])
    let frame = PixelRect(0, 0, 80, 60)
    let source = addGroup(to: &sketch, frame)
    let chain = ColorChain(ExtendedAgreementTests.steps[index])
    sketch.composite(sketch.effect(.color(chain), of: source, frame: frame), opacity: 1)
    try expectAgreement(
      sketch.extended(),
      named: "\(ExtendedAgreementTests.steps[index])",
      with: backend
    )
  }

  @Test(arguments: [0.4, 1, 1.7])
  func scales(scale: Double) throws {
    var sketch = GLESPlanSketch(160, 120, clear: [0.25, 0.25, 0.25, 1])
    let source = addGroup(to: &sketch, PixelRect(0, 0, 80, 60))
    let frame = PixelRect(0, 0, Int32(80 * scale), Int32(60 * scale))
    sketch.composite(sketch.effect(.scale(scale), of: source, frame: frame), opacity: 1)
    try expectAgreement(sketch.extended(), named: "\(scale)", with: backend)
  }

  @Test func mirrorsAreCopies() throws {
    var sketch = GLESPlanSketch(120, 90, clear: .zero)
    let source = addGroup(to: &sketch, PixelRect(0, 0, 80, 60))
    let part = PixelRect(5, 4, 70, 50)
    let frame = PixelRect(-10, -8, 110, 80)
    sketch.composite(sketch.effect(.mirror(part), of: source, frame: frame), opacity: 1)
    try expectAgreement(sketch.extended(), with: backend)
  }
}
