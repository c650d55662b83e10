// A manifest for a folder that has none.
// Licensed under the MIT license; see LICENSE.

enum NewManifest {
  /// Returns the text of a manifest with one target.
  ///
  /// - Parameters:
  ///   - name: The name of package and target.
  ///   - folder: The folder of the sources; empty for the top.
  ///   - excluded: Folders in it that are left out.
  ///   - isProgram: Whether the target has a start.
  ///   - products: The products that it imports.
  ///   - dependency: The place of the libraries.
  static func text(
    name: String,
    folder: String,
    excluded: [String],
    isProgram: Bool,
    products: [NeededProduct],
    dependency: QuartzDependency
  ) -> String {
    let literal = QuartzDependency.literal
    let kind = isProgram ? "executableTarget" : "target"
    let uses = products.map { $0.entry(dependency) }
    let packages = Set(products.map { $0.place(dependency) }).union([dependency])
    let places = packages.map(\.entry).sorted()
    let product =
      isProgram
      ? "" : "\n  products: [.library(name: \(literal(name)), targets: [\(literal(name))])],"
    let excludes =
      excluded.isEmpty
      ? "" : ",\n      exclude: [\(excluded.map(literal).joined(separator: ", "))]"
    return """
      // swift-tools-version: 5.9
      import PackageDescription

      let package = Package(
        name: \(literal(name)),\(product)
        dependencies: [\(places.joined(separator: ", "))],
        targets: [
          .\(kind)(
            name: \(literal(name)),
            dependencies: [\(uses.joined(separator: ", "))],
            path: \(literal(folder.isEmpty ? "." : folder))\(excludes)
          )
        ]
      )

      """
  }

  /// Returns a name for a module: letters, digits and lines.
  static func moduleName(_ folder: String) -> String {
    var name = String(
      folder.unicodeScalars.map { scalar -> Character in
        let isFit =
          scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        return isFit ? Character(scalar) : "_"
      }
    )
    if name.first?.isNumber ?? true { name = "_" + name }
    return name
  }
}
