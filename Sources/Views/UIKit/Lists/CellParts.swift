// The parts of a cell of a table.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore

/// The views and layers of a cell, and its state.
@MainActor
final class CellParts {
  let style: UITableViewCell.CellStyle
  let contentView = UIView(frame: .zero)
  var textLabel: UILabel?
  var detailLabel: UILabel?
  var imageView: UIImageView?
  var separator: CALayer?
  var separatorInset = UIEdgeInsets.zero
  var ownSeparatorInset: UIEdgeInsets?
  /// The sign at the right edge, the one at the left, and the one to take the row along.
  var accessory: CAShapeLayer?
  var editingSign: EditingSign?
  var reorderHandle: ReorderHandle?
  /// The views at the right edge that had the size that fits them, with that size.
  var fittedAccessories: [ObjectIdentifier: CGSize] = [:]
  /// Whether another size may fit them now.
  var accessoriesMayGrow = false
  var selectedBackground: UIView?
  /// The segues of a cell of a nib: of its selection, and of its accessory.
  var segues = CellSegues()
  /// Whether the parts are mirrored: lines run from the right.
  var isTurned = false
  var isSelected = false
  var isHighlighted = false
  var isEditing = false
  /// Whether actions beside the row show.
  var showsActions = false
  /// The signs that the cell was told of.
  var toldState: UITableViewCell.StateMask = []
  /// Whether the sign at the left edge shows the selection.
  var marksSelection = false
  /// Whether the table lets contents make room for it.
  var mayIndent = true

  init(style: UITableViewCell.CellStyle) { self.style = style }

  /// The path of a sign, in a square of 22 points.
  static func path(of type: UITableViewCell.AccessoryType) -> CGPath {
    let path = CGMutablePath()
    switch type {
    case .none: break
    case .disclosureIndicator: addArrow(to: path)
    case .checkmark:
      path.move(to: CGPoint(x: 4, y: 12))
      path.addLine(to: CGPoint(x: 9, y: 17))
      path.addLine(to: CGPoint(x: 18, y: 6))
    case .detailButton: addInformation(to: path, x: 0)
    case .detailDisclosureButton:
      addInformation(to: path, x: -20)
      addArrow(to: path)
    }
    return path
  }

  private static func addArrow(to path: CGMutablePath) {
    path.move(to: CGPoint(x: 14, y: 5))
    path.addLine(to: CGPoint(x: 20, y: 11))
    path.addLine(to: CGPoint(x: 14, y: 17))
  }

  private static func addInformation(to path: CGMutablePath, x: CGFloat) {
    path.addEllipse(in: CGRect(x: x + 1, y: 1, width: 20, height: 20))
    path.move(to: CGPoint(x: x + 11, y: 6))
    path.addLine(to: CGPoint(x: x + 11, y: 7.5))
    path.move(to: CGPoint(x: x + 11, y: 10))
    path.addLine(to: CGPoint(x: x + 11, y: 16))
  }

  /// The path of the hook in a sign for the selection, in a square of 22 points.
  static func selectionPath(isSelected: Bool) -> CGPath {
    let path = CGMutablePath()
    guard isSelected else {
      path.addEllipse(in: CGRect(x: 1, y: 1, width: 20, height: 20))
      return path
    }
    path.move(to: CGPoint(x: 6, y: 11.5))
    path.addLine(to: CGPoint(x: 9.5, y: 15))
    path.addLine(to: CGPoint(x: 16, y: 7.5))
    return path
  }

  /// The path of the bars in a sign for editing, in a square of 22 points.
  static func path(of style: UITableViewCell.EditingStyle) -> CGPath {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 6, y: 11))
    path.addLine(to: CGPoint(x: 16, y: 11))
    if style == .insert {
      path.move(to: CGPoint(x: 11, y: 6))
      path.addLine(to: CGPoint(x: 11, y: 16))
    }
    return path
  }
}
