// Pango, fontconfig and FreeType: the one place that calls them for layout.
// Licensed under the MIT license; see LICENSE.

import CQuartzPango
import Synchronization

/// The fonts of the machine, and the libraries that find them and shape with them.
///
/// None of the libraries' objects leaves this file and `TextEngine+Shaping.swift`, and none is
/// touched without the lock: any thread may lay out text, one at a time. The results are values.
///
/// Text is shaped at one size for all, `TextEngine.shapingSize`, and scaled afterwards. Nothing is
/// hinted, so scaling is exact. Pango keeps each face once, however many sizes a program uses.
final class TextEngine: Sendable {
  static let shared = TextEngine()

  /// The points per em at which text is shaped.
  ///
  /// Pango counts in 1/1024 points, so that positions are good to 2^-20 em.
  static let shapingSize = 1024.0

  private let state = Mutex(TextEngineState())

  /// Runs `body` with exclusive use of the libraries.
  func withState<Result: Sendable>(_ body: (inout TextEngineState) -> Result) -> Result {
    state.withLock { body(&$0) }
  }

  /// The face that a PostScript name, a full name or a family stands for.
  ///
  /// - Returns: The face of that name; or the nearest one by the rules of `FontRules`; nil only if
  ///   the machine has no font at all.
  func face(named name: String) -> FontFace? {
    withState { $0.face(named: name) }
  }

  /// As `face(named:)`; on a machine without fonts returns the face without glyphs and reports that
  /// in one line.
  func usableFace(named name: String) -> FontFace {
    if let face = face(named: name) { return face }
    Self.lack.report()
    return .empty
  }

  /// Whether there is a font at all: without one, the libraries end programs that shape text.
  var hasFonts: Bool { withState { $0.hasFonts } }

  private static let lack = TextDiagnostic(
    """
    this machine has no font that can be drawn, so text shows nothing; the directories of fontconfig's \
    configuration are where fonts are looked for (fc-list shows them)
    """
  )

  /// The face of exactly that PostScript name, full name or family; nil if there is none.
  func exactFace(named name: String) -> FontFace? {
    withState { $0.exactFace(named: name) }
  }
}

/// The state that `TextEngine` guards.
struct TextEngineState {
  let library: FT_Library?
  let configuration: OpaquePointer?
  let map: UnsafeMutablePointer<PangoFontMap>
  let context: OpaquePointer
  let language: OpaquePointer?
  /// Every face that was ever used; there are no more than the machine has.
  private var faces: [FontFace.Key: FontFace?] = [:]
  /// The patterns of the machine's fonts by lower-case name, built on the first request for a name.
  private lazy var index = FontIndex(configuration)
  private var named: [String: FontFace?] = [:]
  private static let nameLimit = 512
  /// The files that the program has registered, in order.
  private(set) var registeredFiles: [String] = []

  init() {
    var library: FT_Library?
    FT_Init_FreeType(&library)
    self.library = library
    configuration = Self.makeConfiguration()
    map = pango_ft2_font_map_new()
    quartz_map_configure(map, configuration) { pattern, configuration in
      guard let pattern else { return }
      FamilyMark.resolve(pattern, OpaquePointer(configuration))
    }
    context = pango_font_map_create_context(map)
    language = pango_language_from_string("en")
    pango_context_set_language(context, language)
    pango_context_set_round_glyph_positions(context, 0)
  }

  /// fontconfig with the directories of the machine and the rules of `FontRules`.
  private static func makeConfiguration() -> OpaquePointer? {
    guard let machine = FcInitLoadConfig() else { return FcConfigCreate() }
    let directories = strings(FcConfigGetFontDirs(machine)).filter(FontRules.canName)
    let caches = strings(FcConfigGetCacheDirs(machine)).filter(FontRules.canName)
    let rules = FontRules.document(directories: directories, caches: caches)
    let configuration = FcConfigCreate()
    let isRead = Array(rules.utf8).withUnsafeBufferPointer { bytes in
      // Bounds: fontconfig reads up to the zero at the end.
      Array(bytes + [0]).withUnsafeBufferPointer {
        FcConfigParseAndLoadFromMemory(configuration, $0.baseAddress, 1)
      }
    }
    guard isRead != 0 else {
      // Another version of fontconfig, perhaps: better the machine's own rules than no text.
      TextDiagnostic(
        "fontconfig does not read the rules of this library; those of the machine hold"
      )
      .report()
      FcConfigDestroy(configuration)
      FcConfigBuildFonts(machine)
      return machine
    }
    FcConfigDestroy(machine)
    FcConfigBuildFonts(configuration)
    return configuration
  }

