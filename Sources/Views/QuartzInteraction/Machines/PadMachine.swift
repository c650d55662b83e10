// Pads that tell of changes.
// Licensed under the MIT license; see LICENSE.

/// Magnifications and turns on a pad, which has no places of fingers.
///
/// It begins with the first change.
package struct PadMachine: Sendable {
  /// The sum of the changes.
  package var value = 0.0

  mutating func take(
    _ phase: TouchPhase,
    _ hand: GestureHand,
    _ moment: MachineMoment
  ) -> GestureWish? {
    for finger in hand.fingers where finger.phase == phase { value += finger.amount }
    return switch phase {
    case .began: moment.isActive ? .change : .begin
    case .moved: moment.isActive ? .change : nil
    case .ended: moment.isActive ? .end : .fail
    case .cancelled: moment.isActive ? .cancel : .fail
    }
  }
}
