// Pixels of sRGB in the colours of a context.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzMath
import QuartzRaster

/// Converts spans of premultiplied sRGB words to premultiplied colours of another space.
///
/// Grey gets three equal channels. Colours are converted one by one, exactly, and the last few are
/// remembered: pictures repeat themselves.
final class SpanColorConversion {
  private let space: CGColorSpace
  private let conversion: ColorConversion
  /// A table with a place for each hash of a word, holding the word that came there last.
  private var keys: [UInt32]
  private var colors: [SIMD4<Float>]
  private static let slotCount = 4096

  /// Nil if the space has the colours of sRGB.
  init?(to space: CGColorSpace) {
    let definition = space.definition
    if space.model == .rgb, definition.curve == .sRGB, definition.primaries == .sRGB { return nil }
    self.space = space
    conversion = ColorConversion(from: .sRGBSpace, to: space)
    // All places hold the conversion of word 0, clear.
    keys = [UInt32](repeating: 0, count: Self.slotCount)
    colors = [SIMD4<Float>](repeating: .zero, count: Self.slotCount)
  }

  /// Converts colours without rounding them.
  func convert(
    _ words: UnsafePointer<UInt32>,
    to result: UnsafeMutablePointer<SIMD4<Float>>,
    count: Int
  ) {
    // Bounds: the caller vouches for `count` elements.
    for index in 0..<count { result[index] = color(words[index]) }
  }

  /// Converts words in place, rounded to nearest.
  func convert(_ words: UnsafeMutablePointer<UInt32>, count: Int) {
    // Bounds: the caller vouches for `count` words.
    for index in 0..<count { words[index] = PixelWord.word(color(words[index])) }
  }

  private func color(_ word: UInt32) -> SIMD4<Float> {
    // Bounds: the hash has 12 bits.
    let slot = Int((word &* 0x9E37_79B1) >> 20)
    if keys[slot] != word {
      keys[slot] = word
      colors[slot] = converted(word)
    }
    return colors[slot]
  }

  private func converted(_ word: UInt32) -> SIMD4<Float> {
    let color = PixelWord.color(word)
    let alpha = Double(color.w)
    guard alpha > 0 else { return .zero }
    let straight = SIMD3(Double(color.x), Double(color.y), Double(color.z)) / alpha
    let mixed = conversion(straight)
    let isGray = space.model == .monochrome
    let light = isGray ? SIMD3(repeating: mixed.x) : mixed
    return SIMD4(SIMD3<Float>(light * alpha), color.w)
  }
}
