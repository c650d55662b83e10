// Writes a nib or a storyboard as Swift.
// Licensed under the MIT license; see LICENSE.
//
// The problem: on iOS a nib is an archive that UIKit reads while the program runs. It makes classes
// by their names, sets properties and outlets by their names, and sends actions by theirs. Swift on
// Linux has no names at run time, so a reader would need tables of all three for each class of the
// program. Such tables would have to be generated as well.
//
// The idea: the whole nib is generated. Views are made by `init(coder:)` of their classes, from the
// inside to the outside; a closure sets what the nib says, when the initialiser of UIKit's class is
// at its end, as on iOS. Then follow constraints, outlets, actions and runtime attributes, and
// `awakeFromNib()`. The compiler checks names and types. A function in `.init_array` enters the nib
// under its name before `main`, so that `UINib`, `UIStoryboard`, `loadNibNamed` and controllers
// find it, and code that uses them stays as it is.
//
// The guarantee: what the writer cannot carry over is a finding, with the line of the nib. It never
// writes a name that neither UIKit nor the package has, as far as their sources are known.
//
// The price: nibs that a program loads from elsewhere.

import SwiftSyntax

/// Writes one nib.
struct NibWriter {
  let document: NibDocument
  let facts: NibFacts
  var module: String { document.file.module }

  /// A member that the written code uses; it must not be private.
  struct Use: Hashable {
    let type: String
    let member: String
  }

  var lines: [String] = []
  var depth = 1
  var findings: [Finding] = []
  var uses: Set<Use> = []
  /// The modules of classes, beyond UIKit.
  var imports: Set<String> = []
  /// The expressions of the objects by their identifiers, as far as they are made.
  var references: [String: String] = [:]
  /// The types of the objects, by the same.
  var types: [String: String] = [:]
  private var taken: Set<String> = []
  /// The controller of the scene; nil in a nib.
  var controller: NibElement?
  /// The controllers that contain themselves.
  var circular: Set<String> = []

  init(_ document: NibDocument, _ facts: NibFacts) {
    self.document = document
    self.facts = facts
  }

  /// The name under which it is entered, and that of the file of its texts.
  var name: String { document.file.name }

  // MARK: Lines

  mutating func add(_ line: String) {
    lines.append(String(repeating: "  ", count: depth) + line)
  }

  mutating func report(_ element: NibElement, _ message: String) {
    let line = SwiftText.oneLine(message)
    let finding = Finding(path: document.file.path, line: element.line, message: line)
    if !findings.contains(finding) { findings.append(finding) }
  }

  /// Returns the lines that `body` adds, without adding them.
  mutating func collect(_ body: (inout NibWriter) -> Void) -> [String] {
    let outer = lines
    lines = []
    depth += 1
    body(&self)
    depth -= 1
    defer { lines = outer }
    return lines
  }

  /// Returns a name for an object that no other one has.
  mutating func variable(_ element: NibElement) -> String {
    let base = SwiftText.plain(element.name + "_" + (element.id ?? String(element.line)))
    var name = base
    var number = 2
    while !taken.insert(name).inserted {
      name = base + "_" + String(number)
      number += 1
    }
    return name
  }

  // MARK: Classes

  /// Returns the class of an object: the program's, or that of UIKit for the element.
  mutating func type(_ element: NibElement, or known: String) -> String {
    guard let name = element["customClass"], !name.isEmpty else { return known }
    let other = element["customModule"]
    if let type = facts.type(name, in: module) {
      if type.module == module {
        guard !isPrivate(type) else {
          report(element, "the class \(name) is private: the nib's code does not see it")
          return known
        }
        return type.path
      }
      if let other, SwiftText.isPath(other) { imports.insert(other) }
      return type.path
    }
    if NibClass.isName(name) { return name }
    if let other, element["customModuleProvider"] != "target", SwiftText.isPath(other),
      SwiftText.isPath(name)
    {
      imports.insert(other)
      return name
    }
    report(element, "there is no class \(name) in the sources: \(known) is made in its place")
    return known
  }

  private func isPrivate(_ type: TypeFact) -> Bool {
    type.node.as(ClassDeclSyntax.self).map { Modifiers.isPrivate($0.modifiers) } ?? false
  }

  // MARK: Files

