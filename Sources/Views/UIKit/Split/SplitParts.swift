// The parts of a split view: columns, their views, and changes of them.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

/// The controllers of a column.
struct SplitEntry {
  /// The one that the program set.
  let controller: UIViewController
  /// The one whose view shows: the same, or the stack around it.
  let shown: UIViewController
  /// The controllers of the stack while they are on that of another column, or were.
  var parked: [UIViewController] = []

  var stack: UINavigationController? { shown as? UINavigationController }
}

/// The secondary controller of a classic split view while there is one column.
struct SplitTaken {
  let secondary: UIViewController
  /// The controllers that went on the primary stack; empty if the program took the controller in.
  var controllers: [UIViewController] = []
}

/// A change of the arrangement, from its beginning to the end of its motion.
@MainActor
final class SplitChange {
  typealias Column = UISplitViewController.Column
  typealias DisplayMode = UISplitViewController.DisplayMode

  let from: DisplayMode
  let to: DisplayMode
  /// The mode that was chosen before, for a change that is taken back.
  let chosenBefore: DisplayMode?
  let coming: [Column]
  let going: [Column]
  /// Whether the controllers appear and disappear.
  let isShown: Bool
  var motion: ViewMotion?
  /// How far the columns are before the motion, in 0...1: 0, or where a finger has moved them; nil
  /// from the motion on.
  var progress: CGFloat?
  /// Called at the end.
  var completion: (() -> Void)?

  init(
    from: DisplayMode,
    to: DisplayMode,
    chosenBefore: DisplayMode?,
    columns: (coming: [Column], going: [Column]),
    isShown: Bool
  ) {
    (self.from, self.to, self.chosenBefore) = (from, to, chosenBefore)
    (coming, going) = columns
    self.isShown = isShown
  }
}

/// The view of a column: its background, the controller's view, and a line at one side.
final class SplitColumnView: UIView {
  private let line = UIView()
  private weak var content: UIView?
  /// The side of the line; no line by default.
  var lineEdge: UIRectEdge = [] { didSet { if lineEdge != oldValue { setNeedsLayout() } } }
  var isSidebar = false {
    didSet { backgroundColor = isSidebar ? .secondarySystemBackground : .systemBackground }
  }

  init() {
    super.init(frame: .zero)
    backgroundColor = .systemBackground
    clipsToBounds = true
    isHidden = true
    line.backgroundColor = .separator
    line.isUserInteractionEnabled = false
    addSubview(line)
  }

  required init?(coder: NSCoder) { nil }

  /// Takes a controller's view; nil lets it go and hides the column.
  func show(_ view: UIView?) {
    if let content, content !== view, content.superview === self { content.removeFromSuperview() }
    content = view
    isHidden = view == nil
    guard let view else { return }
    view.frame = bounds
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    insertSubview(view, at: 0)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    if let content, content.superview === self { content.frame = bounds }
    line.isHidden = lineEdge.isEmpty
    let width = 1 / max(window?.screen.scale ?? UIScreen.main.scale, 1)
    line.frame = CGRect(
      x: lineEdge == .left ? 0 : bounds.width - width,
      y: 0,
      width: width,
      height: bounds.height
    )
  }
}
