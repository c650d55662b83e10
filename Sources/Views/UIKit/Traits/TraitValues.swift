// Traits as values that can be changed, and those that programs define.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// A trait, as it is named in calls.
public typealias UITrait = any UITraitDefinition.Type

/// A trait that a program defines.
///
/// ```swift
/// enum Density: UITraitDefinition {
///   static let defaultValue = 1
/// }
/// let traits = UITraitCollection { $0[Density.self] = 2 }
/// ```
public protocol UITraitDefinition {
  /// The type of its values.
  associatedtype Value: Sendable
  /// The value where none is set.
  static var defaultValue: Value { get }
  /// The name for descriptions; that of the type by default.
  static var name: String { get }
  /// The name for archives; that of the type by default.
  static var identifier: String { get }
  /// Whether colours may depend on it; false by default.
  static var affectsColorAppearance: Bool { get }
}

extension UITraitDefinition {
  /// The name of the type.
  public static var name: String { String(describing: Self.self) }
  /// The full name of the type.
  public static var identifier: String { String(reflecting: Self.self) }
  /// False.
  public static var affectsColorAppearance: Bool { false }
}

/// Traits that can be set.
public protocol UIMutableTraits {
  /// The style.
  var userInterfaceStyle: UIUserInterfaceStyle { get set }
  /// The kind of device.
  var userInterfaceIdiom: UIUserInterfaceIdiom { get set }
  /// The direction of layout.
  var layoutDirection: UITraitEnvironmentLayoutDirection { get set }
  /// Pixels of a point; 0 for not said.
  var displayScale: CGFloat { get set }
  /// The room from left to right.
  var horizontalSizeClass: UIUserInterfaceSizeClass { get set }
  /// The room from top to bottom.
  var verticalSizeClass: UIUserInterfaceSizeClass { get set }
  /// Whether the display measures the force of touches.
  var forceTouchCapability: UIForceTouchCapability { get set }
  /// The size of text.
  var preferredContentSizeCategory: UIContentSizeCategory { get set }
  /// The colours of the display.
  var displayGamut: UIDisplayGamut { get set }
  /// The contrast.
  var accessibilityContrast: UIAccessibilityContrast { get set }
  /// The level above the window.
  var userInterfaceLevel: UIUserInterfaceLevel { get set }
  /// The weight of text.
  var legibilityWeight: UILegibilityWeight { get set }
  /// Whether the window is the active one.
  var activeAppearance: UIUserInterfaceActiveAppearance { get set }
  /// The light that image views may show.
  var imageDynamicRange: UIImage.DynamicRange { get set }
  /// The value of a trait that a program defines.
  subscript<T: UITraitDefinition>(trait: T.Type) -> T.Value { get set }
}

/// All traits, each of which may be not said.
struct TraitValues: UIMutableTraits, Hashable {
  var userInterfaceStyle = UIUserInterfaceStyle.unspecified
  var userInterfaceIdiom = UIUserInterfaceIdiom.unspecified
  var layoutDirection = UITraitEnvironmentLayoutDirection.unspecified
  var displayScale: CGFloat = 0
  var horizontalSizeClass = UIUserInterfaceSizeClass.unspecified
  var verticalSizeClass = UIUserInterfaceSizeClass.unspecified
  var forceTouchCapability = UIForceTouchCapability.unknown
  var preferredContentSizeCategory = UIContentSizeCategory.unspecified
  var displayGamut = UIDisplayGamut.unspecified
  var accessibilityContrast = UIAccessibilityContrast.unspecified
  var userInterfaceLevel = UIUserInterfaceLevel.unspecified
  var legibilityWeight = UILegibilityWeight.unspecified
  var activeAppearance = UIUserInterfaceActiveAppearance.unspecified
  var imageDynamicRange = UIImage.DynamicRange.unspecified
  private var defined: [ObjectIdentifier: DefinedTrait] = [:]

  init() {}

