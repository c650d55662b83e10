// Wheels and pads: they scroll, and drive recognisers without touches.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzCore
import QuartzInteraction

/// A step of a wheel or a pad, at a point of its window.
private struct PadStep {
  var phase: UITouch.Phase
  var type: UIEvent.EventType
  var point: CGPoint
  /// By the window's clock, in seconds; nil for now.
  var time: TimeInterval?

  init(
    _ phase: UITouch.Phase,
    _ type: UIEvent.EventType,
    _ point: CGPoint,
    _ time: TimeInterval?
  ) {
    (self.phase, self.type, self.point, self.time) = (phase, type, point, time)
  }
}

/// The motion of a wheel or a pad with a recogniser since its start.
struct PadMotion {
  var state: UIGestureRecognizer.State
  /// A translation in the window; or a scale or an angle, as x.
  var value: TouchPlace
  var velocity = VelocityWindow()
}

/// The recogniser that a pad drives now.
struct PadTarget {
  weak var recognizer: UIGestureRecognizer?
}

extension UIGestureRecognizer {
  /// Breaks it off, because it is turned off or removed.
  final func breakOff() {
    shell?.drop(self)
    if pad != nil { drive(.cancelled) }
  }

  /// Whether an event without touches may drive it.
  final func mayBegin(with event: UIEvent) -> Bool {
    isEnabled && pad == nil && row == nil && shouldReceive(event)
      && delegate?.gestureRecognizer(self, shouldReceive: event) ?? true
      && view?.gestureRecognizerShouldBegin(self) ?? true
      && delegate?.gestureRecognizerShouldBegin(self) ?? true
  }

  /// Enters a state without touches, and calls the targets.
  final func drive(_ state: State) {
    pad?.state = state
    callTargets()
    guard state == .ended || state == .cancelled else { return }
    pad = nil
    reset()
  }
}

extension UIApplication {
  /// The points that content moves with a notch of the wheel.
  private static let notch: CGFloat = 30

  /// Turns the wheel of the mouse: pans that take wheels, or the content under the pointer, move.
  ///
  /// - Parameters:
  ///   - right: Notches to the right.
  ///   - up: Notches away from the user.
  ///   - point: In points of the window.
  ///   - window: The window; nil is the key window.
  public func turnWheel(
    right: CGFloat = 0,
    up: CGFloat,
    at point: CGPoint,
    in window: UIWindow? = nil
  ) {
    let isLater = input.postpones {
      self.turnWheel(right: right, up: up, at: point, in: window)
    }
    guard !isLater, let window = window ?? keyWindow, !isIgnoringInteractionEvents, right.isFinite,
      up.isFinite, point.x.isFinite, point.y.isFinite
    else { return }
    let way = CGPoint(x: right * Self.notch, y: -up * Self.notch)
    let now = moveClock(of: window, to: nil)
    window.recording.note(
      [.wheel(TouchPlace(right, up), at: TouchPlace(point.x, point.y))],
      at: now
    )
    let event = UIEvent(.scroll, time: now)
    guard let pan = scroll(by: way, .discrete, event, at: point, in: window) else { return }
    pan.drive(.ended)
  }

  /// Scrolls with two fingers on a pad: a pan that takes pads follows, or the content under the
  /// pointer moves.
  ///
  /// - Parameters:
  ///   - distance: How far the content goes, in points: down and right are positive.
  ///   - phase: Began, moved, ended or cancelled.
  ///   - point: In points of the window.
  ///   - time: In seconds of the window's clock; nil is now.
  ///   - window: The window; nil is the key window.
  public func scrollPad(
    by distance: CGPoint,
    phase: UITouch.Phase,
    at point: CGPoint,
    time: TimeInterval? = nil,
    in window: UIWindow? = nil
  ) {
    guard distance.x.isFinite, distance.y.isFinite else { return }
    takePad(PadStep(phase, .scroll, point, time), in: window) { event, window in
      let way = CGPoint(x: -distance.x, y: -distance.y)
      return self.scroll(by: way, .continuous, event, at: point, in: window)
    } change: { pad in
      pad.value += TouchPlace(distance.x, distance.y)
    }
  }

  /// Pinches with two fingers on a pad: the pinch recogniser under the pointer follows.
  ///
  /// - Parameters:
  ///   - change: The change of the scale since the last call: 0.1 is a tenth larger.
  ///   - phase: Began, moved, ended or cancelled.
  ///   - point: In points of the window.
  ///   - time: In seconds of the window's clock; nil is now.
  ///   - window: The window; nil is the key window.
  public func magnifyPad(
    by change: CGFloat,
    phase: UITouch.Phase,
    at point: CGPoint,
    time: TimeInterval? = nil,
    in window: UIWindow? = nil
  ) {
    guard change.isFinite, change > -1 else { return }
    takePad(PadStep(phase, .transform, point, time), in: window) { event, window in
      self.begin(UIPinchGestureRecognizer.self, TouchPlace(1 + change, 0), event, point, window)
    } change: { pad in
      pad.value.x *= 1 + change
    }
  }

