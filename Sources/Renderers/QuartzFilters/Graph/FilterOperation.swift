// The closed list of what a graph of filters is made of.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

/// The work of a node on the pictures of its inputs.
///
/// Lengths and positions are in pixels, y up; the centre of the pixel (0, 0) is at (0.5, 0.5).
/// Pixels are premultiplied and in the executor's working space.
package enum FilterOperation: Equatable, Sendable {
  /// The pixels that the executor is given for a number: the picture of a layer.
  case source(slot: Int, extent: FilterRect)
  /// A picture in memory, its bottom left corner at the origin.
  case picture(FilterPicture)
  /// One colour everywhere.
  case constant(FilterColor)
  /// Nothing outside of a rectangle; a pixel that it touches in part keeps so much of itself.
  case crop(FilterRect)
  /// The pixels of the edge repeated without end.
  case clamp
  /// The picture moved, turned and scaled; the map goes from the input to the result.
  case transform(Affine, FilterSampling)
  /// A function of each pixel's colour.
  case color(ColorFunction)
  /// The first input blended over the second.
  case blend(FilterBlend)
  /// The sum of two inputs, each times a factor.
  case sum(Double, Double)
  /// The first input where the third, a mask, says so, and the second elsewhere.
  case mask(FilterMask)
  case gaussianBlur(FilterBlur)
  /// A Gaussian blur whose deviation at each pixel is the given one times the mask, the second
  /// input.
  case variableBlur(sigma: Double, FilterMask)
  /// Other blurs: boxes, discs, lines.
  case smear(FilterSmear)
  case rank(FilterRank)
  case convolution(FilterConvolution)
  /// The first input plus the amount times its difference from the second, a blurred one; alpha
  /// stays. On demand only the difference of luminance.
  case sharpen(amount: Double, isLuminance: Bool)
  /// The first input's luminance as a position in the second, a gradient from left to right.
  case colorMap
  /// A function of the position.
  case pattern(FilterPattern)
  /// The pixels from other positions.
  case displacement(FilterDisplacement)
  /// The first input's pixels from positions that the second says.
  case mapDisplacement(FilterMapDisplacement)
  case cells(FilterCells)
  case shading(FilterShading)
  case reduction(FilterReduction)
  /// From the first input to the second; some have a third.
  case transition(FilterTransition)
  /// Scaled along the axes by a kernel of many pixels.
  case resample(scale: SIMD2<Double>, FilterResampling)
}

/// The kernels that pictures are scaled with.
package enum FilterResampling: Hashable, Sendable {
  /// Lanczos' kernel of three lobes.
  case lanczos
  /// The cubic kernels of Mitchell and Netravali (1988).
  case cubic(b: Double, c: Double)

  package var radius: Double { self == .lanczos ? 3 : 2 }
}

/// How a picture is read between its pixels.
package enum FilterSampling: Hashable, Sendable {
  /// The nearest pixel.
  case nearest
  /// Straight lines between four pixels; with a scale below 1, the mean of several such.
  case linear
}

/// The part of a mask's pixel that says how much it lets through.
package enum FilterMask: Hashable, Sendable {
  /// The luminance of the premultiplied colour (BT.709): black and transparent let nothing through.
  case luminance
  case alpha
  case red
  case blue
}

/// A Gaussian blur.
package struct FilterBlur: Hashable, Sendable {
  /// The standard deviations along x and y, in pixels.
  package var sigmaX: Double
  package var sigmaY: Double
  package var edges: FilterBlurEdges

  /// Numbers below 0, and those that are none, count as 0; the greatest is `largest`.
  package init(sigmaX: Double, sigmaY: Double, edges: FilterBlurEdges = .transparent) {
    func limited(_ sigma: Double) -> Double { sigma > 0 ? min(sigma, FilterBlur.largest) : 0 }
    self.sigmaX = limited(sigmaX)
    self.sigmaY = limited(sigmaY)
    self.edges = edges
  }

  package init(sigma: Double, edges: FilterBlurEdges = .transparent) {
    self.init(sigmaX: sigma, sigmaY: sigma, edges: edges)
  }

  /// The widest blur in pixels: beyond, no picture that fits in memory changes any more.
  package static let largest = 100_000.0
}

/// The pixels beyond the edge of a picture that is blurred.
package enum FilterBlurEdges: Hashable, Sendable {
  /// Nothing: the picture fades out over its edge.
  case transparent
  /// Left out: the result is divided by the weight of what lies inside, and ends at the edge.
  case normalized
  /// The pixels of the edge, repeated; the result ends at the edge.
  case clamped
}
