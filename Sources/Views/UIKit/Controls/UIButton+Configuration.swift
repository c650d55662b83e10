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
  /// **Differences**: subtitles, menus and activity indicators in buttons are absent.
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

    fileprivate enum Style {
      case plain, gray, tinted, filled
    }

    fileprivate var style: Style

    /// The title; nil for the one by state.
    public var title: String?
    /// The title with attributes; nil for the plain one.
    public var attributedTitle: NSAttributedString?
    /// The image; nil for the one by state.
    public var image: UIImage?
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

    private static func insets(_ size: Size) -> NSDirectionalEdgeInsets {
      switch size {
      case .mini, .small: NSDirectionalEdgeInsets(top: 5, leading: 10, bottom: 5, trailing: 10)
      case .medium: NSDirectionalEdgeInsets(top: 7, leading: 12, bottom: 7, trailing: 12)
      case .large: NSDirectionalEdgeInsets(top: 15, leading: 20, bottom: 15, trailing: 20)
      }
    }

    var font: UIFont {
      switch buttonSize {
      case .mini, .small: .systemFont(ofSize: 15)
      case .medium, .large: .systemFont(ofSize: 17)
      }
    }

    func foreground(tint: UIColor) -> UIColor {
      baseForegroundColor ?? (style == .filled ? .white : tint)
    }

    func plateColor(tint: UIColor) -> UIColor {
      if let color = background.backgroundColor { return color }
      switch style {
      case .plain: return .clear
      case .gray: return baseBackgroundColor ?? .tertiarySystemFill
      case .tinted: return (baseBackgroundColor ?? tint).withAlphaComponent(0.18)
      case .filled: return baseBackgroundColor ?? tint
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
