// Coverage in bytes and hard edges.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import TestRandom
import Testing

@testable import QuartzGLES
@testable import QuartzPlan

@Suite(.enabled(if: GLMachine.isAvailable, GLMachine.reason))
struct GLESCoverageTests {
  let backend: GLESBackend

  init() throws {
    backend = try debugBackend()
  }

  @Test(arguments: SketchSpace.allCases, SketchClip.allCases)
  func bytes(space: SketchSpace, clip: SketchClip) throws {
    for (index, bytes) in [CoverageBytes.disc(30), .disc(9), .disc(600)].enumerated() {
      var sketch = GLESPlanSketch(80, 60)
      let clip = clip.add(to: &sketch)
      sketch.coverage(space.shape(44, 32, radius: 0), bytes, [0.5, 0.1, 0.4, 0.8], clip: clip)
      try expectPlan(
        sketch.finished(),
        named: "coverage-\(space)-\(clip)-\(index)",
        with: backend
      )
    }
  }

  @Test(arguments: SketchSpace.allCases)
  func stretched(space: SketchSpace) throws {
    let bytes = CoverageBytes.disc(25)
    var sketch = GLESPlanSketch(80, 60)
    sketch.coverage(space.shape(60, 40, radius: 0), bytes, [0, 0.1, 0.3, 0.7], margin: 12)
    try expectPlan(sketch.finished(), named: "stretched-\(space)", with: backend)
  }

  @Test
  func copies() throws {
    var numbers = SeededGenerator(seed: 3)
    let noise = CoverageBytes.made(40, 30) { _, _ in UInt8.random(in: 0...255, using: &numbers) }
    var sketch = GLESPlanSketch(80, 60)
    let clip = SketchClip.axis.add(to: &sketch)
    sketch.coverage(SketchShape(13, 9, 53, 39), noise, [0.2, 0, 0, 1], copies: true, clip: clip)
    sketch.coverage(SketchShape(30, 25, 70, 55), noise, [0, 0.5, 0, 0.5], copies: true)
    try expectPlan(sketch.finished(), with: backend)
  }

  /// Every set of hard edges, of solids and of clips.
  @Test(arguments: 0..<16)
  func hardEdges(edges: Int) throws {
    for radius in [Float(0), 6] {
      var sketch = GLESPlanSketch(80, 60)
      var shape = SketchShape(0, 0, 40, 30, radius: radius, map: turned)
      shape.hardEdges = Float(edges)
      sketch.solid(shape, [0.1, 0.2, 0.6, 0.9])
      var small = SketchShape(-16, -12, 16, 12, radius: radius, map: tilted)
      small.hardEdges = Float(15 - edges)
      let clip = sketch.clip(small)
      sketch.solid(SketchShape(0, 0, 80, 60), [0.5, 0.25, 0, 0.5], clip: clip)
      try expectPlan(sketch.finished(), named: "hard-\(edges)-\(radius)", with: backend)
    }
  }

  /// Two halves of a shape meet in a hard edge: together they are the shape.
  @Test
  func halvesLeaveNoSeam() throws {
    func plan(_ cuts: [Float]) -> RenderPlan {
      var sketch = GLESPlanSketch(80, 60)
      for (first, last) in zip(cuts, cuts.dropFirst()) {
        var shape = SketchShape(first, 0, last, 30, map: turned)
        shape.hardEdges = (first > 0 ? 1 : 0) + (last < 40 ? 2 : 0)
        sketch.solid(shape, [0.1, 0.2, 0.4, 0.5])
      }
      return sketch.finished()
    }
    let whole = try TargetPicture(plan([0, 40]), with: backend)
    #expect(try TargetPicture(plan([0, 17.3, 40]), with: backend) == whole)
    #expect(try TargetPicture(plan([0, 5, 20, 31, 40]), with: backend) == whole)
  }

  // MARK: Batches and textures

