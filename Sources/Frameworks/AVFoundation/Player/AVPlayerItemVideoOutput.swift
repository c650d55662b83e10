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
  private let buffers: PictureBuffers
  private var last: Int?

  /// An output of pictures of a format.
  ///
  /// - Parameter pixelBufferAttributes: `kCVPixelBufferPixelFormatTypeKey`, with a format as of
  ///   `AVAssetReaderTrackOutput`; `kCVPixelFormatType_32BGRA` by default. Others give no pictures.
  public init(pixelBufferAttributes: [String: Any]? = nil) {
    buffers = PictureBuffers(pixelBufferAttributes?[kCVPixelBufferPixelFormatTypeKey])
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
    guard buffers.isKnown, let (decoder, number) = find(itemTime),
      let picture = try? decoder.decode(number), let buffer = buffers.buffer(of: picture)
    else { return nil }
    outItemTimeForDisplay?.pointee = decoder.time(ofPicture: number)
    last = number
    return buffer
  }
}
