// The table: rows of cells, of which only those that show exist.
// Licensed under the MIT license; see LICENSE.
//
// Long because: what a subclass may override stands in the body of the class. Loading, placing,
// updates and selection are in the extensions beside this file.

public import CoreGraphics
public import Foundation
import QuartzCore

/// A list of rows in sections, one below the other.
///
/// Only the rows that show have cells. A cell that leaves the view is used again for another row of
/// the same identifier, so that scrolling makes next to no cells.
///
///     let table = UITableView(frame: window.bounds, style: .plain)
///     table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
///     table.dataSource = self
///
///     func tableView(_ table: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
///       let cell = table.dequeueReusableCell(withIdentifier: "row", for: path)
///       cell.textLabel?.text = names[path.row]
///       return cell
///     }
///
/// Counts that do not fit a group of changes give a diagnostic with all numbers, and the table is
/// loaded again.
///
/// While it is edited, rows have signs to delete and insert, and signs by which fingers take them
/// to other places, where the data source lets them.
@preconcurrency
@MainActor
open class UITableView: UIScrollView {
  final let rows = TableState()

  /// The look.
  public final let style: Style

  /// Creates a table.
  public init(frame: CGRect, style: Style) {
    self.style = style
    super.init(frame: frame)
    prepareTable()
  }

  /// Creates a plain table.
  public override convenience init(frame: CGRect) { self.init(frame: frame, style: .plain) }

