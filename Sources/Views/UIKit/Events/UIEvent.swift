// Events and touches.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzCore

/// Something that happened to the device: touches, presses, motion.
@preconcurrency
@MainActor
open class UIEvent: NSObject {
  /// The kind of an event.
  public enum EventType: Int, Sendable {
    /// Fingers on the screen.
    case touches = 0
    /// The device was moved.
    case motion = 1
    /// A remote control.
    case remoteControl = 2
    /// Keys and buttons.
    case presses = 3
    /// A wheel or two fingers on a pad.
    case scroll = 10
    /// A pointer over views.
    case hover = 11
    /// A pad's gestures.
    case transform = 14
  }

  /// The kind within a type.
  public enum EventSubtype: Int, Sendable {
    /// None.
    case none = 0
    /// The device was shaken.
    case motionShake = 1
  }

  /// Buttons of a pointer.
  public struct ButtonMask: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int
    /// Creates a mask from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// The first button.
    public static let primary = ButtonMask(rawValue: 1)
    /// The second button.
    public static let secondary = ButtonMask(rawValue: 2)
    /// Returns the mask of a button, counted from 1.
    public static func button(_ number: Int) -> ButtonMask {
      ButtonMask(rawValue: number >= 1 && number <= 32 ? 1 << (number - 1) : 0)
    }
  }

  private let storedType: EventType
  private let storedSubtype: EventSubtype
  final var time: TimeInterval
  final var touches: Set<UITouch> = []
  /// The places of touches that moved several times, without the last ones.
  final var earlier: [UITouch: [UITouch]] = [:]
  final var keys = UIKeyModifierFlags()
  final var buttons = ButtonMask()

  init(_ type: EventType, _ subtype: EventSubtype = .none, time: TimeInterval) {
    storedType = type
    storedSubtype = subtype
    self.time = time
    super.init()
  }

  /// The kind.
  open var type: EventType { storedType }
  /// The kind within the type.
  open var subtype: EventSubtype { storedSubtype }
  /// When it happened, in seconds of the window's clock.
  open var timestamp: TimeInterval { time }
  /// All touches that belong to the event; nil for an event without.
  open var allTouches: Set<UITouch>? { touches.isEmpty ? nil : touches }
  /// The keys that were held.
  open var modifierFlags: UIKeyModifierFlags { keys }
  /// The buttons of a pointer that were held.
  open var buttonMask: ButtonMask { buttons }

  /// Returns the touches of a window.
  open func touches(for window: UIWindow) -> Set<UITouch>? {
    matching { $0.window === window }
  }

  /// Returns the touches that began in a view.
  open func touches(for view: UIView) -> Set<UITouch>? {
    matching { $0.view === view }
  }

  /// Returns the touches that a recogniser receives.
  open func touches(for gesture: UIGestureRecognizer) -> Set<UITouch>? {
    matching { $0.gestureRecognizers?.contains { $0 === gesture } == true }
  }

  /// Returns the places of a touch since the last event; the last one is the touch itself.
  open func coalescedTouches(for touch: UITouch) -> [UITouch]? {
    (earlier[touch] ?? []) + [touch]
  }

  /// Returns the places where a touch may be soon: none.
  open func predictedTouches(for touch: UITouch) -> [UITouch]? { [] }

  private func matching(_ isWanted: (UITouch) -> Bool) -> Set<UITouch>? {
    let found = touches.filter(isWanted)
    return found.isEmpty ? nil : found
  }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}

/// A finger, a pencil or a pointer on the screen, from the moment it comes down until it is lifted.
@preconcurrency
@MainActor
open class UITouch: NSObject {
  /// The state of a touch.
  public enum Phase: Int, Sendable {
    /// It came down.
    case began = 0
    /// It moved.
    case moved = 1
    /// It is where it was.
    case stationary = 2
    /// It was lifted.
    case ended = 3
    /// It was taken away.
    case cancelled = 4
    /// A pointer came over the window.
    case regionEntered = 5
    /// A pointer moved over the window.
    case regionMoved = 6
    /// A pointer left the window.
    case regionExited = 7
  }

