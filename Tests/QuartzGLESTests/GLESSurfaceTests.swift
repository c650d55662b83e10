// Surfaces: masks, blend modes, blurs, pictures of surfaces, and how long they live.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFilters
import QuartzMath
import QuartzModel
import QuartzRaster
import QuartzSoftware
import TestRandom
import Testing

@testable import QuartzGLES
@testable import QuartzPlan

@Suite(.enabled(if: GLMachine.isAvailable, GLMachine.reason))
struct GLESSurfaceTests {
  let backend: GLESBackend

  init() throws {
    backend = try debugBackend()
  }

  /// Two translucent shapes that overlap.
  private func addGroup(to sketch: inout GLESPlanSketch, _ frame: PixelRect) -> Int32 {
    sketch.begin(frame)
    sketch.solid(SketchShape(10.5, 8, 60, 44.25, radius: 9), [0.8, 0.3, 0.1, 0.9])
    sketch.solid(SketchShape(30, 20, 70, 52), [0, 0.25, 0.4, 0.5])
    return sketch.end()
  }

  private func addMask(to sketch: inout GLESPlanSketch, _ frame: PixelRect) -> Int32 {
    sketch.begin(frame, reason: .maskShape)
    sketch.solid(SketchShape(0, 0, 40, 30, radius: 12, map: turned), [0, 0, 0, 0.8])
    sketch.solid(SketchShape(20, 5.5, 50, 33), [0.5, 0.5, 0.5, 0.5])
    return sketch.end()
  }

  // MARK: Masks

  @Test(arguments: SketchClip.allCases)
  func masks(clip: SketchClip) throws {
    var sketch = GLESPlanSketch(80, 60, clear: [0.9, 0.95, 1, 1])
    let clip = clip.add(to: &sketch)
    let group = addGroup(to: &sketch, PixelRect(4, 2, 76, 58))
    // Narrower than the group, and beyond it.
    let mask = addMask(to: &sketch, PixelRect(12, -3, 62, 50))
    sketch.composite(group, opacity: 0.7, clip: clip, mask: mask)
    try expectPlan(sketch.finished(), named: "mask-\(clip)", with: backend)
  }

  /// A mask that is itself a masked group.
  @Test
  func masksInMasks() throws {
    var sketch = GLESPlanSketch(80, 60)
    let group = addGroup(to: &sketch, PixelRect(0, 0, 80, 60))
    let first = addMask(to: &sketch, PixelRect(10, 0, 60, 60))
    sketch.begin(PixelRect(0, 0, 60, 60), reason: .maskShape)
    sketch.composite(group, opacity: 1, mask: first)
    let second = sketch.end()
    sketch.composite(group, opacity: 1, mask: second)
    try expectPlan(sketch.finished(), with: backend)
  }

  // MARK: Blend modes

  private func blendPlan(
    _ mode: CompositingMode,
    clear: SIMD4<Float>,
    below alpha: ClosedRange<Float> = 0...1
  ) -> GLESPlanSketch {
    var numbers = SeededGenerator(seed: UInt64(mode.rawValue) + 1)
    var sketch = GLESPlanSketch(64, 48, clear: clear)
    for column in 0..<8 {
      let x = Float(column) * 8
      sketch.solid(SketchShape(x, 0, x + 8, 40), numbers.color(alpha: alpha))
    }
    sketch.begin(PixelRect(2, 2, 60, 44))
    for row in 0..<8 {
      let y = Float(row) * 6
      sketch.solid(SketchShape(2, y, 56, y + 6), numbers.color(alpha: 0...1))
    }
    let group = sketch.end()
    sketch.begin(PixelRect(0, 8, 64, 36), reason: .maskShape)
    sketch.solid(SketchShape(6, 12.5, 50, 33, radius: 8), [0, 0, 0, 0.75])
    let mask = sketch.end()
    let clip = sketch.clip(SketchShape(3.5, 3, 57, 38, radius: 11))
    sketch.composite(group, opacity: 0.9, clip: clip, blend: mode)
    sketch.composite(group, opacity: 0.4, mask: mask, blend: mode)
    return sketch
  }

