// Patterns for painting outside of bitmaps: one period, turned as it is shown.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

/// One period of a pattern as an image, and where it lies.
package struct PatternTile {
  package let image: CGImage
  /// One copy of the image, in the space that the pattern's matrix maps to; all others lie beside
  /// it.
  package let cell: Rect

  /// The period of the pattern that a colour is.
  ///
  /// Nil for a colour that is no pattern, for a matrix that turns by other than right angles or
  /// shears, and without memory.
  ///
  /// - Parameters:
  ///   - color: A pattern, with the colour of one that has none of its own.
  ///   - scale: Pixels for a unit of the space of `cell`, positive; a tile has at most 4096 a side.
  ///   - isYUp: Whether the first row of the image is to be that of greatest y, or that of least.
  package init?(_ color: CGColor, scale: Double, isYUp: Bool) {
    guard let pattern = color.pattern, let turn = QuarterTurn(pattern.matrix), scale > 0,
      scale.isFinite
    else { return nil }
    let matrix = pattern.matrix
    let (a, b) = (pattern.bounds, pattern.step)
    let first = matrix.transform(Point(a.x, a.y))
    let last = matrix.transform(Point(a.x + b.width, a.y + b.height))
    cell = Rect(first.x, first.y, last.x - first.x, last.y - first.y).standardized
    guard cell.isFinite else { return nil }
    let width = PatternCell.pixels(cell.width * scale)
    let height = PatternCell.pixels(cell.height * scale)
    let drawn = turn.swapsAxes ? (height, width) : (width, height)
    guard let source = PatternCell(pattern, drawn.0, drawn.1, color, depth: 0) else { return nil }
    image = CGImage(
      PixelStorage(width: width, height: height) { target in
        turn.copy(source.pixels, to: target, width, height, isYUp: isYUp)
        return source.pixels.isOpaque
      }
    )
  }
}

/// The turn that a matrix which keeps axes on axes applies to a picture.
private struct QuarterTurn {
  let swapsAxes: Bool
  /// Whether x and y of the turned picture run against those of the pattern that they come from.
  let flipsX: Bool
  let flipsY: Bool

  init?(_ matrix: Affine) {
    if matrix.b == 0 && matrix.c == 0 {
      (swapsAxes, flipsX, flipsY) = (false, matrix.a < 0, matrix.d < 0)
    } else if matrix.a == 0 && matrix.d == 0 {
      (swapsAxes, flipsX, flipsY) = (true, matrix.c < 0, matrix.b < 0)
    } else {
      return nil
    }
  }

  /// Copies pixels that have the greatest y of the pattern in their first row.
  func copy(
    _ source: PixelStorage,
    to target: UnsafeMutableRawBufferPointer,
    _ width: Int,
    _ height: Int,
    isYUp: Bool
  ) {
    let words = target.assumingMemoryBound(to: UInt32.self)
    // Bounds: the target has width x height words; the source has as many, with sides swapped if
    // axes are, and every index is below its side.
    for row in 0..<height {
      // Counted from least y, in the pattern's direction.
      let y = isYUp != flipsY ? height - 1 - row : row
      for column in 0..<width {
        let x = flipsX ? width - 1 - column : column
        let (sourceX, sourceY) = swapsAxes ? (y, x) : (x, y)
        let pixel = source.base + (source.height - 1 - sourceY) * source.rowBytes + sourceX * 4
        words[row * width + column] = pixel.loadUnaligned(as: UInt32.self)
      }
    }
  }
}
