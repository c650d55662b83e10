// The backend: errors, counters, memory, threads.
// Licensed under the MIT license; see LICENSE.

import CQuartzAllocations
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzRaster
import QuartzSoftware
import TestRandom
import Testing

@Suite struct SoftwareBackendTests {
  private let context = SoftwareBackend.context
  private let image = ImageID(1)

  private func picture(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> UInt32) throws
    -> PixelBuffer
  {
    let pixels = (0..<width * height).map { pixel($0 % width, $0 / width) }
    return try pixels.withUnsafeBytes { bytes in
      try PixelBuffer(
        width: width,
        height: height,
        rowBytes: width * 4,
        isOpaque: false,
        copying: bytes
      )
    }
  }

  // MARK: - Pixels

  @Test func solidsAreBlendedInOrder() throws {
    var sketch = PlanSketch()
    let frame = PixelRect(0, 0, 4, 4)
    sketch.solid([0, 0, 4, 4], [1, 0, 0, 1], bounds: frame)
    sketch.solid([1, 1, 3, 3], [0, 0.5, 0, 0.5], bounds: frame)
    let result = try SoftwareBackend(threads: 1).picture(sketch.output(4, 4))
    #expect(result[0, 0] == 0xFF00_00FF)
    #expect(result[1, 1] == 0xFF00_8080)
    #expect(result[3, 3] == 0xFF00_00FF)
  }

  @Test func copiesAreExact() throws {
    func texel(_ x: Int, _ y: Int) -> UInt32 {
      UInt32(x * 7 + y * 3) | UInt32(x) << 8 | 0x9000_0000
    }
    let texels = try picture(9, 5, texel)
    var sketch = PlanSketch()
    var options = PlanSketch.Options()
    options.flags = [.copies, .covers]
    sketch.image(
      image,
      [2, 3, 11, 8],
      texelMap: [1, 1, -2, -3],
      texelRect: [0, 0, 9, 5],
      bounds: PixelRect(2, 3, 11, 8),
      options
    )
    let backend = SoftwareBackend(threads: 1)
    try backend.add([(image, texels)])
    let result = try backend.picture(sketch.output(12, 9))
    for y in 0..<9 {
      for x in 0..<12 {
        let isInside = x >= 2 && x < 11 && y >= 3 && y < 8
        #expect(result[x, y] == (isInside ? texel(x - 2, y - 3) : 0))
      }
    }
  }

  @Test func nearestTakesWholeTexels() throws {
    let texels = try picture(4, 4) { x, y in UInt32(x * 50 + y * 10) | 0xFF00_0000 }
    var sketch = PlanSketch()
    var options = PlanSketch.Options()
    options.flags = [.nearest, .covers]
    sketch.image(
      image,
      [0, 0, 12, 20],
      texelMap: [1 / 3, 1 / 5, 0, 0],
      texelRect: [1, 0, 4, 4],
      bounds: PixelRect(0, 0, 12, 20),
      options
    )
    let backend = SoftwareBackend(threads: 1)
    try backend.add([(image, texels)])
    let result = try backend.picture(sketch.output(12, 20))
    for y in 0..<20 {
      for x in 0..<12 {
        #expect(result[x, y] == UInt32(max(x / 3, 1) * 50 + y / 5 * 10) | 0xFF00_0000)
      }
    }
  }

