// Reads JSON from bytes, within limits of depth and of the length of texts.
// Licensed under the MIT license; see LICENSE.

/// The bytes of one document, and the place where reading is.
struct JSONParser {
  /// Levels of lists and objects.
  static let deepest = 256
  /// Bytes of a text.
  static let longestText = 1 << 24

  private let bytes: [UInt8]
  private var at = 0
  private var depth = 0
  private var nodes: [JSONDocument.Node] = []
  private var numbers: [Double] = []
  /// Names and texts that have escapes, without them.
  private var decoded: [UInt8] = []

  /// - Returns: The document that the bytes are, with nothing but white space around it.
  /// - Throws: `LottieError.malformed` with the offset of the first byte that does not fit.
  static func document(of bytes: [UInt8]) throws(LottieError) -> JSONDocument {
    var parser = JSONParser(bytes: bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.at = 3 }
    try parser.value(JSONDocument.Node(kind: .null))
    parser.skipSpace()
    guard parser.at == bytes.count else { throw parser.error("the document goes on") }
    return JSONDocument(
      nodes: parser.nodes,
      numbers: parser.numbers,
      bytes: parser.decoded.isEmpty ? bytes : bytes + parser.decoded
    )
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
    // Of documents of animations.
    nodes.reserveCapacity(bytes.count / 16)
    numbers.reserveCapacity(bytes.count / 16)
  }

  private func error(_ reason: String) -> LottieError {
    .malformed(offset: at, reason: reason)
  }

  private var byte: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func skipSpace() {
    while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { at += 1 }
  }

  private mutating func take(_ expected: UInt8) -> Bool {
    guard byte == expected else { return false }
    at += 1
    return true
  }

  // MARK: Values

  /// Reads a value and those that it contains.
  ///
  /// - Parameter node: Its name.
  private mutating func value(_ node: JSONDocument.Node) throws(LottieError) {
    var node = node
    skipSpace()
    switch byte {
    case UInt8(ascii: "{"): return try object(node)
    case UInt8(ascii: "["): return try list(node)
    case UInt8(ascii: "\""):
      node.kind = .text
      (node.start, node.count) = try text()
    case UInt8(ascii: "t"): node.kind = try word("true", .yes)
    case UInt8(ascii: "f"): node.kind = try word("false", .no)
    case UInt8(ascii: "n"): node.kind = try word("null", .null)
    case nil: throw error("the document ends where a value is expected")
    case let byte? where byte.beginsNumber: (node.kind, node.number) = (.number, try number())
    default: throw error("a value is expected")
    }
    node.end = nodes.count + 1
    nodes.append(node)
  }

  private mutating func word(
    _ word: StaticString,
    _ kind: JSONDocument.Kind
  ) throws(LottieError) -> JSONDocument.Kind {
    for expected in word.description.utf8 where !take(expected) {
      throw error("\(word) is expected")
    }
    return kind
  }

  private mutating func enter() throws(LottieError) {
    at += 1
    depth += 1
    guard depth <= Self.deepest else {
      throw .limit(what: "levels of JSON at byte \(at)", limit: Self.deepest)
    }
  }

