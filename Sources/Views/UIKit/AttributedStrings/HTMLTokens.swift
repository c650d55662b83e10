// The tags and texts of a page of HTML.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// A part of a page.
enum HTMLToken: Equatable {
  case text(String)
  /// The name and the attributes, in small letters but for their values.
  case open(String, [String: String])
  case close(String)
}

/// Reads the parts of a page one after the other.
///
/// All that is no tag is text; nothing is an error. The time is in proportion to the length.
struct HTMLTokens: IteratorProtocol {
  /// The most attributes of a tag that are read.
  private static let mostAttributes = 64
  /// The longest name of a character between `&` and `;`.
  private static let longestName = 10
  /// Tags whose contents are no HTML, and do not show.
  private static let opaque: Set = ["script", "style", "title", "template", "noscript", "textarea"]

  private let bytes: [UInt8]
  private var place = 0
  /// The tag up to whose end everything is passed over.
  private var passing: String?

  init(_ page: String) { bytes = Array(page.utf8) }

  mutating func next() -> HTMLToken? {
    while place < bytes.count {
      if let name = passing { skip(to: name) }
      guard place < bytes.count else { return nil }
      guard bytes[place] == UInt8(ascii: "<") else { return .text(text()) }
      if let token = tag() {
        guard let token else { continue }
        if case .open(let name, _) = token, Self.opaque.contains(name) { passing = name }
        return token
      }
      place += 1
      return .text("<")
    }
    return nil
  }

