// Subclasses of layers and animations in the shapes that programs give them.
// Licensed under the MIT license; see LICENSE.
//
// The shapes of layers are those of `LayerShapes`, which `layer-shapes` looks at in release builds.

import Foundation
import LayerShapes
import TestClaims
import Testing

@testable import QuartzCore

@Suite("Subclasses without required initialisers")
struct LayerSubclassTests {
  /// Returns the presentation of a layer whose opacity is half-way from 0 to 1.
  private func presented<Layer: CALayer>(_ layer: Layer) throws -> Layer {
    let stage = CoreStage()
    _ = stage.addLayer(layer)
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.fromValue = 0
    fade.toValue = 1
    fade.duration = 1
    layer.add(fade, forKey: nil)
    CATransaction.flush()
    stage.clock.advance(by: 0.5)
    let presentation = try #require(layer.presentation())
    #expect(presentation.opacity == 0.5 && layer.opacity == 1)
    #expect(type(of: presentation) == type(of: layer))
    #expect(presentation !== layer && presentation.model() === layer)
    return presentation
  }

  @Test(
    "An initialiser of its own alone: all stored properties are those of the layer",
    .shows("CALayer", "CALayer.presentation()")
  )
  func ownInitializer() throws {
    let meter = Meter(title: "volume")
    let neighbour = CALayer()
    meter.level = 0.75
    meter.neighbour = neighbour
    let presentation = try presented(meter)
    #expect(presentation.title == "volume" && presentation.level == 0.75)
    #expect(presentation.neighbour === neighbour)
    presentation.level = 0.1
    #expect(meter.level == 0.75)
  }

  @Test("A layer and its presentations are released, whether its class has init(layer:) or not")
  func releases() throws {
    weak var layer: CALayer?
    weak var presentation: CALayer?
    for isFirst in [true, false] {
      let makers: [() -> CALayer] = [{ Meter(title: "\(isFirst)") }, { ProgressRing(progress: 1) }]
      for make in makers {
        try {
          let made = make()
          layer = made
          presentation = try presented(made)
          #expect(layer != nil)
        }()
        CATransaction.flush()
        #expect(layer == nil && presentation == nil)
      }
    }
  }

  @Test(
    "init(layer:) is called where the class has it",
    .shows("CALayer.init(layer:)", "CALayer.presentation()")
  )
  func copyInitializer() throws {
    #expect(try presented(Plain()).opacity == 0.5)
    #expect(try presented(ProgressRing(progress: 3)).progress == 4)
  }

  @Test("Convenience initialisers alone: init(layer:) is inherited")
  func convenienceInitializers() throws {
    let card = Card(title: "one")
    #expect(card.title == "one")
    #expect(try presented(card).title == "untitled")
  }

  @Test("init(coder:) alone")
  func codedInitializer() throws {
    #expect(try presented(Coded()).stops == [3])
  }

  @Test("Generic and final classes")
  func genericClasses() throws {
    #expect(try presented(Generic(model: ["a": 1])).model == ["a": 1])
    #expect(try presented(Last(note: "n")).note == "n")
  }

  @Test("Three classes deep: the nearest that lacks init(layer:) decides")
  func nestedClasses() throws {
    let sublayer = CALayer()
    let third = Third(third: [sublayer])
    third.first = 7
    let presentation = try presented(third)
    #expect(presentation.third.first === sublayer && presentation.second == "of third")
    #expect(presentation.first == 7)
    #expect(try presented(Second(second: "2")).second == "2")
  }

  @Test("Tiled layers")
  func tiledLayers() throws {
    for _ in 0..<2 { #expect(try presented(TiledMap(zoom: 4)).zoom == 4) }
  }

  @Test("Copies of animations have the class of the original")
  func animations() throws {
    final class Shake: CAKeyframeAnimation {
      let count: Int

      init(count: Int) {
        self.count = count
        super.init()
        keyPath = "position.x"
      }

      required init?(coder: NSCoder) { nil }
    }
    final class Fade: CABasicAnimation {
      override init() {
        super.init()
        keyPath = "opacity"
      }

      required init?(coder: NSCoder) { nil }
    }
    let shake = Shake(count: 3)
    shake.values = [0, 4]
    let layer = CALayer()
    layer.add(shake, forKey: "shake")
    let added = try #require(layer.animation(forKey: "shake") as? Shake)
    #expect(added.count == 3 && added.keyPath == "position.x" && added.values?.count == 2)
    let copy = try #require(added.copy() as? Shake)
    copy.duration = 4
    #expect(copy.duration == 4 && added !== copy)
    #expect((Fade().copy() as? Fade)?.keyPath == "opacity")
    #expect(shake.shouldArchiveValue(forKey: "keyPath"))
  }

  @Test("Copies of emitter cells have the class of the original")
  func emitterCells() {
    final class Spark: CAEmitterCell {
      let heat: Int

      init(heat: Int) {
        self.heat = heat
        super.init()
      }

      required init?(coder: NSCoder) { nil }
    }
    let spark = Spark(heat: 5)
    spark.birthRate = 12
    let copy = spark.copy() as? Spark
    #expect(copy?.heat == 5 && copy?.birthRate == 12)
  }
}
