// The places of a cell's parts, and how selection looks.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore

extension UITableViewCell {
  /// The distance of contents from the edges, the gap between them, and the size of signs, in
  /// points.
  static let standardBackground = UIColor.systemBackground
  private static var margin: CGFloat { 15 }
  private static var gap: CGFloat { 15 }
  private static var textMargin: CGFloat { 11 }
  private static var signBreadth: CGFloat { EditingSign.breadth }

  final func prepareCell() {
    backgroundColor = UITableViewCell.standardBackground
    parts.contentView.frame = bounds
    addSubview(parts.contentView)
  }

  final func resetForReuse() {
    layer.removeAllAnimations()
    alpha = 1
    transform = .identity
    setHighlighted(false, animated: false)
    setSelected(false, animated: false)
  }

  // MARK: Parts

  final var shownTextLabel: UILabel? {
    if parts.textLabel == nil {
      let label = UILabel(frame: .zero)
      label.font = UIFont.systemFont(ofSize: parts.style == .value2 ? 14 : 17)
      if parts.style == .value2 { label.textColor = tintColor }
      parts.textLabel = label
      contentView.addSubview(label)
      setNeedsLayout()
    }
    return parts.textLabel
  }

  final var shownDetailLabel: UILabel? {
    guard parts.style != .default else { return nil }
    if parts.detailLabel == nil {
      let label = UILabel(frame: .zero)
      label.font = UIFont.systemFont(
        ofSize: parts.style == .subtitle ? 12 : parts.style == .value2 ? 14 : 17
      )
      if parts.style == .value1 { label.textColor = .gray }
      parts.detailLabel = label
      contentView.addSubview(label)
      setNeedsLayout()
    }
    return parts.detailLabel
  }

  final var shownImageView: UIImageView? {
    guard parts.style != .value2 else { return nil }
    if parts.imageView == nil {
      let view = UIImageView(frame: .zero)
      parts.imageView = view
      contentView.addSubview(view)
      setNeedsLayout()
    }
    return parts.imageView
  }

  final func backgroundChanged(from old: UIView?, to new: UIView?) {
    guard old !== new else { return }
    if old?.superview === self { old?.removeFromSuperview() }
    if let new {
      new.frame = bounds
      insertSubview(new, at: 0)
    }
  }

  final func selectedBackgroundChanged(from old: UIView?) {
    guard old !== selectedBackgroundView else { return }
    if old?.superview === self { old?.removeFromSuperview() }
    parts.selectedBackground?.removeFromSuperview()
    parts.selectedBackground = nil
    updateSelection(animated: false)
  }

  // MARK: Selection

  final func updateSelection(animated: Bool) {
    stateChanged()
    if parts.marksSelection, let sign = parts.editingSign { showEditingSign(sign) }
    let isShown = (parts.isSelected || parts.isHighlighted) && selectionStyle != .none
    if isShown, parts.selectedBackground == nil {
      let view = selectedBackgroundView ?? UIView(frame: bounds)
      if selectedBackgroundView == nil {
        view.backgroundColor = .systemGray4
      }
      view.frame = bounds
      parts.selectedBackground = view
      UIView.performWithoutAnimation {
        view.alpha = 0
        insertSubview(view, belowSubview: contentView)
      }
    }
    guard let view = parts.selectedBackground else { return }
    let change = { view.alpha = isShown ? 1 : 0 }
    if animated, window != nil { UIView.animate(withDuration: 0.3) { change() } } else { change() }
    for label in [parts.textLabel, parts.detailLabel] { label?.isHighlighted = isShown }
    parts.imageView?.isHighlighted = isShown
  }

  // MARK: Signs

  final func showSeparator(_ color: UIColor?, inset: UIEdgeInsets) {
    parts.separatorInset = inset
    guard let color else {
      parts.separator?.isHidden = true
      return
    }
    if parts.separator == nil {
      let line = CALayer()
      line.actions = CAShapeLayer.signActions
      // In front of the contents.
      line.zPosition = 1
      layer.addSublayer(line)
      parts.separator = line
    }
    parts.separator?.isHidden = false
    parts.separator?.backgroundColor = color.cgColor
    setNeedsLayout()
  }

