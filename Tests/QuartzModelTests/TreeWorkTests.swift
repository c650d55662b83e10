// The work of commits grows linearly with their content, not with its square.
// Licensed under the MIT license; see LICENSE.

import CQuartzAllocations
import QuartzMath
import QuartzModel
import Testing

@Suite struct TreeWorkTests {
  /// A root with `count` sublayers, from 2 on.
  private func tree(_ count: Int) throws -> LayerTree {
    var tree = LayerTree()
    var commit = Commit()
    commit.created = (1...count + 1).map { .init(LayerID(UInt32($0)), .layer) }
    commit.sublayers = [.init(LayerID(1), (2...count + 1).map { LayerID(UInt32($0)) })]
    commit.root = LayerID(1)
    try tree.apply(commit)
    return tree
  }

  private func fade() throws -> AnimationState {
    try .basic("opacity", from: .number(0), to: .number(1), timing())
  }

  private func apply(_ changes: [Commit.AnimationChange], to tree: inout LayerTree) throws {
    var commit = Commit()
    commit.animations = changes
    try tree.apply(commit)
  }

  /// A commit may replace as many single pixels as it has room for.
  @Test func partsOfImagesAreHeldAgainstFew() throws {
    let side = 64
    func pixels(_ side: Int) throws -> PixelBuffer {
      try [UInt8](repeating: 7, count: side * side * 4).withUnsafeBytes {
        try PixelBuffer(width: side, height: side, rowBytes: side * 4, isOpaque: true, copying: $0)
      }
    }
    let pixel = try pixels(1)
    func work(_ count: Int) throws -> (work: Int, changes: [ImageChange]) {
      var tree = LayerTree()
      var commit = Commit()
      commit.createdImages = [
        .init(ImageID(1), try pixels(side)), .init(ImageID(2), try pixels(side)),
      ]
      // Every other place, so that no part holds another.
      commit.updatedImages = (0..<count).map { index in
        .init(ImageID(1), x: index * 2 % side, y: index * 2 / side, pixel)
      }
      commit.updatedImages.append(.init(ImageID(2), x: 0, y: 0, pixel))
      try tree.apply(commit)
      var changes = TreeChanges()
      tree.takeChanges(into: &changes)
      return (tree.work.imageChanges, Array(changes.images))
    }
    let (few, many) = (try work(500), try work(2000))
    #expect(many.work <= 5 * few.work)
    for found in [few.changes, many.changes] {
      #expect(found.count { $0.image == ImageID(1) } == 32)
      #expect(found.count { $0.image == ImageID(2) } == 1)
    }
    // Nothing that changed is left out.
    var bounds = PixelRect.empty
    for change in many.changes where change.image == ImageID(1) {
      bounds = bounds.union(change.part)
    }
    #expect(bounds == PixelRect(0, 0, 63, 63))
  }

  @Test func destroyingSublayersLooksAtEachOnce() throws {
    func work(_ count: Int) throws -> Int {
      var tree = try tree(count)
      var commit = Commit()
      commit.destroyed = (2...count).map { LayerID(UInt32($0)) }
      try tree.apply(commit)
      let root = try #require(tree.slot(of: LayerID(1)))
      #expect(tree.children[Int(root)].map { tree.ids[Int($0)] } == [LayerID(UInt32(count + 1))])
      #expect(tree.layerCount == 2)
      return tree.work.sublayers
    }
    let (few, many) = (try work(500), try work(2000))
    #expect(few <= 1000)
    #expect(many <= 4 * few)
  }

  /// Superlayers that go together with their sublayers, in either order, and places that are used
  /// again.
  @Test(arguments: [[2, 3, 4], [4, 3, 2], [3, 2, 4]])
  func destroyedSubtreesLeaveNothing(order: [UInt32]) throws {
    var tree = LayerTree()
    var commit = Commit()
    commit.created = (1...6).map { .init(LayerID($0), .layer) }
    commit.sublayers = [
      .init(LayerID(1), [LayerID(2), LayerID(5)]), .init(LayerID(2), [LayerID(3), LayerID(6)]),
      .init(LayerID(3), [LayerID(4)]),
    ]
    commit.root = LayerID(1)
    try tree.apply(commit)
    var end = Commit()
    end.destroyed = order.map { LayerID($0) }
    try tree.apply(end)
    let root = try #require(tree.slot(of: LayerID(1)))
    #expect(tree.children[Int(root)].map { tree.ids[Int($0)] } == [LayerID(5)])
    let loose = try #require(tree.slot(of: LayerID(6)))
    #expect(tree.parents[Int(loose)] == LayerTree.noSlot)
    var again = Commit()
    again.created = (7...9).map { .init(LayerID($0), .layer) }
    again.sublayers = [.init(LayerID(1), [LayerID(5), LayerID(8)])]
    try tree.apply(again)
    #expect(tree.children[Int(root)].map { tree.ids[Int($0)] } == [LayerID(5), LayerID(8)])
  }