  private func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  private func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x9 || byte == 0xA || byte == 0xC || byte == 0xD
  }

  private func first(_ byte: Character, from start: Int) -> Int? {
    guard let value = byte.asciiValue, start < bytes.count else { return nil }
    return bytes[start...].firstIndex(of: value)
  }

  /// Goes to the end tag of a name, or to the end.
  private mutating func skip(to name: String) {
    passing = nil
    let wanted = Array(name.utf8)
    while let start = first("<", from: place) {
      place = start + 1
      guard byte(place) == UInt8(ascii: "/"), start + 2 + wanted.count <= bytes.count,
        zip(bytes[(start + 2)...], wanted).allSatisfy({ $0 | 0x20 == $1 })
      else { continue }
      place = start
      return
    }
    place = bytes.count
  }

  // MARK: Text

  private mutating func text() -> String {
    let end = first("<", from: place) ?? bytes.count
    defer { place = end }
    guard let first = bytes[place..<end].firstIndex(of: UInt8(ascii: "&")) else {
      return string(place..<end)
    }
    var result = string(place..<first)
    HTMLTokens.decode(bytes[first..<end], into: &result)
    return result
  }

  /// Adds a text in which characters may have names.
  private static func decode(_ bytes: ArraySlice<UInt8>, into result: inout String) {
    var place = bytes.startIndex
    var plain = place
    func flush(to end: Int) { result += String(decoding: bytes[plain..<end], as: UTF8.self) }
    while let start = bytes[place...].firstIndex(of: UInt8(ascii: "&")) {
      let limit = min(start + 2 + longestName, bytes.endIndex)
      place = start + 1
      guard let end = bytes[place..<limit].firstIndex(of: UInt8(ascii: ";")),
        let character = character(String(decoding: bytes[place..<end], as: UTF8.self))
      else { continue }
      flush(to: start)
      result += character
      (place, plain) = (end + 1, end + 1)
    }
    flush(to: bytes.endIndex)
  }

  private static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    decode(Array(text.utf8)[...], into: &result)
    return result
  }

  private static func character(_ name: String) -> String? {
    guard name.hasPrefix("#") else { return names[name] }
    let digits = name.dropFirst()
    let isHex = digits.hasPrefix("x") || digits.hasPrefix("X")
    let number = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let number, number != 0, let scalar = Unicode.Scalar(number) else { return nil }
    return String(Character(scalar))
  }

  private static let names = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    "copy": "\u{A9}", "reg": "\u{AE}", "trade": "\u{2122}", "deg": "\u{B0}", "sect": "\u{A7}",
    "para": "\u{B6}", "middot": "\u{B7}", "bull": "\u{2022}", "hellip": "\u{2026}",
    "ndash": "\u{2013}", "mdash": "\u{2014}", "lsquo": "\u{2018}", "rsquo": "\u{2019}",
    "sbquo": "\u{201A}", "ldquo": "\u{201C}", "rdquo": "\u{201D}", "bdquo": "\u{201E}",
    "laquo": "\u{AB}", "raquo": "\u{BB}", "lsaquo": "\u{2039}", "rsaquo": "\u{203A}",
    "euro": "\u{20AC}", "pound": "\u{A3}", "yen": "\u{A5}", "cent": "\u{A2}", "times": "\u{D7}",
    "divide": "\u{F7}", "plusmn": "\u{B1}", "frac12": "\u{BD}", "frac14": "\u{BC}",
    "larr": "\u{2190}", "uarr": "\u{2191}", "rarr": "\u{2192}", "darr": "\u{2193}",
    "auml": "\u{E4}", "ouml": "\u{F6}", "uuml": "\u{FC}", "Auml": "\u{C4}", "Ouml": "\u{D6}",
    "Uuml": "\u{DC}", "szlig": "\u{DF}", "eacute": "\u{E9}", "egrave": "\u{E8}", "agrave": "\u{E0}",
    "ccedil": "\u{E7}", "ntilde": "\u{F1}", "shy": "\u{AD}", "zwj": "\u{200D}", "zwnj": "\u{200C}",
    "ensp": "\u{2002}", "emsp": "\u{2003}", "thinsp": "\u{2009}",
  ]

  // MARK: Tags

  /// Reads what begins with `<`: a tag, a comment (no token), or no tag at all (nil).
  private mutating func tag() -> HTMLToken?? {
    let mark = byte(place + 1)
    if mark == UInt8(ascii: "!") || mark == UInt8(ascii: "?") {
      passComment()
      return .some(nil)
    }
    let isEnd = mark == UInt8(ascii: "/")
    var index = place + (isEnd ? 2 : 1)
    guard Self.isLetter(byte(index)) else { return nil }
    let start = index
    while index < bytes.count, !Self.isSpace(bytes[index]), bytes[index] != UInt8(ascii: ">"),
      bytes[index] != UInt8(ascii: "/")
    {
      index += 1
    }
    let name = string(start..<index).lowercased()
    place = index
    let attributes = attributes()
    return .some(isEnd ? .close(name) : .open(name, attributes))
  }

  private mutating func passComment() {
    let isComment =
      byte(place + 2) == UInt8(ascii: "-") && byte(place + 3) == UInt8(ascii: "-")
    var index = place + (isComment ? 4 : 2)
    while let end = first(">", from: index) {
      let isOver =
        !isComment
        || bytes[end - 1] == UInt8(ascii: "-") && bytes[end - 2] == UInt8(ascii: "-")
      index = end + 1
      if isOver {
        place = index
        return
      }
    }
    place = bytes.count
  }

  /// Reads attributes up to the end of the tag.
  private mutating func attributes() -> [String: String] {
    var found: [String: String] = [:]
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: ">") {
        place += 1
        break
      }
      if Self.isSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=") {
        place += 1
        continue
      }
      let start = place
      while place < bytes.count, !Self.isSpace(bytes[place]), bytes[place] != UInt8(ascii: "="),
        bytes[place] != UInt8(ascii: ">"), bytes[place] != UInt8(ascii: "/")
      {
        place += 1
      }
      let name = string(start..<place).lowercased()
      let value = value()
      if found.count < Self.mostAttributes, found[name] == nil { found[name] = value }
    }
    return found
  }

  /// Reads the value of an attribute; an empty one without `=`.
  private mutating func value() -> String {
    var index = place
    while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
    guard byte(index) == UInt8(ascii: "=") else { return "" }
    index += 1
    while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
    let quote = byte(index)
    let start: Int
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      start = index + 1
      let end = start < bytes.count ? bytes[start...].firstIndex(of: quote) : nil
      index = end ?? bytes.count
      place = min(index + 1, bytes.count)
    } else {
      start = index
      while index < bytes.count, !Self.isSpace(bytes[index]), bytes[index] != UInt8(ascii: ">") {
        index += 1
      }
      place = index
    }
    return Self.decoded(string(min(start, index)..<index))
  }
}
