// Resolution of a font's name to a family and a style.
// Licensed under the MIT license; see LICENSE.

import CQuartzPango

/// A family and a style, as the PostScript names of fonts say them: `HelveticaNeue-BoldItalic`.
struct FontRequest {
  var family: String
  var weight = PANGO_WEIGHT_NORMAL
  var style = PANGO_STYLE_NORMAL
  var stretch = PANGO_STRETCH_NORMAL

  init(family: String) {
    self.family = family
  }

  /// A family in a style of traits.
  init(family: String, _ traits: FontTraits) {
    self.family = family
    weight = traits.pangoWeight
    style = traits.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL
    stretch =
      traits.isCondensed
      ? PANGO_STRETCH_CONDENSED : traits.isExpanded ? PANGO_STRETCH_EXPANDED : PANGO_STRETCH_NORMAL
  }

  /// A family in the style of a name, as "Bold Italic".
  init(family: String, styleName: String) {
    self.init(name: "\(family.replacing("-", with: " "))-\(styleName)")
    self.family = family
  }

  /// Splits the style off a name: the part after the last hyphen, if it begins like a style.
  init(name: String) {
    family = name
    guard let hyphen = name.lastIndex(of: "-") else { return }
    var rest = name[name.index(after: hyphen)...].lowercased().filter { $0.isLetter }[...]
    for suffix in ["psmt", "mt", "ps"] where rest.hasSuffix(suffix) {
      rest.removeLast(suffix.count)
    }
    while let style = Self.styles.first(where: { rest.hasPrefix($0.name) }) {
      rest.removeFirst(style.name.count)
      family = String(name[..<hyphen])
      weight = style.weight ?? weight
      self.style = style.style ?? self.style
      stretch = style.stretch ?? stretch
    }
  }

  /// The request as Pango takes it; the caller frees it.
  func makeDescription() -> OpaquePointer? {
    let description = pango_font_description_new()
    // Commas separate families, and a name with a zero would end there.
    let name = family.filter { $0 != "," && $0 != "\0" }
    let family = name.isEmpty ? "sans-serif" : name
    pango_font_description_set_family(description, FamilyMark.marked(family))
    pango_font_description_set_weight(description, weight)
    pango_font_description_set_style(description, style)
    pango_font_description_set_stretch(description, stretch)
    return description
  }

  private struct Style {
    var name: String
    var weight: PangoWeight?
    var style: PangoStyle?
    var stretch: PangoStretch?
  }

  /// Longer names first where one begins like another.
  private static let styles: [Style] = [
    Style(name: "regular"),
    Style(name: "roman"),
    Style(name: "book"),
    Style(name: "ultralight", weight: PANGO_WEIGHT_ULTRALIGHT),
    Style(name: "extralight", weight: PANGO_WEIGHT_ULTRALIGHT),
    Style(name: "thin", weight: PANGO_WEIGHT_THIN),
    Style(name: "light", weight: PANGO_WEIGHT_LIGHT),
    Style(name: "medium", weight: PANGO_WEIGHT_MEDIUM),
    Style(name: "semibold", weight: PANGO_WEIGHT_SEMIBOLD),
    Style(name: "demibold", weight: PANGO_WEIGHT_SEMIBOLD),
    Style(name: "extrabold", weight: PANGO_WEIGHT_ULTRABOLD),
    Style(name: "ultrabold", weight: PANGO_WEIGHT_ULTRABOLD),
    Style(name: "bold", weight: PANGO_WEIGHT_BOLD),
    Style(name: "heavy", weight: PANGO_WEIGHT_ULTRABOLD),
    Style(name: "black", weight: PANGO_WEIGHT_HEAVY),
    Style(name: "italic", style: PANGO_STYLE_ITALIC),
    Style(name: "oblique", style: PANGO_STYLE_OBLIQUE),
    Style(name: "ital", style: PANGO_STYLE_ITALIC),
    Style(name: "condensed", stretch: PANGO_STRETCH_CONDENSED),
    Style(name: "cond", stretch: PANGO_STRETCH_CONDENSED),
    Style(name: "expanded", stretch: PANGO_STRETCH_EXPANDED),
  ]
}

/// Keeps the machine's rules away from the names of families.
///
/// Pango's map for FreeType first applies the rules of the machine to each request
/// (`pango_ft2_font_map` passes no configuration to `FcConfigSubstitute`, in 1.50). It leaves a
/// mixture of the requested families and their substitutes. Names with a mark survive, because no
/// rules match them. A pattern that comes back with a mark is reset to its first state, and the
/// rules of `FontRules` are applied instead.
enum FamilyMark {
  private static let mark = "quartz family "
  /// The family that Pango itself requests for emoji.
  private static let emoji = "emoji"

  static func marked(_ family: String) -> String { mark + family }

