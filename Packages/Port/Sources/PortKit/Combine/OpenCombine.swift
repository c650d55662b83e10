// The library that stands for Combine.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// OpenCombine, the library that stands for Combine, and the operators that it lacks.
///
/// A module that uses such an operator gets a file with all of them.
enum OpenCombine {
  /// The module; on Apple's platforms it is Combine itself.
  static let module = "OpenCombineShim"
  /// The name of the file with the operators that the library lacks.
  private static let fileName = "CombineOperators.swift"
  /// Its text; the licence that it names lies here, and not beside it.
  static let operators: [UInt8] = {
    let text = String(decoding: PackageResources.CombineOperators_swift, as: UTF8.self)
    let licence = "// Licensed under the MIT license; see LICENSE."
    return Array(text.replacing(licence, with: "// MIT license, Core Animation for Linux.").utf8)
  }()

  /// Whether a file imports the module, before or after its port, where code is compiled here.
  private static func isImported(in file: SourceFile) -> Bool {
    file.all(ImportDeclSyntax.self, .importDecl).contains { node in
      let name = node.path.first?.name.text
      return (name == "Combine" || name == module) && !BuildCondition.isDead(node, file)
    }
  }

  /// Returns the tokens that name the module before a name: `Combine` of `Combine.Publisher`.
  static func qualifiers(in file: SourceFile) -> [TokenSyntax] {
    guard isImported(in: file) else { return [] }
    let ofTypes = file.all(IdentifierTypeSyntax.self, .identifierType)
      .filter { $0.parent?.is(MemberTypeSyntax.self) ?? false }.map(\.name)
    let ofValues = file.all(MemberAccessExprSyntax.self, .memberAccessExpr).compactMap {
      $0.base?.as(DeclReferenceExprSyntax.self)?.baseName
    }
    return (ofTypes + ofValues).filter {
      $0.text == "Combine" && !BuildCondition.isDead($0, file)
    }
  }

  /// Returns the paths of the files with operators that modules need.
  ///
  /// A module that declares such operators itself needs none. The file stands beside the first one
  /// that uses an operator.
  static func files(for files: [SourceFile], _ facts: PackageFacts) -> [String] {
    var paths: [String: String] = [:]
    for (index, file) in files.enumerated() where usesOperators(file) {
      let module = facts.modules[index]
      let folder = file.path.split(separator: "/").dropLast()
      let path = (folder + [Substring(fileName)]).joined(separator: "/")
      paths[module] = min(paths[module] ?? path, path)
    }
    for type in facts.all("Publishers.MergeMany") { paths[type.module] = nil }
    return paths.values.sorted()
  }

  private static func usesOperators(_ file: SourceFile) -> Bool {
    isImported(in: file)
      && file.all(MemberAccessExprSyntax.self, .memberAccessExpr).contains {
        isOperator($0, file) && !BuildCondition.isDead($0, file)
      }
  }

  private static func isOperator(_ node: MemberAccessExprSyntax, _ file: SourceFile) -> Bool {
    switch node.declName.baseName.text {
    case "combineLatest":
      return true
    case "merge":
      let call = node.parent?.as(FunctionCallExprSyntax.self)
      return call?.arguments.first?.label?.text == "with"
    case let name where name.hasPrefix("Merge") || name.hasPrefix("CombineLatest"):
      return node.base.map { file.text($0).hasSuffix("Publishers") } ?? false
    default:
      return false
    }
  }
}
