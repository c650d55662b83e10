// The reader of documents, with Foundation's XML parser (libxml2), within limits.
// Licensed under the MIT license; see LICENSE.
//
// The parser would read document type declarations, and with them entities that grow without end
// ("billion laughs") or name other files. XML allows such a declaration only in the prolog, before
// the first element. So the prolog is scanned first, in the encoding that the parser then gets: the
// text is converted to UTF-8, and the XML declaration, which could name another encoding, is
// blanked. So the parser sees no declaration that the scan did not see.

package import Foundation
import FoundationXML

package enum MarkupReader {
  /// Returns the root element of a document.
  ///
  /// - Parameter bytes: The file: UTF-8, or UTF-16 with a byte order mark.
  package static func read(
    _ bytes: Data,
    limits: MarkupLimits = MarkupLimits()
  ) throws(MarkupError) -> MarkupElement {
    guard bytes.count <= limits.bytes else {
      throw .limit(line: 1, what: "bytes in a document", limit: limits.bytes)
    }
    var text = try utf8(bytes)
    try blankDeclaration(&text)
    let problem = text.withUnsafeBytes { bytes -> MarkupError? in
      var tags = TagScanner(bytes: bytes, limits: limits)
      do throws(MarkupError) { try tags.scan() } catch { return error }
      return nil
    }
    if let problem { throw problem }
    let parser = XMLParser(data: text)
    let builder = TreeBuilder(limits: limits)
    parser.delegate = builder
    parser.shouldProcessNamespaces = true
    parser.shouldResolveExternalEntities = false
    _ = parser.parse()
    if let error = builder.error { throw error }
    guard let root = builder.root else {
      throw .malformed(line: 1, column: 1, reason: "the document is empty")
    }
    return root
  }

  private static func utf8(_ bytes: Data) throws(MarkupError) -> Data {
    let mark = [UInt8](bytes.prefix(3))
    if mark.starts(with: [0xEF, 0xBB, 0xBF]) { return Data(bytes.dropFirst(3)) }
    guard mark.starts(with: [0xFF, 0xFE]) || mark.starts(with: [0xFE, 0xFF]) else { return bytes }
    guard let text = String(data: bytes, encoding: .utf16) else {
      throw .malformed(line: 1, column: 1, reason: "the text is not valid UTF-16")
    }
    return Data(text.utf8)
  }

  /// Blanks the XML declaration and refuses a document type declaration in the prolog.
  private static func blankDeclaration(_ text: inout Data) throws(MarkupError) {
    var bytes = [UInt8](text)
    var prolog = PrologScanner(bytes: bytes)
    try prolog.scan()
    guard let declaration = prolog.declaration else { return }
    for index in declaration where bytes[index] != UInt8(ascii: "\n") {
      bytes[index] = UInt8(ascii: " ")
    }
    text = Data(bytes)
  }
}

/// A scanner of the prolog before the first element: blanks, comments, processing instructions.
private struct PrologScanner {
  let bytes: [UInt8]
  /// The range of the XML declaration.
  private(set) var declaration: Range<Int>?
  private var index = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private var line: Int {
    1 + bytes[..<min(index, bytes.count)].reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
  }

  mutating func scan() throws(MarkupError) {
    while true {
      while index < bytes.count, " \t\r\n".utf8.contains(bytes[index]) { index += 1 }
      let start = index
      if starts(with: "<?") {
        try skip(past: "?>")
        if start == 0, bytes[2...].starts(with: "xml".utf8) { declaration = start..<index }
      } else if starts(with: "<!--") {
        try skip(past: "-->")
      } else if starts(with: "<!") {
        throw .documentType(line: line)
      } else {
        return
      }
    }
  }

  private func starts(with text: String) -> Bool {
    index <= bytes.count && bytes[index...].starts(with: text.utf8)
  }

  private mutating func skip(past end: String) throws(MarkupError) {
    let start = index
    while let found = bytes[index...].firstIndex(of: UInt8(ascii: ">")) {
      // Both ends, "?>" and "-->", have their ">" last.
      index = found + 1
      if bytes[..<index].suffix(end.utf8.count).elementsEqual(end.utf8) { return }
    }
    index = start
    throw .malformed(line: line, column: 1, reason: "a comment or instruction has no end")
  }
}

/// A scanner that counts the attributes of tags before parsing, since the parser's time for an
/// element is quadratic in them.
private struct TagScanner {
  let bytes: UnsafeRawBufferPointer
  let limits: MarkupLimits
  private var index = 0
  private var namespaces = 0
  private var allAttributes = 0

