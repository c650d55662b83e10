// Writes elements as a document, two spaces for each level.
// Licensed under the MIT license; see LICENSE.

package import Foundation

package enum MarkupWriter {
  /// Returns the document of a root element; the same elements give the same bytes.
  ///
  /// - Throws: `MarkupError.limit` for a document that the reader would refuse.
  package static func document(
    _ root: MarkupElement,
    limits: MarkupLimits = MarkupLimits()
  ) throws(MarkupError) -> Data {
    var sheet = Sheet(limits: limits)
    try sheet.write(root, depth: 0, namespace: "")
    return Data(("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\n" + sheet.text).utf8)
  }
}

private struct Sheet {
  let limits: MarkupLimits
  private(set) var text = ""
  private var line = 3
  private var count = 0

  init(limits: MarkupLimits) {
    self.limits = limits
  }

  mutating func write(
    _ element: MarkupElement,
    depth: Int,
    namespace: String
  ) throws(MarkupError) {
    count += 1
    try check(that: depth < limits.depth, "elements inside one another", limits.depth)
    try check(that: count <= limits.elements, "elements in a document", limits.elements)
    let indent = String(repeating: "  ", count: depth)
    text += "\(indent)<\(element.name)"
    if element.namespace != namespace { write("xmlns", element.namespace) }
    for (name, value) in element.attributesInOrder {
      let limit =
        name == "src" && value.hasPrefix("data:") ? limits.dataURLBytes : limits.attributeBytes
      try check(that: value.utf8.count <= limit, "bytes in the attribute \(name)", limit)
      write(name, value)
    }
    if element.children.isEmpty {
      text += "/>\n"
      line += 1
    } else {
      text += ">\n"
      line += 1
      for child in element.children {
        try write(child, depth: depth + 1, namespace: element.namespace)
      }
      text += "\(indent)</\(element.name)>\n"
      line += 1
    }
    try check(that: text.utf8.count < limits.bytes, "bytes in a document", limits.bytes)
  }

  private func check(that holds: Bool, _ what: String, _ limit: Int) throws(MarkupError) {
    if !holds { throw .limit(line: line, what: what, limit: limit) }
  }

  private mutating func write(_ name: String, _ value: String) {
    text += " \(name)=\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      // Parsers convert these to blanks, unless they are written as numbers.
      case "\t", "\n", "\r": text += "&#\(scalar.value);"
      default: text.unicodeScalars.append(scalar.isAllowedInXML ? scalar : "\u{FFFD}")
      }
    }
    text += "\""
  }
}

extension MarkupElement {
  /// The attributes that define an element come first, then the rest by name.
  fileprivate var attributesInOrder: [(key: String, value: String)] {
    let first = ["id", "type", "key", "keyPath", "name"]
    func rank(_ name: String) -> Int { first.firstIndex(of: name) ?? first.count }
    return attributes.sorted { (rank($0.key), $0.key) < (rank($1.key), $1.key) }
  }
}

extension Unicode.Scalar {
  /// Char of XML 1.0, section 2.2.
  fileprivate var isAllowedInXML: Bool {
    switch value {
    case 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}
