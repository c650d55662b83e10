// Cells that decide their size, sections that scroll by themselves, and items prepared in advance.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

extension UICollectionView {
  /// The lengths of the visible part before and after it for which items are prepared.
  private static var prefetchedParts: CGFloat { 1 }

  private var isVertical: Bool { scrollsDown }

  /// Whether the content is longer from top to bottom than it is wide.
  private var scrollsDown: Bool {
    if let flow = layout as? UICollectionViewFlowLayout { return flow.scrollDirection == .vertical }
    if let composed = layout as? UICollectionViewCompositionalLayout {
      return composed.configuration.scrollDirection == .vertical
    }
    return contentSize.width <= bounds.width
  }

  // MARK: Sizes that views ask for

  /// Asks new views for their size, and the layout for places that fit.
  final func measureElements() {
    let due = cells.unmeasured
    cells.unmeasured = []
    for key in due {
      guard let view = cells.views[key], let original = view.shown else { continue }
      (view as? any ConfiguredView)?.updateConfigurationIfNeeded()
      let preferred = view.preferredLayoutAttributesFitting(original)
      guard preferred !== original, preferred.isUsable else { continue }
      let (wish, given) = (placed(preferred), placed(original))
      guard
        layout.shouldInvalidateLayout(
          forPreferredLayoutAttributes: wish,
          withOriginalAttributes: given
        )
      else { continue }
      layout.invalidateLayout(
        with: layout.invalidationContext(
          forPreferredLayoutAttributes: wish,
          withOriginalAttributes: given
        )
      )
    }
  }

  /// Asks a view once more, after its contents changed.
  final func measureAgain(_ view: UICollectionReusableView) {
    guard selfSizingInvalidation != .disabled, let shown = view.shown, !shown.openAxes.isEmpty
    else { return }
    cells.unmeasured.insert(shown.key)
    cells.needsPlacing = true
    setNeedsLayout()
  }

  /// Fills cells that show again.
  final func reconfigure(_ paths: [IndexPath]) {
    guard let dataSource, cells.groupDepth == 0 else {
      return cells.reconfiguredLater.formUnion(paths)
    }
    for path in paths where hasItem(path) {
      guard let cell = cellForItem(at: path) else { continue }
      cells.reconfigured[path] = cell
      let filled = dataSource.collectionView(self, cellForItemAt: path)
      cells.reconfigured[path] = nil
      if filled !== cell {
        Diagnostics.report(
          "UIKit: UICollectionView.reconfigureItems(at:): the data source returned another cell "
            + "for \(path); expected the one that shows"
        )
      }
      measureAgain(cell)
    }
  }

  // MARK: No jumps

  /// The first cell that shows whole, and its place in the direction of reading; nil at the start
  /// of the content.
  final func keptPlace() -> (path: IndexPath, place: CGRect)? {
    let width = readingWidth
    let visible = bounds.inset(by: adjustedContentInset).mirrored(in: width)
    let top = isVertical ? visible.minY : visible.minX
    guard top > 0.5 else { return nil }
    var found: (path: IndexPath, place: CGRect)?
    var hasOpen = false
    for (key, view) in cells.views where key.category == .cell {
      guard let shown = view.shown, !shown.isInScroller else { continue }
      if !shown.openAxes.isEmpty { hasOpen = true }
      let place = shown.frame.mirrored(in: width)
      let begin = isVertical ? place.minY : place.minX
      guard begin >= top - 0.5 else { continue }
      if let found {
        let other = isVertical ? found.place.minY : found.place.minX
        if (begin, key.item) >= (other, found.path.item) { continue }
      }
      found = (key.path, place)
    }
    return hasOpen ? found : nil
  }

  /// Moves the visible part along with a cell that moved because of others.
  final func keep(_ path: IndexPath, at place: CGRect) {
    let width = readingWidth
    guard let new = layoutItem(path)?.frame.mirrored(in: width) else { return }
    let moved = isVertical ? new.minY - place.minY : new.minX - place.minX
    let passed = cells.keptShift
    guard abs(moved - passed) > 1e-6, moved.isFinite else { return }
    cells.keptShift = moved
    if isVertical {
      shiftContent(by: moved - passed)
    } else {
      bounds.origin.x += width == nil ? moved - passed : passed - moved
    }
  }