  /// Resets a pattern to its first state and applies the rules of `configuration`.
  static func resolve(_ pattern: OpaquePointer, _ configuration: OpaquePointer?) {
    var family = emoji
    for number in 0... {
      guard let name = TextEngineState.string(pattern, FC_FAMILY, at: CInt(number)) else { break }
      guard name.hasPrefix(mark) else { continue }
      family = String(name.dropFirst(mark.count))
      break
    }
    FcPatternDel(pattern, FC_FAMILY)
    FcPatternAddString(pattern, FC_FAMILY, family)
    for object in [FC_HINTING, FC_AUTOHINT, FC_EMBOLDEN, FC_MATRIX] {
      FcPatternDel(pattern, object)
    }
    FcPatternAddBool(pattern, FC_HINTING, 0)
    FcPatternAddBool(pattern, FC_AUTOHINT, 0)
    FcConfigSubstitute(configuration, pattern, FcMatchPattern)
  }
}

extension FontIndex {
  /// The files of all fonts of a configuration.
  static func files(_ configuration: OpaquePointer?) -> Set<String> {
    var files: Set<String> = []
    for kind in [FcSetApplication, FcSetSystem] {
      guard let set = FcConfigGetFonts(configuration, kind)?.pointee else { continue }
      // Bounds: a set has `nfont` fonts.
      for number in 0..<Int(set.nfont) {
        if let file = set.fonts[number].flatMap({ TextEngineState.string($0, FC_FILE) }) {
          files.insert(file)
        }
      }
    }
    return files
  }

  /// Takes the fonts of all other files out of a configuration.
  static func keep(_ files: Set<String>, in configuration: OpaquePointer?) {
    guard let set = FcConfigGetFonts(configuration, FcSetSystem) else { return }
    var kept = 0
    // Bounds: a set has `nfont` fonts, and `kept` is never ahead of `number`.
    for number in 0..<Int(set.pointee.nfont) {
      guard let pattern = set.pointee.fonts[number] else { continue }
      if let file = TextEngineState.string(pattern, FC_FILE), files.contains(file) {
        set.pointee.fonts[kept] = pattern
        kept += 1
      } else {
        FcPatternDestroy(pattern)
      }
    }
    set.pointee.nfont = CInt(kept)
  }
}

/// The fonts of a configuration by name.
struct FontIndex {
  // The patterns belong to the configuration, which lives as long as the process.
  private var patterns: [String: OpaquePointer] = [:]
  private var families: [String: String] = [:]

  init(_ configuration: OpaquePointer?) {
    for kind in [FcSetApplication, FcSetSystem] {
      guard let set = FcConfigGetFonts(configuration, kind)?.pointee else { continue }
      // Bounds: a set has `nfont` fonts.
      for number in 0..<Int(set.nfont) {
        guard let pattern = set.fonts[number] else { continue }
        add(pattern)
      }
    }
  }

  /// The number of fonts.
  private(set) var count = 0
  private(set) var postScriptNames: [String] = []
  private(set) var familyNames: [String] = []

  /// The font whose PostScript name or full name this is, in any case of letters.
  func pattern(named name: String) -> OpaquePointer? { patterns[name.lowercased()] }

  /// The family whose name this is, in any case of letters, with or without spaces.
  func family(named name: String) -> String? { families[Self.compact(name)] }

  /// Adds a font.
  ///
  /// Of two with one name the newer version stays, and of two of one version the first in the order
  /// of fontconfig. fontconfig chooses so where a family is asked for, and a font that is found by
  /// its name must be the one that is shown.
  private mutating func add(_ pattern: OpaquePointer) {
    count += 1
    if let name = TextEngineState.string(pattern, FC_POSTSCRIPT_NAME) {
      postScriptNames.append(name)
    }
    if let name = TextEngineState.string(pattern, FC_FAMILY), families[Self.compact(name)] == nil {
      familyNames.append(name)
    }
    for object in [FC_POSTSCRIPT_NAME, FC_FULLNAME] {
      for number in 0... {
        guard let name = TextEngineState.string(pattern, object, at: CInt(number)) else { break }
        let key = name.lowercased()
        if let known = patterns[key], Self.version(known) >= Self.version(pattern) { continue }
        patterns[key] = pattern
      }
    }
    for number in 0... {
      guard let name = TextEngineState.string(pattern, FC_FAMILY, at: CInt(number)) else { break }
      families[Self.compact(name)] = name
    }
  }

  private static func version(_ pattern: OpaquePointer) -> CInt {
    var version: CInt = 0
    FcPatternGetInteger(pattern, FC_FONTVERSION, 0, &version)
    return version
  }

  static func compact(_ name: String) -> String {
    name.lowercased().filter { $0 != " " }
  }
}
