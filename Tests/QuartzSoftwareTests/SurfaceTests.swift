// Surfaces: masks, blend modes, blurs, pictures that are cached, and what they take of memory.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzRaster
import TestRandom
import Testing

@testable import QuartzSoftware

@Suite struct SurfaceTests {
  private let context = SoftwareBackend.context
  private let frame = PixelRect(0, 0, 8, 8)

  @Test func maskCutsPixelByPixel() throws {
    var sketch = PlanSketch()
    sketch.solid([0, 0, 8, 8], [1, 0, 0, 1], bounds: frame)
    let source = sketch.surface(frame)
    sketch.solid([2, 2, 4, 8], [0, 0, 0, 1], bounds: frame)
    sketch.solid([4, 2, 6, 8], [0, 0.2, 0, 128 / 255], bounds: frame)
    let mask = sketch.surface(PixelRect(0, 0, 8, 6))
    sketch.composite(source, opacity: 1, mask: mask, bounds: frame)
    let result = try SoftwareBackend(threads: 1).picture(sketch.output(8, 8, clearColor: .one))
    #expect(result[3, 3] == 0xFF00_00FF)
    // The mask's colour does not matter.
    #expect(result[5, 3] == 0xFF7F_7FFF)
    #expect(result[1, 3] == 0xFFFF_FFFF && result[3, 1] == 0xFFFF_FFFF)
    // Below the mask's frame there is nothing.
    #expect(result[3, 6] == 0xFFFF_FFFF && result[3, 5] == 0xFF00_00FF)
  }

  @Test func maskAndClipMultiply() throws {
    var sketch = PlanSketch()
    sketch.solid([0, 0, 8, 8], [0, 0, 0, 1], bounds: frame)
    let source = sketch.surface(frame)
    sketch.solid([0, 0, 8, 8], [0.5, 0.5, 0.5, 0.5], bounds: frame)
    let mask = sketch.surface(frame)
    var options = PlanSketch.Options()
    options.clip = sketch.clip([0, 0, 3.5, 8])
    sketch.composite(source, opacity: 0.5, mask: mask, bounds: frame, options)
    let result = try SoftwareBackend(threads: 1).picture(sketch.output(8, 8))
    let half = 0.5 * 128 / 255
    #expect(abs(Double(result[1, 1] >> 24) - half * 255) <= 0.6)
    #expect(abs(Double(result[3, 1] >> 24) - half / 2 * 255) <= 0.6)
    #expect(result[4, 1] == 0)
  }

  @Test(arguments: CompositingMode.allCases)
  func modesAreThoseOfTheBlender(mode: CompositingMode) throws {
    var sketch = PlanSketch()
    sketch.solid([0, 0, 8, 8], [0.3, 0.1, 0.6, 0.7], bounds: frame)
    let source = sketch.surface(PixelRect(2, 2, 7, 7))
    var options = PlanSketch.Options()
    options.clip = sketch.clip([0, 0, 5.5, 8])
    sketch.composite(source, opacity: 0.8, blend: mode, bounds: frame, options)
    let result = try SoftwareBackend(threads: 1).picture(
      sketch.output(8, 8, clearColor: [0.2, 0.5, 0.4, 0.6])
    )
    let below = PixelWord.word([0.2, 0.5, 0.4, 0.6])
    let blender = try #require(BlendMode(rawValue: Int32(mode.rawValue)))
    let color = PixelWord.color(PixelWord.word([0.3, 0.1, 0.6, 0.7])) * 0.8
    let full = blender.blend(color, over: PixelWord.color(below))
    // Half a pixel of the clip, in bytes.
    let half = PixelWord.color(below) + (full - PixelWord.color(below)) * (128 / 255)
    func isInCoordinateRange(_ word: UInt32, _ color: SIMD4<Float>) -> Bool {
      (0..<4).allSatisfy { channel in
        let byte = Float(word >> UInt32(channel * 8) & 255)
        // because: half a level from rounding, source-over also rounds coverage
        return abs(byte - min(max(color[channel], 0), 1) * 255) <= 0.75
      }
    }
    #expect(isInCoordinateRange(result[3, 3], full))
    #expect(isInCoordinateRange(result[5, 3], half))
    // Neither outside of the clip nor of the source does a mode do anything.
    #expect(result[6, 3] == below && result[1, 3] == below && result[3, 7] == below)
  }

  /// A square of 20 pixels, and the alpha of its blur in black, moved by (6, 4).
  private func shadow(_ sigma: SIMD2<Float>, frame: PixelRect, square: PixelRect) -> RenderPlan {
    var sketch = PlanSketch()
    let rect = SIMD4(Float(square.minX), Float(square.minY), Float(square.maxX), Float(square.maxY))
    sketch.solid(rect, [0, 1, 0, 1], bounds: square)
    let source = sketch.surface(square, reason: .shadowCaster)
    let blur = sketch.blur(source, sigma: sigma, frame)
    sketch.coverage(
      surface: blur,
      [0, 0, 0, 1],
      texelMap: [1, 1, Float(-frame.minX - 6), Float(-frame.minY - 4)],
      bounds: PixelRect(0, 0, 80, 80)
    )
    sketch.composite(source, opacity: 1, bounds: square)
    return sketch.output(80, 80)
  }

