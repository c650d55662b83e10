// The touches that are down, and the recognisers that look at them.
// Licensed under the MIT license; see LICENSE.
//
//     injected touch ──▶ UIApplication.sendEvent ──▶ UIWindow.sendEvent ──▶ recognisers ──▶ views
//
// A touch belongs to the view that it began in, and to the recognisers of that view and of all
// around it. Recognisers get it first. One that recognises takes its touches away from the view, if
// it says so. A recogniser is reset when it is over and its touches are.

import CoreGraphics
import Foundation

/// The keys and fingers that are down now.
@MainActor
final class InputState {
  /// The touches that are down, by the numbers of the fingers.
  var fingers: [Int: UITouch] = [:]
  /// The recognisers that have touches, or wait for more of them.
  private(set) var active: [UIGestureRecognizer] = []
  /// The keys that are held.
  var keys: [String: UIPress] = [:]
  var modifiers = UIKeyModifierFlags()
  var buttons = UIEvent.ButtonMask()
  /// The pointer's place in the key window; nil if it was never there.
  var pointer: CGPoint?
  var hovering: [UIHoverGestureRecognizer] = []
  /// The last touch that ended, for counting taps.
  private var lastTap: (place: CGPoint, time: TimeInterval, count: Int)?
  /// Touches whose begin is held back from their views.
  private var heldBegins: Set<UITouch> = []

  /// The greatest pause between taps that belong together, in seconds.
  static let tapPause: TimeInterval = 0.35
  /// The greatest distance between taps that belong together, in points.
  static let tapDistance: CGFloat = 45

  nonisolated init() {}

  /// Counts the taps up to a touch that begins.
  func tapCount(at place: CGPoint, time: TimeInterval) -> Int {
    guard let lastTap, time - lastTap.time <= InputState.tapPause,
      distance(place, lastTap.place) <= InputState.tapDistance
    else { return 1 }
    return lastTap.count + 1
  }

  func noteEnd(of touch: UITouch) {
    lastTap = (touch.place, touch.moment, touch.count)
  }

  /// The recognisers that share touches or a branch of the tree with one.
  func recognizers(with recognizer: UIGestureRecognizer) -> [UIGestureRecognizer] {
    active.filter { other in
      if other.touches.contains(where: { recognizer.touches.contains($0) }) { return true }
      guard let view = recognizer.view, let otherView = other.view else { return false }
      return view.isDescendant(of: otherView) || otherView.isDescendant(of: view)
    }
  }

  // MARK: Delivery

  /// Sends the touches of an event that belong to a window.
  func deliver(_ event: UIEvent, in window: UIWindow) {
    let touches = event.touches.filter { $0.window === window }
    for touch in touches where touch.phase == .began { assign(touch, event) }
    for phase in [UITouch.Phase.began, .moved, .ended, .cancelled] {
      let changed = touches.filter { $0.phase == phase }
      guard !changed.isEmpty else { continue }
      tellRecognizers(changed, phase, event)
      tellViews(changed, phase, event)
    }
    for touch in touches where touch.phase == .ended || touch.phase == .cancelled { drop(touch) }
    settle()
  }

  /// Finds a touch's view and recognisers.
  private func assign(_ touch: UITouch, _ event: UIEvent) {
    guard touch.view == nil, let window = touch.window else { return }
    guard let view = window.hitTest(touch.place, with: event) else { return }
    touch.touchedView = view
    var candidate: UIView? = view
    while let next = candidate {
      for recognizer in next.gestureRecognizers ?? [] where receives(recognizer, touch, event) {
        touch.recognizers.append(recognizer)
        recognizer.touches.append(touch)
        if !active.contains(where: { $0 === recognizer }) { active.append(recognizer) }
      }
      candidate = next.superview
    }
  }

  private func receives(
    _ recognizer: UIGestureRecognizer,
    _ touch: UITouch,
    _ event: UIEvent
  ) -> Bool {
    recognizer.isEnabled && recognizer.shouldReceive(event)
      && recognizer.allowedTouchTypes.contains { $0.intValue == touch.type.rawValue }
      && recognizer.delegate?.gestureRecognizer(recognizer, shouldReceive: touch) ?? true
  }

  private func tellRecognizers(_ touches: Set<UITouch>, _ phase: UITouch.Phase, _ event: UIEvent) {
    for recognizer in active {
      let own = touches.filter { touch in recognizer.touches.contains { $0 === touch } }
      // One that is over hears no more of it.
      guard !own.isEmpty, !recognizer.isOver else { continue }
      switch phase {
      case .began: recognizer.touchesBegan(own, with: event)
      case .moved: recognizer.touchesMoved(own, with: event)
      case .ended: recognizer.touchesEnded(own, with: event)
      default: recognizer.touchesCancelled(own, with: event)
      }
    }
  }

  private func tellViews(_ touches: Set<UITouch>, _ phase: UITouch.Phase, _ event: UIEvent) {
    let open = touches.filter { !$0.isTaken && $0.view != nil && mayReach($0) }
    if phase == .began {
      let held = open.filter { touch in touch.recognizers.contains { holdsBegin($0) } }
      heldBegins.formUnion(held)
      return send(open.subtracting(held), phase, event)
    }
    if phase == .moved { return send(open.subtracting(heldBegins), phase, event) }
    let late = open.intersection(heldBegins)
    if !late.isEmpty, phase == .ended {
      heldBegins.subtract(late)
      send(late, .began, event)
    }
    send(open, phase, event)
  }

