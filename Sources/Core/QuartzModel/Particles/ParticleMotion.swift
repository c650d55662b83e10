// The motion of particles that behaviours act on.
// Licensed under the MIT license; see LICENSE.
//
// Closed forms. Drag alone, and values that replace others over a life, have solutions that follow
// from the age. With drag d and a constant acceleration a, velocity and way are
//
//     v(t) = v0 e^-dt + a t p(dt)        x(t) = x0 + v0 t p(dt) + a t² q(dt)
//
// with p(z) = (1 - e^-z)/z and q(z) = (z - 1 + e^-z)/z², which are 1 and 1/2 at 0.
//
// Steps. Waves, attractors and inputs that animate make the motion depend on the way. It is then
// worked out in steps of one length from the birth on, by velocity Verlet, with the drag as a
// factor before and after. The last step, up to the age that is asked for, is shorter and is not
// kept. So a picture depends on its time alone: what is kept from frame to frame (`MotionCache`) is
// what would be worked out again.
//
// Bounds on work. The steps of a particle are as long as its life asks for, so that there are at
// most `mostSteps`; those of a frame are longer by a power of two where particles would take more
// than `mostStepsOfFrame` from their births on.

import Glibc
import QuartzMath

extension Double {
  func raised(to exponent: Double) -> Double { pow(self, exponent) }

  /// (1 - e^-z)/z, 1 at 0.
  var dragOfVelocity: Double { abs(self) < 1e-5 ? 1 - self / 2 : -expm1(-self) / self }

  /// (z - 1 + e^-z)/z², 1/2 at 0.
  var dragOfAcceleration: Double {
    guard abs(self) < 1e-2 else { return (self + expm1(-self)) / (self * self) }
    // The series of e^-z.
    return 0.5 - self / 6 * (1 - self / 4 * (1 - self / 5 * (1 - self / 6)))
  }
}

/// The path of a particle.
struct ParticlePath {
  var position: SIMD3<Double>
  var velocity: SIMD3<Double>
  var acceleration: SIMD3<Double>

  @inline(__always)
  func position(_ age: Double) -> SIMD3<Double> {
    position + velocity * age + acceleration * (0.5 * age * age)
  }
}

/// A particle's place and speed, and the pull on it there.
struct ParticleMotion: Equatable, Sendable {
  /// Points.
  var position: SIMD3<Double>
  /// Points/s of the cell's time.
  var velocity: SIMD3<Double>
  /// Without drag, points/s².
  var acceleration: SIMD3<Double>

  fileprivate var bounded: ParticleMotion {
    ParticleMotion(
      position: position.bounded,
      velocity: velocity.bounded,
      acceleration: acceleration
    )
  }
}

