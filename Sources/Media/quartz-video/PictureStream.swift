// A running decoder: pictures with their times, one after the other.
// Licensed under the MIT license; see LICENSE.

import QuartzVideo

/// The pictures of a film from some picture on.
final class PictureStream {
  private let program: ChildProgram
  private let watch: ProgressWatch
  private let byteCount: Int
  private let zero: Int64
  // Times of pictures that are to come, in units from the film's zero.
  private var times: [Int64] = []
  /// The time of the last picture that was read; nil before the first.
  private(set) var last: Int64?
  /// Whether it began with the first picture of the film.
  let isFromStart: Bool

  /// Starts a decoder.
  ///
  /// - Parameters:
  ///   - key: The time of the key picture to begin with; nil for the beginning.
  init(_ film: Film, _ format: VideoFormat, file: Int32, watch: ProgressWatch, from key: Int64?)
    throws
  {
    let microseconds = key.map { time in
      // A microsecond later, so that rounding does not lead to the key picture before.
      let units = Double(time) + Double(film.zero)
      return Int64((units * film.index.timeBase.value * 1e6).rounded(.up)) + 1 + film.seekShift
    }
    let arguments = FilmProgram.pictures(
      film.track,
      format,
      decoder: film.decoder,
      from: microseconds
    )
    program = try ChildProgram(arguments, film: file)
    (self.watch, byteCount, zero) = (watch, format.byteCount, film.zero)
    isFromStart = key == nil
  }

  /// The decoder's last error.
  var error: String { program.lastError }

  /// Throws if the decoder was killed.
  func checkSignal() throws {
    // A program that ends closes one pipe after the other.
    while program.hasOutputEnded, !program.haveMessagesEnded {
      try program.wait(watch, wantsOutput: false) { note($0) }
    }
    guard program.haveMessagesEnded else { return }
    program.end()
    if program.wasKilled { throw VideoFailure(.cannotDecode, error) }
  }

  /// The time of the next picture; nil at the end.
  func next() throws -> Int64? {
    watch.begin()
    while times.isEmpty, !program.haveMessagesEnded {
      try program.wait(watch, wantsOutput: false) { note($0) }
    }
    return times.first
  }

  /// Takes a line such as `[Parsed_showinfo_2 @ 0x55] [info] n:   1 pts:  12800 pts_time:1 …`.
  private func note(_ line: Substring) {
    guard line.hasPrefix("[Parsed_showinfo_"), let mark = line.firstRange(of: " pts:"),
      line.contains(" n:")
    else { return }
    let text = line[mark.upperBound...].drop { $0 == " " }.prefix { $0 != " " }
    guard let time = Int64(text) else {
      // A picture without a time shows with the one before.
      times.append(times.last ?? last ?? .min)
      return
    }
    times.append(time.subtractingReportingOverflow(zero).partialValue)
  }

  /// Reads the next picture; `next` has returned its time.
  ///
  /// - Returns: False if the decoder ended within the picture.
  func read(to memory: UnsafeMutableRawPointer) throws -> Bool {
    watch.begin()
    var done = 0
    while done < byteCount {
      // Bounds: the memory has at least `byteCount` bytes.
      let rest = UnsafeMutableRawBufferPointer(start: memory + done, count: byteCount - done)
      let count = program.read(rest)
      done += count
      if count > 0 {
        try watch.progress()
        continue
      }
      if program.hasOutputEnded { return false }
      try program.wait(watch, wantsOutput: true) { note($0) }
    }
    last = times.removeFirst()
    return true
  }
}
