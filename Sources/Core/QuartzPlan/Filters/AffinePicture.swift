// Pictures read through an affine map.
// Licensed under the MIT license; see LICENSE.
//
// A pixel of the result is the mean of a few positions of the source, each mixed from the four
// pixels around it; beyond its frame the source is clear. It is what `FilterOperation.transform`
// says, from bytes to bytes.

import QuartzFilters
package import QuartzMath
import QuartzRaster

/// An affine map of filters, and how it is read.
package struct AffinePicture: Equatable, Sendable {
  /// From the filters' space of the source to that of the result.
  let map: Affine
  /// The other way.
  package let inverse: Affine
  /// How many positions are read for each pixel along its row.
  package let across: Int
  /// The same along its column.
  package let down: Int
  package let space: ProgramSpace

  /// The pixels that are mixed at a time: small enough for the stack.
  private static let block = 64

  /// A picture that is moved by a map; nil for one that leaves nothing of it.
  init?(_ map: Affine, _ space: ProgramSpace) {
    guard let inverse = map.inverse else { return nil }
    self.map = map
    self.inverse = inverse
    self.space = space
    (across, down) = FilterSampling.linear.positions(inverse)
  }

  /// From pixels of the result to those of the source, each counted from its frame's first one, by
  /// their corners.
  package func map(from source: PixelRect, to result: PixelRect) -> Affine {
    let turn = space.isTurned ? 1.0 : -1
    let (x, y) = (Double(space.x), Double(space.y))
    let inside = Affine(1, 0, 0, turn, Double(result.minX) - x, turn * (Double(result.minY) - y))
    let outside = Affine(1, 0, 0, turn, x - Double(source.minX), y - Double(source.minY))
    return inside * inverse * outside
  }

  /// Draws a row of the result.
  ///
  /// - Parameters:
  ///   - row: Of the surface's space.
  ///   - frame: The result's.
  ///   - target: The row's first pixel, of the source's form.
  package func run(
    row: Int32,
    of frame: PixelRect,
    from source: ProgramPixels,
    to target: UnsafeMutableRawPointer
  ) {
    let y = Double(space.row(Int(row)))
    let left = Int(frame.minX &- space.x)
    let (width, block) = (Int(frame.width), AffinePicture.block)
    let picture = Source(pixels: source, space: space)
    withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: block) { memory in
      guard let colors = memory.baseAddress else { return }
      // Bounds: `start + part` is at most the width, and `part` the block.
      var start = 0
      while start < width {
        let part = min(block, width - start)
        for index in 0..<part { colors[index] = color(Double(left + start + index), y, picture) }
        source.encode(colors, to: target + start * source.pixelBytes, part)
        start += part
      }
    }
  }

  /// The colour of a pixel of the filters' space.
  private func color(_ x: Double, _ y: Double, _ source: Source) -> SIMD4<Float> {
    if across == 1, down == 1 { return source.linear(position(x + 0.5, y + 0.5)) }
    var sum = SIMD4<Float>.zero
    for j in 0..<down {
      for i in 0..<across {
        let (u, v) = ((Double(i) + 0.5) / Double(across), (Double(j) + 0.5) / Double(down))
        sum += source.linear(position(x + u, y + v))
      }
    }
    return sum * (1 / Float(across * down))
  }

  private func position(_ x: Double, _ y: Double) -> SIMD2<Double> {
    SIMD2(
      inverse.a * x + inverse.c * y + inverse.tx,
      inverse.b * x + inverse.d * y + inverse.ty
    )
  }

  /// The pixels of a surface in the filters' space.
  private struct Source {
    let pixels: ProgramPixels
    let space: ProgramSpace

    /// The colour at a position, as `FilterBuffer.linear` mixes it.
    func linear(_ position: SIMD2<Double>) -> SIMD4<Float> {
      let (x, y) = (position.x - 0.5, position.y - 0.5)
      guard abs(x) < 1e9, abs(y) < 1e9 else { return .zero }
      let (left, bottom) = (x.rounded(.down), y.rounded(.down))
      let (u, v) = (Float(x - left), Float(y - bottom))
      let (column, line) = (Int(left), Int(bottom))
      let (p, q) = (self[column, line], self[column + 1, line])
      let (r, s) = (self[column, line + 1], self[column + 1, line + 1])
      let a = p + (q - p) * u
      let b = r + (s - r) * u
      return a + (b - a) * v
    }

    /// A pixel; clear outside of the surface.
    subscript(_ x: Int, _ y: Int) -> SIMD4<Float> {
      let column = x + Int(space.x) - Int(pixels.frame.minX)
      let row = space.outside(row: y) - Int(pixels.frame.minY)
      guard column >= 0, row >= 0, column < Int(pixels.frame.width),
        row < Int(pixels.frame.height)
      else { return .zero }
      // Bounds: the column and the row are the surface's.
      let line = pixels.base + row * pixels.rowBytes
      if pixels.isHalf { return HalfPixels.color(line + column * 8) }
      let word = line.loadUnaligned(fromByteOffset: column * 4, as: SIMD4<UInt8>.self)
      return SIMD4<Float>(word) / 255
    }
  }
}
