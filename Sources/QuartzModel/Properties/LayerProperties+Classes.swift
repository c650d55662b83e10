// The rows of the classes other than CALayer.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

extension PropertyID {
  /// The row of a layer class of its own; a change rebuilds the draws of such layers.
  static func row(
    _ layerClass: LayerClass,
    _ type: ValueType,
    _ defaultValue: PropertyValue,
    animates: Bool = true
  ) -> Row {
    Row(
      type: type,
      defaultValue: defaultValue,
      animates: animates,
      damage: [.content, .subtree],
      layerClass: layerClass
    )
  }

  static func row<Name: NamedValue>(_ layerClass: LayerClass, _ value: Name) -> Row {
    row(layerClass, .name(Name.names), .name(value.rawValue), animates: false)
  }

  var shapeRow: Row {
    switch self {
    case .path: Self.row(.shape, .path, .null)
    case .fillColor: Self.row(.shape, .color, .color(.black))
    case .fillRule: Self.row(.shape, ShapeFillRule.nonZero)
    case .strokeColor: Self.row(.shape, .color, .null)
    case .lineCap: Self.row(.shape, ShapeLineCap.butt)
    case .lineJoin: Self.row(.shape, ShapeLineJoin.miter)
    case .miterLimit: Self.row(.shape, .number, .number(10))
    case .lineDashPattern: Self.row(.shape, .numbers, .null, animates: false)
    case .lineWidth, .strokeEnd: Self.row(.shape, .number, .number(1))
    default: Self.row(.shape, .number, .number(0))
    }
  }

  var gradientRow: Row {
    switch self {
    case .colors: Self.row(.gradient, .colors, .null)
    case .locations: Self.row(.gradient, .numbers, .null)
    case .startPoint: Self.row(.gradient, .point, .point(Point(0.5, 0)))
    case .endPoint: Self.row(.gradient, .point, .point(Point(0.5, 1)))
    default: Self.row(.gradient, GradientType.axial)
    }
  }

  // The birth values of particles change no pixel by themselves: the tree evaluates the particles.
  var emitterRow: Row {
    switch self {
    case .emitterCells: Self.row(.emitter, .cells, .null, animates: false)
    case .emitterPosition: Self.row(.emitter, .point, .point(.zero))
    case .emitterSize: Self.row(.emitter, .size, .size(.zero))
    case .emitterZPosition, .emitterDepth: Self.row(.emitter, .number, .number(0))
    case .emitterShape: Self.row(.emitter, EmitterShape.point)
    case .emitterMode: Self.row(.emitter, EmitterMode.volume)
    case .emitterRenderMode: Self.row(.emitter, EmitterRenderMode.unordered)
    case .emitterPreservesDepth: Self.row(.emitter, .bool, .bool(false), animates: false)
    case .emitterSeed: Self.row(.emitter, .integer, .integer(0), animates: false)
    default: Self.row(.emitter, .number, .number(1))
    }
  }

  var replicatorRow: Row {
    switch self {
    case .instanceCount: Self.row(.replicator, .integer, .integer(1))
    case .instanceTransform: Self.row(.replicator, .transform, .transform(.identity))
    case .preservesDepth: Self.row(.replicator, .bool, .bool(false), animates: false)
    case .instanceColor: Self.row(.replicator, .color, .color(.white))
    default: Self.row(.replicator, .number, .number(0))
    }
  }

  /// The rows of classes whose layers draw themselves, or move, in the client: to a server they
  /// change nothing.
  var clientRow: Row {
    switch self {
    case .fontSize: Self.row(client: .text, .number, .number(36), animates: true)
    case .foregroundColor: Self.row(client: .text, .color, .color(.white), animates: true)
    case .wrapped: Self.row(client: .text, .bool, .bool(false))
    case .alignmentMode: Self.row(client: .text, TextAlignmentMode.natural)
    case .truncationMode: Self.row(client: .text, TextTruncationMode.none)
    case .allowsFontSubpixelQuantization: Self.row(client: .text, .bool, .bool(false))
    case .scrollMode: Self.row(client: .scroll, ScrollMode.both)
    case .tileSize: Self.row(client: .tiled, .size, .size(Size(256, 256)))
    case .levelsOfDetail: Self.row(client: .tiled, .integer, .integer(1))
    default: Self.row(client: .tiled, .integer, .integer(0))
    }
  }

  private static func row(
    client layerClass: LayerClass,
    _ type: ValueType,
    _ defaultValue: PropertyValue,
    animates: Bool = false
  ) -> Row {
    Row(
      type: type,
      defaultValue: defaultValue,
      animates: animates,
      damage: [],
      layerClass: layerClass
    )
  }

  private static func row<Name: NamedValue>(client layerClass: LayerClass, _ value: Name) -> Row {
    row(client: layerClass, .name(Name.names), .name(value.rawValue))
  }
}

/// The rule for the inside of a path that crosses itself.
package enum ShapeFillRule: UInt8, NamedValue {
  case nonZero, evenOdd

  package var name: String { self == .nonZero ? "non-zero" : "even-odd" }
}

/// How strokes end.
package enum ShapeLineCap: UInt8, NamedValue {
  case butt, round, square

  package var name: String { "\(self)" }
}

/// How the segments of strokes meet.
package enum ShapeLineJoin: UInt8, NamedValue {
  case miter, round, bevel

  package var name: String { "\(self)" }
}

/// The direction in which the colours of a gradient change.
package enum GradientType: UInt8, NamedValue {
  case axial, radial, conic

  package var name: String { "\(self)" }
}

/// Where the lines of a text layer lie between its sides.
package enum TextAlignmentMode: UInt8, NamedValue {
  case natural, left, right, center, justified

  package var name: String { "\(self)" }
}

/// The place of the ellipsis for text that does not fit into a text layer.
package enum TextTruncationMode: UInt8, NamedValue {
  case none, start, end, middle

  package var name: String { "\(self)" }
}

/// The directions in which a scroll layer scrolls.
package enum ScrollMode: UInt8, NamedValue {
  case both, none, vertically, horizontally

  package var name: String { "\(self)" }
}
