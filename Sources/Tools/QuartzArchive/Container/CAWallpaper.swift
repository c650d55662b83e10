// A wallpaper: packages over one another that fill a screen.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
public import QuartzCore

/// The content of a `.wallpaper` folder: packages over one another that fill a screen.
///
///     let container = try CAContainer(contentsOf: URL(fileURLWithPath: "Sea.tendies"))
///     let wallpaper = try container.wallpaper(at: 0)
///     let context = try CAContext(size: wallpaper.size, scale: 3)
///     context.layer = wallpaper.canvasLayer
///
/// **Differences**: no public class of Apple's reads such folders.
public final class CAWallpaper {
  /// The planes of packages.
  public enum Plane: String, CaseIterable, Sendable {
    /// The plane behind the clock of the lock screen.
    case background
    /// The plane before it.
    case foreground
    /// The plane of what floats above both.
    case floating
    /// The only package of a wallpaper that has one.
    case whole
  }

  /// A package and its plane.
  public struct Layer {
    /// The package's plane.
    public let plane: Plane
    /// The package's folder in the wallpaper.
    public let name: String
    /// The package itself.
    public let package: CAPackage
  }

  /// The default order of planes, from back to front.
  ///
  /// The host decides whether the foreground lies below the floating plane.
  public static let usualOrder: [Plane] = [.whole, .background, .foreground, .floating]

  /// The wallpaper's name.
  public let name: String
  /// The planes that are shown, from back to front.
  public let planes: [Layer]
  /// The size of the screen that the wallpaper is made for, in points.
  public let size: CGSize
  /// The pixels per point of that screen; nil if the wallpaper does not define it.
  public let screenScale: CGFloat?
  /// Whether the wallpaper has states for light and for dark surroundings.
  public let isAppearanceAware: Bool
  /// The warnings of all planes.
  public let warnings: [CAPackage.Warning]
  /// All planes from the same files, including hidden ones.
  private let allPlanes: [Layer]
  private let list: Data?

  /// A layer of the screen's size with all planes, to be shown by a context of iOS orientation.
  public let canvasLayer = CALayer()

  /// Reads the requested planes.
  ///
  /// - Parameters:
  ///   - folder: The wallpaper's folder.
  ///   - files: The packages by their planes.
  ///   - order: The planes to show, from back to front.
  init(
    _ folder: any PackageSource,
    _ files: WallpaperFiles,
    order: [Plane]
  ) throws(CAPackageError) {
    var all: [Layer] = []
    for plane in Self.usualOrder {
      guard let name = files.packages[plane] else { continue }
      let source = try folder.folder(name)
      all.append(Layer(plane: plane, name: name, package: try CAPackage(source: source)))
    }
    allPlanes = all
    planes = order.compactMap { plane in all.first { $0.plane == plane } }
    name = files.name
    isAppearanceAware = files.isAppearanceAware
    list = files.list
    let screen = files.screen
    size =
      screen.map { CGSize(width: $0.width, height: $0.height) } ?? all.first?.package.size ?? .zero
    screenScale = screen?.scale.map { CGFloat($0) }
    warnings = files.warnings + planes.flatMap(\.package.warnings)
    for plane in planes { canvasLayer.addSublayer(plane.package.canvasLayer) }
    fill(size)
  }

  /// Makes the wallpaper fill another screen: every plane is scaled to cover the screen, and
  /// centred.
  ///
  /// - Parameter size: The screen's size in points.
  public func fill(_ size: CGSize) {
    canvasLayer.bounds = CGRect(origin: .zero, size: size)
    canvasLayer.position = CGPoint(x: size.width / 2, y: size.height / 2)
    for plane in planes {
      let canvas = plane.package.canvasLayer
      let own = plane.package.size
      let scale = max(size.width / own.width, size.height / own.height)
      canvas.position = canvasLayer.position
      canvas.transform = CATransform3DMakeScale(scale, scale, 1)
    }
  }

  /// The names of all states of all planes, each once.
  public var stateNames: [String] {
    var names: Set<String> = []
    return planes.flatMap(\.package.stateNames).filter { names.insert($0).inserted }
  }

  /// Writes a folder with all planes, including hidden ones.
  ///
  /// - Parameter url: The folder. An existing wallpaper is replaced; anything else is not.
  /// - Returns: The warnings about skipped content, one line each.
  /// - Throws: `CAPackageError.unwritable`, or `.limit` for a tree that could not be read back.
  @discardableResult
  public func write(to url: URL) throws(CAPackageError) -> [String] {
    var files: [String: Data] = [:]
    var warnings: [String] = []
    for plane in allPlanes {
      let package = try plane.package.files()
      for (name, bytes) in package.files { files["\(plane.name)/\(name)"] = bytes }
      warnings += package.warnings.map { "\(plane.name): \($0)" }
    }
    files[WallpaperList.fileName] = list
    try PackageFolder.write(files, to: url)
    return warnings
  }
}