  @Test(
    arguments: [[0.8, 1.7, -3.2, 0.4], [1, 1, -0.25, 0.6], [-0.9, 0.31, 20, 2]] as [SIMD4<Float>]
  )
  func linearIsFloatWithinOneLevel(map: SIMD4<Float>) throws {
    var generator = SeededGenerator(seed: 3)
    let values = (0..<24 * 18).map { _ in generator.next() }
    let texels = try picture(24, 18) { UInt32(values[$1 * 24 + $0] & 0xFF_FFFF) | 0xFF00_0000 }
    var sketch = PlanSketch()
    let frame = PixelRect(0, 0, 30, 30)
    sketch.image(
      image,
      [0, 0, 30, 30],
      texelMap: map,
      texelRect: [0, 0, 24, 18],
      bounds: frame
    )
    let backend = SoftwareBackend(threads: 1)
    try backend.add([(image, texels)])
    let result = try backend.picture(sketch.output(30, 30))
    for y in 0..<30 {
      for x in 0..<30 {
        let u = (Float(x) + 0.5) * map.x + map.z - 0.5
        let v = (Float(y) + 0.5) * map.y + map.w - 0.5
        for channel in 0..<4 as Range<UInt64> {
          func level(_ x: Float, _ y: Float) -> Float {
            let (x, y) = (min(max(Int(x), 0), 23), min(max(Int(y), 0), 17))
            return channel == 3 ? 255 : Float(values[y * 24 + x] >> (channel * 8) & 255)
          }
          let (left, top) = (u.rounded(.down), v.rounded(.down))
          let upper = level(left, top) + (level(left + 1, top) - level(left, top)) * (u - left)
          let lower =
            level(left, top + 1)
            + (level(left + 1, top + 1) - level(left, top + 1)) * (u - left)
          let exact = upper + (lower - upper) * (v - top)
          let found = Float(result[x, y] >> UInt32(channel * 8) & 255)
          // because: half a level from rounding, the rest from fractions of 15 bits
          #expect(abs(found - exact) <= 0.55)
        }
      }
    }
  }

  @Test func groupOpacityIsOneLayer() throws {
    var sketch = PlanSketch()
    let frame = PixelRect(0, 0, 6, 6)
    sketch.solid([0, 0, 4, 4], [1, 0, 0, 1], bounds: frame)
    sketch.solid([2, 2, 6, 6], [0, 0, 1, 1], bounds: frame)
    let group = sketch.surface(frame)
    sketch.composite(group, opacity: 0.4, bounds: frame)
    let result = try SoftwareBackend(threads: 1).picture(
      sketch.output(6, 6, clearColor: .one)
    )
    #expect(result[0, 0] == 0xFF99_99FF)
    #expect(result[3, 3] == 0xFFFF_9999)
    #expect(result[5, 0] == 0xFFFF_FFFF)
  }

  @Test func clipCutsCorners() throws {
    var sketch = PlanSketch()
    let frame = PixelRect(0, 0, 20, 20)
    var options = PlanSketch.Options()
    options.clip = sketch.clip([0, 0, 20, 20], radius: 10)
    sketch.solid([0, 0, 20, 20], [0, 1, 0, 1], bounds: frame, options)
    let result = try SoftwareBackend(threads: 1).picture(sketch.output(20, 20))
    #expect(result[0, 0] == 0)
    #expect(result[10, 10] == 0xFF00_FF00)
    let edge = result[2, 3] >> 24
    #expect(edge > 0 && edge < 255)
  }

  @Test func hiddenDrawsAreNotDrawn() throws {
    var sketch = PlanSketch()
    let frame = PixelRect(0, 0, 100, 50)
    sketch.solid([0, 0, 100, 50], [1, 0, 0, 1], bounds: frame)
    var options = PlanSketch.Options()
    options.flags = [.opaque, .covers]
    sketch.solid([0, 0, 100, 50], [0, 0, 1, 1], bounds: frame, options)
    let backend = SoftwareBackend(threads: 1)
    #expect(try backend.picture(sketch.output(100, 50))[7, 7] == 0xFFFF_0000)
    #expect(backend.counters.pixelsTouched == 5000)
  }

  @Test func onlyVisibleDrawsAreDrawn() throws {
    var sketch = PlanSketch()
    let frame = PixelRect(0, 0, 8, 8)
    sketch.solid([0, 0, 8, 8], [1, 0, 0, 1], bounds: frame)
    sketch.solid([0, 0, 8, 8], [0, 0, 1, 1], bounds: frame)
    var plan = sketch.output(8, 8)
    plan.visible = [0]
    plan.surfaces[0].visible = 0..<1
    let backend = SoftwareBackend(threads: 1)
    #expect(try backend.picture(plan)[3, 3] == 0xFF00_00FF)
    #expect(backend.counters.draws == 1)
  }

  // MARK: - Errors

