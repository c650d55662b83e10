// The chunks that PNG files are made of.
// Licensed under the MIT license; see LICENSE.

import CQuartzPNG
import Foundation

// A chunk, PNG (third edition), section 5.3; numbers have their most significant byte first:
//
//     4 bytes  length of the data, at most 2^31 - 1
//     4 bytes  type: four letters; the first one is a capital if the chunk is critical
//     n bytes  data
//     4 bytes  CRC-32 of type and data

/// The eight bytes that a PNG file begins with: PNG (third edition), section 5.2.
package let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

/// A chunk of a PNG file: its type and where its data lie.
package struct PNGChunk {
  package var type: String
  /// The offset of the chunk's length field.
  package var offset: Int
  /// The range of the chunk's data in the file.
  package var data: Range<Int>

  /// The offset of the next chunk.
  package var end: Int { data.upperBound + 4 }

  /// Whether a reader that does not know the chunk may pass over it.
  package var isAncillary: Bool { (type.utf8.first ?? 0) & 0x20 != 0 }
}

/// Reads chunks of a file in memory, one after the other.
struct PNGChunkReader {
  private let file: Data
  private var offset: Int

  /// - Throws: `PNGError.notPNG` if the file does not begin like one.
  init(_ file: Data) throws(PNGError) {
    self.file = file
    guard file.starts(with: pngSignature) else {
      // A prefix of the signature is a truncated file.
      if !file.isEmpty, file.count < 8, pngSignature.starts(with: file) {
        throw .truncated(offset: 0, needed: 8, found: file.count)
      }
      throw .notPNG(found: Array(file.prefix(8)))
    }
    offset = 8
  }

  /// The next chunk whose checksum is right; damaged chunks that do not matter are skipped.
  mutating func next() throws(PNGError) -> PNGChunk {
    while true {
      let chunk = try chunkHere()
      offset = chunk.end
      let computed = file.withBytes(chunk.data.lowerBound - 4..<chunk.data.upperBound) {
        pngChecksum($0)
      }
      let stored = file.bigEndian32(at: chunk.data.upperBound)
      if computed == stored { return chunk }
      // libpng also skips damaged chunks that are not critical; but an animation matters as much as
      // pixels.
      if chunk.isAncillary, !["acTL", "fcTL", "fdAT"].contains(chunk.type) { continue }
      throw .badChecksum(type: chunk.type, offset: chunk.offset, expected: computed, found: stored)
    }
  }

  private func chunkHere() throws(PNGError) -> PNGChunk {
    let left = file.count - offset
    guard left >= 12 else { throw .truncated(offset: offset, needed: 12, found: left) }
    let length = Int(file.bigEndian32(at: offset))
    guard length <= Int(Int32.max) else {
      throw .badValue(
        field: "length of a chunk",
        offset: offset,
        expected: "at most 2147483647",
        found: length
      )
    }
    let letters = file.withBytes(offset + 4..<offset + 8) { Array($0) }
    guard letters.allSatisfy({ (65...90).contains($0 & 0xDF) }) else {
      throw .badValue(
        field: "type of a chunk",
        offset: offset + 4,
        expected: "four letters",
        found: Int(file.bigEndian32(at: offset + 4))
      )
    }
    guard left - 12 >= length else {
      throw .truncated(offset: offset, needed: length + 12, found: left)
    }
    return PNGChunk(
      type: String(decoding: letters, as: UTF8.self),
      offset: offset,
      data: offset + 8..<offset + 8 + length
    )
  }
}

extension Data {
  /// The number of 32 bits that begins `offset` bytes into the data.
  package func bigEndian32(at offset: Int) -> UInt32 {
    withBytes(offset..<offset + 4) { UInt32(bigEndian: $0.loadUnaligned(as: UInt32.self)) }
  }

  /// The number of 16 bits that begins `offset` bytes into the data.
  package func bigEndian16(at offset: Int) -> Int {
    withBytes(offset..<offset + 2) { Int(UInt16(bigEndian: $0.loadUnaligned(as: UInt16.self))) }
  }

  /// The byte `offset` bytes into the data.
  package func byte(at offset: Int) -> Int {
    Int(self[startIndex + offset])
  }

  /// Calls `body` with the bytes of `range`, counted from the start of the data.
  func withBytes<Result>(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Result) -> Result
  {
    withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }
}

/// The CRC-32 of PNG.
func pngChecksum(_ bytes: UnsafeRawBufferPointer, continuing crc: UInt32 = 0) -> UInt32 {
  guard let start = bytes.baseAddress else { return crc }
  return quartz_png_crc(crc, start.assumingMemoryBound(to: UInt8.self), bytes.count)
}

/// Bytes of a file in the making.
struct PNGBytes {
  private(set) var bytes: [UInt8] = []

  init(signed: Bool = false) {
    if signed { bytes = pngSignature }
  }

  mutating func append(_ value: UInt32) {
    withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ value: UInt16) {
    withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ value: UInt8) {
    bytes.append(value)
  }

  mutating func append(_ other: some Sequence<UInt8>) {
    bytes.append(contentsOf: other)
  }

  /// Appends a chunk whose data `fill` appends.
  mutating func appendChunk(_ type: String, _ fill: (inout PNGBytes) -> Void) {
    let start = bytes.count
    append(UInt32(0))
    append(type.utf8)
    fill(&self)
    let length = UInt32(bytes.count - start - 8)
    withUnsafeBytes(of: length.bigEndian) {
      bytes.replaceSubrange(start..<start + 4, with: $0)
    }
    append(
      bytes.withUnsafeBytes { pngChecksum(UnsafeRawBufferPointer(rebasing: $0[(start + 4)...])) }
    )
  }
}
