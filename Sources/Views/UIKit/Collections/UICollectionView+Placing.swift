// Counts of collections, and the views that show.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore

extension UICollectionView {
  /// Sections with more items are treated as having this many.
  private static var greatestCount: Int { 100_000_000 }
  /// Of the attributes for one view, more are left out.
  private static var greatestViewCount: Int { 10_000 }
  /// A layout that invalidates itself while it is used is prepared again this often.
  static var greatestPasses: Int { 16 }

  // MARK: Loading

  final func setNeedsReload() {
    cells.needsReload = true
    cells.needsPreparation = true
    setNeedsLayout()
  }

  final func loadIfNeeded() {
    guard cells.needsReload, !cells.isLoading, cells.groupDepth == 0 else { return }
    reload()
  }

  final func reload() {
    guard !cells.isLoading, !cells.isPreparing, !cells.isPlacing else { return setNeedsReload() }
    cells.needsReload = false
    forgetMovement()
    cells.update = ListUpdate()
    let views = cells.views
    cells.views = [:]
    for (key, view) in views { recycle(view, from: key) }
    cells.selection = []
    cells.highlighted = nil
    loadCounts()
    cells.needsPlacing = true
    layout.forgetSizes()
    layout.invalidateLayout()
    setNeedsLayout()
  }

  final func loadCounts() {
    cells.isLoading = true
    defer { cells.isLoading = false }
    cells.counts = []
    guard let dataSource else { return }
    let count = usableCount(dataSource.numberOfSections(in: self), from: "numberOfSections(in:)")
    for section in 0..<count {
      let items = dataSource.collectionView(self, numberOfItemsInSection: section)
      let call = "collectionView(_:numberOfItemsInSection: \(section))"
      cells.counts.append(usableCount(items, from: call))
    }
  }

  private func usableCount(_ count: Int, from call: String) -> Int {
    let greatest = UICollectionView.greatestCount
    if (0...greatest).contains(count) { return count }
    Diagnostics.report("UIKit: \(call) returned \(count); expected 0 to \(greatest)")
    return min(max(count, 0), greatest)
  }

  final func hasItem(_ path: IndexPath) -> Bool {
    path.count == 2 && path.item >= 0 && path.item < numberOfItems(inSection: path.section)
  }

  // MARK: The layout

  final func layoutInvalidated(_ context: UICollectionViewLayoutInvalidationContext) {
    cells.needsPreparation = true
    cells.needsPlacing = true
    let adjustment = context.contentOffsetAdjustment
    if adjustment != .zero, adjustment.x.isFinite, adjustment.y.isFinite {
      bounds.origin = CGPoint(
        x: contentOffset.x + adjustment.x,
        y: contentOffset.y + adjustment.y
      )
    }
    setNeedsLayout()
  }

  final func prepareIfNeeded() {
    loadIfNeeded()
    guard cells.needsPreparation, !cells.isPreparing else { return }
    cells.isPreparing = true
    cells.needsPreparation = false
    cells.placedSize = bounds.size
    layout.prepare()
    let size = layout.collectionViewContentSize
    cells.isPreparing = false
    noteLeadingGap()
    // Subclasses observe it, to follow the content with their own size.
    if super.contentSize != size { contentSize = size }
    keepLeadingEdge()
  }

  // MARK: Views to use again

  final func dequeue(_ key: ReuseKey) -> UICollectionReusableView? {
    if let view = cells.reusable[key]?.popLast() {
      view.prepareForReuse()
      return view
    }
    if let nib = cells.nibs[key] {
      cells.viewsMade += 1
      let view = nib.reusable(UICollectionReusableView.self, key.identifier)
      view?.reuseIdentifier = key.identifier
      return view
    }
    guard let type = cells.classes[key] else { return nil }
    cells.viewsMade += 1
    let view = UICollectionReusableView.new(of: type)
    view?.reuseIdentifier = key.identifier
    return view
  }

  /// Gives a dequeued cell its size, as programs lay out its contents by it.
  final func place(
    dequeued cell: UICollectionViewCell,
    _ attributes: UICollectionViewLayoutAttributes?
  ) {
    guard let attributes, attributes.isUsable else { return }
    UIView.performWithoutAnimation {
      // A cell that decides its size is not laid out in a guess.
      if !attributes.openAxes.isEmpty {
        return cell.bounds.size = attributes.size
      }
      if cell.bounds.size != attributes.size { cell.bounds.size = attributes.size }
      cell.layoutIfNeeded()
    }
  }

