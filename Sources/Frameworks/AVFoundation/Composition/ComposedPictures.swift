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
/// not draw within that. Films brighter than white are drawn twice where both kinds of outputs show
/// them: into bytes, and in extended range.
final class ComposedPictures: FilmPictures {
  /// A picture, or why there is none, on its way from the queue to the thread that waits for it.
  private final class Answer: Sendable {
    let memory = Mutex(Result<VideoMemory, VideoError>.failure(.cancelled))
    let isThere = DispatchSemaphore(value: 0)
  }

  /// The artists of each range of outputs, once a picture of it was asked for.
  private struct Artists {
    let values: AVVideoComposition.Values
    let tracks: [AVAssetTrack]
    let headroom: Double
    var frames: [PictureRange: ExportFrames] = [:]

    mutating func artist(_ range: PictureRange) throws -> ExportFrames {
      if let known = frames[range] { return known }
      let made = try ExportFrames(values, tracks, range, headroom: headroom)
      frames[range] = made
      return made
    }
  }

  private let queue = DispatchQueue(label: "quartz.composed")
  // The queue alone uses them, one picture at a time.
  private let artists: Guarded<Artists>
  private let light: CompositionLight?
  private let period: CMTime
  /// Of pictures, in pixels.
  private let width: Int
  private let height: Int
  let shownSize: CGSize
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
      light = try CompositionLight(values, tracks)
      var artists = Artists(values: values, tracks: tracks, headroom: light?.canvasHeadroom ?? 1)
      // An impossible size is an error of the film, not of its first picture.
      _ = try artists.artist(.standard)
      self.artists = Guarded(artists)
    } catch {
      throw error as? AVError ?? AVError(.failedToLoadMediaData, "\(error)")
    }
    (period, shownSize) = (values.frameDuration, values.renderSize)
    (width, height) = (Int(values.pixelSize.width), Int(values.pixelSize.height))
  }

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

  var keepsLight: Bool { light != nil }

  func decode(_ number: Int) throws(VideoError) -> VideoPicture? {
    let memory = try ask(number, .standard)
    let format = VideoFormat(width: width, height: height, layout: .rgba, pixelFormat: "rgba")
    return VideoPicture(number: number, format: format, memory: memory)
  }

  func drawn(_ number: Int) throws(VideoError) -> BrightPicture? {
    guard let light else { return nil }
    let memory = try ask(number, .extended)
    return BrightPicture(width: width, height: height, memory: memory, light: light)
  }

  /// Draws a picture on the queue, and waits for it.
  private func ask(_ number: Int, _ range: PictureRange) throws(VideoError) -> VideoMemory {
    let answer = Answer()
    queue.async { [self] in
      let made = Result { () throws(VideoError) in try draw(number, range) }
      answer.memory.withLock { $0 = made }
      answer.isThere.signal()
    }
    answer.isThere.wait()
    return try answer.memory.withLock { $0 }.get()
  }

  /// Draws a picture: rows of bytes, or of half floats, without gaps.
  private func draw(_ number: Int, _ range: PictureRange) throws(VideoError) -> VideoMemory {
    let texel = range == .extended ? 8 : 4
    let memory = try VideoMemory(count: width * height * texel)
    let time = time(ofPicture: number)
    do {
      try artists.withLock { artists in
        try artists.artist(range).draw(at: time) { bytes in
          // Bounds: both have a texel for each pixel of the composition.
          UnsafeMutableRawBufferPointer(start: memory.base, count: memory.count)
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(memory.count)))
        }
      }
    } catch {
      throw .cannotDecode(path: "a video composition", time: time.seconds, reason: "\(error)")
    }
    return memory
  }
}
