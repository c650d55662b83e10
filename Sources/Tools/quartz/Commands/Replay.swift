// quartz replay: draws a capture.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import CoreGraphics
import Foundation
import ImageIO
import QuartzEncoding
import QuartzModel
import QuartzPlan
import QuartzServer
import QuartzWire

struct Replay: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Draw a capture, at any time, with any renderer; compare two builds by it.",
    discussion: """
      What it has:    quartz replay session.capture
      A moment:       quartz replay session.capture --at 2.5 -o out.png
      All pictures:   quartz replay session.capture -o frame-%04d.png
      A film:         quartz replay session.capture --film out.mp4 --fps 60
      Two builds:     old/quartz replay session.capture --hashes > old.txt
                      new/quartz replay session.capture --compare old.txt

      Nothing waits for the capture's times. All pictures are those that the program asked for or, if it \
      asked for none, one after each change.
      """
  )

  @Argument(help: "A capture.")
  var file: String

  @Option(
    help: ArgumentHelp(
      "The moment to draw, in seconds from the capture's begin. Default: its end.",
      valueName: "seconds"
    )
  )
  var at: Double?

  @Option(
    help: ArgumentHelp(
      """
      The time that the context's clock shows in the picture; of one in real time, in seconds from the \
      capture's begin. Default: what it showed then.
      """,
      valueName: "seconds"
    )
  )
  var time: Double?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The PNG to write; with %d or %04d in its name, one a picture.",
      valueName: "file"
    )
  )
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The film to write: .mp4, .mov, .m4v, .mkv, .webm or .gif.",
      valueName: "file"
    )
  )
  var film: String?

  @Option(help: ArgumentHelp("Frames a second of the film.", valueName: "rate"))
  var fps = FrameRate.usual

  @Flag(help: "Print a line with a checksum for each picture.")
  var hashes = false

  @Option(
    help: ArgumentHelp(
      """
      Compare all pictures with those of another capture, or with what --hashes printed; exit status 1 if \
      they differ.
      """,
      valueName: "file"
    )
  )
  var compare: String?

  @OptionGroup var options: ReplayOptions

  @Flag(help: "Say on the standard error how far it is, on no terminal too.")
  var progress = false

  func validate() throws {
    for (name, value) in [("--at", at), ("--time", time)] where value?.isFinite == false {
      throw ValidationError("\(name) must be finite")
    }
    if let output { try OutputName.check(output, pictures: [.png], films: []) }
    if [output != nil, film != nil, hashes, compare != nil].filter({ $0 }).count > 1 {
      throw ValidationError("--output, --film, --hashes and --compare exclude one another")
    }
    let isOne = output.map { FileNamePattern($0) == nil } ?? false
    if !isOne, at != nil || time != nil {
      throw ValidationError("--at and --time are for --output with one picture")
    }
    if let film, FilmFormat(path: film) == nil {
      let names = OutputName.choice(of: FilmFormat.allCases.map(\.rawValue))
      throw ValidationError("--film needs a name that ends with \(names)")
    }
  }

  func run() throws {
    let replay = try options.replay(file)
    CaptureReport.report(replay.capture)
    defer { CaptureReport.report(replay) }
    if let film {
      try write(film, replay)
    } else if let compare {
      try check(replay, against: compare)
    } else if hashes {
      let moments = ReplayMoments(replay, options)
      while let moment = try moments.next() { try print(moment.line) }
    } else if let output, let pattern = FileNamePattern(output) {
      let moments = ReplayMoments(replay, options)
      var number = 0
      while let moment = try moments.next() {
        try PendingFile.write(
          try moment.pixels.pngData(),
          to: pattern.name(number),
          isSynced: false
        )
        number += 1
      }
    } else if let output {
      try draw(replay, output)
    } else {
      try describe(replay)
    }
  }

  private func print(_ line: String) throws {
    try StandardOutput.write(Data((line + "\n").utf8))
  }

  private func draw(_ replay: CaptureReplay, _ output: String) throws {
    try PendingFile.check(output)
    let replay = try lastPicture(replay, until: at ?? .infinity)
    guard let index = options.index(in: replay) else {
      throw ReplayError.noContext(options.context ?? 1, count: replay.contexts.count)
    }
    let last = replay.position > 0 ? replay.capture.events[replay.position - 1].time : 0
    let start = replay.contexts[index].clock == .real ? replay.capture.header.start : 0
    let clock = time.map { start + $0 } ?? replay.clockTime(index, at: at ?? last)
    try PendingFile.write(try replay.picture(of: index, at: clock).pngData(), to: output)
  }

  /// Returns a replay at the last record of a time after which there is a picture: a program that
  /// ends takes its contexts away.
  private func lastPicture(_ replay: CaptureReplay, until time: Double) throws -> CaptureReplay {
    var position = 0
    let events = replay.capture.events
    while replay.position < events.count, events[replay.position].time <= time,
      try replay.next() != nil
    {
      if options.index(in: replay) != nil { position = replay.position }
    }
    if position == replay.position { return replay }
    let again = try options.replay(file)
    while again.position < position, try again.next() != nil {}
    return again
  }

  private func write(_ film: String, _ replay: CaptureReplay) throws {
    guard let format = FilmFormat(path: film) else { return }
    try PendingFile.check(film)
    // The size of the film is that of the largest context, or of the one that is asked for.
    while try replay.next() != nil {}
    let shown = options.context.map { [$0 - 1].filter(replay.contexts.indices.contains) }
    let contexts = (shown ?? Array(replay.contexts.indices)).map { replay.contexts[$0] }
    let largest = contexts.filter { !$0.isOffered || shown != nil }
      .map(\.configuration).max { $0.width * $0.height < $1.width * $1.height }
    guard let largest else {
      throw ReplayError.noContext(options.context ?? 1, count: replay.contexts.count)
    }
    let fps = fps.value
    let count = max(Int((replay.capture.duration * fps).rounded(.up)), 1)
    guard count <= FrameTimes.limit else { throw RenderFailure.tooManyFrames(count) }
    let times = FrameTimes(seconds: (0..<count).map { Double($0) / fps }, rate: fps)
    let progress = Progress(count: count * format.passCount, isWanted: progress)
    defer { progress.clear() }
    let size = try PictureSize(
      canvas: CGSize(width: largest.width, height: largest.height),
      scale: nil,
      size: nil
    )
    let drawing = ReplayDrawing(path: file, options: options, size: size)
    let writer = FilmWriter(
      format: format,
      drawing: drawing,
      times: times,
      path: film,
      preset: nil,
      sound: nil
    )
    try writer.write(progress)
  }

  private func describe(_ replay: CaptureReplay) throws {
    let capture = replay.capture
    while try replay.next() != nil {}
    var counts: [Opcode: Int] = [:]
    for event in capture.events {
      if let opcode = event.opcode { counts[opcode, default: 0] += 1 }
    }
    try print("\(capture.events.count) records, \(capture.duration) s")
    for (opcode, count) in counts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      try print("\(opcode): \(count)")
    }
    for (index, context) in replay.contexts.enumerated() {
      let size = context.configuration
      try print(
        "context \(index + 1): \(size.width)x\(size.height) at scale \(size.scale), "
          + "connection \(context.connection), \(context.clock) clock"
      )
    }
  }

  // MARK: Comparing

  private func check(_ replay: CaptureReplay, against other: String) throws {
    let moments = ReplayMoments(replay, options)
    var (count, different) = (0, 0)
    func note(_ line: String?, _ otherLine: String?) throws {
      count += 1
      if line == otherLine { return }
      different += 1
      try print("picture \(count): \(line ?? "none"), there \(otherLine ?? "none")")
    }
    if try Self.isCapture(other) {
      let otherMoments = ReplayMoments(try options.replay(other), options)
      while true {
        let (one, two) = (try moments.next(), try otherMoments.next())
        if one == nil, two == nil { break }
        try note(one?.picture, two?.picture)
      }
    } else {
      let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: other)), as: UTF8.self)
      var lines = text.split(separator: "\n").map(String.init)[...]
      while let moment = try moments.next() { try note(moment.line, lines.popFirst()) }
      for line in lines { try note(nil, line) }
    }
    try print("\(count) pictures, \(different) differ")
    if different > 0 { throw ReplayDifference(count: different, of: count) }
  }

  private static func isCapture(_ path: String) throws -> Bool {
    do {
      _ = try Capture(path: path)
      return true
    } catch {
      if case .notACapture = error { return false }
      throw error
    }
  }
}

/// Pictures of two builds or captures differ.
struct ReplayDifference: Error, CustomStringConvertible {
  let count: Int
  let of: Int

  var description: String { "\(count) of \(of) pictures differ" }
}

extension ReplayMoment {
  /// The picture alone: captures of two runs have times of their own.
  fileprivate var picture: String {
    line.split(separator: " ").suffix(2).joined(separator: " ")
  }
}

extension PixelBuffer {
  /// The picture as a PNG file.
  func pngData() throws -> Data {
    try CGImage(self).pngData()
  }
}
