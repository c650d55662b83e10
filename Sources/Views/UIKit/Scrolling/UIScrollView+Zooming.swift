// Zooming of content: by pinches and by the program.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzInteraction

extension UIScrollView {
  /// Seconds that an animated change of scale takes.
  private static var zoomDuration: Double { 0.3 }
  /// How far a pinch goes beyond the range: this many doublings at most.
  private static var zoomBand: Double { 1 }

  private var zoomRange: ClosedRange<Double> {
    let least = minimumZoomScale > 0 && minimumZoomScale.isFinite ? minimumZoomScale : 1
    let greatest = maximumZoomScale.isFinite ? maximumZoomScale : least
    return least...max(least, greatest)
  }

  final func zoomRangeChanged() {
    let isZoomable = zoomRange.upperBound > zoomRange.lowerBound
    if isZoomable, scroll.pinch == nil {
      let pinch = ScrollPinchGestureRecognizer(
        target: self,
        action: Selector("scrollViewPinched:", UIScrollView.scrollViewPinched)
      )
      scroll.pinch = pinch
      addGestureRecognizer(pinch)
    } else if !isZoomable, let pinch = scroll.pinch {
      removeGestureRecognizer(pinch)
      scroll.pinch = nil
    }
  }

  // MARK: By the program

  final func zoom(toScale scale: CGFloat, animated: Bool) {
    let middle = CGPoint(x: bounds.midX, y: bounds.midY)
    changeScale(to: scale, animated: animated) { view, scale in
      view.scaleContent(to: scale, about: middle)
      view.keepOffsetInRange()
    }
  }

  final func zoomContent(to rect: CGRect, animated: Bool) {
    let size = bounds.size
    guard rect.width > 0, rect.height > 0, rect.width.isFinite, rect.height.isFinite,
      rect.minX.isFinite, rect.minY.isFinite
    else { return }
    let scale = min(size.width / rect.width, size.height / rect.height)
    changeScale(to: scale, animated: animated) { view, scale in
      view.scaleContent(to: scale, about: .zero)
      let middle = CGPoint(x: rect.midX * scale, y: rect.midY * scale)
      let offset = CGPoint(x: middle.x - size.width / 2, y: middle.y - size.height / 2)
      view.bounds.origin = view.restingOffset(near: offset)
    }
  }

  private func changeScale(
    to scale: CGFloat,
    animated: Bool,
    _ change: @escaping (UIScrollView, CGFloat) -> Void
  ) {
    let range = zoomRange
    guard scale > 0 else { return }
    let scale = min(max(scale, range.lowerBound), range.upperBound)
    guard let view = scroll.delegate?.viewForZooming(in: self) else { return }
    if scroll.motion != nil { endMotions() }
    guard animated, window != nil else {
      change(self, scale)
      scroll.delegate?.scrollViewDidZoom(self)
      return
    }
    scroll.delegate?.scrollViewWillBeginZooming(self, with: view)
    scroll.zoom = ScrollState.Zoom(view: view, start: scroll.zoomScale)
    UIView.animate(
      withDuration: UIScrollView.zoomDuration,
      animations: {
        change(self, scale)
        self.scroll.delegate?.scrollViewDidZoom(self)
      },
      completion: { _ in self.endZoom(view) }
    )
  }

  /// Ends an animated change of scale.
  private func endZoom(_ view: UIView) {
    scroll.zoom = nil
    scroll.isZoomBouncing = false
    scroll.delegate?.scrollViewDidEndZooming(self, with: view, atScale: scroll.zoomScale)
  }

  /// Scales the zoomed view and the content; a point of the content stays where it shows, or goes
  /// with the fingers.
  private func scaleContent(to scale: CGFloat, about point: CGPoint, moved way: CGPoint = .zero) {
    guard let view = scroll.zoom?.view ?? scroll.delegate?.viewForZooming(in: self) else { return }
    let ratio = scale / scroll.zoomScale
    guard ratio > 0, ratio.isFinite else { return }
    guard ratio != 1 else {
      if way != .zero { bounds.origin = usableOffset(contentOffset - way) }
      return
    }
    scroll.zoomScale = scale
    let offset = contentOffset
    view.transform = CGAffineTransform(scaleX: scale, y: scale)
    view.center = CGPoint(x: view.center.x * ratio, y: view.center.y * ratio)
    scroll.contentSize = CGSize(
      width: Extents.usable(scroll.contentSize.width * ratio),
      height: Extents.usable(scroll.contentSize.height * ratio)
    )
    let moved = usableOffset(
      CGPoint(
        x: offset.x + point.x * (ratio - 1) - way.x,
        y: offset.y + point.y * (ratio - 1) - way.y
      )
    )
    if moved != contentOffset { bounds.origin = moved }
    setNeedsLayout()
    Observers.changed(self)
  }

