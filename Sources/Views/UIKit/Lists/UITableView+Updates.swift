// Groups of changes of tables, animated.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore

/// The animations of the changes in a group, each by its row or section.
struct RowAnimations {
  private var leavingRows: [IndexPath: UITableView.RowAnimation] = [:]
  private var enteringRows: [IndexPath: UITableView.RowAnimation] = [:]
  private var leavingSections: [Int: UITableView.RowAnimation] = [:]
  private var enteringSections: [Int: UITableView.RowAnimation] = [:]
  private(set) var areAllNone = true

  /// Notes the animation of what a call added to the changes.
  mutating func note(
    _ animation: UITableView.RowAnimation,
    from old: ListUpdate,
    to new: ListUpdate
  ) {
    if animation != .none { areAllNone = false }
    for path in new.deletedItems.subtracting(old.deletedItems) { leavingRows[path] = animation }
    for path in new.insertedItems.subtracting(old.insertedItems) { enteringRows[path] = animation }
    for path in new.reloadedItems.subtracting(old.reloadedItems) {
      leavingRows[path] = animation
      enteringRows[path] = animation
    }
    for section in new.deletedSections.subtracting(old.deletedSections) {
      leavingSections[section] = animation
    }
    for section in new.insertedSections.subtracting(old.insertedSections) {
      enteringSections[section] = animation
    }
    for section in new.reloadedSections.subtracting(old.reloadedSections) {
      leavingSections[section] = animation
      enteringSections[section] = animation
    }
  }

  /// Returns how a row goes, by its path before the changes.
  func leaving(_ key: RowKey) -> UITableView.RowAnimation {
    leavingRows[key.path] ?? leavingSections[key.section] ?? .automatic
  }

  /// Returns how a row comes, by its path after the changes.
  func entering(_ key: RowKey) -> UITableView.RowAnimation {
    enteringRows[key.path] ?? enteringSections[key.section] ?? .automatic
  }
}

extension UITableView {
  /// Seconds that a group of changes takes.
  private static var updateDuration: Double { 0.3 }

  // MARK: Groups

  final func beginGroup() {
    if rows.groupDepth == 0 {
      loadIfNeeded()
      rows.swipe?.close(animated: true)
      endReordering(moves: false)
    }
    rows.groupDepth += 1
  }

  final func endGroup() {
    guard rows.groupDepth > 0 else {
      Diagnostics.report("UIKit: UITableView.endUpdates(): no beginUpdates() is open")
      return
    }
    rows.groupDepth -= 1
    guard rows.groupDepth == 0 else { return }
    let update = rows.update
    let (completions, animations) = (rows.completions, rows.animations)
    rows.update = ListUpdate()
    rows.completions = []
    rows.animations = RowAnimations()
    let again = rows.reconfiguredLater
    rows.reconfiguredLater = []
    defer { if !again.isEmpty { reconfigure(again.sorted()) } }
    apply(update, animations) { isFinished in
      for completion in completions { completion(isFinished) }
    }
  }

  final func batch(_ updates: (() -> Void)?, completion: ((Bool) -> Void)?) {
    beginGroup()
    updates?()
    if let completion { rows.completions.append(completion) }
    endGroup()
  }

  final func change(_ animation: RowAnimation, _ change: (inout ListUpdate) -> Void) {
    beginGroup()
    let before = rows.update
    change(&rows.update)
    rows.animations.note(animation, from: before, to: rows.update)
    endGroup()
  }

  // MARK: Applying

  private func apply(
    _ update: ListUpdate,
    _ animations: RowAnimations,
    completion: @escaping (Bool) -> Void
  ) {
    guard !rows.isLoading, !rows.isPlacing else {
      setNeedsReload()
      return completion(false)
    }
    forgetDropGap()
    let old = rows.geometry
    let measured = rows.measured ?? []
    // An observer of the size of the content that lays out has to wait for the cells' new paths.
    rows.isPlacing = true
    loadGeometry()
    let mapping: ListMapping
    do throws(ListUpdateError) {
      mapping = try update.mapping(from: old.counts, to: rows.geometry.counts)
    } catch {
      Diagnostics.report("UIKit: UITableView update: \(error.message(items: "rows"))")
      rows.isPlacing = false
      reload()
      return completion(false)
    }
    mapSelection(mapping)
    keepHeights(measured, old, mapping)
    let isAnimated =
      (update.isEmpty || !animations.areAllNone) && window != nil && UIView.areAnimationsEnabled
    let leaving = takeLeaving(mapping)
    moveCells(mapping)
    rows.isPlacing = false
    setNeedsLayout()
    if rows.isSelfSizing { _ = measureRows(rows.cells.keys.sorted(), keepsPlace: false) }
    let change = { self.placeAgain() }
    guard isAnimated else {
      for (key, cell) in leaving { recycle(cell, from: key) }
      change()
      setNeedsLayout()
      layoutIfNeeded()
      return completion(true)
    }
    animate(leaving, animations, old: old, mapping, completion: completion)
  }

  private func mapSelection(_ mapping: ListMapping) {
    rows.drags?.itemsMoved(mapping)
    rows.selection = Set(rows.selection.compactMap { mapping.newPath(of: $0) })
    rows.highlighted = rows.highlighted.flatMap { mapping.newPath(of: $0) }
  }