  @Test func manyAnimationsOfOneLayerAreFoundByTheirKeys() throws {
    func work(_ count: Int) throws -> Int {
      var tree = try tree(2)
      let (layer, fade) = (LayerID(2), try fade())
      for _ in 0..<2 {
        try apply((0..<count).map { .add(layer, key: "k\($0)", fade) }, to: &tree)
        #expect(tree.animationCount == count)
      }
      try apply((1..<count).map { .remove(layer, key: "k\($0)") }, to: &tree)
      #expect(tree.animationCount == 1)
      let animated = try #require(tree.animated.first)
      #expect(animated.tracks.map(\.key) == ["k0"])
      tree.evaluate(at: 0.5)
      #expect(tree.presentation.count == 1)
      try apply([.remove(layer, key: "k0")], to: &tree)
      #expect(tree.animationCount == 0 && tree.animated.isEmpty)
      return tree.work.animations
    }
    let (few, many) = (try work(500), try work(2000))
    #expect(few <= 12 * 500 + 32 * 32)
    #expect(many <= 5 * few)
  }

  @Test func animationsOfSeveralLayersInTurnsMoveSeldom() throws {
    func work(_ count: Int) throws -> Int {
      var tree = try tree(4)
      let fade = try fade()
      let changes = (0..<count).flatMap { number in
        (2...4).map { Commit.AnimationChange.add(LayerID($0), key: "k\(number)", fade) }
      }
      try apply(changes, to: &tree)
      #expect(tree.animationCount == 3 * count)
      tree.evaluate(at: 0.5)
      #expect(tree.presentation.count == 3)
      return tree.work.animations
    }
    let (few, many) = (try work(500), try work(2000))
    #expect(few <= 12 * 1500)
    #expect(many <= 5 * few)
  }

  /// A commit that removes and adds the same keys in turns leaves the last ones, in order.
  @Test func removedAndAddedAgainInOneCommit() throws {
    var tree = try tree(2)
    let (layer, fade) = (LayerID(2), try fade())
    try apply((0..<100).map { .add(layer, key: "k\($0)", fade) }, to: &tree)
    try apply(
      [
        .remove(layer, key: "k99"), .add(layer, key: "k99", fade), .add(layer, key: "k0", fade),
        .remove(layer, key: "k1"), .remove(layer, key: "k1"), .add(layer, key: "k0", fade),
        .add(layer, key: "k1", fade),
      ],
      to: &tree
    )
    #expect(tree.animationCount == 100)
    let keys = try #require(tree.animated.first).tracks.map(\.key)
    #expect(keys == (2..<99).map { "k\($0)" } + ["k99", "k0", "k1"])
    try apply((2..<100).map { .remove(layer, key: "k\($0)") } + [.removeAll(layer)], to: &tree)
    #expect(tree.animationCount == 0 && tree.animated.isEmpty)
  }

  /// A commit is checked and applied without memory for each layer that changes.
  @Test(.enabled(if: quartz_allocation_count() >= 0))
  func changesAskForNoMemoryOfEachLayer() throws {
    var tree = try tree(2000)
    var changes = TreeChanges()
    func commit(_ count: UInt32, _ step: Double) -> Commit {
      var commit = Commit()
      commit.changes = (1...count).map { layer in
        var values = PropertyBag()
        values[.position] = .point(Point(step, Double(layer)))
        values[.opacity] = .number(step / 10)
        return .init(LayerID(layer), values)
      }
      return commit
    }
    func allocations(_ commit: Commit) throws -> Int {
      let before = quartz_allocation_count()
      try tree.apply(commit)
      let count = Int(quartz_allocation_count() - before)
      tree.takeChanges(into: &changes)
      return count
    }
    // A layer has its first values from the commit, and a bag of its own from the second on.
    for step in 1...3 { _ = try allocations(commit(2000, Double(step))) }
    let (few, many) = (try allocations(commit(10, 4)), try allocations(commit(2000, 5)))
    #expect(few == many && many <= 2)
  }
}
