// Behaviours of particles as pictures: both renderers, seeks, planes in space, what stays the same.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore
import RenderScenes
import TestClaims
import Testing

@Suite struct BehaviorRenderTests {
  /// The kinds of behaviours of a fountain.
  enum Kind: String, CaseIterable {
    case drag, pull, waves, colours, aligned, lit, planes
  }

  private func behavior(_ type: String, _ inputs: KeyValuePairs<String, Any>) -> CAEmitterBehavior {
    let behavior = CAEmitterBehavior(type: type)
    behavior.name = type
    for (key, value) in inputs { behavior.setValue(value, forKey: key) }
    return behavior
  }

  private func behaviors(_ kind: Kind) -> [CAEmitterBehavior] {
    switch kind {
    case .drag: [behavior("drag", ["drag": 3])]
    case .pull:
      [behavior("attractor", ["position": CGPoint(x: 90, y: 20), "stiffness": 20, "radius": 6])]
    case .waves: [behavior("wave", ["force": [120, 0, 0], "frequency": 1.5])]
    case .colours:
      [
        behavior("colorOverLife", ["colors": [red, blue, green]]),
        behavior("valueOverLife", ["keyPath": "scale", "values": [0.2, 1.5, 0.5]]),
      ]
    case .aligned: [behavior("alignToMotion", ["rotation": 0.5])]
    case .lit:
      [
        behavior(
          "light",
          [
            "position": CGPoint(x: 30, y: 30), "zPosition": 20, "falloff": 1,
            "falloffDistance": 60, "color": sun,
          ]
        )
      ]
    case .planes: []
    }
  }

  private func stage(_ backend: Backend, _ kind: Kind?) throws -> (Stage, CAEmitterLayer) {
    let stage = try Stage(backend.make(), width: 120, height: 80)
    let emitter = CAEmitterLayer()
    stage.edit {
      stage.root.backgroundColor = ink
      emitter.frame = stage.root.bounds
      emitter.emitterPosition = CGPoint(x: 60, y: 50)
      emitter.seed = 3
      let cell = CAEmitterCell()
      cell.name = "spark"
      cell.contents = sample(8, 8)
      (cell.birthRate, cell.lifetime, cell.velocity) = (30, 2, 40)
      (cell.emissionRange, cell.yAcceleration) = (2 * .pi, 20)
      if kind == .planes {
        cell.setValue("plane", forKey: "particleType")
        cell.setValue(2.5, forKey: "orientationRange")
        cell.spin = 1
      }
      emitter.emitterCells = [cell]
      if let kind { emitter.setValue(behaviors(kind), forKey: "emitterBehaviors") }
      stage.root.addSublayer(emitter)
    }
    return (stage, emitter)
  }

  @Test(.enabled(if: Backend.hasGLES), arguments: Kind.allCases)
  func renderersAgree(kind: Kind) throws {
    let (software, gles) = (try stage(.software, kind).0, try stage(.gles, kind).0)
    for time in [0.4, 1.3] {
      // because: particles lie upon each other, and each may differ by a level.
      expectEqual(
        try gles.picture(at: time),
        try software.picture(at: time),
        within: 4,
        "behavior-\(kind)-\(time)"
      )
    }
  }

  /// A time has one picture, whichever came before; each behaviour shows.
  @Test(arguments: Backend.all, Kind.allCases)
  func everyTimeHasItsPicture(backend: Backend, kind: Kind) throws {
    let played = try stage(backend, kind).0
    for frame in 1...40 { _ = try played.picture(at: Double(frame) / 30) }
    let plain = try stage(backend, nil).0.picture(at: 1.1)
    let sought = try stage(backend, kind).0.picture(at: 1.1)
    #expect(try played.picture(at: 1.1) == sought)
    #expect(sought != plain)
  }

  /// Without behaviours a layer has its pictures of before, byte for byte; with some that are off,
  /// too.
  @Test(arguments: Backend.all)
  func offIsAsWithout(backend: Backend) throws {
    let plain = try stage(backend, nil).0
    let (off, emitter) = try stage(backend, .pull)
    off.edit { emitter.setValue(false, forKeyPath: "emitterBehaviors.attractor.enabled") }
    for time in [0.5, 1.5] { #expect(try off.picture(at: time) == plain.picture(at: time)) }
  }

  /// Incremental frames are those from scratch, while an input animates.
  @Test(arguments: Backend.all)
  func animatedInputs(backend: Backend) throws {
    func animated() throws -> Stage {
      let (stage, emitter) = try stage(backend, .pull)
      let pull = CABasicAnimation(keyPath: "emitterBehaviors.attractor.stiffness")
      (pull.fromValue, pull.toValue, pull.duration) = (0, 90, 1)
      stage.edit { emitter.add(pull, forKey: nil) }
      return stage
    }
    let played = try animated()
    let still = try stage(backend, .pull).0
    for frame in 0...12 {
      let time = Double(frame) / 8
      let picture = try played.picture(at: time)
      #expect(try animated().picture(at: time) == picture, "at \(time)")
    }
    #expect(try still.picture(at: 1) != played.picture(at: 1))
  }

  /// A plane that is turned by 60 degrees about y is half as wide.
  @Test(arguments: Backend.all)
  func planesAreSeenInSpace(backend: Backend) throws {
    let stage = try Stage(backend.make(), width: 60, height: 60)
    stage.edit {
      let emitter = CAEmitterLayer()
      emitter.frame = stage.root.bounds
      emitter.emitterPosition = CGPoint(x: 30, y: 30)
      let cell = CAEmitterCell()
      cell.contents = bitmap(40, 40) { _, _ in [255, 0, 0, 255] }
      (cell.birthRate, cell.lifetime, cell.beginTime) = (0.01, 100, 0)
      cell.setValue("plane", forKey: "particleType")
      cell.setValue(Double.pi / 6, forKey: "orientationLatitude")
      emitter.emitterCells = [cell]
      stage.root.addSublayer(emitter)
    }
    let picture = try stage.picture(at: 1)
    let row = (0..<60).filter { picture[$0, 30].x > 128 }
    let column = (0..<60).filter { picture[30, $0].x > 128 }
    #expect(row == Array(20..<40))
    #expect(column == Array(10..<50))
  }
}
