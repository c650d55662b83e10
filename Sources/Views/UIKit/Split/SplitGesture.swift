// The fingers that show and hide columns.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// Shows one more column by a finger from the edge, and hides those over the secondary one by a
/// finger that moves back, or by a tap beside them.
@MainActor
final class SplitGesture: UIGestureRecognizerDelegate {
  /// Faster fingers decide by their direction, in points a second.
  private static let turnSpeed: CGFloat = 300

  private(set) lazy var edge = UIScreenEdgePanGestureRecognizer { [weak self] in
    if let pan = $0 as? UIPanGestureRecognizer { self?.follow(pan, isEdge: true) }
  }
  private(set) lazy var back = UIPanGestureRecognizer { [weak self] in
    if let pan = $0 as? UIPanGestureRecognizer { self?.follow(pan, isEdge: false) }
  }
  private lazy var tap = UITapGestureRecognizer { [weak self] _ in self?.tapped() }
  private weak var split: UISplitViewController?
  private weak var change: SplitChange?

  init(_ split: UISplitViewController) { self.split = split }

  func attach(to view: UIView, _ dimming: UIView) {
    for pan in [edge, back] {
      pan.maximumNumberOfTouches = 1
      pan.delegate = self
      view.addGestureRecognizer(pan)
    }
    dimming.addGestureRecognizer(tap)
    update()
  }

  /// Takes over what the columns are now.
  ///
  /// The way back is off where nothing lies over the secondary column: pans of scroll views would
  /// wait for it.
  func update() {
    guard let split, split.isViewLoaded else { return }
    edge.edges = split.isPrimaryAtRight ? .right : .left
    let isOn = split.presentsWithGesture && split.isArranged && !split.isCollapsed
    // A finger that is down stays.
    guard change == nil || !isOn else { return }
    if edge.isEnabled != isOn { edge.isEnabled = isOn }
    let isBackOn = isOn && split.mode.isDimmed
    if back.isEnabled != isBackOn { back.isEnabled = isBackOn }
  }

  /// The direction in which columns come: 1 to the right.
  private var direction: CGFloat { split?.isPrimaryAtRight == true ? -1 : 1 }

  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
    guard let split, split.presentsWithGesture, change == nil, !split.isCollapsed else {
      return false
    }
    if gestureRecognizer === edge { return moreMode(split) != nil }
    let way = back.way(in: split.view)
    return split.mode.isDimmed && abs(way.x) > abs(way.y) && way.x * direction < 0
  }

  /// The mode with one more column that has a controller.
  private func moreMode(_ split: UISplitViewController) -> UISplitViewController.DisplayMode? {
    guard let more = split.modeWithMore else { return nil }
    let now = split.shownColumns(in: split.mode).count
    return split.shownColumns(in: more).count > now ? more : nil
  }

  /// The ways back of stacks and rows come first.
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool {
    if gestureRecognizer === edge { return otherGestureRecognizer is PopGestureRecognizer }
    return otherGestureRecognizer is RowSwipeGestureRecognizer
  }

  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { otherGestureRecognizer is ScrollPanGestureRecognizer }

  private func tapped() {
    guard let split, split.mode.isDimmed else { return }
    split.choose(split.modeWithoutOverlay)
  }

  private func follow(_ pan: UIPanGestureRecognizer, isEdge: Bool) {
    guard let split else { return }
    if pan.state == .began {
      guard let mode = isEdge ? moreMode(split) : split.modeWithoutOverlay else { return }
      split.delegate?.splitViewControllerInteractivePresentationGestureWillBegin(split)
      change = split.beginByFinger(mode)
      change?.completion = { [weak split] in
        guard let split else { return }
        split.delegate?.splitViewControllerInteractivePresentationGestureDidEnd(split)
      }
      if change == nil {
        split.delegate?.splitViewControllerInteractivePresentationGestureDidEnd(split)
      }
    }
    // Another change may have ended this one.
    guard let change, split.change === change else { return endFollowing(pan) }
    let sign = isEdge ? direction : -direction
    let way = sign * pan.translation(in: split.view).x
    let part = min(max(way / max(split.distance(change), 1), 0), 1)
    switch pan.state {
    case .began, .changed:
      change.progress = part
      split.placeColumns()
    case .ended:
      let speed = sign * pan.velocity(in: split.view).x
      let goesOn = abs(speed) > SplitGesture.turnSpeed ? speed > 0 : part > 0.5
      self.change = nil
      split.endByFinger(change, goesOn: goesOn)
    case .cancelled, .failed:
      self.change = nil
      split.endByFinger(change, goesOn: false)
    default: break
    }
  }

  private func endFollowing(_ pan: UIPanGestureRecognizer) {
    change = nil
    if pan.state != .began, pan.state != .changed { update() }
  }
}
