// The meaning of a colour's components.
// Licensed under the MIT license; see LICENSE.

/// The kind of components that a colour space has.
public enum CGColorSpaceModel: Int32, Hashable, Sendable {
  /// Not known.
  case unknown = -1
  /// One component: grey.
  case monochrome = 0
  /// Red, green and blue.
  case rgb = 1
  /// Cyan, magenta, yellow and black.
  case cmyk = 2
  /// CIE L*a*b*.
  case lab = 3
  /// Any number of inks.
  case deviceN = 4
  /// Numbers of entries in a table.
  case indexed = 5
  /// Patterns.
  case pattern = 6
  /// CIE XYZ.
  case XYZ = 7
}

/// The treatment of colours that a space cannot show.
///
/// **Differences**: every intent clamps colours outside the space, as relative colorimetric does.
/// All whites are adapted to one, so relative and absolute colorimetric are the same.
public enum CGColorRenderingIntent: Int32, Hashable, Sendable {
  /// The intent that suits the place of use.
  case defaultIntent = 0
  /// Keeps colours as measured.
  case absoluteColorimetric = 1
  /// Keeps colours relative to white.
  case relativeColorimetric = 2
  /// Keeps relations between colours.
  case perceptual = 3
  /// Keeps saturation.
  case saturation = 4
}

/// The meaning of a colour's components: a model, primaries, a transfer curve and a range.
///
/// Spaces are made by name and are equal if they mean the same.
///
/// ```swift
/// let space = CGColorSpace(name: CGColorSpace.displayP3)
/// ```
///
/// **Differences**: device RGB is sRGB and device grey has its curve, but neither is equal to the
/// named space. Spaces from ICC profiles and indexed ones are absent; files in such spaces are
/// converted when they are read.
public final class CGColorSpace: Sendable {
  /// The complete definition of a space.
  package struct Definition: Hashable, Sendable {
    package var name: CFString
    package var model: CGColorSpaceModel
    package var primaries: Primaries
    package var curve: TransferCurve
    /// Whether components may leave 0...1.
    package var isExtended: Bool
  }

  package let definition: Definition

  /// The space of the colour that a pattern without colours of its own is painted with; nil for
  /// patterns with colours, and for spaces that are no pattern space.
  public let baseColorSpace: CGColorSpace?

  private init(_ definition: Definition, base: CGColorSpace? = nil) {
    self.definition = definition
    baseColorSpace = base
  }

  /// The space of that name, one of the constants of this class; nil for any other name.
  public convenience init?(name: CFString) {
    guard let definition = Definition(named: name) else { return nil }
    self.init(definition)
  }

  /// A space of patterns.
  ///
  /// - Parameter baseSpace: The space of the colour that uncoloured patterns are painted with; nil
  ///   for patterns with colours of their own. A pattern space is no base: then the result is nil.
  public convenience init?(patternBaseSpace baseSpace: CGColorSpace?) {
    guard baseSpace?.model != .pattern else { return nil }
    self.init(Definition(.pattern, "kCGColorSpacePattern", .sRGB, .sRGB), base: baseSpace)
  }

  /// The name that `init(name:)` takes; nil for spaces of patterns.
  ///
  /// **Differences**: device spaces have the names `kCGColorSpaceDeviceRGB`,
  /// `kCGColorSpaceDeviceGray` and `kCGColorSpaceDeviceCMYK`, and `init(name:)` takes them.
  public var name: CFString? { model == .pattern ? nil : definition.name }

  /// The kind of components.
  public var model: CGColorSpaceModel { definition.model }

  /// The number of components without alpha: 1, 3 or 4; of a space of patterns, that of its base.
  public var numberOfComponents: Int {
    switch definition.model {
    case .monochrome: 1
    case .cmyk: 4
    case .pattern: baseColorSpace?.numberOfComponents ?? 0
    case .unknown, .rgb, .lab, .deviceN, .indexed, .XYZ: 3
    }
  }

  /// Whether bitmaps can be in this space: all but patterns.
  public var supportsOutput: Bool { model != .pattern }

  /// Whether the space holds colours outside sRGB.
  public var isWideGamutRGB: Bool {
    model == .rgb && (definition.isExtended || definition.primaries != .sRGB)
  }

  /// Whether the encoded range goes beyond 0...1.
  package var isExtended: Bool { definition.isExtended }

