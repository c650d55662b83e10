// Values of properties as bytes: a tag, then the value. The property table says which tags fit.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

/// The kinds of values on the wire.
enum ValueTag: UInt8, CaseIterable {
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
}

/// The values that a row of the property table allows on the wire, for lookup by number.
struct ValueRule: BitwiseCopyable {
  /// Bit t is set if a value with the tag t may stand here; 0 for a number without a row.
  var tags: UInt32 = 0
  /// The number of names of the row.
  var nameCount: UInt8 = 0

  private init(_ row: Property) {
    let samples: [(ValueTag, PropertyValue)] = [
      (.null, .null), (.bool, .bool(false)), (.integer, .integer(0)), (.number, .number(0)),
      (.point, .point(.zero)), (.size, .size(.zero)), (.rect, .rect(.zero)),
      (.color, .color(.clear)), (.transform, .transform(.identity)), (.string, .string("")),
      (.image, .image(.none)), (.name, .name(0)), (.path, .path(Path())),
      (.pattern, .pattern(.none, cell: .zero)), (.numbers, .numbers([])),
      (.cells, .cells(CellBox([]))),
    ]
    for (tag, sample) in samples where sample.fits(row.type) { tags |= 1 << UInt32(tag.rawValue) }
    if case .name(let names) = row.type { nameCount = UInt8(clamping: names.count) }
  }

  private init() {}

  /// Index i is the rule of the property with the number i; derived from the table.
  static let all: ContiguousArray<ValueRule> = {
    var rules = ContiguousArray(repeating: ValueRule(), count: 256)
    for row in PropertyTable.all { rules[Int(row.id.rawValue)] = ValueRule(row) }
    return rules
  }()
}

extension WireWriter {
  /// A tag and the longest value but text: a matrix.
  private static let longestValueBytes = 1 + 16 * 8

  /// Appends a tag and the value.
  ///
  /// Bounds: room for the longest value is reserved before anything is put; a text reserves its
  /// own.
  mutating func append(_ value: PropertyValue) throws(WireError) {
    reserve(WireWriter.longestValueBytes)
    switch value {
    case .null: put(ValueTag.null.rawValue)
    case .bool(let flag):
      put(ValueTag.bool.rawValue)
      put(flag ? UInt8(1) : 0)
    case .integer(let number):
      put(ValueTag.integer.rawValue)
      put(number)
    case .number(let number):
      put(ValueTag.number.rawValue)
      put(number)
    case .point(let point):
      put(ValueTag.point.rawValue)
      put(point.x)
      put(point.y)
    case .size(let size):
      put(ValueTag.size.rawValue)
      put(size.width)
      put(size.height)
    case .rect(let rect):
      put(ValueTag.rect.rawValue)
      put(rect)
    case .color(let color):
      put(ValueTag.color.rawValue)
      put(color.red)
      put(color.green)
      put(color.blue)
      put(color.alpha)
    case .transform(let box):
      put(ValueTag.transform.rawValue)
      put(box.matrix)
    case .string(let text):
      put(ValueTag.string.rawValue)
      try append(text)
    case .image(let image):
      put(ValueTag.image.rawValue)
      put(image.rawValue)
    case .name(let index):
      put(ValueTag.name.rawValue)
      put(index)
    case .path(let box):
      put(ValueTag.path.rawValue)
      try append(box.path)
    case .pattern(let box):
      put(ValueTag.pattern.rawValue)
      put(box.image.rawValue)
      put(box.cell)
    case .numbers(let numbers):
      put(ValueTag.numbers.rawValue)
      append(numbers)
    case .cells(let box):
      put(ValueTag.cells.rawValue)
      try append(box)
    }
  }

  private mutating func put(_ rect: Rect) {
    put(rect.x)
    put(rect.y)
    put(rect.width)
    put(rect.height)
  }

  /// Puts the 16 elements row by row, from m11 and m12 to m44.
  private mutating func put(_ matrix: Matrix4x4) {
    put(row: matrix.row1)
    put(row: matrix.row2)
    put(row: matrix.row3)
    put(row: matrix.row4)
  }

  private mutating func put(row: SIMD4<Double>) {
    for column in 0..<4 { put(row[column]) }
  }
}

extension WireReader {
  /// Reads a value of any kind, as in animations.
  mutating func value() throws(WireError) -> PropertyValue {
    let start = offset
    let number = try uint8()
    guard let tag = ValueTag(rawValue: number) else {
      throw malformed(at: start, "a kind of value, 0...15", "\(number)")
    }
    return try value(tag)
  }

  /// Reads a value that fits the row with this rule.
  @inline(__always)
  mutating func value(_ rule: ValueRule, of property: UInt8) throws(WireError) -> PropertyValue {
    let start = offset
    let number = try uint8()
    guard let tag = ValueTag(rawValue: number), rule.tags & (1 << UInt32(number)) != 0 else {
      throw misfit(rule, property, number, at: start)
    }
    let value = try value(tag)
    if case .name(let index) = value, index >= rule.nameCount {
      throw malformed(at: offset - 1, "a name's index below \(rule.nameCount)", "\(index)")
    }
    return value
  }

  @inline(never)
  private func misfit(
    _ rule: ValueRule,
    _ property: UInt8,
    _ tag: UInt8,
    at offset: Int
  ) -> WireError {
    guard let id = PropertyID(rawValue: property) else {
      return malformed(at: offset, "a property's number", "\(property)")
    }
    let fitting = ValueTag.allCases.filter { rule.tags & (1 << UInt32($0.rawValue)) != 0 }
    let expected = fitting.map { "\($0)" }.joined(separator: " or ")
    let found = ValueTag(rawValue: tag).map { "\($0)" } ?? "kind \(tag)"
    return malformed(at: offset, "\(id): \(expected)", found)
  }

  @inline(__always)
  private mutating func value(_ tag: ValueTag) throws(WireError) -> PropertyValue {
    switch tag {
    case .null: return .null
    case .bool: return .bool(try bool())
    case .integer: return .integer(try int64())
    case .number: return .number(try double())
    case .point:
      let (x, y) = try doubles2()
      return .point(Point(x, y))
    case .size:
      let (width, height) = try doubles2()
      return .size(Size(width, height))
    case .rect: return .rect(try rect())
    case .color: return .color(try color())
    case .transform:
      return .transform(
        Matrix4x4(try doubles4(), try doubles4(), try doubles4(), try doubles4())
      )
    case .string: return .string(try string())
    case .image: return .image(ImageID(try uint32()))
    case .name: return .name(try uint8())
    case .path: return .path(try path())
    case .pattern:
      let image = ImageID(try uint32())
      return .pattern(image, cell: try rect())
    case .numbers: return .numbers(try numbers(of: "numbers"))
    case .cells: return .cells(try cells())
    }
  }

  @inline(__always)
  private mutating func rect() throws(WireError) -> Rect {
    let parts = try doubles4()
    return Rect(parts.x, parts.y, parts.z, parts.w)
  }
}
