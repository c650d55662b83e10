// Ports a folder with a package, or with sources alone.
// Licensed under the MIT license; see LICENSE.

/// A port of a folder.
public struct PackagePort {
  /// The changed lines, the findings, and the new bytes.
  public private(set) var result: PortResult
  /// The path of a manifest that was written for a folder without one; nil if it has one.
  public private(set) var newManifest: String?
  private let folder: Folder

  /// Reads a folder and works out its port; nothing is written.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - output: A folder that is no part of it, or nil.
  ///   - dependency: The place of the libraries.
  /// - Throws: `PortError` that names the file.
  public init(
    _ path: String,
    leavingOut output: String? = nil,
    dependency: QuartzDependency
  ) throws(PortError) {
    let folder = try Folder(path, leavingOut: output)
    self.folder = folder
    // Errors come back as values, because they do not leave a thread.
    let layout = try DeepStack.run { () -> Result<PackageLayout, PortError> in
      Result { () throws(PortError) in try PackageLayout(folder) }
    }.get()
    result = Porter.port(layout.sources, nibs: layout.nibs)
    let imports = ImportLists(lists: result.imports)
    for manifest in layout.manifests {
      var products: [String: [NeededProduct]] = [:]
      for target in manifest.targets {
        products[target.name] = imports.products(of: PackageLayout.module(target, manifest))
      }
      add(ManifestRule(manifest: manifest, dependency: dependency, products: products))
    }
    if layout.manifests.isEmpty, !layout.sources.isEmpty {
      let text = layout.newManifest(imports: imports, dependency: dependency)
      result.files["Package.swift"] = Array(text.utf8)
      newManifest = "Package.swift"
      result.changes.append(
        Change(
          path: "Package.swift",
          line: 1,
          before: [],
          after: TextLines.split(Array(text.utf8)[...]),
          rules: [ManifestRule.name]
        )
      )
    }
    for (name, item) in folder.items {
      guard case .file = item, let reason = layout.unsupported(name) else { continue }
      result.findings.append(Finding(path: name, line: 1, message: reason))
    }
    result.findings.sort { ($0.path, $0.line) < ($1.path, $1.line) }
    result.changes.sort { ($0.path, $0.line) < ($1.path, $1.line) }
  }

  private mutating func add(_ rule: ManifestRule) {
    let (edits, findings) = rule.apply()
    result.findings += findings
    var all = Edits([rule.manifest.file])
    for edit in edits { all.add(edit, to: 0) }
    all.settle()
    let changes = all.changes(of: 0)
    guard !changes.isEmpty else { return }
    result.changes += changes
    result.files[rule.manifest.file.path] = all.result(0)
  }

  /// Writes the port.
  ///
  /// The folder appears when it is complete; after an error there is nothing of it.
  ///
  /// - Parameters:
  ///   - output: The folder.
  ///   - replaces: Whether a folder that holds something gives way.
  public func write(to output: String, replaces: Bool) throws(PortError) {
    let target = try OutputFolder(output, replaces: replaces)
    do throws(PortError) {
      for (name, item) in folder.items {
        switch item {
        case .folder: try target.makeFolder(name)
        case .link(let text): try target.link(name, to: text)
        case .file(_, let mode):
          let bytes = if let new = result.files[name] { new } else { try folder.read(name) }
          try target.write(bytes, name, mode: mode)
        }
      }
      let there = Set(folder.items.map(\.path))
      for name in result.files.keys.sorted() where !there.contains(name) {
        try target.write(result.files[name] ?? [], name, mode: 0o644)
      }
      try target.finish()
    } catch {
      target.abandon()
      throw error
    }
  }
}

/// The modules that each module imports.
private struct ImportLists: ProductSource {
  let lists: [String: Set<String>]

  /// Returns the products that a module needs.
  func products(of module: String) -> [NeededProduct] {
    Products.needed(by: lists[module] ?? [])
  }
}
