// Facts about all files of a package, gathered before any rule runs.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// A declaration of a type, or an extension of one.
struct TypeFact {
  enum Kind { case `class`, `protocol`, other, `extension` }

  /// The name with those of the types around it: `Outer.Inner`.
  let path: String
  let kind: Kind
  let file: Int
  let module: String
  /// The names after the colon, without generic arguments.
  let inherited: [String]
  let isObjC: Bool
  let members: MemberBlockSyntax
  let node: Syntax

  /// The last part of the name.
  var name: String { String(path.split(separator: ".").last ?? "") }
}

/// A function of a type.
struct MethodFact {
  let type: String
  let base: String
  let labels: [String]
  /// Whether Objective-C sees it.
  let isObjC: Bool
  /// The name in `@objc(name)`.
  let objcName: String?
  let file: Int
  let module: String
  /// Whether only its own file sees it.
  let isPrivate: Bool
  let isStatic: Bool

  /// The name of its selector.
  var selector: String { objcName ?? SelectorName.make(base, labels: labels) }
}

/// A member of a protocol that a conforming type may leave out.
struct OptionalMember {
  enum Result {
    /// Nothing, or an optional: the default needs no mark.
    case plain
    /// A value, whose absence a caller has to hear of.
    case value
  }

  /// The name of the protocol; empty for one of Apple's.
  let `protocol`: String
  let base: String
  let labels: [String]
  let isMethod: Bool
  let result: Result
}

/// The facts of a package.
struct PackageFacts {
  private(set) var types: [TypeFact] = []
  /// The methods by their base names.
  private(set) var methods: [String: [MethodFact]] = [:]
  /// The methods that Objective-C sees, by their selectors.
  private(set) var selectors: [String: [MethodFact]] = [:]
  /// The optional members by their base names.
  private(set) var optionals: [String: [OptionalMember]] = [:]
  /// The keys of properties with a name of their own for Objective-C.
  private(set) var keys: [String: String] = [:]
  /// The names of all properties.
  private(set) var properties: Set<String> = []
  /// The types that declare a property, by its name.
  private(set) var propertyTypes: [String: Set<String>] = [:]
  /// The names that only a file itself sees, for each file.
  private(set) var privateNames: [Set<String>] = []
  /// The file of each module that declares how absent members are reported.
  private(set) var markFiles: [String: Int] = [:]
  private var typesOfNames: [String: Set<String>] = [:]
  private var overrides: [String: [(type: String, module: String)]] = [:]
  private var indices: [String: [Int]] = [:]
  /// The modules of the files.
  let modules: [String]
  private let ownModules: Set<String>

  /// - Parameters:
  ///   - files: The files.
  ///   - modules: The name of each file's module.
  init(_ files: [SourceFile], modules: [String]) {
    self.modules = modules
    ownModules = Set(modules)
    for (index, file) in files.enumerated() {
      var collector = FactCollector(file: file, index: index, module: modules[index])
      collector.collect()
      for type in collector.types {
        indices[type.name, default: []].append(types.count)
        types.append(type)
      }
      for method in collector.methods {
        methods[method.base, default: []].append(method)
        if method.isObjC { selectors[method.selector, default: []].append(method) }
      }
      for member in collector.optionals {
        optionals[member.base, default: []].append(member)
        guard member.isMethod, case .value = member.result else { continue }
        markFiles[modules[index]] = markFiles[modules[index]] ?? index
      }
      keys.merge(collector.keys) { first, _ in first }
      properties.formUnion(collector.propertyTypes.keys)
      propertyTypes.merge(collector.propertyTypes) { $0.union($1) }
      typesOfNames.merge(collector.typeNames) { $0.union($1) }
      privateNames.append(collector.privateNames)
      for (key, type) in collector.overrides {
        overrides[key, default: []].append((type, modules[index]))
      }
    }
  }

  /// Whether a module is one of Apple's that is not here, and not one of the package.
  func isAbsent(module: String) -> Bool {
    AppleModules.isAbsent(module) && !ownModules.contains(module)
  }

  /// Whether the package declares a type of that name.
  func isType(_ name: String) -> Bool {
    (indices[name] ?? []).contains { types[$0].kind != .extension }
  }

  /// Returns the types with which names of variables and parameters are declared, as written.
  ///
  /// A name that is declared without a written type has the empty text among them.
  func typeNames(of name: String) -> Set<String> { typesOfNames[name] ?? [] }

  /// Returns a name of this project's libraries, with its module where the package has the same.
  func libraryName(_ name: String, of library: String) -> String {
    isType(name) ? "\(library).\(name)" : name
  }

  /// Returns the declarations and extensions of a type, by its whole name or the end of it.
  func all(_ path: String) -> [TypeFact] {
    let name = path.split(separator: ".").last.map(String.init) ?? path
    let known = (indices[name] ?? []).map { types[$0] }
    let exact = known.filter { $0.path == path }
    return exact.isEmpty ? known.filter { $0.path.hasSuffix("." + path) } : exact
  }

  /// Returns the declaration of a class, preferably in a module, or nil.
  func declaration(_ path: String, in module: String) -> TypeFact? {
    let found = all(path).filter { $0.kind == .class }
    return found.first { $0.module == module } ?? found.first
  }

  /// Whether a module declares a class.
  func isClass(_ path: String, in module: String) -> Bool {
    declaration(path, in: module)?.module == module
  }

  /// Returns the classes above a class, nearest first; the last one may be of another package.
  func ancestors(_ path: String, in module: String) -> [String] {
    var chain: [String] = []
    var next = declaration(path, in: module)
    while let type = next, let above = type.inherited.first, chain.count < 100 {
      guard !chain.contains(above), above != path else { break }
      chain.append(above)
      next = declaration(above, in: module)
    }
    return chain
  }

  /// Whether a class is a layer, by the name of the class at the end of its chain.
  func isLayer(_ path: String, in module: String) -> Bool {
    guard let root = ancestors(path, in: module).last else { return false }
    return root.hasSuffix("Layer") && (root.hasPrefix("CA") || root.hasPrefix("AV"))
  }

  /// Whether a protocol can only be conformed to by classes.
  func isClassBound(_ name: String) -> Bool {
    if ["AnyObject", "class", "NSObjectProtocol", "NSObject"].contains(name) { return true }
    let own = all(name).filter { $0.kind == .protocol }
    if let own = own.first {
      return own.isObjC || own.inherited.contains { $0 != name && isClassBound($0) }
    }
    let isApples = ["UI", "CA", "NS", "AV"].contains { name.hasPrefix($0) }
    return isApples && (name.hasSuffix("Delegate") || name.hasSuffix("DataSource"))
  }

  /// Whether a class below one overrides a member of it.
  func isOverridden(_ key: String, of type: String) -> Bool {
    let name = type.split(separator: ".").last.map(String.init) ?? type
    return (overrides[key] ?? []).contains { found in
      ancestors(found.type, in: found.module).contains { $0 == type || $0 == name }
    }
  }

  /// Returns the optional member that a call names, or nil.
  func optionalMember(_ base: String, labels: [String]) -> OptionalMember? {
    if let own = optionals[base]?.first(where: { $0.isMethod && $0.labels == labels }) {
      return own
    }
    guard AppleOptionals.names.contains(base), !properties.contains(base) else { return nil }
    return OptionalMember(
      protocol: "",
      base: base,
      labels: labels,
      isMethod: true,
      result: .plain
    )
  }
}
