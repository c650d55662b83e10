// Screens that views are snapshot on.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import UIKit

/// A screen that a view controller is shown on: its safe area, its size and its traits.
public struct ViewImageConfig: Sendable {
  /// How a device is held.
  public enum Orientation: Sendable {
    /// On its side.
    case landscape
    /// Upright.
    case portrait
  }

  /// The distances of bars and sensors from the edges, in points.
  public var safeArea: UIEdgeInsets
  /// The size in points; nil for the size of the controller's view.
  public var size: CGSize?
  /// The traits; the display scale is the pixels of a point.
  public var traits: UITraitCollection

  /// Creates a screen.
  ///
  /// - Parameters:
  ///   - safeArea: The distances of bars and sensors from the edges, in points.
  ///   - size: The size in points; nil for the size of the controller's view.
  ///   - traits: The traits; the display scale is the pixels of a point.
  public init(
    safeArea: UIEdgeInsets = .zero,
    size: CGSize? = nil,
    traits: UITraitCollection = UITraitCollection()
  ) {
    (self.safeArea, self.size, self.traits) = (safeArea, size, traits)
  }

  /// Returns the screen of a device.
  ///
  /// - Parameters:
  ///   - size: The size of the upright device, in points.
  ///   - scale: Pixels of a point.
  ///   - top: The inset at the top of the upright device, in points.
  ///   - bottom: The inset at its bottom, in points.
  ///   - orientation: How it is held.
  private static func device(
    _ size: (CGFloat, CGFloat),
    _ scale: CGFloat,
    top: CGFloat = 20,
    bottom: CGFloat = 0,
    _ orientation: Orientation
  ) -> ViewImageConfig {
    let isUpright = orientation == .portrait
    // A device with a sensor in its edge keeps both sides free when it lies on its side.
    let side = top > 20 ? top : 0
    let safeArea =
      isUpright
      ? UIEdgeInsets(top: top, left: 0, bottom: bottom, right: 0)
      : UIEdgeInsets(top: 0, left: side, bottom: bottom > 0 ? 21 : 0, right: side)
    let isWide = !isUpright && size.0 >= 414
    return ViewImageConfig(
      safeArea: safeArea,
      size: isUpright
        ? CGSize(width: size.0, height: size.1) : CGSize(width: size.1, height: size.0),
      traits: UITraitCollection(traitsFrom: [
        UITraitCollection(displayScale: scale),
        UITraitCollection(userInterfaceIdiom: .phone),
        UITraitCollection(horizontalSizeClass: isWide ? .regular : .compact),
        UITraitCollection(verticalSizeClass: isUpright ? .regular : .compact),
        UITraitCollection(layoutDirection: .leftToRight),
      ])
    )
  }

  private static func tablet(
    _ size: (CGFloat, CGFloat),
    bottom: CGFloat = 0,
    _ orientation: Orientation
  ) -> ViewImageConfig {
    let isUpright = orientation == .portrait
    return ViewImageConfig(
      safeArea: UIEdgeInsets(top: bottom > 0 ? 24 : 20, left: 0, bottom: bottom, right: 0),
      size: isUpright
        ? CGSize(width: size.0, height: size.1) : CGSize(width: size.1, height: size.0),
      traits: UITraitCollection(traitsFrom: [
        UITraitCollection(displayScale: 2),
        UITraitCollection(userInterfaceIdiom: .pad),
        UITraitCollection(horizontalSizeClass: .regular),
        UITraitCollection(verticalSizeClass: .regular),
        UITraitCollection(layoutDirection: .leftToRight),
      ])
    )
  }

  /// An iPhone SE of the first generation, upright.
  public static let iPhoneSe = iPhoneSe(.portrait)
  /// An iPhone SE of the first generation.
  public static func iPhoneSe(_ orientation: Orientation) -> ViewImageConfig {
    device((320, 568), 2, orientation)
  }

  /// An iPhone 8, upright.
  public static let iPhone8 = iPhone8(.portrait)
  /// An iPhone 8.
  public static func iPhone8(_ orientation: Orientation) -> ViewImageConfig {
    device((375, 667), 2, orientation)
  }

