// Descriptions of requested fonts, as Core Text names them.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import Foundation

/// The PostScript name or full name: a string.
public let kCTFontNameAttribute: CFString = "NSFontNameAttribute"
/// The name for people: a string.
public let kCTFontDisplayNameAttribute: CFString = "NSFontVisibleNameAttribute"
/// The name of the family: a string.
public let kCTFontFamilyNameAttribute: CFString = "NSFontFamilyAttribute"
/// The name of the style, as "Bold Italic": a string.
public let kCTFontStyleNameAttribute: CFString = "NSFontFaceAttribute"
/// The points per em: a number.
public let kCTFontSizeAttribute: CFString = "NSFontSizeAttribute"
/// The matrix that is applied to glyphs: a `CGAffineTransform`.
public let kCTFontMatrixAttribute: CFString = "NSCTFontMatrixAttribute"
/// The style: a dictionary of the traits below.
public let kCTFontTraitsAttribute: CFString = "NSCTFontTraitsAttribute"

/// In traits, the bits of `CTFontSymbolicTraits`: a number.
public let kCTFontSymbolicTrait: CFString = "NSCTFontSymbolicTrait"
/// In traits, from -1 to 1, 0 for regular and 0.4 for bold: a number.
public let kCTFontWeightTrait: CFString = "NSCTFontWeightTrait"
/// In traits, below 0 for condensed and above 0 for expanded: a number.
public let kCTFontWidthTrait: CFString = "NSCTFontProportionTrait"
/// In traits, above 0 for italic: a number.
public let kCTFontSlantTrait: CFString = "NSCTFontSlantTrait"

/// The style of a font as bits.
public struct CTFontSymbolicTraits: OptionSet, Hashable, Sendable {
  /// The bits.
  public var rawValue: UInt32

  /// The traits of these bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Leaning.
  public static let traitItalic = CTFontSymbolicTraits(rawValue: 1 << 0)
  /// Heavy.
  public static let traitBold = CTFontSymbolicTraits(rawValue: 1 << 1)
  /// Wide.
  public static let traitExpanded = CTFontSymbolicTraits(rawValue: 1 << 5)
  /// Narrow.
  public static let traitCondensed = CTFontSymbolicTraits(rawValue: 1 << 6)
  /// All glyphs as wide as one another.
  public static let traitMonoSpace = CTFontSymbolicTraits(rawValue: 1 << 10)
  /// Glyphs with colours of their own.
  public static let traitColorGlyphs = CTFontSymbolicTraits(rawValue: 1 << 13)
}

/// A description of a requested font: a name, or a family and a style, and a size.
///
/// ```swift
/// let descriptor = CTFontDescriptorCreateWithAttributes([
///   kCTFontFamilyNameAttribute: "Helvetica",
///   kCTFontTraitsAttribute: [kCTFontSymbolicTrait: CTFontSymbolicTraits.traitBold.rawValue],
/// ])
/// let font = CTFontCreateWithFontDescriptor(descriptor, 24, nil)
/// ```
///
/// **Differences**: other attributes than these have no effect, and are not kept.
public final class CTFontDescriptor: Sendable {
  let name: String?
  let family: String?
  let style: String?
  let size: Double?
  let matrix: CGAffineTransform?
  let traits: FontTraits?
  let features: [FontFeature]?

  init(_ attributes: CFDictionary, over base: CTFontDescriptor? = nil) {
    func text(_ key: CFString) -> String? { attributes[key] as? String }
    let given = attributes[kCTFontTraitsAttribute] as? CFDictionary
    family = text(kCTFontFamilyNameAttribute) ?? base?.family
    // A name stands for a family and a style, so a request for other ones ignores it.
    let isOther = text(kCTFontFamilyNameAttribute) != nil || given != nil
    name =
      text(kCTFontNameAttribute) ?? text(kCTFontDisplayNameAttribute)
      ?? (isOther ? nil : base?.name)
    style = text(kCTFontStyleNameAttribute) ?? (given == nil ? base?.style : nil)
    size = number(attributes[kCTFontSizeAttribute]) ?? base?.size
    matrix = attributes[kCTFontMatrixAttribute] as? CGAffineTransform ?? base?.matrix
    traits = given.map { FontTraits($0) } ?? base?.traits
    features = FontFeature.list(attributes[kCTFontFeatureSettingsAttribute]) ?? base?.features
  }

  /// The face that the descriptor asks for.
  var face: FontFace {
    let engine = TextEngine.current
    if let name, let face = engine.exactFace(named: name), traits == nil { return face }
    guard let family = family ?? name.map({ FontRequest(name: $0).family }) else {
      return engine.usableFace(named: name ?? "Helvetica")
    }
    let request: FontRequest
    if let traits {
      request = FontRequest(family: family, traits)
    } else if let style {
      request = FontRequest(family: family, styleName: style)
    } else if let name, self.family == nil {
      return engine.usableFace(named: name)
    } else {
      request = FontRequest(family: family)
    }
    return engine.face(for: request) ?? engine.usableFace(named: family)
  }
}

