// Random edits: the server's tree is always the client's.
// Licensed under the MIT license; see LICENSE.

import QuartzModel
import QuartzTesting

@testable import QuartzCore
import TestRandom

@Suite struct EditScriptTests {
  /// Layers that are edited at random.
  private final class Script {
    let stage = CoreStage()
    var layers: [CALayer]
    let images = (0..<4).map { Images.make([UInt8](repeating: UInt8($0), count: 16)) }
    var random: SeededGenerator

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      layers = (0..<12).map { _ in CALayer() } + [stage.root]
    }

    func isAncestor(_ a: CALayer, of b: CALayer) -> Bool {
      var node: CALayer? = b
      while let layer = node {
        if layer === a { return true }
        node = layer.layerAbove
      }
      return false
    }

    /// One edit.
    func step() {
      let layer = layers.randomElement(using: &random) ?? stage.root
      let other = layers.randomElement(using: &random) ?? stage.root
      switch Int.random(in: 0..<14, using: &random) {
      case 0...2:
        guard !isAncestor(other, of: layer), other !== stage.context.layer else { return }
        layer.insertSublayer(other, at: UInt32.random(in: 0..<4, using: &random))
      case 3: layer.removeFromSuperlayer()
      case 4: layer.position.x = CGFloat(Int.random(in: 0..<5, using: &random))
      case 5: layer.opacity = Float.random(in: 0...1, using: &random)
      case 6: layer.contents = images.randomElement(using: &random)
      case 7: layer.contents = nil
      case 8: addAnimation(to: layer)
      case 9: layer.removeAnimation(forKey: "opacity")
      case 11:
        guard !isAncestor(other, of: layer), other !== stage.context.layer else { return }
        layer.mask = other
      case 12: layer.mask = nil
      case 10: layer.sublayers = layer.sublayers?.shuffled(using: &random)
      default:
        // Now and then another root, or none.
        guard Int.random(in: 0..<4, using: &random) == 0 else { return }
        stage.context.layer = Bool.random(using: &random) ? stage.root : nil
      }
    }

    func addAnimation(to layer: CALayer) {
      let animation = CABasicAnimation(
        keyPath: ["opacity", "contents"].randomElement(using: &random)
      )
      animation.fromValue = animation.keyPath == "opacity" ? 0.5 : images[0]
      animation.duration = 5
      layer.add(animation, forKey: "opacity")
    }
  }

  /// A tree as text: every layer with its values, sublayers and animations; images by their pixels.
  private func describe(_ tree: LayerTree) -> String {
    var text = "images \(tree.images.count) layers \(tree.layerCount)\n"
    func pixel(_ value: PropertyValue) -> String {
      guard let id = value.image else { return "\(value)" }
      guard let pixels = tree.images[id] else { return "missing" }
      return pixels.withBytes { "image of \($0[0])" }
    }
    func describe(_ slot: Int32, _ depth: Int) {
      let model = tree.models[Int(slot)]
      var line = String(repeating: " ", count: depth)
      for row in PropertyTable.all {
        let value = model.value(row.id)
        if value != row.defaultValue { line += "\(row.name) \(pixel(value)) " }
      }
      let index = tree.animatedIndex[Int(slot)]
      if index >= 0 {
        for track in tree.animated[Int(index)].tracks {
          line += "\(track.key) \(track.state.timing.beginTime) "
          if case .basic(let basic) = track.state.propertyAnimation?.kind {
            line += basic.fromValue.map(pixel) ?? "no value"
          }
        }
      }
      text += line + "\n"
      for child in tree.children[Int(slot)] { describe(child, depth + 1) }
      let mask = tree.masks[Int(slot)]
      if mask >= 0 {
        text += "mask "
        describe(mask, depth + 1)
      }
    }
    if tree.root >= 0 { describe(tree.root, 0) }
    return text
  }

  @Test(arguments: 0..<40)
  func commitsAddUpToTheWholeTree(_ seed: Int) throws {
    let script = Script(seed: UInt64(seed))
    let context = script.stage.context
    for _ in 0..<60 {
      for _ in 0..<Int.random(in: 1..<8, using: &script.random) { script.step() }
      script.stage.clock.advance(by: 0.01)
      let mirror = script.stage.carrier.tree
      var whole = LayerTree()
      try whole.apply(context.journal.makeFullCommit(at: context.currentTime))
      #expect(describe(mirror) == describe(whole))
    }
    #expect(script.stage.carrier.reconnections == 0, "a commit was refused")
    #expect(context.journal.root == nil || script.stage.carrier.tree.root >= 0)
  }

  @Test(arguments: 0..<10)
  func aServerThatDiesAndComesBack(_ seed: Int) throws {
    let script = Script(seed: UInt64(seed) + 1000)
    let carrier = script.stage.carrier
    for round in 0..<40 {
      round % 3 == 1 ? carrier.kill() : carrier.restart()
      _ = Lines.during {
        script.step()
        script.step()
        script.stage.clock.advance(by: 0.01)
      }
      if round % 3 == 1 { continue }
      _ = try script.stage.context.frame(at: script.stage.clock.currentTime)
      var whole = LayerTree()
      let context = script.stage.context
      try whole.apply(context.journal.makeFullCommit(at: context.currentTime))
      #expect(describe(carrier.tree) == describe(whole))
    }
    #expect(carrier.reconnections == 13)
  }
}
