// Pans: fingers that are dragged.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzInteraction

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
/// It begins when they have moved by 10 points, which do not count for the translation. The
/// velocity is that of the last 100 ms. It ends when the last finger is lifted.
open class UIPanGestureRecognizer: UIGestureRecognizer {
  /// The least fingers; 1 by default.
  open var minimumNumberOfTouches = 1
  /// The most fingers; any number by default.
  open var maximumNumberOfTouches = Int.max
  /// The wheels and pads that it takes; none by default.
  ///
  /// It begins with the first step, has no touches, and its translation is the sum of the steps.
  open var allowedScrollTypesMask: UIScrollTypeMask = []

  /// Returns the drag since the start, or since it was set, in a view's coordinates.
  ///
  /// The first ten points do not count.
  open func translation(in view: UIView?) -> CGPoint {
    if let pad { return convertedVector(pad.value, to: view) }
    guard case .pan(let machine) = row?.machine else { return .zero }
    return convertedVector(machine.translation, to: view)
  }

  /// Sets the translation; later drags add to it.
  open func setTranslation(_ translation: CGPoint, in view: UIView?) {
    var vector = TouchPlace(translation.x, translation.y)
    if let view, let window = view.window, view !== window {
      let zero = view.convert(CGPoint.zero, to: window)
      let end = view.convert(translation, to: window)
      vector = TouchPlace(end.x - zero.x, end.y - zero.y)
    }
    pad?.value = vector
    shell?.interaction.change(number) { machine, _ in
      guard case .pan(var pan) = machine else { return }
      pan.translation = vector
      machine = .pan(pan)
    }
  }

  /// Returns the velocity in points a second, in a view's coordinates.
  open func velocity(in view: UIView?) -> CGPoint {
    convertedVector((pad?.velocity ?? row?.hand.velocity)?.velocity ?? .zero, to: view)
  }

  /// The way since the fingers came down, in a view's coordinates.
  final func way(in view: UIView?) -> CGPoint {
    guard case .pan(let machine) = row?.machine else { return .zero }
    return convertedVector(machine.way, to: view)
  }

  override func fill(_ settings: inout GestureSettings) {
    settings.kind = .pan
    settings.fingers = minimumNumberOfTouches
    settings.maximumFingers = maximumNumberOfTouches
  }

  /// Takes touches that began.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    takeByMachine(.began)
  }

  /// Takes touches that moved.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    takeByMachine(.moved)
  }

  /// Takes touches that ended.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    takeByMachine(.ended)
  }

  /// Takes touches that were taken away.
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
    takeByMachine(.cancelled)
  }
}

/// Recognises a finger that is dragged from an edge of the screen.
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
  /// The edges from which it takes fingers; none by default.
  open var edges: UIRectEdge = []

  override func fill(_ settings: inout GestureSettings) {
    super.fill(&settings)
    settings.kind = .edge
    // The bits are the same.
    settings.edges = Int(edges.rawValue & 15)
    let size = view?.window?.bounds.size ?? .zero
    settings.area = TouchPlace(size.width, size.height)
  }
}
