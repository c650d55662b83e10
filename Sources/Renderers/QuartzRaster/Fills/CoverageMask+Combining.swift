// Masks of masks: clips.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

extension CoverageMask {
  /// The product of two coverages, rounded to nearest: what is left of a mask in a clip.
  package func multiplied(by other: CoverageMask) -> CoverageMask {
    var result = CoverageMask()
    let rect = bounds.intersection(other.bounds)
    guard !rect.isEmpty else { return result }
    result.originX = originX
    result.originY = originY
    result.beginRows(at: rect.minY &- originY)
    // Bounds: both masks have the rows of `rect`; offsets lie within their spans.
    bytes.withUnsafeBufferPointer { left in
      other.bytes.withUnsafeBufferPointer { right in
        for y in rect.minY..<rect.maxY {
          let (mine, others) = (spanRange(y), other.spanRange(y))
          var (i, j) = (mine.lowerBound, others.lowerBound)
          while i < mine.upperBound, j < others.upperBound {
            let a = spans[i]
            var b = other.spans[j]
            b.x = b.x &+ other.originX &- originX
            result.appendProduct(a, left.baseAddress, b, right.baseAddress)
            if a.x &+ a.length <= b.x &+ b.length { i += 1 } else { j += 1 }
          }
          result.endRow()
        }
      }
    }
    result.endRows()
    return result
  }

  /// The spans of a row of `bounds`.
  private func spanRange(_ y: Int32) -> Range<Int> {
    let row = Int(y &- originY &- firstRow)
    return Int(rowStarts[row])..<Int(rowStarts[row + 1])
  }

  /// Appends the product of two spans where both are.
  private mutating func appendProduct(
    _ a: CoverageSpan,
    _ left: UnsafePointer<UInt8>?,
    _ b: CoverageSpan,
    _ right: UnsafePointer<UInt8>?
  ) {
    let first = max(a.x, b.x)
    let length = min(a.x &+ a.length, b.x &+ b.length) &- first
    guard length > 0 else { return }
    if a.offset < 0, b.offset < 0 {
      let value = CoverageMask.product(a.value, b.value)
      return appendSolid(x: first, length: length, value: value)
    }
    let offset = bytes.count
    for index in 0..<length {
      let x = first &+ index
      let one = a.offset < 0 ? a.value : left?[Int(a.offset &+ (x &- a.x))] ?? 0
      let two = b.offset < 0 ? b.value : right?[Int(b.offset &+ (x &- b.x))] ?? 0
      bytes.append(CoverageMask.product(one, two))
    }
    spans.append(CoverageSpan(x: first, length: length, offset: Int32(offset), value: 0))
    minX = min(minX, first)
    maxX = max(maxX, first &+ length)
  }

  /// a b / 255, rounded to nearest, exactly.
  private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
    let sum = UInt32(a) * UInt32(b) + 128
    return UInt8(truncatingIfNeeded: (sum + sum >> 8) >> 8)
  }

  /// Returns the part inside of `rect`.
  package func clipped(to rect: PixelRect) -> CoverageMask {
    var result = CoverageMask()
    let visible = bounds.intersection(rect)
    guard !visible.isEmpty else { return result }
    if visible == bounds { return self }
    var row = visible.minY
    result.beginRows(at: row)
    forEachSpan(in: visible) { y, x, length, coverage in
      while row < y {
        result.endRow()
        row &+= 1
      }
      switch coverage {
      case .constant(let value): result.appendSolid(x: x, length: length, value: value)
      case .bytes(let bytes):
        result.appendBytes(x: x, UnsafeBufferPointer(start: bytes, count: Int(length)))
      }
    }
    result.endRow()
    return result
  }
}
