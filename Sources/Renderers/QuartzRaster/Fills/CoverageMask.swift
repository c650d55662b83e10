// How much of each pixel a path covers, kept only where that is neither nothing nor the same for
// long.
// Licensed under the MIT license; see LICENSE.
//
// A mask of a big path costs its perimeter, not its area: each row is a list of spans from left to
// right; between them nothing is covered. A span is either one number for all its pixels (the
// inside, or a straight edge along the row) or a byte for each of them (where edges cross the row).
//
//     row 3          ..##############..      none, 2 bytes, 10 times 255, 2 bytes, none
//                      ^^          ^^
//
// Coverages are bytes, 255 for all of a pixel. A mask is a value; its memory is shared by copies
// and by those moved by whole pixels.

import CQuartzKernels
package import QuartzMath

typealias CoverageSpan = qk_span

/// How much of each pixel is covered.
package struct CoverageMask: Sendable {
  /// Where pixel (0, 0) of the spans lies.
  var originX: Int32 = 0
  var originY: Int32 = 0
  /// The row of `rowStarts[0]`, from the origin.
  var firstRow: Int32 = 0
  /// The first and the last column + 1 that a span reaches, from the origin.
  var minX: Int32 = .max
  var maxX: Int32 = .min
  /// Where the spans of a row begin, and after the last row where they end: one more than rows.
  var rowStarts: ContiguousArray<Int32> = [0]
  var spans: ContiguousArray<CoverageSpan> = []
  var bytes: ContiguousArray<UInt8> = []

  /// A mask that covers nothing.
  package init() {}

  /// A mask that covers whole pixels wholly.
  package init(_ rect: PixelRect) {
    guard !rect.isEmpty else { return }
    beginRows(at: rect.minY)
    for _ in 0..<rect.height {
      appendSolid(x: rect.minX, length: rect.width, value: 255)
      endRow()
    }
  }

  /// Whether nothing is covered.
  package var isEmpty: Bool { spans.isEmpty }

  /// The smallest rectangle of pixels that has all that are covered.
  package var bounds: PixelRect {
    guard !isEmpty else { return .empty }
    let top = originY &+ firstRow
    return PixelRect(
      originX &+ minX,
      top,
      originX &+ maxX,
      top &+ Int32(rowStarts.count - 1)
    )
  }

  /// The memory that the mask takes, in bytes, without what its arrays keep in reserve.
  package var byteSize: Int {
    MemoryLayout<CoverageMask>.size + bytes.count
      + spans.count * MemoryLayout<CoverageSpan>.stride
      + rowStarts.count * MemoryLayout<Int32>.stride
  }

  /// The mask moved by whole pixels; takes no time.
  package func offset(x: Int32, y: Int32) -> CoverageMask {
    var mask = self
    mask.originX &+= x
    mask.originY &+= y
    return mask
  }

  /// Calls `body` for each span inside of `clip`, by rows from above, in a row from the left.
  ///
  /// Bytes are valid only inside of the call.
  @inline(__always)
  package func forEachSpan(
    in clip: PixelRect,
    _ body: (_ y: Int32, _ x: Int32, _ length: Int32, _ coverage: SpanCoverage) -> Void
  ) {
    let visible = bounds.intersection(clip)
    guard !visible.isEmpty else { return }
    let (minX, maxX) = (visible.minX &- originX, visible.maxX &- originX)
    let top = originY &+ firstRow
    // Bounds: rowStarts has one entry more than rows, and `visible` lies within `bounds`; spans and
    // bytes are as long as the rows and the spans say.
    rowStarts.withUnsafeBufferPointer { rowStarts in
      spans.withUnsafeBufferPointer { spans in
        bytes.withUnsafeBufferPointer { bytes in
          for y in visible.minY..<visible.maxY {
            let row = Int(y &- top)
            var index = Int(rowStarts[row])
            let end = Int(rowStarts[row + 1])
            while index < end {
              let span = spans[index]
              index += 1
              let first = max(span.x, minX)
              let last = min(span.x &+ span.length, maxX)
              guard first < last else { continue }
              if span.offset < 0 {
                body(y, originX &+ first, last &- first, .constant(span.value))
              } else if let base = bytes.baseAddress {
                let start = base + Int(span.offset &+ (first &- span.x))
                body(y, originX &+ first, last &- first, .bytes(start))
              }
            }
          }
        }
      }
    }
  }

  /// The coverage of one pixel, 0...255.
  package func coverage(x: Int32, y: Int32) -> UInt8 {
    var result: UInt8 = 0
    forEachSpan(in: PixelRect(x, y, x &+ 1, y &+ 1)) { _, _, _, coverage in
      switch coverage {
      case .constant(let value): result = value
      case .bytes(let bytes): result = bytes[0]
      }
    }
    return result
  }

  /// Writes the coverage of the pixels of `rect` as bytes, 0 where nothing is covered.
  ///
  /// - Parameter rowBytes: From a row to the next; at least the width of `rect`. The memory must
  ///   have all rows of `rect`.
  package func copy(
    _ rect: PixelRect,
    into pixels: UnsafeMutablePointer<UInt8>,
    rowBytes: Int
  ) {
    guard !rect.isEmpty else { return }
    for row in 0..<Int(rect.height) {
      (pixels + row * rowBytes).update(repeating: 0, count: Int(rect.width))
    }
    forEachSpan(in: rect) { y, x, length, coverage in
      let target = pixels + Int(y &- rect.minY) * rowBytes + Int(x &- rect.minX)
      switch coverage {
      case .constant(let value): target.update(repeating: value, count: Int(length))
      case .bytes(let bytes): target.update(from: bytes, count: Int(length))
      }
    }
  }
}

