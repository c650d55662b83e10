// quartz record: a film of what a render server shows.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import CoreGraphics
import Foundation
import QuartzEncoding
import QuartzInspection

struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record what a program shows on a render server, as a film or as pictures.",
    discussion: """
      Ten seconds:          quartz record -o screen.mp4 --duration 10
      Until it is ended:    quartz record -o screen.mkv
      Numbered pictures:    quartz record -o frame-%04d.png --frames 60
      Another server:       quartz record --server /run/user/1000/quartzd.sock -o screen.webm

      Each frame is one that the server drew, at the server's own time; frames that show nothing new are left \
      out, so the film has times of its own. Recording ends after --duration or --frames, with SIGINT (ctrl-C) \
      or SIGTERM, and with the program or the server; the film is complete in each case. The program is asked \
      nothing, and nothing more is drawn.

      Films are .mp4, .mov, .m4v or .mkv (H.264), .webm (VP9), .gif or .png (animated); all but png are encoded \
      by ffmpeg. Times are kept to the microsecond in mp4, mov and m4v, to the millisecond in mkv and webm, and \
      to the hundredth of a second in gif. Pixels that are transparent on the screen are black.
      """
  )

  @Option(
    help: ArgumentHelp(
      "The render server's socket. Default: that of programs of this user.",
      valueName: "socket"
    )
  )
  var server: String?

  @Option(
    help: ArgumentHelp(
      "The process of the program to record. Default: the one that a screen shows, which came first.",
      valueName: "number"
    )
  )
  var process: UInt32?

  @Option(
    help: ArgumentHelp("The program's number of the context to record.", valueName: "number")
  )
  var context: UInt32?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write: a film, or a picture with %d or %04d in its name, one for each frame.",
      valueName: "file"
    )
  )
  var output: String

  @Option(
    help: ArgumentHelp(
      "How long to record, in seconds of the context's clock. Default: until it is ended.",
      valueName: "seconds"
    )
  )
  var duration: Double?

  @Option(help: ArgumentHelp("The most frames to record.", valueName: "count"))
  var frames: Int?

  @Option(
    help: ArgumentHelp(
      "The most frames a second that are recorded. Default: all.",
      valueName: "rate"
    )
  )
  var fps: FrameRate?

  @Option(help: "For mp4, how long x264 takes to make it small. Default: the shortest, for speed.")
  var preset: EncoderPreset?

  @Option(
    help: ArgumentHelp("Write the times of the frames as JSON to a file.", valueName: "file")
  )
  var statsFile: String?

  private var film: FilmFormat? { FilmFormat(path: output) }

  func validate() throws {
    try OutputName.check(output)
    if film == nil, FileNamePattern(output) == nil, !PictureFormat(path: output).isAnimated {
      throw ValidationError("--output \(output): pictures need %d in the name")
    }
    if let duration, !(duration > 0 && duration.isFinite) {
      throw ValidationError("--duration must be above 0")
    }
    if let frames, frames < 1 { throw ValidationError("--frames must be at least 1") }
    if preset != nil, film?.isH264 != true {
      throw ValidationError("--preset is for mp4, mov, m4v and mkv")
    }
  }

  func run() throws {
    try PendingFile.check(output)
    if let statsFile { try PendingFile.check(statsFile) }
    let line = ScreenLine(
      ScreenLine.Limits(seconds: duration, frames: frames, rate: fps?.value)
    )
    Interruption.insteadOfEnd { line.finish(.request) }
    let recorder = try ScreenRecorder(
      server: server,
      ContextChoice(process: process, context: context),
      line
    )
    let frames = ScreenFrames(line, of: recorder)
    let recording = ScreenFilm(frames: frames, path: output)
    try recorder.start()
    if let film {
      try recording.write(film, preset)
    } else if let pattern = FileNamePattern(output) {
      try recording.write(pattern)
    } else {
      try recording.writeAnimation()
    }
    if let statsFile { try PendingFile.write(frames.json(), to: statsFile) }
    if let note = frames.note { StandardError.write("quartz: \(note)\n") }
  }
}