  /// The kind of thing that touches.
  public enum TouchType: Int, Sendable {
    /// A finger.
    case direct = 0
    /// A finger on a remote control.
    case indirect = 1
    /// A pencil.
    case pencil = 2
    /// A mouse or pad.
    case indirectPointer = 3
  }

  final var place: CGPoint
  final var placeBefore: CGPoint
  final var moment: TimeInterval
  final var currentPhase = Phase.began
  final var count = 1
  final var pressure: CGFloat = 0
  final let kind: TouchType
  final weak var touchedView: UIView?
  final weak var touchedWindow: UIWindow?
  final let finger: Int
  /// The buttons of a pointer; a finger is the first one.
  final var buttons = UIEvent.ButtonMask.primary
  /// The number by which its window knows it; 0 before that.
  final var number = 0
  /// Its place among all touches, by the times when they came down.
  final let order: Int
  private static var lastOrder = 0

  init(_ type: TouchType, finger: Int = 0, at place: CGPoint, time: TimeInterval) {
    kind = type
    self.finger = finger
    UITouch.lastOrder += 1
    order = UITouch.lastOrder
    self.place = place
    placeBefore = place
    moment = time
    super.init()
  }

  /// Returns the touch as it is now, for an event that goes on with it.
  final func present() -> UITouch {
    let copy = UITouch(kind, finger: finger, at: place, time: moment)
    (copy.placeBefore, copy.currentPhase, copy.count) = (placeBefore, .moved, count)
    (copy.touchedView, copy.touchedWindow) = (touchedView, touchedWindow)
    (copy.pressure, copy.buttons, copy.number) = (pressure, buttons, number)
    return copy
  }

  /// When it changed last, in seconds of the window's clock.
  open var timestamp: TimeInterval { moment }
  /// The state.
  open var phase: Phase { currentPhase }
  /// The taps at the same place up to this one.
  open var tapCount: Int { count }
  /// The kind.
  open var type: TouchType { kind }
  /// The window it is in.
  open var window: UIWindow? { touchedWindow }
  /// The view in which it began.
  open var view: UIView? { touchedView }
  /// The recognisers that receive it.
  open var gestureRecognizers: [UIGestureRecognizer]? {
    touchedWindow?.touchShell.recognizers(of: self) ?? []
  }
  /// The radius, in points: 20 for a finger, 0 for a pointer.
  open var majorRadius: CGFloat { kind == .indirectPointer ? 0 : 20 }
  /// How much the radius may be wrong, in points.
  open var majorRadiusTolerance: CGFloat { 0 }
  /// The force; 1 is that of an average touch.
  open var force: CGFloat { pressure }
  /// The greatest force.
  open var maximumPossibleForce: CGFloat { 20 / 3 }

  /// Returns the place in a view's coordinates; nil is the window's.
  open func location(in view: UIView?) -> CGPoint { converted(place, to: view) }

  /// Returns the place before the last change; nil is the window's.
  open func previousLocation(in view: UIView?) -> CGPoint { converted(placeBefore, to: view) }

  /// Returns the place with more precision.
  open func preciseLocation(in view: UIView?) -> CGPoint { location(in: view) }

  /// Returns the place before the last change with more precision.
  open func precisePreviousLocation(in view: UIView?) -> CGPoint { previousLocation(in: view) }

  private func converted(_ point: CGPoint, to view: UIView?) -> CGPoint {
    guard let view, let touchedWindow, view !== touchedWindow else { return point }
    if let other = view.window, other !== touchedWindow {
      return view.convert(other.convert(point, from: touchedWindow), from: other)
    }
    return view.window == nil ? point : view.convert(point, from: touchedWindow)
  }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}
