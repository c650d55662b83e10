// The application: its windows, and the pointer.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore
import QuartzViews

/// The program, as the owner of the windows and the end of the chain of responders.
///
/// **Differences**: there is no menu and no event source of its own; events are sent by the
/// program.
@preconcurrency
@MainActor
open class NSApplication: NSResponder {
  private static let instance = NSApplication()

  /// The application.
  open class var shared: NSApplication { instance }

  private struct WeakWindow {
    weak var window: NSWindow?
  }

  private var list: [WeakWindow] = []
  private var lastNumber = 0
  /// The pointer's place on the screen.
  final var pointer = NSPoint.zero
  /// The events of the mouse and the pads, one at a time.
  final let events = EventQueue()

  /// The windows that exist.
  open var windows: [NSWindow] { list.compactMap(\.window) }

  /// The window that key events go to; nil if there is none.
  open internal(set) weak var keyWindow: NSWindow?

  /// Whether the application is the active one; true.
  open var isActive: Bool { true }

  /// Returns the window of a number; nil if there is none.
  open func window(withWindowNumber windowNum: Int) -> NSWindow? {
    windows.first { $0.windowNumber == windowNum }
  }

  /// Sends an event to its window; key events go to the key window.
  open func sendEvent(_ event: NSEvent) {
    let isKey = event.type == .keyDown || event.type == .keyUp || event.type == .flagsChanged
    let window = isKey ? keyWindow ?? event.window : event.window
    window?.sendEvent(event)
  }

  /// Calls a method of a target; without a target, of the first responder in the chain that has it.
  @discardableResult
  open func sendAction(_ action: Selector, to target: Any?, from sender: Any?) -> Bool {
    if let target {
      return SelectorCall.send(action, to: target as AnyObject, from: sender)
    }
    var responder: NSResponder? = keyWindow?.firstResponder ?? sender as? NSResponder
    while let candidate = responder {
      if SelectorCall.responds(candidate, to: action) {
        return SelectorCall.send(action, to: candidate, from: sender)
      }
      responder = candidate.nextResponder
    }
    return false
  }

  /// Records a window.
  ///
  /// - Returns: Its number.
  final func add(_ window: NSWindow) -> Int {
    list.removeAll { $0.window == nil }
    list.append(WeakWindow(window: window))
    lastNumber += 1
    return lastNumber
  }
}

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// The application.
@MainActor
public var NSApp: NSApplication! { NSApplication.shared }
