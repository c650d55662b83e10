// Finds phone numbers in texts.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// Finds phone numbers by their usual forms.
enum PhoneScanner {
  /// The most digits of a number with its country (ITU-T E.164), and the fewest that are found.
  private static let digits = 7...15
  private static let expression: NSRegularExpression = {
    let dash = "[-‐‑–. \\u00a0]"
    let international =
      "(?:\\+|00)[1-9][0-9]{0,2}(?:[-‐‑–. /\\u00a0]?\\(?[0-9]{1,12}\\)?){1,8}"
    let american =
      "(?:1\(dash))?(?:\\([2-9][0-9]{2}\\)\(dash)?|[2-9][0-9]{2}\(dash)?)"
      + "[2-9][0-9]{2}\(dash)?[0-9]{4}"
    let local = "[2-9][0-9]{2}-[0-9]{4}"
    let national =
      "(?:\\(0[1-9][0-9]{0,4}\\)|0[1-9][0-9]{1,4})(?:[-‐‑–/ \\u00a0]{0,3}[0-9]{2,8}){1,4}"
    return pattern(
      "(?<![\\p{L}\\p{N}+./:#-])(?:\(international)|\(american)|\(local)|\(national))"
        + "(?![\\p{L}\\p{N}]|[-./:][0-9])"
    )
  }()
  private static let date = pattern("^[0-9]{1,2}([-./ ])[0-9]{1,2}\\1[0-9]{2,4}$")

  /// Returns the phone numbers in a part of a text.
  static func results(in text: String, _ part: NSRange) -> [DetectedResult] {
    let whole = text as NSString
    return expression.matches(in: text, range: part).compactMap { match in
      let number = whole.substring(with: match.range)
      guard digits.contains(number.count(where: \.isNumber)), !isDate(number) else { return nil }
      return DetectedResult(match.range, .phoneNumber(number))
    }
  }

  private static func isDate(_ text: String) -> Bool {
    date.firstMatch(in: text, range: NSRange(location: 0, length: text.utf16.count)) != nil
  }
}
