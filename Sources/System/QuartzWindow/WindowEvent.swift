// The events of windows.
// Licensed under the MIT license; see LICENSE.

import CQuartzSDL

/// Something that happened to a window.
///
/// Places are in pixels of the window, from its top left.
package struct WindowEvent: Sendable {
  /// The phases of a finger.
  package enum FingerPhase: Int32, Sendable {
    case down, moved, up
  }

  /// A key of the keyboard.
  package struct Key: Equatable, Sendable {
    /// The character that the key has without modifiers, or a number of SDL's for keys without one.
    package var code: Int32
    /// The place on the keyboard, as USB numbers it.
    package var place: Int32
    package var isDown: Bool
    package var isRepeat: Bool
  }

  /// The kinds of events.
  package enum Kind: Sendable {
    /// The display is gone, with all windows.
    case displayLost
    /// The user asks for the window to be closed.
    case close
    /// The window has another size, or its pixels are gone.
    case changed
    /// Whether the window can be seen at all is another matter than before.
    case visibility(Bool)
    /// Keys go to the window, or no longer do.
    case focus(Bool)
    /// The window is on another monitor, or its monitor has another mode.
    case monitor
    case key(Key)
    /// Typed characters.
    case text(String)
    /// The pointer moved; the buttons that are down.
    case pointer(x: Double, y: Double, buttons: Int32)
    case pointerLeft
    /// A button went down, with its clicks in short succession, or up, with 0.
    case button(Int, clicks: Int, x: Double, y: Double)
    /// The wheel turned; positive is to the right and away from the user, a notch is 1.
    case wheel(x: Double, y: Double, right: Double, up: Double)
    case finger(Int64, FingerPhase, x: Double, y: Double)
    /// A file was dropped on the window.
    case dropped(path: String)
  }

  /// The number of the window; 0 for all.
  package var window: UInt32
  package var kind: Kind
  package var modifiers: WindowModifiers
  /// When it was taken from the desktop, in seconds of CLOCK_MONOTONIC.
  package var time: Double

  package init(_ kind: Kind, window: UInt32, _ modifiers: WindowModifiers = [], time: Double) {
    (self.kind, self.window, self.modifiers, self.time) = (kind, window, modifiers, time)
  }

  /// Creates an event from that of the library; nil for one of no interest.
  init?(_ event: quartz_window_event) {
    window = event.window
    modifiers = WindowModifiers(rawValue: event.modifiers)
    time = WindowSystem.now
    switch event.kind {
    case QUARTZ_WINDOW_LOST: kind = .displayLost
    case QUARTZ_WINDOW_CLOSE: kind = .close
    case QUARTZ_WINDOW_CHANGED: kind = .changed
    case QUARTZ_WINDOW_HIDDEN: kind = .visibility(false)
    case QUARTZ_WINDOW_SHOWN: kind = .visibility(true)
    case QUARTZ_WINDOW_FOCUS: kind = .focus(event.code != 0)
    case QUARTZ_WINDOW_MONITOR: kind = .monitor
    case QUARTZ_WINDOW_KEY:
      kind = .key(
        Key(
          code: event.code,
          place: event.place,
          isDown: event.count != 0,
          isRepeat: event.repeats != 0
        )
      )
    case QUARTZ_WINDOW_TEXT:
      kind = .text(
        withUnsafeBytes(of: event.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      )
    case QUARTZ_WINDOW_POINTER: kind = .pointer(x: event.x, y: event.y, buttons: event.code)
    case QUARTZ_WINDOW_LEAVE: kind = .pointerLeft
    case QUARTZ_WINDOW_BUTTON:
      kind = .button(Int(event.code), clicks: Int(event.count), x: event.x, y: event.y)
    case QUARTZ_WINDOW_WHEEL:
      kind = .wheel(x: event.x, y: event.y, right: event.dx, up: event.dy)
    case QUARTZ_WINDOW_FINGER:
      guard let phase = FingerPhase(rawValue: event.count) else { return nil }
      kind = .finger(event.finger, phase, x: event.x, y: event.y)
    case QUARTZ_WINDOW_DROP:
      guard let path = event.path else { return nil }
      kind = .dropped(path: String(cString: path))
    default: return nil
    }
  }
}

/// The modifier keys that are down, as SDL 2 numbers them.
package struct WindowModifiers: OptionSet, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  private static let shifts: Int32 = 0x3
  private static let controls: Int32 = 0xC0
  private static let alternates: Int32 = 0x300
  private static let commands: Int32 = 0xC00
  private static let capsLock: Int32 = 0x2000

  /// Either of the two keys.
  package var hasShift: Bool { rawValue & Self.shifts != 0 }
  package var hasControl: Bool { rawValue & Self.controls != 0 }
  package var hasAlternate: Bool { rawValue & Self.alternates != 0 }
  package var hasCommand: Bool { rawValue & Self.commands != 0 }
  package var hasCapsLock: Bool { rawValue & Self.capsLock != 0 }
}

/// Keys without a character; the numbers are SDL 2's.
package enum WindowKey {
  package static let right: Int32 = 0x4000_004F
  package static let left: Int32 = 0x4000_0050
  package static let down: Int32 = 0x4000_0051
  package static let up: Int32 = 0x4000_0052
  package static let home: Int32 = 0x4000_004A
  package static let end: Int32 = 0x4000_004D
  package static let pageUp: Int32 = 0x4000_004B
  package static let pageDown: Int32 = 0x4000_004E
  package static let keypadMinus: Int32 = 0x4000_0056
  package static let keypadPlus: Int32 = 0x4000_0057
  package static let escape: Int32 = 27
  package static let `return`: Int32 = 13
  package static let backspace: Int32 = 8
  package static let tab: Int32 = 9
  package static let delete: Int32 = 127
}
