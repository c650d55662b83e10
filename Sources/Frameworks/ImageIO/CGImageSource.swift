// Images from files and data.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import Foundation
import Synchronization

/// The progress of an image source.
public enum CGImageSourceStatus: Int32, Hashable, Sendable {
  /// The data end inside an image.
  case statusUnexpectedEOF = -5
  /// The data are damaged.
  case statusInvalidData = -4
  /// The data are of no type that is known.
  case statusUnknownType = -3
  /// The head is not complete yet.
  case statusReadingHeader = -2
  /// The data are not complete yet.
  case statusIncomplete = -1
  /// The data are complete.
  case statusComplete = 0
}

/// The images of a file or of data, and their properties.
///
/// PNG, JPEG, GIF, WebP, TIFF and JPEG 2000 are read, with animations and pages: their images are
/// whole pictures, as they are shown. The data determine the format. Colours are converted to sRGB
/// by the file's ICC profile or gamma. A source may be used from any thread; it decodes one image
/// of an animation at a time, and animations fastest in their order.
///
/// ```swift
/// let source = CGImageSourceCreateWithURL(url as CFURL, nil)
/// let image = source.flatMap { CGImageSourceCreateImageAtIndex($0, 0, nil) }
/// ```
///
/// Pictures with a side above 16384 pixels, or whose decoding takes more than 512 MiB, are refused
/// before memory is allocated for them. A truncated JPEG or GIF file shows the part that exists,
/// and its status is `.statusUnexpectedEOF`; other truncated files are refused.
///
/// **Differences**: incremental sources are absent, and so are other formats.
public final class CGImageSource: Sendable {
  /// The reader of the file, or the reason why the file was refused.
  package let reader: Result<any ImageReader, ImageError>
  private let fileSize: Int
  /// Whether images keep their pixels, and whether they are decoded at once, unless it is said for
  /// one.
  private let shouldCache: Bool
  private let shouldCacheImmediately: Bool
  /// The decoding errors so far, by the index of the image.
  private let damage = DecodingDamage()

  package init(_ data: Data, _ options: CFDictionary? = nil, limits: ImageLimits = ImageLimits()) {
    do throws(ImageError) {
      guard let format = FileFormat(data) else {
        throw ImageError.unknownType(found: Array(data.prefix(12)))
      }
      reader = .success(try format.reader(data, limits: limits))
    } catch {
      reader = .failure(error)
    }
    fileSize = data.count
    shouldCache = options?.bool(kCGImageSourceShouldCache) ?? true
    shouldCacheImmediately = options?.bool(kCGImageSourceShouldCacheImmediately) ?? false
  }

  fileprivate var sound: (any ImageReader)? {
    try? reader.get()
  }

  /// The picture at `index`, decoded, or the reason why there is none.
  package func image(at index: Int) throws(ImageError) -> CGImage {
    let reader = try reader.get()
    let head = reader.head(of: try reader.checked(index))
    if let wide = try reader.wideImage(of: index) { return wide }
    let pixels = DeferredPixels(try reader.decoded(index))
    return CGImage(pixels, colors: head.colors, type: reader.type, losses: head.losses)
  }

  fileprivate func image(at index: Int, _ options: CFDictionary) -> CGImage? {
    guard let reader = sound, (0..<reader.count).contains(index) else { return nil }
    if options.bool(kCGImageSourceShouldCacheImmediately) ?? shouldCacheImmediately {
      do throws(ImageError) {
        return try image(at: index)
      } catch {
        damage.note(error, index, isShown: false)
        return nil
      }
    }
    // A damaged one comes back as an image without pixels, which says so when it is drawn.
    if let wide = try? reader.wideImage(of: index) { return wide }
    let (head, damage) = (reader.head(of: index), damage)
    let pixels = DeferredPixels(
      width: head.width,
      height: head.height,
      isRetained: options.bool(kCGImageSourceShouldCache) ?? shouldCache
    ) {
      do throws(ImageError) {
        return try reader.decoded(index)
      } catch {
        damage.note(error, index)
        return .transparent(width: head.width, height: head.height)
      }
    }
    return CGImage(pixels, colors: head.colors, type: reader.type, losses: head.losses)
  }

  fileprivate func thumbnail(at index: Int, _ options: CFDictionary) -> CGImage? {
    guard let reader = sound, (0..<reader.count).contains(index),
      options.bool(kCGImageSourceCreateThumbnailFromImageAlways) ?? false
        || options.bool(kCGImageSourceCreateThumbnailFromImageIfAbsent) ?? false
    else { return nil }
    let head = reader.head(of: index)
    let side = options.pixels(kCGImageSourceThumbnailMaxPixelSize)
    let decoded = try? reader.decoded(index, atLeast: side ?? max(head.width, head.height))
    guard let decoded else { return nil }
    let turns = options.bool(kCGImageSourceCreateThumbnailWithTransform) ?? false
    let small = decoded.fitted(side, of: head.width, head.height)
    return CGImage(
      DeferredPixels(small.upright(turns ? head.orientation : .up)),
      colors: head.colors,
      type: reader.type,
      losses: head.losses
    )
  }

  fileprivate var status: CGImageSourceStatus {
    switch reader {
    case .success(let reader): reader.isTruncated ? .statusUnexpectedEOF : .statusComplete
    case .failure(let error): error.status
    }
  }

  fileprivate func status(at index: Int) -> CGImageSourceStatus {
    guard let reader = sound else { return status }
    guard (0..<reader.count).contains(index) else { return .statusInvalidData }
    if let error = damage[index] { return error.status }
    return index == reader.count - 1 ? status : .statusComplete
  }

