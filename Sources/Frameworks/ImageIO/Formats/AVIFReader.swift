// AVIF files for image sources, read by libavif.
// Licensed under the MIT license; see LICENSE.

import CQuartzAVIF
import CoreGraphics
import Foundation
import QuartzSharing
import Synchronization

/// The pictures of an AVIF file.
///
/// Colours are those of the file's numbers; without numbers that are known they are those of its
/// ICC profile, and without one of sRGB. A gain map in the file is not read.
final class AVIFReader: ImageReader {
  let type = FileFormat.avif.rawValue
  private let facts: AVIFFacts
  private let profile: ICCProfile?
  private let exif: ExifData?
  private let limits: ImageLimits
  private let file: Mutex<AVIFFile>

  init(_ bytes: Data, limits: ImageLimits) throws(ImageError) {
    let (file, head) = try AVIFFile.open(bytes, limits: limits)
    facts = AVIFFacts(head)
    try limits.check(
      type,
      width: facts.width,
      height: facts.height,
      bytesPerPixel: Self.pixelBytes
    )
    guard facts.count > 0 else {
      throw .corrupt(type: type, frame: 0, reason: "there are no pictures")
    }
    let found = head.profile.flatMap { ICCProfile(Data(bytes: $0, count: head.profile_count)) }
    let hasColors = facts.colors.space != nil
    profile = hasColors ? nil : found.flatMap { $0.model == .rgb ? $0 : nil }
    exif = head.exif.flatMap { ExifData(Data(bytes: $0, count: head.exif_count)) }
    self.limits = limits
    self.file = Mutex(file)
  }

  /// The most bytes of a pixel: planes of the decoder and its references, and four numbers of 16
  /// bits.
  private static let pixelBytes = 24

  var count: Int { facts.count }

  /// A file that ends too early is refused as a whole.
  var isTruncated: Bool { false }

  /// The space of pictures that are not of sRGB with 8 bits; nil for those.
  private var wideSpace: CGColorSpace? {
    guard profile == nil else { return nil }
    let space = facts.colors.space ?? .sRGBSpace
    return facts.depth > 8 || space != .sRGBSpace ? space : nil
  }

  func head(of index: Int) -> ImageHead {
    var head = ImageHead(
      width: facts.width,
      height: facts.height,
      colors: facts.hasAlpha ? .translucent : .opaque,
      orientation: facts.orientation
    )
    if facts.depth > 8 { head.losses.insert(.depth) }
    if profile.map({ !$0.isSRGB }) ?? (wideSpace?.isWideGamutRGB ?? false) {
      head.losses.insert(.gamut)
    }
    return head
  }

  func wideImage(of index: Int) throws(ImageError) -> CGImage? {
    guard let space = wideSpace else { return nil }
    let (width, height) = (facts.width, facts.height)
    let bytes = UnsafeMutableRawBufferPointer.allocate(
      byteCount: width * height * 8,
      alignment: 16
    )
    do {
      try decode(index, into: bytes, isWide: true)
    } catch {
      bytes.deallocate()
      throw error
    }
    guard let start = bytes.baseAddress else { return nil }
    let data = Data(
      bytesNoCopy: start,
      count: bytes.count,
      deallocator: .custom { memory, _ in memory.deallocate() }
    )
    return CGImage(
      samples: data,
      size: (width, height),
      .integers16,
      space: space,
      alpha: !facts.hasAlpha ? .noneSkipLast : facts.isPremultiplied ? .premultipliedLast : .last,
      tags: (type, 0)
    )
  }

  func pixels(of index: Int) throws(ImageError) -> PixelStorage {
    if let wide = try wideImage(of: index) { return wide.pixelStorage }
    return try PixelStorage(width: facts.width, height: facts.height) {
      (target) throws(ImageError) in
      try decode(index, into: target, isWide: false)
      if let profile, !profile.isSRGB, !facts.isPremultiplied, let start = target.baseAddress {
        _ = profile.convert(start, count: facts.width * facts.height, layout: .rgba8)
      }
      guard facts.hasAlpha else { return true }
      if facts.isPremultiplied { holdColors(target) }
      return facts.isPremultiplied ? false : premultiply(target)
    }
  }

  /// Brings colours that exceed their alpha down to it.
  private func holdColors(_ pixels: UnsafeMutableRawBufferPointer) {
    // Bounds: four bytes a pixel.
    for start in stride(from: 0, to: pixels.count, by: 4) {
      let alpha = pixels[start + 3]
      for index in start..<start + 3 { pixels[index] = min(pixels[index], alpha) }
    }
  }

  private func decode(
    _ index: Int,
    into target: UnsafeMutableRawBufferPointer,
    isWide: Bool
  ) throws(ImageError) {
    let rowBytes = facts.width * (isWide ? 8 : 4)
    try file.withLock { file in
      Result { () throws(ImageError) in
        try file.decode(index, into: target, rowBytes: rowBytes, isWide: isWide)
      }
    }.get()
  }

