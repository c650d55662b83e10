// The places of a cell's parts, and how selection looks.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore

extension UITableViewCell {
  /// The distance of contents from the edges, the gap between them, and the size of signs, in
  /// points.
  private static var margin: CGFloat { 15 }
  private static var gap: CGFloat { 15 }
  private static var signSize: CGFloat { 22 }
  private static var signBreadth: CGFloat { 38 }

  final func prepareCell() {
    backgroundColor = .white
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
    let isShown = (parts.isSelected || parts.isHighlighted) && selectionStyle != .none
    if isShown, parts.selectedBackground == nil {
      let view = selectedBackgroundView ?? UIView(frame: bounds)
      if selectedBackgroundView == nil {
        view.backgroundColor = UIColor(white: 217 / 255, alpha: 1)
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
      line.actions = UITableViewCell.noActions
      // In front of the contents.
      line.zPosition = 1
      layer.addSublayer(line)
      parts.separator = line
    }
    parts.separator?.isHidden = false
    parts.separator?.backgroundColor = color.cgColor
    setNeedsLayout()
  }

  private static var noActions: [String: any CAAction] {
    let none = NSNull()
    return [
      "position": none, "bounds": none, "hidden": none, "backgroundColor": none, "path": none,
      "onOrderIn": none, "onOrderOut": none,
    ]
  }

  private func makeSign() -> CAShapeLayer {
    let sign = CAShapeLayer()
    sign.actions = UITableViewCell.noActions
    sign.fillColor = nil
    sign.lineWidth = 2
    sign.lineCap = .round
    sign.lineJoin = .round
    let size = UITableViewCell.signSize
    sign.bounds = CGRect(x: 0, y: 0, width: size, height: size)
    layer.addSublayer(sign)
    return sign
  }

  final func accessoryChanged() {
    setNeedsLayout()
    guard accessoryType != .none else {
      parts.accessory?.removeFromSuperlayer()
      parts.accessory = nil
      return
    }
    let sign = parts.accessory ?? makeSign()
    parts.accessory = sign
    sign.path = CellParts.path(of: accessoryType)
    let gray = UIColor(white: 196 / 255, alpha: 1)
    sign.strokeColor = accessoryType == .disclosureIndicator ? gray.cgColor : tintColor?.cgColor
  }

  final func accessoryViewChanged(from old: UIView?) {
    guard old !== accessoryView else { return }
    if old?.superview === self { old?.removeFromSuperview() }
    if let accessoryView { addSubview(accessoryView) }
    setNeedsLayout()
  }

  final func editingChanged() {
    setNeedsLayout()
    guard parts.isEditing, editingStyle != .none else {
      parts.editingSign?.removeFromSuperlayer()
      parts.editingSign = nil
      return
    }
    let sign = parts.editingSign ?? makeSign()
    parts.editingSign = sign
    sign.path = CellParts.path(of: editingStyle)
    sign.strokeColor = UIColor.white.cgColor
    sign.cornerRadius = UITableViewCell.signSize / 2
    sign.backgroundColor = (editingStyle == .delete ? UIColor.red : UIColor.green).cgColor
  }

  /// Does what a sign says that was touched.
  ///
  /// - Returns: Whether there is one at the point.
  final func signTouched(at point: CGPoint) -> Bool {
    if parts.editingSign != nil, point.x < UITableViewCell.signBreadth {
      table?.editingSignTouched(of: self)
      return true
    }
    let hasButton = accessoryType == .detailButton || accessoryType == .detailDisclosureButton
    if hasButton, accessoryView == nil, point.x > contentView.frame.maxX {
      table?.accessoryTouched(of: self)
      return true
    }
    return false
  }

  // MARK: Layout

  private var accessoryBreadth: CGFloat {
    if let accessoryView { return accessoryView.bounds.width + UITableViewCell.margin }
    switch accessoryType {
    case .none: return 0
    case .detailDisclosureButton: return UITableViewCell.signBreadth + 20
    case .disclosureIndicator, .checkmark, .detailButton: return UITableViewCell.signBreadth
    }
  }

  final func layOutCell() {
    let bounds = bounds
    let left = parts.editingSign == nil ? 0 : UITableViewCell.signBreadth
    let right = accessoryBreadth
    let width = max(bounds.width - left - right, 0)
    set(CGRect(x: left, y: 0, width: width, height: bounds.height), of: contentView)
    if let view = backgroundView { set(bounds, of: view) }
    if let view = parts.selectedBackground { set(bounds, of: view) }
    let margin = UITableViewCell.margin
    if let view = accessoryView {
      let size = view.bounds.size
      let y = ((bounds.height - size.height) / 2).rounded()
      set(
        CGRect(origin: CGPoint(x: bounds.width - margin - size.width, y: y), size: size),
        of: view
      )
    }
    let middle = bounds.height / 2
    parts.accessory?.position = CGPoint(
      x: bounds.width - UITableViewCell.signBreadth / 2,
      y: middle
    )
    parts.accessory?.isHidden = accessoryView != nil
    parts.editingSign?.position = CGPoint(x: UITableViewCell.signBreadth / 2, y: middle)
    if let line = parts.separator {
      let pixel = 1 / max(contentScaleFactor, 1)
      let inset = separatorInset
      line.frame = CGRect(
        x: inset.left + left,
        y: bounds.height - pixel,
        width: max(bounds.width - inset.left - inset.right - left, 0),
        height: pixel
      )
    }
    layOutContents()
  }

  private func set(_ frame: CGRect, of view: UIView) {
    if view.frame != frame { view.frame = frame }
  }

  private func layOutContents() {
    let size = contentView.bounds.size
    var x = UITableViewCell.margin + CGFloat(indentationLevel) * indentationWidth
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
    let width = max(size.width - x - UITableViewCell.margin, 0)
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
