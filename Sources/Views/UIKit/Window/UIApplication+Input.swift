// Events that programs and tests inject.
// Licensed under the MIT license; see LICENSE.
//
// Every function has the coordinates of a window: the key window, unless another one is given.
// Times are those of the window's clock. For a window whose time is stopped, a later time moves
// it on first, with all that happens in between: timers of recognisers, ends of animations.
//
// An event that comes while another one is handled waits until that is done. One of a thread that
// does not have the windows waits for the next turn of the loop of the thread that has them; such
// events stay in order.

import CoreGraphics
public import Foundation
import QuartzCore
import QuartzInteraction

extension UIApplication {
  /// Puts a finger down.
  ///
  ///     let app = UIApplication.shared
  ///     app.touchBegan(at: CGPoint(x: 20, y: 20))
  ///     app.touchMoved(to: CGPoint(x: 80, y: 20), time: 0.1)
  ///     app.touchEnded(time: 0.15)
  ///
  /// - Parameters:
  ///   - point: In points of the window.
  ///   - finger: A number for the finger; a finger that is already down is lifted first.
  ///   - time: In seconds of the window's clock; nil is now.
  ///   - window: The window; nil is the key window.
  ///   - type: The kind of touch.
  public func touchBegan(
    at point: CGPoint,
    finger: Int = 0,
    time: TimeInterval? = nil,
    in window: UIWindow? = nil,
    type: UITouch.TouchType = .direct
  ) {
    let isLater = input.postpones {
      self.touchBegan(at: point, finger: finger, time: time, in: window, type: type)
    }
    guard !isLater, let window = window ?? keyWindow, isUsable(point) else { return }
    if input.fingers[finger] != nil { touchCancelled(finger: finger, time: time) }
    let now = moveClock(of: window, to: time)
    guard !isIgnoringInteractionEvents else { return }
    send(makeTouch(type, finger, point, in: window, at: now), .began, now)
  }

  /// Moves a finger that is down.
  public func touchMoved(to point: CGPoint, finger: Int = 0, time: TimeInterval? = nil) {
    let isLater = input.postpones { self.touchMoved(to: point, finger: finger, time: time) }
    guard !isLater, let touch = input.fingers[finger], isUsable(point) else { return }
    let now = moveClock(of: touch.window, to: time)
    touch.placeBefore = touch.place
    touch.place = point
    send(touch, .moved, now)
  }

  /// Moves a finger that is down through several places, in one event:
  /// `UIEvent.coalescedTouches(for:)` gives all of them.
  ///
  /// - Parameters:
  ///   - points: The places in points of the window, the last one last.
  ///   - finger: The number of the finger.
  ///   - time: In seconds of the window's clock; nil is now.
  public func touchMoved(along points: [CGPoint], finger: Int = 0, time: TimeInterval? = nil) {
    let isLater = input.postpones { self.touchMoved(along: points, finger: finger, time: time) }
    guard !isLater, let window = input.fingers[finger]?.window else { return }
    let changes = points.filter(isUsable).map {
      FingerChange(phase: .moved, finger: finger, point: $0)
    }
    let now = time ?? window.context?.currentTime ?? CACurrentMediaTime()
    if !changes.isEmpty { touchesChanged(changes, time: now, in: window) }
  }

  /// Lifts a finger.
  ///
  /// - Parameters:
  ///   - point: Where; nil is where it is.
  ///   - finger: The number of the finger.
  ///   - time: In seconds of the window; nil is now.
  public func touchEnded(
    at point: CGPoint? = nil,
    finger: Int = 0,
    time: TimeInterval? = nil
  ) {
    let isLater = input.postpones { self.touchEnded(at: point, finger: finger, time: time) }
    guard !isLater, let touch = input.fingers[finger] else { return }
    let now = moveClock(of: touch.window, to: time)
    touch.placeBefore = touch.place
    if let point, isUsable(point) { touch.place = point }
    send(touch, .ended, now)
  }

