// The nesting of a source, found before it is parsed.
// Licensed under the MIT license; see LICENSE.
//
// The parser reads the first part of each array type twice, to tell it from an inline array, so
// each array type in another one doubles its time: 22 take seconds, 30 a quarter of an hour. For
// each interpolation in another one it keeps its whole state again, and 50,000 take all memory. One
// pass over the bytes finds both. It knows comments and strings, and no more of the language.

/// A place at which a source is nested more deeply than is read.
struct SourceDepth {
  /// Brackets in one another; at this limit the parser takes milliseconds.
  static let mostBrackets = 16
  /// Strings in interpolations of strings.
  static let mostInterpolations = 32

  /// The offset of the byte.
  let offset: Int
  /// In words.
  let message: String

  /// Looks for the first such place; nil if there is none.
  static func excess(in bytes: [UInt8]) -> SourceDepth? {
    var scanner = DepthScanner(bytes: bytes)
    return scanner.excess()
  }
}

/// One pass over a source.
private struct DepthScanner {
  /// A string whose end has yet to come.
  private struct Text {
    var hashes: Int
    var isMultiline: Bool
    /// The parentheses that are open in the interpolation that is read; nil in the text itself.
    var open: Int?
  }

  let bytes: [UInt8]
  private var place = 0
  private var brackets = 0
  private var texts: [Text] = []

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func excess() -> SourceDepth? {
    while place < bytes.count {
      let start = place
      if let text = texts.last, text.open == nil {
        readText(text)
      } else {
        readCode()
      }
      if brackets > SourceDepth.mostBrackets {
        return SourceDepth(
          offset: start,
          message: "more than \(SourceDepth.mostBrackets) brackets are nested here"
        )
      }
      if texts.count > SourceDepth.mostInterpolations {
        return SourceDepth(
          offset: start,
          message: "more than \(SourceDepth.mostInterpolations) interpolations are nested here"
        )
      }
    }
    return nil
  }

  private func byte(_ offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private func count(of wanted: Unicode.Scalar, at start: Int) -> Int {
    var end = start
    while byte(end) == UInt8(ascii: wanted) { end += 1 }
    return end - start
  }

  private mutating func readCode() {
    switch bytes[place] {
    case UInt8(ascii: "/") where byte(place + 1) == UInt8(ascii: "/"):
      while let next = byte(place), !Byte.isNewline(next) { place += 1 }
    case UInt8(ascii: "/") where byte(place + 1) == UInt8(ascii: "*"): skipComment()
    case UInt8(ascii: "#"):
      let hashes = count(of: "#", at: place)
      place += hashes
      if byte(place) == UInt8(ascii: "\"") { beginText(hashes) }
    case UInt8(ascii: "\""): beginText(0)
    case UInt8(ascii: "["):
      brackets += 1
      place += 1
    case UInt8(ascii: "]"):
      brackets = max(brackets - 1, 0)
      place += 1
    case UInt8(ascii: "("):
      if let open = texts.last?.open { texts[texts.count - 1].open = open + 1 }
      place += 1
    case UInt8(ascii: ")"):
      // The last one ends the interpolation.
      if let open = texts.last?.open { texts[texts.count - 1].open = open > 1 ? open - 1 : nil }
      place += 1
    default: place += 1
    }
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if byte(place) == UInt8(ascii: "/"), byte(place + 1) == UInt8(ascii: "*") {
        depth += 1
        place += 2
      } else if byte(place) == UInt8(ascii: "*"), byte(place + 1) == UInt8(ascii: "/") {
        depth -= 1
        place += 2
      } else {
        place += 1
      }
    } while depth > 0 && place < bytes.count
  }

  private mutating func beginText(_ hashes: Int) {
    let isMultiline = count(of: "\"", at: place) >= 3
    place += isMultiline ? 3 : 1
    texts.append(Text(hashes: hashes, isMultiline: isMultiline))
  }

  private mutating func readText(_ text: Text) {
    switch bytes[place] {
    case UInt8(ascii: "\\"):
      let hashes = min(count(of: "#", at: place + 1), text.hashes)
      place += 1 + hashes
      guard hashes == text.hashes else { return }
      if byte(place) == UInt8(ascii: "(") { texts[texts.count - 1].open = 1 }
      place += 1
    case UInt8(ascii: "\""):
      let quotes = text.isMultiline ? 3 : 1
      guard count(of: "\"", at: place) >= quotes,
        count(of: "#", at: place + quotes) >= text.hashes
      else { return place += 1 }
      place += quotes + text.hashes
      texts.removeLast()
    case let next where Byte.isNewline(next) && !text.isMultiline:
      // A string that does not end is no reason to read on as if it went on.
      texts.removeLast()
      place += 1
    default: place += 1
    }
  }
}