  @Test(arguments: [[2, 2], [5, 5], [3, 6], [9, 1]] as [SIMD2<Float>])
  func blurIsThatOfAnEdge(sigma: SIMD2<Float>) throws {
    let square = PixelRect(30, 30, 50, 50)
    let plan = shadow(sigma, frame: PixelRect(-10, -10, 90, 90), square: square)
    let result = try SoftwareBackend(threads: 2).picture(plan)
    func share(_ x: Double, _ sigma: Float) -> Double {
      // The Gaussian's integral over the square, in steps of 1/20 pixel.
      var sum = 0.0
      for step in 0..<400 {
        let distance = (30 + (Double(step) + 0.5) / 20 - x) / Double(sigma)
        sum += exponential(-distance * distance / 2)
      }
      return sum / 20 / (Double(sigma) * 2.506_628_274_6)
    }
    for (x, y) in [(20, 44), (28, 20), (56, 54), (62, 44), (58, 58)] {
      let exact = share(Double(x) - 6 + 0.5, sigma.x) * share(Double(y) - 4 + 0.5, sigma.y)
      let found = Double(result[x, y] >> 24)
      // because: the blur is exact to a level, pixels are averages of the edge, not samples
      #expect(abs(found - exact * 255) <= 2.2, "(\(x), \(y))")
    }
    #expect(result[40, 40] == 0xFF00_FF00)
  }

  private func exponential(_ x: Double) -> Double {
    var sum = 1 + x / 1_048_576
    for _ in 0..<20 { sum *= sum }
    return sum
  }

