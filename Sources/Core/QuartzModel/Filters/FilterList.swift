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
  /// Inputs that filters had before `become` and that none of them has now, kept for their memory.
  private var spares: [(filter: Int, input: FilterInput)] = []

  package init(_ filters: [FilterDescription]) {
    self.filters = filters
    isFinite = filters.allSatisfy(\.isFinite)
  }

  /// Becomes another list with one input changed; takes no memory where the same inputs change as
  /// when this list last became another one.
  ///
  /// The caller must hold the only reference.
  ///
  /// - Parameters:
  ///   - other: May be this list.
  ///   - input: The input to change, by the index of its filter and its key.
  ///   - change: Sets the input, whatever its value was; false if it did not.
  func become(
    _ other: FilterList,
    changing input: (filter: Int, key: String),
    _ change: (inout FilterDescription) -> Bool
  ) {
    if other !== self { assign(other.filters) }
    let isRevived = reviveInput(input.key, of: input.filter)
    let isSet = change(&filters[input.filter])
    if isRevived, !isSet { filters[input.filter][input.key] = nil }
    isFinite = filters.allSatisfy(\.isFinite)
  }

  private func assign(_ others: [FilterDescription]) {
    guard filters.count == others.count else {
      filters = others
      spares.removeAll()
      return
    }
    for index in filters.indices {
      filters[index].assign(others[index]) { spares.append((index, $0)) }
    }
    // Animations that end leave theirs behind.
    let extra = spares.count - FilterList.maximumInputs
    if extra > 0 { spares.removeFirst(extra) }
  }

  /// Gives a filter that lacks an input the one that it had; false if there is none.
  private func reviveInput(_ key: String, of filter: Int) -> Bool {
    guard filters[filter][key] == nil,
      let index = spares.firstIndex(where: { $0.filter == filter && $0.input.key == key })
    else { return false }
    filters[filter][key] = spares.remove(at: index).input.value
    return true
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
    for filter in filters { filter.forEachImage(body) }
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

  /// Calls `body` with the image of each input that has one.
  package func forEachImage(_ body: (ImageID) -> Void) {
    for input in inputs {
      guard case .image(let number) = input.value else { continue }
      body(ImageID(UInt32(truncatingIfNeeded: number)))
    }
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

  /// The value of an input of a filter or a behaviour, or its default; nil for one without either.
  package func inputValue(of key: String) -> FilterInputValue? {
    self[key] ?? defaultValue(of: key) ?? behaviorType?.defaultValue(of: key)
  }

  /// The value of an input, or its default, as animations take it; `enabled` is a truth value.
  ///
  /// Nil for an input that has none, and for data, which does not animate.
  package func value(of key: String) -> PropertyValue? {
    if key == FilterTarget.enabledKey { return .bool(isEnabled) }
    return inputValue(of: key).flatMap { PropertyValue($0) }
  }

  /// Changes an input, or `enabled`; leaves the filter as it is for values that fit no input.
  ///
  /// - Returns: Whether the value fits.
  @discardableResult
  package mutating func set(_ key: String, _ value: PropertyValue) -> Bool {
    if key == FilterTarget.enabledKey {
      switch value {
      case .bool(let flag): isEnabled = flag
      case .number(let number): isEnabled = number >= 0.5
      default: return false
      }
      return true
    }
    if let isSet = changeInput(key, { $0.set(value) }) { return isSet }
    guard let value = FilterInputValue(value) else { return false }
    self[key] = value
    return true
  }

  /// Makes an input a vector of so many numbers, in its place where it has as many.
  mutating func setVector(_ key: String, _ count: Int, _ number: (Int) -> Double) {
    let isSet: Void? = changeInput(key) { $0.setVector(count, number) }
    if isSet == nil { self[key] = .vector((0..<count).map(number)) }
  }
}

extension FilterInputValue {
  /// Takes a value of an animation, in its place where it can; stays for kinds that no input has.
  ///
  /// - Returns: Whether an input has values of that kind.
  fileprivate mutating func set(_ value: PropertyValue) -> Bool {
    switch value {
    case .point(let p): setVector(2) { $0 == 0 ? p.x : p.y }
    case .size(let size): setVector(2) { $0 == 0 ? size.width : size.height }
    case .rect(let r):
      let numbers = SIMD4(r.x, r.y, r.width, r.height)
      setVector(4) { numbers[$0] }
    case .numbers(let numbers): setVector(numbers.count) { numbers[$0] }
    default:
      guard let value = FilterInputValue(value) else { return false }
      self = value
    }
    return true
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
