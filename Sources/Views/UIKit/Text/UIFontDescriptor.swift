// Descriptions of fonts.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzText

/// A description of a font: a name or a family, traits, a size.
// Safe because: nothing changes after an initialiser.
open class UIFontDescriptor: NSObject, NSCopying, @unchecked Sendable {
  /// The style of a font as bits.
  public struct SymbolicTraits: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// The traits of these bits.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// Italic.
    public static let traitItalic = SymbolicTraits(rawValue: 1 << 0)
    /// Bold.
    public static let traitBold = SymbolicTraits(rawValue: 1 << 1)
    /// Wide.
    public static let traitExpanded = SymbolicTraits(rawValue: 1 << 5)
    /// Narrow.
    public static let traitCondensed = SymbolicTraits(rawValue: 1 << 6)
    /// Characters are equally wide.
    public static let traitMonoSpace = SymbolicTraits(rawValue: 1 << 10)
  }

  /// The name of an attribute.
  public struct AttributeName: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// An attribute of that name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The family: a string.
    public static let family = AttributeName(rawValue: kCTFontFamilyNameAttribute)
    /// The PostScript name: a string.
    public static let name = AttributeName(rawValue: kCTFontNameAttribute)
    /// The style within the family: a string.
    public static let face = AttributeName(rawValue: kCTFontStyleNameAttribute)
    /// The size in points: a number.
    public static let size = AttributeName(rawValue: kCTFontSizeAttribute)
    /// The traits: a dictionary.
    public static let traits = AttributeName(rawValue: kCTFontTraitsAttribute)
    /// The features that differ from the font's own: an array of dictionaries by `FeatureKey`.
    public static let featureSettings = AttributeName(rawValue: kCTFontFeatureSettingsAttribute)
  }

  /// The name of a part of a feature.
  public struct FeatureKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// A part of that name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The type, as `kNumberSpacingType`: a number.
    public static let type = FeatureKey(rawValue: kCTFontFeatureTypeIdentifierKey)
    /// The setting of the type, as `kMonospacedNumbersSelector`: a number.
    public static let selector = FeatureKey(rawValue: kCTFontFeatureSelectorIdentifierKey)
    /// The older name of `type`.
    public static let featureIdentifier = type
    /// The older name of `selector`.
    public static let typeIdentifier = selector
  }

  /// The name of a trait.
  public struct TraitKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// A trait of that name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The style as bits: a number.
    public static let symbolic = TraitKey(rawValue: kCTFontSymbolicTrait)
    /// The weight: a number of -1...1, or a `UIFont.Weight`.
    public static let weight = TraitKey(rawValue: kCTFontWeightTrait)
    /// The width: a number of -1...1.
    public static let width = TraitKey(rawValue: kCTFontWidthTrait)
    /// The slant: a number of -1...1.
    public static let slant = TraitKey(rawValue: kCTFontSlantTrait)
  }

  /// The designs of the system font.
  public struct SystemDesign: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String

    /// A design of that name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The usual one.
    public static let `default` = SystemDesign(rawValue: "NSCTFontUIFontDesignDefault")
    /// With serifs.
    public static let serif = SystemDesign(rawValue: "NSCTFontUIFontDesignSerif")
    /// With round ends; here the usual one.
    public static let rounded = SystemDesign(rawValue: "NSCTFontUIFontDesignRounded")
    /// With characters that are equally wide.
    public static let monospaced = SystemDesign(rawValue: "NSCTFontUIFontDesignMonospaced")
  }

  let descriptor: CTFontDescriptor

  init(_ descriptor: CTFontDescriptor) {
    self.descriptor = descriptor
    super.init()
  }

  // `Any` because: attributes are of many types.
  /// A description of attributes; values of a wrong type are left out.
  public convenience init(fontAttributes attributes: [AttributeName: Any] = [:]) {
    self.init(CTFontDescriptorCreateWithAttributes(Self.coreText(attributes)))
  }

  /// A description of a PostScript name and a size in points.
  public convenience init(name fontName: String, size: CGFloat) {
    self.init(CTFontDescriptorCreateWithNameAndSize(fontName, size))
  }

  /// Returns the description of a style of text.
  open class func preferredFontDescriptor(
    withTextStyle style: UIFont.TextStyle
  ) -> UIFontDescriptor {
    UIFont.preferredFont(forTextStyle: style).fontDescriptor
  }

  /// Returns the description of a style of text for the size of text that a person asks for.
  ///
  /// - Parameters:
  ///   - style: The style.
  ///   - traitCollection: The traits with the size of text; nil for the current ones.
  open class func preferredFontDescriptor(
    withTextStyle style: UIFont.TextStyle,
    compatibleWith traitCollection: UITraitCollection?
  ) -> UIFontDescriptor {
    UIFont.preferredFont(forTextStyle: style, compatibleWith: traitCollection).fontDescriptor
  }

  // `Any` because: it is NSCopying's.
  /// The description itself, which cannot change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// The PostScript name of the font that it asks for.
  open var postscriptName: String {
    CTFontCopyPostScriptName(CTFontCreateWithFontDescriptor(descriptor, 0, nil))
  }

  /// The size in points; 0 if it says none.
  open var pointSize: CGFloat {
    CTFontDescriptorCopyAttributes(descriptor)[kCTFontSizeAttribute]
      .flatMap { ($0 as? Double).map { CGFloat($0) } ?? $0 as? CGFloat } ?? 0
  }

  /// The style as bits of the font that it asks for.
  open var symbolicTraits: SymbolicTraits {
    let font = CTFontCreateWithFontDescriptor(descriptor, 0, nil)
    return SymbolicTraits(rawValue: CTFontGetSymbolicTraits(font).rawValue)
  }

  // `Any` because: attributes are of many types.
  /// The attributes that it says.
  open var fontAttributes: [AttributeName: Any] {
    let attributes = CTFontDescriptorCopyAttributes(descriptor)
    return Dictionary(
      uniqueKeysWithValues: attributes.map { (AttributeName(rawValue: $0.key), $0.value) }
    )
  }

  // `Any` because: attributes are of many types.
  /// An attribute, or that of the font that it asks for; nil if it is unknown.
  open func object(forKey attribute: AttributeName) -> Any? {
    CTFontDescriptorCopyAttribute(descriptor, attribute.rawValue)
  }

  // `Any` because: attributes are of many types.
  /// The description with attributes in place of its own.
  open func addingAttributes(_ attributes: [AttributeName: Any] = [:]) -> UIFontDescriptor {
    UIFontDescriptor(
      CTFontDescriptorCreateCopyWithAttributes(descriptor, Self.coreText(attributes))
    )
  }

  /// The description with another style; nil if the family has no such font.
  open func withSymbolicTraits(_ symbolicTraits: SymbolicTraits) -> UIFontDescriptor? {
    let font = CTFontCreateWithFontDescriptor(descriptor, 0, nil)
    let all = CTFontSymbolicTraits([
      .traitItalic, .traitBold, .traitExpanded, .traitCondensed,
    ])
    let traits = CTFontSymbolicTraits(rawValue: symbolicTraits.rawValue)
    return CTFontCreateCopyWithSymbolicTraits(font, 0, nil, traits, all)
      .map { UIFontDescriptor(CTFontCopyFontDescriptor($0)) }
  }

  /// The description with another size in points.
  open func withSize(_ newPointSize: CGFloat) -> UIFontDescriptor {
    addingAttributes([.size: newPointSize])
  }

  /// The description with another family.
  open func withFamily(_ newFamily: String) -> UIFontDescriptor {
    addingAttributes([.family: newFamily])
  }

  /// The description with another style within the family.
  open func withFace(_ newFace: String) -> UIFontDescriptor { addingAttributes([.face: newFace]) }

  /// The description with another design of the system font; nil if it is unknown.
  open func withDesign(_ design: SystemDesign) -> UIFontDescriptor? {
    switch design {
    case .default, .rounded: self
    case .serif: withFamily("Times New Roman")
    case .monospaced: withFamily("Menlo")
    default: nil
    }
  }

  // `Any?` because: it is NSObject's.
  /// Whether both ask for the same font in the same size.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIFontDescriptor else { return false }
    return other === self
      || CTFontCreateWithFontDescriptor(descriptor, 0, nil)
        == CTFontCreateWithFontDescriptor(other.descriptor, 0, nil)
  }

  /// Equal descriptions have equal hashes.
  open override var hash: Int { CTFontCreateWithFontDescriptor(descriptor, 0, nil).hashValue }

  private static func coreText(_ attributes: [AttributeName: Any]) -> CFDictionary {
    var result: CFDictionary = [:]
    for (name, value) in attributes {
      if name == .featureSettings, let settings = value as? [[FeatureKey: Any]] {
        result[name.rawValue] = settings.map { setting in
          Dictionary(uniqueKeysWithValues: setting.map { ($0.key.rawValue, $0.value) })
        }
        continue
      }
      guard name == .traits else {
        result[name.rawValue] = value
        continue
      }
      var traits: CFDictionary = [:]
      if let keyed = value as? [TraitKey: Any] {
        for (key, trait) in keyed {
          traits[key.rawValue] = (trait as? UIFont.Weight).map { Double($0.rawValue) } ?? trait
        }
      } else if let plain = value as? CFDictionary {
        traits = plain
      }
      result[name.rawValue] = traits
    }
    return result
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}
