// Keyframes: paths, modes, key times, easing; numbers of the documented examples.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzModel
import TestClaims
import TestRandom
import Testing

@Suite struct KeyframeTests {
  /// From (0, 150) to (300, 150).
  static let wave: Path = {
    var path = Path()
    path.move(to: Point(0, 150))
    path.cubic(to: Point(300, 150), control1: Point(75, 0), control2: Point(225, 300))
    return path
  }()

  /// s, x, y, degrees of the tangent, and x and y at that fraction of the length.
  private static let table: [[Double]] = [
    [0, 0, 150, -63.43, 0, 150], [0.125, 31.35, 113.09, -29.43, 27.78, 115.29],
    [0.25, 67.97, 107.81, 10.30, 70.87, 108.40], [0.375, 108.11, 123.63, 28.95, 112.09, 125.88],
    [0.5, 150, 150, 33.69, 150, 150], [0.625, 191.89, 176.37, 28.95, 187.91, 174.12],
    [0.75, 232.03, 192.19, 10.30, 229.13, 191.60],
    [0.875, 268.65, 186.91, -29.43, 272.22, 184.71], [1, 300, 150, -63.43, 300, 150],
  ]

  private static func stays(_ timing: inout MediaTiming) {
    timing.fillMode = .forwards
    timing.isRemovedOnCompletion = false
  }

  private func following(
    _ path: Path,
    _ duration: Double,
    _ change: (inout KeyframeAnimation) -> Void = { _ in }
  ) throws -> Animated {
    try Animated([.path(path, timing(duration, Self.stays), change)])
  }

  @Test func waveByParameterAndByLength() throws {
    var linear = try following(Self.wave, 1) { $0.rotationMode = .auto }
    var paced = try following(Self.wave, 1) { $0.calculationMode = .paced }
    for row in Self.table {
      #expect(try near(linear.point(.position, at: row[0]), row[1], row[2], 0.0051), "\(row)")
      #expect(try near(linear.degrees(at: row[0]), row[3], 0.0051), "\(row)")
      #expect(try near(paced.point(.position, at: row[0]), row[4], row[5], 0.0051), "\(row)")
      #expect(try near(paced.matrix(at: row[0]), .identity))
    }
  }

  @Test func againstThePath() throws {
    var layer = try following(Self.wave, 1) { $0.rotationMode = .autoReverse }
    #expect(try near(layer.degrees(at: 0.5), 33.69 - 180, 0.0051))
  }

  /// A turn along the path comes after the layer's own transform and leaves it alone.
  @Test(.shows("CAAnimationRotationMode.rotateAuto")) func turningKeepsTheTransform() throws {
    let own = Matrix4x4.scale(2, 1)
    var layer = try Animated(
      [.path(Self.wave, timing(1)) { $0.rotationMode = .auto }],
      model: [.transform: .transform(own)]
    )
    let angle = atan2(100, 150.0)
    #expect(try near(layer.matrix(at: 0.5), own * .rotation(angle, 0, 0, 1), 1e-9))
    #expect(try layer.matrix(at: 1) == own)
    #expect(layer.tree.models[0][.transform] == .transform(own))
  }

  /// Speed along the path, found from small steps.
  @Test(.shows("CAAnimationCalculationMode.paced", "CAAnimationCalculationMode.cubicPaced"))
  func pacedIsConstantSpeed() throws {
    var path = Self.wave
    path.line(to: Point(320, 10))
    path.quad(to: Point(0, 0), control: Point(500, 300))
    path.close()
    for mode in [CalculationMode.paced, .cubicPaced] {
      var layer = try following(path, 1) {
        $0.calculationMode = mode
        $0.keyTimes = [0, 0.9, 1]
        $0.timingFunctions = [.easeIn]
      }
      let points = try (0...4000).map { try layer.point(.position, at: Double($0) / 4000) }
      let steps = zip(points, points.dropFirst()).map { hypot($1.x - $0.x, $1.y - $0.y) }
      let mean = steps.reduce(0, +) / 4000
      // A step around a corner is shorter than the way.
      #expect(steps.filter { abs($0 - mean) > mean * 1e-4 }.count <= 3)
    }
  }

