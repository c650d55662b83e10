// The key paths of simple rows of the property table, by their bytes.
// Licensed under the MIT license; see LICENSE.
//
// A call names a property by a text of C. A string of it, split at its points, takes longer to make
// than the property takes to set. So the key paths of all rows of numbers, truth values and
// structs, and those of their members, are found by their bytes: five words with zeros behind the
// text, which are hashed and compared as such.

import Glibc
import QuartzModel

/// The bytes of a key path of at most 39 bytes.
struct KeyBytes: Equatable {
  private var words: (UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0)

  static let longest = 39

  /// Copies a text that ends with NUL; nil for one that is longer.
  @inline(__always)
  init?(_ text: UnsafePointer<CChar>) {
    let length = strnlen(text, Self.longest + 1)
    guard length <= Self.longest else { return nil }
    // Bounds: the text has `length` bytes, the words have 40.
    withUnsafeMutableBytes(of: &words) { $0.baseAddress?.copyMemory(from: text, byteCount: length) }
  }

  @inline(__always)
  var hash: Int {
    var hash = words.0 &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ hash >> 29 ^ words.1) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ hash >> 32 ^ words.2) &* 0x94D0_49BB_1331_11EB
    hash = (hash ^ hash >> 29 ^ words.3 ^ words.4) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: hash >> 40)
  }

  @inline(__always)
  static func == (left: KeyBytes, right: KeyBytes) -> Bool { left.words == right.words }
}

/// The types of values that are the same in C and in the property table.
enum SimpleType: UInt8 {
  case bool, number, point, size, rect, transform

  init?(_ type: ValueType) {
    switch type {
    case .bool: self = .bool
    case .number: self = .number
    case .point: self = .point
    case .size: self = .size
    case .rect: self = .rect
    case .transform: self = .transform
    case .integer, .color, .string, .image, .path, .name, .numbers, .colors, .cells, .filters:
      return nil
    }
  }
}

/// A table of key paths, filled from the property table once.
struct RowKeys: Sendable {
  /// A key path: each class has at most one row of its name.
  struct Entry: Sendable {
    fileprivate var key: KeyBytes
    /// The numbers of the rows by those of the classes; `noRow` for a class without one.
    fileprivate var rows: InlineArray<16, UInt8>
    /// The type of the values that the key path takes.
    var type: SimpleType
    /// Nil for the whole value.
    var member: ValueMember?

    /// The row of a class.
    @inline(__always)
    func row(of layerClass: LayerClass) -> PropertyID? {
      // Bounds: classes have numbers below 16, as `init` of the table has found.
      PropertyID(rawValue: rows[Int(layerClass.rawValue)])
    }
  }

  static let shared = RowKeys()

  /// A number that no row has.
  private static let noRow: UInt8 = 255
  private static let mask = 2047
  private var slots: [Entry?] = Array(repeating: nil, count: mask + 1)

  private init() {
    for row in PropertyTable.all {
      guard let type = SimpleType(row.type) else { continue }
      add(row, row.name, type, nil)
      for member in ValueMember.members(of: row.type) {
        guard let type = SimpleType(member.valueType) else { continue }
        add(row, "\(row.name).\(member.keyPath)", type, member)
      }
    }
  }

  private mutating func add(
    _ row: Property,
    _ name: String,
    _ type: SimpleType,
    _ member: ValueMember?
  ) {
    // Longer ones go the way of all others.
    guard let key = name.withCString({ KeyBytes($0) }) else { return }
    var slot = key.hash & Self.mask
    while let entry = slots[slot], entry.key != key { slot = (slot + 1) & Self.mask }
    var entry =
      slots[slot]
      ?? Entry(key: key, rows: InlineArray(repeating: Self.noRow), type: type, member: member)
    for layerClass in LayerClass.allCases where layerClass.has(row.id) {
      entry.rows[Int(layerClass.rawValue)] = row.id.rawValue
    }
    slots[slot] = entry
  }

  /// Returns the entry of a key path that ends with NUL; nil if there is none.
  @inline(__always)
  func find(_ text: UnsafePointer<CChar>) -> Entry? {
    guard let key = KeyBytes(text) else { return nil }
    var slot = key.hash & Self.mask
    while let entry = slots[slot] {
      if entry.key == key { return entry }
      slot = (slot + 1) & Self.mask
    }
    return nil
  }
}
