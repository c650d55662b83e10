// Every kind and variant of draw, against the software renderer.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzSoftware
import Testing

@testable import QuartzGLES
@testable import QuartzPlan

let turned =
  Homography(flattening: .rotation(0.4, 0, 0, 1)) * Homography.translation(40, 12)
let tilted: Homography = {
  let rotation = Matrix4x4.rotation(0.9, 0.3, 1, 0.2)
  let matrix = rotation * Matrix4x4.perspective(120) * Matrix4x4.translation(40, 30)
  return Homography(flattening: matrix)
}()

/// The spaces that shapes are drawn in.
enum SketchSpace: String, CaseIterable {
  case aligned, subpixel, turned, tilted

  func shape(_ width: Float, _ height: Float, radius: Float) -> SketchShape {
    switch self {
    case .aligned: SketchShape(8, 10, 8 + width, 10 + height, radius: radius)
    case .subpixel: SketchShape(8.3, 10.7, 8.3 + width, 10.7 + height, radius: radius)
    case .turned: SketchShape(0, 0, width, height, radius: radius, map: QuartzGLESTests.turned)
    case .tilted:
      SketchShape(
        -width / 2,
        -height / 2,
        width / 2,
        height / 2,
        radius: radius,
        map: QuartzGLESTests.tilted
      )
    }
  }
}

/// The clips that draws are drawn with.
enum SketchClip: String, CaseIterable {
  case none, axis, general

  func add(to sketch: inout GLESPlanSketch) -> Int32 {
    switch self {
    case .none: -1
    case .axis: sketch.clip(SketchShape(14.4, 5.5, 58.2, 44.6, radius: 9))
    case .general: sketch.clip(SketchShape(0, 0, 40, 30, radius: 7, map: turned))
    }
  }
}

@Suite(.enabled(if: GLMachine.isAvailable, GLMachine.reason))
struct GLESDrawTests {
  let backend: GLESBackend

  init() throws {
    backend = try debugBackend()
  }

  @Test(arguments: SketchSpace.allCases, SketchClip.allCases)
  func solid(space: SketchSpace, clip: SketchClip) throws {
    for (radius, alpha) in [(Float(0), Float(1)), (0, 0.6), (11, 1), (11, 0.4)] {
      var sketch = GLESPlanSketch(80, 60)
      let clip = clip.add(to: &sketch)
      sketch.solid(
        space.shape(44, 32, radius: radius),
        SIMD4(0.9, 0.3, 0.1, 1) * alpha,
        clip: clip
      )
      try expectAgreement(
        sketch.finished(),
        named: "solid-\(space)-\(clip)-\(radius)-\(alpha)",
        with: backend
      )
    }
  }

  @Test(arguments: SketchSpace.allCases, SketchClip.allCases)
  func border(space: SketchSpace, clip: SketchClip) throws {
    for (radius, width) in [(Float(0), Float(1)), (0, 3.5), (11, 4), (5, 8), (11, 30)] {
      var sketch = GLESPlanSketch(80, 60, clear: [0.1, 0.2, 0.3, 1])
      let clip = clip.add(to: &sketch)
      sketch.border(
        space.shape(44, 32, radius: radius),
        width: width,
        [0.2, 0.8, 0.4, 0.9],
        clip: clip
      )
      try expectAgreement(
        sketch.finished(),
        named: "border-\(space)-\(clip)-\(radius)-\(width)",
        with: backend
      )
    }
  }

  @Test(arguments: SketchSpace.allCases, SketchClip.allCases)
  func image(space: SketchSpace, clip: SketchClip) throws {
    let images = [
      (ImageID(1), try PixelBuffer.smooth(40, 30)), (ImageID(2), try .noise(9, 7, seed: 3)),
      (ImageID(3), try .smooth(300, 280)),
    ]
    let texels: [SIMD4<Float>] = [[0, 0, 40, 30], [2, 1, 7, 5], [20, 30, 260, 270]]
    for (index, texels) in texels.enumerated() {
      for (nearest, radius) in [(false, Float(0)), (true, 0), (false, 10)] {
        var sketch = GLESPlanSketch(80, 60)
        let clip = clip.add(to: &sketch)
        sketch.image(
          space.shape(44, 32, radius: radius),
          images[index].0,
          texels: texels,
          nearest: nearest,
          tint: [0.9, 0.8, 1, 1],
          clip: clip
        )
        try expectAgreement(
          sketch.finished(),
          images,
          named: "image-\(space)-\(clip)-\(index)-\(nearest)-\(radius)",
          with: backend,
          // because: tinted texels are rounded, and then what an edge leaves of them
          edge: 2
        )
      }
    }
  }

  @Test
  func imageCopies() throws {
    let images = [(ImageID(1), try PixelBuffer.noise(40, 30, seed: 8))]
    var sketch = GLESPlanSketch(80, 60)
    sketch.image(
      SketchShape(13, 9, 53, 39),
      ImageID(1),
      texels: [0, 0, 40, 30],
      copies: true,
      tint: SIMD4(repeating: 1)
    )
    try expectAgreement(sketch.finished(), images, with: backend, edge: 1)
  }

