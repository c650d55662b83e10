// The property table: every property of every layer class that has a value, one row each.
// Licensed under the MIT license; see LICENSE.
//
// Everything else is derived from these rows: key-value coding, defaults, the dirty set, the wire,
// copying, presentation, implicit actions, archives. To add a property, add a case and its row; the
// compiler then asks for the place where the planner reads it. The wire carries the number of the
// case: never change or reuse one. Numbers 0...95 belong to CALayer; then come shapes (96),
// gradients (112), replicators (120), texts (136), scroll layers (144), tiled layers (148),
// emitters (160).

import QuartzMath

/// A property's number in the table.
package enum PropertyID: UInt8, CaseIterable, Sendable {
  case bounds = 0
  case position = 1
  case zPosition = 2
  case anchorPoint = 3
  case anchorPointZ = 4
  case transform = 5
  case sublayerTransform = 6
  case hidden = 7
  case doubleSided = 8
  case geometryFlipped = 9
  case masksToBounds = 10
  case contents = 11
  case contentsRect = 12
  case contentsGravity = 13
  case contentsScale = 14
  case minificationFilter = 15
  case magnificationFilter = 16
  case opaque = 17
  case backgroundColor = 18
  case cornerRadius = 19
  case maskedCorners = 20
  case borderWidth = 21
  case borderColor = 22
  case opacity = 23
  case allowsGroupOpacity = 24
  case contentsMultiplyColor = 25
  case name = 26
  case beginTime = 27
  case timeOffset = 28
  case speed = 29
  case shadowColor = 30
  case shadowOpacity = 31
  case shadowOffset = 32
  case shadowRadius = 33
  case shadowPath = 34
  case cornerCurve = 35
  case contentsCenter = 36
  case minificationFilterBias = 37
  case shouldRasterize = 38
  case rasterizationScale = 39
  case edgeAntialiasingMask = 40
  case allowsEdgeAntialiasing = 41
  case compositingFilter = 42
  case duration = 43
  case repeatCount = 44
  case repeatDuration = 45
  case autoreverses = 46
  case fillMode = 47
  case toneMapMode = 50
  case preferredDynamicRange = 51
  case contentsHeadroom = 52
  case wantsExtendedDynamicRangeContent = 53
  case path = 96
  case fillColor = 97
  case fillRule = 98
  case strokeColor = 99
  case lineWidth = 100
  case lineCap = 101
  case lineJoin = 102
  case miterLimit = 103
  case lineDashPattern = 104
  case lineDashPhase = 105
  case strokeStart = 106
  case strokeEnd = 107
  case colors = 112
  case locations = 113
  case startPoint = 114
  case endPoint = 115
  case type = 116
  case instanceCount = 120
  case instanceDelay = 121
  case instanceTransform = 122
  case preservesDepth = 123
  case instanceColor = 124
  case instanceRedOffset = 125
  case instanceGreenOffset = 126
  case instanceBlueOffset = 127
  case instanceAlphaOffset = 128
  case fontSize = 136
  case foregroundColor = 137
  case wrapped = 138
  case alignmentMode = 139
  case truncationMode = 140
  case allowsFontSubpixelQuantization = 141
  case scrollMode = 144
  case tileSize = 148
  case levelsOfDetail = 149
  case levelsOfDetailBias = 150
  case emitterCells = 160
  case emitterBirthRate = 161
  case emitterLifetime = 162
  case emitterPosition = 163
  case emitterZPosition = 164
  case emitterSize = 165
  case emitterDepth = 166
  case emitterShape = 167
  case emitterMode = 168
  case emitterRenderMode = 169
  case emitterPreservesDepth = 170
  case emitterVelocity = 171
  case emitterScale = 172
  case emitterSpin = 173
  case emitterSeed = 174
}

