// Particles against the oracle, jumps against playing, every property, limits.
// Licensed under the MIT license; see LICENSE.

import CQuartzAllocations
import QuartzMath
import TestClaims
import TestRandom
import Testing

@testable import QuartzModel

@Suite struct ParticleTests {
  private func expectEqual(
    _ shown: [Particle],
    _ expected: [ParticleOracle.Shown],
    _ label: String,
    location: SourceLocation = #_sourceLocation
  ) {
    // Both by birth; the fast code goes cell by cell.
    let shown = shown.sorted {
      ($0.cell, $0.birthTime, $0.angle) < ($1.cell, $1.birthTime, $1.angle)
    }
    let expected = expected.sorted {
      ($0.cell, $0.birthTime, $0.angle) < ($1.cell, $1.birthTime, $1.angle)
    }
    #expect(shown.count == expected.count, "\(label)", sourceLocation: location)
    for (one, other) in zip(shown, expected) {
      let difference = one.position - other.position
      // Sums in another order.
      #expect((difference * difference).sum() < 1e-16, "\(label)", sourceLocation: location)
      #expect(abs(one.birthTime - other.birthTime) < 1e-9, "\(label)", sourceLocation: location)
      #expect(abs(one.scale - other.scale) < 1e-9, "\(label)", sourceLocation: location)
      #expect(abs(one.angle - other.angle) < 1e-9, "\(label)", sourceLocation: location)
      let colors = SIMD4<Double>(one.color) - other.color
      #expect((colors * colors).sum() < 1e-12, "\(label)", sourceLocation: location)
      if (difference * difference).sum() >= 1e-16 { return }
    }
  }

