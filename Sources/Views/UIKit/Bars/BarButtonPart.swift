// The view of a button in a bar.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// Shows a button of a bar: its title or its picture, or a view of the program's.
final class BarButtonPart: UIView {
  let item: UIBarButtonItem
  private let label = UILabel()
  private let picture = UIImageView(frame: .zero)
  private let look: UIBarButtonItemAppearance?
  private var isPressed = false { didSet { update() } }

  /// Points between a title and the sides of the button.
  static let margin: CGFloat = 8
  /// The least width of a button, in points.
  static let leastWidth: CGFloat = 36

  init(_ item: UIBarButtonItem, look: UIBarButtonItemAppearance?) {
    self.item = item
    self.look = look
    super.init(frame: .zero)
    isOpaque = false
    if let view = item.customView {
      addSubview(view)
    } else {
      label.textAlignment = .center
      for part in [label, picture] { addSubview(part) }
      isAccessibilityElement = true
    }
    item.shownView = self
    if item.menu != nil {
      let press = UILongPressGestureRecognizer { [weak self] in
        if $0.state == .began { self?.showMenu() }
      }
      addGestureRecognizer(press)
    }
    update()
  }

  required init?(coder: NSCoder) { nil }

  private func showMenu() {
    guard item.isEnabled, let menu = item.menu, item.primaryAction != nil || item.action != nil
    else { return }
    MenuPresenter.show(menu, from: self)
  }

  private var state: UIControl.State {
    if !item.isEnabled { return .disabled }
    return isPressed ? .highlighted : .normal
  }

  private var attributes: [NSAttributedString.Key: Any] {
    let isBold = item.style == .done
    var attributes: [NSAttributedString.Key: Any] = [
      .font: UIFont.systemFont(ofSize: 17, weight: isBold ? .semibold : .regular),
      .foregroundColor: item.isEnabled ? item.tintColor ?? usualTint : UIColor.tertiaryLabel,
    ]
    let own = item.titleTextAttributes(for: state) ?? item.titleTextAttributes(for: .normal)
    for source in [stateLook?.titleTextAttributes, own] {
      if let source { attributes.merge(source) { $1 } }
    }
    return attributes
  }

  private var usualTint: UIColor { tintColor }

  private var stateLook: UIBarButtonItemStateAppearance? {
    switch state {
    case .disabled: look?.disabled
    case .highlighted: look?.highlighted
    default: look?.normal
    }
  }

  private var shownImage: UIImage? {
    guard let image = item.image else { return nil }
    return image.renderingMode == .automatic ? image.withRenderingMode(.alwaysTemplate) : image
  }

  private func update() {
    alpha = isPressed ? 0.3 : 1
    guard item.customView == nil else { return }
    picture.image = shownImage
    picture.tintColor = item.isEnabled ? item.tintColor ?? usualTint : .tertiaryLabel
    label.isHidden = item.image != nil
    label.attributedText = NSAttributedString(string: item.title ?? "", attributes: attributes)
    backgroundColor = item.isSelected ? .tertiarySystemFill : nil
    layer.cornerRadius = item.isSelected ? 8 : 0
    accessibilityLabel = item.accessibilityLabel
    accessibilityIdentifier = item.accessibilityIdentifier
    setNeedsLayout()
  }

  override func tintColorDidChange() {
    super.tintColorDidChange()
    update()
  }

  /// The width that the button takes, in points.
  func width(height: CGFloat) -> CGFloat {
    if item.width > 0 { return item.width }
    if item.systemItem == .fixedSpace { return BarButtonPart.margin }
    if let view = item.customView { return customSize(view, height).width }
    if let image = item.image {
      let insets = item.imageInsets
      return max(
        image.size.width + insets.left + insets.right + 2 * BarButtonPart.margin,
        BarButtonPart.leastWidth
      )
    }
    let titles = (item.possibleTitles ?? []).union([item.title ?? ""])
    let widest = titles.map { NSAttributedString(string: $0, attributes: attributes).size().width }
      .max()
    return max((widest ?? 0).rounded(.up) + 2 * BarButtonPart.margin, BarButtonPart.leastWidth)
  }

  private func customSize(_ view: UIView, _ height: CGFloat) -> CGSize {
    if !view.translatesAutoresizingMaskIntoConstraints {
      let fitting = view.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize)
      return CGSize(width: fitting.width, height: min(fitting.height, height))
    }
    if view.bounds.size != .zero { return view.bounds.size }
    return view.sizeThatFits(CGSize(width: CGFloat.infinity, height: height))
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    if let view = item.customView {
      let size = customSize(view, bounds.height)
      view.frame = CGRect(
        x: 0,
        y: ((bounds.height - size.height) / 2).rounded(),
        width: min(size.width, bounds.width),
        height: size.height
      )
      return
    }
    let size = picture.image?.size ?? .zero
    let insets = item.imageInsets
    picture.frame = CGRect(
      x: ((bounds.width - size.width + insets.left - insets.right) / 2).rounded(),
      y: ((bounds.height - size.height + insets.top - insets.bottom) / 2).rounded(),
      width: size.width,
      height: size.height
    )
    let move = stateLook?.titlePositionAdjustment ?? .zero
    label.frame = bounds.offsetBy(dx: move.horizontal, dy: move.vertical)
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard item.customView == nil else { return super.touchesBegan(touches, with: event) }
    isPressed = item.isEnabled
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard item.customView == nil else { return super.touchesEnded(touches, with: event) }
    isPressed = false
    let area = bounds.insetBy(dx: -BarButtonPart.margin, dy: -BarButtonPart.margin)
    guard let touch = touches.first, area.contains(touch.location(in: self)) else { return }
    item.perform()
  }

  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    isPressed = false
  }
}

/// Places buttons of a bar beside each other.
enum BarRow {
  /// Returns the frames of parts from a side on; rooms have no part but a width.
  ///
  /// - Parameters:
  ///   - widths: In points, from the edge on.
  ///   - area: The room, in points.
  ///   - isFromRight: Whether the first one is at the right.
  static func frames(_ widths: [CGFloat], in area: CGRect, isFromRight: Bool) -> [CGRect] {
    var x = isFromRight ? area.maxX : area.minX
    return widths.map { width in
      if isFromRight { x -= width }
      defer { if !isFromRight { x += width } }
      return CGRect(x: x, y: area.minY, width: width, height: area.height)
    }
  }

  /// Returns the widths with the rest of the room shared by those that grow.
  static func spread(_ widths: [CGFloat?], over width: CGFloat) -> [CGFloat] {
    let fixed = widths.reduce(0) { $0 + ($1 ?? 0) }
    let growing = widths.count { $0 == nil }
    let share = growing > 0 ? max(width - fixed, 0) / CGFloat(growing) : 0
    return widths.map { $0 ?? share }
  }
}
