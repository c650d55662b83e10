// Swipes.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// Recognises a quick drag into a direction.
///
/// It is one of 50 points within half a second, that leaves its direction by less than half its
/// length.
open class UISwipeGestureRecognizer: UIGestureRecognizer {
  /// Directions of swipes.
  public struct Direction: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates directions from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// To the right.
    public static let right = Direction(rawValue: 1 << 0)
    /// To the left.
    public static let left = Direction(rawValue: 1 << 1)
    /// Up.
    public static let up = Direction(rawValue: 1 << 2)
    /// Down.
    public static let down = Direction(rawValue: 1 << 3)
  }

  /// The directions that it takes; to the right by default.
  open var direction = Direction.right
  /// The fingers that it takes; 1 by default.
  open var numberOfTouchesRequired = 1

  /// In points and seconds.
  static let length: CGFloat = 50
  static let longest: TimeInterval = 0.5

  private var start: (place: CGPoint, time: TimeInterval)?

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    if numberOfTouches > numberOfTouchesRequired { return state = .failed }
    start = (location(in: nil), event.timestamp)
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard state == .possible, let start else { return }
    if event.timestamp - start.time > UISwipeGestureRecognizer.longest { return state = .failed }
    let place = location(in: nil)
    let (dx, dy) = (place.x - start.place.x, place.y - start.place.y)
    let (along, across) = abs(dx) > abs(dy) ? (dx, dy) : (dy, dx)
    guard abs(along) >= UISwipeGestureRecognizer.length else { return }
    let way: Direction = abs(dx) > abs(dy) ? (dx > 0 ? .right : .left) : (dy > 0 ? .down : .up)
    let isStraight = abs(across) < abs(along) / 2
    let isWanted = direction.contains(way) && numberOfTouches == numberOfTouchesRequired
    state = isStraight && isWanted ? .ended : .failed
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    touchesMoved(touches, with: event)
    if state == .possible { state = .failed }
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    state = .failed
  }

  open override func reset() { start = nil }
}
