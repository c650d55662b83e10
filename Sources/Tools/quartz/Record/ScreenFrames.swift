// The frames of a recording that show something new, and what became of all of them.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// Gives the pictures of a recording to whoever writes them.
final class ScreenFrames {
  private struct Statistics: Encodable {
    struct Frame: Encodable {
      /// In seconds of the context's clock.
      var time: Double
      /// In seconds from the first one on.
      var start: Double
    }

    var program: String
    var process: UInt32
    var width: Int
    var height: Int
    /// Frames that are in the film, or pictures.
    var frames: [Frame] = []
    /// Frames of the server that showed nothing new.
    var unchanged = 0
    /// Frames of the server that were lost.
    var missed = 0
    /// When the last one was still shown.
    var end = 0.0
    var reason = ""
  }

  private let line: ScreenLine
  private var statistics: Statistics
  let picture: FilmedPicture

  init(_ line: ScreenLine, of recorder: ScreenRecorder) {
    self.line = line
    picture = FilmedPicture(recorder.size)
    statistics = Statistics(
      program: recorder.program,
      process: recorder.processNumber,
      width: recorder.size.width,
      height: recorder.size.height
    )
  }

  /// Waits for a frame that shows something new, which `picture` then is.
  ///
  /// - Returns: Seconds from the first frame on; nil after the last frame.
  func next() -> Double? {
    while let frame = line.next() {
      guard picture.take(frame.pixels) else {
        statistics.unchanged += 1
        continue
      }
      let start = frame.time - (statistics.frames.first?.time ?? frame.time)
      statistics.frames.append(Statistics.Frame(time: frame.time, start: start))
      return start
    }
    return nil
  }

  /// When the last picture was still shown, in seconds from the first frame on; once there are no
  /// more frames.
  var end: Double {
    guard let first = statistics.frames.first, let last = line.lastTick else { return 0 }
    return last - first.time
  }

  /// The error of a recording without a frame.
  var nothing: RenderFailure {
    let reason =
      switch line.end {
      case .server(let reason)?: reason
      case .program?: "the program has ended"
      case .limit?, .request?, nil: "it showed no frame"
      }
    return .noServer("nothing is recorded of \(name): \(reason)")
  }

  private var name: String {
    let program = statistics.program.isEmpty ? "a program" : statistics.program
    return "\(program) (process \(statistics.process))"
  }

  /// The words for the user at the end; nil if all is as it was asked for.
  var note: String? {
    var notes: [String] = []
    switch line.end {
    case .program?: notes.append("\(name) has ended, and the recording with it")
    case .server(let reason)?: notes.append("the recording has ended: \(reason)")
    case .limit?, .request?, nil: break
    }
    if line.missed > 0 { notes.append("\(line.missed) frames of the server were lost") }
    return notes.isEmpty ? nil : notes.joined(separator: "; ")
  }

  func json() throws -> Data {
    var statistics = statistics
    statistics.missed = line.missed
    statistics.end = end
    statistics.reason =
      switch line.end {
      case .limit?: "limit"
      case .request?: "request"
      case .program?: "program"
      case .server?, nil: "server"
      }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(statistics) + Data("\n".utf8)
  }
}
