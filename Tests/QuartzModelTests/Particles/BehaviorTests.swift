// Behaviours of particles: closed forms, steps, seeks against playing, looks, hostile numbers.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFilters
import QuartzMath
import Testing

@testable import QuartzModel

@Suite struct BehaviorTests {
  /// One particle of a long life, born at 0 at (100, 50), and behaviours.
  private func stage(
    _ behaviors: [FilterDescription],
    _ values: [CellProperty: Double] = [:],
    life: Double = 10,
    change: (inout ParticleCell) -> Void = { _ in }
  ) -> ParticleStage {
    var cell = ParticleCell.emitting(rate: 0.001, life: life, values)
    change(&cell)
    return ParticleStage([cell]) { bag in
      bag[.emitterPosition] = .point(Point(100, 50))
      bag[.emitterBehaviors] = .filters(FilterList(behaviors))
    }
  }

  private func behavior(
    _ type: BehaviorType,
    _ inputs: KeyValuePairs<String, FilterInputValue>,
    name: String? = nil
  ) -> FilterDescription {
    var description = FilterDescription(type: type.rawValue, name: name)
    for (key, value) in inputs { description[key] = value }
    return description
  }

  private func particle(_ stage: inout ParticleStage, at time: Double) throws -> Particle {
    try #require(stage.particles(at: time).first)
  }

  private func expectNear(
    _ one: SIMD3<Double>,
    _ other: SIMD3<Double>,
    _ bound: Double,
    _ label: String = "",
    location: SourceLocation = #_sourceLocation
  ) {
    let far = (one - other).length
    #expect(far <= bound, "\(one) is not \(other), \(label)", sourceLocation: location)
  }

  private static let motion: [CellProperty: Double] = [
    .velocity: 60, .emissionLongitude: 0.5, .xAcceleration: 8, .yAcceleration: 90,
    .zAcceleration: -3,
  ]

  /// B7: V(t) = (V0 - a/d) e^-dt + a/d, and its integral.
  @Test(arguments: [0.01, 0.5, 2, 40])
  func dragIsItsClosedForm(drag: Double) throws {
    var stage = stage([behavior(.drag, ["drag": .number(drag)])], Self.motion)
    let start = SIMD3(60 * cos(0.5), 60 * sin(0.5), 0)
    let rest = SIMD3(8, 90, -3) / drag
    for time in [0, 0.001, 0.3, 1, 4.5] {
      let way =
        SIMD3(100, 50, 0) + (start - rest) * (1 - exp(-drag * time)) / drag + rest * time
      expectNear(try particle(&stage, at: time).position, way, 1e-7, "at \(time)")
    }
  }

  /// Drag below 1e-6, and behaviours that are off or without effect, leave the closed form of
  /// particles without behaviours, byte for byte.
  @Test func withoutEffectIsAsWithout() throws {
    var off = behavior(.wave, ["force": .vector([50, 0, 0]), "frequency": .number(1)])
    off.isEnabled = false
    let lists: [[FilterDescription]] = [
      [], [off], [behavior(.drag, ["drag": .number(1e-7)])], [FilterDescription(type: "unknown")],
    ]
    for time in [0.25, 1, 3.7] {
      let shown = try lists.map { list in
        var stage = stage(list, Self.motion.merging([.spin: 2, .scaleSpeed: 0.1]) { $1 })
        return try particle(&stage, at: time)
      }
      #expect(shown.allSatisfy { $0 == shown[0] })
    }
  }

  /// A pull without a radius is a spring: x(t) = c + (x0 - c) cos(wt) + v0/w sin(wt).
  @Test func attractorsAreSprings() throws {
    let inputs: KeyValuePairs<String, FilterInputValue> = [
      "position": .vector([70, 20]), "stiffness": .number(9),
    ]
    for type in [BehaviorType.attractor, .simpleAttractor] {
      var stage = stage([behavior(type, inputs)], [.velocity: 30])
      for time in [0.1, 0.5, 2, 5] {
        let (middle, c, s) = (SIMD3<Double>(70, 20, 0), cos(3 * time), sin(3 * time))
        let way = middle + SIMD3(30, 30, 0) * c + SIMD3(30, 0, 0) / 3 * s
        // The error of steps of 1/240 s, which grows with their number.
        expectNear(try particle(&stage, at: time).position, way, 0.005, "\(type) at \(time)")
      }
    }
  }