extension FontTraits {
  fileprivate init(_ traits: CFDictionary) {
    self.init()
    if let weight = number(traits[kCTFontWeightTrait]) { normalizedWeight = weight }
    if let slant = number(traits[kCTFontSlantTrait]) { isItalic = slant != 0 }
    if let width = number(traits[kCTFontWidthTrait]) {
      (isCondensed, isExpanded) = (width < 0, width > 0)
    }
    let bits: UInt32? =
      if let symbols = traits[kCTFontSymbolicTrait] as? CTFontSymbolicTraits {
        symbols.rawValue
      } else {
        number(traits[kCTFontSymbolicTrait]).map { UInt32(min(max($0, 0), 0x7FFF_FFFF)) }
      }
    guard let bits else { return }
    set(CTFontSymbolicTraits(rawValue: bits), mask: CTFontSymbolicTraits(rawValue: ~0))
  }

  /// Takes those traits that `mask` names.
  fileprivate mutating func set(_ value: CTFontSymbolicTraits, mask: CTFontSymbolicTraits) {
    if mask.contains(.traitBold) { isBold = value.contains(.traitBold) }
    if mask.contains(.traitItalic) { isItalic = value.contains(.traitItalic) }
    if mask.contains(.traitCondensed) { isCondensed = value.contains(.traitCondensed) }
    if mask.contains(.traitExpanded) { isExpanded = value.contains(.traitExpanded) }
  }
}

extension CTFont {
  fileprivate var symbolicTraits: CTFontSymbolicTraits {
    let traits = FontTraits(face)
    var result: CTFontSymbolicTraits = []
    if traits.isItalic { result.insert(.traitItalic) }
    if traits.isBold { result.insert(.traitBold) }
    if traits.isCondensed { result.insert(.traitCondensed) }
    if traits.isExpanded { result.insert(.traitExpanded) }
    if face.hasColor { result.insert(.traitColorGlyphs) }
    let wide = face.advance(face.glyph(for: "W"))
    if wide > 0, wide == face.advance(face.glyph(for: "i")) { result.insert(.traitMonoSpace) }
    return result
  }
}

// MARK: - Descriptors

/// A descriptor of attributes; attributes of a wrong type are left out.
public func CTFontDescriptorCreateWithAttributes(_ attributes: CFDictionary) -> CTFontDescriptor {
  CTFontDescriptor(attributes)
}

/// A descriptor of a PostScript name and a size in points; 0 for the size that is requested later.
public func CTFontDescriptorCreateWithNameAndSize(
  _ name: CFString,
  _ size: CGFloat
) -> CTFontDescriptor {
  var attributes: CFDictionary = [kCTFontNameAttribute: name]
  if size > 0 { attributes[kCTFontSizeAttribute] = size }
  return CTFontDescriptor(attributes)
}

/// A descriptor with some attributes in place of those of another one.
public func CTFontDescriptorCreateCopyWithAttributes(
  _ original: CTFontDescriptor,
  _ attributes: CFDictionary
) -> CTFontDescriptor {
  CTFontDescriptor(attributes, over: original)
}

/// The attributes of a descriptor; numbers are NSNumbers.
public func CTFontDescriptorCopyAttributes(_ descriptor: CTFontDescriptor) -> CFDictionary {
  var attributes: CFDictionary = [:]
  attributes[kCTFontNameAttribute] = descriptor.name
  attributes[kCTFontFamilyNameAttribute] = descriptor.family
  attributes[kCTFontStyleNameAttribute] = descriptor.style
  attributes[kCTFontSizeAttribute] = descriptor.size
  attributes[kCTFontMatrixAttribute] = descriptor.matrix
  attributes[kCTFontTraitsAttribute] = descriptor.traits?.attributes
  attributes[kCTFontFeatureSettingsAttribute] = descriptor.features?.map(\.attribute)
  return Boxing.boxed(attributes)
}

extension FontTraits {
  fileprivate var attributes: CFDictionary {
    var bits: CTFontSymbolicTraits = []
    if isItalic { bits.insert(.traitItalic) }
    if isBold { bits.insert(.traitBold) }
    if isCondensed { bits.insert(.traitCondensed) }
    if isExpanded { bits.insert(.traitExpanded) }
    return [
      kCTFontSymbolicTrait: bits.rawValue, kCTFontWeightTrait: normalizedWeight,
      kCTFontSlantTrait: isItalic ? 1.0 : 0,
      kCTFontWidthTrait: isCondensed ? -0.2 : isExpanded ? 0.2 : 0,
    ]
  }
}

