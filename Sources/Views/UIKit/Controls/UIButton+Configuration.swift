// Looks of buttons that are made of parts.
// Licensed under the MIT license; see LICENSE.

public import Foundation

extension UIButton {
  /// A look that is made of parts.
  ///
  /// ```swift
  /// var configuration = UIButton.Configuration.filled()
  /// configuration.title = "Buy"
  /// let button = UIButton(configuration: configuration)
  /// ```
  ///
  /// Texts follow the size of text that a person asks for.
  public struct Configuration {
    /// The radius of the corners.
    public enum CornerStyle: Int, Hashable, Sendable {
      /// As the background says.
      case fixed = -1
      /// As the background says, or as the size says.
      case dynamic = 0
      /// Small.
      case small = 1
      /// Of middle size.
      case medium = 2
      /// Large.
      case large = 3
      /// Half the height.
      case capsule = 4
    }

    /// The size.
    public enum Size: Int, Hashable, Sendable {
      /// Of middle size.
      case medium = 0
      /// Small.
      case small = 1
      /// Very small.
      case mini = 2
      /// Large.
      case large = 3
    }

    /// The place of title and subtitle under each other.
    public enum TitleAlignment: Int, Hashable, Sendable {
      /// In the middle if the image is above or below them, else at the leading side.
      case automatic = 0
      /// At the leading side.
      case leading = 1
      /// In the middle.
      case center = 2
      /// At the trailing side.
      case trailing = 3
    }

    /// The sign that a button opens something.
    public enum Indicator: Int, Hashable, Sendable {
      /// That of menus, for a button whose menu changes its title.
      case automatic = 0
      /// None.
      case none = 1
      /// Two chevrons, as of a menu to choose from.
      case popup = 2
    }

    fileprivate enum Style {
      case plain, gray, tinted, filled
    }

    fileprivate var style: Style

    /// The title; nil for the one by state.
    public var title: String?
    /// The title with attributes; nil for the plain one.
    public var attributedTitle: AttributedString?
    /// A change of the title's attributes, or nil.
    public var titleTextAttributesTransformer: UIConfigurationTextAttributesTransformer?
    /// The line below the title; nil if there is none.
    public var subtitle: String?
    /// The line below the title with attributes; nil for the plain one.
    public var attributedSubtitle: AttributedString?
    /// A change of the subtitle's attributes, or nil.
    public var subtitleTextAttributesTransformer: UIConfigurationTextAttributesTransformer?
    /// The place of title and subtitle under each other.
    public var titleAlignment = TitleAlignment.automatic
    /// Points between title and subtitle.
    public var titlePadding: CGFloat = 1
    /// Where lines of title and subtitle break; at words by default.
    public var titleLineBreakMode = NSLineBreakMode.byWordWrapping
    /// The image; nil for the one by state.
    public var image: UIImage?
    /// A change of the image's tint, or nil.
    public var imageColorTransformer: UIConfigurationColorTransformer?
    /// The size and weight of an image that is a symbol; nil for its own.
    public var preferredSymbolConfigurationForImage: UIImage.SymbolConfiguration?
    /// Whether a spinning sign takes the place of the image; false by default.
    public var showsActivityIndicator = false
    /// A change of that sign's colour, or nil.
    public var activityIndicatorColorTransformer: UIConfigurationColorTransformer?
    /// The sign at the trailing side that the button opens something.
    public var indicator = Indicator.automatic
    /// A change of the colour of that sign, or nil.
    public var indicatorColorTransformer: UIConfigurationColorTransformer?
    /// Whether the plate of a selected button changes by itself; true by default.
    public var automaticallyUpdateForSelection = true
    /// Points between image and title.
    public var imagePadding: CGFloat = 0
    /// The side of the title that the image is on; leading by default.
    public var imagePlacement = NSDirectionalRectEdge.leading
    /// The room around image and title, in points.
    public var contentInsets: NSDirectionalEdgeInsets
    /// The colour of title and image; nil for that of the style.
    public var baseForegroundColor: UIColor?
    /// The colour of the plate; nil for that of the style.
    public var baseBackgroundColor: UIColor?
    /// The radius of the corners.
    public var cornerStyle = CornerStyle.dynamic
    /// The size; it changes the insets.
    public var buttonSize = Size.medium {
      didSet { contentInsets = Self.insets(buttonSize) }
    }
    /// The plate.
    public var background = UIBackgroundConfiguration()

    private init(_ style: Style) {
      self.style = style
      contentInsets = Self.insets(.medium)
    }