  @Test func bouncesOfTwoCubics() throws {
    var path = Path()
    path.move(to: Point(74, 74))
    path.cubic(to: Point(320, 74), control1: Point(74, 500), control2: Point(320, 500))
    path.cubic(to: Point(566, 74), control1: Point(320, 500), control2: Point(566, 500))
    var layer = try following(path, 5)
    for (time, x, y) in [
      (0, 74, 74), (1.25, 197, 393.5), (2.5, 320, 74), (3.75, 443, 393.5), (5, 566, 74),
    ] as [(Double, Double, Double)] {
      #expect(try near(layer.point(.position, at: time), x, y))
    }
  }

  @Test func hopsThereAndBack() throws {
    var path = Path()
    path.move(to: Point(50, 120))
    for hop in 0..<4 {
      let x = 50 + 100 * Double(hop)
      path.cubic(
        to: Point(x + 100, 120),
        control1: Point(x, 275),
        control2: Point(x + 100, 275)
      )
    }
    var layer = try Animated([
      .path(
        path,
        timing(3) {
          Self.stays(&$0)
          $0.autoreverses = true
        }
      )
    ])
    for (time, x, y) in [
      (0, 50, 120), (0.1875, 65.6, 207.2), (0.375, 100, 236.25), (0.5625, 134.4, 207.2),
      (0.75, 150, 120), (1.125, 200, 236.25), (1.5, 250, 120), (2.25, 350, 120), (3, 450, 120),
      (6, 50, 120),
    ] as [(Double, Double, Double)] {
      #expect(try near(layer.point(.position, at: time), x, y, 0.051), "\(time)")
    }
  }

  @Test func starOfLinesThatCloses() throws {
    var path = Path()
    path.move(to: Point(240, 280))
    for (x, y) in [(181, 99), (335, 210), (144, 210), (298, 99)] as [(Double, Double)] {
      path.line(to: Point(x, y))
    }
    path.close()
    var layer = try following(path, 10)
    let points: [(Double, Double)] = [
      (240, 280), (210.5, 189.5), (181, 99), (258, 154.5), (335, 210), (239.5, 210), (144, 210),
      (221, 154.5), (298, 99), (269, 189.5), (240, 280),
    ]
    for (time, point) in points.enumerated() {
      #expect(try near(layer.point(.position, at: Double(time)), point.0, point.1))
    }
    // Six keyframes have six key times, or seven in discrete mode.
    var timed = try following(path, 10) { $0.keyTimes = [0, 0.5, 0.6, 0.7, 0.8, 1] }
    #expect(try near(timed.point(.position, at: 5), 181, 99))
    var jumping = try following(path, 12) { $0.calculationMode = .discrete }
    #expect(try near(jumping.point(.position, at: 2), 181, 99))
    #expect(try near(jumping.point(.position, at: 3.9), 181, 99))
  }

  /// Every property of two numbers follows a path.
  @Test(
    .shows("CAKeyframeAnimation.path"),
    .recorded("path-of-two-numbers"),
    arguments: [
      ("position", PropertyID.position), ("anchorPoint", .anchorPoint),
      ("bounds.origin", .bounds), ("bounds.size", .bounds), ("shadowOffset", .shadowOffset),
      ("transform.translation", .transform),
    ]
  )
  func pathsMoveTwoNumbers(keyPath: String, row: PropertyID) throws {
    var path = Path()
    path.move(to: Point(2, 4))
    path.line(to: Point(10, 20))
    let state = try AnimationState.keyframes(keyPath, [], timing()) { $0.path = path }
    #expect(state.problem == nil)
    var layer = try Animated([state])
    let target = try #require(AnimationTarget(keyPath: keyPath, of: .layer))
    let whole = layer.value(row, at: 0.5)
    let value = target.member.flatMap { whole.member($0) } ?? whole
    #expect(value == (target.valueType == .size ? .size(Size(6, 12)) : .point(Point(6, 12))))
  }

