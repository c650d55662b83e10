// Menus on the screen.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore

/// Shows menus over a window, one at a time.
@MainActor
enum MenuPresenter {
  private(set) static weak var current: MenuOverlay?

  /// Shows a menu beside a view.
  ///
  /// - Parameters:
  ///   - menu: The menu.
  ///   - view: The view; nothing shows if it is in no window.
  ///   - point: The place in the view that the menu is for; nil for the view's frame.
  ///   - preview: A view above the menu; nil if there is none.
  ///   - chosen: Called with the action that was chosen, before it is.
  ///   - ended: Called when the menu has gone.
  static func show(
    _ menu: UIMenu,
    from view: UIView,
    at point: CGPoint? = nil,
    preview: UIView? = nil,
    chosen: ((UIMenuElement) -> Void)? = nil,
    ended: (() -> Void)? = nil
  ) {
    guard let window = view.window else { return }
    current?.end()
    let overlay = MenuOverlay(menu, frame: window.bounds)
    overlay.source = view
    overlay.anchor =
      point.map { CGRect(origin: view.convert($0, to: window), size: .zero) }
      ?? view.convert(view.bounds, to: window)
    overlay.preview = preview
    overlay.chosen = chosen
    overlay.ended = ended
    window.addSubview(overlay)
    current = overlay
    overlay.build(menu)
  }

  /// Shows a menu as a bar beside a rectangle of a view.
  ///
  /// - Parameters:
  ///   - menu: The menu.
  ///   - view: The view; nothing shows if it is in no window.
  ///   - rect: In points of the view.
  ///   - isBelow: Whether the bar is below the rectangle, if there is room.
  ///   - ended: Called when the bar has gone.
  /// - Returns: The bar; nil if there is none.
  static func showBar(
    _ menu: UIMenu,
    from view: UIView,
    around rect: CGRect,
    isBelow: Bool,
    ended: @escaping () -> Void
  ) -> MenuOverlay? {
    current?.end()
    guard let window = view.window else { return nil }
    let overlay = MenuOverlay(menu, frame: window.bounds)
    overlay.bar = isBelow ? .below : .above
    overlay.source = view
    overlay.anchor = view.convert(rect, to: window)
    overlay.ended = ended
    window.addSubview(overlay)
    current = overlay
    overlay.build(menu)
    overlay.layoutIfNeeded()
    return overlay
  }

  /// Takes the menu that shows away.
  static func dismiss() { current?.end() }
}

/// A row of a menu.
final class MenuRow: UIControl {
  let element: UIMenuElement
  private let label = UILabel()
  private let small = UILabel()
  private let mark = UIImageView(frame: .zero)
  private let picture = UIImageView(frame: .zero)
  let line = UIView(frame: .zero)

  static let height: CGFloat = 44
  private static let sideMargin: CGFloat = 16
  private static let markWidth: CGFloat = 22

  init(_ element: UIMenuElement) {
    self.element = element
    super.init(frame: .zero)
    let facts = MenuRow.facts(element)
    isEnabled = !facts.attributes.contains(.disabled)
    let color: UIColor =
      !isEnabled ? .tertiaryLabel : facts.attributes.contains(.destructive) ? .systemRed : .label
    label.text = element.title
    label.textColor = color
    label.font = .systemFont(ofSize: 17)
    small.text = element.subtitle
    small.textColor = .secondaryLabel
    small.font = .systemFont(ofSize: 13)
    picture.image =
      element.image ?? (element is UIMenu ? UIImage(systemName: "chevron.right") : nil)
    picture.contentMode = .center
    picture.tintColor = color
    mark.tintColor = color
    mark.contentMode = .center
    switch facts.state {
    case .on: mark.image = UIImage(systemName: "checkmark")
    case .mixed: mark.image = UIImage(systemName: "minus")
    case .off: break
    }
    line.backgroundColor = .separator
    for view in [label, small, mark, picture, line] { addSubview(view) }
    isAccessibilityElement = true
    accessibilityLabel = element.title
    accessibilityTraits = isEnabled ? .button : [.button, .notEnabled]
  }

  required init?(coder: NSCoder) { nil }

  static func facts(
    _ element: UIMenuElement
  ) -> (attributes: UIMenuElement.Attributes, state: UIMenuElement.State) {
    if let action = element as? UIAction { return (action.attributes, action.state) }
    if let command = element as? UICommand { return (command.attributes, command.state) }
    if let menu = element as? UIMenu, menu.options.contains(.destructive) {
      return (.destructive, .off)
    }
    return ([], .off)
  }

  override var isHighlighted: Bool {
    didSet { backgroundColor = isHighlighted ? .tertiarySystemFill : nil }
  }

  /// Whether the row is a button of a bar.
  var isInBar = false

  /// The width as a button of a bar, in points.
  var barWidth: CGFloat {
    let content: UIView = showsPicture ? picture : label
    return content.sizeThatFits(.zero).width.rounded(.up) + 2 * MenuRow.sideMargin
  }

