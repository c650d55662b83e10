// Rows of tables that are dragged, and drops on tables.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

extension UITableView {
  /// The object that gives the items of rows that are dragged; the table does not keep it.
  public weak var dragDelegate: (any UITableViewDragDelegate)? {
    get { rows.dragDelegate }
    set {
      rows.dragDelegate = newValue
      prepareDrags()
    }
  }

  /// The object that decides about drops; the table does not keep it.
  public weak var dropDelegate: (any UITableViewDropDelegate)? {
    get { rows.dropDelegate }
    set {
      rows.dropDelegate = newValue
      prepareDrags()
    }
  }

  /// Whether long touches of rows drag them; true by default.
  ///
  /// **Differences**: true on phones, too.
  public var dragInteractionEnabled: Bool {
    get { rows.isDragEnabled }
    set {
      rows.isDragEnabled = newValue
      rows.drags?.drag.isEnabled = newValue
    }
  }

  /// Whether a row of the table is dragged, in the table or elsewhere.
  public var hasActiveDrag: Bool { rows.drags?.activeDrag != nil }

  /// Whether items are dragged over the table that it may take.
  public var hasActiveDrop: Bool { rows.drags?.activeDrop != nil }

  private func prepareDrags() {
    guard rows.drags == nil, rows.dragDelegate != nil || rows.dropDelegate != nil else { return }
    rows.drags = ListDrags(self)
    rows.drags?.drag.isEnabled = rows.isDragEnabled
  }
}

extension UITableView: DragList {
  final func pathForDrag(at point: CGPoint) -> IndexPath? { rowUnderDrag(at: point) }
  final func cellForDrag(at path: IndexPath) -> UIView? { cellForRow(at: path) }
  final func rectForDrag(at path: IndexPath) -> CGRect { rectForRow(at: path) }

  final func dragItems(_ session: DragSession, at path: IndexPath) -> [UIDragItem] {
    rows.dragDelegate?.tableView(self, itemsForBeginning: session, at: path) ?? []
  }

  final func previewParameters(at path: IndexPath) -> UIDragPreviewParameters? {
    rows.dragDelegate?.tableView(self, dragPreviewParametersForRowAt: path)
  }

  final func dragAllowsMove(_ session: DragSession) -> Bool {
    rows.dragDelegate?.tableView(self, dragSessionAllowsMoveOperation: session) ?? true
  }

  final func dragIsRestricted(_ session: DragSession) -> Bool {
    rows.dragDelegate?.tableView(self, dragSessionIsRestrictedToDraggingApplication: session)
      ?? false
  }

  final func dragWillBegin(_ session: DragSession) {
    rows.dragDelegate?.tableView(self, dragSessionWillBegin: session)
  }

  final func dragDidEnd(_ session: DragSession) {
    rows.dragDelegate?.tableView(self, dragSessionDidEnd: session)
  }

  final var hasDropDelegate: Bool { rows.dropDelegate != nil }

  final func mayMove(_ path: IndexPath) -> Bool {
    guard let dataSource, hasRow(path) else { return false }
    rows.usesDefaultMove = false
    // A data source that says nothing may have the method that moves.
    return dataSource.tableView(self, canMoveRowAt: path) || rows.usesDefaultMove
  }

  private func hasRow(_ path: IndexPath) -> Bool {
    path.count == 2 && loaded.row(path.row, section: path.section) != nil
  }

  final func dropCanHandle(_ session: DropSession) -> Bool {
    rows.dropDelegate?.tableView(self, canHandle: session) ?? false
  }

  final func dropDidEnter(_ session: DropSession) {
    rows.dropDelegate?.tableView(self, dropSessionDidEnter: session)
  }

  final func dropAnswer(_ session: DropSession, at path: IndexPath?) -> ListDropAnswer? {
    guard
      let proposal = rows.dropDelegate?.tableView(
        self,
        dropSessionDidUpdate: session,
        withDestinationIndexPath: path
      )
    else { return nil }
    let intent: ListDropIntent =
      switch proposal.intent {
      case .unspecified: .unspecified
      case .insertAtDestinationIndexPath, .automatic: .insertAt
      case .insertIntoDestinationIndexPath: .insertInto
      }
    return ListDropAnswer(proposal: proposal, intent: intent)
  }

