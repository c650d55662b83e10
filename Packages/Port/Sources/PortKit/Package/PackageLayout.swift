// Which files of a folder belong to which module.
// Licensed under the MIT license; see LICENSE.

/// The manifests of a folder and its sources by module.
struct PackageLayout {
  private(set) var manifests: [Manifest] = []
  private(set) var sources: [SourceText] = []
  /// The nibs and storyboards of targets.
  private(set) var nibs: [NibText] = []
  /// The paths of the nibs that belong to no target.
  private var loose: Set<String> = []
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
    /// Returns the module of a file; nil if no target has it.
    func module(of path: String) -> String? {
      let fitting = places.filter { place in
        let inside = place.folder.isEmpty ? path : Self.rest(of: path, in: place.folder)
        guard let inside else { return false }
        return !place.excluded.contains { inside == $0 || Self.rest(of: inside, in: $0) != nil }
      }
      // A target within the folder of another has its files.
      return fitting.max { $0.folder.utf8.count < $1.folder.utf8.count }?.module
    }
    for (path, size) in paths where !PackageLayout.isManifest(path) {
      let module = module(of: path) ?? Self.module(outside: path, isAlone: manifests.isEmpty)
      sources.append(
        SourceText(path: path, module: module, bytes: try folder.readSource(path, size: size))
      )
    }
    try addNibs(folder, module)
  }

  private mutating func addNibs(
    _ folder: Folder,
    _ module: (String) -> String?
  ) throws(PortError) {
    let names = folder.items.map(\.path)
    for (path, item) in folder.items {
      guard case .file(let size, _) = item, path.hasSuffix(".xib") || path.hasSuffix(".storyboard")
      else { continue }
      guard size <= Folder.largestSource else {
        throw PortError("\(path): \(size) bytes; a nib has at most \(Folder.largestSource)")
      }
      guard let module = module(path) ?? (manifests.isEmpty ? "" : nil) else {
        loose.insert(path)
        continue
      }
      var nib = NibText(path: path, module: module, bytes: try folder.read(path))
      nib.isLocalized = names.contains {
        $0.contains(".lproj/") && $0.hasSuffix("/" + nib.name + ".strings")
          || $0.hasSuffix("/" + nib.name + ".xcstrings")
      }
      nibs.append(nib)
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
  func unsupported(_ path: String) -> String? {
    let ending = path.split(separator: ".").last.map(String.init) ?? ""
    switch ending {
    case "m", "mm": return "Objective-C is not compiled here"
    case "xib", "storyboard":
      return loose.contains(path)
        ? "the nib is in no target, so that its classes are not known" : nil
    case "nib": return "compiled nibs are not read: their .xib is"
    case "metal": return "there is no Metal here"
    case "xcdatamodel", "xcdatamodeld": return "there is no Core Data here"
    default: return nil
    }
  }
}

/// Something that knows the products of modules.
protocol ProductSource {
  func products(of module: String) -> [NeededProduct]
}
