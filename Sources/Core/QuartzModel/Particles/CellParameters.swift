// The motion and style of a cell's particles: the parameters, and their random variation.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFilters
import QuartzMath

extension Double {
  var sine: Double { sin(self) }
  var cosine: Double { cos(self) }
  var cubeRoot: Double { cbrt(self) }
}

/// The values of the particles of a cell that are born at a moment, all of them finite.
struct CellParameters: Sendable {
  /// Births in a second of the cell's time; not negative.
  var birthRate: Double
  var lifetime: Double
  var lifetimeRange: Double
  var velocity: Double
  var velocityRange: Double
  var latitude: Double
  var longitude: Double
  var emissionRange: Double
  /// Whether the cone of emission is one in space; else it is a sector of the plane.
  var isConeInSpace: Bool
  var acceleration: SIMD3<Double>
  var scale: Double
  var scaleRange: Double
  var scaleSpeed: Double
  var spin: Double
  var spinRange: Double
  var color: SIMD4<Double>
  /// The largest components of a colour at an age: 1, or the colour's headroom, encoded.
  var mostColor: SIMD4<Double>
  var colorRange: SIMD4<Double>
  var colorSpeed: SIMD4<Double>
  var isTurning: Bool
  /// Whether particles are planes in space; else they lie in their layer's plane.
  var isPlane: Bool
  // How far from `facing` a plane may look, as the angle of the whole cone.
  private var orientationRange: Double
  // The direction in which planes look.
  private var facing: SIMD3<Double>
  // The direction of a cell without a range of directions.
  private var direction: SIMD3<Double>

  init(_ cell: ParticleCell, _ setting: EmitterSetting) {
    func number(_ property: CellProperty) -> Double { cell[property].bounded }
    birthRate = cell.isEnabled ? max(number(.birthRate), 0) : 0
    lifetime = number(.lifetime) * setting.lifetime
    lifetimeRange = number(.lifetimeRange) * setting.lifetime
    velocity = number(.velocity) * setting.velocity
    velocityRange = number(.velocityRange) * setting.velocity
    latitude = number(.emissionLatitude)
    longitude = number(.emissionLongitude)
    emissionRange = number(.emissionRange)
    isConeInSpace =
      latitude != 0
      || setting.shape == .sphere || (setting.shape == .cuboid && setting.size.z != 0)
    acceleration = SIMD3(
      number(.xAcceleration),
      number(.yAcceleration),
      number(.zAcceleration)
    )
    scale = number(.scale) * setting.scale
    scaleRange = number(.scaleRange) * setting.scale
    scaleSpeed = number(.scaleSpeed) * setting.scale
    spin = number(.spin) * setting.spin
    spinRange = number(.spinRange) * setting.spin
    let color = cell.color
    self.color = SIMD4(
      color.red.bounded,
      color.green.bounded,
      color.blue.bounded,
      color.alpha.bounded
    )
    let top = max(color.headroom, 1) == 1 ? 1 : FilterSpace.encoded(Double(color.headroom))
    mostColor = SIMD4(top, top, top, 1)
    colorRange = SIMD4(
      number(.redRange),
      number(.greenRange),
      number(.blueRange),
      number(.alphaRange)
    )
    colorSpeed = SIMD4(
      number(.redSpeed),
      number(.greenSpeed),
      number(.blueSpeed),
      number(.alphaSpeed)
    )
    isTurning = spin != 0 || spinRange != 0
    isPlane = cell.type == .plane
    orientationRange = number(.orientationRange)
    facing = CellParameters.direction(
      longitude: number(.orientationLongitude),
      latitude: number(.orientationLatitude)
    )
    direction = CellParameters.direction(longitude: longitude, latitude: latitude)
  }

  /// How long a particle lives at most.
  var longestLife: Double { max(lifetime + abs(lifetimeRange) / 2, 0) }

  /// The unit vector of two angles: longitude in the plane, from x to y; latitude out of it, to z.
  static func direction(longitude: Double, latitude: Double) -> SIMD3<Double> {
    let (flat, z) = latitude == 0 ? (1, 0) : (latitude.cosine, latitude.sine)
    return SIMD3(longitude.cosine * flat, longitude.sine * flat, z)
  }

  @inline(__always)
  func life(_ random: ParticleRandom) -> Double {
    max(random.value(lifetime, range: lifetimeRange, .lifetime), 0)
  }

