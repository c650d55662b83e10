// The places of the columns of a split view.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics

/// The width that a program wishes for a column; in points, and -1 for the split view's choice.
struct SplitWidth: Equatable {
  /// The length for the split view's choice, in points.
  static let automatic: CGFloat = -1

  var minimum = automatic
  var preferred = automatic
  var maximum = automatic
  /// A part of the split view's width, which counts where `preferred` is automatic.
  var fraction = automatic

  /// Returns a length that can be used; nil for automatic ones, negative ones, and no numbers.
  static func said(_ length: CGFloat) -> CGFloat? { length.isFinite && length >= 0 ? length : nil }

  /// Returns the width of a column for which nothing is wished, in a split view of a width.
  ///
  /// - 320 points from 768 on and 375 from 1366 on: observed on iPads with iOS 14.
  /// - 0.4 of the width below: observed on the iPhone 8 Plus, across.
  static func standard(in total: CGFloat) -> CGFloat {
    if total >= 1366 { return 375 }
    return total >= 768 ? 320 : min((total * 0.4).rounded(.down), 320)
  }

  /// Returns the width in a split view of a width, in 0...`total`.
  func resolved(in total: CGFloat) -> CGFloat {
    let standard = SplitWidth.standard(in: total)
    let points = SplitWidth.said(preferred)
    let part = SplitWidth.said(fraction).map { (min($0, 1) * total).rounded(.down) }
    let most = SplitWidth.said(maximum) ?? (points == nil ? standard : total)
    let least = SplitWidth.said(minimum) ?? 0
    return min(max(min(points ?? part ?? standard, most), least), max(total, 0))
  }
}

/// Places the columns of a split view; in points, in its coordinates.
///
/// Columns that do not show lie beyond the side of the primary one:
///
///     secondaryOnly                       oneBesideSecondary              twoDisplaceSecondary
///     [primary|suppl.]{    secondary    } [primary]{suppl.| secondary } {primary|suppl.| second}ary
struct SplitGeometry {
  var size: CGSize
  /// The columns before the secondary one, from the outermost one on.
  var leading: [(column: UISplitViewController.Column, width: SplitWidth)]
  /// The least width of the secondary column beside others; 0 for none.
  var leastSecondary: CGFloat = 0
  var isPrimaryAtRight = false

  /// Returns the widths of the columns before the secondary one.
  ///
  /// Columns beside the secondary one give way to its least width: the innermost one first, down
  /// to their own least widths.
  func widths(in mode: UISplitViewController.DisplayMode) -> [CGFloat] {
    var widths = leading.map { $0.width.resolved(in: size.width) }
    guard mode.behavior == .tile else { return limited(widths) }
    let first = leading.count - min(mode.leadingColumns, leading.count)
    var excess = widths[first...].reduce(0, +) - max(size.width - leastSecondary, 0)
    for index in (first..<leading.count).reversed() where excess > 0 {
      let least = min(SplitWidth.said(leading[index].width.minimum) ?? 0, widths[index])
      let given = min(widths[index] - least, excess)
      widths[index] -= given
      excess -= given
    }
    return limited(widths)
  }

  /// Returns widths that are together not wider than the view.
  private func limited(_ widths: [CGFloat]) -> [CGFloat] {
    var room = size.width
    return widths.map { width in
      let used = min(width, room)
      room -= used
      return used
    }
  }

  /// Returns the frames of all columns.
  func frames(
    in mode: UISplitViewController.DisplayMode
  ) -> [UISplitViewController.Column: CGRect] {
    let widths = widths(in: mode)
    let hidden = leading.count - min(mode.leadingColumns, leading.count)
    var frames: [UISplitViewController.Column: CGRect] = [:]
    var x = -widths[..<hidden].reduce(0, +)
    for (part, width) in zip(leading, widths) {
      frames[part.column] = CGRect(x: x, y: 0, width: width, height: size.height)
      x += width
    }
    var secondary = CGRect(origin: .zero, size: size)
    switch mode.behavior {
    case .tile:
      secondary.origin.x = x
      secondary.size.width = max(size.width - x, 0)
    case .displace:
      secondary.origin.x = x
      secondary.size.width = max(size.width - (widths.last ?? 0), 0)
    default: break
    }
    frames[.secondary] = secondary
    return isPrimaryAtRight ? frames.mapValues(mirrored) : frames
  }

  private func mirrored(_ frame: CGRect) -> CGRect {
    CGRect(
      x: size.width - frame.maxX,
      y: frame.minY,
      width: frame.width,
      height: frame.height
    )
  }
}
