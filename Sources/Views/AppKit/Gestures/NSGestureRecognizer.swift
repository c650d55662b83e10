// Recognisers of gestures.
// Licensed under the MIT license; see LICENSE.
//
// Long because: subclasses override what the class declares.

import CoreGraphics
public import Foundation
import QuartzInteraction

/// Recognises a gesture in the events of a view and all in it.
///
///     let click = NSClickGestureRecognizer(target: self, action: Selector("open:", Player.open))
///     view.addGestureRecognizer(click)
///
/// A recogniser of one moment goes from `possible` to `ended` or `failed`, one of a gesture that
/// lasts from `possible` to `began`, `changed`, and `ended` or `cancelled`. It starts again with
/// the next button that goes down. The first recogniser to succeed makes the others of the same
/// button fail, unless a delegate allows both: the deepest view comes first, then the order of
/// addition. The view gets no more events of the button then.
///
/// A class of the program overrides the methods for events and sets `state`.
///
/// **Differences**: none takes keys, touches or pressure.
@preconcurrency
@MainActor
open class NSGestureRecognizer: NSObject, SelectorTarget {
  /// The state of a recogniser.
  public enum State: Int, Sendable {
    /// Nothing was recognised yet.
    case possible = 0
    /// A gesture that lasts began.
    case began = 1
    /// It went on.
    case changed = 2
    /// It ended, or a gesture of one moment was recognised.
    case ended = 3
    /// It was broken off.
    case cancelled = 4
    /// It was another gesture.
    case failed = 5

    /// A gesture of one moment was recognised.
    public static var recognized: State { .ended }
  }

  private var closure: ((NSGestureRecognizer) -> Void)?
  private weak var attachedView: NSView?
  /// The number by which its window knows it.
  final let number = NSGestureRecognizer.nextNumber()
  /// The mouse of the window that its attempt is in; nil without one.
  final weak var liveShell: MouseShell?
  /// The place of the pointer when the gesture ended, in the window, y down.
  final var lastPlace = TouchPlace.zero
  private static var lastNumber = 0

  private static func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Creates a recogniser that calls a method of a target whenever its state changes.
  public init(target: Any?, action: Selector?) {
    super.init()
    self.target = target.map { $0 as AnyObject }
    self.action = action
  }

  /// Creates a recogniser without a target.
  public convenience override init() { self.init(target: nil, action: nil) }

  /// Creates a recogniser that calls a closure whenever its state changes.
  ///
  /// **Differences**: an addition, for what has no selectors.
  public convenience init(handler: @escaping (NSGestureRecognizer) -> Void) {
    self.init(target: nil, action: nil)
    closure = handler
  }

  /// Returns the method of a name; nil if there is none.
  nonisolated open func method(for selector: Selector) -> Method? { nil }

  /// The object whose method is called; it is not retained.
  open weak var target: AnyObject?

  /// The method that is called; nil if there is none.
  open var action: Selector?

  /// The object that decides about the recogniser; nil if there is none.
  open weak var delegate: (any NSGestureRecognizerDelegate)?

  /// Whether it receives events; turning it off breaks a gesture off.
  open var isEnabled = true {
    didSet { if !isEnabled && oldValue { shell?.drop(self) } }
  }

  /// The view whose events it receives; nil if there is none.
  open var view: NSView? { attachedView }

  /// Whether the view's events of the left button wait until this one has failed; false by default.
  ///
  /// Once it has, the view gets the event of the button that went down, and that of its going up if
  /// that came meanwhile; drags in between are left out. If it recognises, the view gets none.
  open var delaysPrimaryMouseButtonEvents = false

  /// Whether the view's events of the right button wait until this one has failed; false by
  /// default.
  open var delaysSecondaryMouseButtonEvents = false

  /// Whether the view's events of other buttons wait until this one has failed; false by default.
  open var delaysOtherMouseButtonEvents = false

  /// Whether the view's magnifications wait until this one has failed; false by default.
  open var delaysMagnificationEvents = false

  /// Whether the view's turns of two fingers wait until this one has failed; false by default.
  open var delaysRotationEvents = false

  /// The state.
  ///
  /// Subclasses set it; steps that are not in the order of `NSGestureRecognizer` are left out.
  /// Within a method for events it is a wish: the others hear of the event, too, before it counts.
  open var state: State {
    get {
      shell.flatMap { State(rawValue: $0.interaction.state(of: number).rawValue) } ?? .possible
    }
    set { shell?.wish(self, newValue) }
  }

  /// Returns the place of the pointer in a view; nil is the window.
  ///
  /// A click has the place of its first click.
  open func location(in view: NSView?) -> NSPoint {
    converted(row.map { $0.machine.fixedPlace ?? $0.hand.centroid } ?? lastPlace, to: view)
  }

  // MARK: For subclasses

