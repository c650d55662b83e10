// Bars with titles and buttons.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzCore

/// A button of a bar.
open class UIBarButtonItem: UIBarItem {
  /// The look of a button.
  public enum Style: Int, Sendable {
    /// As the others.
    case plain = 0
    /// For the end of something.
    case done = 2
  }

  /// The look.
  open var style: Style
  /// The target of the action; nil for the chain of responders.
  open weak var target: AnyObject?
  /// The method that a tap calls.
  open var action: Selector?
  /// A view in place of the text; nil if there is none.
  open var customView: UIView?

  /// Creates a button with a text.
  public init(title: String?, style: Style, target: Any?, action: Selector?) {
    self.style = style
    super.init()
    self.title = title
    self.target = target.map { $0 as AnyObject }
    self.action = action
  }

  /// Creates a button from a view.
  public convenience init(customView: UIView) {
    self.init(title: nil, style: .plain, target: nil, action: nil)
    self.customView = customView
  }

  final func perform() {
    guard isEnabled, let action else { return }
    UIApplication.shared.sendAction(action, to: target, from: self, for: nil)
  }
}

/// The title and the buttons of one controller in a bar.
@preconcurrency
@MainActor
open class UINavigationItem: NSObject {
  /// The text in the middle.
  open var title: String? { didSet { changed?() } }
  /// A view in place of the title.
  open var titleView: UIView? { didSet { changed?() } }
  /// The button at the left, in place of the one back.
  open var leftBarButtonItem: UIBarButtonItem? { didSet { changed?() } }
  /// The button at the right.
  open var rightBarButtonItem: UIBarButtonItem? { didSet { changed?() } }
  /// Whether the button back is left out.
  open var hidesBackButton = false { didSet { changed?() } }
  final var changed: (() -> Void)?

  /// Creates an item.
  public init(title: String) {
    super.init()
    self.title = title
  }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}

/// A bar with a title and buttons, of 44 points height.
///
/// **Differences**: a plain look: a light bar with a line below, texts of 17 points.
open class UINavigationBar: UIView {
  private let line = CALayer()
  private let label = TextPart(nil, size: 17)
  private lazy var back = TapPart(nil, size: 17) { [weak self] in self?.goBack?() }
  private var left: UIView?
  private var right: UIView?
  final var goBack: (() -> Void)?
  private var item: UINavigationItem?
  private var hasBack = false

  /// The height, in points.
  static let height: CGFloat = 44

  /// Whether what lies below shows through a little; true by default.
  ///
  /// Views of controllers reach under a translucent bar; they lie below another one.
  open var isTranslucent = true {
    didSet {
      showBackground()
      if isTranslucent != oldValue { superview?.setNeedsLayout() }
    }
  }

  private func showBackground() {
    layer.backgroundColor = isTranslucent ? PlainLook.translucentBar : PlainLook.bar
  }

  /// The item that it shows.
  open var topItem: UINavigationItem? { item }

  /// Creates a bar.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    showBackground()
    line.backgroundColor = PlainLook.line
    layer.addSublayer(line)
    addSubview(label)
    addSubview(back)
  }

  /// Creates a bar from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  final func show(_ item: UINavigationItem?, back title: String?) {
    self.item?.changed = nil
    self.item = item
    hasBack = title != nil
    back.label.text = title.map { "\u{2039} \($0)" }
    item?.changed = { [weak self] in self?.update() }
    update()
  }

  private func update() {
    label.text = item?.titleView == nil ? item?.title : nil
    back.isHidden = !hasBack || item?.hidesBackButton == true || item?.leftBarButtonItem != nil
    for view in [left, right] { view?.removeFromSuperview() }
    left = part(item?.leftBarButtonItem)
    right = part(item?.rightBarButtonItem)
    for case let view? in [left, right, item?.titleView] { addSubview(view) }
    setNeedsLayout()
  }

  private func part(_ button: UIBarButtonItem?) -> UIView? {
    guard let button else { return nil }
    return button.customView
      ?? TapPart(button.title, size: 17) { [weak button] in button?.perform() }
  }

  open override func layoutSubviews() {
    let height = UINavigationBar.height
    let top = bounds.height - height
    let pixel = 1 / UIScreen.main.scale
    line.frame = CGRect(x: 0, y: bounds.height - pixel, width: bounds.width, height: pixel)
    label.frame = CGRect(x: 90, y: top + 11, width: max(bounds.width - 180, 0), height: 22)
    back.frame = CGRect(x: 0, y: top, width: 90, height: height)
    left?.frame = CGRect(x: 0, y: top, width: 90, height: height)
    right?.frame = CGRect(x: bounds.width - 90, y: top, width: 90, height: height)
    item?.titleView?.center = CGPoint(x: bounds.midX, y: top + height / 2)
  }
}
