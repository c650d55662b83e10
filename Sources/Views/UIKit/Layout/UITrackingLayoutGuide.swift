// Guides that switch constraints by the edges that they are near to, such as that of the keyboard.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// A guide that moves, with constraints that hold near edges of the window or away from them.
@preconcurrency
@MainActor
open class UITrackingLayoutGuide: UILayoutGuide {
  /// Constraints, and the edges near to which, or away from which, they are active.
  private struct Tracked {
    var edges: NSDirectionalRectEdge
    var isNear: Bool
    var constraints: [NSLayoutConstraint]
  }

  /// The distance up to which an edge is near, in points.
  private static let nearness: CGFloat = 1

  private var tracked: [Tracked] = []

  /// Makes constraints active while the guide is near to edges; those of before are let go.
  ///
  /// - Parameters:
  ///   - trackingConstraints: The constraints.
  ///   - edge: The edges, all of which must be near.
  open func setConstraints(
    _ trackingConstraints: [NSLayoutConstraint],
    activeWhenNearEdge edge: NSDirectionalRectEdge
  ) { set(trackingConstraints, edge, isNear: true) }

  /// Makes constraints active while the guide is away from edges; those of before are let go.
  ///
  /// - Parameters:
  ///   - trackingConstraints: The constraints.
  ///   - edge: The edges, all of which must be away.
  open func setConstraints(
    _ trackingConstraints: [NSLayoutConstraint],
    activeWhenAwayFrom edge: NSDirectionalRectEdge
  ) { set(trackingConstraints, edge, isNear: false) }

  /// Returns the constraints that are active near to edges.
  open func constraints(
    activeWhenNearEdge edge: NSDirectionalRectEdge
  ) -> [NSLayoutConstraint] { found(edge, isNear: true) }

  /// Returns the constraints that are active away from edges.
  open func constraints(
    activeWhenAwayFrom edge: NSDirectionalRectEdge
  ) -> [NSLayoutConstraint] { found(edge, isNear: false) }

  /// Lets all constraints go that the guide switches.
  open func removeAllTrackedConstraints() {
    for part in tracked { NSLayoutConstraint.deactivate(part.constraints) }
    tracked = []
  }

  private func found(_ edges: NSDirectionalRectEdge, isNear: Bool) -> [NSLayoutConstraint] {
    tracked.first { $0.edges == edges && $0.isNear == isNear }?.constraints ?? []
  }

  private func set(
    _ constraints: [NSLayoutConstraint],
    _ edges: NSDirectionalRectEdge,
    isNear: Bool
  ) {
    NSLayoutConstraint.deactivate(found(edges, isNear: isNear))
    tracked.removeAll { $0.edges == edges && $0.isNear == isNear }
    guard !constraints.isEmpty else { return }
    tracked.append(Tracked(edges: edges, isNear: isNear, constraints: constraints))
    track()
  }

  /// The edges of the window that the guide is near to.
  final var nearEdges: NSDirectionalRectEdge {
    guard let owner, let system else { return [] }
    let around = owner.window?.bounds ?? owner.bounds
    let frame = owner.convert(system.frame(in: owner), to: owner.window)
    let isTurned = owner.effectiveUserInterfaceLayoutDirection == .rightToLeft
    let limit = Self.nearness
    var edges: NSDirectionalRectEdge = []
    if abs(frame.minY - around.minY) <= limit { edges.insert(.top) }
    if abs(frame.maxY - around.maxY) <= limit { edges.insert(.bottom) }
    if abs(frame.minX - around.minX) <= limit { edges.insert(isTurned ? .trailing : .leading) }
    if abs(frame.maxX - around.maxX) <= limit { edges.insert(isTurned ? .leading : .trailing) }
    return edges
  }

  /// Switches constraints to the edges that the guide is near to now.
  final func track() {
    guard !tracked.isEmpty else { return }
    let near = nearEdges
    let active = tracked.filter { part in
      part.isNear ? near.isSuperset(of: part.edges) : near.isDisjoint(with: part.edges)
    }
    let kept = Set(active.flatMap(\.constraints))
    for part in tracked {
      NSLayoutConstraint.deactivate(part.constraints.filter { !kept.contains($0) })
    }
    NSLayoutConstraint.activate(active.flatMap(\.constraints))
  }
}

/// A guide that follows the keyboard.
///
/// While the keyboard is away it is the part of the safe area at the bottom.
///
/// **Differences**: there is no keyboard on the screen; tests give one a height.
@preconcurrency
@MainActor
open class UIKeyboardLayoutGuide: UITrackingLayoutGuide {
  /// Whether the guide keeps to the safe area while the keyboard is away; true by default.
  open var usesBottomSafeArea = true {
    didSet { owner?.layoutHost?.guideChanged(self) }
  }

  /// Whether the guide follows a keyboard that floats; false by default.
  ///
  /// **Differences**: no keyboard floats.
  open var followsUndockedKeyboard = false

  /// The room above the keyboard in which a drag begins to move it, in points.
  ///
  /// **Differences**: no drag moves the keyboard.
  open var keyboardDismissPadding: CGFloat = 0

  /// The height of the guide, in points.
  final func height(in view: UIView) -> CGFloat {
    let safe = usesBottomSafeArea ? view.safeAreaInsets.bottom : 0
    return max(safe, view.window?.keyboard.overlap(with: view) ?? 0)
  }
}