  init(bytes: UnsafeRawBufferPointer, limits: MarkupLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  mutating func scan() throws(MarkupError) {
    while let start = next("<") {
      index = start + 1
      if starts(with: "!--") {
        skip(past: "-->")
      } else if starts(with: "![CDATA[") {
        skip(past: "]]>")
      } else if starts(with: "?") {
        skip(past: "?>")
      } else {
        try scanTag()
      }
    }
  }

  /// Scans to the end of a tag, skipping quoted values.
  private mutating func scanTag() throws(MarkupError) {
    var attributes = 0
    let start = index
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: ">"):
        index += 1
        return
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let quote = bytes[index]
        attributes += 1
        allAttributes += 1
        try check(attributes, limits.attributes, "attributes of an element", from: start)
        try check(
          allAttributes,
          limits.allAttributes,
          "attributes in a document",
          from: start
        )
        index += 1
        while index < bytes.count, bytes[index] != quote { index += 1 }
      case UInt8(ascii: "x") where starts(with: "xmlns:"):
        namespaces += 1
        try check(
          namespaces,
          limits.namespaces,
          "prefixes of namespaces in a document",
          from: start
        )
      default: break
      }
      index += 1
    }
  }

  private func check(
    _ count: Int,
    _ limit: Int,
    _ what: String,
    from start: Int
  ) throws(MarkupError) {
    guard count > limit else { return }
    throw .limit(line: line(of: start), what: what, limit: limit)
  }

  private func next(_ byte: Unicode.Scalar) -> Int? {
    var position = index
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: byte) { return position }
      position += 1
    }
    return nil
  }

  private func starts(with text: StaticString) -> Bool {
    guard index <= bytes.count - text.utf8CodeUnitCount else { return false }
    for offset in 0..<text.utf8CodeUnitCount
    where bytes[index + offset] != text.utf8Start[offset] {
      return false
    }
    return true
  }

  private mutating func skip(past end: StaticString) {
    while index < bytes.count, !starts(with: end) { index += 1 }
    index += end.utf8CodeUnitCount
  }

  private func line(of position: Int) -> Int {
    1 + bytes[..<position].reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
  }
}

/// A parser delegate that builds the tree and stops the parser at the first error.
private final class TreeBuilder: NSObject, XMLParserDelegate {
  let limits: MarkupLimits
  private(set) var root: MarkupElement?
  private(set) var error: MarkupError?
  private var open: [MarkupElement] = []
  private var count = 0

  init(limits: MarkupLimits) {
    self.limits = limits
  }

  private func fail(_ error: MarkupError, _ parser: XMLParser) {
    if self.error == nil { self.error = error }
    parser.abortParsing()
  }

  func parser(
    _ parser: XMLParser,
    didStartElement elementName: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    guard error == nil else { return }
    let line = parser.lineNumber
    count += 1
    guard open.count < limits.depth else {
      return fail(
        .limit(line: line, what: "elements inside one another", limit: limits.depth),
        parser
      )
    }
    guard count <= limits.elements else {
      return fail(
        .limit(line: line, what: "elements in a document", limit: limits.elements),
        parser
      )
    }
    for (name, value) in attributes where value.utf8.count > limits.attributeBytes {
      let isDataURL = name == "src" && value.hasPrefix("data:")
      let limit = isDataURL ? limits.dataURLBytes : limits.attributeBytes
      guard value.utf8.count > limit else { continue }
      return fail(.limit(line: line, what: "bytes in the attribute \(name)", limit: limit), parser)
    }
    open.append(
      MarkupElement(
        name: elementName,
        namespace: namespaceURI ?? "",
        attributes: attributes,
        line: line
      )
    )
  }

  func parser(
    _ parser: XMLParser,
    didEndElement elementName: String,
    namespaceURI: String?,
    qualifiedName: String?
  ) {
    guard error == nil, let element = open.popLast() else { return }
    if open.isEmpty {
      root = element
    } else {
      open[open.count - 1].children.append(element)
    }
  }

  func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
    let (line, column) = (parser.lineNumber, parser.columnNumber)
    let reason = TreeBuilder.reason((parseError as NSError).code, inside: open.last?.name)
    fail(.malformed(line: line, column: column, reason: reason), parser)
  }

  /// The parser reports only the number of libxml2's error (`xmlParserErrors` in xmlerror.h).
  private static func reason(_ code: Int, inside element: String?) -> String {
    let position = element.map { "<\($0)>" } ?? "the document"
    return switch code {
    case 4: "the document is empty"
    case 5, 77: "\(position) is not closed"
    case 9: "a character that XML does not allow"
    case 26: "an entity that is not declared"
    case 38, 39, 40, 41: "an attribute has no quoted value or is too long"
    case 42: "an attribute stands twice in one tag"
    case 68: "a tag has no valid name"
    case 65, 73: "a tag is not written correctly"
    case 76: "the end tag does not match \(position)"
    case 81: "the text is not valid UTF-8"
    case 201: "a namespace prefix is not declared"
    default: "the XML is malformed (libxml2 error \(code))"
    }
  }
}
