// Memory of texts and lists that calls return.
// Licensed under the MIT license; see LICENSE.

import CQuartzInterface
import Glibc

/// Pieces of memory that stay until the thread's next call that returns such.
final class Scratch {
  private var pieces: [UnsafeMutableRawPointer] = []

  deinit {
    reset()
  }

  /// Frees what the call before has returned.
  func reset() {
    for piece in pieces { free(piece) }
    pieces.removeAll(keepingCapacity: true)
  }

  /// Returns memory for a list; nil for an empty one.
  func list<Item>(_ items: [Item]) -> UnsafePointer<Item>? {
    guard !items.isEmpty, let raw = malloc(items.count * MemoryLayout<Item>.stride) else {
      return nil
    }
    pieces.append(raw)
    let start = raw.bindMemory(to: Item.self, capacity: items.count)
    items.withUnsafeBufferPointer { items in
      // Bounds: the memory has room for all of them.
      if let base = items.baseAddress { start.initialize(from: base, count: items.count) }
    }
    return UnsafePointer(start)
  }

  /// Returns a copy of some bytes, with a NUL after the last one.
  func string(_ bytes: UnsafeRawBufferPointer) -> quartz_string {
    guard let raw = malloc(bytes.count + 1) else { return quartz_string(text: nil, length: 0) }
    pieces.append(raw)
    // Bounds: the memory has one byte more.
    if let base = bytes.baseAddress { raw.copyMemory(from: base, byteCount: bytes.count) }
    raw.storeBytes(of: 0, toByteOffset: bytes.count, as: UInt8.self)
    let text = raw.bindMemory(to: CChar.self, capacity: bytes.count + 1)
    return quartz_string(text: UnsafePointer(text), length: bytes.count)
  }

  func string(_ text: String) -> quartz_string {
    var text = text
    return text.withUTF8 { string(UnsafeRawBufferPointer($0)) }
  }

  func strings(_ texts: [String]) -> quartz_strings {
    quartz_strings(items: list(texts.map { string($0) }), count: texts.count)
  }
}
