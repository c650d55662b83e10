// Events: what the mouse and the keys did.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// Something that the mouse or a key did.
///
/// Programs and tests make events and send them to a window:
///
///     let event = NSEvent.mouseEvent(
///       with: .leftMouseDown, location: NSPoint(x: 40, y: 30), modifierFlags: [], timestamp: 0,
///       windowNumber: window.windowNumber, context: nil, eventNumber: 0, clickCount: 1, pressure: 1)
///     if let event { window.sendEvent(event) }
@preconcurrency
@MainActor
open class NSEvent: NSObject {
  /// The kinds of events.
  public enum EventType: UInt, Sendable {
    /// The left button went down.
    case leftMouseDown = 1
    /// The left button went up.
    case leftMouseUp = 2
    /// The right button went down.
    case rightMouseDown = 3
    /// The right button went up.
    case rightMouseUp = 4
    /// The pointer moved with no button down.
    case mouseMoved = 5
    /// The pointer moved with the left button down.
    case leftMouseDragged = 6
    /// The pointer moved with the right button down.
    case rightMouseDragged = 7
    /// The pointer came into a tracking area.
    case mouseEntered = 8
    /// The pointer left a tracking area.
    case mouseExited = 9
    /// A key went down.
    case keyDown = 10
    /// A key went up.
    case keyUp = 11
    /// A modifier key went down or up.
    case flagsChanged = 12
    /// The wheel turned.
    case scrollWheel = 22
  }

  /// The modifier keys that are down.
  public struct ModifierFlags: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates flags from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Caps lock is on.
    public static let capsLock = ModifierFlags(rawValue: 1 << 16)
    /// Shift.
    public static let shift = ModifierFlags(rawValue: 1 << 17)
    /// Control.
    public static let control = ModifierFlags(rawValue: 1 << 18)
    /// Option.
    public static let option = ModifierFlags(rawValue: 1 << 19)
    /// Command.
    public static let command = ModifierFlags(rawValue: 1 << 20)
  }

  /// The kind.
  public final let type: EventType
  /// The place in the window, y up; in the screen for events without a window.
  public final let locationInWindow: NSPoint
  /// The modifier keys that were down.
  public final let modifierFlags: ModifierFlags
  /// The time, in seconds.
  public final let timestamp: TimeInterval
  /// The number of the window.
  public final let windowNumber: Int
  /// How often the button went down in short succession; 0 for events of no button.
  public final let clickCount: Int
  /// The text of a key event; nil for other events.
  public final internal(set) var characters: String?
  /// The text without regard to modifier keys but shift; nil for other events.
  public final internal(set) var charactersIgnoringModifiers: String?
  /// The number of the key.
  public final internal(set) var keyCode: UInt16 = 0
  /// Whether the key is held down and repeats.
  public final internal(set) var isARepeat = false
  /// How far the wheel turned, in points.
  public final internal(set) var scrollingDeltaX: CGFloat = 0
  /// How far the wheel turned, in points.
  public final internal(set) var scrollingDeltaY: CGFloat = 0
  /// The area that the pointer entered or left; nil for other events.
  public final internal(set) var trackingArea: NSTrackingArea?

  init(
    _ type: EventType,
    at location: NSPoint,
    flags: ModifierFlags,
    time: TimeInterval,
    window: Int,
    clicks: Int = 0
  ) {
    self.type = type
    locationInWindow = location
    modifierFlags = flags
    timestamp = time
    windowNumber = window
    clickCount = clicks
    super.init()
  }

  /// The window that the event is for; nil if there is none.
  open var window: NSWindow? { NSApplication.shared.window(withWindowNumber: windowNumber) }

  /// The pointer's place on the screen, y up, as of the last mouse event that was sent.
  open class var mouseLocation: NSPoint { NSApplication.shared.pointer }

  /// Creates a mouse event; nil for a type of other events, or a place that is not finite.
  open class func mouseEvent(
    with type: EventType,
    location: NSPoint,
    modifierFlags flags: ModifierFlags,
    timestamp time: TimeInterval,
    windowNumber wNum: Int,
    context: NSGraphicsContext?,
    eventNumber eNum: Int,
    clickCount cNum: Int,
    pressure: Float
  ) -> NSEvent? {
    guard type.isOfMouse, location.x.isFinite, location.y.isFinite else { return nil }
    return NSEvent(type, at: location, flags: flags, time: time, window: wNum, clicks: cNum)
  }

  /// Creates a key event; nil for a type of other events.
  open class func keyEvent(
    with type: EventType,
    location: NSPoint,
    modifierFlags flags: ModifierFlags,
    timestamp time: TimeInterval,
    windowNumber wNum: Int,
    context: NSGraphicsContext?,
    characters keys: String,
    charactersIgnoringModifiers ukeys: String,
    isARepeat flag: Bool,
    keyCode code: UInt16
  ) -> NSEvent? {
    guard type == .keyDown || type == .keyUp || type == .flagsChanged else { return nil }
    let event = NSEvent(type, at: location, flags: flags, time: time, window: wNum)
    event.characters = keys
    event.charactersIgnoringModifiers = ukeys
    event.isARepeat = flag
    event.keyCode = code
    return event
  }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}

extension NSEvent.EventType {
  /// Whether a button or the movement of the pointer makes it.
  var isOfMouse: Bool {
    switch self {
    case .leftMouseDown, .leftMouseUp, .rightMouseDown, .rightMouseUp, .mouseMoved,
      .leftMouseDragged, .rightMouseDragged:
      true
    case .mouseEntered, .mouseExited, .keyDown, .keyUp, .flagsChanged, .scrollWheel: false
    }
  }
}
