// The renderer against the pixel evaluator on random plans.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzRaster
import QuartzSoftware
import Testing

@Suite struct RandomPlanTests {
  /// The first pixel in which two pictures differ, as text.
  private func difference(_ a: SoftwarePicture, _ b: SoftwarePicture) -> String? {
    guard let index = a.pixels.indices.first(where: { a.pixels[$0] != b.pixels[$0] }) else {
      return nil
    }
    let count = a.pixels.indices.count { a.pixels[$0] != b.pixels[$0] }
    return "\(count) pixels, first (\(index % a.width), \(index / a.width)): "
      + "\(String(a.pixels[index], radix: 16)) and \(String(b.pixels[index], radix: 16))"
  }

  private func expected(
    _ plan: RenderPlan,
    _ images: [(ImageID, PixelBuffer)]
  ) throws -> SoftwarePicture {
    let sources = try plan.images.map { id in
      let pixels = try #require(images.first { $0.0 == id }?.1)
      let base = try #require(pixels.withBytes { $0.baseAddress })
      return TexelSource(
        base: base,
        width: Int32(pixels.width),
        height: Int32(pixels.height),
        rowBytes: pixels.rowBytes
      )
    }
    let evaluator = PixelEvaluator(plan: plan, images: sources)
    let frame = plan.outputFrame
    var pixels: [UInt32] = []
    for y in 0..<frame.height {
      for x in 0..<frame.width {
        pixels.append(evaluator.pixel(surface: plan.surfaces.count - 1, x: x, y: y))
      }
    }
    return SoftwarePicture(width: Int(frame.width), pixels: pixels)
  }

  @Test(arguments: [false, true])
  func spansEqualSinglePixels(hostile: Bool) throws {
    for seed in 0..<200 as Range<UInt64> {
      var plans = try RandomPlans(seed: seed, width: 97, height: 83, isHostile: hostile)
      let backend = SoftwareBackend(threads: 1)
      try backend.add(plans.images)
      let plan = plans.plan(count: 8)
      let expected = try expected(plan, plans.images)
      let difference = difference(try backend.picture(plan), expected)
      #expect(difference == nil, "seed \(seed)")
    }
  }

  @Test func partialDamageEqualsFullRedraw() throws {
    for seed in 1000..<1300 as Range<UInt64> {
      var plans = try RandomPlans(seed: seed, width: 150, height: 140)
      let backend = SoftwareBackend(threads: 1)
      try backend.add(plans.images)
      let before = try backend.picture(plans.plan(count: 6))
      var plan = plans.plan(count: 12)
      var damage = Damage()
      for _ in 0..<plans.generator.int(1...6) {
        let (x, y) = (plans.generator.int(-5...149), plans.generator.int(-5...139))
        damage.add(
          PixelRect(x, y, x + plans.generator.int(1...70), y + plans.generator.int(1...70))
        )
      }
      plan.damage = damage
      try backend.execute(plan, context: SoftwareBackend.context)
      let partial = try backend.picture(plan.outputFrame)
      plan.damage = Damage(plan.outputFrame)
      let full = try backend.picture(plan)
      for y in 0..<140 {
        for x in 0..<150 {
          let pixel = PixelRect(Int32(x), Int32(y), Int32(x) + 1, Int32(y) + 1)
          let expected = damage.intersects(pixel) ? full[x, y] : before[x, y]
          guard partial[x, y] != expected else { continue }
          Issue.record("seed \(seed): pixel (\(x), \(y)) differs, damage \(damage)")
          return
        }
      }
    }
  }

  @Test func threadsGiveTheSameBytes() throws {
    let one = SoftwareBackend(threads: 1)
    let others = [SoftwareBackend(threads: 2), SoftwareBackend(threads: 7)]
    for seed in 2000..<2015 as Range<UInt64> {
      var plans = try RandomPlans(seed: seed, width: 1300, height: 300)
      let plan = plans.plan(count: 40)
      try one.add(plans.images)
      let expected = try one.picture(plan)
      for backend in others {
        try backend.add(plans.images)
        #expect(difference(try backend.picture(plan), expected) == nil, "seed \(seed)")
      }
    }
  }

  /// The bytes of these plans were the same in debug and release builds, with AVX2 and without.
  @Test func bytesAreTheSameInEveryBuild() throws {
    // FNV-1a over all pixels.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for seed in 3000..<3020 as Range<UInt64> {
      var plans = try RandomPlans(seed: seed, width: 80, height: 60)
      let backend = SoftwareBackend(threads: 1)
      try backend.add(plans.images)
      for pixel in try backend.picture(plans.plan(count: 12)).pixels {
        hash = (hash ^ UInt64(pixel)) &* 0x100_0000_01B3
      }
    }
    #expect(hash == 11_003_077_248_443_739_559)
  }
}
