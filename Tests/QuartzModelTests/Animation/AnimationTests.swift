// The values of animations at given times.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import TestClaims
import Testing

@Suite struct TimingFunctionTests {
  /// Read from Apple's solver (Float) by other projects' tests.
  @Test(
    .shows(
      "CAMediaTimingFunction",
      "CAMediaTimingFunctionName.easeIn",
      "CAMediaTimingFunctionName.easeInEaseOut"
    ),
    .recorded("timing-solver"),
    arguments: [
      (TimingFunction.easeIn, 0.25, 0.09346466), (.easeIn, 0.5, 0.31535682),
      (.easeIn, 0.75, 0.6218605),
      (.easeInEaseOut, 0.25, 0.12916191), (.easeInEaseOut, 0.75, 0.8708381),
      (.default, 0.25, 0.4085), (.default, 0.5, 0.8024), (.default, 0.75, 0.9605),
      (.easeOut, 0.25, 0.3781), (.easeOut, 0.5, 0.6846), (.easeOut, 0.75, 0.9065),
    ]
  )
  func namedCurves(function: TimingFunction, time: Double, expected: Double) {
    // Some numbers are known to four digits only.
    let digits = "\(expected)".count - 2
    #expect(abs(function.value(at: time) - expected) < (digits <= 4 ? 5.1e-5 : 2e-6))
  }

  @Test func endsAreExactAndClamped() {
    for function in [TimingFunction.linear, .easeIn, TimingFunction(0.1, 3, 0.9, -2)] {
      #expect(function.value(at: 0) == 0 && function.value(at: 1) == 1)
      #expect(function.value(at: -1) == 0 && function.value(at: 2) == 1)
    }
  }

  @Test func steepCurvesConverge() {
    let step = TimingFunction(1, 0, 0, 1)
    #expect(abs(step.value(at: 0.5) - 0.5) < 1e-9)
    for time in stride(from: 0.01, to: 1, by: 0.01) {
      #expect((0...1).contains(step.value(at: time)))
    }
  }
}

@Suite struct AnimationTests {
  private func timing(_ change: (inout MediaTiming) -> Void = { _ in }) -> MediaTiming {
    var timing = MediaTiming()
    timing.duration = 1
    change(&timing)
    return timing
  }

  /// A layer with opacity animations, and its opacity at times.
  private func opacities(
    _ states: [AnimationState],
    at times: [Double],
    model: [PropertyID: PropertyValue] = [:]
  ) throws -> [Double] {
    var tree = LayerTree()
    var commit = Commit()
    commit.created = [.init(LayerID(1), .layer)]
    var values = PropertyBag()
    for (id, value) in model { values[id] = value }
    commit.changes = [.init(LayerID(1), values)]
    commit.root = LayerID(1)
    for (index, state) in states.enumerated() {
      commit.animations.append(.add(LayerID(1), key: "\(index)", state))
    }
    try tree.apply(commit)
    return try times.map { time in
      tree.evaluate(at: time)
      return try #require(tree.presentationValues(of: 0).value(.opacity).number)
    }
  }

  private func fade(_ timing: MediaTiming) -> AnimationState { fade(0, 1, timing) }

  private func fade(
    _ from: Double?,
    _ to: Double?,
    by: Double? = nil,
    _ timing: MediaTiming
  ) -> AnimationState {
    AnimationState(
      target: AnimationTarget(.opacity),
      kind: .basic(
        BasicAnimation(
          from: from.map { .number($0) },
          to: to.map { .number($0) },
          by: by.map { .number($0) }
        )
      ),
      timing: timing
    )
  }

  @Test func basicRunsAndIsGone() throws {
    let state = fade(0, 0.5, timing { $0.beginTime = 2 })
    #expect(try opacities([state], at: [1.9, 2, 2.5, 3, 9]) == [1, 0, 0.25, 1, 1])
  }

  @Test(arguments: [
    (FillMode.removed, [1.0, 1]), (.backwards, [0, 1]), (.forwards, [1, 0.5]), (.both, [0, 0.5]),
  ])
  func fillModes(mode: FillMode, expected: [Double]) throws {
    let state = fade(
      0,
      0.5,
      timing {
        $0.beginTime = 2
        $0.fillMode = mode
        $0.isRemovedOnCompletion = false
      }
    )
    #expect(try opacities([state], at: [1, 4]) == expected)
  }

  @Test(
    .shows("CABasicAnimation.fromValue", "CABasicAnimation.toValue", "CABasicAnimation.byValue")
  ) func sevenFormsOfBasic() throws {
    let time = timing()
    let model: [PropertyID: PropertyValue] = [.opacity: .number(0.8)]
    func ends(_ from: Double?, _ to: Double?, _ by: Double?) throws -> [Double] {
      try opacities([fade(from, to, by: by, time)], at: [0, 0.5], model: model)
        .map { ($0 * 1e9).rounded() / 1e9 }
    }
    #expect(try ends(0.2, 0.6, nil) == [0.2, 0.4])
    #expect(try ends(0.2, nil, 0.2) == [0.2, 0.3])
    #expect(try ends(nil, 0.6, 0.2) == [0.4, 0.5])
    #expect(try ends(0.2, nil, nil) == [0.2, 0.5])
    #expect(try ends(nil, 0.6, nil) == [0.8, 0.7])
    #expect(try ends(nil, nil, 0.2) == [0.8, 0.9])
    #expect(try ends(nil, nil, nil) == [0.8, 0.8])
  }

