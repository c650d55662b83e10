// Packages, documents and archives by path.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzArchive
import QuartzVideo

enum LayerFile {
  /// Whether a path is that of a keyed archive, by its name, so that the file need not exist.
  static func isArchive(_ path: String) -> Bool {
    URL(fileURLWithPath: path).pathExtension == "caar"
  }

  /// Whether a path is that of a document without a package, by its name.
  private static func isDocument(_ path: String) -> Bool {
    URL(fileURLWithPath: path).pathExtension == "caml"
  }

  /// The largest archive that is read, in bytes.
  private static let archiveLimit = 1 << 30

  /// The content of a path.
  enum Content {
    case package(CAPackage)
    case wallpaper(CAWallpaper)
    case lottie(LottieScene)
  }

  /// Reads a package, a document, a wallpaper, or one item of an archive.
  ///
  /// - Parameters:
  ///   - index: The index of the item, from 0.
  ///   - planes: The planes of a wallpaper to show, from back to front.
  ///   - lottie: The part of a Lottie animation to show, and other values for it.
  /// - Throws: `CAPackageError`, `LottieError`, or `RenderFailure.noSuchItem`.
  static func open(
    _ path: String,
    at index: Int = 0,
    planes: [CAWallpaper.Plane] = CAWallpaper.usualOrder,
    lottie: LottieChoice = LottieChoice()
  ) throws -> Content {
    if LottieScene.isAnimation(path) { return .lottie(try LottieScene(path, lottie)) }
    if isArchive(path) {
      guard index == 0 else { throw RenderFailure.noSuchItem(path: path, index + 1, count: 1) }
      return .package(try readArchive(path))
    }
    if isDocument(path) {
      guard index == 0 else { throw RenderFailure.noSuchItem(path: path, index + 1, count: 1) }
      return .package(try CAPackage(documentAt: URL(fileURLWithPath: path)))
    }
    if FilmInput.isFilm(path) { throw RenderFailure.isFilm(path: path) }
    let container = try CAContainer(contentsOf: URL(fileURLWithPath: path))
    guard container.items.indices.contains(index) else {
      throw RenderFailure.noSuchItem(path: path, index + 1, count: container.items.count)
    }
    return switch container.items[index].kind {
    case .package: .package(try container.package(at: index))
    case .wallpaper: .wallpaper(try container.wallpaper(at: index, planes: planes))
    }
  }

  private static func readArchive(_ path: String) throws(CAPackageError) -> CAPackage {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let size = attributes?[.size] as? Int else { throw .missing(path: path) }
    guard attributes?[.type] as? FileAttributeType == .typeRegular else {
      throw .unreadable(path: path, reason: "not a regular file")
    }
    guard size <= archiveLimit else {
      throw .limit(file: path, line: nil, what: "bytes in an archive", limit: archiveLimit)
    }
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw .unreadable(path: path, reason: error.localizedDescription)
    }
    return try CAPackage(archive: data, name: path)
  }

  /// The largest number of warnings that are shown one by one.
  private static let shownWarnings = 20

  static func report(_ warnings: [String]) {
    for warning in warnings.prefix(shownWarnings) {
      StandardError.write("quartz: warning: \(warning)\n")
    }
    let rest = warnings.count - shownWarnings
    if rest > 0 { StandardError.write("quartz: warning: and \(rest) more like these\n") }
  }
}
