// The manifest of a package, as far as it can be read without running it.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// A target of a manifest.
struct ManifestTarget {
  enum Kind: String {
    case target, executableTarget, testTarget, binaryTarget, systemLibrary, macro, plugin
  }

  let kind: Kind
  let name: String
  /// The folder in the package; nil for the customary one.
  let path: String?
  let excluded: [String]
  let call: FunctionCallExprSyntax
}

/// A manifest.
struct Manifest {
  let file: SourceFile
  /// The folder that has it, with `/`; empty for the top.
  let root: String
  let package: FunctionCallExprSyntax?
  let targets: [ManifestTarget]

  init(path: String, bytes: [UInt8]) {
    let file = SourceFile(path: path, bytes: bytes)
    self.file = file
    root = path.split(separator: "/").dropLast().joined(separator: "/")
    let calls = file.all(FunctionCallExprSyntax.self, .functionCallExpr)
    package = calls.first { file.text($0.calledExpression) == "Package" }
    targets = calls.compactMap { call in
      guard let access = call.calledExpression.as(MemberAccessExprSyntax.self),
        let kind = ManifestTarget.Kind(rawValue: access.declName.baseName.text),
        !Manifest.isDependency(Syntax(call)),
        let name = Manifest.string(Manifest.argument("name", call)?.expression)
      else { return nil }
      return ManifestTarget(
        kind: kind,
        name: name,
        path: Manifest.string(Manifest.argument("path", call)?.expression),
        excluded: Manifest.strings(Manifest.argument("exclude", call)?.expression),
        call: call
      )
    }
  }

  /// Whether a call stands in a list of dependencies.
  private static func isDependency(_ node: Syntax) -> Bool {
    var next = node.parent
    while let current = next {
      if let label = current.as(LabeledExprSyntax.self)?.label?.text, label == "dependencies" {
        return true
      }
      next = current.parent
    }
    return false
  }

  static func argument(_ label: String, _ call: FunctionCallExprSyntax) -> LabeledExprSyntax? {
    call.arguments.first { $0.label?.text == label }
  }

  static func string(_ expression: ExprSyntax?) -> String? {
    expression?.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }

  static func strings(_ expression: ExprSyntax?) -> [String] {
    expression?.as(ArrayExprSyntax.self)?.elements.compactMap { string($0.expression) } ?? []
  }

  /// Returns the folder of a target's sources.
  ///
  /// - Parameter folders: The folders of the package.
  func folder(of target: ManifestTarget, _ folders: Set<String>) -> String {
    if let path = target.path { return joined(path) }
    let isTest = target.kind == .testTarget
    let tops = isTest ? ["Tests", "Sources"] : ["Sources", "Source", "src", "srcs"]
    let named = tops.map { joined("\($0)/\(target.name)") }
    if let found = named.first(where: folders.contains) { return found }
    return tops.map(joined).first(where: folders.contains) ?? named[0]
  }

  func joined(_ path: String) -> String {
    let parts = (root.split(separator: "/") + path.split(separator: "/")).filter { $0 != "." }
    return parts.joined(separator: "/")
  }

  /// The version of the tools, with its bytes; nil if it is not written.
  var toolsVersion: (major: Int, minor: Int, range: Range<Int>)? {
    let word = Array("swift-tools-version:".utf8)
    let head = file.bytes.prefix(4096)
    for start in head.indices.dropLast(word.count) where head[start...].starts(with: word) {
      let first = file.skippingBlanks(start + word.count)
      let digits = file.bytes[first...].prefix {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".")
      }
      let parts = String(decoding: digits, as: UTF8.self).split(separator: ".").compactMap {
        Int($0)
      }
      guard let major = parts.first else { return nil }
      return (major, parts.dropFirst().first ?? 0, first..<digits.endIndex)
    }
    return nil
  }
}
