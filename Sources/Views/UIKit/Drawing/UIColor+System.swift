// The colours of the system, which follow the style of the interface.
// Licensed under the MIT license; see LICENSE.
//
// Values: Human Interface Guidelines, "Color", specifications of iOS system colours, and the
// values that UIKit of iOS 15 and later resolves the semantic colours to.

import CoreGraphics
import Foundation

/// Components of 8 bits in sRGB, and an alpha.
private struct Shade {
  let color: UIColor

  init(_ red: Int, _ green: Int, _ blue: Int, _ alpha: CGFloat = 1) {
    color = UIColor(
      red: CGFloat(red) / 255,
      green: CGFloat(green) / 255,
      blue: CGFloat(blue) / 255,
      alpha: alpha
    )
  }
}

// One object for each colour: a dynamic colour equals itself only.
private enum System {
  static let systemRed = UIColor(light: Shade(255, 59, 48), dark: Shade(255, 69, 58))
  static let systemGreen = UIColor(light: Shade(52, 199, 89), dark: Shade(48, 209, 88))
  static let systemBlue = UIColor(light: Shade(0, 122, 255), dark: Shade(10, 132, 255))
  static let systemOrange = UIColor(light: Shade(255, 149, 0), dark: Shade(255, 159, 10))
  static let systemYellow = UIColor(light: Shade(255, 204, 0), dark: Shade(255, 214, 10))
  static let systemPink = UIColor(light: Shade(255, 45, 85), dark: Shade(255, 55, 95))
  static let systemPurple = UIColor(light: Shade(175, 82, 222), dark: Shade(191, 90, 242))
  static let systemTeal = UIColor(light: Shade(48, 176, 199), dark: Shade(64, 200, 224))
  static let systemIndigo = UIColor(light: Shade(88, 86, 214), dark: Shade(94, 92, 230))
  static let systemBrown = UIColor(light: Shade(162, 132, 94), dark: Shade(172, 142, 104))
  static let systemMint = UIColor(light: Shade(0, 199, 190), dark: Shade(99, 230, 226))
  static let systemCyan = UIColor(light: Shade(50, 173, 230), dark: Shade(100, 210, 255))
  static let systemGray = UIColor(light: Shade(142, 142, 147), dark: Shade(142, 142, 147))
  static let systemGray2 = UIColor(light: Shade(174, 174, 178), dark: Shade(99, 99, 102))
  static let systemGray3 = UIColor(light: Shade(199, 199, 204), dark: Shade(72, 72, 74))
  static let systemGray4 = UIColor(light: Shade(209, 209, 214), dark: Shade(58, 58, 60))
  static let systemGray5 = UIColor(light: Shade(229, 229, 234), dark: Shade(44, 44, 46))
  static let systemGray6 = UIColor(light: Shade(242, 242, 247), dark: Shade(28, 28, 30))
  static let label = UIColor(light: Shade(0, 0, 0), dark: Shade(255, 255, 255))
  static let secondaryLabel = UIColor(
    light: Shade(60, 60, 67, 0.6),
    dark: Shade(235, 235, 245, 0.6)
  )
  static let tertiaryLabel = UIColor(light: Shade(60, 60, 67, 0.3), dark: Shade(235, 235, 245, 0.3))
  static let quaternaryLabel = UIColor(
    light: Shade(60, 60, 67, 0.18),
    dark: Shade(235, 235, 245, 0.16)
  )
  static let placeholderText = UIColor(
    light: Shade(60, 60, 67, 0.3),
    dark: Shade(235, 235, 245, 0.3)
  )
  static let separator = UIColor(light: Shade(60, 60, 67, 0.29), dark: Shade(84, 84, 88, 0.6))
  static let opaqueSeparator = UIColor(light: Shade(198, 198, 200), dark: Shade(56, 56, 58))
  static let link = UIColor(light: Shade(0, 122, 255), dark: Shade(9, 132, 255))
  static let systemFill = UIColor(
    light: Shade(120, 120, 128, 0.2),
    dark: Shade(120, 120, 128, 0.36)
  )
  static let secondarySystemFill = UIColor(
    light: Shade(120, 120, 128, 0.16),
    dark: Shade(120, 120, 128, 0.32)
  )
  static let tertiarySystemFill = UIColor(
    light: Shade(118, 118, 128, 0.12),
    dark: Shade(118, 118, 128, 0.24)
  )
  static let quaternarySystemFill = UIColor(
    light: Shade(116, 116, 128, 0.08),
    dark: Shade(118, 118, 128, 0.18)
  )
  static let systemBackground = UIColor(
    light: Shade(255, 255, 255),
    dark: Shade(0, 0, 0),
    elevated: Shade(28, 28, 30)
  )
  static let secondarySystemBackground = UIColor(
    light: Shade(242, 242, 247),
    dark: Shade(28, 28, 30),
    elevated: Shade(44, 44, 46)
  )
  static let tertiarySystemBackground = UIColor(
    light: Shade(255, 255, 255),
    dark: Shade(44, 44, 46),
    elevated: Shade(58, 58, 60)
  )
  static let systemGroupedBackground = UIColor(
    light: Shade(242, 242, 247),
    dark: Shade(0, 0, 0),
    elevated: Shade(28, 28, 30)
  )
  static let secondarySystemGroupedBackground = UIColor(
    light: Shade(255, 255, 255),
    dark: Shade(28, 28, 30),
    elevated: Shade(44, 44, 46)
  )
  static let tertiarySystemGroupedBackground = UIColor(
    light: Shade(242, 242, 247),
    dark: Shade(44, 44, 46),
    elevated: Shade(58, 58, 60)
  )
  static let lightText = UIColor(white: 1, alpha: 0.6)
  static let darkText = UIColor(white: 0, alpha: 1)
}