  /// The sign at the right edge for the state of editing.
  private var shownAccessoryType: AccessoryType {
    parts.isEditing ? editingAccessoryType : accessoryType
  }

  /// The view at the right edge for the state of editing.
  private var shownAccessoryView: UIView? {
    parts.isEditing ? editingAccessoryView : accessoryView
  }

  final func accessoryChanged() {
    setNeedsLayout()
    let type = shownAccessoryType
    guard type != .none else {
      parts.accessory?.removeFromSuperlayer()
      parts.accessory = nil
      return
    }
    let sign = parts.accessory ?? CAShapeLayer()
    if parts.accessory == nil {
      sign.takeStrokes(size: EditingSign.size)
      layer.addSublayer(sign)
    }
    parts.accessory = sign
    sign.path = CellParts.path(of: type)
    turnAccessory()
    let color = type == .disclosureIndicator ? EditingSign.gray : tintColor
    sign.strokeColor = color?.cgColor
  }

  /// Lets an arrow point to the end of a line.
  private func turnAccessory() {
    let type = shownAccessoryType
    let hasArrow = type == .disclosureIndicator || type == .detailDisclosureButton
    parts.accessory?.setAffineTransform(
      hasArrow && parts.isTurned ? CGAffineTransform(scaleX: -1, y: 1) : .identity
    )
  }

  final func accessoryViewChanged(from old: UIView?) {
    if let old, old !== accessoryView, old !== editingAccessoryView {
      if old.superview === self { old.removeFromSuperview() }
      old.isHidden = false
    }
    // Before they come into the cell, which may have another size of text.
    noteFittedAccessories()
    parts.accessoriesMayGrow = true
    for view in [accessoryView, editingAccessoryView] {
      if let view, view.superview !== self { addSubview(view) }
    }
    showAccessoryViews()
    setNeedsLayout()
  }

  private func noteFittedAccessories() {
    var fitted: [ObjectIdentifier: CGSize] = [:]
    for view in [accessoryView, editingAccessoryView].compactMap(\.self) {
      let size = view.bounds.size
      if view.sizeThatFits(size) == size { fitted[ObjectIdentifier(view)] = size }
    }
    parts.fittedAccessories = fitted
  }

  /// Gives views at the right edge that had the size that fits them the one that fits now.
  private func fitAccessories() {
    guard parts.accessoriesMayGrow else { return }
    parts.accessoriesMayGrow = false
    for view in [accessoryView, editingAccessoryView].compactMap(\.self)
    where parts.fittedAccessories[ObjectIdentifier(view)] == view.bounds.size { view.sizeToFit() }
    noteFittedAccessories()
  }

  /// Shows the view of the state of editing, unless a handle has its place.
  private func showAccessoryViews() {
    let shown = parts.reorderHandle == nil ? shownAccessoryView : nil
    for view in [accessoryView, editingAccessoryView] { view?.isHidden = view !== shown }
  }

  final func editingChanged() {
    stateChanged()
    setNeedsLayout()
    updateHandle()
    showAccessoryViews()
    defer { tellState() }
    guard parts.isEditing, editingStyle != .none || parts.marksSelection else {
      parts.editingSign?.removeFromSuperview()
      parts.editingSign = nil
      return
    }
    let sign =
      parts.editingSign
      ?? EditingSign { [weak self] in
        if let self { table?.editingSignTouched(of: self) }
      }
    showEditingSign(sign)
    guard parts.editingSign == nil else { return }
    parts.editingSign = sign
    UIView.performWithoutAnimation { addSubview(sign) }
  }

  /// Tells the cell of signs that came or went.
  private func tellState() {
    var state: StateMask = parts.editingSign == nil ? [] : .showingEditControl
    if parts.showsActions { state.insert(.showingDeleteConfirmation) }
    guard state != parts.toldState else { return }
    parts.toldState = state
    willTransition(to: state)
    didTransition(to: state)
  }

