// Keys of options of image sources and destinations.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import Foundation

// MARK: - Sources

/// The likely type of the data, a string; accepted but not needed, because the data determine the
/// type.
public let kCGImageSourceTypeIdentifierHint: CFString = "kCGImageSourceTypeIdentifierHint"
/// Whether an image keeps its pixels once they are decoded, a `Bool`; true by default.
///
/// Otherwise they are kept while they are in use, and decoded again after that.
public let kCGImageSourceShouldCache: CFString = "kCGImageSourceShouldCache"
/// Whether an image is decoded at once, a `Bool`; false unless it is said: then that happens when
/// it is first drawn.
public let kCGImageSourceShouldCacheImmediately: CFString = "kCGImageSourceShouldCacheImmediately"
/// Whether a thumbnail is made from the image if the file has none, a `Bool`.
///
/// **Differences**: thumbnails that files have are not read; this means the same as
/// `kCGImageSourceCreateThumbnailFromImageAlways`.
public let kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString =
  "kCGImageSourceCreateThumbnailFromImageIfAbsent"
/// Whether a thumbnail is made from the image, even if the file has one, a `Bool`.
public let kCGImageSourceCreateThumbnailFromImageAlways: CFString =
  "kCGImageSourceCreateThumbnailFromImageAlways"
/// The longer side of a thumbnail in pixels, a number; without it a thumbnail is as large as the
/// image.
public let kCGImageSourceThumbnailMaxPixelSize: CFString = "kCGImageSourceThumbnailMaxPixelSize"
/// Whether a thumbnail is turned as the orientation of the image says, a `Bool`.
public let kCGImageSourceCreateThumbnailWithTransform: CFString =
  "kCGImageSourceCreateThumbnailWithTransform"

// MARK: - Destinations

/// The quality of JPEG and WebP, a number: 0 for the smallest file, 1 for the best; 0.8 unless it
/// is said.
///
/// A WebP file of quality 1 keeps every pixel.
public let kCGImageDestinationLossyCompressionQuality: CFString =
  "kCGImageDestinationLossyCompressionQuality"
/// The colour under translucent pixels in a format without alpha, a `CGColor`; white unless it is
/// said.
public let kCGImageDestinationBackgroundColor: CFString = "kCGImageDestinationBackgroundColor"
/// The longer side of the image in pixels, a number; larger images are scaled down.
public let kCGImageDestinationImageMaxPixelSize: CFString = "kCGImageDestinationImageMaxPixelSize"

// MARK: - Values

extension CFDictionary {
  /// The number under `key`, whatever type of number it is.
  func number(_ key: CFString) -> Double? {
    let number: Double? =
      switch self[key] {
      case let value as Double: value
      case let value as Int: Double(value)
      case let value as Float: Double(value)
      case let value as CGFloat: Double(value)
      case let value as UInt32: Double(value)
      case let value as NSNumber: value.doubleValue
      default: nil
      }
    return number.flatMap { $0.isFinite ? $0 : nil }
  }

  func bool(_ key: CFString) -> Bool? {
    self[key] as? Bool ?? number(key).map { $0 != 0 }
  }

  /// A number of pixels, at least 1.
  func pixels(_ key: CFString) -> Int? {
    number(key).flatMap { $0 >= 1 ? Int(Swift.min($0, Double(Int32.max))) : nil }
  }

  func dictionary(_ key: CFString) -> CFDictionary {
    self[key] as? CFDictionary ?? [:]
  }
}

extension PixelStorage {
  /// The picture with no side longer than `side`, its shape kept as pixels allow.
  ///
  /// - Parameters:
  ///   - side: Nil for no limit.
  ///   - width: Of the picture that this one may be a smaller version of.
  ///   - height: Of the same.
  func fitted(_ side: Int?, of width: Int, _ height: Int) -> PixelStorage {
    let longest = Swift.max(width, height)
    guard let side, longest > side else { return self }
    func scaled(_ length: Int) -> Int { Swift.max((length * side + longest / 2) / longest, 1) }
    return self.scaled(width: scaled(width), height: scaled(height))
  }
}