  /// Returns the whole text.
  mutating func write() -> String {
    let body = document.file.isStoryboard ? storyboard() : nib()
    let literal = SwiftText.literal(name)
    let moduleName = module.split(separator: "/").last.map(String.init) ?? "main"
    let entry = SwiftText.literal(moduleName)
    let type = SwiftText.plain((document.file.isStoryboard ? "Storyboard_" : "Nib_") + name)
    let path = document.file.path.split(separator: "/").last.map(String.init) ?? ""
    let file = SwiftText.oneLine(path)
    let left = findings.map { "// - line \($0.line): \($0.message)\n" }.joined()
    let notes = left.isEmpty ? "" : "//\n// Not carried over:\n" + left
    var text = """
      // Written by quartz port from \(file); it is written anew at each port.
      \(notes)
      #if !canImport(Darwin)
      import UIKit

      """
    for module in imports.sorted() { text += "import \(module)\n" }
    text += "\n@MainActor\nprivate enum \(type) {\n" + body + "}\n\n"
    text += "@section(\".init_array\") @used\n"
    text += "private let enter\(type): @convention(c) () -> Void = {\n"
    if document.file.isStoryboard {
      let initial = document.top["initialViewController"].map(SwiftText.literal) ?? "nil"
      text +=
        "  UIStoryboard.enter(\(literal), module: \(entry), initial: \(initial), \(type).scenes)\n"
    } else {
      text += "  UINib.enter(\(literal), module: \(entry)) { \(type).make($0) }\n"
    }
    return text + "}\n#endif\n"
  }

  /// The body of a nib: one function.
  private mutating func nib() -> String {
    depth = 2
    let objects = document.objects.filter { $0.name != "placeholder" }
    for element in document.objects where element.name == "placeholder" { placeholder(element) }
    let made = makeAll(objects)
    connect(objects + document.objects.filter { $0.name == "placeholder" })
    add("return [\(made.joined(separator: ", "))]")
    let text = lines.joined(separator: "\n")
    return "  static func make(_ nib: NibObjects) -> [Any] {\n\(text)\n  }\n"
  }

  private mutating func placeholder(_ element: NibElement) {
    guard let id = element.id else { return }
    if element["placeholderIdentifier"] == "IBFilesOwner" {
      let isUsed =
        !element.list("connections").isEmpty
        || document.elements.values.contains { $0["destination"] == id }
      guard isUsed else { return }
      guard let name = element["customClass"], name != "NSObject" else {
        if !element.list("connections").isEmpty {
          report(element, "the owner has outlets, but its class is not known")
        }
        return
      }
      let type = type(element, or: "NSObject")
      add("let owner = nib.owner(as: \(type).self)")
      references[id] = "owner"
      types[id] = type
    } else if element["placeholderIdentifier"] != "IBFirstResponder" {
      let type = type(element, or: "NSObject")
      let name = variable(element)
      let key = SwiftText.literal(element["placeholderIdentifier"] ?? id)
      add("let \(name): \(type)? = nib.placed(\(key), as: \(type).self)")
      references[id] = name
      types[id] = type
    }
  }

  /// Makes the objects at the top, recognisers and others before views; returns their names.
  mutating func makeAll(_ objects: [NibElement]) -> [String] {
    var made: [String: String] = [:]
    for element in objects where element.id == nil {
      report(element, "<\(element.name)> has no identifier: it is left out")
    }
    for element in objects where !NibClass.isView(element.name) {
      if let id = element.id, let name = makeObject(element) { made[id] = name }
    }
    for element in objects where NibClass.isView(element.name) {
      if let id = element.id { made[id] = makeView(element) }
    }
    return objects.compactMap { $0.id.flatMap { made[$0] } }
  }

  /// Makes an object that is no view; nil, with a finding, if it is of an unknown kind.
  mutating func makeObject(_ element: NibElement) -> String? {
    let isRecognizer = NibClass.isKind(element.name, of: "gestureRecognizer")
    guard
      isRecognizer
        || ["customObject", "barButtonItem", "navigationItem", "tabBarItem"]
          .contains(element.name)
        || NibClass.isKind(element.name, of: "collectionViewLayout")
    else {
      if !["exit", "placeholder"].contains(element.name) {
        report(element, "<\(element.name)> is not carried over")
      }
      return nil
    }
    if element.name == "barButtonItem" { return makeBarButton(element) }
    if element.name == "navigationItem" { return makeNavigationItem(element) }
    if element.name == "tabBarItem" { return makeTab(element) }
    let known = NibClass.of(element.name)?.name ?? "NSObject"
    let type = type(element, or: known)
    let name = variable(element)
    add("let \(name) = \(type)()")
    note(element, name, type)
    setProperties(element, subject: name)
    for child in element.children where child.name == "size" || child.name == "inset" {
      setChild(child, of: element, subject: name)
    }
    return name
  }

  /// Remembers an object that was made.
  mutating func note(_ element: NibElement, _ name: String, _ type: String) {
    guard let id = element.id else { return }
    references[id] = name
    types[id] = type
  }
}
