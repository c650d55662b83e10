// The values that properties of layers take, and their types.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

/// A client's number for a layer.
///
/// Scoped to one context; zero is no layer.
package struct LayerID: Hashable, Sendable, CustomStringConvertible {
  package var rawValue: UInt32
  /// The hosted tree that the layer belongs to; 0 for the context's own, which clients can name.
  package var scope: UInt32

  package init(_ rawValue: UInt32, scope: UInt32 = 0) {
    self.rawValue = rawValue
    self.scope = scope
  }

  package static let none = LayerID(0)

  package var description: String { scope == 0 ? "#\(rawValue)" : "#\(scope).\(rawValue)" }
}

/// A client's number for an image, whose size stays the same.
///
/// Scoped to one context; zero is no image.
package struct ImageID: Hashable, Sendable, CustomStringConvertible {
  package var rawValue: UInt32

  package init(_ rawValue: UInt32) {
    self.rawValue = rawValue
  }

  package static let none = ImageID(0)
  /// The first of those that a renderer gives to pictures of its own; clients have none of them.
  package static let firstOfRenderer = ImageID(1 << 31)

  /// Whether a renderer gave the number, not a client.
  package var isOfRenderer: Bool { rawValue >= ImageID.firstOfRenderer.rawValue }

  package var description: String { "image \(rawValue)" }
}

/// A matrix on the heap, so that one row in many hundred does not widen all of them.
package final class TransformBox: Equatable, Sendable {
  package let matrix: Matrix4x4

  package init(_ matrix: Matrix4x4) {
    self.matrix = matrix
  }

  package static func == (left: TransformBox, right: TransformBox) -> Bool {
    left === right || left.matrix == right.matrix
  }
}

/// A path on the heap, for the same reason.
package final class PathBox: Equatable, Sendable {
  package let path: Path

  package init(_ path: Path) {
    self.path = path
  }

  package static func == (left: PathBox, right: PathBox) -> Bool {
    left === right || left.path == right.path
  }
}

/// A picture that repeats, in the place of a colour.
package final class PatternBox: Equatable, Sendable {
  package let image: ImageID
  /// Where one copy of the image lies, in the layer's space, points; all others lie beside it.
  ///
  /// As in contents, the image's first row is at the top of the output. A cell without an area, or
  /// one that is not finite, shows nothing.
  package let cell: Rect

  package init(_ image: ImageID, cell: Rect) {
    self.image = image
    self.cell = cell
  }

  package static func == (left: PatternBox, right: PatternBox) -> Bool {
    left.image == right.image && left.cell == right.cell
  }
}

/// Colours of which at least one has a headroom.
///
/// Lists without any are numbers.
package final class ColorBox: Equatable, Sendable {
  package let colors: [Color]

  package init(_ colors: [Color]) {
    self.colors = colors
  }

  package static func == (left: ColorBox, right: ColorBox) -> Bool {
    left === right || left.colors == right.colors
  }
}

/// The type of a property's value.
package enum ValueType: Equatable, Sendable {
  case bool
  case integer
  case number
  case point
  case size
  case rect
  /// A colour, a pattern or null (no colour).
  ///
  /// Backgrounds, borders, and paths of shape layers show patterns; elsewhere they count as no
  /// colour.
  case color
  case transform
  case string
  /// An image or null.
  case image
  /// A path or null.
  case path
  /// One of a fixed list of names; carried as the index in the list.
  case name([String])
  /// Any number of numbers, or null.
  case numbers
  /// Any number of colours, or null.
  ///
  /// Carried as numbers: red, green, blue and alpha of each; as colours where one has a headroom.
  case colors
  /// Cells of particles, or null.
  case cells
  /// Filters, or null.
  case filters
}

/// A value of a property.
///
/// Numbers are exactly those that the client set.
package enum PropertyValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case point(Point)
  case size(Size)
  case rect(Rect)
  case color(Color)
  case transform(TransformBox)
  case string(String)
  case image(ImageID)
  case path(PathBox)
  case pattern(PatternBox)
  /// Index into the names of the row's `ValueType.name`.
  case name(UInt8)
  case numbers([Double])
  case colors(ColorBox)
  case cells(CellBox)
  case filters(FilterList)

  package static func transform(_ matrix: Matrix4x4) -> PropertyValue {
    .transform(TransformBox(matrix))
  }

  package static func path(_ path: Path) -> PropertyValue { .path(PathBox(path)) }

  package static func pattern(_ image: ImageID, cell: Rect) -> PropertyValue {
    .pattern(PatternBox(image, cell: cell))
  }

  /// A list of colours: numbers where none has a headroom.
  package static func colors(_ colors: [Color]) -> PropertyValue {
    guard colors.allSatisfy({ $0.headroom == 0 }) else { return .colors(ColorBox(colors)) }
    return .numbers(colors.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] })
  }
}

extension PropertyValue {
  /// A rectangle with a width and height that are not negative; other values as they are.
  package var standardized: PropertyValue {
    guard case .rect(let rect) = self, rect.width < 0 || rect.height < 0 else { return self }
    return .rect(rect.standardized)
  }

  /// Whether the value is zero in all its components, false, empty, or nothing.
  package var isZero: Bool {
    switch self {
    case .null: true
    case .bool(let value): !value
    case .integer(let value): value == 0
    case .number(let value): value == 0
    case .point(let value): value == .zero
    case .size(let value): value == .zero
    case .rect(let value): value == .zero
    case .string(let value): value.isEmpty
    case .numbers(let values): values.isEmpty
    case .color, .transform, .image, .path, .pattern, .name, .colors, .cells: false
    case .filters(let list): list.filters.isEmpty
    }
  }

  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  package var number: Double? { if case .number(let value) = self { value } else { nil } }
  package var point: Point? { if case .point(let value) = self { value } else { nil } }
  package var size: Size? { if case .size(let value) = self { value } else { nil } }
  package var rect: Rect? { if case .rect(let value) = self { value } else { nil } }
  package var color: Color? { if case .color(let value) = self { value } else { nil } }
  package var transform: Matrix4x4? {
    if case .transform(let value) = self { value.matrix } else { nil }
  }
  package var string: String? { if case .string(let value) = self { value } else { nil } }
  package var image: ImageID? { if case .image(let value) = self { value } else { nil } }
  package var path: Path? { if case .path(let value) = self { value.path } else { nil } }
  package var pattern: PatternBox? { if case .pattern(let value) = self { value } else { nil } }
  package var name: UInt8? { if case .name(let value) = self { value } else { nil } }
  package var cells: CellBox? { if case .cells(let value) = self { value } else { nil } }
  package var filters: FilterList? { if case .filters(let value) = self { value } else { nil } }
  package var numbers: [Double]? { if case .numbers(let value) = self { value } else { nil } }
  /// The colours of a list of colours.
  package var colors: [Color]? {
    switch self {
    case .colors(let box): box.colors
    case .numbers(let n):
      stride(from: 0, to: n.count - 3, by: 4).map { Color(n[$0], n[$0 + 1], n[$0 + 2], n[$0 + 3]) }
    default: nil
    }
  }
}
