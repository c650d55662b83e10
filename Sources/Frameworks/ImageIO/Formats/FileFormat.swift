// The file formats, and their detection.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// A format of image files.
enum FileFormat: String, CaseIterable {
  case png = "public.png"
  case jpeg = "public.jpeg"
  case gif = "com.compuserve.gif"
  case webP = "org.webmproject.webp"
  case tiff = "public.tiff"
  case jpeg2000 = "public.jpeg-2000"
  case avif = "public.avif"

  /// The formats that destinations write.
  static let written: [FileFormat] = [.png, .jpeg, .gif, .webP, .tiff, .jpeg2000, .avif]

  /// Whether a file can have more than one picture.
  var hasManyPictures: Bool {
    switch self {
    case .png, .gif, .tiff: true
    case .jpeg, .webP, .jpeg2000, .avif: false
    }
  }

  /// Detects the format of a file by its first bytes; the name does not count.
  ///
  /// A file that was cut inside these bytes is of the format that it begins like.
  init?(_ bytes: Data) {
    let start = Array(bytes.prefix(12))
    guard !start.isEmpty else { return nil }
    func begins(_ signature: [UInt8]) -> Bool {
      zip(start, signature).allSatisfy { $0 == $1 }
    }
    if begins(pngSignature) {
      self = .png
    } else if begins([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if begins(Array("GIF87a".utf8)) || begins(Array("GIF89a".utf8)) {
      self = .gif
    } else if begins(Array("RIFF".utf8)),
      start.dropFirst(8).elementsEqual("WEBP".utf8) || start.count < 12
    {
      self = .webP
    } else if begins([0x49, 0x49, 0x2A, 0]) || begins([0x4D, 0x4D, 0, 0x2A])
      || begins([0x49, 0x49, 0x2B, 0]) || begins([0x4D, 0x4D, 0, 0x2B])
    {
      self = .tiff
    } else if begins([0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A])
      || begins([0xFF, 0x4F, 0xFF, 0x51])
    {
      self = .jpeg2000
    } else if start.dropFirst(4).starts(with: "ftypavif".utf8)
      || start.dropFirst(4).starts(with: "ftypavis".utf8)
    {
      self = .avif
    } else {
      return nil
    }
  }

  /// Reads the structure of a file of this format.
  func reader(_ bytes: Data, limits: ImageLimits) throws(ImageError) -> any ImageReader {
    switch self {
    case .png: try PNGReader(bytes, limits: limits)
    case .jpeg: try JPEGReader(bytes, limits: limits)
    case .gif: try GIFReader(bytes, limits: limits)
    case .webP: try WebPReader(bytes, limits: limits)
    case .tiff: try TIFFReader(bytes, limits: limits)
    case .jpeg2000: try JPEG2000Reader(bytes, limits: limits)
    case .avif: try AVIFReader(bytes, limits: limits)
    }
  }
}
