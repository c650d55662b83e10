// The pictures of a film as a video composition shows it, for players and image generators.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import CoreImage
import CoreMedia
import Dispatch
import QuartzSharing
import QuartzVideo
import Synchronization

/// Pictures that are drawn, by a constant rate, as an export of the same composition draws them.
///
/// They are drawn on a queue, so that a frame that asks for one in the middle of a transaction does
/// not draw within that. Films brighter than white are drawn twice where both kinds of outputs show
/// them: into bytes, and in extended range. Where a handler filters pictures, those of the next
/// times are begun while it works on the one that is asked for.
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
    /// The line of a handler that filters the pictures; nil if nothing does.
    var filtering: Filtering?

    mutating func artist(_ range: PictureRange) throws -> ExportFrames {
      if let known = frames[range] { return known }
      let made = try ExportFrames(values, tracks, range, headroom: headroom)
      frames[range] = made
      return made
    }
  }

  /// Pictures that a handler filters.
  private struct Filtering {
    let line: FilterLine
    /// Those that are begun, by their numbers.
    var begun: [Int: FilteredPicture] = [:]
    /// The last picture that was asked for.
    var last: Int?
    /// The last one that there is none of, which is not tried again.
    var failed: (number: Int, error: any Error)?

    /// The pictures that follow one where they are asked for one after the other.
    mutating func following(_ number: Int, of count: Int) -> [Int] {
      let step = last.map { number - $0 } ?? 0
      last = number
      guard abs(step) == 1 else { return [] }
      return (1..<FilterLine.mostAtOnce).map { number + $0 * step }.filter {
        (0..<count).contains($0)
      }
    }

    /// Gives up those that are begun and not wanted any more.
    mutating func keep(_ wanted: [Int]) {
      for (number, picture) in begun where !wanted.contains(number) {
        picture.giveUp()
        begun[number] = nil
      }
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

  /// Whether a line says that a handler did not make a picture; false once it did.
  private let reports: Atomic<Bool>

  /// Prepares the pictures, and waits for the film.
  ///
  /// - Parameter reportsFailures: Says in one line that a handler did not make a picture.
  init(
    _ values: AVVideoComposition.Values,
    _ asset: AVAsset,
    reportsFailures: Bool = false
  ) throws(AVError) {
    reports = Atomic(reportsFailures && values.filter != nil)
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
      light = values.filter == nil ? try CompositionLight(values, tracks) : nil
      var artists = Artists(values: values, tracks: tracks, headroom: light?.canvasHeadroom ?? 1)
      artists.filtering = values.filter.map { Filtering(line: FilterLine($0)) }
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
    let memory: VideoMemory
    do {
      memory = try ask(number, .standard)
    } catch {
      if reports.exchange(false, ordering: .relaxed) {
        Diagnostics.report("\(error); the one before stays", from: "AVFoundation")
      }
      throw error
    }
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
    let time = time(ofPicture: number)
    do {
      return try artists.withLock { artists in
        guard artists.filtering == nil else { return try filtered(number, &artists) }
        let texel = range == .extended ? 8 : 4
        let memory = try VideoMemory(count: width * height * texel)
        try artists.artist(range).draw(at: time) { bytes in
          // Bounds: both have a texel for each pixel of the composition.
          UnsafeMutableRawBufferPointer(start: memory.base, count: memory.count)
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(memory.count)))
        }
        return memory
      }
    } catch let error as VideoError {
      throw error
    } catch {
      throw .cannotDecode(path: "a video composition", time: time.seconds, reason: "\(error)")
    }
  }

  /// Draws a picture and waits for the handler that filters it.
  private func filtered(_ number: Int, _ artists: inout Artists) throws -> VideoMemory {
    guard var filtering = artists.filtering else { throw VideoError.cancelled }
    if let failed = filtering.failed, failed.number == number { throw failed.error }
    defer { artists.filtering = filtering }
    let ahead = filtering.following(number, of: pictureCount)
    filtering.keep([number] + ahead)
    let frames = try artists.artist(.standard)
    func source(_ number: Int) throws -> CIImage {
      try frames.source(at: time(ofPicture: number), width: width, height: height)
    }
    do {
      let picture: FilteredPicture
      if let begun = filtering.begun.removeValue(forKey: number) {
        picture = begun
      } else {
        picture = try filtering.line.begin(try source(number), at: time(ofPicture: number))
      }
      for next in ahead where filtering.begun[next] == nil {
        guard !picture.isFinished,
          let begun = try? filtering.line.beginNow({ try source(next) }, at: time(ofPicture: next))
        else { break }
        filtering.begun[next] = begun
      }
      return try picture.pixels()
    } catch {
      filtering.failed = (number, error)
      throw error
    }
  }
}
