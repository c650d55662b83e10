// The work of emitters grows linearly with their births and animations, and ends at the budget.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import Testing

@Suite struct EmissionWorkTests {
  private func fade(_ cell: String, _ key: String, from: Double = 1) -> Commit.AnimationChange {
    var timing = MediaTiming()
    timing.beginTime = 0.5
    timing.duration = 3
    let target = AnimatedProperty.cell(CellTarget([cell], .scale))
    let ends = BasicAnimation(from: .number(from), to: .number(2))
    let animation = PropertyAnimation(target, .basic(ends))
    return .add(
      ParticleStage.emitter,
      key: key,
      AnimationState(.property(animation), timing: timing)
    )
  }

  /// A layer whose cells have so many animations each, all of the same value.
  private func stage(cells: Int, rate: Double, animations: Int) -> ParticleStage {
    let list = (0..<cells).map { index in
      var cell = ParticleCell.emitting(rate: rate, life: 1)
      cell.name = "c\(index)"
      cell.end = index + 1
      return cell
    }
    var stage = ParticleStage(list)
    var commit = Commit(time: 0)
    for cell in 0..<cells {
      commit.animations += (0..<animations).map { fade("c\(cell)", "\(cell).\($0)") }
    }
    stage.apply(commit)
    return stage
  }

  private func work(cells: Int = 1, rate: Double = 100, animations: Int) -> Int {
    var stage = stage(cells: cells, rate: rate, animations: animations)
    #expect(!stage.particles(at: 2).isEmpty)
    return stage.tree.work.emission
  }

  @Test func animationsOfACell() {
    let (few, many) = (work(animations: 20), work(animations: 80))
    // 120 steps of the table of births, and the births of the last 2.25 seconds.
    #expect(few > 120 * 40 && few <= (121 + 226) * 43)
    #expect(many <= 4 * few)
  }

  @Test func birthsOfACell() {
    let (few, many) = (work(rate: 200, animations: 20), work(rate: 800, animations: 20))
    #expect(few > 200 * 40 && many <= 4 * few)
  }

  /// A birth costs the animations of its own cell; those of all were worked out.
  @Test func animationsOfOtherCells() {
    let (few, many) = (work(cells: 4, animations: 5), work(cells: 16, animations: 5))
    #expect(many <= 4 * few)
  }

  @Test func nothingAnimatedCostsBirthsAlone() {
    let (few, many) = (work(rate: 100, animations: 0), work(rate: 400, animations: 0))
    #expect(few >= 100 && few <= 110 && many <= 4 * few)
  }

  /// Births of cells without a picture are no particles, but work.
  @Test func unseenBirthsEndAtTheBudget() throws {
    let cells = (0..<2).map { index in
      var cell = ParticleCell.emitting(rate: 4000, life: 1)
      cell.contents = .none
      cell.name = "c\(index)"
      cell.end = index + 1
      return cell
    }
    var stage = ParticleStage(cells)
    let slot = try #require(stage.tree.slot(of: ParticleStage.emitter))
    stage.tree.particleBudget = 8000 / LayerTree.stepsOfParticle + 1
    stage.tree.evaluate(at: 2)
    #expect(stage.tree.particleExcess == nil)
    for time in [2.5, 2.5, 3] {
      stage.tree.particleBudget = 7000 / LayerTree.stepsOfParticle
      let before = stage.tree.work.emission
      stage.tree.evaluate(at: time)
      #expect(stage.tree.particleExcess == slot)
      #expect(stage.tree.work.emission - before <= 7000)
    }
    stage.tree.particleBudget = .max
    stage.tree.evaluate(at: 3)
    #expect(stage.tree.particleExcess == nil)
  }

  /// A table of births that no frame has room for grows frame by frame, and the particles are then
  /// the same as ever.
  @Test func longTablesEndAtTheBudget() throws {
    var limited = stage(cells: 1, rate: 50, animations: 40)
    var other = limited
    limited.tree.particleBudget = 2000
    var frames = 0
    repeat {
      let before = limited.tree.work.emission
      limited.tree.evaluate(at: 100)
      #expect(limited.tree.work.emission - before <= 2000 * LayerTree.stepsOfParticle)
      frames += 1
    } while limited.tree.particleExcess != nil && frames < 100
    #expect(frames > 5 && frames < 100)
    #expect(limited.particles(at: 100) == other.particles(at: 100))
    #expect(!other.particles(at: 100).isEmpty)
  }

  /// A commit counts the births until then, and does not take longer than a frame.
  @Test func commitsAfterALongTime() throws {
    var stage = stage(cells: 1, rate: 50, animations: 40)
    stage.tree.particleBudget = 1000
    let before = stage.tree.work.emission
    stage.change(at: 500) { $0[.emitterVelocity] = .number(2) }
    #expect(stage.tree.work.emission - before <= 1000 * LayerTree.stepsOfParticle)
  }
}
