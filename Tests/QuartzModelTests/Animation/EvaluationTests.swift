// Values of every type, problems in words, and memory.
// Licensed under the MIT license; see LICENSE.

import CQuartzAllocations
import QuartzMath
import QuartzModel
import Testing

@Suite struct InterpolationTests {
  private func middle(
    _ keyPath: String,
    _ from: PropertyValue,
    _ to: PropertyValue,
    at time: Double = 0.5
  ) throws -> AnimatedValue {
    var layer = try Animated([.basic(keyPath, from: from, to: to, timing(1))])
    layer.tree.evaluate(at: time)
    try #require(layer.tree.presentation.count == 1)
    return layer.tree.animatedValue(at: 0)
  }

  @Test func everyTypeOfVectors() throws {
    func half(_ keyPath: String, _ from: PropertyValue, _ to: PropertyValue) throws -> PropertyValue
    {
      try middle(keyPath, from, to).propertyValue
    }
    #expect(try half("opacity", .number(0.2), .number(0.6)) == .number(0.4))
    #expect(try half("position", .point(Point(1, 2)), .point(Point(3, 6))) == .point(Point(2, 4)))
    #expect(
      try half("shadowOffset", .size(Size(0, 2)), .size(Size(4, 2))) == .size(Size(2, 2))
    )
    #expect(
      try half("bounds", .rect(Rect(0, 0, 1, 2)), .rect(Rect(2, 4, 3, 4)))
        == .rect(Rect(1, 2, 2, 3))
    )
    #expect(
      try half("backgroundColor", .color(Color(1, 0, 0)), .color(Color(0, 1, 0, 0)))
        == .color(Color(0.5, 0.5, 0, 0.5))
    )
    #expect(try half("backgroundColor", .null, .color(.black)) == .color(Color(0, 0, 0, 0.5)))
    #expect(try half("backgroundColor", .color(.black), .null) == .color(Color(0, 0, 0, 0.5)))
  }

  @Test func membersOfStructs() throws {
    let model: [PropertyID: PropertyValue] = [.bounds: .rect(Rect(1, 2, 3, 4))]
    for (keyPath, expected) in [
      ("bounds.origin.x", Rect(9, 2, 3, 4)), ("bounds.origin.y", Rect(1, 9, 3, 4)),
      ("bounds.size.width", Rect(1, 2, 9, 4)), ("bounds.size.height", Rect(1, 2, 3, 9)),
    ] {
      var layer = try Animated(
        [.basic(keyPath, from: .number(9), to: .number(9), timing(1))],
        model: model
      )
      #expect(layer.value(.bounds, at: 0.5) == .rect(expected), "\(keyPath)")
    }
    var origin = try Animated(
      [.basic("bounds.origin", to: .point(Point(3, 6)), timing(1))],
      model: model
    )
    #expect(origin.value(.bounds, at: 0.5) == .rect(Rect(2, 4, 3, 4)))
    var size = try Animated(
      [.basic("bounds.size", by: .size(Size(2, 4)), timing(1))],
      model: model
    )
    #expect(size.value(.bounds, at: 0.5) == .rect(Rect(1, 2, 4, 6)))
  }

  @Test func truthValuesAndIntegersJump() throws {
    for (time, value) in [(0.49, false), (0.5, true)] {
      let shown = try middle("masksToBounds", .bool(false), .bool(true), at: time)
      #expect(shown.propertyValue == .bool(value))
    }
    // Decision 33: hiding switches with the next frame.
    for time in [0, 0.1, 0.5] {
      let shown = try middle("hidden", .bool(false), .bool(true), at: time)
      #expect(shown.propertyValue == .bool(true))
    }
    #expect(
      try middle("maskedCorners", .integer(1), .integer(9), at: 0.4).propertyValue == .integer(1)
    )
  }

  @Test func imagesFade() throws {
    let (a, b) = (ImageID(1), ImageID(2))
    #expect(
      try middle("contents", .image(a), .image(b), at: 0.25)
        == .crossFade(from: a, to: b, fraction: 0.25)
    )
    let fade = try middle("contents", .null, .image(b), at: 0.75)
    #expect(fade == .crossFade(from: .none, to: b, fraction: 0.75))
    #expect(fade.propertyValue == .image(b))
    #expect(try middle("contents", .image(a), .null, at: 0.75).propertyValue == .null)
    #expect(try middle("contents", .image(a), .image(a)) == .discrete(.image(a)))
  }

  @Test func pathsOfOneStructure() throws {
    func path(_ x: Double, isClosed: Bool = true) -> Path {
      var path = Path()
      path.move(to: Point(x, 0))
      path.line(to: Point(x, 10))
      path.quad(to: Point(0, x), control: Point(x, x))
      path.cubic(to: Point(x, x), control1: Point(0, 0), control2: Point(x, 2))
      if isClosed { path.close() }
      return path
    }
    let half = try middle("shadowPath", .path(path(0)), .path(path(8)))
    #expect(half.propertyValue == .path(path(4)))
    for (time, x) in [(0.4, 0.0), (0.6, 8)] {
      let jump = try middle(
        "shadowPath",
        .path(path(0, isClosed: x == 8)),
        .path(path(8, isClosed: x == 0)),
        at: time
      )
      #expect(jump.propertyValue == .path(path(x, isClosed: false)))
    }
  }

  @Test func matricesThatCannotBeTakenApart() throws {
    let flat = PropertyValue.transform(.scale(0, 1))
    let half = try middle("transform", flat, .transform(.scale(2, 3)))
    #expect(half == .transform(.scale(1, 2)))
  }
}

