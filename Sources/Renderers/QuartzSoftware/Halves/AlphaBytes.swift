// The alpha of half-float surfaces as bytes of coverage.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels
import Glibc
import QuartzFaults
import QuartzMath
import QuartzPlan
import QuartzRaster

/// The alphas of a surface for the draws of one frame, rounded to bytes.
final class AlphaBytes {
  private let block: UnsafeMutableRawPointer
  private let frame: PixelRect
  private let rowBytes: Int

  /// - Throws: `RenderError.outOfMemory`.
  init(of surface: SurfacePixels) throws(RenderError) {
    frame = surface.frame
    rowBytes = SurfacePixels.rowBytes(width: Int(frame.width), .alpha)
    let bytes = rowBytes * Int(frame.height)
    guard let block = MemoryProbe.block(bytes: max(bytes, 1)) else {
      throw .outOfMemory(bytes: bytes)
    }
    self.block = block
    // Bounds: both have the rows of the frame.
    for row in 0..<Int(frame.height) {
      qk_half_alpha_bytes(
        (block + row * rowBytes).assumingMemoryBound(to: UInt8.self),
        surface.base + row * surface.rowBytes,
        frame.width
      )
    }
  }

  /// The bytes; valid as long as the object is.
  var coverage: CoverageSource {
    CoverageSource(
      base: block.assumingMemoryBound(to: UInt8.self),
      width: frame.width,
      height: frame.height,
      rowBytes: rowBytes
    )
  }

  deinit {
    free(block)
  }
}
