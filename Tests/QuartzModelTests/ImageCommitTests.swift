// Commits that change parts of images.
// Licensed under the MIT license; see LICENSE.

import QuartzFaults
import QuartzMath
import QuartzModel
import Testing

@Suite struct ImageCommitTests {
  private func pixels(
    _ width: Int,
    _ height: Int,
    _ byte: UInt8,
    gap: Int = 0,
    isOpaque: Bool = false
  ) throws -> PixelBuffer {
    let rowBytes = (width + gap) * 4
    return try [UInt8](repeating: byte, count: rowBytes * height).withUnsafeBytes {
      try PixelBuffer(
        width: width,
        height: height,
        rowBytes: rowBytes,
        isOpaque: isOpaque,
        copying: $0
      )
    }
  }

  private func tree(isOpaque: Bool = false) throws -> LayerTree {
    var tree = LayerTree()
    var commit = Commit()
    commit.createdImages = [.init(ImageID(1), try pixels(8, 6, 1, gap: 2, isOpaque: isOpaque))]
    try tree.apply(commit)
    return tree
  }

  private func update(_ tree: inout LayerTree, _ x: Int, _ y: Int, _ pixels: PixelBuffer) throws {
    var commit = Commit()
    commit.updatedImages = [.init(ImageID(1), x: x, y: y, pixels)]
    try tree.apply(commit)
  }

  /// The first byte of every pixel, row by row.
  private func bytes(_ tree: LayerTree) throws -> [[UInt8]] {
    let pixels = try #require(tree.images[ImageID(1)])
    return pixels.withBytes { bytes in
      (0..<pixels.height).map { y in
        (0..<pixels.width).map { bytes[y * pixels.rowBytes + $0 * 4] }
      }
    }
  }

  private func changes(_ tree: inout LayerTree) -> [ImageChange] {
    var changes = TreeChanges()
    tree.takeChanges(into: &changes)
    return Array(changes.images)
  }