@Suite struct AnimationProblemTests {
  private func problem(_ state: AnimationState) throws -> String {
    let problem = try #require(AnimationTrack(key: "a", state: state).problem)
    var layer = try Animated([state], model: [.opacity: .number(0.25)])
    #expect(layer.value(.opacity, at: 0.5) == .number(0.25))
    #expect(layer.tree.presentation.isEmpty)
    return problem
  }

  private func fade(_ timing: MediaTiming) throws -> AnimationState {
    try .basic("opacity", from: .number(0), timing)
  }

  private func frames(
    _ values: [PropertyValue],
    _ keyPath: String = "opacity",
    _ change: (inout KeyframeAnimation) -> Void = { _ in }
  ) throws -> AnimationState {
    try .keyframes(keyPath, values, timing(1), change)
  }

  @Test func timings() throws {
    #expect(try problem(fade(timing(.nan))) == "its duration is nan")
    #expect(try problem(fade(timing(-1))) == "its duration is -1.0")
    #expect(try problem(fade(timing { $0.beginTime = .infinity })) == "its begin time is inf")
    #expect(try problem(fade(timing { $0.speed = .nan })) == "its speed is nan")
    #expect(try problem(fade(timing { $0.timeOffset = .nan })) == "its time offset is nan")
    #expect(try problem(fade(timing { $0.repeatCount = -2 })) == "its repeat count is -2.0")
    #expect(try problem(fade(timing { $0.repeatDuration = .nan })) == "its repeat duration is nan")
    var state = try fade(timing())
    state.timingFunction = TimingFunction(2, 0, 0, 1)
    #expect(try problem(state) == "its timing function has an x of 2.0")
  }

  @Test func values() throws {
    let wrong = try AnimationState.basic("opacity", to: .point(.zero), timing())
    #expect(try problem(wrong) == "toValue is a point, not a number")
    let nan = try AnimationState.basic("position", by: .point(Point(.nan, 0)), timing())
    #expect(try problem(nan) == "byValue is not finite")
    let fixed = AnimationState(
      target: AnimationTarget(.contentsGravity),
      kind: .basic(BasicAnimation()),
      timing: timing()
    )
    #expect(try problem(fixed) == "contentsGravity does not animate")
    #expect(try problem(frames([])) == "it has no keyframes")
    #expect(try problem(frames([.number(0), .null])) == "value 1 is null, not a number")
    let spring = try AnimationState.of(
      "opacity",
      .spring(SpringAnimation(BasicAnimation(), Spring(mass: 0))),
      timing()
    )
    #expect(try problem(spring) == "its mass is 0.0, not above 0")
    let scale = try AnimationState.basic("transform", to: .numbers([1, 2]), timing()) {
      $0.valueFunction = .scale
    }
    #expect(try problem(scale) == "toValue has 2 numbers, not 3")
    let elsewhere = try AnimationState.basic("opacity", to: .number(1), timing()) {
      $0.valueFunction = .scaleX
    }
    #expect(try problem(elsewhere) == "scaleX makes transforms")
  }

  @Test func keyframes() throws {
    let two: [PropertyValue] = [.number(0), .number(1)]
    #expect(try problem(frames(two) { $0.keyTimes = [0, .nan] }) == "key time 1 is nan")
    #expect(try problem(frames(two) { $0.keyTimes = [-.infinity, 1] }) == "key time 0 is -inf")
    #expect(
      try problem(
        frames(two) {
          $0.calculationMode = .cubic
          $0.biases = [0, .nan]
        }
      ) == "a bias is nan"
    )
    #expect(try problem(frames([], "position") { $0.path = Path() }) == "its path is empty")
    var line = Path()
    line.move(to: .zero)
    #expect(
      try problem(frames([]) { $0.path = line }) == "a path moves points and sizes, not a number"
    )
    // Values that do not count are not checked.
    let paced = try frames(two) {
      $0.calculationMode = .paced
      $0.keyTimes = [9]
      $0.tensions = [.nan]
    }
    #expect(AnimationTrack(key: "a", state: paced).problem == nil)
  }

  @Test func groups() throws {
    let good = try fade(timing())
    var deep = good
    for _ in 1..<AnimationState.maximumDepth {
      deep = AnimationState(.group([deep]), timing: timing())
    }
    #expect(deep.problem == nil)
    deep = AnimationState(.group([deep]), timing: timing())
    #expect(
      deep.problem?.hasSuffix("groups are nested deeper than 32, or one is in itself") == true
    )
    let transition = AnimationState(.transition(TransitionAnimation()), timing: timing())
    #expect(transition.problem == nil)
    var half = TransitionAnimation()
    half.endProgress = 1.5
    #expect(
      AnimationState(.transition(half), timing: timing()).problem
        == "its end progress is 1.5, not within 0...1"
    )
  }
}

