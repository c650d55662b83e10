// TIFF files for image sources, read by libtiff.
// Licensed under the MIT license; see LICENSE.

import CQuartzTIFF
import CoreGraphics
import Foundation
import QuartzSharing
import Synchronization

/// The pages of a TIFF file.
///
/// Integers of more than 8 bits are cut to 8; colour spaces that libtiff knows become RGB.
/// Floating-point numbers are linear light of sRGB's primaries, which may leave 0...1, and are kept
/// as they are; those in tiles or in planes are not read.
final class TIFFReader: ImageReader {
  /// The description of a page, without its pixels.
  fileprivate struct Page: Sendable {
    var facts: ImageHead
    var bits: Int
    var isIndexed: Bool
    var compression: Int
    /// In pixels per inch.
    var resolution: (x: Double, y: Double)?
    var profile: ICCProfile?
    var isFloat: Bool
  }

  let type = FileFormat.tiff.rawValue
  let isTruncated: Bool
  private let pages: [Page]
  private let file: Mutex<TIFFFile>

  init(_ bytes: Data, limits: ImageLimits) throws(ImageError) {
    let type = FileFormat.tiff.rawValue
    let file = try TIFFFile(bytes, limits: limits)
    let count = Int(quartz_tiff_page_count(file.tiff, UInt32(clamping: limits.frames)))
    guard count > 0 else {
      throw .corrupt(type: type, frame: 0, reason: "there are no pages")
    }
    guard count <= limits.frames else {
      throw .tooManyFrames(type: type, found: count, limit: limits.frames)
    }
    var pages: [Page] = []
    var isWhole = true
    for index in 0..<count {
      let page = try file.page(index)
      // The picture, and the part that libtiff unpacks at a time.
      try limits.check(
        type,
        width: Int(clamping: page.width),
        height: Int(clamping: page.height),
        bytesPerPixel: page.is_float ? 24 : 8
      )
      isWhole = isWhole && quartz_tiff_is_whole(file.tiff)
      pages.append(Page(page))
    }
    self.pages = pages
    isTruncated = !isWhole
    self.file = Mutex(file)
  }

  var count: Int { pages.count }

  var properties: CFDictionary { [:] }

  func head(of index: Int) -> ImageHead { pages[index].facts }

  func wideImage(of index: Int) throws(ImageError) -> CGImage? {
    guard pages[index].isFloat else { return nil }
    return try file.withLock { file in
      Result { () throws(ImageError) in try file.floats(index) }
    }.get()
  }

  func pixels(of index: Int) throws(ImageError) -> PixelStorage {
    if let wide = try wideImage(of: index) { return wide.pixelStorage }
    let page = pages[index]
    return try file.withLock { file in
      Result { () throws(ImageError) in try file.pixels(index, page.profile) }
    }.get()
  }

  func properties(of index: Int) -> CFDictionary {
    let page = pages[index]
    var all = page.facts.properties
    var own: CFDictionary = [
      kCGImagePropertyTIFFCompression: page.compression,
      kCGImagePropertyTIFFOrientation: page.facts.orientation.rawValue,
    ]
    all[kCGImagePropertyDepth] = page.bits
    all[kCGImagePropertyHasAlpha] = page.facts.colors == .translucent
    all[kCGImagePropertyIsIndexed] = page.isIndexed
    all[kCGImagePropertyColorModel] =
      page.facts.colors == .gray ? kCGImagePropertyColorModelGray : kCGImagePropertyColorModelRGB
    all[kCGImagePropertyOrientation] = page.facts.orientation.rawValue
    if let profile = page.profile { all[kCGImagePropertyProfileName] = profile.name }
    if let resolution = page.resolution {
      all[kCGImagePropertyDPIWidth] = resolution.x
      all[kCGImagePropertyDPIHeight] = resolution.y
      own[kCGImagePropertyTIFFXResolution] = resolution.x
      own[kCGImagePropertyTIFFYResolution] = resolution.y
      own[kCGImagePropertyTIFFResolutionUnit] = 2
    }
    all[kCGImagePropertyTIFFDictionary] = own
    return all
  }
}

extension TIFFReader.Page {
  fileprivate init(_ page: QuartzTIFFPage) {
    // 0 and 1 are white or black for 0, 3 is a table of colours.
    let isGray = page.photometric < 2
    let orientation = CGImagePropertyOrientation(rawValue: UInt32(page.orientation)) ?? .up
    facts = ImageHead(
      width: Int(page.width),
      height: Int(page.height),
      colors: page.has_alpha ? .translucent : isGray ? .gray : .opaque,
      orientation: orientation
    )
    bits = Int(page.bits_per_sample)
    isIndexed = page.photometric == 3
    compression = Int(page.compression)
    let (x, y) = (Double(page.x_resolution), Double(page.y_resolution))
    resolution = x > 0 && y > 0 && x.isFinite && y.isFinite ? (x, y) : nil
    let data = page.profile.map { Data(bytes: $0, count: page.profile_count) }
    // libtiff makes RGB of all that it shows.
    let found = isGray || page.photometric == 5 ? nil : data.flatMap { ICCProfile($0) }
    profile = found.flatMap { $0.model == .rgb ? $0 : nil }
    isFloat = page.is_float
    if bits > 8 { facts.losses.insert(isFloat ? .range : .depth) }
    if let profile, !profile.isSRGB { facts.losses.insert(.gamut) }
  }
}

