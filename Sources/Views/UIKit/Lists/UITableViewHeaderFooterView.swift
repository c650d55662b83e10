// Headers and footers of the sections of tables.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// A view above or below a section, which is used again like a cell.
@preconcurrency
@MainActor
open class UITableViewHeaderFooterView: UIView, ConfiguredView {
  final let configurations = CellConfigurations()
  /// The distance of the text from the edges, in points.
  private static let margin: CGFloat = 15

  private let content = UIView(frame: .zero)
  private var label: UILabel?
  private var title: TableTitle?

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
    reuseIdentifier = coder.object(of: NSString.self, forKey: "UIReuseIdentifier") as String?
    super.init(coder: coder)
    addSubview(content)
    coder.finish(self, UITableViewHeaderFooterView.self)
  }

  /// The name under which the view is used again; nil for never.
  public final let reuseIdentifier: String?

  /// The view for the contents.
  open var contentView: UIView { shownContentView }

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

  // MARK: Titles

  /// Shows a text that the data source gave.
  final func show(_ text: String, as title: TableTitle) {
    self.title = title
    guard let label = textLabel else { return }
    label.text = text
    label.numberOfLines = 0
    label.font = title.font
    label.adjustsFontForContentSizeCategory = true
    if title == .plain {
      backgroundColor = UIColor(white: 247 / 255, alpha: 1)
    } else {
      label.textColor = .secondaryLabel
    }
  }

  /// Returns the height for a width; nil for a view without a text of the data source's.
  final func titleHeight(in width: CGFloat) -> CGFloat? {
    guard let title, let label else { return nil }
    let margins = textMargins
    let room = max(width - margins.left - margins.right, 0)
    return title.height(ofText: label.sizeThatFits(CGSize(width: room, height: 1e6)).height)
  }

  /// The distances of the text from the edges.
  private var textMargins: (left: CGFloat, right: CGFloat) {
    let margin = UITableViewHeaderFooterView.margin
    let readable = (superview as? UITableView)?.readableMargins ?? .zero
    return (max(margin, readable.left), max(margin, readable.right))
  }

  // MARK: Configurations

  final var plainContentView: UIView { content }
  final var shownState: any UIConfigurationState { configurationState }

  /// The contents as a value; nil, the default, for those that a program adds to the content view.
  open var contentConfiguration: (any UIContentConfiguration)? {
    get { configurations.content }
    set { setContent(newValue) }
  }

  /// Whether contents follow the state by themselves; true by default.
  open var automaticallyUpdatesContentConfiguration: Bool {
    get { configurations.updatesContent }
    set { configurations.updatesContent = newValue }
  }

  /// The plate as a value; nil, the default, for the background colour.
  open var backgroundConfiguration: UIBackgroundConfiguration? {
    get { configurations.background }
    set { setBackground(newValue) }
  }

  /// Whether the plate follows the state by itself; true by default.
  open var automaticallyUpdatesBackgroundConfiguration: Bool {
    get { configurations.updatesBackground }
    set { configurations.updatesBackground = newValue }
  }

  /// Returns the content of a header of the table's style, without text.
  open func defaultContentConfiguration() -> UIListContentConfiguration {
    (superview as? UITableView)?.style == .plain ? .plainHeader() : .groupedHeader()
  }

  /// The state of the view; subclasses add their own values.
  open var configurationState: UIViewConfigurationState {
    UIViewConfigurationState(traitCollection: traitCollection)
  }

  /// Asks for an update of configurations before the next layout.
  open func setNeedsUpdateConfiguration() { requestConfigurationUpdate() }

  /// Brings configurations to a state; subclasses set theirs here.
  open func updateConfiguration(using state: UIViewConfigurationState) {
    updateOwnConfigurations(state)
  }

  final func runUpdate() { updateConfiguration(using: configurationState) }
  final func configuredSizeChanged() { (superview as? UITableView)?.measureAgain(header: self) }

  open override func systemLayoutSizeFitting(
    _ targetSize: CGSize,
    withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
    verticalFittingPriority: UILayoutPriority
  ) -> CGSize {
    updateConfigurationIfNeeded()
    if let height = titleHeight(in: targetSize.width) {
      return CGSize(width: targetSize.width, height: height)
    }
    let measured = contentView.decidesSize ? contentView : nil
    return measured?.systemLayoutSizeFitting(
      targetSize,
      withHorizontalFittingPriority: horizontalFittingPriority,
      verticalFittingPriority: verticalFittingPriority
    )
      ?? super.systemLayoutSizeFitting(
        targetSize,
        withHorizontalFittingPriority: horizontalFittingPriority,
        verticalFittingPriority: verticalFittingPriority
      )
  }

  open override func layoutSubviews() {
    updateConfigurationIfNeeded()
    super.layoutSubviews()
    if contentView.frame != bounds { contentView.frame = bounds }
    layOutConfigurations()
    if let backgroundView, backgroundView.frame != bounds { backgroundView.frame = bounds }
    guard let label else { return }
    let margins = textMargins
    let size = CGSize(
      width: max(bounds.width - margins.left - margins.right, 0),
      height: bounds.height
    )
    let isAtBottom = title == .groupedHeader
    let height =
      isAtBottom
      ? min(label.sizeThatFits(size).height + TableTitle.bottomGap, size.height) : size.height
    label.frame = CGRect(
      x: margins.left,
      y: bounds.height - height,
      width: size.width,
      height: height
    )
  }
}

/// The look of a text that a data source gives a section.
@MainActor
enum TableTitle {
  /// Above or below a section of a plain table.
  case plain
  /// Above a section of a grouped table.
  case groupedHeader
  /// Below a section of a grouped table.
  case groupedFooter

  init(_ style: UITableView.Style, isHeader: Bool) {
    self = style == .plain ? .plain : isHeader ? .groupedHeader : .groupedFooter
  }

  /// The room above and below the text of a header of a grouped table together, in points.
  static let bottomGap: CGFloat = 6

  /// The font, which follows the size of text that a person asks for.
  var font: UIFont {
    guard self == .plain else { return .preferredFont(forTextStyle: .footnote) }
    return UIFontMetrics(forTextStyle: .subheadline).scaledFont(for: .boldSystemFont(ofSize: 15))
  }

  /// The height of one line of the standard size of text with the room around, in points.
  var standardHeight: CGFloat { self == .groupedHeader ? 38 : 28 }

  /// The room above and below the text together, in points.
  private var room: CGFloat {
    switch self {
    case .plain: 10
    case .groupedHeader: 22
    case .groupedFooter: 12
    }
  }

  /// Returns the height with the room around; at least that of a line of the standard size.
  func height(ofText height: CGFloat) -> CGFloat {
    max((height + room).rounded(.up), standardHeight)
  }

  /// The height of one line for traits, in points.
  func lineHeight(_ traits: UITraitCollection) -> CGFloat {
    height(ofText: font.adjusted(to: traits).lineHeight)
  }
}
