// Layers by path: packages, documents, archives, wallpapers, Lottie animations.
// Licensed under the MIT license; see LICENSE.
//
// The command line, the C interface and the inspector open files here, so a path shows the same
// layers to all of them.

package import CoreGraphics
import Foundation
package import QuartzArchive
package import QuartzCore
import QuartzVideo

package enum LayerFile {
  /// Whether a path is that of a keyed archive, by its name, so that the file need not exist.
  package static func isArchive(_ path: String) -> Bool {
    URL(fileURLWithPath: path).pathExtension == "caar"
  }

  /// Whether a path is that of a document without a package, by its name.
  private static func isDocument(_ path: String) -> Bool {
    URL(fileURLWithPath: path).pathExtension == "caml"
  }

  /// The ends of the names of files and folders with layers.
  package static let extensions = LottieScene.extensions.union([
    "ca", "caar", "caml", "tendies", "wallpaper", "zip",
  ])

  /// The largest archive that is read, in bytes.
  private static let archiveLimit = 1 << 30

  /// The content of a path.
  package enum Content {
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
  /// - Throws: `CAPackageError`, `LottieError`, or `LayerFileError`.
  package static func open(
    _ path: String,
    at index: Int = 0,
    planes: [CAWallpaper.Plane] = CAWallpaper.usualOrder,
    lottie: LottieChoice = LottieChoice()
  ) throws -> Content {
    if LottieScene.isAnimation(path) { return .lottie(try LottieScene(path, lottie)) }
    if isArchive(path) {
      guard index == 0 else { throw LayerFileError.noSuchItem(path: path, index + 1, count: 1) }
      return .package(try readArchive(path))
    }
    if isDocument(path) {
      guard index == 0 else { throw LayerFileError.noSuchItem(path: path, index + 1, count: 1) }
      return .package(try CAPackage(documentAt: URL(fileURLWithPath: path)))
    }
    if FilmInput.isFilm(path) { throw LayerFileError.isFilm(path: path) }
    let container = try CAContainer(contentsOf: URL(fileURLWithPath: path))
    guard container.items.indices.contains(index) else {
      throw LayerFileError.noSuchItem(path: path, index + 1, count: container.items.count)
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
}

extension LayerFile.Content {
  /// The packages, from back to front, with a name each for messages; none of a Lottie animation.
  ///
  /// - Parameter path: The name of a package by itself.
  package func packages(_ path: String) -> [(name: String, package: CAPackage)] {
    switch self {
    case .package(let package): [(path, package)]
    case .wallpaper(let wallpaper): wallpaper.planes.map { ($0.name, $0.package) }
    case .lottie: []
    }
  }

  /// The places of the planes, from back to front.
  package var planes: [CAWallpaper.Plane] {
    switch self {
    case .package, .lottie: [.whole]
    case .wallpaper(let wallpaper): wallpaper.planes.map(\.plane)
    }
  }

  /// The size of the canvas in points.
  package var size: CGSize {
    switch self {
    case .package(let package): package.size
    case .wallpaper(let wallpaper): wallpaper.size
    case .lottie(let scene): scene.animation.size
    }
  }

  /// The layer of the canvas's size with all others in it.
  package var canvasLayer: CALayer {
    switch self {
    case .package(let package): package.canvasLayer
    case .wallpaper(let wallpaper): wallpaper.canvasLayer
    case .lottie(let scene): scene.canvasLayer
    }
  }

  /// The range of seconds that the document's editor loops, from the first plane that has one, or
  /// the one that a Lottie animation plays; nil if there is none.
  package var loopRange: Range<Double>? {
    switch self {
    case .package(let package): package.loopRange
    case .wallpaper(let wallpaper): wallpaper.planes.lazy.compactMap(\.package.loopRange).first
    case .lottie(let scene): scene.range
    }
  }

  /// The pictures a second that the document asks for; nil if it does not.
  package var frameRate: Double? {
    if case .lottie(let scene) = self { scene.animation.frameRate } else { nil }
  }

  /// The warnings about skipped content, one line each.
  package var warnings: [String] {
    switch self {
    case .package(let package): package.warnings.map(\.description)
    case .wallpaper(let wallpaper): wallpaper.warnings.map(\.description)
    case .lottie(let scene): scene.report.warnings
    }
  }

  /// Places the canvas in the middle of an output; a wallpaper fills it.
  ///
  /// - Parameter size: Of the output, in points.
  package func place(in size: CGSize) {
    let center = CGPoint(x: size.width / 2, y: size.height / 2)
    switch self {
    case .package(let package): package.canvasLayer.position = center
    case .lottie(let scene): scene.canvasLayer.position = center
    case .wallpaper(let wallpaper): wallpaper.fill(size)
    }
  }
}
