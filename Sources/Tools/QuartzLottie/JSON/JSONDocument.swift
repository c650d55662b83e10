// A document of JSON as one list of its values, in their order.
// Licensed under the MIT license; see LICENSE.

/// The values of a document, each before those that it contains.
///
/// Nothing is made for a member but an entry in a list: its name and its text are ranges of the
/// document's bytes, and lists that have nothing but numbers are ranges of one list of numbers.
final class JSONDocument: Sendable {
  enum Kind: UInt8 {
    case null, no, yes, number, text, numbers, list, object

    /// The kind, for messages, with its article.
    var description: String {
      switch self {
      case .null: "null"
      case .no, .yes: "a truth value"
      case .number: "a number"
      case .text: "a text"
      case .numbers, .list: "a list"
      case .object: "an object"
      }
    }
  }

  /// A value, and its name in the object that contains it.
  struct Node {
    var kind: Kind
    /// The bytes of the name; empty in lists.
    var nameStart = 0
    var nameCount = 0
    /// The number, of numbers.
    var number = 0.0
    /// The first byte of a text, or the first one of numbers.
    var start = 0
    /// The bytes of a text, or how many numbers there are.
    var count = 0
    /// The place after the last value that this one contains.
    var end = 0
  }

  fileprivate let nodes: [Node]
  fileprivate let numbers: [Double]
  /// The document, and after it the names and texts that have escapes, without them.
  fileprivate let bytes: [UInt8]
  /// The place that the root stands for in another document.
  fileprivate let base: JSONPath

  init(nodes: [Node], numbers: [Double], bytes: [UInt8]) {
    (self.nodes, self.numbers, self.bytes, base) = (nodes, numbers, bytes, .root)
  }

  /// A document of a value that stands in for another one's.
  ///
  /// - Parameter base: The place that errors name for its root.
  init(_ value: JSONValue, at base: JSONPath = .root) {
    var builder = JSONDocumentBuilder()
    builder.add(value, named: "")
    (nodes, numbers, bytes) = (builder.nodes, builder.numbers, builder.bytes)
    self.base = base
  }

  var root: JSONPlace { JSONPlace(document: self, node: 0) }

  fileprivate func text(_ start: Int, _ count: Int) -> String {
    String(decoding: bytes[start..<start + count], as: UTF8.self)
  }

  /// The values in a list or an object.
  fileprivate func children(of node: Int) -> some Sequence<Int> {
    let end = nodes[node].end
    return sequence(state: node + 1) { [nodes] next in
      guard next < end else { return nil }
      defer { next = nodes[next].end }
      return next
    }
  }

  /// The last member of an object with a name.
  fileprivate func member(_ name: String, of node: Int) -> Int? {
    var name = name
    return name.withUTF8 { name in
      var found: Int?
      let end = nodes[node].end
      var child = node + 1
      while child < end {
        if nodes[child].nameCount == name.count {
          let start = nodes[child].nameStart
          // Names differ in their first bytes mostly.
          var index = 0
          while index < name.count, bytes[start + index] == name[index] { index += 1 }
          if index == name.count { found = child }
        }
        child = nodes[child].end
      }
      return found
    }
  }
}

/// Makes a document of values that a program has.
private struct JSONDocumentBuilder {
  var nodes: [JSONDocument.Node] = []
  var numbers: [Double] = []
  var bytes: [UInt8] = []

  private mutating func append(_ text: String) -> (start: Int, count: Int) {
    let start = bytes.count
    bytes += text.utf8
    return (start, bytes.count - start)
  }

  mutating func add(_ value: JSONValue, named name: String) {
    let index = nodes.count
    var node = JSONDocument.Node(kind: .null)
    (node.nameStart, node.nameCount) = append(name)
    switch value {
    case .null: break
    case .bool(let bool): node.kind = bool ? .yes : .no
    case .number(let number): (node.kind, node.number) = (.number, number)
    case .text(let text):
      node.kind = .text
      (node.start, node.count) = append(text)
    case .numbers(let list):
      (node.kind, node.start, node.count) = (.numbers, numbers.count, list.count)
      numbers += list
    // A list without elements is one of numbers.
    case .list(let list): node.kind = list.isEmpty ? .numbers : .list
    case .object: node.kind = .object
    }
    nodes.append(node)
    switch value {
    case .list(let list): for value in list { add(value, named: "") }
    case .object(let members): for (name, value) in members { add(value, named: name) }
    default: break
    }
    nodes[index].end = nodes.count
  }
}

/// A value in a document.
struct JSONPlace: Sendable {
  fileprivate let document: JSONDocument
  fileprivate let node: Int
  /// The place in a list of numbers, whose elements are no values of their own; -1 elsewhere.
  fileprivate var element = -1

