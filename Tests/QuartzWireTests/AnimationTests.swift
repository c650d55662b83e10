// Animations mean the same on both sides of the wire, at any time and however one gets there.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzWireSamples
import TestRandom
import Testing

@testable import QuartzWire

@Suite struct AnimationWireTests {
  private let pool = BufferPool()
  private let releases = ReleaseQueue()

  /// A commit with all of these layers and animations.
  private func commit(seed: UInt64, layers: Int) -> Commit {
    var source = AnimationSource(seed: seed)
    var commit = Commit()
    for index in 1...layers {
      let layer = LayerID(UInt32(index))
      commit.created.append(.init(layer, .layer))
      let values = source.layerValues()
      if !values.isEmpty { commit.changes.append(.init(layer, values)) }
      for key in 0...(index % 3) {
        commit.animations.append(.add(layer, key: "\(key)", source.animation()))
      }
    }
    return commit
  }

  private func decoded(_ commit: Commit) throws -> Commit {
    let sample = try SampleMessage(CommitMessage(context: 1, commit: commit), pool: pool)
    let received = try sample.decoded(as: ClientMessage.self, releases: releases)
    return try #require((received.message.message as? CommitMessage)?.commit)
  }

  /// All that the layers show, with every bit.
  private func shown(_ tree: LayerTree) -> [[UInt64]] {
    (0..<tree.layerCount).map { slot in
      tree.presentationRange(of: Int32(slot)).flatMap { index in
        [UInt64(tree.presentation[index].property.rawValue)] + bits(tree.animatedValue(at: index))
      }
    }
  }

  private func bits(_ value: AnimatedValue) -> [UInt64] {
    func bits(_ v: SIMD4<Double>) -> [UInt64] {
      [v.x.bitPattern, v.y.bitPattern, v.z.bitPattern, v.w.bitPattern]
    }
    switch value {
    case .vector(let v, let type): return bits(v) + ["\(type)".hashBits]
    case .transform(let m): return bits(m.row1) + bits(m.row2) + bits(m.row3) + bits(m.row4)
    case .crossFade(let a, let b, let f):
      return [UInt64(a.rawValue), UInt64(b.rawValue), f.bitPattern]
    case .names(let a, let b, let f): return [UInt64(a), UInt64(b), f.bitPattern]
    case .discrete(.path(let box)):
      return box.path.points.flatMap { [$0.x.bitPattern, $0.y.bitPattern] }
    case .discrete(let value): return ["\(value)".hashBits]
    }
  }

  /// Ten thousand animations: one steps, one jumps, one runs backwards, one came over the wire.
  @Test(arguments: 0..<10)
  func anyWayToATimeGivesTheSameBits(_ seed: Int) throws {
    let commit = commit(seed: UInt64(seed), layers: 500)
    var (stepping, backwards) = (LayerTree(), LayerTree())
    var far = LayerTree()
    try stepping.apply(commit)
    try backwards.apply(commit)
    try far.apply(try decoded(commit))
    let times = [-0.5, 0, 0.25, 0.7, 1, 1.5, 2.125, 3.3, 5, 77.7]
    var values: [[[UInt64]]] = []
    for time in times {
      stepping.evaluate(at: time)
      values.append(shown(stepping))
    }
    for (time, expected) in zip(times, values).reversed() {
      backwards.evaluate(at: time)
      #expect(shown(backwards) == expected, "at \(time)")
    }
    for index in [7, 2, 9, 4] {
      var jumping = LayerTree()
      try jumping.apply(commit)
      jumping.evaluate(at: times[index])
      #expect(shown(jumping) == values[index])
      far.evaluate(at: times[index])
      #expect(shown(far) == values[index])
    }
    // Most of them show something at most times.
    #expect(values[3].filter { !$0.isEmpty }.count > 250)
    for change in commit.animations {
      guard case .add(_, _, let state) = change else { continue }
      #expect(state.problem == nil, "\(state)")
    }
  }

  @Test func malformedAnimationsHaveNoEffect() throws {
    var source = ValueSource(layers: 8, hasOddNumbers: true)
    // The layers are plain ones; animations of other rows are refused.
    source.rows = source.rows.filter { $0.layerClass == .layer }
    var generator = SeededGenerator(seed: 99)
    var (added, broken) = (0, 0)
    while added < 100_000 {
      var commit = Commit()
      for index in 1...8 { commit.created.append(.init(LayerID(UInt32(index)), .layer)) }
      for _ in 0..<200 { commit.animations.append(source.animationChange(&generator)) }
      var tree = LayerTree()
      try tree.apply(try decoded(commit))
      for change in commit.animations {
        guard case .add(_, _, let state) = change else { continue }
        added += 1
        let track = AnimationTrack(key: "a", state: state)
        if track.problem != nil {
          broken += 1
          #expect(track.value(at: 0.5, base: .vector(.zero, .number)) == nil)
        }
      }
      for time in [-1e300, 0, 0.3, 1e9, .infinity, .nan] { tree.evaluate(at: time) }
    }
    #expect(broken > added / 2 && broken < added)
  }

  @Test func groupsAreNotDeeperThanTheyMayBe() throws {
    var state = AnimationState(.group([]), timing: MediaTiming())
    for _ in 1..<(AnimationState.maximumDepth - 1) {
      state = AnimationState(.group([state]), timing: MediaTiming())
    }
    func commit(_ state: AnimationState) -> Commit {
      var commit = Commit()
      commit.animations = [.add(LayerID(1), key: "a", state)]
      return commit
    }
    #expect(try decoded(commit(state)).animations == commit(state).animations)
    let deeper = AnimationState(.group([state]), timing: MediaTiming())
    #expect(throws: WireError.self) { try decoded(commit(deeper)) }
  }

  @Test func declaredPropertiesAreNotSent() throws {
    let animation = PropertyAnimation(.declared("progress", nil), .basic(BasicAnimation()))
    var commit = Commit()
    commit.created = [.init(LayerID(1), .layer)]
    commit.animations = [
      .add(LayerID(1), key: "a", AnimationState(.property(animation), timing: MediaTiming()))
    ]
    #expect(throws: WireError.self) { try decoded(commit) }
    var tree = LayerTree()
    #expect(throws: CommitError.self) { try tree.apply(commit) }
  }
}

extension String {
  fileprivate var hashBits: UInt64 {
    utf8.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  }
}
