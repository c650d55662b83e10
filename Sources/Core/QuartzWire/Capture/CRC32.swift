// The checksum of captures and of parts of films.
// Licensed under the MIT license; see LICENSE.
//
// PNG files have the same one; libdeflate, which the reader of PNG links anyway, has it for them.

/// CRC-32 with the polynomial of IEEE 802.3, as in zip and PNG.
package enum CRC32 {
  /// Table k has the checksums of a byte that k zeros follow.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
      tables[byte] = value
    }
    for index in 256..<tables.count {
      let before = tables[index - 256]
      tables[index] = tables[Int(before & 0xFF)] ^ (before >> 8)
    }
    return tables
  }()

  /// Returns the checksum of bytes that follow those with the checksum `sum`.
  package static func of(_ bytes: UnsafeRawBufferPointer, after sum: UInt32 = 0) -> UInt32 {
    tables.withUnsafeBufferPointer { tables in
      var value = ~sum
      var index = 0
      // Bounds: eight bytes lie at `index`; an index of a table is below 256.
      while index + 8 <= bytes.count {
        let word =
          UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
          ^ UInt64(value)
        value = 0
        for byte in 0..<8 {
          value ^= tables[(7 - byte) * 256 + Int(truncatingIfNeeded: word >> (8 * byte)) & 0xFF]
        }
        index += 8
      }
      while index < bytes.count {
        value = tables[Int((value ^ UInt32(bytes[index])) & 0xFF)] ^ (value >> 8)
        index += 1
      }
      return ~value
    }
  }
}
