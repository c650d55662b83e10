// Pages of HTML as attributed strings.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// The text of a page, which grows by its parts.
///
/// Elements may be closed in any order or not at all: an end closes those within, and one without a
/// beginning is passed over.
struct HTMLText {
  /// The deepest elements that have looks of their own.
  private static let deepest = 256
  /// The longest text, in UTF-16 code units.
  private static let longest = 1 << 20
  /// Elements that are paragraphs.
  private static let blocks: Set = [
    "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre",
    "section", "article", "header", "footer", "main", "nav", "aside", "table", "tr", "center",
    "address", "dl", "dt", "dd", "figure", "figcaption", "form", "hr", "body", "html",
  ]
  /// Elements without an end.
  private static let empty: Set = [
    "br", "hr", "img", "input", "meta", "link", "wbr", "area", "base", "col", "source", "track",
  ]

  private struct Element {
    var name: String
    var style: HTMLStyle
    /// The number of the next item of a list; nil for one without numbers.
    var number: Int?
  }

  private let defaults: [NSAttributedString.Key: Any]
  private var text = ""
  private var length = 0
  private var runs: [(style: HTMLStyle, range: NSRange)] = []
  private var stack = [Element(name: "", style: HTMLStyle())]
  /// Whether a space is to come before the next word.
  private var hasSpace = false
  /// Whether nothing stands in the line so far.
  private var isAtStart = true

  private init(_ defaults: [NSAttributedString.Key: Any]) { self.defaults = defaults }

  /// Returns the text of a page with its looks.
  static func read(
    _ page: String,
    defaults: [NSAttributedString.Key: Any]
  ) -> NSAttributedString {
    var result = HTMLText(defaults)
    var tokens = HTMLTokens(page)
    while result.length < longest, let token = tokens.next() { result.take(token) }
    var attributes = AttributeRuns(result.text)
    for (style, range) in result.runs { attributes.append(style.attributes(defaults), range) }
    return attributes.string
  }

  private var style: HTMLStyle { stack[stack.count - 1].style }

  private mutating func take(_ token: HTMLToken) {
    switch token {
    case .text(let text): style.isPreformatted ? add(text) : addWords(text)
    case .open(let name, let attributes): open(name, attributes)
    case .close(let name): close(name)
    }
  }

  // MARK: Elements

  private mutating func open(_ name: String, _ attributes: [String: String]) {
    if Self.blocks.contains(name) { endLine() }
    if name == "br" { return addBreak() }
    guard !Self.empty.contains(name), stack.count < Self.deepest else { return }
    // A paragraph or an item ends the one before.
    if name == "p" || name == "li", stack[stack.count - 1].name == name { stack.removeLast() }
    var element = Element(name: name, style: style)
    element.style.take(name, attributes)
    if name == "ol" {
      element.number = attributes["start"].flatMap { Int($0) }.map { min(max($0, 0), 1 << 20) } ?? 1
    }
    stack.append(element)
    if name == "li" { addSign() }
  }

  private mutating func close(_ name: String) {
    if Self.blocks.contains(name) { endLine() }
    guard let index = stack.lastIndex(where: { $0.name == name }), index > 0 else { return }
    stack.removeSubrange(index...)
  }

  /// Adds the sign or the number of an item.
  private mutating func addSign() {
    let list = stack.dropLast().lastIndex { $0.name == "ol" || $0.name == "ul" }
    var sign = "\u{2022}"
    if let list, let number = stack[list].number {
      sign = String(number)
      stack[list].number = number + 1
    }
    add("\t\(sign)\t")
    isAtStart = true
  }

  // MARK: Text

  /// Ends the line, if something stands in it.
  private mutating func endLine() {
    hasSpace = false
    guard !text.isEmpty, text.utf8.last != UInt8(ascii: "\n") else { return }
    add("\n")
  }

  private mutating func addBreak() {
    hasSpace = false
    add("\n")
  }

  /// Adds words, between which there is one space each.
  private mutating func addWords(_ text: String) {
    var words = ""
    for scalar in text.unicodeScalars {
      let isSpace =
        scalar == " " || scalar == "\n" || scalar == "\t" || scalar == "\r" || scalar == "\u{C}"
      if isSpace {
        hasSpace = true
        continue
      }
      if hasSpace, !isAtStart || !words.isEmpty { words.unicodeScalars.append(" ") }
      hasSpace = false
      words.unicodeScalars.append(scalar)
    }
    if !words.isEmpty { add(words) }
  }

  private mutating func add(_ string: String) {
    let count = string.utf16.count
    guard count > 0 else { return }
    text += string
    if let last = runs.last, last.style == style {
      runs[runs.count - 1].range.length += count
    } else {
      runs.append((style, NSRange(location: length, length: count)))
    }
    length += count
    isAtStart = string.hasSuffix("\n")
  }
}
