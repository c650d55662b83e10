// Fingers that move a row aside, to the actions beside it.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzInteraction

/// The drag of a row; the table's own waits for it.
@MainActor
final class RowSwipeGestureRecognizer: UIPanGestureRecognizer {
  override func fill(_ settings: inout GestureSettings) {
    super.fill(&settings)
    settings.asksRequirements = true
    settings.maximumFingers = 1
  }

  override func shouldBeRequiredToFail(by otherGestureRecognizer: UIGestureRecognizer) -> Bool {
    otherGestureRecognizer is ScrollPanGestureRecognizer && otherGestureRecognizer.view === view
  }
}

/// A list whose rows have actions beside them.
@MainActor
protocol SwipeList: UIScrollView {
  var isEditing: Bool { get }
  /// Returns the row at a point of the list; nil if none shows there.
  func swipedRow(at point: CGPoint) -> (path: IndexPath, cell: UIView)?
  /// Returns the actions at the right side of a row, or at the left one; nil if there are none.
  func swipeActions(at path: IndexPath, isTrailing: Bool) -> UISwipeActionsConfiguration?
  /// Moves what a row shows to the left by some points, or to the right by as many negative ones.
  func move(_ cell: UIView, aside: CGFloat)
  /// Takes note of a row whose actions begin or end to show.
  func actionsChanged(of path: IndexPath, in cell: UIView?, show: Bool)
}

extension UITableView: SwipeList {
  final func swipedRow(at point: CGPoint) -> (path: IndexPath, cell: UIView)? {
    guard let path = indexPathForRow(at: point), let cell = cellForRow(at: path) else {
      return nil
    }
    return (path, cell)
  }

  final func move(_ cell: UIView, aside: CGFloat) { cell.bounds.origin.x = aside }

  final func actionsChanged(of path: IndexPath, in cell: UIView?, show: Bool) {
    (cell as? UITableViewCell)?.setShowsActions(show)
    if show {
      rows.delegate?.tableView(self, willBeginEditingRowAt: path)
    } else {
      rows.delegate?.tableView(self, didEndEditingRowAt: path)
    }
  }
}

extension UICollectionView: SwipeList {
  /// Lets fingers move rows aside; the layout of a list with actions asks for it.
  final func prepareSwipes() {
    if cells.swipe == nil { cells.swipe = RowSwipe(self) }
  }

  final func swipedRow(at point: CGPoint) -> (path: IndexPath, cell: UIView)? {
    guard let path = item(at: point), let cell = cellForItem(at: path) else { return nil }
    return (path, cell)
  }

  final func swipeActions(at path: IndexPath, isTrailing: Bool) -> UISwipeActionsConfiguration? {
    guard let layout = layout as? UICollectionViewCompositionalLayout,
      let list = layout.listConfiguration(ofSection: path.section)
    else { return nil }
    let isTurned = effectiveUserInterfaceLayoutDirection == .rightToLeft
    return isTrailing != isTurned
      ? list.trailingSwipeActionsConfigurationProvider?(path)
      : list.leadingSwipeActionsConfigurationProvider?(path)
  }

  final func move(_ cell: UIView, aside: CGFloat) {
    cell.layer.sublayerTransform = CATransform3DMakeTranslation(-aside, 0, 0)
  }

  final func actionsChanged(of path: IndexPath, in cell: UIView?, show: Bool) {
    (cell as? UICollectionViewCell)?.isSwiped = show
  }
}

/// The row of a list that is moved aside.
@MainActor
final class RowSwipe: UIGestureRecognizerDelegate {
  /// The part of the width from which a drag does what the first action says.
  private static let fullPart: CGFloat = 0.6
  /// A finger that is faster decides by its direction, in points a second.
  private static let turnSpeed: CGFloat = 300
  private static let duration = 0.3

  private struct Open {
    weak var cell: UIView?
    let path: IndexPath
    let configuration: UISwipeActionsConfiguration
    let isTrailing: Bool
    let strip: SwipeStrip
    /// How far the row is aside, in points.
    var shown: CGFloat = 0
    /// That of the drag's begin.
    var start: CGFloat = 0
  }

  private weak var table: (any SwipeList)?
  private var open: Open?
  /// The touch that has closed a row, and does nothing else.
  private weak var swallowed: UITouch?

  private(set) lazy var pan = RowSwipeGestureRecognizer { [weak self] in
    if let pan = $0 as? UIPanGestureRecognizer { self?.follow(pan) }
  }

  init(_ table: any SwipeList) {
    self.table = table
    pan.delegate = self
    table.addGestureRecognizer(pan)
  }

