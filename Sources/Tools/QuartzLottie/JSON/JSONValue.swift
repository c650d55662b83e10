// Values of JSON that a program makes or edits.
// Licensed under the MIT license; see LICENSE.

/// A value of JSON.
///
/// Lists that have nothing but numbers, of which animations mostly consist, are kept as such.
package enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case numbers([Double])
  case list([JSONValue])
  case object([String: JSONValue])
}

extension Double {
  /// The number without a fraction of zero.
  var shortText: String {
    self == rounded() && abs(self) < 1e15 ? "\(Int64(self))" : "\(self)"
  }

  /// The whole number toward zero, held to a range; 0 for what is no number.
  func whole(in range: ClosedRange<Int>) -> Int {
    guard self == self else { return max(range.lowerBound, min(0, range.upperBound)) }
    if self <= Double(range.lowerBound) { return range.lowerBound }
    if self >= Double(range.upperBound) { return range.upperBound }
    return Int(self)
  }
}
