// Items of collections that are dragged, and drops on collections.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

extension UICollectionView {
  /// The object that gives what is dragged of items; the collection does not keep it.
  public weak var dragDelegate: (any UICollectionViewDragDelegate)? {
    get { cells.dragDelegate }
    set {
      cells.dragDelegate = newValue
      prepareDrags()
    }
  }

  /// The object that decides about drops; the collection does not keep it.
  public weak var dropDelegate: (any UICollectionViewDropDelegate)? {
    get { cells.dropDelegate }
    set {
      cells.dropDelegate = newValue
      prepareDrags()
    }
  }

  /// Whether long touches of items drag them; true by default.
  ///
  /// **Differences**: true on phones, too. While an item is dragged over its own section the others
  /// make room; there is no gap for what comes from elsewhere.
  public var dragInteractionEnabled: Bool {
    get { cells.isDragEnabled }
    set {
      cells.isDragEnabled = newValue
      cells.drags?.drag.isEnabled = newValue
    }
  }

  /// Whether an item of the collection is dragged, in the collection or elsewhere.
  public var hasActiveDrag: Bool { cells.drags?.activeDrag != nil }

  /// Whether something is dragged over the collection that it may take.
  public var hasActiveDrop: Bool { cells.drags?.activeDrop != nil }

  private func prepareDrags() {
    guard cells.drags == nil, cells.dragDelegate != nil || cells.dropDelegate != nil else { return }
    cells.drags = ListDrags(self)
    cells.drags?.drag.isEnabled = cells.isDragEnabled
  }
}

extension UICollectionView: DragList {
  final func pathForDrag(at point: CGPoint) -> IndexPath? { item(at: point) }
  final func cellForDrag(at path: IndexPath) -> UIView? { cellForItem(at: path) }

  final func rectForDrag(at path: IndexPath) -> CGRect {
    layoutAttributesForItem(at: path)?.frame ?? .zero
  }

  final func dragItems(_ session: DragSession, at path: IndexPath) -> [UIDragItem] {
    cells.dragDelegate?.collectionView(self, itemsForBeginning: session, at: path) ?? []
  }

  final func previewParameters(at path: IndexPath) -> UIDragPreviewParameters? {
    cells.dragDelegate?.collectionView(self, dragPreviewParametersForItemAt: path)
  }

  final func dragAllowsMove(_ session: DragSession) -> Bool {
    cells.dragDelegate?.collectionView(self, dragSessionAllowsMoveOperation: session) ?? true
  }

  final func dragIsRestricted(_ session: DragSession) -> Bool {
    cells.dragDelegate?
      .collectionView(self, dragSessionIsRestrictedToDraggingApplication: session) ?? false
  }

  final func dragWillBegin(_ session: DragSession) {
    cells.dragDelegate?.collectionView(self, dragSessionWillBegin: session)
  }

  final func dragDidEnd(_ session: DragSession) {
    cells.dragDelegate?.collectionView(self, dragSessionDidEnd: session)
  }

  final var hasDropDelegate: Bool { cells.dropDelegate != nil }

  final func mayMove(_ path: IndexPath) -> Bool {
    hasItem(path) && dataSource?.collectionView(self, canMoveItemAt: path) == true
  }

  final func dropCanHandle(_ session: DropSession) -> Bool {
    cells.dropDelegate?.collectionView(self, canHandle: session) ?? false
  }

  final func dropDidEnter(_ session: DropSession) {
    cells.dropDelegate?.collectionView(self, dropSessionDidEnter: session)
  }

  final func dropAnswer(_ session: DropSession, at path: IndexPath?) -> ListDropAnswer? {
    guard
      let proposal = cells.dropDelegate?.collectionView(
        self,
        dropSessionDidUpdate: session,
        withDestinationIndexPath: path
      )
    else { return nil }
    let intent: ListDropIntent =
      switch proposal.intent {
      case .unspecified: .unspecified
      case .insertAtDestinationIndexPath: .insertAt
      case .insertIntoDestinationIndexPath: .insertInto
      }
    return ListDropAnswer(proposal: proposal, intent: intent)
  }

