// The reported costs of single layers, against the renderer's own counters.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore
import QuartzModel
import RenderScenes
import Testing

@Suite struct CostTests {
  /// A box with children of all sorts, one of which needs passes of its own.
  private func build(_ root: CALayer) {
    for index in 0..<4 {
      let box = CALayer()
      box.frame = CGRect(x: 4 + 24 * index, y: 6, width: 20, height: 20)
      box.backgroundColor = CGColor(red: 1, green: 0.2, blue: 0, alpha: 1)
      root.addSublayer(box)
    }
    let caster = CALayer()
    caster.name = "caster"
    caster.frame = CGRect(x: 10, y: 40, width: 30, height: 20)
    caster.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    caster.shadowOpacity = 1
    let child = CALayer()
    child.frame = CGRect(x: 20, y: 10, width: 30, height: 20)
    child.backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
    caster.addSublayer(child)
    root.addSublayer(caster)
    let masked = CALayer()
    masked.name = "masked"
    masked.frame = CGRect(x: 70, y: 40, width: 30, height: 30)
    masked.backgroundColor = CGColor(red: 0, green: 0.5, blue: 0.5, alpha: 1)
    let mask = CALayer()
    mask.frame = CGRect(x: 5, y: 5, width: 20, height: 20)
    mask.backgroundColor = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
    masked.mask = mask
    root.addSublayer(masked)
  }

  @Test(arguments: Backend.all) func layersAddUpToTheFrame(_ backend: Backend) throws {
    let stage = try Stage(try backend.make(), width: 120, height: 80)
    stage.carrier.renderer.measuresLayers = true
    stage.edit { build(stage.root) }
    _ = try stage.frame()
    let counters = stage.carrier.renderer.counters
    #expect(counters.draws > 0 && counters.layers.count > 6)
    #expect(counters.layers.reduce(0) { $0 + $1.draws } == counters.draws)
    #expect(counters.layers.reduce(0) { $0 + $1.pixelsTouched } == counters.pixelsTouched)
    #expect(counters.layers.reduce(0) { $0 + $1.bytesUploaded } == counters.bytesUploaded)
    #expect(counters.passes.count { !$0.isCached } == counters.targets)
    #expect(counters.damagedPixels == 120 * 80)
  }

  @Test(arguments: Backend.all) func passesNameTheLayerAndTheReason(_ backend: Backend) throws {
    let stage = try Stage(try backend.make(), width: 120, height: 80)
    stage.carrier.renderer.measuresLayers = true
    stage.edit { build(stage.root) }
    _ = try stage.frame()
    let names = stage.context.layerNames
    func passes() -> Set<String> {
      Set(
        stage.carrier.renderer.counters.passes.map {
          "\(names[$0.layer] ?? "-") \($0.reason)\($0.isCached ? " cached" : "")"
        }
      )
    }
    #expect(
      passes() == [
        "root/caster shadowCaster", "root/caster shadow", "root/masked mask",
        "root/masked/mask maskShape", "- output",
      ]
    )
    // Something moves over the shadow: that is as it was.
    stage.edit {
      let dot = CALayer()
      dot.frame = CGRect(x: 20, y: 50, width: 4, height: 4)
      dot.backgroundColor = CGColor(red: 0, green: 0, blue: 0, alpha: 0.5)
      stage.root.addSublayer(dot)
    }
    _ = try stage.frame()
    #expect(
      passes() == ["root/caster shadowCaster cached", "root/caster shadow cached", "- output"]
    )
  }

  /// A thousand short labels cost what a thousand images of them cost, and nothing once they stand.
  @Test(arguments: Backend.all) func labelsAreImages(_ backend: Backend) throws {
    let (labels, images) = (
      try Stage(try backend.make(), width: 640, height: 480),
      try Stage(try backend.make(), width: 640, height: 480)
    )
    labels.edit {
      for index in 0..<1000 {
        let text = CATextLayer()
        text.frame = CGRect(x: index % 20 * 32, y: index / 20 * 9, width: 31, height: 12)
        text.string = "n \(index)"
        text.fontSize = 9
        text.foregroundColor = ink
        labels.root.addSublayer(text)
      }
    }
    let shown = Picture(try labels.frame())
    let texts = labels.root.sublayers ?? []
    let pictures = texts.map { $0.contents as? CGImage }
    #expect(pictures.count == 1000 && pictures.allSatisfy { $0 != nil })
    images.edit {
      for (text, picture) in zip(texts, pictures) {
        let layer = CALayer()
        layer.frame = text.frame
        layer.contents = picture
        images.root.addSublayer(layer)
      }
    }
    #expect(Picture(try images.frame()) == shown)
    let (plan, other) = (labels.carrier.renderer.plan, images.carrier.renderer.plan)
    #expect(plan.draws.count == 1000 && plan.draws == other.draws)
    #expect(plan.imageRecords == other.imageRecords)
    #expect(labels.carrier.renderer.counters == images.carrier.renderer.counters)
    #expect(labels.carrier.renderer.counters.targets == 1)
    // Nothing has changed, so nothing is done; one moves, and its pixels are there already.
    for stage in [labels, images] {
      _ = try stage.frame(at: 1)
      #expect(stage.carrier.renderer.plan.damage.isEmpty)
      #expect(stage.carrier.renderer.counters.damagedPixels == 0)
      stage.edit { stage.root.sublayers?[500].position.x += 5 }
      _ = try stage.frame(at: 2)
      #expect(stage.carrier.renderer.counters.draws > 0)
      // because: GLES uploads the records of the few draws, 64 bytes each, but no pixels of a
      // label.
      #expect(stage.carrier.renderer.counters.bytesUploaded < 31 * 12 * 4)
    }
    #expect(labels.carrier.renderer.counters == images.carrier.renderer.counters)
  }
}
