// How bright a layer wants to be shown.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath

/// The values of a layer that limit the light of its contents and colours.
package struct LayerLight: Equatable, Sendable {
  /// The range that the layer prefers, or the one that an animation leads from.
  package var range = DynamicRange.standard
  /// The range that an animation leads to.
  package var end = DynamicRange.standard
  /// How much of the way an animation has gone, 0...1.
  package var fraction = 0.0
  /// The older wish, which stands for `high` where the range is standard.
  package var wantsExtended = false
  package var mode = ToneMapMode.automatic
  /// The headroom of contents that do not say their own; 0 for none.
  package var headroom = 0.0

  package init() {}

  /// The brightest light that the layer may show on an output, relative to SDR white.
  ///
  /// Between two ranges it changes evenly in stops.
  ///
  /// - Parameter output: The headroom of the output, at least 1.
  package func limit(on output: Double) -> Double {
    func limit(_ range: DynamicRange) -> Double {
      switch range {
      case .standard: wantsExtended ? output : 1
      case .automatic, .constrainedHigh: min(output, ReferenceWhiteCurve.constrainedHeadroom)
      case .high: output
      }
    }
    let first = limit(range)
    guard isMoving else { return first }
    let (low, high) = (log2(first), log2(limit(end)))
    // One conversion of an image for a 16th of a stop.
    return exp2(((low + (high - low) * fraction) * 16).rounded(.down) / 16)
  }

  /// Whether the range is between two.
  package var isMoving: Bool { fraction > 0 && range != end }
}
