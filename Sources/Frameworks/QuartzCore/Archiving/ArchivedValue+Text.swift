// Fonts and attributed strings in keyed archives.
// Licensed under the MIT license; see LICENSE.
//
// A font is archived by its name. It is read as the font of that name on the reader's machine, or
// its substitute.

import CoreGraphics
import Foundation
import QuartzText

extension ArchivedValue {
  /// Whether a value is a font or a paragraph style.
  static func isText(_ any: Any) -> Bool {
    any is CGFont || any is CTFont || any is CTParagraphStyle
  }

  // MARK: Strings

  /// Archives a string with those of its attributes that can be archived.
  static func of(styled string: NSAttributedString, isSecure: Bool, depth: Int) -> ArchivedValue {
    var items: [NSObject] = [ArchivedValue(kind: .string, value: string.string)]
    let whole = NSRange(location: 0, length: string.length)
    string.enumerateAttributes(in: whole, options: []) { attributes, range, _ in
      var named: [String: Any] = [:]
      for (key, value) in attributes { named[key.rawValue] = value }
      items.append(ArchivedValue(kind: .integer, value: NSNumber(value: Int64(range.length))))
      items.append(of(named, isSecure: isSecure, depth: depth + 1) { _ in })
    }
    return ArchivedValue(kind: .styledString, value: string, items: items)
  }

  /// Returns the attributed string of a plain one with the lengths and attributes of its runs; nil
  /// if they do not fit.
  static func styledString(_ items: [NSObject]) -> NSAttributedString? {
    guard items.count % 2 == 1, let text = content(of: items[0]) as? String else { return nil }
    let string = NSMutableAttributedString(string: text)
    var position = 0
    for index in stride(from: 1, to: items.count, by: 2) {
      guard let length = (content(of: items[index]) as? NSNumber)?.int64Value,
        let attributes = content(of: items[index + 1]) as? [String: Any],
        length >= 0, length <= string.length - position
      else { return nil }
      let range = NSRange(location: position, length: Int(length))
      for (key, value) in attributes {
        string.addAttribute(NSAttributedString.Key(rawValue: key), value: value, range: range)
      }
      position += Int(length)
    }
    return position == string.length ? string.copy() as? NSAttributedString : nil
  }

  // MARK: Fonts and paragraphs

  /// Returns the font or paragraph style of parts; nil if they are invalid.
  static func text(_ parts: Parts) -> Any? {
    let numbers = parts.numbers
    switch parts.kind {
    case .graphicsFont: return parts.text.flatMap { CGFont($0) }
    case .font:
      guard let name = parts.text, let font = CGFont(name), numbers.count == 7 else { return nil }
      let matrix = CGAffineTransform(
        a: numbers[1],
        b: numbers[2],
        c: numbers[3],
        d: numbers[4],
        tx: numbers[5],
        ty: numbers[6]
      )
      return CTFont(font.face, size: numbers[0], matrix: matrix)
    default: return CTParagraphStyle.Values(numbers).map { CTParagraphStyle($0) }
    }
  }
}

extension ArchivedValue.Parts {
  /// Sets the parts of a font or a paragraph style.
  mutating func setText(_ value: Any) {
    switch value {
    case let font as CGFont: text = font.postScriptName
    case let font as CTFont:
      let m = font.matrix
      text = CTFontCopyPostScriptName(font)
      setNumbers([font.size, m.a, m.b, m.c, m.d, m.tx, m.ty])
    case let style as CTParagraphStyle: setNumbers(style.values.numbers)
    default: break
    }
  }
}

extension CTParagraphStyle.Values {
  /// Alignment, mode and direction as numbers, then the measures.
  package var numbers: [Double] {
    [
      Double(alignment.rawValue), Double(lineBreakMode.rawValue),
      Double(baseWritingDirection.rawValue), firstLineHeadIndent, headIndent, tailIndent,
      defaultTabInterval, lineHeightMultiple, maximumLineHeight, minimumLineHeight, lineSpacing,
      paragraphSpacing, paragraphSpacingBefore,
    ]
  }

  /// Creates a value from thirteen numbers in the order of `numbers`; nil if some are invalid.
  package init?(_ n: [Double]) {
    guard n.count == 13, n.allSatisfy(\.isFinite),
      let alignment = UInt8(exactly: n[0]).flatMap({ CTTextAlignment(rawValue: $0) }),
      let mode = UInt8(exactly: n[1]).flatMap({ CTLineBreakMode(rawValue: $0) }),
      let direction = Int8(exactly: n[2]).flatMap({ CTWritingDirection(rawValue: $0) })
    else { return nil }
    self.init()
    (self.alignment, lineBreakMode, baseWritingDirection) = (alignment, mode, direction)
    (firstLineHeadIndent, headIndent, tailIndent) = (n[3], n[4], n[5])
    (defaultTabInterval, lineHeightMultiple) = (n[6], n[7])
    (maximumLineHeight, minimumLineHeight, lineSpacing) = (n[8], n[9], n[10])
    (paragraphSpacing, paragraphSpacingBefore) = (n[11], n[12])
  }
}
