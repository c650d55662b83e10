// The inputs of filters and of behaviours as animated properties: `filters.blur.inputRadius`.
// Licensed under the MIT license; see LICENSE.

package import QuartzFilters
import QuartzMath

/// An input of one of a layer's filters or behaviours, as key paths and animations name it.
package struct FilterTarget: Equatable, Hashable, Sendable {
  /// The key of the switch that turns a filter on and off.
  package static let enabledKey = "enabled"

  /// A row of filters: `filters` or `backgroundFilters`; or `emitterBehaviors`.
  package var property: PropertyID
  /// The filter's name, or its index in the list.
  package var filter: String
  /// The key of the input, or `enabled`.
  package var input: String

  package init(_ property: PropertyID, _ filter: String, _ input: String) {
    self.property = property
    self.filter = filter
    self.input = input
  }

  /// The target of a key path of at least three parts; nil if it does not begin with a row of
  /// filters.
  package init?(keyPath: String) {
    guard let dot = keyPath.firstIndex(of: "."), let last = keyPath.lastIndex(of: "."), dot < last
    else { return nil }
    switch keyPath[..<dot] {
    case "filters": property = .filters
    case "backgroundFilters": property = .backgroundFilters
    case "emitterBehaviors": property = .emitterBehaviors
    default: return nil
    }
    filter = String(keyPath[keyPath.index(after: dot)..<last])
    input = String(keyPath[keyPath.index(after: last)...])
  }

  package var keyPath: String { "\(PropertyTable[property].name).\(filter).\(input)" }

  /// The index of the filter in a list: the first of that name, or else the one at that index.
  package func index(in filters: [FilterDescription]) -> Int? {
    if let index = filters.firstIndex(where: { $0.name == filter }) { return index }
    guard let index = Int(filter), filters.indices.contains(index) else { return nil }
    return index
  }
}

extension PropertyValue {
  /// An input's value as animations take it; nil for data.
  ///
  /// Vectors of two and four numbers are points and rectangles, so that they move as such.
  package init?(_ input: FilterInputValue) {
    switch input {
    case .number(let number): self = .number(number)
    case .vector(let n) where n.count == 2: self = .point(Point(n[0], n[1]))
    case .vector(let n) where n.count == 4: self = .rect(Rect(n[0], n[1], n[2], n[3]))
    case .vector(let numbers): self = .numbers(numbers)
    case .color(let color): self = .color(Color(color.x, color.y, color.z, color.w))
    case .text(let text): self = .string(text)
    case .image(let number): self = .image(ImageID(UInt32(truncatingIfNeeded: number)))
    case .data: return nil
    }
  }
}

extension FilterInputValue {
  /// A value of an animation as an input's; nil for kinds that no input has.
  package init?(_ value: PropertyValue) {
    switch value {
    case .bool(let flag): self = .number(flag ? 1 : 0)
    case .integer(let number): self = .number(Double(number))
    case .number(let number): self = .number(number)
    case .point(let point): self = .vector([point.x, point.y])
    case .size(let size): self = .vector([size.width, size.height])
    case .rect(let rect): self = .vector([rect.x, rect.y, rect.width, rect.height])
    case .color(let c): self = .color(SIMD4(c.red, c.green, c.blue, c.alpha))
    case .string(let text): self = .text(text)
    case .image(let image): self = .image(UInt64(image.rawValue))
    case .numbers(let numbers): self = .vector(numbers)
    case .null, .transform, .path, .pattern, .name, .colors, .cells, .filters: return nil
    }
  }
}