  /// Creates a plain table from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    style = Style(rawValue: Int(coder.decodeInt64(forKey: "UITableViewStyle"))) ?? .plain
    super.init(coder: coder)
    prepareTable()
    coder.finish(self, UITableView.self)
  }

  // MARK: Program

  /// The object that gives the rows; the table does not keep it.
  open weak var dataSource: (any UITableViewDataSource)? {
    didSet {
      if rows.swipe == nil { rows.swipe = RowSwipe(self) }
      setNeedsReload()
    }
  }

  /// The object that chooses heights and is notified of selections; the table does not retain it.
  open var delegate: (any UITableViewDelegate)? {
    get { rows.delegate }
    set {
      rows.delegate = newValue
      scroll.delegate = newValue
      prepareMenus()
      setNeedsReload()
    }
  }

  override func scrollDelegateChanged() {
    rows.delegate = scroll.delegate as? any UITableViewDelegate
    prepareMenus()
    setNeedsReload()
  }

  // MARK: Heights

  /// The height of rows that the delegate gives none; automatic, 44 points, by default.
  open var rowHeight: CGFloat = UITableView.automaticDimension {
    didSet { setNeedsReload() }
  }

  /// The height of headers; automatic by default: that of the text, 0 without one.
  open var sectionHeaderHeight: CGFloat = UITableView.automaticDimension {
    didSet { setNeedsReload() }
  }

  /// The room above the header of each section; automatic by default.
  ///
  /// **Differences**: the automatic padding is 0; iOS leaves 22 points in plain tables.
  open var sectionHeaderTopPadding: CGFloat = UITableView.automaticDimension {
    didSet { setNeedsReload() }
  }

  /// The height of footers; automatic by default: that of the text, 0 without one.
  open var sectionFooterHeight: CGFloat = UITableView.automaticDimension {
    didSet { setNeedsReload() }
  }

  /// A guess of heights; rows then have their real height only once they show.
  ///
  /// Automatic by default, which is 44. 0 means no estimate: cells then do not decide heights.
  open var estimatedRowHeight: CGFloat = UITableView.automaticDimension {
    didSet { setNeedsReload() }
  }

  /// A guess of the heights of headers with views of the program's, until they show; automatic by
  /// default.
  open var estimatedSectionHeaderHeight: CGFloat = UITableView.automaticDimension {
    didSet { setNeedsReload() }
  }

  /// A guess of the heights of footers with views of the program's, until they show; automatic by
  /// default.
  open var estimatedSectionFooterHeight: CGFloat = UITableView.automaticDimension {
    didSet { setNeedsReload() }
  }

  /// The times at which cells that show change their height by themselves.
  ///
  /// **Differences**: a change of constraints, and `invalidateIntrinsicContentSize()`, measure no
  /// cell again; `reconfigureRows(at:)` and an empty group of updates do.
  public enum SelfSizingInvalidation: Int, Sendable {
    /// Never.
    case disabled = 0
    /// When a configuration changes.
    case enabled = 1
    /// As `enabled`.
    case enabledIncludingConstraints = 2
  }

  /// The times at which cells that show change their height by themselves; enabled by default.
  open var selfSizingInvalidation = SelfSizingInvalidation.enabled

  /// The object that prepares rows before they show; nil by default.
  open weak var prefetchDataSource: (any UITableViewDataSourcePrefetching)? {
    didSet { setNeedsLayout() }
  }

  /// Whether the prefetching data source is asked; true by default.
  open var isPrefetchingEnabled = true

  // MARK: Looks

  /// The line under each row.
  open var separatorStyle = UITableViewCell.SeparatorStyle.singleLine {
    didSet { updateSeparators() }
  }

  /// The colour of the lines; grey by default.
  open var separatorColor: UIColor? = UITableView.standardSeparatorColor {
    didSet { updateSeparators() }
  }

  /// The distances of the lines from the edges; 15 points from the left by default.
  open var separatorInset = UIEdgeInsets(top: 0, left: 15, bottom: 0, right: 0) {
    didSet { updateSeparators() }
  }

  /// Whether contents of cells and titles keep to the width that is not too wide to read; false by
  /// default.
  ///
  /// The margins of cells are then at least those of the table's `readableContentGuide`: signs,
  /// lines that are not as wide as the cell, and what the layout margins of the cell and its
  /// `contentView` place move inwards in wide tables.
  open var cellLayoutMarginsFollowReadableWidth = false {
    didSet { if cellLayoutMarginsFollowReadableWidth != oldValue { sizesOfCellsChanged() } }
  }

  /// The view above all sections, which moves with them; its height counts, its width follows.
  open var tableHeaderView: UIView? {
    didSet { endViewChanged(from: oldValue, to: tableHeaderView) }
  }

  /// The view below all sections.
  open var tableFooterView: UIView? {
    didSet { endViewChanged(from: oldValue, to: tableFooterView) }
  }

  /// The view behind all rows, which does not move with them.
  open var backgroundView: UIView? {
    didSet { backgroundViewChanged(from: oldValue) }
  }

  // MARK: Cells

  /// Names the class of the cells of an identifier; nil takes it back.
  open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
    rows.cellClasses[identifier] = cellClass as? UITableViewCell.Type
    rows.nibs[identifier] = nil
  }

  /// Names the nib of the cells of an identifier; nil takes it back.
  ///
  /// The nib's first object is the cell.
  open func register(_ nib: UINib?, forCellReuseIdentifier identifier: String) {
    rows.nibs[identifier] = nib
  }

  /// Names the nib of the headers and footers of an identifier; nil takes it back.
  ///
  /// The nib's first object is the header or footer.
  open func register(_ nib: UINib?, forHeaderFooterViewReuseIdentifier identifier: String) {
    rows.headerNibs[identifier] = nib
  }

  /// Names the class of the headers and footers of an identifier; nil takes it back.
  open func register(_ aClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String) {
    rows.headerClasses[identifier] = aClass as? UITableViewHeaderFooterView.Type
    rows.headerNibs[identifier] = nil
  }

  /// Returns a cell that is used again, or a new one of the registered class; nil for neither.
  open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
    dequeueCell(identifier)
  }

  /// Returns a cell that is used again, or a new one of the registered class.
  ///
  /// Without a registered class there is a diagnostic and a plain cell.
  open func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath)
    -> UITableViewCell
  {
    if let cell = rows.reconfigured[indexPath], cell.reuseIdentifier == identifier { return cell }
    return dequeueCell(identifier) ?? unregisteredCell(identifier)
  }

  /// Returns a header or footer that is used again, or a new one of the registered class.
  open func dequeueReusableHeaderFooterView(withIdentifier identifier: String)
    -> UITableViewHeaderFooterView?
  {
    dequeueHeader(identifier)
  }

  // MARK: Loading

  /// Asks the data source for all counts again, and for the cells that show.
  ///
  /// Within the data source's methods, it takes effect at the next layout.
  open func reloadData() { reload() }

  /// The number of sections.
  open var numberOfSections: Int { loaded.sections.count }

  /// Returns the number of rows of a section; 0 for a section that does not exist.
  open func numberOfRows(inSection section: Int) -> Int {
    let sections = loaded.sections
    return sections.indices.contains(section) ? sections[section].rows.count : 0
  }

  /// The size of all rows, headers and footers.
  ///
  /// Subclasses may observe it with `didSet`, to call `invalidateIntrinsicContentSize()`.
  open override var contentSize: CGSize {
    get {
      loadIfNeeded()
      return super.contentSize
    }
    set { super.contentSize = newValue }
  }

  // MARK: Places

  /// Returns the rectangle of a row in the table; an empty one for a row that does not exist.
  open func rectForRow(at indexPath: IndexPath) -> CGRect { rowRect(indexPath) }

  /// Returns the rectangle of a section with its header and footer.
  open func rect(forSection section: Int) -> CGRect {
    span(loaded.section(section))
  }

  /// Returns the rectangle of a section's header, where it is without staying at the top.
  open func rectForHeader(inSection section: Int) -> CGRect {
    guard let place = loaded.section(section) else { return .zero }
    let part = loaded.sections[section]
    return span((place.y + part.padding, part.header))
  }

  /// Returns the rectangle of a section's footer.
  open func rectForFooter(inSection section: Int) -> CGRect {
    span(loaded.footer(ofSection: section))
  }

  /// Returns the row at a point of the table; nil if there is none.
  open func indexPathForRow(at point: CGPoint) -> IndexPath? { loaded.row(at: point.y) }

  /// Returns the row of a cell; nil if it shows none.
  open func indexPath(for cell: UITableViewCell) -> IndexPath? {
    rows.cells.first { $0.value === cell }?.key.path
  }

  /// Returns the rows of which something is in a rectangle of the table.
  open func indexPathsForRows(in rect: CGRect) -> [IndexPath]? {
    loadIfNeeded()
    return rowKeys(from: rect.minY, to: rect.maxY).map(\.path)
  }

  /// Returns the cell of a row; nil if it does not show.
  open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
    guard indexPath.count == 2 else { return nil }
    return rows.cells[RowKey(indexPath)]
  }

  /// The cells that show, from the top down.
  open var visibleCells: [UITableViewCell] {
    rows.cells.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The rows that show, from the top down.
  open var indexPathsForVisibleRows: [IndexPath]? { rows.cells.keys.sorted().map(\.path) }

  /// Returns the header of a section; nil if it does not show, or is not of this class.
  open func headerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    rows.headers[section] as? UITableViewHeaderFooterView
  }

  /// Returns the footer of a section; nil if it does not show, or is not of this class.
  open func footerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    rows.footers[section] as? UITableViewHeaderFooterView
  }

  /// Scrolls until a row shows at a position.
  open func scrollToRow(
    at indexPath: IndexPath,
    at scrollPosition: ScrollPosition,
    animated: Bool
  ) {
    scroll(to: indexPath, scrollPosition, animated: animated)
  }

  /// Scrolls until the first of the selected rows shows at a position.
  open func scrollToNearestSelectedRow(at scrollPosition: ScrollPosition, animated: Bool) {
    guard let path = indexPathForSelectedRow else { return }
    scroll(to: path, scrollPosition, animated: animated)
  }

  // MARK: Changes

  /// Makes several changes in one animation.
  ///
  /// Deletions and reloads count in the table before, insertions in the table after.
  open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    batch(updates, completion: completion)
  }

  /// Begins a group of changes, which ends with `endUpdates()`; groups nest.
  open func beginUpdates() { beginGroup() }

  /// Ends a group of changes and animates it.
  open func endUpdates() { endGroup() }

  /// Inserts rows that the data source already has.
  open func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    change(animation) { $0.insertedItems.formUnion(indexPaths) }
  }

  /// Deletes rows that the data source does not have any more.
  open func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    change(animation) { $0.deletedItems.formUnion(indexPaths) }
  }

  /// Asks for the cells of rows again.
  open func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    change(animation) { $0.reloadedItems.formUnion(indexPaths) }
  }

  /// Moves a row that the data source already moved.
  open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    change(.automatic) { $0.movedItems.append((indexPath, newIndexPath)) }
  }

  /// Inserts sections that the data source already has.
  open func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
    change(animation) { $0.insertedSections.formUnion(sections) }
  }

  /// Deletes sections that the data source does not have any more.
  open func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
    change(animation) { $0.deletedSections.formUnion(sections) }
  }

  /// Asks for the rows of sections again.
  open func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
    change(animation) { $0.reloadedSections.formUnion(sections) }
  }

  /// Moves a section that the data source already moved.
  open func moveSection(_ section: Int, toSection newSection: Int) {
    change(.automatic) { $0.movedSections.append((section, newSection)) }
  }

  /// Fills cells that show again, without other cells in their place.
  open func reconfigureRows(at indexPaths: [IndexPath]) { reconfigure(indexPaths) }

  // MARK: Selection

  /// Whether touches select rows; true by default.
  open var allowsSelection = true

  /// Whether rows can have the focus; false by default.
  open var allowsFocus = false

  /// Whether a move of the focus to one of the rows selects it; false by default.
  open var selectionFollowsFocus = false

  /// Whether touches select several rows; false by default.
  open var allowsMultipleSelection = false { didSet { prepareMultipleSelection() } }

  /// Whether touches select rows while the table is edited; false by default.
  open var allowsSelectionDuringEditing = false

  /// Whether touches select several rows while the table is edited, with signs at the left edge in
  /// place of those that delete and insert; false by default.
  ///
  /// Rows that were selected so are not any more when editing ends.
  open var allowsMultipleSelectionDuringEditing = false {
    didSet {
      guard allowsMultipleSelectionDuringEditing != oldValue else { return }
      prepareMultipleSelection()
      prepareEditingAgain()
    }
  }

  /// The first of the selected rows; nil if there is none.
  open var indexPathForSelectedRow: IndexPath? { rows.selection.min() }

  /// The selected rows; nil if there are none.
  open var indexPathsForSelectedRows: [IndexPath]? {
    rows.selection.isEmpty ? nil : rows.selection.sorted()
  }

  /// Selects a row without asking or telling the delegate; nil ends all selections.
  open func selectRow(
    at indexPath: IndexPath?,
    animated: Bool,
    scrollPosition: ScrollPosition
  ) {
    selectByProgram(indexPath, animated: animated)
    if let indexPath, scrollPosition != .none {
      scroll(to: indexPath, scrollPosition, animated: animated)
    }
  }

  /// Ends the selection of a row, without asking or telling the delegate.
  open func deselectRow(at indexPath: IndexPath, animated: Bool) {
    endSelection(indexPath, animated: animated)
  }

  // MARK: Editing

  /// Whether rows show the signs for editing.
  open var isEditing: Bool {
    get { rows.isEditing }
    set { setEditing(newValue, animated: false) }
  }

  /// Shows or hides the signs for editing.
  open func setEditing(_ editing: Bool, animated: Bool) {
    changeEditing(to: editing, animated: animated)
  }

  // MARK: Events and layout

  /// Leaves drags of two fingers that select rows to their recogniser.
  open override func gestureRecognizerShouldBegin(
    _ gestureRecognizer: UIGestureRecognizer
  ) -> Bool {
    super.gestureRecognizerShouldBegin(gestureRecognizer)
      && !isForSelection(gestureRecognizer)
  }

  /// Highlights the touched row.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    if rowTouchBegan(touches) {
      rows.ownTouches.formUnion(touches)
    } else {
      super.touchesBegan(touches, with: event)
    }
  }

  /// Passes touches on that are not on rows.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    if !touches.isSubset(of: rows.ownTouches) { super.touchesMoved(touches, with: event) }
  }

  /// Selects the touched row.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    rowTouchEnded(touches)
    if !forgetOwn(touches) { super.touchesEnded(touches, with: event) }
  }

  /// Ends the highlight of the touched row.
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    rowTouchCancelled()
    if !forgetOwn(touches) { super.touchesCancelled(touches, with: event) }
  }

  /// Asks rows, headers and footers for their sizes where the size of text is another one.
  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    let size = previousTraitCollection?.preferredContentSizeCategory
    if cellLayoutMarginsFollowReadableWidth || size != traitCollection.preferredContentSizeCategory
    {
      sizesOfCellsChanged()
    }
  }

  /// Places the cells of the rows that show.
  open override func layoutSubviews() {
    super.layoutSubviews()
    layOutRows()
  }
}