  /// A closed path of N points with N times never closes; one time for moving and closing stands
  /// still.
  @Test(.shows("CAKeyframeAnimation.keyTimes", "CAKeyframeAnimation.path"), .recorded("key-times"))
  func timesOfPathsAreTakenAsTheyCome() throws {
    var triangle = Path()
    triangle.move(to: Point(0, 0))
    triangle.line(to: Point(10, 0))
    triangle.line(to: Point(10, 10))
    triangle.close()
    var layer = try following(triangle, 1) { $0.keyTimes = [0, 0.5, 1] }
    #expect(try near(layer.point(.position, at: 0.25), 5, 0))
    #expect(try near(layer.point(.position, at: 0.75), 10, 5))
    #expect(try near(layer.point(.position, at: 0.999999999), 10, 10, 1e-6))
    var dot = Path()
    dot.move(to: Point(3, 4))
    dot.close()
    var single = try following(dot, 1) { $0.keyTimes = [0] }
    for time in [0, 0.5, 0.99] { #expect(try near(single.point(.position, at: time), 3, 4)) }
    // Times beyond the elements are never looked at.
    var many = try following(triangle, 1) { $0.keyTimes = [0, 0.25, 0.5, 0.75, 0.9, 1] }
    #expect(try near(many.point(.position, at: 0.625), 5, 5))
    #expect(try near(many.point(.position, at: 0.8), 0, 0))
  }

  @Test func subpathsAreJumps() throws {
    var path = Path()
    path.move(to: Point(0, 0))
    path.line(to: Point(10, 0))
    path.move(to: Point(100, 100))
    path.line(to: Point(100, 110))
    for mode in [CalculationMode.linear, .paced] {
      var layer = try following(path, 2) { $0.calculationMode = mode }
      #expect(try near(layer.point(.position, at: 0.5), 5, 0))
      #expect(try near(layer.point(.position, at: 1.5), 100, 105))
    }
  }

  @Test func singlePointsStandStill() throws {
    var path = Path()
    path.move(to: Point(3, 4))
    for mode in CalculationMode.allCases {
      var layer = try following(path, 1) {
        $0.calculationMode = mode
        $0.rotationMode = .auto
      }
      #expect(try near(layer.point(.position, at: 0.7), 3, 4))
      var value = try Animated([
        .keyframes("position", [.point(Point(5, 6))], timing()) {
          $0.calculationMode = mode
        }
      ])
      #expect(try near(value.point(.position, at: 0.7), 5, 6))
    }
  }

  @Test func colorsThroughKeyframes() throws {
    let (blue, red, green) = (Color(0, 0, 1), Color(1, 0, 0), Color(0, 1, 0))
    let values = [blue, red, green, blue].map { PropertyValue.color($0) }
    var layer = try Animated([.keyframes("backgroundColor", values, timing(2))])
    func check(_ time: Double, _ r: Double, _ g: Double, _ b: Double) throws {
      let color = try #require(layer.value(.backgroundColor, at: time).color)
      #expect(near(color.red * 255, r, 0.6) && near(color.green * 255, g, 0.6), "\(time) \(color)")
      #expect(near(color.blue * 255, b, 0.6) && color.alpha == 1, "\(time) \(color)")
    }
    try check(1 / 3.0, 128, 0, 128)
    try check(2 / 3.0, 255, 0, 0)
    try check(1, 128, 128, 0)
    try check(4 / 3.0, 0, 255, 0)
    try check(5 / 3.0, 0, 128, 128)
    layer = try Animated([
      .keyframes("backgroundColor", values, timing(2)) {
        $0.timingFunctions = [.easeIn, .easeIn, .easeIn]
      }
    ])
    try check(1 / 3.0, 80, 0, 175)
    try check(1, 175, 80, 0)
    try check(5 / 3.0, 0, 175, 80)
  }

  @Test func ballWithKeyTimesAndASurplusFunction() throws {
    let heights: [Double] = [32, 268, 140, 268, 220, 268, 250, 268]
    var layer = try Animated([
      .keyframes(
        "position",
        heights.map { .point(Point(150, $0)) },
        timing(1, Self.stays)
      ) {
        $0.keyTimes = [0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1]
        $0.timingFunctions = [
          .easeIn, .easeOut, .easeIn, .easeOut, .easeIn, .easeOut, .easeIn, .easeOut,
        ]
      }
    ])
    for (time, y) in [
      (0.15, 106.4), (0.3, 268), (0.4, 180.4), (0.5, 140), (0.6, 180.4), (0.7, 268), (0.75, 235.1),
      (0.8, 220), (0.85, 235.1), (0.9, 268), (0.925, 255.7), (0.95, 250), (0.975, 255.7), (1, 268),
    ] {
      #expect(try near(layer.point(.position, at: time), 150, y, 0.051), "\(time)")
    }
  }

  /// One step after the other while the next time has come, straight from the rule.
  private func expected(
    _ values: [Double],
    _ times: [Double],
    _ time: Double,
    _ mode: CalculationMode
  )
    -> Double
  {
    let count = min(values.count, times.count)
    var index = 0
    while index + 1 < count, times[index + 1] <= time { index += 1 }
    guard mode == .linear, index + 1 < count, time > times[index] else { return values[index] }
    let part = (time - times[index]) / (times[index + 1] - times[index])
    return values[index] + (values[index + 1] - values[index]) * part
  }

  /// Key times outside 0...1, not ascending, fewer and more than values.
  @Test(
    .shows("CAKeyframeAnimation.keyTimes"),
    .recorded("key-times"),
    arguments: [CalculationMode.linear, .discrete]
  )
  func timesAreTakenAsTheyCome(mode: CalculationMode) throws {
    let lists: [[Double]] = [
      [0, -0.146, 0.3, 1.08, 1], [0, 0.5], [0.25], [0.25, 0.5, 0.75], [-1, -0.5, 2, 3],
      [1, 0.5, 0],
      [0, 0.3, 0.1, 0.3, 0.9, 0.95, 1, 4], [0.5, 0.5, 0.5, 0.5], [0, 0.2, 0.4, 0.6, 0.8, 1],
    ]
    let values = [3.0, 10, -4, 7, 20]
    for times in lists {
      var layer = try Animated([
        .keyframes("cornerRadius", values.map { .number($0) }, timing()) {
          $0.keyTimes = times
          $0.calculationMode = mode
        }
      ])
      for step in 0..<64 {
        let time = Double(step) / 64
        let value = try layer.number(.cornerRadius, at: time)
        #expect(near(value, expected(values, times, time, mode)), "\(times) at \(time)")
      }
      // Matrices, which take another way.
      var matrices = try Animated([
        .keyframes("transform", values.map { .transform(.translation($0, 0)) }, timing()) {
          $0.keyTimes = times
          $0.calculationMode = mode
        }
      ])
      for time in [0, 0.125, 0.5, 0.9375] {
        let x = try #require(matrices.value(.transform, at: time).transform).row4.x
        #expect(near(x, expected(values, times, time, mode)), "\(times) at \(time)")
      }
    }
    // Smooth modes stay finite whatever the times are.
    for times in lists {
      for type in 0..<2 {
        let keys =
          values.map { type == 0 ? .number($0) : .transform(.translation($0, 0)) }
          as [PropertyValue]
        let state = try AnimationState.keyframes(
          type == 0 ? "cornerRadius" : "transform",
          keys,
          timing()
        ) { frames in
          frames.keyTimes = times
          frames.calculationMode = .cubic
        }
        var layer = try Animated([state])
        for step in 0..<16 {
          #expect(
            try layer.value(type == 0 ? .cornerRadius : .transform, at: Double(step) / 16).isFinite
          )
        }
      }
    }
    // None at all is as nil.
    var equal = try Animated([
      .keyframes("cornerRadius", [.number(0), .number(8)], timing()) { $0.keyTimes = [] }
    ])
    #expect(try equal.number(.cornerRadius, at: 0.25) == 2)
  }