  /// Takes a view out of the collection and keeps it for another element.
  final func recycle(_ view: UICollectionReusableView, from key: ElementKey) {
    view.shown = nil
    view.removeFromSuperview()
    if let cell = view as? UICollectionViewCell {
      cell.isSelected = false
      cell.isHighlighted = false
      cells.delegate?.collectionView(self, didEndDisplaying: cell, forItemAt: key.path)
    } else if key.category == .supplementaryView {
      cells.delegate?.collectionView(
        self,
        didEndDisplayingSupplementaryView: view,
        forElementOfKind: key.kind ?? "",
        at: key.path
      )
    }
    guard let identifier = view.reuseIdentifier else { return }
    cells.reusable[ReuseKey(identifier, kind: key.kind), default: []].append(view)
  }

  // MARK: Placing

  final func layOutElements() {
    guard !cells.isPlacing else { return }
    askAboutBounds()
    cells.isPlacing = true
    cells.keptShift = 0
    var anchor: (path: IndexPath, place: CGRect)?
    for pass in 0..<UICollectionView.greatestPasses {
      cells.isPlacing = false
      prepareIfNeeded()
      noteLeadingGap()
      keepLeadingEdge()
      cells.isPlacing = true
      if let anchor { keep(anchor.path, at: anchor.place) }
      placeScrollers()
      if pass == 0 { anchor = keptPlace() }
      placeElements()
      if pass == 0, anchor == nil { anchor = keptPlace() }
      if !cells.needsPreparation { break }
    }
    removeScrollers()
    cells.isPlacing = false
    if let backgroundView, backgroundView.frame != bounds { backgroundView.frame = bounds }
    if cells.needsReload { setNeedsLayout() }
    prefetch()
  }

  /// Asks the layout whether it depends on bounds that changed.
  private func askAboutBounds() {
    let bounds = bounds
    guard bounds != cells.askedBounds else { return }
    cells.askedBounds = bounds
    guard !cells.needsPreparation, layout.shouldInvalidateLayout(forBoundsChange: bounds) else {
      return
    }
    layout.invalidateLayout(with: layout.invalidationContext(forBoundsChange: bounds))
  }

  /// Returns the attributes of the elements that show.
  final func shownAttributes(in rect: CGRect) -> [ElementKey: UICollectionViewLayoutAttributes] {
    let all = layoutElements(in: rect)
    cells.attributesSeen += all.count
    var shown: [ElementKey: UICollectionViewLayoutAttributes] = [:]
    for attributes in all where attributes.isUsable && attributes.mayShow(in: rect) {
      guard isOfCollection(attributes), !attributes.isHidden else { continue }
      guard shown.count < UICollectionView.greatestViewCount else {
        Diagnostics.report(
          "UIKit: \(type(of: layout)).layoutAttributesForElements(in: \(rect)) returned more than "
            + "\(UICollectionView.greatestViewCount) elements; the others are left out"
        )
        break
      }
      shown[attributes.key] = attributes
    }
    return cells.movement.map { arranged(shown, by: $0) } ?? shown
  }

  /// Whether there is such an element; layouts may say more than the data source has.
  private func isOfCollection(_ attributes: UICollectionViewLayoutAttributes) -> Bool {
    let path = attributes.indexPath
    if attributes.representedElementCategory == .cell {
      guard !hasItem(path) else { return true }
      Diagnostics.report(
        "UIKit: \(type(of: layout)) returned attributes for \(path), which does not exist; "
          + path.extent(in: cells.counts, of: "items")
      )
      return false
    }
    return !path.isEmpty
  }

  private func placeElements() {
    let shown = shownAttributes(in: bounds)
    for (key, view) in cells.views where shown[key] == nil {
      cells.views[key] = nil
      recycle(view, from: key)
    }
    let mustPlace = cells.needsPlacing
    cells.needsPlacing = false
    for (key, attributes) in shown {
      guard let view = cells.views[key] else {
        make(attributes)
        continue
      }
      guard mustPlace else { continue }
      if let old = view.shown, !attributes.openAxes.isEmpty, old.hasOtherRoom(than: attributes) {
        cells.unmeasured.insert(key)
      }
      let around = container(of: attributes)
      if view.superview !== around { around.addSubview(view) }
      if let cell = view as? UICollectionViewListCell, key.category == .cell {
        cell.look = layout.listLook(of: key.path)
      }
      view.show(attributes)
    }
    measureElements()
  }

