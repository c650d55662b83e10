// The physics of scrolling along one axis: rubber band, deceleration, bounce and pages.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// The numbers of scrolling, and what follows from them in closed form.
///
/// Offsets are in points and velocities in points per second, along one axis.
package enum ScrollPhysics {
  /// The part of the velocity that remains after one millisecond of a normal deceleration.
  package static let normalRate = 0.998
  /// The part of the velocity that remains after one millisecond of a fast deceleration.
  package static let fastRate = 0.99
  /// A deceleration ends below this speed.
  package static let stopSpeed = 10.0
  /// The part of a small movement beyond an edge that the content follows.
  package static let bandStiffness = 0.55
  /// The frequency of the critically damped return to an edge, in radians per second.
  package static let bounceFrequency = 11.0
  /// A return with a velocity ends when it is this near to its target, in points: a measured one
  /// that crossed its edge with 3005 points a second ended 0.79 s later.
  package static let restDistance = 0.4
  /// Content that is let go beyond an edge with less than this speed returns from rest, in points
  /// per second.
  package static let restSpeed = 50.0
  /// The rates of the two exponentials of a return from rest, in 1/s.
  package static let restRates = (slow: 9.0, fast: 46.0)
  /// The distance at which a return from rest ends, in points: a measured one took 0.69 s for 235.
  package static let restEnd = 0.6
  /// A finger that leaves a page faster than this turns it, in points per second.
  package static let pageTurnSpeed = 200.0
  /// Faster fingers are clamped to it.
  package static let greatestSpeed = 1e6

  /// Returns a velocity that the physics can use: NaN is 0.
  package static func usable(_ velocity: Double) -> Double {
    velocity.isNaN ? 0 : min(max(velocity, -greatestSpeed), greatestSpeed)
  }

  /// Returns how far content moves beyond its edge.
  ///
  /// - Parameters:
  ///   - pull: The finger's way beyond the edge, 0 or more.
  ///   - dimension: The length of the viewport, which the result never reaches.
  package static func band(_ pull: Double, dimension: Double) -> Double {
    guard pull > 0, dimension > 0 else { return 0 }
    guard pull < .infinity else { return dimension }
    return pull * bandStiffness * dimension / (dimension + bandStiffness * pull)
  }

  /// Returns the finger's way that moves content this far beyond its edge; the inverse of `band`.
  package static func pull(_ distance: Double, dimension: Double) -> Double {
    guard distance > 0, dimension > 0 else { return 0 }
    let inner = min(distance, dimension * 0.999)
    return inner * dimension / (bandStiffness * (dimension - inner))
  }

  /// Returns an offset as it shows while a finger drags it, with the band beyond its range.
  package static func banded(
    _ offset: Double,
    in range: ClosedRange<Double>,
    dimension: Double
  ) -> Double {
    if offset < range.lowerBound {
      return range.lowerBound - band(range.lowerBound - offset, dimension: dimension)
    }
    if offset > range.upperBound {
      return range.upperBound + band(offset - range.upperBound, dimension: dimension)
    }
    return offset
  }

  /// Returns the offset that shows as the given one while it is dragged.
  package static func unbanded(
    _ offset: Double,
    in range: ClosedRange<Double>,
    dimension: Double
  ) -> Double {
    if offset < range.lowerBound {
      return range.lowerBound - pull(range.lowerBound - offset, dimension: dimension)
    }
    if offset > range.upperBound {
      return range.upperBound + pull(offset - range.upperBound, dimension: dimension)
    }
    return offset
  }

  // MARK: Deceleration

  /// Returns a rate that decelerates: numbers outside of 0 to 1 are the normal rate.
  package static func usableRate(_ rate: Double) -> Double {
    rate > 0 && rate < 0.99999 ? rate : normalRate
  }

  /// Returns the distance that a velocity goes on for, in its seconds: 0.499 for the normal rate.
  ///
  /// It is the sum of a geometric row of millisecond steps: rate / (1 - rate) / 1000.
  package static func reach(rate: Double) -> Double { rate / (1 - rate) / 1000 }

  /// Returns the distance of a deceleration from its start, in points.
  package static func way(velocity: Double, rate: Double, time: Double) -> Double {
    velocity * reach(rate: rate) * (1 - pow(rate, time * 1000))
  }

  /// Returns the velocity at a time of a deceleration.
  package static func velocity(from velocity: Double, rate: Double, time: Double) -> Double {
    velocity * pow(rate, time * 1000)
  }

  /// Returns the seconds until a deceleration is slower than `stopSpeed`.
  package static func stopTime(velocity: Double, rate: Double) -> Double {
    guard abs(velocity) > stopSpeed else { return 0 }
    return log(stopSpeed / abs(velocity)) / log(rate) / 1000
  }

  /// Returns the distance of a deceleration to its end.
  package static func stopWay(velocity: Double, rate: Double) -> Double {
    guard abs(velocity) > stopSpeed else { return 0 }
    return (velocity - (velocity < 0 ? -stopSpeed : stopSpeed)) * reach(rate: rate)
  }

  /// Returns the velocity of the deceleration that ends after the given way.
  package static func velocity(toTravel way: Double, rate: Double) -> Double {
    guard way != 0 else { return 0 }
    return way / reach(rate: rate) + (way < 0 ? -stopSpeed : stopSpeed)
  }

  /// Returns when a deceleration has gone the given way, or nil if it ends before.
  package static func time(toTravel way: Double, velocity: Double, rate: Double) -> Double? {
    guard way != 0 else { return 0 }
    guard way * velocity > 0, abs(way) < abs(stopWay(velocity: velocity, rate: rate)) else {
      return nil
    }
    return log(1 - way / (velocity * reach(rate: rate))) / log(rate) / 1000
  }

  // MARK: Pages

  /// Returns the offset of the page that a finger leaves behind.
  ///
  /// A finger that moves turns to the next page in its direction, a resting one leaves the nearest
  /// page. Pages begin at the range's lower bound, so that the first one shows its inset.
  package static func pageOffset(
    near offset: Double,
    velocity: Double,
    page: Double,
    in range: ClosedRange<Double>
  ) -> Double {
    guard page > 0, page < .infinity, offset > range.lowerBound else { return range.lowerBound }
    guard offset < range.upperBound else { return range.upperBound }
    let pages = (offset - range.lowerBound) / page
    let number =
      abs(velocity) < pageTurnSpeed
      ? pages.rounded()
      : velocity > 0 ? pages.rounded(.up) : pages.rounded(.down)
    return min(max(range.lowerBound + number * page, range.lowerBound), range.upperBound)
  }
}
