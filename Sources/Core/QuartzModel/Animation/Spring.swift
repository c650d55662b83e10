// A weight on a spring: how far it has come at a time, and when it has settled.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// A weight that a spring pulls from 0 to 1, held back in proportion to its speed.
///
///     mass · s'' = stiffness · (1 - s) - damping · s',  s(0) = 0,  s'(0) = initialVelocity
package struct Spring: Equatable, Sendable {
  package var mass = 1.0
  package var stiffness = 100.0
  package var damping = 10.0
  /// In whole ways a second; positive is towards the end.
  package var initialVelocity = 0.0
  /// Whether damping beyond the critical one counts; without it such a spring is critically damped.
  package var allowsOverdamping = false

  package init(
    mass: Double = 1,
    stiffness: Double = 100,
    damping: Double = 10,
    initialVelocity: Double = 0
  ) {
    self.mass = mass
    self.stiffness = stiffness
    self.damping = damping
    self.initialVelocity = initialVelocity
  }

  /// A spring whose free period is `perceptualDuration` seconds.
  ///
  /// - Parameter bounce: 1 never settles, 0 is critical, below 0 is flatter than that; above -1.
  package init(perceptualDuration: Double, bounce: Double) {
    let frequency = 2 * Double.pi / perceptualDuration
    let ratio = bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)
    self.init(stiffness: frequency * frequency, damping: 2 * frequency * ratio)
    allowsOverdamping = bounce < 0
  }

  /// The problem of its numbers; nil if there is none.
  package var problem: String? {
    if !(mass.isFinite && mass > 0) { return "its mass is \(mass), not above 0" }
    if !(stiffness.isFinite && stiffness > 0) {
      return "its stiffness is \(stiffness), not above 0"
    }
    if !(damping.isFinite && damping >= 0) { return "its damping is \(damping), not 0 or more" }
    if !initialVelocity.isFinite { return "its initial velocity is \(initialVelocity)" }
    let motion = SpringMotion(self)
    return motion.isFinite ? nil : "its mass, stiffness and damping are too far apart"
  }

  /// The free period in seconds.
  package var perceptualDuration: Double { 2 * Double.pi * (mass / stiffness).squareRoot() }

  package var dampingRatio: Double { damping / (2 * (stiffness * mass).squareRoot()) }

  /// The inverse of `init(perceptualDuration:bounce:)`.
  package var bounce: Double {
    let ratio = dampingRatio
    return ratio <= 1 ? 1 - ratio : 1 / ratio - 1
  }

  /// Seconds after which the weight stays within a thousandth of the way from the end; infinity for
  /// a spring that is not damped, 0 for one whose numbers make no sense.
  ///
  /// As measured on Apple's framework: an under-damped spring settles when its envelope does; for
  /// others the first tenth of a second counts.
  package var settlingDuration: Double {
    problem == nil ? SpringMotion(self).settlingDuration : 0
  }
}

/// The solution of a spring's equation, ready to be evaluated.
///
/// x = 1 - s, the distance to the end, is one of
///
///     under-damped   e^(-decay t) (cos(w t) + rate / w · sin(w t))
///     critical       e^(-decay t) (1 + rate t)
///     over-damped    a e^(-decay t) + (1 - a) e^(-second t)
struct SpringMotion: Sendable {
  private enum Kind: Sendable {
    case underdamped, critical, overdamped
  }

  private let kind: Kind
  private let decay: Double
  /// Angular frequency, radians a second; the faster decay of an over-damped spring.
  private let second: Double
  /// The speed with which x would leave 1 without the decay; `a` of an over-damped spring.
  private let rate: Double

  init(_ spring: Spring) {
    let frequency = (spring.stiffness / spring.mass).squareRoot()
    let ratio = spring.dampingRatio
    if ratio < 1 {
      kind = .underdamped
      decay = ratio * frequency
      second = frequency * (1 - ratio * ratio).squareRoot()
      rate = decay - spring.initialVelocity
    } else if ratio == 1 || !spring.allowsOverdamping {
      kind = .critical
      decay = frequency
      second = 0
      rate = frequency - spring.initialVelocity
    } else {
      let root = (ratio * ratio - 1).squareRoot()
      kind = .overdamped
      // (ratio - root) without cancellation.
      decay = frequency / (ratio + root)
      second = frequency * (ratio + root)
      // x(0) = 1 and x'(0) = -v.
      rate = (second - spring.initialVelocity) / (second - decay)
    }
  }

  var isFinite: Bool {
    (decay + second + rate).isFinite && (kind == .underdamped ? second > 0 : decay > 0)
  }

  /// How far the weight has come; 1 is the end.
  func value(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    // The decay wins over everything else, but infinity times 0 would be no number.
    let exponent = decay * time
    guard exponent < 700 else { return 1 }
    switch kind {
    case .underdamped:
      let angle = second * time
      return 1 - exp(-exponent) * (cos(angle) + rate / second * sin(angle))
    case .critical: return 1 - exp(-exponent) * (1 + rate * time)
    case .overdamped: return 1 - rate * exp(-exponent) - (1 - rate) * exp(-second * time)
    }
  }

  var settlingDuration: Double {
    let rest = 0.001
    if kind == .underdamped {
      return decay > 0 ? log((1 + abs(rate / second)) / rest) / decay : .infinity
    }
    // Rises at most once and then falls for good, so halving finds the first tenth that is at rest.
    func isAtRest(_ tenths: Double) -> Bool {
      let time = tenths / 10
      let distance =
        kind == .critical
        ? exp(-decay * time) * (1 + abs(rate) * time)
        : abs(rate) * exp(-decay * time) + abs(1 - rate) * exp(-second * time)
      return distance <= rest
    }
    var high = 1.0
    while !isAtRest(high) && high < 1e15 { high *= 2 }
    var low = 0.0
    while high - low > 1 {
      let middle = ((low + high) / 2).rounded(.down)
      if isAtRest(middle) { high = middle } else { low = middle }
    }
    return high / 10
  }
}
