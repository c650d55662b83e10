// Whether the pictures of a film can be the frames of another one.
// Licensed under the MIT license; see LICENSE.

package import QuartzVideo

extension VideoFormat {
  /// Where the pictures have their colours.
  package var place: ChromaPlace { betweenX ? .middle : .left }

  /// The obstacle to taking the planes of pictures as those of frames, a sentence for users; nil if
  /// there is none.
  ///
  /// Frames are 4:2:0 of 8 bits, in the colours of BT.709 in studio range.
  package var obstacleToFrames: String? {
    guard layout == .planar, !hasAlpha, depth == 8, halvesX, halvesY else {
      return "the film's pictures are \(pixelFormat) and not yuv420p"
    }
    guard matrix == .rec709, !isFullRange else {
      return "the film's colours are not those of BT.709 in studio range"
    }
    guard !isHDR else { return "the film is brighter than white" }
    guard betweenY else { return "the film's colours lie on the upper row of two" }
    guard width % 2 == 0, height % 2 == 0 else {
      return "a side of \(width) x \(height) pixels is odd"
    }
    guard transform == [1, 0, 0, 1, 0, 0] else { return "the film is turned" }
    guard aspect.numerator == aspect.denominator else {
      return "the film's pixels are not square"
    }
    return nil
  }
}
