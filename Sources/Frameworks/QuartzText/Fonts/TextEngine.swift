// Pango, fontconfig and FreeType: the one place that calls them for layout.
// Licensed under the MIT license; see LICENSE.

import CQuartzPango
import Synchronization

/// The fonts of a collection, and the libraries that find them and shape with them.
///
/// None of the libraries' objects leaves this file and `TextEngine+Shaping.swift`, and none is
/// touched without the lock: any thread may lay out text, one at a time. The results are values.
///
/// Text is shaped at one size for all, `TextEngine.shapingSize`, and scaled afterwards. Nothing is
/// hinted, so scaling is exact. Pango keeps each face once, however many sizes a program uses.
///
/// An engine lives until the process ends: its faces, and the fonts made of them, refer to it.
final class TextEngine: Sendable {
  /// The engine of the fonts that count now.
  static var current: TextEngine { FontCollection.current.engine }

  /// The points per em at which text is shaped.
  ///
  /// Pango counts in 1/1024 points, so that positions are good to 2^-20 em.
  static let shapingSize = 1024.0

  let source: FontSource
  private let state: Mutex<TextEngineState>

  init(_ source: FontSource) {
    self.source = source
    state = Mutex(TextEngineState(source))
    state.withLock { $0.engine = self }
  }

  /// Runs `body` with exclusive use of the libraries.
  func withState<Result: Sendable>(_ body: (inout TextEngineState) -> Result) -> Result {
    let registered = RegisteredFonts.shared.files
    return state.withLock { state in
      state.update(registered)
      return body(&state)
    }
  }

  /// The files of all fonts.
  var fontFiles: Set<String> { withState { $0.files } }

  /// The face that a PostScript name, a full name or a family stands for; reports a family that is
  /// not there.
  ///
  /// - Returns: The face of that name; or the nearest one by the rules of `FontRules`; nil only if
  ///   there is no font at all.
  func face(named name: String) -> FontFace? {
    let (face, missing) = withState { state -> (FontFace?, String?) in
      let face = state.face(named: name)
      return (
        face, state.hasFont(named: name) ? nil : state.missing(FontRequest(name: name).family, face)
      )
    }
    report(missing, face)
    return face
  }

  /// The face of a family in a style, or the nearest one; reports a family that is not there.
  func face(for request: FontRequest) -> FontFace? {
    let (face, missing) = withState { state -> (FontFace?, String?) in
      let face = state.substitute(for: request)
      return (face, state.missing(request.family, face))
    }
    report(missing, face)
    return face
  }

  /// As `face(named:)`; without fonts returns the face without glyphs and reports that in one line.
  func usableFace(named name: String) -> FontFace {
    if let face = face(named: name) { return face }
    Self.lack.report()
    return .empty
  }

  private func report(_ missing: String?, _ face: FontFace?) {
    guard let missing, let face else { return }
    MissingFamilies.shared.report(missing, shown: face.names.family, of: source)
  }

  /// Whether there is a font at all: without one, the libraries end programs that shape text.
  var hasFonts: Bool { withState { $0.hasFonts } }

