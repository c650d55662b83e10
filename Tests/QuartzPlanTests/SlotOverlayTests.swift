// The overlay of images that producers present without a commit.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzSoftware
import Testing

@Suite struct SlotOverlayTests {
  private func image(_ byte: UInt8) throws -> PixelBuffer {
    let bytes = [UInt8](repeating: byte, count: 8 * 8 * 4)
    return try bytes.withUnsafeBytes {
      try PixelBuffer(width: 8, height: 8, rowBytes: 32, isOpaque: byte == 255, copying: $0)
    }
  }

  /// Two white images side by side; the pixels in the middle of each.
  private func makeRenderer() throws -> ContextRenderer {
    let renderer = try ContextRenderer(
      context: 1,
      configuration: ContextConfiguration(width: 16, height: 8, background: .black),
      backend: SoftwareBackend(threads: 1)
    )
    var commit = Commit()
    let root = LayerID(1)
    commit.created = [Commit.Creation(root, .layer)]
    commit.root = root
    for index in 0..<2 {
      let (layer, image) = (LayerID(UInt32(2 + index)), ImageID(UInt32(1 + index)))
      commit.created.append(Commit.Creation(layer, .layer))
      commit.createdImages.append(Commit.ImageCreation(image, try self.image(255)))
      var values = PropertyBag()
      values[.bounds] = .rect(Rect(0, 0, 8, 8))
      values[.position] = .point(Point(4 + 8 * Double(index), 4))
      values[.contents] = .image(image)
      commit.changes.append(Commit.Change(layer, values))
    }
    commit.sublayers = [Commit.Sublayers(root, [LayerID(2), LayerID(3)])]
    try renderer.apply(commit)
    return renderer
  }

  private func colors(_ renderer: ContextRenderer, _ time: Double) throws -> [[UInt8]] {
    try renderer.render(at: time)
    var bytes = [UInt8](repeating: 0, count: 16 * 8 * 4)
    try bytes.withUnsafeMutableBytes { try renderer.read(into: $0, rowBytes: 64) }
    return [4, 12].map { Array(bytes[(4 * 16 + $0) * 4..<(4 * 16 + $0) * 4 + 3]) }
  }

  /// An image is a producer's from its first present on: it is blue, and others are not.
  @Test func presentedImagesAreBlue() throws {
    let (white, blue): ([UInt8], [UInt8]) = ([255, 255, 255], [127, 127, 255])
    let renderer = try makeRenderer()
    renderer.overlays = .slots
    #expect(try colors(renderer, 0) == [white, white])
    try renderer.present(ImagePresent(ImageID(2), try image(255)))
    #expect(try colors(renderer, 1) == [white, blue])
    // Its last picture stays a producer's.
    #expect(try colors(renderer, 2) == [white, blue])
    // One for a later time is one when it shows.
    try renderer.present(ImagePresent(ImageID(1), try image(255), at: 10))
    #expect(try colors(renderer, 10) == [blue, blue])
    // An image that takes its place in a commit is not.
    var commit = Commit()
    commit.createdImages = [Commit.ImageCreation(ImageID(3), try image(255))]
    var values = PropertyBag()
    values[.contents] = .image(ImageID(3))
    commit.changes = [Commit.Change(LayerID(3), values)]
    commit.destroyedImages = [ImageID(2)]
    try renderer.apply(commit)
    #expect(try colors(renderer, 11) == [blue, white])
    renderer.overlays = []
    #expect(try colors(renderer, 12) == [white, white])
  }
}