  /// Axes and planes pull across and along; there is no pull within the radius.
  @Test func attractorTypes() throws {
    func place(_ type: String, _ more: KeyValuePairs<String, FilterInputValue>) throws
      -> SIMD3<Double>
    {
      var attractor = behavior(
        .attractor,
        ["position": .vector([70, 20]), "stiffness": .number(9), "attractorType": .text(type)]
      )
      for (key, value) in more { attractor[key] = value }
      var stage = stage([attractor])
      return try particle(&stage, at: .pi / 6).position
    }
    // A quarter of the spring's period: what is pulled is at the middle.
    let along: FilterInputValue = .number(0)
    expectNear(try place("axial", ["orientationLongitude": along]), SIMD3(100, 20, 0), 0.02)
    expectNear(try place("planar", ["orientationLongitude": along]), SIMD3(70, 50, 0), 0.02)
    expectNear(try place("radial", ["radius": .number(43)]), SIMD3(100, 50, 0), 0)
    // (d / falloffDistance)^-F is 1/4 there at first, and at most 1000 anywhere.
    let weak = try place("radial", ["falloff": .number(2), "falloffDistance": .number(21.2132)])
    #expect(weak.x > 80 && weak.x < 100)
    let wild = try place("radial", ["falloff": .number(-290), "falloffDistance": .number(300)])
    expectNear(wild, SIMD3(100, 50, 0), 1e-6)
  }

  /// The force swings as a triangle eased by a quadratic: 1 at the beginning of a period, 0 at a
  /// quarter, -1 at its half.
  @Test func wavesSwing() {
    let list = FilterList([
      behavior(.wave, ["force": .vector([10, -4, 2]), "frequency": .number(0.5)])
    ])
    let waves = BehaviorSet(list).waves
    let force = SIMD3<Double>(10, -4, 2)
    for (time, share) in [
      (0, 1), (0.25, 0.75), (0.5, 0), (0.75, -0.75), (1, -1), (1.5, 0), (2, 1), (2.25, 0.75),
    ] {
      expectNear(waves[0].force(at: time), force * share, 1e-12, "at \(time)")
    }
  }

  private static let three: [FilterDescription] = {
    var wave = FilterDescription(type: "wave", name: "wave")
    wave["force"] = .vector([80, 20, 0])
    wave["frequency"] = .number(0.8)
    var pull = FilterDescription(type: "attractor", name: "pull")
    pull["position"] = .vector([120, 80])
    pull["stiffness"] = .number(7)
    pull["radius"] = .number(12)
    var drag = FilterDescription(type: "drag", name: "drag")
    drag["drag"] = .number(0.4)
    return [wave, pull, drag]
  }()

  private func crowd(_ nested: Bool) -> ParticleStage {
    var cell = ParticleCell.emitting(rate: 40, life: 3, [.velocity: 40, .emissionRange: 6])
    cell[.lifetimeRange] = 2
    let spark = ParticleCell.emitting(rate: 6, life: 0.7, [.velocity: 10, .emissionRange: 6])
    return ParticleStage(nested ? cell.with([spark]) : [cell]) { bag in
      bag[.emitterPosition] = .point(Point(100, 50))
      bag[.emitterBehaviors] = .filters(FilterList(Self.three))
      bag[.emitterSeed] = .integer(5)
    }
  }

  private func animation() -> AnimationState {
    let target = AnimatedProperty.filter(FilterTarget(.emitterBehaviors, "pull", "stiffness"))
    let ends = BasicAnimation(from: .number(0), to: .number(60))
    var timing = MediaTiming()
    (timing.beginTime, timing.duration) = (0, 2)
    return AnimationState(.property(PropertyAnimation(target, .basic(ends))), timing: timing)
  }

  /// A seek shows what playing shows, byte for byte, backwards, too.
  @Test(arguments: [false, true], [false, true])
  func seekingIsPlaying(nested: Bool, animated: Bool) {
    var played = crowd(nested)
    if animated { played.add(animation(), at: 0) }
    for frame in 0...150 { _ = played.particles(at: Double(frame) / 60) }
    for time in [2.5, 0.9, 1.7, 4] {
      var sought = crowd(nested)
      if animated { sought.add(animation(), at: 0) }
      let shown = sought.particles(at: time)
      #expect(shown.count > 30)
      #expect(shown == played.particles(at: time), "at \(time)")
    }
  }

