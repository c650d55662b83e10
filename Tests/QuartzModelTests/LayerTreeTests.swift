// Commits: what they change, what is refused, and that a refused one changes nothing.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import Testing

@Suite struct LayerTreeTests {
  /// Layers 1 to 5; 1 has 2 and 3, 3 has 4; 5 is loose.
  private func tree() throws -> LayerTree {
    var tree = LayerTree()
    var commit = Commit()
    commit.created = (1...5).map { .init(LayerID($0), .layer) }
    commit.sublayers = [
      .init(LayerID(1), [LayerID(2), LayerID(3)]), .init(LayerID(3), [LayerID(4)]),
    ]
    commit.root = LayerID(1)
    try tree.apply(commit)
    return tree
  }

  private func ids(_ tree: LayerTree, below id: UInt32) -> [UInt32] {
    guard let slot = tree.slot(of: LayerID(id)) else { return [] }
    return tree.children[Int(slot)].map { tree.ids[Int($0)].rawValue }
  }

  private func expectRefused(
    _ expected: CommitError,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ fill: (inout Commit) -> Void
  ) throws {
    var tree = try tree()
    var commit = Commit()
    var values = PropertyBag()
    values[.opacity] = .number(0.5)
    commit.changes = [.init(LayerID(2), values)]
    fill(&commit)
    #expect(throws: expected, sourceLocation: sourceLocation) { try tree.apply(commit) }
    let slot = try #require(tree.slot(of: LayerID(2)))
    #expect(tree.models[Int(slot)].isEmpty, sourceLocation: sourceLocation)
    #expect(tree.layerCount == 5 && ids(tree, below: 1) == [2, 3])
  }

