// Whole frames: order, batches, damage, textures, threads.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzModel
import QuartzSoftware
import TestRandom
import Testing

@testable import QuartzGLES
@testable import QuartzPlan

/// A plan of many draws of all kinds, spaces and clips.
func randomSketch(seed: UInt64, count: Int, _ images: [(ImageID, PixelBuffer)]) -> GLESPlanSketch {
  var numbers = SeededGenerator(seed: seed)
  var sketch = GLESPlanSketch(160, 120, clear: [0.95, 0.9, 0.8, 1])
  var clips: [Int32] = [-1, -1]
  for _ in 0..<3 {
    let (x, y) = (numbers.number(0...80), numbers.number(0...60))
    clips.append(
      sketch.clip(SketchShape(x, y, x + 70, y + 50, radius: numbers.number(0...25)))
    )
  }
  for _ in 0..<count {
    let (width, height) = (numbers.number(1...60), numbers.number(1...50))
    let (x, y) = (numbers.number(-10...150), numbers.number(-10...110))
    let radius = Bool.random(using: &numbers) ? 0 : numbers.number(0...1) * min(width, height) / 2
    var shape = SketchShape(x, y, x + width, y + height, radius: radius)
    switch Int.random(in: 0..<4, using: &numbers) {
    case 0: shape.rect = shape.rect.rounded(.toNearestOrAwayFromZero)
    case 1:
      let angle = Double(numbers.number(0...6))
      shape = SketchShape(0, 0, width, height, radius: radius)
      shape.map =
        Homography(flattening: .rotation(angle, 0.1, 0.2, 1))
        * .translation(Double(x), Double(y))
    default: break
    }
    guard shape.rect.z - shape.rect.x >= 1, shape.rect.w - shape.rect.y >= 1 else { continue }
    let clip = clips[Int.random(in: 0..<clips.count, using: &numbers)]
    switch Int.random(in: 0..<3, using: &numbers) {
    case 0: sketch.solid(shape, numbers.color(), clip: clip)
    case 1: sketch.border(shape, width: numbers.number(0.5...8), numbers.color(), clip: clip)
    default:
      let (image, pixels) = images[Int.random(in: 0..<images.count, using: &numbers)]
      sketch.image(
        shape,
        image,
        texels: [0, 0, Float(pixels.width), Float(pixels.height)],
        nearest: Int.random(in: 0..<4, using: &numbers) == 0,
        clip: clip
      )
    }
  }
  return sketch
}

@Suite(.enabled(if: GLMachine.isAvailable, GLMachine.reason))
struct GLESFrameTests {
  let backend: GLESBackend
  let images: [(ImageID, PixelBuffer)]

