// Traits: style, scale, room and direction of the place where a view is.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// The traits of an environment, as a value.
///
/// A trait that is not said is `unspecified`, or 0 for the scale. Collections are immutable and may
/// be used from any thread.
///
/// ```swift
/// let dark = UITraitCollection { $0.userInterfaceStyle = .dark }
/// let color = UIColor.label.resolvedColor(with: dark)
/// ```
// Safe because: nothing changes after an initialiser.
open class UITraitCollection: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  let values: TraitValues

  init(_ values: TraitValues) {
    self.values = values
    super.init()
  }

  /// No trait is said.
  public override init() {
    values = TraitValues()
    super.init()
  }

  /// The traits that `mutations` sets.
  public convenience init(mutations: (inout any UIMutableTraits) -> Void) {
    self.init(TraitValues().changed(by: mutations))
  }

  /// The traits of several collections; of two that say one, the later counts.
  public convenience init(traitsFrom traitCollections: [UITraitCollection]) {
    self.init(traitCollections.reduce(into: TraitValues()) { $0.take($1.values) })
  }

  /// Only a style.
  public convenience init(userInterfaceStyle: UIUserInterfaceStyle) {
    self.init { $0.userInterfaceStyle = userInterfaceStyle }
  }

  /// Only a kind of device.
  public convenience init(userInterfaceIdiom idiom: UIUserInterfaceIdiom) {
    self.init { $0.userInterfaceIdiom = idiom }
  }

  /// Only a direction of layout.
  public convenience init(layoutDirection: UITraitEnvironmentLayoutDirection) {
    self.init { $0.layoutDirection = layoutDirection }
  }

  /// Only a scale: pixels of a point.
  public convenience init(displayScale scale: CGFloat) {
    self.init { $0.displayScale = scale }
  }

  /// Only the room from left to right.
  public convenience init(horizontalSizeClass: UIUserInterfaceSizeClass) {
    self.init { $0.horizontalSizeClass = horizontalSizeClass }
  }

  /// Only the room from top to bottom.
  public convenience init(verticalSizeClass: UIUserInterfaceSizeClass) {
    self.init { $0.verticalSizeClass = verticalSizeClass }
  }

  /// Only the force of touches.
  public convenience init(forceTouchCapability capability: UIForceTouchCapability) {
    self.init { $0.forceTouchCapability = capability }
  }

  /// Only a size of text.
  public convenience init(preferredContentSizeCategory: UIContentSizeCategory) {
    self.init { $0.preferredContentSizeCategory = preferredContentSizeCategory }
  }

  /// Only the colours of the display.
  public convenience init(displayGamut: UIDisplayGamut) {
    self.init { $0.displayGamut = displayGamut }
  }

  /// Only a contrast.
  public convenience init(accessibilityContrast: UIAccessibilityContrast) {
    self.init { $0.accessibilityContrast = accessibilityContrast }
  }

  /// Only a level.
  public convenience init(userInterfaceLevel: UIUserInterfaceLevel) {
    self.init { $0.userInterfaceLevel = userInterfaceLevel }
  }

  /// Only a weight of text.
  public convenience init(legibilityWeight: UILegibilityWeight) {
    self.init { $0.legibilityWeight = legibilityWeight }
  }

  /// Only whether the window is the active one.
  public convenience init(activeAppearance: UIUserInterfaceActiveAppearance) {
    self.init { $0.activeAppearance = activeAppearance }
  }

  /// Only the light that image views may show.
  public convenience init(imageDynamicRange: UIImage.DynamicRange) {
    self.init { $0.imageDynamicRange = imageDynamicRange }
  }

  /// The traits of an archive; traits that it lacks are unspecified.
  public required init?(coder: NSCoder) {
    values = TraitValues(coder)
    super.init()
  }

  /// Whether archives may be read safely: true.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the traits, without those that programs define.
  open func encode(with coder: NSCoder) {
    values.encode(with: coder)
  }

  // `Any` because: it is NSCopying's.
  /// The collection itself, which cannot change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Traits

  /// The style; unspecified by default.
  open var userInterfaceStyle: UIUserInterfaceStyle { values.userInterfaceStyle }
  /// The kind of device.
  open var userInterfaceIdiom: UIUserInterfaceIdiom { values.userInterfaceIdiom }
  /// The direction of layout.
  open var layoutDirection: UITraitEnvironmentLayoutDirection { values.layoutDirection }
  /// Pixels of a point; 0 if it is not said.
  open var displayScale: CGFloat { values.displayScale }
  /// The room from left to right.
  open var horizontalSizeClass: UIUserInterfaceSizeClass { values.horizontalSizeClass }
  /// The room from top to bottom.
  open var verticalSizeClass: UIUserInterfaceSizeClass { values.verticalSizeClass }
  /// Whether the display measures the force of touches.
  open var forceTouchCapability: UIForceTouchCapability { values.forceTouchCapability }
  /// The size of text.
  open var preferredContentSizeCategory: UIContentSizeCategory {
    values.preferredContentSizeCategory
  }
  /// The colours of the display.
  open var displayGamut: UIDisplayGamut { values.displayGamut }
  /// The contrast.
  open var accessibilityContrast: UIAccessibilityContrast { values.accessibilityContrast }
  /// The level above the window.
  open var userInterfaceLevel: UIUserInterfaceLevel { values.userInterfaceLevel }
  /// The weight of text.
  open var legibilityWeight: UILegibilityWeight { values.legibilityWeight }
  /// Whether the window is the active one.
  open var activeAppearance: UIUserInterfaceActiveAppearance { values.activeAppearance }
  /// The light that image views may show; unspecified by default.
  open var imageDynamicRange: UIImage.DynamicRange { values.imageDynamicRange }

  /// The value of a trait that a program defines.
  public subscript<T: UITraitDefinition>(trait: T.Type) -> T.Value { values[trait] }

  // MARK: Comparing and changing

  /// Whether all that `trait` says is said here, too.
  open func containsTraits(in trait: UITraitCollection?) -> Bool {
    guard let trait else { return true }
    var all = values
    all.take(trait.values)
    return all == values
  }

  /// Whether colours may look different.
  open func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
    guard let other = traitCollection?.values else { return true }
    return values.userInterfaceStyle != other.userInterfaceStyle
      || values.displayGamut != other.displayGamut
      || values.accessibilityContrast != other.accessibilityContrast
      || values.userInterfaceLevel != other.userInterfaceLevel
      || values.activeAppearance != other.activeAppearance
  }

  /// The traits with those that `mutations` sets.
  open func modifyingTraits(
    _ mutations: (inout any UIMutableTraits) -> Void
  ) -> UITraitCollection {
    UITraitCollection(values.changed(by: mutations))
  }

  /// The traits with another value of one that a program defines.
  public func replacing<T: UITraitDefinition>(
    _ trait: T.Type,
    value: T.Value
  ) -> UITraitCollection {
    modifyingTraits { $0[trait] = value }
  }

  // `Any?` because: it is NSObject's.
  /// Whether both say the same.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UITraitCollection else { return false }
    return other === self || other.values == values
  }

  /// Equal collections have equal hashes.
  open override var hash: Int { values.hashValue }

  /// The traits that are said.
  open override var description: String {
    "<UITraitCollection; \(values.words.joined(separator: ", "))>"
  }

  // MARK: The current traits

  /// The traits that dynamic colours resolve with on this thread.
  ///
  /// Views set them around drawing, layout and changes of traits. At first they are those of the
  /// main screen.
  open class var current: UITraitCollection {
    get { CurrentTraits.thread ?? CurrentTraits.screen }
    set { CurrentTraits.thread = newValue }
  }

  /// Calls `actions` with these traits as the current ones of this thread.
  open func performAsCurrent(_ actions: () -> Void) {
    let before = CurrentTraits.thread
    CurrentTraits.thread = self
    actions()
    CurrentTraits.thread = before
  }
}

/// An object that has traits.
///
/// Views, controllers, windows and screens do.
@preconcurrency @MainActor
public protocol UITraitEnvironment: NSObjectProtocol {
  /// The traits there.
  var traitCollection: UITraitCollection { get }
  /// Called when traits have changed.
  func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?)
}
