// Items that are taken to another place.
// Licensed under the MIT license; see LICENSE.
//
// The layout and the data source stay as they are until the item is let go. Meanwhile cells are
// shown at each other's places: with the item at 0 held over the place 2,
//
//     places    0  1  2  3
//     items     1  2 (0) 3

import CoreGraphics
public import Foundation
import QuartzCore

/// An item that is taken to another place.
@MainActor
final class ItemMovement {
  /// In front of all that a layout says.
  static let frontmost = 10_000

  let source: IndexPath
  var target: IndexPath
  /// The middle of the cell, in points of the collection; nil for one that is not shown.
  var position: CGPoint?
  /// The finger in the window, for content that moves under it.
  var finger = CGPoint.zero
  let edges = EdgeScroll()

  init(_ source: IndexPath, _ position: CGPoint?) {
    self.source = source
    target = source
    self.position = position
  }

  /// Returns the item that is shown at a place; items keep their places while the target is in
  /// another section.
  func item(at place: IndexPath) -> IndexPath {
    guard place.section == source.section, target.section == source.section else { return place }
    if place.item == target.item { return source }
    let other = place.item > target.item ? place.item - 1 : place.item
    return IndexPath(item: other < source.item ? other : other + 1, section: place.section)
  }
}

extension UICollectionView {
  private static var motionDuration: Double { 0.25 }

  /// Begins to take an item to another place.
  ///
  /// **Differences**: a data source that has no `collectionView(_:moveItemAt:to:)` is noticed at
  /// the end, when the item goes back. Cells show at each other's places, with the sizes of these,
  /// and only those of the item's own section. A group of changes ends it.
  ///
  /// - Returns: Whether the data source lets it.
  @discardableResult
  public func beginInteractiveMovementForItem(at indexPath: IndexPath) -> Bool {
    guard hasItem(indexPath), let place = layoutAttributesForItem(at: indexPath), place.isUsable,
      dataSource?.collectionView(self, canMoveItemAt: indexPath) == true, hasItem(indexPath)
    else { return false }
    cancelInteractiveMovement()
    cells.movement = ItemMovement(indexPath, place.center)
    showMovement(animated: false)
    return true
  }

  /// Brings the middle of the item that is taken along to a position, in points of the collection.
  ///
  /// Content scrolls while the position is near an edge.
  public func updateInteractiveMovementTargetPosition(_ targetPosition: CGPoint) {
    guard let movement = cells.movement, targetPosition.x.isFinite, targetPosition.y.isFinite
    else { return }
    move(movement, to: targetPosition)
    guard let window, cells.movement === movement else { return }
    movement.finger = convert(targetPosition, to: window)
    movement.edges.follow(movement.finger, over: self) { [weak self, weak movement] in
      guard let self, let movement, self.cells.movement === movement, let window = self.window
      else { return }
      self.move(movement, to: self.convert(movement.finger, from: window))
    }
  }

  private func move(_ movement: ItemMovement, to position: CGPoint) {
    movement.position = position
    showMovement(animated: false)
    guard cells.movement === movement else { return }
    let proposed = layout.targetIndexPath(
      forInteractivelyMovingItem: movement.target,
      withPosition: position
    )
    setTarget(of: movement, to: proposed)
  }

  /// Asks the delegate about another target, and shows it.
  final func setTarget(of movement: ItemMovement, to proposed: IndexPath) {
    guard proposed != movement.target else { return }
    var wanted = proposed
    if let delegate = cells.delegate {
      wanted = delegate.collectionView(
        self,
        targetIndexPathForMoveOfItemFromOriginalIndexPath: movement.source,
        atCurrentIndexPath: movement.target,
        toProposedIndexPath: proposed
      )
    }
    guard cells.movement === movement, wanted != movement.target, mayHold(wanted, movement) else {
      return
    }
    movement.target = wanted
    showMovement(animated: true)
  }

  /// Whether a path exists once the item has left its place.
  private func mayHold(_ path: IndexPath, _ movement: ItemMovement) -> Bool {
    guard path.count == 2, cells.counts.indices.contains(path.section), path.item >= 0 else {
      return false
    }
    let others = cells.counts[path.section] - (path.section == movement.source.section ? 1 : 0)
    return path.item <= others
  }

  /// Lets the item go to its new place, which the data source is told of.
  public func endInteractiveMovement() {
    guard let movement = cells.movement else { return }
    forgetMovement()
    if !moveItemByHand(from: movement.source, to: movement.target) { showMovement(animated: true) }
  }

  /// Lets the item go back.
  public func cancelInteractiveMovement() {
    guard cells.movement != nil else { return }
    forgetMovement()
    showMovement(animated: true)
  }

  /// Moves an item by the data source.
  ///
  /// - Returns: Whether the data source has the method, and there was something to move.
  final func moveItemByHand(from source: IndexPath, to target: IndexPath) -> Bool {
    guard source != target, let dataSource, hasItem(source) else { return false }
    cells.usesDefaultMove = false
    dataSource.collectionView(self, moveItemAt: source, to: target)
    guard !cells.usesDefaultMove else { return false }
    // The data source may have loaded the collection again.
    if !cells.needsReload, hasItem(source) { moveItem(at: source, to: target) }
    return true
  }

  final func forgetMovement() {
    cells.movement?.edges.stop()
    // A cell that was not shown gets its own alpha with its next attributes.
    if let movement = cells.movement, movement.position == nil {
      cellForItem(at: movement.source)?.alpha = 1
    }
    cells.movement = nil
  }

  /// Brings all cells to the places that they have now.
  final func showMovement(animated: Bool) {
    cells.needsPlacing = true
    let place = {
      self.setNeedsLayout()
      self.layoutIfNeeded()
    }
    if animated {
      UIView.animate(withDuration: UICollectionView.motionDuration, animations: place)
    } else {
      UIView.performWithoutAnimation(place)
    }
  }

  /// Returns attributes for items at the places that they are shown at.
  final func arranged(
    _ shown: [ElementKey: UICollectionViewLayoutAttributes],
    by movement: ItemMovement
  ) -> [ElementKey: UICollectionViewLayoutAttributes] {
    var result: [ElementKey: UICollectionViewLayoutAttributes] = [:]
    for (key, attributes) in shown {
      let item = key.category == .cell ? movement.item(at: key.path) : key.path
      guard key.category == .cell, item != key.path,
        let copy = attributes.copy() as? UICollectionViewLayoutAttributes
      else {
        result[key] = attributes
        continue
      }
      copy.indexPath = item
      copy.openAxes = []
      result[copy.key] = copy
    }
    if let held = held(movement) { result[held.key] = held }
    return result
  }

  /// The attributes of the item that is taken along.
  private func held(_ movement: ItemMovement) -> UICollectionViewLayoutAttributes? {
    guard hasItem(movement.source) else { return nil }
    let own = layoutItem(movement.source)
    let attributes =
      movement.position.map {
        layout.layoutAttributesForInteractivelyMovingItem(
          at: movement.source,
          withTargetPosition: $0
        )
      } ?? (own?.copy() as? UICollectionViewLayoutAttributes)
    attributes?.indexPath = movement.source
    if movement.position == nil { attributes?.alpha = 0 }
    return attributes.flatMap { $0.isUsable ? $0 : nil }
  }
}
