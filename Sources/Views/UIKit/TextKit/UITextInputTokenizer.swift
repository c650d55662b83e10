// Units of texts: characters, words, sentences, paragraphs, lines.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// A unit of a text.
public enum UITextGranularity: Int, Sendable {
  /// Characters, as a person sees them.
  case character = 0
  /// Words: letters and digits.
  case word = 1
  /// Sentences, with the white space behind them.
  case sentence = 2
  /// Paragraphs, without their ends.
  case paragraph = 3
  /// Lines as they show.
  case line = 4
  /// All of the text.
  case document = 5
}

/// The direction of a way over a text that shows.
public enum UITextLayoutDirection: Int, Sendable {
  /// To the right.
  case right = 2
  /// To the left.
  case left = 3
  /// Up.
  case up = 4
  /// Down.
  case down = 5
}

/// A direction in a text: of its characters, or as it shows.
public struct UITextDirection: RawRepresentable, Hashable, Sendable {
  /// The number of a `UITextStorageDirection` or of a `UITextLayoutDirection`.
  public let rawValue: Int
  /// The direction of a number.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// A direction of characters.
  public static func storage(_ direction: UITextStorageDirection) -> UITextDirection {
    UITextDirection(rawValue: direction.rawValue)
  }
  /// A direction as the text shows.
  public static func layout(_ direction: UITextLayoutDirection) -> UITextDirection {
    UITextDirection(rawValue: direction.rawValue)
  }

  /// Whether it leads to the end of a text that runs from the left.
  var isForward: Bool { [0, 2, 5].contains(rawValue) }
}

/// Finds units of a text.
@preconcurrency
@MainActor
public protocol UITextInputTokenizer: NSObjectProtocol {
  /// Returns the unit around a place; nil if the place is in none, seen in a direction.
  func rangeEnclosingPosition(
    _ position: UITextPosition,
    with granularity: UITextGranularity,
    inDirection direction: UITextDirection
  ) -> UITextRange?
  /// Whether a place is at the end of a unit for the forward direction, at its beginning for the
  /// other one.
  func isPosition(
    _ position: UITextPosition,
    atBoundary granularity: UITextGranularity,
    inDirection direction: UITextDirection
  ) -> Bool
  /// Returns the next end of a unit for the forward direction, the beginning before for the other
  /// one; nil if there is none.
  func position(
    from position: UITextPosition,
    toBoundary granularity: UITextGranularity,
    inDirection direction: UITextDirection
  ) -> UITextPosition?
  /// Whether a place is in a unit, seen in a direction.
  func isPosition(
    _ position: UITextPosition,
    withinTextUnit granularity: UITextGranularity,
    inDirection direction: UITextDirection
  ) -> Bool
}

/// Finds units by the characters of a text.
///
/// **Differences**: words and sentences are found by the kinds of characters in all languages.
/// Lines that show are those of text views; elsewhere they are paragraphs. Directions are those of
/// text that runs from the left.
@preconcurrency
@MainActor
open class UITextInputStringTokenizer: NSObject, UITextInputTokenizer {
  private weak var input: (any UITextInput)?

  /// Creates a tokenizer of a text, which it does not keep.
  public init(textInput: any UITextInput) {
    input = textInput
    super.init()
  }

  private func offset(_ position: UITextPosition) -> Int? {
    input.map { $0.offset(from: $0.beginningOfDocument, to: position) }
  }

  private func units(_ granularity: UITextGranularity) -> [Range<Int>] {
    guard let input,
      let all = input.textRange(from: input.beginningOfDocument, to: input.endOfDocument),
      let text = input.text(in: all)
    else { return [] }
    if granularity == .line, let view = input as? UITextView { return view.shownLines }
    return TextUnits.ranges(of: granularity, in: text)
  }

  /// Whether a place is in a unit: not at its end for the forward direction, not at its beginning
  /// for the other one.
  private static func holds(_ unit: Range<Int>, _ offset: Int, isForward: Bool) -> Bool {
    isForward
      ? unit.contains(offset) : offset > unit.lowerBound && offset <= unit.upperBound
  }

