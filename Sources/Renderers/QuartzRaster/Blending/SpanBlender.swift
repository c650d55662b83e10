// Spans of sources blended onto spans of pixels, with any mode and in any format.
// Licensed under the MIT license; see LICENSE.
//
// Two rules make bytes. `normal` onto 8-bit formats goes by the integers of SourceOver.swift, as in
// the renderers. Everything else is Float: `BlendMode.blend`, then D (1 - c) + R c for coverage c /
// 255, clamped to 0...1 for 8-bit formats and rounded to nearest, halves up; coverage 0 leaves
// pixels as they are. Kernels do both for words; other 8-bit formats become words in pieces and go
// back.

import CQuartzKernels

/// The source of a span; all colours are premultiplied.
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
/// Formats without alpha count as opaque and stay so: `clear` makes them black. `gray8` takes the
/// red channel of sources (their owner has made them grey), `alpha8` the alpha. A value may be used
/// by any number of threads.
package struct SpanBlender: Equatable, Sendable {
  package let mode: BlendMode
  package let format: PixelFormat

  /// - Precondition: The format is premultiplied or has no alpha; straight ones are not blended
  ///   onto.
  package init(mode: BlendMode, format: PixelFormat) {
    precondition(!format.isStraight, "pixels that are blended onto are premultiplied")
    self.mode = mode
    self.format = format
  }

  /// Blends `count` pixels.
  ///
  /// - Parameters:
  ///   - opacity: A factor in 0...1 for the source, alpha included (CGContext's alpha).
  ///   - target: The first pixel; any alignment.
  ///   - count: Nothing happens if it is not above 0; pointers in `source` and `coverage` have as
  ///     many.
  package func blend(
    _ source: SpanSource,
    opacity: Float = 1,
    coverage: SpanCoverage = .full,
    onto target: UnsafeMutableRawPointer,
    count: Int
  ) {
    if let words = copied(source, opacity, coverage, target, count) {
      // Bounds: the caller vouches for `count` pixels at both pointers.
      qk_copy_words(target.assumingMemoryBound(to: UInt32.self), words, count)
      return
    }
    var start = 0
    while start < count {
      // Bounds: pieces end at `count`; the caller vouches for that many pixels at each pointer.
      let length = min(count - start, SpanBlender.piece)
      let (source, coverage) = (source.dropping(start), coverage.dropping(start))
      piece(source, opacity, coverage, target + start * format.bytesPerPixel, length)
      start += length
    }
  }

  /// The words of a source that replace those of the target as they are, a row at once.
  private func copied(
    _ source: SpanSource,
    _ opacity: Float,
    _ coverage: SpanCoverage,
    _ target: UnsafeMutableRawPointer,
    _ count: Int
  ) -> UnsafePointer<UInt32>? {
    guard mode == .copy, format == .rgba8, opacity == 1, case .constant(255) = coverage,
      case .pixels(let words) = source
    else { return nil }
    // Rows that overlap go the way of pieces, and so do those of any alignment.
    let (from, to) = (Int(bitPattern: words), Int(bitPattern: target))
    return to & 3 == 0 && abs(from - to) >= count * 4 ? words : nil
  }

  /// Pixels that are blended together: their intermediate results stay in the first cache.
  private static let piece = 512

  private func piece(
    _ source: SpanSource,
    _ opacity: Float,
    _ coverage: SpanCoverage,
    _ target: UnsafeMutableRawPointer,
    _ count: Int
  ) {
    guard format.layout != .rgbaHalf else {
      halves(source, opacity, coverage, target, count)
      return
    }
    let isAligned = Int(bitPattern: target) & 3 == 0
    if format == .rgba8, isAligned {
      words(source, opacity, coverage, target.assumingMemoryBound(to: UInt32.self), count)
      return
    }
    // As words and back; only those that are covered change, except for an alpha that is ignored.
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: count) { buffer in
      guard let words = buffer.baseAddress else { return }
      let isOpaque = format.isOpaque
      let own = PixelFormat(format.layout)
      PixelConversion(from: own, to: .rgba8).convert(target, to: words, count: count)
      if isOpaque { for index in 0..<count { words[index] |= 0xFF00_0000 } }
      self.words(source, opacity, coverage, words, count)
      if isOpaque { for index in 0..<count { words[index] |= 0xFF00_0000 } }
      if format.layout == .gray8 {
        let bytes = target.assumingMemoryBound(to: UInt8.self)
        for index in 0..<count { bytes[index] = UInt8(truncatingIfNeeded: words[index]) }
      } else {
        PixelConversion(from: .rgba8, to: own).convert(words, to: target, count: count)
      }
    }
  }
}

// MARK: - Words

extension SpanBlender {
  private func words(
    _ source: SpanSource,
    _ opacity: Float,
    _ coverage: SpanCoverage,
    _ target: UnsafeMutablePointer<UInt32>,
    _ count: Int
  ) {
    if case .colors(let colors) = source {
      for index in 0..<count {
        let color = SpanSource.color(colors[index])
        words(color, opacity, coverage.dropping(index).first, target + index, 1)
      }
    } else if mode == .normal {
      sourceOver(source, opacity, coverage, target, count)
    } else if replace(source, opacity, coverage, target, count) {
      return
    } else {
      var blend = qk_blend(source, opacity, coverage, mode, isOpaque: format.isOpaque)
      qk_blend_words(target, &blend, Int32(count))
    }
  }