  /// Prepares for the next gesture.
  open func reset() {}

  /// Whether this one makes another fail when it recognises; true by default.
  open func canPrevent(_ preventedGestureRecognizer: NSGestureRecognizer) -> Bool { true }

  /// Whether another one makes this one fail; true by default.
  open func canBePrevented(by preventingGestureRecognizer: NSGestureRecognizer) -> Bool { true }

  /// Whether this one waits until another has failed; false by default.
  open func shouldRequireFailure(of otherGestureRecognizer: NSGestureRecognizer) -> Bool { false }

  /// Whether another one waits until this one has failed; false by default.
  open func shouldBeRequiredToFail(by otherGestureRecognizer: NSGestureRecognizer) -> Bool { false }

  /// The left button went down in the view, or in one in it.
  open func mouseDown(with event: NSEvent) { takeByMachine(.began) }

  /// The pointer moved while the left button was down.
  open func mouseDragged(with event: NSEvent) { takeByMachine(.moved) }

  /// The left button went up.
  open func mouseUp(with event: NSEvent) { takeByMachine(.ended) }

  /// The right button went down in the view, or in one in it.
  open func rightMouseDown(with event: NSEvent) { takeByMachine(.began) }

  /// The pointer moved while the right button was down.
  open func rightMouseDragged(with event: NSEvent) { takeByMachine(.moved) }

  /// The right button went up.
  open func rightMouseUp(with event: NSEvent) { takeByMachine(.ended) }

  /// A button beyond the second went down in the view, or in one in it.
  open func otherMouseDown(with event: NSEvent) { takeByMachine(.began) }

  /// The pointer moved while such a button was down.
  open func otherMouseDragged(with event: NSEvent) { takeByMachine(.moved) }

  /// A button beyond the second went up.
  open func otherMouseUp(with event: NSEvent) { takeByMachine(.ended) }

  /// Two fingers on a pad moved apart or together.
  open func magnify(with event: NSEvent) { takeByMachine(event.touchPhase) }

  /// Two fingers on a pad turned about each other.
  open func rotate(with event: NSEvent) { takeByMachine(event.touchPhase) }

  // MARK: For the view and the delivery of events

  /// Fills in the settings that its class has.
  func fill(_ settings: inout GestureSettings) {}

  /// Whether it takes the events of a button or a pad.
  func takes(_ source: MouseSource) -> Bool { true }

  final func setView(_ view: NSView?) { attachedView = view }

  /// Calls the target.
  final func callTarget() {
    if let target, let action { SelectorCall.send(action, to: target, from: self) }
    closure?(self)
  }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}

/// An object that decides about recognisers.
@preconcurrency
@MainActor
public protocol NSGestureRecognizerDelegate: AnyObject {
  /// Whether it takes a button that goes down, or a gesture on a pad that begins; true by default.
  func gestureRecognizer(
    _ gestureRecognizer: NSGestureRecognizer,
    shouldAttemptToRecognizeWith event: NSEvent
  ) -> Bool

  /// Whether it may recognise now; true by default.
  func gestureRecognizerShouldBegin(_ gestureRecognizer: NSGestureRecognizer) -> Bool

  /// Whether two may recognise at the same time; false by default.
  func gestureRecognizer(
    _ gestureRecognizer: NSGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: NSGestureRecognizer
  ) -> Bool

  /// Whether it waits until another one has failed; false by default.
  func gestureRecognizer(
    _ gestureRecognizer: NSGestureRecognizer,
    shouldRequireFailureOf otherGestureRecognizer: NSGestureRecognizer
  ) -> Bool

  /// Whether another one waits until it has failed; false by default.
  func gestureRecognizer(
    _ gestureRecognizer: NSGestureRecognizer,
    shouldBeRequiredToFailBy otherGestureRecognizer: NSGestureRecognizer
  ) -> Bool
}

extension NSGestureRecognizerDelegate {
  /// True.
  public func gestureRecognizer(
    _ gestureRecognizer: NSGestureRecognizer,
    shouldAttemptToRecognizeWith event: NSEvent
  ) -> Bool { true }

  /// True.
  public func gestureRecognizerShouldBegin(_ gestureRecognizer: NSGestureRecognizer) -> Bool {
    true
  }

  /// False.
  public func gestureRecognizer(
    _ gestureRecognizer: NSGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: NSGestureRecognizer
  ) -> Bool { false }

  /// False.
  public func gestureRecognizer(
    _ gestureRecognizer: NSGestureRecognizer,
    shouldRequireFailureOf otherGestureRecognizer: NSGestureRecognizer
  ) -> Bool { false }

  /// False.
  public func gestureRecognizer(
    _ gestureRecognizer: NSGestureRecognizer,
    shouldBeRequiredToFailBy otherGestureRecognizer: NSGestureRecognizer
  ) -> Bool { false }
}
