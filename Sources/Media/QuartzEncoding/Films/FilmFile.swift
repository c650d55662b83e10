// The check that a film's file is complete.
// Licensed under the MIT license; see LICENSE.
//
// FFmpeg stops writing at the first error, and some versions (5.1) still end with status 0. The
// structure of each format shows whether the last bytes exist: the check looks for the part that
// FFmpeg writes last. Nothing is decoded.

package import Foundation

/// Looks at the structure of files.
package enum FilmFile {
  /// The structure of a file.
  package enum Form {
    case mp4, webm, gif, png

    package init(_ format: FilmFormat) {
      switch format {
      case .mp4, .mov, .m4v: self = .mp4
      case .mkv, .webm: self = .webm
      case .gif: self = .gif
      }
    }
  }

  /// Whether a file ends where its structure says, with all parts that a player needs.
  package static func isComplete(_ bytes: UnsafeRawBufferPointer, _ form: Form) -> Bool {
    switch form {
    case .mp4: isCompleteMP4(bytes)
    case .webm: isCompleteWebM(bytes)
    case .gif: isCompleteGIF(bytes)
    case .png: isCompletePNG(bytes)
    }
  }

  /// Whether a file begins as those of its form do; nothing else is given to FFmpeg to join.
  package static func begins(_ bytes: Data, _ form: Form?) -> Bool {
    bytes.withUnsafeBytes { bytes in
      switch form {
      // The letters "ftyp".
      case .mp4: number(bytes, at: 4, 4) == 0x6674_7970
      case .webm: number(bytes, at: 0, 4) == 0x1A45_DFA3
      case .gif, .png, nil: false
      }
    }
  }

  /// Returns a big-endian number of `count` bytes; nil past the end.
  private static func number(_ bytes: UnsafeRawBufferPointer, at start: Int, _ count: Int) -> Int? {
    guard start >= 0, start <= bytes.count - count else { return nil }
    // Bounds: the line above. Above 62 bits no number is a size.
    let value = bytes[start..<start + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value)
  }

  /// Checks for consecutive boxes up to the end; `moov`, the index, is written last.
  private static func isCompleteMP4(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var offset = 0
    var kinds: Set<Int> = []
    while offset < bytes.count {
      guard var size = number(bytes, at: offset, 4), let kind = number(bytes, at: offset + 4, 4)
      else { return false }
      if size == 1 { size = number(bytes, at: offset + 8, 8) ?? 0 }
      guard size >= 8, size <= bytes.count - offset else { return false }
      kinds.insert(kind)
      offset += size
    }
    // The letters "moov" and "mdat".
    return kinds.isSuperset(of: [0x6D6F_6F76, 0x6D64_6174])
  }

  /// Checks for a header, and a segment whose size is filled in last and that ends with the file.
  private static func isCompleteWebM(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard number(bytes, at: 0, 4) == 0x1A45_DFA3, let header = size(bytes, at: 4) else {
      return false
    }
    let segment = 4 + header.length + header.value
    guard number(bytes, at: segment, 4) == 0x1853_8067, let body = size(bytes, at: segment + 4)
    else { return false }
    return segment + 4 + body.length + body.value == bytes.count
  }

  /// Returns a size of EBML: as many bytes as there are zero bits before the first one; nil if
  /// unknown.
  private static func size(
    _ bytes: UnsafeRawBufferPointer,
    at offset: Int
  ) -> (value: Int, length: Int)? {
    guard let first = number(bytes, at: offset, 1), first > 0 else { return nil }
    let length = UInt8(first).leadingZeroBitCount + 1
    guard let all = number(bytes, at: offset, length) else { return nil }
    let ones = 1 << (7 * length) - 1
    let value = all & ones
    return value == ones || value > bytes.count ? nil : (value, length)
  }

  /// Checks for consecutive blocks, and the trailer.
  private static func isCompleteGIF(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let flags = number(bytes, at: 10, 1) else { return false }
    var offset = 13 + colorTable(flags)
    while let kind = number(bytes, at: offset, 1) {
      switch kind {
      case 0x3B: return offset == bytes.count - 1
      case 0x21: offset += 2
      case 0x2C:
        guard let flags = number(bytes, at: offset + 9, 1) else { return false }
        offset += 11 + colorTable(flags)
      default: return false
      }
      while let count = number(bytes, at: offset, 1) {
        offset += 1 + count
        if count == 0 { break }
      }
    }
    return false
  }

  /// Returns the bytes of a table of colours.
  ///
  /// In its flags, bit 7 is its presence and bits 0 to 2 are its size.
  private static func colorTable(_ flags: Int) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1)
  }

  /// Checks for the chunk that ends a file: no bytes, `IEND`, its checksum.
  private static func isCompletePNG(_ bytes: UnsafeRawBufferPointer) -> Bool {
    number(bytes, at: bytes.count - 12, 8) == 0x4945_4E44
  }
}
