// The kinds of values, and the kinds that each type of a row allows.
// Licensed under the MIT license; see LICENSE.
//
// The wire, key-value coding, archives and diagnostics read this: a kind's tag and words stand here
// alone.

/// The kind of a value, whatever the row that it is of.
///
/// The wire carries the raw value, the tag: never change or reuse one.
package enum ValueKind: UInt8, CaseIterable, Sendable {
  case null = 0
  case bool = 1
  case integer = 2
  case number = 3
  case point = 4
  case size = 5
  case rect = 6
  case color = 7
  case transform = 8
  case string = 9
  case image = 10
  case name = 11
  case path = 12
  case pattern = 13
  case numbers = 14
  case cells = 15
  case filters = 16
  /// A colour with a headroom.
  case brightColor = 17
  /// A list of colours of which at least one has a headroom.
  case brightColors = 18

  /// The name of the kind, with an article.
  package var noun: String {
    switch self {
    case .null: "null"
    case .bool: "a truth value"
    case .integer: "an integer"
    case .number: "a number"
    case .point: "a point"
    case .size: "a size"
    case .rect: "a rectangle"
    case .color: "a colour"
    case .transform: "a transform"
    case .string: "a text"
    case .image: "an image"
    case .name: "a name"
    case .path: "a path"
    case .pattern: "a pattern"
    case .numbers: "a list of numbers"
    case .cells: "a list of cells"
    case .filters: "a list of filters"
    case .brightColor: "a colour with a headroom"
    case .brightColors: "a list of colours with headrooms"
    }
  }
}

/// A set of kinds: bit t is set for the kind with the tag t.
package struct ValueKinds: OptionSet, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  package init(_ kind: ValueKind) {
    rawValue = 1 << UInt32(kind.rawValue)
  }

  package func contains(_ kind: ValueKind) -> Bool {
    rawValue & 1 << UInt32(kind.rawValue) != 0
  }

  fileprivate static let null = ValueKinds(.null)
}

extension ValueType {
  /// The kind of the values of a row, beside null, patterns, and colours with a headroom.
  package var kind: ValueKind {
    switch self {
    case .bool: .bool
    case .integer: .integer
    case .number: .number
    case .point: .point
    case .size: .size
    case .rect: .rect
    case .color: .color
    case .transform: .transform
    case .string: .string
    case .image: .image
    case .path: .path
    case .name: .name
    case .numbers, .colors: .numbers
    case .cells: .cells
    case .filters: .filters
    }
  }

  /// Whether null, which is no value, may stand in a row.
  package var isOptional: Bool {
    switch self {
    case .color, .string, .image, .path, .numbers, .colors, .cells, .filters: true
    case .bool, .integer, .number, .point, .size, .rect, .transform, .name: false
    }
  }

  /// All kinds that may stand in a row.
  package var kinds: ValueKinds {
    var kinds = ValueKinds(kind)
    if isOptional { kinds.insert(.null) }
    if self == .color { kinds.formUnion([ValueKinds(.pattern), ValueKinds(.brightColor)]) }
    if self == .colors { kinds.insert(ValueKinds(.brightColors)) }
    return kinds
  }

  /// The name of the type, with an article.
  package var noun: String { self == .colors ? "a list of colours" : kind.noun }
}

extension PropertyValue {
  package var kind: ValueKind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .integer: .integer
    case .number: .number
    case .point: .point
    case .size: .size
    case .rect: .rect
    case .color(let color): color.headroom == 0 ? .color : .brightColor
    case .transform: .transform
    case .string: .string
    case .image: .image
    case .path: .path
    case .pattern: .pattern
    case .name: .name
    case .numbers: .numbers
    case .colors: .brightColors
    case .cells: .cells
    case .filters: .filters
    }
  }

  /// The name of the kind, with an article.
  package var noun: String { kind.noun }

  /// Whether a row of `type` may hold this value.
  package func fits(_ type: ValueType) -> Bool {
    guard type.kinds.contains(kind) else { return false }
    return switch (self, type) {
    case (.numbers(let numbers), .colors): numbers.count.isMultiple(of: 4)
    case (.name(let index), .name(let names)): Int(index) < names.count
    default: true
    }
  }

  /// Whether all numbers in it are finite.
  package var isFinite: Bool {
    switch self {
    case .number(let number): number.isFinite
    case .point(let point): point.x.isFinite && point.y.isFinite
    case .size(let size): size.width.isFinite && size.height.isFinite
    case .rect(let rect): rect.isFinite
    case .color(let c): (c.red + c.green + c.blue + c.alpha).isFinite
    case .transform(let box): box.matrix.isFinite
    case .path(let box): box.path.points.allSatisfy { $0.x.isFinite && $0.y.isFinite }
    case .pattern(let box): box.cell.isFinite
    case .numbers(let numbers): numbers.allSatisfy(\.isFinite)
    case .colors(let box): box.colors.allSatisfy { PropertyValue.color($0).isFinite }
    case .filters(let list): list.isFinite
    // Those of which a renderer can make nothing count as others.
    case .null, .bool, .integer, .string, .image, .name, .cells: true
    }
  }
}
