// Signs at the edges of cells of lists.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics

/// A sign at an edge of a cell of a list.
@MainActor
public struct UICellAccessory {
  /// The times at which a sign shows.
  public enum DisplayedState: Sendable {
    /// Always.
    case always
    /// While the list is edited.
    case whenEditing
    /// While the list is not edited.
    case whenNotEditing
  }

  /// The look of an outline's sign.
  public struct OutlineDisclosureOptions {
    /// The part of the cell that expands it.
    public enum Style: Sendable {
      /// The cell in lists whose headers are cells, else the sign.
      case automatic
      /// The cell.
      case header
      /// The sign.
      case cell
    }

    /// The part of the cell that expands it.
    public var style: Style
    /// The colour; nil for the tint colour.
    public var tintColor: UIColor?

    /// Creates a look.
    public init(style: Style = .automatic, tintColor: UIColor? = nil) {
      self.style = style
      self.tintColor = tintColor
    }
  }

  /// The colour of a sign.
  public struct SignOptions {
    /// The colour; nil for that of the sign.
    public var tintColor: UIColor?

    /// Creates a look.
    public init(tintColor: UIColor? = nil) { self.tintColor = tintColor }
  }

  /// The look of an arrow.
  public typealias DisclosureIndicatorOptions = SignOptions
  /// The look of a tick.
  public typealias CheckmarkOptions = SignOptions
  /// The look of a sign of information.
  public typealias DetailOptions = SignOptions
  /// The look of a sign that deletes.
  public typealias DeleteOptions = SignOptions

  /// The look of a text at the edge.
  public struct LabelOptions {
    /// The colour; nil for grey.
    public var tintColor: UIColor?
    /// The font.
    public var font: UIFont

    /// Creates a look.
    public init(tintColor: UIColor? = nil, font: UIFont = .preferredFont(forTextStyle: .body)) {
      self.tintColor = tintColor
      self.font = font
    }
  }

  /// The edge at which a view of a program is.
  public enum Placement {
    /// Before the content.
    case leading(displayed: DisplayedState = .always)
    /// After the content.
    case trailing(displayed: DisplayedState = .always)
  }

  /// A view of a program as a sign.
  public struct CustomViewConfiguration {
    /// The view, whose size counts.
    public let customView: UIView
    /// The edge.
    public let placement: Placement

    /// Creates one.
    public init(customView: UIView, placement: Placement) {
      self.customView = customView
      self.placement = placement
    }
  }

  enum Kind {
    case arrow(UIColor?), tick(UIColor?), outline(OutlineDisclosureOptions)
    case detail(UIColor?, (@MainActor () -> Void)?)
    case delete(UIColor?, (@MainActor () -> Void)?)
    case label(String, LabelOptions)
    case view(UIView)
  }

  let kind: Kind
  let displayed: DisplayedState
  let isLeading: Bool

  private init(_ kind: Kind, _ displayed: DisplayedState, isLeading: Bool = false) {
    self.kind = kind
    self.displayed = displayed
    self.isLeading = isLeading
  }

  /// An arrow.
  public static func disclosureIndicator(
    displayed: DisplayedState = .always,
    options: DisclosureIndicatorOptions = DisclosureIndicatorOptions()
  ) -> UICellAccessory { UICellAccessory(.arrow(options.tintColor), displayed) }

  /// An arrow that turns as the item of an outline expands.
  public static func outlineDisclosure(
    displayed: DisplayedState = .always,
    options: OutlineDisclosureOptions = OutlineDisclosureOptions()
  ) -> UICellAccessory { UICellAccessory(.outline(options), displayed) }

  /// A tick.
  public static func checkmark(
    displayed: DisplayedState = .always,
    options: CheckmarkOptions = CheckmarkOptions()
  ) -> UICellAccessory { UICellAccessory(.tick(options.tintColor), displayed) }

  /// A sign of information that can be touched.
  public static func detail(
    displayed: DisplayedState = .always,
    options: DetailOptions = DetailOptions(),
    actionHandler: (@MainActor () -> Void)? = nil
  ) -> UICellAccessory { UICellAccessory(.detail(options.tintColor, actionHandler), displayed) }

  /// A sign before the content that deletes.
  public static func delete(
    displayed: DisplayedState = .whenEditing,
    options: DeleteOptions = DeleteOptions(),
    actionHandler: (@MainActor () -> Void)? = nil
  ) -> UICellAccessory {
    UICellAccessory(.delete(options.tintColor, actionHandler), displayed, isLeading: true)
  }

  /// A text.
  public static func label(
    text: String,
    displayed: DisplayedState = .always,
    options: LabelOptions = LabelOptions()
  ) -> UICellAccessory { UICellAccessory(.label(text, options), displayed) }

  /// A view of the program's.
  public static func customView(configuration: CustomViewConfiguration) -> UICellAccessory {
    switch configuration.placement {
    case .leading(let displayed):
      UICellAccessory(.view(configuration.customView), displayed, isLeading: true)
    case .trailing(let displayed): UICellAccessory(.view(configuration.customView), displayed)
    }
  }

  func shows(whileEditing isEditing: Bool) -> Bool {
    switch displayed {
    case .always: true
    case .whenEditing: isEditing
    case .whenNotEditing: !isEditing
    }
  }
}
