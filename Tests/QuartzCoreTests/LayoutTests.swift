// When layers are laid out, by whom, and in what order.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzTesting
import TestClaims
import Testing

@testable import QuartzCore

/// A delegate that calls a block to lay out, and counts.
private final class LayoutDelegate: CALayerDelegate {
  var count = 0
  var body: (CALayer) -> Void

  init(_ body: @escaping (CALayer) -> Void = { _ in }) {
    self.body = body
  }

  func layoutSublayers(of layer: CALayer) {
    count += 1
    body(layer)
  }
}

private final class RecordingManager: CALayoutManager {
  var calls: [String] = []

  func preferredSize(of layer: CALayer) -> CGSize { CGSize(width: 7, height: 8) }
  func invalidateLayout(of layer: CALayer) { calls.append("invalidate") }
  func layoutSublayers(of layer: CALayer) { calls.append("layout") }
}

@Suite struct LayoutTests {
  /// Columns of equal width.
  private func layOutColumns(_ layer: CALayer) {
    guard let sublayers = layer.sublayers else { return }
    let width = layer.bounds.width / CGFloat(sublayers.count)
    for (index, sublayer) in sublayers.enumerated() {
      sublayer.frame = CGRect(
        x: CGFloat(index) * width,
        y: 0,
        width: width,
        height: layer.bounds.height
      )
    }
  }