/// An open file of libtiff and the bytes that it reads.
private final class TIFFFile: Sendable {
  // The owner of the object uses it on one thread at a time.
  private let sharedTiff: SharedPointer<OpaquePointer>
  var tiff: OpaquePointer { sharedTiff.value }
  /// The bytes that libtiff reads; bytes of `Data` have no stable address.
  // Nobody writes to them, and they live as long.
  private let sharedBytes: SharedPointer<UnsafeMutableBufferPointer<UInt8>>
  private var bytes: UnsafeMutableBufferPointer<UInt8> { sharedBytes.value }

  init(_ data: Data, limits: ImageLimits) throws(ImageError) {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(data.count, 1))
    _ = bytes.initialize(from: data)
    var message = QuartzTIFFMessage()
    guard let start = bytes.baseAddress,
      let opened = quartz_tiff_open(start, data.count, limits.bytes, &message)
    else {
      bytes.deallocate()
      let type = FileFormat.tiff.rawValue
      // The head is eight bytes, or sixteen of a large file.
      if data.count < 16 { throw .truncated(type: type, bytes: data.count) }
      throw .corrupt(type: type, frame: 0, reason: message.string)
    }
    sharedBytes = SharedPointer(bytes)
    sharedTiff = SharedPointer(opened)
  }

  func page(_ index: Int) throws(ImageError) -> QuartzTIFFPage {
    var page = QuartzTIFFPage()
    guard quartz_tiff_go_to_page(tiff, UInt32(index), &page) else {
      throw .corrupt(
        type: FileFormat.tiff.rawValue,
        frame: index,
        reason: "the page is damaged, or the file ends before it"
      )
    }
    return page
  }

  func pixels(_ index: Int, _ profile: ICCProfile?) throws(ImageError) -> PixelStorage {
    var page = try page(index)
    let (width, height) = (Int(page.width), Int(page.height))
    return try PixelStorage(width: width, height: height) { (target) throws(ImageError) in
      target.initializeMemory(as: UInt8.self, repeating: 0)
      var message = QuartzTIFFMessage()
      // Bounds: the target has four bytes for each pixel of the page, whose size was looked at
      // before.
      guard let words = target.bindMemory(to: UInt32.self).baseAddress,
        quartz_tiff_decode(tiff, &page, words, &message)
      else {
        throw .corrupt(
          type: FileFormat.tiff.rawValue,
          frame: index,
          reason: message.string.isEmpty ? "data are damaged" : message.string
        )
      }
      if let profile, !profile.isSRGB, !page.has_alpha {
        _ = profile.convert(UnsafeMutableRawPointer(words), count: width * height, layout: .rgba8)
      }
      return !page.has_alpha
    }
  }

  /// The page at `index`, of floating-point numbers.
  func floats(_ index: Int) throws(ImageError) -> CGImage {
    var page = try page(index)
    let (width, height) = (Int(page.width), Int(page.height))
    let pixels = UnsafeMutableBufferPointer<Float>.allocate(capacity: width * height * 4)
    pixels.initialize(repeating: 0)
    var message = QuartzTIFFMessage()
    // Bounds: four numbers for each pixel of the page, whose size was looked at before.
    guard let start = pixels.baseAddress,
      quartz_tiff_decode_floats(tiff, &page, start, &message),
      let space = CGColorSpace(name: CGColorSpace.extendedLinearSRGB)
    else {
      pixels.deallocate()
      throw .corrupt(
        type: FileFormat.tiff.rawValue,
        frame: index,
        reason: message.string.isEmpty ? "data are damaged" : message.string
      )
    }
    let data = Data(
      bytesNoCopy: start,
      count: width * height * 16,
      deallocator: .custom { memory, _ in memory.deallocate() }
    )
    return CGImage(
      samples: data,
      size: (width, height),
      .floats,
      space: space,
      alpha: !page.has_alpha ? .noneSkipLast : page.is_premultiplied ? .premultipliedLast : .last,
      tags: (FileFormat.tiff.rawValue, 0)
    )
  }

  deinit {
    quartz_tiff_close(tiff)
    bytes.deallocate()
  }
}

extension QuartzTIFFMessage {
  var string: String {
    withUnsafeBytes(of: text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