/// The motion of one particle, worked out at ages that rise.
package struct ParticleMover {
  /// The usual steps, seconds of the cell's time.
  static let usualStep = 1.0 / 240
  /// The most steps of a particle.
  static let mostSteps = 4096.0
  /// The most steps of a layer's own particles from their births on, in a frame.
  ///
  /// They take half of the frame's budget for particles, whatever came before the frame.
  package static let mostStepsOfFrame = Double(1 << 21)

  private let path: ParticlePath
  private let life: Double
  /// When it was born, seconds of the layer since the emission began.
  private let birth: Double
  /// The layer's time that a second of the cell's takes.
  private let pace: Double
  private(set) var step: Double
  /// The whole steps that are done, and the motion after them.
  private(set) var count = 0
  private(set) var motion: ParticleMotion
  private var isStarted = false

  /// - Parameter factor: The factor of this frame's steps.
  init(
    _ path: ParticlePath,
    life: Double,
    birth: Double,
    pace: Double,
    factor: Double
  ) {
    (self.path, self.life, self.birth, self.pace) = (path, life, birth, pace)
    step = ParticleMover.step(ofLife: life) * factor
    motion = ParticleMotion(position: path.position, velocity: path.velocity, acceleration: .zero)
  }

  /// The step of a particle with a life, seconds.
  static func step(ofLife life: Double) -> Double {
    usualStep * max((life / usualStep / mostSteps).rounded(.up), 1)
  }

  /// The steps of a particle with a life, from its birth to its death.
  package static func steps(ofLife life: Double) -> Double { min(life / usualStep, mostSteps) }

  /// Goes on from steps that were done in an earlier frame.
  mutating func resume(_ other: MotionCache.Entry) {
    guard other.step == step else { return }
    (count, motion, isStarted) = (other.count, other.motion, true)
  }

  /// The motion at an age.
  ///
  /// - Returns: Also the steps that were taken; without steps, 0.
  mutating func motion(
    at age: Double,
    _ behaviors: borrowing BehaviorTimeline
  ) -> (ParticleMotion, steps: Int) {
    guard behaviors.needsSteps else { return (solved(at: age, behaviors.fixed), 0) }
    let goal = Int(min(age / step, 1e9))
    if goal < count || !isStarted { start(behaviors) }
    let begin = count
    while count < goal {
      motion = advanced(motion, from: Double(count) * step, by: step, behaviors)
      count += 1
    }
    let rest = age - Double(count) * step
    let end =
      rest > 0
      ? advanced(motion, from: Double(count) * step, by: rest, behaviors) : motion
    return (end, count - begin + 1)
  }

  private mutating func start(_ behaviors: borrowing BehaviorTimeline) {
    (count, isStarted) = (0, true)
    motion = ParticleMotion(position: path.position, velocity: path.velocity, acceleration: .zero)
    let set = behaviors.set(at: birth)
    motion = replaced(motion, at: 0, set)
    motion.acceleration = acceleration(at: motion.position, age: 0, set)
  }

  // MARK: Closed forms

  private func solved(at age: Double, _ set: BehaviorSet) -> ParticleMotion {
    let z = set.drag * age
    let (p, q) = (z.dragOfVelocity, z.dragOfAcceleration)
    var motion = ParticleMotion(
      position: path.position + path.velocity * (age * p) + path.acceleration * (age * age * q),
      velocity: path.velocity * exp(-z) + path.acceleration * (age * p),
      acceleration: path.acceleration
    )
    if set.drag < ParticleMover.leastDrag {
      motion.position = path.position(age)
      motion.velocity = path.velocity + path.acceleration * age
    }
    return replaced(motion, at: age, set).bounded
  }

  /// Drag below this, 1/s, counts as none.
  private static let leastDrag = 1e-6

  /// The motion with the parts that values over life replace.
  private func replaced(
    _ motion: ParticleMotion,
    at age: Double,
    _ set: BehaviorSet
  ) -> ParticleMotion {
    var motion = motion
    guard set.replacesMotion, life > 0 else { return motion }
    let share = age / life
    for (axis, names) in ParticleMover.axes.enumerated() {
      if let speed = set.curve(names.velocity) {
        motion.velocity[axis] = speed.value(at: share)
        motion.position[axis] = path.position[axis] + speed.area(to: share) * life
      }
      if let place = set.curve(names.position) {
        motion.position[axis] = place.value(at: share)
        motion.velocity[axis] = place.slope(at: share) / life
      }
    }
    return motion
  }

  private static let axes: [(position: BehaviorProperty, velocity: BehaviorProperty)] = [
    (.positionX, .velocityX), (.positionY, .velocityY), (.positionZ, .velocityZ),
  ]

  // MARK: Steps

  /// The motion a step after another one.
  private func advanced(
    _ start: ParticleMotion,
    from age: Double,
    by step: Double,
    _ behaviors: borrowing BehaviorTimeline
  ) -> ParticleMotion {
    let set = behaviors.set(at: birth + (age + step) * pace)
    let slowed = set.drag > 0 ? exp(-set.drag * step / 2) : 1
    var motion = start
    motion.velocity = motion.velocity * slowed + motion.acceleration * (step / 2)
    motion.position += motion.velocity * step
    motion = replaced(motion.bounded, at: age + step, set)
    motion.acceleration = acceleration(at: motion.position, age: age + step, set)
    motion.velocity = (motion.velocity + motion.acceleration * (step / 2)) * slowed
    return set.replacesMotion ? replaced(motion.bounded, at: age + step, set) : motion.bounded
  }

  private func acceleration(
    at position: SIMD3<Double>,
    age: Double,
    _ set: BehaviorSet
  ) -> SIMD3<Double> {
    var sum = path.acceleration
    if !set.attractors.isEmpty {
      // Stiffer ones would throw particles out of steps as long as these.
      let stiffest = 1 / (step * step * Double(set.attractors.count))
      for attractor in set.attractors {
        sum += attractor.acceleration(at: position, stiffest: stiffest)
      }
    }
    if !set.waves.isEmpty {
      let mass = set.curve(.mass)?.value(at: life > 0 ? age / life : 0) ?? 1
      let time = birth + age * pace
      for wave in set.waves {
        sum += wave.force(at: time) / max(mass, ParticleMover.leastMass)
      }
    }
    return sum.bounded
  }

  /// A mass below this counts as this.
  private static let leastMass = 1e-6
}

/// The motions of particles after their last whole steps, as of the last frame.
struct MotionCache: Sendable {
  struct Entry: Sendable {
    var step: Double
    var count: Int
    var motion: ParticleMotion
  }

  // By the particles' keys.
  private var entries: [UInt64: Entry] = [:]
  private var next: [UInt64: Entry] = [:]

  var countedBytes: Int {
    (entries.count + next.count)
      * (MemoryLayout<Entry>.stride + MemoryLayout<UInt64>.stride) * 4 / 3
  }

  /// Begins a frame; particles that are not asked for in it are forgotten with the next.
  mutating func beginFrame() {
    swap(&entries, &next)
    next.removeAll(keepingCapacity: true)
  }

  func entry(_ key: UInt64) -> Entry? { entries[key] }

  mutating func keep(_ mover: ParticleMover, _ key: UInt64) {
    next[key] = Entry(step: mover.step, count: mover.count, motion: mover.motion)
  }
}
