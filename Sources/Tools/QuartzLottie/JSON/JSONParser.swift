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

  /// - Returns: The value that the bytes are, with nothing but white space around it.
  /// - Throws: `LottieError.malformed` with the offset of the first byte that does not fit.
  static func value(of bytes: [UInt8]) throws(LottieError) -> JSONValue {
    var parser = JSONParser(bytes: bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.at = 3 }
    let value = try parser.value()
    parser.skipSpace()
    guard parser.at == bytes.count else { throw parser.error("the document goes on") }
    return value
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
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

  private mutating func value() throws(LottieError) -> JSONValue {
    skipSpace()
    switch byte {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try list()
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case nil: throw error("the document ends where a value is expected")
    case let byte? where byte.isDigit || byte == UInt8(ascii: "-"): return .number(try number())
    default: throw error("a value is expected")
    }
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(LottieError) -> JSONValue {
    for expected in word.utf8 where !take(expected) { throw error("\(word) is expected") }
    return value
  }

  private mutating func enter() throws(LottieError) {
    at += 1
    depth += 1
    guard depth <= Self.deepest else {
      throw .limit(what: "levels of JSON at byte \(at)", limit: Self.deepest)
    }
  }

  private mutating func object() throws(LottieError) -> JSONValue {
    try enter()
    var members: [String: JSONValue] = [:]
    skipSpace()
    if !take(UInt8(ascii: "}")) {
      repeat {
        skipSpace()
        guard byte == UInt8(ascii: "\"") else { throw error("the name of a member is expected") }
        let name = try text()
        skipSpace()
        guard take(UInt8(ascii: ":")) else { throw error("a colon is expected") }
        members[name] = try value()
        skipSpace()
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "}")) else { throw error("a comma or a brace is expected") }
    }
    depth -= 1
    return .object(members)
  }

  private mutating func list() throws(LottieError) -> JSONValue {
    try enter()
    var numbers: [Double] = []
    var values: [JSONValue] = []
    skipSpace()
    if !take(UInt8(ascii: "]")) {
      repeat {
        switch try value() {
        case .number(let number) where values.isEmpty: numbers.append(number)
        case let other:
          if values.isEmpty { values = numbers.map { .number($0) } }
          values.append(other)
        }
        skipSpace()
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "]")) else { throw error("a comma or a bracket is expected") }
    }
    depth -= 1
    return values.isEmpty ? .numbers(numbers) : .list(values)
  }

  // MARK: Numbers

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
    var isWhole = true
    if take(UInt8(ascii: ".")) {
      isWhole = false
      try digits()
    }
    if let byte, byte | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      at += 1
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    if isWhole, at - start <= 15 {
      var result = 0
      for byte in bytes[whole..<at] { result = result * 10 + Int(byte - UInt8(ascii: "0")) }
      return whole > start ? -Double(result) : Double(result)
    }
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    guard let number = Double(text), number.isFinite else {
      throw error("the number is beyond the largest one")
    }
    return number
  }

  // MARK: Texts

  private mutating func text() throws(LottieError) -> String {
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
    if take(UInt8(ascii: "\"")) { return String(decoding: bytes[start..<at - 1], as: UTF8.self) }
    return try escapedText(Array(bytes[start..<at]))
  }

  private mutating func escapedText(_ beginning: [UInt8]) throws(LottieError) -> String {
    var result = beginning
    while let byte {
      guard result.count <= Self.longestText else {
        throw .limit(what: "bytes of a text at byte \(at)", limit: Self.longestText)
      }
      at += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: result, as: UTF8.self)
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
  fileprivate var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
