// Swipes.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzInteraction

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

  override func fill(_ settings: inout GestureSettings) {
    settings.kind = .swipe
    settings.fingers = numberOfTouchesRequired
    // The bits are the same.
    settings.directions = Int(direction.rawValue & 15)
  }

  /// Takes touches that began.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    takeByMachine(.began)
  }

  /// Takes touches that moved.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    takeByMachine(.moved)
  }

  /// Takes touches that ended.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    takeByMachine(.ended)
  }

  /// Takes touches that were taken away.
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    takeByMachine(.cancelled)
  }
}
