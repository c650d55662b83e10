// Values of properties as bytes: a tag, then the value. The property table says which tags fit.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

/// The values that a row of the property table allows on the wire, for lookup by number.
struct ValueRule: BitwiseCopyable {
  /// Bit t is set if a value with the tag t may stand here; 0 for a number without a row.
  var tags: UInt32 = 0
  /// The number of names of the row.
  var nameCount: UInt8 = 0

  private init(_ row: Property) {
    tags = row.type.kinds.rawValue
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
    put(value.kind.rawValue)
    switch value {
    case .null: break
    case .bool(let flag): put(flag ? UInt8(1) : 0)
    case .integer(let number): put(number)
    case .number(let number): put(number)
    case .point(let point):
      put(point.x)
      put(point.y)
    case .size(let size):
      put(size.width)
      put(size.height)
    case .rect(let rect): put(rect)
    case .color(let color): put(color)
    case .transform(let box): put(box.matrix)
    case .string(let text): try append(text)
    case .image(let image): put(image.rawValue)
    case .name(let index): put(index)
    case .path(let box): try append(box.path)
    case .pattern(let box):
      put(box.image.rawValue)
      put(box.cell)
    case .numbers(let numbers): append(numbers)
    case .colors(let box): append(box)
    case .cells(let box): try append(box)
    case .filters(let list): try append(list)
    }
  }

  /// Puts the components, and the headroom of a colour that has one.
  private mutating func put(_ color: Color) {
    put(color.red)
    put(color.green)
    put(color.blue)
    put(color.alpha)
    if color.headroom != 0 { put(Double(color.headroom)) }
  }

  /// Appends the count of a list of colours, then the components and the headroom of each.
  private mutating func append(_ box: ColorBox) {
    append(UInt32(box.colors.count))
    for color in box.colors {
      append(color)
      append(Double(color.headroom))
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
    guard let tag = ValueKind(rawValue: number) else {
      throw malformed(
        at: start,
        "a kind of value, 0...\(ValueKind.allCases.count - 1)",
        "\(number)"
      )
    }
    return try value(tag)
  }

  /// Reads a value that fits the row with this rule.
  @inline(__always)
  mutating func value(_ rule: ValueRule, of property: UInt8) throws(WireError) -> PropertyValue {
    let start = offset
    let number = try uint8()
    guard let tag = ValueKind(rawValue: number), rule.tags & (1 << UInt32(number)) != 0 else {
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
    let fitting = ValueKind.allCases.filter { rule.tags & (1 << UInt32($0.rawValue)) != 0 }
    let expected = fitting.map { "\($0)" }.joined(separator: " or ")
    let found = ValueKind(rawValue: tag).map { "\($0)" } ?? "kind \(tag)"
    return malformed(at: offset, "\(id): \(expected)", found)
  }

  @inline(__always)
  private mutating func value(_ tag: ValueKind) throws(WireError) -> PropertyValue {
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
    case .filters: return .filters(try filters())
    case .brightColor:
      var color = try color()
      color.headroom = try headroom(canBeUnknown: false)
      return .color(color)
    case .brightColors: return .colors(ColorBox(try brightColors()))
    }
  }

  /// Reads a list of colours, at least one of which has a headroom.
  private mutating func brightColors() throws(WireError) -> [Color] {
    let start = offset
    let count = try count(
      of: "colours",
      minimumBytes: 5 * MemoryLayout<Double>.size,
      limit: limits.messageBytes,
      memory: MemoryLayout<Color>.stride
    )
    var colors: [Color] = []
    colors.reserveCapacity(count)
    for _ in 0..<count {
      var color = try color()
      color.headroom = try headroom(canBeUnknown: true)
      colors.append(color)
    }
    guard colors.contains(where: { $0.headroom != 0 }) else {
      throw malformed(at: start, "a colour with a headroom", "\(count) without")
    }
    return colors
  }

  /// Reads the headroom of a colour.
  private mutating func headroom(canBeUnknown: Bool) throws(WireError) -> Float {
    let start = offset
    let number = try double()
    if canBeUnknown, number == 0 { return 0 }
    guard number >= 1, number <= Double(ContentLight.largestHeadroom) else {
      throw malformed(at: start, "a headroom of 1...\(ContentLight.largestHeadroom)", "\(number)")
    }
    return Float(number)
  }

  @inline(__always)
  private mutating func rect() throws(WireError) -> Rect {
    let parts = try doubles4()
    return Rect(parts.x, parts.y, parts.z, parts.w)
  }
}