  /// Animated inputs act on particles that are there already.
  @Test func animationsActOnLivingParticles() throws {
    var pull = behavior(.attractor, ["position": .vector([200, 50])], name: "pull")
    pull["stiffness"] = .number(0)
    var stage = stage([pull])
    var still = stage
    stage.add(animation(), at: 0)
    #expect(try particle(&still, at: 1).position.x == 100)
    #expect(try particle(&stage, at: 0.1).position.x < 101)
    #expect(try particle(&stage, at: 1).position.x > 110)
  }

  /// Values over life replace properties; positions, speeds and turns have their integrals.
  @Test func valuesOverLife() throws {
    func shown(_ path: String, _ values: [Double], at time: Double = 2.5) throws -> Particle {
      let over = behavior(
        .valueOverLife,
        ["keyPath": .text(path), "values": .vector(values), "locations": .vector([0, 0.5, 1])]
      )
      var stage = stage([over], [.velocity: 10, .spin: 3, .scaleSpeed: 1])
      return try particle(&stage, at: time)
    }
    // A quarter of the life of 10 s: halfway from the first value to the second.
    #expect(try shown("position.y", [10, 30, 0]).position == SIMD3(125, 20, 0))
    #expect(try shown("position.z", [0, 8, 0]).position == SIMD3(125, 50, 4))
    #expect(try shown("velocity.x", [0, 8, 0]).position == SIMD3(100 + 2.5 * 2, 50, 0))
    #expect(try shown("velocity.x", [4, 4, 0], at: 7.5).position.x == 100 + 20 + 2.5 * 3)
    #expect(try shown("scale", [1, 2, 0]).scale == 1.5)
    #expect(try shown("scaleSpeed", [0, 0.8, 0]).scale == 1 + 2.5 * 0.2)
    #expect(try shown("rotation", [1, 2, 0]).angle == 1.5)
    #expect(try shown("spin", [0, 0.8, 0]).angle == 2.5 * 0.2)
    #expect(try shown("color.green", [0, 0.5, 2]).color == SIMD4(1, 0.25, 1, 1))
    #expect(try shown("color.alpha", [0, 0.5, 9], at: 9).color.w == 1)
    #expect(try shown("mass", [2, 2, 2]).position == SIMD3(125, 50, 0))
  }

  /// Colours over life without locations lie evenly; the last behaviour counts.
  @Test func colorsOverLife() throws {
    let colors: [Double] = [1, 0, 0, 1, 0, 1, 0, 0.5, 0, 0, 1, 0]
    let over = behavior(.colorOverLife, ["colors": .vector(colors)])
    let blue = behavior(
      .valueOverLife,
      ["keyPath": .text("color.blue"), "values": .vector([0.25])]
    )
    var stage = stage([over, blue])
    #expect(try particle(&stage, at: 0).color == SIMD4(1, 0, 0.25, 1))
    #expect(try particle(&stage, at: 2.5).color == SIMD4(0.5, 0.5, 0.25, 0.75))
    #expect(try particle(&stage, at: 7.5).color == SIMD4(0, 0.5, 0.25, 0.25))
  }

  /// The image's y axis points along the velocity; slow particles keep their angle.
  @Test func alignment() throws {
    let align = behavior(.alignToMotion, ["rotation": .number(0.25)])
    var stage = stage([align], [.velocity: 10, .yAcceleration: 10, .spin: 1])
    let flat = try particle(&stage, at: 1)
    // The velocity is (10, 10): y turned there is an eighth back from y, plus a quarter.
    #expect(abs(flat.angle - (-.pi / 4 + .pi / 2)) < 1e-12 && flat.orientation.isFlat)
    var resting = self.stage([align], [.spin: 1])
    #expect(try particle(&resting, at: 1).angle == 1)
    var deep = align
    deep["preservesDepth"] = .number(1)
    var space = self.stage([deep], [.zAcceleration: 10])
    let particle = try particle(&space, at: 1)
    expectNear(particle.orientation.turned(SIMD3(0, 1, 0)), SIMD3(0, 0, 1), 1e-6)
  }

