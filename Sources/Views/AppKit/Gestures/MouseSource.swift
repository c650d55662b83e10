// Buttons and pads as sources of events.
// Licensed under the MIT license; see LICENSE.

import QuartzInteraction

/// A button of the mouse or a gesture of a pad: the finger that it is for the interaction.
struct MouseSource: Hashable {
  /// The number of the finger.
  let finger: Int

  static let primary = MouseSource(finger: 0)
  static let secondary = MouseSource(finger: 1)
  // Buttons are 0...31.
  static let magnification = MouseSource(finger: 32)
  static let rotation = MouseSource(finger: 33)
  /// The bits of buttons beyond the second.
  static let otherBits = 0xFFFF_FFFC

  /// The bit by which masks of buttons have it.
  var bit: Int { 1 << finger }

  var isButton: Bool { finger < MouseSource.magnification.finger }

  /// Whether a mask of buttons has it.
  func isIn(_ mask: Int) -> Bool { isButton && mask & bit != 0 }
}

extension NSEvent {
  /// Where the event comes from; nil for events that have no beginning and no end.
  final var source: MouseSource? {
    switch type {
    case .magnify: .magnification
    case .rotate: .rotation
    default:
      type.button == nil ? nil : MouseSource(finger: min(max(buttonNumber, 0), NSEvent.lastButton))
    }
  }

  /// The phase of the event as that of a finger.
  final var touchPhase: TouchPhase {
    switch type {
    case .leftMouseDown, .rightMouseDown, .otherMouseDown: return .began
    case .leftMouseUp, .rightMouseUp, .otherMouseUp: return .ended
    default: break
    }
    if phase.contains(.began) { return .began }
    if phase.contains(.ended) { return .ended }
    return phase.contains(.cancelled) ? .cancelled : .moved
  }

  /// The change that a pad tells of: of the scale, or counterclockwise in radians.
  final var amount: Double {
    type == .rotate ? Double(rotation) * .pi / 180 : Double(magnification)
  }
}
