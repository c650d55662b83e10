// An image and two texts as the content of a cell.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// An image and two texts, in the styles of lists.
///
///     var content = cell.defaultContentConfiguration()
///     content.text = "Wi-Fi"
///     content.secondaryText = "Home"
///     cell.contentConfiguration = content
///
/// **Differences**: margins, fonts and spaces are those of the documentation's pictures where Apple
/// states no numbers; symbols' own configurations of images are absent.
public struct UIListContentConfiguration: UIContentConfiguration, Hashable {
  /// The look of an image.
  public struct ImageProperties: Hashable {
    /// The colour of template images; nil for the tint colour.
    public var tintColor: UIColor?
    /// A change of that colour, or nil.
    public var tintColorTransformer: UIConfigurationColorTransformer?
    /// The radius of the corners, in points.
    public var cornerRadius: CGFloat = 0
    /// The greatest size, in points; 0 for any length.
    public var maximumSize = CGSize.zero
    /// The room in the layout, in points; 0 for the image's own length.
    public var reservedLayoutSize = CGSize.zero
    /// Whether smart inversion of colours leaves the image as it is; no effect here.
    public var accessibilityIgnoresInvertColors = false
    /// The room of the system's own images, for `reservedLayoutSize`.
    public static let standardDimension: CGFloat = 29

    /// Returns the colour of template images.
    public func resolvedTintColor(for tintColor: UIColor) -> UIColor {
      let color = self.tintColor ?? tintColor
      return tintColorTransformer.map { $0(color) } ?? color
    }
  }

  /// The look of a text.
  public struct TextProperties: Hashable {
    /// The place of lines.
    public enum TextAlignment: Int, Hashable, Sendable {
      /// As the language has it.
      case natural = 0
      /// In the middle.
      case center = 1
      /// In both margins.
      case justified = 2
    }

    /// Capitals.
    public enum TextTransform: Int, Hashable, Sendable {
      /// As written.
      case none = 0
      /// All letters.
      case uppercase = 1
      /// No letters.
      case lowercase = 2
      /// The first of each word.
      case capitalized = 3
    }

    /// The font.
    public var font = UIFont.preferredFont(forTextStyle: .body)
    /// The colour.
    public var color = UIColor.label
    /// A change of the colour, or nil.
    public var colorTransformer: UIConfigurationColorTransformer?
    /// The place of lines.
    public var alignment = TextAlignment.natural
    /// The end of lines that are too long.
    public var lineBreakMode = NSLineBreakMode.byTruncatingTail
    /// Whether characters move together before a single line is truncated.
    public var allowsDefaultTighteningForTruncation = false
    /// The greatest number of lines; 0 for any.
    public var numberOfLines = 0
    /// Whether the font shrinks to fit the width.
    public var adjustsFontSizeToFitWidth = false
    /// The least size of the font as a part of it.
    public var minimumScaleFactor: CGFloat = 0
    /// Whether the font follows the size of text that a person asks for.
    public var adjustsFontForContentSizeCategory = true
    /// Capitals.
    public var transform = TextTransform.none

    /// Returns the colour.
    public func resolvedColor() -> UIColor { colorTransformer.map { $0(color) } ?? color }
  }

  /// The image, or nil.
  public var image: UIImage?
  /// The look of the image.
  public var imageProperties = ImageProperties()
  /// The text, or nil.
  public var text: String?
  /// The text with attributes; nil for the plain one.
  public var attributedText: NSAttributedString?
  /// The look of the text.
  public var textProperties = TextProperties()
  /// The second text, or nil.
  public var secondaryText: String?
  /// The second text with attributes; nil for the plain one.
  public var secondaryAttributedText: NSAttributedString?
  /// The look of the second text.
  public var secondaryTextProperties = TextProperties()
  /// The axes along which margins are at least those of the view around.
  public var axesPreservingSuperviewLayoutMargins: UIAxis = .both
  /// The room around, in points.
  public var directionalLayoutMargins = NSDirectionalEdgeInsets(
    top: 11,
    leading: 16,
    bottom: 11,
    trailing: 16
  )
  /// Whether the second text is beside the first where both fit.
  public var prefersSideBySideTextAndSecondaryText = false
  /// Points between image and texts.
  public var imageToTextPadding: CGFloat = 16
  /// Points between texts side by side.
  public var textToSecondaryTextHorizontalPadding: CGFloat = 12
  /// Points between texts above each other.
  public var textToSecondaryTextVerticalPadding: CGFloat = 3
  /// The opacity.
  public var alpha: CGFloat = 1
  /// The least height, in points.
  var minimumHeight: CGFloat = 44
  private var isSidebar = false