  @Test(arguments: CompositingMode.allCases)
  func blendModes(mode: CompositingMode) throws {
    for clear in [SIMD4<Float>(0.8, 0.5, 0.2, 1), .zero, [0.3, 0.1, 0.2, 0.5]] {
      let plan = blendPlan(mode, clear: clear).finished()
      // because: the software renderer blends with coverage in bytes, twice here.
      try expectPlan(plan, named: "blend-\(mode)", with: backend, within: 1, software: 2)
    }
  }

  /// Where no shader reads the target, a copy of it gives the same pixels.
  @Test(arguments: [true, false])
  func blendModesOfInstances(isBGRA: Bool) throws {
    let backend = try debugBackend {
      $0.allowsBlendingInShader = false
      $0.allowsBGRA = isBGRA
    }
    // Opaque below, as llvmpipe's blend unit does not round as the plan says.
    // because: its shorter way for BGRA has fewer bits, and these modes divide by what is below.
    let amplifying: [CompositingMode] =
      isBGRA ? [.colorDodge, .colorBurn, .vividLight, .divide] : []
    for mode in CompositingMode.allCases where mode != .normal && !amplifying.contains(mode) {
      let plan = blendPlan(mode, clear: [0.8, 0.5, 0.2, 1], below: 1...1).finished()
      let limit = isBGRA ? 3 : 1
      try expectPlan(plan, named: "copy-\(mode)", with: backend, within: limit, software: limit + 1)
    }
  }

  @Test
  func blendModesInRGBA() throws {
    let backend = try debugBackend { $0.allowsBGRA = false }
    for mode in [CompositingMode.hue, .saturation, .color, .luminosity] {
      try expectPlan(blendPlan(mode, clear: [0.8, 0.5, 0.2, 1]).finished(), with: backend)
    }
  }

  /// A frame that draws only the damage is, byte for byte, the frame that draws all.
  @Test(arguments: [true, false])
  func blendsInPartsEqualWhole(fetches: Bool) throws {
    let backend = try debugBackend {
      $0.allowsBlendingInShader = fetches
      $0.allowsBGRA = fetches
    }
    let sketch = blendPlan(.overlay, clear: [0.8, 0.5, 0.2, 1], below: fetches ? 0...1 : 1...1)
    let whole = try TargetPicture(sketch.finished(), with: backend)
    try backend.createOutput(2, width: 64, height: 48)
    defer { backend.destroyOutput(2) }
    try backend.execute(sketch.finished(), context: 2)
    for rect in [PixelRect(3, 5, 31, 20), PixelRect(20, 12, 60, 48)] {
      var damage = Damage(rect)
      damage.add(PixelRect(50, 0, 64, 9))
      try backend.execute(sketch.finished(damage: damage), context: 2)
    }
    #expect(try TargetPicture(of: 2, 64, 48, in: backend) == whole)
  }

  // MARK: Blurs

  private func blurPlan(_ sigma: SIMD2<Float>, reach: Int32) -> GLESPlanSketch {
    var sketch = GLESPlanSketch(120, 100)
    sketch.begin(PixelRect(30, 25, 90, 75), reason: .shadowCaster)
    sketch.solid(SketchShape(30, 30, 84.5, 70, radius: 10), [0, 0, 0, 1])
    sketch.solid(SketchShape(30, 25, 33, 75), [0.2, 0.2, 0.2, 0.6])
    let caster = sketch.end { $0.isWhole = true }
    let frame = PixelRect(30 - reach, 25 - reach, 90 + reach, 75 + reach)
    let blur = sketch.blur(caster, sigma: sigma, frame: frame)
    let rect = SketchShape(
      Float(frame.minX),
      Float(frame.minY),
      Float(frame.maxX),
      Float(frame.maxY)
    )
    sketch.coverage(rect, nil, surface: blur, [0, 0, 0, 1], copies: true)
    sketch.composite(caster, opacity: 0.25)
    return sketch
  }

