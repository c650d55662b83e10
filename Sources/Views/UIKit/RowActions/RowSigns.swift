// The signs of a row that is edited: one that deletes or inserts, and one to take the row along.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore

/// The sign at the left edge of a row: a control, so that a touch of it does not touch the row.
@MainActor
final class EditingSign: UIControl {
  /// The breadth of a sign with the room around it, and the side of its shape, in points.
  static let breadth: CGFloat = 38
  static let size: CGFloat = 22
  /// The colour of signs that say nothing of the row.
  static let gray = UIColor(white: 196 / 255, alpha: 1)

  let shape = CAShapeLayer()

  init(_ act: @escaping () -> Void) {
    super.init(frame: .zero)
    shape.takeStrokes(size: EditingSign.size)
    shape.cornerRadius = EditingSign.size / 2
    shape.strokeColor = UIColor.white.cgColor
    layer.addSublayer(shape)
    addAction(UIAction { _ in act() }, for: .touchUpInside)
  }

  required init?(coder: NSCoder) { nil }

  /// Shows what a touch does.
  func show(_ style: UITableViewCell.EditingStyle) {
    isUserInteractionEnabled = true
    shape.strokeColor = UIColor.white.cgColor
    shape.path = CellParts.path(of: style)
    shape.backgroundColor = (style == .delete ? UIColor.red : UIColor.green).cgColor
  }

  /// Shows whether the row is selected; touches of the sign are the row's.
  func show(isSelected: Bool, tint: UIColor?) {
    isUserInteractionEnabled = false
    shape.path = CellParts.selectionPath(isSelected: isSelected)
    shape.backgroundColor = isSelected ? tint?.cgColor : nil
    shape.strokeColor = (isSelected ? UIColor.white : EditingSign.gray).cgColor
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    shape.position = CGPoint(x: bounds.midX, y: bounds.midY)
  }
}

/// The sign at the right edge of a row, which takes the row along from the touch on.
@MainActor
final class ReorderHandle: UIView {
  private let shape = CAShapeLayer()

  /// - Parameter follow: Called with each step of the finger.
  init(_ follow: @escaping (UIGestureRecognizer) -> Void) {
    super.init(frame: .zero)
    shape.takeStrokes(size: EditingSign.size)
    shape.strokeColor = EditingSign.gray.cgColor
    let path = CGMutablePath()
    for y in [6.0, 11, 16] {
      path.move(to: CGPoint(x: 1, y: y))
      path.addLine(to: CGPoint(x: 21, y: y))
    }
    shape.path = path
    layer.addSublayer(shape)
    // A press of no time begins with the touch, and the drag of the list fails.
    let press = UILongPressGestureRecognizer(handler: follow)
    press.minimumPressDuration = 0
    addGestureRecognizer(press)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    shape.position = CGPoint(x: bounds.midX, y: bounds.midY)
  }
}

extension CAShapeLayer {
  /// The actions of signs: they change at once.
  static var signActions: [String: any CAAction] {
    let none = NSNull()
    return [
      "position": none, "bounds": none, "hidden": none, "backgroundColor": none, "path": none,
      "onOrderIn": none, "onOrderOut": none,
    ]
  }

  /// Makes it the sign of a row: strokes of two points in a square.
  final func takeStrokes(size: CGFloat) {
    actions = CAShapeLayer.signActions
    fillColor = nil
    lineWidth = 2
    lineCap = .round
    lineJoin = .round
    bounds = CGRect(x: 0, y: 0, width: size, height: size)
  }
}
