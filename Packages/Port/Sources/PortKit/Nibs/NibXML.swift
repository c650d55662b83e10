// The XML of nibs and storyboards.
// Licensed under the MIT license; see LICENSE.
//
// Interface Builder writes a small part of XML: elements, attributes, texts, comments, and the five
// entities that every document has. This reader knows that part alone. A document type is refused,
// and with it entities that grow and files that are fetched. Each element keeps its line, and
// elements in one another are a list of open ones and no calls, so that depth costs no stack.

/// An element.
final class NibElement {
  let name: String
  /// The number of the line; 1 is the first.
  let line: Int
  let attributes: [String: String]
  fileprivate(set) var children: [NibElement] = []
  /// The text in it, without that of elements in it.
  fileprivate(set) var text = ""
  private(set) weak var parent: NibElement?

  init(_ name: String, line: Int, _ attributes: [String: String], parent: NibElement?) {
    self.name = name
    self.line = line
    self.attributes = attributes
    self.parent = parent
  }

  /// The value of an attribute; nil if there is none.
  subscript(name: String) -> String? { attributes[name] }

  /// The identifier; nil if there is none.
  var id: String? { attributes["id"] }

  /// Returns the first element of a name in it.
  func child(_ name: String) -> NibElement? { children.first { $0.name == name } }

  /// Returns the elements in the first element of a name.
  func list(_ name: String) -> [NibElement] { child(name)?.children ?? [] }

  /// Returns the element that is the value of a property.
  func value(_ key: String) -> NibElement? { children.first { $0["key"] == key } }

  /// Whether an attribute is true.
  func isOn(_ name: String) -> Bool { self[name] == "YES" }
}

/// An error in a nib: the line and the reason.
struct NibError: Error {
  let line: Int
  let message: String
}

/// Reads the XML of a nib.
struct NibXML {
  private let bytes: [UInt8]
  private var place = 0
  private var line = 1
  private var count = 0