  fileprivate var properties: CFDictionary? {
    guard let reader = sound else { return nil }
    return Boxing.boxed(reader.properties.merging([kCGImagePropertyFileSize: fileSize]) { $1 })
  }
}

/// The decoding errors of a source's images.
private final class DecodingDamage: Sendable {
  private let errors = Mutex<[Int: ImageError]>([:])

  subscript(index: Int) -> ImageError? { errors.withLock { $0[index] } }

  /// Stores the reason why an image does not decode.
  ///
  /// - Parameter isShown: Whether nothing is shown in its place, which a line on the standard error
  ///   says.
  func note(_ error: ImageError, _ index: Int, isShown: Bool = true) {
    let isNew = errors.withLock { $0.updateValue(error, forKey: index) == nil }
    guard isNew, isShown else { return }
    Diagnostics.report("\(error); nothing is drawn for it", from: "ImageIO")
  }
}

extension PixelStorage {
  /// Returns the picture that is shown in place of one that is damaged.
  fileprivate static func transparent(width: Int, height: Int) -> PixelStorage {
    PixelStorage(width: width, height: height) { target in
      target.initializeMemory(as: UInt8.self, repeating: 0)
      return false
    }
  }
}

// MARK: - Functions

/// A source of the images in `data`; its status says whether they are valid.
public func CGImageSourceCreateWithData(
  _ data: CFData,
  _ options: CFDictionary?
) -> CGImageSource? {
  CGImageSource(data, options)
}

/// A source of the images in a local file, which is read at once; nil if it cannot be read.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
  guard url.isFileURL, let data = try? readBytes(at: url.path) else { return nil }
  return CGImageSource(data, options)
}

/// A source of the images in the bytes of `provider`.
public func CGImageSourceCreateWithDataProvider(
  _ provider: CGDataProvider,
  _ options: CFDictionary?
) -> CGImageSource? {
  provider.data.map { CGImageSource($0, options) }
}

/// The types that sources read, as uniform type identifiers.
public func CGImageSourceCopyTypeIdentifiers() -> [CFString] {
  FileFormat.allCases.map(\.rawValue)
}

/// The type of the data; nil if it is not known.
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? {
  switch isrc.reader {
  case .success(let reader): reader.type
  case .failure(.unknownType), .failure(.png(.notPNG)), .failure(.noSuchFrame): nil
  case .failure(.png): FileFormat.png.rawValue
  case .failure(.truncated(let type, _)), .failure(.corrupt(let type, _, _)),
    .failure(.tooLarge(let type, _, _, _)), .failure(.tooMuchMemory(let type, _, _)),
    .failure(.outOfMemory(let type, _)),
    .failure(.tooManyFrames(let type, _, _)):
    type
  }
}

/// The number of images; 0 if the data are no good.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int {
  isrc.sound?.count ?? 0
}

/// The image to show where only one is shown: the first.
public func CGImageSourceGetPrimaryImageIndex(_ isrc: CGImageSource) -> Int {
  0
}

/// The image at `index`; nil if there is none.
///
/// A picture in colours other than sRGB that its file names by numbers (PNG with cICP, AVIF), and
/// one of floating-point numbers (TIFF), is decoded at once and has all its bits in its own space;
/// see `CGImage.contentHeadroom`. All others have 8 bits in sRGB.
///
/// Those are decoded when they are first drawn, on the thread that draws them; a damaged one is
/// then transparent and no longer complete, which a line on the standard error reports once. With
/// the option `kCGImageSourceShouldCacheImmediately` it is decoded at once, and nil if it is
/// damaged.
/// `kCGImageSourceShouldCache` says whether it keeps its pixels.
public func CGImageSourceCreateImageAtIndex(
  _ isrc: CGImageSource,
  _ index: Int,
  _ options: CFDictionary?
) -> CGImage? {
  isrc.image(at: index, options ?? [:])
}

/// A small version of the image at `index`, decoded at once; nil if there is none or it is damaged.
///
/// Options: `kCGImageSourceCreateThumbnailFromImageAlways` or `…IfAbsent`, one of which must be
/// true; `kCGImageSourceThumbnailMaxPixelSize`; `kCGImageSourceCreateThumbnailWithTransform`. A
/// thumbnail is never larger than the image.
public func CGImageSourceCreateThumbnailAtIndex(
  _ isrc: CGImageSource,
  _ index: Int,
  _ options: CFDictionary?
) -> CGImage? {
  isrc.thumbnail(at: index, options ?? [:])
}

/// Returns whether the data are complete and sound; images are not decoded for that.
public func CGImageSourceGetStatus(_ isrc: CGImageSource) -> CGImageSourceStatus {
  isrc.status
}

/// The status of the image at `index`; where there is none, the data are not valid.
///
/// Of a file that ends too early only the last image may be incomplete. Damage within an image
/// shows when it is decoded.
public func CGImageSourceGetStatusAtIndex(
  _ isrc: CGImageSource,
  _ index: Int
) -> CGImageSourceStatus {
  isrc.status(at: index)
}

/// Returns the properties of the file: its size, and the loop count and the size of an animation.
public func CGImageSourceCopyProperties(
  _ isrc: CGImageSource,
  _ options: CFDictionary?
) -> CFDictionary? {
  isrc.properties
}

/// Returns the properties of the image at `index` that are known without decoding; the keys are
/// `kCGImageProperty…`, and numbers are NSNumbers.
public func CGImageSourceCopyPropertiesAtIndex(
  _ isrc: CGImageSource,
  _ index: Int,
  _ options: CFDictionary?
) -> CFDictionary? {
  guard let reader = isrc.sound, (0..<reader.count).contains(index) else { return nil }
  return Boxing.boxed(reader.properties(of: index))
}
