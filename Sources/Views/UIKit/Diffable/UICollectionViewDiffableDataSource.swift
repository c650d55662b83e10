// Data sources of collections that are told snapshots and find the changes.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// A data source of a collection that is told snapshots and finds the changes between them.
///
///     let source = UICollectionViewDiffableDataSource<Section, Contact.ID>(
///       collectionView: collection
///     ) { collection, path, id in
///       collection.dequeueConfiguredReusableCell(using: row, for: path, item: id)
///     }
///
/// The collection keeps the data source weakly; the program keeps it.
@preconcurrency
@MainActor
open class UICollectionViewDiffableDataSource<
  SectionIdentifierType: Hashable,
  ItemIdentifierType: Hashable
>: NSObject, UICollectionViewDataSource {
  /// Returns the cell of an item.
  public typealias CellProvider =
    @MainActor (UICollectionView, IndexPath, ItemIdentifierType) -> UICollectionViewCell?
  /// Returns a view beside cells, of a kind and a path.
  public typealias SupplementaryViewProvider =
    @MainActor (UICollectionView, String, IndexPath) -> UICollectionReusableView?

  /// Called around changes of outlines.
  public struct SectionSnapshotHandlers<Item: Hashable> {
    /// Whether an item may expand; nil for always.
    public var shouldExpandItem: (@MainActor (Item) -> Bool)?
    /// Called before an item expands.
    public var willExpandItem: (@MainActor (Item) -> Void)?
    /// Whether an item may collapse; nil for always.
    public var shouldCollapseItem: (@MainActor (Item) -> Bool)?
    /// Called before an item collapses.
    public var willCollapseItem: (@MainActor (Item) -> Void)?
    /// Returns what is below an item that expands; nil for what is there.
    public var snapshotForExpandingParent:
      (
        @MainActor (Item, NSDiffableDataSourceSectionSnapshot<Item>) ->
          NSDiffableDataSourceSectionSnapshot<Item>
      )?

    /// Creates handlers that do nothing.
    public init() {}
  }

  /// Called around moves of items by a finger.
  public struct ReorderingHandlers {
    /// Whether an item may be taken to another place; nil, the default, for never.
    public var canReorderItem: (@MainActor (ItemIdentifierType) -> Bool)?
    /// Called before the snapshot changes.
    public var willReorder:
      (
        @MainActor (
          NSDiffableDataSourceTransaction<SectionIdentifierType, ItemIdentifierType>
        ) -> Void
      )?
    /// Called after the snapshot changed.
    public var didReorder:
      (
        @MainActor (
          NSDiffableDataSourceTransaction<SectionIdentifierType, ItemIdentifierType>
        ) -> Void
      )?

    /// Creates handlers that let no item move.
    public init() {}
  }

  private weak var collection: UICollectionView?
  private let provider: CellProvider
  private var current = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>()
  private var outlines = SectionOutlines<SectionIdentifierType, ItemIdentifierType>()

  /// Returns views beside cells; nil, the default, if there are none.
  open var supplementaryViewProvider: SupplementaryViewProvider?
  /// Called around changes of outlines.
  open var sectionSnapshotHandlers = SectionSnapshotHandlers<ItemIdentifierType>()
  /// Called around moves of items by a finger.
  open var reorderingHandlers = ReorderingHandlers()

  /// Creates a data source and makes it that of a collection.
  ///
  /// - Parameters:
  ///   - collectionView: The collection.
  ///   - cellProvider: Returns the cell of an item.
  public init(collectionView: UICollectionView, cellProvider: @escaping CellProvider) {
    collection = collectionView
    provider = cellProvider
    super.init()
    collectionView.dataSource = self
  }

  // MARK: Snapshots

  /// A copy of what shows.
  open func snapshot() -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> {
    current
  }

  /// Shows a snapshot by the changes from the one before.
  ///
  /// - Parameters:
  ///   - snapshot: The sections and items.
  ///   - animatingDifferences: Whether cells move and fade.
  ///   - completion: Called at the end of the animation.
  open func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    animatingDifferences: Bool = true,
    completion: (() -> Void)? = nil
  ) {
    let change = SnapshotChange(from: current, to: snapshot)
    var next = snapshot
    next.settle()
    guard let collection, !change.update.isEmpty else {
      current = next
      collection?.reconfigureItems(at: change.reconfigured)
      completion?()
      return
    }
    let work = {
      collection.performBatchUpdates(
        {
          self.current = next
          collection.cells.update = change.update
          collection.reconfigureItems(at: change.reconfigured)
        },
        completion: { _ in completion?() }
      )
    }
    if animatingDifferences { work() } else { UIView.performWithoutAnimation(work) }
  }

  /// Shows a snapshot by the changes from the one before, and returns at the end of the animation.
  open func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    animatingDifferences: Bool = true
  ) async {
    await withCheckedContinuation { continuation in
      apply(snapshot, animatingDifferences: animatingDifferences) { continuation.resume() }
    }
  }

  /// Shows a snapshot by loading everything again.
  open func applySnapshotUsingReloadData(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    completion: (() -> Void)? = nil
  ) {
    current = snapshot
    current.settle()
    collection?.reloadData()
    completion?()
  }

  /// Shows a snapshot by loading everything again.
  open func applySnapshotUsingReloadData(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  ) async { applySnapshotUsingReloadData(snapshot, completion: nil) }

  // MARK: Outlines

  /// Shows an outline as the items of a section, which is added at the end if it is not there.
  ///
  /// - Parameters:
  ///   - snapshot: The outline.
  ///   - section: The section.
  ///   - animatingDifferences: Whether cells move and fade.
  ///   - completion: Called at the end of the animation.
  open func apply(
    _ snapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>,
    to section: SectionIdentifierType,
    animatingDifferences: Bool = true,
    completion: (() -> Void)? = nil
  ) {
    var next = current
    if next.indexOfSection(section) == nil { next.appendSections([section]) }
    next.replaceItems(of: section, by: snapshot.visibleItems)
    outlines.outlines[section] = snapshot
    apply(next, animatingDifferences: animatingDifferences, completion: completion)
  }

  /// Returns the outline of a section; a plain list where none was applied.
  open func snapshot(
    for section: SectionIdentifierType
  ) -> NSDiffableDataSourceSectionSnapshot<ItemIdentifierType> {
    outlines.outline(of: section, in: current)
  }

  /// Expands or collapses an item of an outline.
  ///
  /// - Returns: Whether the item was there and the program's handlers allowed it.
  @discardableResult
  final func toggle(_ item: ItemIdentifierType) -> Bool {
    guard let section = current.sectionIdentifier(containingItem: item) else { return false }
    var outline = snapshot(for: section)
    guard outline.contains(item) else { return false }
    let handlers = sectionSnapshotHandlers
    if outline.isExpanded(item) {
      guard handlers.shouldCollapseItem?(item) ?? true else { return false }
      handlers.willCollapseItem?(item)
      outline.collapse([item])
    } else {
      guard handlers.shouldExpandItem?(item) ?? true else { return false }
      handlers.willExpandItem?(item)
      if let below = handlers.snapshotForExpandingParent?(item, outline.snapshot(of: item)) {
        outline.replace(childrenOf: item, using: below)
      }
      outline.expand([item])
    }
    apply(outline, to: section)
    return true
  }

  // MARK: Paths

  /// Returns the section of a number; nil if there is none.
  open func sectionIdentifier(for index: Int) -> SectionIdentifierType? {
    current.section(at: index)
  }

  /// Returns the number of a section; nil if it is not there.
  open func index(for sectionIdentifier: SectionIdentifierType) -> Int? {
    current.indexOfSection(sectionIdentifier)
  }

  /// Returns the item of a path; nil if there is none.
  open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? {
    current.item(at: indexPath)
  }

  /// Returns the path of an item; nil if it is not there.
  open func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? {
    current.path(of: itemIdentifier)
  }

  // MARK: Data source

  /// The number of sections.
  open func numberOfSections(in collectionView: UICollectionView) -> Int {
    current.numberOfSections
  }

  /// The number of items of a section.
  open func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int)
    -> Int
  {
    current.itemCount(at: section)
  }

  /// The cell that the provider returns.
  open func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
    -> UICollectionViewCell
  {
    guard let item = itemIdentifier(for: indexPath),
      let cell = provider(collectionView, indexPath, item)
    else {
      Diagnostics.report(
        "UIKit: UICollectionViewDiffableDataSource: the cell provider returned no cell for "
          + "\(indexPath)"
      )
      return UICollectionViewCell(frame: .zero)
    }
    return cell
  }

  /// Whether the handlers let an item move.
  open func collectionView(
    _ collectionView: UICollectionView,
    canMoveItemAt indexPath: IndexPath
  ) -> Bool {
    guard let item = itemIdentifier(for: indexPath) else { return false }
    return reorderingHandlers.canReorderItem?(item) ?? false
  }

  /// Moves an item in the snapshot, with calls of the handlers.
  open func collectionView(
    _ collectionView: UICollectionView,
    moveItemAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  ) {
    guard
      let transaction = NSDiffableDataSourceTransaction(
        moving: sourceIndexPath,
        to: destinationIndexPath,
        in: current
      )
    else { return }
    reorderingHandlers.willReorder?(transaction)
    current = transaction.finalSnapshot
    for changed in transaction.sectionTransactions {
      outlines.outlines[changed.sectionIdentifier] = nil
    }
    reorderingHandlers.didReorder?(transaction)
  }

  /// The view that the provider of views beside cells returns.
  open func collectionView(
    _ collectionView: UICollectionView,
    viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> UICollectionReusableView {
    if let view = supplementaryViewProvider?(collectionView, kind, indexPath) { return view }
    Diagnostics.report(
      "UIKit: UICollectionViewDiffableDataSource: there is no view of the kind \"\(kind)\" for "
        + "\(indexPath)"
    )
    return UICollectionReusableView(frame: .zero)
  }
}
