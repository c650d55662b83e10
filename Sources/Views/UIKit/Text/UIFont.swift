// Fonts of views.
// Licensed under the MIT license; see LICENSE.

public import Foundation
package import QuartzText
import Synchronization

/// A font of a size.
///
/// Fonts are immutable and may be used from any thread.
///
/// **Differences**: there is no San Francisco here. The system font is the one that stands for
/// Helvetica on this computer, with its own metrics; programs that compare positions of text to the
/// pixel load a font of their own. A name of a font of iOS that is not installed gives the font
/// that stands for it; other names that are not installed give nil.
// Safe because: nothing changes after an initialiser.
open class UIFont: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The weight of strokes: -1...1, 0 is regular.
  public struct Weight: _UIKitNumericRawRepresentable, Hashable, Sendable {
    /// The number.
    public var rawValue: CGFloat

    /// A weight.
    public init(rawValue: CGFloat) {
      self.rawValue = rawValue
    }

    /// A weight.
    public init(_ rawValue: CGFloat) {
      self.rawValue = rawValue
    }

    /// -0.8.
    public static let ultraLight = Weight(-0.8)
    /// -0.6.
    public static let thin = Weight(-0.6)
    /// -0.4.
    public static let light = Weight(-0.4)
    /// 0.
    public static let regular = Weight(0)
    /// 0.23.
    public static let medium = Weight(0.23)
    /// 0.3.
    public static let semibold = Weight(0.3)
    /// 0.4.
    public static let bold = Weight(0.4)
    /// 0.56.
    public static let heavy = Weight(0.56)
    /// 0.62.
    public static let black = Weight(0.62)
  }

  let font: CTFont
  /// The style of text that the font was made for; nil for a font of one size.
  let origin: FontOrigin?

  /// The font of Core Text.
  package init(_ font: CTFont) {
    self.font = font
    origin = nil
    super.init()
  }

  /// The system font of 12 points.
  public override convenience init() { self.init(SystemFonts.font(.plain, 12, .regular)) }

  /// The font of Core Text, made for a style of text.
  init(_ font: CTFont, _ origin: FontOrigin) {
    self.font = font
    self.origin = origin
    super.init()
  }

  /// The font of a PostScript name, full name or family; nil if there is none.
  ///
  /// - Parameters:
  ///   - fontName: The name.
  ///   - fontSize: In points; values that are not positive are treated as 12.
  public init?(name fontName: String, size fontSize: CGFloat) {
    guard FontNames.isKnown(fontName) else { return nil }
    font = CTFontCreateWithName(fontName, Self.checked(fontSize, 12), nil)
    origin = nil
    super.init()
  }

  /// The font that a descriptor asks for, or the nearest one.
  ///
  /// - Parameters:
  ///   - descriptor: The description.
  ///   - pointSize: In points; 0 for the descriptor's.
  public init(descriptor: UIFontDescriptor, size pointSize: CGFloat) {
    font = CTFontCreateWithFontDescriptor(
      descriptor.descriptor,
      Self.checked(pointSize, Self.checked(descriptor.pointSize, 12)),
      nil
    )
    origin = nil
    super.init()
  }

  /// The font of an archive; the system font if it holds none.
  public required init?(coder: NSCoder) {
    let name = coder.object(of: NSString.self, forKey: "UIFontName") as String?
    let size = CGFloat(coder.decodeDouble(forKey: "UIFontPointSize"))
    font = CTFontCreateWithName(name ?? SystemFonts.family, Self.checked(size, 12), nil)
    origin = nil
    super.init()
  }

  static func checked(_ size: CGFloat, _ other: CGFloat) -> CGFloat {
    size > 0 && size.isFinite ? size : other
  }

  /// Whether archives may be read safely: true.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the name and the size.
  open func encode(with coder: NSCoder) {
    coder.encode(NSString(string: fontName), forKey: "UIFontName")
    coder.encode(Double(pointSize), forKey: "UIFontPointSize")
  }

  // `Any` because: it is NSCopying's.
  /// The font itself, which cannot change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: System fonts

  /// Returns the system font: one object for a size, as for the other system fonts.
  open class func systemFont(ofSize fontSize: CGFloat) -> UIFont {
    systemFont(ofSize: fontSize, weight: .regular)
  }

  /// Returns the system font of a weight, or of the nearest one that there is.
  open class func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    SystemFonts.object(.plain, checked(fontSize, 14), weight)
  }

  /// Returns the bold system font.
  open class func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont {
    systemFont(ofSize: fontSize, weight: .bold)
  }

  /// Returns the italic system font.
  open class func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont {
    SystemFonts.object(.italic, checked(fontSize, 14), .regular)
  }

  /// Returns a font whose characters are equally wide.
  open class func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    SystemFonts.object(.monospaced, checked(fontSize, 14), weight)
  }

  /// Returns a system font whose digits are equally wide: those of the system font are.
  open class func monospacedDigitSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    systemFont(ofSize: fontSize, weight: weight)
  }

  /// Returns the font of a style of text, for the size of text of the current traits.
  open class func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    preferredFont(forTextStyle: style, compatibleWith: nil)
  }

  /// Returns the font of a style of text.
  ///
  /// - Parameters:
  ///   - style: The style.
  ///   - traitCollection: Says the size of text; nil for the current traits.
  open class func preferredFont(
    forTextStyle style: TextStyle,
    compatibleWith traitCollection: UITraitCollection?
  ) -> UIFont {
    let category = (traitCollection ?? .current).preferredContentSizeCategory
    let font = SystemFonts.font(.plain, style.size(category), style.weight)
    return UIFont(font, FontOrigin(style: style))
  }

  /// 17 points.
  open class var labelFontSize: CGFloat { 17 }
  /// 18 points.
  open class var buttonFontSize: CGFloat { 18 }
  /// 12 points.
  open class var smallSystemFontSize: CGFloat { 12 }
  /// 14 points.
  open class var systemFontSize: CGFloat { 14 }

  // MARK: Names

  /// The families of fonts that are installed, sorted.
  open class var familyNames: [String] {
    CTFontManagerCopyAvailableFontFamilyNames().compactMap { $0 as? String }.sorted()
  }

  /// Returns the PostScript names of a family's fonts, sorted.
  open class func fontNames(forFamilyName familyName: String) -> [String] {
    let names = CTFontManagerCopyAvailablePostScriptNames().compactMap { $0 as? String }
    return names.filter {
      CTFontCopyFamilyName(CTFontCreateWithName($0, 12, nil)) == familyName
    }.sorted()
  }

  /// The family of the font that is drawn.
  open var familyName: String { CTFontCopyFamilyName(font) }
  /// The PostScript name of the font that is drawn.
  open var fontName: String { CTFontCopyPostScriptName(font) }
  /// The size in points.
  open var pointSize: CGFloat { CTFontGetSize(font) }

  // MARK: Metrics

  /// How far text reaches above the baseline, in points.
  open var ascender: CGFloat { CTFontGetAscent(font) }
  /// How far text reaches below the baseline, in points: a negative number.
  open var descender: CGFloat { -CTFontGetDescent(font) }
  /// The height of capital letters, in points.
  open var capHeight: CGFloat { CTFontGetCapHeight(font) }
  /// The height of the letter x, in points.
  open var xHeight: CGFloat { CTFontGetXHeight(font) }
  /// The height of a line, in points: ascender - descender.
  open var lineHeight: CGFloat { ascender - descender }
  /// The distance between lines in addition to their height, in points.
  open var leading: CGFloat { CTFontGetLeading(font) }

  /// A description that asks for the font.
  open var fontDescriptor: UIFontDescriptor { UIFontDescriptor(CTFontCopyFontDescriptor(font)) }

  /// The font in another size, in points; values that are not positive leave the size.
  open func withSize(_ fontSize: CGFloat) -> UIFont {
    UIFont(font.withSize(Self.checked(fontSize, pointSize)))
  }

  // MARK: Equality

  // `Any?` because: it is NSObject's.
  /// Whether both are the same font in the same size.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIFont else { return false }
    return other === self || other.font == font
  }

  /// Equal fonts have equal hashes.
  open override var hash: Int { font.hashValue }

  /// The name and the size.
  open override var description: String {
    "<UIFont font-family: \"\(familyName)\"; font-name: \(fontName); "
      + "font-size: \(Double(pointSize))pt>"
  }
}

