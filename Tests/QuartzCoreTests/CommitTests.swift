// The content of commits: all changes, and only those.
// Licensed under the MIT license; see LICENSE.

import QuartzModel
import QuartzTesting

@testable import QuartzCore

@Suite struct CommitTests {
  @Test func attachingSendsTheTree() throws {
    CATransaction.flush()
    let carrier = RecordingCarrier()
    let context = CAContext(
      configuration: ContextConfiguration(width: 10, height: 10),
      carrier: carrier,
      clock: ManualClock()
    )
    let (root, child) = (CALayer(), CALayer())
    root.addSublayer(child)
    child.opacity = 0.5
    context.layer = root
    #expect(carrier.commits.isEmpty)
    CATransaction.flush()
    #expect(carrier.commits.count == 1)
    let commit = try #require(carrier.commits.first)
    #expect(commit.created.count == 2)
    #expect(commit.changes.map(\.layer) == [child.link.id])
    #expect(commit.changes.first?.values.count == 1)
    #expect(commit.sublayers == [Commit.Sublayers(root.link.id, [child.link.id])])
    #expect(commit.root == root.link.id)
    #expect(commit.animations.isEmpty)
  }

  @Test func nothingChangedNothingSent() {
    let stage = CoreStage()
    CATransaction.flush()
    CATransaction.begin()
    CATransaction.commit()
    #expect(stage.carrier.commits.isEmpty)
  }

  @Test func settingTheSameValueSendsNothing() {
    let stage = CoreStage()
    let layer = stage.addLayer()
    layer.opacity = 1
    layer.position = .zero
    layer.backgroundColor = nil
    layer.contents = nil
    CATransaction.flush()
    #expect(stage.carrier.commits.isEmpty)
  }

