// Images in keyed archives: all their parameters, with the bytes as PNG where that is lossless.
// Licensed under the MIT license; see LICENSE.
//
// words: width, height, bits of a component and of a pixel, bytes of a row, bitmap info, intent,
// flags, the numbers of the decode array if there is one, and the headroom if the image has one of
// its own. text: the name of the colour space;
// none for a mask and for alpha alone. bytes: rows, or a PNG file.
//
// PNG holds straight colours of 8 bits. A pixel with a component that exceeds the alpha, and any
// format other than 8 bits of red, green, blue and alpha, would change: such images are stored as
// rows. Images whose rows are padded or cropped from a larger one are too, but without the
// surrounding bytes.

import CoreGraphics
import Foundation

private struct ImageFlags: OptionSet {
  let rawValue: UInt64

  static let interpolates = ImageFlags(rawValue: 1)
  static let isMask = ImageFlags(rawValue: 2)
  static let isPNG = ImageFlags(rawValue: 4)
  static let hasHeadroom = ImageFlags(rawValue: 8)
}

/// The number of words before the decode array.
private let fixedWordCount = 8

extension ArchivedValue.Parts {
  mutating func setImage(_ image: CGImage) {
    var flags: ImageFlags = image.shouldInterpolate ? [.interpolates] : []
    if image.isMask { flags.insert(.isMask) }
    let headroom = image.ownHeadroom
    if headroom != nil { flags.insert(.hasHeadroom) }
    let rows = image.packedRows
    if let png = image.png(keeping: rows) {
      flags.insert(.isPNG)
      bytes = png
    } else {
      bytes = rows
    }
    words = [
      UInt64(image.width), UInt64(image.height), UInt64(image.bitsPerComponent),
      UInt64(image.bitsPerPixel), UInt64(image.packedRowLength),
      UInt64(image.bitmapInfo.rawValue), UInt64(UInt32(bitPattern: image.renderingIntent.rawValue)),
      flags.rawValue,
    ]
    if let decode = image.decode {
      // Bounds: an image has two numbers for each component of its space, a mask two.
      let count = 2 * (image.colorSpace?.numberOfComponents ?? 1)
      words += (0..<count).map { Double(decode[$0]).bitPattern }
    }
    if let headroom { words.append(Double(headroom).bitPattern) }
    text = image.colorSpace?.name
  }
}

extension CGImage {
  /// The headroom that the image was given; nil if it has that of its format and space.
  fileprivate var ownHeadroom: Float? {
    guard let plain = copy(contentHeadroom: 0), plain.contentHeadroom != contentHeadroom else {
      return nil
    }
    return contentHeadroom
  }

  /// The bytes of a row without padding.
  fileprivate var packedRowLength: Int { (width * bitsPerPixel + 7) / 8 }

  /// The rows without padding between them.
  fileprivate var packedRows: Data {
    guard let data = dataProvider?.data else { return Data() }
    let length = packedRowLength
    if bytesPerRow == length { return Data(data.prefix(length * height)) }
    var rows = Data(capacity: length * height)
    for row in 0..<height {
      let start = data.startIndex + row * bytesPerRow
      rows.append(data[start..<start + length])
    }
    return rows
  }

  /// Returns a PNG file whose pixels are exactly these rows; nil if there is none.
  fileprivate func png(keeping rows: Data) -> Data? {
    guard bitsPerComponent == 8, bitsPerPixel == 32, decode == nil, !isMask,
      let png = try? pngData(), let back = try? PNGFile(png).image(),
      back.pixelStorage.rows == rows
    else { return nil }
    return png
  }

  /// Creates the image of these parts; nil if they are invalid.
  convenience init?(_ parts: ArchivedValue.Parts) {
    guard parts.words.count >= fixedWordCount, let bytes = parts.bytes,
      parts.words.prefix(fixedWordCount).allSatisfy({ $0 <= UInt64(UInt32.max) })
    else { return nil }
    let n = parts.words.prefix(fixedWordCount).map { Int($0) }
    let flags = ImageFlags(rawValue: parts.words[7])
    var decode = parts.numbers.dropFirst(fixedWordCount).map { CGFloat($0) }
    var headroom: Float = 0
    if flags.contains(.hasHeadroom) {
      guard let last = decode.popLast(), last >= 1, last <= 65504 else { return nil }
      headroom = Float(last)
    }
    guard let rows = flags.contains(.isPNG) ? CGImage.rows(ofPNG: bytes, n[0], n[1]) : bytes,
      let provider = CGDataProvider(data: rows)
    else { return nil }
    if flags.contains(.isMask) {
      guard decode.isEmpty || decode.count == 2 else { return nil }
      self.init(
        maskWidth: n[0],
        height: n[1],
        bitsPerComponent: n[2],
        bitsPerPixel: n[3],
        bytesPerRow: n[4],
        provider: provider,
        decode: decode.isEmpty ? nil : decode,
        shouldInterpolate: flags.contains(.interpolates)
      )
      return
    }
    let info = CGBitmapInfo(rawValue: UInt32(n[5]))
    // Images of alpha alone have no space; any grey one creates them.
    let space =
      parts.text.map { CGColorSpace(name: $0) } ?? CGColorSpaceCreateDeviceGray()
    guard let space, let intent = CGColorRenderingIntent(rawValue: Int32(truncatingIfNeeded: n[6])),
      decode.isEmpty || decode.count == 2 * space.numberOfComponents
    else { return nil }
    self.init(
      headroom: headroom,
      width: n[0],
      height: n[1],
      bitsPerComponent: n[2],
      bitsPerPixel: n[3],
      bytesPerRow: n[4],
      space: space,
      bitmapInfo: info,
      provider: provider,
      decode: decode.isEmpty ? nil : decode,
      shouldInterpolate: flags.contains(.interpolates),
      intent: intent
    )
  }

  private static func rows(ofPNG bytes: Data, _ width: Int, _ height: Int) -> Data? {
    guard let file = try? PNGFile(bytes), file.header.width == width,
      file.header.height == height
    else { return nil }
    return try? file.image().pixelStorage.rows
  }
}

extension PixelStorage {
  /// All rows without padding.
  fileprivate var rows: Data {
    withBytes { bytes in
      if rowBytes == width * 4 { return Data(bytes) }
      var rows = Data(capacity: width * 4 * height)
      // Bounds: the last row starts at rowBytes x (height - 1) and has width x 4 bytes.
      for row in 0..<height {
        rows.append(contentsOf: bytes[row * rowBytes..<row * rowBytes + width * 4])
      }
      return rows
    }
  }
}
