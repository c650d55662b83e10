// JPEG 2000 files for image sources, read by OpenJPEG.
// Licensed under the MIT license; see LICENSE.

import CQuartzJPEG2000
import CoreGraphics
import Foundation

/// The picture of a JPEG 2000 file, or of a bare codestream.
final class JPEG2000Reader: ImageReader {
  let type = FileFormat.jpeg2000.rawValue
  private let bytes: Data
  private let facts: QuartzJPEG2000Head

  init(_ bytes: Data, limits: ImageLimits) throws(ImageError) {
    let type = FileFormat.jpeg2000.rawValue
    var head = QuartzJPEG2000Head()
    var message = QuartzJPEG2000Message()
    let isRead = bytes.withUnsafeBytes { memory in
      memory.bindMemory(to: UInt8.self).baseAddress.map {
        quartz_jpeg2000_read_head($0, memory.count, &head, &message)
      } ?? false
    }
    guard isRead, head.components > 0 else {
      // OpenJPEG does not distinguish short headers from wrong ones; no header is as long as this.
      if bytes.count < 128 { throw .truncated(type: type, bytes: bytes.count) }
      let reason = message.string.isEmpty ? "the head is damaged" : message.string
      throw .corrupt(type: type, frame: 0, reason: reason)
    }
    // OpenJPEG keeps 32 bits for each component, twice while it decodes.
    let (count, isTooMuch) = Int(head.components).multipliedReportingOverflow(by: 8)
    try limits.check(
      type,
      width: Int(head.width),
      height: Int(head.height),
      bytesPerPixel: isTooMuch ? Int(Int32.max) : min(count, Int(Int32.max)) + 4
    )
    self.bytes = bytes
    facts = head
  }

  var count: Int { 1 }

  /// A file that ends too early does not decode.
  var isTruncated: Bool { false }

  var properties: CFDictionary { [:] }

  private var hasAlpha: Bool { facts.components == 2 || facts.components >= 4 }

  func head(of index: Int) -> ImageHead {
    ImageHead(
      width: Int(facts.width),
      height: Int(facts.height),
      // A table of colours makes more components of one.
      colors: hasAlpha || facts.components < 3 ? .translucent : .opaque,
      losses: facts.bits > 8 ? .depth : []
    )
  }

  func pixels(of index: Int) throws(ImageError) -> PixelStorage {
    let (width, height) = (Int(facts.width), Int(facts.height))
    return try PixelStorage(width: width, height: height) { (target) throws(ImageError) in
      guard let start = target.baseAddress else { return true }
      var (facts, message) = (facts, QuartzJPEG2000Message())
      var profile: UnsafeMutablePointer<UInt8>?
      var profileCount = 0
      let isDone = bytes.withUnsafeBytes { memory in
        memory.bindMemory(to: UInt8.self).baseAddress.map {
          quartz_jpeg2000_decode(
            $0,
            memory.count,
            &facts,
            start.assumingMemoryBound(to: UInt8.self),
            &profile,
            &profileCount,
            &message
          )
        } ?? false
      }
      defer { quartz_jpeg2000_free(profile) }
      guard isDone else {
        let reason = message.string.isEmpty ? "data are damaged" : message.string
        throw .corrupt(type: type, frame: index, reason: reason)
      }
      let colors = profile.flatMap { ICCProfile(Data(bytes: $0, count: profileCount)) }
      if let colors, colors.model == .rgb, !colors.isSRGB {
        _ = colors.convert(start, count: width * height, layout: .rgba8)
      }
      return premultiply(target)
    }
  }

  func properties(of index: Int) -> CFDictionary {
    var all = head(of: index).properties
    all[kCGImagePropertyDepth] = Int(facts.bits)
    all[kCGImagePropertyHasAlpha] = hasAlpha
    all[kCGImagePropertyColorModel] =
      facts.components < 3 ? kCGImagePropertyColorModelGray : kCGImagePropertyColorModelRGB
    return all
  }
}

extension QuartzJPEG2000Message {
  var string: String {
    withUnsafeBytes(of: text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
