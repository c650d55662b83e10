// The kernels of CQuartzKernels again, in plain Swift: what they must equal, bit for bit.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels
import QuartzRaster

/// The span loops, one pixel after the other.
///
/// Each has the name of its kernel.
enum ReferenceSpans {
  static func solidRows(
    _ pixels: inout [UInt32],
    at start: Int,
    stride: Int,
    rows: Int,
    _ source: PixelSource,
    left: [UInt16],
    factor: UInt16,
    middle: Int,
    right: [UInt16],
    bytes: Bool
  ) {
    let mask = left + [UInt16](repeating: factor, count: middle) + right
    for row in 0..<rows {
      for (index, factor) in mask.enumerated() {
        let pixel = start + row * stride + index
        pixels[pixel] = SourceOver.blend(
          through(source, factor, bytes),
          over: pixels[pixel]
        )
      }
    }
  }

  /// Returns a source multiplied by a mask.
  private static func through(
    _ source: PixelSource,
    _ factor: UInt16,
    _ bytes: Bool
  ) -> PixelSource {
    bytes ? SourceOver.tinted(source, factor) : SourceOver.scaled(source, factor)
  }

  static func pixelsOver(
    _ pixels: inout [UInt32],
    at start: Int,
    _ source: ArraySlice<UInt32>,
    _ factors: SIMD4<UInt16>,
    _ mask: [UInt16],
    bytes: Bool
  ) {
    let sources = source.map { SourceOver.source(pixel: $0) }
    sourcesOver(&pixels, at: start, sources, factors, mask, bytes: bytes)
  }

  static func sourcesOver(
    _ pixels: inout [UInt32],
    at start: Int,
    _ sources: [PixelSource],
    _ factors: SIMD4<UInt16>,
    _ mask: [UInt16],
    bytes: Bool = false
  ) {
    for (index, source) in sources.enumerated() {
      let source = through(SourceOver.tinted(source, factors), mask[index], bytes)
      pixels[start + index] = SourceOver.blend(source, over: pixels[start + index])
    }
  }

  static func mixRows(
    _ upper: ArraySlice<UInt32>,
    _ lower: ArraySlice<UInt32>,
    _ fraction: Int16
  ) -> [SIMD4<Int16>] {
    zip(upper, lower).map {
      TexelSampler.mix(TexelSampler.channels($0), TexelSampler.channels($1), fraction)
    }
  }

  /// The sources that `columnsOver` lays over its pixels.
  static func columns(
    _ row: [SIMD4<Int16>],
    count: Int,
    position: Int64,
    step: Int64,
    first: Int32
  ) -> [PixelSource] {
    (0..<count).map { index in
      let position = position + step * Int64(index)
      let texel = Int(TexelLine.texel(position) - first)
      let mixed = TexelSampler.mix(row[texel], row[texel + 1], TexelLine.fraction(position))
      return PixelSource(truncatingIfNeeded: mixed) &<< 1
    }
  }

  /// A texel of `sample_cubic`, all of the image being sampled.
  static func cubic(_ image: TexelSource, _ row: qk_place_row, x: Int32) -> UInt32 {
    let limit: Float = 16_777_216
    let p = Float(x) + 0.5
    let w = row.row1.2 * p + row.base.2
    let positionX = (row.row1.0 * p + row.base.0) / w * row.map.0 + row.map.2
    let positionY = (row.row1.1 * p + row.base.1) / w * row.map.1 + row.map.3
    let (left, upper) = (
      max(min(positionX - 0.5, limit), -limit), max(min(positionY - 0.5, limit), -limit)
    )
    let (floorX, floorY) = (left.rounded(.down), upper.rounded(.down))
    return CubicKernel.word(left - floorX, upper - floorY) { i, j in
      image.texel(
        min(max(Int32(floorX) + Int32(i), 0), image.width - 1),
        min(max(Int32(floorY) + Int32(j), 0), image.height - 1)
      )
    }
  }

  static func axisCoverage(_ row: qk_axis_row, x: Int32, count: Int32) -> [Float] {
    (x..<x + count).map { row.coverage($0) }
  }

  static func generalCoverage(_ row: qk_general_row, x: Int32, count: Int32) -> [Float] {
    (x..<x + count).map { row.coverage($0) }
  }

  static func ring(_ outer: [Float], _ inner: [Float]) -> [Float] {
    zip(outer, inner).map { RasterShape.ring($0, $1) }
  }

  static func factors(_ coverage: [Float]) -> [UInt16] {
    coverage.map { SourceOver.factor($0) }
  }
}
