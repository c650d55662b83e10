// Images from files and data.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import Foundation
import Synchronization

/// How far an image source got.
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
  /// All is there.
  case statusComplete = 0
}

/// The images of a file or of data, and what is known about them.
///
/// PNG is read, with animations (APNG): the images of an animation are whole pictures, as they are
/// shown. Colours are sRGB; a file's gAMA is evaluated, ICC profiles are not. A source may be used
/// from any thread; it decodes one image at a time, and animations fastest in their order.
///
/// ```swift
/// let source = CGImageSourceCreateWithURL(url as CFURL, nil)
/// let image = source.flatMap { CGImageSourceCreateImageAtIndex($0, 0, nil) }
/// ```
///
/// **Differences**: types other than PNG, incremental sources and thumbnails are absent. Options are
/// not looked at: there are none here that change what is read.
public final class CGImageSource: Sendable {
  /// The structure of the file, or why it was refused.
  package let file: Result<PNGFile, PNGError>
  private let canvas: Mutex<PNGCanvas?>

  fileprivate init(_ data: Data) {
    do {
      let file = try PNGFile(data)
      self.file = .success(file)
      canvas = Mutex(PNGCanvas(file))
    } catch {
      file = .failure(error)
      canvas = Mutex(nil)
    }
  }

  fileprivate var png: PNGFile? {
    try? file.get()
  }

  /// The picture at `index`, or why there is none.
  package func image(at index: Int) throws(PNGError) -> CGImage {
    _ = try file.get()
    let result = canvas.withLock { canvas -> Result<CGImage, PNGError>? in
      do throws(PNGError) {
        return try (canvas?.image(at: index)).map(Result.success)
      } catch {
        return .failure(error)
      }
    }
    guard let result else { preconditionFailure("a file that was read has a canvas") }
    return try result.get()
  }
}

/// A source of the images in `data`; its status says whether they are any good.
public func CGImageSourceCreateWithData(
  _ data: CFData,
  _ options: CFDictionary?
) -> CGImageSource? {
  CGImageSource(data)
}

/// A source of the images in a local file, which is read at once; nil if it cannot be read.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
  guard url.isFileURL, let data = try? readBytes(at: url.path) else { return nil }
  return CGImageSource(data)
}

/// A source of the images in the bytes of `provider`.
public func CGImageSourceCreateWithDataProvider(
  _ provider: CGDataProvider,
  _ options: CFDictionary?
) -> CGImageSource? {
  provider.data.map(CGImageSource.init)
}

/// The types that sources read, as uniform type identifiers: `public.png`.
public func CGImageSourceCopyTypeIdentifiers() -> [CFString] {
  [pngType]
}

/// The type of the data, `public.png`; nil if it is not known.
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? {
  switch isrc.file {
  case .success: pngType
  case .failure(.notPNG): nil
  case .failure: pngType
  }
}

/// The number of images; 0 if the data are no good.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int {
  isrc.png?.frames.count ?? 0
}

/// The image to show where only one is shown: the first.
public func CGImageSourceGetPrimaryImageIndex(_ isrc: CGImageSource) -> Int {
  0
}

/// The image at `index`, decoded; nil if there is none or it is damaged.
public func CGImageSourceCreateImageAtIndex(
  _ isrc: CGImageSource,
  _ index: Int,
  _ options: CFDictionary?
) -> CGImage? {
  try? isrc.image(at: index)
}

/// Whether the data are complete and sound, as far as that shows without decoding images.
public func CGImageSourceGetStatus(_ isrc: CGImageSource) -> CGImageSourceStatus {
  switch isrc.file {
  case .success: .statusComplete
  case .failure(.notPNG): .statusUnknownType
  case .failure(.truncated): .statusUnexpectedEOF
  case .failure: .statusInvalidData
  }
}

/// The status of the image at `index`; where there is none, the data are not valid.
public func CGImageSourceGetStatusAtIndex(
  _ isrc: CGImageSource,
  _ index: Int
) -> CGImageSourceStatus {
  let status = CGImageSourceGetStatus(isrc)
  guard status == .statusComplete else { return status }
  return (0..<CGImageSourceGetCount(isrc)).contains(index) ? .statusComplete : .statusInvalidData
}

/// What holds for all of the file: of an animation, how often it plays and how large it is.
public func CGImageSourceCopyProperties(
  _ isrc: CGImageSource,
  _ options: CFDictionary?
) -> CFDictionary? {
  guard let png = isrc.png else { return nil }
  guard png.isAnimated else { return [:] }
  return [
    kCGImagePropertyPNGDictionary: [
      kCGImagePropertyAPNGLoopCount: png.loopCount,
      kCGImagePropertyAPNGCanvasPixelWidth: png.header.width,
      kCGImagePropertyAPNGCanvasPixelHeight: png.header.height,
    ]
  ]
}

/// What is known of the image at `index` without decoding it; the keys are `kCGImageProperty…`.
public func CGImageSourceCopyPropertiesAtIndex(
  _ isrc: CGImageSource,
  _ index: Int,
  _ options: CFDictionary?
) -> CFDictionary? {
  guard let png = isrc.png, png.frames.indices.contains(index) else { return nil }
  let header = png.header
  var own: CFDictionary = [kCGImagePropertyPNGInterlaceType: header.isInterlaced ? 1 : 0]
  var all: CFDictionary = [
    kCGImagePropertyPixelWidth: header.width,
    kCGImagePropertyPixelHeight: header.height,
    kCGImagePropertyDepth: header.bitDepth,
    kCGImagePropertyHasAlpha: png.hasAlpha,
    kCGImagePropertyIsIndexed: header.colorType == 3,
    // Bit 1 of the colour type stands for colour.
    kCGImagePropertyColorModel: header.colorType & 2 != 0
      ? kCGImagePropertyColorModelRGB : kCGImagePropertyColorModelGray,
  ]
  if let resolution = png.pixelsPerMetre {
    own[kCGImagePropertyPNGXPixelsPerMeter] = resolution.width
    own[kCGImagePropertyPNGYPixelsPerMeter] = resolution.height
    all[kCGImagePropertyDPIWidth] = Double(resolution.width) * metresPerInch
    all[kCGImagePropertyDPIHeight] = Double(resolution.height) * metresPerInch
  }
  if let gamma = png.gamma { own[kCGImagePropertyPNGGamma] = gamma }
  if png.isAnimated {
    own[kCGImagePropertyAPNGDelayTime] = png.frames[index].delay
    own[kCGImagePropertyAPNGUnclampedDelayTime] = png.frames[index].delay
  }
  all[kCGImagePropertyPNGDictionary] = own
  return all
}

/// 25.4 mm, by definition.
let metresPerInch = 0.0254
