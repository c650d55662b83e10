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
}

/// Puts a string with attributes together, run by run.
///
/// Foundation on Linux compares the attributes of runs that touch, and ends the program where these
/// have the same names and as values different objects that are not Foundation's own, as fonts,
/// colours and paragraph styles are. So runs that touch never have the same number of attributes
/// here: one of them has a mark.
struct AttributeRuns {
  private static let mark = NSAttributedString.Key(rawValue: "QuartzRun")

  private let result: NSMutableAttributedString
  private var lastCount = 0

  init(_ text: String) { result = NSMutableAttributedString(string: text) }

  /// Gives the next characters their attributes.
  mutating func append(_ attributes: [NSAttributedString.Key: Any], _ range: NSRange) {
    var attributes = attributes
    attributes[Self.mark] = nil
    if attributes.count == lastCount { attributes[Self.mark] = NSNumber(value: true) }
    lastCount = attributes.count
    if range.length > 0 { result.setAttributes(attributes, range: range) }
  }

  var string: NSAttributedString { result }
}
