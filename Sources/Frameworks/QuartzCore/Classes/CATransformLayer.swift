// Layers that keep their sublayers in space.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
package import QuartzModel

/// A layer whose sublayers share the three-dimensional space of the layer itself.
///
/// Every other layer is a plane that its sublayers are drawn into. A transform layer has no plane.
/// It moves its sublayers in the space of its superlayer. They are sorted there, and cut where they
/// cross, together with the transform layer's own siblings. This is the way to build objects of
/// several planes, such as cubes.
///
/// It has no appearance of its own: background, contents, border, corners, shadow, mask, clipping,
/// rasterisation and blend mode have no effect. `opacity` and `isHidden` apply to each sublayer
/// separately.
open class CATransformLayer: CALayer {
  package override class var layerClass: LayerClass { .transform }

  /// Returns nil, with a diagnostic: a layer without a plane has no points to hit.
  ///
  /// Test its sublayers instead.
  open override func hitTest(_ point: CGPoint) -> CALayer? {
    Diagnostics.report("layer \(label): transform layers cannot be hit; test their sublayers")
    return nil
  }
}
