// The control above content that a pull shows.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzCore

/// A control above the content of a scroll view; pulling it down requests a refresh.
///
/// A pull by more than its height begins the refreshing and sends `valueChanged`. The content then
/// stays below the control until `endRefreshing()`.
///
///     table.refreshControl = UIRefreshControl()
///     table.refreshControl?.addAction(UIAction { _ in reload() }, for: .valueChanged)
///
/// **Differences**: a plain ring of twelve strokes, which fills while it is pulled.
@preconcurrency
@MainActor
open class UIRefreshControl: UIControl {
  /// The height that the control takes, and the pull that begins the refreshing, in points.
  static let height: CGFloat = 60
  private static let strokes = 12
  private static let turnKey = "turn"

  private let ring = CAReplicatorLayer()
  private let stroke = CALayer()
  private var isOn = false
  // The text and its place.
  private let label = UILabel(frame: .zero)

  /// Creates a control, which `UIScrollView.refreshControl` places.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }

  /// Creates a control from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
  }

  private func prepare() {
    let none: [String: any CAAction] = [
      "position": NSNull(), "bounds": NSNull(), "opacity": NSNull(), "backgroundColor": NSNull(),
      "instanceCount": NSNull(),
    ]
    let count = UIRefreshControl.strokes
    ring.actions = none
    stroke.actions = none
    ring.bounds = CGRect(x: 0, y: 0, width: 28, height: 28)
    stroke.frame = CGRect(x: 13, y: 0, width: 2, height: 8)
    stroke.cornerRadius = 1
    stroke.backgroundColor = CGColor(deviceGray: 0.5, alpha: 1)
    ring.addSublayer(stroke)
    ring.instanceCount = count
    ring.instanceTransform = CATransform3DMakeRotation(2 * .pi / Double(count), 0, 0, 1)
    layer.addSublayer(ring)
    isUserInteractionEnabled = false
    alpha = 0
  }

  /// Whether new content is being fetched.
  open var isRefreshing: Bool { isOn }

  /// The text under the ring; nil if there is none.
  open var attributedTitle: NSAttributedString? {
    didSet {
      label.attributedText = attributedTitle
      if label.superview == nil { addSubview(label) }
      setNeedsLayout()
    }
  }

  private var scrollView: UIScrollView? { superview as? UIScrollView }

  /// Shows the control without a pull; `valueChanged` is not sent.
  open func beginRefreshing() {
    guard !isOn else { return }
    isOn = true
    alpha = 1
    ring.instanceCount = UIRefreshControl.strokes
    ring.instanceAlphaOffset = -Float(0.8) / Float(UIRefreshControl.strokes)
    let turn = CABasicAnimation(keyPath: "transform.rotation.z")
    turn.fromValue = 0
    turn.toValue = 2 * Double.pi
    turn.duration = 1
    turn.repeatCount = .infinity
    ring.add(turn, forKey: UIRefreshControl.turnKey)
    scrollView?.setRefreshInset(UIRefreshControl.height)
  }

  /// Hides the control again, when the content is there.
  open func endRefreshing() {
    guard isOn else { return }
    isOn = false
    ring.removeAnimation(forKey: UIRefreshControl.turnKey)
    ring.instanceAlphaOffset = 0
    guard let scrollView else { return }
    scrollView.setRefreshInset(0)
    contentMoved()
  }

  /// Follows the content; called when it moved.
  final func contentMoved() {
    guard let scrollView else { return }
    let inset = scrollView.adjustedContentInset.top - scrollView.scroll.refreshInset
    let pull = -scrollView.contentOffset.y - inset
    let height = UIRefreshControl.height
    let y = min(-height, -pull)
    UIView.performWithoutAnimation {
      let place = CGRect(x: 0, y: y, width: scrollView.bounds.width, height: height)
      if frame != place { frame = place }
      ring.position = CGPoint(x: place.width / 2, y: height / 2)
      guard !isOn else { return }
      let part = min(max(pull / height, 0), 1)
      alpha = part
      ring.instanceCount = max(Int(part * CGFloat(UIRefreshControl.strokes)), 1)
    }
    guard !isOn, pull >= height, scrollView.isDragging else { return }
    beginRefreshing()
    sendActions(for: .valueChanged)
  }

  /// Places the text.
  open override func layoutSubviews() {
    super.layoutSubviews()
    guard label.superview != nil else { return }
    let size = label.sizeThatFits(bounds.size)
    label.frame = CGRect(
      x: (bounds.width - size.width) / 2,
      y: bounds.height - size.height,
      width: size.width,
      height: size.height
    )
  }
}

extension UIScrollView {
  final func refreshControlChanged(from old: UIRefreshControl?) {
    guard old !== refreshControl else { return }
    old?.endRefreshing()
    old?.removeFromSuperview()
    guard let refreshControl else { return }
    insertSubview(refreshControl, at: 0)
    refreshControl.contentMoved()
  }

  /// Makes room for the control above the content, or takes it away.
  ///
  /// During a drag the content stays under the finger; the room counts from the end of the drag on.
  final func setRefreshInset(_ height: CGFloat) {
    scroll.wantedRefreshInset = height
    guard !isDragging, applyRefreshInset(), scroll.motion == nil else { return }
    settle()
  }

  /// Gives the refresh control the room that it asked for.
  ///
  /// - Returns: Whether the room changed.
  @discardableResult
  final func applyRefreshInset() -> Bool {
    guard scroll.wantedRefreshInset != scroll.refreshInset else { return false }
    scroll.refreshInset = scroll.wantedRefreshInset
    updateAdjustedInset()
    return true
  }
}
