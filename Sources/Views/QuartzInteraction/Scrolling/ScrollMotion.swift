// The movement of content after a finger left it, as a function of time.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// A movement along one axis: pieces, each by one curve, one after the other.
///
/// It is known whole at its start, so that the offset at a time does not depend on how often it is
/// asked for.
package struct ScrollMotion: Equatable, Sendable {
  /// The curve of a piece, for times from the piece's start.
  enum Curve: Equatable, Sendable {
    /// Slows down from an offset by `ScrollPhysics.way`.
    case deceleration(from: Double, velocity: Double, rate: Double)
    /// Returns to a target, critically damped, from a distance and with a velocity.
    case spring(to: Double, distance: Double, velocity: Double)
    /// Returns to a target from rest: the sum of a slow exponential and a fast one.
    case rest(to: Double, slow: Double, fast: Double)
    /// Goes to a target in a given time, slowly at both ends.
    case easing(from: Double, to: Double, duration: Double)
  }

  /// A curve and how long it holds, in seconds.
  struct Piece: Equatable, Sendable {
    var curve: Curve
    var duration: Double
  }

  private(set) var pieces: [Piece] = []
  /// The offset at the end and after it.
  package private(set) var end: Double

  /// Seconds from the start to the end.
  package var duration: Double { pieces.reduce(0) { $0 + $1.duration } }

  /// A finished movement.
  package init(restingAt offset: Double) {
    end = offset
  }

  /// An eased movement.
  package init(from start: Double, to end: Double, duration: Double) {
    self.end = end
    guard start != end, duration > 0 else { return }
    pieces = [Piece(curve: .easing(from: start, to: end, duration: duration), duration: duration)]
  }

  /// The movement to a target by a critically damped spring, as of pages and of edges.
  package init(from start: Double, springingTo end: Double, velocity: Double = 0) {
    self.end = end
    appendSpring(from: start, to: end, velocity: ScrollPhysics.usable(velocity))
  }

  /// The movement of content that a finger left with a velocity.
  ///
  /// - Parameters:
  ///   - start: The offset at the start; it may be outside of the range.
  ///   - velocity: In points per second.
  ///   - range: The offsets at which content rests.
  ///   - rate: The part of the velocity that remains after one millisecond.
  ///   - bounces: Whether the movement exceeds the range and returns.
  package init(
    from start: Double,
    velocity: Double,
    in range: ClosedRange<Double>,
    rate: Double,
    bounces: Bool
  ) {
    end = start
    let rate = ScrollPhysics.usableRate(rate)
    var offset = start
    var speed = ScrollPhysics.usable(velocity)
    if start < range.lowerBound || start > range.upperBound {
      let edge = start < range.lowerBound ? range.lowerBound : range.upperBound
      guard bounces else {
        end = edge
        return
      }
      guard let inward = appendReturn(from: start, to: edge, velocity: speed) else { return }
      offset = edge
      speed = inward
    }
    appendDeceleration(from: offset, velocity: speed, in: range, rate: rate, bounces: bounces)
  }

  /// Returns the movement with a slightly different end.
  package func ending(at end: Double) -> ScrollMotion {
    var motion = self
    motion.end = end
    return motion
  }

  /// Appends a return to an edge, up to where it crosses the edge.
  ///
  /// - Returns: The velocity at the edge, or nil if the movement ends there.
  private mutating func appendReturn(from start: Double, to edge: Double, velocity: Double)
    -> Double?
  {
    let distance = start - edge
    guard abs(velocity) >= ScrollPhysics.restSpeed else {
      let (low, high) = ScrollPhysics.restRates
      let slow = (velocity + high * distance) / (high - low)
      let curve = Curve.rest(to: edge, slow: slow, fast: distance - slow)
      pieces.append(Piece(curve: curve, duration: curve.restTime))
      end = edge
      return nil
    }
    let w = ScrollPhysics.bounceFrequency
    let slope = velocity + w * distance
    // The distance is zero once, if the velocity leads in fast enough.
    guard slope * distance < 0 else {
      appendSpring(from: start, to: edge, velocity: velocity)
      return nil
    }
    let time = -distance / slope
    let curve = Curve.spring(to: edge, distance: distance, velocity: velocity)
    let inward = curve.velocity(at: time)
    // One that crosses without speed may take minutes to do so, and is at rest long before.
    guard abs(inward) > ScrollPhysics.stopSpeed else {
      appendSpring(from: start, to: edge, velocity: velocity)
      return nil
    }
    pieces.append(Piece(curve: curve, duration: time))
    return inward
  }

  private mutating func appendDeceleration(
    from start: Double,
    velocity: Double,
    in range: ClosedRange<Double>,
    rate: Double,
    bounces: Bool
  ) {
    end = start
    guard abs(velocity) > ScrollPhysics.stopSpeed else { return }
    let curve = Curve.deceleration(from: start, velocity: velocity, rate: rate)
    let edge = velocity < 0 ? range.lowerBound : range.upperBound
    guard
      let crossing = ScrollPhysics.time(toTravel: edge - start, velocity: velocity, rate: rate)
    else {
      let time = ScrollPhysics.stopTime(velocity: velocity, rate: rate)
      pieces.append(Piece(curve: curve, duration: time))
      end = start + ScrollPhysics.stopWay(velocity: velocity, rate: rate)
      return
    }
    if crossing > 0 { pieces.append(Piece(curve: curve, duration: crossing)) }
    end = edge
    guard bounces else { return }
    let speed = ScrollPhysics.velocity(from: velocity, rate: rate, time: crossing)
    appendSpring(from: edge, to: edge, velocity: speed)
  }

  private mutating func appendSpring(from start: Double, to target: Double, velocity: Double) {
    end = target
    let curve = Curve.spring(to: target, distance: start - target, velocity: velocity)
    let time = curve.restTime
    if time > 0 { pieces.append(Piece(curve: curve, duration: time)) }
  }

  /// Returns the offset at a time from the start, in seconds.
  package func offset(at time: Double) -> Double {
    guard let (curve, time) = curve(at: time) else { return end }
    return curve.offset(at: time)
  }

  /// Returns the velocity at a time from the start, in points per second.
  package func velocity(at time: Double) -> Double {
    guard let (curve, time) = curve(at: time) else { return 0 }
    return curve.velocity(at: time)
  }

  private func curve(at time: Double) -> (Curve, Double)? {
    var time = max(time, 0)
    for piece in pieces {
      if time < piece.duration { return (piece.curve, time) }
      time -= piece.duration
    }
    return nil
  }
}