  // because: the pyramid is up to a level from the convolution, and its numbers are rounded.
  @Test(arguments: [0, 0.3, 1, 2.5, 3.99, 4, 7, 8, 10, 16, 40] as [Float])
  func blurs(sigma: Float) throws {
    let reach = Int32((sigma * 3).rounded(.up))
    for sigma in [SIMD2(sigma, sigma), SIMD2(sigma, 1.5)] {
      let plan = blurPlan(sigma, reach: min(reach, 50)).finished()
      try expectPlan(plan, named: "blur-\(sigma.x)-\(sigma.y)", with: backend, within: 2)
    }
  }

  /// Blurs of random pixels are the same bytes in both renderers: sums are whole numbers.
  @Test(arguments: [SurfaceChannels.alpha, .color])
  func blursOfAnySigmaAreEqual(channels: SurfaceChannels) throws {
    var numbers = SeededGenerator(seed: 11)
    let software = SoftwareBackend()
    for step in 0..<40 {
      let sigma = Float(0.1 * pow(1000, Double(step) / 39))
      let other = step % 3 == 0 ? Float.random(in: 0...30, using: &numbers) : sigma
      var sketch = GLESPlanSketch(90, 70, clear: .zero)
      sketch.begin(PixelRect(20, 15, 71, 58), reason: .shadowCaster)
      // Cells of whole pixels, so that the sources are equal.
      for cell in 0..<60 {
        let (x, y) = (Float(20 + cell % 10 * 5), Float(15 + cell / 10 * 7))
        let alpha = Float.random(in: 0...255, using: &numbers).rounded()
        let bytes = SIMD3<Float>.random(in: 0...1, using: &numbers) * alpha
        let color = SIMD4(bytes.rounded(.down), alpha) / 255
        sketch.solid(SketchShape(x, y, x + 5, y + 7), color)
      }
      let source = sketch.end { $0.isWhole = true }
      let frame = PixelRect(0, 0, 90, 70)
      let effect = SurfaceEffect.blur(sigma: [sigma, other], channels)
      let blur = sketch.effect(effect, of: source, frame: frame)
      if channels == .color {
        sketch.composite(blur, opacity: 1)
      } else {
        let shape = SketchShape(0, 0, 90, 70)
        sketch.coverage(shape, nil, surface: blur, [0, 0, 0, 1], copies: true)
      }
      let plan = sketch.finished()
      let expected = try TargetPicture(plan, with: software)
      let difference = PictureDifference(
        reference: expected,
        actual: try TargetPicture(plan, with: backend)
      )
      #expect(difference.count == 0, "sigma \(sigma), \(other): \(difference)")
    }
  }

  /// Colour matrices of all colours and alphas are the same bytes in both renderers.
  @Test func colorMatricesAreEqual() throws {
    var numbers = SeededGenerator(seed: 12)
    let software = SoftwareBackend()
    for round in 0..<12 {
      let scale = round % 3 == 0 ? 12.0 : 1.5
      func row() -> SIMD4<Double> { SIMD4.random(in: -scale...scale, using: &numbers) }
      let rows = [row(), row(), row(), round % 2 == 0 ? SIMD4(0, 0, 0, 1) : row()]
      let kernel = ColorMatrixKernel(rows: rows, bias: SIMD4.random(in: -1...1, using: &numbers))
      var sketch = GLESPlanSketch(64, 64, clear: .zero)
      sketch.begin(PixelRect(4, 6, 60, 58), reason: .shadowCaster)
      for cell in 0..<(28 * 26) {
        let (x, y) = (Float(4 + cell % 28 * 2), Float(6 + cell / 28 * 2))
        let alpha = Float.random(in: -20...275, using: &numbers).rounded().clamped(to: 0...255)
        let bytes = SIMD3<Float>.random(in: 0...1, using: &numbers) * alpha
        let color = SIMD4(bytes.rounded(.toNearestOrEven), alpha) / 255
        sketch.solid(SketchShape(x, y, x + 2, y + 2), color)
      }
      let source = sketch.end { $0.isWhole = true }
      let frame = PixelRect(0, 0, 64, 64)
      let effect = sketch.effect(.colorMatrix(kernel), of: source, frame: frame)
      sketch.composite(effect, opacity: 1)
      let difference = PictureDifference(
        reference: try TargetPicture(sketch.finished(), with: software),
        actual: try TargetPicture(sketch.finished(), with: backend)
      )
      #expect(difference.count == 0, "\(difference)")
    }
  }