  /// Takes a finger away, as a call or an alert does.
  public func touchCancelled(finger: Int = 0, time: TimeInterval? = nil) {
    let isLater = input.postpones { self.touchCancelled(finger: finger, time: time) }
    guard !isLater, let touch = input.fingers[finger] else { return }
    send(touch, .cancelled, moveClock(of: touch.window, to: time))
  }

  /// Taps.
  ///
  /// - Parameters:
  ///   - point: In points of the screen.
  ///   - count: The taps, a tenth of a second apart.
  ///   - time: In seconds of the window; nil is now.
  ///   - window: The window; nil is the key window.
  public func tap(
    at point: CGPoint,
    count: Int = 1,
    time: TimeInterval? = nil,
    in window: UIWindow? = nil
  ) {
    let isLater = input.postpones { self.tap(at: point, count: count, time: time, in: window) }
    guard !isLater, let window = window ?? keyWindow, count > 0 else { return }
    var now = time ?? window.context?.currentTime ?? CACurrentMediaTime()
    for index in 0..<min(count, 100) {
      if index > 0 { now += 0.1 }
      touchBegan(at: point, time: now, in: window)
      touchEnded(time: now + (count > 1 ? 0.05 : 0))
    }
  }

  /// Drags a finger straight and evenly.
  ///
  /// - Parameters:
  ///   - start: Where it goes down.
  ///   - end: Where it is lifted.
  ///   - duration: In seconds.
  ///   - steps: The moves in between; 1...10000.
  ///   - time: When it goes down; nil is now.
  ///   - window: The window; nil is the key window.
  public func drag(
    from start: CGPoint,
    to end: CGPoint,
    duration: TimeInterval = 0.2,
    steps: Int = 12,
    time: TimeInterval? = nil,
    in window: UIWindow? = nil
  ) {
    let isLater = input.postpones {
      self.drag(from: start, to: end, duration: duration, steps: steps, time: time, in: window)
    }
    guard !isLater, let window = window ?? keyWindow else { return }
    let begin = time ?? window.context?.currentTime ?? CACurrentMediaTime()
    let duration = duration.isFinite ? max(duration, 0) : 0
    let steps = min(max(steps, 1), 10_000)
    touchBegan(at: start, time: begin, in: window)
    for step in 1...steps {
      let part = CGFloat(step) / CGFloat(steps)
      let place = CGPoint(
        x: start.x + (end.x - start.x) * part,
        y: start.y + (end.y - start.y) * part
      )
      touchMoved(to: place, time: begin + duration * Double(part))
    }
    touchEnded(time: begin + duration)
  }

  // MARK: Mouse

  /// Moves the pointer; recognisers of hovering follow it, and a button that is held drags.
  public func mouseMoved(to point: CGPoint, time: TimeInterval? = nil, in window: UIWindow? = nil) {
    let isLater = input.postpones { self.mouseMoved(to: point, time: time, in: window) }
    guard !isLater, let window = window ?? keyWindow, isUsable(point) else { return }
    input.pointer = point
    if input.fingers[UIApplication.pointerFinger] != nil {
      return touchMoved(to: point, finger: UIApplication.pointerFinger, time: time)
    }
    let now = moveClock(of: window, to: time)
    window.recording.note([.point(TouchPlace(point.x, point.y))], at: now)
    let event = UIEvent(.hover, time: now)
    event.keys = input.modifiers
    let under = window.hitTest(point, with: event)
    var over: [UIHoverGestureRecognizer] = []
    var candidate = under
    while let view = candidate {
      for case let hover as UIHoverGestureRecognizer in view.gestureRecognizers ?? []
      where hover.isEnabled {
        over.append(hover)
      }
      candidate = view.superview
    }
    hover(over, at: point)
  }

  /// Tells recognisers that the pointer is over their views, and others that it is not any more.
  private func hover(_ over: [UIHoverGestureRecognizer], at point: CGPoint) {
    let old = input.hovering
    input.hovering = over
    for hover in old where !over.contains(where: { $0 === hover }) { hover.follow(point, .ended) }
    for hover in over {
      hover.follow(point, old.contains { $0 === hover } ? .changed : .began)
    }
  }

