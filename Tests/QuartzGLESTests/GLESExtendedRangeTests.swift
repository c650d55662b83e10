// Outputs of extended range: half floats that nothing clamps or rounds to bytes.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzModel
import QuartzRaster
import TestRandom
import Testing

@testable import QuartzGLES
@testable import QuartzPlan

@Suite(.enabled(if: GLMachine.isAvailable, GLMachine.reason))
struct GLESExtendedRangeTests {
  let backend: GLESBackend

  init() throws {
    backend = try debugBackend()
  }

  /// A value and the nearest half float below or around it, as the driver stores it.
  private func stored(_ value: Float, _ rounding: HalfRounding) -> Float16 {
    let nearest = Float16(value)
    guard rounding == .truncates, abs(Float(nearest)) > abs(value) else { return nearest }
    return value > 0 ? nearest.nextDown : nearest.nextUp
  }

  // MARK: Values

  /// A clear colour, and a half-transparent one over it: neither is clamped.
  @Test(arguments: [true, false])
  func valuesAreKept(allowsBGRA: Bool) throws {
    let backend = try debugBackend { $0.allowsBGRA = allowsBGRA }
    var sketch = GLESPlanSketch(4, 1, clear: [3.5, -0.25, 2, 1])
    sketch.extendedSolid(SketchShape(1, 0, 2, 1), [1, 0.3, 0.001, 0.5])
    sketch.extendedSolid(SketchShape(2, 0, 3, 1), [1e9, -1e9, .nan, 1])
    sketch.extendedSolid(SketchShape(3, 0, 4, 1), [.infinity, 0.5, -.infinity, 7])
    let picture = try TargetHalves(sketch.extended(), with: backend)
    let rounding = try backend.findHalfRounding()
    #expect(picture[0, 0] == [3.5, -0.25, 2, 1])
    let mixed: [Float] = [1 + 3.5 * 0.5, 0.3 - 0.25 * 0.5, 0.001 + 2 * 0.5, 1]
    for channel in 0..<4 {
      #expect(picture[1, 0][channel] == stored(mixed[channel], rounding), "\(rounding) \(channel)")
    }
    #expect(picture[2, 0] == [65504, -65504, 0, 1])
    #expect(picture[3, 0] == [65504, 0.5, -65504, 1])
  }

  /// Sums that no half float holds are the largest one, and differences never no numbers, where
  /// shaders mix.
  @Test(.enabled(if: GLMachine.mixesInShaders, "the blend unit mixes here"))
  func sumsStayFinite() throws {
    var sketch = GLESPlanSketch(2, 1, clear: [65504, -65504, 65504, 1])
    for _ in 0..<3 {
      sketch.extendedSolid(SketchShape(0, 0, 1, 1), [65504, -65504, 65504, 0])
    }
    sketch.extendedSolid(SketchShape(0, 0, 1, 1), [0, 0, 0, 0.5])
    let picture = try TargetHalves(sketch.extended(), with: backend)
    #expect(picture[0, 0] == [32752, -32752, 32752, 1])
  }

  /// Every image of half floats is shown as it is, whatever the texture: its own, or tiles.
  @Test(arguments: [nil, 16])
  func imagesAreCopied(side: Int?) throws {
    let backend = try debugBackend { $0.textureSide = side }
    let image = try PixelBuffer.halves(40, 20) { x, y in
      SIMD4(Float(x) / 4 - 2, Float(y) * 100, Float(x * y) / 1000, 1)
    }
    var sketch = GLESPlanSketch(40, 20)
    sketch.image(
      SketchShape(0, 0, 40, 20),
      ImageID(3),
      texels: [0, 0, 40, 20],
      nearest: true,
      copies: true
    )
    let picture = try TargetHalves(sketch.extended(), [(ImageID(3), image)], with: backend)
    for y in 0..<20 {
      for x in 0..<40 {
        let expected = SIMD4(Float(x) / 4 - 2, Float(y) * 100, Float(x * y) / 1000, 1)
        #expect(picture[x, y] == SIMD4<Float16>(expected))
      }
    }
    #expect(backend.counters.bytesUploaded >= 40 * 20 * 8)
  }

