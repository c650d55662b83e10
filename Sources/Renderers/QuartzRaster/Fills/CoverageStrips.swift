// Masks as bytes, without the places where nothing is covered.
// Licensed under the MIT license; see LICENSE.
//
// Most of the rectangle around a thin line is empty. A mask is cut into bands of a few rows, each
// band into strips where something is covered; the bytes of all strips lie one after the other in a
// block, as textures want them:
//
//     mask     ..AAA......BB..        block    AAABBCCC
//              ...CCC.........                 DD......
//              .......DD......

package import QuartzMath

/// A part of a mask that is not empty.
package struct CoverageStrip: Sendable {
  /// In pixels of the mask.
  package var rect: PixelRect
  /// From the mask's pixels to where the strip's bytes lie in the block.
  package var shiftX: Int32
  package var shiftY: Int32
}

/// The strips of a mask and the block of their bytes.
package struct CoverageStrips: Sendable {
  /// Rows of a band; in a band columns are told apart in cells of as many.
  private static let cell: Int32 = 8
  /// Columns of the block, unless a strip is wider.
  private static let width: Int32 = 256

  /// From above, in a band from the left.
  package private(set) var strips: ContiguousArray<CoverageStrip> = []
  /// The size of the block; 0 if nothing is covered.
  package private(set) var width: Int32 = 0
  package private(set) var height: Int32 = 0
  /// Pixels of all strips.
  package private(set) var area = 0

  /// Lays out the strips of a mask.
  package init(_ mask: CoverageMask) {
    let bounds = mask.bounds
    guard !bounds.isEmpty else { return }
    width = max(CoverageStrips.width, bounds.width)
    let columns = Int((bounds.width - 1) / CoverageStrips.cell) + 1
    var cells = ContiguousArray(repeating: false, count: columns)
    var x: Int32 = 0
    for band in stride(from: bounds.minY, to: bounds.maxY, by: Int(CoverageStrips.cell)) {
      let end = min(band + CoverageStrips.cell, bounds.maxY)
      cells.withUnsafeMutableBufferPointer { cells in
        mask.forEachSpan(from: band, to: end) { _, span in
          // Bounds: spans lie in the mask's bounds.
          let start = mask.originX &+ span.x &- bounds.minX
          let last = Int((start &+ span.length &- 1) / CoverageStrips.cell)
          for index in Int(start / CoverageStrips.cell)...last { cells[index] = true }
        }
      }
      add(&cells, PixelRect(bounds.minX, band, bounds.maxX, end), &x)
    }
    height += CoverageStrips.cell
    // A single row of strips ends with the last of them.
    if height == CoverageStrips.cell { width = x }
  }

  /// Adds the strips of a band, whose cells are empty then.
  ///
  /// - Parameter x: Where the next strip's bytes may begin in the block's last row of strips.
  private mutating func add(
    _ cells: inout ContiguousArray<Bool>,
    _ band: PixelRect,
    _ x: inout Int32
  ) {
    var index = 0
    while index < cells.count {
      guard cells[index] else {
        index += 1
        continue
      }
      let first = index
      // A strip more costs more than an empty cell.
      while index < cells.count, cells[index] || index + 1 < cells.count && cells[index + 1] {
        cells[index] = false
        index += 1
      }
      let rect = PixelRect(
        band.minX + Int32(first) * CoverageStrips.cell,
        band.minY,
        min(band.minX + Int32(index) * CoverageStrips.cell, band.maxX),
        band.maxY
      )
      if x + rect.width > width {
        x = 0
        height += CoverageStrips.cell
      }
      strips.append(CoverageStrip(rect: rect, shiftX: x - rect.minX, shiftY: height - rect.minY))
      area += rect.area
      x += rect.width
    }
  }

  /// Writes the bytes of the mask that the strips are of into their block.
  ///
  /// - Parameter block: `height` rows of `width` bytes; those that nothing covers stay as they are.
  package func copy(_ mask: CoverageMask, into block: UnsafeMutablePointer<UInt8>) {
    strips.withUnsafeBufferPointer { strips in
      mask.bytes.withUnsafeBufferPointer { bytes in
        var band = 0
        while band < strips.count {
          let (top, bottom) = (strips[band].rect.minY, strips[band].rect.maxY)
          var (row, index) = (top, band)
          mask.forEachSpan(from: top, to: bottom) { y, span in
            if y != row { (row, index) = (y, band) }
            // Bounds: a span lies in one of its band's strips, for which the block has room.
            let x = mask.originX &+ span.x
            while strips[index].rect.maxX <= x { index += 1 }
            let strip = strips[index]
            let target =
              block + Int(y &+ strip.shiftY) * Int(width) + Int(x &+ strip.shiftX)
            if span.offset < 0 {
              target.update(repeating: span.value, count: Int(span.length))
            } else if let base = bytes.baseAddress {
              target.update(from: base + Int(span.offset), count: Int(span.length))
            }
          }
          while band < strips.count, strips[band].rect.minY == top { band += 1 }
        }
      }
    }
  }
}

extension CoverageMask {
  /// Calls `body` for each span of some rows of `bounds`, by rows from above, in a row from the
  /// left.
  @inline(__always)
  fileprivate func forEachSpan(
    from first: Int32,
    to end: Int32,
    _ body: (_ y: Int32, _ span: CoverageSpan) -> Void
  ) {
    let top = originY &+ firstRow
    rowStarts.withUnsafeBufferPointer { rowStarts in
      spans.withUnsafeBufferPointer { spans in
        for y in first..<end {
          // Bounds: the rows lie in `bounds`.
          let row = Int(y &- top)
          for index in Int(rowStarts[row])..<Int(rowStarts[row + 1]) { body(y, spans[index]) }
        }
      }
    }
  }
}
