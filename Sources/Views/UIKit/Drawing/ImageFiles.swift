// Images in files: by path, by name, and as bytes.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import ImageIO
import Synchronization

/// The first image of a file.
struct StoredImage {
  let image: CGImage
  let orientation: UIImage.Orientation

  init?(_ data: Data) {
    self.init(CGImageSourceCreateWithData(data, nil))
  }

  init?(path: String) {
    self.init(CGImageSourceCreateWithURL(URL(fileURLWithPath: path), nil))
  }

  /// Hostile bytes are refused by the source.
  private init?(_ source: CGImageSource?) {
    guard let source, let image = CGImageSourceCreateImageAtIndex(source, 0, nil) else {
      return nil
    }
    self.image = image
    let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil)
    let number = (properties?[kCGImagePropertyOrientation] as? Int)
      .flatMap { UInt32(exactly: Int64(clamping: $0)) }
    orientation =
      number.flatMap { CGImagePropertyOrientation(rawValue: $0) }
      .map { UIImage.Orientation($0) } ?? .up
  }
}

/// A file of an image, with the scale that its name says.
struct ImageFile {
  let path: String
  let scale: CGFloat

  /// The file at a path, or the one beside it that suits the screen best; nil if there is none.
  static func best(at path: String) -> ImageFile? {
    best(at: path, scale: CurrentTraits.screenScale)
  }

  private static func best(at path: String, scale: CGFloat) -> ImageFile? {
    let url = URL(fileURLWithPath: path)
    let fileExtension = url.pathExtension
    var stem = url.deletingPathExtension().path
    // A name that says a scale is meant as it is.
    if let own = suffix(of: stem) {
      return exists(path) ? ImageFile(path: path, scale: own) : nil
    }
    // The scale of the screen first, then the larger ones, then the smaller ones.
    let scales = [1, 2, 3].sorted {
      let (one, two) = (CGFloat($0), CGFloat($1))
      if (one >= scale) != (two >= scale) { return one >= scale }
      return one >= scale ? one < two : one > two
    }
    stem = String(stem)
    for candidate in scales {
      let mark = candidate == 1 ? "" : "@\(candidate)x"
      let path = fileExtension.isEmpty ? stem + mark : "\(stem)\(mark).\(fileExtension)"
      if exists(path) { return ImageFile(path: path, scale: CGFloat(candidate)) }
    }
    return nil
  }

  /// The scale that the end of a name says; nil if it says none.
  private static func suffix(of stem: String) -> CGFloat? {
    if stem.hasSuffix("@2x") { return 2 }
    if stem.hasSuffix("@3x") { return 3 }
    return nil
  }

  private static func exists(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && !isFolder.boolValue
  }

  // MARK: Names

  /// An image that was found by name.
  struct Found {
    let image: CGImage
    let orientation: UIImage.Orientation
    let scale: CGFloat
    var renderingMode = UIImage.RenderingMode.automatic
  }

  private final class Kept {
    let stored: StoredImage

    init(_ stored: StoredImage) {
      self.stored = stored
    }
  }

  /// The images by path, up to 64 MiB of pixels.
  // Safe because: NSCache has a lock of its own.
  nonisolated(unsafe) private static let cache: NSCache<NSString, Kept> = {
    let cache = NSCache<NSString, Kept>()
    cache.totalCostLimit = 64 << 20
    return cache
  }()

  private static let folders = Mutex<[URL]>([])

  /// The folders beside those of bundles.
  static var imageFolders: [URL] {
    get { folders.withLock { $0 } }
    set { folders.withLock { $0 = newValue } }
  }

