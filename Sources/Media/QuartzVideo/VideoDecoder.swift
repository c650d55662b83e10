// Pictures of a film by their number or time.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Glibc
import QuartzFaults
import Synchronization

/// A film that is open, with a decoder in a process of its own.
///
/// Calls wait for their picture; any thread may make them. The picture after the last one is
/// decoded while the last one is looked at, and pictures backwards are decoded in runs, from the
/// key picture before them on. Pictures of the last calls are kept.
package final class VideoDecoder: Sendable {
  /// The file's path, for messages.
  package let path: String
  package let description: FilmDescription
  /// The times of the pictures; empty for a film without.
  package let index: FilmIndex

  private let process: VideoProcess
  private let state: Mutex<State>
  private let stallSeconds: Int
  /// Milliseconds to wait for an answer or a sign of life.
  private let timeout: Int
  private let isCancelled = Atomic(false)

  /// A picture that was asked for and has not come.
  private struct Request {
    var number: Int
    var memory: VideoMemory
  }

  private struct State {
    var cache: PictureCache
    /// The picture that is decoded ahead.
    var ahead: Request?
    /// The number of the last picture that was asked for.
    var last = -1
    /// Why the decoder is gone.
    var failure: VideoError?
    /// How many pictures were decoded; for tests.
    var decoded = 0
  }

  /// The bytes of pictures that a decoder keeps, unless another number is asked for.
  package static let defaultCacheBytes = 64 << 20

  /// Opens a film.
  ///
  /// - Parameters:
  ///   - path: A regular file.
  ///   - program: The path of `quartz-video`; nil looks for it.
  ///   - cacheBytes: Bytes of pictures that are kept; at least two pictures are.
  ///   - cachedPictures: The most pictures that are kept, 2 or more.
  ///   - stallSeconds: Seconds without progress after which the decoder is ended, 1...3600.
  package init(
    path: String,
    program: String? = nil,
    cacheBytes: Int = VideoDecoder.defaultCacheBytes,
    cachedPictures: Int = 256,
    stallSeconds: Int = VideoLimits.stallSeconds
  ) throws(VideoError) {
    self.path = path
    let file = try VideoDecoder.open(path)
    defer { close(file) }
    process = try VideoProcess(program: program)
    self.stallSeconds = min(max(stallSeconds, 1), 3600)
    // The decoder notices first that its programs stall.
    timeout = (self.stallSeconds + min(self.stallSeconds, 5)) * 1000
    do {
      let seconds = VideoMessage.bytes(Int64(self.stallSeconds))
      try process.channel.send(.open, seconds, descriptor: file)
      let (film, index) = try VideoDecoder.receiveFilm(process.channel, timeout)
      (description, self.index) = (film, index)
      let pictureBytes = max(film.format?.byteCount ?? 1, 1)
      let cache = PictureCache(limit: min(max(cacheBytes / pictureBytes, 2), cachedPictures))
      state = Mutex(State(cache: cache))
    } catch {
      throw VideoDecoder.error(error, process, path: path, stall: self.stallSeconds)
    }
  }

  /// The number of the decoder's process, for tests.
  package var processIdentifier: Int32 { process.identifier }
  /// How many pictures were decoded, for tests.
  package var decodedCount: Int { state.withLock { $0.decoded } }

  /// Whether the decoder has ended, so that it has no further pictures.
  package var isOver: Bool {
    isCancelled.load(ordering: .sequentiallyConsistent) || state.withLock { $0.failure != nil }
  }

  /// The number of the picture at `value / scale` seconds; nil before the first one.
  package func number(at value: Int64, scale: Int32) -> Int? {
    index.picture(at: value, scale: scale)
  }

  /// Ends the decoder; calls that wait throw `cancelled`, and so do later ones.
  package func cancel() {
    isCancelled.store(true, ordering: .sequentiallyConsistent)
    process.channel.shutDown()
  }

  /// Decodes a picture, and waits for it.
  ///
  /// - Parameter number: In the index; others count as the nearest that is there.
  /// - Returns: The picture, or an earlier one if the film has none there after all.
  package func picture(_ number: Int) throws(VideoError) -> VideoPicture {
    guard let format = description.format, index.count > 0 else { throw .noVideo(path: path) }
    let number = min(max(number, 0), index.count - 1)
    let result = state.withLock { state in
      Result { () throws(VideoError) in try find(number, format, &state) }
    }
    return try result.get()
  }

  private func find(
    _ number: Int,
    _ format: VideoFormat,
    _ state: inout State
  ) throws(VideoError) -> VideoPicture {
    if isCancelled.load(ordering: .sequentiallyConsistent) { throw .cancelled }
    if let failure = state.failure { throw failure }
    let last = state.last
    state.last = number
    if let picture = state.cache[number] {
      if number == last + 1 { try askAhead(number + 1, format, &state) }
      return picture
    }
    do {
      try takeAhead(format, &state)
      if state.cache[number] == nil {
        for each in run(to: number, last, state.cache.limit) where state.cache[each] == nil {
          let memory = try state.cache.memory(format.byteCount)
          try ask(each, memory)
          try take(Request(number: each, memory: memory), format, &state)
        }
      }
    } catch let error as VideoError {
      throw error
    } catch {
      let failure = VideoDecoder.error(
        error,
        process,
        path: path,
        time: time(number),
        stall: stallSeconds
      )
      if !(error is VideoFailure) { state.failure = failure }
      throw isCancelled.load(ordering: .sequentiallyConsistent) ? .cancelled : failure
    }
    guard let picture = state.cache[number] else {
      throw .noPicture(path: path, time: time(number))
    }
    if number == last + 1 { try askAhead(number + 1, format, &state) }
    return picture
  }

  private func time(_ number: Int) -> Double { index.seconds(index.times[number]) }

  /// The pictures to decode for one: itself, and backwards those before it as well.
  private func run(to number: Int, _ last: Int, _ limit: Int) -> ClosedRange<Int> {
    guard number < last else { return number...number }
    return max(index.key(before: number), number - limit + 1)...number
  }

  // MARK: Requests

  private func ask(_ number: Int, _ memory: VideoMemory) throws(VideoChannelError) {
    let bytes = VideoMessage.bytes(Int64(number))
    // The memory of a request is fresh, or its file is open: see `PictureCache`.
    try process.channel.send(.picture, bytes, descriptor: memory.descriptor ?? -1)
  }

  private func askAhead(
    _ number: Int,
    _ format: VideoFormat,
    _ state: inout State
  ) throws(VideoError) {
    guard state.ahead == nil, number < index.count, state.cache[number] == nil else { return }
    let memory = try state.cache.memory(format.byteCount)
    // A decoder that is gone says so when its picture is taken.
    guard (try? ask(number, memory)) != nil else { return }
    state.ahead = Request(number: number, memory: memory)
  }

  private func takeAhead(_ format: VideoFormat, _ state: inout State) throws {
    guard let ahead = state.ahead else { return }
    state.ahead = nil
    do {
      try take(ahead, format, &state)
    } catch is VideoFailure {
      // It counts when the picture is asked for.
    }
  }

  private func take(_ request: Request, _ format: VideoFormat, _ state: inout State) throws {
    let shown = try VideoDecoder.receive(process.channel, timeout, .shown)
    guard let number = shown.number, number >= 0, number <= request.number else {
      throw VideoChannelError.malformed("a picture of no number")
    }
    state.decoded += 1
    let picture = VideoPicture(number: Int(number), format: format, memory: request.memory)
    state.cache.insert(picture, for: request.number)
  }

  // MARK: Answers

  /// Receives the next message that is not a sign of life.
  private static func receive(
    _ channel: VideoChannel,
    _ timeout: Int,
    _ expected: VideoMessageKind...
  ) throws -> VideoMessage {
    while true {
      let message = try channel.receive(milliseconds: timeout)
      if message.kind == .working { continue }
      if message.kind == .failure {
        throw try JSONDecoder().decode(VideoFailure.self, from: Data(message.payload))
      }
      guard expected.contains(message.kind) else {
        throw VideoChannelError.malformed("a message \(message.kind)")
      }
      return message
    }
  }

  private static func receiveFilm(
    _ channel: VideoChannel,
    _ timeout: Int
  ) throws -> (FilmDescription, FilmIndex) {
    let payload = try receive(channel, timeout, .film).payload
    let film = try JSONDecoder().decode(FilmDescription.self, from: Data(payload))
    var base = Ratio(1, 1)
    if let number = film.videoTrack {
      guard film.tracks.indices.contains(number), film.format?.isSane == true else {
        throw VideoChannelError.malformed("a film of an impossible form")
      }
      base = film.tracks[number].timeBase
    }
    guard base.numerator > 0, base.denominator > 0 else {
      throw VideoChannelError.malformed("times of no unit")
    }
    var index = FilmIndex(timeBase: base)
    while true {
      let message = try receive(channel, timeout, .times, .ready)
      if message.kind == .ready {
        index.lastDuration = max(message.number ?? 0, 0)
        return (film, index)
      }
      let bytes = message.payload
      guard bytes.count % 9 == 0, index.count + bytes.count / 9 <= VideoLimits.pictures else {
        throw VideoChannelError.malformed("\(bytes.count) bytes of times")
      }
      for place in stride(from: 0, to: bytes.count, by: 9) {
        let isLater = index.append(
          VideoMessage.number(bytes, at: place),
          isKey: bytes[place + 8] != 0
        )
        guard isLater else { throw VideoChannelError.malformed("times in no order") }
      }
    }
  }

  private static func error(
    _ error: any Error,
    _ process: VideoProcess,
    path: String,
    time: Double = 0,
    stall: Int
  ) -> VideoError {
    switch error {
    case let failure as VideoFailure: failure.error(path: path, time: time, stall: stall)
    case VideoChannelError.closed: .decoderEnded(path: path, reason: process.end())
    case VideoChannelError.timedOut: .timedOut(path: path, seconds: stall)
    case VideoChannelError.malformed(let what): .decoderEnded(path: path, reason: "it sent \(what)")
    case VideoChannelError.system(let call, let code): .system(call: call, code: code)
    default: .decoderEnded(path: path, reason: "it sent \(error)")
    }
  }

  /// Opens a regular file; anything else could wait for ever.
  private static func open(_ path: String) throws(VideoError) -> Int32 {
    let file = Fault.descriptor { Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard file >= 0 else {
      throw .cannotOpen(path: path, reason: String(cString: strerror(errno)))
    }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      throw .cannotOpen(path: path, reason: "it is no regular file")
    }
    guard status.st_size > 0 else {
      close(file)
      throw .notAFilm(path: path, reason: "it is empty")
    }
    return file
  }
}
