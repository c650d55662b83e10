// Whether fingers move the content of a scroll view.
// Licensed under the MIT license; see LICENSE.

/// How a scroll view stands; all in its own points.
package struct ScrollFacts: Sendable {
  package var offset = TouchPlace.zero
  package var minimum = TouchPlace.zero
  package var maximum = TouchPlace.zero
  package var viewport = TouchPlace.zero
  package var bounces = true
  package var alwaysBouncesX = false
  package var alwaysBouncesY = false
  package var isEnabled = true
  package var canCancel = true
  /// Whether its content moves by itself.
  package var isMoving = false
  package var isLocking = false

  package init() {}

  /// Whether the content can be dragged along x.
  package var movesX: Bool { maximum.x > minimum.x || alwaysBouncesX && bounces }
  /// Whether the content can be dragged along y.
  package var movesY: Bool { maximum.y > minimum.y || alwaysBouncesY && bounces }
}

/// The decisions about drags of content.
package enum ScrollIntake {
  /// Whether a way of the finger goes along x rather than y.
  package static func isHorizontal(_ way: TouchPlace) -> Bool { abs(way.x) > abs(way.y) }

  /// Whether content follows a way of the finger at all.
  package static func follows(_ way: TouchPlace, _ facts: ScrollFacts) -> Bool {
    facts.isEnabled && (isHorizontal(way) ? facts.movesX : facts.movesY)
  }

  /// Whether content is not at its edge in the direction of a way.
  package static func hasRoom(_ way: TouchPlace, _ facts: ScrollFacts) -> Bool {
    guard follows(way, facts) else { return false }
    if isHorizontal(way) {
      return way.x < 0 ? facts.offset.x < facts.maximum.x : facts.offset.x > facts.minimum.x
    }
    return way.y < 0 ? facts.offset.y < facts.maximum.y : facts.offset.y > facts.minimum.y
  }

  /// Whether a scroll view's pan may begin.
  ///
  /// - Parameters:
  ///   - way: The way of the fingers.
  ///   - facts: The scroll view.
  ///   - outer: The nearest one around it; nil if there is none.
  package static func mayBegin(
    _ way: TouchPlace,
    _ facts: ScrollFacts,
    inside outer: ScrollFacts?
  ) -> Bool {
    guard follows(way, facts) else { return false }
    guard !hasRoom(way, facts), let outer else { return true }
    return !hasRoom(way, outer)
  }

  /// The axes that a drag moves, once it begins with a way.
  package static func axes(_ way: TouchPlace, _ facts: ScrollFacts) -> (x: Bool, y: Bool) {
    let (x, y) = (facts.movesX, facts.movesY)
    guard facts.isLocking, x, y else { return (x, y) }
    let (small, large) = (min(abs(way.x), abs(way.y)), max(abs(way.x), abs(way.y)))
    guard small < large / 2 else { return (x, y) }
    return isHorizontal(way) ? (true, false) : (false, true)
  }
}

/// A drag of content by fingers.
package struct ScrollDrag: Sendable {
  /// The offset at its begin, as far as the finger would have pulled it.
  package var start: TouchPlace
  package let axes: (x: Bool, y: Bool)

  /// Begins with a way of the fingers.
  package init(_ facts: ScrollFacts, way: TouchPlace) {
    axes = ScrollIntake.axes(way, facts)
    start = TouchPlace(
      ScrollPhysics.unbanded(
        facts.offset.x,
        in: facts.minimum.x...facts.maximum.x,
        dimension: facts.viewport.x
      ),
      ScrollPhysics.unbanded(
        facts.offset.y,
        in: facts.minimum.y...facts.maximum.y,
        dimension: facts.viewport.y
      )
    )
  }

  /// Returns the offset that shows for a translation of the fingers.
  package func offset(_ translation: TouchPlace, _ facts: ScrollFacts) -> TouchPlace {
    let pulled = start - translation
    var offset = facts.offset
    for axis in 0...1 where axis == 0 ? axes.x : axes.y {
      let range = facts.minimum[axis]...facts.maximum[axis]
      let always = axis == 0 ? facts.alwaysBouncesX : facts.alwaysBouncesY
      offset[axis] =
        facts.bounces && (always || range.lowerBound < range.upperBound)
        ? ScrollPhysics.banded(pulled[axis], in: range, dimension: facts.viewport[axis])
        : min(max(pulled[axis], range.lowerBound), range.upperBound)
    }
    return offset
  }

  /// Returns the part of the way that content without bounces leaves to the scroll view around it.
  package func rest(_ translation: TouchPlace, _ facts: ScrollFacts) -> TouchPlace {
    var rest = TouchPlace.zero
    guard !facts.bounces else { return rest }
    let pulled = start - translation
    for axis in 0...1 where axis == 0 ? axes.x : axes.y {
      rest[axis] = pulled[axis] - min(max(pulled[axis], facts.minimum[axis]), facts.maximum[axis])
    }
    return rest
  }
}

/// Content that moves by what a drag in it leaves over, within its range.
package struct ScrollPush: Sendable {
  /// The offset at its begin.
  private let start: TouchPlace

  /// Begins where a scroll view stands.
  package init(_ facts: ScrollFacts) { start = facts.offset }

  /// Returns the offset after the rest of a way.
  package func offset(_ rest: TouchPlace, _ facts: ScrollFacts) -> TouchPlace {
    var offset = facts.offset
    guard facts.isEnabled else { return offset }
    for axis in 0...1 where axis == 0 ? facts.movesX : facts.movesY {
      let range = min(start[axis], facts.minimum[axis])...max(start[axis], facts.maximum[axis])
      offset[axis] = min(max(start[axis] + rest[axis], range.lowerBound), range.upperBound)
    }
    return offset
  }
}
