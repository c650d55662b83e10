// Keys and buttons.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// Keys that change others.
public struct UIKeyModifierFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int
  /// Creates flags from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// Caps lock.
  public static let alphaShift = UIKeyModifierFlags(rawValue: 1 << 16)
  /// Shift.
  public static let shift = UIKeyModifierFlags(rawValue: 1 << 17)
  /// Control.
  public static let control = UIKeyModifierFlags(rawValue: 1 << 18)
  /// Option.
  public static let alternate = UIKeyModifierFlags(rawValue: 1 << 19)
  /// Command.
  public static let command = UIKeyModifierFlags(rawValue: 1 << 20)
  /// The pad of numbers.
  public static let numericPad = UIKeyModifierFlags(rawValue: 1 << 21)
}

/// A key of a keyboard.
open class UIKey: NSObject {
  private let text: String
  private let flags: UIKeyModifierFlags

  /// Creates a key.
  ///
  /// **Differences**: an addition, for injected events.
  public init(characters: String, modifierFlags: UIKeyModifierFlags = []) {
    text = characters
    flags = modifierFlags
    super.init()
  }

  /// The characters that it types.
  open var characters: String { text }
  /// The characters that it would type without shift.
  open var charactersIgnoringModifiers: String { text.lowercased() }
  /// The keys that were held with it.
  open var modifierFlags: UIKeyModifierFlags { flags }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

/// A key or button that is held.
@preconcurrency
@MainActor
open class UIPress: NSObject {
  /// The state of a press.
  public enum Phase: Int, Sendable {
    /// It went down.
    case began = 0
    /// Its force changed.
    case changed = 1
    /// It is held.
    case stationary = 2
    /// It went up.
    case ended = 3
    /// It was taken away.
    case cancelled = 4
  }

  final var currentPhase = Phase.began
  final var moment: TimeInterval
  private let pressed: UIKey?
  private weak var target: UIResponder?
  private weak var targetWindow: UIWindow?

  init(_ key: UIKey, in window: UIWindow?, to responder: UIResponder?, time: TimeInterval) {
    pressed = key
    target = responder
    targetWindow = window
    moment = time
    super.init()
  }

  /// When it changed last.
  open var timestamp: TimeInterval { moment }
  /// The state.
  open var phase: Phase { currentPhase }
  /// The key; nil for a button.
  open var key: UIKey? { pressed }
  /// The window that gets it.
  open var window: UIWindow? { targetWindow }
  /// The responder that gets it.
  open var responder: UIResponder? { target }
  /// The force of a button, in 0...1.
  open var force: CGFloat { currentPhase == .ended ? 0 : 1 }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}

/// An event of keys and buttons.
@preconcurrency
@MainActor
open class UIPressesEvent: UIEvent {
  final var presses: Set<UIPress> = []

  init(time: TimeInterval) { super.init(.presses, time: time) }

  /// All presses of the event.
  open var allPresses: Set<UIPress> { presses }
}
