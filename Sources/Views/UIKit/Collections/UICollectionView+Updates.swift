// Groups of changes of collections and changes of their layout, animated.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore

extension UICollectionView {
  /// Seconds that a group of changes, or a change of the layout, takes.
  private static var updateDuration: Double { 0.3 }

  private typealias Places = [ElementKey: UICollectionViewLayoutAttributes]

  // MARK: Groups

  final func change(_ change: (inout ListUpdate) -> Void) {
    begin()
    change(&cells.update)
    end()
  }

  final func batch(_ updates: (() -> Void)?, completion: ((Bool) -> Void)?) {
    begin()
    updates?()
    if let completion { cells.completions.append(completion) }
    end()
  }

  private func begin() {
    if cells.groupDepth == 0 {
      prepareIfNeeded()
      cells.swipe?.close(animated: true)
    }
    cells.groupDepth += 1
  }

  private func end() {
    cells.groupDepth -= 1
    guard cells.groupDepth == 0 else { return }
    let update = cells.update
    let completions = cells.completions
    cells.update = ListUpdate()
    cells.completions = []
    let again = cells.reconfiguredLater
    cells.reconfiguredLater = []
    defer { if !again.isEmpty { reconfigure(again.sorted()) } }
    apply(update) { isFinished in
      for completion in completions { completion(isFinished) }
    }
  }

  // MARK: Applying

  private func apply(_ update: ListUpdate, completion: @escaping (Bool) -> Void) {
    guard !cells.isLoading, !cells.isPreparing, !cells.isPlacing else {
      setNeedsReload()
      return completion(false)
    }
    forgetMovement()
    let old = cells.counts
    loadCounts()
    let mapping: ListMapping
    do throws(ListUpdateError) {
      mapping = try update.mapping(from: old, to: cells.counts)
    } catch {
      Diagnostics.report("UIKit: UICollectionView update: \(error)")
      reload()
      return completion(false)
    }
    cells.drags?.itemsMoved(mapping)
    cells.selection = Set(cells.selection.compactMap { mapping.newPath(of: $0) })
    cells.highlighted = cells.highlighted.flatMap { mapping.newPath(of: $0) }
    let leaving = takeLeaving(mapping)
    layout.itemsMoved(mapping)
    layout.invalidateLayout()
    // An observer of the size of the content that lays out has to wait for the animation.
    cells.isPlacing = true
    prepareIfNeeded()
    cells.isPlacing = false
    let items = update.items
    if !items.isEmpty { layout.prepare(forCollectionViewUpdates: items) }
    animate(leaving: leaving, completion: completion) {
      if !items.isEmpty { self.layout.finalizeCollectionViewUpdates() }
    }
  }

  /// Gives the views in use their new keys, and takes out those whose elements go.
  private func takeLeaving(_ mapping: ListMapping) -> [(ElementKey, UICollectionReusableView)] {
    var leaving: [(ElementKey, UICollectionReusableView)] = []
    var staying: [ElementKey: UICollectionReusableView] = [:]
    for (key, view) in cells.views {
      var new = key
      if key.category == .cell {
        let isReloaded =
          mapping.reloadedItems.contains(key.path) || mapping.reloadedSections.contains(key.section)
        guard !isReloaded, let path = mapping.newPath(of: key.path) else {
          leaving.append((key, view))
          continue
        }
        new = .cell(path)
      } else {
        guard let section = mapping.newSection(of: key.section),
          !mapping.reloadedSections.contains(key.section)
        else {
          leaving.append((key, view))
          continue
        }
        new.section = section
      }
      staying[new] = view
    }
    cells.views = staying
    return leaving
  }

