// Layers that show their sublayers several times.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import Foundation
import QuartzMath
package import QuartzModel

/// A layer that draws its sublayers several times, each copy moved, coloured and delayed further.
///
/// Copy k has `instanceTransform` applied k times about the middle of the bounds, its colours are
/// multiplied by `instanceColor` with k times the offsets added, and its animations are
/// k · `instanceDelay` seconds behind. Copy 0 is the sublayers as they are, but for the colour.
///
///     let row = CAReplicatorLayer()
///     row.instanceCount = 8
///     row.instanceTransform = CATransform3DMakeTranslation(24, 0, 0)
///     row.instanceAlphaOffset = -0.1
///     row.addSublayer(dot)
///
/// The alpha of an instance's colour is the opacity of each of its layers by itself.
open class CAReplicatorLayer: CALayer {
  package override class var layerClass: LayerClass { .replicator }

  /// How many copies there are, the sublayers themselves among them; 1 by default, 0 for none.
  open var instanceCount: Int {
    get { Int(clamping: integer(.instanceCount)) }
    set { set(.instanceCount, .integer(Int64(newValue))) }
  }

  /// How much later than the copy before the animations of a copy run, seconds; 0 by default.
  open var instanceDelay: CFTimeInterval {
    get { number(.instanceDelay) }
    set { set(.instanceDelay, .number(newValue)) }
  }

  /// What brings a copy to the next one's place, about the middle of the bounds; the identity by default.
  open var instanceTransform: CATransform3D {
    get { CATransform3D(matrix(.instanceTransform)) }
    set { set(.instanceTransform, .transform(Matrix4x4(newValue))) }
  }

  /// Whether the copies share the space that the layer lies in, as with `CATransformLayer`.
  ///
  /// False by default: they are drawn into the layer's plane.
  open var preservesDepth: Bool {
    get { bool(.preservesDepth) }
    set { set(.preservesDepth, .bool(newValue)) }
  }

  /// What the colours of the first copy are multiplied by; opaque white by default.
  open var instanceColor: CGColor? {
    get { color(.instanceColor) }
    set { setColor(.instanceColor, newValue) }
  }

  /// What is added to the red of `instanceColor` from copy to copy; 0 by default.
  open var instanceRedOffset: Float {
    get { Float(number(.instanceRedOffset)) }
    set { set(.instanceRedOffset, .number(Double(newValue))) }
  }

  /// What is added to the green of `instanceColor` from copy to copy; 0 by default.
  open var instanceGreenOffset: Float {
    get { Float(number(.instanceGreenOffset)) }
    set { set(.instanceGreenOffset, .number(Double(newValue))) }
  }

  /// What is added to the blue of `instanceColor` from copy to copy; 0 by default.
  open var instanceBlueOffset: Float {
    get { Float(number(.instanceBlueOffset)) }
    set { set(.instanceBlueOffset, .number(Double(newValue))) }
  }

  /// What is added to the alpha of `instanceColor` from copy to copy; 0 by default.
  open var instanceAlphaOffset: Float {
    get { Float(number(.instanceAlphaOffset)) }
    set { set(.instanceAlphaOffset, .number(Double(newValue))) }
  }
}
