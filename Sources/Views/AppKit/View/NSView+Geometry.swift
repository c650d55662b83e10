// Geometry of views: frames, coordinates, masks.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore

extension NSView {
  /// Returns a rectangle of finite numbers and positive size.
  static func usable(_ rect: NSRect, instead old: NSRect) -> NSRect {
    let numbers = [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height]
    guard numbers.allSatisfy(\.isFinite) else {
      Diagnostics.report("AppKit: NSView.frame: \(rect) is not finite; it stays \(old)")
      return old
    }
    return rect.standardized
  }

  static func rect(_ one: NSPoint, _ other: NSPoint) -> NSRect {
    NSRect(
      x: min(one.x, other.x),
      y: min(one.y, other.y),
      width: abs(other.x - one.x),
      height: abs(other.y - one.y)
    )
  }

  // MARK: Frames

  final func changeFrame(to frame: NSRect) {
    let frame = NSView.usable(frame, instead: storedFrame)
    guard frame != storedFrame else { return }
    let isAnimated =
      AnimatorScope.isActive(for: self) || NSAnimationContext.current.allowsImplicitAnimation
    if isAnimated, !PropertyRun.isSetting, animateFrame(to: frame) { return }
    PropertyRun.cancel(of: self)
    store(frame: frame)
  }

  /// Gives the view a frame at once.
  final func store(frame: NSRect) {
    storedFrame.origin = frame.origin
    if frame.size != storedFrame.size { setFrameSize(frame.size) }
    placeLayer()
  }

  final func storeSize(_ size: NSSize) {
    let size = NSView.usable(NSRect(origin: .zero, size: size), instead: storedFrame).size
    let old = storedFrame.size
    guard size != old else { return }
    storedFrame.size = size
    placeLayer()
    if autoresizesSubviews { resizeSubviews(withOldSize: old) }
    switch layerContentsRedrawPolicy {
    case .never, .onSetNeedsDisplay: break
    case .duringViewResize: requestDisplay(nil)
    case .beforeViewResize: if !PropertyRun.isSetting { requestDisplay(nil) }
    case .crossfade:
      guard !PropertyRun.isSetting else { break }
      requestDisplay(nil)
      storedLayer?.add(CATransition(), forKey: "contents")
    }
    updateTrackingAreas()
  }

  final func storeBoundsOrigin(_ origin: NSPoint) {
    guard origin.x.isFinite, origin.y.isFinite else {
      return Diagnostics.report(
        "AppKit: NSView.setBoundsOrigin(_:): \(origin) is not finite; it stays \(boundsOrigin)"
      )
    }
    guard origin != boundsOrigin else { return }
    boundsOrigin = origin
    placeLayer()
    updateTrackingAreas()
  }

  final func autoresize(_ oldSize: NSSize) {
    guard let parent, !autoresizingMask.isEmpty else { return }
    let mask = autoresizingMask
    func share(
      _ begin: CGFloat,
      _ length: CGFloat,
      _ change: CGFloat,
      _ end: CGFloat,
      _ flexible: (Bool, Bool, Bool)
    ) -> (CGFloat, CGFloat) {
      // Flexible parts grow in proportion to their size.
      let parts = [flexible.0 ? begin : 0, flexible.1 ? length : 0, flexible.2 ? end : 0]
      let count = [flexible.0, flexible.1, flexible.2].filter { $0 }.count
      guard count > 0 else { return (begin, length) }
      let total = parts.reduce(0, +)
      func part(_ index: Int, isFlexible: Bool) -> CGFloat {
        guard isFlexible else { return 0 }
        return total > 0 ? change * parts[index] / total : change / CGFloat(count)
      }
      return (
        begin + part(0, isFlexible: flexible.0), max(length + part(1, isFlexible: flexible.1), 0)
      )
    }
    let size = parent.bounds.size
    let (x, width) = share(
      storedFrame.minX,
      storedFrame.width,
      size.width - oldSize.width,
      oldSize.width - storedFrame.maxX,
      (mask.contains(.minXMargin), mask.contains(.width), mask.contains(.maxXMargin))
    )
    let (y, height) = share(
      storedFrame.minY,
      storedFrame.height,
      size.height - oldSize.height,
      oldSize.height - storedFrame.maxY,
      (mask.contains(.minYMargin), mask.contains(.height), mask.contains(.maxYMargin))
    )
    store(frame: NSRect(x: x, y: y, width: width, height: height))
  }

  // MARK: Coordinates

  private func toSuperview(_ point: NSPoint) -> NSPoint {
    let (dx, dy) = (point.x - boundsOrigin.x, point.y - boundsOrigin.y)
    let isSame = isFlipped == parent?.isFlipped ?? false
    return NSPoint(
      x: storedFrame.minX + dx,
      y: isSame ? storedFrame.minY + dy : storedFrame.maxY - dy
    )
  }

  final func fromSuperview(_ point: NSPoint) -> NSPoint {
    let isSame = isFlipped == parent?.isFlipped ?? false
    let dy = isSame ? point.y - storedFrame.minY : storedFrame.maxY - point.y
    return NSPoint(x: point.x - storedFrame.minX + boundsOrigin.x, y: dy + boundsOrigin.y)
  }

  private func toWindow(_ point: NSPoint) -> NSPoint {
    var point = point
    var view: NSView? = self
    while let next = view {
      point = next.toSuperview(point)
      view = next.parent
    }
    return point
  }

  private func fromWindow(_ point: NSPoint) -> NSPoint {
    let point = parent?.fromWindow(point) ?? point
    return fromSuperview(point)
  }

  final func converted(_ point: NSPoint, to view: NSView?) -> NSPoint {
    let inWindow = toWindow(point)
    return view.map { $0.fromWindow(inWindow) } ?? inWindow
  }

  final func converted(_ point: NSPoint, from view: NSView?) -> NSPoint {
    fromWindow(view.map { $0.toWindow(point) } ?? point)
  }

  final func findHit(_ point: NSPoint) -> NSView? {
    guard !isHidden, storedFrame.width > 0, storedFrame.height > 0 else { return nil }
    let inside = fromSuperview(point)
    guard isMousePoint(inside, in: bounds) else { return nil }
    for view in children.reversed() {
      if let hit = view.hitTest(inside) { return hit }
    }
    return self
  }
}
