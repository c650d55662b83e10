// Fonts that a program brings along, as Core Text names it.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
import Synchronization

/// The scope of a font's registration.
public enum CTFontManagerScope: UInt32, Hashable, Sendable {
  /// No program.
  case none = 0
  /// This program, while it runs.
  case process = 1
  /// The user, from now on.
  case persistent = 2
  /// The user, until the end of the session.
  case session = 3
}

/// The reason why a font was not registered.
public enum CTFontManagerError: Int, Sendable {
  /// There is no such file.
  case fileNotFound = 101
  /// The file may not be read.
  case insufficientPermissions = 102
  /// The file has no font that can be drawn.
  case unrecognizedFormat = 103
  /// The file is registered already.
  case alreadyRegistered = 105
  /// The file is not registered.
  case notRegistered = 201
  /// Fonts are registered for the program alone.
  case unsupportedScope = 307
}

/// The domain of the errors of the font manager.
public let kCTFontManagerErrorDomain: CFString = "com.apple.CoreText.CTFontManagerErrorDomain"

/// In an error of the font manager, the files that it is about: an array of URLs.
public let kCTFontManagerErrorFontURLsKey: CFString = "CTFontManagerErrorFontURLs"

/// Makes the fonts of a file known to the program.
///
/// They are found by name in every `FontCollection`, and stand in for characters that other fonts
/// lack. Text that is laid out already stays as it is.
///
/// - Parameters:
///   - fontURL: A local file: TrueType, OpenType or a collection of them.
///   - scope: `.process`.
///   - error: Receives why it failed.
/// - Returns: Whether the fonts are known now.
///
/// **Differences**: other scopes fail; where the system looks for fonts is up to fontconfig's
/// configuration. `CTFontManagerError.unsupportedScope` has another number.
public func CTFontManagerRegisterFontsForURL(
  _ fontURL: CFURL,
  _ scope: CTFontManagerScope,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  report(registerFonts(fontURL, scope), fontURL, error)
}

/// Takes the fonts of a file away from the program again.
///
/// Fonts that exist, and text that is laid out with them, stay as they are.
public func CTFontManagerUnregisterFontsForURL(
  _ fontURL: CFURL,
  _ scope: CTFontManagerScope,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  guard scope == .process else { return report(.unsupportedScope, fontURL, error) }
  let isKnown = RegisteredFonts.shared.remove(fontURL.standardizedFileURL.path)
  return report(isKnown ? nil : .notRegistered, fontURL, error)
}

/// The names of all families, in alphabetical order.
public func CTFontManagerCopyAvailableFontFamilyNames() -> CFArray {
  TextEngine.current.withState { $0.familyNames }.sorted()
}

/// The PostScript names of all fonts, in alphabetical order.
public func CTFontManagerCopyAvailablePostScriptNames() -> CFArray {
  TextEngine.current.withState { $0.postScriptNames }.sorted()
}

private func registerFonts(_ url: CFURL, _ scope: CTFontManagerScope) -> CTFontManagerError? {
  guard scope == .process else { return .unsupportedScope }
  let file = url.standardizedFileURL.path
  guard url.isFileURL, FileManager.default.fileExists(atPath: file) else { return .fileNotFound }
  guard FileManager.default.isReadableFile(atPath: file) else { return .insufficientPermissions }
  if RegisteredFonts.shared.files.contains(file) { return .alreadyRegistered }
  guard TextEngine.current.withState({ $0.register(file) }) else { return .unrecognizedFormat }
  return RegisteredFonts.shared.add(file) ? nil : .alreadyRegistered
}

/// The files that the program has registered, in order; every collection has their fonts.
final class RegisteredFonts: Sendable {
  static let shared = RegisteredFonts()

  private let paths = Mutex<[String]>([])

  var files: [String] { paths.withLock { $0 } }

  /// Returns false for a file that is registered already.
  func add(_ file: String) -> Bool {
    paths.withLock { paths in
      guard !paths.contains(file) else { return false }
      paths.append(file)
      return true
    }
  }

  /// Returns false for a file that is not registered.
  func remove(_ file: String) -> Bool {
    paths.withLock { paths in
      guard let index = paths.firstIndex(of: file) else { return false }
      paths.remove(at: index)
      return true
    }
  }
}

private func report(
  _ problem: CTFontManagerError?,
  _ url: CFURL,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  guard let problem else { return true }
  let description = "\(url.path): \(problem)"
  error?.pointee = Unmanaged.passRetained(
    CFError(
      domain: kCTFontManagerErrorDomain,
      code: problem.rawValue,
      userInfo: [
        NSLocalizedDescriptionKey: description, kCTFontManagerErrorFontURLsKey: [url],
      ]
    )
  )
  return false
}