  var properties: CFDictionary { [:] }

  func properties(of index: Int) -> CFDictionary {
    var all = head(of: index).properties
    all[kCGImagePropertyDepth] = facts.depth
    all[kCGImagePropertyHasAlpha] = facts.hasAlpha
    all[kCGImagePropertyColorModel] = kCGImagePropertyColorModelRGB
    if let profile { all[kCGImagePropertyProfileName] = profile.name }
    exif?.add(to: &all)
    // The turn is said by the file itself; that of Exif is to be passed over.
    all[kCGImagePropertyOrientation] = facts.orientation.rawValue
    return all
  }
}

/// The header of a file, without pointers.
private struct AVIFFacts: Sendable {
  let width: Int
  let height: Int
  let count: Int
  let depth: Int
  let hasAlpha: Bool
  let isPremultiplied: Bool
  let colors: CodedColors
  let orientation: CGImagePropertyOrientation

  init(_ head: QuartzAVIFHead) {
    (width, height, count) = (Int(head.width), Int(head.height), Int(head.frame_count))
    depth = Int(head.depth)
    hasAlpha = head.has_alpha
    isPremultiplied = head.is_premultiplied && head.has_alpha
    // 2 is for unknown; pictures without numbers are of sRGB.
    colors = CodedColors(
      primaries: head.primaries == 2 ? 1 : Int(head.primaries),
      transfer: head.transfer == 2 ? 13 : Int(head.transfer)
    )
    // Quarter turns against the clock, then the mirror, as Exif counts them.
    let plain: [CGImagePropertyOrientation] = [.up, .left, .down, .right]
    let upsideDown: [CGImagePropertyOrientation] = [
      .downMirrored, .leftMirrored, .upMirrored, .rightMirrored,
    ]
    let swapped: [CGImagePropertyOrientation] = [
      .upMirrored, .rightMirrored, .downMirrored, .leftMirrored,
    ]
    let turns = Int(head.turns & 3)
    orientation =
      head.mirror == 0 ? plain[turns] : head.mirror == 1 ? upsideDown[turns] : swapped[turns]
  }
}

/// An open file of libavif and the bytes that it reads.
private final class AVIFFile: Sendable {
  // The owner of the object uses it on one thread at a time.
  private let sharedFile: SharedPointer<OpaquePointer>
  private var file: OpaquePointer { sharedFile.value }
  // Nobody writes to them, and they live as long; bytes of `Data` have no stable address.
  private let sharedBytes: SharedPointer<UnsafeMutableBufferPointer<UInt8>>

  private init(_ file: OpaquePointer, _ bytes: UnsafeMutableBufferPointer<UInt8>) {
    sharedFile = SharedPointer(file)
    sharedBytes = SharedPointer(bytes)
  }

  /// The file, and its header, whose pointers live as long as the file.
  static func open(
    _ data: Data,
    limits: ImageLimits
  ) throws(ImageError) -> (AVIFFile, QuartzAVIFHead) {
    let type = FileFormat.avif.rawValue
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(data.count, 1))
    _ = bytes.initialize(from: data)
    var (head, message) = (QuartzAVIFHead(), QuartzAVIFMessage())
    // libavif has an area of its own that it goes no further than.
    let area = min(limits.bytes / 4, limits.side * limits.side, 16384 * 16384)
    let own = QuartzAVIFLimits(
      side: UInt32(clamping: limits.side),
      area: UInt32(clamping: area),
      frames: UInt32(clamping: limits.frames)
    )
    guard let start = bytes.baseAddress,
      let opened = quartz_avif_open(start, data.count, own, &head, &message)
    else {
      bytes.deallocate()
      if message.is_truncated || data.count < 32 { throw .truncated(type: type, bytes: data.count) }
      throw .corrupt(type: type, frame: 0, reason: message.string)
    }
    return (AVIFFile(opened, bytes), head)
  }

  func decode(
    _ index: Int,
    into target: UnsafeMutableRawBufferPointer,
    rowBytes: Int,
    isWide: Bool
  ) throws(ImageError) {
    var message = QuartzAVIFMessage()
    // Bounds: the target has rows for the size of the header, which libavif's pictures must have.
    guard let start = target.baseAddress,
      quartz_avif_decode(file, UInt32(index), start, rowBytes, isWide, &message)
    else {
      throw .corrupt(type: FileFormat.avif.rawValue, frame: index, reason: message.string)
    }
  }

  deinit {
    quartz_avif_close(file)
    sharedBytes.value.deallocate()
  }
}

extension QuartzAVIFMessage {
  var string: String {
    withUnsafeBytes(of: text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
