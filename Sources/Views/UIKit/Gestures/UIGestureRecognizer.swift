// Recognisers of gestures.
// Licensed under the MIT license; see LICENSE.
//
// Long because: subclasses override what the class declares.

import CoreGraphics
public import Foundation
import QuartzInteraction

/// Recognises a gesture in the touches of a view and all in it.
///
///     let pan = UIPanGestureRecognizer(target: self, action: Selector("pan:", Player.pan))
///     view.addGestureRecognizer(pan)
///
/// Discrete recognisers go from `possible` to `ended` or `failed`. Continuous ones go from
/// `possible` to `began`, `changed`, and `ended` or `cancelled`. A recogniser starts again with the
/// next touches. The first recogniser to succeed makes the others of the same touches fail, unless
/// a delegate allows both.
@preconcurrency
@MainActor
open class UIGestureRecognizer: NSObject, SelectorTarget {
  /// The state of a recogniser.
  public enum State: Int, Sendable {
    /// Nothing was recognised yet.
    case possible = 0
    /// A continuous gesture began.
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

  private struct Target {
    weak var object: AnyObject?
    var selector: Selector
  }

  private var targets: [Target] = []
  private var closures: [(UIGestureRecognizer) -> Void] = []
  final private(set) weak var attachedView: UIView?
  /// A number that is greater than those of the recognisers that its view had before.
  final private(set) var order = 0
  /// The number by which its window knows it.
  final let number = UIGestureRecognizer.nextNumber()
  /// The recognisers that have to fail first.
  final var waitsFor: [WeakRecognizer] = []
  /// The touches of the window that its attempt is in; nil without one.
  final weak var liveShell: TouchShell?
  private static var lastNumber = 0
  private static var lastOrder = 0

  private static func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  struct WeakRecognizer {
    weak var recognizer: UIGestureRecognizer?
  }

  /// Creates a recogniser that calls a method of a target whenever its state changes.
  public init(target: Any?, action: Selector?) {
    super.init()
    if let target, let action { addTarget(target, action: action) }
  }

  /// Creates a recogniser without a target.
  public convenience override init() { self.init(target: nil, action: nil) }

  /// Creates a recogniser that calls a closure whenever its state changes.
  ///
  /// **Differences**: an addition, for what has no selectors.
  public convenience init(handler: @escaping (UIGestureRecognizer) -> Void) {
    self.init(target: nil, action: nil)
    closures.append(handler)
  }

  /// Returns the method of a name; nil if there is none.
  nonisolated open func method(for selector: Selector) -> Method? { nil }

  /// Adds a closure that is called as targets are.
  final func add(_ closure: @escaping (UIGestureRecognizer) -> Void) { closures.append(closure) }

  /// Adds a method to call; the target is not retained.
  open func addTarget(_ target: Any, action: Selector) {
    removeTarget(target, action: action)
    targets.append(Target(object: target as AnyObject, selector: action))
  }

  /// Removes methods; nil stands for every target or every action.
  open func removeTarget(_ target: Any?, action: Selector?) {
    let object = target.map { $0 as AnyObject }
    targets.removeAll {
      ($0.object == nil || object == nil || $0.object === object)
        && (action == nil || $0.selector == action)
    }
  }

  /// The object that decides about the recogniser; nil if there is none.
  open weak var delegate: (any UIGestureRecognizerDelegate)?

  /// Whether it receives touches; turning it off breaks a gesture off.
  open var isEnabled = true {
    didSet { if !isEnabled && oldValue { breakOff() } }
  }

  /// The view whose touches it receives.
  open var view: UIView? { attachedView }

  /// Whether the view's touches are cancelled once it recognises; true by default.
  open var cancelsTouchesInView = true

  /// Whether the view's touches come only once it has failed; false by default.
  open var delaysTouchesBegan = false

  /// Whether the end of the view's touches waits until it has failed; true by default.
  open var delaysTouchesEnded = true

  /// The kinds of touches that it receives, as numbers; all by default.
  open var allowedTouchTypes: [NSNumber] = [0, 1, 2, 3] {
    didSet {
      touchTypes = allowedTouchTypes.reduce(0) { $0 | 1 << UInt64(truncating: $1) }
    }
  }

  /// The buttons whose presses it receives, as numbers of `UIPress.PressType`; all by default.
  ///
  /// Keys that stand for no button go to recognisers that receive all. A press that is held stays
  /// with those that received it.
  ///
  /// **Differences**: the recognisers of UIKit recognise touches alone; presses are for subclasses.
  open var allowedPressTypes: [NSNumber] = UIPress.PressType.allCases.map {
    NSNumber(value: $0.rawValue)
  }

  /// Whether it receives one kind of touch at a time; true by default.
  open var requiresExclusiveTouchType = true

  /// A name for the program's own use.
  open var name: String?

  /// The touches that it receives now.
  open var numberOfTouches: Int { row?.hand.fingers.count ?? 0 }

  /// The state.
  ///
  /// Subclasses set it; steps that are not in the order above are left out. Within a method for
  /// touches it is a wish: the others hear of the event, too, before it counts.
  open var state: State {
    get {
      pad?.state ?? shell.flatMap {
        State(rawValue: $0.interaction.state(of: number).rawValue)
      } ?? .possible
    }
    set { shell?.wish(self, newValue) }
  }

