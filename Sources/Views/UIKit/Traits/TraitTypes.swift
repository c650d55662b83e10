// The values that traits have.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// The style of the interface.
public enum UIUserInterfaceStyle: Int, Hashable, Sendable {
  /// Not said.
  case unspecified = 0
  /// Dark on light.
  case light = 1
  /// Light on dark.
  case dark = 2
}

/// The room along one side.
public enum UIUserInterfaceSizeClass: Int, Hashable, Sendable {
  /// Not said.
  case unspecified = 0
  /// Little room, as across a phone.
  case compact = 1
  /// Much room.
  case regular = 2
}

/// The kind of device.
public enum UIUserInterfaceIdiom: Int, Hashable, Sendable {
  /// Not said.
  case unspecified = -1
  /// A phone.
  case phone = 0
  /// A tablet.
  case pad = 1
  /// A television.
  case tv = 2
  /// The screen of a car.
  case carPlay = 3
  /// A desktop computer.
  case mac = 5
  /// Glasses.
  case vision = 6
}

/// The direction of layout, as a trait.
public enum UITraitEnvironmentLayoutDirection: Int, Hashable, Sendable {
  /// Not said.
  case unspecified = -1
  /// From left to right.
  case leftToRight = 0
  /// From right to left.
  case rightToLeft = 1
}

/// The direction of layout.
public enum UIUserInterfaceLayoutDirection: Int, Hashable, Sendable {
  /// From left to right.
  case leftToRight = 0
  /// From right to left.
  case rightToLeft = 1
}

/// The colours that a display shows.
public enum UIDisplayGamut: Int, Hashable, Sendable {
  /// Not said.
  case unspecified = -1
  /// Those of sRGB.
  case SRGB = 0
  /// Those of Display P3.
  case P3 = 1
}

/// Whether a display measures the force of touches.
public enum UIForceTouchCapability: Int, Hashable, Sendable {
  /// Not known.
  case unknown = 0
  /// It does not.
  case unavailable = 1
  /// It does.
  case available = 2
}

/// The contrast that a person asked for.
public enum UIAccessibilityContrast: Int, Hashable, Sendable {
  /// Not said.
  case unspecified = -1
  /// The usual one.
  case normal = 0
  /// A higher one.
  case high = 1
}

/// The level of content above the window.
public enum UIUserInterfaceLevel: Int, Hashable, Sendable {
  /// Not said.
  case unspecified = -1
  /// The window's main content.
  case base = 0
  /// Content that lies above it.
  case elevated = 1
}

/// The weight of text that a person asked for.
public enum UILegibilityWeight: Int, Hashable, Sendable {
  /// Not said.
  case unspecified = -1
  /// The usual one.
  case regular = 0
  /// Bold.
  case bold = 1
}

/// Whether a window is active.
public enum UIUserInterfaceActiveAppearance: Int, Hashable, Sendable {
  /// Not said.
  case unspecified = -1
  /// It is not.
  case inactive = 0
  /// It is.
  case active = 1
}

/// The size of text that a person asked for.
public struct UIContentSizeCategory: RawRepresentable, Hashable, Sendable {
  /// Apple's name of the size.
  public var rawValue: String

  /// The size of that name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Posted when the size that a person asked for changed: never by itself, for no setting of a
  /// desktop changes it.
  public static let didChangeNotification = Notification.Name(
    "UIContentSizeCategoryDidChangeNotification"
  )
  /// The key of the new size, by its name, in what is posted.
  public static let newValueUserInfoKey = "UIContentSizeCategoryNewValueKey"

  /// Not said.
  public static let unspecified = UIContentSizeCategory(
    rawValue: "_UICTContentSizeCategoryUnspecified"
  )
  /// The smallest.
  public static let extraSmall = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryXS")
  /// Small.
  public static let small = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryS")
  /// Middle-sized.
  public static let medium = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryM")
  /// Large: the default.
  public static let large = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryL")
  /// One step above the default.
  public static let extraLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryXL")
  /// Two steps above the default.
  public static let extraExtraLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryXXL")
  /// Three steps above the default.
  public static let extraExtraExtraLarge = UIContentSizeCategory(
    rawValue: "UICTContentSizeCategoryXXXL"
  )
  /// The first size for people who do not see well.
  public static let accessibilityMedium = UIContentSizeCategory(
    rawValue: "UICTContentSizeCategoryAccessibilityM"
  )
  /// The second size for people who do not see well.
  public static let accessibilityLarge = UIContentSizeCategory(
    rawValue: "UICTContentSizeCategoryAccessibilityL"
  )
  /// The third size for people who do not see well.
  public static let accessibilityExtraLarge = UIContentSizeCategory(
    rawValue: "UICTContentSizeCategoryAccessibilityXL"
  )
  /// The fourth size for people who do not see well.
  public static let accessibilityExtraExtraLarge = UIContentSizeCategory(
    rawValue: "UICTContentSizeCategoryAccessibilityXXL"
  )
  /// The largest.
  public static let accessibilityExtraExtraExtraLarge = UIContentSizeCategory(
    rawValue: "UICTContentSizeCategoryAccessibilityXXXL"
  )

  private static let ordered: [UIContentSizeCategory] = [
    .extraSmall, .small, .medium, .large, .extraLarge, .extraExtraLarge, .extraExtraExtraLarge,
    .accessibilityMedium, .accessibilityLarge, .accessibilityExtraLarge,
    .accessibilityExtraExtraLarge, .accessibilityExtraExtraExtraLarge,
  ]

  /// The place among the sizes, from 0; that of the default for names that are not known.
  var step: Int { Self.ordered.firstIndex(of: self) ?? 3 }

  /// Whether the size is one of the five for people who do not see well.
  public var isAccessibilityCategory: Bool { step >= 7 }

  /// Whether text of `left` is smaller.
  public static func < (left: UIContentSizeCategory, right: UIContentSizeCategory) -> Bool {
    left.step < right.step
  }

  /// Whether text of `left` is not larger.
  public static func <= (left: UIContentSizeCategory, right: UIContentSizeCategory) -> Bool {
    left.step <= right.step
  }

  /// Whether text of `left` is larger.
  public static func > (left: UIContentSizeCategory, right: UIContentSizeCategory) -> Bool {
    left.step > right.step
  }

  /// Whether text of `left` is not smaller.
  public static func >= (left: UIContentSizeCategory, right: UIContentSizeCategory) -> Bool {
    left.step >= right.step
  }
}