extension UIFont: TextFontValue {
  /// The font of Core Text.
  package var coreTextFont: CTFont { font }
}

/// The system's fonts, which are asked for again and again.
enum SystemFonts {
  enum Kind: Hashable {
    case plain
    case italic
    case monospaced
  }

  private struct Key: Hashable {
    var fonts: FontCollection
    var kind: Kind
    var weight: UIFont.Weight
  }

  /// The family that the system font stands for.
  static let family = "Helvetica"
  private static let known = Mutex<[Key: CTFont]>([:])

  private struct SizedKey: Hashable {
    var key: Key
    var size: CGFloat
  }

  private static let objects = Mutex<[SizedKey: UIFont]>([:])

  /// Returns the one object of a size; of many sizes those that were asked for last.
  static func object(_ kind: Kind, _ size: CGFloat, _ weight: UIFont.Weight) -> UIFont {
    let key = SizedKey(key: Key(fonts: .current, kind: kind, weight: weight), size: size)
    if let found = objects.withLock({ $0[key] }) { return found }
    let made = UIFont(font(kind, size, weight))
    return objects.withLock { objects in
      if let found = objects[key] { return found }
      if objects.count >= 256 { objects.removeAll() }
      objects[key] = made
      return made
    }
  }

  static func font(_ kind: Kind, _ size: CGFloat, _ weight: UIFont.Weight) -> CTFont {
    let key = Key(fonts: .current, kind: kind, weight: weight)
    if let found = known.withLock({ $0[key] }) {
      return CTFont(found.face, size: Double(size))
    }
    var traits: CFDictionary = [kCTFontWeightTrait: Double(weight.rawValue)]
    if kind == .italic { traits[kCTFontSlantTrait] = 1.0 }
    let descriptor = CTFontDescriptorCreateWithAttributes([
      kCTFontFamilyNameAttribute: kind == .monospaced ? "Menlo" : family,
      kCTFontTraitsAttribute: traits,
    ])
    let font = CTFontCreateWithFontDescriptor(descriptor, size, nil)
    // Weights are few; a program that counts through them does not fill the memory.
    known.withLock { if $0.count < 64 { $0[key] = font } }
    return font
  }
}

