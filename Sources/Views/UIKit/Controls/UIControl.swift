// Controls: views that tell others of what happens to them.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzInteraction

/// A view that follows touches and tells targets of events.
///
/// Subclasses override the four methods of tracking, and send `valueChanged`.
///
/// ```swift
/// control.addTarget(self, action: Selector("changed:", Player.changed), for: .valueChanged)
/// ```
@preconcurrency
@MainActor
open class UIControl: UIView {
  /// The state of a control.
  public struct State: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// The state of these bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// The default state: none of the others.
    public static let normal: State = []
    /// A finger is on it.
    public static let highlighted = State(rawValue: 1 << 0)
    /// It takes no touches.
    public static let disabled = State(rawValue: 1 << 1)
    /// It is chosen.
    public static let selected = State(rawValue: 1 << 2)
    /// Keys go to it.
    public static let focused = State(rawValue: 1 << 3)
    /// Bits for programs.
    public static let application = State(rawValue: 0x00FF_0000)
    /// Bits for the system.
    public static let reserved = State(rawValue: 0xFF00_0000)
  }

  /// Things that happen to a control.
  public struct Event: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// The events of these bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// A finger touched it.
    public static let touchDown = Event(rawValue: 1 << 0)
    /// A repeated tap; the touch has a `tapCount` greater than one.
    public static let touchDownRepeat = Event(rawValue: 1 << 1)
    /// A finger moved within it.
    public static let touchDragInside = Event(rawValue: 1 << 2)
    /// A finger moved outside of it.
    public static let touchDragOutside = Event(rawValue: 1 << 3)
    /// A finger came back to it.
    public static let touchDragEnter = Event(rawValue: 1 << 4)
    /// A finger left it.
    public static let touchDragExit = Event(rawValue: 1 << 5)
    /// A finger was lifted within it.
    public static let touchUpInside = Event(rawValue: 1 << 6)
    /// A finger was lifted outside of it.
    public static let touchUpOutside = Event(rawValue: 1 << 7)
    /// Its touch was taken away.
    public static let touchCancel = Event(rawValue: 1 << 8)
    /// Its value changed.
    public static let valueChanged = Event(rawValue: 1 << 12)
    /// Its main purpose was asked for.
    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
    /// Its menu came.
    public static let menuActionTriggered = Event(rawValue: 1 << 14)
    /// Editing began.
    public static let editingDidBegin = Event(rawValue: 1 << 16)
    /// The text changed.
    public static let editingChanged = Event(rawValue: 1 << 17)
    /// Editing ended.
    public static let editingDidEnd = Event(rawValue: 1 << 18)
    /// The return key ended editing.
    public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
    /// All of touches.
    public static let allTouchEvents = Event(rawValue: 0x0000_0FFF)
    /// All of editing.
    public static let allEditingEvents = Event(rawValue: 0x000F_0000)
    /// Bits for programs.
    public static let applicationReserved = Event(rawValue: 0x0F00_0000)
    /// Bits for the system.
    public static let systemReserved = Event(rawValue: 0xF000_0000)
    /// All of them.
    public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
  }

  /// The place of the content within the height.
  public enum ContentVerticalAlignment: Int, Hashable, Sendable {
    /// In the middle.
    case center = 0
    /// At the top.
    case top = 1
    /// At the bottom.
    case bottom = 2
    /// As high as the control.
    case fill = 3
  }

  /// The place of the content within the width.
  public enum ContentHorizontalAlignment: Int, Hashable, Sendable {
    /// In the middle.
    case center = 0
    /// At the left.
    case left = 1
    /// At the right.
    case right = 2
    /// As wide as the control.
    case fill = 3
    /// Where lines begin.
    case leading = 4
    /// Where lines end.
    case trailing = 5
  }

  final var handlers: [EventHandler] = []
  /// Whether a tap shows the control's menu; false by default.
  open var showsMenuAsPrimaryAction = false
  /// Whether the control shows menus; true by default for controls with a menu.
  open var isContextMenuInteractionEnabled = true
  private var ownState = State.normal
  private var tracker = ControlTracker()
  private var verticalAlignment = ContentVerticalAlignment.center
  private var horizontalAlignment = ContentHorizontalAlignment.center

  /// Creates a control.
  public override init(frame: CGRect) {
    super.init(frame: frame)
  }

  /// Creates a control with an action for `primaryActionTriggered`; nil means none.
  public convenience init(frame: CGRect, primaryAction: UIAction?) {
    self.init(frame: frame)
    if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
  }

  /// Creates a control from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    coder.finish(self, UIControl.self)
  }

  // MARK: State

  /// Whether it takes touches; true by default.
  open var isEnabled: Bool {
    get { !ownState.contains(.disabled) }
    set { change(.disabled, isOn: !newValue) }
  }

  /// Whether it is chosen; false by default.
  open var isSelected: Bool {
    get { ownState.contains(.selected) }
    set { change(.selected, isOn: newValue) }
  }

  /// Whether a finger is on it; set while it follows one.
  open var isHighlighted: Bool {
    get { ownState.contains(.highlighted) }
    set { change(.highlighted, isOn: newValue) }
  }

  /// The state as bits.
  open var state: State { ownState }

  private func change(_ bit: State, isOn: Bool) {
    guard ownState.contains(bit) != isOn else { return }
    if isOn { ownState.insert(bit) } else { ownState.remove(bit) }
    stateDidChange()
    Observers.changed(self)
  }

  /// Called when the state changed.
  func stateDidChange() { setNeedsLayout() }

  /// The place of the content within the height; in the middle by default.
  open var contentVerticalAlignment: ContentVerticalAlignment {
    get { verticalAlignment }
    set {
      verticalAlignment = newValue
      setNeedsLayout()
    }
  }

  /// The place of the content within the width; in the middle by default.
  open var contentHorizontalAlignment: ContentHorizontalAlignment {
    get { horizontalAlignment }
    set {
      horizontalAlignment = newValue
      setNeedsLayout()
    }
  }

  /// `contentHorizontalAlignment` with left or right for leading or trailing.
  open var effectiveContentHorizontalAlignment: ContentHorizontalAlignment {
    let isFromRight = traitCollection.layoutDirection == .rightToLeft
    switch horizontalAlignment {
    case .leading: return isFromRight ? .right : .left
    case .trailing: return isFromRight ? .left : .right
    default: return horizontalAlignment
    }
  }

  // MARK: Tracking

  /// Whether it follows a touch.
  open var isTracking: Bool { tracker.touch != nil }

  /// Whether the touch that it follows is within it, or not farther away than 70 points.
  open var isTouchInside: Bool { tracker.isInside }

  /// A touch began; true, the default, to follow it.
  @discardableResult
  open func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }

  /// The touch moved; true, the default, to go on following it.
  @discardableResult
  open func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }

  /// The touch ended.
  open func endTracking(_ touch: UITouch?, with event: UIEvent?) {}

  /// The touch was taken away.
  open func cancelTracking(with event: UIEvent?) {}

  private func isWithinReach(_ touch: UITouch) -> Bool {
    let (place, area) = (touch.location(in: self), bounds)
    return ControlTracker.reaches(
      TouchPlace(place.x - area.minX, place.y - area.minY),
      size: TouchPlace(area.width, area.height)
    )
  }

  private func send(_ events: ControlTracker.Events, _ event: UIEvent?) {
    send(Event(rawValue: events.first.rawValue), event)
    if let second = events.second { send(Event(rawValue: second.rawValue), event) }
  }

  /// The touch that it follows, if that is among some.
  private func followed(_ touches: Set<UITouch>) -> UITouch? {
    guard let number = tracker.touch else { return nil }
    return touches.first { $0.order == number }
  }

  /// Begins to follow a touch.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = touches.min(by: { $0.order < $1.order }), isEnabled, tracker.touch == nil,
      touch.buttons.contains(.primary)
    else { return }
    tracker.begin(touch.order)
    guard beginTracking(touch, with: event) else { return tracker.stop() }
    isHighlighted = true
    send(tracker.began(tapCount: touch.tapCount), event)
  }

  /// Follows a touch.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = followed(touches) else { return }
    let isInside = isWithinReach(touch)
    let goesOn = continueTracking(touch, with: event)
    let events = tracker.move(isInside: isInside)
    guard goesOn else {
      endTracking(touch, with: event)
      isHighlighted = false
      return tracker.stop()
    }
    isHighlighted = isInside
    send(events, event)
  }

  /// Ends following a touch.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = followed(touches) else { return }
    let last = tracker.end(isInside: isWithinReach(touch))
    endTracking(touch, with: event)
    isHighlighted = false
    tracker.stop()
    send(ControlTracker.Events(first: last), event)
    if last == .upInside { triggerPrimaryAction(event) }
  }

  /// Sends the event of what the control is for; those with a value send it with the value.
  func triggerPrimaryAction(_ event: UIEvent?) {}

  /// Ends following a touch that was taken away.
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard followed(touches) != nil else { return }
    tracker.stop()
    cancelTracking(with: event)
    isHighlighted = false
    send(.touchCancel, event)
  }

  // MARK: Recognisers around it

  /// The answers that it gives to recognisers.
  var answers: GestureRules.Control { .plain }

  /// Whether a place of it is on the part that fingers drag.
  func isOnKnob(_ place: CGPoint) -> Bool { false }

  /// Whether a recogniser may take the touch away; some controls refuse taps or drags.
  open override func gestureRecognizerShouldBegin(
    _ gestureRecognizer: UIGestureRecognizer
  ) -> Bool {
    guard isEnabled, gestureRecognizer.view !== self, let row = gestureRecognizer.row else {
      return super.gestureRecognizerShouldBegin(gestureRecognizer)
    }
    var gesture = GestureRules.ControlCase(kind: row.settings.kind)
    gesture.taps = row.settings.taps
    gesture.fingers = row.settings.fingers
    if let finger = row.hand.fingers.first(where: { $0.view(in: gestureRecognizer) === self }) {
      let start = CGPoint(x: finger.start.x, y: finger.start.y)
      gesture.isOnKnob = isOnKnob(convert(start, from: window))
      gesture.isAlong = ScrollIntake.isHorizontal(finger.place - finger.start)
    }
    return !GestureRules.control(answers, refuses: gesture)
  }

  // MARK: Targets

  // `Any` because: it is Apple's type.
  /// Adds a target.
  ///
  /// - Parameters:
  ///   - target: The object that has the method, which is not retained; nil for the first one in
  ///     the chain of responders that has it.
  ///   - action: The method, without arguments, or with the control, or with it and the event.
  ///   - controlEvents: The events that call the target.
  open func addTarget(_ target: Any?, action: Selector, for controlEvents: Event) {
    addHandler(target, action, controlEvents)
  }

  // `Any` because: it is Apple's type.
  /// Removes a target.
  ///
  /// - Parameters:
  ///   - target: The object; nil for all.
  ///   - action: The method; nil for all.
  ///   - controlEvents: The events that it is not told of any more.
  open func removeTarget(_ target: Any?, action: Selector?, for controlEvents: Event) {
    removeHandlers(controlEvents) { $0.matches(target, action) }
  }

  /// Adds an action; it takes the place of another one of its identifier.
  open func addAction(_ action: UIAction, for controlEvents: Event) {
    addHandler(action, controlEvents)
  }

  /// Removes an action.
  open func removeAction(_ action: UIAction, for controlEvents: Event) {
    removeAction(identifiedBy: action.identifier, for: controlEvents)
  }

  /// Removes the action of an identifier.
  open func removeAction(
    identifiedBy actionIdentifier: UIAction.Identifier,
    for controlEvents: Event
  ) {
    removeHandlers(controlEvents) { $0.action?.identifier == actionIdentifier }
  }

  /// The targets; NSNull for a target that is searched in the responder chain.
  open var allTargets: Set<AnyHashable> { targetSet }

  /// All events that have a handler.
  open var allControlEvents: Event {
    handlers.reduce(into: []) { $0.formUnion($1.events) }
  }

  // `Any` because: it is Apple's type.
  /// The names of the methods of a target for an event; nil if there are none.
  open func actions(forTarget target: Any?, forControlEvent controlEvent: Event) -> [String]? {
    let names = handlers.filter { !$0.events.isDisjoint(with: controlEvent) }
      .filter { $0.matches(target, nil) }.compactMap { $0.selector?.name }
    return names.isEmpty ? nil : names
  }

  /// Calls a closure with each action and each target.
  ///
  /// - Parameter iterator: Gets the action or nil, the target and the method or nil, the events,
  ///   and a switch that ends it.
  open func enumerateEventHandlers(
    _ iterator: (
      _ actionHandler: UIAction?, _ targetAction: (Any?, Selector)?, _ controlEvent: Event,
      _ stop: inout Bool
    ) -> Void
  ) {
    var stop = false
    for handler in handlers where !stop {
      let pair = handler.selector.map { (handler.target as Any?, $0) }
      iterator(handler.action, pair, handler.events, &stop)
    }
  }

  // MARK: Sending

  // `Any` because: it is Apple's type.
  /// Calls a method of a target; subclasses may look at it.
  open func sendAction(_ action: Selector, to target: Any?, for event: UIEvent?) {
    UIApplication.shared.sendAction(action, to: target, from: self, for: event)
  }

  /// Calls an action; subclasses may look at it.
  open func sendAction(_ action: UIAction) { action.perform(from: self) }

  /// Tells targets and actions of events.
  open func sendActions(for controlEvents: Event) { send(controlEvents, nil) }
}
