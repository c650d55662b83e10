// Finds links, phone numbers and dates in texts.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// Finds links, phone numbers and dates in texts.
///
/// ```swift
/// let detector = try NSDataDetector(types: NSTextCheckingResult.CheckingType.link.rawValue)
/// for match in detector.matches(in: text, range: NSRange(text.startIndex..., in: text)) {
///   print(match.url?.absoluteString ?? "")
/// }
/// ```
///
/// - Links are addresses with a scheme, mail addresses (as `mailto:`), and names of hosts with a
///   known ending (as `http:`).
/// - Phone numbers are international ones with `+` or `00`, those of North America, and national
///   ones with a leading zero.
/// - Dates are those of ISO 8601, numbers in the order of the user's language, days and months by
///   their English names or those of the user's language, `today` and its like, and times. A date
///   without a time is at noon, one without a year in this year.
///
/// **Differences**: it is no `NSRegularExpression`, whose methods cannot be overridden here.
/// The compiler warns of the names of `CheckingType`, which Foundation for Linux calls deprecated.
/// Addresses and transit information are not found. `url`, `phoneNumber` and `date` are all that a
/// result has, and `adjustingRanges(offset:)` is not for it.
open class NSDataDetector: NSObject {
  /// The kinds of results.
  public let checkingTypes: NSTextCheckingTypes

  /// Creates a detector.
  ///
  /// - Parameter checkingTypes: The kinds of results: links, phone numbers and dates. Others are
  ///   not found.
  /// - Throws: `NSError` with `NSFormattingError` if none of the three is among them.
  public init(types checkingTypes: NSTextCheckingTypes) throws {
    let known = [DetectedKind.link, DetectedKind.phoneNumber, DetectedKind.date]
    guard known.contains(where: { checkingTypes & $0.rawValue != 0 }) else {
      throw NSError(
        domain: NSCocoaErrorDomain,
        code: CocoaError.Code.formatting.rawValue,
        userInfo: [
          NSLocalizedDescriptionKey:
            "NSDataDetector finds links, phone numbers and dates, not the types \(checkingTypes)"
        ]
      )
    }
    self.checkingTypes = checkingTypes
  }

  /// Returns all results in a part of a text, in their order.
  ///
  /// - Parameters:
  ///   - string: The text.
  ///   - options: Of the options, `anchored` alone has a meaning: a result at the start of the
  ///     part.
  ///   - range: The part, in units of UTF-16; what lies outside of the text is left out.
  open func matches(
    in string: String,
    options: NSRegularExpression.MatchingOptions = [],
    range: NSRange
  ) -> [NSTextCheckingResult] {
    let start = max(0, min(range.location, string.utf16.count))
    let length = max(0, min(range.length, string.utf16.count - start))
    let part = NSRange(location: start, length: length)
    var found: [DetectedResult] = []
    if finds(DetectedKind.link) { found += LinkScanner.results(in: string, part) }
    if finds(DetectedKind.date) { found += DateScanner().results(in: string, part) }
    if finds(DetectedKind.phoneNumber) { found += PhoneScanner.results(in: string, part) }
    // The sort is stable: of results at one place the kind that came first is the better one.
    found.sort { $0.range.location < $1.range.location }
    var (end, kept): (Int, [NSTextCheckingResult]) = (start, [])
    for result in found where result.range.location >= end {
      if options.contains(.anchored), result.range.location != end || !kept.isEmpty { break }
      kept.append(result)
      end = NSMaxRange(result.range)
    }
    return kept
  }

  private func finds(_ kind: NSTextCheckingResult.CheckingType) -> Bool {
    checkingTypes & kind.rawValue != 0
  }

  /// Calls a block with each result in a part of a text.
  ///
  /// - Parameters:
  ///   - string: The text.
  ///   - options: See ``matches(in:options:range:)``.
  ///   - range: The part, in units of UTF-16.
  ///   - block: Gets the result, no flags, and a value that ends the search once it is true.
  open func enumerateMatches(
    in string: String,
    options: NSRegularExpression.MatchingOptions = [],
    range: NSRange,
    using block: (
      NSTextCheckingResult?, NSRegularExpression.MatchingFlags, UnsafeMutablePointer<ObjCBool>
    ) -> Void
  ) {
    var stops: ObjCBool = false
    for match in matches(in: string, options: options, range: range) {
      block(match, [], &stops)
      if stops.boolValue { return }
    }
  }

  /// Returns the number of results in a part of a text.
  ///
  /// - Parameters:
  ///   - string: The text.
  ///   - options: See ``matches(in:options:range:)``.
  ///   - range: The part, in units of UTF-16.
  open func numberOfMatches(
    in string: String,
    options: NSRegularExpression.MatchingOptions = [],
    range: NSRange
  ) -> Int { matches(in: string, options: options, range: range).count }

  /// Returns the first result in a part of a text; nil if there is none.
  ///
  /// - Parameters:
  ///   - string: The text.
  ///   - options: See ``matches(in:options:range:)``.
  ///   - range: The part, in units of UTF-16.
  open func firstMatch(
    in string: String,
    options: NSRegularExpression.MatchingOptions = [],
    range: NSRange
  ) -> NSTextCheckingResult? { matches(in: string, options: options, range: range).first }

  /// Returns the place of the first result in a part of a text; `NSNotFound` if there is none.
  ///
  /// - Parameters:
  ///   - string: The text.
  ///   - options: See ``matches(in:options:range:)``.
  ///   - range: The part, in units of UTF-16.
  open func rangeOfFirstMatch(
    in string: String,
    options: NSRegularExpression.MatchingOptions = [],
    range: NSRange
  ) -> NSRange {
    firstMatch(in: string, options: options, range: range)?.range
      ?? NSRange(location: NSNotFound, length: 0)
  }
}
