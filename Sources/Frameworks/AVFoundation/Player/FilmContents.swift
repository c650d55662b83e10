// Films as the contents of any layer, by the layer's own time.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import CoreMedia
package import QuartzCore
package import QuartzVideo
import Synchronization

/// A film that layers show on any number of threads, with one decoder.
///
/// Threads that draw pictures of a film side by side ask for its pictures nearly in order; the
/// decoder is asked for them in order.
package final class SharedFilm: FilmPictures {
  private let decoder: VideoDecoder
  // The picture after the last one that was decoded.
  private let next = Mutex(0)

  /// Bytes of pictures that are kept: those of all threads.
  private static let cacheBytes = 256 << 20
  /// The most pictures that are kept: threads are no further apart, and memory that is used again
  /// has its pages already.
  private static let cachedPictures = 32
  /// The maximum number of pictures decoded to reach another.
  private static let longestGap = 16

  /// Opens a film, and waits.
  package init(path: String) throws(AVError) {
    do {
      decoder = try VideoDecoder(
        path: path,
        cacheBytes: SharedFilm.cacheBytes,
        cachedPictures: SharedFilm.cachedPictures
      )
    } catch {
      throw AVError(error)
    }
    guard decoder.index.count > 0 else { throw AVError(VideoError.noVideo(path: path)) }
  }

  /// The file.
  package var path: String { decoder.path }
  /// The tracks and the form of the pictures.
  package var description: FilmDescription { decoder.description }
  /// The times of the pictures.
  package var index: FilmIndex { decoder.index }
  /// How many pictures were decoded.
  package var decodedCount: Int { decoder.decodedCount }
  /// The length in seconds.
  package var seconds: Double { duration.seconds }
  /// When the last picture ends, in seconds.
  package var pictureEnd: Double { decoder.end.seconds }
  /// The size of the pictures as they are shown.
  package var shownSize: CGSize { decoder.shownSize }

  var keepsLight: Bool { decoder.keepsLight }
  var pictureCount: Int { decoder.pictureCount }
  var duration: CMTime { decoder.duration }
  func number(at time: CMTime) -> Int? { decoder.number(at: time) }
  func time(ofPicture number: Int) -> CMTime { decoder.time(ofPicture: number) }

  /// The moment of a number of seconds, in nanoseconds; those before the film count as 0.
  fileprivate static func moment(_ seconds: Double) -> CMTime {
    guard let nanoseconds = CMTimeValue(exactly: (max(seconds, 0) * 1e9).rounded()) else {
      return .positiveInfinity
    }
    return CMTime(value: nanoseconds, timescale: 1_000_000_000)
  }

  /// Decodes the picture that a layer of the film's own time shows, and waits for it.
  ///
  /// - Parameter seconds: Before its beginning the film shows its first picture, after its end the
  ///   last one.
  package func picture(at seconds: Double) throws(AVError) -> VideoPicture {
    let number = number(at: SharedFilm.moment(seconds)) ?? 0
    do {
      if let picture = try decode(number) { return picture }
    } catch {
      throw AVError(error)
    }
    throw AVError(VideoError.noPicture(path: path, time: seconds))
  }

  func decode(_ number: Int) throws(VideoError) -> VideoPicture? {
    let result = next.withLock { next in
      Result { () throws(VideoError) in
        if number > next, number - next <= SharedFilm.longestGap {
          for early in next..<number { _ = try decoder.picture(early) }
        }
        next = max(next, number + 1)
        return try decoder.picture(number)
      }
    }
    return try result.get()
  }
}

/// A film as the contents of a layer.
///
/// The film's time is the layer's: `beginTime`, `speed` and `timeOffset` of the layer and of those
/// above count, and the film plays as often as `repeatCount` says. Before its beginning the film
/// shows its first picture, after its end the last one. It belongs to the layer's thread.
package final class FilmContents {
  private let film: SharedFilm
  private let feed: PictureFeed

  /// The contents that a film is for a layer.
  package init(_ film: SharedFilm) {
    self.film = film
    feed = PictureFeed { () throws(AVError) in film }
    feed.load()
  }

  /// Why the last picture was not decoded; nil if it was.
  package var failure: (any Error)? { feed.failure }

  /// Shows the film in a layer from the next frame on; the layer keeps this object.
  package func play(in layer: CALayer) {
    layer.frameCallback = { [weak layer] time, period in
      guard let layer else { return }
      self.show(at: time, period, in: layer)
    }
  }

  private func show(at time: Double, _ period: Double, in layer: CALayer) {
    let isRequested = layer.contextOfFrames?.drawsOnRequest ?? false
    let moment = layer.convertTime(isRequested ? time : time + period / 2, from: nil)
    let number = film.number(at: filmTime(moment, layer)) ?? 0
    let range = feed.range(in: layer)
    if isRequested {
      feed.show(number, range)
    } else {
      feed.tick(number, step: layer.speed < 0 ? -1 : 1, nil, range)
    }
    let slot = feed.slot(range)
    guard feed.shown != nil, (layer.contents as? CAContentSlot) !== slot else { return }
    layer.storeContents(slot)
  }

  /// The film's time at a time of the layer.
  private func filmTime(_ time: Double, _ layer: CALayer) -> CMTime {
    let length = film.seconds
    let turns = Double(layer.repeatCount)
    var seconds = max(time, 0)
    guard seconds.isFinite else { return .positiveInfinity }
    if turns > 1, length > 0, seconds < length * turns {
      seconds = seconds.truncatingRemainder(dividingBy: length)
    }
    return SharedFilm.moment(seconds)
  }
}