  @Test(
    .shows(
      "CAKeyframeAnimation.calculationMode",
      "CAAnimationCalculationMode.linear",
      "CAAnimationCalculationMode.discrete",
      "CAAnimationCalculationMode.paced",
      "CAAnimationCalculationMode.cubic",
      "CAAnimationCalculationMode.cubicPaced"
    )
  ) func fiveModesOfThreeNumbers() throws {
    func layer(_ mode: CalculationMode, _ times: [Double]? = nil) throws -> Animated {
      try Animated([
        .keyframes("position.x", [.number(0), .number(100), .number(400)], timing(3, Self.stays)) {
          $0.calculationMode = mode
          $0.keyTimes = times
        }
      ])
    }
    func x(_ layer: inout Animated, _ time: Double) throws -> Double {
      try layer.point(.position, at: time).x
    }
    var linear = try layer(.linear)
    #expect(try near(x(&linear, 0.75), 50) && near(try x(&linear, 1.5), 100))
    linear = try layer(.linear, [0, 0.25, 1])
    #expect(try near(x(&linear, 0.75), 100))
    var discrete = try layer(.discrete)
    #expect(
      try [0, 0.99, 1, 1.99, 2, 3].map { try x(&discrete, $0) } == [0, 0, 100, 100, 400, 400]
    )
    var paced = try layer(.paced, [0, 0.9, 1])
    #expect(try near(x(&paced, 0.75), 100) && near(try x(&paced, 2), 400 / 3.0 * 2))
    var cubic = try layer(.cubic)
    #expect(try near(x(&cubic, 1.5), 100) && near(try x(&cubic, 3), 400))
    let speeds = try [1.4999, 1.5001].map { (try x(&cubic, $0) - 100) / ($0 - 1.5) }
    #expect(near(speeds[0], speeds[1], 0.1) && near(speeds[0], 400 / 3.0, 0.1))
    var even = try layer(.cubicPaced)
    for time in stride(from: 0, through: 3, by: 0.25) {
      #expect(try near(x(&even, time), 400 / 3.0 * time, 1e-6))
    }
  }

  /// The width of a border and its colour, both paced, in a group of five seconds.
  @Test func pacedMembersOfAGroup() throws {
    let widths: [Double] = [1, 10, 5, 30, 0.5, 15, 2, 50, 0]
    func paced(_ keyPath: String, _ values: [PropertyValue]) throws -> AnimationState {
      try .keyframes(keyPath, values, timing(0)) { $0.calculationMode = .paced }
    }
    let colors = [Color(0, 1, 0), Color(1, 0, 0), Color(0, 0, 1)].map { PropertyValue.color($0) }
    var layer = try Animated([
      AnimationState(
        .group([
          try paced("borderWidth", widths.map { .number($0) }), try paced("borderColor", colors),
        ]),
        timing: timing(5)
      )
    ])
    for (time, width) in [
      (0, 1), (0.232, 10), (0.361, 5), (1.005, 30), (1.766, 0.5), (2.139, 15), (2.474, 2),
      (3.711, 50), (0.5, 10.4), (1.25, 20.5), (2.5, 3), (3, 22.4), (4, 38.8),
    ] {
      #expect(try near(layer.number(.borderWidth, at: time), width, 0.051), "\(time)")
    }
    let half = try #require(layer.value(.borderColor, at: 1.25).color)
    #expect(near(half.red, 0.5) && near(half.green, 0.5))
    #expect(layer.value(.borderColor, at: 2.5).color == Color(1, 0, 0))
    #expect(try layer.number(.borderWidth, at: 5) == 0)
  }

  @Test func cornersOfAWayOfPoints() throws {
    let corners: [(Double, Double)] = [
      (50, 120), (50, 275), (150, 275), (150, 120), (150, 275), (250, 275), (250, 120), (250, 275),
      (350, 275), (350, 120), (350, 275), (450, 275), (450, 120),
    ]
    let values = corners.map { PropertyValue.point(Point($0.0, $0.1)) }
    var layer = try Animated([.keyframes("position", values, timing(3) { $0.autoreverses = true })])
    for (time, x, y) in [
      (0.125, 50, 197.5), (0.25, 50, 275), (0.375, 100, 275), (0.5, 150, 275), (0.75, 150, 120),
      (1.5, 250, 120), (3, 450, 120), (6.0.nextDown, 50, 120),
    ] as [(Double, Double, Double)] {
      #expect(try near(layer.point(.position, at: time), x, y, 1e-6), "\(time)")
    }
    var paced = try Animated([
      .keyframes("position", values, timing(3)) { $0.calculationMode = .paced }
    ])
    #expect(try near(paced.point(.position, at: 3 * 155 / 1640.0), 50, 275))
  }

  @Test func easedSteps() throws {
    var layer = try Animated([
      .keyframes("position.x", [.number(0), .number(100), .number(0)], timing(2)) {
        $0.timingFunctions = [.easeIn, .easeOut]
      }
    ])
    #expect(try near(layer.point(.position, at: 0.5).x, 31.5357, 1e-4))
    #expect(try near(layer.point(.position, at: 1.5).x, 31.5357, 1e-4))
    // The whole cycle's function comes first, then the step's.
    let both = try AnimationState.keyframes("position.x", [.number(0), .number(8)], timing()) {
      $0.timingFunctions = [.easeIn]
    }
    var state = both
    state.timingFunction = .easeOut
    var nested = try Animated([state])
    let way = TimingFunction.easeIn.value(at: TimingFunction.easeOut.value(at: 0.3))
    #expect(try nested.point(.position, at: 0.3).x == 8 * way)
  }

  /// The curve of Kochanek and Bartels, from their paper's matrix form.
  @Test(
    .shows(
      "CAKeyframeAnimation.tensionValues",
      "CAKeyframeAnimation.continuityValues",
      "CAKeyframeAnimation.biasValues",
      "CAAnimationCalculationMode.cubic"
    )
  ) func cubicAgainstThePaper() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      let count = 3 + random.index(below: 4)
      func numbers(_ range: ClosedRange<Double>) -> [Double] {
        (0..<count).map { _ in Double.random(in: range, using: &random) }
      }
      let keys = numbers(-100...100)
      let (t, c, b) = (numbers(-1...1), numbers(-1...1), numbers(-1...1))
      var layer = try Animated([
        .keyframes("zPosition", keys.map { .number($0) }, timing(Double(count - 1), Self.stays)) {
          $0.calculationMode = .cubic
          ($0.tensions, $0.continuities, $0.biases) = (t, c, b)
        }
      ])
      for step in 0..<(count - 1) {
        func tangent(_ i: Int, incoming: Bool) -> Double {
          let before = i > 0 ? keys[i] - keys[i - 1] : keys[i + 1] - keys[i]
          let after = i < count - 1 ? keys[i + 1] - keys[i] : before
          let sign: Double = incoming ? -1 : 1
          return (1 - t[i]) * (1 + sign * c[i]) * (1 + b[i]) / 2 * before
            + (1 - t[i]) * (1 - sign * c[i]) * (1 - b[i]) / 2 * after
        }
        let (p, q) = (keys[step], keys[step + 1])
        let (m, n) = (tangent(step, incoming: false), tangent(step + 1, incoming: true))
        for s in [0, 0.2, 0.5, 0.9] {
          let expected =
            (2 * s * s * s - 3 * s * s + 1) * p + (s * s * s - 2 * s * s + s) * m
            + (3 * s * s - 2 * s * s * s) * q + (s * s * s - s * s) * n
          #expect(try near(layer.number(.zPosition, at: Double(step) + s), expected, 1e-9))
        }
      }
    }
  }

  @Test func cubicMatricesPassThroughTheirKeys() throws {
    let keys: [Matrix4x4] = [
      .rotation(0.2, 0, 0, 1), .scale(2, 2) * .rotation(2.8, 0, 0, 1),
      .rotation(-2.5, 0, 0, 1) * .translation(30, 0), .identity,
    ]
    for mode in [CalculationMode.cubic, .cubicPaced] {
      var layer = try Animated([
        .keyframes("transform", keys.map { .transform($0) }, timing(3, Self.stays)) {
          $0.calculationMode = mode
        }
      ])
      if mode == .cubic {
        for (index, key) in keys.enumerated() {
          #expect(try near(layer.matrix(at: Double(index)), key))
        }
        // The way from 2.8 to -2.5 goes through pi, not back through 0.
        #expect(abs(try layer.degrees(at: 1.5)) > 150)
      }
      for time in stride(from: 0, through: 3, by: 0.1) {
        #expect(try layer.matrix(at: time).isFinite)
      }
    }
  }

  @Test func imagesInTurn() throws {
    let values = (1...3).map { PropertyValue.image(ImageID($0)) }
    var discrete = try Animated([
      .keyframes("contents", values, timing(3)) { $0.calculationMode = .discrete }
    ])
    #expect(discrete.value(.contents, at: 0.9).image == ImageID(1))
    #expect(discrete.value(.contents, at: 1.1).image == ImageID(2))
    #expect(discrete.value(.contents, at: 2.9).image == ImageID(3))
    var fading = try Animated([.keyframes("contents", values + [values[0]], timing(6))])
    fading.tree.evaluate(at: 1)
    #expect(
      fading.tree.animatedValue(at: 0)
        == .crossFade(from: ImageID(1), to: ImageID(2), fraction: 0.5)
    )
    #expect(fading.value(.contents, at: 2).image == ImageID(2))
    #expect(fading.value(.contents, at: 2.9).image == ImageID(2))
    #expect(fading.value(.contents, at: 3.1).image == ImageID(3))
  }

  @Test func clockworkOfDiscreteAngles() throws {
    var layer = try Animated([
      .keyframes(
        "transform.rotation.z",
        [.number(0), .number(1.5708), .number(3.1416)],
        timing(4)
      ) {
        $0.calculationMode = .discrete
        $0.keyTimes = [0, 0.25, 0.5, 1]
      }
    ])
    #expect(try near(layer.degrees(at: 0.5), 0) && near(try layer.degrees(at: 1.5), 90, 0.001))
    #expect(try near(abs(layer.degrees(at: 3)), 180, 0.001))
  }
}
