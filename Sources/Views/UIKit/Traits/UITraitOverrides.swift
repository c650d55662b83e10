// Traits that a view or a controller has instead of those around it.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics

/// Traits that a place has instead of those around it.
///
/// ```swift
/// panel.traitOverrides.userInterfaceStyle = .dark
/// panel.traitOverrides[Density.self] = 2
/// panel.traitOverrides.remove(Density.self)
/// ```
public protocol UITraitOverrides: UIMutableTraits {
  /// Returns whether a trait is one of them.
  func contains(_ trait: UITrait) -> Bool
  /// Takes a trait back to that around the place.
  mutating func remove(_ trait: UITrait)
}

/// The traits that were set.
struct TraitOverrides: UITraitOverrides {
  private var values = TraitValues()
  /// The traits that count, by their identities.
  private var traits: [ObjectIdentifier: UITrait] = [:]

  var isEmpty: Bool { traits.isEmpty }

  func contains(_ trait: UITrait) -> Bool { traits[ObjectIdentifier(trait)] != nil }

  mutating func remove(_ trait: UITrait) { traits[ObjectIdentifier(trait)] = nil }

  subscript<T: UITraitDefinition>(trait: T.Type) -> T.Value {
    get { values[trait] }
    set {
      values[trait] = newValue
      traits[ObjectIdentifier(trait)] = trait
    }
  }

  /// Puts the traits in the place of those of others.
  func apply(to others: inout TraitValues) {
    func set<T: UITraitDefinition>(_ trait: T.Type) { others[trait] = values[trait] }
    for trait in traits.values { set(trait) }
  }

  /// Whether both say the same of the same traits.
  func says(asMuchAs other: TraitOverrides) -> Bool {
    traits.keys == other.traits.keys
      && traits.values.allSatisfy { !values.differs(from: other.values, in: $0) }
  }

  var userInterfaceStyle: UIUserInterfaceStyle {
    get { self[UITraitUserInterfaceStyle.self] }
    set { self[UITraitUserInterfaceStyle.self] = newValue }
  }
  var userInterfaceIdiom: UIUserInterfaceIdiom {
    get { self[UITraitUserInterfaceIdiom.self] }
    set { self[UITraitUserInterfaceIdiom.self] = newValue }
  }
  var layoutDirection: UITraitEnvironmentLayoutDirection {
    get { self[UITraitLayoutDirection.self] }
    set { self[UITraitLayoutDirection.self] = newValue }
  }
  var displayScale: CGFloat {
    get { self[UITraitDisplayScale.self] }
    set { self[UITraitDisplayScale.self] = newValue }
  }
  var horizontalSizeClass: UIUserInterfaceSizeClass {
    get { self[UITraitHorizontalSizeClass.self] }
    set { self[UITraitHorizontalSizeClass.self] = newValue }
  }
  var verticalSizeClass: UIUserInterfaceSizeClass {
    get { self[UITraitVerticalSizeClass.self] }
    set { self[UITraitVerticalSizeClass.self] = newValue }
  }
  var forceTouchCapability: UIForceTouchCapability {
    get { self[UITraitForceTouchCapability.self] }
    set { self[UITraitForceTouchCapability.self] = newValue }
  }
  var preferredContentSizeCategory: UIContentSizeCategory {
    get { self[UITraitPreferredContentSizeCategory.self] }
    set { self[UITraitPreferredContentSizeCategory.self] = newValue }
  }
  var displayGamut: UIDisplayGamut {
    get { self[UITraitDisplayGamut.self] }
    set { self[UITraitDisplayGamut.self] = newValue }
  }
  var accessibilityContrast: UIAccessibilityContrast {
    get { self[UITraitAccessibilityContrast.self] }
    set { self[UITraitAccessibilityContrast.self] = newValue }
  }
  var userInterfaceLevel: UIUserInterfaceLevel {
    get { self[UITraitUserInterfaceLevel.self] }
    set { self[UITraitUserInterfaceLevel.self] = newValue }
  }
  var legibilityWeight: UILegibilityWeight {
    get { self[UITraitLegibilityWeight.self] }
    set { self[UITraitLegibilityWeight.self] = newValue }
  }
  var activeAppearance: UIUserInterfaceActiveAppearance {
    get { self[UITraitActiveAppearance.self] }
    set { self[UITraitActiveAppearance.self] = newValue }
  }
  var imageDynamicRange: UIImage.DynamicRange {
    get { self[UITraitImageDynamicRange.self] }
    set { self[UITraitImageDynamicRange.self] = newValue }
  }
}

extension UIView {
  /// The traits of the view and all in it instead of those around it; none by default.
  ///
  /// They come after those of the view's controller, and before the limits of the size of text. A
  /// change arrives at the end of the transaction.
  public final var traitOverrides: any UITraitOverrides {
    get { extras?.traitOverrides ?? TraitOverrides() }
    set {
      guard let newValue = newValue as? TraitOverrides else { return }
      guard !newValue.says(asMuchAs: extras?.traitOverrides ?? TraitOverrides()) else { return }
      noteStyleChange()
      ownExtras.traitOverrides = newValue.isEmpty ? nil : newValue
    }
  }
}

extension UIViewController {
  /// The traits of the controller's views instead of those around them; none by default.
  ///
  /// A change arrives at the end of the transaction.
  public final var traitOverrides: any UITraitOverrides {
    get { ownOverrides ?? TraitOverrides() }
    set {
      guard let newValue = newValue as? TraitOverrides else { return }
      guard !newValue.says(asMuchAs: ownOverrides ?? TraitOverrides()) else { return }
      viewIfLoaded?.noteStyleChange()
      ownOverrides = newValue.isEmpty ? nil : newValue
    }
  }
}