  /// Notes that actions beside the row come or go.
  final func setShowsActions(_ shows: Bool) {
    parts.showsActions = shows
    tellState()
  }

  private func showEditingSign(_ sign: EditingSign) {
    if parts.marksSelection {
      sign.show(isSelected: parts.isSelected, tint: tintColor)
    } else {
      sign.show(editingStyle)
    }
  }

  private func updateHandle() {
    let isShown = parts.isEditing && showsReorderControl
    guard isShown != (parts.reorderHandle != nil) else { return }
    guard isShown else {
      parts.reorderHandle?.removeFromSuperview()
      parts.reorderHandle = nil
      return
    }
    let handle = ReorderHandle { [weak self] recognizer in
      if let self { table?.reorder(self, by: recognizer) }
    }
    parts.reorderHandle = handle
    UIView.performWithoutAnimation { addSubview(handle) }
  }

  /// Tells that the detail button was touched.
  ///
  /// - Returns: Whether there is one at the point.
  final func signTouched(at point: CGPoint) -> Bool {
    let type = shownAccessoryType
    let hasButton = type == .detailButton || type == .detailDisclosureButton
    let isFree = shownAccessoryView == nil && parts.reorderHandle == nil
    let content = contentView.frame
    if hasButton, isFree, parts.isTurned ? point.x < content.minX : point.x > content.maxX {
      table?.accessoryTouched(of: self)
      return true
    }
    return false
  }

  // MARK: Layout

  /// Brings the direction of lines, and the margins of the table's readable width, to the
  /// contents.
  final func takeReadableMargins() {
    let isTurned = effectiveUserInterfaceLayoutDirection == .rightToLeft
    if isTurned != parts.isTurned {
      parts.isTurned = isTurned
      turnAccessory()
    }
    let whole = table?.readableMargins ?? .zero
    guard whole != .zero || readableMargins.whole != .zero else { return }
    readableMargins.whole = whole
    let free = UIEdgeInsets(
      top: 0,
      left: max(whole.left - (isTurned ? accessoryBreadth : signRoom), 0),
      bottom: 0,
      right: max(whole.right - (isTurned ? signRoom : accessoryBreadth), 0)
    )
    let (content, isKept) = (contentView, whole != .zero)
    guard free != readableMargins.free || isKept != content.preservesSuperviewLayoutMargins else {
      return
    }
    readableMargins.free = free
    content.preservesSuperviewLayoutMargins = isKept
    tellMargins()
    if !isKept { content.tellMargins() }
    content.setNeedsLayout()
    setNeedsLayout()
  }

  /// The distances at the beginning and at the end of a line; those of the left and the right edge
  /// by themselves.
  private func alongLine(
    _ insets: UIEdgeInsets
  ) -> (leading: CGFloat, trailing: CGFloat) {
    parts.isTurned ? (insets.right, insets.left) : (insets.left, insets.right)
  }

  /// The distances by which signs move inwards with the readable width.
  private var signShift: (leading: CGFloat, trailing: CGFloat) {
    let (margin, whole) = (UITableViewCell.margin, alongLine(readableMargins.whole))
    return (max(whole.leading - margin, 0), max(whole.trailing - margin, 0))
  }

  /// The distances of the cell's own texts from the edges of the content.
  private var textMargins: (leading: CGFloat, trailing: CGFloat) {
    let (margin, free) = (UITableViewCell.margin, alongLine(readableMargins.free))
    return (max(margin, free.leading), max(margin, free.trailing))
  }

  /// The width of the cell that is not the content's, in points.
  private var roomAround: CGFloat {
    signRoom + accessoryBreadth
  }

  /// The room for the sign of editing where lines begin.
  private var signRoom: CGFloat {
    let isIndented = shouldIndentWhileEditing && parts.mayIndent
    guard parts.editingSign != nil, isIndented else { return 0 }
    return UITableViewCell.signBreadth + signShift.leading
  }

  /// The height of the separator in rows whose constraints decide the height, in points.
  private var separatorRoom: CGFloat {
    guard parts.separator?.isHidden == false, contentView.decidesSize,
      !(contentView is UIListContentView)
    else { return 0 }
    return 1 / layoutScale
  }

