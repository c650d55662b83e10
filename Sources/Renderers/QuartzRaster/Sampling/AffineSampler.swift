// Spans of an image under an affine map.
// Licensed under the MIT license; see LICENSE.
//
// Nearest and linear sampling are the kernels of the renderers (TexelSampler.swift has their
// rules). A span goes through them in pieces of 64 pixels; for each the places are computed in
// Double and counted from a texel nearby, so that Float places the pixels of a large image as well
// as those of a small one. Pieces that touch the outside of an image with transparent edges, and
// cubic sampling, are plain Swift.

import CQuartzKernels
package import QuartzMath

/// How colours come from texels.
package enum SamplingQuality: CaseIterable, Sendable {
  /// The texel that a pixel's centre is in.
  case nearest
  /// The four texels around it, by distance.
  case linear
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
/// The image's memory belongs to the caller, who keeps it. A value may be used by any number of
/// threads.
package struct AffineSampler {
  private let level: SampledLevel

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
      case .linear: .linear
      case .cubic: .cubic
      }
    level = SampledLevel(image, filter, edges, pixelToTexel)
  }

  /// Premultiplied words for `count` pixels of row y from x on; nothing if `count` is not above 0.
  package func fill(_ words: UnsafeMutablePointer<UInt32>, x: Int, y: Int, count: Int) {
    level.fill(words, x, y, count)
  }
}