  private var entry: JSONDocument.Node { document.nodes[node] }

  var kind: JSONDocument.Kind { element >= 0 ? .number : document.nodes[node].kind }

  var path: JSONPath { JSONPath(document: document, node: node, element: element) }

  /// The member of an object; nil if it is absent or null, or if this is no object.
  subscript(name: String) -> JSONPlace? {
    guard kind == .object, let member = document.member(name, of: node),
      document.nodes[member].kind != .null
    else { return nil }
    return JSONPlace(document: document, node: member)
  }

  /// The names of all members of an object, sorted.
  var names: [String] {
    guard kind == .object else { return [] }
    return Set(document.children(of: node).map { JSONPlace(document: document, node: $0).name })
      .sorted()
  }

  fileprivate var name: String { document.text(entry.nameStart, entry.nameCount) }

  var isObject: Bool { kind == .object }

  /// Whether this is a list whose first element is an object.
  var isListOfObjects: Bool {
    kind == .list && document.nodes[node + 1].kind == .object
  }

  /// The elements of a list; nil if this is none.
  var elements: [JSONPlace]? {
    switch kind {
    case .numbers:
      (0..<entry.count).map { JSONPlace(document: document, node: node, element: $0) }
    case .list: document.children(of: node).map { JSONPlace(document: document, node: $0) }
    default: nil
    }
  }

  /// A number, or the first one of a list.
  var number: Double? {
    let entry = entry
    switch kind {
    case .number: return element >= 0 ? document.numbers[entry.start + element] : entry.number
    case .numbers: return entry.count > 0 ? document.numbers[entry.start] : nil
    case .no: return 0
    case .yes: return 1
    case .text:
      return Double(document.text(entry.start, entry.count)).flatMap { $0.isFinite ? $0 : nil }
    case .list:
      let first = document.nodes[node + 1]
      return first.kind == .number ? first.number : nil
    case .null, .object: return nil
    }
  }

  /// All numbers of a list, or a number alone; nil if there is another value among them.
  var numbers: [Double]? { numberSlice.map { Array($0) } }

  /// The same as a part of the document's numbers, which is not copied.
  var numberSlice: ArraySlice<Double>? {
    switch kind {
    case .number: number.map { [$0] }
    case .numbers: document.numbers[entry.start..<entry.start + entry.count]
    default: nil
    }
  }

  /// A text, or a number as text.
  var text: String? {
    switch kind {
    case .text: document.text(entry.start, entry.count)
    case .number: number?.shortText
    default: nil
    }
  }

  /// A truth value: numbers but 0 are true.
  var bool: Bool? {
    switch kind {
    case .no: false
    case .yes: true
    case .number: number != 0
    default: nil
    }
  }

  /// The value with all that it contains.
  var value: JSONValue {
    switch kind {
    case .null: .null
    case .no: .bool(false)
    case .yes: .bool(true)
    case .number: .number(number ?? 0)
    case .text: .text(text ?? "")
    case .numbers: .numbers(numbers ?? [])
    case .list: .list((elements ?? []).map(\.value))
    case .object:
      .object(
        Dictionary(
          document.children(of: node).map { child in
            let member = JSONPlace(document: document, node: child)
            return (member.name, member.value)
          }
        ) { $1 }
      )
    }
  }
}

/// The way from the root of a document to a value, such as `layers[3].ks.o`.
///
/// It is found when it is written.
struct JSONPath: Sendable, CustomStringConvertible {
  /// The root of any document.
  static let root = JSONPath(document: nil, node: 0)

  fileprivate let document: JSONDocument?
  fileprivate let node: Int
  fileprivate var element = -1
  /// The way from there to a member that is absent.
  private var absent = ""

  fileprivate init(document: JSONDocument?, node: Int, element: Int = -1) {
    (self.document, self.node, self.element) = (document, node, element)
  }

  /// The way to a member that need not be there.
  func member(_ name: String) -> JSONPath {
    var result = self
    result.absent = absent.isEmpty ? name : "\(absent).\(name)"
    return result
  }

  var description: String {
    var result = document?.base.description ?? ""
    func add(_ name: String) { result += result.isEmpty ? name : "." + name }
    if let document {
      var place = 0
      while place != node {
        let isList = document.nodes[place].kind == .list
        var (index, child) = (0, place + 1)
        while document.nodes[child].end <= node {
          child = document.nodes[child].end
          index += 1
        }
        if isList {
          result += "[\(index)]"
        } else {
          add(JSONPlace(document: document, node: child).name)
        }
        place = child
      }
      if element >= 0 { result += "[\(element)]" }
    }
    if !absent.isEmpty { add(absent) }
    return result
  }
}