@Suite struct ManyAnimationsTests {
  /// A thousand layers with animations of every kind that numbers and matrices have.
  private func tree() throws -> LayerTree {
    var path = Path()
    path.move(to: .zero)
    path.cubic(to: Point(9, 9), control1: Point(0, 5), control2: Point(5, 0))
    let endless = timing(1.25) {
      $0.repeatCount = .infinity
      $0.autoreverses = true
    }
    let kinds: [AnimationState] = [
      try .basic("opacity", from: .number(0), to: .number(1), endless, .default),
      try .basic("position", to: .point(Point(5, 5)), endless),
      try .basic("position.x", by: .number(5), endless, .easeIn),
      try .basic("backgroundColor", from: .color(.black), to: .color(.white), endless),
      try .basic("transform.rotation.z", from: .number(0), to: .number(6), endless),
      try .basic("transform.scale", to: .number(2), endless, .easeOut),
      try .basic("transform", to: .transform(.rotation(1, 1, 1, 0)), endless),
      try .of(
        "position.y",
        .spring(SpringAnimation(BasicAnimation(to: .number(100)), Spring())),
        endless
      ),
      try .keyframes("bounds.size.width", [.number(0), .number(5), .number(1)], endless) {
        $0.calculationMode = .cubicPaced
      },
      try .path(path, endless) {
        $0.calculationMode = .paced
        $0.rotationMode = .auto
      },
      try .keyframes(
        "transform",
        [.transform(.identity), .transform(.scale(2, 2)), .transform(.rotation(1, 0, 0, 1))],
        endless
      ) { $0.calculationMode = .cubic },
      try .keyframes("contents", [.image(ImageID(1)), .image(ImageID(2)), .null], endless),
    ]
    var commit = Commit()
    for index in 0..<1000 {
      let layer = LayerID(UInt32(index + 1))
      commit.created.append(.init(layer, .layer))
      var values = PropertyBag()
      if index % 3 == 0 { values[.transform] = .transform(.rotation(0.3, 0, 1, 0)) }
      commit.changes.append(.init(layer, values))
      for step in 0...(index % 3) {
        let kind = kinds[(index + step * 5) % kinds.count]
        let state = index % 7 == 0 ? AnimationState(.group([kind]), timing: endless) : kind
        commit.animations.append(.add(layer, key: "\(step)", state))
      }
    }
    var tree = LayerTree()
    try tree.apply(commit)
    return tree
  }

  @Test(.enabled(if: quartz_allocation_count() >= 0)) func evaluatingAsksForNoMemory() throws {
    var tree = try tree()
    var changes = TreeChanges()
    for frame in 0..<90 {
      tree.evaluate(at: Double(frame) / 30)
      tree.takeChanges(into: &changes)
    }
    let before = quartz_allocation_count()
    for frame in 90..<120 {
      tree.evaluate(at: Double(frame) / 30)
      tree.takeChanges(into: &changes)
    }
    #expect(quartz_allocation_count() - before == 0)
    #expect(changes.slots.count > 900)
  }

  /// Adding and removing in any order leaves what a new tree would have.
  @Test func lanesAfterManyChanges() throws {
    let endless = timing(1) { $0.repeatCount = .infinity }
    var tree = LayerTree()
    var commit = Commit()
    for layer in 1...40 { commit.created.append(.init(LayerID(UInt32(layer)), .layer)) }
    try tree.apply(commit)
    var expected: [[String: Double]] = Array(repeating: [:], count: 41)
    var order: [[String]] = Array(repeating: [], count: 41)
    var seed: UInt64 = 1
    func random(_ count: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % count
    }
    for step in 0..<3000 {
      let (layer, key) = (1 + random(40), "\(random(4))")
      var commit = Commit()
      switch random(7) {
      case 0...3:
        let state = try AnimationState.basic(
          "zPosition",
          from: .number(Double(step)),
          to: .number(Double(step)),
          endless
        )
        commit.animations = [.add(LayerID(UInt32(layer)), key: key, state)]
        expected[layer][key] = Double(step)
        order[layer] = order[layer].filter { $0 != key } + [key]
      case 4, 5:
        commit.animations = [.remove(LayerID(UInt32(layer)), key: key)]
        expected[layer][key] = nil
        order[layer].removeAll { $0 == key }
      default:
        commit.animations = [.removeAll(LayerID(UInt32(layer)))]
        expected[layer] = [:]
        order[layer] = []
      }
      try tree.apply(commit)
      if step % 5 == 0 { tree.evaluate(at: Double(step)) }
    }
    tree.evaluate(at: 5000)
    for layer in 1...40 {
      let slot = try #require(tree.slot(of: LayerID(UInt32(layer))))
      // The last one added wins.
      let value = order[layer].last.flatMap { expected[layer][$0] }
      #expect(tree.value(.zPosition, of: slot).number == value ?? 0)
    }
    #expect(tree.animationCount == order.reduce(0) { $0 + $1.count })
  }
}
