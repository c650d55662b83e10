// How far two pictures are apart, pixel by pixel.
// Licensed under the MIT license; see LICENSE.

/// A picture where its bytes lie: R, G, B, A, rows from the top.
///
/// The caller of the initialiser vouches for `rowBytes * (height - 1) + width * 4` bytes at `base`.
public struct PixelRows {
  /// The first byte of the first row.
  public let base: UnsafeRawPointer
  /// The number of pixels in a row.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The distance between the starts of two rows, in bytes.
  public let rowBytes: Int

  /// A picture of memory that outlives it.
  public init(_ base: UnsafeRawPointer, width: Int, height: Int, rowBytes: Int) {
    self.base = base
    self.width = width
    self.height = height
    self.rowBytes = rowBytes
  }
}

/// How pictures differ, in steps of 8-bit channels; several pairs may be added up.
public struct PixelDifference: Equatable, Sendable, CustomStringConvertible {
  /// The largest difference of pictures whose sizes differ: more than that of any channel.
  public static let incomparable = 256

  /// The difference of a channel that does not count in `countAbove`.
  public let tolerance: Int
  /// The largest difference of a channel.
  public private(set) var largest = 0
  /// How many pixels differ at all.
  public private(set) var count = 0
  /// How many pixels differ by more than the tolerance.
  public private(set) var countAbove = 0
  /// The smallest rectangle around all pixels that differ.
  public private(set) var bounds = PixelRect.empty
  /// The smallest rectangle around those that differ by more than the tolerance.
  public private(set) var boundsAbove = PixelRect.empty

  /// No difference yet.
  public init(tolerance: Int = 0) {
    self.tolerance = tolerance
  }

  /// Compares two pictures.
  public init(_ one: PixelRows, _ other: PixelRows, tolerance: Int = 0) {
    self.init(tolerance: tolerance)
    add(one, other)
  }

  /// Counts another pair of pictures in.
  ///
  /// `each` is called for every pixel that differs, with its place and the channels' differences.
  public mutating func add(
    _ one: PixelRows,
    _ other: PixelRows,
    each: (_ x: Int, _ y: Int, _ steps: SIMD4<UInt8>) -> Void = { _, _, _ in }
  ) {
    guard one.width == other.width, one.height == other.height else {
      largest = PixelDifference.incomparable
      return
    }
    // Bounds: both have `width` pixels of four bytes in each of `height` rows.
    for y in 0..<one.height {
      let (left, right) = (one.base + y * one.rowBytes, other.base + y * other.rowBytes)
      for x in 0..<one.width {
        let a = left.loadUnaligned(fromByteOffset: x * 4, as: SIMD4<UInt8>.self)
        let b = right.loadUnaligned(fromByteOffset: x * 4, as: SIMD4<UInt8>.self)
        if a == b { continue }
        let steps = pointwiseMax(a, b) &- pointwiseMin(a, b)
        note(Int(steps.max()), x, y)
        each(x, y, steps)
      }
    }
  }

  private mutating func note(_ difference: Int, _ x: Int, _ y: Int) {
    let pixel = PixelRect(Int32(x), Int32(y), Int32(x) + 1, Int32(y) + 1)
    largest = max(largest, difference)
    count += 1
    bounds = bounds.union(pixel)
    guard difference > tolerance else { return }
    countAbove += 1
    boundsAbove = boundsAbove.union(pixel)
  }

  /// One line: how much, how many, where.
  public var description: String {
    guard largest < PixelDifference.incomparable else { return "the sizes differ" }
    guard count > 0 else { return "equal" }
    let above = tolerance > 0 ? ", \(countAbove) of them by more than \(tolerance)" : ""
    return "up to \(largest), \(count) pixels\(above), within \(bounds)"
  }
}
