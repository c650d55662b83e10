// Spans of an image under an affine map.
// Licensed under the MIT license; see LICENSE.
//
// Nearest and linear sampling are the kernels of the renderers (TexelSampler.swift has their
// rules). A span goes through them in pieces of 64 pixels; for each the places are computed in
// Double and counted from a texel nearby, so that Float places the pixels of a large image as well
// as those of a small one. Pieces that touch the outside of an image with transparent edges, cubic
// sampling and the mixing of mipmaps are plain Swift.

import CQuartzKernels
package import QuartzMath

/// How colours come from texels.
package enum SamplingQuality: CaseIterable, Sendable {
  /// The texel that a pixel's centre is in.
  case nearest
  /// The four texels around it, by distance.
  case linear
  /// Linear in the two nearest levels of a chain of mipmaps; as `linear` where the image grows.
  case trilinear
  /// The sixteen texels around it (Catmull and Rom), for images that grow.
  case cubic
}

/// The texels outside of an image.
package enum SamplingEdges: Sendable {
  /// Its edge texels, repeated.
  case clamped
  /// Nothing.
  case transparent
}

/// Samples an image for the pixels of spans.
///
/// The image's memory belongs to the caller, who keeps it; a chain of mipmaps is kept here. A value
/// may be used by any number of threads.
package struct AffineSampler {
  private let level: SampledLevel
  /// The next smaller level, and how much it counts.
  private let smaller: (level: SampledLevel, share: Float)?
  /// The owner of the levels.
  private let chain: MipChain?

  /// - Parameter pixelToTexel: Maps places in pixels to places in texels; centres lie at one half.
  package init(
    _ image: TexelSource,
    quality: SamplingQuality,
    edges: SamplingEdges,
    pixelToTexel: Affine
  ) {
    let filter: SampledLevel.Filter =
      switch quality {
      case .nearest: .nearest
      case .linear, .trilinear: .linear
      case .cubic: .cubic
      }
    chain = nil
    level = SampledLevel(image, filter, edges, pixelToTexel)
    smaller = nil
  }

  /// Trilinear sampling in a chain of mipmaps.
  ///
  /// The level is the binary logarithm of the longer one of the two steps, in texels, that one
  /// pixel to the right and one down make (OpenGL ES 3.0, 3.8.10).
  package init(_ chain: MipChain, edges: SamplingEdges, pixelToTexel: Affine) {
    self.chain = chain
    let (m, levels) = (pixelToTexel, chain.levels)
    let step = max(m.a * m.a + m.b * m.b, m.c * m.c + m.d * m.d).squareRoot()
    // log2 by the exponent and a division of the octave that is linear in the logarithm's inverse.
    var (index, rest) = (0, step.isFinite ? step : 0)
    while rest >= 2, index < levels.count - 1 {
      rest /= 2
      index += 1
    }
    level = SampledLevel(
      levels[index],
      .linear,
      edges,
      m.scaled(from: levels[0], to: levels[index])
    )
    guard rest > 1, index < levels.count - 1 else {
      smaller = nil
      return
    }
    let next = levels[index + 1]
    let nextLevel = SampledLevel(next, .linear, edges, m.scaled(from: levels[0], to: next))
    smaller = (nextLevel, AffineSampler.binaryLogarithm(rest))
  }

  /// The binary logarithm of 1...2, to below 1e-4, by squaring: one bit of the result each time.
  private static func binaryLogarithm(_ value: Double) -> Float {
    var (value, bit, result) = (value, Float(0.5), Float(0))
    for _ in 0..<14 {
      value *= value
      if value >= 2 {
        value /= 2
        result += bit
      }
      bit /= 2
    }
    return result
  }

  /// Premultiplied words for `count` pixels of row y from x on; nothing if `count` is not above 0.
  package func fill(_ words: UnsafeMutablePointer<UInt32>, x: Int, y: Int, count: Int) {
    level.fill(words, x, y, count)
    guard let smaller, count > 0 else { return }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: PixelPiece.length) { buffer in
      guard let others = buffer.baseAddress else { return }
      // Bounds: a piece is not longer than the buffer.
      PixelPiece.forEach(x: x, count: count) { piece in
        smaller.level.fill(others, piece.origin + piece.from, y, piece.count)
        let words = words + piece.start
        WordRows.mix(words, with: others, share: smaller.share, count: piece.count)
      }
    }
  }
}

extension Affine {
  /// The map to the texels of a level that was made from `image`.
  fileprivate func scaled(from image: TexelSource, to level: TexelSource) -> Affine {
    self
      * .scale(
        Double(level.width) / Double(max(image.width, 1)),
        Double(level.height) / Double(max(image.height, 1))
      )
  }
}
