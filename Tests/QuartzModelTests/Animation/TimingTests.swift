// Progress tables, fill, repetition, speed, offsets; and a slow clock that all of it is compared
// with.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import TestClaims
import TestRandom
import Testing

@Suite struct ProgressTableTests {
  private static let times = [0.1, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9]
  private static let tick = TimingFunction(1, 0, 0.75, 1)

  /// Four digits each, for the times above.
  private static let tables: [(TimingFunction, [Double])] = [
    (.linear, [0.1, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9]),
    (
      .easeIn,
      [0.0170, 0.0623, 0.0935, 0.1296, 0.2149, 0.3154, 0.4291, 0.5548, 0.6219, 0.6916, 0.8394]
    ),
    (
      .easeOut,
      [0.1606, 0.3084, 0.3781, 0.4452, 0.5709, 0.6846, 0.7851, 0.8704, 0.9065, 0.9377, 0.9830]
    ),
    (
      .easeInEaseOut,
      [0.0197, 0.0817, 0.1292, 0.1874, 0.3319, 0.5, 0.6681, 0.8126, 0.8708, 0.9183, 0.9803]
    ),
    (
      .default,
      [0.0948, 0.2952, 0.4085, 0.5133, 0.6825, 0.8024, 0.8852, 0.9408, 0.9605, 0.9756, 0.9943]
    ),
    (
      tick,
      [0.0036, 0.0153, 0.0248, 0.0372, 0.0724, 0.1258, 0.2062, 0.3321, 0.4250, 0.5535, 0.9063]
    ),
  ]

  @Test func fourDigits() {
    for (function, values) in Self.tables {
      for (time, value) in zip(Self.times, values) {
        #expect(near(function.value(at: time), value, 5.1e-5), "\(function) at \(time)")
      }
    }
  }

  /// The curve by halving alone.
  private func slow(_ f: TimingFunction, _ x: Double) -> Double {
    func bezier(_ a: Double, _ b: Double, _ s: Double) -> Double {
      let r = 1 - s
      return 3 * r * r * s * a + 3 * r * s * s * b + s * s * s
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<80 {
      let middle = (low + high) / 2
      if bezier(f.first.x, f.second.x, middle) < x { low = middle } else { high = middle }
    }
    return bezier(f.first.y, f.second.y, low)
  }

  @Test func anyCurveAgainstHalving() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<500 {
      let function = TimingFunction(
        Double.random(in: 0...1, using: &random),
        Double.random(in: -2...3, using: &random),
        Double.random(in: 0...1, using: &random),
        Double.random(in: -2...3, using: &random)
      )
      for step in 0...20 {
        let x = Double(step) / 20
        // Where the curve is vertical, y is known as well as x is, and no better.
        #expect(near(function.value(at: x), slow(function, x), 1e-3), "\(function) at \(x)")
      }
    }
  }

  /// The transform of a clock's hand, of 6 degrees in half a second.
  @Test func tickOfAClock() throws {
    let six = Double.pi / 30
    var hand = try Animated([
      .basic(
        "transform",
        from: .transform(.identity),
        to: .transform(.rotation(six, 0, 0, 1)),
        timing(0.5),
        Self.tick
      )
    ])
    for (time, degrees) in [(0.125, 0.15), (0.25, 0.75), (0.375, 2.55), (0.45, 5.44)] {
      #expect(near(try hand.degrees(at: time), degrees, 0.006))
    }
  }
}

@Suite struct MediaTimingTests {
  /// A number of 0 to 1 in a second, over a model of 9.
  private func run(
    _ duration: Double = 1,
    _ change: (inout MediaTiming) -> Void
  ) throws -> Animated {
    try Animated(
      [.basic("zPosition", from: .number(0), to: .number(1), timing(duration, change))],
      model: [.zPosition: .number(9)]
    )
  }

  private func check(
    _ duration: Double = 1,
    _ change: (inout MediaTiming) -> Void,
    _ expected: [(Double, Double)],
    _ line: SourceLocation = #_sourceLocation
  ) throws {
    var layer = try run(duration, change)
    for (time, value) in expected {
      let shown = try layer.number(.zPosition, at: time)
      #expect(near(shown, value, 1e-12), "\(shown) at \(time)", sourceLocation: line)
    }
  }

  @Test func threeAndAHalfRepetitions() throws {
    try check(2, { $0.repeatCount = 3.5 }, [(0.5, 0.25), (2.5, 0.25), (6.5, 0.25), (7, 9)])
    try check(
      2,
      {
        $0.repeatCount = 3.5
        $0.fillMode = .forwards
        $0.isRemovedOnCompletion = false
      },
      [(7, 0.5), (70, 0.5)]
    )
    try check(1, { $0.repeatCount = 0.5 }, [(0.25, 0.25), (0.5, 9)])
  }

