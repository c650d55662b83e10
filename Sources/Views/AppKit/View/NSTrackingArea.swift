// Areas of views that receive events of the pointer.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// A rectangle of a view whose owner hears when the pointer enters, leaves or moves in it.
@preconcurrency
@MainActor
open class NSTrackingArea: NSObject {
  /// The kinds of news, and their times.
  public struct Options: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates options from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The pointer enters and leaves.
    public static let mouseEnteredAndExited = Options(rawValue: 0x01)
    /// The pointer moves inside.
    public static let mouseMoved = Options(rawValue: 0x02)
    /// While the view is the first responder.
    public static let activeWhenFirstResponder = Options(rawValue: 0x10)
    /// While the window is the key window.
    public static let activeInKeyWindow = Options(rawValue: 0x20)
    /// While the application is active.
    public static let activeInActiveApp = Options(rawValue: 0x40)
    /// Always.
    public static let activeAlways = Options(rawValue: 0x80)
    /// The pointer is treated as inside at first, so that the first event is an exit.
    public static let assumeInside = Options(rawValue: 0x100)
    /// The area is the view's bounds, whatever its rectangle is.
    public static let inVisibleRect = Options(rawValue: 0x200)
    /// While a button is down, too.
    public static let enabledDuringMouseDrag = Options(rawValue: 0x400)
  }

  /// The rectangle, in the view's coordinates.
  public final let rect: NSRect
  /// The kinds of news, and their times.
  public final let options: Options
  /// The object that receives the events; it is not retained.
  public private(set) final weak var owner: AnyObject?
  /// Values that the program keeps with the area.
  public final let userInfo: [AnyHashable: Any]?
  /// Whether the pointer was inside last.
  final var isInside: Bool

  /// Creates an area, to be added to a view.
  public init(
    rect: NSRect,
    options: Options = [],
    owner: Any?,
    userInfo: [AnyHashable: Any]? = nil
  ) {
    self.rect = rect
    self.options = options
    self.owner = owner as AnyObject?
    self.userInfo = userInfo
    isInside = options.contains(.assumeInside)
    super.init()
  }

  /// Whether it receives events at the moment.
  final func isActive(in view: NSView) -> Bool {
    if options.contains(.activeAlways) || options.contains(.activeInActiveApp) { return true }
    guard let window = view.window else { return false }
    if options.contains(.activeInKeyWindow), window.isKeyWindow { return true }
    return options.contains(.activeWhenFirstResponder) && window.firstResponder === view
  }

  /// Tells the owner where the pointer is now.
  final func pointerMoved(_ event: NSEvent, in view: NSView) {
    let isDrag = event.type.isOfDrag
    if isDrag, !options.contains(.enabledDuringMouseDrag) { return }
    guard isActive(in: view) else { return }
    let point = view.convert(event.locationInWindow, from: nil)
    let area = options.contains(.inVisibleRect) ? view.bounds : rect
    let isInside = view.isMousePoint(point, in: area)
    let wasInside = self.isInside
    self.isInside = isInside
    guard let owner = owner as? NSResponder else { return }
    if options.contains(.mouseEnteredAndExited), isInside != wasInside {
      let type = isInside ? NSEvent.EventType.mouseEntered : .mouseExited
      let crossing = NSEvent(
        type,
        at: event.locationInWindow,
        flags: event.modifierFlags,
        time: event.timestamp,
        window: event.windowNumber
      )
      crossing.trackingArea = self
      if isInside { owner.mouseEntered(with: crossing) } else { owner.mouseExited(with: crossing) }
    }
    if isInside, !isDrag, options.contains(.mouseMoved), event.type == .mouseMoved {
      owner.mouseMoved(with: event)
    }
  }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}
