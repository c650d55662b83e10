// Headers and footers of the sections of tables.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// A view above or below a section, which is used again like a cell.
@preconcurrency
@MainActor
open class UITableViewHeaderFooterView: UIView {
  /// The distance of the text from the edges, in points.
  private static let margin: CGFloat = 15

  private let content = UIView(frame: .zero)
  private var label: UILabel?
  private var isAtBottom = false

  /// Creates a view.
  ///
  /// - Parameter reuseIdentifier: The name under which it is used again; nil for never.
  public init(reuseIdentifier: String?) {
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: .zero)
    addSubview(content)
  }

  /// A view without an identifier.
  public override convenience init(frame: CGRect) {
    self.init(reuseIdentifier: nil)
    self.frame = frame
  }

  /// Creates a view from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    reuseIdentifier = nil
    super.init(coder: coder)
    addSubview(content)
  }

  /// The name under which the view is used again; nil for never.
  public final let reuseIdentifier: String?

  /// The view for the contents.
  open var contentView: UIView { content }

  /// The text; made when it is first asked for.
  open var textLabel: UILabel? {
    if label == nil {
      let label = UILabel(frame: .zero)
      label.font = UIFont.boldSystemFont(ofSize: 15)
      self.label = label
      content.addSubview(label)
      setNeedsLayout()
    }
    return label
  }

  /// The view behind the contents.
  open var backgroundView: UIView? {
    didSet {
      guard oldValue !== backgroundView else { return }
      if oldValue?.superview === self { oldValue?.removeFromSuperview() }
      if let backgroundView { insertSubview(backgroundView, at: 0) }
      setNeedsLayout()
    }
  }

  /// Prepares the view for another section.
  open func prepareForReuse() {}

  /// Gives the text the look of a title that the data source gave.
  func showTitle(ofPlainTable isPlain: Bool, isHeader: Bool) {
    isAtBottom = !isPlain && isHeader
    if isPlain {
      backgroundColor = UIColor(white: 247 / 255, alpha: 1)
    } else {
      label?.font = UIFont.systemFont(ofSize: 13)
      label?.textColor = .gray
    }
  }

  /// Places the text.
  open override func layoutSubviews() {
    super.layoutSubviews()
    if content.frame != bounds { content.frame = bounds }
    if let backgroundView, backgroundView.frame != bounds { backgroundView.frame = bounds }
    guard let label else { return }
    let margin = UITableViewHeaderFooterView.margin
    let size = CGSize(width: max(bounds.width - 2 * margin, 0), height: bounds.height)
    let height = isAtBottom ? min(label.sizeThatFits(size).height + 6, size.height) : size.height
    label.frame = CGRect(
      x: margin,
      y: bounds.height - height,
      width: size.width,
      height: height
    )
  }
}