  @Test func unknownNamesThrow() throws {
    let backend = SoftwareBackend(threads: 1)
    var sketch = PlanSketch()
    let frame = PixelRect(0, 0, 8, 8)
    sketch.solid([0, 0, 8, 8], [1, 0, 0, 1], bounds: frame)
    sketch.image(
      image,
      [0, 0, 8, 8],
      texelMap: [1, 1, 0, 0],
      texelRect: [0, 0, 8, 8],
      bounds: frame
    )
    let plan = sketch.output(8, 8)
    #expect(throws: RenderError.unknownOutput(context)) {
      try backend.execute(plan, context: context)
    }
    #expect(throws: RenderError.unknownImage(ImageKey(context: context, image: image))) {
      try backend.picture(plan)
    }
    // Nothing was drawn of the plan that could not be drawn.
    #expect(try backend.picture(frame).pixels.allSatisfy { $0 == 0 })
  }

  @Test func sizesAreLimited() throws {
    let backend = SoftwareBackend(threads: 1)
    for (width, height) in [(16385, 1), (1, 16385), (0, 5), (1_000_000_000, 1_000_000_000)] {
      #expect(
        throws: RenderError.surfaceTooLarge(width: width, height: height, limit: 16384)
      ) { try backend.createOutput(context, width: width, height: height) }
    }
    try backend.createOutput(context, width: 16384, height: 2)
  }

  // MARK: - Counters and memory

  @Test func countersSayWhatWasDone() throws {
    let backend = SoftwareBackend(threads: 2)
    try backend.add([(image, try picture(10, 4) { _, _ in 0 })])
    var sketch = PlanSketch()
    let frame = PixelRect(0, 0, 8, 8)
    sketch.solid([0, 0, 8, 8], [1, 0, 0, 1], bounds: frame)
    let group = sketch.surface(frame)
    sketch.composite(group, opacity: 0.5, bounds: frame)
    let plan = sketch.output(10, 10)
    _ = try backend.picture(plan)
    #expect(backend.counters.draws == 2)
    #expect(backend.counters.targets == 2)
    #expect(backend.counters.pixelsTouched == 128)
    #expect(backend.counters.bytesUploaded == 160)
    #expect(backend.counters.bytesRead == 400)
    try backend.execute(plan, context: context)
    #expect(backend.counters.bytesUploaded == 0)
  }

  @Test(.enabled(if: quartz_allocation_count() >= 0))
  func steadyFrameAllocatesNothing() throws {
    for seed in 50..<60 as Range<UInt64> {
      var plans = try RandomPlans(seed: seed, width: 300, height: 200)
      let backend = SoftwareBackend(threads: 1)
      try backend.add(plans.images)
      // Blurs are kept: making one takes memory.
      var plan = plans.plan(count: 30)
      for index in plan.surfaces.indices where plan.surfaces[index].effect != nil {
        plan.surfaces[index].key = UInt64(index) + 1
      }
      let first = try backend.picture(plan)
      for index in plan.surfaces.indices {
        plan.surfaces[index].isReady = plan.surfaces[index].key != 0
      }
      try backend.execute(plan, context: context)
      #expect(try backend.picture(plan.outputFrame) == first, "seed \(seed)")
      let before = quartz_allocation_count()
      for _ in 0..<3 { try backend.execute(plan, context: context) }
      #expect(quartz_allocation_count() - before == 0, "seed \(seed)")
    }
    // The count does count.
    let before = quartz_allocation_count()
    let array = [UInt64](repeating: before.magnitude, count: 1000)
    #expect(quartz_allocation_count() > before && array.count == 1000)
  }

  @Test func imagesAreNotCopied() throws {
    let backend = SoftwareBackend(threads: 1)
    weak var pixels: PixelBuffer?
    do {
      let buffer = try picture(4, 4) { _, _ in 1 }
      pixels = buffer
      try backend.add([(image, buffer)])
    }
    #expect(pixels != nil)
    backend.destroyImage(ImageKey(context: context, image: image))
    #expect(pixels == nil)
  }

  @Test func deepGroupsAreDrawn() throws {
    var sketch = PlanSketch()
    let frame = PixelRect(0, 0, 40, 40)
    sketch.solid([0, 0, 40, 40], [0, 0, 0, 1], bounds: frame)
    var group = sketch.surface(frame)
    for _ in 0..<300 {
      sketch.composite(group, opacity: 1, bounds: frame)
      group = sketch.surface(frame)
    }
    sketch.composite(group, opacity: 1, bounds: frame)
    let result = try SoftwareBackend(threads: 2).picture(sketch.output(40, 40))
    #expect(result.pixels.allSatisfy { $0 == 0xFF00_0000 })
  }
}