  /// Copies or clears without arithmetic, where that is what the formulas come to; else false.
  private func replace(
    _ source: SpanSource,
    _ opacity: Float,
    _ coverage: SpanCoverage,
    _ target: UnsafeMutablePointer<UInt32>,
    _ count: Int
  ) -> Bool {
    guard case .constant(255) = coverage, mode == .clear || (mode == .copy && opacity == 1) else {
      return false
    }
    switch source {
    case _ where mode == .clear: target.update(repeating: 0, count: count)
    case .color(let color): target.update(repeating: PixelWord.word(color), count: count)
    case .pixels(let words): target.update(from: words, count: count)
    case .colors: return false
    }
    return true
  }

  private func sourceOver(
    _ source: SpanSource,
    _ opacity: Float,
    _ coverage: SpanCoverage,
    _ target: UnsafeMutablePointer<UInt32>,
    _ count: Int
  ) {
    if case .constant(let cover) = coverage, case .color(let color) = source {
      // Bounds: no masks at the sides, `count` pixels in one row.
      withChannels(SourceOver.source(color * opacity)) {
        qk_solid_rows(target, 0, 1, $0, nil, 0, UInt16(cover) * 257, Int32(count), nil, 0, 0)
      }
      return
    }
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: count) { buffer in
      guard let mask = buffer.baseAddress else { return }
      switch coverage {
      case .constant(let cover): mask.update(repeating: UInt16(cover) * 257, count: count)
      case .bytes(let bytes):
        for index in 0..<count { mask[index] = UInt16(bytes[index]) &* 257 }
      }
      switch source {
      case .color(let color):
        withChannels(SourceOver.source(color * opacity)) {
          qk_solid_rows(target, 0, 1, $0, mask, Int32(count), 0, 0, nil, 0, 0)
        }
      case .pixels(let words):
        // Opacity is a part of the mask, as pixels times a factor are rounded to bytes.
        if opacity < 1 {
          for index in 0..<count {
            mask[index] = SourceOver.factor(Float(mask[index]) / 65535 * opacity)
          }
        }
        withChannels(SIMD4(repeating: SourceOver.one)) {
          qk_pixels_over(target, words, Int32(count), $0, mask, 0)
        }
      case .colors: break
      }
    }
  }

  private func withChannels(_ channels: SIMD4<UInt16>, _ body: (UnsafePointer<UInt16>) -> Void) {
    withUnsafeBytes(of: channels) { bytes in
      if let base = bytes.baseAddress { body(base.assumingMemoryBound(to: UInt16.self)) }
    }
  }
}

extension qk_blend {
  init(
    _ source: SpanSource,
    _ opacity: Float,
    _ coverage: SpanCoverage,
    _ mode: BlendMode,
    isOpaque: Bool
  ) {
    self.init()
    switch source {
    case .color(let value): color = (value.x, value.y, value.z, value.w)
    case .pixels(let words): self.source = words
    case .colors(let colors): color = (colors[0].x, colors[0].y, colors[0].z, colors[0].w)
    }
    switch coverage {
    case .constant(let value): cover = value
    case .bytes(let bytes): self.coverage = bytes
    }
    self.opacity = opacity
    self.mode = UInt8(mode.rawValue)
    opaque = isOpaque ? 1 : 0
  }
}

// MARK: - Half precision

extension SpanBlender {
  private func halves(
    _ source: SpanSource,
    _ opacity: Float,
    _ coverage: SpanCoverage,
    _ target: UnsafeMutableRawPointer,
    _ count: Int
  ) {
    withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: count) { buffer in
      guard let pixels = buffer.baseAddress else { return }
      HalfPixels.read(target, to: pixels, count: count)
      for index in 0..<count {
        let cover = coverage.byte(index)
        if cover != 0 {
          if format.isOpaque { pixels[index].w = 1 }
          let color = source.color(index) * opacity
          pixels[index] = ReferenceBlend.mixed(mode, color, pixels[index], cover)
        }
        if format.isOpaque { pixels[index].w = 1 }
      }
      HalfPixels.write(pixels, to: target, count: count)
    }
  }
}

// MARK: - Parts of spans

extension SpanSource {
  @inline(__always)
  func dropping(_ count: Int) -> SpanSource {
    switch self {
    case .color: self
    case .pixels(let words): .pixels(words + count)
    case .colors(let colors): .colors(colors + count)
    }
  }

  @inline(__always)
  func color(_ index: Int) -> SIMD4<Float> {
    switch self {
    case .color(let color): color
    case .pixels(let words): PixelWord.color(words[index])
    case .colors(let colors): colors[index]
    }
  }
}

extension SpanCoverage {
  @inline(__always)
  func dropping(_ count: Int) -> SpanCoverage {
    switch self {
    case .constant: self
    case .bytes(let bytes): .bytes(bytes + count)
    }
  }

  @inline(__always)
  func byte(_ index: Int) -> UInt8 {
    switch self {
    case .constant(let value): value
    case .bytes(let bytes): bytes[index]
    }
  }

  fileprivate var first: SpanCoverage { .constant(byte(0)) }
}