  package static let sRGBSpace = CGColorSpace(Definition(.rgb, CGColorSpace.sRGB, .sRGB, .sRGB))
  package static let extendedSRGBSpace = CGColorSpace(
    Definition(.rgb, CGColorSpace.extendedSRGB, .sRGB, .sRGB, isExtended: true)
  )
  package static let grayGamma2_2Space = CGColorSpace(
    Definition(.monochrome, CGColorSpace.genericGrayGamma2_2, .sRGB, .power(2.2))
  )
  /// The grey of old documents; `init(name:)` takes its name, which archives have.
  static let genericGraySpace = CGColorSpace(
    Definition(.monochrome, "kCGColorSpaceGenericGray", .sRGB, .power(1.8))
  )
  fileprivate static let deviceRGBSpace = CGColorSpace(
    Definition(.rgb, "kCGColorSpaceDeviceRGB", .sRGB, .sRGB)
  )
  package static let deviceGraySpace = CGColorSpace(
    Definition(.monochrome, "kCGColorSpaceDeviceGray", .sRGB, .sRGB)
  )
  package static let deviceCMYKSpace = CGColorSpace(
    Definition(.cmyk, "kCGColorSpaceDeviceCMYK", .sRGB, .sRGB)
  )
}

/// The space of the device's red, green and blue: sRGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace {
  CGColorSpace.deviceRGBSpace
}

/// The space of the device's grey: the curve of sRGB, so that grey g is the red, green and blue g.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace {
  CGColorSpace.deviceGraySpace
}

/// The space of the device's cyan, magenta, yellow and black inks.
///
/// There is no profile of a press behind it: red is (1 - cyan)(1 - black), and so on.
public func CGColorSpaceCreateDeviceCMYK() -> CGColorSpace {
  CGColorSpace.deviceCMYKSpace
}

// MARK: - Names

extension CGColorSpace {
  /// IEC 61966-2-1, 0...1.
  public static let sRGB: CFString = "kCGColorSpaceSRGB"
  /// sRGB whose components may leave 0...1.
  public static let extendedSRGB: CFString = "kCGColorSpaceExtendedSRGB"
  /// The primaries of sRGB in linear light, 0...1.
  public static let linearSRGB: CFString = "kCGColorSpaceLinearSRGB"
  /// The primaries of sRGB in linear light, components may leave 0...1.
  public static let extendedLinearSRGB: CFString = "kCGColorSpaceExtendedLinearSRGB"
  /// The primaries of DCI-P3, white D65, the curve of sRGB, 0...1.
  public static let displayP3: CFString = "kCGColorSpaceDisplayP3"
  /// Display P3 whose components may leave 0...1.
  public static let extendedDisplayP3: CFString = "kCGColorSpaceExtendedDisplayP3"
  /// Display P3 in linear light, 0...1.
  public static let linearDisplayP3: CFString = "kCGColorSpaceLinearDisplayP3"
  /// Display P3 in linear light, components may leave 0...1.
  public static let extendedLinearDisplayP3: CFString = "kCGColorSpaceExtendedLinearDisplayP3"
  /// Adobe RGB (1998): gamma 563 / 256, 0...1.
  public static let adobeRGB1998: CFString = "kCGColorSpaceAdobeRGB1998"
  /// Cyan, magenta, yellow and black, 0...1; means the same as device CMYK here.
  public static let genericCMYK: CFString = "kCGColorSpaceGenericCMYK"
  /// Grey with gamma 2.2, 0...1.
  public static let genericGrayGamma2_2: CFString = "kCGColorSpaceGenericGrayGamma2_2"
  /// Grey with gamma 2.2 that may leave 0...1.
  public static let extendedGray: CFString = "kCGColorSpaceExtendedGray"
  /// Grey in linear light, 0...1.
  public static let linearGray: CFString = "kCGColorSpaceLinearGray"
  /// Grey in linear light that may leave 0...1.
  public static let extendedLinearGray: CFString = "kCGColorSpaceExtendedLinearGray"
}

// MARK: - Names of television