  /// Ever so many tiny images count as much memory as they cost, not as their pixels.
  @Test func tinyImagesCountWhatTheyCost() throws {
    let pixel: [UInt8] = [0, 0, 0, 255]
    let pixels = try pixel.withUnsafeBytes {
      try PixelBuffer(width: 1, height: 1, rowBytes: 4, isOpaque: true, copying: $0)
    }
    let cost = PixelBuffer.leastCountedBytes
    var limits = TreeLimits()
    limits.imageBytes = 100 * cost
    var tree = LayerTree(limits: limits)
    var commit = Commit()
    commit.createdImages = (1...100).map { .init(ImageID($0), pixels) }
    try tree.apply(commit)
    #expect(tree.imageBytes == limits.imageBytes)
    var next = Commit()
    next.createdImages = [.init(ImageID(101), pixels)]
    #expect(throws: CommitError.tooManyImageBytes(count: 101 * cost, limit: limits.imageBytes)) {
      try tree.apply(next)
    }
    #expect(tree.images.count == 100)
    var end = Commit()
    end.destroyedImages = (1...100).map { ImageID($0) }
    try tree.apply(end)
    #expect(tree.imageBytes == 0 && tree.images.isEmpty)
  }

  @Test func moveBetweenSuperlayers() throws {
    var tree = try tree()
    var commit = Commit()
    commit.sublayers = [.init(LayerID(2), [LayerID(4)]), .init(LayerID(3), [])]
    try tree.apply(commit)
    #expect(ids(tree, below: 2) == [4] && ids(tree, below: 3).isEmpty)
  }

  @Test func destroyedLayersLeaveTheirPlace() throws {
    var tree = try tree()
    var commit = Commit()
    commit.destroyed = [LayerID(3)]
    try tree.apply(commit)
    #expect(ids(tree, below: 1) == [2] && tree.layerCount == 4)
    let loose = try #require(tree.slot(of: LayerID(4)))
    #expect(tree.parents[Int(loose)] == LayerTree.noSlot)
  }

  @Test func cyclesAreRefused() throws {
    try expectRefused(.cycle(LayerID(4))) {
      $0.sublayers = [.init(LayerID(4), [LayerID(1)])]
    }
    try expectRefused(.cycle(LayerID(5))) { $0.sublayers = [.init(LayerID(5), [LayerID(5)])] }
  }

  @Test func twoSuperlayersAreRefused() throws {
    try expectRefused(.twoSuperlayers(LayerID(4))) {
      $0.sublayers = [.init(LayerID(2), [LayerID(4)])]
    }
    try expectRefused(.repeatedSublayer(LayerID(5), in: LayerID(2))) {
      $0.sublayers = [.init(LayerID(2), [LayerID(5), LayerID(5)])]
    }
  }

  @Test func foreignIdsAreRefused() throws {
    try expectRefused(.unknownLayer(LayerID(9))) { $0.destroyed = [LayerID(9)] }
    try expectRefused(.unknownLayer(LayerID(9))) { $0.root = LayerID(9) }
    try expectRefused(.unknownLayer(LayerID(9))) {
      $0.sublayers = [.init(LayerID(2), [LayerID(9)])]
    }
    try expectRefused(.unknownLayer(LayerID(9))) {
      $0.animations = [.removeAll(LayerID(9))]
    }
    try expectRefused(.layerExists(LayerID(2))) { $0.created = [.init(LayerID(2), .layer)] }
    try expectRefused(.reservedID) { $0.created = [.init(.none, .layer)] }
    try expectRefused(.unknownImage(ImageID(7))) {
      var values = PropertyBag()
      values[.contents] = .image(ImageID(7))
      $0.changes.append(.init(LayerID(3), values))
    }
  }

  @Test func wrongTypesAreRefused() throws {
    try expectRefused(.wrongType(LayerID(3), property: "bounds")) {
      var values = PropertyBag()
      values[.bounds] = .number(1)
      $0.changes.append(.init(LayerID(3), values))
    }
  }

  @Test func limitsAreKept() throws {
    var limits = TreeLimits()
    limits.layers = 3
    var tree = LayerTree(limits: limits)
    var commit = Commit()
    commit.created = (1...4).map { .init(LayerID($0), .layer) }
    #expect(throws: CommitError.tooManyLayers(count: 4, limit: 3)) { try tree.apply(commit) }
    #expect(tree.layerCount == 0)
  }

  @Test func changesNameOnlyWhatChanged() throws {
    var tree = try tree()
    var changes = TreeChanges()
    tree.takeChanges(into: &changes)
    #expect(changes.structureChanged && changes.slots.count == 5)
    var values = PropertyBag()
    values[.position] = .point(Point(1, 2))
    var commit = Commit()
    commit.changes = [.init(LayerID(4), values)]
    try tree.apply(commit)
    tree.takeChanges(into: &changes)
    #expect(!changes.structureChanged && changes.damage == [.geometry])
    #expect(changes.slots.map { tree.ids[Int($0)] } == [LayerID(4)])
    tree.takeChanges(into: &changes)
    #expect(changes.slots.isEmpty)
  }

  /// The bag of a layer's first change becomes the layer's, so all that follows from single values
  /// has to come with it: damage, clocks, counted bytes, hosts.
  @Test func firstValuesAreThoseOfValuesOneByOne() throws {
    var values = PropertyBag()
    values[.position] = .point(Point(1, 2))
    values[.opacity] = .number(0.5)
    values[.name] = .string("a name of more than fifteen bytes")
    values[.speed] = .number(2)
    values[.duration] = .number(3)
    values[.remoteClientId] = .integer(7)
    var (whole, single) = (try tree(), try tree())
    var changes = TreeChanges()
    whole.takeChanges(into: &changes)
    single.takeChanges(into: &changes)
    var commit = Commit()
    commit.changes = [.init(LayerID(4), values)]
    try whole.apply(commit)
    try values.forEachThrowing { property, value in
      var bag = PropertyBag()
      bag[property] = value
      var commit = Commit()
      commit.changes = [.init(LayerID(4), bag)]
      try single.apply(commit)
    }
    let slot = try #require(whole.slot(of: LayerID(4)))
    #expect(whole.models[Int(slot)] == values && single.models[Int(slot)] == values)
    #expect(whole.valueBytes == single.valueBytes && whole.valueBytes == values.countedBytes)
    #expect(whole.clock(of: slot) == single.clock(of: slot) && whole.clock(of: slot).factor == 2)
    #expect(whole.layerTime(of: slot, at: 1) == single.layerTime(of: slot, at: 1))
    #expect(whole.takeHostingChanges() == [LayerID(4)])
    #expect(single.takeHostingChanges() == [LayerID(4)])
    var ofSingle = TreeChanges()
    whole.takeChanges(into: &changes)
    single.takeChanges(into: &ofSingle)
    #expect(changes.slots == ofSingle.slots && changes.damage == ofSingle.damage)
    // The client's bag is its own: the layer's later values are not in it.
    var next = PropertyBag()
    next[.opacity] = .number(0.25)
    var later = Commit()
    later.changes = [.init(LayerID(4), next)]
    try whole.apply(later)
    #expect(values[.opacity] == .number(0.5))
    #expect(whole.models[Int(slot)][.opacity] == .number(0.25))
  }

  @Test func deepTreeIsCheckedInOnePass() throws {
    var tree = LayerTree()
    var commit = Commit()
    let count: UInt32 = 20_000
    commit.created = (1...count).map { .init(LayerID($0), .layer) }
    commit.sublayers = (1..<count).map { .init(LayerID($0), [LayerID($0 + 1)]) }
    commit.root = LayerID(1)
    try tree.apply(commit)
    var cycle = Commit()
    cycle.sublayers = [.init(LayerID(count), [LayerID(1)])]
    #expect(throws: CommitError.self) { try tree.apply(cycle) }
  }
}

extension PropertyBag {
  /// As `forEach`, for a body that throws.
  fileprivate func forEachThrowing(
    _ body: (PropertyID, PropertyValue) throws -> Void
  ) throws {
    var values: [(PropertyID, PropertyValue)] = []
    forEach { values.append(($0, $1)) }
    for (property, value) in values { try body(property, value) }
  }
}