  @Test func aChangeSendsItsRowAlone() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    withoutActions {
      layer.cornerRadius = 3
      layer.zPosition = 1
      layer.zPosition = 2
    }
    let commits = stage.carrier.takeCommits()
    let commit = try #require(commits.first)
    #expect(commits.count == 1)
    var values = PropertyBag()
    values[.cornerRadius] = .number(3)
    values[.zPosition] = .number(2)
    #expect(commit.changes == [Commit.Change(layer.link.id, values)])
    #expect(commit.created.isEmpty && commit.destroyed.isEmpty && commit.sublayers.isEmpty)
    #expect(commit.root == nil && commit.animations.isEmpty && commit.createdImages.isEmpty)
  }

  @Test func goingBackToTheDefaultIsSent() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    withoutActions { layer.opacity = 0.5 }
    withoutActions { layer.opacity = 1 }
    #expect(try stage.serverValues(layer).value(.opacity) == .number(1))
  }

  @Test func addingALayerSendsItAndTheList() throws {
    let stage = CoreStage()
    let first = stage.addLayer()
    let second = CALayer()
    second.name = "second"
    stage.root.addSublayer(second)
    let commit = try stage.commit()
    #expect(commit.created == [Commit.Creation(second.link.id, .layer)])
    #expect(
      commit.sublayers == [Commit.Sublayers(stage.root.link.id, [first.link.id, second.link.id])]
    )
    #expect(commit.changes.count == 1)
  }

  @Test func removingASubtreeDestroysIt() throws {
    let stage = CoreStage()
    let layer = CALayer()
    layer.addSublayer(CALayer())
    _ = stage.addLayer(layer)
    layer.removeFromSuperlayer()
    let commit = try stage.commit()
    #expect(Set(commit.destroyed).count == 2)
    #expect(commit.sublayers == [Commit.Sublayers(stage.root.link.id, [])])
    #expect(stage.carrier.tree.layerCount == 1)
    #expect(layer.link.journal == nil && layer.sublayers?.first?.link.journal == nil)
  }

  @Test func removedAndAddedAgainLaterIsComplete() throws {
    let stage = CoreStage()
    let layer = CALayer()
    layer.addSublayer(CALayer())
    layer.cornerRadius = 5
    _ = stage.addLayer(layer)
    layer.removeFromSuperlayer()
    CATransaction.flush()
    layer.zPosition = 4
    stage.root.addSublayer(layer)
    CATransaction.flush()
    #expect(stage.carrier.tree.layerCount == 3)
    #expect(try stage.serverValues(layer).value(.cornerRadius) == .number(5))
    #expect(try stage.serverValues(layer).value(.zPosition) == .number(4))
  }

  @Test func movingWithinATransactionSendsListsAlone() throws {
    let stage = CoreStage()
    let (a, b, layer) = (stage.addLayer(), stage.addLayer(), CALayer())
    layer.addSublayer(CALayer())
    a.addSublayer(layer)
    CATransaction.flush()
    _ = stage.carrier.takeCommits()
    layer.removeFromSuperlayer()
    b.addSublayer(layer)
    let commit = try stage.commit()
    #expect(commit.created.isEmpty && commit.destroyed.isEmpty && commit.changes.isEmpty)
    #expect(commit.sublayers.count == 2)
    #expect(stage.carrier.tree.layerCount == 5)
  }

  @Test func comingAndGoingWithinATransactionSendsNothingOfIt() throws {
    let stage = CoreStage()
    let layer = CALayer()
    layer.contents = Images.checkers
    stage.root.addSublayer(layer)
    layer.removeFromSuperlayer()
    let commit = try stage.commit()
    #expect(commit.created.isEmpty && commit.destroyed.isEmpty)
    #expect(commit.createdImages.isEmpty && commit.destroyedImages.isEmpty)
  }

  @Test func movingToAStrangersTreeDestroys() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    let stranger = CALayer()
    stranger.addSublayer(layer)
    let commit = try stage.commit()
    #expect(commit.destroyed.count == 1)
    #expect(layer.superlayer === stranger)
    stage.root.addSublayer(stranger)
    CATransaction.flush()
    #expect(stage.carrier.tree.layerCount == 3)
  }

  @Test func movingBetweenContexts() throws {
    let (first, second) = (CoreStage(), CoreStage())
    let layer = first.addLayer()
    layer.addSublayer(CALayer())
    CATransaction.flush()
    second.root.addSublayer(layer)
    CATransaction.flush()
    #expect(first.carrier.tree.layerCount == 1)
    #expect(second.carrier.tree.layerCount == 3)
    // There and back within one transaction.
    first.root.addSublayer(layer)
    second.root.addSublayer(layer)
    CATransaction.flush()
    #expect(first.carrier.tree.layerCount == 1)
    #expect(second.carrier.tree.layerCount == 3)
    first.context.layer = layer
    CATransaction.flush()
    #expect(first.carrier.tree.layerCount == 2)
    #expect(second.carrier.tree.layerCount == 1)
    #expect(layer.superlayer == nil)
  }

  @Test func changingTheRoot() throws {
    let stage = CoreStage()
    let other = CALayer()
    stage.context.layer = other
    var commit = try stage.commit()
    #expect(commit.root == other.link.id && commit.destroyed.count == 1)
    stage.context.layer = nil
    commit = try stage.commit()
    #expect(commit.root == LayerID.none && stage.carrier.tree.layerCount == 0)
    #expect(stage.context.layer == nil)
  }

  @Test func theRootLeavesItsContextForASuperlayer() {
    let stage = CoreStage()
    let superlayer = CALayer()
    superlayer.addSublayer(stage.root)
    #expect(stage.context.layer == nil)
    stage.context.layer = superlayer
    CATransaction.flush()
    #expect(stage.carrier.tree.layerCount == 2)
  }

  @Test func aSublayerBecomesTheRoot() {
    let stage = CoreStage()
    let layer = stage.addLayer()
    stage.context.layer = layer
    CATransaction.flush()
    #expect(stage.carrier.tree.layerCount == 1)
    #expect(layer.superlayer == nil && stage.root.sublayers == nil)
  }

  @Test func numbersAreUsedAgain() {
    let stage = CoreStage()
    for _ in 0..<50 {
      let layer = stage.addLayer()
      #expect(layer.link.id.rawValue <= 3)
      layer.removeFromSuperlayer()
      CATransaction.flush()
    }
  }

  @Test func theCostOfACommitIsThatOfTheChange() throws {
    let stage = CoreStage()
    let layers = (0..<1000).map { _ in CALayer() }
    stage.root.sublayers = layers
    CATransaction.flush()
    _ = stage.carrier.takeCommits()
    withoutActions { layers[500].zPosition = 1 }
    let commit = try #require(stage.carrier.takeCommits().first)
    #expect(commit.changes.count == 1 && commit.sublayers.isEmpty && commit.created.isEmpty)
  }

  // MARK: Images

  /// AG-D-7.x1.
  @Test func oneNumberForAnImageHoweverManyLayersShowIt() throws {
    let stage = CoreStage()
    let layers = (0..<3).map { _ in CALayer() }
    for layer in layers { layer.contents = Images.checkers }
    stage.root.sublayers = layers
    var commit = try stage.commit()
    let id = try #require(commit.createdImages.first?.image)
    #expect(commit.createdImages.count == 1)
    #expect(commit.changes.allSatisfy { $0.values[.contents] == .image(id) })
    withoutActions { layers[0].contents = nil }
    commit = try #require(stage.carrier.takeCommits().last)
    #expect(commit.destroyedImages.isEmpty)
    #expect(commit.changes.first?.values[.contents] == .null)
    layers[1].removeFromSuperlayer()
    withoutActions { layers[2].contents = "no image" }
    CATransaction.flush()
    #expect(stage.carrier.takeCommits().flatMap(\.destroyedImages) == [id])
    #expect(stage.carrier.tree.images.isEmpty)
  }

  @Test func imagesThatAreReplacedAreFreed() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    weak var weakImage: CGImage?
    do {
      let image = Images.make([UInt8](repeating: 9, count: 16))
      weakImage = image
      withoutActions { layer.contents = image }
      #expect(stage.carrier.tree.images.count == 1)
    }
    withoutActions { layer.contents = Images.checkers }
    #expect(stage.carrier.tree.images.count == 1)
    #expect(weakImage == nil)
  }

  @Test func thePixelsOfAnImage() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    withoutActions { layer.contents = Images.checkers }
    let pixels = try #require(stage.carrier.tree.images.values.first)
    #expect(pixels.width == 2 && pixels.height == 2)
    pixels.withBytes { bytes in
      #expect(Array(bytes[0..<4]) == [255, 0, 0, 255])
      #expect(Array(bytes[pixels.rowBytes..<pixels.rowBytes + 8]) == [0, 0, 255, 255, 0, 0, 0, 0])
    }
  }

  // MARK: Lifetime

  @Test func removedLayersAreFreedAfterTheCommit() {
    let stage = CoreStage()
    weak var weakLayer: CALayer?
    do {
      let layer = stage.addLayer()
      layer.opacity = 0.5
      layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "x")
      weakLayer = layer
      layer.removeFromSuperlayer()
    }
    CATransaction.flush()
    #expect(weakLayer == nil)
  }

  @Test func aContextLetsGoOfItsTree() {
    weak var weakContext: CAContext?
    weak var weakRoot: CALayer?
    let child = CALayer()
    let carrier: RecordingCarrier
    do {
      let stage = CoreStage()
      stage.root.addSublayer(child)
      child.zPosition = 3
      (weakContext, weakRoot) = (stage.context, stage.root)
      carrier = stage.carrier
    }
    #expect(weakContext == nil)
    CATransaction.flush()
    #expect(weakRoot == nil)
    #expect(child.link.journal == nil && child.superlayer == nil)
    #expect(carrier.isClosed)
    child.zPosition = 4
    CATransaction.flush()
  }

  /// A context may go before the transaction that took its tree away ends.
  @Test(arguments: [true, false]) func aContextLetsGoOfWhatItLost(isCommitted: Bool) {
    weak var weakJournal: CommitJournal?
    weak var weakRoot: CALayer?
    weak var weakChild: CALayer?
    do {
      let stage = CoreStage()
      let child = stage.addLayer()
      if isCommitted { CATransaction.flush() }
      child.removeFromSuperlayer()
      stage.context.layer = nil
      (weakJournal, weakRoot, weakChild) = (stage.context.journal, stage.root, child)
    }
    CATransaction.flush()
    #expect(weakJournal == nil && weakRoot == nil && weakChild == nil)
  }
}
