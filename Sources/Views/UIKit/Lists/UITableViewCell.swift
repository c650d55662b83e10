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
/// `contentView`. Where lines run from the right, all parts are mirrored: the right edge below is
/// then the left one, and the left inset of the separator that of the right edge.
///
/// **Differences**: the signs are plain shapes.
@preconcurrency
@MainActor
open class UITableViewCell: UIView, ConfiguredView {
  final let configurations = CellConfigurations()
  final let parts: CellParts
  final weak var table: UITableView?
  /// The margins of the readable width: from the edges of the cell, and without the room of signs.
  final var readableMargins = (whole: UIEdgeInsets.zero, free: UIEdgeInsets.zero)

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
    let number = Int(coder.decodeInt64(forKey: "UITableViewCellStyle"))
    parts = CellParts(style: CellStyle(rawValue: number) ?? .default)
    reuseIdentifier = coder.object(of: NSString.self, forKey: "UIReuseIdentifier") as String?
    super.init(coder: coder)
    prepareCell()
    coder.finish(self, UITableViewCell.self)
  }

  /// The name under which the cell is used again; nil for never.
  public final let reuseIdentifier: String?

  /// Prepares the cell for another row; subclasses take back what not every row sets.
  open func prepareForReuse() { resetForReuse() }

  // MARK: Contents

  /// The view for the contents; it leaves out the accessory and the signs for editing.
  open var contentView: UIView { shownContentView }

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

  /// The sign at the right edge, while the cell is not edited.
  open var accessoryType = AccessoryType.none {
    didSet { if accessoryType != oldValue { accessoryChanged() } }
  }

  /// A view at the right edge, instead of the sign, while the cell is not edited.
  ///
  /// A view that has the size that fits it, as after `sizeToFit()`, keeps to that when the size of
  /// text changes. A row that decides its height is at least as high as the view.
  open var accessoryView: UIView? {
    didSet { accessoryViewChanged(from: oldValue) }
  }

  /// The sign at the right edge while the cell is edited; none by default.
  open var editingAccessoryType = AccessoryType.none {
    didSet { if editingAccessoryType != oldValue { accessoryChanged() } }
  }

  /// A view at the right edge, instead of the sign, while the cell is edited.
  open var editingAccessoryView: UIView? {
    didSet { accessoryViewChanged(from: oldValue) }
  }

  /// Whether contents make room for the sign at the left edge while the cell is edited; true by
  /// default.
  ///
  /// The delegate may say no with `tableView(_:shouldIndentWhileEditingRowAt:)`, too.
  open var shouldIndentWhileEditing = true {
    didSet { if shouldIndentWhileEditing != oldValue { setNeedsLayout() } }
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
    accessoryChanged()
  }

  /// The signs beside the contents of a cell.
  public struct StateMask: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates a mask from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The sign for editing, at the left edge.
    public static let showingEditControl = StateMask(rawValue: 1)
    /// Actions that a finger uncovered.
    public static let showingDeleteConfirmation = StateMask(rawValue: 2)
  }

  /// Called before the signs beside the contents come or go.
  ///
  /// **Differences**: it is called after the table's delegate was asked, and before layout.
  open func willTransition(to state: StateMask) {}

  /// Called after the signs beside the contents came or went.
  ///
  /// **Differences**: it follows `willTransition(to:)` at once, and does not wait for a motion.
  open func didTransition(to state: StateMask) {}

  /// Whether a sign at the right edge, in the place of the accessory, lets fingers take the row to
  /// another place while the table is edited; false by default.
  ///
  /// The table sets it for rows of which its data source says so with `tableView(_:canMoveRowAt:)`.
  open var showsReorderControl = false {
    didSet { if showsReorderControl != oldValue { editingChanged() } }
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

  // MARK: Configurations

  final var plainContentView: UIView { parts.contentView }
  final var shownState: any UIConfigurationState { configurationState }

  /// The contents as a value; nil, the default, for the image and texts.
  open var contentConfiguration: (any UIContentConfiguration)? {
    get { configurations.content }
    set { setContent(newValue) }
  }

  /// Whether contents follow the state by themselves; true by default.
  open var automaticallyUpdatesContentConfiguration: Bool {
    get { configurations.updatesContent }
    set { configurations.updatesContent = newValue }
  }

  /// The plate as a value; nil, the default, for the background colour.
  open var backgroundConfiguration: UIBackgroundConfiguration? {
    get { configurations.background }
    set { setBackground(newValue) }
  }

  /// Whether the plate follows the state by itself; true by default.
  open var automaticallyUpdatesBackgroundConfiguration: Bool {
    get { configurations.updatesBackground }
    set { configurations.updatesBackground = newValue }
  }

  /// Returns the content of the cell's style, without image and texts.
  open func defaultContentConfiguration() -> UIListContentConfiguration {
    switch parts.style {
    case .default: .cell()
    case .subtitle: .subtitleCell()
    case .value1, .value2: .valueCell()
    }
  }

  /// Returns the plate of the table's style.
  open func defaultBackgroundConfiguration() -> UIBackgroundConfiguration {
    (table?.style ?? .plain) == .plain ? .listPlainCell() : .listGroupedCell()
  }

  /// Called with the cell and its state when configurations are to follow it.
  public typealias ConfigurationUpdateHandler =
    (UITableViewCell, UICellConfigurationState) -> Void

  /// Called before layout after a change of the state; nil by default.
  open var configurationUpdateHandler: ConfigurationUpdateHandler? {
    didSet {
      setHandler(configurationUpdateHandler)
      setNeedsUpdateConfiguration()
    }
  }

  /// The state of the cell; subclasses add their own values.
  open var configurationState: UICellConfigurationState {
    var state = UICellConfigurationState(traitCollection: traitCollection)
    state.isSelected = parts.isSelected
    state.isHighlighted = parts.isHighlighted
    state.isEditing = parts.isEditing
    state.isDisabled = !isUserInteractionEnabled
    state.isFocused = isFocused
    return state
  }

  /// Whether the table and its delegate let the row have the focus.
  open override var canBecomeFocused: Bool { mayFocusInTable }

  override var usualFocusEffect: UIFocusEffect? { nil }

  override var usualFocusPriority: UIFocusGroupPriority { isSelected ? .prioritized : .ignored }

  /// Asks for an update of configurations before the next layout.
  open func setNeedsUpdateConfiguration() { requestConfigurationUpdate() }

  /// Brings configurations to a state; subclasses set theirs here.
  open func updateConfiguration(using state: UICellConfigurationState) {
    updateOwnConfigurations(state)
  }

  final func runUpdate() { updateConfiguration(using: configurationState) }
  final func configuredSizeChanged() { table?.measureAgain(self) }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: textHeight(in: size.width))
  }

  open override func systemLayoutSizeFitting(
    _ targetSize: CGSize,
    withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
    verticalFittingPriority: UILayoutPriority
  ) -> CGSize { fittingSize(targetSize, horizontalFittingPriority, verticalFittingPriority) }

  // MARK: Layout and touches

  /// Lets the views at the right edge follow the size of text.
  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    if previousTraitCollection?.layoutDirection != traitCollection.layoutDirection {
      setNeedsLayout()
    }
    let size = previousTraitCollection?.preferredContentSizeCategory
    guard size != traitCollection.preferredContentSizeCategory else { return }
    parts.accessoriesMayGrow = true
    setNeedsLayout()
  }

  /// The distances that contents keep from the edges; at least those of the readable width where
  /// the table's `cellLayoutMarginsFollowReadableWidth` says so.
  open override var layoutMargins: UIEdgeInsets {
    get {
      var margins = super.layoutMargins
      margins.left = max(margins.left, readableMargins.free.left)
      margins.right = max(margins.right, readableMargins.free.right)
      return margins
    }
    set { super.layoutMargins = newValue }
  }

  /// Places contents, signs and the line.
  open override func layoutSubviews() {
    updateConfigurationIfNeeded()
    super.layoutSubviews()
    layOutCell()
  }

  /// Touches of the detail button are the cell's; others go to the table.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    if let touch = touches.first, signTouched(at: touch.location(in: self)) {
      super.touchesCancelled(touches, with: event)
    } else {
      super.touchesEnded(touches, with: event)
    }
  }
}
