// Errors of PNG files.
// Licensed under the MIT license; see LICENSE.

/// The reason why a PNG file was refused, or could not be made.
///
/// Offsets are in bytes from the start of the file.
package enum PNGError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file does not begin with the eight bytes of PNG; `found` are its first ones.
  case notPNG(found: [UInt8])
  /// The file ends inside or in place of the chunk at `offset`.
  case truncated(offset: Int, needed: Int, found: Int)
  /// A required chunk is missing, or in the wrong place.
  case missingChunk(type: String, offset: Int)
  case badChecksum(type: String, offset: Int, expected: UInt32, found: UInt32)
  case badLength(type: String, offset: Int, expected: Int, found: Int)
  /// A field of a chunk has a value that PNG does not allow.
  case badValue(field: String, offset: Int, expected: String, found: Int)
  case tooLarge(width: Int, height: Int, limit: Int)
  case tooMuchMemory(needed: Int, limit: Int)
  /// The compressed pixels are so short that they cannot hold the picture.
  case tooLittleData(needed: Int, found: Int)
  /// libpng refused the file; `reason` is its message.
  case corrupt(frame: Int, reason: String)
  case noSuchFrame(index: Int, count: Int)
  /// A frame to write has another size than its file.
  case wrongSize(expected: PNGSize, found: PNGSize)
  /// More or fewer frames were written than the file's head says.
  case wrongFrameCount(expected: Int, found: Int)
  /// libpng could not write; `reason` is its message.
  case cannotEncode(reason: String)

  package var description: String {
    switch self {
    case .notPNG(let found):
      let bytes = found.map { String($0, radix: 16) }.joined(separator: " ")
      return "not a PNG file: expected 89 50 4e 47 d a 1a a at its start, found \(bytes)"
    case .truncated(let offset, let needed, let found):
      return "PNG file ends too early: \(needed) bytes needed from offset \(offset), found \(found)"
    case .missingChunk(let type, let offset):
      return "PNG file has no \(type) chunk where it must be, at offset \(offset)"
    case .badChecksum(let type, let offset, let expected, let found):
      return "PNG chunk \(type) at offset \(offset): checksum of its bytes is "
        + "\(String(expected, radix: 16)), the file says \(String(found, radix: 16))"
    case .badLength(let type, let offset, let expected, let found):
      return "PNG chunk \(type) at offset \(offset): expected \(expected) bytes, found \(found)"
    case .badValue(let field, let offset, let expected, let found):
      return "PNG \(field) at offset \(offset): expected \(expected), found \(found)"
    case .tooLarge(let width, let height, let limit):
      return "PNG of \(width) x \(height) pixels: each side must be 1...\(limit)"
    case .tooMuchMemory(let needed, let limit):
      return "PNG needs \(needed) bytes of memory, the limit is \(limit)"
    case .tooLittleData(let needed, let found):
      return "PNG file has \(found) bytes of compressed pixels, its size needs at least \(needed)"
    case .corrupt(let frame, let reason):
      return "PNG frame \(frame) does not decode: \(reason)"
    case .noSuchFrame(let index, let count):
      return "PNG frame \(index) asked for, the file has \(count)"
    case .wrongSize(let expected, let found):
      return "PNG frame of \(found) pixels, the file is \(expected)"
    case .wrongFrameCount(let expected, let found):
      return "PNG file for \(expected) frames got \(found)"
    case .cannotEncode(let reason):
      return "PNG cannot be written: \(reason)"
    }
  }
}

/// A size in pixels.
package struct PNGSize: Hashable, Sendable, CustomStringConvertible {
  package var width: Int
  package var height: Int

  package init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }

  package var description: String { "\(width) x \(height)" }
}
