// One element of a document: names, attributes, children and where it stands.
// Licensed under the MIT license; see LICENSE.

/// An element of a parsed document.
package struct MarkupElement: Sendable {
  /// The name without its namespace prefix.
  package let name: String
  /// The namespace's name; empty for none.
  package let namespace: String
  /// The attributes by their names as written, prefix included.
  package let attributes: [String: String]
  /// The line of the end of its start tag, counted from 1.
  package let line: Int
  package internal(set) var children: [MarkupElement] = []

  /// The first child with a name.
  package func child(_ name: String) -> MarkupElement? {
    children.first { $0.name == name }
  }
}

/// How large a document may be.
package struct MarkupLimits: Sendable {
  /// Bytes of the file.
  package var bytes = 64 << 20
  /// Elements inside one another.
  package var depth = 256
  /// Elements of the whole document.
  package var elements = 100_000
  /// Bytes of one attribute.
  package var attributeBytes = 1 << 20
  /// Bytes of one attribute that holds a `data:` URL.
  ///
  /// The parser itself refuses more than 10 000 000.
  package var dataURLBytes = 8 << 20

  package init() {}
}

/// Why a document was not read.
package enum MarkupError: Error, Equatable {
  case malformed(line: Int, column: Int, reason: String)
  case documentType(line: Int)
  case limit(line: Int, what: String, limit: Int)
}
