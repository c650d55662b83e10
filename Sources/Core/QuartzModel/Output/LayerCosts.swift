// The costs of single layers in a frame, and their reasons.
// Licensed under the MIT license; see LICENSE.

/// Why a layer was given a surface of its own.
package enum SurfaceReason: UInt8, CaseIterable, Sendable {
  /// The output itself.
  case output
  /// Opacity below 1 over draws that overlap.
  case groupOpacity
  /// A clip inside of another one that does not fit into one clip.
  case nestedClip
  /// Several overlapping draws meet an edge of a clip that is not on a pixel boundary.
  case clipEdge
  /// A clip whose corners are not circles.
  case clipCurve
  /// The layer is masked.
  case mask
  /// The mask itself.
  case maskShape
  /// The layer has a blend mode other than source-over.
  case blendMode
  /// A layer that casts a shadow of all that it shows.
  case shadowCaster
  /// Its shadow.
  case shadow
  /// The layer is to be rasterised.
  case rasterize
  /// A layer that another one cuts through.
  case planeCut
  /// The layer goes from one state to another, as a whole or with its contents.
  case transition
  /// A pattern in the place of a colour, and the border, the inside or the line that shows it.
  case pattern
  /// A filter of the layer.
  case filter
  /// The layer before its filters.
  case filtered
  /// The pixels behind a layer that filters them.
  case backdrop
}

/// The costs of a layer's own draws in a frame.
///
/// Draws for a layer as a whole - its composite, its shadow, its mask - count as the layer's, too.
package struct LayerCost: Equatable, Sendable {
  package var layer: LayerID
  /// Draws of the plan that were executed.
  package var draws = 0
  /// Pixels that they had a look at, once for each draw.
  package var pixelsTouched = 0
  /// Bytes of the images that were uploaded because the layer is the first to show them.
  package var bytesUploaded = 0

  package init(_ layer: LayerID) {
    self.layer = layer
  }
}

/// A pass off screen: a surface that a layer was given.
package struct PassCost: Equatable, Sendable {
  /// The layer, or none for the output.
  package var layer: LayerID
  package var reason: SurfaceReason
  /// The pixels of the surface.
  package var pixels: Int
  /// Whether its pixels were cached from an earlier frame, so that nothing was drawn.
  package var isCached: Bool

  package init(_ layer: LayerID, _ reason: SurfaceReason, pixels: Int, isCached: Bool) {
    self.layer = layer
    self.reason = reason
    self.pixels = pixels
    self.isCached = isCached
  }
}
