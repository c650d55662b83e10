// How far a Gaussian blur reaches.
// Licensed under the MIT license; see LICENSE.

/// The distances at which a blur ends, in the unit of its standard deviation.
///
/// There are four, because four things end: the change that an eye or a byte sees, the texels that
/// a blurred outline is kept in, and the pixels that two kinds of filters read.
package enum BlurExtent {
  /// The distance from an edge beyond which its blur shows nowhere: three standard deviations.
  ///
  /// The blur of a half plane is below 0.0014 further out, a third of a level.
  package static func visible(sigma: Double) -> Double { sigma * 3 }

  /// The margin of a blurred outline that is kept as bytes: `visible` and three texels more.
  ///
  /// Such bytes have at least three texels for each standard deviation.
  package static func outline(sigma: Double) -> Double { sigma * 4 }

  /// The pixels around a result that the filters of `GaussianBlur` read, for `sigma` in pixels.
  ///
  /// Kernels end at four standard deviations; halving and doubling pictures adds less than one
  /// standard deviation for each, and a pixel at each end.
  package static func filter(sigma: Double) -> Int32 { Int32(min(sigma * 6, 65536)) + 4 }

  /// The distance along a curve from which the filters of a smear read (`FilterSmear`).
  ///
  /// Each of them reads two of its steps away, and the steps double: n filters read less than
  /// 2^(n + 1) first steps away. The first step is `sigma` over the root of (4^n - 1) / 3, so this
  /// is 4 standard deviations for one filter, and less for more of them.
  package static func smear(sigma: Double) -> Double { sigma * 4 }
}
