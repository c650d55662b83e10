// The gap in a table where something would be dropped.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// Room between the rows of a table for what is dragged over it.
///
/// The geometry of the table stays as it is; rows are shown moved.
struct DropGap: Equatable {
  var path: IndexPath
  /// The row that is dragged, which is shown as if it were not there; nil for what is not a row of
  /// the table.
  var source: IndexPath?
  /// In points.
  var height: CGFloat
}

extension UITableView {
  /// How far something at a place of the geometry is shown from there, for a row that a finger
  /// takes along and for the gap of a drop.
  final func gapShift(at y: Double) -> Double {
    guard let gap = rows.dropGap else { return reorderShift(at: y) }
    let closed = closed(y, gap)
    return (closed >= begin(of: gap) ? closed + gap.height : closed) - y
  }

  /// A place of the geometry in one without the row that is dragged.
  private func closed(_ y: Double, _ gap: DropGap) -> Double {
    guard let source = gap.source else { return y }
    let own = rowRect(source)
    return y >= own.maxY ? y - own.height : y
  }

  /// Where the gap begins, in the geometry without the row that is dragged.
  private func begin(of gap: DropGap) -> Double {
    let (path, source) = (gap.path, gap.source)
    let isBehind = source.map { $0.section == path.section && path.row >= $0.row } ?? false
    let geometry = rows.geometry
    let place =
      geometry.row(path.row + (isBehind ? 1 : 0), section: path.section)
      ?? geometry.footer(ofSection: path.section)
    return place.map { closed($0.y, gap) } ?? geometry.bottom
  }

  /// Returns the row under a point, as rows are without a gap.
  final func rowUnderDrag(at point: CGPoint) -> IndexPath? {
    guard let gap = rows.dropGap, gap.source == nil else { return indexPathForRow(at: point) }
    let begin = begin(of: gap)
    let y = point.y < begin ? point.y : max(begin, point.y - gap.height)
    return indexPathForRow(at: CGPoint(x: point.x, y: y))
  }

  /// Closes the gap without a motion; something else places the rows.
  final func forgetDropGap() {
    if let source = rows.dropGap?.source { cellForRow(at: source)?.alpha = 1 }
    rows.dropGap = nil
  }

  /// Opens or closes the gap.
  final func setDropGap(_ gap: DropGap?) {
    guard gap != rows.dropGap else { return }
    let old = rows.dropGap?.source
    rows.dropGap = gap
    if let old, old != gap?.source { cellForRow(at: old)?.alpha = 1 }
    UIView.animate(withDuration: 0.2) {
      if let source = gap?.source { self.cellForRow(at: source)?.alpha = 0 }
      self.placeAgain()
      self.placeHeadersAgain()
      self.setNeedsLayout()
    }
  }
}
