// Layers that show, filtered, the picture behind them.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
package import QuartzModel

/// A layer that takes in the picture behind it, for its `filters` to change.
///
///     let glass = CABackdropLayer()
///     glass.frame = panel
///     let blur = CAFilter(type: "gaussianBlur")
///     blur.setValue(20, forKey: "inputRadius")
///     glass.filters = [blur]
///
/// Its shape, with rounded corners and a mask, clips the filtered picture. In a layer that clips to
/// rounded corners, has a mask or casts a shadow it takes in what lies behind that layer, too; in
/// one with an opacity below 1, a blend mode, filters or `shouldRasterize` that layer's own picture
/// alone.
open class CABackdropLayer: CALayer {
  /// The rows that layers of this class have.
  package override class var layerClass: LayerClass { .backdrop }

  /// The resolution of the picture behind, as a part of that of the output; 1 by default, within
  /// 0...1.
  ///
  /// A blur hides a lower resolution, which costs less. Animatable.
  open var scale: CGFloat {
    get { CGFloat(number(.backdropScale)) }
    set { set(.backdropScale, .number(Double(newValue))) }
  }

  /// The name of a group of backdrop layers, which take in the picture behind once, for all; nil,
  /// the default, if there is none.
  ///
  /// The picture is that behind the rearmost layer of the group.
  open var groupName: String? {
    get { values.value(.backdropGroup).string }
    set { set(.backdropGroup, newValue.map { .string($0) } ?? .null) }
  }

  /// How far beyond the layer the picture behind is taken in for filters that reach there, in
  /// points; 0 by default.
  ///
  /// Beyond it the picture is mirrored. Animatable.
  open var bleedAmount: CGFloat {
    get { CGFloat(number(.backdropBleed)) }
    set { set(.backdropBleed, .number(Double(newValue))) }
  }
}
