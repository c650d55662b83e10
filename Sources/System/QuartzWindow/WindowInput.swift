// The input of a window, as events of the output that the window shows.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath
package import QuartzModel

/// Turns the events of one window into those of its output.
///
/// A key and the characters that it types are two events of the desktop and one of the output. So a
/// key waits for the event after it, or for `settle` where none follows.
package struct WindowInput {
  private var heldKey: (key: WindowEvent.Key, modifiers: OutputEvent.Modifiers, time: Double)?

  package init() {}

  /// Whether a key waits.
  package var holdsKey: Bool { heldKey != nil }

  /// Takes an event of the window.
  ///
  /// - Parameters:
  ///   - event: The event; those that are no input give none.
  ///   - points: Makes points of the output from pixels of the window.
  /// - Returns: The events of the output; those that no number says where are left out.
  package mutating func take(
    _ event: WindowEvent,
    _ points: (Point) -> Point
  ) -> [OutputEvent] {
    var events: [OutputEvent] = []
    if let held = heldKey {
      heldKey = nil
      // Characters that a key types follow it at once.
      if case .text(let text) = event.kind {
        return [Self.event(held.key, text, held.modifiers, held.time)].filter(\.isValid)
      }
      events.append(Self.event(held.key, nil, held.modifiers, held.time))
    }
    let modifiers = OutputEvent.Modifiers(event.modifiers)
    if case .key(let key) = event.kind {
      if key.isDown {
        heldKey = (key, modifiers, event.time)
      } else {
        events.append(Self.event(key, nil, modifiers, event.time))
      }
    } else if let kind = Self.kind(event.kind, points) {
      events.append(OutputEvent(kind, modifiers, time: event.time))
    }
    return events.filter(\.isValid)
  }

  /// Returns a key that typed nothing, once no event follows it.
  package mutating func settle() -> OutputEvent? {
    defer { heldKey = nil }
    return heldKey.map { Self.event($0.key, nil, $0.modifiers, $0.time) }
  }

  private static func event(
    _ key: WindowEvent.Key,
    _ text: String?,
    _ modifiers: OutputEvent.Modifiers,
    _ time: Double
  ) -> OutputEvent {
    OutputEvent(.key(OutputEvent.Key(key, text: text), isDown: key.isDown), modifiers, time: time)
  }

  private static func kind(
    _ kind: WindowEvent.Kind,
    _ points: (Point) -> Point
  ) -> OutputEvent.Kind? {
    switch kind {
    case .focus(let hasFocus): .focus(hasFocus)
    case .pointer(let x, let y, _): .pointerMoved(points(Point(x, y)))
    case .pointerLeft: .pointerLeft
    case .button(let button, 0, let x, let y): .buttonUp(button, at: points(Point(x, y)))
    case .button(let button, let clicks, let x, let y):
      .buttonDown(button, clicks: clicks, at: points(Point(x, y)))
    case .wheel(let x, let y, let right, let up):
      .wheel(right: right, up: up, at: points(Point(x, y)))
    case .finger(let id, let phase, let x, let y):
      .touch(phase.finger, Int(truncatingIfNeeded: id), at: points(Point(x, y)))
    case .displayLost, .close, .changed, .visibility, .monitor, .key, .text, .dropped: nil
    }
  }
}

extension WindowEvent.FingerPhase {
  fileprivate var finger: OutputEvent.Finger {
    switch self {
    case .down: .began
    case .moved: .moved
    case .up: .ended
    }
  }
}

extension OutputEvent.Modifiers {
  fileprivate init(_ modifiers: WindowModifiers) {
    self = []
    if modifiers.hasCapsLock { insert(.capsLock) }
    if modifiers.hasShift { insert(.shift) }
    if modifiers.hasControl { insert(.control) }
    if modifiers.hasAlternate { insert(.option) }
    if modifiers.hasCommand { insert(.command) }
  }
}

extension OutputEvent.Key {
  /// The characters of keys that type none, by SDL's numbers.
  private static let special: [Int32: String] = [
    WindowKey.up: "\u{F700}", WindowKey.down: "\u{F701}", WindowKey.left: "\u{F702}",
    WindowKey.right: "\u{F703}", WindowKey.home: "\u{F729}", WindowKey.end: "\u{F72B}",
    WindowKey.pageUp: "\u{F72C}", WindowKey.pageDown: "\u{F72D}", WindowKey.delete: "\u{F728}",
    WindowKey.backspace: "\u{7F}",
  ]

  /// - Parameter text: The typed characters; nil for nothing.
  fileprivate init(_ key: WindowEvent.Key, text: String?) {
    let plain =
      OutputEvent.Key.special[key.code]
      ?? UInt32(exactly: key.code).flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? ""
    self.init(
      characters: text ?? plain,
      plainCharacters: plain,
      usage: UInt32(clamping: key.place),
      isRepeat: key.isRepeat
    )
  }
}
