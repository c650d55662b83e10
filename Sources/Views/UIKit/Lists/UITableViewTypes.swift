// The constants of tables and their cells.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics

extension UITableView {
  /// The look of a table.
  public enum Style: Int, Sendable {
    /// Rows without gaps; headers stay at the top while their section shows.
    case plain = 0
    /// Sections apart from one another; headers and footers move with them.
    case grouped = 1
    /// Sections apart from one another and from the edges, with round corners.
    case insetGrouped = 2
  }

  /// Where a row comes to be.
  public enum ScrollPosition: Int, Sendable {
    /// With the least movement.
    case none = 0
    /// At the top.
    case top = 1
    /// In the middle.
    case middle = 2
    /// At the bottom.
    case bottom = 3
  }

  /// How rows come and go.
  public enum RowAnimation: Int, Sendable {
    /// They fade.
    case fade = 0
    /// They come from the right and go to it.
    case right = 1
    /// They come from the left and go to it.
    case left = 2
    /// They come from above and go there.
    case top = 3
    /// They come from below and go there.
    case bottom = 4
    /// At once.
    case none = 5
    /// They open from their middle, and close to it.
    case middle = 6
    /// They fade.
    case automatic = 100
  }

  /// A height that the table chooses: 44 points for rows, and that of the text for headers.
  public static let automaticDimension: CGFloat = -1
}

extension UITableViewCell {
  /// The look of a cell.
  public enum CellStyle: Int, Sendable {
    /// An image and a text.
    case `default` = 0
    /// A text at the left and a detail at the right.
    case value1 = 1
    /// A short text at the left, in the colour of accents, and a detail beside it.
    case value2 = 2
    /// A text and a smaller detail under it.
    case subtitle = 3
  }

  /// The look of a selected cell.
  public enum SelectionStyle: Int, Sendable {
    /// Nothing.
    case none = 0
    /// A grey background.
    case blue = 1
    /// A grey background.
    case gray = 2
    /// A grey background.
    case `default` = 3
  }

  /// The sign at the right edge.
  public enum AccessoryType: Int, Sendable {
    /// None.
    case none = 0
    /// An arrow: there is more.
    case disclosureIndicator = 1
    /// An i in a circle, which can be touched, and an arrow.
    case detailDisclosureButton = 2
    /// A check mark.
    case checkmark = 3
    /// An i in a circle, which can be touched.
    case detailButton = 4
  }

  /// The effect of a touch of the sign at the left edge, while the table is edited.
  public enum EditingStyle: Int, Sendable {
    /// There is no sign.
    case none = 0
    /// The row is deleted.
    case delete = 1
    /// A row is inserted.
    case insert = 2
  }

  /// The line under a cell.
  public enum SeparatorStyle: Int, Sendable {
    /// None.
    case none = 0
    /// A line of one pixel.
    case singleLine = 1
  }
}
