// Bars of tabs.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import CoreGraphics
import QuartzCore

/// The title and the image of one thing in a bar.
@preconcurrency
@MainActor
open class UIBarItem: NSObject {
  /// The text.
  open var title: String? { didSet { changed?() } }
  /// The picture; nil if there is none.
  open var image: UIImage? { didSet { changed?() } }
  /// Whether it is tapped; true by default.
  open var isEnabled = true { didSet { changed?() } }
  /// A number for the program's own use.
  open var tag = 0
  final var changed: (() -> Void)?

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}

/// An item of a bar of tabs.
open class UITabBarItem: UIBarItem {
  /// The picture while it is selected; nil for the same.
  open var selectedImage: UIImage? { didSet { changed?() } }
  /// A small text at the corner; nil if there is none.
  open var badgeValue: String? { didSet { changed?() } }

  /// Creates an item.
  public init(title: String?, image: UIImage?, tag: Int) {
    super.init()
    self.title = title
    self.image = image
    self.tag = tag
  }

  /// Creates an item with a picture for while it is selected.
  public convenience init(title: String?, image: UIImage?, selectedImage: UIImage?) {
    self.init(title: title, image: image, tag: 0)
    self.selectedImage = selectedImage
  }
}

/// Hears of selected tabs.
@preconcurrency
@MainActor
public protocol UITabBarDelegate: AnyObject {
  /// A tab was tapped.
  func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem)
}

extension UITabBarDelegate {
  /// Does nothing.
  public func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {}
}

/// A bar of tabs, of 49 points height.
///
/// **Differences**: a plain look: a light bar with a line above, pictures of 25 points over texts
/// of 10; the selected one blue.
open class UITabBar: UIView {
  private let line = CALayer()
  private var parts: [TabPart] = []

  /// The object notified of selected tabs.
  open weak var delegate: (any UITabBarDelegate)?

  /// The tabs.
  open var items: [UITabBarItem]? {
    didSet { rebuild() }
  }

  /// The selected tab.
  open weak var selectedItem: UITabBarItem? {
    didSet { update() }
  }

  /// The height, in points.
  static let height: CGFloat = 49

  /// Whether what lies below shows through a little; true by default.
  ///
  /// Views of controllers reach under a translucent bar; they lie above another one.
  open var isTranslucent = true {
    didSet {
      showBackground()
      if isTranslucent != oldValue { superview?.setNeedsLayout() }
    }
  }

  private func showBackground() {
    layer.backgroundColor = isTranslucent ? PlainLook.translucentBar : PlainLook.bar
  }

  /// Creates a bar.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    showBackground()
    line.backgroundColor = PlainLook.line
    layer.addSublayer(line)
  }

  /// Creates a bar from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Sets the tabs.
  open func setItems(_ items: [UITabBarItem]?, animated: Bool) { self.items = items }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: UITabBar.height)
  }

  private func rebuild() {
    for part in parts { part.removeFromSuperview() }
    parts = (items ?? []).map { item in
      item.changed = { [weak self] in self?.update() }
      return TabPart(item) { [weak self] in self?.select(item) }
    }
    for part in parts { addSubview(part) }
    update()
    setNeedsLayout()
  }

  private func update() { for part in parts { part.show(isSelected: part.item === selectedItem) } }

  private func select(_ item: UITabBarItem) {
    guard item.isEnabled else { return }
    selectedItem = item
    delegate?.tabBar(self, didSelect: item)
  }

  open override func layoutSubviews() {
    line.frame = CGRect(x: 0, y: 0, width: bounds.width, height: 1 / UIScreen.main.scale)
    guard !parts.isEmpty else { return }
    let width = bounds.width / CGFloat(parts.count)
    for (index, part) in parts.enumerated() {
      part.frame = CGRect(x: CGFloat(index) * width, y: 0, width: width, height: UITabBar.height)
    }
  }
}

/// A tab.
private final class TabPart: UIView {
  let item: UITabBarItem
  private let action: () -> Void
  private let picture = CALayer()
  private let label = TextPart(nil, size: 10)
  private let badge = TextPart(
    nil,
    size: 11,
    color: CGColor(red: 1, green: 0.23, blue: 0.19, alpha: 1)
  )

  init(_ item: UITabBarItem, _ action: @escaping () -> Void) {
    self.item = item
    self.action = action
    super.init(frame: .zero)
    layer.addSublayer(picture)
    addSubview(label)
    addSubview(badge)
  }

  required init?(coder: NSCoder) { nil }

  /// Shows whether it is selected.
  func show(isSelected: Bool) {
    label.text = item.title
    label.color = isSelected ? tintColor.cgColor : PlainLook.gray
    badge.text = item.badgeValue
    let image = isSelected ? item.selectedImage ?? item.image : item.image
    picture.contents = image?.cgImage
    picture.contentsGravity = .resizeAspect
    alpha = item.isEnabled ? 1 : 0.4
  }

  override func layoutSubviews() {
    let middle = bounds.midX
    picture.frame = CGRect(x: middle - 12.5, y: 6, width: 25, height: 25)
    label.frame = CGRect(x: 0, y: 34, width: bounds.width, height: 13)
    badge.frame = CGRect(x: middle + 8, y: 2, width: 30, height: 14)
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = touches.first, point(inside: touch.location(in: self), with: event) else {
      return
    }
    action()
  }
}
