// The events of the windows that show a context.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import QuartzModel

extension CAContext.Window {
  /// Something that the user or the desktop did with a window.
  public struct Event: Sendable {
    /// The kinds of events.
    ///
    /// Points are those of the context's picture, from its top left. For a context that shows in a
    /// layer of another program they are those of that layer's space, in which the context's layer
    /// lies.
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
    public var modifiers: Modifiers = []
    /// When the window got it, in seconds of the machine's monotonic clock.
    public var timestamp: CFTimeInterval
  }
}

extension CAContext.Window.Event {
  /// Nil for what programs do not hear of as an event.
  init?(_ event: OutputEvent) {
    guard let kind = Kind(event.kind) else { return nil }
    // The bits are the same.
    let modifiers = Modifiers(rawValue: Int(event.modifiers.rawValue))
    self.init(kind: kind, modifiers: modifiers, timestamp: event.time)
  }
}

extension CAContext.Window.Event.Kind {
  fileprivate init?(_ kind: OutputEvent.Kind) {
    switch kind {
    case .pointerMoved(let point): self = .pointerMoved(CGPoint(point))
    case .pointerLeft: self = .pointerLeft
    case .buttonDown(let button, let clicks, let point):
      self = .buttonDown(button, clicks: clicks, at: CGPoint(point))
    case .buttonUp(let button, let point): self = .buttonUp(button, at: CGPoint(point))
    case .wheel(let right, let up, let point):
      self = .wheel(right: right, up: up, at: CGPoint(point))
    case .touch(.began, let finger, let point): self = .touchBegan(finger, at: CGPoint(point))
    case .touch(.moved, let finger, let point): self = .touchMoved(finger, to: CGPoint(point))
    case .touch(.ended, let finger, let point): self = .touchEnded(finger, at: CGPoint(point))
    case .key(let key, isDown: true): self = .keyDown(.init(key))
    case .key(let key, isDown: false): self = .keyUp(.init(key))
    case .focus(let hasFocus): self = .focus(hasFocus)
    case .headroom: return nil
    }
  }
}

extension CAContext.Window.Event.Key {
  fileprivate init(_ key: OutputEvent.Key) {
    characters = key.characters
    charactersIgnoringModifiers = key.plainCharacters
    usage = Int(key.usage)
    isRepeat = key.isRepeat
  }
}
