// Numbers in a row: a point, a rectangle, a line of a matrix.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

/// An immutable row of numbers: a point, a rectangle, a row of a matrix, a transform.
///
/// ```swift
/// let center = CIVector(x: 150, y: 150)
/// let extent = CIVector(cgRect: CGRect(x: 0, y: 0, width: 300, height: 200))
/// ```
///
/// **Differences**: it cannot be subclassed, so that the compiler proves that threads may share it.
public final class CIVector: NSObject, NSCopying, NSSecureCoding, Sendable {
  package let numbers: [Double]

  /// Creates a vector of numbers.
  package init(_ numbers: [Double]) {
    self.numbers = numbers
  }

  /// Creates a vector of `count` numbers, at least 0, which are copied.
  public convenience init(values: UnsafePointer<CGFloat>, count: Int) {
    // Bounds: the caller vouches for `count` numbers.
    self.init((0..<max(count, 0)).map { Double(values[$0]) })
  }

  /// Creates a vector of one number.
  public convenience init(x: CGFloat) {
    self.init([x])
  }

  /// Creates a vector of two numbers.
  public convenience init(x: CGFloat, y: CGFloat) {
    self.init([x, y])
  }

  /// Creates a vector of three numbers.
  public convenience init(x: CGFloat, y: CGFloat, z: CGFloat) {
    self.init([x, y, z])
  }

  /// Creates a vector of four numbers.
  public convenience init(x: CGFloat, y: CGFloat, z: CGFloat, w: CGFloat) {
    self.init([x, y, z, w])
  }

  /// Creates a vector of x and y.
  public convenience init(cgPoint p: CGPoint) {
    self.init([p.x, p.y])
  }

  /// Creates a vector of x, y, width and height.
  public convenience init(cgRect r: CGRect) {
    self.init([r.origin.x, r.origin.y, r.size.width, r.size.height])
  }

  /// Creates a vector of a, b, c, d, tx and ty.
  public convenience init(cgAffineTransform t: CGAffineTransform) {
    self.init([t.a, t.b, t.c, t.d, t.tx, t.ty])
  }

  /// Creates a vector of the numbers in a text such as `[1 0 0.5]`; other text gives none.
  public convenience init(string representation: String) {
    self.init(NumberText.numbers(representation))
  }

  /// Creates a vector from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    guard let numbers = NumberArchive.numbers(coder) else { return nil }
    self.numbers = numbers
  }

  /// Archives the numbers.
  public func encode(with coder: NSCoder) {
    NumberArchive.encode(numbers, coder)
  }

  /// Whether archives of the class are safe to read; true unless a subclass overrides it.
  public static var supportsSecureCoding: Bool { true }

  /// Returns the vector itself, which cannot change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns the number at `index`; 0 outside of the vector.
  public func value(at index: Int) -> CGFloat {
    numbers.indices.contains(index) ? numbers[index] : 0
  }

  /// The number of numbers.
  public var count: Int { numbers.count }

  /// The first number; 0 if there is none.
  public var x: CGFloat { value(at: 0) }
  /// The second number; 0 if there is none.
  public var y: CGFloat { value(at: 1) }
  /// The third number; 0 if there is none.
  public var z: CGFloat { value(at: 2) }
  /// The fourth number; 0 if there is none.
  public var w: CGFloat { value(at: 3) }

  /// The first two numbers as a point.
  public var cgPointValue: CGPoint { CGPoint(x: x, y: y) }

  /// The first four numbers as x, y, width and height.
  public var cgRectValue: CGRect { CGRect(x: x, y: y, width: z, height: w) }

  /// The first six numbers as a, b, c, d, tx and ty.
  public var cgAffineTransformValue: CGAffineTransform {
    CGAffineTransform(a: x, b: y, c: z, d: w, tx: value(at: 4), ty: value(at: 5))
  }

  /// The numbers as text in brackets: `[1 0 0.5]`.
  public var stringRepresentation: String { "[\(NumberText.text(numbers))]" }

  /// The numbers as text.
  public override var description: String { stringRepresentation }

  /// Whether the other object is a vector of the same numbers.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? CIVector)?.numbers == numbers
  }

  /// A hash of the numbers.
  public override var hash: Int { numbers.hashValue }
}

/// Numbers in text.
enum NumberText {
  /// The numbers without fractions that are zero, with spaces between.
  static func text(_ numbers: [Double]) -> String {
    numbers.map { number in
      number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    }.joined(separator: " ")
  }

  /// The numbers of a text, in brackets or not; none if a part is no number.
  static func numbers(_ text: String) -> [Double] {
    let parts = text.split { " [](),\t\n".contains($0) }
    let numbers = parts.compactMap { Double($0) }
    return numbers.count == parts.count ? numbers : []
  }
}

/// Numbers in archives: bytes, so that damage is found and costs no more memory than the archive.
enum NumberArchive {
  private static let key = "numbers"

  static func encode(_ numbers: [Double], _ coder: NSCoder) {
    var data = Data(capacity: numbers.count * 8)
    for number in numbers {
      withUnsafeBytes(of: number.bitPattern.littleEndian) { data.append(contentsOf: $0) }
    }
    coder.encode(data as NSData, forKey: key)
  }

  static func numbers(_ coder: NSCoder) -> [Double]? {
    guard coder.containsValue(forKey: key),
      let data = coder.object(of: NSData.self, forKey: key), data.length % 8 == 0
    else { return nil }
    return Data(referencing: data).withUnsafeBytes { bytes in
      // Bounds: every offset is a multiple of 8 below the count, itself a multiple of 8.
      stride(from: 0, to: bytes.count, by: 8).map { offset in
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        return Double(bitPattern: UInt64(littleEndian: word))
      }
    }
  }
}
