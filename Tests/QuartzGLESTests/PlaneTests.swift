// Images that are planes of Y, Cb and Cr: converted where they are drawn, on both renderers.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzSoftware
import TestRandom
import Testing

@testable import QuartzGLES
@testable import QuartzPlan

/// The ways from planes to colours.
enum PlaneBackend: String, CaseIterable {
  /// Rows of planes as they are drawn.
  case software
  /// Colours of the processor, uploaded.
  case glesConverted
  /// Planes uploaded, and a pass of a shader.
  case glesDrawn

  func make() throws -> any RenderBackend {
    switch self {
    case .software: SoftwareBackend(threads: 2)
    case .glesConverted: try debugBackend()
    case .glesDrawn: try debugBackend { $0.weighsPixels = false }
    }
  }
}

extension PlaneLayout {
  /// All forms of slots, in every matrix, range and siting.
  fileprivate static var all: [PlaneLayout] {
    var result: [PlaneLayout] = []
    for chroma in Chroma.allCases {
      for (depth, lowBits) in [(8, 0), (10, 6), (10, 0)] {
        for matrix in Matrix.allCases {
          for flags in 0..<8 {
            var layout = PlaneLayout(chroma)
            (layout.depth, layout.lowBits, layout.matrix) = (depth, lowBits, matrix)
            layout.isFullRange = flags & 1 != 0
            (layout.betweenX, layout.betweenY) = (flags & 2 != 0, flags & 4 != 0)
            result.append(layout)
          }
        }
      }
    }
    return result
  }
}

/// An image of random samples.
private func noise(
  _ layout: PlaneLayout,
  _ width: Int,
  _ height: Int,
  seed: UInt64
) throws -> PixelBuffer {
  var random = SeededGenerator(seed: seed)
  let planes = layout.packed(width: width, height: height)
  let count = try planes.byteCount(width: width, height: height, limit: .max / 4)
  let block = try MemoryBlock(unwritten: count)
  for index in 0..<count {
    block.base.storeBytes(
      of: UInt8.random(in: 0...255, using: &random),
      toByteOffset: index,
      as: UInt8.self
    )
  }
  return try PixelBuffer(
    width: width,
    height: height,
    planes: planes,
    base: UnsafeRawPointer(block.base),
    byteCount: count,
    owner: block
  )
}

@Suite(.enabled(if: GLMachine.isAvailable, GLMachine.reason))
struct PlaneTests {
  /// The picture of an image in its own size at (3, 2), or made larger.
  private func scene(_ pixels: PixelBuffer, scale: Double = 1) -> ContentsScene {
    var scene = ContentsScene(48, 40)
    let image = scene.image(pixels)
    let (width, height) = (Double(pixels.width) * scale, Double(pixels.height) * scale)
    scene.add(Rect(3, 2, width, height), [.contents: .image(image)])
    return scene
  }

  /// Every form, at sizes of 1 to 9: the bytes are those of the processor's conversion.
  @Test(arguments: PlaneBackend.allCases)
  func bytesAreThoseOfTheFormula(choice: PlaneBackend) throws {
    let backend = try choice.make()
    for (index, layout) in PlaneLayout.all.enumerated() {
      let (width, height) = (1 + index % 9, 1 + index / 9 % 9)
      let pixels = try noise(layout, width, height, seed: UInt64(index))
      let colors = try #require(pixels.copy())
      #expect(colors.planes == nil)
      let picture = try scene(pixels).picture(backend)
      let expected = try scene(colors).picture(backend)
      let difference = PictureDifference(reference: expected, actual: picture)
      #expect(difference.flat == 0 && difference.edge == 0, "\(layout): \(difference)")
    }
  }

  /// Words of ten bits, and light in PQ and HLG on an output of standard range: what is made of
  /// them first, on every renderer.
  @Test(arguments: PlaneBackend.allCases)
  func wordsAndLightAreThoseOfTheProcessor(choice: PlaneBackend) throws {
    let backend = try choice.make()
    var tenBits = PlaneLayout(.interleaved)
    (tenBits.depth, tenBits.lowBits, tenBits.matrix) = (10, 6, .rec2020)
    var translucent = PlaneLayout.words
    translucent.hasAlpha = true
    var layouts = [PlaneLayout.words, translucent]
    for transfer in PlaneLayout.Transfer.allCases {
      for var layout in [tenBits, PlaneLayout.words] {
        layout.light = PlaneLayout.Light(transfer, headroom: 4.926108)
        layouts.append(layout)
      }
    }
    for (index, layout) in layouts.enumerated() {
      for scale in [1, 0.4, 1.7] {
        let pixels = try noise(layout, 20, 15, seed: UInt64(index))
        let colors = try #require(pixels.copy())
        let picture = try scene(pixels, scale: scale).picture(backend)
        let expected = try scene(colors, scale: scale).picture(backend)
        let difference = PictureDifference(reference: expected, actual: picture)
        #expect(difference.flat == 0 && difference.edge == 0, "\(layout): \(difference)")
      }
    }
  }

