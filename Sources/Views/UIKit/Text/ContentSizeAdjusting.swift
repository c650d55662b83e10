// Fonts that follow the size of text that a person asks for.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics

/// Text whose font follows the size of text that a person asks for.
@preconcurrency
@MainActor
public protocol UIContentSizeCategoryAdjusting {
  /// Whether the font follows; false by default.
  ///
  /// Fonts of `UIFont.preferredFont(forTextStyle:)` and of `UIFontMetrics` follow, others stay.
  var adjustsFontForContentSizeCategory: Bool { get set }
}

/// The origin of a font that depends on the size of text.
struct FontOrigin: Sendable {
  var style: UIFont.TextStyle
  /// The font in the standard size; nil for that of the style.
  var base: UIFont?
  /// The largest size in points; 0 for any.
  var most: CGFloat = 0

  /// The font for traits.
  func font(_ traits: UITraitCollection) -> UIFont {
    guard let base else {
      return UIFont.preferredFont(forTextStyle: style, compatibleWith: traits)
    }
    return UIFontMetrics(forTextStyle: style).scaledFont(
      for: base,
      maximumPointSize: most,
      compatibleWith: traits
    )
  }
}

extension UIFont {
  /// The same font for the size of text of traits; itself if it does not depend on that.
  final func adjusted(to traits: UITraitCollection) -> UIFont { origin?.font(traits) ?? self }
}

/// The place of text that became smaller to fit.
public enum UIBaselineAdjustment: Int, Sendable {
  /// The baseline stays where it is for text of the full size.
  case alignBaselines
  /// The text stands in the middle.
  case alignCenters
  /// The top of the text stays where it is for text of the full size.
  case none
}