  /// The most elements in one another; those of Interface Builder have some forty.
  static let greatestDepth = 400
  private static let greatestCount = 500_000

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the element at the top.
  static func read(_ bytes: [UInt8]) throws(NibError) -> NibElement {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw NibError(line: 1, message: "is not UTF-8")
    }
    var reader = NibXML(bytes)
    return try reader.document()
  }

  private func failure(_ message: String) -> NibError { NibError(line: line, message: message) }

  private mutating func document() throws(NibError) -> NibElement {
    var open: [NibElement] = []
    var top: NibElement?
    if starts(with: "\u{FEFF}") { place += 3 }
    while place < bytes.count {
      if bytes[place] != UInt8(ascii: "<") {
        let text = try self.text()
        if let element = open.last {
          element.text += text
        } else if !text.allSatisfy(\.isWhitespace) {
          throw failure("expected an element and found text")
        }
      } else if starts(with: "<!--") {
        try skip(to: "-->", "a comment")
      } else if starts(with: "<![CDATA[") {
        let start = place + 9
        try skip(to: "]]>", "a section of text")
        open.last?.text += String(decoding: bytes[start..<(place - 3)], as: UTF8.self)
      } else if starts(with: "<?") {
        try skip(to: "?>", "an instruction")
      } else if starts(with: "<!") {
        throw failure("a document type or an entity is declared; nibs have none")
      } else if starts(with: "</") {
        try close(&open)
      } else {
        guard top == nil || !open.isEmpty else {
          throw failure("there is a second element at the top")
        }
        let (element, isOpen) = try element(in: open.last)
        top = top ?? element
        guard isOpen else { continue }
        open.append(element)
        guard open.count <= Self.greatestDepth else {
          throw failure("more than \(Self.greatestDepth) elements are in one another")
        }
      }
    }
    if let element = open.last {
      throw failure("<\(element.name)> of line \(element.line) is open")
    }
    guard let top else { throw failure("there is no element") }
    return top
  }

  private mutating func close(_ open: inout [NibElement]) throws(NibError) {
    place += 2
    let name = try self.name()
    skipBlanks()
    guard let element = open.popLast(), element.name == name, take(">") else {
      throw failure("</\(name)> closes no element")
    }
  }

  private mutating func element(
    in parent: NibElement?
  ) throws(NibError) -> (element: NibElement, isOpen: Bool) {
    place += 1
    let start = line
    let name = try self.name()
    count += 1
    guard count <= Self.greatestCount else {
      throw failure("more than \(Self.greatestCount) elements")
    }
    var attributes: [String: String] = [:]
    while true {
      skipBlanks()
      let isEmpty = starts(with: "/>")
      if isEmpty || starts(with: ">") {
        place += isEmpty ? 2 : 1
        let element = NibElement(name, line: start, attributes, parent: parent)
        parent?.children.append(element)
        return (element, !isEmpty)
      }
      let key = try self.name()
      skipBlanks()
      guard take("=") else { throw failure("the attribute \(key) of <\(name)> has no value") }
      skipBlanks()
      let value = try self.value(key)
      guard attributes.updateValue(value, forKey: key) == nil else {
        throw failure("<\(name)> has the attribute \(key) twice")
      }
    }
  }

  private mutating func value(_ key: String) throws(NibError) -> String {
    guard place < bytes.count, bytes[place] == 0x22 || bytes[place] == 0x27 else {
      throw failure("the value of the attribute \(key) has no quotes")
    }
    let quote = bytes[place]
    place += 1
    let start = place
    while place < bytes.count, bytes[place] != quote {
      guard bytes[place] != UInt8(ascii: "<") else { throw failure("< in the attribute \(key)") }
      if bytes[place] == 0x0A { line += 1 }
      place += 1
    }
    guard place < bytes.count else { throw failure("the attribute \(key) does not end") }
    place += 1
    return try unescaped(start..<(place - 1))
  }

  private mutating func text() throws(NibError) -> String {
    let start = place
    while place < bytes.count, bytes[place] != UInt8(ascii: "<") {
      if bytes[place] == 0x0A { line += 1 }
      place += 1
    }
    return try unescaped(start..<place)
  }

  /// Returns text with its entities replaced: the five of XML, and numbers.
  private func unescaped(_ range: Range<Int>) throws(NibError) -> String {
    guard bytes[range].contains(UInt8(ascii: "&")) else {
      return String(decoding: bytes[range], as: UTF8.self)
    }
    var result = ""
    var first = true
    for part in bytes[range].split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
      defer { first = false }
      guard !first else {
        result += String(decoding: part, as: UTF8.self)
        continue
      }
      guard let end = part.firstIndex(of: UInt8(ascii: ";")), end - part.startIndex <= 10 else {
        throw failure("& without an entity")
      }
      let name = String(decoding: part[..<end], as: UTF8.self)
      guard let scalar = Self.scalar(name) else { throw failure("the entity &\(name); is unknown") }
      result.unicodeScalars.append(scalar)
      result += String(decoding: part[(end + 1)...], as: UTF8.self)
    }
    return result
  }

  private static func scalar(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.hasPrefix("#") else { return nil }
      let isHex = name.hasPrefix("#x")
      let number = UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10)
      return number.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
    }
  }

  private mutating func name() throws(NibError) -> String {
    let start = place
    while place < bytes.count, Self.isOfName(bytes[place]) { place += 1 }
    guard place > start else { throw failure("expected a name") }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: ":"), 0x80...0xFF:
      true
    default: false
    }
  }

  private mutating func skipBlanks() {
    while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) {
      if bytes[place] == 0x0A { line += 1 }
      place += 1
    }
  }

  private mutating func skip(to end: String, _ what: String) throws(NibError) {
    let mark = Array(end.utf8)
    while place < bytes.count, !bytes[place...].starts(with: mark) {
      if bytes[place] == 0x0A { line += 1 }
      place += 1
    }
    guard place < bytes.count else { throw failure("\(what) does not end") }
    place += mark.count
  }

  private func starts(with text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

  private mutating func take(_ text: String) -> Bool {
    guard starts(with: text) else { return false }
    place += text.utf8.count
    return true
  }
}