extension CGColorSpace {
  /// ITU-R BT.709: the primaries of sRGB with the camera's curve, 0...1.
  ///
  /// **Differences**: encoded by the camera's curve and decoded by its inverse; Apple's systems are
  /// said to show it with a gamma of 1.961.
  public static let itur_709: CFString = "kCGColorSpaceITUR_709"
  /// The primaries of BT.709 in PQ, 0...1.
  public static let itur_709_PQ: CFString = "kCGColorSpaceITUR_709_PQ"
  /// The primaries of BT.709 in HLG, 0...1.
  public static let itur_709_HLG: CFString = "kCGColorSpaceITUR_709_HLG"
  /// ITU-R BT.2020, with the camera's curve, 0...1.
  public static let itur_2020: CFString = "kCGColorSpaceITUR_2020"
  /// The primaries of BT.2020 with the curve of sRGB, 0...1.
  public static let itur_2020_sRGBGamma: CFString = "kCGColorSpaceITUR_2020_sRGBGamma"
  /// BT.2020 in linear light, 0...1.
  public static let linearITUR_2020: CFString = "kCGColorSpaceLinearITUR_2020"
  /// BT.2020 whose components may leave 0...1.
  public static let extendedITUR_2020: CFString = "kCGColorSpaceExtendedITUR_2020"
  /// BT.2020 in linear light, components may leave 0...1.
  public static let extendedLinearITUR_2020: CFString = "kCGColorSpaceExtendedLinearITUR_2020"
  /// ITU-R BT.2100 with PQ: 0...1 are 0 to 10,000 nits, of which white has 203.
  public static let itur_2100_PQ: CFString = "kCGColorSpaceITUR_2100_PQ"
  /// ITU-R BT.2100 with HLG, on a screen of 1000 nits, of which white has 203.
  public static let itur_2100_HLG: CFString = "kCGColorSpaceITUR_2100_HLG"
  /// The primaries of Display P3 in PQ, 0...1.
  public static let displayP3_PQ: CFString = "kCGColorSpaceDisplayP3_PQ"
  /// The primaries of Display P3 in HLG, 0...1.
  public static let displayP3_HLG: CFString = "kCGColorSpaceDisplayP3_HLG"
  /// The primaries of BT.709 with the curve of films on Apple's systems, gamma 1.961, 0...1.
  public static let coreMedia709: CFString = "kCGColorSpaceCoreMedia709"
  /// A former name of `itur_2100_PQ`.
  public static let itur_2020_PQ: CFString = "kCGColorSpaceITUR_2020_PQ"
  /// A former name of `itur_2100_PQ`.
  public static let itur_2020_PQ_EOTF: CFString = "kCGColorSpaceITUR_2020_PQ_EOTF"
  /// A former name of `itur_2100_HLG`.
  public static let itur_2020_HLG: CFString = "kCGColorSpaceITUR_2020_HLG"
  /// A former name of `displayP3_PQ`.
  public static let displayP3_PQ_EOTF: CFString = "kCGColorSpaceDisplayP3_PQ_EOTF"
}

// MARK: - Names of cinema and of measuring

extension CGColorSpace {
  /// DCI-P3: the primaries and the white of cinemas, gamma 2.6, 0...1.
  public static let dcip3: CFString = "kCGColorSpaceDCIP3"
  /// ACEScg: the primaries AP1 of the Academy in linear light.
  ///
  /// **Differences**: components may leave 0...1, as renderings do; the range on Apple's systems is
  /// not documented.
  public static let acescgLinear: CFString = "kCGColorSpaceACESCGLinear"
  /// ROMM RGB (ISO 22028-2): gamma 1.8, 0...1.
  ///
  /// **Differences**: the line of the standard's curve near black is left out.
  public static let rommrgb: CFString = "kCGColorSpaceROMMRGB"
  /// CIE XYZ relative to D50, whose Y is 1 for white; components may leave 0...1.
  public static let genericXYZ: CFString = "kCGColorSpaceGenericXYZ"
}

extension CGColorSpace.Definition {
  fileprivate init(
    _ model: CGColorSpaceModel,
    _ name: CFString,
    _ primaries: Primaries,
    _ curve: TransferCurve,
    isExtended: Bool = false
  ) {
    self.init(
      name: name,
      model: model,
      primaries: primaries,
      curve: curve,
      isExtended: isExtended
    )
  }

