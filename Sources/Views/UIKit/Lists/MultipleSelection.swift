// Two fingers that select a run of rows or items.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzInteraction

/// A list in which two fingers may select a run of elements.
@MainActor
protocol MultipleSelectionList: UIScrollView {
  /// The drag of two fingers; nil while the list selects one element at most.
  var multipleSelection: MultipleSelection? { get }
  /// The element at a point of the content; nil if there is none.
  func element(at point: CGPoint) -> IndexPath?
  /// Whether the delegate lets two fingers select from an element on.
  func mayBeginMultipleSelection(at path: IndexPath) -> Bool
  /// Tells the delegate of the start.
  func beginMultipleSelection(at path: IndexPath)
  /// Tells the delegate of the end.
  func endMultipleSelection()
  /// Whether touches select several elements now.
  var selectsRuns: Bool { get }
  /// The numbers of elements of the sections.
  var elementCounts: [Int] { get }
  func isSelected(_ path: IndexPath) -> Bool
  /// Selects an element or ends its selection, as a touch would.
  func setSelectedByTouch(_ path: IndexPath, to isSelected: Bool)
}

/// The drag of two fingers over elements.
@MainActor
final class MultipleSelectionGestureRecognizer: UIPanGestureRecognizer {
  override func fill(_ settings: inout GestureSettings) {
    super.fill(&settings)
    settings.fingers = 2
    settings.maximumFingers = 2
  }
}

/// The selection of a run of elements by two fingers, from the one under them to where they go.
///
/// Fingers that begin on a selected element end the selections of the run. Elements that the run
/// leaves again are as they were before.
@MainActor
final class MultipleSelection: UIGestureRecognizerDelegate {
  private struct Run {
    let start: IndexPath
    let selects: Bool
    /// The elements in it, by whether they were selected before.
    var before: [IndexPath: Bool] = [:]
    var end: IndexPath
  }

  private weak var list: (any MultipleSelectionList)?
  private var run: Run?
  private let edges = EdgeScroll()

  private(set) lazy var pan = MultipleSelectionGestureRecognizer { [weak self] in
    if let pan = $0 as? UIPanGestureRecognizer { self?.follow(pan) }
  }

  init(_ list: any MultipleSelectionList) {
    self.list = list
    pan.delegate = self
    list.addGestureRecognizer(pan)
  }

  /// The element from which a drag of two fingers would select; nil if it would not.
  func start(of pan: UIPanGestureRecognizer) -> IndexPath? {
    guard let list, pan.numberOfTouches == 2 else { return nil }
    let (place, way) = (pan.location(in: list), pan.way(in: list))
    guard let path = list.element(at: CGPoint(x: place.x - way.x, y: place.y - way.y)),
      list.mayBeginMultipleSelection(at: path)
    else { return nil }
    return path
  }

  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
    start(of: pan) != nil
  }

  private func follow(_ pan: UIPanGestureRecognizer) {
    guard let list else { return }
    switch pan.state {
    case .began:
      guard let path = start(of: pan) else { return }
      let selects = !list.isSelected(path)
      // The program may begin to edit the list here.
      list.beginMultipleSelection(at: path)
      run = Run(start: path, selects: selects, end: path)
      extend(to: path)
      extend(pan)
    case .changed: extend(pan)
    case .ended, .cancelled, .failed: end()
    default: break
    }
  }

  private func extend(_ pan: UIPanGestureRecognizer) {
    guard run != nil, let list else { return }
    if let path = list.element(at: pan.location(in: list)) { extend(to: path) }
    edges.follow(pan.location(in: nil), over: list) { [weak self, weak pan] in
      guard let self, let pan, let list = self.list,
        let path = list.element(at: pan.location(in: list))
      else { return }
      self.extend(to: path)
    }
  }

  private func end() {
    edges.stop()
    guard run != nil else { return }
    run = nil
    list?.endMultipleSelection()
  }

  /// Makes the run end at an element.
  private func extend(to path: IndexPath) {
    guard var run, let list, list.selectsRuns else { return }
    run.end = path
    let wanted = paths(from: min(run.start, path), to: max(run.start, path))
    let inside = Set(wanted)
    for (old, wasSelected) in run.before where !inside.contains(old) {
      run.before[old] = nil
      if list.isSelected(old) != wasSelected { list.setSelectedByTouch(old, to: wasSelected) }
    }
    for new in wanted where run.before[new] == nil {
      run.before[new] = list.isSelected(new)
      if list.isSelected(new) != run.selects { list.setSelectedByTouch(new, to: run.selects) }
    }
    // A delegate may have ended the run.
    if self.run != nil { self.run = run }
  }

  /// The elements between two, both among them.
  private func paths(from first: IndexPath, to last: IndexPath) -> [IndexPath] {
    guard let counts = list?.elementCounts, first.section >= 0, last.section < counts.count else {
      return []
    }
    return (first.section...last.section).flatMap { section in
      let begin = section == first.section ? first.item : 0
      let end = section == last.section ? last.item + 1 : counts[section]
      return (begin..<max(begin, min(end, counts[section]))).map {
        IndexPath(item: $0, section: section)
      }
    }
  }
}

