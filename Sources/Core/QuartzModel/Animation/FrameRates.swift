// Frames a second: the wishes of animations and links, and the rate that an output draws at.
// Licensed under the MIT license; see LICENSE.
//
// An output has a highest rate M, that of its refresh, and the rates M/1, M/2, M/3 and so on down
// to a frame a second. While something moves it draws at one of them. Every animation that runs
// and every link is a demand; one without a range wants M. The rate is the least that serves the
// greatest want; if it is higher than anybody allows, it is the next lower one.

/// A range of frame rates, in frames a second; all zeros for no wish.
package struct FrameRateWish: Equatable, Sendable {
  package let minimum: Float
  package let maximum: Float
  /// 0 if all rates of the range are equally good.
  package let preferred: Float

  /// No wish: the output's highest rate.
  package static let none = FrameRateWish()

  private init() { (minimum, maximum, preferred) = (0, 0, 0) }

  /// Creates a wish; nil for rates that are negative or not finite, and for a minimum above the
  /// maximum.
  package init?(minimum: Float, maximum: Float, preferred: Float) {
    guard minimum >= 0, maximum.isFinite, minimum <= maximum, preferred >= 0, preferred.isFinite
    else { return nil }
    (self.minimum, self.maximum, self.preferred) = (minimum, maximum, preferred)
  }

  /// The wanted rate; infinite without a wish.
  var wanted: Double {
    guard maximum > 0 else { return .infinity }
    return Double(preferred > 0 ? min(max(preferred, minimum), maximum) : maximum)
  }
}

/// The demands for frames of one output at a time.
package struct FrameDemands: Equatable, Sendable {
  /// Part of a rate by which another one may miss it: outputs of 59.94 Hz count as such of 60.
  private static let tolerance = 0.005

  private var greatestWant = 0.0
  private var highestMaximum = 0.0

  package init() {}

  /// Whether nobody wants frames.
  package var isEmpty: Bool { greatestWant == 0 }

  package mutating func add(_ wish: FrameRateWish) {
    greatestWant = max(greatestWant, wish.wanted)
    highestMaximum = max(highestMaximum, wish.maximum > 0 ? Double(wish.maximum) : .infinity)
  }

  package mutating func add(_ other: FrameDemands) {
    greatestWant = max(greatestWant, other.greatestWant)
    highestMaximum = max(highestMaximum, other.highestMaximum)
  }

  /// One wish that stands for all.
  package var wish: FrameRateWish {
    guard greatestWant.isFinite, highestMaximum.isFinite else { return .none }
    let wish = FrameRateWish(
      minimum: 0,
      maximum: Float(highestMaximum),
      preferred: Float(greatestWant)
    )
    return wish ?? .none
  }

  /// Returns k for the rate M/k that the output draws at; 1 without demands.
  ///
  /// - Parameter highest: M, in frames a second.
  package func step(ofHighest highest: Double) -> Int {
    guard !isEmpty, greatestWant < highest else { return 1 }
    let slowest = max(highest.rounded(.down), 1)
    let serving = (highest / (greatestWant * (1 - Self.tolerance))).rounded(.down)
    // A frame a second at least, so that the number is small.
    let step = Int(min(max(serving, 1), slowest))
    let isTooFast = highest / Double(step) > highestMaximum * (1 + Self.tolerance)
    return isTooFast && Double(step) < slowest ? step + 1 : step
  }
}

/// The demands of a tree at a time.
package struct Movement: Equatable, Sendable {
  /// Those of all that moves now.
  package var demands = FrameDemands()
  /// When the next thing begins to move; nil if nothing will.
  package var begin: Double?

  package init() {}

  mutating func add(beginAt time: Double) { begin = min(begin ?? time, time) }

  /// Adds what changes by itself at a time, or is late for it.
  package mutating func add(changeAt change: Double, after time: Double) {
    if change <= time { demands.add(.none) } else { add(beginAt: change) }
  }
}

extension AnimationState {
  /// Whether the animation, or one of its group, has a wish.
  var hasWish: Bool {
    if rates != .none { return true }
    guard case .group(let children) = kind else { return false }
    return children.contains(where: \.hasWish)
  }

  /// Adds the demands of the animation; a group's range is that of its animations without one.
  func addDemands(_ inherited: FrameRateWish = .none, to demands: inout FrameDemands) {
    let wish = rates == .none ? inherited : rates
    guard case .group(let children) = kind, !children.isEmpty else { return demands.add(wish) }
    for child in children { child.addDemands(wish, to: &demands) }
  }
}

extension LayerTree {
  /// Whether an animation has a wish for a frame rate.
  package var hasRateWishes: Bool { wishCount > 0 }

  /// The demands at a time of the context's clock, for the rate of the output.
  ///
  /// Looks at every animation if one has a wish, else only until one runs.
  package func movement(at time: Double) -> Movement {
    var movement = Movement()
    guard wishCount > 0 else {
      if let next = nextActivity(after: time) { movement.add(changeAt: next, after: time) }
      return movement
    }
    if let event = nextUnanimatedActivity(after: time) {
      movement.add(changeAt: event, after: time)
    }
    for layer in animated {
      for index in layer.tracks.indices {
        switch activity(of: layer.tracks[index], on: layer.slot, at: time) {
        case nil: break
        case time?: layer.tracks[index].state.addDemands(to: &movement.demands)
        case let begin?: movement.add(beginAt: begin)
        }
      }
    }
    return movement
  }
}
