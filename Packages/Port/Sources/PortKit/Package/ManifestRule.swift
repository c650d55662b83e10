// Rewrites manifests.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// Adds the libraries to a manifest: the package, and the products that each target imports.
struct ManifestRule {
  static let name = "manifest"

  let manifest: Manifest
  let dependency: QuartzDependency
  /// The products of each target, by its name.
  let products: [String: [NeededProduct]]

  /// Returns the edits and findings.
  func apply() -> (edits: [Edit], findings: [Finding]) {
    var edits: [Edit] = []
    var findings: [Finding] = []
    let file = manifest.file
    func report(_ node: some SyntaxProtocol, _ message: String) {
      findings.append(Finding(path: file.path, line: file.line(node), message: message))
    }
    for target in manifest.targets {
      if target.kind == .binaryTarget {
        report(target.call, "the target \(target.name) is compiled for Apple's platforms")
      }
      let needed = products[target.name] ?? []
      let replaced = replacedProducts(target)
      edits += replaced
      let missing = needed.filter {
        !has($0.name, target) && (replaced.isEmpty || $0.name != Self.snapshotProduct)
      }
      let entries = missing.map { $0.entry(dependency) }
      if !entries.isEmpty { edits.append(add(entries, to: target.call, after: "name")) }
    }
    let places = Set(products.values.joined().map { $0.place(dependency) })
    if !places.isEmpty {
      if let package = manifest.package {
        let replaced = replacedPackage(package)
        edits += replaced
        let absent = places.filter {
          !isThere($0, package) && (replaced.isEmpty || $0 != dependency)
        }
        let entries = absent.map(\.entry).sorted()
        if !entries.isEmpty { edits.append(addPackages(entries, to: package)) }
      } else {
        findings.append(Finding(path: file.path, line: 1, message: "no Package(…) in the manifest"))
      }
      edits += toolsVersion()
    }
    edits += frameworks()
    return (edits, findings)
  }

  // MARK: Snapshot tests

  /// The product whose strategies replace those of swift-snapshot-testing, which draws no views on
  /// Linux.
  private static let snapshotProduct = "UIKitTesting"

  /// Exchanges the package of snapshot tests for this one.
  private func replacedPackage(_ package: FunctionCallExprSyntax) -> [Edit] {
    elements(of: package).filter {
      manifest.file.text($0.expression).contains("swift-snapshot-testing")
    }.prefix(1).map { edit(manifest.file.range($0.expression), dependency.entry) }
  }

  /// Exchanges the product of snapshot tests in the dependencies of a target.
  private func replacedProducts(_ target: ManifestTarget) -> [Edit] {
    let product = ".product(name: \"\(Self.snapshotProduct)\", package: \"\(dependency.package)\")"
    return elements(of: target.call).filter {
      manifest.file.text($0.expression).contains("\"SnapshotTesting\"")
    }.prefix(1).map { edit(manifest.file.range($0.expression), product) }
  }

  private func elements(of call: FunctionCallExprSyntax) -> [ArrayElementSyntax] {
    let list = Manifest.argument("dependencies", call)?.expression.as(ArrayExprSyntax.self)
    return list.map { Array($0.elements) } ?? []
  }

  private func has(_ product: String, _ target: ManifestTarget) -> Bool {
    guard let list = Manifest.argument("dependencies", target.call) else { return false }
    return manifest.file.text(list).contains("\"\(product)\"")
  }

  private func isThere(_ place: QuartzDependency, _ package: FunctionCallExprSyntax) -> Bool {
    guard let list = Manifest.argument("dependencies", package) else { return false }
    let text = manifest.file.text(list)
    guard case .url(let url, _) = place else { return text.contains("name: \"quartz\"") }
    return text.contains(QuartzDependency.literal(url))
  }

  private func edit(_ range: Range<Int>, _ text: String) -> Edit {
    Edit(range: range, pieces: [.text(text)], rule: Self.name)
  }

  /// Adds entries to a list of dependencies, in the style in which it is written.
  private func add(
    _ entries: [String],
    to call: FunctionCallExprSyntax,
    after label: String
  ) -> Edit {
    let file = manifest.file
    if let argument = Manifest.argument("dependencies", call) {
      guard let array = argument.expression.as(ArrayExprSyntax.self) else {
        let end = file.range(argument.expression).upperBound
        return edit(end..<end, " + [\(entries.joined(separator: ", "))]")
      }
      return add(entries, to: array)
    }
    guard let name = Manifest.argument(label, call) else {
      let end = file.range(call.calledExpression).upperBound + 1
      return edit(end..<end, "dependencies: [\(entries.joined(separator: ", "))], ")
    }
    let range = file.range(name)
    let end = file.range(name.expression).upperBound
    let isOwnLine = file.isFirstInLine(range.lowerBound)
    let break_ = isOwnLine ? file.lines.newline + file.indentation(at: range.lowerBound) : " "
    return edit(end..<end, ",\(break_)dependencies: [\(entries.joined(separator: ", "))]")
  }

  private func add(_ entries: [String], to array: ArrayExprSyntax) -> Edit {
    let file = manifest.file
    guard let last = array.elements.last else {
      let inside = file.range(array.leftSquare).upperBound
      return edit(inside..<inside, entries.joined(separator: ", "))
    }
    let end = file.range(last.expression).upperBound
    let start = file.range(last.expression).lowerBound
    let isOwnLine = file.isFirstInLine(start)
    let separator = isOwnLine ? "," + file.lines.newline + file.indentation(at: start) : ", "
    return edit(end..<end, entries.map { separator + $0 }.joined())
  }

  private func addPackages(_ entries: [String], to package: FunctionCallExprSyntax) -> Edit {
    if Manifest.argument("dependencies", package) != nil {
      return add(entries, to: package, after: "name")
    }
    let file = manifest.file
    // The order of the arguments is fixed: dependencies, targets, and those of languages.
    let later = ["targets", "swiftLanguageVersions", "swiftLanguageModes", "cLanguageStandard"]
    guard let next = package.arguments.first(where: { later.contains($0.label?.text ?? "") }) else {
      return add(entries, to: package, after: "name")
    }
    let start = file.range(next).lowerBound
    let newline = file.lines.newline
    let isOwnLine = file.isFirstInLine(start)
    let break_ = isOwnLine ? newline + file.indentation(at: start) : " "
    return edit(start..<start, "dependencies: [\(entries.joined(separator: ", "))],\(break_)")
  }

  /// Raises a version that does not know the products of packages by name.
  private func toolsVersion() -> [Edit] {
    guard let version = manifest.toolsVersion, (version.major, version.minor) < (5, 2) else {
      return []
    }
    return [edit(version.range, "5.2")]
  }

  /// Links frameworks on Apple's platforms alone.
  private func frameworks() -> [Edit] {
    let file = manifest.file
    return file.all(FunctionCallExprSyntax.self, .functionCallExpr).compactMap { call in
      guard let access = call.calledExpression.as(MemberAccessExprSyntax.self),
        access.declName.baseName.text == "linkedFramework", call.arguments.count == 1,
        let end = call.rightParen.map({ file.range($0).lowerBound })
      else { return nil }
      return edit(end..<end, ", .when(platforms: [.iOS, .macOS, .tvOS])")
    }
  }
}
