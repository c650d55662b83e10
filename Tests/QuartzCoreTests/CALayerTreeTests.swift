// Editing the tree of layers.
// Licensed under the MIT license; see LICENSE.

import QuartzTesting
import TestClaims

@Suite struct CALayerTreeTests {
  private func named(_ names: String...) -> [CALayer] {
    names.map { name in
      let layer = CALayer()
      layer.name = name
      return layer
    }
  }

  private func names(_ layer: CALayer) -> [String] {
    layer.sublayers?.compactMap(\.name) ?? []
  }

  @Test(.shows("CALayer.sublayers")) func sublayersAreNilWithoutAny() {
    let layer = CALayer()
    #expect(layer.sublayers == nil)
    layer.addSublayer(CALayer())
    #expect(layer.sublayers?.count == 1)
    layer.sublayers = []
    #expect(layer.sublayers == nil)
  }

  @Test(.shows("CALayer.addSublayer(_:)", "CALayer.superlayer")) func addGoesToTheFront() {
    let root = CALayer()
    for layer in named("a", "b", "c") { root.addSublayer(layer) }
    #expect(names(root) == ["a", "b", "c"])
    #expect(root.sublayers?[1].superlayer === root)
  }

  @Test func addAgainMovesToTheFront() {
    let root = CALayer()
    let layers = named("a", "b", "c")
    root.sublayers = layers
    root.addSublayer(layers[0])
    #expect(names(root) == ["b", "c", "a"])
  }

  @Test(
    .shows("CALayer.insertSublayer(_:at:)"),
    arguments: [
      (0, ["x", "a", "b", "c"]), (2, ["a", "b", "x", "c"]), (3, ["a", "b", "c", "x"]),
      (99, ["a", "b", "c", "x"]),
    ] as [(UInt32, [String])]
  )
  func insertAtIndex(_ index: UInt32, _ expected: [String]) {
    let root = CALayer()
    root.sublayers = named("a", "b", "c")
    root.insertSublayer(named("x")[0], at: index)
    #expect(names(root) == expected)
  }

  @Test func insertAtIndexCountsAfterTheLayerLeft() {
    let root = CALayer()
    let layers = named("a", "b", "c")
    root.sublayers = layers
    root.insertSublayer(layers[0], at: 2)
    #expect(names(root) == ["b", "c", "a"])
  }

  @Test(.shows("CALayer.insertSublayer(_:below:)", "CALayer.insertSublayer(_:above:)"))
  func insertBelowAndAbove() {
    let root = CALayer()
    let layers = named("a", "b", "c", "x", "y")
    root.sublayers = Array(layers[..<3])
    root.insertSublayer(layers[3], below: layers[1])
    root.insertSublayer(layers[4], above: layers[1])
    #expect(names(root) == ["a", "x", "b", "y", "c"])
  }

  @Test func insertBesideAStranger() {
    let root = CALayer()
    let layers = named("a", "x", "y", "stranger")
    root.sublayers = [layers[0]]
    root.insertSublayer(layers[1], below: layers[3])
    root.insertSublayer(layers[2], above: nil)
    #expect(names(root) == ["x", "a", "y"])
  }

  @Test(.shows("CALayer.replaceSublayer(_:with:)")) func replaceTakesThePlace() {
    let root = CALayer()
    let other = CALayer()
    let layers = named("a", "b", "c", "x")
    root.sublayers = Array(layers[..<3])
    other.addSublayer(layers[3])
    root.replaceSublayer(layers[1], with: layers[3])
    #expect(names(root) == ["a", "x", "c"])
    #expect(layers[1].superlayer == nil)
    #expect(other.sublayers == nil)
    root.replaceSublayer(layers[1], with: CALayer())
    #expect(names(root) == ["a", "x", "c"])
  }

  @Test func replaceWithASibling() {
    let root = CALayer()
    let layers = named("a", "b", "c")
    root.sublayers = layers
    root.replaceSublayer(layers[0], with: layers[2])
    #expect(names(root) == ["c", "b"])
  }

  @Test func oneSuperlayerOnly() {
    let (first, second, layer) = (CALayer(), CALayer(), CALayer())
    first.addSublayer(layer)
    second.addSublayer(layer)
    #expect(first.sublayers == nil)
    #expect(layer.superlayer === second)
  }

  @Test(.shows("CALayer.sublayers", "CALayer.superlayer")) func settingSublayersMovesAndReleases() {
    let (root, other) = (CALayer(), CALayer())
    let layers = named("a", "b", "c")
    root.sublayers = [layers[0], layers[1]]
    other.sublayers = [layers[2]]
    root.sublayers = [layers[2], layers[0], layers[2]]
    #expect(names(root) == ["c", "a"])
    #expect(layers[1].superlayer == nil)
    #expect(other.sublayers == nil)
    root.sublayers = nil
    #expect(layers[0].superlayer == nil && layers[2].superlayer == nil)
  }

  @Test func removeWithoutSuperlayerDoesNothing() {
    let layer = CALayer()
    layer.removeFromSuperlayer()
    #expect(layer.superlayer == nil)
  }

  @Test func aCycleIsRefused() async {
    await #expect(processExitsWith: .failure) {
      let (a, b) = (CALayer(), CALayer())
      a.addSublayer(b)
      b.addSublayer(a)
    }
    await #expect(processExitsWith: .failure) {
      let layer = CALayer()
      layer.addSublayer(layer)
    }
    await #expect(processExitsWith: .failure) {
      let (a, b, c) = (CALayer(), CALayer(), CALayer())
      a.addSublayer(b)
      b.addSublayer(c)
      c.sublayers = [a]
    }
  }

  // MARK: Lifetime

  @Test func superlayerDoesNotOutliveItself() {
    let layer = CALayer()
    do {
      let root = CALayer()
      root.addSublayer(layer)
      #expect(layer.superlayer === root)
    }
    #expect(layer.superlayer == nil)
  }

  @Test func treeIsFreed() {
    weak var weakRoot: CALayer?
    weak var weakChild: CALayer?
    do {
      let (root, child) = (CALayer(), CALayer())
      root.addSublayer(child)
      child.addSublayer(CALayer())
      (weakRoot, weakChild) = (root, child)
    }
    #expect(weakRoot == nil && weakChild == nil)
  }

  @Test func deepTreeIsFreedWithoutRecursion() {
    weak var weakLast: CALayer?
    do {
      let root = CALayer()
      var last = root
      for _ in 0..<200_000 {
        let layer = CALayer()
        last.addSublayer(layer)
        last = layer
      }
      weakLast = last
      #expect(weakLast != nil)
    }
    #expect(weakLast == nil)
  }

  @Test func releaseKeepsWhatOthersHold() {
    let kept = CALayer()
    let grandchild = CALayer()
    kept.addSublayer(grandchild)
    do {
      let root = CALayer()
      let middle = CALayer()
      root.addSublayer(middle)
      middle.addSublayer(kept)
    }
    #expect(kept.superlayer == nil)
    #expect(grandchild.superlayer === kept)
  }

  @Test(.shows("CALayer.delegate")) func delegateIsNotKeptAlive() {
    final class Delegate: CALayerDelegate {}
    let layer = CALayer()
    do {
      let delegate = Delegate()
      layer.delegate = delegate
      #expect(layer.delegate === delegate)
    }
    #expect(layer.delegate == nil)
  }
}
