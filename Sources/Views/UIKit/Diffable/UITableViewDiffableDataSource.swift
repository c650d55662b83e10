// Data sources of tables that are told snapshots and find the changes.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// A data source of a table that is told snapshots and finds the changes between them.
///
/// The table keeps the data source weakly; the program keeps it. Subclasses add titles of sections
/// and rules of editing.
@preconcurrency
@MainActor
open class UITableViewDiffableDataSource<
  SectionIdentifierType: Hashable,
  ItemIdentifierType: Hashable
>: NSObject, UITableViewDataSource {
  /// Returns the cell of an item.
  public typealias CellProvider =
    @MainActor (UITableView, IndexPath, ItemIdentifierType) -> UITableViewCell?

  private weak var table: UITableView?
  private let provider: CellProvider
  private var current = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>()

  /// The animation of rows that come and go; automatic by default.
  open var defaultRowAnimation = UITableView.RowAnimation.automatic

  /// Creates a data source and makes it that of a table.
  ///
  /// - Parameters:
  ///   - tableView: The table.
  ///   - cellProvider: Returns the cell of an item.
  public init(tableView: UITableView, cellProvider: @escaping CellProvider) {
    table = tableView
    provider = cellProvider
    super.init()
    tableView.dataSource = self
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
  ///   - animatingDifferences: Whether rows move and fade.
  ///   - completion: Called at the end of the animation.
  open func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    animatingDifferences: Bool = true,
    completion: (() -> Void)? = nil
  ) {
    let change = SnapshotChange(from: current, to: snapshot)
    var next = snapshot
    next.settle()
    guard let table, !change.update.isEmpty else {
      current = next
      table?.reconfigureRows(at: change.reconfigured)
      completion?()
      return
    }
    let work = {
      table.performBatchUpdates(
        {
          self.current = next
          table.change(self.defaultRowAnimation) { $0 = change.update }
          table.reconfigureRows(at: change.reconfigured)
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
    table?.reloadData()
    completion?()
  }

  /// Shows a snapshot by loading everything again.
  open func applySnapshotUsingReloadData(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  ) async { applySnapshotUsingReloadData(snapshot, completion: nil) }

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
  open func numberOfSections(in tableView: UITableView) -> Int { current.numberOfSections }

  /// The number of rows of a section.
  open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    current.itemCount(at: section)
  }

  /// The cell that the provider returns.
  open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath)
    -> UITableViewCell
  {
    guard let item = itemIdentifier(for: indexPath),
      let cell = provider(tableView, indexPath, item)
    else {
      Diagnostics.report(
        "UIKit: UITableViewDiffableDataSource: the cell provider returned no cell for \(indexPath)"
      )
      return UITableViewCell(style: .default, reuseIdentifier: nil)
    }
    return cell
  }

  /// No title; subclasses return theirs.
  open func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    nil
  }

  /// No title; subclasses return theirs.
  open func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
    nil
  }

  /// False; subclasses decide.
  open func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { false }

  /// False; subclasses decide.
  open func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { false }

  /// Does nothing; subclasses change their data.
  open func tableView(
    _ tableView: UITableView,
    moveRowAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  ) {}

  /// Does nothing; subclasses change their data.
  open func tableView(
    _ tableView: UITableView,
    commit editingStyle: UITableViewCell.EditingStyle,
    forRowAt indexPath: IndexPath
  ) {}
}
