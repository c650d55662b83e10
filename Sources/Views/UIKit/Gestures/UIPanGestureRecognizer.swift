// Pans: fingers that are dragged.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// The scrolling of a wheel that pans take.
public struct UIScrollTypeMask: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int
  /// Creates a mask from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// Wheels with steps.
  public static let discrete = UIScrollTypeMask(rawValue: 1)
  /// Wheels and pads without steps.
  public static let continuous = UIScrollTypeMask(rawValue: 2)
  /// All.
  public static let all: UIScrollTypeMask = [.discrete, .continuous]
}

/// Recognises fingers that are dragged.
///
/// It begins when they have moved by 10 points. The translation counts from there on; the velocity
/// is that of the last 100 ms.
open class UIPanGestureRecognizer: UIGestureRecognizer {
  /// The least fingers; 1 by default.
  open var minimumNumberOfTouches = 1
  /// The most fingers; any number by default.
  open var maximumNumberOfTouches = Int.max
  /// The wheels that it takes.
  ///
  /// **Differences**: it is stored; wheels scroll views and reach no recogniser.
  open var allowedScrollTypesMask: UIScrollTypeMask = []

  /// In points: it begins after a drag of this length.
  static let hysteresis: CGFloat = 10

  final var motion = PointerMotion()
  private var start = CGPoint.zero
  private var origin = CGPoint.zero
  private var moved = CGPoint.zero
  private var last = CGPoint.zero

  /// Returns the drag since the start, or since it was set, in a view's coordinates.
  open func translation(in view: UIView?) -> CGPoint { converted(moved, view) }

  /// Sets the translation; later drags add to it.
  open func setTranslation(_ translation: CGPoint, in view: UIView?) {
    guard let view, let window = view.window else { return moved = translation }
    let zero = view.convert(CGPoint.zero, to: window)
    let end = view.convert(translation, to: window)
    moved = CGPoint(x: end.x - zero.x, y: end.y - zero.y)
  }

  /// Returns the velocity in points a second, in a view's coordinates.
  open func velocity(in view: UIView?) -> CGPoint { converted(motion.velocity, view) }

  private func converted(_ vector: CGPoint, _ view: UIView?) -> CGPoint {
    guard let view, let window = view.window, view !== window else { return vector }
    let zero = view.convert(CGPoint.zero, from: window)
    let end = view.convert(vector, from: window)
    return CGPoint(x: end.x - zero.x, y: end.y - zero.y)
  }

  /// Whether a drag begins the gesture.
  func begins(_ drag: CGPoint) -> Bool {
    hypot(drag.x, drag.y) >= UIPanGestureRecognizer.hysteresis
  }

  /// Whether touches may begin it at all.
  func accepts(_ touches: Set<UITouch>) -> Bool { true }

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    guard accepts(touches) else { return state = .failed }
    if numberOfTouches > maximumNumberOfTouches {
      if isGoingOn { state = .ended } else { state = .failed }
      return
    }
    last = location(in: nil)
    if !isGoingOn {
      start = last
      moved = .zero
      motion = PointerMotion()
    }
    motion.add(last, at: event.timestamp)
  }

  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    let place = location(in: nil)
    let step = CGPoint(x: place.x - last.x, y: place.y - last.y)
    last = place
    motion.add(place, at: event.timestamp)
    if isGoingOn {
      moved = CGPoint(x: moved.x + step.x, y: moved.y + step.y)
      state = .changed
      return
    }
    guard state == .possible, numberOfTouches >= minimumNumberOfTouches,
      begins(CGPoint(x: place.x - start.x, y: place.y - start.y))
    else { return }
    moved = .zero
    state = .began
  }

  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    motion.end(at: event.timestamp)
    let rest = numberOfTouches - touches.count
    if isGoingOn {
      if rest < minimumNumberOfTouches {
        state = .ended
      } else {
        settle(without: touches)
      }
    } else if rest == 0 {
      state = .failed
    }
  }

  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    state = isGoingOn ? .cancelled : .failed
  }

  /// Goes on with the fingers that are left, without a jump.
  private func settle(without gone: Set<UITouch>) {
    let rest = touches.filter { !gone.contains($0) }
    guard !rest.isEmpty else { return }
    let places = rest.map { $0.location(in: nil) }
    last = CGPoint(
      x: places.map(\.x).reduce(0, +) / CGFloat(places.count),
      y: places.map(\.y).reduce(0, +) / CGFloat(places.count)
    )
    motion = PointerMotion()
  }
}

/// The places of a pointer, for its velocity.
struct PointerMotion {
  private var samples: [(place: CGPoint, time: TimeInterval)] = []
  /// In points a second.
  private(set) var velocity = CGPoint.zero

  /// In seconds: older places do not count.
  static let window: TimeInterval = 0.1

  mutating func add(_ place: CGPoint, at time: TimeInterval) {
    if let last = samples.last, last.time == time { samples.removeLast() }
    samples.append((place, time))
    update(at: time)
  }

  /// The finger is lifted; a finger that rested has no velocity.
  mutating func end(at time: TimeInterval) { update(at: time) }

  private mutating func update(at time: TimeInterval) {
    // The last one before the window is treated as its begin.
    while samples.count > 2, time - samples[1].time >= PointerMotion.window {
      samples.removeFirst()
    }
    guard let first = samples.first, let last = samples.last, last.time > first.time,
      time - last.time < PointerMotion.window
    else { return velocity = .zero }
    let span = max(last.time - first.time, 1e-6)
    velocity = CGPoint(
      x: (last.place.x - first.place.x) / span,
      y: (last.place.y - first.place.y) / span
    )
  }
}

/// Recognises a finger that is dragged from an edge of the screen.
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
  /// The edges from which it takes fingers; none by default.
  open var edges: UIRectEdge = []

  /// In points: the width of the edge.
  static let width: CGFloat = 20

  override func accepts(_ touches: Set<UITouch>) -> Bool {
    guard let window = view?.window else { return false }
    let area = window.bounds
    let width = UIScreenEdgePanGestureRecognizer.width
    return touches.allSatisfy { touch in
      let place = touch.location(in: nil)
      return edges.contains(.left) && place.x < area.minX + width
        || edges.contains(.right) && place.x >= area.maxX - width
        || edges.contains(.top) && place.y < area.minY + width
        || edges.contains(.bottom) && place.y >= area.maxY - width
    }
  }
}
