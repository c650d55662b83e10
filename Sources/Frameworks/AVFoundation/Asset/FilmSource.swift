// The film behind an asset: opened once, by whoever needs it first.
// Licensed under the MIT license; see LICENSE.

import CoreMedia
import Foundation
import QuartzVideo
import Synchronization

/// A film that is opened with the first use.
///
/// Calls wait; any thread may make them.
final class FilmSource: Sendable {
  let url: URL
  /// The reason why there is no film; nil for a file.
  private let obstacle: String?
  private let opened = Mutex<Result<VideoDecoder, AVError>?>(nil)

  init(_ url: URL) {
    self.url = url
    obstacle = url.isFileURL ? nil : "\(url.absoluteString): films are read from files only"
  }

  /// No film, for a reason.
  init(obstacle: String) {
    url = URL(fileURLWithPath: "/")
    self.obstacle = obstacle
  }

  /// The film, with a decoder for single pictures.
  func decoder() throws(AVError) -> VideoDecoder {
    let result = opened.withLock { opened -> Result<VideoDecoder, AVError> in
      // A decoder that has ended is replaced.
      if case .success(let decoder) = opened, !decoder.isOver { return .success(decoder) }
      if case .failure(let error) = opened { return .failure(error) }
      let made = Result { () throws(AVError) in try open() }
      opened = made
      return made
    }
    return try result.get()
  }

  /// Another decoder of the film.
  func open() throws(AVError) -> VideoDecoder {
    if let obstacle { throw AVError(.unknown, obstacle) }
    do {
      return try VideoDecoder(path: url.path)
    } catch {
      throw AVError(error)
    }
  }
}

/// Runs work that waits where no caller of `await` is kept from going on.
enum Waiting {
  private static let queue = DispatchQueue(label: "quartz.films", attributes: .concurrent)

  static func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result(catching: body)) }
    }
  }
}

extension VideoDecoder {
  /// A number of units of the film's pictures as a time.
  func time(_ units: Int64) -> CMTime {
    let base = index.timeBase
    let (value, overflow) = units.multipliedReportingOverflow(by: base.numerator)
    guard !overflow, let scale = CMTimeScale(exactly: base.denominator) else {
      return CMTime(seconds: index.seconds(units), preferredTimescale: 1_000_000)
    }
    return CMTime(value: value, timescale: scale)
  }

  /// When a picture begins.
  func time(ofPicture number: Int) -> CMTime { time(index.times[number]) }

  /// The first moment after the last picture; zero for a film without pictures.
  var end: CMTime {
    guard let last = index.times.last else { return .zero }
    guard index.lastDuration == 0 else { return time(last &+ index.lastDuration) }
    // A last picture without a duration shows as long as the one before.
    guard index.count > 1 else { return time(last &+ 1) }
    return time(last &+ (last - index.times[index.count - 2]))
  }

  /// The length of the film: the end of its longest track.
  var duration: CMTime {
    let ends = description.tracks.filter { $0.kind != .video || index.count == 0 }.compactMap {
      track in track.duration.map { ($0 + max(track.start ?? 0, 0)) }
    }
    let longest = ends.max().map { CMTime(seconds: $0, preferredTimescale: 90_000) } ?? .zero
    let known = CMTimeMaximum(end, longest)
    guard known == .zero, let seconds = description.duration else { return known }
    return CMTime(seconds: seconds, preferredTimescale: 90_000)
  }

  /// The number of the picture at a time, counting one that begins within a nanosecond; nil before
  /// the first.
  ///
  /// Times of layers are Doubles, which hold no thirds.
  func number(at time: CMTime) -> Int? {
    if time.isPositiveInfinity { return index.count - 1 }
    guard time.isNumeric, index.count > 0 else { return nil }
    let exact = number(at: time.value, scale: time.timescale)
    let next = (exact ?? -1) + 1
    guard next < index.count else { return exact }
    let gap = self.time(ofPicture: next) - time
    return gap <= CMTime(value: 1, timescale: 1_000_000_000) ? next : exact
  }
}