  private static let lack = TextDiagnostic(
    """
    there is no font that can be drawn, so text shows nothing; fonts are looked for in the folder that \
    QUARTZ_FONTS names, or else in the directories of fontconfig's configuration (fc-list shows them)
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
  /// The engine that guards the state.
  weak var engine: TextEngine?
  /// Every face that was ever used; there are no more than the machine has.
  private var faces: [FontFace.Key: FontFace?] = [:]
  /// The patterns of the machine's fonts by lower-case name, built on the first request for a name.
  private lazy var index = FontIndex(configuration)
  private var named: [String: FontFace?] = [:]
  private static let nameLimit = 512
  /// The font files in memory of the collection.
  private let ownFiles: [String]
  /// The files that the program has registered, in order, as far as they are known here.
  private var registeredFiles: [String] = []

  init(_ source: FontSource) {
    var library: FT_Library?
    FT_Init_FreeType(&library)
    self.library = library
    (configuration, ownFiles) = Self.makeConfiguration(source)
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

  /// fontconfig with the fonts of a source and the rules of `FontRules`, and the source's files in
  /// memory.
  private static func makeConfiguration(
    _ source: FontSource
  ) -> (configuration: OpaquePointer?, files: [String]) {
    let machine = FcInitLoadConfig()
    let caches = strings(machine.flatMap { FcConfigGetCacheDirs($0) }).filter(FontRules.canName)
    var files: [String] = []
    var directories: [String] = []
    switch source {
    case .system:
      return (makeConfiguration(machine, caches), [])
    case .folder(let path): directories = [path]
    case .files(let memory): files = memory.map(\.path)
    case .none: break
    }
    if let machine { FcConfigDestroy(machine) }
    let configuration = load(FontRules.document(directories: directories, caches: caches))
    if configuration == nil { unreadableRules.report() }
    let made = configuration ?? FcConfigCreate()
    // Pango's map takes the sets of fonts as they are when it gets the configuration.
    for file in files { FcConfigAppFontAddFile(made, file) }
    return (made, files)
  }

  /// fontconfig with the fonts of the machine that its configuration does not reject.
  private static func makeConfiguration(
    _ machine: OpaquePointer?,
    _ caches: [String]
  ) -> OpaquePointer? {
    guard let machine else { return FcConfigCreate() }
    let directories = strings(FcConfigGetFontDirs(machine)).filter(FontRules.canName)
    let rules = FontRules.document(directories: directories, caches: caches)
    FcConfigBuildFonts(machine)
    guard let configuration = load(rules) else {
      // Another version of fontconfig, perhaps: better the machine's own rules than no text.
      unreadableRules.report()
      return machine
    }
    FontIndex.keep(FontIndex.files(machine), in: configuration)
    FcConfigDestroy(machine)
    return configuration
  }

  private static let unreadableRules = TextDiagnostic(
    "fontconfig does not read the rules of this library; those of the machine hold"
  )

  /// fontconfig with rules and the fonts that they name; nil if it does not read the rules.
  private static func load(_ rules: String) -> OpaquePointer? {
    let configuration = FcConfigCreate()
    let isRead = Array(rules.utf8).withUnsafeBufferPointer { bytes in
      // Bounds: fontconfig reads up to the zero at the end.
      Array(bytes + [0]).withUnsafeBufferPointer {
        FcConfigParseAndLoadFromMemory(configuration, $0.baseAddress, 1)
      }
    }
    guard isRead != 0 else {
      FcConfigDestroy(configuration)
      return nil
    }
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

  /// Adds the fonts of a file to those of the collection.
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

  /// Makes the files that the program has registered those of the collection, too.
  mutating func update(_ files: [String]) {
    if registeredFiles != files { rebuild(files) }
  }

  private mutating func rebuild(_ files: [String]) {
    FcConfigAppFontClear(configuration)
    for file in ownFiles + files { FcConfigAppFontAddFile(configuration, file) }
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

  /// The files of all fonts.
  var files: Set<String> { FontIndex.files(configuration) }
}

// MARK: - Faces

extension TextEngineState {
  /// Whether a font has exactly this PostScript name, full name or family.
  mutating func hasFont(named name: String) -> Bool {
    index.pattern(named: name) != nil || index.family(named: name) != nil
  }

  /// The family, if no font has it and the face is not its documented substitute; nil else.
  mutating func missing(_ family: String, _ face: FontFace?) -> String? {
    guard let face, !FontIndex.compact(family).isEmpty, index.family(named: family) == nil,
      !FontRules.documents(face.names.family, for: family)
    else { return nil }
    return family
  }

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
    return FontFace(
      key: key,
      names: names,
      description: description,
      library: library,
      engine: engine
    )
  }

  static func string(_ pattern: OpaquePointer, _ object: String, at index: CInt = 0) -> String? {
    var value: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(pattern, object, index, &value) == FcResultMatch, let value else {
      return nil
    }
    return String(cString: value)
  }
}
