// The bytes of values and animations: kept exactly, and bounded.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import TestRandom
import Testing

@Suite struct ValueBytesTests {
  /// The sum of what a tree has, computed anew.
  private func sum(_ tree: LayerTree) -> Int {
    tree.models.reduce(0) { $0 + $1.countedBytes } + tree.animated.reduce(0) { $0 + $1.trackBytes }
  }

  private func path(_ count: Int) -> Path {
    var path = Path()
    path.move(to: Point(0, 0))
    for index in 0..<count { path.line(to: Point(Double(index), 1)) }
    return path
  }

  private func state(_ keys: Int) -> AnimationState {
    var timing = MediaTiming()
    timing.duration = 1
    let frames = KeyframeAnimation(values: (0..<keys).map { .number(Double($0)) })
    let target = AnimationTarget(.opacity)
    return AnimationState(target: target, kind: .keyframe(frames), timing: timing)
  }

  private func value(_ random: inout SeededGenerator) -> (PropertyID, PropertyValue) {
    let count = Int.random(in: 0...40, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return (.shadowPath, count == 0 ? .null : .path(path(count)))
    case 1: return (.name, .string(String(repeating: "a", count: count)))
    case 2: return (.transform, .transform(.translation(Double(count), 0, 0)))
    case 3: return (.backgroundColor, count % 3 == 0 ? .null : .color(Color(0, 0, 0, 1)))
    default: return (.opacity, .number(Double(count) / 40))
    }
  }

  /// One change of each kind to some of the layers that there are.
  private func commit(_ alive: inout [UInt32], _ random: inout SeededGenerator) -> Commit {
    var commit = Commit()
    let next = (alive.max() ?? 0) + 1
    commit.created = (next..<next + 3).map { Commit.Creation(LayerID($0), .layer) }
    alive += next..<next + 3
    if alive.count > 12 {
      for _ in 0..<3 {
        let index = Int.random(in: 0..<alive.count - 3, using: &random)
        commit.destroyed.append(LayerID(alive.remove(at: index)))
      }
    }
    for layer in alive where Bool.random(using: &random) {
      var bag = PropertyBag()
      for _ in 0..<3 {
        let (property, value) = value(&random)
        bag[property] = value
      }
      commit.changes.append(Commit.Change(LayerID(layer), bag))
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        let key = "key of an animation \(Int.random(in: 0..<60, using: &random))"
        let keys = Int.random(in: 2...9, using: &random)
        let change: Commit.AnimationChange =
          switch Int.random(in: 0..<20, using: &random) {
          case 0: .removeAll(LayerID(layer))
          case 1..<8: .remove(LayerID(layer), key: key)
          default: .add(LayerID(layer), key: key, state(keys))
          }
        commit.animations.append(change)
      }
    }
    return commit
  }

  /// The kept sum is that of what there is, whatever is set, replaced, removed or destroyed.
  @Test(arguments: 0..<8 as Range<UInt64>) func keptSumIsExact(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var tree = LayerTree()
    var alive: [UInt32] = []
    for step in 0..<60 {
      let commit = commit(&alive, &random)
      let most = tree.valueBytes + commit.valueGrowth(in: tree)
      try tree.apply(commit)
      #expect(tree.valueBytes == sum(tree), "step \(step)")
      #expect(tree.valueBytes <= most, "step \(step)")
    }
    var end = Commit()
    end.destroyed = alive.map { LayerID($0) }
    try tree.apply(end)
    #expect(tree.valueBytes == 0)
  }

  /// A list counts as its elements do.
  @Test func lists() {
    let place = PropertyValue.null.countedBytes
    #expect(PropertyValue.path(path(1000)).countedBytes - place >= 1001 * 17)
    #expect(PropertyValue.numbers(Array(repeating: 0, count: 1000)).countedBytes >= 8000)
    #expect(PropertyValue.string("short").countedBytes == place)
    #expect(state(1000).countedBytes >= 1000 * (place + 8))
  }

  /// A commit that exceeds the limit changes nothing; a value in the place of another counts by
  /// what it is larger.
  @Test func limit() throws {
    var limits = TreeLimits()
    limits.valueBytes = 100_000
    var tree = LayerTree(limits: limits)
    func setting(_ count: Int, _ layer: UInt32) -> Commit {
      var bag = PropertyBag()
      bag[.shadowPath] = .path(path(count))
      var commit = Commit()
      commit.changes = [Commit.Change(LayerID(layer), bag)]
      return commit
    }
    var begin = setting(3000, 1)
    begin.created = [Commit.Creation(LayerID(1), .layer), Commit.Creation(LayerID(2), .layer)]
    try tree.apply(begin)
    try tree.apply(setting(4000, 1))
    let kept = tree.valueBytes
    let count = kept + setting(3000, 2).valueGrowth(in: tree)
    #expect(throws: CommitError.tooManyValueBytes(count: count, limit: 100_000)) {
      try tree.apply(setting(3000, 2))
    }
    #expect(tree.valueBytes == kept)
    try tree.apply(setting(0, 1))
    try tree.apply(setting(3000, 2))
  }

  /// An emitter that changes again and again keeps a history, which counts.
  @Test func emission() throws {
    var tree = LayerTree()
    var cell = ParticleCell()
    cell[.birthRate] = 10
    cell[.lifetime] = 1000
    cell.end = 1
    func change(_ number: Int) -> Commit {
      cell[.velocity] = Double(number)
      var bag = PropertyBag()
      bag[.emitterCells] = .cells(CellBox([cell]))
      var commit = Commit(time: Double(number))
      commit.changes = [Commit.Change(LayerID(1), bag)]
      return commit
    }
    var begin = change(0)
    begin.created = [Commit.Creation(LayerID(1), .emitter)]
    begin.root = LayerID(1)
    try tree.apply(begin)
    let first = tree.emissionBytes
    for number in 1..<10 {
      try tree.apply(change(number))
      #expect(tree.emissionBytes == first * (number + 1))
      #expect(tree.valueBytes == sum(tree))
    }
    var end = Commit(time: 11)
    end.destroyed = [LayerID(1)]
    try tree.apply(end)
    #expect(tree.emissionBytes == 0 && tree.valueBytes == 0)
  }
}