  private func holdsBegin(_ recognizer: UIGestureRecognizer) -> Bool {
    recognizer.delaysTouchesBegan && recognizer.state == .possible
  }

  /// Whether a touch reaches its view: only one at a time does of a view without multiple touch,
  /// and only one view's do while one of them is exclusive.
  private func mayReach(_ touch: UITouch) -> Bool {
    guard let view = touch.view else { return false }
    let others = fingers.values.filter {
      $0 !== touch && $0.view != nil && !$0.isTaken && $0.moment <= touch.moment
        && $0.currentPhase != .ended && $0.currentPhase != .cancelled
    }
    if touch.isExcluded { return false }
    guard touch.phase == .began else { return true }
    let isExcluded = others.contains { other in
      guard let otherView = other.view else { return false }
      if otherView === view { return !view.isMultipleTouchEnabled }
      return view.isExclusiveTouch || otherView.isExclusiveTouch
    }
    touch.isExcluded = isExcluded
    return !isExcluded
  }

  /// Calls the views' methods, once for each view.
  private func send(_ touches: Set<UITouch>, _ phase: UITouch.Phase, _ event: UIEvent) {
    var rest = touches
    while let view = rest.first?.view {
      let own = rest.filter { $0.view === view }
      rest.subtract(own)
      switch phase {
      case .began: view.touchesBegan(own, with: event)
      case .moved: view.touchesMoved(own, with: event)
      case .ended: view.touchesEnded(own, with: event)
      default: view.touchesCancelled(own, with: event)
      }
    }
  }

  /// Takes touches away from their views, because a recogniser recognised.
  func cancelInViews(_ touches: [UITouch]) {
    guard !touches.isEmpty else { return }
    for touch in touches { touch.isTaken = true }
    let told = Set(touches.filter { $0.view != nil && !$0.isExcluded && !heldBegins.contains($0) })
    heldBegins.subtract(touches)
    let event = UIEvent(.touches, time: touches[0].moment)
    event.touches = Set(touches)
    send(told, .cancelled, event)
  }

  /// Removes a touch that has ended.
  func forget(_ touch: UITouch) {
    if let finger = fingers.first(where: { $0.value === touch })?.key { fingers[finger] = nil }
    for recognizer in touch.recognizers { recognizer.touches.removeAll { $0 === touch } }
  }

  private func drop(_ touch: UITouch) {
    heldBegins.remove(touch)
    noteEnd(of: touch)
    if let finger = fingers.first(where: { $0.value === touch })?.key { fingers[finger] = nil }
    for recognizer in touch.recognizers {
      if recognizer.touches.count == 1 { recognizer.lastPlace = recognizer.location(in: nil) }
      recognizer.touches.removeAll { $0 === touch }
    }
  }

  // MARK: After an event

  /// Gives held touches to views, recognises waiting gestures, and resets finished ones.
  func settle() {
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for recognizer in active where recognizer.pendingState != nil && !recognizer.hasToWait {
        recognizer.recognizePending()
        hasChanged = true
      }
    }
    let free = heldBegins.filter { touch in !touch.recognizers.contains { holdsBegin($0) } }
    if !free.isEmpty {
      heldBegins.subtract(free)
      let event = UIEvent(.touches, time: free.first?.moment ?? 0)
      event.touches = free
      send(free.filter { !$0.isTaken }, .began, event)
    }
    let over = active.filter { recognizer in
      recognizer.touches.isEmpty && recognizer.pendingState == nil
        && (recognizer.isOver || recognizer.state == .possible && !recognizer.waitsForMore)
    }
    active.removeAll { recognizer in over.contains { $0 === recognizer } }
    for recognizer in over { recognizer.prepareForNext() }
  }

  /// Something failed, which others may have waited for.
  func recognizerFailed(_ failed: UIGestureRecognizer) {
    for recognizer in active where recognizer.pendingState != nil && recognizer !== failed {
      recognizer.recognizePending()
    }
  }

  /// Forgets all touches and keys.
  func clear() {
    for touch in fingers.values { touch.recognizers.removeAll() }
    for recognizer in active {
      recognizer.touches.removeAll()
      recognizer.prepareForNext()
    }
    active.removeAll()
    fingers.removeAll()
    keys.removeAll()
    modifiers = []
    heldBegins.removeAll()
    hovering.removeAll()
    pointer = nil
    lastTap = nil
  }

  private func distance(_ one: CGPoint, _ other: CGPoint) -> CGFloat {
    hypot(one.x - other.x, one.y - other.y)
  }
}

extension UIWindow {
  /// Does the default work of `sendEvent(_:)`.
  final func deliver(_ event: UIEvent) {
    let input = UIApplication.shared.input
    switch event.type {
    case .touches: input.deliver(event, in: self)
    case .presses:
      guard let event = event as? UIPressesEvent else { return }
      sendPresses(event)
    case .motion:
      let responder = firstResponder ?? self
      responder.motionBegan(event.subtype, with: event)
      responder.motionEnded(event.subtype, with: event)
    default: break
    }
  }

  private func sendPresses(_ event: UIPressesEvent) {
    for phase in [UIPress.Phase.began, .changed, .ended, .cancelled] {
      let presses = event.presses.filter { $0.phase == phase }
      guard let responder = presses.first?.responder ?? firstResponder, !presses.isEmpty else {
        continue
      }
      switch phase {
      case .began: responder.pressesBegan(presses, with: event)
      case .changed: responder.pressesChanged(presses, with: event)
      case .ended: responder.pressesEnded(presses, with: event)
      default: responder.pressesCancelled(presses, with: event)
      }
    }
  }
}