  subscript<T: UITraitDefinition>(trait: T.Type) -> T.Value {
    get {
      func said<S: SystemTrait>(_ trait: S.Type) -> T.Value? {
        self[keyPath: trait.field] as? T.Value
      }
      if let system = trait as? any SystemTrait.Type { return said(system) ?? T.defaultValue }
      return defined[ObjectIdentifier(trait)]?.value as? T.Value ?? T.defaultValue
    }
    set {
      func set<S: SystemTrait>(_ trait: S.Type) {
        guard let value = newValue as? S.Value else { return }
        self[keyPath: trait.field] = value
      }
      if let system = trait as? any SystemTrait.Type { return set(system) }
      defined[ObjectIdentifier(trait)] = DefinedTrait(T.name, newValue)
    }
  }

  /// Whether another collection says something else of a trait that a program defines.
  func differsInDefined(_ trait: any UITraitDefinition.Type, _ other: TraitValues) -> Bool {
    defined[ObjectIdentifier(trait)] != other.defined[ObjectIdentifier(trait)]
  }

  /// The values after a program has changed them.
  func changed(by mutations: (inout any UIMutableTraits) -> Void) -> TraitValues {
    var traits: any UIMutableTraits = self
    mutations(&traits)
    return traits as? TraitValues ?? self
  }

  /// Takes those traits that `other` says.
  mutating func take(_ other: TraitValues) {
    func said<Value: Equatable>(_ value: Value, _ unsaid: Value, _ own: Value) -> Value {
      value == unsaid ? own : value
    }
    let unsaid = TraitValues()
    userInterfaceStyle = said(other.userInterfaceStyle, .unspecified, userInterfaceStyle)
    userInterfaceIdiom = said(other.userInterfaceIdiom, .unspecified, userInterfaceIdiom)
    layoutDirection = said(other.layoutDirection, .unspecified, layoutDirection)
    displayScale = said(other.displayScale, unsaid.displayScale, displayScale)
    horizontalSizeClass = said(other.horizontalSizeClass, .unspecified, horizontalSizeClass)
    verticalSizeClass = said(other.verticalSizeClass, .unspecified, verticalSizeClass)
    forceTouchCapability = said(other.forceTouchCapability, .unknown, forceTouchCapability)
    preferredContentSizeCategory = said(
      other.preferredContentSizeCategory,
      .unspecified,
      preferredContentSizeCategory
    )
    displayGamut = said(other.displayGamut, .unspecified, displayGamut)
    accessibilityContrast = said(other.accessibilityContrast, .unspecified, accessibilityContrast)
    userInterfaceLevel = said(other.userInterfaceLevel, .unspecified, userInterfaceLevel)
    legibilityWeight = said(other.legibilityWeight, .unspecified, legibilityWeight)
    activeAppearance = said(other.activeAppearance, .unspecified, activeAppearance)
    imageDynamicRange = said(other.imageDynamicRange, .unspecified, imageDynamicRange)
    defined.merge(other.defined) { $1 }
  }

  /// The traits that are set, as text.
  var words: [String] {
    var words: [String] = []
    if userInterfaceIdiom != .unspecified {
      words.append("UserInterfaceIdiom = \(userInterfaceIdiom)")
    }
    if displayScale != 0 { words.append("DisplayScale = \(displayScale)") }
    if displayGamut != .unspecified { words.append("DisplayGamut = \(displayGamut)") }
    if horizontalSizeClass != .unspecified {
      words.append("HorizontalSizeClass = \(horizontalSizeClass)")
    }
    if verticalSizeClass != .unspecified {
      words.append("VerticalSizeClass = \(verticalSizeClass)")
    }
    if userInterfaceStyle != .unspecified {
      words.append("UserInterfaceStyle = \(userInterfaceStyle)")
    }
    if layoutDirection != .unspecified { words.append("LayoutDirection = \(layoutDirection)") }
    if userInterfaceLevel != .unspecified {
      words.append("UserInterfaceLevel = \(userInterfaceLevel)")
    }
    if accessibilityContrast != .unspecified {
      words.append("AccessibilityContrast = \(accessibilityContrast)")
    }
    if preferredContentSizeCategory != .unspecified {
      words.append("PreferredContentSizeCategory = \(preferredContentSizeCategory.rawValue)")
    }
    if imageDynamicRange != .unspecified {
      words.append("ImageDynamicRange = \(imageDynamicRange)")
    }
    return words + defined.values.map { "\($0.name) = \($0.value)" }.sorted()
  }
}

