// Layers that keep their sublayers in space.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
package import QuartzModel

/// A layer whose sublayers share the three-dimensional space that it lies in itself.
///
/// Every other layer is a plane that its sublayers are drawn into. A transform layer has no plane: it
/// moves its sublayers in the space of its superlayer, where they are sorted, and cut where they cross,
/// together with the transform layer's own siblings. Objects of several planes, cubes for instance,
/// are built so.
///
/// It has no looks: background, contents, border, corners, shadow, mask, clipping, rasterisation and
/// blend mode have no effect. `opacity` and `isHidden` apply to each sublayer by itself.
open class CATransformLayer: CALayer {
  package override class var layerClass: LayerClass { .transform }

  /// Nil, with a diagnostic: a layer without a plane has no points to hit.
  ///
  /// Test its sublayers instead.
  open override func hitTest(_ point: CGPoint) -> CALayer? {
    Diagnostics.report("layer \(label): transform layers cannot be hit; test their sublayers")
    return nil
  }
}