extension UIColor {
  /// - Parameters:
  ///   - light: For the light and the unspecified style.
  ///   - dark: For the dark style.
  ///   - elevated: For the dark style of what lies above other things; nil for as `dark`.
  fileprivate convenience init(light: Shade, dark: Shade, elevated: Shade? = nil) {
    let (lightColor, darkColor) = (light.color, dark.color)
    let elevatedColor = elevated?.color ?? darkColor
    self.init { traits in
      guard traits.userInterfaceStyle == .dark else { return lightColor }
      return traits.userInterfaceLevel == .elevated ? elevatedColor : darkColor
    }
  }

  /// Red of the system.
  public class var systemRed: UIColor { System.systemRed }
  /// Green of the system.
  public class var systemGreen: UIColor { System.systemGreen }
  /// Blue of the system; the default tint.
  public class var systemBlue: UIColor { System.systemBlue }
  /// Orange of the system.
  public class var systemOrange: UIColor { System.systemOrange }
  /// Yellow of the system.
  public class var systemYellow: UIColor { System.systemYellow }
  /// Pink of the system.
  public class var systemPink: UIColor { System.systemPink }
  /// Purple of the system.
  public class var systemPurple: UIColor { System.systemPurple }
  /// Teal of the system.
  public class var systemTeal: UIColor { System.systemTeal }
  /// Indigo of the system.
  public class var systemIndigo: UIColor { System.systemIndigo }
  /// Brown of the system.
  public class var systemBrown: UIColor { System.systemBrown }
  /// Mint of the system.
  public class var systemMint: UIColor { System.systemMint }
  /// Cyan of the system.
  public class var systemCyan: UIColor { System.systemCyan }
  /// The grey of the system.
  public class var systemGray: UIColor { System.systemGray }
  /// The second grey, nearer to the background.
  public class var systemGray2: UIColor { System.systemGray2 }
  /// The third grey.
  public class var systemGray3: UIColor { System.systemGray3 }
  /// The fourth grey.
  public class var systemGray4: UIColor { System.systemGray4 }
  /// The fifth grey.
  public class var systemGray5: UIColor { System.systemGray5 }
  /// The sixth grey, next to the background.
  public class var systemGray6: UIColor { System.systemGray6 }
  /// Text of labels.
  public class var label: UIColor { System.label }
  /// Text of less weight.
  public class var secondaryLabel: UIColor { System.secondaryLabel }
  /// Text of little weight.
  public class var tertiaryLabel: UIColor { System.tertiaryLabel }
  /// Text of least weight.
  public class var quaternaryLabel: UIColor { System.quaternaryLabel }
  /// Text that stands in for text to come.
  public class var placeholderText: UIColor { System.placeholderText }
  /// Thin lines that let the background through.
  public class var separator: UIColor { System.separator }
  /// Thin lines that do not.
  public class var opaqueSeparator: UIColor { System.opaqueSeparator }
  /// Links.
  public class var link: UIColor { System.link }
  /// Fill of thin and small shapes.
  public class var systemFill: UIColor { System.systemFill }
  /// Fill of middle-sized shapes.
  public class var secondarySystemFill: UIColor { System.secondarySystemFill }
  /// Fill of large shapes.
  public class var tertiarySystemFill: UIColor { System.tertiarySystemFill }
  /// Fill of areas with much in them.
  public class var quaternarySystemFill: UIColor { System.quaternarySystemFill }
  /// The background of views.
  public class var systemBackground: UIColor { System.systemBackground }
  /// Content on the background.
  public class var secondarySystemBackground: UIColor { System.secondarySystemBackground }
  /// Content on that.
  public class var tertiarySystemBackground: UIColor { System.tertiarySystemBackground }
  /// The background of grouped tables.
  public class var systemGroupedBackground: UIColor { System.systemGroupedBackground }
  /// Content on the background of groups.
  public class var secondarySystemGroupedBackground: UIColor {
    System.secondarySystemGroupedBackground
  }
  /// Content on that.
  public class var tertiarySystemGroupedBackground: UIColor {
    System.tertiarySystemGroupedBackground
  }
  /// The default tint of views: blue of the system.
  public class var tintColor: UIColor { System.systemBlue }
  /// White of alpha 0.6, for text on dark backgrounds; it does not follow the style.
  public class var lightText: UIColor { System.lightText }
  /// Black, for text on light backgrounds; it does not follow the style.
  public class var darkText: UIColor { System.darkText }
  /// The background of grouped tables, under its former name.
  public class var groupTableViewBackground: UIColor { System.systemGroupedBackground }
}
