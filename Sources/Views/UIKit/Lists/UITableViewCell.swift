// The cell of a table: an image, two texts, and signs at both edges.
// Licensed under the MIT license; see LICENSE.
//
// Long because: what a subclass may override stands in the body of the class. The layout is in the
// extension beside this file.

import CoreGraphics
public import Foundation
import QuartzCore

/// The look of one row of a table.
///
/// Labels and image view are made when they are first asked for. Own views belong into
/// `contentView`.
///
/// **Differences**: cells do not size themselves; content configurations do not exist. The signs
/// are plain shapes.
@preconcurrency
@MainActor
open class UITableViewCell: UIView {
  final let parts: CellParts
  final weak var table: UITableView?

  /// Creates a cell.
  ///
  /// - Parameters:
  ///   - style: The places of the labels.
  ///   - reuseIdentifier: The name under which the cell is used again; nil for never.
  public init(style: CellStyle, reuseIdentifier: String?) {
    parts = CellParts(style: style)
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: CGRect(x: 0, y: 0, width: 320, height: UITableView.standardRowHeight))
    prepareCell()
  }

  /// A cell without an identifier.
  ///
  /// - Parameter frame: The frame; the default size where it has none.
  public override convenience init(frame: CGRect) {
    self.init(style: .default, reuseIdentifier: nil)
    if frame != .zero { self.frame = frame }
  }

  /// Creates a cell from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    parts = CellParts(style: .default)
    reuseIdentifier = nil
    super.init(coder: coder)
    prepareCell()
  }

  /// The name under which the cell is used again; nil for never.
  public final let reuseIdentifier: String?

  /// Prepares the cell for another row; subclasses take back what not every row sets.
  open func prepareForReuse() { resetForReuse() }

  // MARK: Contents

  /// The view for the contents; it leaves out the accessory and the signs for editing.
  open var contentView: UIView { parts.contentView }

  /// The main text.
  open var textLabel: UILabel? { shownTextLabel }

  /// The further text; nil in the default style.
  open var detailTextLabel: UILabel? { shownDetailLabel }

  /// The image at the left; nil in the style value2.
  open var imageView: UIImageView? { shownImageView }

  /// The view behind the contents; nil for the background colour.
  open var backgroundView: UIView? {
    didSet { backgroundChanged(from: oldValue, to: backgroundView) }
  }

  /// The view that shows while the cell is selected or highlighted; a grey one by default.
  open var selectedBackgroundView: UIView? {
    didSet { selectedBackgroundChanged(from: oldValue) }
  }

  // MARK: Signs

  /// The sign at the right edge.
  open var accessoryType = AccessoryType.none {
    didSet { if accessoryType != oldValue { accessoryChanged() } }
  }

  /// A view at the right edge, instead of the sign.
  open var accessoryView: UIView? {
    didSet { accessoryViewChanged(from: oldValue) }
  }

  /// The sign at the left edge while the table is edited.
  open internal(set) var editingStyle = EditingStyle.none {
    didSet { if editingStyle != oldValue { editingChanged() } }
  }

  /// Whether the cell shows the sign for editing.
  open var isEditing: Bool {
    get { parts.isEditing }
    set { setEditing(newValue, animated: false) }
  }

  /// Shows or hides the sign for editing.
  open func setEditing(_ editing: Bool, animated: Bool) {
    guard editing != parts.isEditing else { return }
    parts.isEditing = editing
    editingChanged()
  }

  /// The distances of the line under the cell from the edges; the table's by default.
  open var separatorInset: UIEdgeInsets {
    get { parts.ownSeparatorInset ?? parts.separatorInset }
    set {
      parts.ownSeparatorInset = newValue
      setNeedsLayout()
    }
  }

  /// The level of the row: how often it is moved right by `indentationWidth`.
  open var indentationLevel = 0 {
    didSet { if indentationLevel != oldValue { setNeedsLayout() } }
  }

  /// The points of a level; 10 by default.
  open var indentationWidth: CGFloat = 10 {
    didSet { setNeedsLayout() }
  }

  // MARK: Selection

  /// The look of the cell when it is selected.
  open var selectionStyle = SelectionStyle.default {
    didSet { updateSelection(animated: false) }
  }

  /// Whether the row is selected.
  open var isSelected: Bool {
    get { parts.isSelected }
    set { setSelected(newValue, animated: false) }
  }

  /// Whether the row is touched.
  open var isHighlighted: Bool {
    get { parts.isHighlighted }
    set { setHighlighted(newValue, animated: false) }
  }

  /// Shows the cell selected or not; subclasses add to it.
  open func setSelected(_ selected: Bool, animated: Bool) {
    guard selected != parts.isSelected else { return }
    parts.isSelected = selected
    updateSelection(animated: animated)
  }

  /// Shows the cell touched or not; subclasses add to it.
  open func setHighlighted(_ highlighted: Bool, animated: Bool) {
    guard highlighted != parts.isHighlighted else { return }
    parts.isHighlighted = highlighted
    updateSelection(animated: animated)
  }

  // MARK: Layout and touches

  /// Places contents, signs and the line.
  open override func layoutSubviews() {
    super.layoutSubviews()
    layOutCell()
  }

  /// Touches of the signs are the cell's; others go to the table.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    if let touch = touches.first, signTouched(at: touch.location(in: self)) {
      super.touchesCancelled(touches, with: event)
    } else {
      super.touchesEnded(touches, with: event)
    }
  }
}
