// Springs of blocks.
// Licensed under the MIT license; see LICENSE.
//
// A block gives a damping ratio z, a velocity v and a duration D; the spring has the mass 1 and
// such a stiffness w² that its envelope at D is a thousandth of the distance. With b = z w and wd =
// w √(1 - z²):
//
//     |(b - v) / wd| e^(-b D) = 0.001           z < 1
//     |1 + (w - v) D| e^(-w D) = 0.001          z = 1
//
// as measured on UIKit. The largest w counts where there are several.

import Foundation
import QuartzCore

/// A spring that animations follow.
struct SpringTiming: Equatable {
  var mass: Double
  var stiffness: Double
  var damping: Double
  /// In whole ways a second.
  var velocity: Double
  var allowsOverdamping = false

  /// The envelope at the end of the duration, in ways.
  private static let rest = 0.001
  /// Smaller damping ratios are clamped to it.
  private static let leastRatio = 0.001

  init(mass: Double, stiffness: Double, damping: Double, velocity: Double) {
    self.mass = mass
    self.stiffness = stiffness
    self.damping = damping
    self.velocity = velocity
  }

  /// The spring that is at rest after a duration.
  ///
  /// - Parameters:
  ///   - ratio: 1 for no swinging; numbers out of 0.001...1 are clamped to the nearest end.
  ///   - velocity: At the start, in whole ways a second.
  ///   - duration: In seconds; above 0.
  init(ratio: Double, velocity: Double, duration: Double) {
    let ratio = ratio.isNaN ? 1 : min(max(ratio, SpringTiming.leastRatio), 1)
    let velocity = velocity.isFinite ? velocity : 0
    let duration = duration > 0 && duration.isFinite ? duration : 1
    let frequency = SpringTiming.frequency(ratio, velocity, duration)
    self.init(
      mass: 1,
      stiffness: frequency * frequency,
      damping: 2 * ratio * frequency,
      velocity: velocity
    )
  }

  /// A spring by the length of its swing and its bounce.
  init(duration: Double, bounce: Double, velocity: Double) {
    let duration = duration > 0 && duration.isFinite ? duration : 0.5
    let bounce = bounce.isFinite ? min(max(bounce, -0.999), 1) : 0
    let spring = CASpringAnimation(perceptualDuration: duration, bounce: bounce)
    self.init(
      mass: spring.mass,
      stiffness: spring.stiffness,
      damping: spring.damping,
      velocity: velocity.isFinite ? velocity : 0
    )
    allowsOverdamping = spring.allowsOverdamping
  }

  /// Seconds until it is at rest.
  var settlingDuration: Double {
    let settling = makeAnimation().settlingDuration
    return settling.isFinite ? settling : 3600
  }

  func makeAnimation() -> CASpringAnimation {
    let animation = CASpringAnimation()
    animation.mass = mass
    animation.stiffness = stiffness
    animation.damping = damping
    animation.initialVelocity = velocity
    animation.allowsOverdamping = allowsOverdamping
    return animation
  }

  /// Returns the fraction of its distance that a spring has covered after a time.
  func position(at time: Double) -> Double {
    guard mass > 0, stiffness > 0 else { return 1 }
    let frequency = (stiffness / mass).squareRoot()
    let decay = damping / (2 * mass)
    let rest: Double
    if decay < frequency {
      let swing = (frequency * frequency - decay * decay).squareRoot()
      rest =
        exp(-decay * time)
        * (cos(swing * time) + (decay - velocity) / swing * sin(swing * time))
    } else if !allowsOverdamping || decay == frequency {
      rest = exp(-frequency * time) * (1 + (frequency - velocity) * time)
    } else {
      let root = (decay * decay - frequency * frequency).squareRoot()
      let (slow, fast) = (decay - root, decay + root)
      let first = (fast - velocity) / (fast - slow)
      rest = first * exp(-slow * time) + (1 - first) * exp(-fast * time)
    }
    return 1 - rest
  }

  private static func frequency(_ z: Double, _ v: Double, _ duration: Double) -> Double {
    func excess(_ w: Double) -> Double {
      if z >= 1 { return abs(1 + (w - v) * duration) * exp(-w * duration) - rest }
      let swing = w * (1 - z * z).squareRoot()
      return abs((z * w - v) / swing) * exp(-z * w * duration) - rest
    }
    // Above this the envelope is far below a thousandth.
    let limit = (60 + log(1 + abs(v) * max(duration, 1 / duration))) / (z * duration)
    var (low, high) = (limit, limit)
    while excess(low) < 0, low > limit * 1e-9 {
      high = low
      low *= 0.98
    }
    for _ in 0..<200 where high - low > 0 {
      let middle = (low + high) / 2
      if middle <= low || middle >= high { break }
      if excess(middle) < 0 { high = middle } else { low = middle }
    }
    return (low + high) / 2
  }
}
