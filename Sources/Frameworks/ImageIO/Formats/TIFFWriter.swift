// Pictures to TIFF files, by libtiff.
// Licensed under the MIT license; see LICENSE.

import CQuartzTIFF
import CoreGraphics

/// The options of writing a page of a TIFF file.
struct TIFFOptions {
  /// By the numbers of the format: 1 none, 5 LZW, 8 deflate, 32773 runs of bytes.
  var compression = 5
  /// In pixels per inch.
  var density: (x: Int, y: Int)?
  var orientation: CGImagePropertyOrientation?

  /// The compressions that libtiff writes for pictures of all kinds.
  fileprivate static let compressions: Set = [1, 5, 8, 32773]
}

/// A TIFF file that is written page by page; it is in memory until its end.
final class TIFFWriter {
  private let writer: OpaquePointer
  private let count: Int
  private var added = 0

  init(pageCount: Int) throws(EncodingFailure) {
    var message = QuartzTIFFMessage()
    guard let writer = quartz_tiff_writer_create(&message) else {
      throw EncodingFailure(reason: message.string.isEmpty ? "no memory" : message.string)
    }
    self.writer = writer
    count = pageCount
  }

  deinit {
    quartz_tiff_writer_free(writer)
  }

  func add(_ pixels: PixelStorage, _ options: TIFFOptions) throws(EncodingFailure) {
    guard TIFFOptions.compressions.contains(options.compression) else {
      throw EncodingFailure(reason: "compression \(options.compression) is not written")
    }
    let (bytes, components) = pixels.premultipliedSamples
    var message = QuartzTIFFMessage()
    let isDone = bytes.withUnsafeBufferPointer { samples -> Bool in
      guard let start = samples.baseAddress else { return false }
      var page = QuartzTIFFNewPage(
        width: UInt32(pixels.width),
        height: UInt32(pixels.height),
        components: UInt16(components),
        is_float: false,
        compression: UInt16(options.compression),
        orientation: UInt16(options.orientation?.rawValue ?? 1),
        page: UInt16(clamping: added),
        page_count: UInt16(clamping: count),
        x_resolution: Float(options.density?.x ?? 0),
        y_resolution: Float(options.density?.y ?? 0),
        pixels: start,
        row_bytes: pixels.width * components
      )
      return quartz_tiff_writer_add(writer, &page, &message)
    }
    guard isDone else {
      throw EncodingFailure(reason: message.string.isEmpty ? "libtiff failed" : message.string)
    }
    added += 1
  }

  /// Adds a page of floating-point numbers: linear light of sRGB's primaries, premultiplied.
  func add(_ light: LightRows, _ options: TIFFOptions) throws(EncodingFailure) {
    guard TIFFOptions.compressions.contains(options.compression) else {
      throw EncodingFailure(reason: "compression \(options.compression) is not written")
    }
    let (width, height) = (light.width, light.height)
    let pixels = UnsafeMutableBufferPointer<SIMD4<Float>>.allocate(capacity: width * height)
    pixels.initialize(repeating: .zero)
    defer { pixels.deallocate() }
    for y in 0..<height {
      let row = pixels[y * width..<(y + 1) * width]
      light.read(row: y, into: UnsafeMutableBufferPointer(rebasing: row))
    }
    for index in pixels.indices {
      let alpha = pixels[index].w
      pixels[index] *= SIMD4(alpha, alpha, alpha, 1)
    }
    guard let start = UnsafeRawPointer(pixels.baseAddress) else { return }
    var message = QuartzTIFFMessage()
    var page = QuartzTIFFNewPage(
      width: UInt32(width),
      height: UInt32(height),
      components: 4,
      is_float: true,
      compression: UInt16(options.compression),
      orientation: UInt16(options.orientation?.rawValue ?? 1),
      page: UInt16(clamping: added),
      page_count: UInt16(clamping: count),
      x_resolution: Float(options.density?.x ?? 0),
      y_resolution: Float(options.density?.y ?? 0),
      pixels: start.assumingMemoryBound(to: UInt8.self),
      row_bytes: width * 16
    )
    guard quartz_tiff_writer_add(writer, &page, &message) else {
      throw EncodingFailure(reason: message.string.isEmpty ? "libtiff failed" : message.string)
    }
    added += 1
  }

  /// All bytes of the file.
  func finish() throws(EncodingFailure) -> [UInt8] {
    var count = 0
    guard let bytes = quartz_tiff_writer_finish(writer, &count) else {
      throw EncodingFailure(reason: "libtiff did not end the file")
    }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}

extension PixelStorage {
  /// The samples of the picture: grey, R, G, B, or premultiplied R, G, B, A, in rows that touch.
  fileprivate var premultipliedSamples: (bytes: [UInt8], components: Int) {
    let components = componentCount
    let bytes = [UInt8](unsafeUninitializedCapacity: width * height * components) { target, count in
      var next = 0
      // Bounds: each pixel gives `components` bytes.
      for y in 0..<height {
        for x in 0..<width {
          let pixel = (base + y * rowBytes + x * 4).loadUnaligned(as: SIMD4<UInt8>.self)
          for index in 0..<components {
            target[next] = pixel[index]
            next += 1
          }
        }
      }
      count = next
    }
    return (bytes, components)
  }

  /// 1 for opaque grey, 3 for opaque colours, 4 for all others.
  var componentCount: Int {
    var isGray = true
    for y in 0..<height {
      for x in 0..<width {
        let pixel = (base + y * rowBytes + x * 4).loadUnaligned(as: SIMD4<UInt8>.self)
        if pixel.w != 255 { return 4 }
        isGray = isGray && pixel.x == pixel.y && pixel.y == pixel.z
      }
    }
    return isGray ? 1 : 3
  }
}
