// The times of the drawn pictures.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import ArgumentParser
import QuartzEncoding

/// The times of the pictures, in seconds from the scene's start, in the order they are drawn.
struct FrameTimes: Equatable, Sendable {
  /// The most pictures of one command.
  static let limit = 36_000

  var seconds: [Double]
  /// Pictures a second of a film.
  var rate: Double
  /// The loop count of a film, if its format stores one; 0 is without end.
  var loops = 0
  /// The times of a film's frames that have no constant rate; nil for those that have.
  var timing: FrameTiming?

  /// The duration of each picture of an animation in seconds.
  var delay: Double { 1 / rate }
}

/// The command line's options for times.
struct TimeOptions: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp(
      "Draw the picture of this moment, in seconds; the first of many with --frames.",
      valueName: "seconds"
    )
  )
  var time: Double?

  @Option(
    help: ArgumentHelp("Draw these moments, in this order.", valueName: "seconds,seconds,...")
  )
  var times: String?

  @Option(help: ArgumentHelp("Draw this many pictures, from --start on.", valueName: "count"))
  var frames: Int?

  @Option(
    help: ArgumentHelp(
      """
      How much time a film shows. Default: the loop that the document's editor plays, or 5 seconds.
      """,
      valueName: "seconds"
    )
  )
  var duration: Double?

  @Option(
    help: ArgumentHelp(
      "The moment that a film starts with. Default: where that loop does, or 0.",
      valueName: "seconds"
    )
  )
  var start: Double?

  @Option(
    help: ArgumentHelp(
      """
      Pictures a second, as 25, 30000/1001 or 29.97, which is the same. Default: 30, or with --over those \
      of the film at their own times.
      """,
      valueName: "rate"
    )
  )
  var fps: FrameRate?

  @Option(
    help: ArgumentHelp(
      """
      How often a film plays, 0 for ever: GIF and PNG say it (default 0), mp4 and webm contain the film \
      that often (default 1).
      """,
      valueName: "count"
    )
  )
  var loop: Int?

  /// The default rate.
  private static let usualRate = 30.0
  /// The default duration of a film in seconds.
  private static let usualDuration = 5.0

  func validate() throws {
    for (name, value) in [("--time", time), ("--start", start)] {
      guard value?.isFinite != false else { throw ValidationError("\(name) must be finite") }
    }
    if let frames, frames < 1 { throw ValidationError("--frames must be at least 1") }
    if let duration, !(duration > 0 && duration.isFinite) {
      throw ValidationError("--duration must be above 0")
    }
    if let loop, !(0...1000).contains(loop) { throw ValidationError("--loop must be in 0...1000") }
    if times != nil, frames != nil {
      throw ValidationError("--times and --frames exclude one another")
    }
    if duration != nil, times != nil || frames != nil {
      throw ValidationError("--duration excludes --times and --frames")
    }
    if start != nil, time != nil { throw ValidationError("--time and --start exclude one another") }
    if times != nil { _ = try list() }
  }

  /// Whether the options request only one moment, unless something else makes it a film.
  var isOneMoment: Bool { times == nil && frames == nil && duration == nil }

  /// The time of that moment in seconds; nil for several.
  var moment: Double? { isOneMoment ? start ?? time ?? 0 : nil }

  /// The part of a film that layers lie over, in seconds.
  func part(of film: SharedFilm) -> Range<Double> {
    let first = start ?? time ?? 0
    let end = max(film.pictureEnd, film.seconds)
    return first..<max(first + (duration ?? max(end - first, 0)), first)
  }

  /// Whether the frames of a film are to be all of it.
  var isWholeFilm: Bool { start == nil && time == nil && duration == nil && frames == nil }

  /// The times of frames over a film: its own, or those of the options.
  ///
  /// - Parameter isFilm: Whether the output is a film, whatever the options say.
  func frameTimes(over film: SharedFilm, isFilm: Bool) throws -> FrameTimes {
    guard isFilm || !isOneMoment, times == nil else { return try frameTimes() }
    let part = part(of: film)
    if let fps {
      var options = self
      if frames == nil { options.duration = part.upperBound - part.lowerBound }
      options.fps = fps
      return try options.frameTimes()
    }
    var result = try film.frameTimes(part, rate: film.rate)
    if let frames, frames < result.seconds.count {
      result.seconds.removeLast(result.seconds.count - frames)
      result.timing = result.timing?.part(0..<frames)
    }
    return result
  }

  private func list() throws -> [Double] {
    let words = (times ?? "").split(whereSeparator: { $0 == "," || $0 == " " })
    let seconds = words.compactMap { Double($0) }.filter(\.isFinite)
    guard !words.isEmpty, seconds.count == words.count else {
      throw ValidationError("--times must be numbers separated by commas")
    }
    return seconds
  }

  /// - Parameters:
  ///   - format: The film's format; nil for pictures and animated PNG.
  ///   - loop: The range that the document's editor loops.
  ///   - rate: The pictures a second that the document asks for.
  /// - Throws: `RenderFailure` for more pictures than are allowed.
  func frameTimes(
    film format: FilmFormat? = nil,
    loop range: Range<Double>? = nil,
    rate: Double? = nil
  ) throws -> FrameTimes {
    let fps = fps?.value ?? rate ?? Self.usualRate
    var seconds: [Double]
    if times != nil {
      seconds = try list()
    } else {
      let isTimed = format != nil && isOneMoment
      let length = duration ?? range.map { $0.upperBound - $0.lowerBound } ?? Self.usualDuration
      let needed = duration != nil || isTimed ? max((length * fps).rounded(), 1) : 1
      let count = frames ?? Int(min(needed, 1e9))
      guard count <= FrameTimes.limit else { throw RenderFailure.tooManyFrames(count) }
      let first = start ?? time ?? (format != nil ? range?.lowerBound : nil) ?? 0
      seconds = (0..<count).map { first + Double($0) / fps }
    }
    if let format, !format.hasLoops, let loop {
      let all = max(loop, 1) * seconds.count
      guard all <= FrameTimes.limit else { throw RenderFailure.tooManyFrames(all) }
      seconds = Array(repeatElement(seconds, count: max(loop, 1)).joined())
    }
    guard seconds.count <= FrameTimes.limit else {
      throw RenderFailure.tooManyFrames(seconds.count)
    }
    return FrameTimes(seconds: seconds, rate: fps, loops: loop ?? 0)
  }
}
