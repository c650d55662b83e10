// Pictures to AVIF files, by libavif.
// Licensed under the MIT license; see LICENSE.

import CQuartzAVIF
import CoreGraphics
import Glibc

/// The options of writing an AVIF file.
struct AVIFOptions {
  /// 0...1; 1 keeps every number that the file has bits for.
  var quality = 0.8

  /// libavif's worst.
  private static let worst = 63.0
  /// Bits of a component of pictures that have more than 8.
  private static let wideBits: UInt32 = 10
  private static let mostBits: UInt32 = 12

  private var quantizer: Int32 {
    quality >= 1 ? 0 : Int32((Self.worst * (1 - min(max(quality, 0), 1))).rounded(.up))
  }

  /// A whole file of one picture of 8 bits in sRGB.
  func file(_ pixels: PixelStorage) throws(EncodingFailure) -> [UInt8] {
    let straight = pixels.straight
    let shape = QuartzAVIFShape(
      width: pixels.width,
      height: pixels.height,
      depth: 8,
      isWide: false
    )
    let colors = CodedColors(primaries: 1, transfer: 13)
    return try straight.withUnsafeBytes { bytes in
      Result { () throws(EncodingFailure) in
        try encode(bytes, shape, colors, hasAlpha: !pixels.isOpaque)
      }
    }.get()
  }

  /// A whole file of one picture in its own space: of 12 bits if nothing may be lost, else of 10.
  ///
  /// libavif has no place for the headroom.
  func file(_ wide: WideRows) throws(EncodingFailure) -> [UInt8] {
    guard let colors = CodedColors(wide.space) else {
      throw EncodingFailure(reason: "the format has no number for the colour space")
    }
    let count = wide.width * wide.height * 4
    let numbers = UnsafeMutableBufferPointer<UInt16>.allocate(capacity: count)
    numbers.initialize(repeating: 0)
    defer { numbers.deallocate() }
    guard let start = numbers.baseAddress else { throw EncodingFailure(reason: "no memory") }
    // Bounds: four numbers for each pixel of each row.
    for y in 0..<wide.height {
      wide.read(row: y, components: 4, into: start + y * wide.width * 4)
    }
    return try encode(
      UnsafeRawBufferPointer(numbers),
      QuartzAVIFShape(
        width: wide.width,
        height: wide.height,
        depth: quantizer == 0 ? Self.mostBits : Self.wideBits,
        isWide: true
      ),
      colors,
      hasAlpha: !wide.isOpaque
    )
  }

  private func encode(
    _ bytes: UnsafeRawBufferPointer,
    _ shape: QuartzAVIFShape,
    _ colors: CodedColors,
    hasAlpha: Bool
  ) throws(EncodingFailure) -> [UInt8] {
    guard let start = bytes.baseAddress else { throw EncodingFailure(reason: "no pixels") }
    var picture = QuartzAVIFPicture(
      width: UInt32(shape.width),
      height: UInt32(shape.height),
      pixels: start,
      is_wide: shape.isWide,
      has_alpha: hasAlpha,
      depth: shape.depth,
      primaries: UInt16(colors.primaries),
      transfer: UInt16(colors.transfer),
      quantizer: quantizer
    )
    var (count, message) = (0, QuartzAVIFMessage())
    guard let file = quartz_avif_encode(&picture, &count, &message) else {
      throw EncodingFailure(reason: message.string.isEmpty ? "libavif failed" : message.string)
    }
    defer { free(file) }
    return Array(UnsafeBufferPointer(start: file, count: count))
  }
}

/// The size and the numbers of a picture that libavif gets.
private struct QuartzAVIFShape {
  var width: Int
  var height: Int
  var depth: UInt32
  var isWide: Bool
}
