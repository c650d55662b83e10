// Filters as bytes: for each, its type, its name, whether it is on, and the inputs that were set.
// Licensed under the MIT license; see LICENSE.

import QuartzFilters
import QuartzModel

/// The kind of an input's value.
private enum InputTag: UInt8, CaseIterable {
  case number = 0
  case vector = 1
  case color = 2
  case text = 3
  case data = 4
  case image = 5
}

extension WireWriter {
  mutating func append(_ list: FilterList) throws(WireError) {
    if let problem = list.problem { throw error(problem) }
    append(UInt32(list.filters.count))
    for filter in list.filters { try append(filter) }
  }

  mutating func append(_ filter: FilterDescription) throws(WireError) {
    if let problem = filter.problem { throw error(problem) }
    try append(filter.type)
    append(filter.name != nil)
    if let name = filter.name { try append(name) }
    append(filter.isEnabled)
    append(UInt8(filter.inputs.count))
    for input in filter.inputs {
      try append(input.key)
      try append(input.value)
    }
  }

  private mutating func append(_ value: FilterInputValue) throws(WireError) {
    switch value {
    case .number(let number):
      append(InputTag.number.rawValue)
      append(number)
    case .vector(let numbers):
      append(InputTag.vector.rawValue)
      append(numbers)
    case .color(let color):
      append(InputTag.color.rawValue)
      for index in 0..<4 { append(color[index]) }
    case .text(let text):
      append(InputTag.text.rawValue)
      try append(text, limit: FilterList.maximumBytes)
    case .data(let bytes):
      append(InputTag.data.rawValue)
      append(UInt32(bytes.count))
      for byte in bytes { append(byte) }
    case .image(let number):
      append(InputTag.image.rawValue)
      append(UInt32(truncatingIfNeeded: number))
    }
  }

  mutating func append(_ target: FilterTarget) throws(WireError) {
    append(target.property.rawValue)
    try append(target.filter)
    try append(target.input)
  }
}

extension WireReader {
  /// The fewest bytes of a filter: an empty type, no name, its switch, no inputs.
  private static let minimumFilterBytes = 4 + 1 + 1 + 1

  mutating func filters() throws(WireError) -> FilterList {
    let count = try count(
      of: "filters",
      minimumBytes: WireReader.minimumFilterBytes,
      limit: FilterList.maximumCount,
      memory: MemoryLayout<FilterDescription>.stride + WireReader.memoryOfObject
    )
    var filters: [FilterDescription] = []
    filters.reserveCapacity(count)
    for _ in 0..<count { filters.append(try filter()) }
    return FilterList(filters)
  }

  mutating func filter() throws(WireError) -> FilterDescription {
    var filter = FilterDescription(type: try string())
    if try bool() { filter.name = try string() }
    filter.isEnabled = try bool()
    let start = offset
    let count = Int(try uint8())
    guard count <= FilterList.maximumInputs else {
      throw malformed(at: start, "at most \(FilterList.maximumInputs) inputs", "\(count)")
    }
    for _ in 0..<count {
      let key = try string()
      filter[key] = try inputValue()
    }
    return filter
  }

  private mutating func inputValue() throws(WireError) -> FilterInputValue {
    switch try choice(InputTag.self) {
    case .number: return .number(try double())
    case .vector:
      let count = try count(
        of: "numbers",
        minimumBytes: 8,
        limit: FilterList.maximumNumbers,
        memory: 8
      )
      var numbers: [Double] = []
      numbers.reserveCapacity(count)
      for _ in 0..<count { numbers.append(try double()) }
      return .vector(numbers)
    case .color: return .color(try doubles4())
    case .text: return .text(try string(limit: FilterList.maximumBytes))
    case .data:
      let count = try count(
        of: "bytes",
        minimumBytes: 1,
        limit: FilterList.maximumBytes,
        memory: 1
      )
      var bytes: [UInt8] = []
      bytes.reserveCapacity(count)
      for _ in 0..<count { bytes.append(try uint8()) }
      return .data(bytes)
    case .image: return .image(UInt64(try uint32()))
    }
  }

  mutating func filterTarget() throws(WireError) -> FilterTarget {
    let start = offset
    let number = try uint8()
    guard let property = PropertyID(rawValue: number), PropertyTable[property].type == .filters
    else { throw malformed(at: start, "the number of a property of filters", "\(number)") }
    return FilterTarget(property, try string(), try string())
  }
}