  @Test(
    .shows(
      "CALayerDelegate.layoutSublayers(of:)",
      "CALayer.needsLayout()",
      "CALayer.setNeedsLayout()"
    )
  ) func delegateLaysOutBeforeTheCommit() throws {
    let stage = CoreStage()
    let delegate = LayoutDelegate(layOutColumns)
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 200, height: 200)
    for _ in 0..<3 { layer.addSublayer(CALayer()) }
    layer.delegate = delegate
    _ = stage.addLayer(layer)
    #expect(delegate.count == 1)
    layer.bounds.size = CGSize(width: 300, height: 100)
    #expect(layer.needsLayout() && delegate.count == 1)
    _ = try stage.commit()
    #expect(delegate.count == 2 && !layer.needsLayout())
    let column = try #require(layer.sublayers?[1])
    #expect(column.frame == CGRect(x: 100, y: 0, width: 100, height: 100))
    // The same commit has it.
    #expect(try stage.serverValues(column)[.bounds]?.rect == Rect(0, 0, 100, 100))
    for _ in 0..<3 { layer.setNeedsLayout() }
    CATransaction.flush()
    #expect(delegate.count == 3)
    layer.position = CGPoint(x: 5, y: 5)
    CATransaction.flush()
    #expect(delegate.count == 3)
    layer.transform = CATransform3DMakeScale(2, 2, 1)
    CATransaction.flush()
    #expect(delegate.count == 4)
    layer.addSublayer(CALayer())
    CATransaction.flush()
    layer.sublayers?.last?.removeFromSuperlayer()
    CATransaction.flush()
    layer.sublayers = Array(layer.sublayers?.dropLast() ?? [])
    CATransaction.flush()
    #expect(delegate.count == 7)
  }

  @Test func superlayersFirstUntilNothingChanges() {
    let stage = CoreStage()
    var order: [String] = []
    var layers = [stage.root]
    var delegates: [LayoutDelegate] = []
    for index in 0..<40 {
      let layer = CALayer()
      layers[index].addSublayer(layer)
      layers.append(layer)
    }
    for (index, layer) in layers.enumerated() {
      let delegate = LayoutDelegate { layer in
        order.append("\(index)")
        layer.sublayers?.first?.bounds = layer.bounds.insetBy(dx: 1, dy: 1)
      }
      delegates.append(delegate)
      layer.delegate = delegate
    }
    CATransaction.flush()
    order = []
    // The deepest one is marked first.
    for layer in layers.reversed() { layer.setNeedsLayout() }
    stage.root.bounds = CGRect(x: 0, y: 0, width: 1000, height: 1000)
    CATransaction.flush()
    #expect(order == (0...40).map { "\($0)" })
    #expect(layers[40].bounds.width == 920)
  }

  @Test func layoutBelongsToTheTransactionThatEnds() {
    let stage = CoreStage()
    let layer = stage.addLayer()
    let delegate = LayoutDelegate { $0.sublayers?.first?.position.x += 1 }
    stage.root.delegate = delegate
    withoutActions { stage.root.setNeedsLayout() }
    #expect(delegate.count == 1 && layer.animationKeys() == nil)
    stage.root.setNeedsLayout()
    CATransaction.flush()
    #expect(delegate.count == 2 && layer.animationKeys() == ["position"])
  }

  @Test func requestsOfALayerThatIsBeingLaidOutAreDropped() {
    let stage = CoreStage()
    let delegate = LayoutDelegate { layer in
      layer.addSublayer(CALayer())
      layer.bounds.size.width += 1
      layer.setNeedsLayout()
    }
    stage.root.delegate = delegate
    stage.root.setNeedsLayout()
    CATransaction.flush()
    #expect(delegate.count == 1 && !stage.root.needsLayout())
    #expect(stage.root.sublayers?.count == 1)
  }

  @Test func layersThatMarkEachOtherAreGivenUp() {
    let stage = CoreStage()
    let child = stage.addLayer()
    child.name = "child"
    let up = LayoutDelegate { $0.superlayer?.setNeedsLayout() }
    let down = LayoutDelegate { $0.sublayers?.first?.setNeedsLayout() }
    child.delegate = up
    stage.root.delegate = down
    let lines = Lines.during {
      child.setNeedsLayout()
      CATransaction.flush()
    }
    #expect(lines.count == 1 && lines[0].contains("layout does not settle"))
    #expect(up.count <= LayoutPass.limit && down.count <= LayoutPass.limit)
    // The next commit is as good as any.
    up.body = { _ in }
    let count = up.count
    child.setNeedsLayout()
    CATransaction.flush()
    #expect(up.count == count + 1)
  }

  @Test func delegateEditsTheTree() {
    let stage = CoreStage()
    let layers = (0..<4).map { _ in stage.addLayer() }
    let spare = CALayer()
    let quiet = LayoutDelegate()
    for layer in layers { layer.delegate = quiet }
    spare.delegate = quiet
    let delegate = LayoutDelegate { root in
      // Some leave for good, one leaves and comes back, one moves below another one.
      layers[0].removeFromSuperlayer()
      layers[1].removeFromSuperlayer()
      root.insertSublayer(layers[1], at: 0)
      layers[3].addSublayer(layers[2])
      layers[2].addSublayer(spare)
      CATransaction.flush()
    }
    stage.root.delegate = delegate
    for layer in layers + [stage.root] { layer.setNeedsLayout() }
    CATransaction.flush()
    #expect(delegate.count == 1)
    #expect(stage.root.sublayers == [layers[1], layers[3]])
    #expect(layers[1...].allSatisfy { !$0.needsLayout() })
    #expect(stage.carrier.tree.layerCount == 5)
    // A removed layer is laid out when it is shown again.
    #expect(layers[0].needsLayout())
    let count = quiet.count
    stage.root.delegate = nil
    stage.root.addSublayer(layers[0])
    CATransaction.flush()
    #expect(quiet.count == count + 1 && !layers[0].needsLayout())
  }

  @Test func layerThatLeftComesBackDuringThePass() {
    let stage = CoreStage()
    let layer = stage.addLayer()
    let quiet = LayoutDelegate()
    layer.delegate = quiet
    let delegate = LayoutDelegate { root in root.addSublayer(layer) }
    stage.root.delegate = delegate
    layer.setNeedsLayout()
    layer.removeFromSuperlayer()
    CATransaction.flush()
    #expect(delegate.count == 1 && quiet.count == 1)
  }

  @Test(arguments: [250, 500])
  func aChainOfLayersIsWalkedOnce(count: Int) throws {
    let stage = CoreStage()
    var chain = [stage.addLayer()]
    var order: [Int] = []
    var delegates: [LayoutDelegate] = []
    for index in 1..<count {
      chain.append(CALayer())
      chain[index - 1].addSublayer(chain[index])
    }
    for (index, layer) in chain.enumerated() {
      delegates.append(LayoutDelegate { _ in order.append(index) })
      layer.delegate = delegates[index]
    }
    CATransaction.flush()
    order = []
    // The lowest first, and one that left, so that each has to be looked for below the root.
    let lost = CALayer()
    stage.root.addSublayer(lost)
    lost.removeFromSuperlayer()
    for layer in chain.reversed() { layer.setNeedsLayout() }
    CATransaction.flush()
    #expect(order == Array(0..<count))
    var depths = LayerDepths()
    for layer in chain.reversed() { _ = depths.depth(of: layer, below: stage.root) }
    #expect(depths.steps == count + 1)
    #expect(depths.depth(of: try #require(chain.last), below: stage.root) == count)
    #expect(depths.depth(of: lost, below: stage.root) == nil)
  }

  /// Those whose depths were asked for since the last commit, too.
  @Test func layersOfAContextThatIsGoneBelongToNone() throws {
    let (root, layer) = (CALayer(), CALayer())
    root.addSublayer(layer)
    var count = 0
    let delegate = LayoutDelegate { _ in count += 1 }
    layer.delegate = delegate
    var context: CAContext? = try CAContext(size: CGSize(width: 8, height: 8))
    context?.layer = root
    CATransaction.flush()
    #expect(layer.link.journal?.depth(of: layer) == 1)
    context = nil
    try #require(root.link.journal == nil && layer.link.journal == nil)
    let before = count
    layer.setNeedsLayout()
    CATransaction.flush()
    #expect(count == before && layer.needsLayout())
  }

  @Test(.shows("CALayer.layoutIfNeeded()")) func layersWithoutAContextWaitToBeAsked() {
    let root = CALayer()
    let child = CALayer()
    let grandchild = CALayer()
    root.addSublayer(child)
    child.addSublayer(grandchild)
    var order: [CALayer] = []
    let delegate = LayoutDelegate { order.append($0) }
    for layer in [root, child, grandchild] { layer.delegate = delegate }
    CATransaction.flush()
    #expect(order.isEmpty && root.needsLayout())
    // From the superlayers that need it down to the leaves.
    grandchild.setNeedsLayout()
    grandchild.layoutIfNeeded()
    #expect(order == [root, child, grandchild])
    grandchild.setNeedsLayout()
    child.layoutIfNeeded()
    #expect(order == [root, child, grandchild, grandchild])
    root.setNeedsLayout()
    grandchild.layoutIfNeeded()
    #expect(order.count == 4 && root.needsLayout())
  }

  @Test(
    .shows(
      "CALayer.layoutManager",
      "CALayer.preferredFrameSize()",
      "CALayoutManager.preferredSize(of:)",
      "CALayoutManager.invalidateLayout(of:)",
      "CALayoutManager.layoutSublayers(of:)"
    )
  ) func managerIsAskedWhereNoDelegateLaysOut() {
    final class Mute: CALayerDelegate {}
    let layer = CALayer()
    let manager = RecordingManager()
    layer.layoutManager = manager
    #expect(layer.layoutManager === manager && layer.needsLayout())
    layer.layoutIfNeeded()
    #expect(manager.calls == ["invalidate", "layout"])
    #expect(layer.preferredFrameSize() == CGSize(width: 7, height: 8))
    let mute = Mute()
    layer.delegate = mute
    layer.setNeedsLayout()
    layer.layoutIfNeeded()
    #expect(manager.calls == ["invalidate", "layout", "invalidate", "layout"])
    let delegate = LayoutDelegate()
    layer.delegate = delegate
    layer.setNeedsLayout()
    layer.layoutIfNeeded()
    #expect(manager.calls.count == 5 && delegate.count == 1)
  }

  @Test(.shows("CALayer.preferredFrameSize()")) func preferredSizeWithoutAManagerIsThatOfTheFrame()
  {
    let layer = CALayer()
    layer.bounds.size = CGSize(width: 10, height: 20)
    layer.transform = CATransform3DMakeScale(2, 3, 1)
    #expect(layer.preferredFrameSize() == CGSize(width: 20, height: 60))
  }

  @Test(.shows("CALayer.layoutSublayers()")) func subclassDecidesAlone() {
    final class Still: CALayer {
      override func layoutSublayers() {}
    }
    let layer = Still()
    let manager = RecordingManager()
    layer.layoutManager = manager
    layer.layoutIfNeeded()
    #expect(manager.calls == ["invalidate"] && !layer.needsLayout())
  }

  // MARK: Autoresizing

  private static let masks: [(CAAutoresizingMask, CGRect)] = [
    (CAAutoresizingMask(), CGRect(x: 10, y: 10, width: 80, height: 80)),
    (.layerWidthSizable, CGRect(x: 10, y: 10, width: 180, height: 80)),
    (.layerMaxXMargin, CGRect(x: 10, y: 10, width: 80, height: 80)),
    (.layerMinXMargin, CGRect(x: 110, y: 10, width: 80, height: 80)),
    ([.layerMinXMargin, .layerMaxXMargin], CGRect(x: 60, y: 10, width: 80, height: 80)),
    ([.layerMinXMargin, .layerWidthSizable], CGRect(x: 76, y: 10, width: 114, height: 80)),
    (.layerMinYMargin, CGRect(x: 10, y: 70, width: 80, height: 80)),
    (.layerMaxYMargin, CGRect(x: 10, y: 10, width: 80, height: 80)),
    ([.layerWidthSizable, .layerHeightSizable], CGRect(x: 10, y: 10, width: 180, height: 140)),
    (
      [.layerMinYMargin, .layerHeightSizable, .layerMaxYMargin],
      CGRect(x: 10, y: 30, width: 80, height: 100)
    ),
  ]

  @Test(
    .shows(
      "CALayer.autoresizingMask",
      "CAAutoresizingMask.layerMinXMargin",
      "CAAutoresizingMask.layerWidthSizable",
      "CAAutoresizingMask.layerMaxXMargin",
      "CAAutoresizingMask.layerMinYMargin",
      "CAAutoresizingMask.layerHeightSizable",
      "CAAutoresizingMask.layerMaxYMargin"
    ),
    arguments: masks
  )
  func autoresizing(_ mask: CAAutoresizingMask, _ expected: CGRect) {
    let parent = CALayer()
    parent.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    let child = CALayer()
    child.frame = CGRect(x: 10, y: 10, width: 80, height: 80)
    child.autoresizingMask = mask
    parent.addSublayer(child)
    parent.bounds = CGRect(x: 50, y: 0, width: 200, height: 160)
    #expect(isClose(child.frame, expected))
  }

  /// A superlayer that is told of an old size tells its sublayers.
  @Test(.shows("CALayer.resizeSublayers(withOldSize:)")) func resizingTellsEachSublayer() {
    let (root, child) = (CALayer(), CALayer())
    root.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    child.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
    child.autoresizingMask = .layerMinXMargin
    root.addSublayer(child)
    root.resizeSublayers(withOldSize: CGSize(width: 80, height: 100))
    #expect(child.frame == CGRect(x: 30, y: 10, width: 20, height: 20))
  }

  @Test func autoresizingByNoNumber() {
    let parent = CALayer()
    parent.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    let child = CALayer()
    child.frame = CGRect(x: 10, y: 10, width: 80, height: 80)
    child.autoresizingMask = [.layerWidthSizable, .layerHeightSizable]
    parent.addSublayer(child)
    parent.bounds.size = CGSize(width: CGFloat.nan, height: 5)
    // As measured, the far edge may get before the near one.
    #expect(child.frame == CGRect(x: 10, y: -5, width: 80, height: 15))
    parent.bounds.size = CGSize(width: CGFloat.infinity, height: 5)
    #expect(child.frame.width == 80)
  }

  @Test func autoresizingComesBeforeTheDelegate() throws {
    let stage = CoreStage()
    let child = stage.addLayer()
    child.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    child.autoresizingMask = .layerWidthSizable
    var seen: CGFloat?
    let delegate = LayoutDelegate { _ in
      seen = child.frame.width
      child.frame.size.width = 3
    }
    stage.root.delegate = delegate
    stage.root.bounds.size.width = 50
    CATransaction.flush()
    #expect(seen == 60 && child.frame.width == 3)
  }

  @Test func keysAndCopies() {
    let layer = CALayer()
    let manager = RecordingManager()
    let constraint = CAConstraint(attribute: .minX, relativeTo: "superlayer", attribute: .minX)
    layer.setValue(18, forKey: "autoresizingMask")
    layer.setValue(manager, forKey: "layoutManager")
    layer.setValue([constraint], forKey: "constraints")
    #expect(layer.autoresizingMask == [.layerWidthSizable, .layerHeightSizable])
    #expect(layer.value(forKey: "autoresizingMask") as? Int == 18)
    let copy = CALayer(layer: layer)
    #expect(copy.autoresizingMask.rawValue == 18 && copy.layoutManager === manager)
    #expect(copy.constraints == [constraint] && !copy.needsLayout())
    layer.setValue(nil, forKey: "layoutManager")
    layer.setValue(nil, forKey: "constraints")
    layer.setValue(nil, forKey: "autoresizingMask")
    #expect(layer.layoutManager == nil && layer.autoresizingMask.isEmpty)
    #expect(copy.layoutManager === manager)
  }
}
