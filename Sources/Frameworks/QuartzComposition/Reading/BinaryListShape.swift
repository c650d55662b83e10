// The containers of a binary property list, before it is parsed.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// The arrays and dictionaries of a binary property list.
///
/// Objects refer to others by numbers, so that a small file may have objects in themselves, or each
/// twice in the next one. A parser would follow them for ever.
struct BinaryListShape {
  private let bytes: [UInt8]
  private let referenceBytes: Int
  private let offsets: [Int]
  private let top: Int

  /// The bytes of the trailer at the end.
  private static let trailerBytes = 32
  /// The most objects that a list may stand for, all references followed.
  private static let mostObjects = 1 << 20

  init(_ data: Data) throws(CompositionError) {
    bytes = [UInt8](data)
    guard bytes.count >= 8 + Self.trailerBytes else { throw Self.damaged }
    let trailer = bytes.count - Self.trailerBytes
    let offsetBytes = Int(bytes[trailer + 6])
    referenceBytes = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetBytes), (1...8).contains(referenceBytes),
      let count = Self.integer(bytes, trailer + 8, 8),
      let top = Self.integer(bytes, trailer + 16, 8),
      let table = Self.integer(bytes, trailer + 24, 8), top < count, table < trailer,
      count <= (trailer - table) / offsetBytes
    else { throw Self.damaged }
    self.top = top
    var offsets: [Int] = []
    offsets.reserveCapacity(count)
    for index in 0..<count {
      guard let offset = Self.integer(bytes, table + index * offsetBytes, offsetBytes),
        offset < table
      else { throw Self.damaged }
      offsets.append(offset)
    }
    self.offsets = offsets
  }

  private static var damaged: CompositionError {
    CompositionError("the binary property list is damaged")
  }

  /// Reads a number of big-endian bytes; nil beyond the end, and for one that is too large.
  private static func integer(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int? {
    guard start >= 0, start <= bytes.count - count else { return nil }
    let value = bytes[start..<start + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value)
  }

  /// The kinds of objects that text lists have, too.
  ///
  /// They are truth values, numbers, dates, data, texts, arrays and dictionaries. Parsers trap for
  /// some of the others.
  private static let kinds: Set<UInt8> = [0x0, 0x1, 0x2, 0x3, 0x4, 0x5, 0x6, 0xA, 0xD]

  private func isText(_ object: Int) -> Bool { [0x5, 0x6].contains(bytes[offsets[object]] >> 4) }

  /// The numbers of the objects in an object.
  private func children(of object: Int) throws(CompositionError) -> [Int] {
    let offset = offsets[object]
    let marker = bytes[offset]
    guard Self.kinds.contains(marker >> 4) else { throw Self.damaged }
    let isDictionary = marker >> 4 == 0xD
    guard isDictionary || marker >> 4 == 0xA else { return [] }
    var (count, start) = (Int(marker & 0xF), offset + 1)
    if count == 0xF {
      guard offset + 1 < bytes.count, bytes[offset + 1] >> 4 == 1, bytes[offset + 1] & 0xF <= 3
      else { throw Self.damaged }
      let width = 1 << Int(bytes[offset + 1] & 0xF)
      guard let long = Self.integer(bytes, offset + 2, width) else { throw Self.damaged }
      (count, start) = (long, offset + 2 + width)
    }
    guard count <= bytes.count else { throw Self.damaged }
    var found: [Int] = []
    for index in 0..<(isDictionary ? count * 2 : count) {
      guard let child = Self.integer(bytes, start + index * referenceBytes, referenceBytes),
        child < offsets.count, !isDictionary || index >= count || isText(child)
      else { throw Self.damaged }
      found.append(child)
    }
    return found
  }

  /// Fails for objects in themselves, for such that are too deep, and for lists that stand for too
  /// many objects.
  func check(deepest: Int) throws(CompositionError) {
    /// The depth of each object that was followed, and how many objects it stands for.
    var known = [(depth: Int, count: Int)?](repeating: nil, count: offsets.count)
    var open: Set<Int> = []
    var stack: [(object: Int, children: [Int], next: Int)] = [(top, try children(of: top), 0)]
    open.insert(top)
    while let last = stack.last {
      guard last.next < last.children.count else {
        var (depth, count) = (0, 1)
        for child in last.children {
          depth = max(depth, known[child]?.depth ?? 0)
          count = min(count + (known[child]?.count ?? 1), Self.mostObjects + 1)
        }
        guard count <= Self.mostObjects else {
          throw CompositionError(
            "the binary property list has more than \(Self.mostObjects) objects"
          )
        }
        known[last.object] = (depth + 1, count)
        open.remove(last.object)
        stack.removeLast()
        continue
      }
      stack[stack.count - 1].next += 1
      let child = last.children[last.next]
      if known[child] != nil { continue }
      guard open.insert(child).inserted else {
        throw CompositionError("the binary property list has an object in itself")
      }
      guard stack.count < deepest else {
        throw CompositionError("more than \(deepest) lists in each other")
      }
      stack.append((child, try children(of: child), 0))
    }
  }
}
