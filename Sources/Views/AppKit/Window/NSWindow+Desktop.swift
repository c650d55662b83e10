// A window on the desktop: its events become those of the mouse, the wheel and the keys.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore
import QuartzViews

extension NSWindow {
  /// Opens the window of the desktop that shows the context.
  final func openOnDesktop(_ context: CAContext) throws(CAContextError) {
    let mouse = DesktopMouse(self)
    try mouse.input.open(context, title: title.isEmpty ? nil : title, for: mouse)
  }

  /// Takes the input of the windows in which a render server shows the context.
  final func listen(to context: CAContext) {
    let mouse = DesktopMouse(self)
    mouse.input.listen(to: context, for: mouse)
  }
}

/// Makes events of AppKit from those of a window of the desktop.
@MainActor
private final class DesktopMouse: DesktopReceiver {
  let input = DesktopInput()
  private weak var window: NSWindow?
  private var flags = NSEvent.ModifierFlags()
  private var clicks = 0

  /// The points that a notch of the wheel stands for.
  private static let notch: CGFloat = 10
  private static let (left, middle, right) = (1, 2, 3)

  init(_ window: NSWindow) {
    self.window = window
  }

  func receive(_ change: DesktopInput.Pointer, at point: CGPoint, _ modifiers: Modifiers) {
    switch change {
    case .moved:
      let button = dragged
      send(button.map { Self.types($0).dragged } ?? .mouseMoved, point, modifiers, button: button)
    case .left: send(.mouseMoved, point, modifiers)
    case .down(let button, let clicks):
      self.clicks = clicks
      send(Self.types(button).down, point, modifiers, button: button)
    case .up(let button): send(Self.types(button).up, point, modifiers, button: button)
    }
  }

  /// The kinds of events of a button.
  private static func types(
    _ button: Int
  ) -> (down: NSEvent.EventType, up: NSEvent.EventType, dragged: NSEvent.EventType) {
    switch button {
    case left: (.leftMouseDown, .leftMouseUp, .leftMouseDragged)
    case right: (.rightMouseDown, .rightMouseUp, .rightMouseDragged)
    default: (.otherMouseDown, .otherMouseUp, .otherMouseDragged)
    }
  }

  /// The number of a button in AppKit.
  private static func number(_ button: Int) -> Int {
    switch button {
    case left: 0
    case right: 1
    case middle: 2
    default: min(max(button - 1, 2), NSEvent.lastButton)
    }
  }

  func turnWheel(right: CGFloat, up: CGFloat, at point: CGPoint, _ modifiers: Modifiers) {
    guard let event = make(.scrollWheel, point, modifiers) else { return }
    event.scrollingDeltaX = (0 - right) * Self.notch
    event.scrollingDeltaY = up * Self.notch
    NSApplication.shared.sendEvent(event)
  }

  /// A finger is the left button, as on a Mac's screen that mirrors one.
  func receive(
    _ phase: DesktopInput.Touch,
    finger: Int,
    at point: CGPoint,
    _ modifiers: Modifiers
  ) {
    switch phase {
    case .began:
      clicks = 1
      send(.leftMouseDown, point, modifiers)
    case .moved: send(.leftMouseDragged, point, modifiers)
    case .ended: send(.leftMouseUp, point, modifiers)
    }
  }

  func keyDown(_ key: Key, _ modifiers: Modifiers) { send(.keyDown, key, modifiers) }

  func keyUp(_ key: Key, _ modifiers: Modifiers) { send(.keyUp, key, modifiers) }

  func focusChanged(isFocused: Bool) {
    guard let window else { return }
    if isFocused {
      window.makeKey()
    } else if window.isKeyWindow {
      NSApplication.shared.keyWindow = nil
    }
  }

  /// Gives the window the size that the user chose; the upper edge stays where it is.
  func follow(_ size: CGSize) {
    guard let window, size != window.frame.size else { return }
    let frame = window.frame
    window.setFrame(
      NSRect(x: frame.minX, y: frame.maxY - size.height, width: size.width, height: size.height),
      display: true
    )
  }

