// The rate of an output, from the demands of what moves.
// Licensed under the MIT license; see LICENSE.

import QuartzModel
import Testing

@Suite struct FrameRateTests {
  private func wish(_ minimum: Float, _ maximum: Float, _ preferred: Float = 0) -> FrameRateWish {
    FrameRateWish(minimum: minimum, maximum: maximum, preferred: preferred) ?? .none
  }

  private func rate(_ wishes: [FrameRateWish], ofHighest highest: Double = 120) -> Double {
    var demands = FrameDemands()
    for wish in wishes { demands.add(wish) }
    return highest / Double(demands.step(ofHighest: highest))
  }

  /// The least part of the highest rate that serves the greatest want; the next lower one if that
  /// is more than anybody allows.
  @Test func theGreatestWantDecides() {
    #expect(rate([wish(8, 15)]) == 15)
    #expect(rate([wish(30, 48)]) == 40)
    #expect(rate([wish(8, 15), wish(80, 120, 120)]) == 120)
    #expect(rate([wish(15, 24), wish(24, 24, 24)]) == 24)
    #expect(rate([wish(30, 60, 60)]) == 60)
    #expect(rate([wish(50, 55)]) == 40)
    #expect(rate([.none]) == 120)
    #expect(rate([.none, wish(8, 15)]) == 120)
    #expect(rate([wish(80, 120)], ofHighest: 60) == 60)
  }

  /// Outputs and films of 59.94 and 29.97 frames a second count as such of 60 and 30.
  @Test func ratesNearlyFit() {
    #expect(rate([wish(60, 60, 60)], ofHighest: 59.94) == 59.94)
    #expect(rate([wish(29.97, 29.97, 29.97)], ofHighest: 60) == 30)
    #expect(rate([wish(15, 15, 15)], ofHighest: 59.94) == 59.94 / 4)
  }

  /// The lowest rate is a frame a second.
  @Test(arguments: [1e-38, 0.01, 1] as [Float]) func framesAreNeverFewerThanOneASecond(
    rate wanted: Float
  ) {
    #expect(rate([wish(0, wanted, wanted)]) == 1)
    #expect(rate([wish(0, wanted, wanted)], ofHighest: 0.5) == 0.5)
  }

  @Test func wishesThatMakeNoSenseAreNone() {
    for (minimum, maximum, preferred) in [
      (-1, 60, 0), (60, 30, 0), (0, .nan, 0), (.nan, 60, 0), (0, .infinity, 0), (0, 60, -1),
      (0, 60, .nan), (0, 60, .infinity),
    ] as [(Float, Float, Float)] {
      #expect(
        FrameRateWish(minimum: minimum, maximum: maximum, preferred: preferred) == nil,
        "\(minimum) \(maximum) \(preferred)"
      )
    }
  }

  /// One wish stands for several in a message.
  @Test func severalWishesAreOne() {
    for wishes in [
      [wish(8, 15), wish(30, 60, 40)], [wish(50, 55)], [.none, wish(8, 15)], [],
      [wish(15, 24), wish(24, 24, 24)],
    ] {
      var demands = FrameDemands()
      for wish in wishes { demands.add(wish) }
      var together = FrameDemands()
      together.add(demands.wish)
      #expect(together.step(ofHighest: 120) == demands.step(ofHighest: 120))
    }
  }

  // MARK: Trees

  private let box = LayerID(1)

  private func fade(from begin: Double, _ rates: FrameRateWish) -> AnimationState {
    var timing = MediaTiming()
    timing.beginTime = begin
    timing.duration = 1
    var state = AnimationState(
      target: AnimationTarget(.opacity),
      kind: .basic(BasicAnimation(from: .number(0), to: .number(1))),
      timing: timing
    )
    state.rates = rates
    return state
  }

  private func tree(_ states: [AnimationState]) throws -> LayerTree {
    var commit = Commit()
    commit.created = [.init(box, .layer)]
    commit.root = box
    commit.animations = states.enumerated().map { .add(box, key: "\($0)", $1) }
    var tree = LayerTree()
    try tree.apply(commit)
    return tree
  }

  private func step(_ tree: LayerTree, at time: Double) -> Int {
    tree.movement(at: time).demands.step(ofHighest: 120)
  }

  /// Only animations that run have a say, and one to come says when it begins.
  @Test func runningAnimationsCount() throws {
    let tree = try tree([
      fade(from: 0, wish(8, 15)), fade(from: 0.5, wish(80, 120, 120)), fade(from: 2, .none),
    ])
    #expect(step(tree, at: 0.25) == 8 && tree.movement(at: 0.25).begin == 0.5)
    #expect(step(tree, at: 0.75) == 1 && tree.movement(at: 0.75).begin == 2)
    let rest = tree.movement(at: 1.75)
    #expect(rest.demands.isEmpty && rest.begin == 2)
    #expect(tree.movement(at: 4) == Movement())
  }

  /// A group's range covers its animations that have none.
  @Test func groupsSpeakForTheirAnimations() throws {
    func group(_ children: [AnimationState], _ rates: FrameRateWish) -> AnimationState {
      var timing = MediaTiming()
      timing.duration = 1
      var state = AnimationState(.group(children), timing: timing)
      state.rates = rates
      return state
    }
    let plain = fade(from: 0, .none)
    #expect(step(try tree([group([plain], wish(8, 15))]), at: 0.5) == 8)
    #expect(step(try tree([group([fade(from: 0, wish(30, 48))], wish(8, 15))]), at: 0.5) == 3)
    #expect(step(try tree([group([plain, fade(from: 0, wish(8, 15))], .none)]), at: 0.5) == 1)
    #expect(step(try tree([group([group([plain], .none)], wish(8, 15))]), at: 0.5) == 8)
  }

  /// Wishes are counted, so that trees without any are not searched.
  @Test func wishesAreCounted() throws {
    var tree = try tree([fade(from: 0, wish(8, 15)), fade(from: 0, .none)])
    #expect(tree.hasRateWishes)
    var commit = Commit()
    commit.animations = [.add(box, key: "0", fade(from: 0, .none))]
    try tree.apply(commit)
    #expect(!tree.hasRateWishes)
    commit.animations = (0..<80).map { .add(box, key: "\($0)", fade(from: 0, wish(8, 15))) }
    try tree.apply(commit)
    commit.animations = (0..<79).map { .remove(box, key: "\($0)") }
    try tree.apply(commit)
    #expect(tree.hasRateWishes)
    commit.animations = [.removeAll(box)]
    try tree.apply(commit)
    #expect(!tree.hasRateWishes)
  }
}
