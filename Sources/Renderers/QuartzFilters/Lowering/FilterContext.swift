// The place that a filter works in, which decides units and encoding.
// Licensed under the MIT license; see LICENSE.

/// The place that a filter works in: a CIContext or a layer.
package struct FilterContext: Equatable, Sendable {
  /// The encoding of the numbers; formulas that are stated for light hold in both.
  package var space: FilterSpace
  /// Pixels for each unit of lengths and positions: 1 for Core Image, points to pixels on layers.
  package var scale: Double
  /// The layer's bounds in pixels, for inputs that were not set; nil for Core Image.
  package var bounds: FilterRect?

  package init(space: FilterSpace, scale: Double, bounds: FilterRect?) {
    self.space = space
    self.scale = scale.isFinite && scale > 0 ? scale : 1
    self.bounds = bounds
  }

  /// Core Image: light, in pixels.
  package static let coreImage = FilterContext(space: .linear, scale: 1, bounds: nil)

  /// A layer: encoded values, in points.
  package static func layer(scale: Double, bounds: FilterRect) -> FilterContext {
    FilterContext(space: .encoded, scale: scale, bounds: bounds)
  }
}