  @Test(arguments: PlaneBackend.allCases)
  func scaledAndTurnedAndSmaller(choice: PlaneBackend) throws {
    let backend = try choice.make()
    let layout = PlaneLayout(.interleaved)
    let pixels = try noise(layout, 21, 17, seed: 4)
    let colors = try #require(pixels.copy())
    for scale in [0.3, 0.77, 1.5] {
      let picture = try scene(pixels, scale: scale).picture(backend)
      let expected = try scene(colors, scale: scale).picture(backend)
      let difference = PictureDifference(reference: expected, actual: picture)
      #expect(difference.flat == 0 && difference.edge == 0, "\(scale): \(difference)")
    }
  }

  /// A picture of another form, size and kind replaces one: what shows is the last.
  @Test(arguments: PlaneBackend.allCases)
  func picturesReplaceEachOther(choice: PlaneBackend) throws {
    let backend = try choice.make()
    var tenBits = PlaneLayout(.interleaved)
    (tenBits.depth, tenBits.lowBits) = (10, 6)
    var bright = tenBits
    bright.light = PlaneLayout.Light(.pq, headroom: 4)
    let first = try noise(PlaneLayout(.interleaved), 20, 12, seed: 1)
    let scene = scene(first)
    let renderer = try scene.renderer(backend)
    defer { renderer.close() }
    try renderer.render(at: 0)
    let others = [
      try noise(PlaneLayout(.interleaved), 20, 12, seed: 2),
      try noise(PlaneLayout(.planar), 20, 12, seed: 3), try noise(tenBits, 20, 12, seed: 4),
      try PixelBuffer.noise(20, 12, seed: 5), try noise(PlaneLayout(.swapped), 20, 12, seed: 6),
      try noise(PlaneLayout(.swapped), 10, 6, seed: 7), try PixelBuffer.noise(20, 12, seed: 8),
      try noise(.words, 20, 12, seed: 9), try noise(bright, 20, 12, seed: 10),
      try noise(PlaneLayout(.planar), 20, 12, seed: 11),
    ]
    for pixels in others {
      try renderer.present(ImagePresent(ImageID(1), pixels))
      try renderer.render(at: 0)
      let found = try TargetPicture(of: 1, 48, 40, in: backend)
      let other = try scene.renderer(SoftwareBackend(threads: 1))
      defer { other.close() }
      try other.present(ImagePresent(ImageID(1), try #require(pixels.copy())))
      try other.render(at: 0)
      let expected = try TargetPicture(of: 1, 48, 40, in: other.backend)
      let difference = PictureDifference(reference: expected, actual: found)
      #expect(difference.flat <= 1 && difference.edge <= 1, "\(pixels.width): \(difference)")
    }
  }

  /// A renderer with the pass uploads 12 bits a pixel of NV12, 24 of P010, not 32.
  @Test func planesAreUploadedAsTheyAre() throws {
    let backend = try PlaneBackend.glesDrawn.make()
    var tenBits = PlaneLayout(.interleaved)
    (tenBits.depth, tenBits.lowBits) = (10, 6)
    for (layout, bits) in [(PlaneLayout(.interleaved), 12), (tenBits, 24)] {
      let pixels = try noise(layout, 320, 200, seed: 9)
      let renderer = try scene(pixels).renderer(backend)
      defer { renderer.close() }
      try renderer.render(at: 0)
      try renderer.present(ImagePresent(ImageID(1), try noise(layout, 320, 200, seed: 10)))
      try renderer.render(at: 0)
      let planes = 320 * 200 * bits / 8
      // because: instances of a few draws come with them.
      #expect((planes..<planes + 1024).contains(backend.counters.bytesUploaded))
    }
  }

  /// A picture in its own size is converted row by row, and never as a whole.
  @Test func softwareConvertsWhatIsDrawn() throws {
    let backend = SoftwareBackend(threads: 1)
    let pixels = try noise(PlaneLayout(.interleaved), 30, 20, seed: 11)
    _ = try scene(pixels).picture(backend)
    #expect(!pixels.isConverted)
    _ = try scene(pixels, scale: 1.3).picture(backend)
    #expect(pixels.isConverted)
  }
}
