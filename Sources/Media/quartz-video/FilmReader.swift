// Finding a picture: which decoder to go on with, which pictures to pass over.
// Licensed under the MIT license; see LICENSE.

import QuartzVideo

/// Reads pictures of one film by their number.
final class FilmReader {
  private let film: Film
  private let format: VideoFormat
  private let file: Int32
  private let watch: ProgressWatch
  private var stream: PictureStream?

  /// A decoder goes on over so many pictures rather than begin anew at a key picture.
  private static let passes = 12

  init(_ film: Film, _ format: VideoFormat, file: Int32, watch: ProgressWatch) {
    (self.film, self.format, self.file, self.watch) = (film, format, file, watch)
  }

  /// Reads a picture.
  ///
  /// - Returns: Its number: that of an earlier one if the film has none at its time.
  func read(_ number: Int, to memory: UnsafeMutableRawPointer) throws -> Int {
    do {
      return try find(number, memory)
    } catch {
      // It may have stopped within a picture: the next call begins with another decoder.
      stream = nil
      throw error
    }
  }

  private func find(_ number: Int, _ memory: UnsafeMutableRawPointer) throws -> Int {
    let time = film.index.times[number]
    if canGoOn(to: number) {
      if let shown = try advance(to: time, memory) { return shown }
    }
    var key = film.index.key(before: number)
    while true {
      let isStart = key == 0 || !film.canSeek
      let from = isStart ? nil : film.index.times[key]
      stream = nil
      stream = try PictureStream(film, format, file: file, watch: watch, from: from)
      if let shown = try advance(to: time, memory) { return shown }
      guard !isStart else { break }
      // The file's own list of key pictures is another: an earlier one, the next time from the
      // start.
      let earlier = film.index.key(before: key - 1)
      key = key - earlier > 600 ? 0 : earlier
    }
    let reason = stream?.error ?? ""
    if number == 0, reason.isEmpty { throw VideoFailure(.noPicture) }
    throw VideoFailure(.cannotDecode, reason.isEmpty ? "the film ends before it" : reason)
  }

  /// Whether decoding on is faster than seeking with a new decoder.
  private func canGoOn(to number: Int) -> Bool {
    guard let last = stream?.last, last < film.index.times[number] else { return false }
    guard film.canSeek else { return true }
    let key = film.index.key(before: number)
    guard film.index.times[key] > last else { return true }
    let at = film.index.picture(atUnits: last) ?? 0
    return key - at <= FilmReader.passes
  }

  /// Reads up to the last picture that is at most `time`.
  ///
  /// - Returns: Its number; nil if the decoder has none of those.
  /// - Throws: Also for a decoder that was killed before `time`.
  private func advance(to time: Int64, _ memory: UnsafeMutableRawPointer) throws -> Int? {
    guard let stream else { return nil }
    var found: Int64?
    while found != time, let next = try stream.next(), next <= time {
      guard try stream.read(to: memory) else { break }
      found = max(next, found ?? next)
    }
    // A film may end early; a decoder that was killed says nothing about the film.
    if found != time { try stream.checkSignal() }
    return found.flatMap { film.index.picture(atUnits: $0) }
  }
}