  @Test(
    .shows(
      "CAMediaTiming.repeatCount",
      "CAMediaTiming.repeatDuration",
      "CAMediaTiming.autoreverses",
      "CAMediaTiming.speed"
    )
  ) func sixSecondsInEveryWay() throws {
    let stays: (inout MediaTiming) -> Void = {
      $0.fillMode = .both
      $0.isRemovedOnCompletion = false
    }
    try check(6, { $0.speed = 2 }, [(1.5, 0.5), (3, 9)])
    try check(6, { $0.autoreverses = true }, [(3, 0.5), (6, 1), (9, 0.5), (12, 9)])
    try check(6, { $0.repeatCount = 0 }, [(5.999999999, 5.999999999 / 6), (6, 9)])
    try check(
      6,
      {
        stays(&$0); $0.repeatCount = 2.5
      },
      [(14.4, 0.4), (15, 0.5), (99, 0.5)]
    )
    try check(
      6,
      {
        stays(&$0); $0.repeatDuration = 9
      },
      [(7.5, 0.25), (9, 0.5), (99, 0.5)]
    )
    try check(6, { $0.repeatCount = .infinity }, [(63, 0.5), (6e6 + 3, 0.5)])
    try check(6, { $0.repeatDuration = .infinity }, [(63, 0.5)])
    try check(6, { $0.repeatCount = 1e100 }, [(63, 0.5)])
  }

  @Test func autoreversedRepetitionsEndWhereTheyShould() throws {
    let stays: (inout MediaTiming) -> Void = {
      $0.autoreverses = true
      $0.fillMode = .forwards
      $0.isRemovedOnCompletion = false
    }
    try check(
      1,
      {
        stays(&$0); $0.repeatCount = 1
      },
      [(2, 0), (9, 0)]
    )
    try check(
      1,
      {
        stays(&$0); $0.repeatCount = 1.5
      },
      [(3, 1), (9, 1)]
    )
  }

  @Test func fillModesOfADelayedAnimation() throws {
    for (mode, before, after) in [
      (FillMode.removed, 1.0, 1.0), (.backwards, 0.2, 1), (.forwards, 1, 0.6), (.both, 0.2, 0.6),
    ] {
      var layer = try Animated([
        .basic(
          "opacity",
          from: .number(0.2),
          to: .number(0.6),
          timing(1) {
            $0.beginTime = 1
            $0.fillMode = mode
            $0.isRemovedOnCompletion = false
          }
        )
      ])
      #expect(try layer.number(.opacity, at: 0.5) == before)
      #expect(try layer.number(.opacity, at: 2.5) == after)
    }
  }

  @Test(.shows("CAMediaTiming.timeOffset")) func offsetsWrapAndDoNotScale() throws {
    try check(1, { $0.timeOffset = 0.5 }, [(0, 0.5), (0.25, 0.75), (0.5, 0), (0.75, 0.25), (1, 9)])
    try check(
      1,
      {
        $0.timeOffset = 0.5
        $0.speed = 2
      },
      [(0, 0.5), (0.125, 0.75), (0.25, 0), (0.375, 0.25), (0.5, 9)]
    )
    try check(1, { $0.timeOffset = 3.25 }, [(0, 0.25), (0.5, 0.75)])
    try check(1, { $0.timeOffset = -0.25 }, [(0, 0.75), (0.5, 0.25)])
    try check(
      1,
      {
        $0.timeOffset = 0.75; $0.autoreverses = true
      },
      [(0, 0.75), (0.5, 0.75)]
    )
  }

  @Test func speedZeroStandsAtItsOffset() throws {
    try check(
      1,
      {
        $0.speed = 0; $0.timeOffset = 0.3
      },
      [(0, 0.3), (77, 0.3), (-5, 0.3)]
    )
  }

  @Test(.shows("CAMediaTiming.speed")) func negativeSpeedRunsBackwards() throws {
    try check(1, { $0.speed = -1 }, [(0, 1), (0.25, 0.75), (0.75, 0.25), (1, 9)])
    try check(1, { $0.speed = -2 }, [(0, 1), (0.125, 0.75), (0.5, 9)])
    try check(
      1,
      {
        $0.speed = -1; $0.repeatCount = 1.5
      },
      [(0, 0.5), (0.25, 0.25), (0.75, 0.75)]
    )
    try check(
      1,
      {
        $0.speed = -1
        $0.repeatCount = .infinity
      },
      [(0, 1), (0.25, 0.75), (1, 1), (1.25, 0.75), (1e6 + 0.5, 0.5)]
    )
    // There, and then back, is the same backwards.
    try check(
      1,
      {
        $0.speed = -1; $0.autoreverses = true
      },
      [(0, 0), (0.25, 0.25), (1.75, 0.25)]
    )
  }

