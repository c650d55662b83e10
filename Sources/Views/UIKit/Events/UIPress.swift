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
  /// The number of the key.
  ///
  /// **Differences**: it is that of the key of an American keyboard that types the characters.
  open var keyCode: UIKeyboardHIDUsage {
    UIKeyboardHIDUsage(typing: text, onPad: flags.contains(.numericPad))
  }

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

  /// The buttons of remotes and of controllers of games, some of which keys stand for.
  public enum PressType: Int, CaseIterable, Sendable {
    /// Up; the arrow of a keyboard.
    case upArrow = 0
    /// Down; the arrow of a keyboard.
    case downArrow = 1
    /// Left; the arrow of a keyboard.
    case leftArrow = 2
    /// Right; the arrow of a keyboard.
    case rightArrow = 3
    /// The button that selects; the return key.
    case select = 4
    /// The button that goes back; the escape key.
    case menu = 5
    /// The button that plays and pauses.
    case playPause = 6
    /// A page up; the key of that name.
    case pageUp = 30
    /// A page down; the key of that name.
    case pageDown = 31
    /// The button for numbers of a remote.
    case tvRemoteOneTwoThree = 32
    /// The button for colours of a remote.
    case tvRemoteFourColors = 33
  }

  final var currentPhase = Phase.began
  final var moment: TimeInterval
  private let pressed: UIKey?
  private weak var target: UIResponder?
  private weak var targetWindow: UIWindow?
  /// The recognisers that received it.
  final var recognizers: [UIGestureRecognizer.WeakRecognizer] = []

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
  /// The button.
  ///
  /// **Differences**: a key that stands for no button has the type of the select button.
  open var type: PressType { buttonType ?? .select }
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

extension UIPress {
  /// The button that its key stands for; nil for a key that is only that.
  final var buttonType: PressType? {
    switch key?.characters {
    case "UIKeyInputUpArrow": .upArrow
    case "UIKeyInputDownArrow": .downArrow
    case "UIKeyInputLeftArrow": .leftArrow
    case "UIKeyInputRightArrow": .rightArrow
    case "UIKeyInputPageUp": .pageUp
    case "UIKeyInputPageDown": .pageDown
    case "UIKeyInputEscape", "\u{1B}": .menu
    case "\r", "\n", "\r\n": .select
    default: nil
    }
  }

  /// Whether a recogniser of these types of presses receives it: a key that is no button goes to
  /// those that take all.
  final func isAmong(_ types: [NSNumber]) -> Bool {
    guard let buttonType else {
      return PressType.allCases.allSatisfy { types.contains(NSNumber(value: $0.rawValue)) }
    }
    return types.contains(NSNumber(value: buttonType.rawValue))
  }
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
