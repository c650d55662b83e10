// Controllers beside each other, of which a finger shows the next.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzCore

/// Gives the controllers before and after one.
@preconcurrency
@MainActor
public protocol UIPageViewControllerDataSource: AnyObject {
  /// Returns the controller before one; nil if it is the first.
  func pageViewController(
    _ pageViewController: UIPageViewController,
    viewControllerBefore viewController: UIViewController
  ) -> UIViewController?
  /// Returns the controller after one; nil if it is the last.
  func pageViewController(
    _ pageViewController: UIPageViewController,
    viewControllerAfter viewController: UIViewController
  ) -> UIViewController?
  /// Returns the number of dots at the bottom; 0, no dots, by default.
  func presentationCount(for pageViewController: UIPageViewController) -> Int
  /// Returns the selected dot, after controllers were set; 0 by default.
  func presentationIndex(for pageViewController: UIPageViewController) -> Int
}

extension UIPageViewControllerDataSource {
  /// Returns 0.
  public func presentationCount(for pageViewController: UIPageViewController) -> Int { 0 }
  /// Returns 0.
  public func presentationIndex(for pageViewController: UIPageViewController) -> Int { 0 }
}

/// Is notified of the pages that a finger turns.
@preconcurrency
@MainActor
public protocol UIPageViewControllerDelegate: AnyObject {
  /// A finger begins to turn to other controllers.
  func pageViewController(
    _ pageViewController: UIPageViewController,
    willTransitionTo pendingViewControllers: [UIViewController]
  )
  /// A finger has turned the page, or has left it.
  func pageViewController(
    _ pageViewController: UIPageViewController,
    didFinishAnimating finished: Bool,
    previousViewControllers: [UIViewController],
    transitionCompleted completed: Bool
  )
}

extension UIPageViewControllerDelegate {
  /// Does nothing.
  public func pageViewController(
    _ pageViewController: UIPageViewController,
    willTransitionTo pendingViewControllers: [UIViewController]
  ) {}
  /// Does nothing.
  public func pageViewController(
    _ pageViewController: UIPageViewController,
    didFinishAnimating finished: Bool,
    previousViewControllers: [UIViewController],
    transitionCompleted completed: Bool
  ) {}
}

/// Shows one controller at a time, and turns to the one before or after it.
///
///     let pages = UIPageViewController(
///       transitionStyle: .scroll,
///       navigationOrientation: .horizontal
///     )
///     pages.dataSource = self
///     pages.setViewControllers([first], direction: .forward, animated: false)
///
/// **Differences**: pages scroll in both styles; there is no curl, and no spine.
open class UIPageViewController: UIViewController {
  /// The way in which pages turn.
  public enum TransitionStyle: Int, Sendable {
    /// Like paper; shown as scrolling.
    case pageCurl = 0
    /// By scrolling.
    case scroll = 1
  }

  /// The axis along which pages turn.
  public enum NavigationOrientation: Int, Sendable {
    /// From left to right.
    case horizontal = 0
    /// From above.
    case vertical = 1
  }

  /// The direction in which pages turn.
  public enum NavigationDirection: Int, Sendable {
    /// To the next one.
    case forward = 0
    /// To the one before.
    case reverse = 1
  }