extension ScrollMotion.Curve {
  func offset(at time: Double) -> Double {
    switch self {
    case .deceleration(let start, let velocity, let rate):
      return start + ScrollPhysics.way(velocity: velocity, rate: rate, time: time)
    case .spring(let target, let distance, let velocity):
      let w = ScrollPhysics.bounceFrequency
      return target + (distance + (velocity + w * distance) * time) * exp(-w * time)
    case .rest(let target, let slow, let fast):
      let (low, high) = ScrollPhysics.restRates
      return target + slow * exp(-low * time) + fast * exp(-high * time)
    case .easing(let start, let end, let duration):
      let part = min(max(time / duration, 0), 1)
      return start + (end - start) * (1 - cos(part * .pi)) / 2
    }
  }

  func velocity(at time: Double) -> Double {
    switch self {
    case .deceleration(_, let velocity, let rate):
      return ScrollPhysics.velocity(from: velocity, rate: rate, time: time)
    case .spring(_, let distance, let velocity):
      let w = ScrollPhysics.bounceFrequency
      return (velocity - w * (velocity + w * distance) * time) * exp(-w * time)
    case .rest(_, let slow, let fast):
      let (low, high) = ScrollPhysics.restRates
      return -low * slow * exp(-low * time) - high * fast * exp(-high * time)
    case .easing(let start, let end, let duration):
      let part = min(max(time / duration, 0), 1)
      return (end - start) * sin(part * .pi) / 2 * .pi / duration
    }
  }

  /// The seconds after which a return is at its target; 0 for other kinds.
  var restTime: Double {
    if case .rest(_, let slow, _) = self {
      // The fast part is gone long before.
      return max(log(abs(slow) / ScrollPhysics.restEnd) / ScrollPhysics.restRates.slow, 0)
    }
    guard case .spring(_, let distance, let velocity) = self else { return 0 }
    let w = ScrollPhysics.bounceFrequency
    let slope = velocity + w * distance
    func isAtRest(_ time: Double) -> Bool {
      abs((distance + slope * time) * exp(-w * time)) <= ScrollPhysics.restDistance
    }
    // From its greatest distance on, the spring comes nearer all the time.
    let turn = slope == 0 ? 0 : max(1 / w - distance / slope, 0)
    var far = turn
    var near = turn + 1
    if isAtRest(turn) {
      guard !isAtRest(0) else { return 0 }
      // Up to where it crosses its target it comes nearer all the time, too.
      far = 0
      near = min(turn, -distance / slope, 64)
    }
    while !isAtRest(near), near < turn + 64 { near += 1 }
    for _ in 0..<50 {
      let middle = (far + near) / 2
      if isAtRest(middle) { near = middle } else { far = middle }
    }
    return near
  }
}