  private static let all: [CGColorSpace.Definition] = [
    CGColorSpace.sRGBSpace.definition,
    CGColorSpace.extendedSRGBSpace.definition,
    CGColorSpace.grayGamma2_2Space.definition,
    CGColorSpace.genericGraySpace.definition,
    CGColorSpace.deviceRGBSpace.definition,
    CGColorSpace.deviceGraySpace.definition,
    CGColorSpace.deviceCMYKSpace.definition,
    .init(.cmyk, CGColorSpace.genericCMYK, .sRGB, .sRGB),
    .init(.rgb, CGColorSpace.linearSRGB, .sRGB, .linear),
    .init(.rgb, CGColorSpace.extendedLinearSRGB, .sRGB, .linear, isExtended: true),
    .init(.rgb, CGColorSpace.displayP3, .displayP3, .sRGB),
    .init(.rgb, CGColorSpace.extendedDisplayP3, .displayP3, .sRGB, isExtended: true),
    .init(.rgb, CGColorSpace.linearDisplayP3, .displayP3, .linear),
    .init(.rgb, CGColorSpace.extendedLinearDisplayP3, .displayP3, .linear, isExtended: true),
    // Adobe RGB (1998), version 2005-05, section 4.3.1.2: gamma 2.19921875.
    .init(.rgb, CGColorSpace.adobeRGB1998, .adobeRGB, .power(563.0 / 256)),
    .init(.rgb, CGColorSpace.itur_709, .sRGB, .camera),
    .init(.rgb, CGColorSpace.itur_709_PQ, .sRGB, .perceptualQuantizer),
    .init(.rgb, CGColorSpace.itur_709_HLG, .sRGB, .hybridLogGamma),
    .init(.rgb, CGColorSpace.itur_2020, .rec2020, .camera),
    .init(.rgb, CGColorSpace.itur_2020_sRGBGamma, .rec2020, .sRGB),
    .init(.rgb, CGColorSpace.linearITUR_2020, .rec2020, .linear),
    .init(.rgb, CGColorSpace.extendedITUR_2020, .rec2020, .camera, isExtended: true),
    .init(.rgb, CGColorSpace.extendedLinearITUR_2020, .rec2020, .linear, isExtended: true),
    .init(.rgb, CGColorSpace.itur_2100_PQ, .rec2020, .perceptualQuantizer),
    .init(.rgb, CGColorSpace.itur_2100_HLG, .rec2020, .hybridLogGamma),
    .init(.rgb, CGColorSpace.displayP3_PQ, .displayP3, .perceptualQuantizer),
    .init(.rgb, CGColorSpace.displayP3_HLG, .displayP3, .hybridLogGamma),
    .init(.rgb, CGColorSpace.coreMedia709, .sRGB, .power(1.961)),
    .init(.rgb, CGColorSpace.dcip3, .theatre, .power(2.6)),
    .init(.rgb, CGColorSpace.acescgLinear, .acescg, .linear, isExtended: true),
    .init(.rgb, CGColorSpace.rommrgb, .romm, .power(1.8)),
    .init(.XYZ, CGColorSpace.genericXYZ, .xyz, .linear, isExtended: true),
    .init(.monochrome, CGColorSpace.extendedGray, .sRGB, .power(2.2), isExtended: true),
    .init(.monochrome, CGColorSpace.linearGray, .sRGB, .linear),
    .init(.monochrome, CGColorSpace.extendedLinearGray, .sRGB, .linear, isExtended: true),
  ]

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// Names that systems had before, and the spaces that have other names now.
  private static let formerNames: [CFString: CFString] = [
    CGColorSpace.itur_2020_PQ: CGColorSpace.itur_2100_PQ,
    CGColorSpace.itur_2020_PQ_EOTF: CGColorSpace.itur_2100_PQ,
    CGColorSpace.itur_2020_HLG: CGColorSpace.itur_2100_HLG,
    CGColorSpace.displayP3_PQ_EOTF: CGColorSpace.displayP3_PQ,
  ]

  fileprivate init?(named name: CFString) {
    guard let found = Self.byName[Self.formerNames[name] ?? name] else { return nil }
    self = found
  }

  /// The space of the same model and primaries with another curve or range; nil if none has a name.
  fileprivate func named(curve: TransferCurve, isExtended: Bool) -> CGColorSpace.Definition? {
    Self.all.first {
      ($0.model, $0.primaries, $0.curve) == (model, primaries, curve)
        && $0.isExtended == isExtended
    }
  }
}

// MARK: - Range

extension CGColorSpace {
  /// Whether light brighter than reference white has values in the space: PQ and HLG.
  package var isHDR: Bool { isPQ || isHLG }

  fileprivate var isPQ: Bool { definition.curve == .perceptualQuantizer }
  fileprivate var isHLG: Bool { definition.curve == .hybridLogGamma }

