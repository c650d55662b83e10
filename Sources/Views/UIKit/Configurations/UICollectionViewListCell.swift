// Cells of lists in collections.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzCore

/// A cell of a list: contents, signs at the edges and a line below.
@preconcurrency
@MainActor
open class UICollectionViewListCell: UICollectionViewCell {
  /// The size of signs, the room between them and of the edges, in points.
  private static let signSize: CGFloat = 22
  private static let gap: CGFloat = 8
  private static let edge: CGFloat = 12
  private static let radius: CGFloat = 10

  private var signs: [(view: UIView, isLeading: Bool)] = []
  private let separator = CALayer()

  /// The look that the layout gives; nil outside of lists.
  final var look: ListCellLook? {
    didSet { lookChanged() }
  }

  /// Creates a cell.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepareList()
  }

  /// Creates a cell of an archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepareList()
  }

  private func prepareList() {
    let none = NSNull()
    separator.actions = ["position": none, "bounds": none, "hidden": none, "backgroundColor": none]
    separator.isHidden = true
    separator.zPosition = 1
    layer.addSublayer(separator)
  }

  /// The signs at the edges, from the content outwards at the leading edge and at the other one.
  open var accessories: [UICellAccessory] = [] {
    didSet { accessoriesChanged() }
  }

  /// The number of steps by which the content is moved in.
  open var indentationLevel = 0 {
    didSet { if indentationLevel != oldValue { setNeedsLayout() } }
  }

  /// The length of a step, in points.
  open var indentationWidth: CGFloat = 11 {
    didSet { if indentationWidth != oldValue { setNeedsLayout() } }
  }

  /// Returns the content of the list's look, without image and texts.
  open func defaultContentConfiguration() -> UIListContentConfiguration {
    switch look?.appearance {
    case .sidebar, .sidebarPlain: look?.isHeader == true ? .sidebarHeader() : .sidebarCell()
    default: look?.isHeader == true ? .groupedHeader() : .cell()
    }
  }

  /// Returns the plate of the list's look.
  open func defaultBackgroundConfiguration() -> UIBackgroundConfiguration {
    switch look?.appearance {
    case .grouped, .insetGrouped:
      look?.isHeader == true ? .clear() : .listGroupedCell()
    case .sidebar, .sidebarPlain: .listSidebarCell()
    default: .listPlainCell()
    }
  }

  private func lookChanged() {
    guard let look else { return }
    if backgroundConfiguration == nil, backgroundColor == nil {
      backgroundConfiguration = defaultBackgroundConfiguration().updated(for: configurationState)
    }
    if look.appearance == .insetGrouped, !look.isHeader {
      var corners: CACornerMask = []
      if look.isFirst { corners.formUnion([.layerMinXMinYCorner, .layerMaxXMinYCorner]) }
      if look.isLast { corners.formUnion([.layerMinXMaxYCorner, .layerMaxXMaxYCorner]) }
      layer.maskedCorners = corners
      layer.cornerRadius = corners.isEmpty ? 0 : Self.radius
      layer.masksToBounds = !corners.isEmpty
    }
    separator.isHidden = look.separator == nil
    separator.backgroundColor = look.separator?.color.cgColor
    setNeedsLayout()
  }

  // MARK: Signs

  private var shownAccessories: [UICellAccessory] {
    accessories.filter { $0.shows(whileEditing: isInEditing) }
  }

  override func editingChanged() { accessoriesChanged() }

  private func accessoriesChanged() {
    for (view, _) in signs { view.removeFromSuperview() }
    signs = shownAccessories.map { (view: made($0), isLeading: $0.isLeading) }
    for (view, _) in signs { addSubview(view) }
    setNeedsLayout()
    configuredSizeChanged()
  }

  private func made(_ accessory: UICellAccessory) -> UIView {
    switch accessory.kind {
    case .arrow(let color):
      return sign(.disclosureIndicator, color ?? .tertiaryLabel)
    case .tick(let color): return sign(.checkmark, color ?? tintColor ?? .systemBlue)
    case .outline(let options):
      let view = sign(.disclosureIndicator, options.tintColor ?? tintColor ?? .systemBlue)
      view.transform = turn(isExpanded: isExpanded)
      view.onTouch = { [weak self] in self?.toggleOutline() }
      return view
    case .detail(let color, let action):
      let view = sign(.detailButton, color ?? tintColor ?? .systemBlue)
      view.onTouch = action
      return view
    case .delete(let color, let action):
      let view = CellSignView(CellParts.path(of: UITableViewCell.EditingStyle.delete), .white)
      view.backgroundColor = color ?? .systemRed
      view.layer.cornerRadius = Self.signSize / 2
      view.onTouch = action
      return view
    case .label(let text, let options):
      let label = UILabel(frame: .zero)
      label.text = text
      label.font = options.font
      label.textColor = options.tintColor ?? .secondaryLabel
      label.sizeToFit()
      return label
    case .view(let view): return view
    }
  }

  private func sign(_ type: UITableViewCell.AccessoryType, _ color: UIColor) -> CellSignView {
    CellSignView(CellParts.path(of: type), color)
  }

  /// Whether the items below this one show.
  private var isExpanded: Bool {
    guard let path = shown?.indexPath, let source = list?.dataSource as? any OutlineSource else {
      return false
    }
    return source.isExpanded(at: path)
  }

  private var list: UICollectionView? { superview as? UICollectionView }

  private func toggleOutline() {
    guard let path = shown?.indexPath, let source = list?.dataSource as? any OutlineSource,
      source.toggle(at: path)
    else { return }
    let turn = turn(isExpanded: source.isExpanded(at: path))
    for (accessory, sign) in zip(shownAccessories, signs) {
      guard case .outline = accessory.kind else { continue }
      UIView.animate(withDuration: 0.3) {
        sign.view.transform = turn
      }
    }
  }

  open override var configurationState: UICellConfigurationState {
    var state = super.configurationState
    state.isExpanded = isExpanded
    return state
  }

  // MARK: Layout

  private var isTurned: Bool { effectiveUserInterfaceLayoutDirection == .rightToLeft }

  /// The turn of an arrow: down, or to the end of a line.
  private func turn(isExpanded: Bool) -> CGAffineTransform {
    if isExpanded { return CGAffineTransform(rotationAngle: .pi / 2) }
    return isTurned ? CGAffineTransform(scaleX: -1, y: -1) : .identity
  }

  /// Turns the arrows for the direction of lines.
  private func turnArrows() {
    for (accessory, sign) in zip(shownAccessories, signs) {
      let turn: CGAffineTransform
      switch accessory.kind {
      case .arrow: turn = self.turn(isExpanded: false)
      case .outline: turn = self.turn(isExpanded: isExpanded)
      default: continue
      }
      if sign.view.transform != turn { sign.view.transform = turn }
    }
  }

  private func room(isLeading: Bool) -> CGFloat {
    let widths = signs.filter { $0.isLeading == isLeading }.map(\.view.bounds.width)
    return widths.isEmpty ? 0 : widths.reduce(Self.edge) { $0 + $1 + Self.gap } - Self.gap
  }

  private var indentation: CGFloat { max(CGFloat(indentationLevel) * indentationWidth, 0) }

  override var contentRoom: CGFloat {
    room(isLeading: true) + room(isLeading: false) + indentation
  }

  override var contentFrame: CGRect {
    let before = room(isLeading: true) + indentation
    let width = max(bounds.width - contentRoom, 0)
    let x = isTurned ? bounds.width - before - width : before
    return CGRect(x: x, y: 0, width: width, height: bounds.height)
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    turnArrows()
    let isTurned = isTurned
    var ends = (leading: Self.edge, trailing: bounds.width - room(isLeading: false))
    for (view, isLeading) in signs {
      let size = view.bounds.size
      let x = isLeading ? ends.leading : ends.trailing
      if isLeading {
        ends.leading += size.width + Self.gap
      } else {
        ends.trailing += size.width + Self.gap
      }
      let middle = x + size.width / 2
      view.center = CGPoint(
        x: isTurned ? bounds.width - middle : middle,
        y: bounds.height / 2
      )
    }
    let pixel = 1 / layoutScale
    let margin =
      (configurations.content as? UIListContentConfiguration)?.directionalLayoutMargins.leading
      ?? UITableView.separatorMargin
    let begin =
      room(isLeading: true) + indentation + margin
      + (look?.separator?.bottomSeparatorInsets.leading ?? 0)
    let end = look?.separator?.bottomSeparatorInsets.trailing ?? 0
    separator.frame = CGRect(
      x: isTurned ? end : begin,
      y: bounds.height - pixel,
      width: max(bounds.width - begin - end, 0),
      height: pixel
    )
  }

  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    separator.backgroundColor = look?.separator?.color.cgColor
    if previousTraitCollection?.layoutDirection != traitCollection.layoutDirection {
      setNeedsLayout()
    }
  }
}

