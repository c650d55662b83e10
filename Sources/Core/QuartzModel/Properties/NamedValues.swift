// The properties' values that are names from a fixed list.
// Licensed under the MIT license; see LICENSE.

/// A property whose values are names from a fixed list.
package protocol NamedValue: RawRepresentable, CaseIterable, Sendable where RawValue == UInt8 {
  /// The name as in the public API and in archives.
  var name: String { get }
}

extension NamedValue {
  package static var names: [String] { allCases.map(\.name) }

  /// The name of the case.
  package var name: String { enumCaseName(self) }
}

/// The name of an enum's case.
///
/// "\(value)" is the same, and looks through all conformances of the program the first time: three
/// times half a millisecond for each type.
func enumCaseName<Value>(_ value: Value) -> String {
  caseName(value).map { String(cString: $0) } ?? "\(value)"
}

/// The name that `String(describing:)` prints; nil if the program has no names of cases.
@_silgen_name("swift_EnumCaseName")
private func caseName<Value>(_ value: Value) -> UnsafePointer<CChar>?

/// How contents lie in the bounds.
///
/// Top is maximum y in the layer's own coordinates.
package enum ContentsGravity: UInt8, NamedValue {
  case resize, resizeAspect, resizeAspectFill
  case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
}

/// How contents are sampled where a texel is not a pixel.
package enum ContentsFilter: UInt8, NamedValue {
  case linear, nearest, trilinear
}

/// The shape of a layer's corners: quarters of circles, or curves whose curvature begins gently.
package enum CornerCurve: UInt8, NamedValue {
  case circular, continuous

  /// How far along the edges a continuous corner goes, as a multiple of its radius.
  package static let continuousReach = 1.528665
}

/// Whether contents brighter than the output can show are made darker to fit.
package enum ToneMapMode: UInt8, NamedValue {
  case automatic, never, ifSupported
}

/// How bright a layer would like to be, against the white of outputs of standard range.
package enum DynamicRange: UInt8, NamedValue {
  case automatic, standard, constrainedHigh, high
}

/// How a layer as a whole mixes with the pixels under it; the raw values are those of CGBlendMode.
package enum CompositingMode: UInt8, NamedValue {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight
  case hardLight, difference, exclusion, hue, saturation, color, luminosity
  case clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver, destinationIn
  case destinationOut, destinationAtop, xor, plusDarker, plusLighter
  case linearBurn, linearDodge, linearLight, vividLight, pinLight, subtract, divide
  case maximum, minimum, sourceMinusDestination, destinationMinusSource

  package var name: String { enumCaseName(self) + "BlendMode" }

  /// Whether it removes pixels below where nothing is above, as operations of Porter and Duff do.
  ///
  /// Layers with such a mode act within their superlayer, not on the pixels below it.
  package var erases: Bool {
    self == .minimum || self == .sourceMinusDestination
      || CompositingMode.clear.rawValue...CompositingMode.xor.rawValue ~= rawValue
  }
}

/// The corners that `cornerRadius` rounds; the bits of CACornerMask.
package struct CornerMask: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let minXMinY = CornerMask(rawValue: 1)
  package static let maxXMinY = CornerMask(rawValue: 2)
  package static let minXMaxY = CornerMask(rawValue: 4)
  package static let maxXMaxY = CornerMask(rawValue: 8)
}

/// The edges of a layer that are anti-aliased; the bits of CAEdgeAntialiasingMask.
///
/// Top is maximum y.
package struct EdgeMask: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let left = EdgeMask(rawValue: 1)
  package static let right = EdgeMask(rawValue: 2)
  package static let bottom = EdgeMask(rawValue: 4)
  package static let top = EdgeMask(rawValue: 8)
  package static var all: EdgeMask { EdgeMask(rawValue: 15) }
}

/// The rule for the inside of a path that crosses itself.
package enum ShapeFillRule: UInt8, NamedValue {
  case nonZero, evenOdd

  package var name: String { self == .nonZero ? "non-zero" : "even-odd" }
}

/// How strokes end.
package enum ShapeLineCap: UInt8, NamedValue {
  case butt, round, square
}

/// How the segments of strokes meet.
package enum ShapeLineJoin: UInt8, NamedValue {
  case miter, round, bevel
}

/// The direction in which the colours of a gradient change.
package enum GradientType: UInt8, NamedValue {
  case axial, radial, conic
}

/// Where the lines of a text layer lie between its sides.
package enum TextAlignmentMode: UInt8, NamedValue {
  case natural, left, right, center, justified
}

/// The place of the ellipsis for text that does not fit into a text layer.
package enum TextTruncationMode: UInt8, NamedValue {
  case none, start, end, middle
}

/// The directions in which a scroll layer scrolls.
package enum ScrollMode: UInt8, NamedValue {
  case both, none, vertically, horizontally
}