  /// Moves all views to the places of the layout: those that stay, those that go, those that come.
  private func animate(
    leaving: [(ElementKey, UICollectionReusableView)],
    completion: @escaping (Bool) -> Void,
    within change: @escaping () -> Void
  ) {
    let proposed = restingOffset(near: contentOffset)
    let wanted = layout.targetContentOffset(forProposedContentOffset: proposed)
    let offset = wanted.x.isFinite && wanted.y.isFinite ? wanted : proposed
    cells.isPlacing = true
    let isAnimated = window != nil && UIView.areAnimationsEnabled
    let (shown, made) = makeEntering(in: CGRect(origin: offset, size: bounds.size))
    for (key, view) in made where isAnimated {
      let start =
        key.category == .cell
        ? layout.initialLayoutAttributesForAppearingItem(at: key.path).map(placed) : nil
      UIView.performWithoutAnimation {
        if let attributes = shown[key] { view.show(attributes) }
        if let start { view.show(start) } else { view.alpha = 0 }
      }
    }
    cells.isPlacing = false
    let staying = cells.views
    let move = {
      for (key, view) in staying {
        if let attributes = shown[key] ?? self.places(of: key) { view.show(attributes) }
      }
      for (key, view) in leaving {
        let end =
          key.category == .cell
          ? self.layout.finalLayoutAttributesForDisappearingItem(at: key.path).map(self.placed)
          : nil
        if let end { view.show(end) } else { view.alpha = 0 }
      }
      if offset != self.contentOffset { self.bounds.origin = offset }
      change()
    }
    let finish = { (isFinished: Bool) in
      for (key, view) in leaving { self.recycle(view, from: key) }
      completion(isFinished)
    }
    if isAnimated {
      UIView.animate(
        withDuration: UICollectionView.updateDuration,
        animations: move,
        completion: finish
      )
    } else {
      move()
      finish(true)
    }
    cells.needsPlacing = false
    setNeedsLayout()
  }

  /// Makes the views that come in, and settles the sizes that they ask for.
  private func makeEntering(
    in rect: CGRect
  ) -> (shown: Places, made: [(ElementKey, UICollectionReusableView)]) {
    var made: [(ElementKey, UICollectionReusableView)] = []
    var shown = shownAttributes(in: rect)
    for _ in 0..<UICollectionView.greatestPasses {
      for (key, attributes) in shown where cells.views[key] == nil {
        if let view = make(attributes) { made.append((key, view)) }
      }
      measureElements()
      guard cells.needsPreparation else { break }
      cells.isPlacing = false
      prepareIfNeeded()
      cells.isPlacing = true
      shown = shownAttributes(in: rect)
    }
    return (shown, made)
  }

  /// Returns where an element is that showed before and does not afterwards.
  private func places(of key: ElementKey) -> UICollectionViewLayoutAttributes? {
    switch key.category {
    case .cell: hasItem(key.path) ? layoutItem(key.path) : nil
    case .supplementaryView: layoutSupplement(key.kind ?? "", key.path)
    case .decorationView: layoutDecoration(key.kind ?? "", key.path)
    }
  }

  // MARK: Another layout

  final func changeLayout(
    _ new: UICollectionViewLayout,
    animated: Bool,
    completion: ((Bool) -> Void)?
  ) {
    guard new !== layout else {
      completion?(true)
      return
    }
    prepareIfNeeded()
    layout.collectionView = nil
    layout = new
    new.collectionView = self
    cells.needsPreparation = true
    cells.needsPlacing = true
    guard animated, window != nil, !cells.isPlacing, !cells.isPreparing else {
      setNeedsLayout()
      completion?(true)
      return
    }
    prepareIfNeeded()
    let gone = cells.views.filter { $0.key.category == .decorationView }
    for (key, _) in gone { cells.views[key] = nil }
    animate(
      leaving: gone.map { ($0.key, $0.value) },
      completion: { completion?($0) },
      within: {}
    )
  }
}

extension ListUpdate {
  /// The changes, for layouts.
  @MainActor
  var items: [UICollectionViewUpdateItem] {
    func section(_ number: Int) -> IndexPath { IndexPath(item: NSNotFound, section: number) }
    var items: [UICollectionViewUpdateItem] = []
    for number in deletedSections {
      items.append(UICollectionViewUpdateItem(.delete, before: section(number), after: nil))
    }
    for path in deletedItems.sorted() {
      items.append(UICollectionViewUpdateItem(.delete, before: path, after: nil))
    }
    for number in reloadedSections {
      items.append(
        UICollectionViewUpdateItem(.reload, before: section(number), after: section(number))
      )
    }
    for path in reloadedItems.sorted() {
      items.append(UICollectionViewUpdateItem(.reload, before: path, after: path))
    }
    for (from, to) in movedSections {
      items.append(UICollectionViewUpdateItem(.move, before: section(from), after: section(to)))
    }
    for (from, to) in movedItems {
      items.append(UICollectionViewUpdateItem(.move, before: from, after: to))
    }
    for number in insertedSections {
      items.append(UICollectionViewUpdateItem(.insert, before: nil, after: section(number)))
    }
    for path in insertedItems.sorted() {
      items.append(UICollectionViewUpdateItem(.insert, before: nil, after: path))
    }
    return items
  }
}