extension PropertyID {
  /// The row without the parts that the case itself gives.
  struct Row {
    var type: ValueType
    var defaultValue: PropertyValue
    var animates: Bool
    var damage: PropertyDamage
    var layerClass: LayerClass = .layer
  }

  static func row(
    _ type: ValueType,
    _ defaultValue: PropertyValue,
    animates: Bool,
    _ damage: PropertyDamage
  ) -> Row {
    Row(type: type, defaultValue: defaultValue, animates: animates, damage: damage)
  }

  static func row(_ value: Double, animates: Bool, _ damage: PropertyDamage) -> Row {
    row(.number, .number(value), animates: animates, damage)
  }

  static func row(_ value: Bool, animates: Bool, _ damage: PropertyDamage) -> Row {
    row(.bool, .bool(value), animates: animates, damage)
  }

  static func row(_ value: Matrix4x4, animates: Bool, _ damage: PropertyDamage) -> Row {
    row(.transform, .transform(value), animates: animates, damage)
  }

  static func row<Name: NamedValue>(
    _ value: Name,
    animates: Bool,
    _ damage: PropertyDamage
  ) -> Row {
    row(.name(Name.names), .name(value.rawValue), animates: animates, damage)
  }

  /// The name in key-value coding.
  private var name: String {
    switch self {
    case .emitterBirthRate: "birthRate"
    case .emitterLifetime: "lifetime"
    case .emitterRenderMode: "renderMode"
    case .emitterPreservesDepth: "preservesDepth"
    case .emitterVelocity: "velocity"
    case .emitterScale: "scale"
    case .emitterSpin: "spin"
    case .emitterSeed: "seed"
    default: "\(self)"
    }
  }

  private var row: Row {
    switch self {
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
    case .minificationFilterBias: Self.row(0, animates: true, .content)
    case .shouldRasterize: Self.row(false, animates: true, .subtree)
    case .rasterizationScale: Self.row(1, animates: true, .subtree)
    case .edgeAntialiasingMask: Self.row(.integer, .integer(15), animates: false, .content)
    case .allowsEdgeAntialiasing: Self.row(true, animates: false, .content)
    case .compositingFilter: Self.row(CompositingMode.normal, animates: false, .subtree)
    case .toneMapMode: Self.row(ToneMapMode.automatic, animates: false, [])
    case .preferredDynamicRange: Self.row(DynamicRange.standard, animates: false, [])
    case .contentsHeadroom: Self.row(0, animates: false, [])
    case .wantsExtendedDynamicRangeContent: Self.row(false, animates: false, [])
    case .path, .fillColor, .fillRule, .strokeColor, .lineWidth, .lineCap, .lineJoin, .miterLimit,
      .lineDashPattern, .lineDashPhase, .strokeStart, .strokeEnd:
      shapeRow
    case .colors, .locations, .startPoint, .endPoint, .type: gradientRow
    case .instanceCount, .instanceDelay, .instanceTransform, .preservesDepth, .instanceColor,
      .instanceRedOffset, .instanceGreenOffset, .instanceBlueOffset, .instanceAlphaOffset:
      replicatorRow
    case .fontSize, .foregroundColor, .wrapped, .alignmentMode, .truncationMode,
      .allowsFontSubpixelQuantization, .scrollMode, .tileSize, .levelsOfDetail,
      .levelsOfDetailBias:
      clientRow
    case .emitterCells, .emitterBirthRate, .emitterLifetime, .emitterPosition, .emitterZPosition,
      .emitterSize, .emitterDepth, .emitterShape, .emitterMode, .emitterRenderMode,
      .emitterPreservesDepth, .emitterVelocity, .emitterScale, .emitterSpin, .emitterSeed:
      emitterRow
    }
  }

  /// The row of the table, made anew; `PropertyTable` holds them ready.
  fileprivate var property: Property {
    let row = row
    return Property(
      id: self,
      name: name,
      layerClass: row.layerClass,
      type: row.type,
      defaultValue: row.defaultValue,
      isAnimatable: row.animates,
      damage: row.damage
    )
  }
}

