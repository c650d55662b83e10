// Page controls.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzInteraction

/// A row of dots, one for each page, of which the present one stands out.
///
/// A touch on the right half leads to the next page, one on the left half to the one before.
@preconcurrency
@MainActor
open class UIPageControl: UIControl {
  override var answers: GestureRules.Control { .button }

  private static let dotSide: CGFloat = 7
  private static let pitch: CGFloat = 16
  private static let ownHeight: CGFloat = 26
  /// More dots than that are not drawn: they would not fit any screen.
  private static let mostDots = 256

  private var dots: [UIView] = []
  private var pages = 0
  private var current = 0
  private var hidesAlone = false
  private var dotColor: UIColor?
  private var currentColor: UIColor?

  /// Creates a control without pages.
  public override init(frame: CGRect) {
    super.init(frame: frame)
  }

  /// Creates a control from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    for view in subviews { view.removeFromSuperview() }
    numberOfPages = Int(coder.decodeInt64(forKey: "UINumberOfPages"))
    currentPage = Int(coder.decodeInt64(forKey: "UICurrentPage"))
    coder.finish(self, UIPageControl.self)
  }

  /// Archives the control with its pages.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(Int64(pages), forKey: "UINumberOfPages")
    coder.encode(Int64(current), forKey: "UICurrentPage")
  }

  /// The number of pages; 0 by default.
  open var numberOfPages: Int {
    get { pages }
    set {
      pages = max(newValue, 0)
      currentPage = current
      invalidateIntrinsicContentSize()
    }
  }

  /// The present page, from 0; clamped to the valid range.
  open var currentPage: Int {
    get { current }
    set {
      current = min(max(newValue, 0), max(pages - 1, 0))
      setNeedsLayout()
    }
  }

  /// Whether it shows nothing for one page; false by default.
  open var hidesForSinglePage: Bool {
    get { hidesAlone }
    set {
      hidesAlone = newValue
      setNeedsLayout()
    }
  }

  /// The colour of the other dots; nil, the default, for a faint one.
  open var pageIndicatorTintColor: UIColor? {
    get { dotColor }
    set {
      dotColor = newValue
      setNeedsLayout()
    }
  }

  /// The colour of the present page's dot; nil, the default, for that of text.
  open var currentPageIndicatorTintColor: UIColor? {
    get { currentColor }
    set {
      currentColor = newValue
      setNeedsLayout()
    }
  }

  /// The size that dots of that number of pages fit.
  open func size(forNumberOfPages pageCount: Int) -> CGSize {
    let count = CGFloat(min(max(pageCount, 0), Self.mostDots))
    let width = count > 0 ? (count - 1) * Self.pitch + Self.dotSide : 0
    return CGSize(width: width + 2 * Self.pitch, height: Self.ownHeight)
  }

  /// The size that the dots fit.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { self.size(forNumberOfPages: pages) }

  /// The size that the dots fit.
  open override var intrinsicContentSize: CGSize { size(forNumberOfPages: pages) }

  /// Places the dots.
  open override func layoutSubviews() {
    super.layoutSubviews()
    let count = hidesAlone && pages == 1 ? 0 : min(pages, Self.mostDots)
    while dots.count > count { dots.removeLast().removeFromSuperview() }
    while dots.count < count {
      let dot = UIView()
      dot.isUserInteractionEnabled = false
      dot.layer.cornerRadius = Self.dotSide / 2
      dots.append(dot)
      addSubview(dot)
    }
    let width = CGFloat(max(count - 1, 0)) * Self.pitch + Self.dotSide
    var x = ((bounds.width - width) / 2).rounded()
    let y = ((bounds.height - Self.dotSide) / 2).rounded()
    for (index, dot) in dots.enumerated() {
      dot.frame = CGRect(x: x, y: y, width: Self.dotSide, height: Self.dotSide)
      dot.backgroundColor =
        index == current ? currentColor ?? .label : dotColor ?? .tertiaryLabel
      x += Self.pitch
    }
  }

  /// Leads to the next page.
  open override func accessibilityIncrement() { turn(by: 1) }

  /// Leads to the page before.
  open override func accessibilityDecrement() { turn(by: -1) }

  private func turn(by pages: Int, _ event: UIEvent? = nil) {
    guard isEnabled else { return }
    let old = current
    currentPage = current + pages
    if current != old { send(.valueChanged, event) }
  }

  /// Leads to the next page or the one before.
  open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    guard let touch, isTouchInside else { return }
    turn(by: touch.location(in: self).x >= bounds.midX ? 1 : -1, event)
  }
}
