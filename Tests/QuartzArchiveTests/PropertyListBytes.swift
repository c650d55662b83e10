// Binary property lists byte by byte, as nobody's writer makes them.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// A binary property list in which several numbers may stand for the same bytes.
struct PropertyListBytes {
  enum Object {
    /// Of ASCII characters.
    case text(String)
    case number
    case array([Int])
    case dictionary([Int: Int])
  }

  private var bytes = [UInt8]("bplist00".utf8)
  private var offsets: [Int] = []

  /// Adds an object; its number.
  mutating func add(_ object: Object) -> Int {
    offsets.append(bytes.count)
    switch object {
    case .text(let text):
      addHead(0x50, text.utf8.count)
      bytes += text.utf8
    case .number: bytes += [0x10, 1]
    case .array(let members):
      addHead(0xA0, members.count)
      for member in members { bytes += Self.bytes(member, 4) }
    case .dictionary(let members):
      addHead(0xD0, members.count)
      let keys = members.keys.sorted()
      for key in keys { bytes += Self.bytes(key, 4) }
      for key in keys { bytes += Self.bytes(members[key] ?? 0, 4) }
    }
    return offsets.count - 1
  }

  /// Another number for an object.
  mutating func addAgain(_ object: Int) -> Int {
    offsets.append(offsets[object])
    return offsets.count - 1
  }

  func data(top: Int) -> Data {
    var data = bytes
    for offset in offsets { data += Self.bytes(offset, 4) }
    data += [0, 0, 0, 0, 0, 0, 4, 4]
    data += Self.bytes(offsets.count, 8) + Self.bytes(top, 8) + Self.bytes(bytes.count, 8)
    return Data(data)
  }

  private mutating func addHead(_ kind: UInt8, _ count: Int) {
    if count < 15 {
      bytes.append(kind | UInt8(count))
    } else {
      bytes += [kind | 15, 0x12] + Self.bytes(count, 4)
    }
  }

  private static func bytes(_ number: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * (size - 1 - $0))) }
  }
}
