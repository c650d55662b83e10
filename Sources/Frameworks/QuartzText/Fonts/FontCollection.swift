// The fonts that text is shown with: the one place that decides which fonts exist.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import Glibc
import Synchronization

/// The fonts that text is shown with: those of the machine, or those of a folder and no others.
///
/// A program's text looks as the fonts of the machine, unless the program brings its own:
///
///     FontCollection.standard = try FontCollection(folder: URL(fileURLWithPath: "Fonts"))
///
/// From then on no font of the machine is used, and text is the same bytes on every machine. The
/// environment variable `QUARTZ_FONTS` names such a folder for a program that sets none. A
/// `CAContext` has fonts of its own with its `fonts`, and so has a package with a folder `fonts`.
///
/// Fonts that a program registers (`CTFontManagerRegisterFontsForURL`) are in all collections. Text
/// that is laid out already stays as it is. A font made from a collection belongs to it: text in
/// that font is shaped with that collection, wherever it is drawn.
public struct FontCollection: Hashable, Sendable, CustomStringConvertible {
  /// The libraries with these fonts; each lives until the process ends.
  let engine: TextEngine

  init(_ engine: TextEngine) {
    self.engine = engine
  }

  /// Whether both are the same fonts.
  public static func == (left: FontCollection, right: FontCollection) -> Bool {
    left.engine === right.engine
  }

  /// Feeds the identity of the fonts into `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(engine))
  }

  /// The fonts that fontconfig's configuration names: those of the machine and of the user.
  public static let system = FontCollection(TextEngine(.system))

  /// No fonts: text shows nothing.
  static let none = FontCollection(TextEngine(.none))

  /// The fonts of a folder and of the folders in it, and no others.
  ///
  /// A folder is read once, and again when its files have changed.
  ///
  /// - Parameter folder: A folder with TrueType, OpenType, Type 1 fonts or collections of them.
  /// - Throws: `FontCollectionError` for a folder that is missing, cannot be read or has no font,
  ///   and for a file of the folder that has the name of a font file and is none.
  public init(folder: URL) throws(FontCollectionError) {
    let listing = try FontFolder(folder)
    self = try Loaded.shared.collection(listing.identity) { () throws(FontCollectionError) in
      let engine = TextEngine(.folder(listing.path))
      let files = engine.fontFiles
      for file in listing.files where !files.contains(file) && !FontFolder.isFont(file) {
        throw .notFont(path: listing.shownName(of: file))
      }
      guard engine.hasFonts else { throw .noFonts(path: listing.name) }
      return engine
    }
  }

  /// The fonts of files in memory, and no others.
  ///
  /// - Parameter files: The names and the bytes of font files.
  /// - Returns: The fonts of the files that have fonts, and the names of the others; nil for no
  ///   font at all.
  package static func files(
    _ files: [(name: String, bytes: Data)]
  ) -> (collection: FontCollection?, refused: [String]) {
    var memory: [MemoryFont] = []
    var refused: [String] = []
    for file in files {
      if let font = MemoryFont(file.bytes, name: file.name), FontFolder.isFont(font.path) {
        memory.append(font)
      } else {
        refused.append(file.name)
      }
    }
    guard !memory.isEmpty else { return (nil, refused) }
    let identity = memory.map(\.identity).joined(separator: "\n")
    let collection = try? Loaded.shared.collection(identity) { () throws(FontCollectionError) in
      TextEngine(.files(memory))
    }
    return (collection, refused)
  }

  /// Whether a file with such a name must be a font.
  package static func isFontName(_ name: String) -> Bool { FontFolder.isFontName(name) }

  /// The names of all families, in alphabetical order.
  public var familyNames: [String] { engine.withState { $0.familyNames }.sorted() }

  /// The folder of the fonts; nil for fonts of the machine, or in memory.
  public var folder: URL? {
    guard case .folder(let path) = engine.source else { return nil }
    return URL(fileURLWithPath: path, isDirectory: true)
  }

  /// Says where the fonts come from.
  public var description: String { "\(engine.source)" }

  /// The number of fonts.
  package var count: Int { engine.withState { $0.postScriptNames.count } }

  /// Whether a font has exactly this PostScript name, full name or family.
  package func contains(_ name: String) -> Bool { engine.exactFace(named: name) != nil }

  /// The PostScript name and the file of the font that is shown for a name; nil without fonts.
  package func font(shownFor name: String) -> (name: String, file: String)? {
    engine.face(named: name).map { ($0.names.postScript, $0.key.file) }
  }
}

// MARK: - Which collection counts

extension FontCollection {
  /// The fonts of the program, for all text that no context or document has fonts for.
  ///
  /// At first the folder that `QUARTZ_FONTS` names, or else those of the machine. If that folder
  /// cannot be used, a line on the standard error says why, and text shows nothing.
  public static var standard: FontCollection {
    get {
      if let set = program.withLock({ $0 }) { return set }
      let found = environment
      return program.withLock { program in
        if let set = program { return set }
        program = found
        return found
      }
    }
    set { program.withLock { $0 = newValue } }
  }

  private static let program = Mutex<FontCollection?>(nil)

  /// The fonts that `QUARTZ_FONTS` names; nil without it.
  ///
  /// - Throws: `FontCollectionError`, about the folder.
  package static func named() throws(FontCollectionError) -> FontCollection? {
    guard let value = getenv("QUARTZ_FONTS"), value.pointee != 0 else { return nil }
    return try FontCollection(folder: URL(fileURLWithPath: String(cString: value)))
  }

  private static var environment: FontCollection {
    do {
      return try named() ?? .system
    } catch {
      Diagnostics.report("QUARTZ_FONTS: \(error); text shows nothing", from: "CoreText")
      return .none
    }
  }

  @TaskLocal private static var scoped: FontCollection?

  /// The fonts for text that is made now: those of the context or document that is drawn, or else
  /// the program's.
  package static var current: FontCollection { scoped ?? standard }

  /// Runs `body` with `fonts` for the text that it makes; nil changes nothing.
  package static func with<Result>(
    _ fonts: FontCollection?,
    _ body: () throws -> Result
  ) rethrows -> Result {
    guard let fonts else { return try body() }
    return try $scoped.withValue(fonts, operation: body)
  }
}

/// The collections that were made, by what is in them.
private final class Loaded: Sendable {
  static let shared = Loaded()

  private let collections = Mutex<[String: FontCollection]>([:])

  func collection(
    _ identity: String,
    _ make: () throws(FontCollectionError) -> TextEngine
  ) throws(FontCollectionError) -> FontCollection {
    if let known = collections.withLock({ $0[identity] }) { return known }
    let made = FontCollection(try make())
    return collections.withLock { collections in
      if let known = collections[identity] { return known }
      collections[identity] = made
      return made
    }
  }
}

/// The reason why a folder gives no fonts.
///
/// The description is one line with the path and the problem.
public enum FontCollectionError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is nothing at the path.
  case missing(path: String)
  /// The path is not a folder.
  case notFolder(path: String)
  /// The folder, or something in it, cannot be read.
  case unreadable(path: String, reason: String)
  /// The folder has no font that can be drawn.
  case noFonts(path: String)
  /// A file has the name of a font file, but no font that can be read.
  case notFont(path: String)

  /// One line with the path and the problem.
  public var description: String {
    switch self {
    case .missing(let path): "\(path): no such folder of fonts"
    case .notFolder(let path): "\(path): not a folder of fonts"
    case .unreadable(let path, let reason): "\(path): \(reason)"
    case .noFonts(let path): "\(path): the folder has no font that can be drawn"
    case .notFont(let path): "\(path): the file is damaged or no font"
    }
  }
}
