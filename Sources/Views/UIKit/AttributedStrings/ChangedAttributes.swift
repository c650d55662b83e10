// Attributed strings with other attributes.
// Licensed under the MIT license; see LICENSE.

import Foundation

extension NSAttributedString {
  // `Any` because: it is the type of attributes in Foundation.
  /// The string with other attributes.
  ///
  /// - Parameter change: Changes the attributes of a run of characters.
  func changingAttributes(
    _ change: (inout [NSAttributedString.Key: Any]) -> Void
  ) -> NSAttributedString {
    guard length > 0 else { return self }
    var runs = AttributeRuns(string)
    let whole = NSRange(location: 0, length: length)
    enumerateAttributes(in: whole, options: []) { attributes, range, _ in
      var attributes = attributes
      change(&attributes)
      runs.append(attributes, range)
    }
    return runs.string
  }

  // `Any` because: it is the type of attributes in Foundation.
  /// The string with other attributes in a part, which is clamped to it.
  func changingAttributes(
    in part: NSRange,
    _ change: (inout [NSAttributedString.Key: Any]) -> Void
  ) -> NSAttributedString {
    let part = part.clamped(to: length)
    guard part.length > 0 else { return self }
    var runs = AttributeRuns(string)
    let whole = NSRange(location: 0, length: length)
    enumerateAttributes(in: whole, options: .longestEffectiveRangeNotRequired) {
      attributes,
      range,
      _ in
      let inside = NSIntersectionRange(range, part)
      guard inside.length > 0 else { return runs.append(attributes, range) }
      var changed = attributes
      change(&changed)
      let end = inside.location + inside.length
      let before = NSRange(location: range.location, length: inside.location - range.location)
      runs.append(attributes, before)
      runs.append(changed, inside)
      runs.append(
        attributes,
        NSRange(location: end, length: range.location + range.length - end)
      )
    }
    return runs.string
  }

  /// The string with another one in the place of a part, which is clamped to it.
  func replacing(_ part: NSRange, with other: NSAttributedString) -> NSAttributedString {
    let part = part.clamped(to: length)
    let text = (string as NSString).replacingCharacters(in: part, with: other.string)
    var runs = AttributeRuns(text)
    let end = part.location + part.length
    runs.append(self, NSRange(location: 0, length: part.location), at: 0)
    runs.append(other, NSRange(location: 0, length: other.length), at: part.location)
    runs.append(
      self,
      NSRange(location: end, length: length - end),
      at: part.location + other.length
    )
    return runs.string
  }
}

extension NSRange {
  /// The part of it that is in a text of so many code units.
  func clamped(to count: Int) -> NSRange {
    let start = Swift.min(Swift.max(location, 0), count)
    return NSRange(location: start, length: Swift.min(Swift.max(length, 0), count - start))
  }
}

/// Puts a string with attributes together, run by run.
///
/// Foundation on Linux compares the attributes of runs that touch, and ends the program where these
/// have the same names and as values different objects that are not Foundation's own, as fonts,
/// colours and paragraph styles are. So runs that touch never have the same number of attributes
/// here: one of them has a mark.
struct AttributeRuns {
  static let mark = NSAttributedString.Key(rawValue: "QuartzRun")

  private let result: NSMutableAttributedString
  private var lastCount = 0
  /// The last run, which grows by neighbours with the same attributes.
  private var pending: (attributes: [NSAttributedString.Key: Any], range: NSRange)?

  init(_ text: String) { result = NSMutableAttributedString(string: text) }

  /// Gives the next characters their attributes.
  mutating func append(_ attributes: [NSAttributedString.Key: Any], _ range: NSRange) {
    guard range.length > 0 else { return }
    var attributes = attributes
    attributes[Self.mark] = nil
    if let last = pending, last.range.location + last.range.length == range.location,
      Self.areSame(last.attributes, attributes)
    {
      pending?.range.length += range.length
      return
    }
    if let last = pending { lastCount = write(last.attributes, last.range) }
    pending = (attributes, range)
  }

  /// Returns the number of attributes that the run has then.
  private func write(_ attributes: [NSAttributedString.Key: Any], _ range: NSRange) -> Int {
    var attributes = attributes
    if attributes.count == lastCount { attributes[Self.mark] = NSNumber(value: true) }
    result.setAttributes(attributes, range: range)
    return attributes.count
  }

  private static func areSame(
    _ one: [NSAttributedString.Key: Any],
    _ other: [NSAttributedString.Key: Any]
  ) -> Bool {
    guard one.count == other.count else { return false }
    return one.allSatisfy { key, value in
      guard let value = value as? AnyHashable, let same = other[key] as? AnyHashable else {
        return false
      }
      return value == same
    }
  }

  /// Gives the next characters the attributes of a part of another string.
  ///
  /// - Parameters:
  ///   - string: The string.
  ///   - part: The part, within the string.
  ///   - location: Where its text is in the new string.
  mutating func append(_ string: NSAttributedString, _ part: NSRange, at location: Int) {
    guard part.length > 0 else { return }
    var found: [(attributes: [NSAttributedString.Key: Any], range: NSRange)] = []
    string.enumerateAttributes(in: part, options: .longestEffectiveRangeNotRequired) {
      attributes,
      range,
      _ in
      let inside = NSIntersectionRange(range, part)
      found.append((attributes, inside))
    }
    for (attributes, range) in found {
      let start = range.location - part.location + location
      append(attributes, NSRange(location: start, length: range.length))
    }
  }

  var string: NSAttributedString {
    if let last = pending { _ = write(last.attributes, last.range) }
    return result
  }
}
