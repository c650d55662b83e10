// The caret and the selected part of a text, as numbers.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// A selected part of a text: from where it began to where it ends now, in UTF-16 code units.
struct FieldSelection: Equatable {
  /// A move by a key.
  enum Move: Equatable {
    case left, right, wordLeft, wordRight, start, end
  }

  /// Where the selection began.
  var anchor = 0
  /// Where the caret is.
  var head = 0

  /// The selected units; none at the caret.
  var range: NSRange { NSRange(location: min(anchor, head), length: abs(head - anchor)) }
  var isEmpty: Bool { anchor == head }

  init(at offset: Int = 0) { (anchor, head) = (offset, offset) }

  init(_ range: NSRange) { (anchor, head) = (range.location, range.location + range.length) }

  /// The selection in a text: within it, and between its characters.
  func inside(_ text: String) -> FieldSelection {
    var selection = self
    selection.anchor = FieldSelection.edge(anchor, in: text)
    selection.head = FieldSelection.edge(head, in: text)
    return selection
  }

  /// Returns the edge of a character at or before an offset.
  static func edge(_ offset: Int, in text: String) -> Int {
    let units = text.utf16
    guard offset > 0 else { return 0 }
    guard offset < units.count else { return units.count }
    let place = units.index(units.startIndex, offsetBy: offset)
    if place.samePosition(in: text) != nil,
      text.rangeOfComposedCharacterSequence(at: place).lowerBound == place
    {
      return offset
    }
    let start = text.rangeOfComposedCharacterSequence(at: place).lowerBound
    return units.distance(from: units.startIndex, to: start)
  }

  /// Returns the edge of the next character in a direction.
  static func step(_ offset: Int, by count: Int, in text: String) -> Int {
    let units = text.utf16
    var place = units.index(units.startIndex, offsetBy: edge(offset, in: text))
    for _ in 0..<abs(count) {
      if count > 0 {
        guard place < text.endIndex else { break }
        place = text.index(after: place)
      } else {
        guard place > text.startIndex else { break }
        place = text.index(before: place)
      }
    }
    return units.distance(from: units.startIndex, to: place)
  }

  /// Returns the word around an offset; the character after it, if that is in none.
  static func word(at offset: Int, in text: String) -> NSRange {
    let characters = Array(text)
    var edges = [0]
    for character in characters { edges.append(edges[edges.count - 1] + character.utf16.count) }
    guard !characters.isEmpty else { return NSRange(location: 0, length: 0) }
    var first = max((edges.firstIndex { $0 > offset } ?? characters.count) - 1, 0)
    first = min(first, characters.count - 1)
    func isWord(_ index: Int) -> Bool { characters[index].isLetter || characters[index].isNumber }
    if !isWord(first), first > 0, isWord(first - 1) { first -= 1 }
    guard isWord(first) else {
      return NSRange(location: edges[first], length: edges[first + 1] - edges[first])
    }
    var last = first
    while first > 0, isWord(first - 1) { first -= 1 }
    while last + 1 < characters.count, isWord(last + 1) { last += 1 }
    return NSRange(location: edges[first], length: edges[last + 1] - edges[first])
  }

  /// Moves the caret.
  ///
  /// - Parameters:
  ///   - move: The key.
  ///   - extends: Whether the selection grows.
  ///   - text: The text.
  mutating func take(_ move: Move, extends: Bool, in text: String) {
    let count = text.utf16.count
    let old = range
    switch move {
    case .left where !extends && !isEmpty: head = old.location
    case .right where !extends && !isEmpty: head = old.location + old.length
    case .left: head = FieldSelection.step(head, by: -1, in: text)
    case .right: head = FieldSelection.step(head, by: 1, in: text)
    case .wordLeft:
      while head > 0 {
        head = FieldSelection.step(head, by: -1, in: text)
        if isWordStart(text) { break }
      }
    case .wordRight:
      while head < count {
        head = FieldSelection.step(head, by: 1, in: text)
        if isWordEnd(text) { break }
      }
    case .start: head = 0
    case .end: head = count
    }
    if !extends { anchor = head }
  }

  private func isWord(_ offset: Int, _ text: String) -> Bool {
    let units = text.utf16
    guard offset >= 0, offset < units.count else { return false }
    let character = text[units.index(units.startIndex, offsetBy: offset)]
    return character.isLetter || character.isNumber
  }

  private func isWordStart(_ text: String) -> Bool {
    isWord(head, text) && !isWord(FieldSelection.step(head, by: -1, in: text), text) || head == 0
  }

  private func isWordEnd(_ text: String) -> Bool {
    isWord(FieldSelection.step(head, by: -1, in: text), text) && !isWord(head, text)
  }
}