  /// The size for a width: that of constraints, of a configuration, or of the texts.
  final func fittingSize(
    _ target: CGSize,
    _ horizontal: UILayoutPriority,
    _ vertical: UILayoutPriority
  ) -> CGSize {
    updateConfigurationIfNeeded()
    fitAccessories()
    takeReadableMargins()
    // Margins that are the cell's depend on the place of the content.
    if readableMargins.whole != .zero { placeContent() }
    let content = contentView
    let around = roomAround
    let least = shownAccessoryView?.bounds.height ?? 0
    guard content.decidesSize else {
      let size = sizeThatFits(target)
      return CGSize(width: target.width, height: max(size.height, least, 0))
    }
    let size = content.systemLayoutSizeFitting(
      CGSize(width: max(target.width - around, 0), height: target.height),
      withHorizontalFittingPriority: horizontal,
      verticalFittingPriority: vertical
    )
    return CGSize(
      width: size.width + around,
      height: max(size.height, least) + separatorRoom
    )
  }

  /// The height of the cell's own texts in a width: at least that of a row.
  final func textHeight(in width: CGFloat) -> CGFloat {
    let labels = [parts.textLabel, parts.detailLabel].compactMap { $0 }.filter { $0.text != nil }
    guard labels.contains(where: { $0.numberOfLines != 1 }) else {
      return UITableView.standardRowHeight
    }
    let image = parts.imageView?.image.map { $0.size.width + UITableViewCell.gap } ?? 0
    let margins = textMargins
    let room = max(width - roomAround - margins.leading - margins.trailing - image, 0)
    let heights = labels.map { $0.sizeThatFits(CGSize(width: room, height: 1e6)).height }
    let text = parts.style == .subtitle ? heights.reduce(0, +) : heights.max() ?? 0
    return max(text + 2 * UITableViewCell.textMargin, UITableView.standardRowHeight)
  }

  private var accessoryBreadth: CGFloat {
    let breadth = UITableViewCell.signBreadth + signShift.trailing
    if parts.reorderHandle != nil { return breadth }
    if let view = shownAccessoryView {
      return view.bounds.width + UITableViewCell.margin + signShift.trailing
    }
    switch shownAccessoryType {
    case .none: return 0
    case .detailDisclosureButton: return breadth + 20
    case .disclosureIndicator, .checkmark, .detailButton: return breadth
    }
  }

  private func placeContent() {
    let before = signRoom
    let width = max(bounds.width - before - accessoryBreadth, 0)
    let height = max(bounds.height - separatorRoom, 0)
    set(CGRect(x: before, y: 0, width: width, height: height), of: contentView)
  }

  final func layOutCell() {
    fitAccessories()
    takeReadableMargins()
    let (bounds, shift) = (bounds, signShift)
    placeContent()
    layOutConfigurations()
    if let view = backgroundView { set(bounds, of: view) }
    if let view = parts.selectedBackground { set(bounds, of: view) }
    let margin = UITableViewCell.margin
    if let view = shownAccessoryView {
      let size = view.bounds.size
      let y = ((bounds.height - size.height) / 2).rounded()
      set(
        CGRect(
          origin: CGPoint(x: bounds.width - margin - shift.trailing - size.width, y: y),
          size: size
        ),
        of: view
      )
    }
    let middle = bounds.height / 2
    let sign = shift.trailing + UITableViewCell.signBreadth / 2
    parts.accessory?.position = CGPoint(
      x: parts.isTurned ? sign : bounds.width - sign,
      y: middle
    )
    parts.accessory?.isHidden = shownAccessoryView != nil || parts.reorderHandle != nil
    layOutSigns()
    if let line = parts.separator {
      let pixel = 1 / max(contentScaleFactor, 1)
      let inset = separatorInset
      // The left inset is that of the beginning of lines. [C]
      var (begin, end) = (inset.left + signRoom, inset.right)
      // A line from edge to edge stays one; the room of signs has the shift already.
      if inset.left > 0 {
        if signRoom == 0 { begin += shift.leading }
        end += shift.trailing
      }
      let place = CGRect(
        x: begin,
        y: bounds.height - pixel,
        width: max(bounds.width - begin - end, 0),
        height: pixel
      )
      line.frame = parts.isTurned ? place.mirrored(in: bounds.width) : place
    }
    layOutContents()
  }

