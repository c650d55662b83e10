// Spans of sources blended onto spans of pixels, with any mode and in any format.
// Licensed under the MIT license; see LICENSE.

/// What lies over a span; all colours are premultiplied.
package enum SpanSource {
  /// One colour for all pixels.
  case color(SIMD4<Float>)
  /// Words of R, G, B, A bytes (red lowest), one for each pixel.
  case pixels(UnsafePointer<UInt32>)
  /// A colour for each pixel.
  case colors(UnsafePointer<SIMD4<Float>>)
}

/// How much of each pixel a shape covers; 255 is all of it.
package enum SpanCoverage {
  case constant(UInt8)
  case bytes(UnsafePointer<UInt8>)

  package static var full: SpanCoverage { .constant(255) }
}

/// Blends spans onto pixels of one format with one mode.
///
/// Onto 8-bit formats `normal` goes by the integer rule of `SourceOver`, the one of the renderers;
/// the other modes, and all modes onto half-precision pixels, are computed in Float as
/// `BlendMode.blend` says, mixed by coverage, D (1 - c) + R c, clamped to 0...1 for 8-bit formats, and
/// rounded to nearest. Formats without alpha count as opaque and stay so: `clear` makes them black.
/// `gray8` takes the red channel of sources (their owner has made them grey), `alpha8` the alpha.
package struct SpanBlender: Sendable {
  package let mode: BlendMode
  package let format: PixelFormat

  /// - Precondition: The format is premultiplied or has no alpha; straight ones are not blended onto.
  package init(mode: BlendMode, format: PixelFormat) {
    precondition(format.alpha != .straight, "pixels that are blended onto are premultiplied")
    self.mode = mode
    self.format = format
  }

  /// Blends `count` pixels.
  ///
  /// - Parameters:
  ///   - opacity: A factor in 0...1 for the source, alpha included (CGContext's alpha).
  ///   - target: The first pixel; any alignment.
  ///   - count: Nothing happens if it is not above 0; pointers in `source` and `coverage` have as many.
  package func blend(
    _ source: SpanSource,
    opacity: Float = 1,
    coverage: SpanCoverage = .full,
    onto target: UnsafeMutableRawPointer,
    count: Int
  ) {
    guard count > 0 else { return }
    // Bounds: index < count; the caller vouches for `count` pixels at each pointer.
    for index in 0..<count {
      let cover: UInt8
      switch coverage {
      case .constant(let value): cover = value
      case .bytes(let bytes): cover = bytes[index]
      }
      guard cover != 0 else { continue }
      let color: SIMD4<Float>
      switch source {
      case .color(let value): color = value
      case .pixels(let words): color = PixelWord.color(words[index])
      case .colors(let colors): color = colors[index]
      }
      let pixel = target + index * format.bytesPerPixel
      let below = load(pixel)
      let mixed = mode.blend(color * opacity, over: below)
      let share = Float(cover) * (1 / 255)
      store(below * (1 - share) + mixed * share, pixel)
    }
  }

  @inline(__always)
  private func load(_ pixel: UnsafeMutableRawPointer) -> SIMD4<Float> {
    var color: SIMD4<Float>
    switch format.layout {
    case .rgba8, .bgra8, .argb8, .abgr8:
      let bytes = pixel.loadUnaligned(as: UInt32.self)
      color = PixelWord.color(PixelWord.word(bytes, from: format.layout))
    case .gray8, .alpha8:
      let bytes = UInt32(pixel.load(as: UInt8.self))
      color = PixelWord.color(PixelWord.word(bytes, from: format.layout))
    case .rgbaHalf: color = SIMD4<Float>(pixel.loadUnaligned(as: SIMD4<Float16>.self))
    }
    if format.isOpaque { color.w = 1 }
    return color
  }

  @inline(__always)
  private func store(_ color: SIMD4<Float>, _ pixel: UnsafeMutableRawPointer) {
    var color = color
    if format.isOpaque { color.w = 1 }
    switch format.layout {
    case .rgba8, .bgra8, .argb8, .abgr8:
      let bytes = PixelWord.bytes(PixelWord.word(color), to: format.layout)
      pixel.storeBytes(of: bytes, as: UInt32.self)
    case .gray8, .alpha8:
      let bytes = PixelWord.bytes(PixelWord.word(color), to: format.layout)
      pixel.storeBytes(of: UInt8(truncatingIfNeeded: bytes), as: UInt8.self)
    case .rgbaHalf: pixel.storeBytes(of: SIMD4<Float16>(color), as: SIMD4<Float16>.self)
    }
  }
}
