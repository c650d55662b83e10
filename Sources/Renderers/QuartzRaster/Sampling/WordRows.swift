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
}
