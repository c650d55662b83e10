// JPEG files for image sources, read by libjpeg-turbo.
// Licensed under the MIT license; see LICENSE.

import CQuartzJPEG
import CoreGraphics
import Foundation

/// The picture of a JPEG file.
///
/// Rows go from libjpeg-turbo into the final memory, as R, G, B, 255. A profile that is not sRGB's
/// is applied there; inks without one are multiplied: red is cyan's rest times black's.
final class JPEGReader: ImageReader {
  let type = FileFormat.jpeg.rawValue
  private let bytes: Data
  private let limits: ImageLimits
  private let size: (width: Int, height: Int)
  private let colors: QuartzJPEGColors
  private let isProgressive: Bool
  private let hasInvertedInks: Bool
  /// Pixels per inch, from JFIF.
  private let density: (x: Double, y: Double)?
  private let profile: ICCProfile?
  private let exif: ExifData?
  let isTruncated: Bool

  init(_ bytes: Data, limits: ImageLimits) throws(ImageError) {
    self.bytes = bytes
    self.limits = limits
    var head = QuartzJPEGHead()
    var message = QuartzJPEGMessage()
    let isRead = bytes.withUnsafeBytes { memory in
      memory.bindMemory(to: UInt8.self).baseAddress.map {
        quartz_jpeg_read_head($0, memory.count, &head, &message)
      } ?? false
    }
    defer { quartz_jpeg_free_head(&head) }
    isTruncated = !bytes.hasEndOfImage
    guard isRead else {
      if isTruncated { throw .truncated(type: type, bytes: bytes.count) }
      throw .corrupt(type: type, frame: 0, reason: message.string)
    }
    size = (Int(head.width), Int(head.height))
    try limits.check(type, width: size.width, height: size.height, bytesPerPixel: 4)
    colors = head.colors
    isProgressive = head.is_progressive
    hasInvertedInks = head.has_inverted_inks
    density = head.pixelsPerInch
    let model = colors.model
    profile = head.profile.flatMap { ICCProfile(Data(bytes: $0, count: head.profile_count)) }
      .flatMap { $0.model == model ? $0 : nil }
    exif = head.exif.flatMap { ExifData(Data(bytes: $0, count: head.exif_count)) }
  }

  var count: Int { 1 }

  var properties: CFDictionary { [:] }

  func head(of index: Int) -> ImageHead {
    ImageHead(
      width: size.width,
      height: size.height,
      colors: colors == QUARTZ_JPEG_GRAY ? .gray : .opaque,
      orientation: exif?.orientation ?? .up,
      losses: profile.map { $0.isSRGB ? [] : .gamut } ?? []
    )
  }

  func pixels(of index: Int) throws(ImageError) -> PixelStorage {
    try decode(eighths: 8)
  }

  /// libjpeg leaves out frequencies that a smaller picture does not have, which takes less time.
  func pixels(of index: Int, atLeast side: Int) throws(ImageError) -> PixelStorage {
    let longest = max(size.width, size.height)
    let eighths = (1...8).first { (longest * $0 + 7) / 8 >= side } ?? 8
    return try decode(eighths: eighths)
  }

  private func decode(eighths: Int) throws(ImageError) -> PixelStorage {
    let width = (size.width * eighths + 7) / 8
    let height = (size.height * eighths + 7) / 8
    return try PixelStorage(width: width, height: height) { (target) throws(ImageError) in
      guard let start = target.baseAddress else { return true }
      var message = QuartzJPEGMessage()
      var request = QuartzJPEGTarget(
        eighths: UInt32(eighths),
        width: UInt32(width),
        height: UInt32(height),
        pixels: start,
        row_bytes: width * 4,
        memory_limit: max(limits.bytes - target.count, 1),
        scan_limit: UInt32(limits.scans)
      )
      let isDone = bytes.withUnsafeBytes { memory in
        memory.bindMemory(to: UInt8.self).baseAddress.map {
          quartz_jpeg_decode($0, memory.count, &request, &message)
        } ?? false
      }
      guard isDone else { throw .corrupt(type: type, frame: 0, reason: message.string) }
      convert(start, count: width * height)
      return true
    }
  }

  /// Converts libjpeg's output to sRGB.
  private func convert(_ pixels: UnsafeMutableRawPointer, count: Int) {
    if colors == QUARTZ_JPEG_INKS {
      let layout = ICCProfile.Layout.cmyk8(isInverted: hasInvertedInks)
      if profile?.convert(pixels, count: count, layout: layout) ?? false { return }
      multiplyInks(pixels, count: count)
    } else if let profile, !profile.isSRGB {
      if profile.model == .rgb {
        _ = profile.convert(pixels, count: count, layout: .rgba8)
      } else if let table = profile.grayTable(isWide: false) {
        let bytes = UnsafeMutableRawBufferPointer(start: pixels, count: count * 4)
        // Bounds: the table has an entry for each byte.
        for index in bytes.indices where index % 4 != 3 { bytes[index] = table[Int(bytes[index])] }
      }
    }
  }

  private func multiplyInks(_ pixels: UnsafeMutableRawPointer, count: Int) {
    let mask: UInt8 = hasInvertedInks ? 0 : 255
    // Bounds: four bytes a pixel.
    for index in 0..<count {
      let rest = (pixels + index * 4).loadUnaligned(as: SIMD4<UInt8>.self) ^ mask
      let color = SIMD4(
        multiply(rest.x, rest.w),
        multiply(rest.y, rest.w),
        multiply(rest.z, rest.w),
        255
      )
      pixels.storeBytes(of: color, toByteOffset: index * 4, as: SIMD4<UInt8>.self)
    }
  }

  func properties(of index: Int) -> CFDictionary {
    var all = head(of: index).properties
    all[kCGImagePropertyDepth] = 8
    all[kCGImagePropertyHasAlpha] = false
    switch colors {
    case QUARTZ_JPEG_GRAY: all[kCGImagePropertyColorModel] = kCGImagePropertyColorModelGray
    case QUARTZ_JPEG_INKS: all[kCGImagePropertyColorModel] = kCGImagePropertyColorModelCMYK
    default: all[kCGImagePropertyColorModel] = kCGImagePropertyColorModelRGB
    }
    if let density {
      all[kCGImagePropertyDPIWidth] = density.x
      all[kCGImagePropertyDPIHeight] = density.y
    }
    if let profile { all[kCGImagePropertyProfileName] = profile.name }
    all[kCGImagePropertyJFIFDictionary] = [kCGImagePropertyJFIFIsProgressive: isProgressive]
    exif?.add(to: &all)
    return all
  }
}

extension QuartzJPEGColors {
  /// The model that a profile must have to describe such components.
  fileprivate var model: CGColorSpaceModel {
    switch self {
    case QUARTZ_JPEG_GRAY: .monochrome
    case QUARTZ_JPEG_INKS: .cmyk
    default: .rgb
    }
  }
}

extension QuartzJPEGHead {
  fileprivate var pixelsPerInch: (x: Double, y: Double)? {
    guard density_x > 0, density_y > 0 else { return nil }
    switch density_unit {
    case 1: return (Double(density_x), Double(density_y))
    case 2: return (Double(density_x) * 2.54, Double(density_y) * 2.54)
    default: return nil
    }
  }
}

extension QuartzJPEGMessage {
  var string: String {
    withUnsafeBytes(of: text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

extension Data {
  /// Whether the end marker of a JPEG file exists; other bytes may follow it.
  fileprivate var hasEndOfImage: Bool {
    range(of: Data([0xFF, 0xD9]), options: .backwards) != nil
  }
}
