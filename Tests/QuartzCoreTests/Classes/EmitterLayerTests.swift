// Emitter layers and their cells: values, keys, commits, actions, archives.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzMath
import QuartzModel
import QuartzTesting
import TestClaims
import Testing

@testable import QuartzCore

@Suite(.serialized) struct EmitterLayerTests {
  private func spark(_ name: String = "spark") -> CAEmitterCell {
    let cell = CAEmitterCell()
    cell.name = name
    cell.birthRate = 10
    cell.lifetime = 2
    cell.contents = Images.checkers
    return cell
  }

  private func committedCells(_ stage: CoreStage, _ layer: CALayer) throws -> [ParticleCell] {
    try #require(stage.serverValues(layer)[.emitterCells]?.cells).cells
  }

  // MARK: Values

  @Test(.shows("CAEmitterCell.init()")) func defaults() {
    let layer = CAEmitterLayer()
    #expect(layer.emitterCells == nil)
    #expect(
      [layer.birthRate, layer.lifetime, layer.velocity, layer.scale, layer.spin] == [1, 1, 1, 1, 1]
    )
    #expect(layer.emitterPosition == .zero && layer.emitterSize == .zero)
    #expect(layer.emitterZPosition == 0 && layer.emitterDepth == 0)
    #expect(layer.emitterShape == .point && layer.emitterMode == .volume)
    #expect(layer.renderMode == .unordered && !layer.preservesDepth && layer.seed == 0)
    let cell = CAEmitterCell()
    #expect(cell.isEnabled && cell.name == nil && cell.contents == nil)
    #expect(cell.birthRate == 0 && cell.lifetime == 0 && cell.scale == 1 && cell.speed == 1)
    #expect(cell.contentsRect == CGRect(x: 0, y: 0, width: 1, height: 1) && cell.contentsScale == 1)
    #expect(cell.color?.components == [1, 1, 1, 1])
    #expect(cell.magnificationFilter == "linear" && cell.minificationFilter == "linear")
    #expect(cell.duration == .infinity && cell.fillMode == .removed && !cell.autoreverses)
  }

  @Test func layerValuesReachTheServer() throws {
    let stage = CoreStage()
    let layer = CAEmitterLayer()
    withoutActions {
      layer.birthRate = 2
      layer.lifetime = 3
      layer.velocity = 4
      layer.scale = 5
      layer.spin = 6
      layer.emitterPosition = CGPoint(x: 7, y: 8)
      layer.emitterZPosition = 9
      layer.emitterSize = CGSize(width: 10, height: 11)
      layer.emitterDepth = 12
      layer.emitterShape = .sphere
      layer.emitterMode = .outline
      layer.renderMode = .additive
      layer.preservesDepth = true
      layer.seed = 4_000_000_000
      _ = stage.addLayer(layer)
    }
    let values = try stage.serverValues(layer)
    #expect(values[.emitterBirthRate] == .number(2) && values[.emitterLifetime] == .number(3))
    #expect(values[.emitterVelocity] == .number(4) && values[.emitterScale] == .number(5))
    #expect(values[.emitterSpin] == .number(6))
    #expect(values[.emitterPosition] == .point(Point(7, 8)))
    #expect(values[.emitterZPosition] == .number(9) && values[.emitterDepth] == .number(12))
    #expect(values[.emitterSize] == .size(Size(10, 11)))
    #expect(values[.emitterShape] == .name(EmitterShape.sphere.rawValue))
    #expect(values[.emitterMode] == .name(EmitterMode.outline.rawValue))
    #expect(values[.emitterRenderMode] == .name(EmitterRenderMode.additive.rawValue))
    #expect(values[.emitterPreservesDepth] == .bool(true))
    #expect(values[.emitterSeed] == .integer(4_000_000_000))
    #expect(layer.seed == 4_000_000_000)
  }

  /// A value for a property of a cell that is not its default.
  private static func sample(_ property: CellProperty) -> Any {
    if property == .particleType { return "plane" }
    return switch property.type {
    case .color: CGColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 0.5)
    case .rect: CGRect(x: 0.1, y: 0.2, width: 0.3, height: 0.4)
    case .image: Images.checkers
    case .name: "nearest"
    case .bool: false
    default: 0.375
    }
  }

  @Test(arguments: CellProperty.allCases)
  func everyPropertyOfACell(_ property: CellProperty) throws {
    let cell = CAEmitterCell()
    let initial = cell.value(forKey: property.name)
    #expect((initial == nil) == (property == .contents))
    cell.setValue(Self.sample(property), forKey: property.name)
    let image = ImageID(7)
    func value(_ cell: CAEmitterCell) -> PropertyValue? {
      FlatCells([cell]).box { _ in image }.cells.first?.value(property)
    }
    let set = try #require(value(cell))
    #expect(set != property.defaultValue)
    // Copies and archives have it.
    let copy = try #require(cell.copy() as? CAEmitterCell)
    #expect(value(copy) == set)
    let data = try NSKeyedArchiver.archivedData(withRootObject: cell, requiringSecureCoding: true)
    let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: CAEmitterCell.self, from: data)
    #expect(value(try #require(back)) == set)
    // A value of another type changes nothing.
    if property != .contents {
      let lines = Lines.during { cell.setValue(["a": 1], forKey: property.name) }
      #expect(lines.count == 1 && lines[0].contains(property.name))
      #expect(value(cell) == set)
    }
    cell.setValue(nil, forKey: property.name)
    #expect(value(cell) == property.defaultValue)
  }

  @Test(.shows("CAEmitterCell.style")) func stylesOfCells() {
    let cell = CAEmitterCell()
    cell.birthRate = 4
    cell.style = ["birthRate": 9, "lifetime": 3, "note": "a"]
    #expect(cell.birthRate == 4 && cell.lifetime == 3)
    #expect(cell.value(forKey: "note") as? String == "a")
    cell.style = nil
    #expect(cell.lifetime == 0)
  }

  // MARK: Commits

  @Test(
    .shows(
      "CAEmitterLayer.emitterCells",
      "CAEmitterCell.emitterCells",
      "CAEmitterCell.contents",
      "CAEmitterCell.name"
    )
  ) func cellsGoWithTheirImages() throws {
    let stage = CoreStage()
    let layer = CAEmitterLayer()
    let (rocket, trail) = (spark("rocket"), spark("trail"))
    rocket.emitterCells = [trail]
    layer.emitterCells = [rocket, spark("other")]
    root(stage).addSublayer(layer)
    let commit = try stage.commit()
    #expect(commit.createdImages.count == 1)
    let cells = try committedCells(stage, layer)
    #expect(cells.map(\.name) == ["rocket", "trail", "other"])
    #expect(cells.map(\.end) == [2, 2, 3])
    #expect(Set(cells.map(\.contents)) == [commit.createdImages[0].image])
    #expect(layer.emitterCells?.first === rocket)
    // Without cells the image goes.
    layer.emitterCells = nil
    #expect(try stage.commit().destroyedImages == [commit.createdImages[0].image])
  }

  private func root(_ stage: CoreStage) -> CALayer { stage.root }

  @Test func cellsAreTakenAsTheyAreWhenCommitted() throws {
    let stage = CoreStage()
    let layer = CAEmitterLayer()
    let cell = spark()
    layer.emitterCells = [cell]
    cell.birthRate = 20
    _ = stage.addLayer(layer)
    #expect(try committedCells(stage, layer)[0][.birthRate] == 20)
    // Changes of the cell itself are not seen until the layer gets it again.
    cell.birthRate = 30
    CATransaction.flush()
    #expect(stage.carrier.takeCommits().isEmpty)
    layer.emitterCells = [cell]
    CATransaction.flush()
    #expect(try committedCells(stage, layer)[0][.birthRate] == 30)
  }

  @Test func cyclesEnd() throws {
    let stage = CoreStage()
    let layer = CAEmitterLayer()
    let cell = spark()
    cell.emitterCells = [cell, cell]
    layer.emitterCells = [cell]
    let lines = Lines.during { _ = stage.addLayer(layer) }
    #expect(lines.contains { $0.contains("left out") })
    let cells = try committedCells(stage, layer)
    #expect(cells.count <= CellBox.maximumCount)
    #expect(CellBox(cells).problem == nil)
    _ = cell.copy()
    cell.emitterCells = nil
  }

  // MARK: Key paths

  @Test(.shows("CAEmitterCell.name", "CAEmitterCell.birthRate")) func keyPathsReachCells() throws {
    let stage = CoreStage()
    let layer = CAEmitterLayer()
    let rocket = spark("rocket")
    rocket.emitterCells = [spark("trail")]
    layer.emitterCells = [rocket]
    _ = stage.addLayer(layer)
    withoutActions {
      layer.setValue(55, forKeyPath: "emitterCells.rocket.birthRate")
      layer.setValue(3, forKeyPath: "emitterCells.rocket.emitterCells.trail.scale")
    }
    #expect(layer.value(forKeyPath: "emitterCells.rocket.birthRate") as? Double == 55)
    #expect(rocket.birthRate == 55)
    #expect(rocket.emitterCells?.first?.scale == 3)
    let cells = try committedCells(stage, layer)
    #expect(cells[0][.birthRate] == 55 && cells[1][.scale] == 3)
    #expect(layer.animationKeys() == nil)
    let lines = Lines.during { layer.setValue(1, forKeyPath: "emitterCells.nobody.scale") }
    #expect(lines.count == 1)
  }

  @Test func keyPathsAnimateByThemselves() throws {
    let stage = CoreStage()
    let layer = CAEmitterLayer()
    layer.emitterCells = [spark()]
    _ = stage.addLayer(layer)
    layer.setValue(0, forKeyPath: "emitterCells.spark.birthRate")
    #expect(layer.animationKeys() == ["emitterCells.spark.birthRate"])
    let commit = try stage.commit()
    guard case .add(_, let key, let state)? = commit.animations.first else {
      Issue.record("no animation was sent")
      return
    }
    #expect(key == "emitterCells.spark.birthRate")
    let target = CellTarget(["spark"], .birthRate)
    #expect(state.propertyAnimation?.property == .cell(target))
    #expect(state.timing.duration == 0.25)
    // The presented value goes from the old rate to the new one.
    stage.clock.advance(by: 0.1)
    let presented = layer.presentation()?.value(forKeyPath: "emitterCells.spark.birthRate")
    let rate = try #require(presented as? Double)
    #expect(rate > 0 && rate < 10)
    // Properties that do not animate change at once.
    layer.setValue(4, forKeyPath: "emitterCells.spark.beginTime")
    #expect(layer.animationKeys()?.count == 1)
  }

  @Test func actionsOfKeyPaths() {
    let stage = CoreStage()
    let layer = CAEmitterLayer()
    layer.emitterCells = [spark()]
    _ = stage.addLayer(layer)
    layer.actions = ["emitterCells.spark.birthRate": NSNull()]
    layer.setValue(0, forKeyPath: "emitterCells.spark.birthRate")
    #expect(layer.animationKeys() == nil)
  }

  @Test func explicitAnimationsOfCells() throws {
    let stage = CoreStage()
    let layer = CAEmitterLayer()
    layer.emitterCells = [spark()]
    _ = stage.addLayer(layer)
    let fade = CAKeyframeAnimation(keyPath: "emitterCells.spark.color")
    fade.values = [
      CGColor(red: 1, green: 0, blue: 0, alpha: 1), CGColor(red: 0, green: 0, blue: 1, alpha: 1),
    ]
    fade.duration = 2
    layer.add(fade, forKey: "fade")
    let picture = CABasicAnimation(keyPath: "emitterCells.spark.contents")
    picture.fromValue = Images.checkers
    picture.toValue = NSNull()
    picture.duration = 2
    layer.add(picture, forKey: "picture")
    let commit = try stage.commit()
    #expect(commit.animations.count == 2)
    #expect(stage.carrier.tree.nextActivity(after: stage.clock.currentTime) != nil)
    // An unknown property of a cell is reported.
    let wrong = CABasicAnimation(keyPath: "emitterCells.spark.sacle")
    wrong.toValue = 1
    let lines = Lines.during {
      layer.add(wrong, forKey: nil)
      CATransaction.flush()
    }
    #expect(lines.contains { $0.contains("emitterCells.spark.sacle") })
  }

  // MARK: Archives

  @Test func layersGoThroughArchives() throws {
    let layer = CAEmitterLayer()
    let rocket = spark("rocket")
    rocket.emitterCells = [spark("trail")]
    rocket.setValue("kept", forKey: "note")
    layer.emitterCells = [rocket]
    layer.emitterShape = .circle
    layer.seed = 9
    let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    let archived = try NSKeyedUnarchiver.unarchivedObject(ofClass: CAEmitterLayer.self, from: data)
    let back = try #require(archived)
    #expect(back.emitterShape == .circle && back.seed == 9)
    let cell = try #require(back.emitterCells?.first)
    #expect(cell.name == "rocket" && cell.birthRate == 10)
    #expect(cell.value(forKey: "note") as? String == "kept")
    #expect(cell.emitterCells?.first?.name == "trail")
    #expect((cell.contents as? CGImage)?.width == Images.checkers.width)
  }

  @Test func presentationHasTheCells() throws {
    let stage = CoreStage()
    let layer = CAEmitterLayer()
    layer.emitterCells = [spark()]
    layer.emitterPosition = CGPoint(x: 1, y: 2)
    _ = stage.addLayer(layer)
    let shown = try #require(layer.presentation())
    #expect(shown.emitterCells?.first === layer.emitterCells?.first)
    #expect(shown.emitterPosition == CGPoint(x: 1, y: 2))
    #expect(shown.value(forKeyPath: "emitterCells.spark.lifetime") as? Double == 2)
  }
}
