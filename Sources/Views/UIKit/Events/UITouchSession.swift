// Touches as text: recorded from a window, and made again.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzCore
import QuartzInteraction

/// Touches, keys and turns of the wheel, as text.
///
///     let session = try UITouchSession("down 1 20,20 t=0; move 1 80,20 t=.1; up 1 t=.15")
///     session.replay(in: window)
///     print(window.touchSession)
///
/// A line or a part up to a semicolon is a step: acts with `+` between them, which are one event,
/// and the seconds from the start, `t=`. Acts are `down F x,y`, `move F x,y`, `up F`, `cancel F`
/// with the number of a finger and a place in points of the window; `point x,y` for the pointer,
/// `wheel right,up x,y`, `key a` and `wait`. `down` takes `kind=pencil`, `pointer` or `indirect`,
/// and `btn=` with the bits of the buttons. A `#` begins a comment.
///
/// **Differences**: an addition.
public struct UITouchSession: Hashable, Sendable, CustomStringConvertible {
  /// The number in texts of the finger that stands for the mouse.
  static let pointer = -1
  let steps: [TouchStep]

  init(steps: [TouchStep]) { self.steps = steps }

  /// Reads a text.
  ///
  /// - Parameter text: The steps; a million at most.
  /// - Throws: An error that says which step is none, and what was expected.
  public init(_ text: String) throws { steps = try TouchScript.steps(text) }

  /// Reads a file.
  ///
  /// - Parameter url: A file with a text in UTF-8.
  /// - Throws: An error of the file, or one that says which step is none.
  public init(contentsOf url: URL) throws {
    try self.init(String(contentsOf: url, encoding: .utf8))
  }

  /// Seconds from the start to the last step.
  public var duration: TimeInterval { steps.last?.time ?? 0 }

  /// Whether nothing happens.
  public var isEmpty: Bool { steps.isEmpty }

  /// The steps, a line each.
  public var description: String { TouchScript.text(steps) }

  /// Makes all touches again.
  ///
  /// The clock of a window for pictures is moved on, with all that happens in between. In other
  /// windows the touches have their times, and come at once.
  ///
  /// - Parameter window: The window; nil is the key window.
  @MainActor
  public func replay(in window: UIWindow? = nil) {
    let app = UIApplication.shared
    guard !app.input.postpones({ self.replay(in: window) }),
      let window = window ?? app.keyWindow
    else { return }
    replay(in: window, from: window.context?.currentTime ?? CACurrentMediaTime())
  }

  /// Makes all touches again, the first of them so long after a time as it came in the recording.
  @MainActor
  package func replay(in window: UIWindow, from begin: TimeInterval) {
    let app = UIApplication.shared
    for step in steps { app.take(step.acts, at: begin + step.time, in: window) }
  }
}

extension UIWindow {
  /// The touches, keys and turns of the wheel since the window was shown.
  ///
  /// Windows for pictures record them by themselves, 20,000 events at most; others do after
  /// `beginTouchSession()`. Gestures of pads are no part of it.
  public final var touchSession: UITouchSession { UITouchSession(steps: recording.steps) }

  /// Begins to record touches anew.
  public final func beginTouchSession() {
    recording = TouchRecording()
    recording.begin(at: context?.currentTime ?? CACurrentMediaTime())
  }
}

/// The touches that a window has recorded.
struct TouchRecording {
  /// A test that goes on for ever keeps no more events than these.
  private static let greatestCount = 20_000
  private var start: TimeInterval?
  private(set) var steps: [TouchStep] = []

  /// Whether it takes more.
  var isOn: Bool { start != nil && steps.count < TouchRecording.greatestCount }

  mutating func begin(at time: TimeInterval) { start = time }

  /// Adds acts, which are made only while it records.
  mutating func note(_ made: @autoclosure () -> [TouchAct], at time: TimeInterval) {
    guard let start, isOn else { return }
    let acts = made()
    guard !acts.isEmpty else { return }
    steps.append(TouchStep(time: max(time - start, steps.last?.time ?? 0), acts: acts))
  }
}

extension UIApplication {
  /// Records touches that changed.
  final func record(
    _ changed: [(touch: UITouch, phase: UITouch.Phase)],
    _ earlier: [UITouch: [UITouch]],
    at time: TimeInterval
  ) {
    for window in windows where window.recording.isOn {
      var acts: [TouchAct] = []
      for (touch, phase) in changed where touch.window === window {
        let finger =
          touch.finger == UIApplication.pointerFinger ? UITouchSession.pointer : touch.finger
        func place(_ touch: UITouch) -> TouchPlace { TouchPlace(touch.place.x, touch.place.y) }
        switch phase {
        case .began:
          acts.append(
            .down(
              finger,
              place(touch),
              kind: touch.type.rawValue,
              buttons: touch.buttons.rawValue
            )
          )
        case .moved: acts += ((earlier[touch] ?? []) + [touch]).map { .move(finger, place($0)) }
        case .ended:
          acts.append(.up(finger, touch.place == touch.placeBefore ? nil : place(touch)))
        default: acts.append(.cancel(finger))
        }
      }
      window.recording.note(acts, at: time)
    }
  }

  /// Does what a step says.
  final func take(_ acts: [TouchAct], at time: TimeInterval, in window: UIWindow) {
    var changes: [FingerChange] = []
    func number(_ finger: Int) -> Int {
      finger == UITouchSession.pointer ? UIApplication.pointerFinger : finger
    }
    func point(_ place: TouchPlace) -> CGPoint { CGPoint(x: place.x, y: place.y) }
    _ = moveClock(of: window, to: time)
    for act in acts {
      switch act {
      case .down(let finger, let place, let kind, let buttons):
        var change = FingerChange(phase: .began, finger: number(finger), point: point(place))
        change.buttons = UIEvent.ButtonMask(rawValue: buttons)
        change.type = UITouch.TouchType(rawValue: kind) ?? .direct
        if finger == UITouchSession.pointer {
          input.pointer = point(place)
          input.buttons = change.buttons
        }
        if input.fingers[change.finger] != nil {
          changes.append(FingerChange(phase: .cancelled, finger: change.finger))
        }
        changes.append(change)
      case .move(let finger, let place):
        changes.append(FingerChange(phase: .moved, finger: number(finger), point: point(place)))
      case .up(let finger, let place):
        changes.append(
          FingerChange(phase: .ended, finger: number(finger), point: place.map(point))
        )
        if finger == UITouchSession.pointer { input.buttons = [] }
      case .cancel(let finger):
        changes.append(FingerChange(phase: .cancelled, finger: number(finger)))
      case .point(let place): mouseMoved(to: point(place), time: time, in: window)
      case .wheel(let turn, let place):
        turnWheel(right: turn.x, up: turn.y, at: point(place), in: window)
      case .key(let text, let modifiers):
        let flags = UIKeyModifierFlags(rawValue: modifiers)
        let key = UIKey(characters: text, modifierFlags: flags)
        keyDown(key, time: time)
        keyUp(key, time: time)
      case .wait: continue
      }
    }
    if !changes.isEmpty { touchesChanged(changes, time: time, in: window) }
  }
}
