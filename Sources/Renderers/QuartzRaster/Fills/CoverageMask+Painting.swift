// A flat colour through a mask.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels
package import QuartzMath

extension CoverageMask {
  /// Blends a flat source onto 8-bit pixels, by the rule of `SourceOver`.
  ///
  /// - Parameters:
  ///   - pixels: The pixel (0, 0); there are pixels for all of `clip`.
  ///   - stride: From a row to the next, in pixels.
  ///   - clip: The pixels that may change.
  package func paint(
    _ source: PixelSource,
    onto pixels: UnsafeMutablePointer<UInt32>,
    stride: Int,
    in clip: PixelRect
  ) {
    let visible = bounds.intersection(clip)
    guard !visible.isEmpty else { return }
    let channels: [4 of UInt16] = [source.x, source.y, source.z, source.w]
    let first = Int(visible.minY &- originY &- firstRow)
    // Bounds: `visible` lies within `bounds`, whose rows have spans, and within `clip`.
    rowStarts.withUnsafeBufferPointer { rowStarts in
      spans.withUnsafeBufferPointer { spans in
        bytes.withUnsafeBufferPointer { bytes in
          guard let rows = rowStarts.baseAddress else { return }
          channels.span.withUnsafeBufferPointer { channels in
            qk_cover_rows(
              pixels + Int(visible.minY) * stride + Int(visible.minX),
              stride,
              visible.height,
              rows + first,
              spans.baseAddress,
              bytes.baseAddress,
              visible.minX &- originX,
              visible.maxX &- originX,
              channels.baseAddress
            )
          }
        }
      }
    }
  }
}
