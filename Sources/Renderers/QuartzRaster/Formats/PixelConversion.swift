// Spans of pixels from one format to another.
// Licensed under the MIT license; see LICENSE.

/// Converts spans between two formats.
///
/// 8-bit to 8-bit is integer arithmetic throughout, by the rules of `PixelWord`; what changes
/// neither alpha nor grey only moves bytes. With half precision on either side everything is Float,
/// rounded to nearest at the end; making colours straight divides them by alpha (0 where alpha is
/// not above 0). Alpha that is ignored reads as 1: the colours stay as they are. Converting
/// translucent pixels to a format without alpha keeps their premultiplied colours, which is the
/// picture on black.
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
    guard source.layout == .rgbaHalf || target.layout == .rgbaHalf else {
      words(pixels, result, count)
      return
    }
    colors(pixels, result, count)
  }
}

// MARK: - Words

extension PixelConversion {
  /// In pieces: to words, to the other kind of alpha, to the target's layout.
  private func words(
    _ pixels: UnsafeRawPointer,
    _ result: UnsafeMutableRawPointer,
    _ count: Int
  ) {
    let length = 256
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: length) { buffer in
      guard let words = buffer.baseAddress else { return }
      for start in stride(from: 0, to: count, by: length) {
        let part = min(length, count - start)
        read(pixels + start * source.bytesPerPixel, words, part)
        change(words, part)
        settle(words, part)
        write(words, result + start * target.bytesPerPixel, part)
      }
    }
  }

  private func read(
    _ pixels: UnsafeRawPointer,
    _ words: UnsafeMutablePointer<UInt32>,
    _ count: Int
  ) {
    func each(_ word: (Int) -> UInt32) { for index in 0..<count { words[index] = word(index) } }
    func bytes(_ index: Int) -> UInt32 {
      pixels.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
    }
    func byte(_ index: Int) -> UInt32 {
      UInt32(pixels.load(fromByteOffset: index, as: UInt8.self))
    }
    switch source.layout {
    case .rgba8: each { bytes($0) }
    case .bgra8: each { PixelWord.word(bytes($0), from: .bgra8) }
    case .argb8: each { PixelWord.word(bytes($0), from: .argb8) }
    case .abgr8: each { PixelWord.word(bytes($0), from: .abgr8) }
    case .gray8: each { PixelWord.word(byte($0), from: .gray8) }
    case .alpha8: each { PixelWord.word(byte($0), from: .alpha8) }
    case .rgbaHalf: break
    }
    if source.isOpaque { for index in 0..<count { words[index] |= 0xFF00_0000 } }
  }

  /// Multiplies colours by alpha, or divides, if the target wants that.
  private func change(_ words: UnsafeMutablePointer<UInt32>, _ count: Int) {
    guard target.layout != .alpha8, source.isStraight != target.isStraight else { return }
    if source.isStraight {
      for index in 0..<count { words[index] = PixelWord.premultiplied(words[index]) }
    } else {
      for index in 0..<count { words[index] = PixelWord.straight(words[index]) }
    }
  }

  /// Makes words opaque, and grey, if the target is.
  private func settle(_ words: UnsafeMutablePointer<UInt32>, _ count: Int) {
    if target.isOpaque { for index in 0..<count { words[index] |= 0xFF00_0000 } }
    if target.layout == .gray8, source.layout != .gray8 {
      Luminance.makeGray(words, count: count)
    }
  }

  private func write(
    _ words: UnsafePointer<UInt32>,
    _ result: UnsafeMutableRawPointer,
    _ count: Int
  ) {
    func each(_ bytes: (UInt32) -> UInt32) {
      for index in 0..<count {
        result.storeBytes(of: bytes(words[index]), toByteOffset: index * 4, as: UInt32.self)
      }
    }
    func single(_ bytes: (UInt32) -> UInt32) {
      for index in 0..<count {
        let byte = UInt8(truncatingIfNeeded: bytes(words[index]))
        result.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
      }
    }
    switch target.layout {
    case .rgba8: each { $0 }
    case .bgra8: each { PixelWord.bytes($0, to: .bgra8) }
    case .argb8: each { PixelWord.bytes($0, to: .argb8) }
    case .abgr8: each { PixelWord.bytes($0, to: .abgr8) }
    case .gray8: single { PixelWord.bytes($0, to: .gray8) }
    case .alpha8: single { PixelWord.bytes($0, to: .alpha8) }
    case .rgbaHalf: break
    }
  }
}

// MARK: - Float

extension PixelConversion {
  /// In pieces: to colours, to the other kind of alpha, to the target's layout.
  private func colors(
    _ pixels: UnsafeRawPointer,
    _ result: UnsafeMutableRawPointer,
    _ count: Int
  ) {
    let length = 128
    withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: length) { colors in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: length) { words in
        guard let colors = colors.baseAddress, let words = words.baseAddress else { return }
        for start in stride(from: 0, to: count, by: length) {
          let part = min(length, count - start)
          readColors(pixels + start * source.bytesPerPixel, colors, words, part)
          for index in 0..<part { colors[index] = adapted(colors[index]) }
          writeColors(colors, words, result + start * target.bytesPerPixel, part)
        }
      }
    }
  }

  private func readColors(
    _ pixels: UnsafeRawPointer,
    _ colors: UnsafeMutablePointer<SIMD4<Float>>,
    _ words: UnsafeMutablePointer<UInt32>,
    _ count: Int
  ) {
    guard source.layout == .rgbaHalf else {
      read(pixels, words, count)
      for index in 0..<count { colors[index] = PixelWord.color(words[index]) }
      return
    }
    HalfPixels.read(pixels, to: colors, count: count)
    if source.isOpaque { for index in 0..<count { colors[index].w = 1 } }
  }

  private func writeColors(
    _ colors: UnsafePointer<SIMD4<Float>>,
    _ words: UnsafeMutablePointer<UInt32>,
    _ result: UnsafeMutableRawPointer,
    _ count: Int
  ) {
    guard target.layout == .rgbaHalf else {
      for index in 0..<count { words[index] = PixelWord.word(colors[index]) }
      settle(words, count)
      write(words, result, count)
      return
    }
    HalfPixels.write(colors, to: result, count: count)
  }

  /// With the kind of alpha that the target wants.
  @inline(__always)
  private func adapted(_ color: SIMD4<Float>) -> SIMD4<Float> {
    let alpha = color.w
    var result = color
    if source.isStraight, !target.isStraight {
      result *= alpha
    } else if target.isStraight, !source.isStraight {
      result = alpha > 0 ? color / alpha : .zero
    }
    result.w = target.layout == .rgbaHalf && target.isOpaque ? 1 : alpha
    return result
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