  /// Presses a button of the mouse where the pointer is.
  public func mouseDown(
    at point: CGPoint? = nil,
    button: Int = 1,
    time: TimeInterval? = nil,
    in window: UIWindow? = nil
  ) {
    let isLater = input.postpones {
      self.mouseDown(at: point, button: button, time: time, in: window)
    }
    guard !isLater, let place = point ?? input.pointer else { return }
    input.pointer = place
    input.buttons = .button(button)
    hover([], at: place)
    touchBegan(
      at: place,
      finger: UIApplication.pointerFinger,
      time: time,
      in: window,
      type: .indirectPointer
    )
  }

  /// Lets go of the button of the mouse.
  public func mouseUp(at point: CGPoint? = nil, time: TimeInterval? = nil) {
    guard !input.postpones({ self.mouseUp(at: point, time: time) }) else { return }
    touchEnded(at: point, finger: UIApplication.pointerFinger, time: time)
    input.buttons = []
  }

  /// The number of the finger that stands for the mouse.
  static let pointerFinger = Int.max

  // MARK: Keys

  /// Presses a key; the first responder of the key window gets it.
  public func keyDown(_ key: UIKey, time: TimeInterval? = nil) {
    let isLater = input.postpones { self.keyDown(key, time: time) }
    guard !isLater, let window = keyWindow, input.keys[key.characters] == nil else { return }
    let now = moveClock(of: window, to: time)
    input.modifiers = key.modifierFlags
    window.recording.note(
      [.key(key.characters, modifiers: key.modifierFlags.rawValue)],
      at: now
    )
    if !isIgnoringInteractionEvents, performKeyCommand(key, in: window) {
      input.modifiers = []
      return
    }
    let press = UIPress(key, in: window, to: window.firstResponder ?? window, time: now)
    input.keys[key.characters] = press
    send(press, .began, now)
  }

  /// Lets go of a key.
  public func keyUp(_ key: UIKey, time: TimeInterval? = nil) {
    let isLater = input.postpones { self.keyUp(key, time: time) }
    guard !isLater, let press = input.keys.removeValue(forKey: key.characters) else { return }
    let now = moveClock(of: press.window, to: time)
    input.modifiers = []
    send(press, .ended, now)
  }

  /// Presses the keys of a text, one after the other.
  public func type(_ text: String) {
    guard !input.postpones({ self.type(text) }) else { return }
    for character in text {
      let key = UIKey(characters: String(character))
      keyDown(key)
      keyUp(key)
    }
  }

  private func send(_ press: UIPress, _ phase: UIPress.Phase, _ time: TimeInterval) {
    guard !isIgnoringInteractionEvents else { return }
    press.currentPhase = phase
    press.moment = time
    let event = UIPressesEvent(time: time)
    event.presses = [press]
    event.keys = input.modifiers
    updates.handle(in: keyWindow) { sendEvent(event) }
  }

  // MARK: Motion

  /// Shakes the device; the first responder of the key window is notified.
  public func shake(time: TimeInterval? = nil) {
    let isLater = input.postpones { self.shake(time: time) }
    guard !isLater, !isIgnoringInteractionEvents else { return }
    let now = moveClock(of: keyWindow, to: time)
    let event = UIEvent(.motion, .motionShake, time: now)
    updates.handle(in: keyWindow) { sendEvent(event) }
  }

  /// Moves the device; `UIAccelerometer` tells its delegate.
  ///
  /// - Parameters:
  ///   - x: To the right, in units of gravity.
  ///   - y: Up.
  ///   - z: Towards the viewer.
  ///   - time: In seconds of the window's clock; nil is now.
  public func accelerate(
    x: UIAccelerationValue,
    y: UIAccelerationValue,
    z: UIAccelerationValue,
    time: TimeInterval? = nil
  ) {
    guard !input.postpones({ self.accelerate(x: x, y: y, z: z, time: time) }) else { return }
    let now = moveClock(of: keyWindow, to: time)
    UIAccelerometer.shared.deliver(UIAcceleration(x: x, y: y, z: z, timestamp: now))
  }