  /// Lambert's law, falloff, cones; lamps add up.
  @Test func lights() throws {
    func color(_ lights: [FilterDescription]) throws -> SIMD4<Float> {
      var stage = stage(lights)
      return try particle(&stage, at: 1).color
    }
    let above = behavior(.light, ["position": .vector([100, 50]), "zPosition": .number(40)])
    #expect(try color([above]) == SIMD4(1, 1, 1, 1))
    var aside = above
    aside["position"] = .vector([100, 80])
    // 40 of 50 points.
    #expect(try color([aside]).x == 0.8)
    aside["falloff"] = .number(1)
    aside["falloffDistance"] = .number(50)
    #expect(try color([aside]).x == 0.4)
    aside["appliesAlpha"] = .number(1)
    #expect(try color([aside]).w == 0.4)
    aside["color"] = .color(SIMD4(0.5, 0, 0, 0))
    #expect(try color([aside, above]) == SIMD4(1, 1, 1, 0.2))
    var spot = above
    spot["spot"] = .number(1)
    spot["directionLatitude"] = .number(-.pi / 2)
    #expect(try color([spot]).x == 1)
    spot["directionLatitude"] = .number(.pi / 2)
    #expect(try color([spot]).x == 0)
  }

  /// Planes look where their cell says, face the viewer by default, and spread over a cone.
  @Test func planesLieInSpace() throws {
    let facing = SIMD3<Double>(0, 0, 1)
    func normal(_ values: [CellProperty: Double]) throws -> SIMD3<Double> {
      var stage = stage([], values) { $0.type = .plane }
      return try particle(&stage, at: 1).orientation.turned(facing)
    }
    expectNear(try normal([:]), facing, 1e-6)
    expectNear(try normal([.orientationLatitude: 0]), SIMD3(1, 0, 0), 1e-6)
    let spread = try normal([.orientationRange: 1])
    #expect(spread.z < 1 && spread.z >= cos(0.5) - 1e-6)
    var sprite = stage([], [.orientationLatitude: 0])
    #expect(try particle(&sprite, at: 1).orientation.isFlat)
  }

  /// Numbers of any kind end in finite places, sizes and colours.
  @Test func hostileNumbers() throws {
    let wild = [Double.nan, .infinity, -.infinity, 1e308, -1e308, 0, 1e-308]
    for number in wild {
      for type in BehaviorType.allCases {
        var hostile = FilterDescription(type: type.rawValue)
        for input in type.inputs {
          hostile[input.key] =
            switch input.defaultValue {
            case .vector(let numbers): .vector(numbers.map { _ in number })
            case .color: .color(SIMD4(repeating: number))
            case .text: .text("planar")
            case .number, .data, .image, nil: .number(number)
            }
        }
        for key in ["values", "locations", "colors"] where type.hasInput(key) {
          hostile[key] = .vector([number, 1, number, -number, 3, number, 0, number])
        }
        if type == .valueOverLife { hostile["keyPath"] = .text("velocity.x") }
        var stage = stage([hostile] + Self.three, [.velocity: 30, .lifetime: 5])
        for time in [0, 0.5, 4.9] {
          for particle in stage.particles(at: time) {
            let numbers = particle.position.sum() + particle.scale + particle.angle
            #expect(numbers.isFinite, "\(type) with \(number)")
            let color = particle.color
            #expect(all(color .>= 0) && all(color .<= 1), "\(type) with \(number)")
          }
        }
      }
    }
  }

  /// A life of a day takes no more steps than 4096.
  @Test func stepsAreLimited() throws {
    #expect(ParticleMover.step(ofLife: 10) == 1.0 / 240)
    #expect(ParticleMover.step(ofLife: 17) == 1.0 / 240)
    #expect(ParticleMover.step(ofLife: 34) == 1.0 / 120)
    #expect(86400 / ParticleMover.step(ofLife: 86400) <= 4096)
    // However stiff, and whatever the step, nothing is thrown out.
    let pull = behavior(
      .attractor,
      ["position": .vector([120, 80]), "stiffness": .number(1e9)]
    )
    for life in [10.0, 86400] {
      var stage = stage([pull], life: life)
      expectNear(try particle(&stage, at: life * 0.99).position, SIMD3(120, 80, 0), 37)
    }
  }
}
