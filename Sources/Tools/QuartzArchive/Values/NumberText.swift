// Numbers as the shortest text that reads back as the same number.
// Licensed under the MIT license; see LICENSE.

extension ValueText {
  /// Returns the text of a number: an integer without a point, an exponent without a plus sign and
  /// leading zeros (`1e-100`).
  package static func text(_ number: Double) -> String {
    guard number.isFinite else { return number.isNaN ? "nan" : number > 0 ? "inf" : "-inf" }
    // Swift's own text is the shortest; only its form differs.
    let parts = "\(number)".split(separator: "e")
    let mantissa = parts[0].hasSuffix(".0") ? parts[0].dropLast(2) : parts[0]
    guard parts.count == 2 else { return String(mantissa) }
    let isNegative = parts[1].hasPrefix("-")
    let digits = parts[1].drop { $0 == "-" || $0 == "+" || $0 == "0" }
    return "\(mantissa)e\(isNegative ? "-" : "")\(digits)"
  }

  /// Returns the text of numbers with blanks between them.
  package static func text(_ numbers: [Double]) -> String {
    numbers.map { text($0) }.joined(separator: " ")
  }
}
