// The collection: cells where a layout says, of which only those that show exist.
// Licensed under the MIT license; see LICENSE.
//
// Long because: what a subclass may override stands in the body of the class. Placing, updates and
// selection are in the extensions beside this file.

public import CoreGraphics
public import Foundation
import QuartzCore

/// Items in sections, placed by a layout.
///
/// Only the items that show have cells, which are used again.
///
///     let layout = UICollectionViewFlowLayout()
///     let collection = UICollectionView(frame: window.bounds, collectionViewLayout: layout)
///     collection.register(PhotoCell.self, forCellWithReuseIdentifier: "photo")
///     collection.dataSource = self
///
/// Counts that do not fit a group of changes give a diagnostic with all numbers, and the collection
/// is loaded again.
@preconcurrency
@MainActor
open class UICollectionView: UIScrollView {
  final let cells = CollectionState()

  /// The kinds of elements.
  public enum ElementCategory: UInt, Sendable {
    /// The cell of an item.
    case cell = 0
    /// A view that belongs to the data, such as a header.
    case supplementaryView = 1
    /// A view that belongs to the layout alone.
    case decorationView = 2
  }

  /// Where an item comes to be; one of each axis may be combined.
  public struct ScrollPosition: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates positions from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// At the top.
    public static let top = ScrollPosition(rawValue: 1 << 0)
    /// In the middle of the height.
    public static let centeredVertically = ScrollPosition(rawValue: 1 << 1)
    /// At the bottom.
    public static let bottom = ScrollPosition(rawValue: 1 << 2)
    /// At the left.
    public static let left = ScrollPosition(rawValue: 1 << 3)
    /// In the middle of the width.
    public static let centeredHorizontally = ScrollPosition(rawValue: 1 << 4)
    /// At the right.
    public static let right = ScrollPosition(rawValue: 1 << 5)
  }

  /// The times at which cells that show change their size by themselves.
  ///
  /// **Differences**: a change of constraints, and `invalidateIntrinsicContentSize()`, measure no
  /// cell again; `reconfigureItems(at:)` and an empty group of updates do.
  public enum SelfSizingInvalidation: Int, Sendable {
    /// Never.
    case disabled = 0
    /// When a configuration changes.
    case enabled = 1
    /// As `enabled`.
    case enabledIncludingConstraints = 2
  }

  /// Creates a collection.
  public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
    self.layout = layout
    super.init(frame: frame)
    layout.collectionView = self
  }

  /// Creates a collection with a flow layout from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    layout = (coder as? NibCoder)?.layout ?? UICollectionViewFlowLayout()
    super.init(coder: coder)
    layout.collectionView = self
    coder.finish(self, UICollectionView.self)
  }

  // MARK: Program

  /// The object that gives the items; the collection does not keep it.
  open weak var dataSource: (any UICollectionViewDataSource)? {
    didSet { setNeedsReload() }
  }

  /// The object notified of selections; the collection does not retain it.
  open var delegate: (any UICollectionViewDelegate)? {
    get { cells.delegate }
    set {
      cells.delegate = newValue
      scroll.delegate = newValue
      prepareMenus()
      layout.invalidateLayout()
    }
  }

  override func scrollDelegateChanged() {
    cells.delegate = scroll.delegate as? any UICollectionViewDelegate
    prepareMenus()
    layout.invalidateLayout()
  }

  final var layout: UICollectionViewLayout

  /// The layout; setting it places the elements anew.
  open var collectionViewLayout: UICollectionViewLayout {
    get { layout }
    set { changeLayout(newValue, animated: false, completion: nil) }
  }

  /// Changes the layout; elements that show before and after move in 0.3 s if it is animated.
  open func setCollectionViewLayout(
    _ layout: UICollectionViewLayout,
    animated: Bool,
    completion: ((Bool) -> Void)? = nil
  ) {
    changeLayout(layout, animated: animated, completion: completion)
  }

  /// The view behind all cells, which does not move with them.
  open var backgroundView: UIView? {
    didSet {
      guard oldValue !== backgroundView else { return }
      if oldValue?.superview === self { oldValue?.removeFromSuperview() }
      if let backgroundView { insertSubview(backgroundView, at: 0) }
      setNeedsLayout()
    }
  }

  // MARK: Views

  /// Names the class of the cells of an identifier; nil takes it back.
  open func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
    cells.classes[ReuseKey(identifier)] = cellClass as? UICollectionViewCell.Type
    cells.nibs[ReuseKey(identifier)] = nil
  }

  /// Names the nib of the cells of an identifier; nil takes it back.
  ///
  /// The nib's first object is the cell.
  open func register(_ nib: UINib?, forCellWithReuseIdentifier identifier: String) {
    cells.nibs[ReuseKey(identifier)] = nib
  }

  /// Names the nib of the supplementary views of a kind and an identifier; nil takes it back.
  ///
  /// The nib's first object is the view.
  open func register(
    _ nib: UINib?,
    forSupplementaryViewOfKind kind: String,
    withReuseIdentifier identifier: String
  ) {
    cells.nibs[ReuseKey(identifier, kind: kind)] = nib
  }

  /// Names the class of the supplementary views of a kind and an identifier; nil takes it back.
  open func register(
    _ viewClass: AnyClass?,
    forSupplementaryViewOfKind elementKind: String,
    withReuseIdentifier identifier: String
  ) {
    let type = viewClass as? UICollectionReusableView.Type
    cells.classes[ReuseKey(identifier, kind: elementKind)] = type
    cells.nibs[ReuseKey(identifier, kind: elementKind)] = nil
  }

  /// Returns a cell that is used again, or a new one of the registered class.
  ///
  /// Without a registered class there is a diagnostic and a plain cell.
  open func dequeueReusableCell(withReuseIdentifier identifier: String, for indexPath: IndexPath)
    -> UICollectionViewCell
  {
    if let cell = cells.reconfigured[indexPath], cell.reuseIdentifier == identifier { return cell }
    if let cell = dequeue(ReuseKey(identifier)) as? UICollectionViewCell {
      place(dequeued: cell, layout.layoutAttributesForItem(at: indexPath))
      return cell
    }
    Diagnostics.report(
      "UIKit: UICollectionView.dequeueReusableCell(withReuseIdentifier:for:): no class is registered "
        + "for the identifier \"\(identifier)\""
    )
    return UICollectionViewCell(frame: .zero)
  }

  /// Returns a supplementary view that is used again, or a new one of the registered class.
  ///
  /// Without a registered class there is a diagnostic and a plain view.
  open func dequeueReusableSupplementaryView(
    ofKind elementKind: String,
    withReuseIdentifier identifier: String,
    for indexPath: IndexPath
  ) -> UICollectionReusableView {
    if let view = dequeue(ReuseKey(identifier, kind: elementKind)) { return view }
    Diagnostics.report(
      "UIKit: UICollectionView.dequeueReusableSupplementaryView(ofKind:withReuseIdentifier:for:): "
        + "no class is registered for the kind \"\(elementKind)\" and the identifier "
        + "\"\(identifier)\""
    )
    return UICollectionReusableView(frame: .zero)
  }

  // MARK: Loading

  /// Asks the data source for all counts again, and for the views that show.
  ///
  /// Within the data source's and the layout's methods, it takes effect at the next layout.
  open func reloadData() { reload() }

  /// The number of sections.
  open var numberOfSections: Int {
    loadIfNeeded()
    return cells.counts.count
  }

  /// Returns the number of items of a section; 0 for a section that does not exist.
  open func numberOfItems(inSection section: Int) -> Int {
    loadIfNeeded()
    return cells.counts.indices.contains(section) ? cells.counts[section] : 0
  }

  /// The size of the layout.
  ///
  /// Subclasses may observe it with `didSet`, to call `invalidateIntrinsicContentSize()`.
  open override var contentSize: CGSize {
    get {
      prepareIfNeeded()
      return super.contentSize
    }
    set { super.contentSize = newValue }
  }

  // MARK: Elements

  /// Returns the attributes of an item; nil if the layout has none.
  open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    prepareIfNeeded()
    guard hasItem(indexPath) else { return nil }
    return layoutItem(indexPath)
  }

  /// Returns the attributes of a supplementary view; nil if the layout has none.
  open func layoutAttributesForSupplementaryElement(
    ofKind kind: String,
    at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    prepareIfNeeded()
    return layoutSupplement(kind, indexPath)
  }

  /// Returns the item in front at a point of the collection; nil if there is none.
  open func indexPathForItem(at point: CGPoint) -> IndexPath? { item(at: point) }

  /// Returns the item of a cell; nil if it shows none.
  open func indexPath(for cell: UICollectionViewCell) -> IndexPath? {
    cells.views.first { $0.value === cell }?.key.path
  }

  /// Returns the cell of an item; nil if it does not show.
  open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
    guard indexPath.count == 2 else { return nil }
    return cells.views[.cell(indexPath)] as? UICollectionViewCell
  }

  /// The cells that show, in no certain order.
  open var visibleCells: [UICollectionViewCell] {
    cells.views.values.compactMap { $0 as? UICollectionViewCell }
  }

  /// The items that show, in no certain order.
  open var indexPathsForVisibleItems: [IndexPath] {
    cells.views.keys.filter { $0.category == .cell }.map(\.path)
  }

  /// Returns a supplementary view; nil if it does not show.
  open func supplementaryView(forElementKind elementKind: String, at indexPath: IndexPath)
    -> UICollectionReusableView?
  {
    let item = indexPath.count > 1 ? indexPath.item : 0
    return cells.views[
      ElementKey(
        category: .supplementaryView,
        kind: elementKind,
        section: indexPath.section,
        item: item
      )
    ]
  }

  /// Returns the supplementary views of a kind that show.
  open func visibleSupplementaryViews(ofKind elementKind: String) -> [UICollectionReusableView] {
    cells.views.filter { $0.key.kind == elementKind }.map(\.value)
  }

  /// Scrolls until an item shows at a position.
  open func scrollToItem(
    at indexPath: IndexPath,
    at scrollPosition: ScrollPosition,
    animated: Bool
  ) {
    scroll(to: indexPath, scrollPosition, animated: animated)
  }

  // MARK: Items in advance

  /// The object that prepares items before they show; nil by default.
  open weak var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)? {
    didSet { setNeedsLayout() }
  }

  /// Whether the prefetching data source is asked; true by default.
  open var isPrefetchingEnabled = true

  /// The times at which cells that show change their size by themselves; enabled by default.
  open var selfSizingInvalidation = SelfSizingInvalidation.enabled

  // MARK: Changes

  /// Fills cells that show again, without another cell in their place.
  open func reconfigureItems(at indexPaths: [IndexPath]) { reconfigure(indexPaths) }

  /// Makes several changes in one animation.
  ///
  /// Deletions and reloads count in the collection before, insertions in the collection after.
  open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    batch(updates, completion: completion)
  }

  /// Inserts items that the data source already has.
  open func insertItems(at indexPaths: [IndexPath]) {
    change { $0.insertedItems.formUnion(indexPaths) }
  }

  /// Deletes items that the data source does not have any more.
  open func deleteItems(at indexPaths: [IndexPath]) {
    change { $0.deletedItems.formUnion(indexPaths) }
  }

  /// Asks for the cells of items again.
  open func reloadItems(at indexPaths: [IndexPath]) {
    change { $0.reloadedItems.formUnion(indexPaths) }
  }

  /// Moves an item that the data source already moved.
  open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    change { $0.movedItems.append((indexPath, newIndexPath)) }
  }

  /// Inserts sections that the data source already has.
  open func insertSections(_ sections: IndexSet) {
    change { $0.insertedSections.formUnion(sections) }
  }

  /// Deletes sections that the data source does not have any more.
  open func deleteSections(_ sections: IndexSet) {
    change { $0.deletedSections.formUnion(sections) }
  }

  /// Asks for the items of sections again.
  open func reloadSections(_ sections: IndexSet) {
    change { $0.reloadedSections.formUnion(sections) }
  }

  /// Moves a section that the data source already moved.
  open func moveSection(_ section: Int, toSection newSection: Int) {
    change { $0.movedSections.append((section, newSection)) }
  }

  // MARK: Selection

  /// Whether touches select items; true by default.
  open var allowsSelection = true

  /// Whether items can have the focus; false by default.
  open var allowsFocus = false

  /// Whether a move of the focus to one of the items selects it; false by default.
  open var selectionFollowsFocus = false

  /// Whether touches select several items; false by default.
  open var allowsMultipleSelection = false { didSet { prepareMultipleSelection() } }

  /// Whether touches select items while the collection is edited; false by default.
  open var allowsSelectionDuringEditing = false

  /// Whether touches select several items while the collection is edited; false by default.
  ///
  /// Items that were selected so are not any more when editing ends.
  open var allowsMultipleSelectionDuringEditing = false { didSet { prepareMultipleSelection() } }

  /// Whether the items are edited: cells of lists show the signs for that; false by default.
  open var isEditing: Bool {
    get { cells.isEditing }
    set { changeEditing(to: newValue) }
  }

  /// The selected items; nil if there are none.
  open var indexPathsForSelectedItems: [IndexPath]? {
    cells.selection.isEmpty ? nil : cells.selection.sorted()
  }

  /// Selects an item without asking or telling the delegate; nil ends all selections.
  open func selectItem(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
    selectByProgram(indexPath)
    if let indexPath, !scrollPosition.isEmpty {
      scroll(to: indexPath, scrollPosition, animated: animated)
    }
  }

  /// Ends the selection of an item, without asking or telling the delegate.
  open func deselectItem(at indexPath: IndexPath, animated: Bool) { endSelection(indexPath) }

  // MARK: Events and layout

  /// Leaves drags of two fingers that select items to their recogniser.
  open override func gestureRecognizerShouldBegin(
    _ gestureRecognizer: UIGestureRecognizer
  ) -> Bool {
    super.gestureRecognizerShouldBegin(gestureRecognizer)
      && !isForSelection(gestureRecognizer)
  }

  /// Highlights the touched item.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    if itemTouchBegan(touches) {
      cells.ownTouches.formUnion(touches)
    } else {
      super.touchesBegan(touches, with: event)
    }
  }

  /// Passes touches on that are not on items.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    if !touches.isSubset(of: cells.ownTouches) { super.touchesMoved(touches, with: event) }
  }

  /// Selects the touched item.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    itemTouchEnded(touches)
    if !forgetOwn(touches) { super.touchesEnded(touches, with: event) }
  }

  /// Ends the highlight of the touched item.
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    itemTouchCancelled()
    if !forgetOwn(touches) { super.touchesCancelled(touches, with: event) }
  }

  override func restingTarget(_ target: CGPoint, velocity: CGPoint) -> CGPoint {
    layout.targetContentOffset(forProposedContentOffset: target, withScrollingVelocity: velocity)
  }

  /// Asks elements for their sizes where the size of text is another one.
  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    let size = previousTraitCollection?.preferredContentSizeCategory
    guard size != traitCollection.preferredContentSizeCategory else { return }
    for view in cells.views.values { measureAgain(view) }
  }

  /// Places the views of the elements that show.
  open override func layoutSubviews() {
    super.layoutSubviews()
    layOutElements()
  }
}
