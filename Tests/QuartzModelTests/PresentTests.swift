// Pictures that take the place of images of a tree.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import Testing

@Suite struct PresentTests {
  private func pixels(_ side: Int, _ byte: UInt8 = 1) throws -> PixelBuffer {
    try [UInt8](repeating: byte, count: side * side * 4).withUnsafeBytes {
      try PixelBuffer(width: side, height: side, rowBytes: side * 4, isOpaque: false, copying: $0)
    }
  }

  private func tree(bytes: Int = 1 << 20) throws -> LayerTree {
    var limits = TreeLimits()
    limits.imageBytes = bytes
    var tree = LayerTree(limits: limits)
    var commit = Commit()
    commit.createdImages = [.init(ImageID(1), try pixels(8)), .init(ImageID(2), try pixels(8))]
    try tree.apply(commit)
    return tree
  }

  private func show(_ tree: inout LayerTree, at time: Double) -> [Int] {
    var widths: [Int] = []
    tree.showPresents(at: time) { widths.append($1.pixels.width) }
    return widths
  }

  @Test func pictureTakesThePlaceOfTheImage() throws {
    var tree = try tree()
    let picture = try pixels(16)
    try tree.present(ImagePresent(ImageID(1), picture))
    #expect(tree.images[ImageID(1)] === picture)
    #expect(tree.imageBytes == 16 * 16 * 4 + 256)
    var changes = TreeChanges()
    tree.takeChanges(into: &changes)
    #expect(changes.images.map(\.part) == [PixelRect(width: 16, height: 16)])
    #expect(changes.slots.isEmpty && !changes.structureChanged)
  }

  @Test func pictureWaitsForItsTime() throws {
    var tree = try tree()
    try tree.present(ImagePresent(ImageID(1), try pixels(30), at: 3))
    try tree.present(ImagePresent(ImageID(1), try pixels(10), at: 1))
    try tree.present(ImagePresent(ImageID(1), try pixels(20), at: 2))
    #expect(tree.images[ImageID(1)]?.width == 8 && !tree.hasChanges)
    #expect(tree.nextActivity(after: 0) == 1)
    #expect(show(&tree, at: 0.999) == [])
    #expect(show(&tree, at: 1) == [10])
    #expect(tree.nextActivity(after: 1) == 2 && tree.nextActivity(after: 2.5) == 2.5)
    #expect(show(&tree, at: 5) == [20, 30])
    #expect(tree.images[ImageID(1)]?.width == 30 && tree.nextActivity(after: 5) == nil)
    #expect(tree.imageBytes == 30 * 30 * 4 + 256)
  }

  @Test func destroyedImagesTakeTheirPicturesAlong() throws {
    var tree = try tree()
    try tree.present(ImagePresent(ImageID(1), try pixels(30), at: 3))
    try tree.present(ImagePresent(ImageID(2), try pixels(20), at: 3))
    var commit = Commit()
    commit.destroyedImages = [ImageID(1)]
    try tree.apply(commit)
    #expect(tree.imageBytes == 20 * 20 * 4 + 256)
    #expect(show(&tree, at: 3) == [20])
    #expect(throws: CommitError.unknownImage(ImageID(1))) {
      try tree.present(ImagePresent(ImageID(1), try pixels(8)))
    }
  }

  @Test func picturesCountAsBytesOfImages() throws {
    var tree = try tree(bytes: 2000)
    #expect(throws: CommitError.tooManyImageBytes(count: 256 + 22 * 22 * 4, limit: 2000)) {
      try tree.present(ImagePresent(ImageID(1), try pixels(22)))
    }
    try tree.present(ImagePresent(ImageID(1), try pixels(16), at: 1))
    #expect(throws: CommitError.tooManyImageBytes(count: 2560, limit: 2000)) {
      try tree.present(ImagePresent(ImageID(1), try pixels(16), at: 2))
    }
    #expect(tree.imageBytes == 512 + 1024)
    // A smaller one is no matter.
    #expect(show(&tree, at: 1) == [16])
    try tree.present(ImagePresent(ImageID(1), try pixels(4)))
    #expect(tree.imageBytes == 512)
  }
}