  // MARK: Sections that scroll by themselves

  /// The view around an element.
  final func container(of attributes: UICollectionViewLayoutAttributes) -> UIView {
    guard attributes.isInScroller else { return self }
    return cells.scrollers[attributes.indexPath.section] ?? self
  }

  final func placeScrollers() {
    for (section, place) in layout.scrollers where place.frame.intersects(bounds) {
      let view = cells.scrollers[section] ?? OrthogonalScrollView(frame: place.frame)
      view.isUpdating = true
      if cells.scrollers[section] == nil {
        view.collection = self
        cells.scrollers[section] = view
        insertSubview(view, at: backgroundView?.superview === self ? 1 : 0)
      }
      view.section = section
      let options = place.plan.section.orthogonalScrollingProperties
      let behavior = place.plan.section.orthogonalScrollingBehavior
      view.bounces = options.bounce != .never
      view.decelerationRate =
        options.decelerationRate ?? (behavior == .continuous ? .normal : .fast)
      let frame = place.frame.roundedEdges(to: layoutScale)
      if view.frame != frame { view.frame = frame }
      if view.contentSize != place.content { view.contentSize = place.content }
      if let layout = layout as? UICollectionViewCompositionalLayout, !view.isDragging,
        !view.isDecelerating
      {
        let offset = layout.scrollOffset(ofSection: section)
        if view.contentOffset != offset { view.contentOffset = offset }
      }
      view.isUpdating = false
    }
  }

  /// Removes the scroll views of sections that do not show.
  final func removeScrollers() {
    guard !cells.scrollers.isEmpty else { return }
    let places = layout.scrollers
    for (section, view) in cells.scrollers {
      if let place = places[section], place.frame.intersects(bounds) { continue }
      cells.scrollers[section] = nil
      view.removeFromSuperview()
    }
  }

  /// Shows the cells of a section that scrolled.
  final func sectionScrolled(_ section: Int) {
    if layout.scrollers[section]?.plan.section.visibleItemsInvalidationHandler != nil {
      cells.needsPlacing = true
    }
    setNeedsLayout()
  }

  // MARK: Items in advance

  /// Asks for the preparation of items that are about to show.
  final func prefetch() {
    guard isPrefetchingEnabled, let source = prefetchDataSource, window != nil else { return }
    let length = isVertical ? bounds.height : bounds.width
    let more = length * UICollectionView.prefetchedParts
    let area = bounds.insetBy(dx: isVertical ? 0 : -more, dy: isVertical ? -more : 0)
    let near = layoutElements(in: area)
      .filter { $0.representedElementCategory == .cell && $0.isUsable }
      .map(\.indexPath)
    let wanted = Set(near.filter { hasItem($0) && cells.views[.cell($0)] == nil })
    let gone = cells.prefetched.subtracting(near)
    let new = wanted.subtracting(cells.prefetched)
    cells.prefetched = cells.prefetched.subtracting(gone).union(wanted)
    if !gone.isEmpty { source.collectionView(self, cancelPrefetchingForItemsAt: gone.sorted()) }
    if !new.isEmpty { source.collectionView(self, prefetchItemsAt: new.sorted()) }
  }
}

extension UICollectionViewLayout {
  /// Whether the layout is neither a flow nor composed, so that views are asked for sizes always.
  final var isOfProgram: Bool {
    !(self is UICollectionViewFlowLayout) && !(self is UICollectionViewCompositionalLayout)
  }
}

extension UICollectionViewLayoutAttributes {
  /// Whether lengths that the view does not decide are others.
  final func hasOtherRoom(than other: UICollectionViewLayoutAttributes) -> Bool {
    guard openAxes == other.openAxes else { return true }
    return !openAxes.contains(.horizontal) && size.width != other.size.width
      || !openAxes.contains(.vertical) && size.height != other.size.height
  }
}