  private static let steps: [ColorStep] = [
    .sepia(1), .sepia(0.4), .gain(SIMD3(repeating: 1.7)), .gain(SIMD3(0.2, 0.6, 1)),
    .light(ColorMatrix(SIMD3(0.7, 0.2, 0.1), SIMD3(0.1, 1, -0.1), SIMD3(0, 0.3, 0.6))),
    .vibrance(1), .vibrance(-1), .power(0.75), .power(2.2), .power(0), .encode, .decode,
    .maximumComponent, .minimumComponent, .maskToAlpha,
  ]

  /// A picture of all grays and of colours of all alphas, through an effect.
  private func plan(
    _ effect: SurfaceEffect,
    _ frame: PixelRect = PixelRect(0, 0, 64, 64)
  ) -> RenderPlan {
    var numbers = SeededGenerator(seed: 12)
    var sketch = GLESPlanSketch(64, 64, clear: .zero)
    sketch.begin(PixelRect(4, 6, 60, 58), reason: .shadowCaster)
    for cell in 0..<(28 * 26) {
      let (x, y) = (Float(4 + cell % 28 * 2), Float(6 + cell / 28 * 2))
      var color = SIMD4<Float>(Float(cell), Float(cell), Float(cell), 255)
      if cell > 255 {
        let alpha = Float.random(in: -20...275, using: &numbers).rounded().clamped(to: 0...255)
        let bytes = SIMD3<Float>.random(in: 0...1, using: &numbers) * alpha
        color = SIMD4(bytes.rounded(.toNearestOrEven), alpha)
      }
      sketch.solid(SketchShape(x, y, x + 2, y + 2), color / 255)
    }
    let source = sketch.end { $0.isWhole = true }
    let result = sketch.effect(effect, of: source, frame: frame)
    sketch.composite(result, opacity: 1)
    return sketch.finished()
  }

