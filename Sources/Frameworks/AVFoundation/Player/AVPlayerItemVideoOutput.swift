// Pictures of a playing film as pixel buffers.
// Licensed under the MIT license; see LICENSE.

public import CoreMedia
public import CoreVideo
public import Foundation
import QuartzCore
import QuartzVideo

/// Something that takes the pictures of an item.
open class AVPlayerItemOutput: NSObject {
  weak var item: AVPlayerItem?

  override init() {
    super.init()
  }

  /// The item's time at a time of `CACurrentMediaTime()`; invalid without an item.
  open func itemTime(forHostTime hostTimeInSeconds: CFTimeInterval) -> CMTime {
    guard let item else { return .invalid }
    guard let player = item.player, hostTimeInSeconds.isFinite else { return item.currentTime() }
    player.update()
    return player.time(at: hostTimeInSeconds)
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

/// Pictures of a playing film as pixel buffers.
///
///     let output = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
///     item.add(output)
///     let time = output.itemTime(forHostTime: CACurrentMediaTime())
///     if output.hasNewPixelBuffer(forItemTime: time) {
///       let buffer = output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil)
///     }
///
/// **Differences**: a picture that is not decoded yet is waited for.
open class AVPlayerItemVideoOutput: AVPlayerItemOutput {
  private let format: OSType
  private var last: Int?
  private var pool: CVPixelBufferPool?
  private var poolSize = (width: 0, height: 0)

  /// An output of pictures of a format.
  ///
  /// - Parameter pixelBufferAttributes: `kCVPixelBufferPixelFormatTypeKey`:
  ///   `kCVPixelFormatType_32BGRA`, the default, or `kCVPixelFormatType_32RGBA`; both premultiplied
  ///   and sRGB-encoded. Others give no pictures.
  public init(pixelBufferAttributes: [String: Any]? = nil) {
    let wanted = pixelBufferAttributes?[kCVPixelBufferPixelFormatTypeKey]
    switch wanted {
    case nil: format = kCVPixelFormatType_32BGRA
    case let number as OSType: format = number
    case let number as Int: format = OSType(exactly: number) ?? 0
    case let number as NSNumber: format = number.uint32Value
    default: format = 0
    }
    super.init()
  }

  private func find(_ time: CMTime) -> (decoder: any FilmPictures, number: Int)? {
    guard let item else { return nil }
    if item.player?.drawsOnRequest == true { item.feed.load() }
    guard let decoder = item.decoder, let number = decoder.number(at: time) else { return nil }
    return (decoder, number)
  }

  /// Whether the picture of a time is another one than the last that was copied.
  open func hasNewPixelBuffer(forItemTime itemTime: CMTime) -> Bool {
    guard let (_, number) = find(itemTime) else { return false }
    return number != last
  }

  /// Makes a pixel buffer of the picture of a time.
  ///
  /// - Parameters:
  ///   - itemTime: A time of the item.
  ///   - outItemTimeForDisplay: Takes the time at which the picture begins.
  /// - Returns: Nil before the first picture, for a film that is not open, and for a format that
  ///   there is not.
  open func copyPixelBuffer(
    forItemTime itemTime: CMTime,
    itemTimeForDisplay outItemTimeForDisplay: UnsafeMutablePointer<CMTime>?
  ) -> CVPixelBuffer? {
    let isBGRA = format == kCVPixelFormatType_32BGRA
    guard isBGRA || format == kCVPixelFormatType_32RGBA, let (decoder, number) = find(itemTime),
      let picture = try? decoder.decode(number)
    else { return nil }
    let size = (width: picture.format.width, height: picture.format.height)
    guard let buffer = makeBuffer(size) else { return nil }
    _ = CVPixelBufferLockBaseAddress(buffer, [])
    defer { _ = CVPixelBufferUnlockBaseAddress(buffer, []) }
    guard let base = CVPixelBufferGetBaseAddress(buffer) else { return nil }
    let rowBytes = CVPixelBufferGetBytesPerRow(buffer)
    picture.convert(to: base, rowBytes: rowBytes)
    if isBGRA {
      for row in 0..<size.height {
        // Bounds: rows have at least four bytes a pixel.
        let pixels = (base + row * rowBytes).assumingMemoryBound(to: UInt8.self)
        for column in 0..<size.width {
          let red = pixels[column * 4]
          pixels[column * 4] = pixels[column * 4 + 2]
          pixels[column * 4 + 2] = red
        }
      }
    }
    outItemTimeForDisplay?.pointee = decoder.time(ofPicture: number)
    last = number
    return buffer
  }

  private func makeBuffer(_ size: (width: Int, height: Int)) -> CVPixelBuffer? {
    if pool == nil || poolSize != size {
      let attributes: [CFString: Any] = [
        kCVPixelBufferWidthKey: size.width, kCVPixelBufferHeightKey: size.height,
        kCVPixelBufferPixelFormatTypeKey: format,
      ]
      guard CVPixelBufferPoolCreate(nil, nil, attributes, &pool) == kCVReturnSuccess else {
        return nil
      }
      poolSize = size
    }
    var buffer: CVPixelBuffer?
    guard let pool, CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer) == kCVReturnSuccess
    else { return nil }
    return buffer
  }
}