  private static func strings(_ list: OpaquePointer?) -> [String] {
    guard let list else { return [] }
    defer { FcStrListDone(list) }
    var result: [String] = []
    while let string = FcStrListNext(list) { result.append(String(cString: string)) }
    return result
  }
}

// MARK: - Fonts of the program

extension TextEngineState {
  /// Whether there is a font that text can be shown with.
  var hasFonts: Bool {
    mutating get { face(named: "Helvetica") != nil }
  }

  /// Adds the fonts of a file to those of the machine, for this program.
  ///
  /// - Returns: Whether the file has a font that can be drawn.
  mutating func register(_ file: String) -> Bool {
    let before = index.count
    guard FcConfigAppFontAddFile(configuration, file) != 0 else { return false }
    fontsChanged()
    guard index.count > before else {
      rebuild(registeredFiles)
      return false
    }
    registeredFiles.append(file)
    return true
  }

  /// Takes the fonts of a file away again.
  mutating func unregister(_ file: String) {
    rebuild(registeredFiles.filter { $0 != file })
  }

  private mutating func rebuild(_ files: [String]) {
    FcConfigAppFontClear(configuration)
    for file in files { FcConfigAppFontAddFile(configuration, file) }
    registeredFiles = files
    fontsChanged()
  }

  /// Clears the faces found by name and by Pango, which may have changed.
  private mutating func fontsChanged() {
    index = FontIndex(configuration)
    named.removeAll()
    quartz_map_changed(map)
  }

  /// The names of all fonts that a program can ask for.
  var postScriptNames: [String] {
    mutating get { index.postScriptNames }
  }

  var familyNames: [String] {
    mutating get { index.familyNames }
  }
}

// MARK: - Faces

extension TextEngineState {
  mutating func face(named name: String) -> FontFace? {
    if let known = named[name] { return known }
    let result = exactFace(named: name) ?? substitute(for: FontRequest(name: name))
    if named.count >= Self.nameLimit { named.removeAll() }
    named[name] = .some(result)
    return result
  }

  mutating func exactFace(named name: String) -> FontFace? {
    if let pattern = index.pattern(named: name) { return face(of: pattern) }
    guard let family = index.family(named: name) else { return nil }
    return substitute(for: FontRequest(family: family))
  }

  /// The face that Pango shows for a family and a style.
  mutating func substitute(for request: FontRequest) -> FontFace? {
    let description = request.makeDescription()
    defer { pango_font_description_free(description) }
    pango_font_description_set_absolute_size(
      description,
      TextEngine.shapingSize * Double(PANGO_SCALE)
    )
    guard let font = pango_font_map_load_font(map, context, description) else { return nil }
    defer { g_object_unref(font) }
    return face(of: font)
  }

  mutating func face(of font: UnsafeMutablePointer<PangoFont>) -> FontFace? {
    quartz_font_pattern(font).flatMap { face(of: $0) }
  }

  private mutating func face(of pattern: OpaquePointer) -> FontFace? {
    guard let file = Self.string(pattern, FC_FILE) else { return nil }
    var index: CInt = 0
    FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
    let key = FontFace.Key(file: file, index: index)
    if let known = faces[key] { return known }
    let face = open(key, pattern)
    faces[key] = .some(face)
    return face
  }

  private func open(_ key: FontFace.Key, _ pattern: OpaquePointer) -> FontFace? {
    guard let library, let description = pango_fc_font_description_from_pattern(pattern, 0) else {
      return nil
    }
    let family = Self.string(pattern, FC_FAMILY) ?? ""
    let style = Self.string(pattern, FC_STYLE) ?? ""
    let full = Self.string(pattern, FC_FULLNAME) ?? "\(family) \(style)"
    let names = FontFace.Names(
      family: family,
      style: style,
      full: full,
      postScript: Self.string(pattern, FC_POSTSCRIPT_NAME) ?? full.replacing(" ", with: "-")
    )
    pango_font_description_set_family(description, FamilyMark.marked(family))
    return FontFace(key: key, names: names, description: description, library: library)
  }

  static func string(_ pattern: OpaquePointer, _ object: String, at index: CInt = 0) -> String? {
    var value: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(pattern, object, index, &value) == FcResultMatch, let value else {
      return nil
    }
    return String(cString: value)
  }
}
