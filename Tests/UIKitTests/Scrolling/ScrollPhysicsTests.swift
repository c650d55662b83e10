// The physics of scrolling along one axis.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzInteraction
import Testing

@Suite("Scroll physics")
struct ScrollPhysicsTests {
  @Test("E2: the rubber band follows x 0.55 d / (d + 0.55 x) and never reaches the viewport")
  func band() {
    // 100 points beyond the edge of a viewport of 480: 55 * 480 / 535.
    #expect(abs(ScrollPhysics.band(100, dimension: 480) - 49.34579439252336) < 1e-9)
    #expect(ScrollPhysics.band(1e9, dimension: 480) < 480)
    #expect(ScrollPhysics.band(.infinity, dimension: 480) == 480)
    #expect(ScrollPhysics.band(.nan, dimension: 480) == 0)
    #expect(ScrollPhysics.band(10, dimension: 0) == 0)
    for pull in [0.5, 10, 300, 2000] {
      let shown = ScrollPhysics.band(pull, dimension: 480)
      #expect(abs(ScrollPhysics.pull(shown, dimension: 480) - pull) < pull * 1e-9)
    }
    #expect(ScrollPhysics.banded(-100, in: 0...50, dimension: 480) < -49)
    #expect(ScrollPhysics.banded(25, in: 0...50, dimension: 480) == 25)
    #expect(
      abs(ScrollPhysics.unbanded(50 + 49.34579439252336, in: 0...50, dimension: 480) - 150)
        < 1e-9
    )
  }

  @Test("E2: deceleration is x(t) = v 0.499 (1 - 0.998^t), and ends under 10 points per second")
  func deceleration() {
    let motion = ScrollMotion(from: 0, velocity: 1000, in: 0...1e6, rate: 0.998, bounces: true)
    #expect(abs(ScrollPhysics.reach(rate: 0.998) - 0.499) < 1e-12)
    #expect(abs(ScrollPhysics.reach(rate: 0.99) - 0.099) < 1e-12)
    for time in [0.016, 0.1, 0.5, 1.5] {
      let expected = 1000 * 0.499 * (1 - pow(0.998, time * 1000))
      #expect(abs(motion.offset(at: time) - expected) < 1e-9)
    }
    // ln(0.01) / ln(0.998) milliseconds; the way is 0.499 (1000 - 10).
    #expect(abs(motion.duration - 2.300281739604183) < 1e-9)
    #expect(abs(motion.end - 494.01) < 1e-9)
    #expect(abs(motion.velocity(at: motion.duration - 1e-9) - 10) < 1e-3)
    #expect(motion.velocity(at: motion.duration) == 0)
    #expect(motion.offset(at: 99) == motion.end)
  }

  @Test("A velocity for a given way ends exactly there, at both rates")
  func target() {
    for rate in [0.998, 0.99] {
      for way in [320.0, -75, 0.5] {
        let velocity = ScrollPhysics.velocity(toTravel: way, rate: rate)
        let motion = ScrollMotion(
          from: 0,
          velocity: velocity,
          in: -1000...1000,
          rate: rate,
          bounces: true
        )
        #expect(abs(motion.end - way) < 1e-9)
      }
    }
  }

  @Test("S13: a bounce with velocity is critically damped with 11 radians per second")
  func bounce() {
    // Released 80 points beyond the upper edge with v: (80 + (v + 11 * 80) t) e^(-11 t).
    let motion = ScrollMotion(from: 180, velocity: 60, in: 0...100, rate: 0.998, bounces: true)
    for time in [0.05, 0.1, 0.3] {
      let expected = 100 + (80 + (60 + 11 * 80) * time) * exp(-11 * time)
      #expect(abs(motion.offset(at: time) - expected) < 1e-9)
    }
    #expect(motion.end == 100)
    #expect(motion.offset(at: motion.duration) == 100)
    let almost = motion.offset(at: motion.duration - 1e-6)
    #expect(abs(almost - 100.4) < 1e-3)
  }

  @Test("Content that reaches its edge goes beyond with its velocity, and returns")
  func bounceAfterDeceleration() throws {
    let motion = ScrollMotion(from: 0, velocity: 2000, in: 0...100, rate: 0.998, bounces: true)
    let crossing = try #require(ScrollPhysics.time(toTravel: 100, velocity: 2000, rate: 0.998))
    #expect(abs(motion.offset(at: crossing) - 100) < 1e-9)
    let before = motion.velocity(at: crossing - 1e-7)
    let after = motion.velocity(at: crossing + 1e-7)
    #expect(abs(before - after) < 0.1)
    // The greatest way of a critically damped spring from rest: v / (w e).
    let speed = ScrollPhysics.velocity(from: 2000, rate: 0.998, time: crossing)
    #expect(abs(motion.offset(at: crossing + 1 / 11.0) - (100 + speed / 11 / M_E)) < 1e-9)
    #expect(motion.end == 100)
    let stiff = ScrollMotion(from: 0, velocity: 2000, in: 0...100, rate: 0.998, bounces: false)
    #expect(stiff.offset(at: 10) == 100)
    #expect(abs(stiff.duration - crossing) < 1e-12)
  }

  @Test("Content thrown back in from beyond its edge goes on by deceleration")
  func thrownIn() {
    let motion = ScrollMotion(from: -40, velocity: 3000, in: 0...5000, rate: 0.998, bounces: true)
    #expect(motion.end > 1000)
    #expect(motion.end < 0.499 * 3000)
    var last = -40.0
    for step in 1...300 {
      let offset = motion.offset(at: Double(step) / 60)
      #expect(offset >= last - 1e-9)
      last = offset
    }
  }

  @Test("Pages: a resting finger leaves the nearest, a moving one the next in its direction")
  func pages() {
    func page(_ offset: Double, _ velocity: Double) -> Double {
      ScrollPhysics.pageOffset(near: offset, velocity: velocity, page: 320, in: 0...1280)
    }
    #expect(page(150, 0) == 0)
    #expect(page(170, 0) == 320)
    #expect(page(10, 500) == 320)
    #expect(page(310, -500) == 0)
    #expect(page(-30, 500) == 0)
    #expect(page(1300, 0) == 1280)
    #expect(page(1279, 500) == 1280)
    // A range that is no whole number of pages ends at its edge.
    #expect(
      ScrollPhysics.pageOffset(near: 330, velocity: 300, page: 320, in: 0...400) == 400
    )
    #expect(ScrollPhysics.pageOffset(near: 9, velocity: 0, page: 0, in: 0...400) == 0)
    #expect(ScrollPhysics.pageOffset(near: .nan, velocity: 0, page: 320, in: 0...400) == 0)
  }

  @Test("Velocities and rates without sense end at once or as usual ones")
  func hostile() {
    for velocity in [Double.nan, .infinity, -.infinity, 1e300] {
      let motion = ScrollMotion(
        from: 0,
        velocity: velocity,
        in: 0...100,
        rate: 0.998,
        bounces: true
      )
      #expect(motion.duration.isFinite)
      #expect(motion.offset(at: 0.5).isFinite)
      #expect((0...100).contains(motion.end))
    }
    for rate in [Double.nan, 0, 1, 2, -1] {
      let motion = ScrollMotion(from: 0, velocity: 100, in: 0...1000, rate: rate, bounces: true)
      #expect(abs(motion.end - 0.499 * 90) < 1e-9)
    }
    #expect(ScrollMotion(from: 5, velocity: 0, in: 0...9, rate: 0.998, bounces: true).duration == 0)
  }
}