  /// Releases all fingers and keys without notifying anybody, for the start of a test.
  public func resetInput() { input.clear() }

  // MARK: Sending

  private func isUsable(_ point: CGPoint) -> Bool { point.x.isFinite && point.y.isFinite }

  /// Moves a window's clock on, if it waits for that.
  ///
  /// - Returns: The time of the event.
  final func moveClock(of window: UIWindow?, to time: TimeInterval?) -> TimeInterval {
    guard let context = window?.context else { return time ?? CACurrentMediaTime() }
    let time = time.flatMap { $0.isFinite ? $0 : nil }
    if let time, context.isStepped, time > context.currentTime {
      do throws(CAContextError) {
        try context.advance(to: time)
      } catch {
        Diagnostics.report(
          "UIKit: an event at \(time) s: the window's clock stays behind: \(error)"
        )
      }
    }
    return time ?? context.currentTime
  }

  private func makeTouch(
    _ type: UITouch.TouchType,
    _ finger: Int,
    _ point: CGPoint,
    in window: UIWindow,
    at time: TimeInterval
  ) -> UITouch {
    let touch = UITouch(type, finger: finger, at: point, time: time)
    touch.touchedWindow = window
    if type == .indirectPointer, !input.buttons.isEmpty { touch.buttons = input.buttons }
    input.fingers[finger] = touch
    return touch
  }

  private func send(_ touch: UITouch, _ phase: UITouch.Phase, _ time: TimeInterval) {
    send([(touch, phase)], time)
  }

  private func send(
    _ changed: [(touch: UITouch, phase: UITouch.Phase)],
    earlier: [UITouch: [UITouch]] = [:],
    _ time: TimeInterval
  ) {
    for other in input.fingers.values { other.currentPhase = .stationary }
    for (touch, phase) in changed {
      touch.currentPhase = phase
      touch.moment = time
    }
    let event = UIEvent(.touches, time: time)
    event.touches = Set(input.fingers.values).union(changed.map(\.touch))
    event.keys = input.modifiers
    event.buttons = input.buttons
    event.earlier = earlier
    record(changed, earlier, at: time)
    for (touch, phase) in changed where phase == .ended || phase == .cancelled {
      input.forget(touch)
    }
    if !isIgnoringInteractionEvents || changed.allSatisfy({ $0.phase == .cancelled }) {
      updates.handle(in: changed.first?.touch.window) { sendEvent(event) }
    }
  }

  /// A change of a finger.
  struct FingerChange {
    var phase: UITouch.Phase
    var finger: Int
    /// In the window; nil for the place where it is.
    var point: CGPoint?
    var buttons = UIEvent.ButtonMask.primary
    var type = UITouch.TouchType.direct
  }

  /// Sends one event with changes of several fingers.
  final func touchesChanged(_ changes: [FingerChange], time: TimeInterval, in window: UIWindow) {
    guard !input.postpones({ self.touchesChanged(changes, time: time, in: window) }) else {
      return
    }
    let now = moveClock(of: window, to: time)
    var changed: [(touch: UITouch, phase: UITouch.Phase)] = []
    var earlier: [UITouch: [UITouch]] = [:]
    for change in changes {
      if change.phase == .began, let point = change.point {
        let touch = makeTouch(change.type, change.finger, point, in: window, at: now)
        touch.buttons = change.buttons
        changed.append((touch, .began))
      } else if let touch = input.fingers[change.finger] {
        if change.phase == .moved, changed.contains(where: { $0 == (touch, .moved) }) {
          let before = touch.present()
          before.moment = now
          if let last = earlier[touch]?.last { before.placeBefore = last.place }
          earlier[touch, default: []].append(before)
          touch.place = change.point ?? touch.place
          continue
        }
        touch.placeBefore = touch.place
        touch.place = change.point ?? touch.place
        changed.append((touch, change.phase))
      }
    }
    send(changed, earlier: earlier, now)
  }
}