/// A data source whose items expand.
@MainActor
protocol OutlineSource {
  func isExpanded(at path: IndexPath) -> Bool
  func toggle(at path: IndexPath) -> Bool
}

extension UICollectionViewDiffableDataSource: OutlineSource {
  func isExpanded(at path: IndexPath) -> Bool {
    guard let item = itemIdentifier(for: path), let section = sectionIdentifier(for: path.section)
    else { return false }
    return snapshot(for: section).isExpanded(item)
  }

  func toggle(at path: IndexPath) -> Bool { itemIdentifier(for: path).map { toggle($0) } ?? false }
}

/// A sign that can be touched.
final class CellSignView: UIView {
  var onTouch: (@MainActor () -> Void)? {
    didSet { isUserInteractionEnabled = onTouch != nil }
  }
  private let sign = CAShapeLayer()
  private let color: UIColor

  init(_ path: CGPath, _ color: UIColor) {
    self.color = color
    super.init(frame: CGRect(x: 0, y: 0, width: 22, height: 22))
    isUserInteractionEnabled = false
    sign.path = path
    sign.fillColor = nil
    sign.lineWidth = 2
    sign.lineCap = .round
    sign.lineJoin = .round
    sign.strokeColor = color.cgColor
    sign.frame = bounds
    layer.addSublayer(sign)
  }

  required init?(coder: NSCoder) { nil }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    sign.strokeColor = color.cgColor
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    if let onTouch { onTouch() } else { super.touchesEnded(touches, with: event) }
  }
}