  private func randomCell(_ generator: inout SeededGenerator) -> ParticleCell {
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }
    var cell = ParticleCell.emitting(rate: number(0...80), life: number(0...3))
    cell.name = "cell \(Int(number(0...9)))"
    let ranges: [CellProperty: ClosedRange<Double>] = [
      .lifetimeRange: 0...2, .emissionLongitude: -4...4, .emissionRange: 0...7,
      .velocity: -80...80, .velocityRange: 0...60, .xAcceleration: -50...50,
      .yAcceleration: -50...50, .zAcceleration: -50...50, .scale: 0...2, .scaleRange: 0...2,
      .scaleSpeed: -1...1, .spin: -3...3, .spinRange: 0...3, .redRange: 0...1, .greenRange: 0...1,
      .blueRange: 0...1, .alphaRange: 0...1, .redSpeed: -1...1, .greenSpeed: -1...1,
      .blueSpeed: -1...1, .alphaSpeed: -1...1, .beginTime: -1...1, .timeOffset: -1...1,
      .speed: 0.5...2,
    ]
    for (property, range) in ranges.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    where generator.once(in: 2) {
      cell[property] = number(range)
    }
    cell.color = Color(number(0...1), number(0...1), number(0...1), number(0...1))
    if generator.once(in: 6) { cell.isEnabled = false }
    return cell
  }

  @Test(
    .shows(
      "CAEmitterLayer.emitterPosition",
      "CAEmitterLayer.emitterZPosition",
      "CAEmitterLayer.emitterSize",
      "CAEmitterLayer.birthRate",
      "CAEmitterLayer.velocity",
      "CAEmitterLayer.scale",
      "CAEmitterLayer.spin",
      "CAEmitterLayer.lifetime",
      "CAEmitterLayer.seed",
      "CAEmitterCell.isEnabled",
      "CAEmitterCell.birthRate",
      "CAEmitterCell.lifetime",
      "CAEmitterCell.lifetimeRange",
      "CAEmitterCell.emissionLongitude",
      "CAEmitterCell.emissionRange",
      "CAEmitterCell.velocity",
      "CAEmitterCell.velocityRange",
      "CAEmitterCell.xAcceleration",
      "CAEmitterCell.yAcceleration",
      "CAEmitterCell.zAcceleration",
      "CAEmitterCell.scale",
      "CAEmitterCell.scaleRange",
      "CAEmitterCell.scaleSpeed",
      "CAEmitterCell.spin",
      "CAEmitterCell.spinRange",
      "CAEmitterCell.color",
      "CAEmitterCell.redRange",
      "CAEmitterCell.greenRange",
      "CAEmitterCell.blueRange",
      "CAEmitterCell.alphaRange",
      "CAEmitterCell.redSpeed",
      "CAEmitterCell.greenSpeed",
      "CAEmitterCell.blueSpeed",
      "CAEmitterCell.alphaSpeed",
      "CAEmitterCell.emitterCells"
    ),
    arguments: 0..<24
  )
  func oracle(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var cells: [ParticleCell] = []
    for _ in 0...generator.index(below: 3) {
      var nested: [ParticleCell] = []
      for _ in 0..<generator.index(below: 3) { nested.append(randomCell(&generator)) }
      let start = cells.count
      for cell in randomCell(&generator).with(nested) {
        var cell = cell
        cell.end += start
        cells.append(cell)
      }
    }
    func values(_ bag: inout PropertyBag) {
      bag[.emitterSeed] = .integer(Int64(seed) * 77)
      bag[.emitterPosition] = .point(Point(30, -20))
      bag[.emitterZPosition] = .number(5)
      bag[.emitterSize] = .size(Size(40, 10))
      if seed.isMultiple(of: 2) { bag[.emitterShape] = .name(EmitterShape.line.rawValue) }
      if seed.isMultiple(of: 3) { bag[.emitterBirthRate] = .number(1.5) }
      if seed.isMultiple(of: 5) {
        bag[.emitterVelocity] = .number(0.5)
        bag[.emitterScale] = .number(2)
        bag[.emitterSpin] = .number(-1)
        bag[.emitterLifetime] = .number(0.7)
      }
    }
    var stage = ParticleStage(cells, at: 2, limit: 1 << 20, values)
    let oracle = ParticleOracle(cells, start: 2, values)
    for time in [2.0, 2.013, 2.5, 3.7, 6.1, 4.2] {
      expectEqual(stage.particles(at: time), oracle.particles(at: time), "seed \(seed) at \(time)")
    }
  }

  /// The case of the package format: ten particles a second along a line, none further than they
  /// can be.
  @Test(.shows("CAEmitterCell.birthRate", "CAEmitterCell.lifetime", "CAEmitterCell.velocity"))
  func constantRate() {
    let cell = ParticleCell.emitting(rate: 10, life: 2, [.velocity: 40])
    var stage = ParticleStage([cell]) { $0[.emitterPosition] = .point(Point(20, 50)) }
    let early = stage.particles(at: 1.05)
    #expect(early.count == 11)
    #expect(early.allSatisfy { $0.position.y == 50 && $0.position.x <= 62 })
    for (one, next) in zip(early, early.dropFirst()) {
      #expect(abs(one.position.x - next.position.x - 4) < 1e-9)
    }
    let late = stage.particles(at: 3.05)
    #expect(late.count == 20)
    #expect(late.allSatisfy { $0.position.x < 100 })
  }

  // MARK: Changes

  private func basic(
    _ target: AnimatedProperty,
    from: PropertyValue,
    to: PropertyValue,
    begin: Double,
    duration: Double,
    _ change: (inout MediaTiming) -> Void = { _ in }
  ) -> AnimationState {
    var timing = MediaTiming()
    timing.beginTime = begin
    timing.duration = duration
    change(&timing)
    let animation = PropertyAnimation(target, .basic(BasicAnimation(from: from, to: to)))
    return AnimationState(.property(animation), timing: timing)
  }

  @Test(.shows("CAEmitterLayer.birthRate")) func stoppedEmissionLeavesParticlesInTheAir() {
    let cell = ParticleCell.emitting(rate: 100, life: 2, [.velocity: 10, .velocityRange: 10])
    var stage = ParticleStage([cell])
    var other = stage
    stage.change(at: 1) { $0[.emitterBirthRate] = .number(0) }
    let left = stage.particles(at: 1.505)
    let all = other.particles(at: 1.505)
    #expect(left == all.filter { $0.birthTime < 1 })
    #expect(left.count == 100)
    #expect(stage.particles(at: 2.985).count == 1)
    #expect(stage.particles(at: 3.5).isEmpty)
    // And it can go on.
    stage.change(at: 4) { $0[.emitterBirthRate] = .number(1) }
    #expect(stage.particles(at: 4.255).count == 26)
  }

  @Test func changesConcernParticlesToCome() {
    let cell = ParticleCell.emitting(rate: 10, life: 5)
    var stage = ParticleStage([cell])
    stage.change(at: 1.05) { $0[.emitterPosition] = .point(Point(100, 0)) }
    let particles = stage.particles(at: 2.01)
    #expect(particles.filter { $0.position.x == 0 }.count == 11)
    #expect(particles.filter { $0.position.x == 100 }.count == 10)
    #expect(particles.allSatisfy { ($0.position.x == 100) == ($0.birthTime > 1.05) })
  }

  /// A change that changes nothing for particles keeps all of them as they are.
  @Test func otherChangesChangeNothing() {
    let cell = ParticleCell.emitting(rate: 37, life: 2, [.velocity: 30, .emissionRange: 6])
    var stage = ParticleStage([cell])
    let before = stage.particles(at: 3)
    stage.change(at: 2.2) { bag in
      bag[.opacity] = .number(0.5)
      bag[.emitterBirthRate] = .number(1)
    }
    #expect(stage.particles(at: 3) == before)
  }

  @Test(arguments: 0..<12)
  func jumpEqualsPlaying(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed) &+ 1000)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }
    let cells = randomCell(&generator).with([randomCell(&generator)])
    var played = ParticleStage(cells)
    var jumped = played
    var time = 0.0
    let name = cells[0].name ?? ""
    for step in 0..<5 {
      time += number(0.1...1.5)
      let change: Commit.AnimationChange? =
        switch generator.index(below: 3) {
        case 0:
          .add(
            ParticleStage.emitter,
            key: "rate",
            basic(
              .cell(CellTarget([name], .birthRate)),
              from: .number(number(0...90)),
              to: .number(number(0...90)),
              begin: time,
              duration: number(0.1...2)
            ) { $0.repeatCount = Double(generator.index(below: 3)) }
          )
        case 1:
          .add(
            ParticleStage.emitter,
            key: "place",
            basic(
              .row(AnimationTarget(.emitterPosition, .x)),
              from: .number(0),
              to: .number(100),
              begin: time,
              duration: 1
            )
          )
        default: nil
        }
      var commit = Commit(time: time)
      if let change {
        commit.animations = [change]
      } else {
        var bag = PropertyBag()
        bag[.emitterVelocity] = .number(number(0.5...2))
        bag[.emitterBirthRate] = .number(step == 3 ? 0 : number(0...2))
        commit.changes = [Commit.Change(ParticleStage.emitter, bag)]
      }
      // One tree shows sixty frames a second, the other none until the end.
      var frame = time - 0.4
      while frame < time {
        _ = played.particles(at: frame)
        frame += 1.0 / 60
      }
      played.apply(commit)
      jumped.apply(commit)
    }
    for delay in [0.0, 0.3, 1.1, 2.9] {
      let particles = jumped.particles(at: time + delay)
      #expect(played.particles(at: time + delay) == particles)
    }
    #expect(played.particles(at: time + 0.3) == jumped.particles(at: time + 0.3))
  }

  // MARK: Animations

  @Test func animatedRateIsIntegrated() {
    let cell = ParticleCell.emitting(rate: 0, life: 100)
    var stage = ParticleStage([cell])
    let rate = AnimatedProperty.cell(CellTarget(["spark"], .birthRate))
    stage.add(basic(rate, from: .number(0), to: .number(400), begin: 0, duration: 2), at: 0)
    // Births until t: 100 t².
    for time in [0.5, 1, 1.5, 2] {
      let count = stage.particles(at: time).count
      #expect(abs(Double(count) - 100 * time * time) <= 1)
    }
    #expect(stage.particles(at: 7).count == stage.particles(at: 2).count)
    let births = stage.particles(at: 7).map(\.birthTime).sorted()
    for (index, birth) in births.enumerated() {
      // Within a step of the table.
      #expect(abs(birth - (Double(index) / 100).squareRoot()) < 1.0 / 60)
    }
  }

  @Test func animatedValuesAreThoseOfTheBirth() {
    let cell = ParticleCell.emitting(rate: 50, life: 1)
    var stage = ParticleStage([cell])
    let velocity = AnimatedProperty.cell(CellTarget(["spark"], .velocity))
    stage.add(basic(velocity, from: .number(0), to: .number(100), begin: 0, duration: 2), at: 0)
    let position = AnimatedProperty.row(AnimationTarget(.emitterPosition))
    stage.add(
      basic(position, from: .point(.zero), to: .point(Point(0, 60)), begin: 0, duration: 2),
      at: 0,
      key: "b"
    )
    let color = AnimatedProperty.cell(CellTarget(["spark"], .color))
    stage.add(
      basic(color, from: .color(.black), to: .color(.white), begin: 0, duration: 2),
      at: 0,
      key: "c"
    )
    let now = 1.505
    let particles = stage.particles(at: now)
    #expect(particles.count == 50)
    for particle in particles {
      let birth = particle.birthTime
      #expect(abs(particle.position.x - birth * 50 * (now - birth)) < 1e-9)
      #expect(abs(particle.position.y - birth * 30) < 1e-9)
      #expect(abs(Double(particle.color.x) - birth / 2) < 1e-6)
    }
  }

  @Test func animatedPicturesAreThoseOfTheBirth() {
    let cell = ParticleCell.emitting(rate: 10, life: 10)
    var stage = ParticleStage([cell])
    let contents = AnimatedProperty.cell(CellTarget(["spark"], .contents))
    stage.add(
      basic(contents, from: .image(ParticleStage.image), to: .null, begin: 0, duration: 2),
      at: 0
    )
    // From half-way on there is no picture; afterwards, again.
    #expect(stage.particles(at: 1.95).allSatisfy { $0.birthTime < 1 })
    #expect(stage.particles(at: 1.95).count == 10)
    #expect((20...21).contains(stage.particles(at: 3.05).count))
  }

  // MARK: Timing

  @Test func beginsWithItsCommit() {
    let cell = ParticleCell.emitting(rate: 10, life: 1)
    var stage = ParticleStage([cell], at: 100)
    #expect(stage.particles(at: 99).isEmpty)
    #expect(stage.particles(at: 100.05).count == 1)
    var late = ParticleStage([cell], at: 100) { $0[.beginTime] = .number(102) }
    #expect(late.particles(at: 101.9).isEmpty)
    #expect(late.particles(at: 102.05).count == 1)
    var early = ParticleStage([cell], at: 100) { $0[.beginTime] = .number(90) }
    #expect(early.particles(at: 100.05).count == 10)
  }

  @Test func cellsHaveClocks() {
    func count(_ values: [CellProperty: Double], at time: Double) -> Int {
      var stage = ParticleStage([.emitting(rate: 10, life: 100, values)])
      return stage.particles(at: time).count
    }
    #expect(count([.beginTime: -15], at: 0.05) == 151)
    #expect(count([.beginTime: 1], at: 0.9) == 0)
    #expect(count([.beginTime: 1], at: 1.05) == 1)
    #expect(count([.timeOffset: 2], at: 0.05) == 21)
    #expect(count([.speed: 3], at: 1.05) == 32)
    #expect(count([.speed: 0, .timeOffset: 1.05], at: 9) == 11)
    #expect(count([.duration: 1], at: 50) == 10)
    #expect(count([.duration: 1, .repeatCount: 3], at: 50) == 30)
    #expect(count([.duration: 1, .repeatDuration: 2], at: 50) == 20)
  }

  @Test func layerClocksStopParticles() {
    let cell = ParticleCell.emitting(rate: 10, life: 1, [.velocity: 10])
    var stage = ParticleStage([cell])
    let before = stage.particles(at: 2)
    stage.change(at: 2) { bag in
      bag[.speed] = .number(0)
      bag[.timeOffset] = .number(2)
    }
    #expect(stage.particles(at: 7) == before)
    #expect(stage.tree.nextActivity(after: 7) == nil)
  }

  // MARK: Activity

  @Test func activityEndsWithTheLastParticle() {
    var stage = ParticleStage([.emitting(rate: 10, life: 1, [.duration: 1])])
    _ = stage.particles(at: 0.5)
    #expect(stage.tree.nextActivity(after: 0.5) == 0.5)
    _ = stage.particles(at: 1.85)
    #expect(stage.tree.nextActivity(after: 1.85) == 1.85)
    _ = stage.particles(at: 2.5)
    #expect(stage.tree.nextActivity(after: 2.5) == nil)
  }

  @Test func activityWakesForTheNextBirth() throws {
    var stage = ParticleStage([.emitting(rate: 0.5, life: 0.25, [.beginTime: 3])])
    _ = stage.particles(at: 1)
    #expect(stage.tree.nextActivity(after: 1) == 3)
    _ = stage.particles(at: 3.5)
    let next = try #require(stage.tree.nextActivity(after: 3.5))
    #expect(abs(next - 5) < 1e-9)
    var silent = ParticleStage([.emitting(rate: 10, life: 0)])
    _ = silent.particles(at: 1)
    #expect(silent.tree.nextActivity(after: 1) == nil)
    var empty = ParticleCell.emitting(rate: 10, life: 1)
    empty.contents = .none
    var invisible = ParticleStage([empty])
    _ = invisible.particles(at: 1)
    #expect(invisible.tree.nextActivity(after: 1) == nil)
  }

  @Test func onlyWhatMovesIsListed() {
    var stage = ParticleStage([.emitting(rate: 10, life: 1, [.duration: 1])])
    var changes = TreeChanges()
    func isListed(at time: Double) -> Bool {
      _ = stage.particles(at: time)
      stage.tree.takeChanges(into: &changes)
      return stage.tree.slot(of: ParticleStage.emitter).map { changes.slots.contains($0) } ?? false
    }
    #expect(isListed(at: 0.5))
    #expect(!isListed(at: 0.5))
    #expect(isListed(at: 0.6))
    // The last ones go; then nothing is there.
    #expect(isListed(at: 3))
    #expect(!isListed(at: 4))
  }

  // MARK: Order

  @Test(
    .shows(
      "CAEmitterLayer.renderMode",
      "CAEmitterLayerRenderMode.unordered",
      "CAEmitterLayerRenderMode.oldestFirst",
      "CAEmitterLayerRenderMode.oldestLast",
      "CAEmitterLayerRenderMode.backToFront"
    )
  ) func renderModesOrder() {
    var young = ParticleCell.emitting(rate: 10, life: 3, [.zAcceleration: 4])
    young[.beginTime] = 0.05
    var cells = [ParticleCell.emitting(rate: 10, life: 3, [.zAcceleration: -4]), young]
    cells[1].end = 2
    func births(_ mode: EmitterRenderMode) -> [Particle] {
      var stage = ParticleStage(cells) { $0[.emitterRenderMode] = .name(mode.rawValue) }
      return stage.particles(at: 2)
    }
    let first = births(.oldestFirst).map(\.birthTime)
    #expect(first == first.sorted())
    let last = births(.oldestLast).map(\.birthTime)
    #expect(last == last.sorted(by: >))
    let depths = births(.backToFront).map(\.position.z)
    #expect(depths == depths.sorted())
    let free = births(.unordered).map(\.cell)
    #expect(free == free.sorted())
    #expect(births(.additive).map(\.cell) == free)
  }

  // MARK: Limits

  @Test func hostileCells() {
    let numbers = [
      0, -1, 1e9, 1e300, -1e300, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, 1,
    ]
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<120 {
      var list: [ParticleCell] = []
      for depth in 0..<4 {
        var cell = ParticleCell.emitting(rate: 1e9, life: .infinity)
        for property in CellProperty.allCases where property.rawValue < CellProperty.singleCount {
          if generator.once(in: 3) {
            cell[property] = numbers[generator.index(below: numbers.count)]
          }
        }
        cell.end = 4
        if depth == 3 { cell.contentsRect = Rect(.nan, 0, .infinity, 1) }
        list.append(cell)
      }
      var stage = ParticleStage(list, limit: 500) { bag in
        for row in EmitterSetting.rows where PropertyTable[row].type == .number {
          if generator.once(in: 3) {
            bag[row] = .number(numbers[generator.index(below: numbers.count)])
          }
        }
      }
      for time in [0.0, 0.7, 1e6, 1e300, .infinity, .nan] {
        let particles = stage.particles(at: time)
        #expect(particles.count <= 500)
        #expect(particles.allSatisfy { (0...1).contains($0.color.x) && $0.scale >= 0 })
        _ = stage.tree.nextActivity(after: time)
      }
    }
  }

  @Test func theYoungestShowWhereThereAreTooMany() {
    var cells = [ParticleCell.emitting(rate: 3000, life: 1), .emitting(rate: 1000, life: 1)]
    cells[1].end = 2
    var stage = ParticleStage(cells, limit: 400)
    let particles = stage.particles(at: 5)
    #expect((396...400).contains(particles.count))
    let ages = particles.map { 5 - $0.birthTime }
    #expect((ages.max() ?? 1) < 0.11)
    // Each cell has its share.
    #expect(abs(particles.filter { $0.cell == 0 }.count - 300) <= 2)
  }

  @Test func epochsAreForgotten() {
    var stage = ParticleStage([.emitting(rate: 10, life: 0.5)])
    for step in 1...300 {
      stage.change(at: Double(step) / 10) { bag in
        bag[.emitterPosition] = .point(Point(Double(step), 0))
      }
      #expect(stage.particles(at: Double(step) / 10).count <= 6)
    }
    #expect(stage.tree.emitters[0].epochs.count < 10)
  }

  @Test func malformedListsAreRefused() {
    var cell = ParticleCell.emitting(rate: 1, life: 1)
    cell.end = 2
    #expect(CellBox([cell]).problem != nil)
    cell.end = 0
    #expect(CellBox([cell]).problem != nil)
    var deep = (0...CellBox.maximumDepth).map { _ in ParticleCell() }
    for index in deep.indices { deep[index].end = deep.count }
    #expect(CellBox(deep).problem != nil)
    #expect(CellBox(Array(repeating: cell, count: 300)).problem != nil)
    #expect(CellBox([.emitting(rate: 1, life: 1)]).problem == nil)
  }

  @Test(.enabled(if: quartz_allocation_count() >= 0)) func warmEvaluationAsksForNoMemory() {
    let cells = ParticleCell.emitting(rate: 500, life: 1, [.emissionRange: 6, .velocity: 9])
      .with([.emitting(rate: 2, life: 0.5)])
    var stage = ParticleStage(cells) { bag in
      bag[.emitterRenderMode] = .name(EmitterRenderMode.oldestFirst.rawValue)
    }
    var changes = TreeChanges()
    for frame in 0..<240 {
      stage.tree.evaluate(at: Double(frame) / 60)
      stage.tree.takeChanges(into: &changes)
    }
    let before = quartz_allocation_count()
    for frame in 240..<300 {
      stage.tree.evaluate(at: Double(frame) / 60)
      stage.tree.takeChanges(into: &changes)
    }
    #expect(quartz_allocation_count() - before == 0)
  }

  // MARK: Key paths

  @Test(arguments: [
    "emitterCells.spark.scale", "emitterCells.a.emitterCells.b.birthRate",
    "emitterCells.a.b.c.color",
  ])
  func keyPaths(path: String) throws {
    let target = try #require(CellTarget(keyPath: path))
    #expect(target.keyPath == path)
  }

  @Test(arguments: [
    "emitterCells", "emitterCells.scale", "emitterCells..scale", "emitterCells.a.sacle", "scale",
    "emitterCells.a.emitterCells", "emitterCells.a.", "",
  ])
  func noKeyPaths(path: String) {
    #expect(CellTarget(keyPath: path) == nil)
  }

  @Test func namesLeadToCells() {
    let cells = ParticleCell.emitting(rate: 1, life: 1).with([.emitting(rate: 1, life: 1)])
    let box = CellBox(cells)
    #expect(box.index(of: ["spark"]) == 0)
    #expect(box.index(of: ["spark", "spark"]) == 1)
    #expect(box.index(of: ["spark", "rocket"]) == nil)
    #expect(box.index(of: ["spark", "spark", "spark"]) == nil)
  }
}
