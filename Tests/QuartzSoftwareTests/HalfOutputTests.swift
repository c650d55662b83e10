// Outputs of extended range: half floats in every surface.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzRaster
import QuartzSoftware
import Testing

@Suite(.serialized) struct HalfOutputTests {
  private func plan(_ size: Int32 = 8, _ fill: (inout PlanSketch, PixelRect) -> Void) -> RenderPlan
  {
    var sketch = PlanSketch()
    fill(&sketch, PixelRect(width: size, height: size))
    return sketch.output(size, size)
  }

  private func solid(_ color: SIMD4<Float>, over below: SIMD4<Float>? = nil) throws -> SIMD4<Float>
  {
    let plan = plan { sketch, all in
      if let below { sketch.solid([0, 0, 8, 8], below, bounds: all) }
      sketch.solid([0, 0, 8, 8], color, bounds: all)
    }
    return try SoftwareBackend(threads: 1).halfPicture(plan)[3, 4]
  }

  @Test func valuesBeyondWhiteStay() throws {
    #expect(try solid([1.995_198, 1, -0.25, 1]) == [1.995_117_2, 1, -0.25, 1])
  }

  /// A8.5: GPUs that round to nearest, and this renderer, have .1750488 where llvmpipe truncates.
  @Test func storesRoundToNearest() throws {
    let result = try solid([1, 0.3, 0.001, 0.5], over: [3.5, -0.25, 2, 1])
    #expect(result.x == 2.75)
    #expect(result.y == 0.175_048_828_125)
    #expect(result.w == 1)
  }

  @Test func largeValuesStayFinite() throws {
    #expect(try solid([1e9, -1e9, 70000, 1]) == [65504, -65504, 65504, 1])
  }

  /// Pixels that nothing was drawn to may hold bits that are no numbers.
  @Test(arguments: 1...9 as ClosedRange<Int32>)
  func opaqueColoursLookAtNothingBelow(count: Int32) {
    let size = Int(count)
    let below = [UInt64](repeating: 0xFC00_7E00_7C00_FE01, count: size)
    let colors = (0..<4 * size).map { $0 % 4 == 3 ? 1 : Float($0) }
    var opaque = [UInt64](repeating: 0, count: size)
    opaque.withUnsafeMutableBytes { qk_half_store($0.baseAddress, colors, count) }
    let factors = [UInt16](repeating: 65535, count: size)
    factors.withUnsafeBufferPointer { factors in
      for mask in [nil, factors.baseAddress] {
        var (over, composite) = (below, below)
        over.withUnsafeMutableBytes { qk_half_over($0.baseAddress, colors, mask, count) }
        composite.withUnsafeMutableBytes {
          qk_half_composite($0.baseAddress, opaque, 1, mask, count)
        }
        #expect(over == opaque && composite == opaque)
      }
    }
    var solid = below
    solid.withUnsafeMutableBytes {
      qk_half_solid_rows($0.baseAddress, 0, 1, [7, 6, 5, 1], factors, count, 0, 0, factors, 0)
    }
    #expect(solid == [UInt64](repeating: 0x3C00_4500_4600_4700, count: size))
  }

  @Test func edgesCoverInPart() throws {
    let plan = plan { sketch, all in
      sketch.solid([0, 0, 2.5, 8], [4, 2, 0, 1], bounds: all)
    }
    let picture = try SoftwareBackend(threads: 1).halfPicture(plan)
    // A factor has 16 bits: 32768 of 65535.
    #expect(abs(picture[2, 3].x - 2) <= 0x1p-9)
    #expect(picture[1, 3] == [4, 2, 0, 1])
    #expect(picture[3, 3] == .zero)
  }

  /// A8.2 for one draw after another: each blend rounds the bytes once.
  @Test func valuesOfStandardRangeLookTheSame() throws {
    var worst = 0
    for seed in 5000..<5200 as Range<UInt64> {
      var plans = try RandomPlans(seed: seed, width: 97, height: 83)
      let backend = SoftwareBackend(threads: 1)
      try backend.add(plans.images)
      var plan = plans.plan(count: 8)
      // Formulas with quotients make large differences of small ones.
      for index in plan.draws.indices { plan.draws[index].blend = .normal }
      let bytes = try backend.picture(plan)
      let difference = try backend.halfPicture(plan).difference(from: bytes)
      worst = max(worst, difference)
      #expect(difference <= 3, "seed \(seed)")
    }
    #expect(worst > 0)
  }

  @Test func imagesOfHalvesLookLikeThoseOfBytes() throws {
    for seed in 5200..<5300 as Range<UInt64> {
      var plans = try RandomPlans(seed: seed, width: 97, height: 83)
      let backend = SoftwareBackend(threads: 1)
      try backend.add(plans.images)
      var plan = plans.plan(count: 4)
      for index in plan.draws.indices { plan.draws[index].blend = .normal }
      let bytes = try backend.picture(plan)
      try backend.add(plans.images.map { ($0.0, try $0.1.inHalves()) })
      #expect(try backend.halfPicture(plan).difference(from: bytes) <= 3, "seed \(seed)")
    }
  }

  @Test func threadsGiveTheSameBytes() throws {
    let one = SoftwareBackend(threads: 1)
    let others = [SoftwareBackend(threads: 2), SoftwareBackend(threads: 7)]
    for seed in 2000..<2010 as Range<UInt64> {
      var plans = try RandomPlans(seed: seed, width: 1300, height: 300)
      let plan = plans.plan(count: 40)
      try one.add(plans.images)
      let expected = try one.halfPicture(plan)
      for backend in others {
        try backend.add(plans.images)
        #expect(try backend.halfPicture(plan) == expected, "seed \(seed)")
      }
    }
  }

