// Masks: layers of the tree that are no sublayers.
// Licensed under the MIT license; see LICENSE.

import QuartzModel
import QuartzTesting
import TestClaims

@testable import QuartzCore

@Suite struct MaskTests {
  /// The number of the mask that the server has for a layer.
  private func serverMask(_ stage: CoreStage, _ layer: CALayer) throws -> LayerID {
    let tree = stage.carrier.tree
    let slot = try #require(tree.slot(of: layer.link.id))
    let mask = tree.masks[Int(slot)]
    return mask < 0 ? .none : tree.ids[Int(mask)]
  }

  @Test(.shows("CALayer.mask", "CALayer.superlayer")) func aMaskBelongsToTheTree() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    let (mask, part) = (CALayer(), CALayer())
    mask.addSublayer(part)
    part.opacity = 0.5
    layer.mask = mask
    #expect(layer.mask === mask && mask.superlayer === layer && layer.sublayers == nil)
    #expect(part.superlayer === mask)
    let commit = try stage.commit()
    #expect(commit.created.count == 2)
    #expect(
      commit.sublayers.contains(Commit.Sublayers(layer.link.id, [], mask: mask.link.id))
    )
    #expect(try serverMask(stage, layer) == mask.link.id)
    #expect(try stage.serverValues(part).value(.opacity) == .number(0.5))
  }

  @Test func aMaskThatGoesIsDestroyed() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    let mask = CALayer()
    mask.mask = CALayer()
    layer.mask = mask
    CATransaction.flush()
    #expect(stage.carrier.tree.layerCount == 4)
    layer.mask = nil
    CATransaction.flush()
    #expect(stage.carrier.tree.layerCount == 2 && mask.link.journal == nil)
    layer.mask = mask
    CATransaction.flush()
    #expect(stage.carrier.tree.layerCount == 4)
    mask.removeFromSuperlayer()
    #expect(layer.mask == nil)
    CATransaction.flush()
    #expect(stage.carrier.tree.layerCount == 2)
  }

  @Test(.shows("CALayer.removeFromSuperlayer()")) func aMaskGoesAlongWithItsLayer() throws {
    let stage = CoreStage()
    let layer = CALayer()
    layer.mask = CALayer()
    _ = stage.addLayer(layer)
    #expect(stage.carrier.tree.layerCount == 3)
    layer.removeFromSuperlayer()
    CATransaction.flush()
    #expect(stage.carrier.tree.layerCount == 1)
  }

  @Test func aLayerHasOnePlace() throws {
    let stage = CoreStage()
    let (a, b, moving) = (stage.addLayer(), stage.addLayer(), CALayer())
    a.addSublayer(moving)
    b.mask = moving
    #expect(a.sublayers == nil && moving.superlayer === b)
    CATransaction.flush()
    #expect(try serverMask(stage, b) == moving.link.id)
    a.mask = moving
    #expect(b.mask == nil)
    CATransaction.flush()
    #expect(try serverMask(stage, a) == moving.link.id)
    #expect(try serverMask(stage, b) == .none)
    a.addSublayer(moving)
    #expect(a.mask == nil && moving.superlayer === a)
    a.sublayers = [CALayer(), moving]
    a.mask = moving
    #expect(a.sublayers?.count == 1)
    CATransaction.flush()
    #expect(try serverMask(stage, a) == moving.link.id)
    b.sublayers = [moving]
    #expect(a.mask == nil)
    stage.context.layer = b
    a.mask = b
    #expect(stage.context.layer == nil)
  }

  @Test(.shows("CALayer.mask")) func masksThatContainTheirLayerAreRefused() {
    let (root, layer, old) = (CALayer(), CALayer(), CALayer())
    layer.name = "masked"
    root.addSublayer(layer)
    layer.mask = old
    let inner = CALayer()
    old.addSublayer(inner)
    let lines = Lines.during {
      layer.mask = layer
      layer.mask = root
      inner.mask = old
      inner.mask = layer
    }
    #expect(lines.count == 4 && lines[0].contains("masked") && lines[0].contains("mask"))
    #expect(layer.mask === old && root.mask == nil && layer.superlayer === root)
    #expect(inner.mask == nil && inner.superlayer === old)
    // A sublayer may become the mask.
    old.mask = inner
    #expect(old.sublayers == nil && old.mask === inner)
  }

  @Test(.shows("CALayer.mask", "CALayer.convert(_:to:)", "CALayer.convert(_:from:)"))
  func coordinatesConvert() {
    let (root, layer, mask, part) = (CALayer(), CALayer(), CALayer(), CALayer())
    root.addSublayer(layer)
    layer.mask = mask
    mask.addSublayer(part)
    layer.frame = CGRect(x: 10, y: 20, width: 50, height: 50)
    mask.frame = CGRect(x: 5, y: 5, width: 10, height: 10)
    part.frame = CGRect(x: 1, y: 2, width: 3, height: 3)
    // The sublayer transform does not apply to the mask.
    layer.sublayerTransform = CATransform3DMakeScale(2, 2, 1)
    #expect(part.convert(CGPoint(x: 1, y: 1), to: layer) == CGPoint(x: 7, y: 8))
    #expect(part.convert(CGPoint(x: 1, y: 1), to: root) == CGPoint(x: 17, y: 28))
    #expect(root.convert(CGPoint(x: 17, y: 28), to: part) == CGPoint(x: 1, y: 1))
  }

  @Test func hitTestsPassMasksBy() {
    let (root, layer, mask) = (CALayer(), CALayer(), CALayer())
    root.addSublayer(layer)
    layer.mask = mask
    for node in [root, layer, mask] { node.bounds = CGRect(x: 0, y: 0, width: 10, height: 10) }
    for node in [root, layer] { node.position = CGPoint(x: 5, y: 5) }
    mask.position = CGPoint(x: 50, y: 50)
    #expect(root.hitTest(CGPoint(x: 5, y: 5)) === layer)
    #expect(root.hitTest(CGPoint(x: 50, y: 50)) == nil)
  }

  @Test func masksAreLaidOutDrawnAndAnimated() throws {
    final class Drawing: CALayer {
      var layouts = 0
      override func layoutSublayers() { layouts += 1 }
      override func draw(in ctx: CGContext) {
        ctx.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
        ctx.fill(bounds)
      }
    }
    let stage = CoreStage()
    let layer = stage.addLayer()
    let mask = Drawing()
    mask.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    mask.setNeedsDisplay()
    layer.mask = mask
    CATransaction.flush()
    #expect(mask.layouts == 1 && mask.contents is CGImage)
    mask.opacity = 0
    CATransaction.flush()
    #expect(mask.animationKeys() == ["opacity"])
    stage.clock.advance(by: 0.1)
    let shown = try #require(layer.presentation()?.mask)
    #expect(shown.opacity > 0 && shown.opacity < 1)
    #expect(shown.superlayer?.model() === layer)
    #expect(shown.model() === mask)
  }

  @Test func theClockOfAMaskIsItsLayers() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    layer.speed = 0.5
    let mask = CALayer()
    layer.mask = mask
    CATransaction.flush()
    #expect(mask.convertTime(10, from: nil) == 5)
    mask.opacity = 0
    CATransaction.flush()
    stage.clock.advance(by: 0.3)
    let model = try #require(mask.presentation()).opacity
    let server = try stage.serverPresentation(mask, at: stage.clock.currentTime).value(.opacity)
    #expect(server.number.map { Float($0) } == model && model > 0)
  }

  @Test func keysActionsAndText() {
    final class Actor: NSObject, CALayerDelegate {
      var events: [String] = []
      func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
        events.append(event)
        return nil
      }
    }
    let (layer, mask, actor) = (CALayer(), CALayer(), Actor())
    mask.cornerRadius = 2
    layer.delegate = actor
    layer.setValue(mask, forKey: "mask")
    #expect(layer.value(forKey: "mask") as? CALayer === mask)
    #expect(layer.value(forKeyPath: "mask.cornerRadius") as? Double == 2)
    #expect(actor.events == ["mask"])
    #expect(layer.debugDescription.contains("mask: <CALayer; cornerRadius = 2.0>"))
    #expect(CALayer(layer: layer).mask == nil)
    let lines = Lines.during { layer.setValue(7, forKey: "mask") }
    #expect(lines.count == 1 && layer.mask === mask)
    layer.setValue(nil, forKey: "mask")
    #expect(layer.mask == nil)
  }

  @Test func aDeepTreeOfMasksIsReleasedWithoutRecursion() {
    weak var last: CALayer?
    do {
      let top = CALayer()
      var layer = top
      for _ in 0..<100_000 {
        let mask = CALayer()
        layer.mask = mask
        layer = mask
      }
      last = layer
    }
    #expect(last == nil)
  }

  @Test func aNewServerGetsTheMasks() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    layer.mask = CALayer()
    CATransaction.flush()
    let full = stage.context.journal.makeFullCommit(at: 0)
    #expect(full.created.count == 3)
    #expect(full.sublayers.contains { $0.mask == layer.mask?.link.id })
  }
}
