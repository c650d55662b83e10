// The output of one context: how large, how dense, which way up.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

/// The output of a context, fixed when the context is made.
package struct ContextConfiguration: Equatable, Sendable {
  /// The output's size in pixels.
  package var width: Int
  package var height: Int
  /// Pixels per point.
  package var scale: Double
  /// Whether the root's superspace has its origin bottom left, y up (macOS), or top left, y down.
  package var isYUp: Bool
  /// The colour behind the root layer.
  package var background: Color
  /// Bytes, or half floats with a headroom; see `OutputRange`.
  package var range: OutputRange

  package init(
    width: Int,
    height: Int,
    scale: Double = 1,
    isYUp: Bool = false,
    background: Color = .clear,
    range: OutputRange = .standard
  ) {
    self.width = width
    self.height = height
    self.scale = scale
    self.isYUp = isYUp
    self.background = background
    self.range = range
  }

  /// Whether the numbers can be used: sides of 1...16384 pixels, a positive finite scale, a
  /// headroom of 1...64.
  package var isValid: Bool {
    let sides = 1...ContextConfiguration.maximumSide
    return sides.contains(width) && sides.contains(height) && scale > 0 && scale.isFinite
      && scale <= 64 && range.isValid
  }

  /// Bytes of the output's pixels, without gaps between rows; the sides must be valid.
  package var pixelBytes: Int { width * height * range.pixelBytes }

  /// The longest side of an output in pixels.
  package static let maximumSide = 16384
}
