// An element of a document: names, attributes, children and its line.
// Licensed under the MIT license; see LICENSE.

/// An element of a document, parsed or about to be written.
package struct MarkupElement: Sendable {
  /// The name without its namespace prefix.
  package let name: String
  /// The namespace's name; empty for none.
  package let namespace: String
  /// The attributes by their names as written, prefix included.
  package internal(set) var attributes: [String: String]
  /// The line of the end of its start tag, counted from 1; 0 for an element that was never parsed.
  package let line: Int
  package internal(set) var children: [MarkupElement] = []

  /// The first child with a name.
  package func child(_ name: String) -> MarkupElement? {
    children.first { $0.name == name }
  }
}

extension MarkupElement {
  /// Creates an element to write.
  init(_ name: String, _ attributes: [String: String] = [:], children: [MarkupElement] = []) {
    self.init(
      name: name,
      namespace: DocumentReader.namespace,
      attributes: attributes,
      line: 0,
      children: children
    )
  }

  /// Whether a name may stand for an element or an attribute, without a prefix or a member.
  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, isNameStart(first) else { return false }
    return text.utf8.allSatisfy { isNameStart($0) || isNameRest($0) }
  }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func isNameRest(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

/// The limits of a document.
package struct MarkupLimits: Sendable {
  /// Bytes of the file.
  package var bytes = 64 << 20
  /// Elements inside one another.
  package var depth = 256
  /// Elements of the whole document.
  package var elements = 100_000
  /// Attributes of one element.
  ///
  /// The parser compares each with all others.
  package var attributes = 256
  /// Attributes of the whole document.
  ///
  /// A file of the largest size has five times as many if they are short; the parser would take
  /// several seconds for elements with as many as they may have.
  package var allAttributes = 2_000_000
  /// Namespaces that are declared in the whole document, with a prefix.
  ///
  /// The parser searches them for each name.
  package var namespaces = 256
  /// Bytes of one attribute.
  package var attributeBytes = 1 << 20
  /// Bytes of one attribute that holds a `data:` URL.
  ///
  /// The parser itself refuses more than 10 000 000.
  package var dataURLBytes = 8 << 20

  package init() {}
}

/// The reason why a document was not read.
package enum MarkupError: Error, Equatable {
  case malformed(line: Int, column: Int, reason: String)
  case documentType(line: Int)
  case limit(line: Int, what: String, limit: Int)
}
