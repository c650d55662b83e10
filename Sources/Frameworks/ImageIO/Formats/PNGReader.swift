// PNG and APNG files for image sources; CoreGraphics reads them.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Synchronization

/// The pictures of a PNG file.
final class PNGReader: ImageReader {
  private let file: PNGFile
  private let exif: ExifData?
  /// Pictures of an animation are decoded one at a time, and fastest in their order.
  private let canvas: Mutex<PNGCanvas>

  let type = FileFormat.png.rawValue

  init(_ bytes: Data, limits: ImageLimits) throws(ImageError) {
    do {
      file = try PNGFile(bytes, limits: limits)
    } catch {
      throw .png(error)
    }
    canvas = Mutex(PNGCanvas(file))
    exif = file.exif.flatMap(ExifData.init)
  }

  var count: Int { file.frames.count }

  /// A file that ends too early is refused as a whole.
  var isTruncated: Bool { false }

  func head(of index: Int) -> ImageHead {
    // Bit 1 of the colour type stands for colour.
    let isGray = file.header.colorType & 2 == 0
    return ImageHead(
      width: file.header.width,
      height: file.header.height,
      colors: file.hasAlpha || file.isAnimated ? .translucent : isGray ? .gray : .opaque,
      orientation: exif?.orientation ?? .up,
      losses: file.losses
    )
  }

  func pixels(of index: Int) throws(ImageError) -> PixelStorage {
    let result = canvas.withLock { canvas in
      Result { () throws(PNGError) in try canvas.pixels(at: index) }
    }
    do {
      return try result.get()
    } catch {
      throw .png(error)
    }
  }

  func wideImage(of index: Int) throws(ImageError) -> CGImage? {
    guard !file.isAnimated, file.codedSpace != nil else { return nil }
    do {
      return try file.image()
    } catch {
      throw .png(error)
    }
  }

  var properties: CFDictionary {
    guard file.isAnimated else { return [:] }
    return [
      kCGImagePropertyPNGDictionary: [
        kCGImagePropertyAPNGLoopCount: file.loopCount,
        kCGImagePropertyAPNGCanvasPixelWidth: file.header.width,
        kCGImagePropertyAPNGCanvasPixelHeight: file.header.height,
      ]
    ]
  }

  func properties(of index: Int) -> CFDictionary {
    let header = file.header
    var own: CFDictionary = [kCGImagePropertyPNGInterlaceType: header.isInterlaced ? 1 : 0]
    var all = head(of: index).properties
    all[kCGImagePropertyDepth] = header.bitDepth
    all[kCGImagePropertyHasAlpha] = file.hasAlpha
    all[kCGImagePropertyIsIndexed] = header.colorType == 3
    all[kCGImagePropertyColorModel] =
      header.colorType & 2 != 0 ? kCGImagePropertyColorModelRGB : kCGImagePropertyColorModelGray
    if let resolution = file.pixelsPerMetre {
      own[kCGImagePropertyPNGXPixelsPerMeter] = resolution.width
      own[kCGImagePropertyPNGYPixelsPerMeter] = resolution.height
      all[kCGImagePropertyDPIWidth] = Double(resolution.width) * metresPerInch
      all[kCGImagePropertyDPIHeight] = Double(resolution.height) * metresPerInch
    }
    if let gamma = file.gamma { own[kCGImagePropertyPNGGamma] = gamma }
    if file.isAnimated {
      own[kCGImagePropertyAPNGDelayTime] = file.frames[index].delay
      own[kCGImagePropertyAPNGUnclampedDelayTime] = file.frames[index].delay
    }
    if let profile = file.profile { all[kCGImagePropertyProfileName] = profile.name }
    all[kCGImagePropertyPNGDictionary] = own
    exif?.add(to: &all)
    return all
  }
}

extension ImageHead {
  /// The properties that all formats have.
  var properties: CFDictionary {
    [kCGImagePropertyPixelWidth: width, kCGImagePropertyPixelHeight: height]
  }
}
