// The texts of values in a document: numbers, points, colours, names.
// Licensed under the MIT license; see LICENSE.
//
// Lists are separated by blanks; commas and semicolons are accepted too. Numbers are decimal, with
// an optional exponent, and may be infinite or not a number; the caller decides what that means.

package import QuartzMath
package import QuartzModel

/// Values from texts; each function returns nil for a text without such a value.
package enum ValueText {
  package static func number(_ text: some StringProtocol) -> Double? {
    let text = text.drop(while: \.isWhitespace)
    let end = text.lastIndex { !$0.isWhitespace }
    guard let end else { return nil }
    let word = text[...end]
    guard word.utf8.allSatisfy(isPartOfNumber) else { return nil }
    return Double(word)
  }

  /// Digits, signs, points and the letters of `e`, `inf`, `infinity` and `nan`; no hexadecimal
  /// digits.
  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "+-.eEinfatyINFATY".utf8.contains(byte)
    }
  }

  package static func numbers(_ text: some StringProtocol) -> [Double]? {
    var numbers: [Double] = []
    for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "," || $0 == ";" }) {
      guard let number = number(word) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  package static func bool(_ text: String) -> Bool? {
    switch text {
    case "1", "true", "YES": true
    case "0", "false", "NO": false
    default: nil
    }
  }

  /// A whole number of at most 53 bits.
  package static func integer(_ text: String) -> Int64? {
    guard let number = number(text), number.magnitude <= 0x1p53, number == number.rounded() else {
      return nil
    }
    return Int64(number)
  }

  package static func point(_ text: String) -> Point? {
    guard let n = numbers(text), n.count == 2 else { return nil }
    return Point(n[0], n[1])
  }

  package static func size(_ text: String) -> Size? {
    point(text).map { Size($0.x, $0.y) }
  }

  /// Four numbers, or two for a size at the origin.
  package static func rect(_ text: String) -> Rect? {
    guard let n = numbers(text) else { return nil }
    return switch n.count {
    case 2: Rect(0, 0, n[0], n[1])
    case 4: Rect(n[0], n[1], n[2], n[3])
    default: nil
    }
  }

  /// `r g b` or `r g b a` in extended sRGB, or `#rrggbb`; times an opacity given beside it.
  package static func color(_ text: String, opacity: Double = 1) -> Color? {
    if text.first == "#" { return hexColor(text.dropFirst(), opacity: opacity) }
    guard let n = numbers(text), (1...4).contains(n.count), n.allSatisfy(\.isFinite),
      opacity.isFinite
    else { return nil }
    let alpha = (n.count % 2 == 0 ? n[n.count - 1] : 1) * opacity
    let (red, green, blue) = n.count < 3 ? (n[0], n[0], n[0]) : (n[0], n[1], n[2])
    return Color(red, green, blue, min(max(alpha, 0), 1))
  }

  private static func hexColor(_ digits: Substring, opacity: Double) -> Color? {
    guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
      let bits = UInt32(digits, radix: 16),
      opacity.isFinite
    else { return nil }
    func component(_ shift: UInt32) -> Double { Double(bits >> shift & 0xFF) / 255 }
    return Color(component(16), component(8), component(0), min(max(opacity, 0), 1))
  }

  /// One of the five named curves, or `x1 y1 x2 y2` with x in 0...1.
  package static func timingFunction(_ text: String) -> TimingFunction? {
    if let named = TimingFunction.named[text] { return named }
    guard let n = numbers(text), n.count == 4 else { return nil }
    let function = TimingFunction(n[0], n[1], n[2], n[3])
    return function.isValid ? function : nil
  }

  /// Returns the value of a row of the property table.
  ///
  /// Images have no text.
  package static func value(_ text: String, _ type: ValueType, opacity: Double = 1)
    -> PropertyValue?
  {
    switch type {
    case .bool: bool(text).map { .bool($0) }
    case .integer: integer(text).map { .integer($0) }
    case .number: number(text).map { .number($0) }
    case .point: point(text).map { .point($0) }
    case .size: size(text).map { .size($0) }
    case .rect: rect(text).map { .rect($0) }
    case .color: color(text, opacity: opacity).map { .color($0) }
    case .transform: transform(text).map { .transform($0) }
    case .string: .string(text)
    case .path: path(text).map { .path($0) }
    case .image, .colors, .cells, .filters: nil
    case .name(let names):
      names.firstIndex(of: text).flatMap { UInt8(exactly: $0) }.map { .name($0) }
    case .numbers: numbers(text).map { .numbers($0) }
    }
  }

  /// Returns the text of a value of a row; nil for null, images and patterns, which have none.
  ///
  /// Reading it gives the same value, except for the alpha and the headroom of a colour, which are
  /// stored separately (`colorAttributes`).
  package static func text(_ value: PropertyValue, _ type: ValueType) -> String? {
    switch value {
    case .null, .image, .pattern, .colors, .cells, .filters: nil
    case .bool(let value): value ? "1" : "0"
    case .integer(let value): "\(value)"
    case .number(let value): text(value)
    case .point(let value): text([value.x, value.y])
    case .size(let value): text([value.width, value.height])
    case .rect(let value): text([value.x, value.y, value.width, value.height])
    case .color(let value): text([value.red, value.green, value.blue])
    case .transform(let value): text(value.matrix)
    case .string(let value): value
    case .path(let value): text(value.path)
    case .name(let index): if case .name(let names) = type { names[Int(index)] } else { nil }
    case .numbers(let numbers): type == .colors ? nil : text(numbers)
    }
  }

  /// The attributes of a colour: its text, its alpha unless it is opaque, and its headroom if it
  /// has one.
  package static func colorAttributes(_ color: Color) -> [String: String] {
    var attributes = ["value": text([color.red, color.green, color.blue])]
    if color.alpha != 1 { attributes["opacity"] = text(color.alpha) }
    if color.headroom > 0 { attributes["headroom"] = text(Double(color.headroom)) }
    return attributes
  }

  /// Returns the text of a timing function: its name if it has one.
  package static func text(_ function: TimingFunction) -> String {
    let name = TimingFunction.named.filter { $0.value == function }.keys.min()
    return name
      ?? text([function.first.x, function.first.y, function.second.x, function.second.y])
  }
}