  /// A button of a bar shows a picture in place of a title alone.
  private var showsPicture: Bool { element.title.isEmpty && picture.image != nil }

  private func layOutInBar() {
    for view in [small, mark] { view.frame = .zero }
    label.frame = showsPicture ? .zero : bounds
    label.textAlignment = .center
    picture.frame = showsPicture ? bounds : .zero
    let width = 1 / UIScreen.main.scale
    line.frame = CGRect(x: bounds.width - width, y: 0, width: width, height: bounds.height)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    if isInBar { return layOutInBar() }
    let (height, margin) = (bounds.height, MenuRow.sideMargin)
    let isFromRight = effectiveUserInterfaceLayoutDirection == .rightToLeft
    let textWidth = max(bounds.width - 2 * margin - 2 * MenuRow.markWidth, 0)
    let hasSmall = small.text?.isEmpty == false
    func place(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
      CGRect(x: isFromRight ? bounds.width - x - width : x, y: y, width: width, height: height)
    }
    mark.frame = place(margin - 6, 0, MenuRow.markWidth, height)
    let textX = margin + MenuRow.markWidth
    label.frame = place(textX, hasSmall ? 3 : 0, textWidth, hasSmall ? 22 : height)
    small.frame = hasSmall ? place(textX, 23, textWidth, 18) : .zero
    label.textAlignment = isFromRight ? .right : .left
    small.textAlignment = label.textAlignment
    picture.frame = place(bounds.width - margin - MenuRow.markWidth, 0, MenuRow.markWidth, height)
    line.frame = CGRect(x: 0, y: height - line.bounds.height, width: bounds.width, height: 0)
    line.frame.size.height = 1 / UIScreen.main.scale
    line.frame.origin.y = height - line.frame.height
  }
}

/// A menu over a window: a touch beside it takes it away.
final class MenuOverlay: UIView {
  weak var source: UIView?
  var anchor = CGRect.zero
  var preview: UIView?
  var chosen: ((UIMenuElement) -> Void)?
  var ended: (() -> Void)?
  private(set) var menu: UIMenu
  /// The side of the anchor on which the rows stand beside each other; nil for a list.
  var bar: BarSide?

  enum BarSide {
    case above
    case below
  }

  private let panel = UIScrollView(frame: .zero)
  private let heading = UILabel()
  private(set) var rows: [MenuRow] = []
  private var gaps: Set<Int> = []
  private var isOver = false

  private static let width: CGFloat = 250
  private static let headingHeight: CGFloat = 30
  private static let gap: CGFloat = 8
  private static let distance: CGFloat = 8
  /// Menus deeper than this are not shown in each other.
  private static let deepest = 16

  init(_ menu: UIMenu, frame: CGRect) {
    self.menu = menu
    super.init(frame: frame)
    autoresizingMask = [.flexibleWidth, .flexibleHeight]
    accessibilityViewIsModal = true
    panel.backgroundColor = .secondarySystemGroupedBackground
    panel.layer.cornerRadius = 13
    panel.clipsToBounds = true
    layer.shadowOpacity = 0.2
    layer.shadowRadius = 16
    layer.shadowOffset = CGSize(width: 0, height: 4)
    heading.font = .systemFont(ofSize: 13)
    heading.textColor = .secondaryLabel
    heading.textAlignment = .center
    addSubview(panel)
  }

  required init?(coder: NSCoder) { nil }

  /// Shows the rows of a menu.
  func build(_ menu: UIMenu) {
    self.menu = menu
    for view in (rows as [UIView]) + [heading] { view.removeFromSuperview() }
    rows = []
    gaps = []
    if let preview { addSubview(preview) }
    heading.text = menu.title
    if !menu.title.isEmpty, bar == nil { panel.addSubview(heading) }
    append(menu.children, depth: 0)
    for row in rows { panel.addSubview(row) }
    setNeedsLayout()
  }

  private func append(_ elements: [UIMenuElement], depth: Int) {
    for element in elements {
      if MenuRow.facts(element).attributes.contains(.hidden) { continue }
      if let inline = element as? UIMenu, inline.options.contains(.displayInline) {
        guard depth < MenuOverlay.deepest else { continue }
        if !rows.isEmpty { gaps.insert(rows.count) }
        append(inline.children, depth: depth + 1)
        gaps.insert(rows.count)
      } else if let deferred = element as? UIDeferredMenuElement {
        appendDeferred(deferred, depth)
      } else {
        appendRow(element)
      }
    }
  }

  private func appendRow(_ element: UIMenuElement) {
    let row = MenuRow(element)
    row.isInBar = bar != nil
    row.addAction(UIAction { [weak self] _ in self?.choose(element) }, for: .touchUpInside)
    rows.append(row)
  }

