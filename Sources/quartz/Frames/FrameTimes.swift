// Which moments are drawn.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser

/// The times of the pictures, in seconds from the package's begin, in the order they are drawn.
struct FrameTimes: Equatable {
  /// The most pictures of one command.
  static let limit = 36_000

  var seconds: [Double]
  /// How long each picture of an animation stays, in seconds.
  var delay: Double
}

/// The command line's options for times.
struct TimeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Draw the picture of this moment, in seconds; the first of many with --frames.",
      valueName: "seconds"
    )
  )
  var time: Double = 0

  @Option(
    help: ArgumentHelp("Draw these moments, in this order.", valueName: "seconds,seconds,...")
  )
  var times: String?

  @Option(help: ArgumentHelp("Draw this many pictures, from --time on.", valueName: "count"))
  var frames: Int?

  @Option(help: ArgumentHelp("Pictures a second, with --frames.", valueName: "rate"))
  var fps: Double = 30

  func validate() throws {
    guard time.isFinite else { throw ValidationError("--time must be finite") }
    guard fps > 0, fps <= 1000 else { throw ValidationError("--fps must be in 0...1000, above 0") }
    if let frames, frames < 1 { throw ValidationError("--frames must be at least 1") }
    if times != nil, frames != nil {
      throw ValidationError("--times and --frames exclude one another")
    }
    if times != nil { _ = try list() }
  }

  private func list() throws -> [Double] {
    let words = (times ?? "").split(whereSeparator: { $0 == "," || $0 == " " })
    let seconds = words.compactMap { Double($0) }.filter(\.isFinite)
    guard !words.isEmpty, seconds.count == words.count else {
      throw ValidationError("--times must be numbers separated by commas")
    }
    return seconds
  }

  /// - Throws: `RenderFailure` for more pictures than are allowed.
  func frameTimes() throws -> FrameTimes {
    let seconds: [Double]
    if times != nil {
      seconds = try list()
    } else {
      guard frames ?? 1 <= FrameTimes.limit else { throw RenderFailure.tooManyFrames(frames ?? 1) }
      seconds = (0..<(frames ?? 1)).map { time + Double($0) / fps }
    }
    guard seconds.count <= FrameTimes.limit else {
      throw RenderFailure.tooManyFrames(seconds.count)
    }
    return FrameTimes(seconds: seconds, delay: 1 / fps)
  }
}
