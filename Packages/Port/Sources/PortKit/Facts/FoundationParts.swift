// The parts of Foundation that are a module of their own on Linux.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// Tells whether a file uses parts of Foundation that Linux lacks and that QuartzFoundation has.
struct FoundationParts {
  static let module = "QuartzFoundation"
  /// Modules that bring the parts along.
  static let bringers: Set = [module, "UIKit", "UIKitTesting"]

  private static let types: Set = [
    "NSDataDetector", "NSTextCheckingTypes", "DateComponentsFormatter",
    "RelativeDateTimeFormatter", "UndoManager", "NSHashTable", "NSMapTable", "NSPointerFunctions",
    "NSFileCoordinator", "NSFileAccessIntent", "NSFilePresenter", "NSException", "NSErrorPointer",
  ]
  /// First labels of initialisers, by classes that Foundation has without them.
  private static let labels = [
    "NSPredicate": "format", "NSCompoundPredicate": "format", "NSSortDescriptor": "key",
  ]
  /// First labels of methods, by their names.
  private static let methods = [
    "containerURL": "forSecurityApplicationGroupIdentifier", "linkCheckingResult": "range",
    "phoneNumberCheckingResult": "range", "dateCheckingResult": "range",
  ]
  /// Properties of classes that Foundation has without them.
  private static let properties: [String: Set<String>] = [
    "NSTextCheckingResult": ["url", "phoneNumber", "date"], "NSSortDescriptor": ["key"],
  ]

  private let file: SourceFile
  /// The names of Apple's types in the file.
  private let names: Set<String>

  init(_ file: SourceFile, _ facts: PackageFacts) {
    self.file = file
    let types = file.all(IdentifierTypeSyntax.self, .identifierType)
      .filter { !BuildCondition.isDead($0, file) }.map(\.name.text)
    let values = file.all(DeclReferenceExprSyntax.self, .declReferenceExpr)
      .filter { $0.parent?.as(MemberAccessExprSyntax.self)?.declName != $0 }
      .filter { !BuildCondition.isDead($0, file) }.map(\.baseName.text)
    names = Set(types + values).filter { !facts.isType($0) }
  }

  /// Whether the file uses one of them.
  var areUsed: Bool {
    !names.isDisjoint(with: Self.types) || usesInitializers || usesMembers
  }

  private var usesInitializers: Bool {
    file.all(FunctionCallExprSyntax.self, .functionCallExpr).contains { call in
      guard let label = call.arguments.first?.label?.text, !BuildCondition.isDead(call, file) else {
        return false
      }
      if let type = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text {
        return names.contains(type) && Self.labels[type] == label
      }
      guard let member = call.calledExpression.as(MemberAccessExprSyntax.self) else { return false }
      let name = member.declName.baseName.text
      guard name == "init" else { return Self.methods[name] == label }
      if let base = member.base {
        let type = base.as(DeclReferenceExprSyntax.self)?.baseName.text ?? ""
        return names.contains(type) && Self.labels[type] == label
      }
      // The class is told from elsewhere in the file; `init(format:)` has others, too.
      return Self.labels.contains { names.contains($0.key) && $0.value == label }
    }
  }

  private var usesMembers: Bool {
    let properties = Self.properties.filter { names.contains($0.key) }.values.joined()
    return file.all(MemberAccessExprSyntax.self, .memberAccessExpr).contains { member in
      let name = member.declName.baseName.text
      return
        (name.hasPrefix("NSUndoManager") || name == "withSubstitutionVariables"
        || properties.contains(name)) && !BuildCondition.isDead(member, file)
    }
  }
}