  fileprivate func copy(curve: TransferCurve? = nil, isExtended: Bool) -> CGColorSpace? {
    definition.named(curve: curve ?? definition.curve, isExtended: isExtended)
      .flatMap { CGColorSpace(name: $0.name) }
  }
}

/// Whether the space is one of PQ or HLG.
public func CGColorSpaceIsHDR(_ s: CGColorSpace) -> Bool { s.isHDR }

/// Whether components may leave 0...1.
public func CGColorSpaceUsesExtendedRange(_ space: CGColorSpace) -> Bool { space.isExtended }

/// Whether the space has one of the transfer functions of ITU-R BT.2100.
public func CGColorSpaceUsesITUR_2100TF(_ s: CGColorSpace) -> Bool { s.isHDR }

/// Whether components are encoded in PQ.
public func CGColorSpaceIsPQBased(_ s: CGColorSpace) -> Bool { s.isPQ }

/// Whether components are encoded in HLG.
public func CGColorSpaceIsHLGBased(_ s: CGColorSpace) -> Bool { s.isHLG }

/// The space of the same primaries in linear light, 0...1; nil if it has no name.
public func CGColorSpaceCreateLinearized(_ space: CGColorSpace) -> CGColorSpace? {
  space.copy(curve: .linear, isExtended: false)
}

/// The same space with components that may leave 0...1; nil if it has no name.
public func CGColorSpaceCreateExtended(_ space: CGColorSpace) -> CGColorSpace? {
  space.copy(isExtended: true)
}

/// The space of the same primaries in linear light that may leave 0...1; nil if it has no name.
public func CGColorSpaceCreateExtendedLinearized(_ space: CGColorSpace) -> CGColorSpace? {
  space.copy(curve: .linear, isExtended: true)
}

/// The same space with components of 0...1; spaces that are not extended stay as they are.
public func CGColorSpaceCreateCopyWithStandardRange(_ s: CGColorSpace) -> CGColorSpace {
  s.isExtended ? s.copy(isExtended: false) ?? s : s
}

// MARK: - Equality

extension CGColorSpace: Hashable {
  /// Whether both spaces mean the same.
  public static func == (left: CGColorSpace, right: CGColorSpace) -> Bool {
    left === right
      || (left.definition == right.definition && left.baseColorSpace == right.baseColorSpace)
  }

  /// Feeds the space into `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(definition.name)
  }
}

extension CGColorSpace: CustomStringConvertible {
  /// The address and the kind of the space: `<CGColorSpace 0x7e00> (kCGColorSpaceICCBased;
  /// kCGColorSpaceModelRGB; sRGB IEC61966-2.1)`.
  public var description: String {
    let address = UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
    return "<CGColorSpace 0x\(String(address, radix: 16))> (\(definition.kindText))"
  }
}

extension CGColorSpace.Definition {
  /// The names of profiles by the names of the spaces that are not extended.
  private static let profiles: [CFString: String] = [
    CGColorSpace.sRGB: "sRGB IEC61966-2.1",
    CGColorSpace.linearSRGB: "sRGB IEC61966-2.1 Linear",
    CGColorSpace.displayP3: "Display P3",
    CGColorSpace.linearDisplayP3: "Display P3 Linear",
    CGColorSpace.adobeRGB1998: "Adobe RGB (1998)",
    CGColorSpace.genericCMYK: "Generic CMYK Profile",
    CGColorSpace.genericGrayGamma2_2: "Generic Gray Gamma 2.2 Profile",
    CGColorSpace.linearGray: "Linear Gray Profile",
    CGColorSpace.genericGraySpace.definition.name: "Generic Gray Profile",
  ]

  /// The kind, the model and the profile; the name alone of spaces without a profile.
  fileprivate var kindText: String {
    let plain = Self.all.first {
      !$0.isExtended && $0.primaries == primaries && $0.curve == curve && $0.model == model
        && Self.profiles[$0.name] != nil
    }
    guard isExtended || Self.profiles[name] != nil,
      let profile = (isExtended ? plain?.name : name).flatMap({ Self.profiles[$0] })
    else { return name }
    let words =
      switch model {
      case .monochrome: "kCGColorSpaceModelMonochrome"
      case .cmyk: "kCGColorSpaceModelCMYK"
      case .rgb, .unknown, .lab, .deviceN, .indexed, .pattern, .XYZ: "kCGColorSpaceModelRGB"
      }
    return "kCGColorSpaceICCBased; \(words); \(profile)" + (isExtended ? "; extended range" : "")
  }
}
