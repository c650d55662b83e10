// Springs: measured numbers, and their equation solved step by step.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzModel
import TestClaims
import TestRandom
import Testing

@Suite struct SpringTests {
  /// Measured on Apple's framework.
  @Test(
    .shows(
      "CASpringAnimation.settlingDuration",
      "CASpringAnimation.init(perceptualDuration:bounce:)"
    ),
    .recorded("settling-durations")
  ) func settlingDurations() {
    #expect(near(Spring(stiffness: 100, damping: 10).settlingDuration, 1.4727003346780927, 1e-12))
    let bouncy = Spring(perceptualDuration: 0.5, bounce: 0.2)
    #expect(near(bouncy.settlingDuration, 0.7714094006693448, 1e-12))
    #expect(near(bouncy.stiffness, 16 * .pi * .pi, 1e-9))
    #expect(near(bouncy.damping, 4 * .pi * 0.8 / 0.5, 1e-9))
    let critical = Spring(perceptualDuration: 0.2, bounce: 0)
    #expect(near(critical.settlingDuration, 0.3))
    // "Approximately 2.85" says the documentation.
    #expect(near(Spring(stiffness: 100, damping: 5).settlingDuration, 2.85, 0.05))
  }

  @Test(.shows("CASpringAnimation.perceptualDuration", "CASpringAnimation.bounce"))
  func perceptualParametersAgain() {
    for bounce in [-0.5, 0, 0.3, 0.9] {
      let spring = Spring(perceptualDuration: 0.7, bounce: bounce)
      #expect(near(spring.perceptualDuration, 0.7) && near(spring.bounce, bounce))
      #expect(spring.mass == 1 && spring.problem == nil)
    }
  }

  /// The position of a square that springs from 80 to 20 with the default spring.
  @Test(.shows("CASpringAnimation")) func squareOnASpring() throws {
    var square = try Animated([
      .of(
        "position.x",
        .spring(
          SpringAnimation(BasicAnimation(from: .number(80), to: .number(20)), Spring())
        ),
        timing(1.2)
      )
    ])
    let ways = [
      (0.05, 0.1044), (0.1, 0.3403), (0.2, 0.8494), (0.3, 1.1244), (0.4, 1.1531), (0.6, 1.0023),
    ]
    for (time, way) in ways {
      #expect(near(try square.point(.position, at: time).x, 80 - 60 * way, 0.004), "at \(time)")
    }
  }

  /// The way of a spring, through an animation that lasts as long as asked.
  private func way(_ spring: Spring, at time: Double) throws -> Double {
    var layer = try Animated([
      .of(
        "zPosition",
        .spring(SpringAnimation(BasicAnimation(from: .number(0), to: .number(1)), spring)),
        timing(1000)
      )
    ])
    return try layer.number(.zPosition, at: time)
  }

  /// The equation by the classical Runge-Kutta method.
  private func slow(_ spring: Spring, until end: Double) -> Double {
    let steps = 20_000
    let h = end / Double(steps)
    func force(_ s: Double, _ v: Double) -> Double {
      (spring.stiffness * (1 - s) - spring.damping * v) / spring.mass
    }
    var (s, v) = (0.0, spring.initialVelocity)
    for _ in 0..<steps {
      let (a1, b1) = (v, force(s, v))
      let (a2, b2) = (v + h / 2 * b1, force(s + h / 2 * a1, v + h / 2 * b1))
      let (a3, b3) = (v + h / 2 * b2, force(s + h / 2 * a2, v + h / 2 * b2))
      let (a4, b4) = (v + h * b3, force(s + h * a3, v + h * b3))
      s += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
      v += h / 6 * (b1 + 2 * b2 + 2 * b3 + b4)
    }
    return s
  }

  @Test(
    .shows(
      "CASpringAnimation.mass",
      "CASpringAnimation.stiffness",
      "CASpringAnimation.damping",
      "CASpringAnimation.initialVelocity"
    ),
    arguments: 0..<30
  )
  func anySpringAgainstItsEquation(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var spring = Spring(
      mass: Double.random(in: 0.2...3, using: &random),
      stiffness: Double.random(in: 5...400, using: &random),
      damping: Double.random(in: 0...60, using: &random),
      initialVelocity: Double.random(in: -20...20, using: &random)
    )
    spring.allowsOverdamping = true
    if seed % 5 == 0 { spring.damping = 2 * (spring.stiffness * spring.mass).squareRoot() }
    for time in [0.01, 0.1, 0.5, 2] {
      #expect(near(try way(spring, at: time), slow(spring, until: time), 1e-7), "\(spring) \(time)")
    }
  }

  @Test(.shows("CASpringAnimation.allowsOverdamping"))
  func overdampedSpringsAreCriticalUnlessAllowed() throws {
    var spring = Spring(stiffness: 100, damping: 60)
    let critical = Spring(stiffness: 100, damping: 20)
    #expect(try way(spring, at: 0.2) == way(critical, at: 0.2))
    #expect(spring.settlingDuration == critical.settlingDuration)
    spring.allowsOverdamping = true
    #expect(try way(spring, at: 0.2) < way(critical, at: 0.2))
  }

  @Test(arguments: 0..<40)
  func restsAfterItsSettlingDuration(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) + 100)
    var spring = Spring(
      mass: Double.random(in: 0.1...5, using: &random),
      stiffness: Double.random(in: 1...500, using: &random),
      damping: Double.random(in: 0.5...80, using: &random),
      initialVelocity: Double.random(in: -30...30, using: &random)
    )
    spring.allowsOverdamping = seed % 2 == 0
    let end = spring.settlingDuration
    for step in 0..<50 {
      let way = try way(spring, at: end + Double(step) * 0.013)
      #expect(abs(way - 1) <= 0.0010001, "\(spring)")
    }
  }

  @Test func springsThatAreNone() {
    for (mass, stiffness, damping, velocity) in [
      (0, 1, 1, 0), (-1, 1, 1, 0), (.nan, 1, 1, 0), (1, 0, 1, 0), (1, .infinity, 1, 0),
      (1, 1, -1, 0), (1, 1, .nan, 0), (1, 1, 1, .infinity), (1e-300, 1e300, 1, 0),
    ] as [(Double, Double, Double, Double)] {
      let spring = Spring(
        mass: mass,
        stiffness: stiffness,
        damping: damping,
        initialVelocity: velocity
      )
      #expect(spring.problem != nil && spring.settlingDuration == 0, "\(spring)")
    }
    #expect(Spring(damping: 0).settlingDuration == .infinity)
    #expect(Spring(stiffness: 1e-12, damping: 1).settlingDuration.isFinite)
  }
}
