// Layers that show several copies of their sublayers.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import Foundation
import QuartzMath
package import QuartzModel

/// A layer that draws several copies of its sublayers, each one moved, coloured and delayed
/// further.
///
/// Copy k has `instanceTransform` applied k times about the middle of the bounds. Its colours are
/// multiplied by `instanceColor` with k times the offsets added, and its animations are k ·
/// `instanceDelay` seconds behind. Copy 0 is the unchanged sublayers, except for the colour.
///
///     let row = CAReplicatorLayer()
///     row.instanceCount = 8
///     row.instanceTransform = CATransform3DMakeTranslation(24, 0, 0)
///     row.instanceAlphaOffset = -0.1
///     row.addSublayer(dot)
///
/// The alpha of a copy's colour is the opacity of each of its layers separately.
open class CAReplicatorLayer: CALayer {
  package override class var layerClass: LayerClass { .replicator }

  /// The number of copies, including the sublayers themselves; 1 by default; 0 draws nothing.
  open var instanceCount: Int {
    get { Int(clamping: integer(.instanceCount)) }
    set { set(.instanceCount, .integer(Int64(newValue))) }
  }

  /// The delay of a copy's animations after those of the previous copy, in seconds; 0 by default.
  open var instanceDelay: CFTimeInterval {
    get { number(.instanceDelay) }
    set { set(.instanceDelay, .number(newValue)) }
  }

  /// The transform from a copy to the next one, about the middle of the bounds; the identity by
  /// default.
  open var instanceTransform: CATransform3D {
    get { CATransform3D(matrix(.instanceTransform)) }
    set { set(.instanceTransform, .transform(Matrix4x4(newValue))) }
  }

  /// Whether the copies share the space that the layer lies in, as with `CATransformLayer`.
  ///
  /// False by default: the copies are drawn into the layer's plane.
  open var preservesDepth: Bool {
    get { bool(.preservesDepth) }
    set { set(.preservesDepth, .bool(newValue)) }
  }

  /// The factor of the first copy's colours; opaque white by default.
  open var instanceColor: CGColor? {
    get { color(.instanceColor) }
    set { setColor(.instanceColor, newValue) }
  }

  /// The offset that is added to the red of `instanceColor` from copy to copy; 0 by default.
  open var instanceRedOffset: Float {
    get { Float(number(.instanceRedOffset)) }
    set { set(.instanceRedOffset, .number(Double(newValue))) }
  }

  /// The offset that is added to the green of `instanceColor` from copy to copy; 0 by default.
  open var instanceGreenOffset: Float {
    get { Float(number(.instanceGreenOffset)) }
    set { set(.instanceGreenOffset, .number(Double(newValue))) }
  }

  /// The offset that is added to the blue of `instanceColor` from copy to copy; 0 by default.
  open var instanceBlueOffset: Float {
    get { Float(number(.instanceBlueOffset)) }
    set { set(.instanceBlueOffset, .number(Double(newValue))) }
  }

  /// The offset that is added to the alpha of `instanceColor` from copy to copy; 0 by default.
  open var instanceAlphaOffset: Float {
    get { Float(number(.instanceAlphaOffset)) }
    set { set(.instanceAlphaOffset, .number(Double(newValue))) }
  }
}
