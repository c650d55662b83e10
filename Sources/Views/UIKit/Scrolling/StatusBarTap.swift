// Taps on the status bar: content goes to its top.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

extension UIApplication {
  /// Taps on the status bar.
  ///
  /// The one scroll view on the screen whose `scrollsToTop` is true goes to its top; on a phone
  /// nothing happens if there are several, on a pad the nearest goes.
  ///
  /// - Parameters:
  ///   - x: Where along the upper edge, in points of the window; nil is the middle.
  ///   - time: In seconds of the window's clock; nil is now.
  ///   - window: The window; nil is the key window.
  public func tapStatusBar(
    at x: CGFloat? = nil,
    time: TimeInterval? = nil,
    in window: UIWindow? = nil
  ) {
    let isLater = input.postpones { self.tapStatusBar(at: x, time: time, in: window) }
    guard !isLater, !isIgnoringInteractionEvents, let window = window ?? keyWindow else { return }
    let place = CGPoint(x: x ?? window.bounds.midX, y: 0)
    guard place.x.isFinite else { return }
    _ = moveClock(of: window, to: time)
    window.layoutIfNeeded()
    scrollTarget(under: place, in: window)?.scrollToTop()
  }

  /// The scroll view that a tap on the status bar is for; nil if there is none.
  private func scrollTarget(under place: CGPoint, in window: UIWindow) -> UIScrollView? {
    var top = window.rootViewController
    while let next = top?.presentedViewController { top = next }
    let root: UIView = top?.presentingViewController == nil ? window : top?.viewIfLoaded ?? window
    var found: [UIScrollView] = []
    root.collectScrollsToTop(in: window, &found)
    let isPad = UIDevice.current.userInterfaceIdiom == .pad
    guard isPad else { return found.count == 1 ? found.first : nil }
    func distance(_ view: UIScrollView) -> CGFloat {
      let frame = view.convert(view.bounds, to: window)
      let x = max(frame.minX - place.x, place.x - frame.maxX, 0)
      let y = max(frame.minY - place.y, place.y - frame.maxY, 0)
      return (x * x + y * y).squareRoot()
    }
    return found.min { distance($0) < distance($1) }
  }
}

extension UIView {
  /// Adds the scroll views that show and go to their tops.
  fileprivate final func collectScrollsToTop(in window: UIWindow, _ found: inout [UIScrollView]) {
    guard takesTouches else { return }
    if let scroll = self as? UIScrollView, scroll.scrollsToTop,
      convert(bounds, to: window).intersects(window.bounds)
    {
      found.append(scroll)
    }
    for view in subviews { view.collectScrollsToTop(in: window, &found) }
  }
}

extension UIScrollView {
  /// Goes to the top, unless it is there or the delegate refuses.
  fileprivate final func scrollToTop() {
    let top = -adjustedContentInset.top
    guard contentOffset.y > top else { return }
    guard scroll.delegate?.scrollViewShouldScrollToTop(self) ?? true else { return }
    moveContent(to: CGPoint(x: contentOffset.x, y: top), animated: true, for: .top)
  }
}
