// WebP files for image sources, read by libwebp.
// Licensed under the MIT license; see LICENSE.

import CQuartzWebP
import CoreGraphics
import Foundation
import QuartzSharing
import Synchronization

/// The pictures of a WebP file, each whole, as it is shown.
final class WebPReader: ImageReader {
  let type = FileFormat.webP.rawValue
  private let bytes: Data
  private let head: QuartzWebPFacts
  /// In seconds.
  private let delays: [Double]
  private let profile: ICCProfile?
  private let exif: ExifData?
  private let player = Mutex<WebPPlayer?>(nil)

  init(_ bytes: Data, limits: ImageLimits) throws(ImageError) {
    let type = FileFormat.webP.rawValue
    self.bytes = bytes
    var head = QuartzWebPHead()
    var parts: (profile: Data?, exif: Data?) = (nil, nil)
    let state = bytes.withUnsafeBytes { memory -> QuartzWebPState in
      guard let start = memory.bindMemory(to: UInt8.self).baseAddress else {
        return QUARTZ_WEBP_TRUNCATED
      }
      let state = quartz_webp_read_head(start, memory.count, &head)
      // The chunks lie in the file, whose address is right only here.
      parts.profile = head.profile.map { Data(bytes: $0, count: head.profile_count) }
      parts.exif = head.exif.map { Data(bytes: $0, count: head.exif_count) }
      return state
    }
    switch state {
    case QUARTZ_WEBP_COMPLETE: break
    case QUARTZ_WEBP_TRUNCATED: throw .truncated(type: type, bytes: bytes.count)
    default: throw .corrupt(type: type, frame: 0, reason: "the structure is damaged")
    }
    guard head.frame_count > 0 else {
      throw .corrupt(type: type, frame: 0, reason: "there are no frames")
    }
    guard Int(head.frame_count) <= limits.frames else {
      throw .tooManyFrames(type: type, found: Int(head.frame_count), limit: limits.frames)
    }
    self.head = QuartzWebPFacts(head)
    try limits.check(
      type,
      width: self.head.width,
      height: self.head.height,
      // The picture; libwebp's own copy; for an animation two canvases and a frame.
      bytesPerPixel: head.is_animated ? 20 : 8
    )
    var times = [Int32](repeating: 0, count: Int(head.frame_count))
    bytes.withUnsafeBytes { memory in
      guard let start = memory.bindMemory(to: UInt8.self).baseAddress else { return }
      quartz_webp_read_durations(start, memory.count, &times, head.frame_count)
    }
    delays = times.map { Double($0) / 1000 }
    profile = parts.profile.flatMap { ICCProfile($0) }.flatMap { $0.model == .rgb ? $0 : nil }
    exif = parts.exif.flatMap { ExifData($0.withoutExifName) }
  }

  var count: Int { delays.count }

  /// A file that ends too early is refused as a whole.
  var isTruncated: Bool { false }

  func head(of index: Int) -> ImageHead {
    ImageHead(
      width: head.width,
      height: head.height,
      colors: head.hasAlpha || head.isAnimated ? .translucent : .opaque,
      orientation: exif?.orientation ?? .up,
      losses: profile.map { $0.isSRGB ? [] : .gamut } ?? []
    )
  }

  func pixels(of index: Int) throws(ImageError) -> PixelStorage {
    let (width, height) = (head.width, head.height)
    return try PixelStorage(width: width, height: height) { (target) throws(ImageError) in
      guard let start = target.baseAddress else { return true }
      if head.isAnimated {
        try copyFrame(index, to: target)
      } else {
        let isDone = bytes.withUnsafeBytes { memory in
          memory.bindMemory(to: UInt8.self).baseAddress.map {
            quartz_webp_decode(
              $0,
              memory.count,
              start.assumingMemoryBound(to: UInt8.self),
              width * 4,
              UInt32(height)
            )
          } ?? false
        }
        guard isDone else { throw .corrupt(type: type, frame: index, reason: "data are damaged") }
      }
      if let profile, !profile.isSRGB {
        _ = profile.convert(start, count: width * height, layout: .rgba8)
      }
      return premultiply(target)
    }
  }

