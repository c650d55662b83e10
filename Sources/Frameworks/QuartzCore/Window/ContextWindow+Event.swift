// The events of a context's window.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import QuartzWindow

extension CAContext.Window {
  /// Something that the user or the desktop did with a window.
  public struct Event: Sendable {
    /// The kinds of events.
    ///
    /// Points are those of the context's picture, from its top left.
    public enum Kind: Sendable {
      /// The pointer moved.
      case pointerMoved(CGPoint)
      /// The pointer left the window.
      case pointerLeft
      /// A button went down: 1 left, 2 middle, 3 right. Clicks in short succession are counted.
      case buttonDown(Int, clicks: Int, at: CGPoint)
      /// A button went up.
      case buttonUp(Int, at: CGPoint)
      /// The wheel turned; positive is to the right and away from the user, a notch is 1.
      case wheel(right: Double, up: Double, at: CGPoint)
      /// A finger came down.
      case touchBegan(Int, at: CGPoint)
      /// A finger moved.
      case touchMoved(Int, to: CGPoint)
      /// A finger was lifted.
      case touchEnded(Int, at: CGPoint)
      /// A key went down, or repeats.
      case keyDown(Key)
      /// A key went up.
      case keyUp(Key)
      /// Keys go to the window, or no longer do.
      case focus(Bool)
      /// The window has another size in points, or its monitor another scale; the context has both
      /// by now.
      case resized(CGSize, scale: CGFloat)
    }

    /// A key of the keyboard.
    public struct Key: Equatable, Sendable {
      /// The characters that it types with the modifier keys that are down; for keys that type
      /// none, those of `NSEvent`: U+F700 to U+F703 are the arrows.
      public var characters: String
      /// The characters that it types without modifier keys.
      public var charactersIgnoringModifiers: String
      /// The place on the keyboard, as the usage tables of USB number it.
      public var usage: Int
      /// Whether it is held, and repeats.
      public var isRepeat: Bool
    }

    /// The modifier keys of an event.
    public struct Modifiers: OptionSet, Sendable {
      /// The bits.
      public let rawValue: Int
      /// Creates modifiers from their bits.
      public init(rawValue: Int) { self.rawValue = rawValue }
      /// Caps lock is on.
      public static let capsLock = Modifiers(rawValue: 1 << 16)
      /// Shift.
      public static let shift = Modifiers(rawValue: 1 << 17)
      /// Control.
      public static let control = Modifiers(rawValue: 1 << 18)
      /// Option, or Alt.
      public static let option = Modifiers(rawValue: 1 << 19)
      /// Command: the key with the sign of a desktop.
      public static let command = Modifiers(rawValue: 1 << 20)
    }

    /// The kind.
    public var kind: Kind
    /// The modifier keys that were down.
    public var modifiers: Modifiers
  }
}

extension CAContext.Window.Event.Modifiers {
  init(_ modifiers: WindowModifiers) {
    self = []
    if modifiers.hasCapsLock { insert(.capsLock) }
    if modifiers.hasShift { insert(.shift) }
    if modifiers.hasControl { insert(.control) }
    if modifiers.hasAlternate { insert(.option) }
    if modifiers.hasCommand { insert(.command) }
  }
}

extension CAContext.Window.Event.Key {
  /// The characters of keys that type none, by SDL's numbers.
  private static let special: [Int32: String] = [
    WindowKey.up: "\u{F700}", WindowKey.down: "\u{F701}", WindowKey.left: "\u{F702}",
    WindowKey.right: "\u{F703}", WindowKey.home: "\u{F729}", WindowKey.end: "\u{F72B}",
    WindowKey.pageUp: "\u{F72C}", WindowKey.pageDown: "\u{F72D}", WindowKey.delete: "\u{F728}",
    WindowKey.backspace: "\u{7F}",
  ]

  /// - Parameter text: The typed characters; nil for nothing.
  init(_ key: WindowEvent.Key, text: String?) {
    let plain =
      CAContext.Window.Event.Key.special[key.code]
      ?? UInt32(exactly: key.code).flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? ""
    characters = text ?? plain
    charactersIgnoringModifiers = plain
    usage = Int(key.place)
    isRepeat = key.isRepeat
  }
}
