// Large opaque images, which are copied where the processor draws.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzSoftware
import TestRandom
import Testing

@testable import QuartzGLES
@testable import QuartzPlan

@Suite(.enabled(if: GLMachine.isAvailable, GLMachine.reason))
struct CopiedTexelsTests {
  private static let side = 512

  /// An opaque picture in which no texel is like those around it.
  private func noise(_ width: Int, _ height: Int, _ random: inout SeededGenerator) throws
    -> PixelBuffer
  {
    var bytes = [UInt8](repeating: 255, count: width * height * 4)
    for index in bytes.indices where index % 4 != 3 {
      bytes[index] = .random(in: 0...255, using: &random)
    }
    return try bytes.withUnsafeBytes {
      try PixelBuffer(
        width: width,
        height: height,
        rowBytes: width * 4,
        isOpaque: true,
        copying: $0
      )
    }
  }

  /// A context of 512 x 512 pixels with one backend.
  private func renderer(_ backend: any RenderBackend) throws -> ContextRenderer {
    let configuration = ContextConfiguration(width: Self.side, height: Self.side)
    return try ContextRenderer(context: 1, configuration: configuration, backend: backend)
  }

  private func picture(_ renderer: ContextRenderer, at time: Double) throws -> TargetPicture {
    try renderer.render(at: time)
    return try TargetPicture(of: 1, Self.side, Self.side, in: renderer.backend)
  }

  private func values(_ rect: Rect) -> PropertyBag {
    var bag = PropertyBag()
    bag[.bounds] = .rect(Rect(0, 0, rect.width, rect.height))
    bag[.position] = .point(Point(rect.minX + rect.width / 2, rect.minY + rect.height / 2))
    return bag
  }

  /// Inside, and reaching out on two sides.
  @Test(arguments: [(20, 30), (-100, -70), (300, 400)]) func pixelsAreTheTexels(x: Int, y: Int)
    throws
  {
    var random = SeededGenerator(seed: 3)
    let image = try noise(300, 200, &random)
    let context = try renderer(debugBackend())
    var commit = Commit()
    commit.created = [.init(LayerID(1), .layer)]
    commit.createdImages = [.init(ImageID(1), image)]
    var layer = values(Rect(Double(x), Double(y), 300, 200))
    layer[.contents] = .image(ImageID(1))
    commit.changes = [.init(LayerID(1), layer)]
    commit.root = LayerID(1)
    try context.apply(commit)
    let found = try picture(context, at: 0)
    image.withBytes { bytes in
      for row in max(-y, 0)..<min(Self.side - y, 200) {
        for column in max(-x, 0)..<min(Self.side - x, 300) {
          let start = (row * 300 + column) * 4
          #expect(found[x + column, y + row] == Array(bytes[start..<start + 4]))
        }
      }
    }
    context.close()
  }

  /// Images that lie on nothing else, or on one ground, are copied one after the other, so that all
  /// that lies on them needs one call.
  @Test(arguments: [false, true]) func drawsOverCopiesShareACall(hasGround: Bool) throws {
    let backend = try debugBackend()
    // A GPU draws them in one call, too.
    guard backend.report.chosen?.driver.isSoftware == true else { return }
    var random = SeededGenerator(seed: 5)
    let context = try renderer(backend)
    var commit = Commit()
    for index in 0..<4 {
      let (image, card, mark) = (
        ImageID(UInt32(index + 1)), LayerID(UInt32(2 * index + 2)), LayerID(UInt32(2 * index + 3))
      )
      commit.createdImages.append(.init(image, try noise(250, 250, &random)))
      let (x, y) = (Double(index % 2 * 256), Double(index / 2 * 256))
      var picture = values(Rect(x, y, 250, 250))
      picture[.contents] = .image(image)
      var box = values(Rect(x + 20, y + 20, 40, 30))
      box[.backgroundColor] = .color(Color(1, 0, 0, 0.5))
      commit.created += [.init(card, .layer), .init(mark, .layer)]
      commit.changes += [.init(card, picture), .init(mark, box)]
    }
    commit.sublayers = [.init(LayerID(1), commit.created.map(\.layer))]
    commit.created.append(.init(LayerID(1), .layer))
    var ground = values(Rect(0, 0, 512, 512))
    if hasGround { ground[.backgroundColor] = .color(Color(0, 0, 1)) }
    commit.changes.append(.init(LayerID(1), ground))
    commit.root = LayerID(1)
    try context.apply(commit)
    _ = try picture(context, at: 0)
    #expect(context.counters.drawCalls == (hasGround ? 6 : 5))
    context.close()
  }

  /// Images and boxes that move about, one on the other: the pixels are those that programs draw.
  @Test(arguments: 0..<12) func pixelsAreThoseOfPrograms(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let copying = try renderer(debugBackend())
    let drawing = try renderer(debugBackend { $0.weighsPixels = false })
    let software = try renderer(SoftwareBackend(threads: 1))
    let all = [copying, drawing, software]
    var commit = Commit()
    commit.created = (1...13).map { .init(LayerID($0), .layer) }
    commit.sublayers = [.init(LayerID(1), (2...13).map { LayerID($0) })]
    commit.root = LayerID(1)
    var ground = values(Rect(0, 0, 512, 512))
    if seed % 2 == 0 { ground[.backgroundColor] = .color(Color(0.3, 0.5, 0.7)) }
    commit.changes = [.init(LayerID(1), ground)]
    for index in 1...4 {
      let size = (
        Int.random(in: 100...450, using: &random), Int.random(in: 100...450, using: &random)
      )
      commit.createdImages.append(.init(ImageID(UInt32(index)), try noise(size.0, size.1, &random)))
    }
    for layer in 2...13 {
      commit.changes.append(
        .init(LayerID(UInt32(layer)), place(layer, commit.createdImages, &random))
      )
    }
    for context in all { try context.apply(commit) }
    for frame in 0..<6 {
      let pictures = try all.map { try picture($0, at: Double(frame)) }
      #expect(pictures[0] == pictures[1])
      let difference = PictureDifference(reference: pictures[2], actual: pictures[0])
      #expect(max(difference.flat, difference.edge) <= 1, "\(difference)")
      var next = Commit()
      for _ in 0..<2 {
        let layer = Int.random(in: 2...13, using: &random)
        next.changes.append(
          .init(LayerID(UInt32(layer)), place(layer, commit.createdImages, &random))
        )
      }
      for context in all { try context.apply(next) }
    }
    for context in all { context.close() }
  }

  /// A place for a layer: every other one is an image in its own size, mostly between no pixels,
  /// opaque or not; the others are boxes.
  private func place(
    _ layer: Int,
    _ images: [Commit.ImageCreation],
    _ random: inout SeededGenerator
  ) -> PropertyBag {
    func number(_ range: ClosedRange<Int>) -> Double {
      Double(Int.random(in: range, using: &random))
    }
    var (x, y) = (number(-100...400), number(-100...400))
    guard layer % 2 == 0, let image = images.randomElement(using: &random) else {
      var bag = values(Rect(x + 0.25, y, number(10...200), number(10...200)))
      bag[.backgroundColor] = .color(Color(number(0...1), number(0...1), 0, number(1...2) / 2))
      bag[.cornerRadius] = .number(number(0...5))
      return bag
    }
    if number(0...5) == 0 { x += 0.5 } else if number(0...5) == 0 { y += 0.25 }
    var bag = values(Rect(x, y, Double(image.pixels.width), Double(image.pixels.height)))
    bag[.contents] = .image(image.image)
    bag[.opacity] = .number(number(0...4) == 0 ? 0.5 : 1)
    return bag
  }
}
