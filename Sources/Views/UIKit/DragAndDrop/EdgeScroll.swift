// Content that scrolls while something is held near its edge.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore

/// Scrolls the content under a finger that stays near an edge.
@MainActor
final class EdgeScroll {
  /// The distance from an edge in which content moves, in points; a choice.
  private static let reach: CGFloat = 32
  /// In points a second; a choice.
  private static let speed: CGFloat = 300

  private weak var scroll: UIScrollView?
  private var direction = CGPoint.zero
  private var ticker: FrameTicker?
  private var last: CFTimeInterval = 0
  private var moved: (() -> Void)?

  /// Looks at a place of the finger.
  ///
  /// - Parameters:
  ///   - point: In the window.
  ///   - view: The view under the finger; the nearest scroll view around it counts.
  ///   - moved: Called after each step of the content.
  func follow(_ point: CGPoint, over view: UIView?, moved: @escaping () -> Void) {
    var candidate = view
    while let inner = candidate, !(inner is UIScrollView) { candidate = inner.superview }
    guard let found = candidate as? UIScrollView, found.isScrollEnabled, let window = found.window
    else { return stop() }
    let place = found.convert(point, from: window)
    let area = found.bounds.inset(by: found.adjustedContentInset)
    func way(_ value: CGFloat, _ from: CGFloat, _ to: CGFloat) -> CGFloat {
      let reach = min(EdgeScroll.reach, (to - from) / 4)
      return value < from + reach ? -1 : value > to - reach ? 1 : 0
    }
    let (x, y) = (found.rangeX, found.rangeY)
    var wanted = CGPoint.zero
    if x.lowerBound < x.upperBound { wanted.x = way(place.x, area.minX, area.maxX) }
    if y.lowerBound < y.upperBound { wanted.y = way(place.y, area.minY, area.maxY) }
    let offset = found.contentOffset
    if wanted.x < 0 ? offset.x <= x.lowerBound : offset.x >= x.upperBound { wanted.x = 0 }
    if wanted.y < 0 ? offset.y <= y.lowerBound : offset.y >= y.upperBound { wanted.y = 0 }
    self.moved = moved
    guard wanted != direction || found !== scroll else { return }
    stop()
    guard wanted != .zero else { return }
    (scroll, direction, self.moved) = (found, wanted, moved)
    last = found.now
    let rest = max(
      wanted.x == 0 ? 0 : x.upperBound - x.lowerBound,
      wanted.y == 0 ? 0 : y.upperBound - y.lowerBound
    )
    ticker = FrameTicker(found, until: last + rest / EdgeScroll.speed) { [weak self] _, time in
      self?.step(to: time)
    }
  }

  private func step(to time: CFTimeInterval) {
    guard let scroll, direction != .zero else { return }
    let way = EdgeScroll.speed * max(time - last, 0)
    last = time
    let (x, y, offset) = (scroll.rangeX, scroll.rangeY, scroll.contentOffset)
    let new = CGPoint(
      x: min(max(offset.x + direction.x * way, x.lowerBound), x.upperBound),
      y: min(max(offset.y + direction.y * way, y.lowerBound), y.upperBound)
    )
    guard new != offset else { return }
    scroll.contentOffset = new
    scroll.layoutIfNeeded()
    moved?()
  }

  /// Ends the motion.
  func stop() {
    ticker?.cancel()
    (ticker, scroll, direction, moved) = (nil, nil, .zero, nil)
  }
}
