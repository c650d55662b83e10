// The formats of pictures that are written.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import ImageIO

/// A format of pictures, by the extension of a file's name.
enum PictureFormat: String, CaseIterable, Sendable {
  case png, jpg, jpeg, webp, tiff, tif, jp2

  /// Creates the format of a file name; PNG for a name without a known extension.
  init(path: String) {
    let name = path.split(separator: "/").last ?? ""
    let found = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
    self = found.flatMap { PictureFormat(rawValue: $0) } ?? .png
  }

  /// Whether one file can have many pictures, which are animated.
  var isAnimated: Bool { self == .png }

  /// Whether pictures of the format have no alpha.
  var isOpaque: Bool { self == .jpg || self == .jpeg }

  /// Apple's name of the format.
  private var type: String {
    switch self {
    case .png: "public.png"
    case .jpg, .jpeg: "public.jpeg"
    case .webp: "org.webmproject.webp"
    case .tiff, .tif: "public.tiff"
    case .jp2: "public.jpeg-2000"
    }
  }

  /// Returns the bytes of a file with a picture, at ImageIO's default quality.
  ///
  /// - Throws: `RenderFailure.encoding` without a path.
  func file(_ image: CGImage) throws(RenderFailure) -> Data {
    do {
      if self == .png { return try image.pngData() }
    } catch {
      throw .encoding(path: rawValue, reason: "\(error)")
    }
    let data = NSMutableData()
    guard let destination = CGImageDestinationCreateWithData(data, type, 1, nil) else {
      throw .encoding(path: rawValue, reason: "this machine does not write \(rawValue)")
    }
    CGImageDestinationAddImage(destination, image, nil)
    guard CGImageDestinationFinalize(destination) else {
      throw .encoding(path: rawValue, reason: "the picture cannot be written as \(rawValue)")
    }
    return data as Data
  }
}