/// All rows, by number and by name.
package enum PropertyTable {
  /// The rows in the order of their numbers.
  package static let all: [Property] = PropertyID.allCases.map(\.property)

  // Two classes may have a row of the same name.
  private static let byName = Dictionary(grouping: all, by: \.name).mapValues { $0.map(\.id) }

  // Index in `all` of each number.
  private static let positions: ContiguousArray<Int> = {
    var positions = ContiguousArray(repeating: -1, count: 256)
    for (index, row) in all.enumerated() { positions[Int(row.id.rawValue)] = index }
    return positions
  }()

  // The damage of each property number, side by side for code that changes values by the thousand.
  private static let damages: ContiguousArray<PropertyDamage> = {
    var damages = ContiguousArray<PropertyDamage>(repeating: [], count: 256)
    for row in all { damages[Int(row.id.rawValue)] = row.damage }
    return damages
  }()

  package static subscript(id: PropertyID) -> Property {
    _read { yield all[positions[Int(id.rawValue)]] }
  }

  /// The rows whose values are matrices.
  package static let transforms: PropertySet = {
    var rows = PropertySet()
    for row in all where row.type == .transform { rows.insert(row.id) }
    return rows
  }()

  /// The damage of a change of the property.
  package static func damage(_ id: PropertyID) -> PropertyDamage { damages[Int(id.rawValue)] }

  /// The row with a key-value coding name that any class has.
  ///
  /// Rows of one name have values of one type in all classes.
  package static func id(named name: String) -> PropertyID? { byName[name]?.first }

  /// The row with a key-value coding name, if `layerClass` has it.
  package static func id(named name: String, of layerClass: LayerClass) -> PropertyID? {
    byName[name]?.first { layerClass.has($0) }
  }
}

/// A property whose values are names from a fixed list.
package protocol NamedValue: RawRepresentable, CaseIterable, Sendable where RawValue == UInt8 {
  /// The name as in the public API and in archives.
  var name: String { get }
}

extension NamedValue {
  package static var names: [String] { allCases.map(\.name) }
}

/// How contents lie in the bounds.
///
/// Top is maximum y in the layer's own coordinates.
package enum ContentsGravity: UInt8, NamedValue {
  case resize, resizeAspect, resizeAspectFill
  case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight

  package var name: String { "\(self)" }
}

/// How contents are sampled where a texel is not a pixel.
package enum ContentsFilter: UInt8, NamedValue {
  case linear, nearest, trilinear

  package var name: String { "\(self)" }
}

/// The shape of a layer's corners: quarters of circles, or curves whose curvature begins gently.
package enum CornerCurve: UInt8, NamedValue {
  case circular, continuous

  package var name: String { "\(self)" }
}

/// Whether contents brighter than the output can show are made darker to fit.
package enum ToneMapMode: UInt8, NamedValue {
  case automatic, never, ifSupported

  package var name: String { "\(self)" }
}

/// How bright a layer would like to be, against the white of outputs of standard range.
package enum DynamicRange: UInt8, NamedValue {
  case automatic, standard, constrainedHigh, high

  package var name: String { "\(self)" }
}

/// How a layer as a whole mixes with the pixels under it; the raw values are those of CGBlendMode.
package enum CompositingMode: UInt8, NamedValue {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight
  case hardLight, difference, exclusion, hue, saturation, color, luminosity
  case clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver, destinationIn
  case destinationOut, destinationAtop, xor, plusDarker, plusLighter

  package var name: String { "\(self)BlendMode" }

  /// Whether it is a Porter-Duff operation that removes pixels below.
  ///
  /// Layers with such a mode act within their superlayer, not on the pixels below it.
  package var erases: Bool {
    CompositingMode.clear.rawValue...CompositingMode.xor.rawValue ~= rawValue
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