  /// Steps of colour are the same to a level in both renderers, alone and in chains.
  @Test func colorStepsAreEqual() throws {
    let software = SoftwareBackend()
    var chains = Self.steps.map { ColorChain($0) }
    let pairs = zip([0, 2, 5, 8, 4], [5, 1, 3, 0, 7])
    chains += try pairs.map { try #require(chains[$0].followed(by: chains[$1])) }
    for chain in chains {
      let plan = plan(.color(chain))
      let expected = try TargetPicture(plan, with: software)
      let actual = try TargetPicture(plan, with: backend)
      let difference = PictureDifference(reference: expected, actual: actual)
      #expect(max(difference.flat, difference.edge) <= 1, "\(chain): \(difference)")
    }
  }

  /// Affine maps are what the filters' own code draws, and the same to a level in both renderers.
  @Test(arguments: [false, true]) func affineMapsAreEqual(isTurned: Bool) throws {
    let software = SoftwareBackend()
    let place = PixelRect(4, 6, 60, 58)
    let space = ProgramSpace(bounds: place, isTurned: isTurned)
    let middle = Affine.translation(28, 26)
    let maps: [Affine] = [
      .identity, .translation(3, -5), .translation(0.5, 0.25), .scale(1.5, 0.7), .scale(-1, 1),
      .scale(0.2, 0.3), .translation(-28, -26) * .rotation(cosine: 0.8, sine: 0.6) * middle,
      Affine(1, 0.3, -0.4, 0.9, 7.3, -2.6),
    ]
    for map in maps {
      let source = FilterNode(.source(slot: 0, extent: FilterRect(space.inside(place))))
      let node = FilterNode(.transform(map, .linear), source)
      let frame = space.outside(try #require(node.extent.pixels))
      let program = FilterProgram(node: node, space: space, name: 1)
      let picture = try #require(AffinePicture(map, space))
      let expected = try TargetPicture(plan(.filter(program), frame), with: software)
      let plan = plan(.affine(picture), frame)
      let made = PictureDifference(
        reference: expected,
        actual: try TargetPicture(plan, with: software)
      )
      #expect(made.count == 0, "\(map): \(made)")
      let drawn = PictureDifference(
        reference: expected,
        actual: try TargetPicture(plan, with: backend)
      )
      #expect(max(drawn.flat, drawn.edge) <= 1, "\(map): \(drawn)")
    }
  }

  /// Pixels outside of the blurred frame still count.
  @Test
  func blursInSmallFrames() throws {
    for sigma in [2, 6, 13] as [Float] {
      let plan = blurPlan(SIMD2(sigma, sigma), reach: -12).finished()
      try expectPlan(plan, with: backend, within: 2)
    }
  }

  /// The alpha of a surface as a mask, blurred or not, and as coverage of any shape.
  @Test
  func blurredMasksAndCoverage() throws {
    var sketch = GLESPlanSketch(120, 100)
    let group = addGroup(to: &sketch, PixelRect(4, 2, 76, 58))
    let blur = sketch.blur(group, sigma: [5, 3], frame: PixelRect(-6, -6, 86, 68))
    sketch.composite(group, opacity: 1, mask: blur)
    let shape = SketchShape(0, 0, 60, 30, map: turned)
    sketch.coverage(shape, nil, surface: blur, [0.4, 0, 0.4, 0.6])
    sketch.coverage(SketchShape(60, 50.5, 118, 96), nil, surface: group, [0, 0.5, 0, 0.5])
    try expectPlan(sketch.finished(), named: "blurred-mask", with: backend, within: 2)
  }

  // MARK: Pictures of surfaces

  @Test(arguments: SketchSpace.allCases, SketchClip.allCases)
  func picturesOfSurfaces(space: SketchSpace, clip: SketchClip) throws {
    var sketch = GLESPlanSketch(80, 60)
    let clip = clip.add(to: &sketch)
    sketch.begin(PixelRect(-20, 5, 28, 45), reason: .rasterize)
    sketch.solid(SketchShape(-18, 6.5, 20, 40, radius: 7), [0.9, 0.2, 0.1, 1])
    sketch.solid(SketchShape(-5, 20, 28, 45), [0, 0.3, 0.3, 0.5])
    let separate = sketch.end {
      $0.isSeparate = true
      $0.isWhole = true
    }
    let group = addGroup(to: &sketch, PixelRect(4, 2, 76, 58))
    sketch.picture(
      space.shape(44, 32, radius: 5),
      of: separate,
      tint: [0.9, 0.9, 0.9, 0.9],
      clip: clip
    )
    sketch.composite(group, opacity: 0.3)
    try expectPlan(sketch.finished(), named: "picture-\(space)", with: backend)
  }

  // MARK: Lifetimes

  /// A kept surface is drawn once; when it is released it is drawn again.
  @Test
  func cachedSurfacesStay() throws {
    func plan(_ color: SIMD4<Float>, isReady: Bool, x: Float, _ released: [UInt64] = [])
      -> RenderPlan
    {
      var sketch = GLESPlanSketch(60, 40)
      sketch.begin(PixelRect(100, 100, 120, 116), reason: .rasterize)
      sketch.solid(SketchShape(100, 100, 120, 116), color)
      let cached = sketch.end {
        ($0.isSeparate, $0.isWhole, $0.isReady, $0.key) = (true, true, isReady, 7)
      }
      sketch.picture(SketchShape(x, 4, x + 20, 20), of: cached)
      return sketch.finished(released: released)
    }
    try backend.createOutput(1, width: 60, height: 40)
    defer { backend.destroyOutput(1) }
    try backend.execute(plan([1, 0, 0, 1], isReady: false, x: 2), context: 1)
    #expect(backend.counters.targets == 2 && backend.counters.cacheMisses == 1)
    try backend.execute(plan([0, 0, 1, 1], isReady: true, x: 30), context: 1)
    #expect(backend.counters.targets == 1 && backend.counters.cacheHits == 1)
    var picture = try TargetPicture(of: 1, 60, 40, in: backend)
    #expect(picture[35, 10] == [255, 0, 0, 255])
    #expect(picture[5, 10] == [255, 255, 255, 255])
    try backend.execute(plan([0, 1, 0, 1], isReady: false, x: 30, [7]), context: 1)
    picture = try TargetPicture(of: 1, 60, 40, in: backend)
    #expect(picture[35, 10] == [0, 255, 0, 255])
    // Keys are a context's own.
    try backend.createOutput(2, width: 60, height: 40)
    defer { backend.destroyOutput(2) }
    try backend.execute(plan([0, 0, 0, 1], isReady: true, x: 2), context: 2)
    picture = try TargetPicture(of: 2, 60, 40, in: backend)
    #expect(picture[5, 10] == [255, 255, 255, 255])
  }

  /// Wholly drawn surfaces are right everywhere when only a corner is damaged.
  @Test
  func wholeSurfacesIgnoreTheDamage() throws {
    let sketch = blurPlan([6, 6], reach: 18)
    let whole = try TargetPicture(sketch.finished(), with: backend)
    try backend.createOutput(2, width: 120, height: 100)
    defer { backend.destroyOutput(2) }
    try backend.execute(GLESPlanSketch(120, 100).finished(), context: 2)
    for rect in [PixelRect(0, 0, 64, 100), PixelRect(64, 0, 120, 50), PixelRect(64, 50, 120, 100)] {
      try backend.execute(sketch.finished(damage: Damage(rect)), context: 2)
    }
    #expect(try TargetPicture(of: 2, 120, 100, in: backend) == whole)
  }

  // MARK: Targets

  /// A thousand groups lie in one target, and are drawn with a few calls, in any damage.
  @Test
  func groupsShareATarget() throws {
    let backend = try debugBackend { $0.weighsPixels = false }
    var numbers = SeededGenerator(seed: 9)
    var sketch = GLESPlanSketch(512, 512)
    var groups: [Int32] = []
    for _ in 0..<1000 {
      let (x, y) = (numbers.number(-20...490), numbers.number(-20...490))
      let shape = SketchShape(x, y, x + 32, y + 24, radius: 6)
      sketch.begin(shape.bounds.intersection(sketch.frame))
      sketch.solid(shape, numbers.color(alpha: 1...1))
      sketch.solid(SketchShape(x + 4, y + 4, x + 14, y + 14), [1, 0, 0, 1])
      groups.append(sketch.end())
    }
    for group in groups { sketch.composite(group, opacity: 0.5) }
    let plan = sketch.finished()
    let whole = try TargetPicture(plan, with: backend)
    #expect(backend.counters.targets == 2)
    #expect(backend.counters.drawCalls <= 12)
    // because: forty groups lie on top of each other, and each is rounded twice.
    try expectAgreement(plan, with: backend, flat: 2, edge: 2)
    try backend.createOutput(2, width: 512, height: 512)
    defer { backend.destroyOutput(2) }
    try backend.execute(plan, context: 2)
    try backend.execute(sketch.finished(damage: Damage(PixelRect(90, 100, 154, 164))), context: 2)
    #expect(try TargetPicture(of: 2, 512, 512, in: backend) == whole)
  }

  /// One target for each level of nesting.
  @Test
  func nestedGroupsTakeATargetALevel() throws {
    let backend = try debugBackend { $0.weighsPixels = false }
    var sketch = GLESPlanSketch(200, 200)
    for column in 0..<5 {
      let x = Int32(column) * 40
      sketch.begin(PixelRect(x, 0, x + 38, 200))
      sketch.solid(SketchShape(Float(x) + 2, 4, Float(x) + 30, 190, radius: 8), [0.5, 0, 0.5, 1])
      for row in 0..<5 {
        let y = Int32(row) * 40
        sketch.begin(PixelRect(x + 4, y, x + 34, y + 36))
        let rect = SketchShape(
          Float(x) + 6.5,
          Float(y) + 2,
          Float(x) + 30,
          Float(y) + 33,
          radius: 4
        )
        sketch.solid(rect, [0, 0.6, 0.2, 1])
        sketch.composite(sketch.end(), opacity: 0.6)
      }
      sketch.composite(sketch.end(), opacity: 0.8)
    }
    try expectPlan(sketch.finished(), named: "nested", with: backend)
    #expect(backend.counters.targets == 3)
    #expect(backend.counters.drawCalls <= 8)
  }
}

extension Float {
  fileprivate func clamped(to range: ClosedRange<Float>) -> Float {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
