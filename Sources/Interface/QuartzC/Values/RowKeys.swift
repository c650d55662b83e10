// The key paths of simple rows of the property table, by their bytes.
// Licensed under the MIT license; see LICENSE.
//
// A call names a property by a text of C. A string of it, split at its points, takes longer to make
// than the property takes to set. So the key paths of all rows of numbers, truth values and
// structs, and those of their members, are found by a hash of their bytes.

import Glibc
import QuartzModel

/// A table of key paths, filled from the property table once.
struct RowKeys: Sendable {
  /// The rows of a key path: each class has at most one of them.
  struct Entry: Sendable {
    var key: [UInt8]
    var rows: [PropertyID]
    var type: ValueType
    /// Nil for the whole value.
    var member: ValueMember?
  }

  static let shared = RowKeys()

  /// The longest key path that is looked for, in bytes.
  private static let longest = 64
  private static let mask = 2047
  private var slots: [Entry?] = Array(repeating: nil, count: mask + 1)

  private init() {
    for row in PropertyTable.all where Self.isSimple(row) {
      add(row, row.name, nil)
      for member in ValueMember.members(of: row.type) {
        add(row, "\(row.name).\(member.keyPath)", member)
      }
    }
  }

  /// Whether a row's values are the same in C and in the table.
  private static func isSimple(_ row: Property) -> Bool {
    switch row.type {
    case .bool, .number, .point, .size, .rect, .transform: true
    case .integer, .color, .string, .image, .path, .name, .numbers, .colors, .cells, .filters:
      false
    }
  }

  private mutating func add(_ row: Property, _ key: String, _ member: ValueMember?) {
    let bytes = [UInt8](key.utf8)
    var slot = bytes.withUnsafeBufferPointer { Self.hash($0) } & Self.mask
    while let entry = slots[slot], entry.key != bytes { slot = (slot + 1) & Self.mask }
    if slots[slot] == nil {
      slots[slot] = Entry(key: bytes, rows: [row.id], type: row.type, member: member)
    } else {
      slots[slot]?.rows.append(row.id)
    }
  }

  /// FNV-1a.
  @inline(__always)
  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: hash ^ hash >> 32)
  }

  /// Returns the entry of a key path that ends with NUL; nil if there is none.
  @inline(__always)
  func find(_ key: UnsafePointer<CChar>) -> Entry? {
    let length = strnlen(key, Self.longest)
    // Bounds: the text has no NUL before `length`.
    let raw = UnsafeRawBufferPointer(start: key, count: length)
    var slot = Self.hash(raw.bindMemory(to: UInt8.self)) & Self.mask
    while let entry = slots[slot] {
      if entry.key.count == length, entry.key.withUnsafeBytes({ Self.areSame($0, raw) }) {
        return entry
      }
      slot = (slot + 1) & Self.mask
    }
    return nil
  }

  @inline(__always)
  private static func areSame(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    guard let first = a.baseAddress, let second = b.baseAddress else { return a.count == b.count }
    // Bounds: the caller has compared the counts.
    return memcmp(first, second, a.count) == 0
  }
}