  /// Returns the unit around a place; nil if the place is in none, seen in a direction.
  open func rangeEnclosingPosition(
    _ position: UITextPosition,
    with granularity: UITextGranularity,
    inDirection direction: UITextDirection
  ) -> UITextRange? {
    guard let offset = offset(position), let input,
      let unit = units(granularity).first(where: {
        Self.holds($0, offset, isForward: direction.isForward)
      }),
      let start = input.position(from: input.beginningOfDocument, offset: unit.lowerBound),
      let end = input.position(from: input.beginningOfDocument, offset: unit.upperBound)
    else { return nil }
    return input.textRange(from: start, to: end)
  }

  /// Whether a place is at the end of a unit for the forward direction, at its beginning for the
  /// other one.
  open func isPosition(
    _ position: UITextPosition,
    atBoundary granularity: UITextGranularity,
    inDirection direction: UITextDirection
  ) -> Bool {
    guard let offset = offset(position) else { return false }
    return units(granularity).contains {
      offset == (direction.isForward ? $0.upperBound : $0.lowerBound)
    }
  }

  /// Returns the next end of a unit for the forward direction, the beginning before for the other
  /// one; nil if there is none.
  open func position(
    from position: UITextPosition,
    toBoundary granularity: UITextGranularity,
    inDirection direction: UITextDirection
  ) -> UITextPosition? {
    guard let offset = offset(position), let input else { return nil }
    let units = units(granularity)
    let found =
      direction.isForward
      ? units.first { $0.upperBound > offset }?.upperBound
      : units.last { $0.lowerBound < offset }?.lowerBound
    return found.flatMap { input.position(from: input.beginningOfDocument, offset: $0) }
  }

  /// Whether a place is in a unit, seen in a direction.
  open func isPosition(
    _ position: UITextPosition,
    withinTextUnit granularity: UITextGranularity,
    inDirection direction: UITextDirection
  ) -> Bool {
    guard let offset = offset(position) else { return false }
    return units(granularity).contains {
      Self.holds($0, offset, isForward: direction.isForward)
    }
  }
}

/// The units of a text, in UTF-16 code units.
enum TextUnits {
  /// The units of a kind, ascending; none is empty.
  static func ranges(of granularity: UITextGranularity, in text: String) -> [Range<Int>] {
    guard !text.isEmpty else { return [] }
    switch granularity {
    case .document: return [0..<text.utf16.count]
    case .character: return split(text) { _, _ in .alone }
    case .word:
      return split(text) { character, _ in
        character.isLetter || character.isNumber ? .inside : .outside
      }
    case .paragraph, .line:
      return split(text) { character, _ in character.isNewline ? .outside : .inside }
    case .sentence: return sentences(text)
    }
  }

  private enum Place {
    /// A part of the unit.
    case inside
    /// In no unit.
    case outside
    /// A unit by itself.
    case alone
  }

  private static func split(
    _ text: String,
    _ place: (Character, Int) -> Place
  ) -> [Range<Int>] {
    var units: [Range<Int>] = []
    var start: Int?
    var offset = 0
    for character in text {
      let next = offset + character.utf16.count
      switch place(character, offset) {
      case .inside: start = start ?? offset
      case .outside:
        if let begin = start { units.append(begin..<offset) }
        start = nil
      case .alone: units.append(offset..<next)
      }
      offset = next
    }
    if let begin = start { units.append(begin..<offset) }
    return units
  }

  /// Sentences end behind the white space after a full stop, an exclamation or a question mark, and
  /// behind the end of a paragraph.
  private static func sentences(_ text: String) -> [Range<Int>] {
    var units: [Range<Int>] = []
    var (start, offset) = (0, 0)
    var (hasMark, hasSpace) = (false, false)
    for character in text {
      if hasSpace, !character.isWhitespace {
        units.append(start..<offset)
        start = offset
        (hasMark, hasSpace) = (false, false)
      }
      if character.isNewline || hasMark && character.isWhitespace { hasSpace = true }
      if ".!?…。！？".contains(character) {
        hasMark = true
      } else if !character.isWhitespace, !"\"'”’)]»".contains(character) {
        hasMark = false
      }
      offset += character.utf16.count
    }
    if start < offset { units.append(start..<offset) }
    return units
  }
}

extension UITextView {
  /// The lines as they show, in UTF-16 code units.
  fileprivate final var shownLines: [Range<Int>] {
    shownBox.layout.lines.map { $0.range.lowerBound..<$0.range.upperBound }.filter { !$0.isEmpty }
  }
}

extension UITextInput {
  /// Finds units by the characters of the text.
  public var tokenizer: any UITextInputTokenizer { UITextInputStringTokenizer(textInput: self) }
}
