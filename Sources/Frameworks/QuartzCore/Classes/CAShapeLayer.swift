// Layers that draw a path.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
package import QuartzModel

/// A layer that fills and strokes a path in its own coordinates.
///
/// The path lies over the background and contents and under the sublayers; the stroke lies over the
/// fill. The path may leave the bounds, which may be empty. It is rasterised at the resolution of
/// the output, so it is crisp at any scale and in perspective. All properties except the names and
/// the dash pattern animate; two paths of the same elements are mixed point by point.
///
///     let ring = CAShapeLayer()
///     ring.path = CGPath(ellipseIn: CGRect(x: 4, y: 4, width: 92, height: 92), transform: nil)
///     ring.fillColor = nil
///     ring.strokeColor = CGColor(red: 0, green: 0.5, blue: 1, alpha: 1)
///     ring.lineWidth = 8
///     ring.lineCap = .round
///     ring.strokeEnd = 0.75
///
/// **Differences**: lengths along curves are exact, so `strokeStart` and `strokeEnd` cut at their
/// exact share of the length.
open class CAShapeLayer: CALayer {
  package override class var layerClass: LayerClass { .shape }

  /// The path, in the layer's own coordinates, points; nil by default.
  ///
  /// Setting it does not animate; explicit animations do. A mutable path is copied.
  open var path: CGPath? {
    get { path(.path) }
    set { setPath(.path, newValue) }
  }

  /// The colour of the inside; opaque black by default, nil if there is none.
  open var fillColor: CGColor? {
    get { color(.fillColor) }
    set { setColor(.fillColor, newValue) }
  }

  /// The rule for the inside of a path that crosses itself; `nonZero` by default.
  open var fillRule: CAShapeLayerFillRule {
    get { CAShapeLayerFillRule(rawValue: name(.fillRule)) }
    set { setName(.fillRule, newValue.rawValue) }
  }

  /// The colour of the line along the path; nil, the default, if there is none.
  open var strokeColor: CGColor? {
    get { color(.strokeColor) }
    set { setColor(.strokeColor, newValue) }
  }

  /// The share of the path's length at which the stroke begins, 0...1; 0 by default.
  open var strokeStart: CGFloat {
    get { number(.strokeStart) }
    set { set(.strokeStart, .number(newValue)) }
  }

  /// The share of the path's length at which the stroke ends, 0...1; 1 by default.
  open var strokeEnd: CGFloat {
    get { number(.strokeEnd) }
    set { set(.strokeEnd, .number(newValue)) }
  }

  /// The width of the line in points, half of it on each side of the path; 1 by default.
  ///
  /// There is no line if it is not above 0.
  open var lineWidth: CGFloat {
    get { number(.lineWidth) }
    set { set(.lineWidth, .number(newValue)) }
  }

  /// The limit of the line's corners, in line widths, beyond which they are cut; 10 by default.
  open var miterLimit: CGFloat {
    get { number(.miterLimit) }
    set { set(.miterLimit, .number(newValue)) }
  }

  /// The shape of the ends of the line and of its dashes; `butt` by default.
  open var lineCap: CAShapeLayerLineCap {
    get { CAShapeLayerLineCap(rawValue: name(.lineCap)) }
    set { setName(.lineCap, newValue.rawValue) }
  }

  /// The shape of the corners of the line; `miter` by default.
  open var lineJoin: CAShapeLayerLineJoin {
    get { CAShapeLayerLineJoin(rawValue: name(.lineJoin)) }
    set { setName(.lineJoin, newValue.rawValue) }
  }

  /// The offset into the dash pattern at which the line begins, in points; 0 by default.
  open var lineDashPhase: CGFloat {
    get { number(.lineDashPhase) }
    set { set(.lineDashPhase, .number(newValue)) }
  }

  /// The alternating lengths of dashes and gaps, in points; nil, the default, for a line without
  /// gaps.
  open var lineDashPattern: [NSNumber]? {
    get { values.value(.lineDashPattern).numbers?.map { NSNumber(value: $0) } }
    set {
      let lengths = newValue.map { PropertyValue.numbers($0.map(\.doubleValue)) }
      set(.lineDashPattern, lengths ?? .null)
    }
  }
}

/// The rule for the inside of a path that crosses itself.
public struct CAShapeLayerFillRule: RawRepresentable, Hashable, Sendable {
  /// The name in archives and key-value coding.
  public let rawValue: String

  /// Creates the constant with a name, whether it is known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Points that the path winds around, counting turns to the left against turns to the right.
  public static let nonZero = CAShapeLayerFillRule(rawValue: ShapeFillRule.nonZero.name)
  /// Points from which a ray crosses the path an odd number of times.
  public static let evenOdd = CAShapeLayerFillRule(rawValue: ShapeFillRule.evenOdd.name)
}

/// The shape of the ends of lines.
public struct CAShapeLayerLineCap: RawRepresentable, Hashable, Sendable {
  /// The name in archives and key-value coding.
  public let rawValue: String

  /// Creates the constant with a name, whether it is known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The line ends where the path ends.
  public static let butt = CAShapeLayerLineCap(rawValue: ShapeLineCap.butt.name)
  /// Half a disc beyond the end.
  public static let round = CAShapeLayerLineCap(rawValue: ShapeLineCap.round.name)
  /// Half a square beyond the end.
  public static let square = CAShapeLayerLineCap(rawValue: ShapeLineCap.square.name)
}

/// The shape of the corners of lines.
public struct CAShapeLayerLineJoin: RawRepresentable, Hashable, Sendable {
  /// The name in archives and key-value coding.
  public let rawValue: String

  /// Creates the constant with a name, whether it is known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The edges are extended until they meet, unless that is too far: `CAShapeLayer.miterLimit`.
  public static let miter = CAShapeLayerLineJoin(rawValue: ShapeLineJoin.miter.name)
  /// A part of a disc.
  public static let round = CAShapeLayerLineJoin(rawValue: ShapeLineJoin.round.name)
  /// The corner is cut.
  public static let bevel = CAShapeLayerLineJoin(rawValue: ShapeLineJoin.bevel.name)
}
