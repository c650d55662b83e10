// The property table: every property of every layer class that has a value, one row each.
// Licensed under the MIT license; see LICENSE.
//
// Everything else is derived from these rows: key-value coding, defaults, the dirty set, the wire,
// copying, presentation, implicit actions, archives. To add a property, add a case and its row in
// PropertyRows.swift; the compiler then asks for the row, and for the place where the planner reads
// it. The wire carries the number of the case: never change or reuse one. Numbers 0...95 belong to
// CALayer; then come shapes (96), gradients (112), replicators (120), texts (136), scroll layers
// (144), tiled layers (148), emitters (160), backdrops (176). 254 and 255 are reserved: on the wire
// they begin targets of animations that are no rows.

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
  case filters = 54
  case backgroundFilters = 55
  case contentsTransform = 56
  case remoteClientId = 57
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
  case emitterBehaviors = 175
  case backdropScale = 176
  case backdropGroup = 177
  case backdropBleed = 178
  case portalSource = 180
  case hidesSourceLayer = 181
  case matchesOpacity = 182
  case matchesPosition = 183
  case matchesTransform = 184
}

extension PropertyID {
  /// The row of the table, made anew; `PropertyTable` holds them ready.
  fileprivate var property: Property {
    let row = row
    return Property(
      id: self,
      name: row.name ?? enumCaseName(self),
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
