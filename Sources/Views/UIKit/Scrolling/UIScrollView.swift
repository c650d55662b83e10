// The scroll view: a window onto content that a finger moves.
// Licensed under the MIT license; see LICENSE.
//
// Long because: what a subclass may override stands in the body of the class. Tracking, motion,
// zooming and indicators are in the extensions beside this file.

import CoreGraphics
public import Foundation
import QuartzCore

/// A view that shows a part of its content, which fingers move.
///
/// The content offset is the origin of the bounds; subviews are placed in the content's
/// coordinates.
///
///     let scrollView = UIScrollView(frame: window.bounds)
///     scrollView.contentSize = CGSize(width: 320, height: 2000)
///     scrollView.addSubview(page)
///
/// After a drag the content decelerates by x(t) = v 0.499 (1 - 0.998^t), t in milliseconds, and
/// comes to rest under 10 points per second. Beyond its edges it follows a finger by x 0.55 d / (d
/// + 0.55 x), and returns like a critically damped spring of 11 radians per second. All of it moves
/// with the clock of the window's context.
///
/// **Differences**: layout guides do not exist. The indicators are layers, no subviews. `delegate`
/// cannot be overridden: Swift allows classes below to have it with another type in this way alone.
@preconcurrency
@MainActor
open class UIScrollView: UIView, UIScrollViewDelegateOwner {
  final let scroll = ScrollState()

