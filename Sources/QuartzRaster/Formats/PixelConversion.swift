// Spans of pixels from one format to another.
// Licensed under the MIT license; see LICENSE.

/// Converts spans between two formats.
///
/// 8-bit to 8-bit is integer arithmetic throughout, by the rules of `PixelWord`; what changes neither
/// alpha nor grey only moves bytes. With half precision on either side everything is Float, rounded to
/// nearest at the end; making colours straight divides them by alpha (0 where alpha is not above 0).
/// Alpha that is ignored reads as 1: the colours stay as they are. Converting translucent pixels to a
/// format without alpha keeps their premultiplied colours, which is the picture on black.
package struct PixelConversion: Sendable {
  package let source: PixelFormat
  package let target: PixelFormat

  package init(from source: PixelFormat, to target: PixelFormat) {
    self.source = source
    self.target = target
  }

  /// Converts `count` pixels; nothing happens if that is not above 0.
  ///
  /// The spans may be the same if both formats have as many bytes, and must not overlap otherwise.
  package func convert(
    _ pixels: UnsafeRawPointer,
    to result: UnsafeMutableRawPointer,
    count: Int
  ) {
    guard count > 0 else { return }
    if source == target, !source.isOpaque || source.layout == .gray8 {
      result.copyMemory(from: pixels, byteCount: count * source.bytesPerPixel)
      return
    }
    // Bounds: index < count; the caller vouches for `count` pixels on both sides.
    if source.layout == .rgbaHalf || target.layout == .rgbaHalf {
      for index in 0..<count {
        let color = color(pixels + index * source.bytesPerPixel)
        store(color, result + index * target.bytesPerPixel)
      }
    } else {
      for index in 0..<count {
        let word = word(pixels + index * source.bytesPerPixel)
        store(word, result + index * target.bytesPerPixel)
      }
    }
  }
}

// MARK: - Words

extension PixelConversion {
  /// A pixel of the source, with the alpha that the target wants.
  @inline(__always)
  private func word(_ pixel: UnsafeRawPointer) -> UInt32 {
    let bytes =
      source.bytesPerPixel == 4
      ? pixel.loadUnaligned(as: UInt32.self) : UInt32(pixel.load(as: UInt8.self))
    var word = PixelWord.word(bytes, from: source.layout)
    if source.isOpaque { word |= 0xFF00_0000 }
    let isStraight = source.isStraight
    guard isStraight != target.isStraight, target.layout != .alpha8 else { return word }
    return isStraight ? PixelWord.premultiplied(word) : PixelWord.straight(word)
  }

  @inline(__always)
  private func store(_ word: UInt32, _ pixel: UnsafeMutableRawPointer) {
    var word = word
    if target.isOpaque { word |= 0xFF00_0000 }
    if target.layout == .gray8, source.layout != .gray8 { word = Luminance.gray(word) }
    let bytes = PixelWord.bytes(word, to: target.layout)
    if target.bytesPerPixel == 4 {
      pixel.storeBytes(of: bytes, as: UInt32.self)
    } else {
      pixel.storeBytes(of: UInt8(truncatingIfNeeded: bytes), as: UInt8.self)
    }
  }
}

// MARK: - Float

extension PixelConversion {
  /// A pixel of the source, with the alpha that the target wants.
  @inline(__always)
  private func color(_ pixel: UnsafeRawPointer) -> SIMD4<Float> {
    var color: SIMD4<Float>
    switch source.layout {
    case .rgba8, .bgra8, .argb8, .abgr8:
      let bytes = pixel.loadUnaligned(as: UInt32.self)
      color = PixelWord.color(PixelWord.word(bytes, from: source.layout))
    case .gray8, .alpha8:
      let bytes = UInt32(pixel.load(as: UInt8.self))
      color = PixelWord.color(PixelWord.word(bytes, from: source.layout))
    case .rgbaHalf: color = SIMD4<Float>(pixel.loadUnaligned(as: SIMD4<Float16>.self))
    }
    let alpha: Float = source.isOpaque ? 1 : color.w
    if source.isStraight, !target.isStraight {
      color *= alpha
    } else if target.isStraight, !source.isStraight {
      color = alpha > 0 ? color / alpha : .zero
    }
    color.w = alpha
    return color
  }

  @inline(__always)
  private func store(_ color: SIMD4<Float>, _ pixel: UnsafeMutableRawPointer) {
    if target.layout == .rgbaHalf {
      var color = color
      if target.isOpaque { color.w = 1 }
      pixel.storeBytes(of: SIMD4<Float16>(color), as: SIMD4<Float16>.self)
    } else {
      store(PixelWord.word(color), pixel)
    }
  }
}

extension PixelFormat {
  /// Whether colours are not multiplied by an alpha that is there.
  var isStraight: Bool {
    switch layout {
    case .gray8, .alpha8: false
    case .rgba8, .bgra8, .argb8, .abgr8, .rgbaHalf: alpha == .straight
    }
  }
}
