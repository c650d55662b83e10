// The content of scroll views: its size, its insets, and where it may rest.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore

extension UIScrollView {
  /// Seconds that an animated change of the offset takes.
  static var scrollDuration: Double { 0.3 }
  // A delegate that moves the content in answer to each movement is not called again below this.
  private static var greatestCallDepth: Int { 16 }

  /// The time of the window's context.
  final var now: CFTimeInterval { window?.context?.currentTime ?? CACurrentMediaTime() }

  final func prepareScrolling() {
    clipsToBounds = true
    scroll.laidOutSize = bounds.size
    scroll.pan.addTarget(
      self,
      action: Selector("scrollViewPanned:", UIScrollView.scrollViewPanned)
    )
    addGestureRecognizer(scroll.pan)
  }

  // MARK: Bounds

  /// Returns bounds with an origin that is finite.
  final func usableBounds(_ bounds: CGRect, instead old: CGRect) -> CGRect {
    guard !bounds.origin.x.isFinite || !bounds.origin.y.isFinite else { return bounds }
    Diagnostics.report(
      "UIKit: UIScrollView.contentOffset: (\(bounds.origin.x), \(bounds.origin.y)) is not finite; "
        + "it stays (\(old.origin.x), \(old.origin.y))"
    )
    return CGRect(origin: old.origin, size: bounds.size)
  }

  final func boundsChanged(from old: CGRect) {
    let new = bounds
    guard new != old else { return }
    if new.origin != old.origin { contentMoved() }
  }

  /// Tells the delegate and the indicators that the content moved.
  private func contentMoved() {
    if indicatorsAreShown { updateIndicators() }
    refreshControl?.contentMoved()
    guard scroll.callDepth < UIScrollView.greatestCallDepth else {
      if scroll.callDepth == UIScrollView.greatestCallDepth {
        Diagnostics.report(
          "UIKit: scrollViewDidScroll(_:) changes contentOffset recursively; stopped after "
            + "\(UIScrollView.greatestCallDepth) calls"
        )
      }
      return
    }
    scroll.callDepth += 1
    defer { scroll.callDepth -= 1 }
    scroll.delegate?.scrollViewDidScroll(self)
  }

  // MARK: Size and insets

  final func setContentSize(_ size: CGSize) {
    let new = CGSize(width: Extents.usable(size.width), height: Extents.usable(size.height))
    guard new != scroll.contentSize else { return }
    let wasInside = restingOffset(near: contentOffset) == contentOffset
    scroll.contentSize = new
    updateAdjustedInset()
    if wasInside, !isTracking, scroll.motion == nil { keepOffsetInRange() }
    if indicatorsAreShown { updateIndicators() }
    Observers.changed(self)
  }

  final func setInset(_ inset: UIEdgeInsets) {
    func usable(_ value: CGFloat) -> CGFloat { value.isFinite ? value : 0 }
    let inset = UIEdgeInsets(
      top: usable(inset.top),
      left: usable(inset.left),
      bottom: usable(inset.bottom),
      right: usable(inset.right)
    )
    guard inset != scroll.inset else { return }
    scroll.inset = inset
    updateAdjustedInset()
    Observers.changed(self)
  }

  /// Whether it is what a controller in a container with bars shows: the controller's view, or the
  /// first subview of it.
  private var isContentUnderBars: Bool {
    let around = parent?.children.first === self ? parent?.extras?.controller : nil
    guard let controller = extras?.controller ?? around,
      controller.automaticallyAdjustsScrollViewInsets
    else { return false }
    return controller.navigationController != nil || controller.tabBarController != nil
  }

  /// Whether the content can move along an axis by itself, or is to bounce there.
  private func counts(isScrollable: Bool) -> Bool {
    switch contentInsetAdjustmentBehavior {
    case .automatic, .scrollableAxes: isScrollable
    case .never: false
    case .always: true
    }
  }

  final func updateAdjustedInset() {
    var inset = scroll.inset
    let safe = safeAreaInsets
    let size = bounds.size
    let isHigher = scroll.contentSize.height > size.height || alwaysBounceVertical
    if counts(isScrollable: isHigher)
      || (contentInsetAdjustmentBehavior == .automatic && safe != .zero && isContentUnderBars)
    {
      inset.top += safe.top
      inset.bottom += safe.bottom
    }
    if counts(isScrollable: scroll.contentSize.width > size.width || alwaysBounceHorizontal) {
      inset.left += safe.left
      inset.right += safe.right
    }
    inset.top += scroll.refreshInset
    guard inset != scroll.adjustedInset else { return }
    let old = scroll.adjustedInset
    let wasInside = restingOffset(near: contentOffset) == contentOffset
    scroll.adjustedInset = inset
    if scroll.drag == nil, scroll.motion == nil {
      // Content at its begin stays there.
      var offset = contentOffset
      if offset.y == -old.top { offset.y = -inset.top }
      if offset.x == -old.left { offset.x = -inset.left }
      if wasInside { offset = restingOffset(near: offset) }
      if offset != contentOffset { bounds.origin = offset }
    }
    adjustedContentInsetDidChange()
    scroll.delegate?.scrollViewDidChangeAdjustedContentInset(self)
  }

  // MARK: Where the content rests

  /// The offsets at which the content rests, along x.
  final var rangeX: ClosedRange<Double> {
    let least = -scroll.adjustedInset.left
    let content = scroll.contentSize.width + scroll.adjustedInset.right
    return least...max(least, content - bounds.width)
  }

  /// The offsets at which the content rests, along y.
  final var rangeY: ClosedRange<Double> {
    let least = -scroll.adjustedInset.top
    let content = scroll.contentSize.height + scroll.adjustedInset.bottom
    return least...max(least, content - bounds.height)
  }

  /// Returns the nearest offset at which the content rests.
  final func restingOffset(near offset: CGPoint) -> CGPoint {
    let (x, y) = (rangeX, rangeY)
    return CGPoint(
      x: min(max(offset.x, x.lowerBound), x.upperBound),
      y: min(max(offset.y, y.lowerBound), y.upperBound)
    )
  }

  final func keepOffsetInRange() {
    let offset = restingOffset(near: contentOffset)
    if offset != contentOffset { bounds.origin = offset }
  }

  /// Returns the offset that shows a rectangle with the least movement; nil for an empty one.
  final func offset(toShow rect: CGRect) -> CGPoint? {
    guard rect.width > 0, rect.height > 0, rect.minX.isFinite, rect.minY.isFinite else {
      return nil
    }
    let inset = scroll.adjustedInset
    func moved(_ offset: Double, _ length: Double, _ begin: Double, _ end: Double) -> Double {
      if end - begin >= length || begin < offset { return begin }
      return end > offset + length ? end - length : offset
    }
    let offset = CGPoint(
      x: moved(
        contentOffset.x + inset.left,
        bounds.width - inset.left - inset.right,
        rect.minX,
        rect.maxX
      ) - inset.left,
      y: moved(
        contentOffset.y + inset.top,
        bounds.height - inset.top - inset.bottom,
        rect.minY,
        rect.maxY
      ) - inset.top
    )
    return restingOffset(near: offset)
  }

  final func layOutScrolling() {
    let size = bounds.size
    if size != scroll.laidOutSize {
      scroll.laidOutSize = size
      updateAdjustedInset()
      if !isTracking, scroll.motion == nil { keepOffsetInRange() }
    }
    if indicatorsAreShown { updateIndicators() }
    refreshControl?.contentMoved()
  }
}
