// The interface between image sources and file formats.
// Licensed under the MIT license; see LICENSE.

package import CoreGraphics
import Foundation
import QuartzFaults

/// The pictures of one file, in one format.
///
/// A reader checks the structure of the file and its limits when it is made, and decodes on demand.
/// It may be used from any thread.
package protocol ImageReader: Sendable {
  /// The uniform type identifier.
  var type: CFString { get }
  /// The number of pictures, at least 1.
  var count: Int { get }
  /// Whether the file ends too early: pictures may be incomplete.
  var isTruncated: Bool { get }
  /// The properties of the file.
  var properties: CFDictionary { get }

  /// Returns the header of the picture at `index`, which exists, without decoding it.
  func head(of index: Int) -> ImageHead
  /// Returns the properties of the picture at `index`, which exists, by key.
  func properties(of index: Int) -> CFDictionary
  /// Decodes the picture at `index`, which exists.
  func pixels(of index: Int) throws(ImageError) -> PixelStorage
  /// As `pixels`, but possibly smaller, whatever costs least. No side falls below `side` unless it
  /// was below before.
  func pixels(of index: Int, atLeast side: Int) throws(ImageError) -> PixelStorage
  /// Decodes the picture at `index`, which exists, with all its bits in its own colours; nil for
  /// one that `pixels` holds, or that has more bits in sRGB only.
  func wideImage(of index: Int) throws(ImageError) -> CGImage?
}

extension ImageReader {
  package func wideImage(of index: Int) throws(ImageError) -> CGImage? { nil }

  package func pixels(of index: Int, atLeast side: Int) throws(ImageError) -> PixelStorage {
    try pixels(of: index)
  }

  /// Decodes the picture at `index`, which exists, if there is memory for it.
  ///
  /// - Parameter side: As in `pixels(of:atLeast:)`; nil for all pixels.
  package func decoded(_ index: Int, atLeast side: Int? = nil) throws(ImageError) -> PixelStorage {
    let head = head(of: index)
    do {
      // The pixels, and as much again for what decoders keep of them.
      try MemoryProbe.ensure(bytes: head.width * head.height * 8)
    } catch {
      throw .outOfMemory(type: type, needed: error.bytes)
    }
    guard let side else { return try pixels(of: index) }
    return try pixels(of: index, atLeast: side)
  }

  package func checked(_ index: Int) throws(ImageError) -> Int {
    guard (0..<count).contains(index) else { throw .noSuchFrame(index: index, count: count) }
    return index
  }
}

/// The facts about a picture that are known before it is decoded.
package struct ImageHead: Sendable {
  package var width: Int
  package var height: Int
  package var colors: CGImage.Colors
  package var orientation = CGImagePropertyOrientation.up
  /// The properties of the file that the pixels will lack.
  package var losses: ImageLosses = []
}

/// The reason why a file has no pictures, or why one of them is not available.
package enum ImageError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file does not begin like any that is known; `found` are its first bytes.
  case unknownType(found: [UInt8])
  case png(PNGError)
  /// The file ends before anything can be shown.
  case truncated(type: CFString, bytes: Int)
  /// A library refused the file; `reason` is its message.
  case corrupt(type: CFString, frame: Int, reason: String)
  case tooLarge(type: CFString, width: Int, height: Int, limit: Int)
  case tooMuchMemory(type: CFString, needed: Int, limit: Int)
  /// There is not as much memory as decoding takes.
  case outOfMemory(type: CFString, needed: Int)
  case tooManyFrames(type: CFString, found: Int, limit: Int)
  case noSuchFrame(index: Int, count: Int)

  package var description: String {
    switch self {
    case .unknownType(let found):
      "not a file of PNG, JPEG, GIF, WebP, TIFF, JPEG 2000 or AVIF: it begins with "
        + found.map { String($0, radix: 16) }.joined(separator: " ")
    case .png(let error): "\(error)"
    case .truncated(let type, let bytes):
      "file of type \(type) ends after \(bytes) bytes, before its pictures are complete"
    case .corrupt(let type, let frame, let reason):
      "picture \(frame) of a file of type \(type) does not decode: \(reason)"
    case .tooLarge(let type, let width, let height, let limit):
      "picture of type \(type) of \(width) x \(height) pixels: each side must be 1...\(limit)"
    case .tooMuchMemory(let type, let needed, let limit):
      "picture of type \(type) needs \(needed) bytes of memory, the limit is \(limit)"
    case .outOfMemory(let type, let needed):
      "picture of type \(type) needs \(needed) bytes of memory, and there is not so much"
    case .tooManyFrames(let type, let found, let limit):
      "file of type \(type) with \(found) pictures, the limit is \(limit)"
    case .noSuchFrame(let index, let count):
      "picture \(index) asked for, the file has \(count)"
    }
  }

  /// The status of a source whose file was refused for this reason.
  var status: CGImageSourceStatus {
    switch self {
    case .unknownType, .png(.notPNG): .statusUnknownType
    case .truncated, .png(.truncated): .statusUnexpectedEOF
    // libpng's words where the pixels end before the picture does.
    case .png(.corrupt(_, "Not enough image data")): .statusUnexpectedEOF
    case .png, .corrupt, .tooLarge, .tooMuchMemory, .outOfMemory, .tooManyFrames, .noSuchFrame:
      .statusInvalidData
    }
  }
}

extension ImageLimits {
  /// Checks a size before memory is allocated for it.
  ///
  /// - Parameter bytesPerPixel: The most bytes that decoding takes for each pixel.
  func check(
    _ type: CFString,
    width: Int,
    height: Int,
    bytesPerPixel: Int
  ) throws(ImageError) {
    guard (1...side).contains(width), (1...side).contains(height) else {
      throw .tooLarge(type: type, width: width, height: height, limit: side)
    }
    let needed = width * height * bytesPerPixel
    guard needed <= bytes else {
      throw .tooMuchMemory(type: type, needed: needed, limit: bytes)
    }
  }
}