  @Test(.shows("CAMediaTiming.autoreverses", "CAMediaTiming.repeatCount"))
  func autoreversesAndRepeats() throws {
    let state = fade(
      0,
      1,
      timing {
        $0.autoreverses = true
        $0.repeatCount = 2
      }
    )
    let values = try opacities([state], at: [0.25, 1, 1.75, 2.25, 3.75, 4])
    #expect(values == [0.25, 1, 0.25, 0.25, 0.25, 1])
  }

  @Test(.shows("CAMediaTiming.speed", "CAMediaTiming.timeOffset")) func speedAndOffset() throws {
    #expect(try opacities([fade(timing { $0.speed = 2 })], at: [0.25, 0.5]) == [0.5, 1])
    #expect(try opacities([fade(timing { $0.speed = -1 })], at: [0.25, 0.75]) == [0.75, 0.25])
    // The offset wraps within the duration.
    #expect(
      try opacities([fade(timing { $0.timeOffset = 0.5 })], at: [0.25, 0.75]) == [0.75, 0.25]
    )
    let endless = fade(timing { $0.repeatCount = 1e100 })
    #expect(try opacities([endless], at: [1000.25]) == [0.25])
  }

  @Test func keyframes() throws {
    func keyframes(
      _ values: [Double],
      _ times: [Double]?,
      _ mode: CalculationMode,
      _ functions: [TimingFunction] = []
    ) -> AnimationState {
      AnimationState(
        target: AnimationTarget(.opacity),
        kind: .keyframe(
          KeyframeAnimation(
            values: values.map { .number($0) },
            keyTimes: times,
            timingFunctions: functions,
            calculationMode: mode
          )
        ),
        timing: timing { $0.duration = 4 }
      )
    }
    let linear = keyframes([0, 1, 0], nil, .linear)
    #expect(try opacities([linear], at: [0, 1, 2, 3]) == [0, 0.5, 1, 0.5])
    let uneven = keyframes([0, 1, 0], [0, 0.25, 1], .linear)
    #expect(try opacities([uneven], at: [0.5, 1, 2.5]) == [0.5, 1, 0.5])
    let discrete = keyframes([0, 0.5, 0.25], [0, 0.25, 0.5, 1], .discrete)
    #expect(try opacities([discrete], at: [0.5, 1.5, 3]) == [0, 0.5, 0.25])
    let eased = keyframes([0, 1, 0], nil, .linear, [.easeIn, .linear, .linear, .linear])
    let value = try opacities([eased], at: [1])[0]
    #expect(abs(value - 0.31535682) < 1e-6)
  }

  @Test func layersOwnClock() throws {
    let model: [PropertyID: PropertyValue] = [.speed: .number(2), .timeOffset: .number(0.25)]
    #expect(try opacities([fade(timing())], at: [0.125], model: model) == [0.5])
    let paused: [PropertyID: PropertyValue] = [.speed: .number(0), .timeOffset: .number(0.75)]
    #expect(try opacities([fade(timing())], at: [0, 5, 100], model: paused) == [0.75, 0.75, 0.75])
  }

  @Test func malformedOnesShowTheModel() throws {
    let good = timing()
    let wrong = [
      AnimationState(
        target: AnimationTarget(.opacity),
        kind: .basic(BasicAnimation(from: .point(.zero))),
        timing: good
      ),
      fade(.nan, 1, good),
      fade(timing { $0.duration = .infinity }),
      fade(timing { $0.duration = -1 }),
      fade(timing { $0.beginTime = .nan }),
      AnimationState(
        target: AnimationTarget(.opacity),
        kind: .keyframe(KeyframeAnimation(values: [])),
        timing: good
      ),
      AnimationState(
        target: AnimationTarget(.opacity),
        kind: .keyframe(
          KeyframeAnimation(values: [.number(0), .number(1)], keyTimes: [0, .nan])
        ),
        timing: good
      ),
    ]
    for state in wrong {
      #expect(AnimationTrack(key: "a", state: state).problem != nil)
      #expect(try opacities([state], at: [0.5]) == [1])
    }
  }

  @Test func transformsTurnTheShortWay() throws {
    let from = TransformParts(.rotation(0.2, 0, 0, 1))
    let to = TransformParts(.scale(3, 3) * .rotation(1.2, 0, 0, 1) * .translation(10, 0))
    let middle = try #require(from).interpolated(to: try #require(to), 0.5).matrix
    #expect(abs(middle.row4.x - 5) < 1e-12)
    #expect(abs(middle.row1.x - 2 * 0.7648422) < 1e-6 && abs(middle.row1.y - 2 * 0.6442177) < 1e-6)
  }

  private static let mirrors: [(Matrix4x4, Matrix4x4)] = {
    let turned = Matrix4x4.scale(-2, 1) * Matrix4x4.rotation(0.4, 0, 0, 1)
    let turnedBack = Matrix4x4.scale(1, -3) * Matrix4x4.rotation(-1, 0, 0, 1)
    let far = Matrix4x4.scale(1, -1) * Matrix4x4.rotation(3, 0, 0, 1)
    let solid = Matrix4x4.scale(-1, -1, -1) * Matrix4x4.rotation(1, 1, 0, 0)
    return [
      (.scale(-1, 1), .scale(1, -1)), (turned, turnedBack), (.scale(-1, 1), far),
      (.scale(1, -1), solid), (.scale(-1, 1), .scale(-4, 4)),
    ]
  }()

  /// Between mirror images all is a mirror image, and none is flat as a line.
  @Test(.shows("CALayer.transform"), .recorded("mirrored-matrices"), arguments: mirrors.indices)
  func mirrorsStayMirrors(index: Int) throws {
    let (from, to) = Self.mirrors[index]
    let (start, end) = (try #require(TransformParts(from)), try #require(TransformParts(to)))
    for (parts, matrix) in [(start, from), (end, to)] {
      let mirrored = try #require(parts.mirrored)
      #expect(mirrored.scale.max() < 0)
      let same = mirrored.matrix
      for corner: SIMD4<Double> in [[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1], [0, 0, 0, 1]] {
        let difference = same.transform(corner) - matrix.transform(corner)
        #expect((difference * difference).sum() < 1e-20)
      }
    }
    for step in 1..<16 {
      let matrix = start.interpolated(to: end, Double(step) / 16).matrix
      #expect(matrix.determinant < -0.5, "\(step)")
      if from.isAffine2D && to.isAffine2D {
        #expect(abs(matrix.row3.z - 1) < 1e-12 && abs(matrix.row1.z) < 1e-12)
        #expect(matrix.row1.x * matrix.row2.y - matrix.row1.y * matrix.row2.x < -0.5, "\(step)")
      }
    }
    // From a mirror image to none there is no other way than through a line.
    let plain = try #require(TransformParts(.identity))
    #expect(abs(start.interpolated(to: plain, 0.5).matrix.determinant) < 1)
  }

  @Test func partsPutTogetherGiveTheMatrix() throws {
    let samples: [Matrix4x4] = [
      .scale(-2, 3), .scale(2, -3, 4) * .rotation(2, 1, 1, 0), .rotation(.pi, 0, 1, 0),
      Matrix4x4([1, 0.5, 0, 0], [0, 1, 0, 0], [0.3, 0, 1, 0], [4, 5, 6, 1]),
      .rotation(1, 1, 0, 0) * .perspective(300) * .translation(1, 2, 3),
    ]
    for matrix in samples {
      let again = try #require(TransformParts(matrix)).matrix
      for (a, b) in [
        (again.row1, matrix.row1), (again.row2, matrix.row2), (again.row3, matrix.row3),
        (again.row4, matrix.row4),
      ] {
        #expect(((a - b) * (a - b)).sum() < 1e-20)
      }
    }
  }

  @Test func activityIsKnownAhead() throws {
    var tree = LayerTree()
    var commit = Commit()
    commit.created = [.init(LayerID(1), .layer)]
    commit.animations = [.add(LayerID(1), key: "a", fade(timing { $0.beginTime = 3 }))]
    try tree.apply(commit)
    #expect(tree.nextActivity(after: 1) == 3)
    #expect(tree.nextActivity(after: 3.5) == 3.5)
    #expect(tree.nextActivity(after: 4) == nil)
  }

  @Test(arguments: [(1e200, 1e200, 0), (-1e308, 1e308, 1e300), (2, 1e308, -1e308)])
  func clocksThatOverflowStandStill(outer: Double, inner: Double, begin: Double) throws {
    var tree = LayerTree()
    var commit = Commit()
    commit.created = [.init(LayerID(1), .layer), .init(LayerID(2), .layer)]
    var (above, below) = (PropertyBag(), PropertyBag())
    above[.speed] = .number(outer)
    below[.speed] = .number(inner)
    below[.beginTime] = .number(begin)
    commit.changes = [.init(LayerID(1), above), .init(LayerID(2), below)]
    commit.sublayers = [.init(LayerID(1), [LayerID(2)])]
    commit.animations = [.add(LayerID(2), key: "a", fade(timing { $0.beginTime = 3 }))]
    try tree.apply(commit)
    let slot = try #require(tree.slot(of: LayerID(2)))
    #expect(tree.clock(of: slot) == (0, 0))
    let next = tree.nextActivity(after: 1)
    #expect(next.map(\.isNaN) != true)
  }
}
