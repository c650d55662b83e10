// The fingers that move a sheet.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzInteraction

/// The drag of a sheet; pans of scroll views in it wait for it.
@MainActor
final class SheetPanGestureRecognizer: UIPanGestureRecognizer {
  override func fill(_ settings: inout GestureSettings) {
    super.fill(&settings)
    settings.asksRequirements = true
    settings.maximumFingers = 1
  }

  override func shouldBeRequiredToFail(by otherGestureRecognizer: UIGestureRecognizer) -> Bool {
    otherGestureRecognizer is ScrollPanGestureRecognizer
  }
}

/// Moves a sheet between its detents.
@MainActor
final class SheetGesture: UIGestureRecognizerDelegate {
  /// A finger that is faster dismisses, in points a second.
  private static let dismissSpeed: CGFloat = 1000
  /// A finger that is faster goes to the next detent in its direction, in points a second.
  private static let turnSpeed: CGFloat = 300

  private(set) lazy var pan = SheetPanGestureRecognizer { [weak self] in
    if let pan = $0 as? UIPanGestureRecognizer { self?.follow(pan) }
  }
  private(set) lazy var tap = UITapGestureRecognizer { [weak self] _ in
    self?.sheet?.dismissByFinger()
  }
  private weak var sheet: UISheetPresentationController?
  private var start: CGFloat = 0

  init(_ sheet: UISheetPresentationController) {
    self.sheet = sheet
    pan.delegate = self
  }

  /// Whether the sheet moves, and not the content under the finger.
  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
    guard gestureRecognizer === pan, let sheet, let heights = sheet.heights else { return true }
    let way = pan.way(in: sheet.containerView)
    guard abs(way.y) > abs(way.x) else { return false }
    guard let scroll = scrollView(around: pan.row?.hand.fingers.first?.view(in: pan)),
      scroll.facts.isEnabled, scroll.facts.movesY
    else { return true }
    guard scroll.contentOffset.y <= scroll.rangeY.lowerBound else { return false }
    if way.y > 0 { return true }
    return sheet.prefersScrollingExpandsWhenScrolledToEdge
      && sheet.restingHeight < heights.greatest.height
  }

  private func scrollView(around view: UIView?) -> UIScrollView? {
    var next = view
    while let candidate = next, candidate !== pan.view {
      if let scroll = candidate as? UIScrollView { return scroll }
      next = candidate.superview
    }
    return next as? UIScrollView
  }

  private func follow(_ pan: UIPanGestureRecognizer) {
    guard let sheet, let container = sheet.containerView, let heights = sheet.heights else {
      return
    }
    let way = pan.translation(in: container).y
    switch pan.state {
    case .began, .changed:
      if pan.state == .began { start = sheet.restingHeight }
      let range = 0...Double(heights.greatest.height)
      sheet.draggedHeight = ScrollPhysics.banded(
        max(start - way, 0),
        in: range,
        dimension: container.bounds.height
      )
    case .ended: end(sheet, heights, velocity: pan.velocity(in: container).y)
    case .cancelled, .failed: sheet.rest(at: start, nil)
    default: break
    }
  }

  private func end(
    _ sheet: UISheetPresentationController,
    _ heights: SheetHeights,
    velocity: CGFloat
  ) {
    let height = sheet.draggedHeight ?? start
    let goes = velocity > SheetGesture.dismissSpeed && start <= heights.least.height + 0.5
    if goes || height < heights.least.height / 2 { return sheet.dismissByFinger() }
    let detent =
      abs(velocity) > SheetGesture.turnSpeed
      ? heights.next(from: height, isUp: velocity < 0) : heights.nearest(height)
    sheet.rest(at: detent.height, detent.identifier)
  }
}