  /// A group at half opacity, and a mask, keep what is beyond white.
  @Test func groupsKeepValues() throws {
    var sketch = GLESPlanSketch(4, 2, clear: [0, 0, 0, 1])
    let frame = PixelRect(width: 4, height: 2)
    sketch.begin(frame)
    sketch.extendedSolid(SketchShape(0, 0, 4, 2), [4, -2, 0.5, 1])
    let group = sketch.end()
    sketch.begin(frame, reason: .mask)
    sketch.extendedSolid(SketchShape(0, 0, 2, 2), [9, 9, 9, 0.25])
    let mask = sketch.end()
    sketch.composite(group, opacity: 1, mask: mask)
    let picture = try TargetHalves(sketch.extended(), with: backend)
    #expect(picture[0, 0] == [1, -0.5, 0.125, 1])
    #expect(picture[3, 1] == [0, 0, 0, 1])
  }

  // MARK: Blend modes

  private static let modes: [(CompositingMode, SIMD4<Float16>)] = [
    (.normal, [3, -0.5, 0.25, 1]),
    (.multiply, [6, -0.25, 0.125, 1]),
    (.darken, [2, -0.5, 0.25, 1]),
    (.lighten, [3, 0.5, 0.5, 1]),
    (.difference, [1, 1, 0.25, 1]),
    (.maximum, [3, 0.5, 0.5, 1]),
    (.minimum, [2, -0.5, 0.25, 1]),
    // Limited by the headroom of 4, encoded: 1.824796.
    (.plusLighter, [Float16(1.824796), 0, 0.75, 1]),
    // On 0...1 only: 1, 0, 0.25 and 1, 0.5, 0.5.
    (.screen, [1, 0.5, 0.625, 1]),
    (.exclusion, [0, 0.5, 0.5, 1]),
    (.linearDodge, [1, 0.5, 0.75, 1]),
    (.subtract, [0, 0.5, 0.25, 1]),
    (.plusDarker, [1, 0, 0, 1]),
    (.sourceMinusDestination, [0, 0, 0, 1]),
    (.destinationMinusSource, [0, 0.5, 0.25, 1]),
  ]

