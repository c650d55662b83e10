// The project's own fontconfig rules: the fonts that stand for a name.
// Licensed under the MIT license; see LICENSE.

// The rules of the machine decide too much: hinting, made-up bold and oblique faces, sizes at which
// bitmaps are scaled, and the substitute for Helvetica. Text would differ between two machines with
// the same fonts. So only the *directories* come from the machine's configuration (and from the
// user's, or FONTCONFIG_FILE); the rules are the ones below. They guarantee:
//
// - A name that no font has gets the family with the same widths, if that is installed, and the
//   default families else.
// - Scripts that a font lacks come from the families below in their order, then from any other
//   font that has them, in the order of fontconfig.
// - Only outlines and colour bitmaps are used. Variable fonts are used as their named instances.
// - No face is made up: where a family has no bold, its regular face shows.

/// The rules as fontconfig reads them.
enum FontRules {
  /// Rules that look for fonts in `directories`.
  ///
  /// - Parameters:
  ///   - directories: Absolute paths.
  ///   - caches: The directories of fontconfig's cache.
  static func document(directories: [String], caches: [String]) -> String {
    """
    <?xml version="1.0"?>
    <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
    <fontconfig>
    \(directories.map { "<dir>\(escaped($0))</dir>" }.joined(separator: "\n"))
    \(caches.map { "<cachedir>\(escaped($0))</cachedir>" }.joined(separator: "\n"))
    <selectfont>
    <rejectfont><pattern>
    <patelt name="scalable"><bool>false</bool></patelt>
    </pattern></rejectfont>
    <rejectfont><pattern>
    <patelt name="variable"><bool>true</bool></patelt>
    </pattern></rejectfont>
    </selectfont>
    \(substitutes.map(alias).joined(separator: "\n"))
    <match target="pattern">
    \(generic.map { "<test qual=\"all\" name=\"family\" compare=\"not_eq\"><string>\($0)</string></test>" }
      .joined(separator: "\n"))
    <edit name="family" mode="append_last" binding="strong"><string>sans-serif</string></edit>
    </match>
    \(defaults.map(alias).joined(separator: "\n"))
    \(scaledBitmaps)
    </fontconfig>
    """
  }

  /// Families that a name may mean, the better one first.
  private typealias Alias = (names: [String], families: [String])

  /// The names that every system has families for.
  private static let generic = ["sans-serif", "serif", "monospace", "emoji"]

  /// Families of the same widths, for names that other systems have.
  private static let substitutes: [Alias] = [
    (
      ["Helvetica", "Helvetica Neue", "HelveticaNeue", "Arial", "ArialMT", "SF Pro Text"],
      ["Liberation Sans", "Arimo", "Nimbus Sans", "sans-serif"]
    ),
    (
      ["Times", "Times New Roman", "TimesNewRomanPS", "TimesNewRomanPSMT"],
      ["Liberation Serif", "Tinos", "Nimbus Roman", "serif"]
    ),
    (
      ["Courier", "Courier New", "CourierNewPS", "CourierNewPSMT", "Menlo", "Monaco"],
      ["Liberation Mono", "Cousine", "Nimbus Mono PS", "monospace"]
    ),
    (["Apple Color Emoji"], ["emoji"]),
    (["Georgia", "Palatino", "Baskerville", "Hoefler Text"], ["serif"]),
  ]

  /// Whether the documents name a family as what is shown for another one: it has the same widths,
  /// or it stands for a name that no font has.
  static func documents(_ family: String, for name: String) -> Bool {
    let (name, family) = (FontIndex.compact(name), FontIndex.compact(family))
    if generic.contains(name) { return true }
    return substitutes.contains { alias in
      alias.names.contains { FontIndex.compact($0) == name }
        && expanded(alias.families).contains { FontIndex.compact($0) == family }
    }
  }

  /// The families that are meant; `emoji` means those that show emoji, and text in a font of text
  /// that stands for none of these names is no substitute.
  private static func expanded(_ families: [String]) -> [String] {
    families.flatMap { family in
      family == "emoji" ? ["Noto Color Emoji"] : generic.contains(family) ? [] : [family]
    }
  }

  /// The families for names without a rule, with one family per script at the end.
  ///
  /// Families go right behind the name that they stand for, so that later lines come first.
  private static let defaults: [Alias] = [
    (
      ["sans-serif", "serif", "monospace"],
      ["Liberation Sans", "Noto Sans", "DejaVu Sans"] + scripts(of: "Noto Sans")
        + ["Noto Sans CJK SC", "Noto Sans Symbols", "Noto Sans Symbols2", "Noto Color Emoji"]
    ),
    (["serif"], ["Liberation Serif", "Noto Serif", "DejaVu Serif"] + scripts(of: "Noto Serif")),
    (["monospace"], ["Liberation Mono", "Noto Sans Mono", "DejaVu Sans Mono"]),
    (["emoji"], ["Noto Color Emoji"]),
  ]

  private static func scripts(of family: String) -> [String] {
    [
      "Arabic", "Hebrew", "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil",
      "Telugu", "Kannada", "Malayalam", "Sinhala", "Thai", "Lao", "Tibetan", "Myanmar", "Khmer",
      "Georgian", "Armenian", "Ethiopic", "Mongolian",
    ].map { "\(family) \($0)" }
  }

  private static func alias(_ alias: Alias) -> String {
    alias.names.map { name in
      let families = alias.families.map { "<family>\($0)</family>" }.joined()
      return """
        <alias binding="same"><family>\(name)</family><accept>\(families)</accept></alias>
        """
    }.joined(separator: "\n")
  }

  /// Colour bitmaps have one size; the matrix scales their advances to the requested size.
  private static let scaledBitmaps = """
    <match target="font">
    <test name="outline" compare="eq"><bool>false</bool></test>
    <edit name="pixelsizefixupfactor" mode="assign"><divide>
    <name target="pattern">pixelsize</name><name target="font">pixelsize</name>
    </divide></edit>
    <edit name="matrix" mode="assign"><times><name>matrix</name><matrix>
    <name>pixelsizefixupfactor</name><double>0</double>
    <double>0</double><name>pixelsizefixupfactor</name>
    </matrix></times></edit>
    <edit name="size" mode="assign"><divide>
    <name>size</name><name>pixelsizefixupfactor</name>
    </divide></edit>
    </match>
    """

  /// Whether a document can have the path in it: XML has no control characters.
  static func canName(_ path: String) -> Bool {
    path.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0xFFFD && $0.value != 0xFFFF }
  }

  private static func escaped(_ path: String) -> String {
    path.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }
}
