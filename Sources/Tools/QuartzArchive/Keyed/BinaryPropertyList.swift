// Binary property lists, read without trusting them.
// Licensed under the MIT license; see LICENSE.
//
//     "bplist00" │ objects … │ table: where each object begins │ trailer of 32 bytes
//
// An object is a byte of kind and length, then its bytes, or the numbers of the objects that it
// contains. Objects are decoded one by one, and each length is checked against the file. References
// are not followed before `KeyedArchiveCheck` has checked them.
//
// Source: the comment at the head of CFBinaryPList.c in swift-corelibs-foundation.

import Foundation

/// A property list whose objects are accessed by number.
struct BinaryPropertyList {
  /// An object, in the detail that archives need.
  enum Object: Equatable {
    case string(String)
    case data
    /// A number, a date, a truth value.
    case scalar
    /// A reference to an object of a keyed archive.
    case reference(Int)
    /// Numbers of objects.
    case array([Int])
    /// Numbers of the objects that are keys and values.
    case dictionary(keys: [Int], values: [Int])
  }

  /// The error of malformed bytes.
  struct Malformed: Error {}

  /// The error of a list that decodes to more than its bytes, because objects share bytes.
  struct TooLarge: Error {}

  /// The state of decoding so far.
  private final class Reading {
    /// Texts by the numbers of their objects: many objects have the same keys.
    var strings: [Int: String] = [:]
    /// The number of bytes that may still be decoded.
    var room: Int
    /// The number of those that were.
    var length = 0

    init(room: Int) { self.room = room }
  }

  /// The most objects of a list.
  static let countLimit = 1 << 22

  private let reading: Reading
  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let tableStart: Int
  /// The number of objects.
  let count: Int
  /// The number of the root object.
  let top: Int

  init(_ data: Data) throws(Malformed) {
    bytes = [UInt8](data)
    // Lists are read more than once, and short ones cost more than their bytes.
    reading = Reading(room: 8 * bytes.count + (1 << 16))
    let trailerSize = 32
    guard bytes.starts(with: "bplist00".utf8), bytes.count >= 8 + trailerSize else {
      throw Malformed()
    }
    let trailer = bytes.count - trailerSize
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = BinaryPropertyList.number(bytes, trailer + 8, 8),
      let top = BinaryPropertyList.number(bytes, trailer + 16, 8),
      let start = BinaryPropertyList.number(bytes, trailer + 24, 8),
      (1...BinaryPropertyList.countLimit).contains(count), top < count,
      start <= trailer, count <= (trailer - start) / offsetSize
    else { throw Malformed() }
    self.count = count
    self.top = top
    tableStart = start
  }

  /// The bytes and references of the objects that were decoded.
  var decodedLength: Int { reading.length }

  /// Returns a big-endian unsigned number; nil if it exceeds the bytes or is too large.
  private static func number(_ bytes: [UInt8], _ start: Int, _ size: Int) -> Int? {
    guard start >= 0, start <= bytes.count - size else { return nil }
    var number: UInt64 = 0
    for byte in bytes[start..<start + size] { number = number << 8 | UInt64(byte) }
    return Int(exactly: number)
  }

  /// Returns the object with a number.
  ///
  /// A text is decoded once. Objects that share bytes are refused if together they have several
  /// times the file's bytes, since each would take memory of its own.
  func object(_ index: Int) throws -> Object {
    if let text = reading.strings[index] { return .string(text) }
    guard index >= 0, index < count,
      let offset = Self.number(bytes, tableStart + index * offsetSize, offsetSize),
      offset >= 8, offset < tableStart
    else { throw Malformed() }
    let (kind, low) = (bytes[offset] >> 4, Int(bytes[offset] & 15))
    switch kind {
    case 0x0:
      guard low == 8 || low == 9 else { throw Malformed() }
      return .scalar
    case 0x1, 0x2, 0x3:
      guard low <= 4, offset + 1 + (1 << low) <= tableStart else { throw Malformed() }
      return .scalar
    case 0x8:
      guard low < 4, offset + 2 + low <= tableStart,
        let target = Self.number(bytes, offset + 1, low + 1)
      else { throw Malformed() }
      return .reference(target)
    default: break
    }
    let (start, length) = try content(at: offset, low)
    reading.room -= length
    reading.length += length
    guard reading.room >= 0 else { throw TooLarge() }
    switch kind {
    case 0x4:
      _ = try range(start, length)
      return .data
    case 0x5:
      let text = String(decoding: bytes[try range(start, length)], as: UTF8.self)
      reading.strings[index] = text
      return .string(text)
    case 0x6:
      let units = bytes[try range(start, 2 * length)]
      let words = stride(from: units.startIndex, to: units.endIndex, by: 2)
        .map { UInt16(units[$0]) << 8 | UInt16(units[$0 + 1]) }
      let text = String(decoding: words, as: UTF16.self)
      reading.strings[index] = text
      return .string(text)
    case 0xA: return .array(try references(start, length))
    case 0xD:
      return .dictionary(
        keys: try references(start, length),
        values: try references(start + length * referenceSize, length)
      )
    default: throw Malformed()
    }
  }

  /// Returns the start of an object's content, and the number of its parts.
  private func content(at offset: Int, _ low: Int) throws(Malformed) -> (start: Int, length: Int) {
    guard low == 15 else { return (offset + 1, low) }
    // A number of its own follows, with a byte of kind and size.
    guard offset + 1 < tableStart, bytes[offset + 1] >> 4 == 1 else { throw Malformed() }
    let size = 1 << Int(bytes[offset + 1] & 15)
    guard size <= 8, let length = Self.number(bytes, offset + 2, size), length <= bytes.count else {
      throw Malformed()
    }
    return (offset + 2 + size, length)
  }

  private func range(_ start: Int, _ length: Int) throws(Malformed) -> Range<Int> {
    guard start <= tableStart, length <= tableStart - start else { throw Malformed() }
    return start..<start + length
  }

  private func references(_ start: Int, _ length: Int) throws(Malformed) -> [Int] {
    _ = try range(start, length * referenceSize)
    var references: [Int] = []
    references.reserveCapacity(length)
    for index in 0..<length {
      guard let reference = Self.number(bytes, start + index * referenceSize, referenceSize),
        reference < count
      else { throw Malformed() }
      references.append(reference)
    }
    return references
  }
}