  /// Modes with a meaning for any number take colours as they are, all others clamp them.
  @Test(arguments: [true, false])
  func modesTakeExtendedColors(fetches: Bool) throws {
    let backend = try debugBackend { $0.allowsBlendingInShader = fetches }
    for (mode, expected) in GLESExtendedRangeTests.modes {
      var sketch = GLESPlanSketch(2, 1, clear: [2, 0.5, 0.5, 1])
      let frame = PixelRect(width: 2, height: 1)
      sketch.begin(frame)
      sketch.extendedSolid(SketchShape(0, 0, 2, 1), [3, -0.5, 0.25, 1])
      let group = sketch.end()
      sketch.composite(group, opacity: 1, blend: mode)
      let picture = try TargetHalves(sketch.extended(headroom: 4), with: backend)
      for channel in 0..<4 {
        let away = abs(Float(picture[0, 0][channel]) - Float(expected[channel]))
        // One unit of the number from the curve, which not every driver computes alike.
        #expect(
          away <= (mode == .plusLighter ? 0x1p-10 : 0),
          "\(mode) \(channel): \(picture[0, 0])"
        )
      }
    }
  }

  // MARK: Effects

  /// A line of the brightness of 10,000 nits keeps its sum under a blur.
  @Test(arguments: [0.8, 3, 9] as [Float])
  func blursKeepSums(sigma: Float) throws {
    var sketch = GLESPlanSketch(161, 4, clear: .zero)
    let frame = PixelRect(width: 161, height: 4)
    sketch.begin(frame)
    sketch.extendedSolid(SketchShape(80, 0, 81, 4), [5.296875, -1, 0, 1])
    let line = sketch.end()
    let blurred = sketch.effect(.blur(sigma: [sigma, 0], .color), of: line, frame: frame)
    sketch.composite(blurred, opacity: 1)
    let picture = try TargetHalves(sketch.extended(), with: backend)
    for y in 0..<4 {
      let sum = (0..<161).reduce(SIMD4<Double>.zero) { $0 + SIMD4<Double>(picture[$1, y]) }
      #expect(abs(sum.x - 5.296875) <= 5.296875 * 0.005, "\(sum)")
      #expect(abs(sum.y + 1) <= 0.005, "\(sum)")
      #expect(abs(sum.w - 1) <= 0.005, "\(sum)")
    }
  }

  /// A colour matrix has no upper limit, and a lower one for colours that were not below 0.
  @Test func matricesHaveNoUpperLimit() throws {
    let frame = PixelRect(width: 3, height: 1)
    var sketch = GLESPlanSketch(3, 1, clear: .zero)
    sketch.begin(frame)
    sketch.extendedSolid(SketchShape(0, 0, 1, 1), [2, 0.5, 0, 1])
    sketch.extendedSolid(SketchShape(1, 0, 2, 1), [2, -0.5, 0.25, 1])
    sketch.extendedSolid(SketchShape(2, 0, 3, 1), [1, 0.5, 0.25, 0.5])
    let source = sketch.end()
    let kernel = ColorMatrixKernel(
      rows: [[2, 0, 0, 0], [-1, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]],
      bias: [0.5, 0, 0, 0]
    )
    let changed = sketch.effect(.colorMatrix(kernel), of: source, frame: frame)
    sketch.composite(changed, opacity: 1)
    let picture = try TargetHalves(sketch.extended(), with: backend)
    #expect(picture[0, 0] == [4.5, 0, 0, 1])
    #expect(picture[1, 0] == [4.5, -2.5, 0.25, 1])
    #expect(picture[2, 0] == [2.25, 0, 0.25, 0.5])
  }

  // MARK: Refusals, and what standard outputs have of it

  @Test func driversWithoutHalvesRefuse() throws {
    let backend = try debugBackend { $0.allowsHalfTargets = false }
    let refusal = RenderError.noExtendedRange(
      renderer: "gles",
      reason: "GL has neither GL_EXT_color_buffer_half_float nor GL_EXT_color_buffer_float"
    )
    #expect(throws: refusal) {
      try backend.createOutput(1, width: 4, height: 4, range: .extended(headroom: 2))
    }
    #expect(!"\(refusal)".contains("\n"))
    try backend.createOutput(1, width: 4, height: 4, range: .standard)
    backend.destroyOutput(1)
  }

  /// A frame of standard range is the same, in its bytes and in its work, before and after frames
  /// of extended range, and makes no program or target of theirs.
  @Test func standardFramesAreUntouched() throws {
    let images: [(ImageID, PixelBuffer)] = [(ImageID(1), try .smooth(31, 22))]
    let plan = randomSketch(seed: 11, count: 60, images).finished()
    let before = try TargetPicture(plan, images, with: backend)
    let (work, programs) = (backend.counters, backend.programsBuilt)
    #expect(try !backend.objectLabels().contains { $0.contains("EXTENDED") })

    var extended = plan
    extended.range = .extended(headroom: 4)
    let picture = try TargetHalves(extended, images, with: backend)
    #expect(backend.programsBuilt > programs)

    let built = backend.programsBuilt
    #expect(try TargetPicture(plan, images, with: backend) == before)
    #expect(backend.counters == work)
    #expect(backend.programsBuilt == built)
    // Values in 0...1 are the same in both, but for the rounding of each blend to bytes.
    let most = HalfBytes.difference(picture, before)
    #expect(most <= 3, "\(most) levels")
  }

  /// The same frame is the same half floats, in parts and at once.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func damageEqualsFullRedraw(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    let images: [(ImageID, PixelBuffer)] = [(ImageID(1), try .smooth(64, 64))]
    let before = randomSketch(seed: seed, count: 40, images).extended()
    var sketch = randomSketch(seed: seed, count: 40, images)
    var damage = Damage()
    for _ in 0..<5 {
      let (x, y) = (numbers.number(0...120), numbers.number(0...90))
      let shape = SketchShape(x, y, x + 24.5, y + 20.25, radius: 6)
      sketch.extendedSolid(shape, numbers.color() * [4, -1, 2, 1])
      damage.add(shape.bounds.intersection(before.outputFrame))
    }
    var after = sketch.finished(damage: damage)
    after.range = before.range
    try backend.createOutput(2, width: 160, height: 120, range: before.range)
    defer { backend.destroyOutput(2) }
    for (image, pixels) in images {
      try backend.createImage(ImageKey(context: 2, image: image), pixels)
    }
    defer {
      for (image, _) in images { backend.destroyImage(ImageKey(context: 2, image: image)) }
    }
    try backend.execute(before, context: 2)
    try backend.execute(after, context: 2)
    let partial = try TargetHalves(of: 2, 160, 120, in: backend)
    let full = try TargetHalves(sketch.extended(), images, with: backend)
    #expect(partial == full)
  }
}

/// Pictures of half floats as bytes.
enum HalfBytes {
  /// The largest difference of a channel, in levels of 255.
  static func difference(_ picture: TargetHalves, _ bytes: TargetPicture) -> Float {
    var most: Float = 0
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        for (channel, byte) in bytes[x, y].enumerated() {
          most = max(most, abs(Float(picture[x, y][channel]) * 255 - Float(byte)))
        }
      }
    }
    return most
  }
}