    /// A title in the tint colour.
    public static func plain() -> Configuration { Configuration(.plain) }
    /// A title in the tint colour on grey.
    public static func gray() -> Configuration { Configuration(.gray) }
    /// A title in the tint colour on some of it.
    public static func tinted() -> Configuration { Configuration(.tinted) }
    /// A white title on the tint colour.
    public static func filled() -> Configuration { Configuration(.filled) }
    /// As `plain()`.
    public static func borderless() -> Configuration { Configuration(.plain) }
    /// As `gray()`.
    public static func bordered() -> Configuration { Configuration(.gray) }
    /// As `tinted()`.
    public static func borderedTinted() -> Configuration { Configuration(.tinted) }
    /// As `filled()`.
    public static func borderedProminent() -> Configuration { Configuration(.filled) }

    /// Gives the insets of the size again.
    public mutating func setDefaultContentInsets() { contentInsets = Self.insets(buttonSize) }

    /// Returns the configuration as a button in its present state shows it: a plain one that is
    /// selected has a tinted plate, unless `automaticallyUpdateForSelection` is false.
    @MainActor
    public func updated(for button: UIButton) -> Configuration {
      guard automaticallyUpdateForSelection, button.isSelected, style == .plain else { return self }
      var result = self
      result.style = .tinted
      return result
    }

    private static func insets(_ size: Size) -> NSDirectionalEdgeInsets {
      switch size {
      case .mini, .small: NSDirectionalEdgeInsets(top: 5, leading: 10, bottom: 5, trailing: 10)
      case .medium: NSDirectionalEdgeInsets(top: 7, leading: 12, bottom: 7, trailing: 12)
      case .large: NSDirectionalEdgeInsets(top: 15, leading: 20, bottom: 15, trailing: 20)
      }
    }

    /// The style of the title's font.
    var titleStyle: UIFont.TextStyle {
      switch buttonSize {
      case .mini, .small: .subheadline
      case .medium, .large: .body
      }
    }

    /// The attributes of the title without those of its own.
    func titleAttributes(_ font: UIFont, _ color: UIColor) -> AttributeContainer {
      Self.attributes(font, color, titleTextAttributesTransformer)
    }

    /// The attributes of the subtitle without those of its own.
    func subtitleAttributes(_ color: UIColor, _ traits: UITraitCollection) -> AttributeContainer {
      let font = UIFont.preferredFont(forTextStyle: .caption1, compatibleWith: traits)
      return Self.attributes(font, color, subtitleTextAttributesTransformer)
    }

    private static func attributes(
      _ font: UIFont,
      _ color: UIColor,
      _ transformer: UIConfigurationTextAttributesTransformer?
    ) -> AttributeContainer {
      var attributes = AttributeContainer()
      attributes.font = font
      attributes.foregroundColor = color
      return transformer?(attributes) ?? attributes
    }

    /// Whether the title has other attributes than font and colour of the configuration.
    var isTitleAttributed: Bool {
      attributedTitle != nil || titleTextAttributesTransformer != nil
    }

    /// Whether title and subtitle may have several lines.
    var wrapsText: Bool {
      titleLineBreakMode == .byWordWrapping || titleLineBreakMode == .byCharWrapping
    }

    /// The alignment of title and subtitle.
    var textAlignment: TitleAlignment {
      guard titleAlignment == .automatic else { return titleAlignment }
      return imagePlacement == .top || imagePlacement == .bottom ? .center : .leading
    }

    func foreground(tint: UIColor) -> UIColor {
      baseForegroundColor ?? (style == .filled ? .white : tint)
    }

    func plateColor(tint: UIColor) -> UIColor {
      let color = background.backgroundColor ?? styleColor(tint: tint)
      return background.backgroundColorTransformer?(color) ?? color
    }

    private func styleColor(tint: UIColor) -> UIColor {
      switch style {
      case .plain: .clear
      case .gray: baseBackgroundColor ?? .tertiarySystemFill
      case .tinted: (baseBackgroundColor ?? tint).withAlphaComponent(0.18)
      case .filled: baseBackgroundColor ?? tint
      }
    }

    var disabledPlateColor: UIColor { style == .plain ? .clear : .tertiarySystemFill }

    func radius(height: CGFloat) -> CGFloat {
      let limit = max(height, 0) / 2
      switch cornerStyle {
      case .small: return min(4, limit)
      case .medium: return min(6, limit)
      case .large: return min(8, limit)
      case .capsule: return limit
      case .fixed, .dynamic:
        return min(background.cornerRadius >= 0 ? background.cornerRadius : 6, limit)
      }
    }
  }
}
