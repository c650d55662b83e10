// Which files of a folder belong to which module.
// Licensed under the MIT license; see LICENSE.

/// The manifests of a folder and its sources by module.
struct PackageLayout {
  private(set) var manifests: [Manifest] = []
  private(set) var sources: [SourceText] = []
  private let name: String

  init(_ folder: Folder) throws(PortError) {
    name = folder.path.split(separator: "/").last.map(String.init) ?? "Package"
    var folders: Set<String> = [""]
    var paths: [(path: String, size: Int)] = []
    for (path, item) in folder.items {
      switch item {
      case .folder: folders.insert(path)
      case .file(let size, _) where path.hasSuffix(".swift"): paths.append((path, size))
      default: break
      }
    }
    for (path, size) in paths where PackageLayout.isManifest(path) {
      manifests.append(Manifest(path: path, bytes: try folder.readSource(path, size: size)))
    }
    let places = manifests.flatMap { manifest in
      manifest.targets.map { target in
        (
          folder: manifest.folder(of: target, folders), module: Self.module(target, manifest),
          excluded: target.excluded
        )
      }
    }
    for (path, size) in paths where !PackageLayout.isManifest(path) {
      let fitting = places.filter { place in
        let inside = place.folder.isEmpty ? path : Self.rest(of: path, in: place.folder)
        guard let inside else { return false }
        return !place.excluded.contains { inside == $0 || Self.rest(of: inside, in: $0) != nil }
      }
      // A target within the folder of another has its files.
      let place = fitting.max { $0.folder.utf8.count < $1.folder.utf8.count }
      let module = place?.module ?? Self.module(outside: path, isAlone: manifests.isEmpty)
      sources.append(
        SourceText(path: path, module: module, bytes: try folder.readSource(path, size: size))
      )
    }
  }

  private static func rest(of path: String, in folder: String) -> String? {
    let folder = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    return path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.utf8.count + 1)) : nil
  }

  private static func isManifest(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return name == "Package.swift" || (name.hasPrefix("Package@swift-") && name.hasSuffix(".swift"))
  }

  /// Returns the name of a target's module, with the folder of its package.
  static func module(_ target: ManifestTarget, _ manifest: Manifest) -> String {
    manifest.root + "/" + target.name
  }

  /// Returns the name of the module of a file that no manifest has.
  private static func module(outside path: String, isAlone: Bool) -> String {
    let top = path.split(separator: "/").dropLast().first.map(String.init) ?? ""
    if isAlone { return asides.contains(top) ? top : "" }
    return "outside of targets: " + top
  }

  /// Folders beside the sources of a library.
  private static let asides: Set = [
    "Tests", "Test", "Example", "Examples", "Demo", "Demos", "Sample", "Samples", "Pods",
    "Carthage", "UITests", "Playground", "docs", "Docs",
  ]

  /// Returns a manifest for the sources.
  func newManifest(imports: some ProductSource, dependency: QuartzDependency) -> String {
    let own = sources.filter { $0.module.isEmpty }
    let tops = Set(
      own.map { $0.path.split(separator: "/").dropLast().first.map(String.init) ?? "" }
    )
    let isOne = tops.count == 1
    let folder = isOne ? tops.first ?? "" : ""
    let asides = Set(sources.map(\.module)).subtracting([""])
    let isProgram = own.contains { source in
      source.path.hasSuffix("main.swift")
        || String(decoding: source.bytes, as: UTF8.self).contains("@main")
    }
    return NewManifest.text(
      name: NewManifest.moduleName(name),
      folder: folder,
      excluded: folder.isEmpty ? asides.sorted() : [],
      isProgram: isProgram,
      products: imports.products(of: ""),
      dependency: dependency
    )
  }

  /// Returns the reason why a file cannot be used here; nil if it can.
  static func unsupported(_ path: String) -> String? {
    let ending = path.split(separator: ".").last.map(String.init) ?? ""
    switch ending {
    case "m", "mm": return "Objective-C is not compiled here"
    case "xib", "storyboard", "nib": return "there are no nibs and storyboards here"
    case "metal": return "there is no Metal here"
    case "xcdatamodel", "xcdatamodeld": return "there is no Core Data here"
    default: break
    }
    guard path.hasSuffix(".xcassets/Contents.json") else { return nil }
    return "catalogues of pictures are not read here: UIImage(named:) finds files"
  }
}

/// Something that knows the products of modules.
protocol ProductSource {
  func products(of module: String) -> [String]
}
