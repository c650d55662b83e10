// Contents that are images of other modules.
// Licensed under the MIT license; see LICENSE.

/// An image with a variant for each scale, which may be set as the contents of a layer.
package protocol LayerContentsConvertible {
  /// Returns the variant for a layer, and gives the layer the variant's scale; nil if there is
  /// none.
  func contents(for layer: CALayer) -> Any?
}
