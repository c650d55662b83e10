// Events: what the mouse, the pads and the keys did.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzInteraction

/// Something that the mouse, a pad or a key did.
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
    /// Two fingers on a pad turned about each other.
    case rotate = 18
    /// The wheel turned.
    case scrollWheel = 22
    /// A button beyond the second went down.
    case otherMouseDown = 25
    /// A button beyond the second went up.
    case otherMouseUp = 26
    /// The pointer moved with a button beyond the second down.
    case otherMouseDragged = 27
    /// Two fingers on a pad moved apart or together.
    case magnify = 30
    /// Two fingers tapped a pad twice.
    case smartMagnify = 32
  }

  /// The part of a gesture on a pad that an event is.
  public struct Phase: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates phases from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// It began.
    public static let began = Phase(rawValue: 1 << 0)
    /// It went on.
    public static let changed = Phase(rawValue: 1 << 2)
    /// It ended.
    public static let ended = Phase(rawValue: 1 << 3)
    /// It was broken off.
    public static let cancelled = Phase(rawValue: 1 << 4)
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
  /// The number of the button: 0 for the left one, 1 for the right one, 2 and more for others; 0
  /// for events of no button.
  public final internal(set) var buttonNumber = 0
  /// The part of the gesture on a pad; empty for other events.
  public final internal(set) var phase: Phase = []
  /// How much larger the gesture makes things since the last event; 0.1 is a tenth, 0 for other
  /// events.
  public final internal(set) var magnification: CGFloat = 0
  /// How far the fingers turned since the last event, counterclockwise in degrees; 0 for other
  /// events.
  public final internal(set) var rotation: Float = 0
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
    buttonNumber = type.button ?? 0
  }

  /// The window that the event is for; nil if there is none.
  open var window: NSWindow? { NSApplication.shared.window(withWindowNumber: windowNumber) }

  /// The pointer's place on the screen, y up, as of the last mouse event that was sent.
  open class var mouseLocation: NSPoint { NSApplication.shared.pointer }

  /// The longest time between clicks that belong together, in seconds: 0.5.
  open class var doubleClickInterval: TimeInterval { InteractionConstants.clickPause }

  /// Creates a mouse event; nil for a type of other events, or a place that is not finite.
  ///
  /// A button beyond the second is the third. A timestamp of 0 stands for the present time.
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

extension NSEvent {
  /// The greatest number of a button.
  static let lastButton = 31

  /// Creates an event of a button beyond the second.
  ///
  /// **Differences**: an addition; `mouseEvent` makes events of the third button alone.
  ///
  /// - Parameters:
  ///   - type: Down, up or dragged.
  ///   - buttonNumber: 2...31.
  ///   - location: In the window, y up.
  ///   - time: In seconds; 0 stands for the present time.
  ///   - windowNumber: The number of the window.
  ///   - clickCount: How often the button went down in short succession.
  /// - Returns: The event; nil for other types and buttons, or a place that is not finite.
  public static func otherMouseEvent(
    with type: EventType,
    buttonNumber: Int,
    location: NSPoint,
    timestamp time: TimeInterval,
    windowNumber: Int,
    clickCount: Int
  ) -> NSEvent? {
    guard type.button == 2, (2...lastButton).contains(buttonNumber), location.x.isFinite,
      location.y.isFinite
    else { return nil }
    let event = NSEvent(
      type,
      at: location,
      flags: [],
      time: time,
      window: windowNumber,
      clicks: clickCount
    )
    event.buttonNumber = buttonNumber
    return event
  }

  /// Creates an event of two fingers on a pad.
  ///
  /// **Differences**: an addition, for tests and programs that read a device themselves.
  ///
  /// - Parameters:
  ///   - type: Magnify, rotate or smart magnify.
  ///   - location: The pointer's place in the window, y up.
  ///   - time: In seconds; 0 stands for the present time.
  ///   - windowNumber: The number of the window.
  ///   - phase: One of the phases; a smart magnification has none.
  ///   - amount: The change since the last event: of the scale, or counterclockwise in degrees.
  /// - Returns: The event; nil for other types, no or several phases, or numbers that are not
  ///   finite.
  public static func padEvent(
    with type: EventType,
    location: NSPoint,
    timestamp time: TimeInterval,
    windowNumber: Int,
    phase: Phase,
    amount: CGFloat
  ) -> NSEvent? {
    guard location.x.isFinite, location.y.isFinite, amount.isFinite, Float(amount).isFinite else {
      return nil
    }
    let event = NSEvent(type, at: location, flags: [], time: time, window: windowNumber)
    switch type {
    case .magnify: event.magnification = amount
    case .rotate: event.rotation = Float(amount)
    case .smartMagnify: return event
    default: return nil
    }
    guard [.began, .changed, .ended, .cancelled].contains(phase) else { return nil }
    event.phase = phase
    return event
  }
}

extension NSEvent.EventType {
  /// Whether a button or the movement of the pointer makes it.
  var isOfMouse: Bool { self == .mouseMoved || button != nil }

  /// The button of the event, of those beyond the second the least; nil for events of no button.
  var button: Int? {
    switch self {
    case .leftMouseDown, .leftMouseUp, .leftMouseDragged: 0
    case .rightMouseDown, .rightMouseUp, .rightMouseDragged: 1
    case .otherMouseDown, .otherMouseUp, .otherMouseDragged: 2
    case .mouseMoved, .mouseEntered, .mouseExited, .keyDown, .keyUp, .flagsChanged, .scrollWheel,
      .rotate, .magnify, .smartMagnify:
      nil
    }
  }

  /// Whether the pointer moved with a button down.
  var isOfDrag: Bool {
    self == .leftMouseDragged || self == .rightMouseDragged || self == .otherMouseDragged
  }
}