  /// The velocity at birth, in the axes of the emission point.
  @inline(__always)
  func velocity(_ random: ParticleRandom) -> SIMD3<Double> {
    let speed = random.value(velocity, range: velocityRange, .velocity)
    if emissionRange == 0 { return direction * speed }
    guard isConeInSpace else {
      let angle = longitude + emissionRange * (random.unit(.longitude) - 0.5)
      return SIMD3(angle.cosine * speed, angle.sine * speed, 0)
    }
    return conical(random) * speed
  }

  /// A direction in a cone, all of its solid angle as likely.
  private func conical(_ random: ParticleRandom) -> SIMD3<Double> {
    CellParameters.conical(
      direction,
      range: emissionRange,
      (random.unit(.latitude), random.unit(.longitude))
    )
  }

  /// A direction in a cone about another one.
  ///
  /// - Parameter chances: How far from the middle, and where around it, 0..<1.
  private static func conical(
    _ direction: SIMD3<Double>,
    range: Double,
    _ chances: (Double, Double)
  ) -> SIMD3<Double> {
    let half = min(abs(range) / 2, .pi)
    let cosine = 1 - chances.0 * (1 - half.cosine)
    let sine = max(1 - cosine * cosine, 0).squareRoot()
    let around = chances.1 * 2 * .pi
    let axes = EmissionPoint(.zero, outwards: direction)
    return axes.x * cosine + axes.y * (sine * around.cosine) + axes.z * (sine * around.sine)
  }

  /// How a particle lies in space before it turns about itself.
  @inline(__always)
  func orientation(_ random: ParticleRandom) -> ParticleOrientation {
    isPlane ? planeOrientation(random) : .flat
  }

  private func planeOrientation(_ random: ParticleRandom) -> ParticleOrientation {
    let normal =
      orientationRange == 0
      ? facing
      : CellParameters.conical(
        facing,
        range: orientationRange,
        (random.unit(.orientationLatitude), random.unit(.orientationLongitude))
      )
    return ParticleOrientation(turning: SIMD3(0, 0, 1), to: normal)
  }

  /// The straight colour at birth, before it is clamped.
  @inline(__always)
  func color(_ random: ParticleRandom) -> SIMD4<Double> {
    if colorRange == .zero { return color }
    let chance = SIMD4(
      random.unit(.red),
      random.unit(.green),
      random.unit(.blue),
      random.unit(.alpha)
    )
    return color + colorRange * (chance - 0.5)
  }

  /// The colour at an age, 0...1, or up to its headroom.
  @inline(__always)
  func color(_ random: ParticleRandom, age: Double) -> SIMD4<Double> {
    let color = color(random) + colorSpeed * age
    // Does the work of `clamped` without a call.
    return color.replacing(with: 0, where: color .< 0)
      .replacing(with: mostColor, where: color .> mostColor)
  }

  @inline(__always)
  func scale(_ random: ParticleRandom, age: Double) -> Double {
    max(random.value(scale, range: scaleRange, .scale) + scaleSpeed * age, 0)
  }

  /// The turn about z, in radians from x to y.
  @inline(__always)
  func angle(_ random: ParticleRandom, age: Double) -> Double {
    isTurning ? random.value(spin, range: spinRange, .spin) * age : 0
  }
}

/// A cell's clock: maps the parent's time to local time, and gives the emission interval.
struct CellClock: Equatable, Sendable {
  /// The time around at which the cell's is `offset`.
  var origin: Double
  var offset: Double
  var speed: Double
  /// Emission ends at this time of the cell's, and begins at 0.
  ///
  /// No duration, or 0, is no end.
  var end: Double

  /// - Parameter start: The time from which the cell's begin time counts.
  init(_ cell: ParticleCell, start: Double) {
    origin = start + cell[.beginTime].bounded
    offset = cell[.timeOffset].bounded
    let pace = cell[.speed].bounded
    // Slower, a second would not end within the times that are counted.
    speed = abs(pace) < 1e-9 ? 0 : pace
    let duration = cell[.duration]
    let count = cell[.repeatCount]
    let active =
      cell[.repeatDuration] > 0
      ? cell[.repeatDuration] : count > 0 && duration > 0 ? duration * count : duration
    end = active > 0 ? active : .infinity
  }

  @inline(__always)
  func time(at around: Double) -> Double { (around - origin) * speed + offset }

  /// The time around when the cell's is `time`; only for clocks that run.
  @inline(__always)
  func around(at time: Double) -> Double { origin + (time - offset) / speed }
}
