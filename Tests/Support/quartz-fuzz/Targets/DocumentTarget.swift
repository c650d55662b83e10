// Documents of layer packages.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzArchive
import QuartzCore
import TestRandom

/// Documents of the repository and made-up ones, damaged as texts and as trees of elements.
final class DocumentTarget: FuzzTarget {
  private let documents: [[UInt8]]
  private let trees: [Markup]
  /// All values of attributes by name, and all names of elements.
  private let vocabulary: Vocabulary

  init() throws {
    documents = try Seeds.files("QuartzArchiveTests/Packages", ["caml"]).map(\.1)
    trees = documents.compactMap { Markup(parsing: $0) }
    guard !trees.isEmpty else { throw WrongResult("there are no documents to begin with") }
    vocabulary = Vocabulary(trees)
  }

  func makeInput(_ generator: inout SeededGenerator) throws -> FuzzInput {
    if generator.once(in: 5) {
      var bytes = documents[generator.index(below: documents.count)]
      bytes.damage(&generator, head: 200)
      return FuzzInput(file: bytes)
    }
    var tree = trees[generator.index(below: trees.count)]
    if generator.once(in: 3) {
      var layers = RandomLayers(&generator)
      let package = try CAPackage(
        rootLayer: layers.layer(),
        size: CGSize(width: 64, height: 64)
      )
      if let text = try? package.documentText(), let made = Markup(parsing: Array(text.utf8)) {
        tree = made
      }
    }
    for _ in 0..<generator.index(below: 6) { tree.damage(&generator, vocabulary, trees) }
    return FuzzInput(file: tree.document)
  }

  func run(_ input: FuzzInput) throws {
    guard let package = try? Self.read(input.file) else { return }
    try PackageUse.use(package, file: input.file)
  }

  /// Reads a document as a package of its own.
  static func read(_ document: Data) throws -> CAPackage {
    let folder = try ScratchFolder()
    let package = folder.url.appending(path: "a.ca")
    try FileManager.default.createDirectory(at: package, withIntermediateDirectories: true)
    try document.write(to: package.appending(path: "main.caml"))
    return try CAPackage(contentsOf: package)
  }
}

/// An element, to be changed at will.
struct Markup {
  var name: String
  var attributes: [String: String]
  var children: [Markup]

  init?(parsing bytes: [UInt8]) {
    guard let element = try? MarkupReader.read(Data(bytes)) else { return nil }
    self.init(element)
  }

  private init(_ element: MarkupElement) {
    (name, attributes) = (element.name, element.attributes)
    children = element.children.map(Markup.init)
  }

  /// Element and all below.
  var count: Int { children.reduce(1) { $0 + $1.count } }

  // MARK: Text

  /// The document of this root.
  var document: [UInt8] {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    write(to: &text, isRoot: true)
    return Array(text.utf8)
  }

  private func write(to text: inout String, isRoot: Bool = false) {
    text += "<\(name)"
    if isRoot { text += " xmlns=\"http://www.apple.com/CoreAnimation/1.0\"" }
    for (key, value) in attributes.sorted(by: { $0.key < $1.key }) where key != "xmlns" {
      text += " \(key)=\"\(Self.escaped(value))\""
    }
    text += children.isEmpty ? "/>\n" : ">\n"
    guard !children.isEmpty else { return }
    for child in children { child.write(to: &text) }
    text += "</\(name)>\n"
  }

  private static func escaped(_ value: String) -> String {
    value.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }

  // MARK: Damage

  /// Changes one element somewhere below or here.
  mutating func damage(
    _ generator: inout SeededGenerator,
    _ vocabulary: Vocabulary,
    _ others: [Markup]
  ) {
    change(at: generator.index(below: count)) { element in
      element.damageItself(&generator, vocabulary, others)
    }
  }

  /// Calls `body` with the element that has a number in the order of the document.
  private mutating func change(at place: Int, _ body: (inout Markup) -> Void) {
    if place == 0 { return body(&self) }
    var place = place - 1
    for index in children.indices {
      let size = children[index].count
      if place < size { return children[index].change(at: place, body) }
      place -= size
    }
  }

  private mutating func damageItself(
    _ generator: inout SeededGenerator,
    _ vocabulary: Vocabulary,
    _ others: [Markup]
  ) {
    switch generator.index(below: 9) {
    case 0...2:
      guard let key = attributes.keys.sorted().randomElement(using: &generator) else { return }
      attributes[key] = vocabulary.value(key, attributes[key] ?? "", &generator)
    case 3:
      let key = vocabulary.attribute(&generator)
      attributes[key] = vocabulary.value(key, "", &generator)
    case 4: name = vocabulary.name(&generator)
    case 5:
      if !children.isEmpty { children.remove(at: generator.index(below: children.count)) }
    case 6:
      guard let child = children.randomElement(using: &generator), child.count < 200 else { return }
      let copies = generator.once(in: 20) ? 300 : 2
      children += Array(repeating: child, count: copies)
    case 7:
      // Deep, up to what the reader takes and beyond.
      let levels = generator.once(in: 10) ? 300 : 2
      for _ in 0..<levels {
        let inner = self
        self = Markup(name: inner.name, attributes: inner.attributes, children: [])
        children = [
          Markup(name: "sublayers", attributes: [:], children: [inner])
        ]
      }
    default:
      let other = others[generator.index(below: others.count)]
      if let piece = other.children.randomElement(using: &generator), piece.count < 200 {
        children.append(piece)
      }
    }
  }

  private init(name: String, attributes: [String: String], children: [Markup]) {
    (self.name, self.attributes, self.children) = (name, attributes, children)
  }
}

/// The names and values of documents.
struct Vocabulary {
  private var names: [String] = []
  private var values: [String: [String]] = [:]
  private var keys: [String] = []

  init(_ trees: [Markup]) {
    func visit(_ element: Markup) {
      names.append(element.name)
      for (key, value) in element.attributes { values[key, default: []].append(value) }
      element.children.forEach(visit)
    }
    trees.forEach(visit)
    names = Array(Set(names)).sorted()
    values = values.mapValues { Array(Set($0)).sorted() }
    keys = values.keys.sorted()
  }

  func name(_ generator: inout SeededGenerator) -> String {
    names[generator.index(below: names.count)]
  }

  func attribute(_ generator: inout SeededGenerator) -> String {
    keys[generator.index(below: keys.count)]
  }

  /// Another value for an attribute: of its own kind, of another's, or numbers at their edges.
  func value(_ key: String, _ old: String, _ generator: inout SeededGenerator) -> String {
    switch generator.index(below: 6) {
    case 0: return values[key]?.randomElement(using: &generator) ?? old
    case 1:
      return values[attribute(&generator)]?.randomElement(using: &generator) ?? old
    case 2:
      var bytes = Array(old.utf8)
      bytes.damage(&generator)
      return String(decoding: bytes.filter { $0 >= 32 }, as: UTF8.self)
    default:
      let count = old.isEmpty ? 1 + generator.index(below: 4) : old.split(separator: " ").count
      return (0..<min(count, 40)).map { _ in "\(HostileNumber.next(&generator, oddOnceIn: 3))" }
        .joined(separator: " ")
    }
  }
}