  func closed(_ ending: CAContext.Window.Ending) {
    guard let window else { return }
    window.onClose?(ending)
    if ending != .program { window.close() }
  }

  /// The button that a movement is a drag of, by the buttons and fingers that are down; nil if none
  /// is.
  private var dragged: Int? {
    if input.buttons.contains(Self.left) || !input.fingers.isEmpty { return Self.left }
    return input.buttons.contains(Self.right) ? Self.right : input.buttons.min()
  }

  private func make(
    _ type: NSEvent.EventType,
    _ point: CGPoint,
    _ modifiers: Modifiers
  ) -> NSEvent? {
    guard let window else { return nil }
    let hasClicks = type != .mouseMoved && type != .scrollWheel
    return NSEvent(
      type,
      at: NSPoint(x: point.x, y: window.frame.height - point.y),
      flags: flags(modifiers),
      time: CACurrentMediaTime(),
      window: window.windowNumber,
      clicks: hasClicks ? clicks : 0
    )
  }

  private func send(
    _ type: NSEvent.EventType,
    _ point: CGPoint,
    _ modifiers: Modifiers,
    button: Int? = nil
  ) {
    guard let event = make(type, point, modifiers) else { return }
    if let button { event.buttonNumber = Self.number(button) }
    NSApplication.shared.sendEvent(event)
  }

  private func send(_ type: NSEvent.EventType, _ key: Key, _ modifiers: Modifiers) {
    guard let window else { return }
    let flags = flags(modifiers)
    let isModifier = (0xE0...0xE7).contains(key.usage) || key.usage == 0x39
    // Modifier keys type nothing.
    if isModifier, flags == self.flags { return }
    self.flags = flags
    let event = NSEvent(
      isModifier ? .flagsChanged : type,
      at: NSApplication.shared.pointer,
      flags: flags,
      time: CACurrentMediaTime(),
      window: window.windowNumber
    )
    event.characters = isModifier ? "" : key.characters
    event.charactersIgnoringModifiers = isModifier ? "" : key.charactersIgnoringModifiers
    event.isARepeat = key.isRepeat
    event.keyCode = KeyCodes.code(usage: key.usage)
    NSApplication.shared.sendEvent(event)
  }

  /// The bits are those of AppKit.
  private func flags(_ modifiers: Modifiers) -> NSEvent.ModifierFlags {
    NSEvent.ModifierFlags(rawValue: UInt(modifiers.rawValue))
  }
}

/// The numbers that keys have on Apple's keyboards.
private enum KeyCodes {
  /// The first usage of the table, the letter A.
  private static let first = 4
  /// Index i: the number of the key with the usage `first + i`: letters, digits, signs.
  private static let codes: [UInt16] = [
    0, 11, 8, 2, 14, 3, 5, 4, 34, 38, 40, 37, 46, 45, 31, 35, 12, 15, 1, 17, 32, 9, 13, 7, 16, 6,
    18, 19, 20, 21, 23, 22, 26, 28, 25, 29,
    36, 53, 51, 48, 49, 27, 24, 33, 30, 42, 42, 41, 39, 50, 43, 47, 44,
  ]
  private static let others: [Int: UInt16] = [
    0x4A: 115, 0x4B: 116, 0x4C: 117, 0x4D: 119, 0x4E: 121, 0x4F: 124, 0x50: 123, 0x51: 125,
    0x52: 126, 0xE0: 59, 0xE1: 56, 0xE2: 58, 0xE3: 55, 0xE4: 62, 0xE5: 60, 0xE6: 61, 0xE7: 54,
    0x39: 57,
  ]
  /// The number of no key.
  private static let none: UInt16 = 0xFFFF

  static func code(usage: Int) -> UInt16 {
    let index = usage - first
    return codes.indices.contains(index) ? codes[index] : others[usage] ?? none
  }
}