  /// Makes a view show an element.
  @discardableResult
  final func make(_ attributes: UICollectionViewLayoutAttributes) -> UICollectionReusableView? {
    let key = attributes.key
    guard var view = view(for: attributes) else { return nil }
    if view.shown != nil {
      Diagnostics.report(
        "UIKit: the data source returned for \(key.path) a view that is already displayed for "
          + "\(view.shown?.indexPath ?? IndexPath()); expected a view of its own"
      )
      view =
        key.category == .cell
        ? UICollectionViewCell(frame: .zero) : UICollectionReusableView(frame: .zero)
    }
    cells.viewsPlaced += 1
    cells.views[key] = view
    if !attributes.openAxes.isEmpty || layout.isOfProgram { cells.unmeasured.insert(key) }
    let around = container(of: attributes)
    UIView.performWithoutAnimation {
      view.show(attributes)
      if let scroller = around as? OrthogonalScrollView {
        view.center = scroller.inContent(attributes.center)
      }
    }
    if let cell = view as? UICollectionViewListCell, key.category == .cell {
      cell.look = layout.listLook(of: key.path)
    }
    if let cell = view as? UICollectionViewCell {
      cell.isInEditing = cells.isEditing
      cell.isSelected = cells.selection.contains(key.path)
      cell.isHighlighted = cells.highlighted == key.path
      cells.delegate?.collectionView(self, willDisplay: cell, forItemAt: key.path)
    } else if key.category == .supplementaryView {
      cells.delegate?.collectionView(
        self,
        willDisplaySupplementaryView: view,
        forElementKind: key.kind ?? "",
        at: key.path
      )
    }
    if attributes.isInScroller {
      around.addSubview(view)
    } else if key.category == .cell {
      insertSubview(view, at: backgroundView?.superview === self ? 1 : 0)
    } else {
      addSubview(view)
    }
    return view
  }

  private func view(for attributes: UICollectionViewLayoutAttributes) -> UICollectionReusableView? {
    let path = attributes.indexPath
    let kind = attributes.representedElementKind ?? ""
    switch attributes.representedElementCategory {
    case .cell:
      cells.prefetched.remove(path)
      return dataSource?.collectionView(self, cellForItemAt: path)
    case .supplementaryView:
      return dataSource?.collectionView(self, viewForSupplementaryElementOfKind: kind, at: path)
    case .decorationView:
      let key = ReuseKey(kind, kind: kind)
      if cells.classes[key] == nil { cells.classes[key] = layout.decorationClasses[kind] }
      return dequeue(key)
    }
  }

  // MARK: Finding and scrolling

  final func item(at point: CGPoint) -> IndexPath? {
    prepareIfNeeded()
    guard point.x.isFinite, point.y.isFinite else { return nil }
    let spot = CGRect(x: point.x, y: point.y, width: 1, height: 1)
    let found = layoutElements(in: spot).filter {
      $0.representedElementCategory == .cell && !$0.isHidden && $0.frame.contains(point)
    }
    return found.max { $0.zIndex < $1.zIndex }?.indexPath
  }

  final func scroll(to path: IndexPath, _ position: ScrollPosition, animated: Bool) {
    guard let attributes = layoutAttributesForItem(at: path), attributes.isUsable else {
      Diagnostics.report(
        "UIKit: UICollectionView.scrollToItem(at:at:animated:): there is no item at \(path); "
          + path.extent(in: cells.counts, of: "items")
      )
      return
    }
    let rect = attributes.frame
    if position.isEmpty { return scrollRectToVisible(rect, animated: animated) }
    let inset = adjustedContentInset
    let size = CGSize(
      width: bounds.width - inset.left - inset.right,
      height: bounds.height - inset.top - inset.bottom
    )
    var offset = contentOffset
    if position.contains(.top) { offset.y = rect.minY - inset.top }
    if position.contains(.centeredVertically) {
      offset.y = rect.midY - inset.top - size.height / 2
    }
    if position.contains(.bottom) { offset.y = rect.maxY - inset.top - size.height }
    if position.contains(.left) { offset.x = rect.minX - inset.left }
    if position.contains(.centeredHorizontally) {
      offset.x = rect.midX - inset.left - size.width / 2
    }
    if position.contains(.right) { offset.x = rect.maxX - inset.left - size.width }
    setContentOffset(restingOffset(near: offset), animated: animated)
  }
}
