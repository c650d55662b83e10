// Geometry in text and in boxes.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
import QuartzCore

extension NSCoder {
  /// The text of a point: `{x, y}`.
  public class func string(for point: CGPoint) -> String { BracedNumbers.text([point.x, point.y]) }

  /// The text of a size: `{width, height}`.
  public class func string(for size: CGSize) -> String {
    BracedNumbers.text([size.width, size.height])
  }

  /// The text of a rectangle: `{{x, y}, {width, height}}`.
  public class func string(for rect: CGRect) -> String {
    "{\(string(for: rect.origin)), \(string(for: rect.size))}"
  }

  /// The text of a vector: `{dx, dy}`.
  public class func string(for vector: CGVector) -> String {
    BracedNumbers.text([vector.dx, vector.dy])
  }

  /// The text of a transform: `[a, b, c, d, tx, ty]`.
  public class func string(for transform: CGAffineTransform) -> String {
    let t = transform
    let numbers = [t.a, t.b, t.c, t.d, t.tx, t.ty].map { BracedNumbers.text($0) }
    return "[\(numbers.joined(separator: ", "))]"
  }

  /// The text of insets: `{top, left, bottom, right}`.
  public class func string(for insets: UIEdgeInsets) -> String {
    BracedNumbers.text([insets.top, insets.left, insets.bottom, insets.right])
  }

  /// The text of an offset: `{horizontal, vertical}`.
  public class func string(for offset: UIOffset) -> String {
    BracedNumbers.text([offset.horizontal, offset.vertical])
  }

  /// Parses a point; returns zero if the string is malformed.
  public class func cgPoint(for string: String) -> CGPoint {
    let numbers = BracedNumbers.numbers(string, 2)
    return CGPoint(x: numbers[0], y: numbers[1])
  }

  /// Parses a size; returns zero if the string is malformed.
  public class func cgSize(for string: String) -> CGSize {
    let numbers = BracedNumbers.numbers(string, 2)
    return CGSize(width: numbers[0], height: numbers[1])
  }

  /// Parses a rectangle; returns zero if the string is malformed.
  public class func cgRect(for string: String) -> CGRect {
    let numbers = BracedNumbers.numbers(string, 4)
    return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// Parses a vector; returns zero if the string is malformed.
  public class func cgVector(for string: String) -> CGVector {
    let numbers = BracedNumbers.numbers(string, 2)
    return CGVector(dx: numbers[0], dy: numbers[1])
  }

  /// Parses a transform; returns the identity if the string is malformed.
  public class func cgAffineTransform(for string: String) -> CGAffineTransform {
    guard let n = BracedNumbers.read(string, 6) else { return .identity }
    return CGAffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
  }

  /// Parses insets; returns zero if the string is malformed.
  public class func uiEdgeInsets(for string: String) -> UIEdgeInsets {
    let numbers = BracedNumbers.numbers(string, 4)
    return UIEdgeInsets(top: numbers[0], left: numbers[1], bottom: numbers[2], right: numbers[3])
  }

  /// Parses an offset; returns zero if the string is malformed.
  public class func uiOffset(for string: String) -> UIOffset {
    let numbers = BracedNumbers.numbers(string, 2)
    return UIOffset(horizontal: numbers[0], vertical: numbers[1])
  }
}

/// Numbers in braces.
private enum BracedNumbers {
  /// As C's `%.17g` writes it, but as few digits as give the number back.
  static func text(_ number: CGFloat) -> String {
    let value = Double(number)
    if let whole = Int64(exactly: value) { return String(whole) }
    return "\(value)"
  }

  static func text(_ numbers: [CGFloat]) -> String {
    "{\(numbers.map { text($0) }.joined(separator: ", "))}"
  }

  /// The numbers of a text; nil if there are not as many.
  static func read(_ text: String, _ count: Int) -> [CGFloat]? {
    let marks = CharacterSet(charactersIn: "{}[],").union(.whitespacesAndNewlines)
    // A text of more than that holds something else.
    guard text.utf8.count <= 1024 else { return nil }
    let numbers = text.components(separatedBy: marks).filter { !$0.isEmpty }.map { Double($0) }
    let known = numbers.compactMap { $0 }
    guard known.count == count, numbers.count == count else { return nil }
    return known.map { CGFloat($0) }
  }

  static func numbers(_ text: String, _ count: Int) -> [CGFloat] {
    read(text, count) ?? [CGFloat](repeating: 0, count: count)
  }
}

extension NSValue {
  private static let insetsType = "[4d]"
  private static let offsetType = "[2d]"

  /// Creates a box with insets.
  ///
  /// **Differences**: its `objCType` is `[4d]`.
  public convenience init(uiEdgeInsets insets: UIEdgeInsets) {
    self.init(
      bytes: [Double](
        arrayLiteral: insets.top,
        insets.left,
        insets.bottom,
        insets.right
      ),
      objCType: NSValue.insetsType
    )
  }

  /// Creates a box with insets that follow the direction of text.
  ///
  /// **Differences**: its `objCType` is `[4d]`.
  public convenience init(directionalEdgeInsets insets: NSDirectionalEdgeInsets) {
    self.init(
      bytes: [Double](
        arrayLiteral: insets.top,
        insets.leading,
        insets.bottom,
        insets.trailing
      ),
      objCType: NSValue.insetsType
    )
  }

  /// Creates a box with an offset.
  ///
  /// **Differences**: its `objCType` is `[2d]`.
  public convenience init(uiOffset insets: UIOffset) {
    self.init(
      bytes: [Double](arrayLiteral: insets.horizontal, insets.vertical),
      objCType: NSValue.offsetType
    )
  }

  /// The insets in the box; zero for a box with something else.
  public var uiEdgeInsetsValue: UIEdgeInsets {
    let numbers = boxed(4, NSValue.insetsType)
    return UIEdgeInsets(top: numbers[0], left: numbers[1], bottom: numbers[2], right: numbers[3])
  }

  /// The insets in the box; zero for a box with something else.
  public var directionalEdgeInsetsValue: NSDirectionalEdgeInsets {
    let numbers = boxed(4, NSValue.insetsType)
    return NSDirectionalEdgeInsets(
      top: numbers[0],
      leading: numbers[1],
      bottom: numbers[2],
      trailing: numbers[3]
    )
  }

  /// The offset in the box; zero for a box with something else.
  public var uiOffsetValue: UIOffset {
    let numbers = boxed(2, NSValue.offsetType)
    return UIOffset(horizontal: numbers[0], vertical: numbers[1])
  }

  private func boxed(_ count: Int, _ type: String) -> [Double] {
    var numbers = [Double](repeating: 0, count: count)
    guard String(cString: objCType) == type else { return numbers }
    // Bounds: the type of the box says that it has as many.
    numbers.withUnsafeMutableBytes { bytes in
      if let start = bytes.baseAddress { getValue(start) }
    }
    return numbers
  }
}
