// Data by name.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// The bytes of a file that a program brings along, by its name.
///
/// ```swift
/// let film = NSDataAsset(name: "intro.json")?.data
/// ```
///
/// **Differences**: besides asset catalogues, the file is looked for in the bundle and, for the
/// main bundle, in `UIImage.imageFolders`: by its name, by the name without its extension, and in
/// a folder `name.dataset`.
open class NSDataAsset: NSObject, NSCopying {
  /// The name, as it was asked for.
  public let name: NSDataAssetName
  /// The bytes.
  public let data: Data
  /// The identifier of the type: `public.data`, or `public.json` and the like for known extensions.
  public let typeIdentifier: String

  /// The bytes of a name in the main bundle; nil if there is no such file.
  public convenience init?(name: NSDataAssetName) { self.init(name: name, bundle: .main) }

  /// The bytes of a name; nil if there is no such file.
  ///
  /// Names lead into folders, not out of them.
  public init?(name: NSDataAssetName, bundle: Bundle) {
    guard let file = NSDataAsset.file(name, bundle),
      let data = try? Data(contentsOf: file, options: .mappedIfSafe)
    else { return nil }
    self.name = name
    self.data = data
    typeIdentifier = NSDataAsset.types[file.pathExtension.lowercased()] ?? "public.data"
    super.init()
  }

  // `Any` because: it is NSCopying's.
  /// The object itself, which cannot change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  private static let types = [
    "json": "public.json", "txt": "public.plain-text", "xml": "public.xml",
    "html": "public.html", "pdf": "com.adobe.pdf", "svg": "public.svg-image",
  ]

  private static func file(_ name: String, _ bundle: Bundle) -> URL? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !name.isEmpty, !name.utf8.contains(0), !parts.contains(".."), !name.hasPrefix("/") else {
      return nil
    }
    let asset = AssetCatalog.dataFile(name, in: bundle == .main ? nil : bundle)
    if let asset, isFile(asset) { return asset }
    let own = [bundle.resourceURL].compactMap { $0 }
    for folder in bundle == .main ? ImageFile.imageFolders + own : own {
      let plain = folder.appendingPathComponent(name)
      if isFile(plain) { return plain }
      let set = folder.appendingPathComponent(name + ".dataset")
      if let inside = files(in: set).first(where: { $0.lastPathComponent != "Contents.json" }) {
        return inside
      }
      let around = plain.deletingLastPathComponent()
      let stem = plain.lastPathComponent
      let found = files(in: around).first {
        $0.deletingPathExtension().lastPathComponent == stem
      }
      if let found { return found }
    }
    return nil
  }

  private static func isFile(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      && !isFolder.boolValue
  }

  /// The files of a folder, by name.
  private static func files(in folder: URL) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map { folder.appendingPathComponent($0) }.filter(isFile)
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

/// The name of data.
public typealias NSDataAssetName = String
