// The rows of the property table: type, default, whether it animates, damage, class, name.
// Licensed under the MIT license; see LICENSE.
//
// One list without a `default:`, so that no property can take the row of another by accident.

import QuartzMath

extension PropertyID {
  /// A row without the parts that the case itself gives.
  struct Row {
    var type: ValueType
    var defaultValue: PropertyValue
    var animates: Bool
    var damage: PropertyDamage
    var layerClass: LayerClass = .layer
    /// The name in key-value coding; nil for that of the case.
    var name: String?
  }

  // Long because: the table of all properties, one line for each.
  var row: Row {
    switch self {
    // CALayer.
    case .bounds: Self.row(.rect, .rect(.zero), animates: true, [.content, .geometry, .subtree])
    case .position: Self.row(.point, .point(.zero), animates: true, .geometry)
    case .zPosition: Self.row(0, animates: true, [.geometry, .order])
    case .anchorPoint: Self.row(.point, .point(Point(0.5, 0.5)), animates: true, .geometry)
    case .anchorPointZ: Self.row(0, animates: true, [.geometry, .order])
    case .transform: Self.row(.identity, animates: true, [.geometry, .order])
    case .sublayerTransform: Self.row(.identity, animates: true, [.geometry, .order])
    case .hidden: Self.row(false, animates: true, .subtree)
    case .doubleSided: Self.row(true, animates: true, .subtree)
    case .geometryFlipped: Self.row(false, animates: false, .geometry)
    case .masksToBounds: Self.row(false, animates: true, .subtree)
    case .contents: Self.row(.image, .null, animates: true, .content)
    case .contentsRect: Self.row(.rect, .rect(.unit), animates: true, .content)
    case .contentsGravity: Self.row(ContentsGravity.resize, animates: false, .content)
    case .contentsScale: Self.row(1, animates: true, .content)
    case .minificationFilter: Self.row(ContentsFilter.linear, animates: false, .content)
    case .magnificationFilter: Self.row(ContentsFilter.linear, animates: false, .content)
    case .opaque: Self.row(false, animates: false, [])
    case .backgroundColor: Self.row(.color, .null, animates: true, .content)
    case .cornerRadius: Self.row(0, animates: true, [.content, .subtree])
    case .maskedCorners:
      Self.row(.integer, .integer(15), animates: true, [.content, .subtree])
    case .borderWidth: Self.row(0, animates: true, .content)
    case .borderColor: Self.row(.color, .color(.black), animates: true, .content)
    case .opacity: Self.row(1, animates: true, .subtree)
    case .allowsGroupOpacity: Self.row(true, animates: false, .subtree)
    case .contentsMultiplyColor: Self.row(.color, .color(.white), animates: true, .content)
    case .name: Self.row(.string, .null, animates: false, [])
    case .beginTime: Self.row(0, animates: false, .time)
    case .timeOffset: Self.row(0, animates: false, .time)
    case .speed: Self.row(1, animates: false, .time)
    case .duration: Self.row(.infinity, animates: false, .time)
    case .repeatCount, .repeatDuration: Self.row(0, animates: false, .time)
    case .autoreverses: Self.row(false, animates: false, .time)
    case .fillMode: Self.row(FillMode.removed, animates: false, .time)
    case .shadowColor: Self.row(.color, .color(.black), animates: true, .subtree)
    case .shadowOpacity: Self.row(0, animates: true, .subtree)
    case .shadowOffset: Self.row(.size, .size(Size(0, -3)), animates: true, .subtree)
    case .shadowRadius: Self.row(3, animates: true, .subtree)
    case .shadowPath: Self.row(.path, .null, animates: true, .subtree)
    case .cornerCurve: Self.row(CornerCurve.circular, animates: false, [.content, .subtree])
    case .contentsCenter: Self.row(.rect, .rect(.unit), animates: true, .content)
    case .contentsTransform: Self.row(.identity, animates: true, .content)
    case .remoteClientId: Self.row(.integer, .integer(0), animates: false, [])
    case .minificationFilterBias: Self.row(0, animates: true, .content)
    case .shouldRasterize: Self.row(false, animates: true, .subtree)
    case .rasterizationScale: Self.row(1, animates: true, .subtree)
    case .edgeAntialiasingMask: Self.row(.integer, .integer(15), animates: false, .content)
    case .allowsEdgeAntialiasing: Self.row(true, animates: false, .content)
    case .compositingFilter: Self.row(CompositingMode.normal, animates: false, .subtree)
    case .toneMapMode:
      Self.row(ToneMapMode.automatic, animates: false, [.content, .subtree])
    case .preferredDynamicRange:
      Self.row(DynamicRange.standard, animates: true, [.content, .subtree])
    case .contentsHeadroom: Self.row(0, animates: false, [.content, .subtree])
    case .wantsExtendedDynamicRangeContent:
      Self.row(false, animates: false, [.content, .subtree])
    case .filters, .backgroundFilters: Self.row(.filters, .null, animates: true, .subtree)

    // CAShapeLayer.
    case .path: Self.row(.shape, .path, .null)
    case .fillColor: Self.row(.shape, .color, .color(.black))
    case .fillRule: Self.row(.shape, ShapeFillRule.nonZero)
    case .strokeColor: Self.row(.shape, .color, .null)
    case .lineWidth: Self.row(.shape, 1)
    case .lineCap: Self.row(.shape, ShapeLineCap.butt)
    case .lineJoin: Self.row(.shape, ShapeLineJoin.miter)
    case .miterLimit: Self.row(.shape, 10)
    case .lineDashPattern: Self.row(.shape, .numbers, .null, animates: false)
    case .lineDashPhase: Self.row(.shape, 0)
    case .strokeStart: Self.row(.shape, 0)
    case .strokeEnd: Self.row(.shape, 1)

    // CAGradientLayer.
    case .colors: Self.row(.gradient, .colors, .null)
    case .locations: Self.row(.gradient, .numbers, .null)
    case .startPoint: Self.row(.gradient, .point, .point(Point(0.5, 0)))
    case .endPoint: Self.row(.gradient, .point, .point(Point(0.5, 1)))
    case .type: Self.row(.gradient, GradientType.axial)

    // CAReplicatorLayer.
    case .instanceCount: Self.row(.replicator, .integer, .integer(1))
    case .instanceDelay: Self.row(.replicator, 0)
    case .instanceTransform: Self.row(.replicator, .transform, .transform(.identity))
    case .preservesDepth: Self.row(.replicator, .bool, .bool(false), animates: false)
    case .instanceColor: Self.row(.replicator, .color, .color(.white))
    case .instanceRedOffset, .instanceGreenOffset, .instanceBlueOffset, .instanceAlphaOffset:
      Self.row(.replicator, 0)

    // CATextLayer, CAScrollLayer, CATiledLayer: their layers draw themselves, or move, in the
    // client.
    case .fontSize: Self.row(client: .text, .number, .number(36), animates: true)
    case .foregroundColor: Self.row(client: .text, .color, .color(.white), animates: true)
    case .wrapped: Self.row(client: .text, .bool, .bool(false))
    case .alignmentMode: Self.row(client: .text, TextAlignmentMode.natural)
    case .truncationMode: Self.row(client: .text, TextTruncationMode.none)
    case .allowsFontSubpixelQuantization: Self.row(client: .text, .bool, .bool(false))
    case .scrollMode: Self.row(client: .scroll, ScrollMode.both)
    case .tileSize: Self.row(client: .tiled, .size, .size(Size(256, 256)))
    case .levelsOfDetail: Self.row(client: .tiled, .integer, .integer(1))
    case .levelsOfDetailBias: Self.row(client: .tiled, .integer, .integer(0))

    // CAEmitterLayer. The birth values of particles change no pixel by themselves: the tree
    // evaluates the particles.
    case .emitterCells: Self.row(.emitter, .cells, .null, animates: false)
    case .emitterBirthRate: Self.row(.emitter, 1, named: "birthRate")
    case .emitterLifetime: Self.row(.emitter, 1, named: "lifetime")
    case .emitterPosition: Self.row(.emitter, .point, .point(.zero))
    case .emitterZPosition: Self.row(.emitter, 0)
    case .emitterSize: Self.row(.emitter, .size, .size(.zero))
    case .emitterDepth: Self.row(.emitter, 0)
    case .emitterShape: Self.row(.emitter, EmitterShape.point)
    case .emitterMode: Self.row(.emitter, EmitterMode.volume)
    case .emitterRenderMode: Self.row(.emitter, EmitterRenderMode.unordered, named: "renderMode")
    case .emitterPreservesDepth:
      Self.row(.emitter, .bool, .bool(false), animates: false, named: "preservesDepth")
    case .emitterVelocity: Self.row(.emitter, 1, named: "velocity")
    case .emitterScale: Self.row(.emitter, 1, named: "scale")
    case .emitterSpin: Self.row(.emitter, 1, named: "spin")
    case .emitterSeed: Self.row(.emitter, .integer, .integer(0), animates: false, named: "seed")
    case .emitterBehaviors: Self.row(.emitter, .filters, .null)

    // CABackdropLayer.
    case .backdropScale: Self.row(.backdrop, 1, named: "scale")
    case .backdropGroup:
      Self.row(.backdrop, .string, .null, animates: false, named: "groupName")
    case .backdropBleed: Self.row(.backdrop, 0, named: "bleedAmount")

    // CAPortalLayer. The source is the number of a layer of the same context, 0 for none.
    case .portalSource: Self.row(.portal, .integer, .integer(0), animates: false)
    case .hidesSourceLayer, .matchesOpacity, .matchesPosition, .matchesTransform:
      Self.row(.portal, .bool, .bool(false), animates: false)
    }
  }
}