  final func dropDidExit(_ session: DropSession) {
    rows.dropDelegate?.tableView(self, dropSessionDidExit: session)
  }

  final func dropDidEnd(_ session: DropSession) {
    rows.dropDelegate?.tableView(self, dropSessionDidEnd: session)
  }

  final func showGap(at path: IndexPath?, from source: IndexPath?, height: CGFloat) {
    guard let path, hasRow(path), source.map(hasRow) ?? true else { return setDropGap(nil) }
    let room = height > 0 ? height : rectForRow(at: path).height
    setDropGap(DropGap(path: path, source: source, height: room))
  }

  final func highlightForDrop(_ path: IndexPath, isOn: Bool) {
    cellForRow(at: path)?.setHighlighted(isOn, animated: false)
  }

  final func moveByDrop(from source: IndexPath, to target: IndexPath) -> Bool {
    guard let dataSource, hasRow(source) else { return false }
    rows.usesDefaultMove = false
    dataSource.tableView(self, moveRowAt: source, to: target)
    guard !rows.usesDefaultMove else { return false }
    forgetDropGap()
    // The data source may have loaded the table again.
    if !rows.needsReload, hasRow(source) { moveRow(at: source, to: target) }
    return true
  }

  final func performDrop(_ drop: ListDrop) {
    forgetDropGap()
    rows.dropDelegate?.tableView(self, performDropWith: TableDrop(self, drop))
    UIView.animate(withDuration: 0.2) {
      self.placeAgain()
      self.placeHeadersAgain()
    }
  }
}

/// An item that is dropped on a table.
@MainActor
private final class TableDropItem: NSObject, UITableViewDropItem {
  let dragItem: UIDragItem
  let sourceIndexPath: IndexPath?
  let previewSize: CGSize

  init(_ item: UIDragItem, _ source: IndexPath?, _ size: CGSize) {
    (dragItem, sourceIndexPath, previewSize) = (item, source, size)
    super.init()
  }
}

/// A drop on a table.
@MainActor
private final class TableDrop: NSObject, UITableViewDropCoordinator {
  private weak var table: UITableView?
  private let drop: ListDrop
  let items: [any UITableViewDropItem]

  init(_ table: UITableView, _ drop: ListDrop) {
    self.table = table
    self.drop = drop
    items = drop.items.map { item, source in
      TableDropItem(item, source, source.map { table.rectForRow(at: $0).size } ?? .zero)
    }
    super.init()
  }

  var destinationIndexPath: IndexPath? { drop.destination }
  var session: any UIDropSession { drop.session }

  var proposal: UITableViewDropProposal {
    drop.proposal as? UITableViewDropProposal
      ?? UITableViewDropProposal(operation: drop.proposal.operation)
  }

  func drop(_ dragItem: UIDragItem, toRowAt indexPath: IndexPath) -> any UIDragAnimating {
    drop.landings.add(dragItem) { [weak table] in
      table.flatMap { ListDrags.middle(of: indexPath, in: $0) }
    }
  }

  func drop(
    _ dragItem: UIDragItem,
    intoRowAt indexPath: IndexPath,
    rect: CGRect
  ) -> any UIDragAnimating {
    drop.landings.add(dragItem) { [weak table] in
      guard let table else { return nil }
      let row = table.rectForRow(at: indexPath)
      guard !row.isEmpty else { return nil }
      let center = CGPoint(x: row.minX + rect.midX, y: row.minY + rect.midY)
      return UIDragPreviewTarget(container: table, center: center)
    }
  }

  func drop(_ dragItem: UIDragItem, to target: UIDragPreviewTarget) -> any UIDragAnimating {
    drop.landings.add(dragItem) { target }
  }
}
