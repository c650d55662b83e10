// The delegate of scroll views.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// Hears of the movements of a scroll view.
///
/// A drag gives `scrollViewWillBeginDragging(_:)`, then `scrollViewDidScroll(_:)` for each
/// movement, `scrollViewWillEndDragging(_:withVelocity:targetContentOffset:)`,
/// `scrollViewDidEndDragging(_:willDecelerate:)`; and if the content moves on,
/// `scrollViewWillBeginDecelerating(_:)`, movements, `scrollViewDidEndDecelerating(_:)`.
///
/// **Differences**: every method has a default implementation; the delegate need not be an
/// NSObject.
@preconcurrency
@MainActor
public protocol UIScrollViewDelegate: AnyObject {
  /// The content offset changed.
  func scrollViewDidScroll(_ scrollView: UIScrollView)

  /// The zoom scale changed.
  func scrollViewDidZoom(_ scrollView: UIScrollView)

  /// A finger begins to move the content.
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView)

  /// The finger that moves the content is about to be lifted.
  ///
  /// - Parameters:
  ///   - scrollView: The scroll view.
  ///   - velocity: That of the content offset, in points per millisecond.
  ///   - targetContentOffset: The offset at which the content will come to rest; it may be changed.
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView,
    withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  )

  /// The finger was lifted.
  ///
  /// - Parameters:
  ///   - scrollView: The scroll view.
  ///   - decelerate: Whether the content moves on.
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)

  /// The content begins to move on by itself.
  func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView)

  /// The content came to rest, or a finger stopped it.
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)

  /// The scroll view finished an animated change of `contentOffset` that the program requested.
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)

  /// Returns whether a tap on the status bar scrolls to the top; true by default.
  func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool

  /// The scroll view came to its top after a tap on the status bar.
  func scrollViewDidScrollToTop(_ scrollView: UIScrollView)

  /// Returns the view that zooming scales; nil, the default, for no zooming.
  func viewForZooming(in scrollView: UIScrollView) -> UIView?

  /// Zooming begins.
  func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?)

  /// Zooming ended.
  func scrollViewDidEndZooming(
    _ scrollView: UIScrollView,
    with view: UIView?,
    atScale scale: CGFloat
  )

  /// The adjusted content inset changed.
  func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView)
}

extension UIScrollViewDelegate {
  /// Does nothing.
  public func scrollViewDidScroll(_ scrollView: UIScrollView) {}

  /// Does nothing.
  public func scrollViewDidZoom(_ scrollView: UIScrollView) {}

  /// Does nothing.
  public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}

  /// Keeps the target.
  public func scrollViewWillEndDragging(
    _ scrollView: UIScrollView,
    withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {}

  /// Does nothing.
  public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
  {}

  /// Does nothing.
  public func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {}

  /// Does nothing.
  public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}

  /// Does nothing.
  public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}

  /// Returns true.
  public func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool { true }

  /// Does nothing.
  public func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {}

  /// Returns nil: no zooming.
  public func viewForZooming(in scrollView: UIScrollView) -> UIView? { nil }

  /// Does nothing.
  public func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {}

  /// Does nothing.
  public func scrollViewDidEndZooming(
    _ scrollView: UIScrollView,
    with view: UIView?,
    atScale scale: CGFloat
  ) {}

  /// Does nothing.
  public func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {}
}

/// A scroll view, as the owner of a delegate whose type its subclasses narrow.
@preconcurrency
@MainActor
public protocol UIScrollViewDelegateOwner: AnyObject {}

extension UIScrollViewDelegateOwner where Self: UIScrollView {
  /// The object notified of movements; the scroll view does not retain it.
  public var delegate: (any UIScrollViewDelegate)? {
    get { scroll.delegate }
    set {
      scroll.delegate = newValue
      scrollDelegateChanged()
    }
  }
}
