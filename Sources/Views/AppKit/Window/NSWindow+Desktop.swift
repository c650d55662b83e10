// A window on the desktop: its events become those of the mouse, the wheel and the keys.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzViews

extension NSWindow {
  /// Opens the window of the desktop that shows the context.
  final func openOnDesktop(_ context: CAContext) throws(CAContextError) {
    let name = title.isEmpty ? ProcessInfo.processInfo.processName : title
    let shown = try context.showInWindow(title: name)
    var input = DesktopInput()
    shown.onEvent = { [weak self] event in
      onViewThread { if let self { input.take(event, for: self) } }
    }
    shown.onClose = { [weak self] ending in
      onViewThread {
        guard let self else { return }
        self.onClose?(ending)
        if ending != .program { self.close() }
      }
    }
  }

  /// Gives the window the size that the user chose; the upper edge stays where it is.
  fileprivate func follow(_ size: CGSize) {
    guard size != frame.size else { return }
    setFrame(
      NSRect(x: frame.minX, y: frame.maxY - size.height, width: size.width, height: size.height),
      display: true
    )
  }
}

/// The buttons of a window of the desktop that are down.
@MainActor
private struct DesktopInput {
  private var buttons: Set<Int> = []
  private var flags = NSEvent.ModifierFlags()
  private var clicks = 0

  /// The points that a notch of the wheel stands for.
  private static let notch: CGFloat = 10
  private static let (left, right) = (1, 3)

  mutating func take(_ event: CAContext.Window.Event, for window: NSWindow) {
    // The bits are those of AppKit.
    let flags = NSEvent.ModifierFlags(rawValue: UInt(event.modifiers.rawValue))
    switch event.kind {
    case .pointerMoved(let point): send(moved, point, flags, window)
    case .buttonDown(let button, let clicks, let point):
      guard button == Self.left || button == Self.right else { return }
      buttons.insert(button)
      self.clicks = clicks
      send(button == Self.left ? .leftMouseDown : .rightMouseDown, point, flags, window)
    case .buttonUp(let button, let point):
      guard buttons.remove(button) != nil else { return }
      send(button == Self.left ? .leftMouseUp : .rightMouseUp, point, flags, window)
    case .wheel(let right, let up, let point):
      let event = make(.scrollWheel, point, flags, window)
      event.scrollingDeltaX = (0 - right) * Self.notch
      event.scrollingDeltaY = up * Self.notch
      NSApplication.shared.sendEvent(event)
    // A finger is the left button, as on a Mac's screen that mirrors one.
    case .touchBegan(_, let point):
      clicks = 1
      buttons.insert(Self.left)
      send(.leftMouseDown, point, flags, window)
    case .touchMoved(_, let point): send(.leftMouseDragged, point, flags, window)
    case .touchEnded(_, let point):
      buttons.remove(Self.left)
      send(.leftMouseUp, point, flags, window)
    case .keyDown(let key): send(.keyDown, key, flags, window)
    case .keyUp(let key): send(.keyUp, key, flags, window)
    case .focus(true): window.makeKey()
    case .focus(false): if window.isKeyWindow { NSApplication.shared.keyWindow = nil }
    case .resized(let size, _): window.follow(size)
    case .pointerLeft: send(.mouseMoved, CGPoint(x: -1, y: -1), flags, window)
    }
  }

  /// The kind of a movement, by the buttons that are down.
  private var moved: NSEvent.EventType {
    if buttons.contains(Self.left) { return .leftMouseDragged }
    return buttons.contains(Self.right) ? .rightMouseDragged : .mouseMoved
  }

  private func make(
    _ type: NSEvent.EventType,
    _ point: CGPoint,
    _ flags: NSEvent.ModifierFlags,
    _ window: NSWindow
  ) -> NSEvent {
    let hasClicks = type != .mouseMoved && type != .scrollWheel
    return NSEvent(
      type,
      at: NSPoint(x: point.x, y: window.frame.height - point.y),
      flags: flags,
      time: CACurrentMediaTime(),
      window: window.windowNumber,
      clicks: hasClicks ? clicks : 0
    )
  }

  private func send(
    _ type: NSEvent.EventType,
    _ point: CGPoint,
    _ flags: NSEvent.ModifierFlags,
    _ window: NSWindow
  ) {
    NSApplication.shared.sendEvent(make(type, point, flags, window))
  }

  private mutating func send(
    _ type: NSEvent.EventType,
    _ key: CAContext.Window.Event.Key,
    _ flags: NSEvent.ModifierFlags,
    _ window: NSWindow
  ) {
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
