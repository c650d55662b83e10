// Plates that look like glass.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// A plate that looks like glass: what is behind it is blurred a little and more colourful.
///
/// **Differences**: edges do not bend the light, and touches do not move it.
open class UIGlassEffect: UIVisualEffect {
  /// The kind of glass.
  public enum Style: Int, Sendable {
    /// Milky, for plates with text.
    case regular = 0
    /// Clear, over pictures.
    case clear = 1
  }

  /// The kind of glass.
  let style: Style
  /// The colour of the glass; nil, the default, if it has none.
  open var tintColor: UIColor?
  /// Whether touches move the glass; false by default.
  ///
  /// **Differences**: it is stored.
  open var isInteractive = false

  /// Creates milky glass.
  public override convenience init() { self.init(style: .regular) }

  /// Creates glass of a kind.
  public init(style: Style) {
    self.style = style
    super.init()
  }

  /// Creates milky glass, whatever the archive says.
  public required init?(coder: NSCoder) {
    style = .regular
    super.init(coder: coder)
  }

  // `Any` because: it is NSCopying's.
  /// Returns glass with the same values.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = UIGlassEffect(style: style)
    (copy.tintColor, copy.isInteractive) = (tintColor, isInteractive)
    return copy
  }

  /// The numbers of the look. [C]
  func recipe(_ traits: UITraitCollection) -> UIBlurEffect.Recipe {
    let isDark = traits.userInterfaceStyle == .dark
    let white = UIColor(white: isDark ? 0.11 : 1, alpha: style == .clear ? 0.1 : 0.4)
    return UIBlurEffect.Recipe(
      radius: style == .clear ? 3 : 8,
      tint: tintColor?.resolvedColor(with: traits).withAlphaComponent(0.5) ?? white,
      saturation: 1.5
    )
  }
}