  @Test func cumulativeCyclesCount() throws {
    var layer = try Animated([
      .basic("zPosition", from: .number(0), to: .number(1), timing(1) { $0.repeatCount = 1e6 }) {
        $0.isCumulative = true
      }
    ])
    // Times at which a quotient could be rounded to the next cycle too early.
    for cycle in [1, 2, 3, 7, 1000, 999_999] {
      #expect(try layer.number(.zPosition, at: Double(cycle)) == Double(cycle))
      let before = try layer.number(.zPosition, at: Double(cycle).nextDown)
      #expect(near(before, Double(cycle), 1e-9) && before <= Double(cycle))
    }
  }

  /// The definition: cut time into small steps and count cycles by subtraction.
  private func slow(_ t: MediaTiming, _ time: Double) -> Double? {
    let period = t.autoreverses ? 2 * t.duration : t.duration
    let active =
      t.repeatDuration > 0 ? t.repeatDuration : period * (t.repeatCount > 0 ? t.repeatCount : 1)
    var local = (time - t.beginTime) * abs(t.speed)
    if local < 0 {
      if t.fillMode != .backwards && t.fillMode != .both { return nil }
      local = 0
    }
    var isLast = false
    if local >= active {
      if t.isRemovedOnCompletion || (t.fillMode != .forwards && t.fillMode != .both) { return nil }
      local = active
      isLast = true
    }
    if t.speed < 0 {
      local = active - local
      isLast = true
    }
    var offset = t.timeOffset
    while offset < 0 { offset += period }
    while offset >= period { offset -= period }
    local += offset
    while local >= period {
      if isLast && local == period { break }
      local -= period
    }
    return local <= t.duration ? local / t.duration : (2 * t.duration - local) / t.duration
  }

  @Test func anyTimingAgainstSubtraction() {
    var random = SeededGenerator(seed: 7)
    var shown = 0
    for _ in 0..<20_000 {
      // Eighths, so that all sums are exact and ends are met.
      func eighths(_ range: ClosedRange<Int>) -> Double {
        Double(Int.random(in: range, using: &random)) / 8
      }
      let timing = timing(eighths(1...16)) {
        $0.beginTime = eighths(-16...16)
        $0.speed = [1, 2, 0.5, -1, -2, 0][random.index(below: 6)]
        $0.timeOffset = random.once(in: 2) ? 0 : eighths(-40...40)
        $0.repeatCount = random.once(in: 2) ? 0 : eighths(1...40)
        $0.repeatDuration = random.once(in: 4) ? eighths(1...40) : 0
        $0.autoreverses = random.once(in: 2)
        $0.fillMode = FillMode.allCases[random.index(below: 4)]
        $0.isRemovedOnCompletion = random.once(in: 3)
      }
      let time = eighths(-40...120)
      let value = timing.progress(at: time)?.fraction
      let expected = slow(timing, time)
      if let value, let expected {
        shown += 1
        #expect(near(value, expected, 1e-12), "\(timing) at \(time)")
      } else {
        #expect((value == nil) == (expected == nil), "\(timing) at \(time)")
      }
    }
    #expect(shown > 5000)
  }

  @Test func everyBitPatternIsTaken() {
    var random = SeededGenerator(seed: 3)
    let odd: [Double] = [
      0, -0.0, 1, .infinity, -.infinity, .nan, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
      -.greatestFiniteMagnitude, 1e100, 1e-100, -1e-100,
    ]
    func number() -> Double {
      random.once(in: 3)
        ? odd[random.index(below: odd.count)] : Double(bitPattern: random.next())
    }
    for _ in 0..<100_000 {
      let timing = timing(number()) {
        $0.beginTime = number()
        $0.speed = number()
        $0.timeOffset = number()
        $0.repeatCount = number()
        $0.repeatDuration = number()
        $0.autoreverses = random.once(in: 2)
        $0.fillMode = FillMode.allCases[random.index(below: 4)]
        $0.isRemovedOnCompletion = random.once(in: 2)
      }
      guard let (fraction, cycle) = timing.progress(at: number()) else { continue }
      #expect((0...1).contains(fraction) && cycle >= 0 && !cycle.isNaN, "\(timing)")
    }
  }
}