  /// Lets this one recognise only after another has failed.
  open func require(toFail otherGestureRecognizer: UIGestureRecognizer) {
    guard otherGestureRecognizer !== self else { return }
    waitsFor.removeAll { $0.recognizer == nil }
    guard !waitsFor.contains(where: { $0.recognizer === otherGestureRecognizer }) else { return }
    waitsFor.append(WeakRecognizer(recognizer: otherGestureRecognizer))
    reportCycle(to: otherGestureRecognizer)
  }

  /// Returns the middle of the touches; nil is the window's coordinates.
  ///
  /// A tap and a swipe have the place where they began.
  open func location(in view: UIView?) -> CGPoint {
    converted(row.map { $0.machine.fixedPlace ?? $0.hand.centroid } ?? lastPlace, to: view)
  }

  /// Returns the place of one of the touches; nil is the window's coordinates.
  open func location(ofTouch touchIndex: Int, in view: UIView?) -> CGPoint {
    guard let fingers = row?.hand.fingers, fingers.indices.contains(touchIndex) else {
      return location(in: view)
    }
    return converted(fingers[touchIndex].place, to: view)
  }

  /// Leaves a touch out.
  open func ignore(_ touch: UITouch, for event: UIEvent) {
    shell?.interaction.ignore(touch.number, by: number)
  }

  /// Prepares for the next gesture.
  open func reset() {}

  /// Touches began in the view, or in one in it.
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}

  /// Touches moved.
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}

  /// Touches ended.
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}

  /// Touches were taken away.
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {}

  /// Keys or buttons went down in the view, or in one in it.
  open func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent) {}

  /// The force of presses changed.
  open func pressesChanged(_ presses: Set<UIPress>, with event: UIPressesEvent) {}

  /// Presses ended.
  open func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent) {}

  /// Presses were taken away.
  open func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent) {}

  /// Whether this one makes another fail when it recognises; true by default.
  open func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { true }

  /// Whether another one makes this one fail; true by default.
  open func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool { true }

  /// Whether this one waits until another has failed; false by default.
  open func shouldRequireFailure(of otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }

  /// Whether another one waits until this one has failed; false by default.
  open func shouldBeRequiredToFail(by otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }

  /// Whether it receives an event at all; true by default.
  open func shouldReceive(_ event: UIEvent) -> Bool { true }

  // MARK: For the view and the delivery of events

  /// A bit for each number of `allowedTouchTypes`.
  final private(set) var touchTypes: UInt64 = 0b1111

  /// Whether its class may have methods of its own.
  final private(set) lazy var isForeign = !Self.isOwnClass

  /// The middle of the touches when they ended, in the window's coordinates.
  final var lastPlace = TouchPlace.zero

  /// The motion of a wheel or a pad, which has no touches; else nil.
  final var pad: PadMotion?

  /// Fills in the settings that its class has.
  func fill(_ settings: inout GestureSettings) {}

  /// Whether it takes touches with these buttons of a pointer.
  func takes(_ buttons: UIEvent.ButtonMask) -> Bool { buttons.contains(.primary) }

  final func setView(_ view: UIView?) {
    attachedView = view
    UIGestureRecognizer.lastOrder += 1
    order = UIGestureRecognizer.lastOrder
  }

  /// Calls all targets.
  final func callTargets() {
    for target in targets {
      guard let object = target.object else { continue }
      SelectorCall.send(target.selector, to: object, from: self)
    }
    for closure in closures { closure(self) }
  }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}

/// An object that decides about recognisers.
@preconcurrency
@MainActor
public protocol UIGestureRecognizerDelegate: AnyObject {
  /// Whether it may recognise now; true by default.
  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool

  /// Whether it receives a touch; true by default.
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldReceive touch: UITouch
  ) -> Bool

  /// Whether it receives a key or button; true by default.
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldReceive press: UIPress
  ) -> Bool

  /// Whether it receives an event at all; it is asked before all else, and true by default.
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldReceive event: UIEvent
  ) -> Bool

  /// Whether two may recognise at the same time; false by default.
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool

  /// Whether it waits until another one has failed; false by default.
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool

  /// Whether another one waits until it has failed; false by default.
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool
}

extension UIGestureRecognizerDelegate {
  /// True.
  public func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
    true
  }

  /// True.
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldReceive touch: UITouch
  ) -> Bool { true }

  /// True.
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldReceive press: UIPress
  ) -> Bool { true }

  /// True.
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldReceive event: UIEvent
  ) -> Bool { true }

  /// False.
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }

  /// False.
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }

  /// False.
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
}

extension UIView {
  final func setRecognizers(_ recognizers: [UIGestureRecognizer]) {
    for old in extras?.recognizers ?? [] where !recognizers.contains(where: { $0 === old }) {
      detach(old)
    }
    for new in recognizers { attach(new) }
  }

  final func attach(_ recognizer: UIGestureRecognizer) {
    guard recognizer.view !== self else { return }
    recognizer.view?.removeGestureRecognizer(recognizer)
    ownExtras.recognizers = (ownExtras.recognizers ?? []) + [recognizer]
    recognizer.setView(self)
  }

  final func detach(_ recognizer: UIGestureRecognizer) {
    guard recognizer.view === self else { return }
    recognizer.breakOff()
    extras?.recognizers?.removeAll { $0 === recognizer }
    recognizer.setView(nil)
  }
}
