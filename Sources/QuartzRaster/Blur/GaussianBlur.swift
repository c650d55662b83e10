// Gaussian blur of pixels of one or four bytes.
// Licensed under the MIT license; see LICENSE.

/// What lies outside of a picture that is blurred.
package enum BlurEdges: CaseIterable, Sendable {
  /// Nothing: the picture fades out into it.
  case transparent
  /// The pixels of the edge, repeated.
  case clamped
}

/// The pixels of a picture that is blurred: bytes of one channel, or premultiplied words.
package enum BlurPixels: Int, CaseIterable, Sendable {
  case alpha8 = 1
  case rgba8 = 4
}

/// A blur that is ready to run: stages, each with rows that may be done in any order.
///
/// `run()` does all of it. To split the work, do the rows of one stage in any pieces on any threads,
/// wait, and go on with the next stage: the bytes are the same.
package final class GaussianBlur: @unchecked Sendable {
  // Safe because: what is not constant is the memory between stages, whose rows are written by one
  // thread each and are read in the next stage.

  /// The largest standard deviation in pixels; more counts as this.
  package static let largestSigma = 16384.0
  /// Pixels on a side.
  package static let limit = 32768

  /// How far from a picture its blur still shows: beyond, a Gaussian contributes less than 1/255.
  ///
  /// In pixels, three standard deviations, rounded up.
  package static func reach(sigma: Double) -> Int {
    sigma > 0 ? Int((min(sigma, largestSigma) * 3).rounded(.up)) : 0
  }
}
