// Operations on rows of sampled pixels.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels

/// Short rows of words: at most those of a piece.
enum WordRows {
  /// Sources of 8.8 bits, four channels for each pixel, rounded to words.
  static func round(
    _ sources: UnsafePointer<UInt16>,
    to words: UnsafeMutablePointer<UInt32>,
    count: Int
  ) {
    // A source over a clear pixel is the pixel: see SourceOver.
    words.update(repeating: 0, count: count)
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: PixelPiece.length + 4) { ones in
      guard let ones = ones.baseAddress else { return }
      ones.initialize(repeating: SourceOver.one, count: max(count, 4))
      qk_sources_over(words, sources, Int32(count), ones, ones)
    }
  }

  /// The mix of two rows, `share` (0...1) of `others`, in place of the first one.
  static func mix(
    _ words: UnsafeMutablePointer<UInt32>,
    with others: UnsafePointer<UInt32>,
    share: Float,
    count: Int
  ) {
    withUnsafeTemporaryAllocation(of: Int16.self, capacity: PixelPiece.length * 4) { buffer in
      guard let mixed = buffer.baseAddress else { return }
      qk_mix_rows(mixed, words, others, Int32(count), Int16(SourceOver.unit(share) * 32767))
      // 8.7 bits, which are half of those of a source.
      for index in 0..<count * 4 { mixed[index] &<<= 1 }
      mixed.withMemoryRebound(to: UInt16.self, capacity: count * 4) {
        round($0, to: words, count: count)
      }
    }
  }
}