  private mutating func object(_ node: JSONDocument.Node) throws(LottieError) {
    try enter()
    let index = nodes.count
    nodes.append(node)
    nodes[index].kind = .object
    skipSpace()
    if !take(UInt8(ascii: "}")) {
      repeat {
        skipSpace()
        guard byte == UInt8(ascii: "\"") else { throw error("the name of a member is expected") }
        var member = JSONDocument.Node(kind: .null)
        (member.nameStart, member.nameCount) = try text()
        skipSpace()
        guard take(UInt8(ascii: ":")) else { throw error("a colon is expected") }
        try value(member)
        skipSpace()
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "}")) else { throw error("a comma or a brace is expected") }
    }
    depth -= 1
    nodes[index].end = nodes.count
  }

  private mutating func list(_ node: JSONDocument.Node) throws(LottieError) {
    try enter()
    let (index, start) = (nodes.count, numbers.count)
    nodes.append(node)
    var isOfNumbers = true
    skipSpace()
    if !take(UInt8(ascii: "]")) {
      repeat {
        skipSpace()
        if isOfNumbers, let byte, byte.beginsNumber {
          numbers.append(try number())
        } else {
          if isOfNumbers {
            isOfNumbers = false
            for number in numbers[start...] {
              let end = nodes.count + 1
              nodes.append(JSONDocument.Node(kind: .number, number: number, end: end))
            }
            numbers.removeLast(numbers.count - start)
          }
          try value(JSONDocument.Node(kind: .null))
        }
        skipSpace()
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "]")) else { throw error("a comma or a bracket is expected") }
    }
    depth -= 1
    nodes[index].kind = isOfNumbers ? .numbers : .list
    if isOfNumbers { (nodes[index].start, nodes[index].count) = (start, numbers.count - start) }
    nodes[index].end = nodes.count
  }

  // MARK: Numbers

  /// The powers of ten by their exponents.
  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  private mutating func digits() throws(LottieError) {
    guard let first = byte, first.isDigit else { throw error("a digit is expected") }
    while let byte, byte.isDigit { at += 1 }
  }

  private mutating func number() throws(LottieError) -> Double {
    let start = at
    _ = take(UInt8(ascii: "-"))
    let whole = at
    try digits()
    if bytes[whole] == UInt8(ascii: "0"), at - whole > 1 {
      throw error("a number begins with 0")
    }
    var point = at
    if take(UInt8(ascii: ".")) {
      try digits()
    } else {
      point = at - 1
    }
    var hasExponent = false
    if let byte, byte | 0x20 == UInt8(ascii: "e") {
      hasExponent = true
      at += 1
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    let places = at - point - 1
    if !hasExponent, at - whole <= 16 {
      // Both are exact in a Double, so that their quotient is the nearest one to the text.
      var digits = 0
      for byte in bytes[whole..<at] where byte != UInt8(ascii: ".") {
        digits = digits &* 10 &+ Int(byte - UInt8(ascii: "0"))
      }
      let result = Double(digits) / Self.powers[places]
      return whole > start ? -result : result
    }
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    guard let number = Double(text), number.isFinite else {
      throw error("the number is beyond the largest one")
    }
    return number
  }

  // MARK: Texts

  /// Reads a text.
  ///
  /// - Returns: The range of its bytes; behind the document's lie those of texts with escapes.
  private mutating func text() throws(LottieError) -> (start: Int, count: Int) {
    at += 1
    let start = at
    while let byte, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
      guard byte >= 0x20 else { throw error("a text has a control character") }
      at += 1
    }
    guard byte != nil else { throw error("the document ends in a text") }
    guard at - start <= Self.longestText else {
      throw .limit(what: "bytes of a text at byte \(start)", limit: Self.longestText)
    }
    if take(UInt8(ascii: "\"")) { return (start, at - 1 - start) }
    let text = try escapedText(Array(bytes[start..<at]))
    decoded += text
    return (bytes.count + decoded.count - text.count, text.count)
  }

  private mutating func escapedText(_ beginning: [UInt8]) throws(LottieError) -> [UInt8] {
    var result = beginning
    while let byte {
      guard result.count <= Self.longestText else {
        throw .limit(what: "bytes of a text at byte \(at)", limit: Self.longestText)
      }
      at += 1
      switch byte {
      case UInt8(ascii: "\""): return result
      case UInt8(ascii: "\\"): result += try escape().utf8
      case ..<0x20: throw error("a text has a control character")
      default: result.append(byte)
      }
    }
    throw error("the document ends in a text")
  }

  private mutating func escape() throws(LottieError) -> String {
    guard let byte else { throw error("the document ends in a text") }
    at += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      return String(UnicodeScalar(byte))
    case UInt8(ascii: "u"): return String(try escapedScalar())
    default: throw error("a text has an unknown escape")
    }
  }

  /// A character by one or two units of UTF-16; halves alone become the replacement character.
  private mutating func escapedScalar() throws(LottieError) -> UnicodeScalar {
    let replacement: UnicodeScalar = "\u{FFFD}"
    let high = try hexadecimal()
    guard high & 0xFC00 == 0xD800 else { return UnicodeScalar(high) ?? replacement }
    guard byte == UInt8(ascii: "\\"), at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "u")
    else { return replacement }
    let place = at
    at += 2
    let low = try hexadecimal()
    guard low & 0xFC00 == 0xDC00 else {
      at = place
      return replacement
    }
    return UnicodeScalar(0x10000 + (high & 0x3FF) << 10 + (low & 0x3FF)) ?? replacement
  }

  private mutating func hexadecimal() throws(LottieError) -> UInt32 {
    guard at + 4 <= bytes.count,
      bytes[at..<at + 4].allSatisfy({ UnicodeScalar($0).properties.isASCIIHexDigit }),
      let value = UInt32(String(decoding: bytes[at..<at + 4], as: UTF8.self), radix: 16)
    else { throw error("four hexadecimal digits are expected") }
    at += 4
    return value
  }
}

extension UInt8 {
  fileprivate var beginsNumber: Bool { isDigit || self == UInt8(ascii: "-") }
  fileprivate var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
