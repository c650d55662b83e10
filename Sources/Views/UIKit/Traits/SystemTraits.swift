// The traits of the system, as types for registrations.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics

/// The style.
public struct UITraitUserInterfaceStyle: UITraitDefinition, SystemTrait {
  /// The value where none is said.
  public static let defaultValue: UIUserInterfaceStyle = .unspecified
  /// Colours may depend on it.
  public static let affectsColorAppearance = true
  static var field: WritableKeyPath<TraitValues, UIUserInterfaceStyle> { \.userInterfaceStyle }
}

/// The kind of device.
public struct UITraitUserInterfaceIdiom: UITraitDefinition, SystemTrait {
  /// The value where none is said.
  public static let defaultValue: UIUserInterfaceIdiom = .unspecified
  static var field: WritableKeyPath<TraitValues, UIUserInterfaceIdiom> { \.userInterfaceIdiom }
}

/// The direction of layout.
public struct UITraitLayoutDirection: UITraitDefinition, SystemTrait {
  /// The value where none is said.
  public static let defaultValue: UITraitEnvironmentLayoutDirection = .unspecified
  static var field: WritableKeyPath<TraitValues, UITraitEnvironmentLayoutDirection> {
    \.layoutDirection
  }
}

/// Pixels of a point.
public struct UITraitDisplayScale: UITraitDefinition, SystemTrait {
  /// The value where none is said.
  public static let defaultValue: CGFloat = 0
  static var field: WritableKeyPath<TraitValues, CGFloat> { \.displayScale }
}

/// The room from left to right.
public struct UITraitHorizontalSizeClass: UITraitDefinition, SystemTrait {
  /// The value where none is said.
  public static let defaultValue: UIUserInterfaceSizeClass = .unspecified
  static var field: WritableKeyPath<TraitValues, UIUserInterfaceSizeClass> { \.horizontalSizeClass }
}

/// The room from top to bottom.
public struct UITraitVerticalSizeClass: UITraitDefinition, SystemTrait {
  /// The value where none is said.
  public static let defaultValue: UIUserInterfaceSizeClass = .unspecified
  static var field: WritableKeyPath<TraitValues, UIUserInterfaceSizeClass> { \.verticalSizeClass }
}

/// Whether the display measures the force of touches.
public struct UITraitForceTouchCapability: UITraitDefinition, SystemTrait {
  /// The value where none is said.
  public static let defaultValue: UIForceTouchCapability = .unknown
  static var field: WritableKeyPath<TraitValues, UIForceTouchCapability> { \.forceTouchCapability }
}

/// The size of text.
public struct UITraitPreferredContentSizeCategory: UITraitDefinition, SystemTrait {
  /// The value where none is said.
  public static let defaultValue: UIContentSizeCategory = .unspecified
  static var field: WritableKeyPath<TraitValues, UIContentSizeCategory> {
    \.preferredContentSizeCategory
  }
}

/// The colours of the display.
public struct UITraitDisplayGamut: UITraitDefinition, SystemTrait {
  /// The value where none is said.
  public static let defaultValue: UIDisplayGamut = .unspecified
  /// Colours may depend on it.
  public static let affectsColorAppearance = true
  static var field: WritableKeyPath<TraitValues, UIDisplayGamut> { \.displayGamut }
}

/// The contrast.
public struct UITraitAccessibilityContrast: UITraitDefinition, SystemTrait {
  /// The value where none is said.
  public static let defaultValue: UIAccessibilityContrast = .unspecified
  /// Colours may depend on it.
  public static let affectsColorAppearance = true
  static var field: WritableKeyPath<TraitValues, UIAccessibilityContrast> {
    \.accessibilityContrast
  }
}

/// The level above the window.
public struct UITraitUserInterfaceLevel: UITraitDefinition, SystemTrait {
  /// The value where none is said.
  public static let defaultValue: UIUserInterfaceLevel = .unspecified
  /// Colours may depend on it.
  public static let affectsColorAppearance = true
  static var field: WritableKeyPath<TraitValues, UIUserInterfaceLevel> { \.userInterfaceLevel }
}

/// The weight of text.
public struct UITraitLegibilityWeight: UITraitDefinition, SystemTrait {
  /// The value where none is said.
  public static let defaultValue: UILegibilityWeight = .unspecified
  static var field: WritableKeyPath<TraitValues, UILegibilityWeight> { \.legibilityWeight }
}

/// Whether the window is the active one.
public struct UITraitActiveAppearance: UITraitDefinition, SystemTrait {
  /// The value where none is said.
  public static let defaultValue: UIUserInterfaceActiveAppearance = .unspecified
  /// Colours may depend on it.
  public static let affectsColorAppearance = true
  static var field: WritableKeyPath<TraitValues, UIUserInterfaceActiveAppearance> {
    \.activeAppearance
  }
}

/// The light that image views may show.
public struct UITraitImageDynamicRange: UITraitDefinition, SystemTrait {
  /// The value where none is said.
  public static let defaultValue: UIImage.DynamicRange = .unspecified
  static var field: WritableKeyPath<TraitValues, UIImage.DynamicRange> { \.imageDynamicRange }
}