  /// Creates a scroll view without content.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepareScrolling()
  }

  /// Creates a scroll view from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepareScrolling()
    coder.finish(self, UIScrollView.self)
  }

  /// Called when the delegate was set as that of a scroll view.
  func scrollDelegateChanged() {}

  // MARK: Content

  /// The view's own rectangle; its origin is the content offset.
  open override var bounds: CGRect {
    get { super.bounds }
    set {
      let old = super.bounds
      super.bounds = usableBounds(newValue, instead: old)
      boundsChanged(from: old)
    }
  }

  /// The point of the content at the view's top left corner, in points.
  ///
  /// A point that is not finite is refused with a diagnostic. Setting it stops a motion.
  open var contentOffset: CGPoint {
    get { bounds.origin }
    set { setContentOffset(newValue, animated: false) }
  }

  /// Moves the content.
  ///
  /// - Parameters:
  ///   - contentOffset: The new offset; it may be outside of the content.
  ///   - animated: Whether it takes 0.3 s; the delegate is notified of each step and of the end.
  open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
    moveContent(to: contentOffset, animated: animated)
  }

  /// The size of the content, in points.
  ///
  /// Components that are negative or no numbers are 0, and at most 10^9.
  open var contentSize: CGSize {
    get { scroll.contentSize }
    set { setContentSize(newValue) }
  }

  /// Additional room around the content, in points.
  open var contentInset: UIEdgeInsets {
    get { scroll.inset }
    set { setInset(newValue) }
  }

  /// The content inset and what the safe area adds.
  open var adjustedContentInset: UIEdgeInsets { scroll.adjustedInset }

  /// When the safe area is treated as an inset; automatic by default.
  open var contentInsetAdjustmentBehavior: ContentInsetAdjustmentBehavior = .automatic {
    didSet { updateAdjustedInset() }
  }

  /// Called when the adjusted content inset changed.
  open func adjustedContentInsetDidChange() {}

  /// The part of the safe area that the adjusted inset leaves.
  override var safeAreaOfSubviews: UIEdgeInsets {
    let (safe, inset, own) = (safeAreaInsets, scroll.adjustedInset, scroll.inset)
    return UIEdgeInsets(
      top: max(safe.top - (inset.top - own.top - scroll.refreshInset), 0),
      left: max(safe.left - (inset.left - own.left), 0),
      bottom: max(safe.bottom - (inset.bottom - own.bottom), 0),
      right: max(safe.right - (inset.right - own.right), 0)
    )
  }

  /// Called when the safe area changed; the adjusted inset follows.
  open override func safeAreaInsetsDidChange() {
    super.safeAreaInsetsDidChange()
    updateAdjustedInset()
  }

  /// Moves the content just so far that a rectangle shows; as much of it as fits, from its begin.
  ///
  /// - Parameters:
  ///   - rect: A rectangle of the content; an empty one moves nothing.
  ///   - animated: Whether it takes 0.3 s.
  open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
    guard let offset = offset(toShow: rect), offset != contentOffset else { return }
    setContentOffset(offset, animated: animated)
  }

  // MARK: How it scrolls

  /// Whether fingers move the content; true by default.
  open var isScrollEnabled: Bool {
    get { panGestureRecognizer.isEnabled }
    set { panGestureRecognizer.isEnabled = newValue }
  }

  /// Whether a drag that begins along one axis stays on it; false by default.
  open var isDirectionalLockEnabled = false

  /// Whether the content comes to rest at whole multiples of the view's size; false by default.
  open var isPagingEnabled = false

  /// Whether the content moves beyond its edges and returns; true by default.
  open var bounces = true

  /// Whether content that is not higher than the view can be dragged up and down.
  open var alwaysBounceVertical = false {
    didSet { updateAdjustedInset() }
  }

  /// Whether content that is not wider than the view can be dragged sideways.
  open var alwaysBounceHorizontal = false {
    didSet { updateAdjustedInset() }
  }

  /// How fast the content comes to rest; `normal` by default.
  open var decelerationRate = DecelerationRate.normal

  /// Whether a tap on the status bar scrolls to the top, if no other scroll view on the screen of a
  /// phone wants that, or on a pad if it is the nearest one; true by default.
  ///
  /// `UIApplication.tapStatusBar(at:time:in:)` injects such a tap.
  open var scrollsToTop = true

  /// When the keyboard goes away, so that the first responder resigns; never by default.
  open var keyboardDismissMode = KeyboardDismissMode.none

  /// Whether a finger is on the content.
  open var isTracking: Bool { isScrollEnabled && scroll.pan.numberOfTouches > 0 }

  /// Whether touches of the content wait until it is clear that they are no drag, 0.15 s at most;
  /// true by default.
  open var delaysContentTouches = true

  /// Whether a drag takes touches away from the content that has them; true by default.
  open var canCancelContentTouches = true

  /// Whether a view of the content gets touches; true by default.
  open func touchesShouldBegin(
    _ touches: Set<UITouch>,
    with event: UIEvent?,
    in view: UIView
  ) -> Bool { true }

  /// Whether a drag takes touches away from a view of the content; true, by default, for all but
  /// controls that follow one.
  open func touchesShouldCancel(in view: UIView) -> Bool {
    (view as? UIControl)?.isTracking != true
  }

  /// Whether a finger moves the content.
  open var isDragging: Bool { scroll.drag != nil }

  /// Whether the content moves on after a drag.
  open var isDecelerating: Bool { scroll.motion?.purpose == .deceleration }

  /// The recogniser of drags.
  open var panGestureRecognizer: UIPanGestureRecognizer { scroll.pan }

  /// The recogniser of pinches; nil as long as the scale has no range.
  open var pinchGestureRecognizer: UIPinchGestureRecognizer? { scroll.pinch }

  /// Returns where content is to come to rest that would do so at an offset.
  func restingTarget(_ target: CGPoint, velocity: CGPoint) -> CGPoint { target }

  // MARK: Indicators

  /// The look of the indicators.
  open var indicatorStyle = IndicatorStyle.default {
    didSet { updateIndicators() }
  }

  /// Whether the place in the content shows at the right edge while it moves; true by default.
  open var showsVerticalScrollIndicator = true {
    didSet { updateIndicators() }
  }

  /// Whether the place in the content shows at the bottom edge while it moves; true by default.
  open var showsHorizontalScrollIndicator = true {
    didSet { updateIndicators() }
  }

  /// The distances of the vertical indicator from the edges.
  open var verticalScrollIndicatorInsets = UIEdgeInsets.zero {
    didSet { updateIndicators() }
  }

  /// The distances of the horizontal indicator from the edges.
  open var horizontalScrollIndicatorInsets = UIEdgeInsets.zero {
    didSet { updateIndicators() }
  }

  /// Whether indicators also keep the distances that bars and the safe area add to the insets of
  /// the content; true by default.
  open var automaticallyAdjustsScrollIndicatorInsets = true {
    didSet { updateIndicators() }
  }

  /// The distances of both indicators from the edges; reading gives those of the vertical one.
  open var scrollIndicatorInsets: UIEdgeInsets {
    get { verticalScrollIndicatorInsets }
    set {
      verticalScrollIndicatorInsets = newValue
      horizontalScrollIndicatorInsets = newValue
    }
  }

  /// Shows the indicators for a moment.
  open func flashScrollIndicators() {
    showIndicators()
    fadeIndicators()
  }

  // MARK: Zooming

  /// The least scale; 1 by default.
  open var minimumZoomScale: CGFloat = 1 {
    didSet { zoomRangeChanged() }
  }

  /// The greatest scale; 1 by default.
  open var maximumZoomScale: CGFloat = 1 {
    didSet { zoomRangeChanged() }
  }

  /// The scale of the view that the delegate names for zooming; kept in its range.
  open var zoomScale: CGFloat {
    get { scroll.zoomScale }
    set { setZoomScale(newValue, animated: false) }
  }

  /// Scales the content about the middle of the view.
  open func setZoomScale(_ scale: CGFloat, animated: Bool) {
    zoom(toScale: scale, animated: animated)
  }

  /// Scales and moves the content so that a rectangle of the zoomed view fills the view.
  ///
  /// - Parameters:
  ///   - rect: A rectangle in the coordinates of the view for zooming.
  ///   - animated: Whether it takes 0.3 s.
  open func zoom(to rect: CGRect, animated: Bool) { zoomContent(to: rect, animated: animated) }

  /// Whether a pinch goes beyond the range and returns; true by default.
  open var bouncesZoom = true

  /// Whether fingers zoom.
  open var isZooming: Bool { scroll.zoom != nil }

  /// Whether the scale returns to its range.
  open var isZoomBouncing: Bool { scroll.isZoomBouncing }

  // MARK: Refreshing

  /// The control above the content that a pull shows; nil if there is none.
  open var refreshControl: UIRefreshControl? {
    didSet { refreshControlChanged(from: oldValue) }
  }

  // MARK: Layout

  /// Keeps the content in its range after a change of size, and places the indicators.
  open override func layoutSubviews() {
    super.layoutSubviews()
    layOutScrolling()
  }

  /// Stops motions when the view leaves its window.
  open override func didMoveToWindow() {
    super.didMoveToWindow()
    if window == nil { endMotions() }
  }
}