// MARK: - Building

extension CoverageMask {
  /// Covers nothing again, and keeps the memory.
  package mutating func removeAll() {
    originX = 0
    originY = 0
    firstRow = 0
    minX = .max
    maxX = .min
    rowStarts.removeAll(keepingCapacity: true)
    rowStarts.append(0)
    spans.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Sets the row of the spans that are appended first.
  ///
  /// Only for a mask without rows.
  package mutating func beginRows(at y: Int32) {
    firstRow = y
  }

  /// Appends pixels of the current row that are all covered alike, right of those before.
  package mutating func appendSolid(x: Int32, length: Int32, value: UInt8) {
    guard length > 0, value > 0 else { return }
    if let last = spans.last, spans.count > Int(rowStarts[rowStarts.count - 1]),
      last.offset < 0, last.value == value, last.x &+ last.length == x
    {
      spans[spans.count - 1].length &+= length
    } else {
      spans.append(CoverageSpan(x: x, length: length, offset: -1, value: value))
    }
    minX = min(minX, x)
    maxX = max(maxX, x &+ length)
  }

  /// Appends pixels of the current row with a byte for each, right of those before.
  package mutating func appendBytes(x: Int32, _ values: UnsafeBufferPointer<UInt8>) {
    guard !values.isEmpty else { return }
    let offset = Int32(bytes.count)
    bytes.append(contentsOf: values)
    let length = Int32(values.count)
    spans.append(CoverageSpan(x: x, length: length, offset: offset, value: 0))
    minX = min(minX, x)
    maxX = max(maxX, x &+ length)
  }

  /// Ends the current row.
  ///
  /// Rows without spans before the first one are left out.
  package mutating func endRow() {
    if spans.isEmpty {
      firstRow &+= 1
    } else {
      rowStarts.append(Int32(spans.count))
    }
  }

  /// Leaves out rows without spans after the last one.
  package mutating func endRows() {
    while rowStarts.count > 1, rowStarts[rowStarts.count - 1] == rowStarts[rowStarts.count - 2] {
      rowStarts.removeLast()
    }
  }
}

extension CoverageMask: Equatable {
  /// Whether the same pixels are covered alike.
  package static func == (left: CoverageMask, right: CoverageMask) -> Bool {
    let bounds = left.bounds
    guard bounds == right.bounds else { return false }
    return left.rowBytes(bounds) == right.rowBytes(bounds)
  }

  /// The bytes of all pixels of `rect`, row after row.
  package func rowBytes(_ rect: PixelRect) -> [UInt8] {
    guard !rect.isEmpty else { return [] }
    return [UInt8](unsafeUninitializedCapacity: rect.area) { buffer, count in
      count = rect.area
      guard let base = buffer.baseAddress else { return }
      copy(rect, into: base, rowBytes: Int(rect.width))
    }
  }
}