  private func copyFrame(
    _ index: Int,
    to target: UnsafeMutableRawBufferPointer
  ) throws(ImageError) {
    let isDone = player.withLock { player in
      if player == nil || (player?.next ?? 0) > index { player = WebPPlayer(bytes) }
      let isDone = player?.copy(index, to: target) ?? false
      if !isDone { player = nil }
      return isDone
    }
    guard isDone else { throw .corrupt(type: type, frame: index, reason: "a frame is damaged") }
  }

  var properties: CFDictionary {
    guard head.isAnimated else { return [:] }
    return [
      kCGImagePropertyWebPDictionary: [
        kCGImagePropertyWebPLoopCount: head.loopCount,
        kCGImagePropertyWebPCanvasPixelWidth: head.width,
        kCGImagePropertyWebPCanvasPixelHeight: head.height,
      ]
    ]
  }

  func properties(of index: Int) -> CFDictionary {
    var all = head(of: index).properties
    all[kCGImagePropertyDepth] = 8
    all[kCGImagePropertyHasAlpha] = head.hasAlpha
    all[kCGImagePropertyColorModel] = kCGImagePropertyColorModelRGB
    if let profile { all[kCGImagePropertyProfileName] = profile.name }
    if head.isAnimated {
      all[kCGImagePropertyWebPDictionary] = [
        kCGImagePropertyWebPDelayTime: delays[index].atLeastShown,
        kCGImagePropertyWebPUnclampedDelayTime: delays[index],
      ]
    }
    exif?.add(to: &all)
    return all
  }
}

/// The header of a file, without pointers.
private struct QuartzWebPFacts: Sendable {
  let width: Int
  let height: Int
  let loopCount: Int
  let isAnimated: Bool
  let hasAlpha: Bool

  init(_ head: QuartzWebPHead) {
    width = Int(head.width)
    height = Int(head.height)
    loopCount = Int(head.loop_count)
    isAnimated = head.is_animated
    hasAlpha = head.has_alpha
  }
}

extension Data {
  /// Some programs put the name before the TIFF structure, as JPEG files have it.
  fileprivate var withoutExifName: Data {
    let name = Array("Exif".utf8) + [0, 0]
    return starts(with: name) ? Data(dropFirst(name.count)) : self
  }
}

/// A player of libwebp and the bytes that it reads.
private final class WebPPlayer: Sendable {
  // The reader uses the player, and counts its pictures, under a lock.
  private let sharedPlayer: SharedPointer<OpaquePointer>
  private var player: OpaquePointer { sharedPlayer.value }
  /// The number of the picture that comes next.
  // Safe because: as above.
  private(set) nonisolated(unsafe) var next = 0
  /// The bytes that libwebp reads; bytes of `Data` have no stable address.
  // Nobody writes to them, and they live as long.
  private let sharedBytes: SharedPointer<UnsafeMutableBufferPointer<UInt8>>
  private var bytes: UnsafeMutableBufferPointer<UInt8> { sharedBytes.value }

  init?(_ data: Data) {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(data.count, 1))
    _ = bytes.initialize(from: data)
    guard let start = bytes.baseAddress,
      let opened = quartz_webp_player_create(start, data.count)
    else {
      bytes.deallocate()
      return nil
    }
    sharedBytes = SharedPointer(bytes)
    sharedPlayer = SharedPointer(opened)
  }

  /// Plays up to picture `index`, which has not been played, and copies it; returns whether it is
  /// sound.
  func copy(_ index: Int, to target: UnsafeMutableRawBufferPointer) -> Bool {
    while next <= index {
      guard let pixels = quartz_webp_player_next(player) else { return false }
      if next == index {
        // Bounds: the picture is as large as the canvas, which is the target's size.
        target.copyMemory(from: UnsafeRawBufferPointer(start: pixels, count: target.count))
      }
      next += 1
    }
    return true
  }

  deinit {
    quartz_webp_player_free(player)
    bytes.deallocate()
  }
}