extension MultipleSelectionList {
  /// Whether the list's own drag has to leave its two fingers to the selection.
  func isForSelection(_ recognizer: UIGestureRecognizer) -> Bool {
    guard let pan = recognizer as? ScrollPanGestureRecognizer, pan.view === self else {
      return false
    }
    return multipleSelection?.start(of: pan) != nil
  }
}

// MARK: Tables

extension UITableView: MultipleSelectionList {
  final var multipleSelection: MultipleSelection? { rows.multipleSelection }
  final var selectsRuns: Bool { selectsByTouch && selectsSeveral }
  final var elementCounts: [Int] { loaded.counts }
  final func element(at point: CGPoint) -> IndexPath? { indexPathForRow(at: point) }
  final func isSelected(_ path: IndexPath) -> Bool { rows.selection.contains(path) }

  final func mayBeginMultipleSelection(at path: IndexPath) -> Bool {
    rows.delegate?.tableView(self, shouldBeginMultipleSelectionInteractionAt: path) ?? false
  }

  final func beginMultipleSelection(at path: IndexPath) {
    rows.delegate?.tableView(self, didBeginMultipleSelectionInteractionAt: path)
  }

  final func endMultipleSelection() {
    rows.delegate?.tableViewDidEndMultipleSelectionInteraction(self)
  }

  /// Listens to two fingers once several rows may be selected.
  final func prepareMultipleSelection() {
    guard rows.multipleSelection == nil,
      allowsMultipleSelection || allowsMultipleSelectionDuringEditing
    else { return }
    rows.multipleSelection = MultipleSelection(self)
  }
}

// MARK: Collections

extension UICollectionView: MultipleSelectionList {
  final var multipleSelection: MultipleSelection? { cells.multipleSelection }
  final var selectsRuns: Bool { selectsByTouch && selectsSeveral }
  final func element(at point: CGPoint) -> IndexPath? { item(at: point) }
  final func isSelected(_ path: IndexPath) -> Bool { cells.selection.contains(path) }

  final var elementCounts: [Int] {
    prepareIfNeeded()
    return cells.counts
  }

  final func mayBeginMultipleSelection(at path: IndexPath) -> Bool {
    cells.delegate?.collectionView(self, shouldBeginMultipleSelectionInteractionAt: path) ?? false
  }

  final func beginMultipleSelection(at path: IndexPath) {
    cells.delegate?.collectionView(self, didBeginMultipleSelectionInteractionAt: path)
  }

  final func endMultipleSelection() {
    cells.delegate?.collectionViewDidEndMultipleSelectionInteraction(self)
  }

  /// Listens to two fingers once several items may be selected.
  final func prepareMultipleSelection() {
    guard cells.multipleSelection == nil,
      allowsMultipleSelection || allowsMultipleSelectionDuringEditing
    else { return }
    cells.multipleSelection = MultipleSelection(self)
  }
}