  /// The image is copied before its first part changes; without memory nothing changes.
  @Test func aPartWithoutMemoryChangesNothing() throws {
    var tree = try tree()
    let part = try pixels(2, 3, 9)
    let old = try bytes(tree)
    #expect(throws: CommitError.outOfMemory(bytes: 8 * 6 * 4)) {
      try Fault(.memory, at: 1).run { try update(&tree, 3, 2, part) }
    }
    #expect(try bytes(tree) == old)
    try update(&tree, 3, 2, part)
    let new = try bytes(tree)
    #expect(new != old)
    // All of it replaced, and a part after that, in one commit.
    var commit = Commit()
    commit.updatedImages = [
      .init(ImageID(1), x: 0, y: 0, try pixels(8, 6, 3)),
      .init(ImageID(1), x: 7, y: 5, try pixels(1, 1, 4)),
    ]
    #expect(throws: CommitError.outOfMemory(bytes: 8 * 6 * 4)) {
      try Fault(.memory, at: 1).run { try tree.apply(commit) }
    }
    #expect(try bytes(tree) == new)
    try tree.apply(commit)
    #expect(try bytes(tree).flatMap { $0 } == [UInt8](repeating: 3, count: 47) + [4])
  }

  @Test func aPartReplacesItsTexels() throws {
    var tree = try tree()
    try update(&tree, 3, 2, try pixels(2, 3, 9, gap: 1))
    let expected = (0..<6).map { y in
      (0..<8).map { x in (3..<5).contains(x) && (2..<5).contains(y) ? UInt8(9) : 1 }
    }
    #expect(try bytes(tree) == expected)
    #expect(tree.hasChanges)
    let change = try #require(changes(&tree).first)
    #expect(change.image == ImageID(1) && change.part == PixelRect(3, 2, 5, 5))
    #expect(!tree.hasChanges && changes(&tree).isEmpty)
  }

  /// The image is copied when its first part changes and never again.
  @Test func laterPartsCopyNothing() throws {
    var tree = try tree()
    try update(&tree, 0, 0, try pixels(1, 1, 2))
    let owner = try #require(tree.images[ImageID(1)]).owner
    try update(&tree, 7, 5, try pixels(1, 1, 3))
    #expect(try #require(tree.images[ImageID(1)]).owner === owner)
    #expect(try bytes(tree)[0][0] == 2 && bytes(tree)[5][7] == 3)
  }

  /// All of an image is taken over as it is.
  @Test func theWholeIsNotCopied() throws {
    var tree = try tree()
    try update(&tree, 1, 1, try pixels(1, 1, 2))
    let whole = try pixels(8, 6, 7)
    try update(&tree, 0, 0, whole)
    #expect(tree.images[ImageID(1)] === whole)
    try update(&tree, 1, 1, try pixels(1, 1, 2))
    #expect(whole.withBytes { $0[8 * 4 + 4] } == 7)
  }

  @Test func copiesOfATreeKeepTheirPixels() throws {
    var tree = try tree()
    try update(&tree, 0, 0, try pixels(1, 1, 2))
    let copy = tree
    try update(&tree, 0, 0, try pixels(1, 1, 3))
    #expect(try bytes(tree)[0][0] == 3 && bytes(copy)[0][0] == 2)
  }

  @Test func opacityIsThatOfAllParts() throws {
    var tree = try tree(isOpaque: true)
    try update(&tree, 0, 0, try pixels(2, 2, 255, isOpaque: true))
    #expect(tree.images[ImageID(1)]?.isOpaque == true)
    try update(&tree, 0, 0, try pixels(2, 2, 0))
    #expect(tree.images[ImageID(1)]?.isOpaque == false)
  }

  @Test func partsOutsideAreRefused() throws {
    for (x, y) in [(-1, 0), (0, -1), (7, 0), (0, 5), (.max, 0), (0, .max)] {
      var tree = try tree()
      let part = try pixels(2, 2, 5)
      #expect(throws: CommitError.partOutside(ImageID(1))) { try update(&tree, x, y, part) }
      #expect(try bytes(tree).allSatisfy { $0.allSatisfy { $0 == 1 } })
    }
    var tree = LayerTree()
    let part = try pixels(2, 2, 5)
    #expect(throws: CommitError.unknownImage(ImageID(1))) { try update(&tree, 0, 0, part) }
  }

  @Test func bytesAreCounted() throws {
    var tree = try tree()
    let before = tree.imageBytes
    #expect(before == 10 * 4 * 6 || before == PixelBuffer.leastCountedBytes)
    try update(&tree, 0, 0, try pixels(8, 6, 1, gap: 100))
    #expect(tree.imageBytes == 108 * 4 * 6)
    var commit = Commit()
    commit.destroyedImages = [ImageID(1)]
    try tree.apply(commit)
    #expect(tree.imageBytes == 0)
    var limits = TreeLimits()
    limits.imageBytes = 1000
    var small = LayerTree(limits: limits)
    commit = Commit()
    commit.createdImages = [.init(ImageID(1), try pixels(8, 6, 1))]
    try small.apply(commit)
    let wide = try pixels(8, 6, 1, gap: 100)
    #expect(throws: CommitError.tooManyImageBytes(count: 108 * 4 * 6, limit: 1000)) {
      try update(&small, 0, 0, wide)
    }
  }

  @Test func patternsNameImagesOfTheTree() throws {
    var tree = try tree()
    var commit = Commit()
    var values = PropertyBag()
    values[.backgroundColor] = .pattern(ImageID(1), cell: Rect(0, 0, 8, 6))
    commit.created = [.init(LayerID(1), .layer)]
    commit.changes = [.init(LayerID(1), values)]
    try tree.apply(commit)
    values[.backgroundColor] = .pattern(ImageID(2), cell: Rect(0, 0, 8, 6))
    commit.created = []
    commit.changes = [.init(LayerID(1), values)]
    #expect(throws: CommitError.unknownImage(ImageID(2))) { try tree.apply(commit) }
  }

  @Test func sizesThatNoImageHas() throws {
    for (width, height) in [(0, 0), (0, 5), (65537, 1), (1, 65537), (-1, 4)] {
      #expect(
        throws: PixelBufferError.badSize(width: width, height: height, limit: 65536)
      ) { try PixelBuffer.check(width: width, height: height) }
    }
    #expect(throws: PixelBufferError.tooLarge(width: 65536, height: 65536, limit: 1 << 30)) {
      try PixelBuffer.check(width: 65536, height: 65536)
    }
    try PixelBuffer.check(width: 65536, height: 4096)
    try PixelBuffer.check(width: 16384, height: 16384)
  }
}