  /// An iPhone 8 Plus, upright.
  public static let iPhone8Plus = iPhone8Plus(.portrait)
  /// An iPhone 8 Plus.
  public static func iPhone8Plus(_ orientation: Orientation) -> ViewImageConfig {
    device((414, 736), 3, orientation)
  }

  /// An iPhone X, upright.
  public static let iPhoneX = iPhoneX(.portrait)
  /// An iPhone X.
  public static func iPhoneX(_ orientation: Orientation) -> ViewImageConfig {
    device((375, 812), 3, top: 44, bottom: 34, orientation)
  }

  /// An iPhone XR, upright.
  public static let iPhoneXr = iPhoneXr(.portrait)
  /// An iPhone XR.
  public static func iPhoneXr(_ orientation: Orientation) -> ViewImageConfig {
    device((414, 896), 2, top: 48, bottom: 34, orientation)
  }

  /// An iPhone Xs Max, upright.
  public static let iPhoneXsMax = iPhoneXsMax(.portrait)
  /// An iPhone Xs Max.
  public static func iPhoneXsMax(_ orientation: Orientation) -> ViewImageConfig {
    device((414, 896), 3, top: 44, bottom: 34, orientation)
  }

  /// An iPhone 12, upright.
  public static let iPhone12 = iPhone12(.portrait)
  /// An iPhone 12.
  public static func iPhone12(_ orientation: Orientation) -> ViewImageConfig {
    device((390, 844), 3, top: 47, bottom: 34, orientation)
  }

  /// An iPhone 13 mini, upright.
  public static let iPhone13Mini = iPhone13Mini(.portrait)
  /// An iPhone 13 mini.
  public static func iPhone13Mini(_ orientation: Orientation) -> ViewImageConfig {
    device((375, 812), 3, top: 50, bottom: 34, orientation)
  }

  /// An iPhone 13, upright.
  public static let iPhone13 = iPhone13(.portrait)
  /// An iPhone 13.
  public static func iPhone13(_ orientation: Orientation) -> ViewImageConfig {
    device((390, 844), 3, top: 47, bottom: 34, orientation)
  }

  /// An iPhone 13 Pro, upright.
  public static let iPhone13Pro = iPhone13Pro(.portrait)
  /// An iPhone 13 Pro.
  public static func iPhone13Pro(_ orientation: Orientation) -> ViewImageConfig {
    device((390, 844), 3, top: 47, bottom: 34, orientation)
  }

  /// An iPhone 13 Pro Max, upright.
  public static let iPhone13ProMax = iPhone13ProMax(.portrait)
  /// An iPhone 13 Pro Max.
  public static func iPhone13ProMax(_ orientation: Orientation) -> ViewImageConfig {
    device((428, 926), 3, top: 47, bottom: 34, orientation)
  }

  /// An iPad mini, on its side.
  public static let iPadMini = iPadMini(.landscape)
  /// An iPad mini.
  public static func iPadMini(_ orientation: Orientation) -> ViewImageConfig {
    tablet((768, 1024), orientation)
  }

  /// An iPad of 9.7 inches, on its side.
  public static let iPad9_7 = iPad9_7(.landscape)
  /// An iPad of 9.7 inches.
  public static func iPad9_7(_ orientation: Orientation) -> ViewImageConfig {
    tablet((768, 1024), orientation)
  }

  /// An iPad Pro of 10.5 inches, on its side.
  public static let iPadPro10_5 = iPadPro10_5(.landscape)
  /// An iPad Pro of 10.5 inches.
  public static func iPadPro10_5(_ orientation: Orientation) -> ViewImageConfig {
    tablet((834, 1112), orientation)
  }

  /// An iPad Pro of 11 inches, on its side.
  public static let iPadPro11 = iPadPro11(.landscape)
  /// An iPad Pro of 11 inches.
  public static func iPadPro11(_ orientation: Orientation) -> ViewImageConfig {
    tablet((834, 1194), bottom: 20, orientation)
  }

  /// An iPad Pro of 12.9 inches, on its side.
  public static let iPadPro12_9 = iPadPro12_9(.landscape)
  /// An iPad Pro of 12.9 inches.
  public static func iPadPro12_9(_ orientation: Orientation) -> ViewImageConfig {
    tablet((1024, 1366), bottom: 20, orientation)
  }
}