  final func dropDidExit(_ session: DropSession) {
    cells.dropDelegate?.collectionView(self, dropSessionDidExit: session)
  }

  final func dropDidEnd(_ session: DropSession) {
    cells.dropDelegate?.collectionView(self, dropSessionDidEnd: session)
  }

  final func showGap(at path: IndexPath?, from source: IndexPath?, height: CGFloat) {
    guard let path, let source, hasItem(path), hasItem(source) else {
      // A movement with a position is the program's own.
      guard let movement = cells.movement, movement.position == nil else { return }
      forgetMovement()
      return showMovement(animated: true)
    }
    if cells.movement == nil {
      cells.movement = ItemMovement(source, nil)
      showMovement(animated: false)
    }
    guard let movement = cells.movement, movement.position == nil, movement.target != path else {
      return
    }
    movement.target = path
    showMovement(animated: true)
  }

  final func highlightForDrop(_ path: IndexPath, isOn: Bool) {
    cellForItem(at: path)?.isHighlighted = isOn
  }

  final func moveByDrop(from source: IndexPath, to target: IndexPath) -> Bool {
    if cells.movement?.position == nil { forgetMovement() }
    return moveItemByHand(from: source, to: target)
  }

  final func performDrop(_ drop: ListDrop) {
    if cells.movement?.position == nil { forgetMovement() }
    cells.dropDelegate?.collectionView(self, performDropWith: CollectionDrop(self, drop))
    if cells.movement == nil { showMovement(animated: true) }
  }
}

/// Something that is dropped on a collection.
@MainActor
private final class CollectionDropItem: NSObject, UICollectionViewDropItem {
  let dragItem: UIDragItem
  let sourceIndexPath: IndexPath?
  let previewSize: CGSize

  init(_ item: UIDragItem, _ source: IndexPath?, _ size: CGSize) {
    (dragItem, sourceIndexPath, previewSize) = (item, source, size)
    super.init()
  }
}

/// A drop on a collection.
@MainActor
private final class CollectionDrop: NSObject, UICollectionViewDropCoordinator {
  private weak var collection: UICollectionView?
  private let drop: ListDrop
  let items: [any UICollectionViewDropItem]

  init(_ collection: UICollectionView, _ drop: ListDrop) {
    self.collection = collection
    self.drop = drop
    items = drop.items.map { item, source in
      CollectionDropItem(item, source, source.map { collection.rectForDrag(at: $0).size } ?? .zero)
    }
    super.init()
  }

  var destinationIndexPath: IndexPath? { drop.destination }
  var session: any UIDropSession { drop.session }

  var proposal: UICollectionViewDropProposal {
    drop.proposal as? UICollectionViewDropProposal
      ?? UICollectionViewDropProposal(operation: drop.proposal.operation)
  }

  func drop(_ dragItem: UIDragItem, toItemAt indexPath: IndexPath) -> any UIDragAnimating {
    drop.landings.add(dragItem) { [weak collection] in
      collection.flatMap { ListDrags.middle(of: indexPath, in: $0) }
    }
  }

  func drop(
    _ dragItem: UIDragItem,
    intoItemAt indexPath: IndexPath,
    rect: CGRect
  ) -> any UIDragAnimating {
    drop.landings.add(dragItem) { [weak collection] in
      guard let collection else { return nil }
      let place = collection.rectForDrag(at: indexPath)
      guard !place.isEmpty else { return nil }
      let center = CGPoint(x: place.minX + rect.midX, y: place.minY + rect.midY)
      return UIDragPreviewTarget(container: collection, center: center)
    }
  }

  func drop(_ dragItem: UIDragItem, to target: UIDragPreviewTarget) -> any UIDragAnimating {
    drop.landings.add(dragItem) { target }
  }
}