  private func layOutSigns() {
    let (size, breadth, shift) = (bounds.size, UITableViewCell.signBreadth, signShift)
    if let sign = parts.editingSign {
      set(CGRect(x: shift.leading, y: 0, width: breadth, height: size.height), of: sign)
    }
    if let handle = parts.reorderHandle {
      set(
        CGRect(
          x: size.width - shift.trailing - breadth,
          y: 0,
          width: breadth,
          height: size.height
        ),
        of: handle
      )
    }
  }

  /// Places a part by its frame where lines run from the left.
  private func set(_ frame: CGRect, of view: UIView) {
    let around = view.superview === self ? self : contentView
    let place = parts.isTurned ? frame.mirrored(in: around.bounds.width) : frame
    if view.frame != place { view.frame = place }
  }

  private func layOutContents() {
    let size = contentView.bounds.size
    let margins = textMargins
    var x = margins.leading + CGFloat(indentationLevel) * indentationWidth
    if let view = parts.imageView, let image = view.image {
      var imageSize = image.size
      if imageSize.height > size.height, imageSize.height > 0 {
        imageSize.width *= size.height / imageSize.height
        imageSize.height = size.height
      }
      let y = ((size.height - imageSize.height) / 2).rounded()
      set(CGRect(origin: CGPoint(x: x, y: y), size: imageSize), of: view)
      x += imageSize.width + UITableViewCell.gap
    }
    let width = max(size.width - x - margins.trailing, 0)
    let area = CGRect(x: x, y: 0, width: width, height: size.height)
    switch parts.style {
    case .default: if let label = parts.textLabel { set(area, of: label) }
    case .subtitle: layOutSubtitle(area)
    case .value1: layOutValue1(area)
    case .value2: layOutValue2(area)
    }
  }

  private func fitted(_ label: UILabel?, width: CGFloat) -> CGSize {
    guard let label else { return .zero }
    let size = label.sizeThatFits(CGSize(width: width, height: bounds.height))
    return CGSize(width: min(size.width, width), height: size.height)
  }

  private func layOutSubtitle(_ area: CGRect) {
    let text = fitted(parts.textLabel, width: area.width)
    let detail = fitted(parts.detailLabel, width: area.width)
    let top = ((area.height - text.height - detail.height) / 2).rounded()
    if let label = parts.textLabel {
      set(CGRect(x: area.minX, y: top, width: area.width, height: text.height), of: label)
    }
    if let label = parts.detailLabel {
      let y = top + text.height
      set(CGRect(x: area.minX, y: y, width: area.width, height: detail.height), of: label)
    }
  }

  private func layOutValue1(_ area: CGRect) {
    let text = fitted(parts.textLabel, width: area.width)
    let rest = max(area.width - text.width - UITableViewCell.gap, 0)
    let detail = fitted(parts.detailLabel, width: rest)
    if let label = parts.textLabel {
      set(CGRect(x: area.minX, y: 0, width: text.width, height: area.height), of: label)
    }
    if let label = parts.detailLabel {
      let x = area.maxX - detail.width
      set(CGRect(x: x, y: 0, width: detail.width, height: area.height), of: label)
    }
  }

  private func layOutValue2(_ area: CGRect) {
    // The short text takes a quarter, at its right end.
    let width = (area.width / 4).rounded()
    let text = fitted(parts.textLabel, width: width)
    if let label = parts.textLabel {
      let x = area.minX + width - text.width
      set(CGRect(x: x, y: 0, width: text.width, height: area.height), of: label)
    }
    if let label = parts.detailLabel {
      let x = area.minX + width + 6
      set(CGRect(x: x, y: 0, width: max(area.maxX - x, 0), height: area.height), of: label)
    }
  }
}