  /// Takes out the cells of rows that are deleted or loaded again, and the headers of sections.
  private func takeLeaving(_ mapping: ListMapping) -> [(RowKey, UITableViewCell)] {
    var leaving: [(RowKey, UITableViewCell)] = []
    for (key, cell) in rows.cells {
      let isReloaded =
        mapping.reloadedItems.contains(key.path) || mapping.reloadedSections.contains(key.section)
      guard isReloaded || mapping.newPath(of: key.path) == nil else { continue }
      rows.cells[key] = nil
      leaving.append((key, cell))
    }
    rows.headers = moved(rows.headers, mapping, end: endHeader)
    rows.footers = moved(rows.footers, mapping, end: endFooter)
    return leaving
  }

  /// Returns the headers or footers by the sections' new numbers, without the finished ones.
  private func moved(
    _ views: [Int: UIView],
    _ mapping: ListMapping,
    end: (UIView, Int) -> Void
  ) -> [Int: UIView] {
    var moved: [Int: UIView] = [:]
    for (section, view) in views {
      if !mapping.reloadedSections.contains(section),
        let after = mapping.newSection(of: section)
      {
        moved[after] = view
      } else {
        end(view, section)
      }
    }
    return moved
  }

  private func moveCells(_ mapping: ListMapping) {
    var moved: [RowKey: UITableViewCell] = [:]
    for (key, cell) in rows.cells {
      guard let path = mapping.newPath(of: key.path) else { continue }
      moved[RowKey(path)] = cell
    }
    rows.cells = moved
  }

  private func animate(
    _ leaving: [(RowKey, UITableViewCell)],
    _ animations: RowAnimations,
    old: TableGeometry,
    _ mapping: ListMapping,
    completion: @escaping (Bool) -> Void
  ) {
    // The rows that show afterwards; those without a cell come in.
    let offset = restingOffset(near: contentOffset)
    let keys = rowKeys(from: offset.y, to: offset.y + bounds.height)
    let stays = Set(rows.cells.keys)
    rows.isPlacing = true
    let before =
      keys.isEmpty ? [:] : oldPlaces(of: keys.filter { !stays.contains($0) }, old, mapping)
    var entering: [UITableViewCell] = []
    let gone = leaving.filter { key, _ in animations.leaving(key) == .none }
    for (key, cell) in gone { recycle(cell, from: key) }
    let leaving = leaving.filter { key, _ in animations.leaving(key) != .none }
    for key in keys where rows.cells[key] == nil {
      guard let cell = place(key) else { continue }
      if rows.isSelfSizing { _ = measureRows([key], keepsPlace: false) }
      UIView.performWithoutAnimation {
        if let place = before[key] {
          cell.frame = span(place)
        } else if animations.entering(key) != .none {
          entering.append(cell)
          UITableView.hide(cell, animations.entering(key))
        }
        cell.layoutIfNeeded()
      }
    }
    rows.isPlacing = false
    UIView.animate(
      withDuration: UITableView.updateDuration,
      animations: {
        for cell in entering { UITableView.unhide(cell) }
        for (key, cell) in leaving { UITableView.hide(cell, animations.leaving(key)) }
        self.placeAgain()
        if offset != self.contentOffset { self.bounds.origin = offset }
        self.placeHeadersAgain()
      },
      completion: { isFinished in
        for (key, cell) in leaving {
          UITableView.unhide(cell)
          self.recycle(cell, from: key)
        }
        completion(isFinished)
      }
    )
    setNeedsLayout()
  }

  /// Returns where rows were that did not show before and move into view.
  private func oldPlaces(of keys: [RowKey], _ old: TableGeometry, _ mapping: ListMapping)
    -> [RowKey: (y: Double, height: Double)]
  {
    guard !keys.isEmpty else { return [:] }
    let wanted = Set(keys)
    var places: [RowKey: (y: Double, height: Double)] = [:]
    // Rows that come into view by the change were near it.
    let (start, end) = (bounds.minY - bounds.height, bounds.maxY + bounds.height)
    for section in old.sections(from: start, to: end)
    where !mapping.reloadedSections.contains(section) {
      for row in old.rows(ofSection: section, from: start, to: end) {
        let path = IndexPath(row: row, section: section)
        guard !mapping.reloadedItems.contains(path), let new = mapping.newPath(of: path) else {
          continue
        }
        let key = RowKey(new)
        if wanted.contains(key) { places[key] = old.row(row, section: section) }
      }
    }
    return places
  }

  /// Brings a cell where it comes from, and goes to.
  private static func hide(_ cell: UITableViewCell, _ animation: RowAnimation) {
    let size = cell.bounds.size
    cell.alpha = 0
    switch animation {
    case .fade, .automatic, .none: break
    case .right: cell.transform = CGAffineTransform(translationX: size.width, y: 0)
    case .left: cell.transform = CGAffineTransform(translationX: -size.width, y: 0)
    case .top: cell.transform = CGAffineTransform(translationX: 0, y: -size.height)
    case .bottom: cell.transform = CGAffineTransform(translationX: 0, y: size.height)
    case .middle: cell.transform = CGAffineTransform(scaleX: 1, y: 0.01)
    }
  }

  private static func unhide(_ cell: UITableViewCell) {
    cell.alpha = 1
    cell.transform = .identity
  }
}
