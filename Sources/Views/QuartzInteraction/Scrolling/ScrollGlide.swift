// The motion of content that fingers left.
// Licensed under the MIT license; see LICENSE.

/// A motion of content along both axes, known whole when it begins.
package struct ScrollGlide: Equatable, Sendable {
  package var x: ScrollMotion
  package var y: ScrollMotion

  /// Seconds from its begin to its end.
  package var duration: Double { max(x.duration, y.duration) }
  /// The offset at its end.
  package var end: TouchPlace { TouchPlace(x.end, y.end) }

  package init(x: ScrollMotion, y: ScrollMotion) {
    self.x = x
    self.y = y
  }

  /// The motion after a lift with a velocity of the content.
  ///
  /// - Parameters:
  ///   - facts: The scroll view.
  ///   - velocity: In points a second.
  ///   - rate: The part of the velocity that remains after one millisecond.
  ///   - isPaging: Whether it ends at a page.
  package init(_ facts: ScrollFacts, velocity: TouchPlace, rate: Double, isPaging: Bool) {
    func motion(_ axis: Int) -> ScrollMotion {
      let (offset, range) = (facts.offset[axis], facts.minimum[axis]...facts.maximum[axis])
      guard isPaging, range.contains(offset) else {
        return ScrollMotion(
          from: offset,
          velocity: velocity[axis],
          in: range,
          rate: rate,
          bounces: facts.bounces
        )
      }
      let target = ScrollPhysics.pageOffset(
        near: offset,
        velocity: velocity[axis],
        page: facts.viewport[axis],
        in: range
      )
      return ScrollMotion(from: offset, springingTo: target, velocity: velocity[axis])
    }
    x = motion(0)
    y = motion(1)
  }

  /// The motion to a target that a delegate chose.
  package init(
    _ facts: ScrollFacts,
    velocity: TouchPlace,
    to target: TouchPlace,
    rate: Double,
    isPaging: Bool
  ) {
    let rate = ScrollPhysics.usableRate(rate)
    func motion(_ axis: Int) -> ScrollMotion {
      let (offset, range) = (facts.offset[axis], facts.minimum[axis]...facts.maximum[axis])
      // The present offset as target stops at once; sums of ways are not exact.
      guard abs(target[axis] - offset) > 1e-6 else { return ScrollMotion(restingAt: target[axis]) }
      guard range.contains(offset), range.contains(target[axis]), !isPaging else {
        return ScrollMotion(
          from: offset,
          springingTo: target[axis],
          velocity: velocity[axis]
        )
      }
      return ScrollMotion(
        from: offset,
        velocity: ScrollPhysics.velocity(toTravel: target[axis] - offset, rate: rate),
        in: range,
        rate: rate,
        bounces: facts.bounces
      ).ending(at: target[axis])
    }
    x = motion(0)
    y = motion(1)
  }

  /// Returns the offset at a time from the start, in seconds.
  package func offset(at time: Double) -> TouchPlace {
    TouchPlace(x.offset(at: time), y.offset(at: time))
  }
}