  /// A thousand layers of every kind, with shadows, wherever they lie.
  @Test(arguments: [true, false])
  func mixedLayersTakeFewCalls(overlap: Bool) throws {
    let backend = try debugBackend { $0.weighsPixels = false }
    var numbers = SeededGenerator(seed: 11)
    var sketch = GLESPlanSketch(1024, 1024)
    let images = try (1...20).map { (ImageID(UInt32($0)), try PixelBuffer.smooth(24, 24 + $0)) }
    let shadows = (0..<20).map { CoverageBytes.disc(21 + 2 * $0) }
    for index in 0..<1000 {
      let x = overlap ? numbers.number(0...980) : Float(index % 32) * 32 + 2.5
      let y = overlap ? numbers.number(0...980) : Float(index / 32) * 32 + 1.25
      var shape = SketchShape(x, y, x + 26, y + 26, radius: index % 5 == 1 ? 7 : 0)
      switch index % 5 {
      case 0, 1: sketch.solid(shape, numbers.color())
      case 2: sketch.border(shape, width: 3, numbers.color())
      case 3:
        let (image, pixels) = images[index % images.count]
        sketch.image(shape, image, texels: [0, 0, 24, Float(pixels.height)])
      default:
        shape.rect += [-8, -8, 8, 8]
        sketch.coverage(shape, shadows[index % 20], [0, 0, 0, 0.5], margin: 10)
      }
    }
    let plan = sketch.finished()
    _ = try TargetPicture(plan, images, with: backend)
    #expect(backend.counters.drawCalls <= 12)
    #expect(backend.counters.targets == 1)
    #expect(backend.counters.draws == 1000)
  }

  /// The program for many kinds draws the same as the programs of single kinds.
  @Test
  func mixedProgramDrawsTheSame() throws {
    let backend = try debugBackend { $0.weighsPixels = false }
    var numbers = SeededGenerator(seed: 4)
    for isTurned in [true, false] {
      var sketch = GLESPlanSketch(100, 80)
      let shadows = (0..<5).map { CoverageBytes.disc(21 + 4 * $0) }
      for index in 0..<60 {
        let (x, y) = (numbers.number(0...70), numbers.number(0...50))
        let map = isTurned && index % 3 == 0 ? turned : nil
        let shape = SketchShape(
          x,
          y,
          x + 30,
          y + 26,
          radius: index % 2 == 0 ? 7 : 0,
          map: map.map { $0 * .translation(-30, -20) }
        )
        if index % 2 == 0 {
          sketch.solid(shape, numbers.color())
        } else {
          let margin: Float? = index % 4 == 1 ? 10 : nil
          sketch.coverage(shape, shadows[index % 5], numbers.color(), margin: margin)
        }
      }
      let plan = sketch.finished()
      try expectPlan(plan, named: "mixed-\(isTurned)", with: backend)
      #expect(backend.counters.drawCalls <= 2)
    }
  }

  /// Bytes are uploaded once, and again when the budget had no room for them.
  @Test
  func bytesAreUploadedOnce() throws {
    let small = (0..<30).map { CoverageBytes.disc(20 + $0) }
    let large = (0..<3).map { CoverageBytes.disc(600 + $0) }
    func plan(_ bytes: [CoverageBytes]) -> RenderPlan {
      var sketch = GLESPlanSketch(64, 64)
      for bytes in bytes { sketch.coverage(SketchShape(0, 0, 60, 60), bytes, [0, 0, 0, 0.5]) }
      return sketch.finished()
    }
    try backend.createOutput(1, width: 64, height: 64)
    defer { backend.destroyOutput(1) }
    try backend.execute(plan(small + large), context: 1)
    #expect(backend.counters.cacheMisses == 33)
    try backend.execute(plan(small + large), context: 1)
    #expect(backend.counters.cacheMisses == 0)
    #expect(backend.counters.cacheHits == 33)

    let tight = try debugBackend { $0.coverageBudget = 700 * 700 }
    try tight.createOutput(2, width: 64, height: 64)
    for round in 0..<6 {
      try tight.execute(plan([large[round % 3]]), context: 2)
      #expect(tight.counters.cacheMisses == 1)
      let picture = try TargetPicture(of: 2, 64, 64, in: tight)
      let expected = PlanEvaluator(plan([large[round % 3]])).picture
      #expect(PictureDifference(reference: expected, actual: picture).edge <= 1)
    }
  }
}