/// The names of fonts.
private enum FontNames {
  /// The families of iOS, small letters without spaces.
  private static let ofSystem = [
    "academyengraved", "alnile", "americantypewriter", "applecoloremoji", "applesdgothicneo",
    "applesymbols", "arial", "avenir", "baskerville", "bodoni", "bradleyhand", "chalkboardse",
    "chalkduster", "charter", "cochin", "copperplate", "courier", "damascus", "devanagari",
    "didot", "dinalternate", "dincondensed", "euphemia", "farah", "futura", "galvji", "geezapro",
    "georgia", "gillsans", "gujarati", "gurmukhi", "heiti", "helvetica", "hiragino", "hiramaru",
    "hoeflertext", "impact", "iowanoldstyle", "kailasa", "kannada", "kefa", "khmer", "kohinoor",
    "lao", "malayalam", "markerfelt", "menlo", "mishafi", "mukta", "myanmar", "noteworthy",
    "notonastaliq", "notosans", "optima", "oriya", "palatino", "papyrus", "partylet", "pingfang",
    "rockwell", "savoye", "sinhala", "snellroundhand", "stix", "symbol", "tamil", "telugu",
    "thonburi", "timesnewroman", "times", "trebuchet", "verdana", "zapfdingbats", "zapfino",
  ]

  static func isKnown(_ name: String) -> Bool {
    guard !name.isEmpty, name.utf8.count <= 256 else { return false }
    let compact = name.lowercased().filter { $0 != " " }
    if ofSystem.contains(where: { compact.hasPrefix($0) }) { return true }
    return FontCollection.current.contains(name)
  }
}
