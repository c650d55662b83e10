// Which context gets an event of a window: the one that the window shows, or one in its scene.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzPlan

/// The scene that events are routed in.
protocol EventScene {
  /// The hosted tree at a point of the context that listens; nil for the context itself.
  func place(at point: Point) -> HostedPlace?
  /// The point of a hosted tree's space at a point of the context; nil where there is none.
  func point(at point: Point, in place: HostedPlace) -> Point?
}

/// The way of a window's events to the contexts of its scene.
///
/// A button or a finger that is down keeps the context that it went down on, until it is up. Keys
/// go to the context that a button or a finger went down on last.
struct EventRouter {
  /// The receiver of an event.
  enum Target: Hashable {
    /// The context that the window shows.
    case context
    case hosted(HostedPlace)
  }

  /// An event for a receiver, at its point of that one's space.
  struct Delivery: Equatable {
    let target: Target
    let event: OutputEvent
  }

  /// The most fingers that are followed.
  private static let mostFingers = 64

  private var hover: Target?
  private var grab: Target?
  private var buttons: Set<Int> = []
  private var fingers: [Int: Target] = [:]
  private var keyTarget = Target.context
  private var hasFocus = false

  /// Returns what an event of the window means to the contexts of the scene.
  mutating func route(_ event: OutputEvent, in scene: some EventScene) -> [Delivery] {
    switch event.kind {
    case .pointerMoved(let point):
      let target = grab ?? scene.target(at: point)
      return leave(for: target, at: event.time) + deliver(event, to: target, scene)
    case .pointerLeft: return leave(for: nil, at: event.time)
    case .wheel(_, _, let point):
      return deliver(event, to: grab ?? scene.target(at: point), scene)
    case .buttonDown(let button, _, let point):
      let target = grab ?? scene.target(at: point)
      grab = target
      buttons.insert(button)
      return take(focus: target, at: event.time) + deliver(event, to: target, scene)
    case .buttonUp(let button, let point):
      let target = grab ?? scene.target(at: point)
      buttons.remove(button)
      if buttons.isEmpty { grab = nil }
      return deliver(event, to: target, scene)
    case .touch(.began, let finger, let point):
      let target = scene.target(at: point)
      guard fingers.count < Self.mostFingers || fingers[finger] != nil else { return [] }
      fingers[finger] = target
      return take(focus: target, at: event.time) + deliver(event, to: target, scene)
    case .touch(.moved, let finger, _):
      return fingers[finger].map { deliver(event, to: $0, scene) } ?? []
    case .touch(.ended, let finger, _):
      return fingers.removeValue(forKey: finger).map { deliver(event, to: $0, scene) } ?? []
    case .key: return [Delivery(target: keyTarget, event: event)]
    case .focus(let isFocused):
      hasFocus = isFocused
      if !isFocused { (grab, buttons, fingers) = (nil, [], [:]) }
      return [Delivery(target: keyTarget, event: event)]
    case .headroom: return [Delivery(target: .context, event: event)]
    }
  }

  private func deliver(
    _ event: OutputEvent,
    to target: Target,
    _ scene: some EventScene
  ) -> [Delivery] {
    guard case .hosted(let place) = target, let point = event.point else {
      return [Delivery(target: target, event: event)]
    }
    // A layer that is gone, or is seen from its edge, has no such point.
    guard let point = scene.point(at: point, in: place) else { return [] }
    return [Delivery(target: target, event: event.moved(to: point))]
  }

  /// Tells the context that the pointer was over until now that it is there no more.
  private mutating func leave(for target: Target?, at time: Double) -> [Delivery] {
    defer { hover = target }
    guard let hover, hover != target else { return [] }
    return [Delivery(target: hover, event: OutputEvent(.pointerLeft, time: time))]
  }

  /// Lets keys go to a context.
  private mutating func take(focus target: Target, at time: Double) -> [Delivery] {
    defer { keyTarget = target }
    guard hasFocus, target != keyTarget else { return [] }
    return [
      Delivery(target: keyTarget, event: OutputEvent(.focus(false), time: time)),
      Delivery(target: target, event: OutputEvent(.focus(true), time: time)),
    ]
  }
}

extension EventScene {
  fileprivate func target(at point: Point) -> EventRouter.Target {
    place(at: point).map { .hosted($0) } ?? .context
  }
}