// MARK: Rows of CALayer

extension PropertyID {
  private static func row(
    _ type: ValueType,
    _ defaultValue: PropertyValue,
    animates: Bool,
    _ damage: PropertyDamage
  ) -> Row {
    Row(type: type, defaultValue: defaultValue, animates: animates, damage: damage)
  }

  private static func row(_ value: Double, animates: Bool, _ damage: PropertyDamage) -> Row {
    row(.number, .number(value), animates: animates, damage)
  }

  // Bool because: one of the overloads by the type of a default.
  private static func row(_ value: Bool, animates: Bool, _ damage: PropertyDamage) -> Row {
    row(.bool, .bool(value), animates: animates, damage)
  }

  private static func row(_ value: Matrix4x4, animates: Bool, _ damage: PropertyDamage) -> Row {
    row(.transform, .transform(value), animates: animates, damage)
  }

  private static func row<Name: NamedValue>(
    _ value: Name,
    animates: Bool,
    _ damage: PropertyDamage
  ) -> Row {
    row(.name(Name.names), .name(value.rawValue), animates: animates, damage)
  }
}

// MARK: Rows of other classes

extension PropertyID {
  /// The row of a layer class of its own; a change rebuilds the draws of such layers.
  private static func row(
    _ layerClass: LayerClass,
    _ type: ValueType,
    _ defaultValue: PropertyValue,
    animates: Bool = true,
    named name: String? = nil
  ) -> Row {
    Row(
      type: type,
      defaultValue: defaultValue,
      animates: animates,
      damage: [.content, .subtree],
      layerClass: layerClass,
      name: name
    )
  }

  private static func row(
    _ layerClass: LayerClass,
    _ number: Double,
    named name: String? = nil
  ) -> Row {
    row(layerClass, .number, .number(number), named: name)
  }

  private static func row<Name: NamedValue>(
    _ layerClass: LayerClass,
    _ value: Name,
    named name: String? = nil
  ) -> Row {
    row(layerClass, .name(Name.names), .name(value.rawValue), animates: false, named: name)
  }

  /// The row of a class whose layers draw themselves, or move, in the client: a server has nothing
  /// to change.
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