/// The value of a trait that a program defines.
///
/// Values that can be compared are equal as they say; others never are.
private struct DefinedTrait: Hashable {
  let name: String
  let value: any Sendable

  init(_ name: String, _ value: any Sendable) {
    self.name = name
    self.value = value
  }

  static func == (left: DefinedTrait, right: DefinedTrait) -> Bool {
    guard let one = left.value as? any Equatable else { return false }
    func equals<Value: Equatable>(_ value: Value) -> Bool { value == right.value as? Value }
    return left.name == right.name && equals(one)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(name)
  }
}

// MARK: - Archives

extension TraitValues {
  init(_ coder: NSCoder) {
    self.init()
    func number(_ key: String) -> Int? {
      coder.containsValue(forKey: key) ? Int(coder.decodeInt64(forKey: key)) : nil
    }
    func value<Value: RawRepresentable<Int>>(_ key: String, _ unsaid: Value) -> Value {
      number(key).flatMap { Value(rawValue: $0) } ?? unsaid
    }
    userInterfaceStyle = value("UserInterfaceStyle", .unspecified)
    userInterfaceIdiom = value("UserInterfaceIdiom", .unspecified)
    layoutDirection = value("LayoutDirection", .unspecified)
    displayScale = CGFloat(coder.decodeDouble(forKey: "DisplayScale"))
    horizontalSizeClass = value("HorizontalSizeClass", .unspecified)
    verticalSizeClass = value("VerticalSizeClass", .unspecified)
    forceTouchCapability = value("ForceTouchCapability", .unknown)
    let category = coder.object(of: NSString.self, forKey: "PreferredContentSizeCategory")
    if let category {
      preferredContentSizeCategory = UIContentSizeCategory(rawValue: category as String)
    }
    displayGamut = value("DisplayGamut", .unspecified)
    accessibilityContrast = value("AccessibilityContrast", .unspecified)
    userInterfaceLevel = value("UserInterfaceLevel", .unspecified)
    legibilityWeight = value("LegibilityWeight", .unspecified)
    activeAppearance = value("ActiveAppearance", .unspecified)
    imageDynamicRange = value("ImageDynamicRange", .unspecified)
  }

  func encode(with coder: NSCoder) {
    coder.encode(Int64(userInterfaceStyle.rawValue), forKey: "UserInterfaceStyle")
    coder.encode(Int64(userInterfaceIdiom.rawValue), forKey: "UserInterfaceIdiom")
    coder.encode(Int64(layoutDirection.rawValue), forKey: "LayoutDirection")
    coder.encode(Double(displayScale), forKey: "DisplayScale")
    coder.encode(Int64(horizontalSizeClass.rawValue), forKey: "HorizontalSizeClass")
    coder.encode(Int64(verticalSizeClass.rawValue), forKey: "VerticalSizeClass")
    coder.encode(Int64(forceTouchCapability.rawValue), forKey: "ForceTouchCapability")
    coder.encode(
      NSString(string: preferredContentSizeCategory.rawValue),
      forKey: "PreferredContentSizeCategory"
    )
    coder.encode(Int64(displayGamut.rawValue), forKey: "DisplayGamut")
    coder.encode(Int64(accessibilityContrast.rawValue), forKey: "AccessibilityContrast")
    coder.encode(Int64(userInterfaceLevel.rawValue), forKey: "UserInterfaceLevel")
    coder.encode(Int64(legibilityWeight.rawValue), forKey: "LegibilityWeight")
    coder.encode(Int64(activeAppearance.rawValue), forKey: "ActiveAppearance")
    coder.encode(Int64(imageDynamicRange.rawValue), forKey: "ImageDynamicRange")
  }
}
