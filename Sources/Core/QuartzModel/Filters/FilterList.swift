// The filters of a layer, a value of the property table.
// Licensed under the MIT license; see LICENSE.

package import QuartzFilters

/// The filters of a layer, in the order in which they act.
///
/// Images of inputs are image ids of the context.
// Safe because: a list changes only in `become`, whose caller holds the only reference to it.
package final class FilterList: Equatable, @unchecked Sendable {
  /// The most filters of a list.
  package static let maximumCount = 64
  /// The most inputs of a filter.
  package static let maximumInputs = 64
  /// The most numbers of an input.
  package static let maximumNumbers = 4096
  /// The most bytes of an input's text or data.
  package static let maximumBytes = 1 << 20

  package private(set) var filters: [FilterDescription]
  /// Whether all numbers of all inputs are finite.
  package private(set) var isFinite: Bool

  package init(_ filters: [FilterDescription]) {
    self.filters = filters
    isFinite = filters.allSatisfy(\.isFinite)
  }

  /// Becomes another list with one filter changed; takes no memory where the filters have the same
  /// inputs as before.
  ///
  /// The caller must hold the only reference.
  ///
  /// - Parameters:
  ///   - other: May be this list.
  ///   - index: That of the filter to change.
  func become(
    _ other: FilterList,
    changing index: Int,
    _ change: (inout FilterDescription) -> Void
  ) {
    if other !== self {
      if filters.count == other.filters.count {
        for index in filters.indices { filters[index].assign(other.filters[index]) }
      } else {
        filters = other.filters
      }
    }
    change(&filters[index])
    isFinite = filters.allSatisfy(\.isFinite)
  }

  package static func == (left: FilterList, right: FilterList) -> Bool {
    left === right || left.filters == right.filters
  }

  /// The filters that a renderer can apply, or nil.
  ///
  /// A filter with a number that is not finite has no effect.
  var drawable: FilterList? {
    if isFinite { return filters.isEmpty ? nil : self }
    let finite = filters.filter(\.isFinite)
    return finite.isEmpty ? nil : FilterList(finite)
  }

  /// Why the list is none that the server takes; nil if it is one.
  package var problem: String? {
    if filters.count > FilterList.maximumCount {
      return "\(filters.count) filters, at most \(FilterList.maximumCount) are allowed"
    }
    for filter in filters {
      if let problem = filter.problem { return "filter \(filter.type): \(problem)" }
    }
    return nil
  }

  /// The list on the way to another: numbers of the same inputs mix where the filters are of the
  /// same types; anything else is that of `end` at once.
  func mixed(with end: FilterList, _ fraction: Double) -> FilterList {
    guard filters.map(\.type) == end.filters.map(\.type) else { return end }
    return FilterList(zip(filters, end.filters).map { $0.mixed(with: $1, fraction) })
  }

  /// The images of all inputs.
  package var images: [ImageID] {
    var images: [ImageID] = []
    forEachImage { images.append($0) }
    return images
  }

  /// Calls `body` with the image of each input that has one.
  package func forEachImage(_ body: (ImageID) -> Void) {
    for filter in filters {
      for input in filter.inputs {
        guard case .image(let number) = input.value else { continue }
        body(ImageID(UInt32(truncatingIfNeeded: number)))
      }
    }
  }
}

extension FilterDescription {
  /// Why the filter is none that the server takes; nil if it is one.
  package var problem: String? {
    if inputs.count > FilterList.maximumInputs {
      return "\(inputs.count) inputs, at most \(FilterList.maximumInputs) are allowed"
    }
    for input in inputs {
      if let problem = input.value.problem { return "\(input.key): \(problem)" }
    }
    return nil
  }

  fileprivate func mixed(with end: FilterDescription, _ fraction: Double) -> FilterDescription {
    var mixed = end
    for key in Set(inputs.map(\.key) + end.inputs.map(\.key)) {
      guard let a = self[key] ?? defaultValue(of: key), let b = end[key] ?? defaultValue(of: key),
        let value = a.mixed(with: b, fraction)
      else { continue }
      mixed[key] = value
    }
    return mixed
  }

  fileprivate var isFinite: Bool { inputs.allSatisfy(\.value.isFinite) }

  /// The value of an input, or its default, as animations take it; `enabled` is a truth value.
  ///
  /// Nil for an input that has none, and for data, which does not animate.
  package func value(of key: String) -> PropertyValue? {
    if key == FilterTarget.enabledKey { return .bool(isEnabled) }
    return (self[key] ?? defaultValue(of: key)).flatMap { PropertyValue($0) }
  }

  /// Changes an input, or `enabled`; leaves the filter as it is for values that fit no input.
  package mutating func set(_ key: String, _ value: PropertyValue) {
    if key == FilterTarget.enabledKey {
      switch value {
      case .bool(let flag): isEnabled = flag
      case .number(let number): isEnabled = number >= 0.5
      default: break
      }
    } else {
      let isSet: Void? = changeInput(key) { $0.set(value) }
      if isSet == nil, let value = FilterInputValue(value) { self[key] = value }
    }
  }
}

extension FilterInputValue {
  /// Takes a value of an animation, in its place where it can; stays for kinds that no input has.
  fileprivate mutating func set(_ value: PropertyValue) {
    switch value {
    case .point(let p): setVector(2) { $0 == 0 ? p.x : p.y }
    case .size(let size): setVector(2) { $0 == 0 ? size.width : size.height }
    case .rect(let r):
      let numbers = SIMD4(r.x, r.y, r.width, r.height)
      setVector(4) { numbers[$0] }
    case .numbers(let numbers): setVector(numbers.count) { numbers[$0] }
    default: if let value = FilterInputValue(value) { self = value }
    }
  }

  /// Why the value is none that the server takes; nil if it is one.
  fileprivate var problem: String? {
    switch self {
    case .vector(let numbers) where numbers.count > FilterList.maximumNumbers:
      "\(numbers.count) numbers, at most \(FilterList.maximumNumbers) are allowed"
    case .data(let bytes) where bytes.count > FilterList.maximumBytes:
      "\(bytes.count) bytes, at most \(FilterList.maximumBytes) are allowed"
    case .text(let text) where text.utf8.count > FilterList.maximumBytes:
      "\(text.utf8.count) bytes of text, at most \(FilterList.maximumBytes) are allowed"
    case .image(let number) where UInt32(exactly: number) == nil: "no image \(number)"
    case .number, .vector, .color, .text, .data, .image: nil
    }
  }

  /// The value at a fraction of the way to another; nil if there is nothing in between.
  package func mixed(with end: FilterInputValue, _ fraction: Double) -> FilterInputValue? {
    switch (self, end) {
    case (.number(let a), .number(let b)): .number(a + (b - a) * fraction)
    case (.color(let a), .color(let b)): .color(a + (b - a) * fraction)
    case (.vector(let a), .vector(let b)) where a.count == b.count:
      .vector(zip(a, b).map { $0 + ($1 - $0) * fraction })
    default: nil
    }
  }

  /// Whether all numbers in it are finite.
  package var isFinite: Bool {
    switch self {
    case .number(let number): number.isFinite
    case .vector(let numbers): numbers.allSatisfy(\.isFinite)
    case .color(let color): color.sum().isFinite
    case .text, .data, .image: true
    }
  }
}
