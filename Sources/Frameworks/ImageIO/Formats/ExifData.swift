// The data that cameras write beside the picture.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

// Exif 2.32, section 4.6, is a TIFF 6.0 structure: a head of 8 bytes ("II" or "MM" for the order of
// bytes, 42, the offset of the first directory), and directories:
//
//     2 bytes   number of entries
//     12 bytes  each entry: tag, type, number of values, and the values, or their offset if they are
//               longer than 4 bytes
//
// Offsets count from the head. Each is checked against the end; invalid entries are skipped, and no
// directory is read twice, so the time is bounded by the length of the data.

/// The entries of Exif that are known here, by key.
struct ExifData: Sendable {
  // Safe because: numbers, strings and arrays of them, never changed.
  private nonisolated(unsafe) let tiff: CFDictionary
  // Safe because: as above.
  private nonisolated(unsafe) let exif: CFDictionary
  /// The orientation of the picture.
  let orientation: CGImagePropertyOrientation?

  /// Reads a TIFF structure; nil if it is none.
  init?(_ bytes: Data) {
    guard let file = TIFFStructure(bytes) else { return nil }
    var entries = file.entries(at: file.first)
    tiff = entries.values(of: Self.tiffTags)
    if case .number(let value)? = entries[Self.orientationTag]?.first {
      orientation = CGImagePropertyOrientation(rawValue: UInt32(clamping: Int(value)))
    } else {
      orientation = nil
    }
    guard case .number(let offset)? = entries[Self.exifTag]?.first, Int(offset) != file.first else {
      exif = [:]
      return
    }
    entries = file.entries(at: Int(offset))
    exif = entries.values(of: Self.exifTags)
  }

  /// Adds the dictionaries and the orientation to those of a picture.
  func add(to properties: inout CFDictionary) {
    if !tiff.isEmpty { properties[kCGImagePropertyTIFFDictionary] = tiff }
    if !exif.isEmpty { properties[kCGImagePropertyExifDictionary] = exif }
    if let orientation { properties[kCGImagePropertyOrientation] = Int(orientation.rawValue) }
  }

  private static let orientationTag = 0x0112
  private static let exifTag = 0x8769

  private static let tiffTags: [Int: CFString] = [
    0x010E: kCGImagePropertyTIFFImageDescription,
    0x010F: kCGImagePropertyTIFFMake,
    0x0110: kCGImagePropertyTIFFModel,
    0x0112: kCGImagePropertyTIFFOrientation,
    0x011A: kCGImagePropertyTIFFXResolution,
    0x011B: kCGImagePropertyTIFFYResolution,
    0x0128: kCGImagePropertyTIFFResolutionUnit,
    0x0131: kCGImagePropertyTIFFSoftware,
    0x0132: kCGImagePropertyTIFFDateTime,
    0x013B: kCGImagePropertyTIFFArtist,
    0x8298: kCGImagePropertyTIFFCopyright,
  ]

  private static let exifTags: [Int: CFString] = [
    0x829A: kCGImagePropertyExifExposureTime,
    0x829D: kCGImagePropertyExifFNumber,
    0x8827: kCGImagePropertyExifISOSpeedRatings,
    0x9003: kCGImagePropertyExifDateTimeOriginal,
    0x9004: kCGImagePropertyExifDateTimeDigitized,
    0x920A: kCGImagePropertyExifFocalLength,
    0xA001: kCGImagePropertyExifColorSpace,
    0xA002: kCGImagePropertyExifPixelXDimension,
    0xA003: kCGImagePropertyExifPixelYDimension,
  ]

  /// The structure of a picture of which only the orientation is said.
  static func bytes(_ orientation: CGImagePropertyOrientation) -> [UInt8] {
    // Most significant byte first; one directory of one entry: SHORT (3), one value; no next one.
    [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1]
      + [0, UInt8(orientation.rawValue), 0, 0, 0, 0, 0, 0]
  }
}

/// A value of an entry.
private enum TIFFValue {
  case number(UInt32)
  case fraction(Double)
  case text(String)

  // `Any` because: that is what properties hold.
  var property: Any {
    switch self {
    case .number(let value): Int(value)
    case .fraction(let value): value
    case .text(let value): value
    }
  }
}

extension [Int: [TIFFValue]] {
  fileprivate func values(of tags: [Int: CFString]) -> CFDictionary {
    var values: CFDictionary = [:]
    for (tag, key) in tags {
      guard let found = self[tag], let first = found.first else { continue }
      // The one entry that is a list on Apple's platforms, even of one number.
      let isList = key == kCGImagePropertyExifISOSpeedRatings
      values[key] = isList ? found.map(\.property) : first.property
    }
    return values
  }
}

/// A TIFF structure in memory.
private struct TIFFStructure {
  private let bytes: [UInt8]
  private let isLittle: Bool
  /// The offset of the first directory.
  let first: Int

  /// The most values that are read of a list.
  private static let mostValues = 16

  init?(_ data: Data) {
    let bytes = Array(data)
    let isLittle: Bool
    switch bytes.prefix(4) {
    case [0x49, 0x49, 42, 0]: isLittle = true
    case [0x4D, 0x4D, 0, 42]: isLittle = false
    default: return nil
    }
    guard let offset = bytes.number(4, count: 4, isLittle: isLittle) else { return nil }
    self.bytes = bytes
    self.isLittle = isLittle
    first = Int(offset)
  }

  private func number(_ offset: Int, count: Int) -> UInt32? {
    bytes.number(offset, count: count, isLittle: isLittle)
  }

  /// The entries of the directory at `offset`, by tag.
  func entries(at offset: Int) -> [Int: [TIFFValue]] {
    guard let count = number(offset, count: 2) else { return [:] }
    var entries: [Int: [TIFFValue]] = [:]
    for index in 0..<Int(count) {
      let start = offset + 2 + index * 12
      guard let tag = number(start, count: 2), let values = values(start) else { break }
      if !values.isEmpty { entries[Int(tag)] = values }
    }
    return entries
  }

  /// The values of the entry at `start`; none of a type that is not known, nil beyond the end.
  private func values(_ start: Int) -> [TIFFValue]? {
    guard let type = number(start + 2, count: 2), let count = number(start + 4, count: 4),
      let value = number(start + 8, count: 4)
    else { return nil }
    let size = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8][type] ?? 0
    guard size > 0, count > 0, Int(count) <= bytes.count else { return [] }
    let position = size * Int(count) <= 4 ? start + 8 : Int(value)
    guard position <= bytes.count - size * Int(count) else { return [] }
    if type == 2 {
      let text = bytes[position..<position + Int(count)].prefix { $0 != 0 }
      return [.text(String(decoding: text, as: UTF8.self))]
    }
    return (0..<min(Int(count), Self.mostValues)).compactMap { index in
      let offset = position + index * size
      guard type == 5 else { return number(offset, count: size).map(TIFFValue.number) }
      guard let top = number(offset, count: 4), let bottom = number(offset + 4, count: 4),
        bottom > 0
      else { return nil }
      return .fraction(Double(top) / Double(bottom))
    }
  }
}

extension [UInt8] {
  /// A number of 1, 2 or 4 bytes, or nil if it does not lie inside.
  fileprivate func number(_ offset: Int, count: Int, isLittle: Bool) -> UInt32? {
    guard offset >= 0, offset <= self.count - count else { return nil }
    return (0..<count).reduce(0) { sum, index in
      sum << 8 | UInt32(self[offset + (isLittle ? count - 1 - index : index)])
    }
  }
}