  private init() {
    secondaryTextProperties.font = .preferredFont(forTextStyle: .subheadline)
    secondaryTextProperties.color = .secondaryLabel
  }

  // MARK: Styles

  /// A cell of a list.
  public static func cell() -> UIListContentConfiguration { UIListContentConfiguration() }

  /// A cell with a second text below.
  public static func subtitleCell() -> UIListContentConfiguration {
    var value = UIListContentConfiguration()
    value.secondaryTextProperties.color = .label
    value.secondaryTextProperties.font = .preferredFont(forTextStyle: .caption1)
    return value
  }

  /// A cell with a second text at the other side.
  public static func valueCell() -> UIListContentConfiguration {
    var value = UIListContentConfiguration()
    value.prefersSideBySideTextAndSecondaryText = true
    value.secondaryTextProperties.font = .preferredFont(forTextStyle: .body)
    return value
  }

  /// A cell of a sidebar.
  public static func sidebarCell() -> UIListContentConfiguration {
    var value = UIListContentConfiguration()
    value.isSidebar = true
    return value
  }

  /// A cell of a sidebar with a second text below.
  public static func sidebarSubtitleCell() -> UIListContentConfiguration {
    var value = subtitleCell()
    value.isSidebar = true
    return value
  }

  private static func header(
    _ style: UIFont.TextStyle,
    _ color: UIColor,
    top: CGFloat,
    bottom: CGFloat
  ) -> UIListContentConfiguration {
    var value = UIListContentConfiguration()
    value.textProperties.font = .preferredFont(forTextStyle: style)
    value.textProperties.color = color
    value.secondaryTextProperties.font = .preferredFont(forTextStyle: .footnote)
    value.directionalLayoutMargins.top = top
    value.directionalLayoutMargins.bottom = bottom
    value.minimumHeight = 0
    return value
  }

  /// A header of a plain list.
  public static func plainHeader() -> UIListContentConfiguration {
    header(.headline, .label, top: 6, bottom: 6)
  }

  /// A footer of a plain list.
  public static func plainFooter() -> UIListContentConfiguration {
    header(.footnote, .secondaryLabel, top: 6, bottom: 6)
  }

  /// A header of a grouped list, in capitals.
  public static func groupedHeader() -> UIListContentConfiguration {
    var value = header(.footnote, .secondaryLabel, top: 16, bottom: 6)
    value.textProperties.transform = .uppercase
    return value
  }

  /// A footer of a grouped list.
  public static func groupedFooter() -> UIListContentConfiguration {
    header(.footnote, .secondaryLabel, top: 6, bottom: 6)
  }

  /// A header of a list with insets that stands out.
  public static func prominentInsetGroupedHeader() -> UIListContentConfiguration {
    header(.headline, .label, top: 16, bottom: 6)
  }

  /// A header of a list with insets that stands out most.
  public static func extraProminentInsetGroupedHeader() -> UIListContentConfiguration {
    var value = header(.title3, .label, top: 16, bottom: 6)
    value.textProperties.font = .systemFont(
      ofSize: value.textProperties.font.pointSize,
      weight: .bold
    )
    return value
  }

  /// A header of a sidebar.
  public static func sidebarHeader() -> UIListContentConfiguration {
    header(.headline, .label, top: 11, bottom: 6)
  }

  /// A header of a list.
  public static func header() -> UIListContentConfiguration { groupedHeader() }
  /// A footer of a list.
  public static func footer() -> UIListContentConfiguration { groupedFooter() }

  // MARK: Content

  /// Makes a view that shows the image and the texts.
  @MainActor
  public func makeContentView() -> any UIView & UIContentView {
    UIListContentView(configuration: self)
  }

  /// Returns the content for a state: texts of disabled cells are grey.
  public func updated(for state: any UIConfigurationState) -> UIListContentConfiguration {
    var updated = self
    if let cell = state as? UICellConfigurationState, cell.isDisabled {
      updated.textProperties.color = .tertiaryLabel
    } else if textProperties.color == .tertiaryLabel {
      updated.textProperties.color = .label
    }
    return updated
  }
}

/// A set of directions.
public struct UIAxis: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// The directions of these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// From left to right.
  public static let horizontal = UIAxis(rawValue: 1)
  /// From top to bottom.
  public static let vertical = UIAxis(rawValue: 2)
  /// Both.
  public static let both: UIAxis = [.horizontal, .vertical]
}
