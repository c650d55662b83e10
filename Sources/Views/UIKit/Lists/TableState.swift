// The state of a table: places, cells in use, and cells to use again.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// The number of a row and of its section; a quick key.
struct RowKey: Hashable, Comparable, Sendable {
  var section: Int
  var row: Int

  init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }

  /// - Parameter path: A path with two indices.
  init(_ path: IndexPath) {
    section = path.section
    row = path.row
  }

  var path: IndexPath { IndexPath(row: row, section: section) }

  static func < (first: RowKey, second: RowKey) -> Bool {
    (first.section, first.row) < (second.section, second.row)
  }
}

/// The state of a table.
@MainActor
final class TableState {
  weak var delegate: (any UITableViewDelegate)?
  var geometry = TableGeometry()
  var needsReload = true
  var isLoading = false
  /// Set by the delegate's default implementations.
  var usesDefaultHeight = false
  var usesDefaultEstimate = false
  /// The rows whose height is real; nil if all are.
  var measured: Set<RowKey>?

  var cellClasses: [String: UITableViewCell.Type] = [:]
  /// The nibs of identifiers; they go before classes.
  var nibs: [String: UINib] = [:]
  var headerNibs: [String: UINib] = [:]
  var headerClasses: [String: UITableViewHeaderFooterView.Type] = [:]
  var reusableCells: [String: [UITableViewCell]] = [:]
  var reusableHeaders: [String: [UITableViewHeaderFooterView]] = [:]

  var cells: [RowKey: UITableViewCell] = [:]
  var headers: [Int: UIView] = [:]
  var footers: [Int: UIView] = [:]
  /// The width for which the cells in use were placed.
  var placedWidth: CGFloat = 0
  var isPlacing = false

  /// Whether cells decide the heights of rows.
  var isSelfSizing = false
  /// The headers and footers that were asked for their height.
  var measuredHeaders: Set<Int> = []
  var measuredFooters: Set<Int> = []
  /// Whether one of them has another height than before.
  var endsChanged = false
  /// The cells that the data source fills again, and paths that wait for the end of a group.
  var reconfigured: [IndexPath: UITableViewCell] = [:]
  var reconfiguredLater: Set<IndexPath> = []
  /// The rows that the data source was asked to prepare.
  var prefetched: Set<IndexPath> = []

  var selection: Set<IndexPath> = []
  var highlighted: IndexPath?
  var isEditing = false
  /// Set by the data source's default implementation.
  var usesDefaultEditing = false
  /// The row that fingers move aside; nil before the table has a delegate or a source of rows.
  var swipe: RowSwipe?
  /// The drag of two fingers over rows; nil while one row at most may be selected.
  var multipleSelection: MultipleSelection?
  /// The menus of rows; nil before the table has a delegate.
  var menus: ListMenus?

  weak var dragDelegate: (any UITableViewDragDelegate)?
  weak var dropDelegate: (any UITableViewDropDelegate)?
  var isDragEnabled = UIDragInteraction.isEnabledByDefault
  /// The drags and drops; nil before the table has a delegate for them.
  var drags: ListDrags?
  /// The gap where something would be dropped; nil if there is none.
  var dropGap: DropGap?
  /// Set by the data source's default implementations of moves.
  var usesDefaultMove = false

  /// The letters at the edge.
  let index = SectionIndexState()

  /// The row that a finger takes along; nil if there is none.
  var reorder: RowReorder?
  /// The touches that rows have; nobody behind the table hears of them.
  var ownTouches: Set<UITouch> = []

  var groupDepth = 0
  var update = ListUpdate()
  var animations = RowAnimations()
  var completions: [(Bool) -> Void] = []

  /// Cells that were made by a registered class.
  package var cellsMade = 0
  /// Cells that were given a row.
  package var cellsPlaced = 0
  /// Rows that were looked at by layouts.
  package var rowsVisited = 0
}

extension UITableView {
  /// The cells made of registered classes, those given a row, and the rows that layouts looked at.
  package var workCounts: (made: Int, placed: Int, visited: Int) {
    (rows.cellsMade, rows.cellsPlaced, rows.rowsVisited)
  }
}
