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
}

/// What a row of the property table allows on the wire, ready to be looked up by number.
struct ValueRule: BitwiseCopyable {
  /// Bit t is set if a value with the tag t may stand here; 0 for a number without a row.
  var tags: UInt16 = 0
  /// How many names the row has.
  var nameCount: UInt8 = 0

  private init(_ row: Property) {
    let samples: [(ValueTag, PropertyValue)] = [
      (.null, .null), (.bool, .bool(false)), (.integer, .integer(0)), (.number, .number(0)),
      (.point, .point(.zero)), (.size, .size(.zero)), (.rect, .rect(.zero)),
      (.color, .color(.clear)), (.transform, .transform(.identity)), (.string, .string("")),
      (.image, .image(.none)), (.name, .name(0)),
    ]
    for (tag, sample) in samples where sample.fits(row.type) { tags |= 1 << UInt16(tag.rawValue) }
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
  @inline(__always)
  private mutating func append(_ tag: ValueTag) {
    append(tag.rawValue)
  }

  /// Appends a tag and the value.
  mutating func append(_ value: PropertyValue) throws(WireError) {
    // Room for the longest value but text, so that the appends below need not grow.
    reserve(1 + 16 * 8)
    switch value {
    case .null: append(ValueTag.null)
    case .bool(let flag):
      append(ValueTag.bool)
      append(flag)
    case .integer(let number):
      append(ValueTag.integer)
      append(number)
    case .number(let number):
      append(ValueTag.number)
      append(number)
    case .point(let point):
      append(ValueTag.point)
      append(point.x)
      append(point.y)
    case .size(let size):
      append(ValueTag.size)
      append(size.width)
      append(size.height)
    case .rect(let rect):
      append(ValueTag.rect)
      append(rect.x)
      append(rect.y)
      append(rect.width)
      append(rect.height)
    case .color(let color):
      append(ValueTag.color)
      append(color)
    case .transform(let box):
      append(ValueTag.transform)
      append(box.matrix)
    case .string(let text):
      append(ValueTag.string)
      try append(text)
    case .image(let image):
      append(ValueTag.image)
      append(image.rawValue)
    case .name(let index):
      append(ValueTag.name)
      append(index)
    }
  }

  /// The 16 elements row by row, from m11 and m12 to m44.
  private mutating func append(_ matrix: Matrix4x4) {
    for row in [matrix.row1, matrix.row2, matrix.row3, matrix.row4] {
      for column in 0..<4 { append(row[column]) }
    }
  }
}

extension WireReader {
  /// A value of any kind, as animations carry them.
  mutating func value() throws(WireError) -> PropertyValue {
    let start = offset
    let number = try uint8()
    guard let tag = ValueTag(rawValue: number) else {
      throw malformed(at: start, "a kind of value, 0...11", "\(number)")
    }
    return try value(tag)
  }

  /// A value that fits the row with this rule.
  @inline(__always)
  mutating func value(_ rule: ValueRule, of property: UInt8) throws(WireError) -> PropertyValue {
    let start = offset
    let number = try uint8()
    guard let tag = ValueTag(rawValue: number), rule.tags & (1 << UInt16(number)) != 0 else {
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
    let fitting = ValueTag.allCases.filter { rule.tags & (1 << UInt16($0.rawValue)) != 0 }
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
    case .rect:
      let parts = try doubles4()
      return .rect(Rect(parts.x, parts.y, parts.z, parts.w))
    case .color: return .color(try color())
    case .transform:
      return .transform(
        Matrix4x4(try doubles4(), try doubles4(), try doubles4(), try doubles4())
      )
    case .string: return .string(try string())
    case .image: return .image(ImageID(try uint32()))
    case .name: return .name(try uint8())
    }
  }
}