  private func appendDeferred(_ element: UIDeferredMenuElement, _ depth: Int) {
    guard depth < MenuOverlay.deepest else { return }
    let shown = menu
    var isNow = true
    var given: [UIMenuElement]?
    element.ask { [weak self] elements in
      given = elements
      guard !isNow, let self, self.menu === shown, !self.isOver else { return }
      self.build(shown.replacingDeferred(element, by: elements))
    }
    isNow = false
    if let given { return append(given, depth: depth + 1) }
    appendRow(UIAction(title: "Loading\u{2026}", attributes: .disabled) { _ in })
  }

  /// Does what a tap on a row does.
  func choose(_ element: UIMenuElement) {
    guard !MenuRow.facts(element).attributes.contains(.disabled) else { return }
    if let menu = element as? UIMenu { return build(menu) }
    let source = source
    let keeps = MenuRow.facts(element).attributes.contains(.keepsMenuPresented)
    chosen?(element)
    if !keeps { end() }
    if let action = element as? UIAction {
      action.perform(from: source)
    } else if let command = element as? UICommand {
      command.perform(from: source?.window?.firstResponder ?? source)
    }
    if keeps { build(menu) }
  }

  func end() {
    guard !isOver else { return }
    isOver = true
    removeFromSuperview()
    ended?()
  }

  /// The frame of the rows, in the window.
  var panelFrame: CGRect { panel.frame }

  /// Places the rows beside each other; those for which there is no room are scrolled to.
  private func layOutBar(_ side: BarSide) {
    var x: CGFloat = 0
    let isFromRight = effectiveUserInterfaceLayoutDirection == .rightToLeft
    let ordered = isFromRight ? rows.reversed() : rows
    for row in ordered {
      row.frame = CGRect(x: x, y: 0, width: row.barWidth, height: MenuRow.height)
      row.line.isHidden = row === ordered.last
      x += row.frame.width
    }
    let area = bounds.inset(by: safeAreaInsets).insetBy(
      dx: MenuOverlay.distance,
      dy: MenuOverlay.distance
    )
    panel.contentSize = CGSize(width: x, height: MenuRow.height)
    let size = CGSize(width: min(x, max(area.width, 0)), height: MenuRow.height)
    let (over, under) = (
      anchor.minY - MenuOverlay.distance - size.height, anchor.maxY + MenuOverlay.distance
    )
    var y = side == .above ? over : under
    if side == .above, over < area.minY { y = under }
    if side == .below, under + size.height > area.maxY { y = over }
    panel.frame = CGRect(
      x: max(min(anchor.midX - size.width / 2, area.maxX - size.width), area.minX),
      y: max(min(y, area.maxY - size.height), area.minY),
      width: size.width,
      height: size.height
    )
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    if let bar { return layOutBar(bar) }
    let width = min(MenuOverlay.width, bounds.width - 2 * MenuOverlay.distance)
    var y: CGFloat = 0
    if heading.superview != nil {
      heading.frame = CGRect(x: 0, y: 0, width: width, height: MenuOverlay.headingHeight)
      y += MenuOverlay.headingHeight
    }
    for (index, row) in rows.enumerated() {
      if gaps.contains(index) { y += MenuOverlay.gap }
      row.frame = CGRect(x: 0, y: y, width: width, height: MenuRow.height)
      row.line.isHidden = index == rows.count - 1
      y += MenuRow.height
    }
    panel.contentSize = CGSize(width: width, height: y)
    let area = bounds.inset(by: safeAreaInsets).insetBy(
      dx: MenuOverlay.distance,
      dy: MenuOverlay.distance
    )
    let height = min(y, max(area.height, 0))
    var top = anchor.maxY + MenuOverlay.distance
    if top + height > area.maxY { top = anchor.minY - MenuOverlay.distance - height }
    top = max(min(top, area.maxY - height), area.minY)
    let left = max(min(anchor.midX - width / 2, area.maxX - width), area.minX)
    panel.frame = CGRect(x: left, y: top, width: width, height: height)
    guard let preview else { return }
    let size = preview.bounds.size
    preview.frame = CGRect(
      x: max(min(anchor.midX - size.width / 2, area.maxX - size.width), area.minX),
      y: max(top - MenuOverlay.distance - size.height, area.minY),
      width: size.width,
      height: size.height
    )
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = touches.first, !panel.frame.contains(touch.location(in: self)) else { return }
    end()
  }
}

extension UIMenu {
  /// A menu with the elements that were made in place of an element, at any depth.
  final func replacingDeferred(
    _ element: UIDeferredMenuElement,
    by elements: [UIMenuElement]
  ) -> UIMenu {
    replacingChildren(
      children.flatMap { child -> [UIMenuElement] in
        if child === element { return elements }
        if let menu = child as? UIMenu, menu.options.contains(.displayInline) {
          return [menu.replacingDeferred(element, by: elements)]
        }
        return [child]
      }
    )
  }
}