  /// The image of a name; nil if there is none.
  ///
  /// Names lead into folders, not out of them.
  static func named(
    _ name: String,
    in bundle: Bundle?,
    scale: CGFloat,
    traits: UITraitCollection? = nil
  ) -> Found? {
    let shown = traits ?? UITraitCollection.current
    if let asset = AssetCatalog.image(name, in: bundle, traits: shown, scale: scale),
      let stored = stored(at: asset.file.path)
    {
      return Found(
        image: stored.image,
        orientation: stored.orientation,
        scale: asset.scale,
        renderingMode: asset.renderingMode
      )
    }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !name.isEmpty, !name.utf8.contains(0), !parts.contains(".."), !name.hasPrefix("/") else {
      return nil
    }
    let bundleFolders = [(bundle ?? Bundle.main).resourceURL].compactMap { $0 }
    let names =
      (name as NSString).pathExtension.isEmpty
      ? ["\(name).png", "\(name).jpg", "\(name).jpeg", name] : [name, "\(name).png"]
    for folder in bundle == nil ? imageFolders + bundleFolders : bundleFolders {
      for name in names {
        let path = folder.appendingPathComponent(name).path
        guard let file = best(at: path, scale: scale), let stored = stored(at: file.path) else {
          continue
        }
        return Found(image: stored.image, orientation: stored.orientation, scale: file.scale)
      }
    }
    return nil
  }

  private static func stored(at path: String) -> StoredImage? {
    let key = NSString(string: path)
    if let kept = cache.object(forKey: key) { return kept.stored }
    guard let stored = StoredImage(path: path) else { return nil }
    cache.setObject(
      Kept(stored),
      forKey: key,
      cost: stored.image.width * stored.image.height * 4
    )
    return stored
  }

  /// Forgets the images that were found by name.
  static func forgetAll() {
    cache.removeAllObjects()
  }
}

extension UIImage {
  /// The folders that images by name come from, before the main bundle.
  ///
  /// **Differences**: Apple's platforms have bundles alone.
  public class var imageFolders: [URL] {
    get { ImageFile.imageFolders }
    set {
      ImageFile.imageFolders = newValue
      ImageFile.forgetAll()
      AssetCatalog.forgetAll()
    }
  }

  /// The image of a name in the main bundle or in `imageFolders`; nil if there is none.
  ///
  /// Asset catalogues there come first: the image for the style, the kind of device and the scale
  /// of the screen.
  /// Without an extension it is `.png`, `.jpg` or `.jpeg`. The file whose name ends in the scale of
  /// the screen, as `@2x`, comes first. Pixels are shared with others of that name.
  public convenience init?(named name: String) {
    self.init(named: name, in: nil, compatibleWith: nil)
  }

  /// The image of a name; nil if there is none.
  ///
  /// - Parameters:
  ///   - name: The name of the file, with or without its extension.
  ///   - bundle: The bundle; nil for the main one and for `imageFolders`.
  ///   - traitCollection: Says the scale; nil for that of the screen.
  public convenience init?(
    named name: String,
    in bundle: Bundle?,
    compatibleWith traitCollection: UITraitCollection?
  ) {
    let said = traitCollection?.displayScale ?? 0
    let scale = said > 0 ? said : CurrentTraits.screenScale
    let found = ImageFile.named(name, in: bundle, scale: scale, traits: traitCollection)
    guard let found else { return nil }
    self.init(
      .pixels(found.image),
      Look(
        scale: found.scale,
        orientation: found.orientation,
        renderingMode: found.renderingMode
      )
    )
    made.withLock { $0.asset = UIImageAsset(name: name, bundle: bundle) }
  }
}

extension CGImage {
  /// A file with the image; nil if it cannot be written.
  func fileBytes(_ type: CFString, quality: Double? = nil) -> Data? {
    let bytes = NSMutableData()
    guard let destination = CGImageDestinationCreateWithData(bytes, type, 1, nil) else {
      return nil
    }
    let properties = quality.map { [kCGImageDestinationLossyCompressionQuality: $0] }
    CGImageDestinationAddImage(destination, self, properties)
    return CGImageDestinationFinalize(destination) ? bytes as Data : nil
  }

  /// Whether the kind of pixels has no alpha.
  var isOpaqueByKind: Bool {
    switch alphaInfo {
    case .none, .noneSkipFirst, .noneSkipLast: true
    default: false
    }
  }
}