  /// Cutting a blur's frame does not change the rest.
  @Test func blurOfAPartIsAPartOfTheBlur() throws {
    let square = PixelRect(30, 30, 50, 50)
    let whole = shadow([3, 3], frame: PixelRect(15, 15, 65, 65), square: square)
    let part = shadow([3, 3], frame: PixelRect(34, 40, 60, 60), square: square)
    let backend = SoftwareBackend(threads: 1)
    let (a, b) = (try backend.picture(whole), try backend.picture(part))
    for y in 44..<64 { for x in 40..<66 { #expect(a[x, y] == b[x, y]) } }
  }

  @Test func surfaceIsAnImage() throws {
    var sketch = PlanSketch()
    sketch.solid([100, 100, 102, 104], [1, 0, 0, 1], bounds: PixelRect(100, 100, 104, 104))
    let source = sketch.surface(PixelRect(100, 100, 104, 104), reason: .rasterize)
    var options = PlanSketch.Options()
    options.flags = .nearest
    sketch.image(
      surface: source,
      [0, 0, 8, 8],
      texelMap: [0.5, 0.5, 0, 0],
      bounds: frame,
      options
    )
    let result = try SoftwareBackend(threads: 1).picture(sketch.output(8, 8))
    for y in 0..<8 { for x in 0..<8 { #expect(result[x, y] == (x < 4 ? 0xFF00_00FF : 0)) } }
  }

  // MARK: - Pictures that are cached

  /// A picture that is cached, of a colour.
  private func cached(_ color: SIMD4<Float>, key: UInt64, isReady: Bool) -> RenderPlan {
    var sketch = PlanSketch()
    sketch.solid([0, 0, 8, 8], color, bounds: frame)
    let source = sketch.surface(frame, reason: .rasterize)
    sketch.keep(source, key, isReady: isReady)
    sketch.image(surface: source, [0, 0, 8, 8], texelMap: [1, 1, 0, 0], bounds: frame)
    return sketch.output(8, 8)
  }

  @Test func cachedPicturesAreDrawnOnce() throws {
    let backend = SoftwareBackend(threads: 1)
    #expect(try backend.picture(cached([1, 0, 0, 1], key: 5, isReady: false))[3, 3] == 0xFF00_00FF)
    #expect(backend.counters.pixelsTouched == 128 && backend.counters.cacheMisses == 1)
    #expect(backend.counters.targets == 2)
    // The draw is green now, but what is shown is what was cached.
    let plan = cached([0, 1, 0, 1], key: 5, isReady: true)
    try backend.execute(plan, context: context)
    #expect(try backend.picture(frame)[3, 3] == 0xFF00_00FF)
    #expect(backend.counters.pixelsTouched == 64 && backend.counters.cacheHits == 1)
    #expect(backend.counters.draws == 1 && backend.counters.targets == 1)
  }

  @Test func cachedPicturesAreFreed() throws {
    let backend = SoftwareBackend(threads: 1)
    _ = try backend.picture(cached([1, 0, 0, 1], key: 5, isReady: false))
    try backend.execute(cached([1, 0, 0, 1], key: 6, isReady: false), context: context)
    let both = backend.cachedBytes
    #expect(both > 0)
    var plan = cached([1, 0, 0, 1], key: 6, isReady: true)
    plan.released = [5]
    try backend.execute(plan, context: context)
    #expect(backend.cachedBytes == both / 2)
    #expect(throws: RenderError.unknownSurface(key: 5)) {
      try backend.execute(cached([1, 0, 0, 1], key: 5, isReady: true), context: context)
    }
    // Keys are released where nothing is drawn, too.
    plan.damage = Damage()
    plan.released = [6]
    try backend.execute(plan, context: context)
    #expect(backend.cachedBytes == 0)
    _ = try backend.picture(cached([1, 0, 0, 1], key: 7, isReady: false))
    backend.destroyOutput(context)
    #expect(backend.cachedBytes == 0)
  }

  @Test func picturesOfAFailedFrameAreNotKept() throws {
    let backend = SoftwareBackend(threads: 1)
    _ = try backend.picture(cached([1, 0, 0, 1], key: 5, isReady: false))
    var sketch = PlanSketch()
    sketch.solid([0, 0, 8, 8], [0, 0, 1, 1], bounds: frame)
    let first = sketch.surface(frame)
    sketch.keep(first, 8)
    let second = sketch.surface(frame)
    sketch.keep(second, 9, isReady: true)
    sketch.composite(first, opacity: 1, bounds: frame)
    sketch.composite(second, opacity: 1, bounds: frame)
    let bytes = backend.cachedBytes
    #expect(throws: RenderError.unknownSurface(key: 9)) {
      try backend.execute(sketch.output(8, 8), context: context)
    }
    #expect(backend.cachedBytes == bytes)
    #expect(try backend.picture(frame)[3, 3] == 0xFF00_00FF)
  }

  @Test func contextsKeepTheirOwn() throws {
    let backend = SoftwareBackend(threads: 1)
    _ = try backend.picture(cached([1, 0, 0, 1], key: 5, isReady: false))
    try backend.createOutput(99, width: 8, height: 8)
    #expect(throws: RenderError.unknownSurface(key: 5)) {
      try backend.execute(cached([1, 0, 0, 1], key: 5, isReady: true), context: 99)
    }
    try backend.execute(cached([0, 1, 0, 1], key: 5, isReady: false), context: 99)
    try backend.execute(cached([0, 0, 1, 1], key: 5, isReady: true), context: context)
    #expect(try backend.picture(frame)[3, 3] == 0xFF00_00FF)
  }

  // MARK: - Counters and memory

  /// A surface that several draws show is drawn once.
  @Test func sharedSurfacesAreDrawnOnce() throws {
    var sketch = PlanSketch()
    sketch.solid([0, 0, 8, 8], [0, 0, 0, 0.5], bounds: frame)
    var surface = sketch.surface(frame)
    // Were each drawn as often as it is shown, the last ones were drawn two to the 40th times.
    for _ in 0..<40 {
      sketch.composite(surface, opacity: 0.5, bounds: frame)
      sketch.composite(surface, opacity: 0.5, bounds: frame)
      surface = sketch.surface(frame)
    }
    sketch.composite(surface, opacity: 1, bounds: frame)
    let backend = SoftwareBackend(threads: 1)
    _ = try backend.picture(sketch.output(8, 8))
    #expect(backend.counters.pixelsTouched == 64 * 82)
    #expect(backend.counters.draws == 82 && backend.counters.targets == 42)
  }

  @Test func memoryIsUsedAgain() throws {
    var memory = SurfaceMemory()
    memory.begin()
    // One after the other, each needed by the next: two places are enough.
    var offsets: [Int] = []
    for time in 0..<20 as Range<Int32> {
      offsets.append(memory.place(bytes: 1000, at: time, lastUse: time + 1))
    }
    #expect(Set(offsets).count == 2 && memory.needed == 2048)
    memory.begin()
    #expect(memory.place(bytes: 64, at: 0, lastUse: 9) == 0)
    #expect(memory.place(bytes: 640, at: 1, lastUse: 2) == 64)
    #expect(memory.place(bytes: 64, at: 2, lastUse: 9) == 704)
    // The hole in the middle is taken by what fits.
    #expect(memory.place(bytes: 704, at: 3, lastUse: 9) == 768)
    #expect(memory.place(bytes: 512, at: 3, lastUse: 9) == 64)
    #expect(memory.place(bytes: 128, at: 3, lastUse: 9) == 576)
  }

  @Test func tooMuchMemoryIsAnError() throws {
    let backend = SoftwareBackend(threads: 1)
    var sketch = PlanSketch()
    let huge = PixelRect(0, 0, 1 << 30, 1 << 30)
    let surface = sketch.surface(huge, reason: .rasterize)
    sketch.image(surface: surface, [0, 0, 8, 8], texelMap: [1, 1, 0, 0], bounds: frame)
    let plan = sketch.output(8, 8)
    #expect(throws: RenderError.self) { try backend.picture(plan) }
    var key = plan
    key.surfaces[0].key = 3
    #expect(throws: RenderError.self) { try backend.picture(key) }
    #expect(backend.cachedBytes == 0)
    // It goes on drawing.
    #expect(try backend.picture(cached([1, 0, 0, 1], key: 5, isReady: false))[3, 3] == 0xFF00_00FF)
  }
}
