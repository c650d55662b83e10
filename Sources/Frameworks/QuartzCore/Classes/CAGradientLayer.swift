// Layers that draw a gradient.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzMath
package import QuartzModel

/// A layer that fills its bounds, with their rounded corners, with a gradient.
///
/// The gradient lies over the background and below the contents. Its points are in the unit space
/// of the bounds, and so is its geometry. So in bounds that are not square, lines of one colour are
/// not perpendicular to the axis, and circles are ellipses. Between two stops the sRGB-encoded
/// components change linearly, not multiplied by alpha.
///
///     let sky = CAGradientLayer()
///     sky.colors = [CGColor(red: 0, green: 0.2, blue: 0.6, alpha: 1), CGColor(gray: 1, alpha: 1)]
///     sky.locations = [0, 0.8]
///
/// **Differences**: `colors` takes colours only. A start and an end at the same point fill with the
/// last colour.
open class CAGradientLayer: CALayer {
  package override class var layerClass: LayerClass { .gradient }

  /// The colours: CGColors, at `locations`; nil, the default, for no gradient.
  ///
  /// Fewer than two draw nothing.
  open var colors: [Any]? {
    get { objects[.colors] as? [Any] ?? colorsOfRow }
    set { setColors(newValue) }
  }

  /// The position of each colour, 0...1, in ascending order; nil, the default, for equal distances.
  ///
  /// There must be as many as colours, or nothing is drawn.
  open var locations: [NSNumber]? {
    get { values.value(.locations).numbers?.map { NSNumber(value: $0) } }
    set {
      let locations = newValue.map { PropertyValue.numbers($0.map(\.doubleValue)) }
      set(.locations, locations ?? .null)
    }
  }

  /// The point of the first colour, in the unit space of the bounds; (0.5, 0) by default.
  ///
  /// It is the centre of radial and conic gradients.
  open var startPoint: CGPoint {
    get { CGPoint(point(.startPoint)) }
    set { set(.startPoint, .point(Point(newValue))) }
  }

  /// The point of the last colour, in the unit space of the bounds; (0.5, 1) by default.
  ///
  /// For radial gradients it is a corner of the rectangle around the ellipse; nothing is drawn if
  /// it has the same x or y as `startPoint`. For conic ones it is a point in the direction in which
  /// they begin.
  open var endPoint: CGPoint {
    get { CGPoint(point(.endPoint)) }
    set { set(.endPoint, .point(Point(newValue))) }
  }

  /// The geometry along which the colours change; `axial` by default.
  open var type: CAGradientLayerType {
    get { CAGradientLayerType(rawValue: name(.type)) }
    set { setName(.type, newValue.rawValue) }
  }

  private final var colorsOfRow: [Any]? {
    values.value(.colors).bridged(.colors) { _ in nil } as? [Any]
  }

  private final func setColors(_ colors: [Any]?) {
    guard let new = RowValue(colors ?? NSNull(), PropertyTable[.colors]) else {
      return reportType(of: colors?.first { !($0 is CGColor) }, PropertyTable[.colors].name)
    }
    set(.colors, new.value, object: new.object)
  }
}

/// The geometry along which the colours of a gradient change.
public struct CAGradientLayerType: RawRepresentable, Hashable, Sendable {
  /// The name in archives and key-value coding.
  public let rawValue: String

  /// Creates the constant with a name, whether it is known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Along the line from `startPoint` to `endPoint`.
  public static let axial = CAGradientLayerType(rawValue: GradientType.axial.name)
  /// From `startPoint` outwards, in ellipses.
  public static let radial = CAGradientLayerType(rawValue: GradientType.radial.name)
  /// Around `startPoint`, from the direction of `endPoint` on, from the x axis towards the y axis.
  public static let conic = CAGradientLayerType(rawValue: GradientType.conic.name)
}