// `Any` because: attributes are of many types.
/// An attribute of a descriptor, or of the font that it asks for; nil for one that is not known.
public func CTFontDescriptorCopyAttribute(
  _ descriptor: CTFontDescriptor,
  _ attribute: CFString
) -> Any? {
  if let own = CTFontDescriptorCopyAttributes(descriptor)[attribute] { return own }
  let font = CTFontCreateWithFontDescriptor(descriptor, 0, nil)
  return CTFontDescriptorCopyAttributes(CTFontCopyFontDescriptor(font))[attribute]
}

// MARK: - Fonts

/// The font that a descriptor asks for, or the nearest one.
///
/// - Parameters:
///   - descriptor: The description of the requested font.
///   - size: In points; 0 for the descriptor's, and 12 if it has none.
///   - matrix: Nil for the descriptor's.
public func CTFontCreateWithFontDescriptor(
  _ descriptor: CTFontDescriptor,
  _ size: CGFloat,
  _ matrix: UnsafePointer<CGAffineTransform>?
) -> CTFont {
  CTFont(
    descriptor.face,
    size: size > 0 ? Double(size) : descriptor.size ?? 0,
    matrix: matrix?.pointee ?? descriptor.matrix ?? .identity,
    features: descriptor.features ?? []
  )
}

/// A descriptor that asks for the font.
public func CTFontCopyFontDescriptor(_ font: CTFont) -> CTFontDescriptor {
  var attributes: CFDictionary = [
    kCTFontNameAttribute: font.face.names.postScript,
    kCTFontFamilyNameAttribute: font.face.names.family,
    kCTFontStyleNameAttribute: font.face.names.style, kCTFontSizeAttribute: font.size,
  ]
  if !font.matrix.isIdentity { attributes[kCTFontMatrixAttribute] = font.matrix }
  if !font.features.isEmpty {
    attributes[kCTFontFeatureSettingsAttribute] = font.features.map(\.attribute)
  }
  return CTFontDescriptor(attributes)
}

/// The style of a font as bits.
public func CTFontGetSymbolicTraits(_ font: CTFont) -> CTFontSymbolicTraits {
  font.symbolicTraits
}

/// The style of a font.
public func CTFontCopyTraits(_ font: CTFont) -> CFDictionary {
  var traits = FontTraits(font.face).attributes
  traits[kCTFontSymbolicTrait] = font.symbolicTraits.rawValue
  return traits
}

/// The font with another size, matrix or attributes.
///
/// - Parameters:
///   - font: The font.
///   - size: In points; 0 for the font's.
///   - matrix: Nil for the font's.
///   - attributes: The attributes that replace those of the font, or nil.
public func CTFontCreateCopyWithAttributes(
  _ font: CTFont,
  _ size: CGFloat,
  _ matrix: UnsafePointer<CGAffineTransform>?,
  _ attributes: CTFontDescriptor?
) -> CTFont {
  let face =
    attributes.map {
      CTFontDescriptor(CTFontDescriptorCopyAttributes($0), over: CTFontCopyFontDescriptor(font))
        .face
    } ?? font.face
  return CTFont(
    face,
    size: size > 0 ? Double(size) : attributes?.size ?? font.size,
    matrix: matrix?.pointee ?? attributes?.matrix ?? font.matrix,
    features: attributes?.features ?? font.features
  )
}

/// The font of the same family with other traits; nil if the family has none such.
///
/// - Parameters:
///   - font: The font.
///   - size: In points; 0 for the font's.
///   - matrix: Nil for the font's.
///   - symTraitValue: The traits.
///   - symTraitMask: The traits to change.
public func CTFontCreateCopyWithSymbolicTraits(
  _ font: CTFont,
  _ size: CGFloat,
  _ matrix: UnsafePointer<CGAffineTransform>?,
  _ symTraitValue: CTFontSymbolicTraits,
  _ symTraitMask: CTFontSymbolicTraits
) -> CTFont? {
  var traits = FontTraits(font.face)
  traits.set(symTraitValue, mask: symTraitMask)
  let request = FontRequest(family: font.face.names.family, traits)
  let engine = font.face.engine ?? .current
  let found = engine.withState { $0.substitute(for: request) }
  guard let face = found, face.names.family == font.face.names.family else { return nil }
  let result = CTFont(
    face,
    size: size > 0 ? Double(size) : font.size,
    matrix: matrix?.pointee ?? font.matrix,
    features: font.features
  )
  let meant: CTFontSymbolicTraits = [
    .traitBold, .traitItalic, .traitCondensed, .traitExpanded,
  ]
  let difference = result.symbolicTraits.symmetricDifference(symTraitValue)
  return difference.intersection(symTraitMask).intersection(meant).isEmpty ? result : nil
}
