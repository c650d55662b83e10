// The pixels of a surface that is drawn as a whole, before the tiles that show it.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzPlan
import QuartzRaster
import QuartzSharing

/// Pixels of a surface in memory: words of R, G, B, A bytes, or bytes of alpha.
///
/// The memory is somebody else's and lives as long as the frame.
struct SurfacePixels {
  var base: UnsafeMutableRawPointer
  var rowBytes: Int
  /// The pixels there are, in the surface's space.
  var frame: PixelRect
  /// Whether there is a byte of alpha for each pixel instead of a word.
  var isAlpha: Bool

  /// Bytes from one row to the next of a surface so many pixels wide.
  ///
  /// Rows a multiple of 1 KiB apart would put the pixels of a column into few cache sets.
  static func rowBytes(width: Int, isAlpha: Bool) -> Int {
    let bytes = (isAlpha ? width + 63 : width * 4 + 63) & ~63
    return bytes % 1024 == 0 ? bytes + 64 : bytes
  }

  /// Bytes of memory that a stored surface takes.
  static func bytes(_ frame: PixelRect, isAlpha: Bool) -> Int {
    rowBytes(width: Int(frame.width), isAlpha: isAlpha) * Int(frame.height)
  }

  /// Bytes of a pixel.
  var pixelBytes: Int { isAlpha ? 1 : 4 }

  /// Bytes of a row's pixels.
  var lineBytes: Int { Int(frame.width) * pixelBytes }

  /// A surface without pixels.
  static var none: SurfacePixels { sharedNone.value }
  // Nobody reads or writes what is not there.
  private static let sharedNone = SharedPointer(
    SurfacePixels(base: .allocate(byteCount: 64, alignment: 64), frame: .empty, isAlpha: true)
  )

  init(base: UnsafeMutableRawPointer, frame: PixelRect, isAlpha: Bool) {
    self.base = base
    self.frame = frame
    self.isAlpha = isAlpha
    rowBytes = SurfacePixels.rowBytes(width: Int(frame.width), isAlpha: isAlpha)
  }

  /// The surface as something to draw into; nothing if it has no words.
  var target: PixelTarget {
    guard !isAlpha else { return PixelTarget() }
    let words = base.assumingMemoryBound(to: UInt32.self)
    return PixelTarget(base: words, stride: rowBytes / 4, frame: frame)
  }

  /// The surface as an image; nil if it has no colours.
  var texels: TexelSource? {
    isAlpha
      ? nil
      : TexelSource(base: base, width: frame.width, height: frame.height, rowBytes: rowBytes)
  }

  /// The surface as filters read and write it.
  var programPixels: ProgramPixels { ProgramPixels(base: base, rowBytes: rowBytes, frame: frame) }

  /// The alpha of the surface.
  var coverage: CoverageSource {
    texels.map { CoverageSource(alphaOf: $0) }
      ?? CoverageSource(
        base: base.assumingMemoryBound(to: UInt8.self),
        width: frame.width,
        height: frame.height,
        rowBytes: rowBytes
      )
  }
}