  // MARK: By fingers

  final func scrollViewPinched(_ pinch: UIPinchGestureRecognizer) {
    switch pinch.state {
    case .began:
      guard let view = scroll.delegate?.viewForZooming(in: self) else { return }
      haltMotion()
      scroll.zoom = ScrollState.Zoom(view: view, start: scroll.zoomScale, isByFingers: true)
      scroll.delegate?.scrollViewWillBeginZooming(self, with: view)
      follow(pinch)
    case .changed: follow(pinch)
    case .ended, .cancelled, .failed: endPinch()
    default: break
    }
  }

  private func follow(_ pinch: UIPinchGestureRecognizer) {
    guard let zoom = scroll.zoom, pinch.scale > 0, pinch.scale.isFinite else { return }
    let (scale, old) = (banded(zoom.start * pinch.scale), scroll.zoomScale)
    let point = pinch.location(in: self)
    let middle = point - contentOffset
    let fingers = pinch.row?.hand.fingers.map(\.touch) ?? []
    // Fingers that come and go are no way.
    let way = zoom.fingers == fingers ? middle - zoom.middle : .zero
    scroll.zoom?.fingers = fingers
    scroll.zoom?.middle = middle
    scaleContent(to: scale, about: point - way, moved: way)
    rebaseDrag()
    if scale != old { scroll.delegate?.scrollViewDidZoom(self) }
  }

  /// Returns the offset for fingers: within its range, if the content does not bounce.
  private func usableOffset(_ offset: CGPoint) -> CGPoint {
    bounces || scroll.zoom?.isByFingers != true ? offset : restingOffset(near: offset)
  }

  /// Returns the scale that shows for a pinch: beyond the range it follows by the rubber band of
  /// the logarithm.
  private func banded(_ scale: Double) -> Double {
    let range = zoomRange
    guard bouncesZoom else { return min(max(scale, range.lowerBound), range.upperBound) }
    let logs = log2(range.lowerBound)...log2(range.upperBound)
    return exp2(ScrollPhysics.banded(log2(scale), in: logs, dimension: UIScrollView.zoomBand))
  }

  private func endPinch() {
    guard let zoom = scroll.zoom else { return }
    let view = zoom.view
    let range = zoomRange
    let scale = min(max(scroll.zoomScale, range.lowerBound), range.upperBound)
    let middle = CGPoint(x: bounds.midX, y: bounds.midY)
    if scale != scroll.zoomScale { haltMotion() }
    let isAtRest = restingOffset(near: contentOffset) == contentOffset || scroll.motion != nil
    guard scale != scroll.zoomScale || !isAtRest else {
      scroll.zoom = nil
      scroll.delegate?.scrollViewDidEndZooming(self, with: view, atScale: scroll.zoomScale)
      return
    }
    scroll.isZoomBouncing = scale != scroll.zoomScale
    UIView.animate(
      withDuration: UIScrollView.zoomDuration,
      animations: {
        self.scaleContent(to: scale, about: middle)
        self.keepOffsetInRange()
        self.scroll.delegate?.scrollViewDidZoom(self)
      },
      completion: { _ in
        self.scroll.zoom = nil
        self.scroll.isZoomBouncing = false
        self.scroll.delegate?.scrollViewDidEndZooming(
          self,
          with: view,
          atScale: self.scroll.zoomScale
        )
      }
    )
  }
}

extension CGPoint {
  fileprivate static func - (left: CGPoint, right: CGPoint) -> CGPoint {
    CGPoint(x: left.x - right.x, y: left.y - right.y)
  }
}
