// The pixels of a surface that is drawn as a whole, before the tiles that show it.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzRaster
import QuartzSharing

/// The pixels of a surface in memory.
enum SurfaceForm: Sendable {
  /// Words of R, G, B, A bytes.
  case words
  /// R, G, B, A half floats: extended sRGB, encoded, premultiplied.
  case halves
  /// Bytes of alpha.
  case alpha

  /// Bytes of a pixel.
  var pixelBytes: Int {
    switch self {
    case .words: 4
    case .halves: 8
    case .alpha: 1
    }
  }

  /// The form of a surface of a plan.
  init(_ channels: SurfaceChannels, _ range: OutputRange) {
    self = channels == .alpha ? .alpha : range.isExtended ? .halves : .words
  }
}

/// Pixels of a surface in memory.
///
/// The memory is somebody else's and lives as long as the frame.
struct SurfacePixels {
  var base: UnsafeMutableRawPointer
  var rowBytes: Int
  /// The pixels there are, in the surface's space.
  var frame: PixelRect
  var form: SurfaceForm

  /// Whether there is nothing but alpha.
  var isAlpha: Bool { form == .alpha }

  /// Bytes from one row to the next of a surface so many pixels wide.
  ///
  /// Rows a multiple of 1 KiB apart would put the pixels of a column into few cache sets.
  static func rowBytes(width: Int, _ form: SurfaceForm) -> Int {
    let bytes = (width * form.pixelBytes + 63) & ~63
    return bytes % 1024 == 0 ? bytes + 64 : bytes
  }

  /// Bytes of memory that a stored surface takes.
  static func bytes(_ frame: PixelRect, _ form: SurfaceForm) -> Int {
    rowBytes(width: Int(frame.width), form) * Int(frame.height)
  }

  /// Bytes of a pixel.
  var pixelBytes: Int { form.pixelBytes }

  /// Bytes of a row's pixels.
  var lineBytes: Int { Int(frame.width) * pixelBytes }

  /// A surface without pixels.
  static var none: SurfacePixels { sharedNone.value }
  // Nobody reads or writes what is not there.
  private static let sharedNone = SharedPointer(
    SurfacePixels(base: .allocate(byteCount: 64, alignment: 64), frame: .empty, form: .alpha)
  )

  init(base: UnsafeMutableRawPointer, frame: PixelRect, form: SurfaceForm) {
    self.base = base
    self.frame = frame
    self.form = form
    rowBytes = SurfacePixels.rowBytes(width: Int(frame.width), form)
  }

  /// The surface as something to draw into; nothing if it has no colours.
  var target: PixelTarget {
    guard !isAlpha else { return PixelTarget() }
    return PixelTarget(
      base: base,
      stride: rowBytes / pixelBytes,
      frame: frame,
      isHalf: form == .halves
    )
  }

  /// The surface as an image, in its form; nil if it has no colours.
  var texels: TexelSource? {
    isAlpha
      ? nil
      : TexelSource(base: base, width: frame.width, height: frame.height, rowBytes: rowBytes)
  }

  /// The surface as filters read and write it.
  var programPixels: ProgramPixels {
    ProgramPixels(base: base, rowBytes: rowBytes, frame: frame, isHalf: form == .halves)
  }

  /// The alpha of the surface, which has bytes.
  var coverage: CoverageSource {
    if form == .words, let texels { return CoverageSource(alphaOf: texels) }
    return CoverageSource(
      base: base.assumingMemoryBound(to: UInt8.self),
      width: frame.width,
      height: frame.height,
      rowBytes: rowBytes
    )
  }
}
