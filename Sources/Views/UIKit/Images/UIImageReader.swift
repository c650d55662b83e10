// Reads images from files and bytes, as a configuration says.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzCore

/// Reads images, with a say in their light, their size and when their pixels are made.
///
/// ```swift
/// var configuration = UIImageReader.Configuration()
/// configuration.prefersHighDynamicRange = true
/// let image = UIImageReader(configuration: configuration).image(contentsOf: url)
/// ```
///
/// A reader can be used from any thread. The forms with a completion, and those that are `async`,
/// read on a thread of their own.
public final class UIImageReader: NSObject, Sendable {
  /// The treatment of the images that a reader reads.
  public struct Configuration: Hashable, Sendable {
    /// Whether images brighter than white keep their light; false by default.
    ///
    /// Without it they are mapped to white, as `UIImage.imageRestrictedToStandardDynamicRange()`
    /// does.
    public var prefersHighDynamicRange = false
    /// The size in pixels into which images are made to fit, if they are larger; zero, the default,
    /// leaves all their pixels.
    ///
    /// A size with a side that is not positive and finite counts as zero.
    public var preferredThumbnailSize = CGSize.zero
    /// Whether the pixels are made at once, and not when they are first shown; false by default.
    public var preparesImagesForDisplay = false
    /// The pixels of an inch; 0, the default, makes an image with one pixel for each point.
    ///
    /// A point is the 72nd part of an inch, so that 144 makes images of scale 2. Numbers that are
    /// not positive and finite count as 0.
    ///
    /// **Differences**: the relation of inches and points on Apple's systems is not documented.
    public var pixelsPerInch: CGFloat = 0

    /// A configuration that reads images of standard range with all their pixels.
    public init() {}
  }

  /// A reader with the default configuration.
  public static let `default` = UIImageReader(configuration: Configuration())

  /// The configuration that the reader was made with.
  public let configuration: Configuration

  /// A reader with a configuration.
  public init(configuration: Configuration) {
    self.configuration = configuration
    super.init()
  }

  // MARK: Reading

  /// The first image of a file; nil for a URL of none, and for a file that is no image.
  public func image(contentsOf url: URL) -> UIImage? {
    guard url.isFileURL else { return nil }
    return StoredImage(path: url.path).flatMap(image)
  }

  /// The first image of a file's bytes; nil if they hold none.
  public func image(data: Data) -> UIImage? {
    StoredImage(data).flatMap(image)
  }

  /// Reads the first image of a file, and calls `completion` with it on a thread of its own.
  public func image(
    contentsOf url: URL,
    completion: @escaping @Sendable (UIImage?) -> Void
  ) {
    Thread.detachNewThread { completion(self.image(contentsOf: url)) }
  }

  /// Reads the first image of bytes, and calls `completion` with it on a thread of its own.
  public func image(data: Data, completion: @escaping @Sendable (UIImage?) -> Void) {
    Thread.detachNewThread { completion(self.image(data: data)) }
  }

  /// The first image of a file; nil for a URL of none, and for a file that is no image.
  public func image(contentsOf url: URL) async -> UIImage? {
    await withCheckedContinuation { continuation in
      image(contentsOf: url) { continuation.resume(returning: $0) }
    }
  }

  /// The first image of a file's bytes; nil if they hold none.
  public func image(data: Data) async -> UIImage? {
    await withCheckedContinuation { continuation in
      image(data: data) { continuation.resume(returning: $0) }
    }
  }

  // MARK: Treating

  private func image(_ stored: StoredImage) -> UIImage? {
    let inches = configuration.pixelsPerInch
    let scale = inches > 0 && inches.isFinite ? inches / 72 : 1
    var image = UIImage(cgImage: stored.image, scale: scale, orientation: stored.orientation)
    if let size = thumbnailSize(scale) {
      guard let thumbnail = image.thumbnail(fitting: size) else { return nil }
      image = thumbnail
    }
    if !configuration.prefersHighDynamicRange {
      image = image.imageRestrictedToStandardDynamicRange()
    }
    return configuration.preparesImagesForDisplay ? image.preparingForDisplay() : image
  }

  /// The size of thumbnails in points; nil for images with all their pixels.
  private func thumbnailSize(_ scale: CGFloat) -> CGSize? {
    let size = configuration.preferredThumbnailSize
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else {
      return nil
    }
    return CGSize(width: size.width / scale, height: size.height / scale)
  }
}