  init() throws {
    backend = try debugBackend()
    images = [
      (ImageID(1), try .smooth(31, 22)), (ImageID(2), try .smooth(64, 64)),
      (ImageID(7), try .smooth(300, 260)),
    ]
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func randomScenes(seed: UInt64) throws {
    let sketch = randomSketch(seed: seed, count: 40, images)
    try expectAgreement(
      sketch.finished(),
      images,
      named: "random-\(seed)",
      with: backend
    )
  }

  @Test
  func randomScenesInRGBA() throws {
    let backend = try debugBackend { $0.allowsBGRA = false }
    for seed in 0..<4 as Range<UInt64> {
      let sketch = randomSketch(seed: seed, count: 40, images)
      try expectAgreement(sketch.finished(), images, with: backend)
    }
  }

  // MARK: Damage

  /// A frame that draws only what changed is, byte for byte, the frame that draws all.
  @Test(arguments: 0..<10 as Range<UInt64>)
  func damageEqualsFullRedraw(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    let before = randomSketch(seed: seed, count: 40, images).finished()
    var damage = Damage()
    var sketch = randomSketch(seed: seed, count: 40, images)
    for _ in 0..<5 {
      let (x, y) = (numbers.number(0...120), numbers.number(0...90))
      let shape = SketchShape(x, y, x + 24.5, y + 20.25, radius: 6)
      sketch.solid(shape, numbers.color())
      damage.add(shape.bounds.intersection(before.outputFrame))
    }
    let after = sketch.finished(damage: damage)
    let full = try TargetPicture(sketch.finished(), images, with: backend)

    try backend.createOutput(2, width: 160, height: 120)
    defer { backend.destroyOutput(2) }
    for (image, pixels) in images {
      try backend.createImage(ImageKey(context: 2, image: image), pixels)
    }
    defer {
      for (image, _) in images { backend.destroyImage(ImageKey(context: 2, image: image)) }
    }
    try backend.execute(before, context: 2)
    try backend.execute(after, context: 2)
    let partial = try TargetPicture(of: 2, 160, 120, in: backend)
    #expect(partial == full, "\(PictureDifference(reference: full, actual: partial))")
  }

  @Test
  func damageInGroupsEqualsFullRedraw() throws {
    func plan(_ offset: Float, _ damage: Damage? = nil) -> RenderPlan {
      var sketch = GLESPlanSketch(100, 80, clear: [0.2, 0.3, 0.4, 1])
      sketch.begin(PixelRect(10, 10, 90, 70))
      sketch.solid(SketchShape(12, 12, 88, 60, radius: 10), [0.9, 0.7, 0, 1])
      sketch.solid(SketchShape(20 + offset, 20, 40 + offset, 50, radius: 5), [0, 0.2, 0.9, 1])
      sketch.composite(sketch.end(), opacity: 0.6)
      return sketch.finished(damage: damage)
    }
    let full = try TargetPicture(plan(11.5), with: backend)
    try backend.createOutput(2, width: 100, height: 80)
    defer { backend.destroyOutput(2) }
    try backend.execute(plan(0), context: 2)
    var damage = Damage(PixelRect(20, 20, 40, 50))
    damage.add(PixelRect(31, 20, 52, 50))
    try backend.execute(plan(11.5, damage), context: 2)
    #expect(try TargetPicture(of: 2, 100, 80, in: backend) == full)
    #expect(backend.counters.targets == 2)
  }

  /// Pixels outside of the damage are not touched, whatever the plan draws there.
  @Test
  func damageLimitsPixels() throws {
    var sketch = GLESPlanSketch(64, 64)
    sketch.solid(SketchShape(0, 0, 64, 64), [1, 0, 0, 1])
    try backend.createOutput(3, width: 64, height: 64)
    defer { backend.destroyOutput(3) }
    try backend.execute(GLESPlanSketch(64, 64, clear: [0, 0, 1, 1]).finished(), context: 3)
    try backend.execute(sketch.finished(damage: Damage(PixelRect(8, 8, 24, 16))), context: 3)
    let picture = try TargetPicture(of: 3, 64, 64, in: backend)
    #expect(picture[8, 8] == [255, 0, 0, 255])
    #expect(picture[23, 15] == [255, 0, 0, 255])
    #expect(picture[24, 15] == [0, 0, 255, 255])
    #expect(picture[7, 8] == [0, 0, 255, 255])
    #expect(backend.counters.pixelsTouched == 16 * 8)
  }

  // MARK: Batches

  /// 1,000 layers in the order rectangle, rounded rectangle, border, image, anywhere: those that
  /// overlap keep their order, and still it takes at most eight calls.
  @Test(arguments: [true, false])
  func plainLayersTakeFewCalls(overlap: Bool) throws {
    let backend = try debugBackend { $0.weighsPixels = false }
    var numbers = SeededGenerator(seed: 5)
    var sketch = GLESPlanSketch(1024, 1024)
    let small = try (1...40).map { (ImageID(UInt32($0)), try PixelBuffer.smooth(24, 24 + $0)) }
    for index in 0..<1000 {
      let column = Float(index % 32) * 32
      let row = Float(index / 32) * 32
      let x = overlap ? numbers.number(0...990) : column + 2.5
      let y = overlap ? numbers.number(0...990) : row + 1.25
      let shape = SketchShape(x, y, x + 26, y + 28, radius: index % 4 == 1 ? 7 : 0)
      switch index % 4 {
      case 0, 1: sketch.solid(shape, numbers.color())
      case 2: sketch.border(shape, width: 3, numbers.color())
      default:
        let (image, pixels) = small[index % small.count]
        sketch.image(shape, image, texels: [0, 0, 24, Float(pixels.height)])
      }
    }
    let plan = sketch.finished()
    _ = try TargetPicture(plan, small, with: backend)
    #expect(backend.counters.drawCalls <= 8)
    #expect(backend.counters.targets == 1)
    #expect(backend.counters.draws == 1000)
    try expectAgreement(plan, small, with: backend)
  }

  /// Every instance brings its own clip.
  @Test
  func clipsShareACall() throws {
    var numbers = SeededGenerator(seed: 8)
    var sketch = GLESPlanSketch(200, 160)
    for index in 0..<200 {
      let (x, y) = (numbers.number(-10...180), numbers.number(-10...140))
      let clip = sketch.clip(SketchShape(x, y, x + 30, y + 24, radius: Float(index % 12)))
      sketch.solid(SketchShape(x - 2, y + 2, x + 40, y + 40), numbers.color(), clip: clip)
    }
    let plan = sketch.finished()
    _ = try TargetPicture(plan, with: backend)
    #expect(backend.counters.drawCalls == 1)
    try expectAgreement(plan, with: backend)
  }

  /// Drawing an unchanged scene again compiles, uploads and allocates nothing but its instances.
  @Test
  func secondFrameReusesEverything() throws {
    let plan = randomSketch(seed: 3, count: 60, images).finished()
    try backend.createOutput(4, width: 160, height: 120)
    defer { backend.destroyOutput(4) }
    for (image, pixels) in images {
      try backend.createImage(ImageKey(context: 4, image: image), pixels)
    }
    try backend.execute(plan, context: 4)
    let first = backend.counters
    try backend.execute(plan, context: 4)
    let second = backend.counters
    #expect(first.cacheMisses == images.count)
    #expect(second.cacheMisses == 0)
    #expect(second.cacheHits == images.count)
    #expect(second.bytesUploaded < first.bytesUploaded)
    #expect(second.drawCalls == first.drawCalls)
  }

  // MARK: Textures

  /// With room for one large image, three take turns, and every picture is right.
  @Test
  func evictedImagesComeBack() throws {
    let side = 300
    let backend = try debugBackend { $0.textureBudget = side * side * 4 + 1000 }
    try backend.createOutput(1, width: side, height: side)
    let pictures = try (0..<3).map { index in
      try PixelBuffer.made(side, side) { x, _ in
        UInt32(x % 256) | UInt32(index * 100) << 8 | 255 << 24
      }
    }
    for (index, pixels) in pictures.enumerated() {
      try backend.createImage(ImageKey(context: 1, image: ImageID(UInt32(index + 1))), pixels)
    }
    let whole = Float(side)
    for round in 0..<7 {
      let index = round % 3
      var sketch = GLESPlanSketch(Int32(side), Int32(side))
      sketch.image(
        SketchShape(0, 0, whole, whole),
        ImageID(UInt32(index + 1)),
        texels: [0, 0, whole, whole],
        copies: true
      )
      try backend.execute(sketch.finished(), context: 1)
      #expect(backend.counters.cacheMisses == 1)
      let picture = try TargetPicture(of: 1, side, side, in: backend)
      #expect(pictures[index].withBytes { $0.elementsEqual(picture.bytes) })
    }
  }

  /// The images of one frame stay, however small the budget.
  @Test
  func imagesOfTheFrameStay() throws {
    let backend = try debugBackend { $0.textureBudget = 1 }
    let sketch = randomSketch(seed: 4, count: 60, images)
    try expectAgreement(sketch.finished(), images, with: backend)
    try backend.createOutput(5, width: 160, height: 120)
    for (image, pixels) in images {
      try backend.createImage(ImageKey(context: 5, image: image), pixels)
    }
    try backend.execute(sketch.finished(), context: 5)
    #expect(backend.counters.cacheMisses == images.count)
    try backend.execute(sketch.finished(), context: 5)
    #expect(backend.counters.cacheMisses == 0)
  }

  /// Neighbours in a page do not show through, however the filter rounds.
  @Test
  func neighboursInAPageStayApart() throws {
    let red = try PixelBuffer.made(10, 10) { _, _ in 0xFF00_00FF }
    let green = try PixelBuffer.made(10, 10) { _, _ in 0xFF00_FF00 }
    let images = [(ImageID(1), red), (ImageID(2), green), (ImageID(3), red)]
    var sketch = GLESPlanSketch(100, 100, clear: .zero)
    for index in 0..<3 {
      let top = Float(index) * 33
      sketch.image(
        SketchShape(0, top, 100, top + 33),
        ImageID(UInt32(index + 1)),
        texels: [0, 0, 10, 10]
      )
    }
    let picture = try TargetPicture(sketch.finished(), images, with: backend)
    for y in 0..<99 {
      let expected: [UInt8] = y / 33 == 1 ? [0, 255, 0, 255] : [255, 0, 0, 255]
      for x in 0..<100 where picture[x, y] != expected {
        Issue.record("(\(x), \(y)) is \(picture[x, y])")
        return
      }
    }
  }

  /// Images longer than a texture can be, wholly, around the cut between two tiles, turned, and in
  /// copies: as the software renderer draws them.
  @Test(arguments: [true, false])
  func imagesLargerThanATexture(isWide: Bool) throws {
    let (long, short, side) = (2000, 30, 600)
    let backend = try debugBackend { $0.textureSide = side }
    let (width, height) = isWide ? (long, short) : (short, long)
    let images = [(ImageID(1), try PixelBuffer.stripes(width, height))]
    let cut = Float(ImageTiles(width: long, height: short, limit: side).width)
    let whole = SIMD4<Float>(0, 0, Float(width), Float(height))
    let part = SIMD4<Float>(cut - 20, 0, cut + 20, 30)
    let middle = isWide ? part : SIMD4(part.y, part.x, part.w, part.z)
    for (texels, copies) in [(whole, false), (middle, false), (middle, true)] {
      for map in [nil, turned] where map == nil || !copies {
        for nearest in [true, false] {
          let size = texels.highHalf - texels.lowHalf
          let shown = copies ? size : SIMD2(64, 40)
          var sketch = GLESPlanSketch(80, 60)
          sketch.image(
            SketchShape(4, 3, 4 + shown.x, 3 + shown.y, map: map),
            ImageID(1),
            texels: texels,
            nearest: nearest,
            copies: copies
          )
          try expectAgreement(
            sketch.finished(),
            images,
            named: "tiles-\(isWide)-\(texels.x)-\(map == nil)-\(nearest)-\(copies)",
            with: backend
          )
        }
      }
    }
  }

  /// Where the blend unit mixes, llvmpipe rounds every draw to 8 bits twice: a level for each of
  /// the draws that lie on top of each other.
  @Test
  func blendUnitAgreesLayerByLayer() throws {
    let backend = try debugBackend { $0.allowsBlendingInShader = false }
    for seed in 0..<4 as Range<UInt64> {
      let sketch = randomSketch(seed: seed, count: 40, images)
      try expectAgreement(sketch.finished(), images, with: backend, flat: 2, edge: 3)
    }
  }

  // MARK: Errors and threads

  @Test
  func unknownNamesThrow() throws {
    #expect(throws: RenderError.unknownOutput(9)) {
      try backend.execute(GLESPlanSketch(8, 8).finished(), context: 9)
    }
    try backend.createOutput(9, width: 8, height: 8)
    var sketch = GLESPlanSketch(8, 8)
    sketch.image(SketchShape(0, 0, 8, 8), ImageID(77), texels: [0, 0, 8, 8])
    #expect(throws: RenderError.unknownImage(ImageKey(context: 9, image: ImageID(77)))) {
      try backend.execute(sketch.finished(), context: 9)
    }
    let limit = backend.maximumSide
    #expect(
      throws: RenderError.surfaceTooLarge(width: limit + 1, height: 4, limit: limit)
    ) { try backend.createOutput(10, width: limit + 1, height: 4) }
  }

  /// Made here, used on another thread, freed here.
  @Test
  func worksOnAnotherThread() throws {
    final class Work {
      var backend: GLESBackend?
      var picture: TargetPicture?
    }
    let work = Work()
    work.backend = try debugBackend()
    var thread = pthread_t()
    let started = pthread_create(
      &thread,
      nil,
      { argument in
        guard let argument else { return nil }
        let work = Unmanaged<Work>.fromOpaque(argument).takeUnretainedValue()
        var sketch = GLESPlanSketch(16, 16)
        sketch.solid(SketchShape(4, 4, 12, 12), [0, 1, 0, 1])
        if let backend = work.backend {
          work.picture = try? TargetPicture(sketch.finished(), with: backend)
        }
        return nil
      },
      Unmanaged.passUnretained(work).toOpaque()
    )
    #expect(started == 0)
    pthread_join(thread, nil)
    #expect(work.picture?[5, 5] == [0, 255, 0, 255])
    #expect(work.picture?[3, 5] == [255, 255, 255, 255])
    try expectAgreement(GLESPlanSketch(8, 8).finished(), with: #require(work.backend))
    work.backend = nil
  }
}