  /// Turns two fingers on a pad: the rotation recogniser under the pointer follows.
  ///
  /// - Parameters:
  ///   - angle: The turn since the last call, clockwise in radians.
  ///   - phase: Began, moved, ended or cancelled.
  ///   - point: In points of the window.
  ///   - time: In seconds of the window's clock; nil is now.
  ///   - window: The window; nil is the key window.
  public func rotatePad(
    by angle: CGFloat,
    phase: UITouch.Phase,
    at point: CGPoint,
    time: TimeInterval? = nil,
    in window: UIWindow? = nil
  ) {
    guard angle.isFinite else { return }
    takePad(PadStep(phase, .transform, point, time), in: window) { event, window in
      self.begin(UIRotationGestureRecognizer.self, TouchPlace(angle, 0), event, point, window)
    } change: { pad in
      pad.value.x += angle
    }
  }

  /// Takes a step of a pad: the first one that finds a recogniser begins it.
  private func takePad(
    _ step: PadStep,
    in window: UIWindow?,
    begin: @escaping @MainActor (UIEvent, UIWindow) -> UIGestureRecognizer?,
    change: @escaping @MainActor (inout PadMotion) -> Void
  ) {
    let isLater = input.postpones {
      self.takePad(step, in: window, begin: begin, change: change)
    }
    let (phase, type, point) = (step.phase, step.type, step.point)
    guard !isLater, let window = window ?? keyWindow, point.x.isFinite, point.y.isFinite,
      !isIgnoringInteractionEvents
    else { return }
    let now = moveClock(of: window, to: step.time)
    let old = input.pads[type]?.recognizer
    if phase == .began, old?.pad != nil { old?.drive(.cancelled) }
    let isOver = phase == .ended || phase == .cancelled
    if phase != .began, let recognizer = old, var pad = recognizer.pad {
      if !isOver || phase == .ended { change(&pad) }
      // A step that ends a motion may be none: the velocity is that of those before.
      if !isOver { pad.velocity.add(pad.value, time: now) }
      recognizer.pad = pad
      recognizer.lastPlace = TouchPlace(point.x, point.y)
      recognizer.drive(isOver ? (phase == .ended ? .ended : .cancelled) : .changed)
    } else if !isOver {
      let found = begin(UIEvent(type, time: now), window)
      input.pads[type] = PadTarget(recognizer: found)
    }
    if isOver { input.pads[type] = nil }
  }

  /// Scrolls what is under the pointer.
  ///
  /// - Returns: The pan that began; nil if there is none.
  private func scroll(
    by way: CGPoint,
    _ type: UIScrollTypeMask,
    _ event: UIEvent,
    at point: CGPoint,
    in window: UIWindow
  ) -> UIPanGestureRecognizer? {
    var view = window.hitTest(point, with: event)
    while let candidate = view {
      for case let pan as UIPanGestureRecognizer in candidate.gestureRecognizers ?? []
      where pan.allowedScrollTypesMask.contains(type) && pan.mayBegin(with: event) {
        start(pan, TouchPlace(-way.x, -way.y), event, point)
        return pan
      }
      if let scroll = candidate as? UIScrollView, scroll.isScrollEnabled, scroll.turn(by: way) {
        return nil
      }
      view = candidate.superview
    }
    return nil
  }

  /// Begins the first recogniser of a class under the pointer.
  private func begin<Recognizer: UIGestureRecognizer>(
    _ kind: Recognizer.Type,
    _ value: TouchPlace,
    _ event: UIEvent,
    _ point: CGPoint,
    _ window: UIWindow
  ) -> UIGestureRecognizer? {
    var view = window.hitTest(point, with: event)
    while let candidate = view {
      for case let recognizer as Recognizer in candidate.gestureRecognizers ?? []
      where recognizer.mayBegin(with: event) {
        start(recognizer, value, event, point)
        return recognizer
      }
      view = candidate.superview
    }
    return nil
  }

  private func start(
    _ recognizer: UIGestureRecognizer,
    _ value: TouchPlace,
    _ event: UIEvent,
    _ point: CGPoint
  ) {
    recognizer.lastPlace = TouchPlace(point.x, point.y)
    recognizer.pad = PadMotion(state: .began, value: value)
    recognizer.pad?.velocity.restart(at: value, time: event.time)
    recognizer.drive(.began)
  }
}

extension UIScrollView {
  /// Moves the content within its range.
  ///
  /// - Returns: Whether it moved.
  fileprivate func turn(by distance: CGPoint) -> Bool {
    let offset = CGPoint(
      x: min(max(contentOffset.x + distance.x, rangeX.lowerBound), rangeX.upperBound),
      y: min(max(contentOffset.y + distance.y, rangeY.lowerBound), rangeY.upperBound)
    )
    guard offset != contentOffset else { return false }
    setContentOffset(offset, animated: false)
    return true
  }
}
