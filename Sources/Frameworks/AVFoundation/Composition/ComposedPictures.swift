// The pictures of a film as a video composition shows it, for players and image generators.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import CoreMedia
import Dispatch
import QuartzSharing
import QuartzVideo
import Synchronization

/// Pictures that are drawn, by a constant rate, as an export of the same composition draws them.
///
/// They are drawn on a queue, so that a frame that asks for one in the middle of a transaction does
/// not draw within that.
final class ComposedPictures: FilmPictures {
  /// A picture, or why there is none, on its way from the queue to the thread that waits for it.
  private final class Answer: Sendable {
    let picture = Mutex(Result<VideoPicture, VideoError>.failure(.cancelled))
    let isThere = DispatchSemaphore(value: 0)
  }

  private let queue = DispatchQueue(label: "quartz.composed")
  // The queue alone uses them, one picture at a time.
  private let frames: Transferred<ExportFrames>
  private let period: CMTime
  private let size: CGSize
  let duration: CMTime

  /// Prepares the pictures, and waits for the film.
  init(_ values: AVVideoComposition.Values, _ asset: AVAsset) throws(AVError) {
    guard values.tool == nil else {
      throw AVError(
        .invalidVideoComposition,
        "layers over a film are for exports; players have AVSynchronizedLayer"
      )
    }
    try values.check(.invalidVideoComposition)
    do {
      let tracks = try asset.loadTracks()
      duration = try asset.loadDuration()
      frames = Transferred(try ExportFrames(values, tracks))
    } catch {
      throw error as? AVError ?? AVError(.failedToLoadMediaData, "\(error)")
    }
    (period, size) = (values.frameDuration, values.renderSize)
  }

  var shownSize: CGSize { size }

  var pictureCount: Int {
    guard duration > .zero else { return 0 }
    // Doubles hold no thirds.
    return Int(min((duration.seconds / period.seconds - 1e-9).rounded(.up), Double(Int32.max)))
  }

  func number(at time: CMTime) -> Int? {
    if time.isPositiveInfinity { return pictureCount - 1 }
    guard time.isNumeric, pictureCount > 0 else { return nil }
    let late = time.seconds + 1e-9
    guard late >= 0 else { return nil }
    return Int(min((late / period.seconds + 1e-9).rounded(.down), Double(pictureCount - 1)))
  }

  func time(ofPicture number: Int) -> CMTime {
    CMTimeMultiply(period, multiplier: Int32(clamping: number))
  }

  func decode(_ number: Int) throws(VideoError) -> VideoPicture? {
    let answer = Answer()
    queue.async { [self] in
      let made = Result { () throws(VideoError) in try draw(number) }
      answer.picture.withLock { $0 = made }
      answer.isThere.signal()
    }
    answer.isThere.wait()
    return try answer.picture.withLock { $0 }.get()
  }

  private func draw(_ number: Int) throws(VideoError) -> VideoPicture {
    let (width, height) = (Int(size.width), Int(size.height))
    let memory = try VideoMemory(count: width * height * 4)
    let time = time(ofPicture: number)
    do {
      try frames.value.draw(at: time) { bytes in
        // Bounds: both have four bytes for each pixel of the composition.
        UnsafeMutableRawBufferPointer(start: memory.base, count: memory.count)
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(memory.count)))
      }
    } catch {
      throw .cannotDecode(path: "a video composition", time: time.seconds, reason: "\(error)")
    }
    let format = VideoFormat(width: width, height: height, layout: .rgba, pixelFormat: "rgba")
    return VideoPicture(number: number, format: format, memory: memory)
  }
}
