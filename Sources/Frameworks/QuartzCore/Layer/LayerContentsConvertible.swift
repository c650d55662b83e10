// Images and colours of other modules as values of layers.
// Licensed under the MIT license; see LICENSE.

/// An image with a variant for each scale, which may be set as the contents of a layer.
package protocol LayerContentsConvertible {
  /// Returns the variant for a layer, and gives the layer the variant's scale; nil if there is
  /// none.
  func contents(for layer: CALayer) -> Any?
}

/// A colour that may be set for a key of a CGColor.
package protocol LayerColorConvertible {
  /// The colour as layers have it.
  var layerColor: CGColor { get }
}