  @Test func instructionSetsGiveTheSameBytes() throws {
    let best = qk_best_instructions()
    defer { qk_use_instructions(best) }
    for seed in 3000..<3030 as Range<UInt64> {
      var plans = try RandomPlans(seed: seed, width: 90, height: 60)
      let plan = plans.plan(count: 12)
      let images = try plans.images.map { (id, image) -> (ImageID, PixelBuffer) in
        if id == ImageID(2) { return (id, try image.inHalves()) }
        return (id, image)
      }
      var pictures: [HalfPicture] = []
      for set in QK_BASE...best {
        qk_use_instructions(set)
        let backend = SoftwareBackend(threads: 1)
        try backend.add(images)
        pictures.append(try backend.halfPicture(plan))
      }
      #expect(pictures.allSatisfy { $0 == pictures[0] }, "seed \(seed)")
    }
  }

  @Test func partialDamageEqualsFullRedraw() throws {
    for seed in 1000..<1100 as Range<UInt64> {
      var plans = try RandomPlans(seed: seed, width: 150, height: 140)
      let backend = SoftwareBackend(threads: 1)
      try backend.add(plans.images)
      let before = try backend.halfPicture(plans.plan(count: 6))
      var plan = plans.plan(count: 12)
      plan.range = .extended(headroom: 4)
      let part = PixelRect(20, 30, 20 + plans.generator.int(1...100), 80)
      plan.damage = Damage(part)
      try backend.execute(plan, context: SoftwareBackend.context)
      let partial = try backend.halfPicture(plan.outputFrame)
      plan.damage = Damage(plan.outputFrame)
      let full = try backend.halfPicture(plan)
      for y in 0..<140 {
        for x in 0..<150 {
          let pixel = PixelRect(Int32(x), Int32(y), Int32(x) + 1, Int32(y) + 1)
          let expected = part.contains(pixel) ? full[x, y] : before[x, y]
          guard partial[x, y] != expected else { continue }
          Issue.record("seed \(seed): pixel (\(x), \(y)) differs")
          return
        }
      }
    }
  }

  @Test func hostileRecordsStayFinite() throws {
    for seed in 0..<100 as Range<UInt64> {
      var plans = try RandomPlans(seed: seed, width: 97, height: 83, isHostile: true)
      let backend = SoftwareBackend(threads: 1)
      try backend.add(plans.images)
      #expect(try backend.halfPicture(plans.plan(count: 8)).isFinite, "seed \(seed)")
    }
  }

  @Test func standardOutputsMakeNoHalves() throws {
    let backend = SoftwareBackend(threads: 1)
    for seed in 0..<20 as Range<UInt64> {
      var plans = try RandomPlans(seed: seed, width: 97, height: 83)
      try backend.add(plans.images)
      _ = try backend.picture(plans.plan(count: 8))
    }
    #expect(backend.halfSurfaces == 0)
    var plans = try RandomPlans(seed: 0, width: 97, height: 83)
    _ = try backend.halfPicture(plans.plan(count: 8))
    #expect(backend.halfSurfaces > 0)
  }

  @Test func outputsAndPlansHaveOneRange() throws {
    let backend = SoftwareBackend(threads: 1)
    try backend.createOutput(1, width: 8, height: 8)
    var plan = plan { $0.solid([0, 0, 8, 8], [1, 1, 1, 1], bounds: $1) }
    plan.range = .extended(headroom: 2)
    #expect(throws: RenderError.unknownOutput(1)) { try backend.execute(plan, context: 1) }
  }
}

@Suite struct ExtendedBlendTests {
  private let white: SIMD4<Float> = [2, 0.5, -0.25, 1]
  private let gray: SIMD4<Float> = [0.5, 0.5, 0.5, 1]

  @Test func modesOfAnyNumberWorkOnTheValues() {
    #expect(BlendMode.multiply.blendExtended(white, over: gray, limit: 4) == [1, 0.25, -0.125, 1])
    #expect(BlendMode.lighten.blendExtended(white, over: gray, limit: 4) == [2, 0.5, 0.5, 1])
    #expect(BlendMode.darken.blendExtended(white, over: gray, limit: 4) == [0.5, 0.5, -0.25, 1])
    #expect(BlendMode.difference.blendExtended(white, over: gray, limit: 4) == [1.5, 0, 0.75, 1])
  }

  @Test func otherModesClampBothColours() {
    // Screen of 1 and 0.5 is 1; of 0 and 0.5 it is 0.5. Both are opaque: nothing is added.
    #expect(BlendMode.screen.blendExtended(white, over: gray, limit: 4) == [1, 0.75, 0.5, 1])
    // Over nothing the source stays as it is.
    #expect(BlendMode.screen.blendExtended(white, over: .zero, limit: 4) == white)
    #expect(BlendMode.overlay.blendExtended(.zero, over: white, limit: 4) == white)
  }

  @Test func plusLighterEndsAtTheHeadroom() {
    let limit: Float = 1.824_796
    #expect(
      BlendMode.plusLighter.blendExtended(white, over: gray, limit: limit) == [limit, 1, 0.25, 1]
    )
  }
}