  /// An opaque image in place is the image, byte for byte.
  @Test
  func imageCopiesExactly() throws {
    let image = try PixelBuffer.made(64, 64) { x, y in
      UInt32(x * 4) | UInt32(y * 4) << 8 | UInt32((x ^ y) * 4) << 16 | 255 << 24
    }
    var sketch = GLESPlanSketch(64, 64)
    sketch.image(SketchShape(0, 0, 64, 64), ImageID(1), texels: [0, 0, 64, 64], copies: true)
    let picture = try TargetPicture(sketch.finished(), [(ImageID(1), image)], with: backend)
    #expect(image.withBytes { $0.elementsEqual(picture.bytes) })
  }

  @Test
  func compositesNest() throws {
    var sketch = GLESPlanSketch(80, 60, clear: [0.9, 0.9, 1, 1])
    let clip = sketch.clip(SketchShape(10.5, 8, 70, 50, radius: 12))
    sketch.begin(PixelRect(8, 4, 74, 56))
    sketch.solid(SketchShape(12, 8, 50, 40, radius: 6), [0.8, 0.1, 0.1, 1])
    sketch.begin(PixelRect(20, 12, 60, 52))
    sketch.solid(SketchShape(22.5, 14.5, 58, 50), [0.1, 0.6, 0.2, 1])
    sketch.border(SketchShape(22.5, 14.5, 58, 50), width: 3, [0, 0, 0, 1])
    let inner = sketch.end()
    sketch.composite(inner, opacity: 0.5)
    let outer = sketch.end()
    sketch.composite(outer, opacity: 0.7, clip: clip)
    try expectAgreement(sketch.finished(), named: "composites", with: backend)
    #expect(backend.counters.targets == 3)
  }

  /// Surfaces that reach beyond the origin, and two that are alive at once.
  @Test
  func compositesFromNegativeOrigin() throws {
    var sketch = GLESPlanSketch(40, 40)
    sketch.begin(PixelRect(-10, -6, 20, 22))
    sketch.solid(SketchShape(-7.5, -3, 18.5, 20, radius: 5), [0.3, 0.1, 0.5, 0.6])
    let first = sketch.end()
    sketch.begin(PixelRect(5, 5, 40, 40))
    sketch.solid(SketchShape(6, 6, 39, 39, radius: 9), [0, 0.5, 0.5, 0.8])
    let second = sketch.end()
    sketch.composite(first, opacity: 0.8)
    sketch.composite(second, opacity: 0.3)
    sketch.composite(first, opacity: 0.4)
    try expectAgreement(sketch.finished(), with: backend, edge: 2)
  }

  @Test
  func thinShapes() throws {
    var sketch = GLESPlanSketch(60, 60)
    for index in 0..<12 {
      let start = 3.1 + Float(index) * 4.37
      sketch.solid(SketchShape(start, 4, start + 0.08 * Float(index + 1), 56), [0, 0, 0, 1])
      sketch.solid(SketchShape(2, start, 58, start + 0.3), [0.5, 0, 0, 0.5])
    }
    sketch.solid(SketchShape(0, 0, 30, 0.4, map: turned), [0, 0.4, 0, 1])
    try expectAgreement(sketch.finished(), named: "thin", with: backend)
  }

  @Test
  func cornersWithRadiiOfTheirOwn() throws {
    var shape = SketchShape(5.5, 6.25, 74, 53)
    shape.radiiX = [20, 4, 0, 34]
    shape.radiiY = [10, 9, 12, 23]
    var sketch = GLESPlanSketch(80, 60)
    sketch.solid(shape, [0.2, 0.2, 0.7, 1])
    shape.map = Homography(flattening: .rotation(0.1, 0, 0, 1)) * .scale(0.8, 0.7)
    sketch.border(shape, width: 5, [1, 0.5, 0, 1])
    try expectAgreement(sketch.finished(), named: "corners", with: backend)
  }

  /// Records of no meaning draw anything, but they draw it soon and leave no error.
  @Test
  func hostileNumbersReturn() throws {
    let images = [(ImageID(1), try PixelBuffer.smooth(20, 20))]
    for bad in [Float.nan, .infinity, -.infinity, 3e38, Float.leastNonzeroMagnitude] {
      var sketch = GLESPlanSketch(64, 64)
      let map = Homography([Double(bad), 0, 0], [0, 1, Double(bad)], [0, 0, 1])
      for map in [nil, map] {
        let shape = SketchShape(bad, 3, 30, bad, radius: bad, map: map)
        var placed = SketchShape(4, 4, 60, 60, radius: 5, map: map)
        placed.radiiX.y = bad
        for shape in [shape, placed] {
          let clip = sketch.clip(shape)
          sketch.solid(shape, SIMD4(bad, 0.5, bad, 1), clip: clip)
          sketch.border(shape, width: bad, [0, 0, 0, 1])
          sketch.image(shape, ImageID(1), texels: SIMD4(bad, 0, 20, bad))
        }
      }
      _ = try TargetPicture(sketch.finished(), images, with: backend)
    }
  }
}
