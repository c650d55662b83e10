// The films that a command shows.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import QuartzEncoding
import QuartzVideo
import Synchronization

/// The films of a command by their paths, each opened once for all threads.
final class FilmShelf: Sendable {
  private let films = Mutex<[String: Result<SharedFilm, RenderFailure>]>([:])

  /// Opens a film with its first use, and waits.
  func film(_ path: String) throws(RenderFailure) -> SharedFilm {
    let result = films.withLock { films in
      if let known = films[path] { return known }
      let opened: Result<SharedFilm, RenderFailure>
      do throws(AVError) {
        opened = .success(try SharedFilm(path: path))
      } catch {
        opened = .failure(.film(reason: "\(error)"))
      }
      films[path] = opened
      return opened
    }
    return try result.get()
  }
}

/// The film below the layers, and the sound of the part that is shown.
struct FilmSound: Sendable {
  var path: String
  /// The sound's tracks, by their places in the file.
  var tracks: [FilmTrack]
  /// The part in seconds; nil for all of it.
  var part: Range<Double>?

  init?(_ film: SharedFilm, _ part: Range<Double>?) {
    path = film.path
    tracks = film.description.tracks.filter { $0.kind == .audio }
    self.part = part
    if tracks.isEmpty { return nil }
  }

  /// The arguments of the input.
  var input: [String] {
    let cut = part.map {
      ["-ss", "\($0.lowerBound)", "-t", "\($0.upperBound - $0.lowerBound)"]
    }
    return FilmInput.arguments(path, options: cut ?? [])
  }

  /// The arguments of the output: sound stays as it is where the file can have it.
  ///
  /// - Parameter number: Of the input among all.
  func output(_ format: FilmFormat, input number: Int) -> [String] {
    let kept = format.soundCodecs
    guard let encoder = format.soundEncoder else { return [] }
    return tracks.enumerated().flatMap { place, track in
      let isKept = part == nil && kept.contains(track.codec)
      return ["-map", "\(number):\(track.index)", "-c:a:\(place)"]
        + (isKept ? ["copy"] : [encoder, "-b:a:\(place)", "192k"])
    }
  }
}

extension FilmFormat {
  /// The sound that files of the format can have.
  fileprivate var soundCodecs: Set<String> {
    switch self {
    case .mp4: ["aac", "mp3", "ac3", "eac3", "opus", "alac", "flac"]
    case .mov: ["aac", "mp3", "ac3", "eac3", "alac", "pcm_s16le", "pcm_s24le"]
    case .m4v: ["aac", "ac3", "alac"]
    case .mkv: ["aac", "mp3", "ac3", "eac3", "opus", "vorbis", "alac", "flac"]
    case .webm: ["opus", "vorbis"]
    case .gif: []
    }
  }

  /// FFmpeg's encoder of other sound; nil for silent files.
  fileprivate var soundEncoder: String? {
    switch self {
    case .mp4, .mov, .m4v, .mkv: "aac"
    case .webm: "libopus"
    case .gif: nil
    }
  }
}

extension SharedFilm {
  /// The times of a film's own pictures in a part of it.
  ///
  /// - Parameter part: In seconds.
  /// - Throws: `RenderFailure` if there are none, or too many.
  func frameTimes(_ part: Range<Double>, rate: Double) throws(RenderFailure) -> FrameTimes {
    let seconds = index.times.map { index.seconds($0) }
    var own = seconds.indices.filter { part.contains(seconds[$0]) }
    // The picture that shows at the beginning shows from there on.
    let earlier = seconds.lastIndex { $0 < part.lowerBound }
    let isCut = own.first.map { seconds[$0] > part.lowerBound } ?? true
    if isCut, let earlier { own.insert(earlier, at: 0) }
    guard !own.isEmpty else { throw .film(reason: "\(path): no pictures in that part") }
    guard own.count <= FrameTimes.limit else { throw .tooManyFrames(own.count) }
    let times = own.map { max(seconds[$0], part.lowerBound) }
    var result = FrameTimes(seconds: times, rate: rate)
    result.timing = FrameTiming(
      unit: index.timeBase,
      starts: times.map { $0 - max(part.lowerBound, 0) }
    )
    return result
  }

  /// Pictures a second, on average.
  var rate: Double {
    let length = pictureEnd - index.seconds(index.times.first ?? 0)
    let known = description.videoTrack.flatMap { description.tracks[$0].rate?.value }
    return known ?? (length > 0 ? Double(index.count) / length : 25)
  }
}