  /// A further choice.
  public struct OptionsKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a key.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The points between two pages, as a number.
    public static let interPageSpacing = OptionsKey(
      rawValue: "UIPageViewControllerOptionInterPageSpacingKey"
    )
  }

  /// The way in which pages turn.
  public let transitionStyle: TransitionStyle
  /// The axis along which pages turn.
  public let navigationOrientation: NavigationOrientation
  private let spacing: CGFloat
  private let scroller = PageScroller()
  private let dots = UIPageControl()
  private var current: UIViewController?
  private var before: UIViewController?
  private var after: UIViewController?
  /// The page that comes, and whether a finger brings it.
  private var pending: (controller: UIViewController, isByFinger: Bool)?
  private var completion: ((Bool) -> Void)?
  /// The height of the dots, in points.
  private static let dotsHeight: CGFloat = 37

  /// The object that gives the pages; nil for pages that the program alone turns.
  open weak var dataSource: (any UIPageViewControllerDataSource)? { didSet { askForPages() } }
  /// The object that is notified of pages.
  open weak var delegate: (any UIPageViewControllerDelegate)?

  // `Any` because: the values of options are of several types.
  /// Creates a controller without pages.
  public init(
    transitionStyle style: TransitionStyle,
    navigationOrientation: NavigationOrientation,
    options: [OptionsKey: Any]? = nil
  ) {
    transitionStyle = style
    self.navigationOrientation = navigationOrientation
    let number = (options?[.interPageSpacing] as? NSNumber)?.doubleValue ?? 0
    spacing = number.isFinite ? max(number, 0) : 0
    super.init(nibName: nil, bundle: nil)
  }

  /// Creates a controller from an archive: one that scrolls sideways.
  public required init?(coder: NSCoder) {
    transitionStyle = .scroll
    navigationOrientation = .horizontal
    spacing = 0
    super.init(coder: coder)
    coder.finish(self, UIPageViewController.self)
  }

  /// The controllers that show: one, or none.
  open var viewControllers: [UIViewController]? { current.map { [$0] } ?? [] }

  /// The recognisers of the fingers that turn pages.
  open var gestureRecognizers: [UIGestureRecognizer] { [scroller.panGestureRecognizer] }

  /// Shows a controller.
  ///
  /// - Parameters:
  ///   - viewControllers: One controller; nil or an empty list shows none.
  ///   - direction: From where it comes.
  ///   - animated: Whether it comes by a motion.
  ///   - completion: Called at the end, with whether the motion came to its end.
  open func setViewControllers(
    _ viewControllers: [UIViewController]?,
    direction: NavigationDirection,
    animated: Bool,
    completion: ((Bool) -> Void)? = nil
  ) {
    if let count = viewControllers?.count, count > 1 {
      Diagnostics.report(
        "UIKit: UIPageViewController.setViewControllers(_:direction:animated:completion:): "
          + "\(count) controllers; expected one, the first shows"
      )
    }
    endTurn(isCompleted: false)
    let new = viewControllers?.first
    guard new !== current else {
      completion?(true)
      return
    }
    guard animated, hasAppeared, current != nil, let new else {
      replace(by: new)
      completion?(true)
      return
    }
    (before, after) = direction == .forward ? (nil, new) : (new, nil)
    layOutPages()
    self.completion = completion
    begin(new, isByFinger: false)
    scroller.setContentOffset(offset(of: new), animated: true)
  }

  /// Shows another controller at once.
  private func replace(by new: UIViewController?) {
    let old = current
    old?.willMove(toParent: nil)
    if hasAppeared { old?.beginAppearance(isAppearing: false, animated: false) }
    old?.viewIfLoaded?.removeFromSuperview()
    if hasAppeared { old?.endAppearance() }
    old?.removeFromParent()
    current = new
    if let new {
      addChild(new)
      if hasAppeared { new.beginAppearance(isAppearing: true, animated: false) }
      if isViewLoaded { scroller.addSubview(new.view) }
      if hasAppeared { new.endAppearance() }
      new.didMove(toParent: self)
    }
    askForPages()
    showDots(asks: true)
  }

  open override func viewDidLoad() {
    super.viewDidLoad()
    scroller.owner = self
    view.clipsToBounds = true
    view.addSubview(scroller)
    view.addSubview(dots)
    dots.isUserInteractionEnabled = false
    if let current { scroller.addSubview(current.view) }
    showDots(asks: true)
  }

  open override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    layOutPages()
  }

  // MARK: Places

  private var isHorizontal: Bool { navigationOrientation == .horizontal }
  private var slots: [UIViewController] { [before, current, after].compactMap { $0 } }

  private var pageSize: CGSize {
    var size = view.bounds.size
    if !dots.isHidden { size.height = max(size.height - Self.dotsHeight, 0) }
    return size
  }

  /// From one page to the next, in points.
  private var extent: CGFloat { (isHorizontal ? pageSize.width : pageSize.height) + spacing }

  private func offset(of controller: UIViewController) -> CGPoint {
    let index = CGFloat(slots.firstIndex { $0 === controller } ?? 0)
    return isHorizontal ? CGPoint(x: index * extent, y: 0) : CGPoint(x: 0, y: index * extent)
  }

  private func askForPages() {
    guard pending == nil else { return }
    before = current.flatMap { dataSource?.pageViewController(self, viewControllerBefore: $0) }
    after = current.flatMap { dataSource?.pageViewController(self, viewControllerAfter: $0) }
    // One controller cannot be at two places.
    if before === current { before = nil }
    if after === current || after === before { after = nil }
    layOutPages()
  }

  private func layOutPages() {
    guard isViewLoaded else { return }
    let (size, count) = (pageSize, CGFloat(slots.count))
    dots.frame = CGRect(
      x: 0,
      y: view.bounds.height - Self.dotsHeight,
      width: view.bounds.width,
      height: Self.dotsHeight
    )
    scroller.frame = CGRect(
      x: 0,
      y: 0,
      width: size.width + (isHorizontal ? spacing : 0),
      height: size.height + (isHorizontal ? 0 : spacing)
    )
    scroller.contentSize =
      isHorizontal
      ? CGSize(width: count * extent, height: size.height)
      : CGSize(width: size.width, height: count * extent)
    for page in slots where page.viewIfLoaded?.superview === scroller {
      page.view.frame = CGRect(origin: offset(of: page), size: size)
    }
    guard let current, pending == nil, !scroller.isDragging else { return }
    scroller.isQuiet = true
    scroller.contentOffset = offset(of: current)
    scroller.isQuiet = false
  }

  private func showDots(asks: Bool) {
    let count = dataSource?.presentationCount(for: self) ?? 0
    dots.isHidden = count <= 0 || !isHorizontal
    dots.numberOfPages = max(count, 0)
    if asks { dots.currentPage = dataSource?.presentationIndex(for: self) ?? 0 }
    viewIfLoaded?.setNeedsLayout()
  }

  // MARK: Turns

  private func begin(_ new: UIViewController, isByFinger: Bool) {
    pending = (new, isByFinger)
    if isByFinger { delegate?.pageViewController(self, willTransitionTo: [new]) }
    addChild(new)
    if hasAppeared {
      current?.beginAppearance(isAppearing: false, animated: true)
      new.beginAppearance(isAppearing: true, animated: true)
    }
    new.view.frame = CGRect(origin: offset(of: new), size: pageSize)
    scroller.addSubview(new.view)
  }

  /// Ends a turn; the page that does not show any more goes.
  private func endTurn(isCompleted: Bool) {
    guard let (new, isByFinger) = pending, let old = current else { return }
    pending = nil
    let gone = isCompleted ? old : new
    if !isCompleted, hasAppeared {
      new.beginAppearance(isAppearing: false, animated: true)
      old.beginAppearance(isAppearing: true, animated: true)
    }
    gone.willMove(toParent: nil)
    gone.viewIfLoaded?.removeFromSuperview()
    if hasAppeared {
      old.endAppearance()
      new.endAppearance()
    }
    gone.removeFromParent()
    if isCompleted {
      let isForward = new === after
      current = new
      new.didMove(toParent: self)
      if isByFinger { dots.currentPage += isForward ? 1 : -1 }
    }
    askForPages()
    if isByFinger {
      delegate?.pageViewController(
        self,
        didFinishAnimating: true,
        previousViewControllers: [old],
        transitionCompleted: isCompleted
      )
    }
    let completion = completion
    self.completion = nil
    completion?(isCompleted)
  }

  /// The pages have moved: the one that comes into view begins to turn.
  fileprivate func scrolled() {
    guard let current, scroller.isDragging || pending != nil else { return }
    let place = isHorizontal ? scroller.contentOffset.x : scroller.contentOffset.y
    let own = isHorizontal ? offset(of: current).x : offset(of: current).y
    let next = place > own ? after : place < own ? before : nil
    guard let next else { return }
    if let pending {
      guard pending.isByFinger, pending.controller !== next else { return }
      endTurn(isCompleted: false)
    }
    begin(next, isByFinger: true)
  }

  /// The pages have come to rest, or a finger holds them in the middle of a turn: it goes on when
  /// the finger is lifted.
  fileprivate func rested() {
    guard let pending else { return }
    let place = isHorizontal ? scroller.contentOffset.x : scroller.contentOffset.y
    let pages = place / max(extent, 1)
    let index = Int(pages.rounded())
    guard !scroller.isTracking || pages == CGFloat(index) else { return }
    endTurn(isCompleted: slots.indices.contains(index) && slots[index] === pending.controller)
  }
}

/// The scroll view of pages.
@MainActor
private final class PageScroller: UIScrollView, UIScrollViewDelegate {
  weak var owner: UIPageViewController?
  /// Whether the pages are moved by their controller.
  var isQuiet = false

  init() {
    super.init(frame: .zero)
    isPagingEnabled = true
    showsHorizontalScrollIndicator = false
    showsVerticalScrollIndicator = false
    contentInsetAdjustmentBehavior = .never
    scrollsToTop = false
    delegate = self
  }

  required init?(coder: NSCoder) { nil }

  func scrollViewDidScroll(_ scrollView: UIScrollView) { if !isQuiet { owner?.scrolled() } }
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { owner?.rested() }
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { owner?.rested() }

  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    if !decelerate { owner?.rested() }
  }
}