  // MARK: Touches

  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldReceive touch: UITouch
  ) -> Bool {
    guard let open, let cell = open.cell, touch.view?.isDescendant(of: cell) != true else {
      return true
    }
    swallowed = touch
    close(animated: true)
    return false
  }

  /// Whether a touch is none of a row's.
  ///
  /// A tap on a row that is aside returns it.
  func swallows(_ touches: Set<UITouch>, isOver: Bool) -> Bool {
    if let swallowed, touches.contains(swallowed) { return true }
    guard let open, let cell = open.cell,
      touches.contains(where: { $0.view?.isDescendant(of: cell) == true })
    else { return false }
    if isOver { close(animated: true) }
    return true
  }

  /// Whether the way is along the row, and there are actions at that side.
  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
    guard let table, !table.isEditing else { return false }
    let way = pan.way(in: table)
    guard ScrollIntake.isHorizontal(TouchPlace(way.x, way.y)) else { return false }
    if open != nil { return true }
    let start = pan.location(in: table)
    guard
      let (path, cell) = table.swipedRow(at: CGPoint(x: start.x - way.x, y: start.y - way.y))
    else { return false }
    let isTrailing = way.x < 0
    guard let configuration = table.swipeActions(at: path, isTrailing: isTrailing),
      !configuration.actions.isEmpty
    else { return false }
    begin(cell, path, configuration, isTrailing: isTrailing)
    return true
  }

  private func begin(
    _ cell: UIView,
    _ path: IndexPath,
    _ configuration: UISwipeActionsConfiguration,
    isTrailing: Bool
  ) {
    let strip = SwipeStrip(configuration, isTrailing: isTrailing) { [weak self] action in
      self?.perform(action)
    }
    cell.addSubview(strip)
    open = Open(
      cell: cell,
      path: path,
      configuration: configuration,
      isTrailing: isTrailing,
      strip: strip
    )
    table?.actionsChanged(of: path, in: cell, show: true)
  }

  private func follow(_ pan: UIPanGestureRecognizer) {
    guard let open, let table else { return }
    let way = pan.translation(in: table).x * (open.isTrailing ? -1 : 1)
    switch pan.state {
    case .began:
      self.open?.start = open.shown
      show(open.shown + way)
    case .changed: show(open.start + way)
    case .ended:
      let speed = pan.velocity(in: table).x * (open.isTrailing ? -1 : 1)
      end(open, speed: speed)
    case .cancelled, .failed: settle(at: open.start > 0 ? open.strip.breadth : 0)
    default: break
    }
  }

  private func end(_ open: Open, speed: CGFloat) {
    let width = open.cell?.bounds.width ?? 0
    if open.configuration.performsFirstActionWithFullSwipe, open.shown > width * RowSwipe.fullPart {
      return perform(open.configuration.actions[0])
    }
    let opens = abs(speed) > RowSwipe.turnSpeed ? speed > 0 : open.shown > open.strip.breadth / 2
    settle(at: opens ? open.strip.breadth : 0)
  }

  // MARK: Places

  /// Moves the row aside.
  ///
  /// Beyond the actions it follows the finger by the rubber band, unless a long drag does
  /// something.
  private func show(_ wanted: CGFloat) {
    guard let open, let cell = open.cell else { return }
    var shown = max(wanted, 0)
    if !open.configuration.performsFirstActionWithFullSwipe {
      let range = 0...Double(open.strip.breadth)
      shown = ScrollPhysics.banded(shown, in: range, dimension: cell.bounds.width)
    }
    self.open?.shown = shown
    place(open, cell, shown)
  }

  private func place(_ open: Open, _ cell: UIView, _ shown: CGFloat) {
    let size = cell.bounds.size
    table?.move(cell, aside: open.isTrailing ? shown : -shown)
    open.strip.frame = CGRect(
      x: open.isTrailing ? size.width : -shown,
      y: 0,
      width: shown,
      height: size.height
    )
    open.strip.shown = shown
  }

  private func settle(at shown: CGFloat) {
    guard shown > 0 else { return close(animated: true) }
    guard let open, let cell = open.cell else { return }
    self.open?.shown = shown
    UIView.animate(withDuration: RowSwipe.duration) { self.place(open, cell, shown) }
  }

  /// Returns the row to its place.
  func close(animated: Bool) {
    guard let open else { return }
    self.open = nil
    table?.actionsChanged(of: open.path, in: open.cell, show: false)
    guard let cell = open.cell else { return open.strip.removeFromSuperview() }
    guard animated, cell.window != nil else {
      place(open, cell, 0)
      return open.strip.removeFromSuperview()
    }
    UIView.animate(
      withDuration: RowSwipe.duration,
      animations: { self.place(open, cell, 0) },
      completion: { _ in open.strip.removeFromSuperview() }
    )
  }

  private func perform(_ action: UIContextualAction) {
    guard let open else { return }
    settle(at: open.strip.breadth)
    var isDone = false
    action.handler(action, open.strip) { [weak self] _ in
      guard !isDone else { return }
      isDone = true
      if self?.open?.path == open.path { self?.close(animated: true) }
    }
  }
}

extension UITableView {
  /// Returns the actions at the right side of a row, or at the left one; nil if there are none.
  ///
  /// The trailing ones are at the left side where lines run from the right.
  ///
  /// A row that the data source lets edit itself, and that is to be deleted, has one for that.
  final func swipeActions(at path: IndexPath, isTrailing: Bool) -> UISwipeActionsConfiguration? {
    let (delegate, source) = (rows.delegate, dataSource)
    let isTurned = effectiveUserInterfaceLayoutDirection == .rightToLeft
    guard isTrailing != isTurned else {
      return delegate?.tableView(self, leadingSwipeActionsConfigurationForRowAt: path)
    }
    if let own = delegate?.tableView(self, trailingSwipeActionsConfigurationForRowAt: path) {
      return own
    }
    if let old = delegate?.tableView(self, editActionsForRowAt: path) {
      let configuration = UISwipeActionsConfiguration(actions: old.map { $0.contextual(path) })
      configuration.performsFirstActionWithFullSwipe = false
      return configuration
    }
    rows.usesDefaultEditing = false
    guard let source, source.tableView(self, canEditRowAt: path), !rows.usesDefaultEditing,
      delegate?.tableView(self, editingStyleForRowAt: path) ?? .delete == .delete
    else { return nil }
    let delete = UIContextualAction(style: .destructive, title: "Delete") {
      [weak self] _, _, done in
      done(true)
      if let self { dataSource?.tableView(self, commit: .delete, forRowAt: path) }
    }
    return UISwipeActionsConfiguration(actions: [delete])
  }
}
